/* SPDX-License-Identifier: MIT */
/* `loyd find`: prints the puzzles of a catalogue, one per line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/rows.h"

static struct {
    bool sql;
    bool total;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB, OPTIONS_OF_FILTERS,
    {"total", NULL, "print only the number of puzzles", OWN(total)},
    {"sql", NULL,
     "print the SQL statement of the query for sqlite3, instead of the "
     "puzzles",
     OWN(sql)},
    OPTIONS_OF_ROWS};

/* --- the statement --- */

static int
print_sql(const struct run *run, const loyd_filter *filter)
{
    char *sql = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_sql(run->store, filter, &sql, &why);

    if (err == LOYD_E_UNSUPPORTED)
        return refuse("find", "--sql: %s", why.text);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    printf("%s;\n", sql);
    free(sql);
    return EXIT_DONE;
}

/* --- the rows --- */

/* Finds the field of a column. */
static bool
find_field(const char *name, loyd_field *field)
{
    unsigned at = 0;

    while (loyd_field_get(at, field) && strcmp(field->name, name) != 0)
        at++;
    return loyd_field_get(at, field);
}

/* Returns whether a puzzle has a value of a column. */
static bool
has_any(const struct run *run, const char *column)
{
    char where[64];
    const loyd_filter known = {.where = where, .limit = 1};
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    bool found;

    snprintf(where, sizeof(where), "%s IS NOT NULL", column);
    found = loyd_store_rows(run->store, &known, "puzzle_id", &cursor, NULL) ==
                LOYD_OK &&
            loyd_cursor_next(cursor, &row, NULL) == LOYD_OK && row != NULL;
    loyd_cursor_close(&cursor);
    return found;
}

/* The command that computes a column where it is absent; NULL: none. */
static const char *
maker_of(const loyd_field *field)
{
    if (strncmp(field->name, "difficulty", 10) == 0 ||
        strcmp(field->name, "games") == 0)
        return "play";
    if (field->is_trait || field->metric == LOYD_MTM)
        return "rate";
    return strcmp(field->name, "band") == 0 ||
                   strcmp(field->name, "percentile") == 0
               ? "bands"
               : NULL;
}

/* Says so if a column that is asked for was computed for no puzzle. */
static void
note_missing(const struct run *run, const char *name)
{
    loyd_field field;

    if (find_field(name, &field) && maker_of(&field) != NULL &&
        !has_any(run, name))
        note(run->db, "no puzzle has %s: see `loyd help %s`", name,
             maker_of(&field));
}

/* The same for all columns of a filter, if it found nothing, and of its
 * order. */
static void
note_all_missing(const struct run *run, const loyd_filter *filter, bool found)
{
    const char *order = filter->order;

    for (size_t i = 0; !found && i < filter->n_conditions; i++)
        note_missing(run, filter->conditions[i].column);
    if (order != NULL)
        note_missing(run, order + (order[0] == '-'));
}

static int
print_row(void *found, const loyd_row *row)
{
    *(bool *)found = true;
    row_of_cells(row->cells);
    return EXIT_DONE;
}

static int
print_rows(struct run *run, const loyd_filter *filter)
{
    loyd_cursor *cursor = NULL;
    bool found = false;
    loyd_why why = {""};
    loyd_err err =
        loyd_store_rows(run->store, filter, rows_list(), &cursor, &why);
    int code = cursor_each(run, err, cursor, &why, print_row, &found);

    if (code == EXIT_DONE)
        note_all_missing(run, filter, found);
    return code;
}

/* Prints how many puzzles find would print without --total. */
static int
print_number(const struct run *run, const loyd_filter *filter)
{
    uint64_t count = 0;
    loyd_why why = {""};
    loyd_err err = loyd_store_count(run->store, filter, &count, &why);

    if (err != LOYD_OK)
        return report_job(run, err, &why);
    note_all_missing(run, filter, count > 0);
    SUMS(SUM("!count=$", count));
    return EXIT_DONE;
}

static int
find(struct run *run, const loyd_filter *filter)
{
    return opt.total ? print_number(run, filter)
           : opt.sql ? print_sql(run, filter)
                     : print_rows(run, filter);
}

static int
cmd_find(struct run *run)
{
    return filter_with(run, find);
}

const struct command command_find = {
    "find", "", "find puzzles by size, layout, length and more",
    "Prints one line per puzzle: id, size, optimal length (A..B: an "
    "interval), start, goal. A puzzle must match every option, and one of "
    "its values. The order is that of ids, which is as good as random. For "
    "the next page, repeat the command with --after and the last id.",
    ACTION(cmd_find, NEEDS_STORE,
           FIELDS "," ASKED,
           "puzzle_id,size,length,board,goal"),
    option_table, 0, 0,
    .examples =
    "loyd find --db puzzles.db --size 4x4 --stm 40..45 --limit 5\n"
    "loyd find --db puzzles.db --layout spiral --band hard,expert --total\n"
    "loyd find --db puzzles.db --class 4x4@0.0 --order -stm -n 10\n"
    "loyd find --db my.db --recipe '4x4/rows~g1~monday~*' --csv\n",
    .rules =
        "--sql excludes --json,--csv,--columns,--total\n"
        "--total excludes --csv,--columns\n"
        "--pick needs --limit\n"};
