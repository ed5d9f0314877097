/* SPDX-License-Identifier: MIT */
/* Owns how commands come to their catalogue, and walk over its rows. */
#include "cli/catalogue.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/boards.h"
#include "cli/json.h"
#include "cli/signals.h"

/* What a command writes is never a catalogue that nobody named in its line. */
static bool
only_reads(const struct run *run)
{
    enum needs needs = run->command->needs;

    return needs == TAKES_STORE || needs == NEEDS_STORE ||
           needs == PROVES_STORE ||
           (needs == MARKS_STORE && run->args.no_mark);
}

void
catalogue_by_environment(struct run *run)
{
    const char *db = getenv("LOYD_DB");

    if (run->db == NULL && db != NULL && db[0] != '\0')
        run->db = db;
}

int
catalogue_missing(const struct run *run, bool to_read)
{
    const char *db = getenv("LOYD_DB");

    return refuse(run->command->name, "no catalogue: expected %s--db FILE%s",
                  run->command->needs == PROVES_STORE ? "FILE, " : "",
                  to_read                       ? " or $LOYD_DB"
                  : db != NULL && db[0] != '\0' ? "; $LOYD_DB is only for "
                                                  "commands that write nothing"
                                                : "");
}

/*
 * The path from --db, an operand of PROVES_STORE, or, for commands that only
 * read a catalogue, $LOYD_DB. Returns an exit code, after a complaint where
 * the command needs one.
 */
static int
catalogue_name(struct run *run)
{
    enum needs needs = run->command->needs;
    const char *db = run->args.db;

    if (needs == NEEDS_NOTHING)
        return EXIT_DONE;
    if (needs == PROVES_STORE && run->n_operands > 0) {
        if (db != NULL)
            return refuse(run->command->name,
                          "both FILE and --db, and one was expected");
        db = run->operands[0];
    }
    run->db = db;
    if (only_reads(run))
        catalogue_by_environment(run);
    if (run->db != NULL || needs == TAKES_STORE || needs == MAKES_STORE)
        return EXIT_DONE;
    return catalogue_missing(run, only_reads(run));
}

loyd_err
catalogue_try(struct run *run, loyd_store_mode mode, loyd_why *why)
{
    static const loyd_listener listener = {.go_on = interrupt_goes_on};

    return loyd_store_open(run->db, mode, &listener, &run->store, why);
}

int
catalogue_open(struct run *run, loyd_store_mode mode)
{
    loyd_why why = {""};
    loyd_err err = catalogue_try(run, mode, &why);

    return report(run->db, err, &why);
}

bool
catalogue_is_to_come(const char *path, loyd_err err)
{
    struct stat status;

    return err == LOYD_E_NOT_FOUND ||
           (err == LOYD_E_FOREIGN && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode) && status.st_size == 0);
}

int
catalogue_look(struct run *run)
{
    loyd_why why = {""};
    loyd_err err;

    if (run->db == NULL)
        return EXIT_DONE;
    err = catalogue_try(run, LOYD_STORE_READ, &why);
    if (err == LOYD_E_DB) /* an older schema, mostly */
        err = catalogue_try(run, LOYD_STORE_WRITE, &why);
    if (err == LOYD_OK || catalogue_is_to_come(run->db, err))
        return EXIT_DONE;
    return report(run->db, err, &why);
}

/* Are packs what is asked about? No catalogue has part in that. */
static bool
is_of_packs(const struct run *run)
{
    struct stat status;

    return run->command->needs == PROVES_STORE &&
           (run->args.since != NULL ||
            (run->n_operands > 0 && stat(run->operands[0], &status) == 0 &&
             S_ISDIR(status.st_mode)));
}

int
catalogue_ready(struct run *run)
{
    enum needs needs = run->command->needs;
    int code;

    if (is_of_packs(run))
        return EXIT_DONE;
    code = catalogue_name(run);
    if (code != EXIT_DONE || run->db == NULL || needs == MAKES_STORE)
        return code;
    return catalogue_open(run, only_reads(run) ? LOYD_STORE_READ
                                               : LOYD_STORE_WRITE);
}

/* In one size, or in any: the store finds out which goals it names. */
static int
check_layout(const struct args *args)
{
    loyd_layout layout;
    loyd_why why = {""};
    loyd_err err;

    if (args->size.width == 0)
        return layout_is_known(args->layout) ? EXIT_DONE : EXIT_COMMAND;
    err =
        loyd_layout_parse(args->layout, strlen(args->layout), args->size.width,
                          args->size.height, &layout, &why);
    return report_option("--layout", err, &why);
}

static int
check_text(const char *option, const char *text)
{
    loyd_why why = {""};
    loyd_err err = loyd_text_check(text, strlen(text), &why);

    return report_option(option, err, &why);
}

static int
check_pick(const struct args *args)
{
    if (check_text("--pick", args->pick) != EXIT_DONE)
        return EXIT_COMMAND;
    if (args->after != NULL || args->order != LOYD_ORDER_ID)
        return refuse("--pick", "with %s, and a pick has an order of its own",
                      args->after != NULL ? "--after" : "--order");
    if (args->limit > 0)
        return EXIT_DONE;
    return refuse("--pick", "without --limit, and how many was expected");
}

static int
check_band(const struct run *run)
{
    const loyd_band *band;
    loyd_bands bands;
    loyd_why why = {""};
    loyd_err err = loyd_store_bands(run->store, &bands, &why);

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    err = loyd_bands_find(&bands, run->args.band, &band, &why);
    return report_option("--band", err, &why);
}

/* The ids of --id and --after. */
static int
read_ids(const struct args *args, loyd_filter *filter)
{
    loyd_why why = {""};
    loyd_err err = LOYD_OK;

    filter->has_id = args->id != NULL;
    if (filter->has_id)
        err = loyd_id_parse(args->id, strlen(args->id), &filter->id_first,
                            &filter->id_last, &why);
    if (err != LOYD_OK)
        return report_option("--id", err, &why);
    filter->has_after = args->after != NULL;
    if (!filter->has_after)
        return EXIT_DONE;
    err = loyd_id_parse(args->after, strlen(args->after), &filter->after,
                        &filter->after, &why);
    if (err != LOYD_OK)
        return report_option("--after", err, &why);
    if (strlen(args->after) == LOYD_ID_CHARS)
        return EXIT_DONE;
    return refuse("--after",
                  "the beginning of an id, and all %d characters were "
                  "expected",
                  LOYD_ID_CHARS);
}

int
filter_make(const struct run *run, loyd_filter *filter)
{
    const struct args *args = &run->args;
    int code;

    memset(filter, 0, sizeof(*filter));
    filter->width = args->size.width;
    filter->height = args->size.height;
    filter->layout = args->layout;
    filter->has_stm = args->stm.is_given;
    filter->stm_low = args->stm.low;
    filter->stm_high = args->stm.high;
    filter->band = args->band;
    filter->has_percentiles = args->has_percentiles;
    filter->percentiles = args->percentiles;
    filter->has_status = args->status != 0;
    if (filter->has_status)
        filter->status = (loyd_status)(args->status - 1);
    filter->has_class = args->has_class;
    filter->goal_class = args->goal_class;
    filter->seed = args->seed;
    filter->order = (loyd_order)args->order;
    filter->is_distinct = args->distinct;
    filter->pick = args->pick;
    filter->limit = args->limit;
    if (args->used && args->unused)
        return refuse(run->command->name,
                      "both --used and --unused, and one was expected");
    if (args->used || args->unused)
        filter->use = args->used ? LOYD_USE_USED : LOYD_USE_UNUSED;
    if (args->band != NULL && (code = check_band(run)) != EXIT_DONE)
        return code;
    if (args->pick != NULL && (code = check_pick(args)) != EXIT_DONE)
        return code;
    if (args->seed != NULL &&
        (code = check_text("--seed", args->seed)) != EXIT_DONE)
        return code;
    if (args->layout != NULL && (code = check_layout(args)) != EXIT_DONE)
        return code;
    return read_ids(args, filter);
}

const char *
job_place(const struct run *run, loyd_err err)
{
    static const loyd_err of_file[] = {
        LOYD_E_IO,      LOYD_E_FULL,  LOYD_E_DB,      LOYD_E_BUSY,
        LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
    };

    for (size_t i = 0; i < sizeof(of_file) / sizeof(of_file[0]); i++)
        if (err == of_file[i] && run->db != NULL)
            return run->db;
    return run->command->name;
}

#define FOLDER_SHOWN 32 /* bytes that messages leave of any name */

/* The whole name, of the folder or of one like DIR.part, or its beginning. */
static bool
begins_with(const char *text, const char *folder)
{
    char shown[FOLDER_SHOWN];
    size_t len = folder != NULL ? strlen(folder) : 0, whole;

    while (len > 1 && folder[len - 1] == '/')
        len--;
    if (len == 0)
        return false;
    whole =
        loyd_escape(LOYD_ESCAPE_TERMINAL, folder, len, shown, sizeof(shown));
    len = strlen(shown);
    return strncmp(text, shown, len) == 0 &&
           (whole > len || strchr(":/.", text[len]) != NULL);
}

const char *
job_place_by(const struct run *run, loyd_err err, const loyd_why *why)
{
    return begins_with(why->text, run->args.out) ||
                   begins_with(why->text, run->args.since)
               ? run->command->name
               : job_place(run, err);
}

/* Rows on the terminal are their own progress. */
static void
show_found(const struct run *run, uint64_t n)
{
    const loyd_progress progress = {
        .what = "finding", .done = n, .total = run->args.limit};

    if (n % 256 == 0 && !run->screen.is_terminal)
        (void)progress_show(NULL, &progress);
}

static int
walk(const struct run *run, loyd_cursor *cursor, row_fn each, void *context)
{
    int highest = EXIT_DONE, code;
    uint64_t n = 0;
    loyd_entry entry;
    bool found = true;

    while (!out_is_broken()) {
        loyd_why why = {""};
        loyd_err err = loyd_cursor_next(cursor, &entry, &found, &why);

        if (interrupted())
            return fail(run->command->name, "interrupted before the last row");
        if (err == LOYD_OK && !found)
            break;
        if (err == LOYD_OK)
            code = each(run, context, &entry);
        else {
            code = report(run->db, err, &why);
            if (run->args.json)
                json_latest();
        }
        if (code > highest)
            highest = code;
        if (err == LOYD_OK ? code == EXIT_BAD : err != LOYD_E_CORRUPT)
            break;
        show_found(run, ++n);
    }
    progress_clear();
    return highest;
}

int
catalogue_each(const struct run *run, const loyd_filter *filter, row_fn each,
               void *context, loyd_plan *plan)
{
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_find(run->store, filter, &cursor, &why);
    int code;

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    code = walk(run, cursor, each, context);
    if (plan != NULL)
        loyd_cursor_plan(cursor, plan);
    loyd_cursor_close(&cursor);
    return code;
}
