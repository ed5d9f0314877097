/* SPDX-License-Identifier: MIT */
/* `loyd cluster`: long jobs in tasks, shared by many processes. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/catalogue.h"
#include "cli/cluster_make.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "cluster/claim.h"
#include "cluster/cluster.h"

static struct {
    uint64_t tasks; /* 0: not given, as for parts */
    uint64_t parts;
    unsigned engine;
    const char *scratch;
    bool tmp;
} opt;

static const struct option_row option_tasks = {
    "tasks", 0, "N",
    "make: number of tasks of generate (default: 400, or one for each board); "
    "script: number of processes (default: one for each task, at most 1001)",
    OWN_NUMBER(tasks, 1, TASKS_MAX)};
static const struct option_row option_parts = {
    "parts", 0, "N",
    "make: number of parts of each board of rate (default: 1)",
    OWN_NUMBER(parts, 1, LOYD_SPLIT_PARTS_MAX)};
static const struct option_row option_engine = {
    "engine", 0, "ENGINE", "script: what runs the job",
    OWN_WORD(engine, 0, script_engines)};
static const struct option_row option_scratch = {
    "scratch",
    0,
    "DIR",
    "folder for unfinished work (default: run: $TMPDIR, or /tmp; join: that "
    "of the job)",
    OWN(scratch),
    .group = GROUP_OUTPUT};
static const struct option_row option_tmp = {
    "tmp", 0, NULL,
    "script: request scratch from Slurm by its --tmp (default: no, as nodes "
    "that do not state TmpDisk refuse it)",
    OWN(tmp)};
static const struct option_row option_threads_each = {
    "threads",
    0,
    "N",
    "number of threads of a process (default: one per processor; of a script: "
    "1)",
    SHARED_NUMBER(threads, 1, 256),
    .group = GROUP_SEARCH};
static const struct option_row option_memory_each = {
    "memory",
    0,
    "BYTES",
    "run: memory of a search, " SEARCH_MEMORY,
    SHARED_BY(read_bytes, memory, 1, INT64_MAX),
    .group = GROUP_SEARCH};
static const struct option_row option_db_join = {
    "db",
    0,
    "FILE",
    "join: the catalogue; script: that of its join (default: of rate, its "
    "own; of generate, result.db in DIR)",
    SHARED(db),
    .group = GROUP_CATALOGUE};

option_table cluster_options = {
    &option_tasks,        &option_parts,
    &option_engine,       &option_scratch,
    &option_threads_each, &option_db_join,
    &option_memory_each,  &option_json,
    &option_tmp,          NULL,
};

const char *const cluster_rules[] = {
    "--tasks needs make|script",
    "--parts needs make",
    "--engine needs script",
    "--scratch needs run|join",
    "--memory needs run",
    "--threads needs run|join|script",
    "--db needs join|script",
    "--json needs status|join",
    "make,run,status,join,script needs DIR",
    "join needs --db=FILE",
    "script needs --engine=ENGINE",
    "--tmp needs script",
    "--tmp needs --engine=slurm",
    NULL,
};

/* A run on a job. */
struct working {
    struct run *run;
    struct job *job;
    int code; /* of what was reported */
};

/* A loyd_bad_fn. Takeovers are notes, and what is done again is no failure;
   a wrong claim is an answer, anything else is damage. */
static bool
show_bad(void *context, const loyd_bad *bad)
{
    struct working *w = context;
    const char *dir = w->run->operands[1];

    progress_clear();
    if (bad->file == NULL) {
        message(w->run->db != NULL ? w->run->db : dir, "%s", bad->what);
        w->code = exit_higher(w->code,
                              bad->err == LOYD_E_CORRUPT ? EXIT_NO : EXIT_BAD);
        if (w->run->args.json)
            json_error(
                &(struct json_error){.status = "wrong", .text = bad->what});
    } else if (bad->err == LOYD_OK) {
        note(dir, "%s: %s", bad->file, bad->what);
    } else {
        message(dir, "%s: %s", bad->file, bad->what);
        if (bad->err == LOYD_E_RANGE)
            w->code = exit_higher(w->code, EXIT_NO);
    }
    return true;
}

static void
show_warning(void *context, const char *text)
{
    (void)context;
    message("cluster", "%s", text);
}

static int
begin(struct working *w)
{
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = show_bad,
                                    .warning = show_warning,
                                    .go_on = interrupt_goes_on,
                                    .context = w};
    struct run *run = w->run;
    loyd_why why = {""};

    if (run->n_operands > 2)
        return refuse_extra("cluster", run->operands[2]);
    return report(run->operands[1],
                  job_open(run->operands[1], &listener, &w->job, &why), &why);
}

/* Ends the progress and reports a job's error. */
static int
ended(const struct working *w, const char *where, loyd_err err,
      const loyd_why *why)
{
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("cluster",
                    "interrupted: run the same command again to continue");
    return exit_higher(report(where, err, why), w->code);
}

static const char *
scratch_folder(void)
{
    const char *folder = getenv("TMPDIR");

    return opt.scratch != NULL                   ? opt.scratch
           : folder != NULL && folder[0] != '\0' ? folder
                                                 : "/tmp";
}

static int
run_job(struct working *w)
{
    struct run *run = w->run;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (run->args.memory == 0)
        run->args.memory = job_plan(w->job)->memory;
    if ((code = solver_start(run, progress_part)) != EXIT_DONE)
        return code;
    err = job_run(w->job, run->solver, scratch_folder(), &why);
    code = ended(w, run->operands[1], err, &why);
    if (err == LOYD_OK) {
        print_count(job_plan(w->job)->tasks, "task");
        puts(" done");
    }
    return code;
}

struct claimed {
    const struct run *run;
    uint64_t n;
};

static void
put_time(int64_t seconds, char text[32])
{
    time_t since = (time_t)seconds;
    struct tm utc;

    if (gmtime_r(&since, &utc) == NULL ||
        strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        strcpy(text, "?");
}

/* A claim_fn: prints it. */
static void
print_claim(void *context, uint64_t task, const struct claim_owner *owner)
{
    struct claimed *claimed = context;
    double age = owner->age < 0 ? 0 : owner->age;
    struct text line = {0};
    char since[32];
    struct jw *json;

    claimed->n++;
    put_time(owner->since, since);
    if (claimed->run->args.json) {
        json = row_begin();
        jw_uint(json, "task", task);
        jw_string(json, "host", owner->host);
        jw_string(json, "user", owner->user);
        jw_string(json, "process", owner->process);
        jw_string(json, "claimed_since", since);
        jw_uint(json, "silent", (uint64_t)age);
        jw_boolean(json, "dead", claim_is_dead(owner));
        row_end(json);
        return;
    }
    text_format(&line, "task %" PRIu64 "\t", task);
    text_escaped(&line, TEXT_TERMINAL, owner->host, strlen(owner->host));
    text_put(&line, ", process ");
    text_escaped(&line, TEXT_TERMINAL, owner->process, strlen(owner->process));
    text_put(&line, " of ");
    text_escaped(&line, TEXT_TERMINAL, owner->user, strlen(owner->user));
    text_format(&line, " since %s%s", since,
                !owner->is_regular     ? ": not a regular file"
                : claim_is_dead(owner) ? ": dead"
                                       : "");
    out_line(&line);
}

static int
print_status(struct working *w)
{
    struct claimed claimed = {.run = w->run};
    uint64_t tasks = job_plan(w->job)->tasks, done = 0;
    loyd_why why = {""};
    struct jw *json;
    loyd_err err = job_status(w->job, &done, print_claim, &claimed, &why);

    if (err != LOYD_OK)
        return ended(w, w->run->operands[1], err, &why);
    if (w->run->args.json) {
        json = row_begin();
        jw_uint(json, "tasks", tasks);
        jw_uint(json, "tasks_done", done);
        jw_uint(json, "tasks_open", tasks - done);
        jw_uint(json, "tasks_claimed", claimed.n);
        jw_string(json, "command", job_plan(w->job)->command);
        row_end(json);
    } else {
        print_count(tasks, "task");
        printf(": %" PRIu64 " done, %" PRIu64 " open, %" PRIu64 " claimed\n",
               done, tasks - done, claimed.n);
    }
    return w->code;
}

/* An open_fn: prints a puzzle that is still open, with its interval. */
static void
print_open(void *context, const loyd_id *id, uint16_t lower, uint16_t upper)
{
    const struct run *run = context;
    char name[LOYD_ID_CHARS + 1];
    struct jw *json;

    if (run->args.json) {
        json = row_begin();
        json_id(json, "puzzle_id", id);
        jw_uint(json, "lower", lower);
        jw_uint(json, "upper", upper);
        row_end(json);
        return;
    }
    loyd_id_print(id, name);
    printf("%s\t%u..%u\n", name, lower, upper);
}

static void
print_joined(const struct working *w, const struct join_result *result)
{
    bool is_proof = job_plan(w->job)->boards > 0;
    const loyd_job_result *counts = &result->counts;
    struct text digest = {0};
    struct jw *json;

    if (w->run->args.json) {
        json = row_begin();
        if (is_proof) {
            jw_uint(json, "rated", counts->done);
            jw_uint(json, "open", counts->skipped);
        } else {
            jw_uint(json, "recipes", counts->done);
            jw_uint(json, "new_puzzles", counts->new_puzzles);
        }
        json_hash(json, "digest", result->digest);
        row_end(json);
    } else {
        print_count(counts->done, is_proof ? "puzzle" : "recipe");
        if (is_proof)
            printf(" proven, %" PRIu64 " still open\n", counts->skipped);
        else
            printf(", %" PRIu64 " new puzzle%s\n", counts->new_puzzles,
                   counts->new_puzzles == 1 ? "" : "s");
        text_hex(&digest, result->digest, LOYD_HASH_BYTES);
        out_line(&digest);
    }
    job_open_boards(w->job, print_open, w->run);
}

static int
join_job(struct working *w)
{
    struct run *run = w->run;
    struct join_result result;
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    bool is_whole;
    loyd_err err;
    int code;

    run->db = run->args.db;
    code =
        catalogue_open(run, job_plan(w->job)->boards > 0 ? LOYD_STORE_WRITE
                                                         : LOYD_STORE_CREATE);
    if (code != EXIT_DONE)
        return code;
    err = job_join(w->job, run->store, run->db, opt.scratch,
                   threads_wanted(run), &result, &why);
    is_whole = result.missing == 0 || job_plan(w->job)->boards > 0;
    code = ended(w, run->db, err, &why);
    if (result.missing > 0 && is_whole)
        code =
            exit_higher(code, fail(run->operands[1], "%s left out",
                                   counted(result.missing, "puzzle", count)));
    else if (result.missing > 0)
        code =
            exit_higher(code, fail(run->operands[1],
                                   "%s missing: run `loyd cluster run` again",
                                   counted(result.missing, "task", count)));
    if (err != LOYD_OK || !is_whole) {
        loyd_store_discard(&run->store);
        return code;
    }
    out_stored(run->db, "what was found");
    print_joined(w, &result);
    return result.bad > 0 ? exit_higher(code, EXIT_NO) : code;
}

static int
write_script(struct working *w)
{
    const struct run *run = w->run;
    char *dir = realpath(run->operands[1], NULL);
    struct script script = {.engine = script_engines[opt.engine],
                            .dir = dir,
                            .db = run->args.db,
                            .tasks = opt.tasks,
                            .takes_scratch = opt.tmp,
                            .threads =
                                run->args.threads > 0 ? run->args.threads : 1};
    struct text db = {0}, text = {0};
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (dir == NULL)
        return fail(run->operands[1], "%s", strerror(errno));
    text_put(&db, job_plan(w->job)->db);
    if (db.len == 0)
        text_format(&db, "%s/result.db", dir);
    if (script.db == NULL)
        script.db = db.at;
    err = db.is_lost ? LOYD_E_NOMEM : script_put(&text, w->job, &script, &why);
    code = report(run->operands[1], err, &why);
    if (code == EXIT_DONE)
        fwrite(text.at, 1, text.len, stdout);
    text_free(&text);
    text_free(&db);
    free(dir);
    return code;
}

const char *const cluster_actions[] = {"make", "run",    "status",
                                       "join", "script", NULL};
static int (*const actions[])(struct working *w) = {
    NULL, run_job, print_status, join_job, write_script};

int
cmd_cluster(struct run *run)
{
    struct working w = {.run = run};
    int code;

    if (actions[run->action] == NULL)
        return cluster_make_job(run, opt.tasks, opt.parts);
    code = begin(&w);
    if (code == EXIT_DONE)
        code = actions[run->action](&w);
    job_close(&w.job);
    return code;
}
