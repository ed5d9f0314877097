/* SPDX-License-Identifier: MIT */
/* `loyd rate`: proves the puzzles of a catalogue, or improves intervals. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/solving.h"

static struct {
    const char *work;
} opt;

static const struct option_row option_nodes = {
    "nodes", 0, "N",
    "node budget of each puzzle of more than 16 cells, instead of an effort; "
    "with --prove, of each puzzle",
    SHARED_NUMBER(nodes, 1, INT64_MAX), .group = GROUP_SEARCH};
static const struct option_row option_prove = {
    "prove", 0, NULL,
    "prove the puzzles that have an interval; without --nodes this can take "
    "days",
    SHARED(is_proof), .group = GROUP_SEARCH};
static const struct option_row option_proof_memory = {
    "memory", 0, "BYTES",
    "with --prove: memory of a search beyond 16 cells, " SEARCH_MEMORY,
    SHARED_BY(read_bytes, memory, 1, INT64_MAX), .group = GROUP_SEARCH};
static const struct option_row option_share = {
    "share", 0, "I/N",
    "with --prove and --work: search only share I of N of each board of 17 "
    "to 36 cells, such as 3/8",
    SHARED_NUMBER(share, 1, LOYD_SPLIT_PARTS_MAX), .group = GROUP_SEARCH};
static const struct option_row option_work = {
    "work", 0, "DIR",
    "with --prove: folder in which the shares of the boards leave what they "
    "have searched; without --share, only store what they have decided",
    OWN(work), .group = GROUP_SEARCH};

option_table rate_options = {
    &option_db,      &option_effort,    OPTIONS_OF_CONDITIONS,
    &option_nodes,   &option_prove,     &option_proof_memory,
    &option_traits,  &option_no_counts, &option_part,
    &option_share,   &option_work,      &option_tables,
    &option_threads, &option_json,      NULL,
};

const char *const rate_rules[] = {
    "--nodes,--prove excludes --effort",
    "--memory needs --prove",
    "--memory excludes --nodes",
    "--share needs --work",
    "--work needs --prove",
    "--work excludes --nodes,--metric=mtm,--part",
    "--traits excludes --effort,--nodes,--prove,--metric=mtm",
    "--no-counts needs --traits",
    NULL,
};

/* The context of the listener. */
struct listening {
    const struct run *run;
    int code; /* the exit code of what was wrong */
};

/* A wrong rating is damage. */
static bool
show_wrong(void *context, const loyd_bad *bad)
{
    struct listening *l = context;
    const struct run *run = l->run;

    l->code = EXIT_BAD;
    message(run->db, "%s", bad->what);
    if (run->args.json)
        json_error(&(struct json_error){.status = "wrong", .text = bad->what});
    return true;
}

/* A loyd_notice_fn: something is wrong that the next run mends. */
static void
show_warning(void *context, const char *text)
{
    const struct listening *l = context;

    message(l->run->db, "%s", text);
}

static void
print_json(const struct run *run, const loyd_job_result *result)
{
    struct jw *json = row_begin();

    jw_uint(json, "rated", result->done);
    jw_uint(json, "bad", result->bad);
    if (run->args.is_proof)
        jw_uint(json, "open", result->skipped);
    if (result->waits_for != 0)
        jw_uint(json, "waiting", result->waits_for);
    row_end(json);
}

static void
print_text(const struct run *run, const loyd_job_result *result)
{
    print_count(result->done, "puzzle");
    if (run->args.is_proof)
        printf(" proven, %" PRIu64 " still open", result->skipped);
    else
        printf(" rated");
    if (result->waits_for != 0)
        printf(": waiting for share %" PRIu32, result->waits_for);
    putchar('\n');
}

static int
compute_traits(struct run *run, const loyd_filter *filter)
{
    loyd_job_result result = {0};
    int code = traits_compute(run, filter, &result);

    if (code != EXIT_DONE)
        return code;
    if (run->args.json) {
        struct jw *json = row_begin();

        jw_uint(json, "traits", result.done);
        row_end(json);
    } else {
        printf("traits of ");
        print_count(result.done, "puzzle");
        puts(" stored");
    }
    return EXIT_DONE;
}

static int
rate(struct run *run, const loyd_filter *filter)
{
    struct listening listening = {.run = run, .code = EXIT_DONE};
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = show_wrong,
                                    .warning = show_warning,
                                    .context = &listening};
    const loyd_rate_options options = {.part = run->args.part,
                                       .effort = (loyd_effort)run->args.effort,
                                       .nodes = run->args.nodes,
                                       .is_proving = run->args.is_proof,
                                       .work = opt.work,
                                       .share = run->args.share,
                                       .metric = metric_of(&run->args),
                                       .filter = filter};
    loyd_job_result result = {0};
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    loyd_err err;
    int code = solver_start(run, progress_part);

    if (code != EXIT_DONE)
        return code;
    err = loyd_catalogue_rate(run->store, run->solver, &options, &listener,
                              &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("rate",
                    "interrupted: run the same command again to continue");
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    out_stored(run->db, "%s", counted(result.done, "rating", count));
    if (run->args.json)
        print_json(run, &result);
    else
        print_text(run, &result);
    if (opt.work != NULL && result.skipped > 0 && listening.code == EXIT_DONE)
        return EXIT_NO;
    return listening.code;
}

int
cmd_rate(struct run *run)
{
    return filter_with(run, run->args.traits ? compute_traits : rate);
}
