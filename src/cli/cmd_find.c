/* SPDX-License-Identifier: MIT */
/* `loyd find`: prints the puzzles of a catalogue, one per line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/named.h"

static struct {
    bool sql;
    bool count;
} opt;

static const struct option_row option_of_name = {
    "name", 0, "NAME", "only the puzzle of this name", OPTION_FILTER("name")};
static const struct option_row option_count = {
    "count", 0, NULL, "print only the number of puzzles", OWN(count)};
static const struct option_row option_sql = {
    "sql", 0, NULL,
    "print the SQL statement of the query for sqlite3, instead of the puzzles",
    OWN(sql)};

option_table find_options = {
    &option_db,    OPTIONS_OF_FILTERS, &option_of_name, &option_count,
    &option_sql,   &option_json,       &option_csv,     NULL,
};

const char *const find_rules[] = {
    "--sql excludes --json,--csv,--count",
    "--csv excludes --count",
    NULL,
};

/* --- the table on a terminal --- */

/* The columns of a row, as text. */
struct listed {
    char id[LOYD_ID_CHARS + 1];
    char size[8];
    char length[LENGTH_TEXT];
    char board[LOYD_BOARD_TEXT];
    char goal[LOYD_BOARD_TEXT];
};

#define WAITING 64 /* rows that set the width of the columns */

struct listing {
    const struct terminal *screen;
    struct listed rows[WAITING];
    size_t n;
    bool is_headed; /* the heading is printed, and widths are fixed */
    loyd_metric metric;
    int size, length, board;
};

static void
listed_make(const loyd_entry *entry, loyd_metric metric, struct listed *row)
{
    const loyd_puzzle *puzzle = &entry->puzzle;

    loyd_id_print(&entry->id, row->id);
    snprintf(row->size, sizeof(row->size), "%ux%u", puzzle->start.width,
             puzzle->start.height);
    entry_text(entry, metric, row->length);
    loyd_board_print(&puzzle->start, LOYD_FORM_ROWS, row->board);
    loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, row->goal);
}

/* Returns NULL if out of memory. */
static struct listing *
listing_new(const struct run *run)
{
    struct listing *listing = calloc(1, sizeof(*listing));

    if (listing != NULL) {
        listing->screen = &run->screen;
        listing->metric = metric_of(&run->args);
        listing->size = (int)strlen("size");
        listing->length = (int)strlen(loyd_metric_name(listing->metric));
        listing->board = (int)strlen("board");
    }
    return listing;
}

static void
print_columns(const struct listing *listing, const struct listed *row)
{
    printf("%s  %-*s  %*s  %-*s  %s\n", row->id, listing->size, row->size,
           listing->length, row->length, listing->board, row->board,
           row->goal);
}

static void
widen(int *width, const char *text)
{
    int len = (int)strlen(text);

    if (len > *width)
        *width = len;
}

static void
print_waiting(struct listing *listing)
{
    for (size_t i = 0; i < listing->n; i++) {
        widen(&listing->size, listing->rows[i].size);
        widen(&listing->length, listing->rows[i].length);
        widen(&listing->board, listing->rows[i].board);
    }
    if (listing->n > 0 && !listing->is_headed)
        printf("%s%-*s  %-*s  %*s  %-*s  goal%s\n",
               paint(listing->screen, PAINT_BOLD), LOYD_ID_CHARS, "id",
               listing->size, "size", listing->length,
               loyd_metric_name(listing->metric), listing->board, "board",
               paint(listing->screen, PAINT_OFF));
    listing->is_headed = true;
    for (size_t i = 0; i < listing->n; i++)
        print_columns(listing, &listing->rows[i]);
    listing->n = 0;
}

static void
listing_add(struct listing *listing, const loyd_entry *entry)
{
    listed_make(entry, listing->metric, &listing->rows[listing->n++]);
    if (listing->is_headed || listing->n == WAITING)
        print_waiting(listing);
}

/* Prints the waiting rows, and frees the listing. */
static void
listing_end(struct listing **listing)
{
    if (*listing != NULL)
        print_waiting(*listing);
    free(*listing);
    *listing = NULL;
}

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
    puts(sql);
    free(sql);
    return EXIT_DONE;
}

/* --- the rows --- */

static int
print_row(const struct run *run, void *context, const loyd_entry *entry)
{
    struct listed row;
    (void)context;

    listed_make(entry, metric_of(&run->args), &row);
    printf("%s\t%s\t%s\t%s\t%s\n", row.id, row.size, row.length, row.board,
           row.goal);
    return EXIT_DONE;
}

static int
list_row(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    listing_add(context, entry);
    return EXIT_DONE;
}

/* Prints the table of a terminal; a pipe gets the lines of print_row. */
static int
print_table(const struct run *run, const loyd_filter *filter)
{
    struct listing *listing = listing_new(run);
    int code;

    if (listing == NULL)
        return report("find", LOYD_E_NOMEM, NULL);
    code = catalogue_each(run, filter, list_row, listing);
    listing_end(&listing);
    return code;
}

static int
print_json(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    (void)context;
    return json_entry(entry, NULL);
}

static int
print_csv(const struct run *run, void *context, const loyd_entry *entry)
{
    loyd_metric metric = metric_of(&run->args);
    const bool *has_names = context;
    size_t len = loyd_entry_csv(entry, metric, *has_names, NULL, 0);
    char *text = malloc(len + 1);

    if (text == NULL)
        return report("find", LOYD_E_NOMEM, NULL);
    loyd_entry_csv(entry, metric, *has_names, text, len + 1);
    puts(text);
    free(text);
    return EXIT_DONE;
}

/* Prints the heading and the rows, with a column for names if the catalogue
 * has any. */
static int
print_csv_rows(const struct run *run, const loyd_filter *filter)
{
    bool has_names = false;
    loyd_why why = {""};
    loyd_err err = loyd_store_has_names(run->store, &has_names, &why);

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    puts(loyd_entry_csv_head(metric_of(&run->args), has_names));
    return catalogue_each(run, filter, print_csv, &has_names);
}

/* Prints how many puzzles find would print without --count. */
static int
print_number(const struct run *run, const loyd_filter *filter)
{
    uint64_t count = 0;
    struct jw *json;
    loyd_why why = {""};
    loyd_err err = loyd_store_count(run->store, filter, &count, &why);

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    if (!run->args.json) {
        printf("%" PRIu64 "\n", count);
        return EXIT_DONE;
    }
    json = json_begin();
    jw_uint(json, "count", count);
    json_end(json);
    return EXIT_DONE;
}

/* A name that no puzzle has is an answer, not an error. */
static int
check_name(const struct run *run, const char *name)
{
    char shown[QUOTED_BYTES];
    bool found = true;
    loyd_id id;
    int code = EXIT_DONE;

    if (name != NULL)
        code = named_id(run, name, &id, &found);
    return found || code != EXIT_DONE
               ? code
               : deny(run->db, "no puzzle '%s'", quoted(name, shown));
}

static int
print_found(const struct run *run, const loyd_filter *filter)
{
    row_fn print = print_row;

    if (opt.count)
        return print_number(run, filter);
    if (opt.sql)
        return print_sql(run, filter);
    if (run->args.csv)
        return print_csv_rows(run, filter);
    if (run->args.json)
        print = print_json;
    else if (run->screen.is_terminal)
        return print_table(run, filter);
    return catalogue_each(run, filter, print, NULL);
}

int
cmd_find(struct run *run)
{
    struct filter_lists lists;
    loyd_filter filter;
    int code = filter_make(run, &lists, &filter);

    if (code == EXIT_DONE &&
        (code = check_name(run, filter.name)) == EXIT_DONE)
        code = print_found(run, &filter);
    filter_lists_free(&lists);
    return code;
}
