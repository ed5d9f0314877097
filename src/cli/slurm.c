/* SPDX-License-Identifier: MIT */
/* Owns the folders of jobs for Slurm. The scripts are those of cli/slurm;
   settings.sh, and the list of boards to prove, are written here. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/slurm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "cli/catalogue.h"
#include "cli/proof_text.h"
#include "cli/recipe.h"
#include "cli/rules.h"

#include "cli_slurm.inc"

#define TASKS_DEFAULT 100
#define TASKS_MAX 1000     /* of a default: Slurm's MaxArraySize is 1001 */
#define PIECES_EACH 4      /* pieces of a task, unless --parts is given */
#define PIECES_MAX 10000   /* merge names them all on its command line */
#define BOARDS_LARGE 1000  /* boards of a task that are worth large tables */
#define WHOLE_MAX 12       /* cells; up to them tables need no file */
#define TABLES_MAX 32      /* cells; beyond there are no tables */

static struct {
    uint64_t tasks; /* 0: not given, likewise parts */
    uint64_t parts;
} opt;

const struct option_row option_tasks = {
    "tasks", 0, "N",
    "slurm: number of tasks (default: 100 of generate; of rate one for each "
    "part, up to 1000)",
    OWN_NUMBER(tasks, 1, 1000000)};

const struct option_row option_parts = {
    "parts", 0, "N",
    "slurm: number of pieces of generate (default: 4 for each task), or of "
    "parts of each board of rate (default: 1)",
    OWN_NUMBER(parts, 1, 10000)};

struct file_row {
    const char *name;
    const char *bytes;
    size_t len;
};

#define FILE_ROW(name, bytes)                                                 \
    {                                                                         \
        name, bytes, sizeof(bytes)                                            \
    }

static const struct file_row shared_files[] = {
    FILE_ROW("job.sh", job_sh),
    FILE_ROW("task.sh", task_sh),
    FILE_ROW("merge.sh", merge_sh),
    FILE_ROW("submit.sh", submit_sh),
};
static const struct file_row generate_files[] = {
    FILE_ROW("work.sh", generate_sh), FILE_ROW("README", README_generate)};
static const struct file_row prove_files[] = {
    FILE_ROW("work.sh", prove_sh), FILE_ROW("README", README_prove)};

/* A job and its command. */
struct job {
    struct run *run;
    struct run inner; /* of the command */
    uint64_t tasks;   /* 0: not given, likewise parts */
    uint64_t parts;
    struct text settings;
    struct text tables; /* of the command that builds them; empty: none */
    struct text boards; /* of a proof; empty: none */
    uint64_t n_boards;
    uint32_t blanks[LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX + 1];
    /* of goals with tables, by width and height: a bit for each cell */
};

/* Puts one word as the shell reads it. */
static void
put_word(struct text *text, const char *word)
{
    size_t plain = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ%+,-./:=@_");

    if (word[0] != '\0' && word[plain] == '\0') {
        text_put(text, word);
        return;
    }
    text_char(text, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            text_put(text, "'\\''");
        else
            text_char(text, *word);
    text_char(text, '\'');
}

/* Searching the goal itself builds the tables of its class, and no others.
   They depend only on its size and its blank. */
static void
put_tables_of(struct job *job, const loyd_board *goal)
{
    uint32_t *blanks = &job->blanks[goal->width][goal->height];
    uint32_t bit = UINT32_C(1) << loyd_board_blank(goal);
    char text[LOYD_BOARD_TEXT];

    if ((*blanks & bit) != 0)
        return;
    *blanks |= bit;
    loyd_board_print(goal, LOYD_FORM_ROWS, text);
    if (job->tables.len > 0)
        text_put(&job->tables, " &&\n        \"$loyd\" ");
    text_put(&job->tables, "solve --quiet --tables large --goal ");
    put_word(&job->tables, text);
    text_char(&job->tables, ' ');
    put_word(&job->tables, text);
}

/* The name is new, because nodes keep files of several jobs. */
static void
put_settings(struct job *job)
{
    uint64_t threads = job->run->args.threads;
    struct text *text = &job->settings;
    struct timespec now = {0};

    clock_gettime(CLOCK_REALTIME, &now);
    text_format(text,
                "# What this job does; read by its scripts.\n"
                "# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # for "
                "them\n"
                "name=loyd-%" PRIx64 " # of the job, and of its folders on "
                "nodes\ntasks=%" PRIu64 " # of the array\n"
                "threads=%" PRIu64 " # of each task\n",
                (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000,
                job->tasks, threads > 0 ? threads : 1);
    text_put(text, "\nbuild_tables() { # once on each node\n    ");
    if (job->tables.len > 0)
        text_put(text, "\"$loyd\" ");
    else
        text_put(text, ": # this job needs none");
    text_bytes(text, job->tables.at, job->tables.len);
    text_put(text, "\n}\n\n");
}

static int
lost_memory(void)
{
    return report("cluster", LOYD_E_NOMEM, NULL);
}

/* --- generate --- */

/* Tables are worth their time for many boards, and beyond 16 cells always. */
static void
choose_tables(struct job *job, const loyd_layout *layout)
{
    unsigned cells = (unsigned)layout->width * layout->height;
    bool is_worth =
        cells > LOYD_EXACT_CELLS
            ? cells <= TABLES_MAX
            : cells > WHOLE_MAX &&
                  job->inner.args.count / job->tasks >= BOARDS_LARGE;

    if (is_worth && layout->is_drawn)
        text_format(&job->tables, "tables build --quiet --size %ux%u",
                    layout->width, layout->height);
    else if (is_worth)
        put_tables_of(job, &layout->goal);
}

/* Several pieces for each task, so that little is done again after a death. */
static int
choose_pieces(struct job *job)
{
    uint64_t boards = job->inner.args.count;
    uint64_t most = boards < PIECES_MAX ? boards : PIECES_MAX;

    if (job->tasks == 0)
        job->tasks = job->parts > 0 ? job->parts : most;
    if (job->tasks > TASKS_DEFAULT && opt.tasks == 0)
        job->tasks = TASKS_DEFAULT;
    if (job->parts == 0)
        job->parts =
            job->tasks * PIECES_EACH < most ? job->tasks * PIECES_EACH : most;
    if (job->tasks > most)
        return refuse("--tasks", "%" PRIu64 ": expected at most %" PRIu64,
                      job->tasks, most);
    if (job->parts < job->tasks || job->parts > most)
        return refuse("--parts", "%" PRIu64 ": expected %" PRIu64 "..%" PRIu64,
                      job->parts, job->tasks, most);
    return EXIT_DONE;
}

static void
put_draw(struct job *job)
{
    const struct run *run = job->run;
    struct text *text = &job->settings;

    text_format(text,
                "pieces=%" PRIu64 "\n\ndraw() {\n    \"$loyd\" %s "
                "--threads \"$threads\" \"$@\"",
                job->parts, job->inner.command->name);
    for (int i = 2; i < run->n_operands; i++) {
        text_char(text, ' ');
        put_word(text, run->operands[i]);
    }
    text_put(text, "\n}\n");
}

static int
prepare_generate(struct job *job)
{
    loyd_generator *generator = NULL;
    loyd_recipe recipe;
    int code = recipe_prepare(&job->inner, &recipe, &generator);

    loyd_generator_free(&generator);
    if (code == EXIT_DONE)
        code = choose_pieces(job);
    if (code != EXIT_DONE)
        return code;
    choose_tables(job, &recipe.layout);
    put_settings(job);
    put_draw(job);
    return EXIT_DONE;
}

/* --- rate --prove --- */

/* A row_fn: adds a board beyond 16 cells to boards.tsv. */
static int
add_board(const struct run *run, void *context, const loyd_entry *entry)
{
    const loyd_board *start = &entry->puzzle.start;
    struct job *job = context;

    (void)run;
    if ((unsigned)start->width * start->height <= LOYD_EXACT_CELLS ||
        entry->known[LOYD_STM].rating.upper == 0)
        return EXIT_DONE;
    board_list_put(&job->boards, entry);
    job->n_boards++;
    if ((unsigned)start->width * start->height <= TABLES_MAX)
        put_tables_of(job, &entry->puzzle.goal);
    return EXIT_DONE;
}

/* Adds the boards that `rate --prove` would prove. */
static int
add_boards(struct job *job)
{
    static const loyd_status open[] = {LOYD_STATUS_BOUNDED,
                                       LOYD_STATUS_CLAIMED};
    int code = EXIT_DONE;

    board_list_begin(&job->boards, (uint32_t)job->parts);
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
        const loyd_filter filter = {.has_status = true, .status = open[i]};

        if (code == EXIT_DONE)
            code = catalogue_each(&job->inner, &filter, add_board, job);
    }
    board_list_end(&job->boards, job->n_boards);
    return code;
}

/* Nodes have other working folders. */
static int
put_catalogue(struct job *job)
{
    char *path = realpath(job->inner.db, NULL);

    if (path == NULL)
        return fail(job->inner.db, "%s", strerror(errno));
    text_format(&job->settings,
                "parts=%" PRIu64 " # of each board\n"
                "memory=%" PRIu64 " # bytes; 0: not given\n"
                "catalogue=",
                job->parts, job->inner.args.memory);
    put_word(&job->settings, path);
    text_char(&job->settings, '\n');
    free(path);
    return EXIT_DONE;
}

static int
prepare_rate(struct job *job)
{
    uint64_t units;
    int code;

    if (job->parts == 0)
        job->parts = 1;
    if (job->parts > LOYD_SPLIT_PARTS_MAX)
        return refuse("--parts", "%" PRIu64 ": expected 1..%d", job->parts,
                      LOYD_SPLIT_PARTS_MAX);
    job->inner.db = job->inner.args.db;
    code = catalogue_open(&job->inner, LOYD_STORE_READ);
    if (code == EXIT_DONE)
        code = add_boards(job);
    loyd_store_close(&job->inner.store);
    if (code != EXIT_DONE)
        return code;
    if (job->n_boards == 0)
        return deny(job->inner.db,
                    "no puzzle of more than %d cells has an interval",
                    LOYD_EXACT_CELLS);
    units = job->n_boards * job->parts;
    if (job->tasks == 0)
        job->tasks = units < TASKS_MAX ? units : TASKS_MAX;
    put_settings(job);
    return put_catalogue(job);
}

/* --- the folder --- */

/* The commands that a job can run, the options that a job sets itself or
   cannot keep, and those that it needs. */
static const struct kind {
    const char *command;
    const char *unfit;
    const char *const *rules;
    int (*prepare)(struct job *job);
    const struct file_row *files;
    size_t n_files;
} kinds[] = {
    {"generate", "--db,--shard,--format,--json,--suite,--secret,--out",
     (const char *const[]){"generate needs --seed=TEXT", NULL},
     prepare_generate, generate_files,
     sizeof(generate_files) / sizeof(generate_files[0])},
    {"rate", "--nodes,--shard,--effort,--metric=mtm,--json,--tables",
     (const char *const[]){"rate needs --db=FILE", "rate needs --prove", NULL},
     prepare_rate, prove_files, sizeof(prove_files) / sizeof(prove_files[0])},
};

static const struct kind *
kind_find(const char *command)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(kinds[i].command, command) == 0)
            return &kinds[i];
    return NULL;
}

static bool
put_file(struct part *folder, const struct file_row *row)
{
    struct part file;
    bool is_done = part_file_in(&file, folder->fd, row->name, 0666) &&
                   file_write_all(file.fd, row->bytes, row->len) &&
                   part_settle(&file) && part_rename(&file);

    part_drop(&file);
    return is_done;
}

static bool
put_files(struct part *folder, const struct file_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!put_file(folder, &rows[i]))
            return false;
    return true;
}

static int
write_folder(const struct job *job, const struct kind *kind)
{
    const char *path = job->run->args.out;
    const struct file_row own[] = {
        {"settings.sh", job->settings.at, job->settings.len},
        {"boards.tsv", job->boards.at, job->boards.len}};
    struct part folder;
    int code = EXIT_DONE;

    if (!part_folder(&folder, path, 0777))
        return fail(path, "%s", strerror(errno));
    if (!put_files(&folder, shared_files,
                   sizeof(shared_files) / sizeof(shared_files[0])) ||
        !put_files(&folder, kind->files, kind->n_files) ||
        !put_files(&folder, own, job->n_boards > 0 ? 2 : 1) ||
        !part_place(&folder))
        code = fail(path, "%s", strerror(errno));
    part_drop(&folder);
    return code;
}

static int
refuse_unfit(const struct job *job, const char *options)
{
    char shown[RULE_BYTES];

    return rules_find(&job->inner, options, shown) == NULL
               ? EXIT_DONE
               : refuse("cluster", "a job of %s cannot have %s",
                        job->inner.command->name, shown);
}

static int
check_inner(struct job *job, const struct kind *kind)
{
    const struct command *command = job->inner.command;
    int n = job->inner.n_operands, code;

    if (job->inner.args.threads > 0)
        return refuse("cluster", "--threads is an option of the job: try it "
                                 "before --");
    if (n < command->operands_min)
        return refuse_missing(command->name, command->operands);
    if (n > command->operands_max)
        return refuse_extra(command->name,
                            job->inner.operands[command->operands_max]);
    if ((code = refuse_unfit(job, "--help,--version,--quiet")) != EXIT_DONE ||
        (code = refuse_unfit(job, kind->unfit)) != EXIT_DONE ||
        (code = rules_check(&job->inner, kind->rules)) != EXIT_DONE)
        return code;
    /* Each task of a job has --db. */
    job->inner.given[job->inner.n_given++] = (struct given){&option_db, ""};
    return rules_check(&job->inner, command->rules);
}

/* Parses the command with its own options. */
static int
parse_inner(struct job *job, const struct kind *kind)
{
    const struct run *run = job->run;
    int argc = run->n_operands - 1;
    char **argv = calloc((size_t)argc + 1, sizeof(*argv));
    int code;

    job->inner.command = command_find(kind->command);
    job->inner.operands = calloc((size_t)argc + 1, sizeof(char *));
    if (argv == NULL || job->inner.operands == NULL) {
        free(argv);
        return lost_memory();
    }
    for (int i = 0; i < argc; i++) /* getopt changes none of the words */
        argv[i] = (char *)(uintptr_t)run->operands[i + 1];
    job->inner.args.count = 1;
    code = options_parse(&job->inner, argc, argv);
    free(argv);
    return code == EXIT_DONE ? check_inner(job, kind) : code;
}

static void
print_written(const struct job *job)
{
    print_count(job->tasks, "task");
    fputs(" in ", stdout);
    print_escaped(job->run->args.out);
    puts("; its README says how to submit them");
}

int
slurm_write(struct run *run)
{
    struct job job = {.run = run, .tasks = opt.tasks, .parts = opt.parts};
    const struct kind *kind;
    char shown[QUOTED_BYTES];
    int code;

    if ((kind = kind_find(run->operands[1])) == NULL)
        return refuse("cluster",
                      "no job for '%s': expected generate or rate --prove",
                      quoted(run->operands[1], shown));
    if ((code = parse_inner(&job, kind)) == EXIT_DONE)
        code = kind->prepare(&job);
    if (code == EXIT_DONE &&
        (job.settings.is_lost || job.tables.is_lost || job.boards.is_lost))
        code = lost_memory();
    if (code == EXIT_DONE)
        code = write_folder(&job, kind);
    if (code == EXIT_DONE) {
        out_stored(run->args.out, "the job");
        print_written(&job);
    }
    text_free(&job.settings);
    text_free(&job.tables);
    text_free(&job.boards);
    free(job.inner.operands);
    return code;
}
