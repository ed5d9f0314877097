/* SPDX-License-Identifier: MIT */
/* `loyd import`: imports puzzles into a catalogue. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/boards.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/named.h"
#include "cli/secret.h"

/* In the order of loyd_import_format. */
static const char *const format_words[] = {
    "auto", "jsonl", "json", "csv", "boards", "sgt", "sqlite", "db", NULL};

static const struct option_row option_import_format = {
    "format", 0, "FORM",
    "input format; boards is START, or START, a tab and GOAL, one per "
    "line; db is a catalogue, damaged or not (default: auto, which detects "
    "the format)",
    OPTION_WORD(import_format, 0, format_words)};
static const struct option_row option_skip_bad = {
    "skip-bad", 0, NULL, "store the good rows and report the bad ones",
    OPTION_SWITCH(skip_bad)};
static const struct option_row option_all = {
    "all-or-nothing", 0, NULL, "store nothing if any row is bad (default)",
    OPTION_SWITCH(all_or_nothing)};

static const struct option_row option_import_name = {
    "name", 0, "NAME",
    "name the puzzle, which must be the only one: up to 64 bytes without / "
    "and ~ that do not look like an id or a board",
    OPTION_TEXT(name)};

option_table import_options = {
    &option_db,   &option_import_format, &option_layout, &option_goal,
    &option_import_name, &option_skip_bad,      &option_all,    &option_secret,
    &option_json, NULL,
};

struct refusals {
    const struct run *run;
    uint64_t n;
};

static bool
refuse_row(void *context, const loyd_bad *bad)
{
    struct refusals *refusals = context;
    char where[600];

    refusals->n++;
    if (bad->line > 0)
        snprintf(where, sizeof(where), "%s:%" PRIu64, bad->file, bad->line);
    else
        snprintf(where, sizeof(where), "%s", bad->file);
    message(where, "%s", bad->what);
    if (refusals->run->args.json)
        json_error(&(struct json_error){
            .text = bad->what, .where = bad->file, .line = bad->line});
    return true;
}

static void
print_json(const loyd_import_result *result)
{
    struct jw *json = json_begin();

    jw_uint(json, "rows", result->rows);
    jw_uint(json, "new_puzzles", result->new_puzzles);
    jw_uint(json, "claims", result->claims);
    jw_uint(json, "recipes", result->recipes);
    jw_uint(json, "unchecked", result->unchecked);
    jw_uint(json, "bad", result->bad);
    json_end(json);
}

static void
print_text(const loyd_import_result *result)
{
    print_count(result->rows, "row");
    fputs(" imported, ", stdout);
    print_count(result->new_puzzles, "new puzzle");
    if (result->claims > 0) {
        fputs(", ", stdout);
        print_count(result->claims, "unproven claim");
    }
    if (result->unchecked > 0) {
        fputs(", ", stdout);
        print_count(result->unchecked, "recipe");
        fputs(" dropped (cannot be drawn here)", stdout);
    }
    if (result->bad > 0)
        printf(", %" PRIu64 " refused", result->bad);
    putchar('\n');
}

/* Checks the options and takes them over, except for --goal. */
static int
read_options(const struct run *run, loyd_import_options *options)
{
    const struct args *args = &run->args;
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    if (args->layout != NULL && args->goal != NULL)
        return refuse_both("import", "--layout", "--goal");
    if (args->skip_bad && args->all_or_nothing)
        return refuse_both("import", "--skip-bad", "--all-or-nothing");
    options->layout = args->layout;
    options->name = args->name;
    if (args->layout != NULL)
        code = layout_check(args->layout);
    if (code != EXIT_DONE || args->name == NULL)
        return code;
    err = loyd_name_check(args->name, strlen(args->name), &why);
    return report_option("--name", err, &why);
}

/* Reads the goal of boards without one, from the open catalogue if it is
 * given by name. */
static int
read_goal(struct run *run, loyd_board *goal, loyd_import_options *options)
{
    if (run->args.goal == NULL)
        return EXIT_DONE;
    options->goal = goal;
    return named_goal(run, run->args.goal, goal);
}

static int
run_import(struct run *run, const loyd_import_options *options)
{
    struct refusals refusals = {.run = run};
    loyd_import_result result = {0};
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    const loyd_listener listener = {
        .progress = progress_show, .bad = refuse_row, .context = &refusals};
    loyd_err err;

    if (strcmp(run->operands[0], "-") == 0)
        input_announce(STDIN_FILENO, "", "puzzles");
    err = loyd_import(run->store, run->operands[0], options, &listener,
                      &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("import", "interrupted: nothing imported");
    if (err == LOYD_E_CORRUPT && refusals.n > 0)
        return fail(run->db, "nothing imported: try --skip-bad");
    if (err != LOYD_OK) {
        report(err == LOYD_E_FULL || err == LOYD_E_DB || err == LOYD_E_BUSY
                   ? run->db
                   : run->operands[0],
               err, &why);
        return EXIT_BAD;
    }
    out_stored(run->db, "%s", counted(result.rows, "row", count));
    if (run->args.json)
        print_json(&result);
    else
        print_text(&result);
    return result.bad > 0 ? EXIT_BAD : EXIT_DONE;
}

int
cmd_import(struct run *run)
{
    loyd_import_options options = {
        .format = (loyd_import_format)run->args.import_format,
        .skips_bad = run->args.skip_bad,
        .input = STDIN_FILENO,
    };
    loyd_board goal;
    int code = read_options(run, &options);

    if (code != EXIT_DONE)
        return code;
    if (run->db == NULL)
        return catalogue_missing(run, false);
    if ((code = secret_take(run)) != EXIT_DONE)
        return code;
    options.secret = run->secret;
    code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE)
        code = read_goal(run, &goal, &options);
    return code == EXIT_DONE ? run_import(run, &options) : code;
}
