/* SPDX-License-Identifier: MIT */
/*
 * `loyd stats`: counts the puzzles of a catalogue and draws histograms. Goals
 * without a short name share one row: memory does not grow with the catalogue.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/range.h"
#include "cli/band_counts.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/filter.h"
#include "cli/json.h"

option_table stats_options = {
    &option_db, OPTIONS_OF_CONDITIONS, &option_distinct, OPTIONS_OF_ROWS, NULL,
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

#define NAME_BYTES 64

/* One line of the table. */
struct group {
    uint8_t width, height;
    char layout[NAME_BYTES];
    uint64_t by_status[LOYD_STATUS_COUNT_];
    double moves; /* sum of the proven lengths */
};

/* The proven lengths of one size; count[stm] puzzles have that optimum. */
struct lengths {
    uint8_t width, height;
    uint64_t *count;
    size_t n, room;
};

struct summary {
    struct group *groups;
    size_t n_groups, room_groups;
    struct lengths *sizes;
    size_t n_sizes, room_sizes;
    struct band_counts bands;
};

/* The stats are sorted: a group is the latest one or a new one. */
static struct group *
group_of(struct summary *summary, const loyd_stat *stat)
{
    char name[NAME_BYTES];
    struct group *group;

    if (strncmp(stat->layout, "goal=", strlen("goal=")) == 0)
        snprintf(name, sizeof(name), "goal=...");
    else
        loyd_escape(LOYD_ESCAPE_TERMINAL, stat->layout, strlen(stat->layout),
                    name, sizeof(name));
    for (size_t i = summary->n_groups; i-- > 0;) {
        group = &summary->groups[i];
        if (group->width == stat->width && group->height == stat->height &&
            strcmp(group->layout, name) == 0)
            return group;
    }
    if (!ARRAY_ROOM(summary->groups, summary->room_groups,
                    summary->n_groups + 1))
        return NULL;
    group = &summary->groups[summary->n_groups++];
    *group = (struct group){.width = stat->width, .height = stat->height};
    strcpy(group->layout, name);
    return group;
}

static struct lengths *
lengths_of(struct summary *summary, const loyd_stat *stat)
{
    struct lengths *lengths;

    for (size_t i = summary->n_sizes; i-- > 0;) {
        lengths = &summary->sizes[i];
        if (lengths->width == stat->width && lengths->height == stat->height)
            return lengths;
    }
    if (!ARRAY_ROOM(summary->sizes, summary->room_sizes, summary->n_sizes + 1))
        return NULL;
    lengths = &summary->sizes[summary->n_sizes++];
    *lengths = (struct lengths){.width = stat->width, .height = stat->height};
    return lengths;
}

/* Counts the puzzles of a row. Returns false if out of memory. */
static bool
add_stat(struct summary *summary, const loyd_stat *stat)
{
    struct group *group = group_of(summary, stat);
    struct lengths *lengths;

    if (group == NULL)
        return false;
    group->by_status[stat->status] += stat->count;
    if (stat->status != LOYD_STATUS_PROVEN)
        return true;
    group->moves += (double)stat->length * (double)stat->count;
    lengths = lengths_of(summary, stat);
    if (lengths == NULL ||
        !ARRAY_ROOM(lengths->count, lengths->room, (size_t)stat->length + 1))
        return false;
    while (lengths->n <= stat->length)
        lengths->count[lengths->n++] = 0;
    lengths->count[stat->length] += stat->count;
    return band_counts_add(&summary->bands, stat);
}

static void
print_stat(const struct run *run, const struct summary *summary,
           const loyd_stat *stat)
{
    struct jw *json = row_begin();

    json_size(json, stat->width, stat->height);
    jw_string(json, "layout", stat->layout);
    jw_string(json, "status", loyd_status_name(stat->status));
    if (stat->status == LOYD_STATUS_PROVEN)
        jw_uint(json, loyd_metric_name(metric_of(&run->args)), stat->length);
    jw_uint(json, "count", stat->count);
    if (stat->status == LOYD_STATUS_PROVEN && stat->distribution != NULL)
        json_percentile(json, stat->distribution, stat->length,
                        &summary->bands.bands);
    row_end(json);
}

static loyd_err
read_stats(const struct run *run, const loyd_filter *filter,
           struct summary *summary, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_store_stats(run->store, filter, &cursor, why);

    while (err == LOYD_OK && !out_is_broken()) {
        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        if (rows_are_printed(run))
            print_stat(run, summary, row->stat);
        if (!add_stat(summary, row->stat))
            err = LOYD_E_NOMEM;
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* The columns of numbers, in the order in which they are printed. */
enum number { PUZZLES, PROVEN, BOUNDED, UNRATED, MEAN, NUMBERS };

#define SIZE_COLUMNS 5
#define NUMBER_COLUMNS 9 /* with a blank before */
#define LAYOUT_MIN 7
#define LAYOUT_MAX 28
#define LINE_MAX 79

/* The columns of the table that fit into a line. */
struct table {
    bool has[NUMBERS];
    bool is_cut; /* layouts are shortened to their column */
    unsigned layout_width;
};

/* In a narrow terminal those columns are left out that matter least; layouts
   have the rest of the line. */
static struct table
table_fit(const struct terminal *screen)
{
    static const enum number least[] = {UNRATED, BOUNDED, MEAN, PROVEN};
    unsigned line = screen->width < LINE_MAX ? screen->width : LINE_MAX;
    unsigned used = SIZE_COLUMNS + 1 + NUMBERS * NUMBER_COLUMNS;
    struct table table = {.is_cut = screen->is_terminal};

    for (unsigned i = 0; i < NUMBERS; i++)
        table.has[i] = true;
    for (size_t i = 0; i < sizeof(least) / sizeof(least[0]); i++)
        if (used + LAYOUT_MIN > line && table.has[least[i]]) {
            table.has[least[i]] = false;
            used -= NUMBER_COLUMNS;
        }
    table.layout_width = line > used + LAYOUT_MIN ? line - used : LAYOUT_MIN;
    if (table.layout_width > LAYOUT_MAX)
        table.layout_width = LAYOUT_MAX;
    return table;
}

static void
print_layout(const struct table *table, const char *layout)
{
    int width = (int)table->layout_width;

    if (table->is_cut && strlen(layout) > table->layout_width)
        printf(" %.*s...", width - 3, layout);
    else
        printf(" %-*s", width, layout);
}

static void
print_group(const struct table *table, const char *size,
            const struct group *group)
{
    const uint64_t *by_status = group->by_status;
    uint64_t n[MEAN] = {
        [PROVEN] = by_status[LOYD_STATUS_PROVEN],
        [BOUNDED] = by_status[LOYD_STATUS_BOUNDED],
        [UNRATED] = by_status[LOYD_STATUS_UNRATED],
    };

    for (int i = 0; i < LOYD_STATUS_COUNT_; i++)
        n[PUZZLES] += by_status[i];
    printf("%-*s", SIZE_COLUMNS, size);
    print_layout(table, group->layout);
    for (unsigned i = 0; i < MEAN; i++)
        if (table->has[i])
            printf(" %8" PRIu64, n[i]);
    if (table->has[MEAN] && n[PROVEN] > 0)
        printf(" %8.2f", group->moves / (double)n[PROVEN]);
    else if (table->has[MEAN])
        fputs("        -", stdout);
    putchar('\n');
}

static void
join(struct group *to, const struct group *group)
{
    to->moves += group->moves;
    for (int s = 0; s < LOYD_STATUS_COUNT_; s++)
        to->by_status[s] += group->by_status[s];
}

/* Prints each layout that several sizes have, for all sizes together. */
static void
print_layouts(const struct table *table, const struct summary *summary)
{
    for (size_t i = 0; i < summary->n_groups; i++) {
        struct group all = summary->groups[i];
        size_t n_before = 0, n_after = 0;

        for (size_t k = 0; k < summary->n_groups; k++) {
            const struct group *group = &summary->groups[k];

            if (k == i || strcmp(group->layout, all.layout) != 0)
                continue;
            n_before += k < i;
            n_after += k > i;
            join(&all, group);
        }
        if (n_before == 0 && n_after > 0)
            print_group(table, "all", &all);
    }
}

static void
print_groups(const struct run *run, const struct summary *summary)
{
    struct group all = {.layout = ""};
    char mean[16];
    const char *const heads[NUMBERS] = {"puzzles", "proven", "bounded",
                                        "unrated", mean};
    struct table table = table_fit(&run->screen);

    snprintf(mean, sizeof(mean), "mean %s",
             loyd_metric_name(metric_of(&run->args)));
    printf("%s%-*s", paint(&run->screen, PAINT_BOLD), SIZE_COLUMNS, "size");
    print_layout(&table, "layout");
    for (unsigned i = 0; i < NUMBERS; i++)
        if (table.has[i])
            printf(" %8s", heads[i]);
    puts(paint(&run->screen, PAINT_OFF));
    for (size_t i = 0; i < summary->n_groups; i++) {
        const struct group *group = &summary->groups[i];
        char size[16];

        snprintf(size, sizeof(size), "%ux%u", group->width, group->height);
        print_group(&table, size, group);
        join(&all, group);
    }
    print_layouts(&table, summary);
    print_group(&table, "total", &all);
}

/* A summary of the lengths of one size. */
struct spread {
    uint64_t puzzles;
    size_t first; /* the least length there is */
    double mean;
};

static struct spread
spread_of(const struct lengths *lengths)
{
    struct spread spread = {0, lengths->n, 0};
    double moves = 0;

    for (size_t stm = 0; stm < lengths->n; stm++) {
        spread.puzzles += lengths->count[stm];
        moves += (double)stm * (double)lengths->count[stm];
        if (spread.first > stm && lengths->count[stm] > 0)
            spread.first = stm;
    }
    spread.mean = moves / (double)spread.puzzles;
    return spread;
}

static const char *
tile_words(const struct run *run)
{
    return metric_of(&run->args) == LOYD_MTM ? "multi-tile" : "single-tile";
}

static void
print_lengths(const struct run *run, const struct lengths *lengths)
{
    struct spread spread = spread_of(lengths);
    char size[16], range[96], moves[32], mean[32], numbers[RANGE_WORDS];
    size_t room = run->screen.width;

    snprintf(size, sizeof(size), "%ux%u", lengths->width, lengths->height);
    snprintf(range, sizeof(range), "  %" PRIu64 " proven, %s", spread.puzzles,
             range_words(spread.first, lengths->n - 1, "", numbers));
    snprintf(moves, sizeof(moves), " %s move%s", tile_words(run),
             lengths->n - 1 == 1 ? "" : "s");
    snprintf(mean, sizeof(mean), ", mean %.2f", spread.mean);
    /* A narrow terminal has no room for all of them. */
    if (strlen(size) + strlen(range) + strlen(moves) + strlen(mean) > room)
        moves[0] = '\0';
    if (strlen(size) + strlen(range) + strlen(mean) > room)
        mean[0] = '\0';
    printf("\n%s%s%s%s%s%s\n", paint(&run->screen, PAINT_BOLD), size,
           paint(&run->screen, PAINT_OFF), range, moves, mean);
    histogram_draw(&run->screen, (unsigned)spread.first,
                   lengths->count + spread.first, lengths->n - spread.first);
}

static void
summary_clear(struct summary *summary)
{
    for (size_t i = 0; i < summary->n_sizes; i++)
        free(summary->sizes[i].count);
    free(summary->sizes);
    free(summary->bands.classes);
    free(summary->groups);
}

static int
print_stats(struct run *run, const loyd_filter *filter)
{
    struct summary summary = {.n_groups = 0};
    loyd_why why = {""};
    loyd_err err;
    int code = bands_take(run, &summary.bands.bands);

    if (code != EXIT_DONE)
        return code;
    err = read_stats(run, filter, &summary, &why);
    if (err == LOYD_OK && !rows_are_printed(run)) {
        print_groups(run, &summary);
        for (size_t i = 0; i < summary.n_sizes; i++)
            print_lengths(run, &summary.sizes[i]);
        band_counts_print(&run->screen, metric_of(&run->args), &summary.bands);
    }
    summary_clear(&summary);
    return err == LOYD_OK ? code : report(run->db, err, &why);
}

int
cmd_stats(struct run *run)
{
    const char *const columns[] = {
        "size",   "layout",
        "status", loyd_metric_name(metric_of(&run->args)),
        "count",  "percentile",
        "band",   "percentile_sample",
        NULL};
    int code = rows_begin(run, &(struct columns){columns, NULL, NULL});

    return code == EXIT_DONE ? filter_with(run, print_stats) : code;
}
