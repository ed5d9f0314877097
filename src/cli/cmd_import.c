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
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/name.h"

/* In the order of loyd_import_format. */
static const char *const format_words[] = {"auto",   "jsonl",  "json", "csv",
                                           "boards", "sqlite", "db",   "rows",
                                           NULL};

static struct {
    bool skip_bad;
    bool check; /* --check */
    bool unrated;
    unsigned format;  /* loyd_import_format */
    const char *name; /* of a puzzle */
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"check", NULL,
     "store nothing: check all rows of one or more files, and report the bad "
     "ones; with --db also against the catalogue", OWN(check)},
    {"skip-bad", NULL, "store the good rows and report the bad ones",
     OWN(skip_bad)},
    OPTION_LAYOUT, OPTION_GOAL,
    {"name", "NAME",
     "name of the puzzle, which must be the only one: up to 64 bytes, without "
     "/ and ~, that do not look like an id or a board", OWN(name)},
    {"format", "FORMAT",
     "input format; boards is START, or START, a tab and GOAL, one per line, "
     "or START in rows, which rows insists on; db is a catalogue, damaged or "
     "not (default: auto, which detects the format)",
     OWN_WORD(format, 0, format_words)},
    {"unrated", NULL,
     "leave the lengths out that the rows state; `loyd rate` proves them "
     "later",
     OWN(unrated)},
    OPTION_THREADS, OPTION_SECRET, OPTIONS_OF_ALL};

static bool
refuse_row(void *context, const loyd_bad *bad)
{
    ++*(uint64_t *)context;
    bad_print(bad);
    return true;
}

/* A loyd_notice_fn: what it says is no error. */
static void
show_note(void *context, const char *text)
{
    (void)context;
    note("import", "%s", text);
}

/* Checks the options and takes them over, except for --goal. */
static int
read_options(const struct run *run, loyd_import_options *options)
{
    const struct args *args = &run->args;
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    if (opt.check)
        options->is_trial = options->skips_bad = true;
    else if (run->db == NULL)
        return catalogue_missing(run);
    options->layout = args->layout;
    options->name = opt.name;
    if (args->layout != NULL)
        code = layout_check(args->layout);
    if (code != EXIT_DONE || opt.name == NULL)
        return code;
    err = name_check(opt.name, strlen(opt.name), &why);
    return report_option("--name", err, &why);
}

/* Adds the counts of a file to those of the files before it. */
static void
add_counts(loyd_import_result *sum, const loyd_import_result *result)
{
    sum->rows += result->rows;
    sum->new_puzzles += result->new_puzzles;
    sum->proven += result->proven;
    sum->unproven += result->unproven;
    sum->wrong += result->wrong;
    sum->recipes += result->recipes;
    sum->unchecked += result->unchecked;
    sum->bad += result->bad;
}

/* Returns false if the file could not be read, or if nothing of it was
   imported. */
static bool
import_file(const struct run *run, const char *path,
            const loyd_import_options *options, loyd_import_result *sum)
{
    const char *db = run->db != NULL ? run->db : "import";
    uint64_t n_bad = 0;
    loyd_import_result result = {0};
    loyd_why why = {""};
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = refuse_row,
                                    .notice = notice_show,
                                    .warning = show_note,
                                    .context = &n_bad};
    loyd_err err;

    if (strcmp(path, "-") == 0)
        input_announce(STDIN_FILENO, "", "puzzles");
    err = loyd_import(run->store, path, options, &listener, &result, &why);
    add_counts(sum, &result);
    if (err == LOYD_OK)
        return true;
    if (err == LOYD_E_CANCELLED)
        message("import", "interrupted: %s",
                result.rows > 0 && !options->is_trial
                    ? "the rows are stored, and `loyd rate` proves the rest"
                    : "nothing imported");
    else if (err == LOYD_E_CORRUPT && n_bad > 0)
        message(db, "nothing imported: try --skip-bad");
    else
        report(err == LOYD_E_FULL || err == LOYD_E_DB || err == LOYD_E_BUSY
                   ? db
                   : path,
               err, &why);
    json_latest();
    return false;
}

static int
import_all(const struct run *run, const loyd_import_options *options)
{
    loyd_import_result sum = {0};
    bool is_whole = true;

    for (int i = 0; i < run->n_operands; i++) {
        if (!import_file(run, run->operands[i], options, &sum))
            is_whole = false;
        if (!is_whole && (interrupted() || !options->is_trial))
            return EXIT_BAD;
    }
    if (!options->is_trial)
        out_stored(run->db);
    SUMS(SUM(opt.check ? "!rows=$ row* good" : "!rows=$ row* imported",
             sum.rows),
         SUM("!new_puzzles=$ new puzzle*", sum.new_puzzles),
         SUM("proven=$ length* proven", sum.proven),
         SUM("unproven=$ length* not proven", sum.unproven),
         SUM("wrong=$ length* wrong", sum.wrong), SUM("recipes", sum.recipes),
         SUM("unchecked=$ recipe* dropped (cannot be drawn here)",
             sum.unchecked),
         SUM("bad=$ refused", sum.bad));
    if (!is_whole || sum.bad > 0)
        return EXIT_BAD;
    return sum.wrong == 0 ? EXIT_DONE : EXIT_NO;
}

static int
cmd_import(struct run *run)
{
    loyd_import_options options = {
        .format = (loyd_import_format)opt.format,
        .skips_bad = opt.skip_bad,
        .input = STDIN_FILENO,
    };
    loyd_board goal;
    int code = read_options(run, &options);

    if (code != EXIT_DONE || (code = secret_take(run)) != EXIT_DONE)
        return code;
    if (!opt.unrated && (code = solver_start(run, progress_part)) != EXIT_DONE)
        return code;
    options.solver = run->solver;
    options.secret = run->secret;
    /* An import makes or upgrades the catalogue, a check does not. */
    if (opt.check && run->db != NULL)
        code = catalogue_open(run, LOYD_STORE_READ);
    loyd_store_close(&run->store);
    if (code == EXIT_DONE)
        code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE && run->args.goal != NULL) {
        options.goal = &goal;
        code = named_goal(run, run->args.goal, &goal);
    }
    return code == EXIT_DONE ? import_all(run, &options) : code;
}

const struct command command_import = {
    "import", "DIR|FILE...", "import puzzles into a catalogue",
    "Reads packs, JSON Lines, JSON, CSV, files of other programs, "
    "boards, one per line or in rows, and catalogues, "
    "including damaged ones. In JSON a board may be an array. Files may be "
    "compressed with gzip; - is stdin.\n"
    "\n"
    "Each row is checked before it is stored: labels, solvability, id, path, "
    "recipe. If any row is bad, nothing is stored, unless --skip-bad is "
    "given. Then the lengths that the rows state are proven, up to 16 cells; "
    "the exit code is 1 if one is wrong. If interrupted, `loyd rate` proves "
    "the rest.\n"
    "\n"
    "With --check, rows are checked and lengths proven as well, but nothing "
    "is stored, and the last line counts what would be. Each file is checked "
    "separately. --check needs no --db.\n"
    "\n"
    "A row of JSON or CSV may have a field called name. A puzzle has at most "
    "one name, and a name belongs to one puzzle.",
    ACTION(cmd_import, MAKES_STORE, NULL, NULL),
    option_table, 1, -1,
    .examples =
        "loyd import pack --db puzzles.db\n"
        "loyd import board.txt --name anna-7 --db puzzles.db\n"
        "loyd import boards.txt --layout spiral --db puzzles.db\n"
        "loyd import --check *.jsonl\n"
        "loyd import broken.db --skip-bad --db salvaged.db\n",
    .rules =
        "--layout excludes --goal\n"
        "--check excludes --skip-bad\n",
    .required = "--db FILE|--check"};
