/* SPDX-License-Identifier: MIT */
/* `loyd stats`: counts the puzzles of a catalogue in groups, and draws
 * histograms. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"

static struct {
    const char *by;
    const char *of;
} opt;

static const struct option_row option_by = {
    "by",
    0,
    "COLUMNS",
    "a row for each combination of values of these columns, separated by "
    "commas (default: size,layout,status)",
    OWN(by), .offers = column_offers};

static const struct option_row option_of = {
    "of",
    0,
    "COLUMN",
    "the column of numbers whose mean, least and greatest value and histogram "
    "are given (default: stm)",
    OWN(of), .offers = column_offers};

option_table stats_options = {
    &option_db,
    OPTIONS_OF_CONDITIONS,
    &option_distinct,
    &option_by,
    &option_of,
    NULL,
};

const char *const stats_rules[] = {NULL};

/* --- histograms --- */

#define EIGHTHS 8
#define BAR_MIN 10
#define LABEL_COLUMNS 8 /* blanks, the value and the bar's edge */

/* Draws a bar; `length` is in eighths of a column. */
static void
draw_bar(const struct terminal *screen, unsigned length)
{
    static const char *const parts[EIGHTHS] = {"",  "▏", "▎", "▍",
                                               "▌", "▋", "▊", "▉"};

    fputs(paint(screen, PAINT_CYAN), stdout);
    for (unsigned i = 0; i < length / EIGHTHS; i++)
        fputs(screen->is_utf8 ? "█" : "#", stdout);
    if (screen->is_utf8)
        fputs(parts[length % EIGHTHS], stdout);
    fputs(paint(screen, PAINT_OFF), stdout);
}

/*
 * Prints a bar for each value first..first+n-1, with its count; the longest
 * bar fills the rest of the line.
 */
static void
histogram_draw(const struct terminal *screen, unsigned first,
               const uint64_t *counts, size_t n)
{
    uint64_t most = 1;
    unsigned room;

    for (size_t i = 0; i < n; i++)
        if (counts[i] > most)
            most = counts[i];
    room = screen->width;
    room -= LABEL_COLUMNS + 2;
    room -= (unsigned)snprintf(NULL, 0, "%" PRIu64, most);
    if (room < BAR_MIN)
        room = BAR_MIN;
    for (size_t i = 0; i < n; i++) {
        double share = (double)counts[i] / (double)most;
        unsigned length = (unsigned)(share * room * EIGHTHS + 0.5);

        /* A count above 0 is always visible. */
        if (counts[i] > 0 && length < (screen->is_utf8 ? 1 : EIGHTHS))
            length = screen->is_utf8 ? 1 : EIGHTHS;
        printf("  %4zu %s", first + i, screen->is_utf8 ? "│" : "|");
        draw_bar(screen, length);
        if (counts[i] > 0)
            printf(" %" PRIu64, counts[i]);
        putchar('\n');
    }
}

/* --- rows --- */

static int
print_stat(const struct run *run, void *context, const loyd_cells *cells)
{
    (void)run;
    (void)context;
    row_of_cells(cells);
    return EXIT_DONE;
}

typedef int (*stat_fn)(const struct run *run, void *context,
                       const loyd_cells *cells);

static int
each_stat(const struct run *run, const loyd_filter *filter, const char *by,
          const char *of, stat_fn each, void *context)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why = {""};
    int code = EXIT_DONE;
    loyd_err err = loyd_store_stats(run->store, filter, by, of, &cursor, &why);

    while (err == LOYD_OK && code == EXIT_DONE && !out_is_broken()) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        code = each(run, context, row->cells);
    }
    loyd_cursor_close(&cursor);
    return err == LOYD_OK ? code : report(run->db, err, &why);
}

/* --- the histogram of a size --- */

#define VALUE_MAX 1000 /* larger ones are not drawn */

struct lengths {
    char size[16]; /* "": none yet */
    uint64_t count[VALUE_MAX + 1];
};

static void
draw(const struct run *run, const struct lengths *lengths)
{
    size_t first = VALUE_MAX + 1, last = 0;
    uint64_t n = 0;

    for (size_t i = 0; i <= VALUE_MAX; i++)
        if (lengths->count[i] > 0) {
            first = first > i ? i : first;
            last = i;
            n += lengths->count[i];
        }
    if (n == 0)
        return;
    printf("\n%s%s%s  %" PRIu64 " by %s\n", paint(&run->screen, PAINT_BOLD),
           lengths->size, paint(&run->screen, PAINT_OFF), n, opt.of);
    histogram_draw(&run->screen, (unsigned)first, lengths->count + first,
                   last + 1 - first);
}

/* Adds a count of a size and a value; a new size draws the one before. */
static int
add_value(const struct run *run, void *context, const loyd_cells *stat)
{
    struct lengths *lengths = context;
    const char *size = stat->cell[0].text, *value = stat->cell[1].text;
    unsigned long at = value != NULL ? strtoul(value, NULL, 10) : 0;

    if (size == NULL || value == NULL || at > VALUE_MAX)
        return EXIT_DONE;
    if (strcmp(size, lengths->size) != 0) {
        draw(run, lengths);
        *lengths = (struct lengths){.count = {0}};
        snprintf(lengths->size, sizeof(lengths->size), "%s", size);
    }
    lengths->count[at] += strtoull(stat->cell[2].text, NULL, 10);
    return EXIT_DONE;
}

static int
print_histograms(const struct run *run, const loyd_filter *filter)
{
    struct lengths lengths = {.size = ""};
    char by[64];
    int code;

    snprintf(by, sizeof(by), "size,%s", opt.of);
    code = each_stat(run, filter, by, NULL, add_value, &lengths);
    if (code == EXIT_DONE)
        draw(run, &lengths);
    return code;
}

/* --- without a catalogue --- */

/* Returns the value of a column among the options; NULL: none is given. */
static const char *
asked(const struct run *run, const char *column)
{
    const loyd_filter_builder *builder = run->args.filter;

    for (size_t i = 0; builder != NULL && i < builder->filter.n_conditions;
         i++)
        if (strcmp(builder->filter.conditions[i].column, column) == 0)
            return builder->filter.conditions[i].value;
    return NULL;
}

/* Prints how many boards of a class have each length. */
static void
print_distribution(const struct run *run, const char *size,
                   const loyd_distribution *d)
{
    struct lengths all = {.size = ""};
    char percentile[LOYD_PERCENTILE_TEXT];

    snprintf(all.size, sizeof(all.size), "%s", size);
    for (unsigned i = 1; i <= d->radius; i++) {
        if (d->count[i] == 0)
            continue;
        if (rows_are_printed(run)) {
            struct jw *row = row_begin();

            jw_string(row, "size", size);
            jw_uint(row, opt.of, i);
            jw_uint(row, "count", d->count[i]);
            loyd_percentile_print(d, i, 3, percentile);
            jw_raw(row, "percentile", percentile);
            row_end(row);
        }
        all.count[i <= VALUE_MAX ? i : VALUE_MAX] += d->count[i];
    }
    if (!rows_are_printed(run))
        draw(run, &all);
}

/* The exact distribution of --size and --layout that loyd contains. */
static int
print_known(struct run *run)
{
    const char *size = asked(run, "size"), *text = asked(run, "layout");
    bool is_mtm = strcmp(opt.of, "mtm") == 0;
    const char *const columns[] = {"size", opt.of, "count", "percentile",
                                   NULL};
    const loyd_distribution *d;
    loyd_layout layout;
    uint8_t width, height;
    char name[16];
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
    text = text != NULL ? text : "rows";
    err = loyd_layout_parse(text, strlen(text), width, height, &layout, &why);
    if (err != LOYD_OK)
        return report_option("--layout", err, &why);
    d = loyd_distribution_of(&layout.goal, is_mtm ? LOYD_MTM : LOYD_STM);
    if (d == NULL || d->sample > 0)
        return deny("--size", "the boards of %ux%u have not all been solved",
                    width, height);
    code = rows_begin(run, &(struct columns){columns, NULL, NULL});
    snprintf(name, sizeof(name), "%ux%u", width, height);
    if (code == EXIT_DONE)
        print_distribution(run, name, d);
    return code;
}

static int
print_stats(struct run *run, const loyd_filter *filter)
{
    int code = each_stat(run, filter, opt.by, opt.of, print_stat, NULL);

    rows_flush();
    return code == EXIT_DONE && !rows_are_printed(run)
               ? print_histograms(run, filter)
               : code;
}

/* Checks the columns of --by, which it adds to `columns`, and that of --of. */
static int
check_groups(char *by, struct names *columns)
{
    struct names all = {.n = 0}, numbers = {.n = 0};
    loyd_field field;
    char shown[QUOTED_BYTES];

    for (unsigned at = 0; loyd_field_get(at, &field); at++) {
        names_add(&all, field.name);
        if (field.kind == LOYD_FIELD_WHOLE || field.kind == LOYD_FIELD_REAL)
            names_add(&numbers, field.name);
    }
    for (char *name; (name = strtok_r(by, ",", &by)) != NULL;) {
        if (!names_have(&all, name))
            return refuse_unknown("--by", "column", name, all.at);
        names_add(columns, name);
    }
    if (names_have(&all, opt.of) && !names_have(&numbers, opt.of))
        return refuse("--of", "'%s' is not a column of numbers",
                      quoted(opt.of, shown));
    return names_have(&numbers, opt.of)
               ? EXIT_DONE
               : refuse_unknown("--of", "column", opt.of, numbers.at);
}

int
cmd_stats(struct run *run)
{
    struct names columns = {.n = 0};
    char by[512];
    int code;

    if (opt.by == NULL)
        opt.by = "size,layout,status";
    if (opt.of == NULL)
        opt.of = "stm";
    snprintf(by, sizeof(by), "%s", opt.by);
    if ((code = check_groups(by, &columns)) != EXIT_DONE)
        return code;
    if (run->db == NULL)
        return print_known(run);
    names_add(&columns, "count");
    names_add(&columns, "mean");
    names_add(&columns, "least");
    names_add(&columns, "greatest");
    code = rows_begin(run, &(struct columns){columns.at, NULL, columns.at});
    return code == EXIT_DONE ? filter_with(run, print_stats) : code;
}
