/* SPDX-License-Identifier: MIT */
/* `loyd stats`: counts the puzzles of a catalogue in groups, and draws
 * histograms. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"

static struct {
    const char *by;
    const char *of;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB, OPTIONS_OF_CONDITIONS, OPTION_DISTINCT,
    {"by", "COLUMNS",
     "a row for each combination of values of these columns, separated by "
     "commas (default: size,status)", OWN(by), .offers = column_offers},
    {"of", "COLUMN",
     "the column of numbers whose mean, least and greatest value and "
     "histogram are given (default: stm)", OWN(of), .offers = column_offers},
    OPTIONS_OF_ROWS};

/* --- histograms --- */

#define VALUE_MAX 1000 /* larger ones are not drawn */
#define BAR_MIN 10
#define LABEL_COLUMNS 10 /* blanks, the value, the bar's edge, and a count */

/* How many boards of a size have each value. */
struct values {
    const struct terminal *screen;
    char size[16]; /* "": none yet */
    uint64_t count[VALUE_MAX + 1];
};

/* Draws a bar for each value, with its count; the longest fills the line. */
static void
draw(const struct values *values)
{
    const struct terminal *screen = values->screen;
    size_t first = VALUE_MAX + 1, last = 0;
    uint64_t n = 0, most = 1;
    int room;

    for (size_t i = 0; i <= VALUE_MAX; i++)
        if (values->count[i] > 0) {
            first = first > i ? i : first;
            last = i;
            n += values->count[i];
            most = values->count[i] > most ? values->count[i] : most;
        }
    if (n == 0)
        return;
    printf("\n%s%s%s  %" PRIu64 " by %s\n", paint(screen, PAINT_BOLD),
           values->size, paint(screen, PAINT_OFF), n, opt.of);
    room = (int)screen->width - LABEL_COLUMNS -
           snprintf(NULL, 0, "%" PRIu64, most);
    if (room < BAR_MIN)
        room = BAR_MIN;
    for (size_t i = first; i <= last; i++) {
        uint64_t count = values->count[i];
        double length = (double)count / (double)most * room + 0.5;

        printf("  %4zu %s%s", i, screen->is_utf8 ? "│" : "|",
               paint(screen, PAINT_CYAN));
        /* A count above 0 is always visible. */
        for (int at = 0; count > 0 && (at == 0 || at + 1 <= length); at++)
            fputs(screen->is_utf8 ? "█" : "#", stdout);
        fputs(paint(screen, PAINT_OFF), stdout);
        if (count > 0)
            printf(" %" PRIu64, count);
        putchar('\n');
    }
}

/* Adds a count of a size and a value; a new size draws the one before. */
static void
add_value(struct values *values, const loyd_cells *stat)
{
    const char *size = stat->cell[0].text, *value = stat->cell[1].text;
    unsigned long at = value != NULL ? strtoul(value, NULL, 10) : 0;

    if (size == NULL || value == NULL || at > VALUE_MAX)
        return;
    if (strcmp(size, values->size) != 0) {
        draw(values);
        *values = (struct values){.screen = values->screen};
        snprintf(values->size, sizeof(values->size), "%s", size);
    }
    values->count[at] += strtoull(stat->cell[2].text, NULL, 10);
}

/* --- a catalogue --- */

/* Prints a group, or adds its count to the values. */
static int
take_group(void *context, const loyd_row *row)
{
    if (context != NULL)
        add_value(context, row->cells);
    else
        row_of_cells(row->cells);
    return EXIT_DONE;
}

static int
each_group(const struct run *run, const loyd_filter *filter, const char *by,
           const char *of, struct values *values)
{
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_stats(run->store, filter, by, of, &cursor, &why);

    return err == LOYD_E_SYNTAX
               ? report_option("--of", err, &why)
               : cursor_each(run, err, cursor, &why, take_group, values);
}

static int
print_stats(struct run *run, const loyd_filter *filter)
{
    struct values values = {.screen = &run->screen};
    char by[64];
    int code = each_group(run, filter, opt.by, opt.of, NULL);

    rows_flush();
    if (code != EXIT_DONE || rows_are_printed(run))
        return code;
    snprintf(by, sizeof(by), "size,%s", opt.of);
    code = each_group(run, filter, by, NULL, &values);
    if (code == EXIT_DONE)
        draw(&values);
    return code;
}

/* --- without a catalogue --- */

/* Returns the value of a column among the options. */
static const char *
asked(const struct run *run, const char *column, const char *otherwise)
{
    const loyd_filter_builder *builder = run->args.filter;

    for (size_t i = 0; builder != NULL && i < builder->filter.n_conditions;
         i++)
        if (strcmp(builder->filter.conditions[i].column, column) == 0)
            return builder->filter.conditions[i].value;
    return otherwise;
}

/* Prints how many boards of a class have each length. */
static void
print_lengths(const struct run *run, const loyd_distribution *d)
{
    struct values all = {.screen = &run->screen};
    char percentile[LOYD_PERCENTILE_TEXT];
    struct jw *row;

    snprintf(all.size, sizeof(all.size), "%ux%u", d->width, d->height);
    for (unsigned i = 1; i <= d->radius && i <= VALUE_MAX; i++) {
        all.count[i] = d->count[i];
        if (d->count[i] == 0 || !rows_are_printed(run))
            continue;
        row = row_begin();
        jw_string(row, "size", all.size);
        jw_uint(row, opt.of, i);
        jw_uint(row, "count", d->count[i]);
        loyd_percentile_print(d, i, 3, percentile);
        jw_raw(row, "percentile", percentile);
        row_end(row);
    }
    if (!rows_are_printed(run))
        draw(&all);
}

/* The exact distribution of --size and --layout that loyd contains. */
static int
print_known(struct run *run)
{
    const char *size = asked(run, "size", NULL);
    const char *text = asked(run, "layout", "rows");
    bool is_mtm = strcmp(opt.of, "mtm") == 0;
    const char *columns = is_mtm ? "size,mtm,count,percentile"
                                 : "size,stm,count,percentile";
    const loyd_distribution *d;
    loyd_layout layout;
    uint8_t width, height;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (size == NULL)
        return refuse("stats", "missing --db FILE, or --size for the lengths "
                               "of all boards of a size");
    if (!is_mtm && strcmp(opt.of, "stm") != 0)
        return refuse("--of", "expected stm or mtm, without a catalogue");
    err = loyd_size_parse(size, strlen(size), &width, &height, &why);
    if (err != LOYD_OK)
        return report_option("--size", err, &why);
    err = loyd_layout_parse(text, strlen(text), width, height, &layout, &why);
    if (err != LOYD_OK)
        return report_option("--layout", err, &why);
    d = loyd_distribution_of(&layout.goal, is_mtm ? LOYD_MTM : LOYD_STM);
    if (d == NULL || d->sample > 0)
        return deny("--size", "the boards of %ux%u have not all been solved",
                    width, height);
    code = rows_begin(run, columns, NULL);
    if (code == EXIT_DONE)
        print_lengths(run, d);
    return code;
}

#define COLUMNS_BYTES 4096 /* more than all columns */

static int
cmd_stats(struct run *run)
{
    char columns[COLUMNS_BYTES];
    int code;

    if (opt.by == NULL)
        opt.by = "size,status";
    if (opt.of == NULL)
        opt.of = "stm";
    if (run->db == NULL)
        return print_known(run);
    code = list_check(run, "--by", opt.by, FIELDS "," ASKED);
    snprintf(columns, sizeof(columns), "%s,count,mean,least,greatest", opt.by);
    if (code == EXIT_DONE)
        code = rows_begin(run, columns, columns);
    return code == EXIT_DONE ? filter_with(run, print_stats) : code;
}

const struct command command_stats = {
    "stats", "", "count the puzzles of a catalogue and draw histograms",
    "Prints a row for each combination of values of --by: the number of "
    "puzzles, and the mean, least and greatest value of --of; as text also a "
    "histogram of it for each size. The filters are those of `loyd find`.\n"
    "\n"
    "Without a catalogue, prints how many of all boards of --size have each "
    "length, where all have been solved.",
    ACTION(cmd_stats, TAKES_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd stats --db puzzles.db\n"
        "loyd stats --db puzzles.db --used no --by band,size --csv\n"
        "loyd stats --db puzzles.db --of detour\n"
        "loyd stats --size 3x4\n"};
