/* SPDX-License-Identifier: MIT */
/* `loyd rate`: proves the puzzles of a catalogue, or improves intervals. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/solving.h"

static struct {
    const char *work;
    bool traits;
    bool no_counts;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB, OPTION_EFFORT, OPTION_METRIC,
    {"prove", NULL,
     "prove the puzzles that have an interval; without --nodes this can take "
     "days", SHARED(is_proof)},
    {"traits", NULL,
     "store the traits of the proven puzzles that have none, such as the "
     "number of shortest solutions, for filters and orders", OWN(traits)},
    {"nodes", "N",
     "node budget of each puzzle of more than 16 cells, instead of an effort; "
     "with --prove, of each puzzle", SHARED_NUMBER(nodes, 1, INT64_MAX)},
    OPTION_PART, OPTION_THREADS,
    {"memory", "BYTES",
     "with --prove: memory of a search beyond 16 cells, "
     SEARCH_MEMORY, SHARED_BY(read_bytes, memory, 1, INT64_MAX)},
    {"no-counts", NULL,
     "with --traits: without the number of shortest solutions, their first "
     "moves and forced moves, which take a search", OWN(no_counts)},
    {"share", "I/N",
     "with --prove and --work: search only share I of N of each board of 17 "
     "to 36 cells, such as 3/8",
     SHARED_NUMBER(share, 1, LOYD_SPLIT_PARTS_MAX)},
    {"work", "DIR",
     "with --prove: folder in which the shares of the boards leave what they "
     "have searched; without --share, only store what they have decided",
     OWN(work)},
    OPTIONS_OF_CONDITIONS, OPTIONS_OF_ALL};

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
    if (rows_are_json())
        row_end(json_error_begin(
            &(struct json_error){.status = "wrong", .text = bad->what}));
    return true;
}

/* A loyd_notice_fn: something is wrong that the next run mends. */
static void
show_warning(void *context, const char *text)
{
    const struct listening *l = context;

    message(l->run->db, "%s", text);
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
                                       .is_of_traits = opt.traits,
                                       .work = opt.work,
                                       .share = run->args.share,
                                       .metric = metric_of(&run->args),
                                       .filter = filter};
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code =
        opt.no_counts ? EXIT_DONE : solver_start(run, progress_part);

    if (code != EXIT_DONE)
        return code;
    err = loyd_catalogue_rate(run->store, run->solver, &options, &listener,
                              &result, &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    out_stored(run->db);
    if (opt.traits)
        SUMS(SUM("!traits=traits of $ puzzle* stored", result.done));
    else if (run->args.is_proof)
        SUMS(SUM("!rated=$ puzzle* proven", result.done),
             SUM("bad", result.bad), SUM("!open=$ still open", result.skipped),
             SUM("?waiting=: waiting for share $", result.waits_for));
    else
        SUMS(SUM("!rated=$ puzzle* rated", result.done),
             SUM("bad", result.bad));
    if (opt.work != NULL && result.skipped > 0 && listening.code == EXIT_DONE)
        return EXIT_NO;
    return listening.code;
}

static int
cmd_rate(struct run *run)
{
    return filter_with(run, rate);
}

const struct command command_rate = {
    "rate", "", "prove lengths of a catalogue, or find better intervals",
    "Proves the puzzles of up to 16 cells that are not proven, and finds "
    "intervals of larger ones without a rating, with effort quick. With "
    "--effort or --nodes, also searches again if the stored interval was "
    "found with fewer nodes. Puzzles are rated in the order of their ids.\n"
    "\n"
    "With --prove, proves puzzles that have an interval, the narrowest "
    "first. Each search continues from the stored lower end, and each bound "
    "that it completes is stored at once. With --share I/N and --work DIR, N "
    "processes that see DIR prove each board of 17 to 36 cells together; "
    "the exit code is 1 as long as one is open, and the same command goes "
    "on.\n"
    "\n"
    "If interrupted, run the same command again to continue.",
    ACTION(cmd_rate, WRITES_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd rate --db puzzles.db\n"
        "loyd rate --db puzzles.db --effort good\n"
        "loyd rate --db puzzles.db --prove --nodes 1000000000\n",
    .rules =
        "--nodes,--prove excludes --effort\n"
        "--memory needs --prove\n"
        "--memory excludes --nodes\n"
        "--share needs --work\n"
        "--work needs --prove\n"
        "--work excludes --nodes,--metric=mtm,--part\n"
        "--traits excludes --effort,--nodes,--prove,--metric=mtm\n"
        "--no-counts needs --traits\n",
    .required = "--db FILE"};
