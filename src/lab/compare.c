/* SPDX-License-Identifier: MIT */
/* Comparisons: their sums, rows and tables. */
#include "lab/compare.h"

#include <string.h>

/* Larger boards leave out the searches that could not solve them. */
static const struct {
    unsigned cells; /* for boards of up to this many */
    const char *list;
} defaults[] = {
    {9, "bfs,dfs,astar:hamming,astar:manhattan,idastar:manhattan,"
        "constructive,loyd"},
    {LOYD_EXACT_CELLS, "astar:manhattan,idastar:manhattan,constructive,loyd"},
    {LOYD_CELLS_MAX, "constructive,loyd"},
};

const char *
comparison_default(const loyd_board *board)
{
    unsigned cells = (unsigned)board->width * board->height, i = 0;

    while (defaults[i].cells < cells)
        i++;
    return defaults[i].list;
}

static bool
is_same(const struct method *a, const struct method *b)
{
    return a->is_own == b->is_own &&
           (a->is_own ||
            memcmp(&a->classic, &b->classic, sizeof(a->classic)) == 0);
}

bool
comparison_add(struct comparison *c, const struct method *method)
{
    for (unsigned i = 0; i < c->n; i++)
        if (is_same(method, &c->tally[i].method))
            return false;
    c->tally[c->n++].method = *method;
    return true;
}

bool
comparison_has_dfs(const struct comparison *c)
{
    for (unsigned i = 0; i < c->n; i++)
        if (!c->tally[i].method.is_own &&
            c->tally[i].method.classic.algorithm == ALGORITHM_DFS)
            return true;
    return false;
}

/* Adds what the searches did on one board. */
static void
add_trials(struct comparison *c, const struct trial *trials)
{
    unsigned optimum = LOYD_LENGTH_UNKNOWN; /* none is proven */

    for (unsigned i = 0; i < c->n; i++) {
        const loyd_solution *found = &trials[i].result.solution;

        if (found->lower == found->upper)
            optimum = found->upper;
    }
    c->boards++;
    for (unsigned i = 0; i < c->n; i++) {
        const loyd_solution *found = &trials[i].result.solution;
        struct tally *tally = &c->tally[i];
        uint64_t value;

        tally->seconds += trials[i].seconds;
        for (unsigned k = 0; k < COUNTER_COUNT_; k++) {
            if (!trial_counter(&trials[i], (enum counter)k, &value))
                continue;
            if (k <= COUNTER_EXPANDED)
                tally->counter[k] += value;
            else if (value > tally->counter[k])
                tally->counter[k] = value;
        }
        if (found->upper == LOYD_LENGTH_UNKNOWN)
            continue;
        tally->solved++;
        tally->length += found->upper;
        tally->optimal += found->upper == optimum;
    }
}

loyd_err
comparison_try(struct comparison *c, const loyd_puzzle *puzzle,
               const struct trial_options *options, loyd_why *why)
{
    struct trial trials[METHODS_MAX];
    loyd_err err = LOYD_OK;
    unsigned n = 0;

    while (err == LOYD_OK && n < c->n) {
        err = trial_run(&c->tally[n].method, puzzle, options, &trials[n], why);
        n++;
    }
    if (err == LOYD_OK)
        add_trials(c, trials);
    while (n > 0)
        loyd_moves_free(&trials[--n].result.solution.path);
    return err;
}

/* --- rows --- */

const char *const comparison_columns[] = {
    "search",  "algorithm",   "heuristic", "metric",   "boards",  "solved",
    "optimal", "mean_length", "generated", "expanded", "deepest", "open",
    "closed",  "memory",      "seconds",   "ratio",    NULL};

static bool
has_counter(const struct tally *tally, enum counter counter)
{
    const struct trial trial = {.method = tally->method};
    uint64_t value;

    return trial_counter(&trial, counter, &value);
}

/* How many times as long it took as the fastest search. */
static double
ratio_of(const struct comparison *c, const struct tally *tally)
{
    double least = tally->seconds;

    for (unsigned i = 0; i < c->n; i++)
        if (c->tally[i].seconds < least)
            least = c->tally[i].seconds;
    return least > 0 ? tally->seconds / least : 1;
}

static double
mean_length(const struct tally *tally)
{
    return (double)tally->length / (double)tally->solved;
}

static void
put_decimal(struct jw *json, const char *name, double number, int decimals)
{
    char text[32];
    struct text out = text_in(text, sizeof(text));

    text_decimal(&out, number, decimals);
    jw_raw(json, name, text);
}

void
comparison_put(const struct comparison *c, const struct tally *tally,
               loyd_metric metric, struct jw *json)
{
    const struct classic *classic = &tally->method.classic;
    char name[CLASSIC_TEXT];

    method_name(&tally->method, name);
    jw_string(json, "search", name);
    if (!tally->method.is_own) {
        jw_string(json, "algorithm", algorithm_name(classic->algorithm));
        jw_string(json, "heuristic", heuristic_name(classic->heuristic));
    }
    jw_string(json, "metric", loyd_metric_name(metric));
    jw_uint(json, "boards", c->boards);
    jw_uint(json, "solved", tally->solved);
    jw_uint(json, "optimal", tally->optimal);
    if (tally->solved > 0)
        put_decimal(json, "mean_length", mean_length(tally), 3);
    for (unsigned k = 0; k < COUNTER_COUNT_; k++)
        if (has_counter(tally, (enum counter)k))
            jw_uint(json, counter_name((enum counter)k), tally->counter[k]);
    put_decimal(json, "seconds", tally->seconds, 6);
    put_decimal(json, "ratio", ratio_of(c, tally), 2);
}

/* --- the table --- */

#define COLUMNS 9
#define CELL_BYTES 32

static const char *const headings[COLUMNS] = {
    "search",   "solved", "optimal", "length", "generated",
    "expanded", "memory", "time",    "ratio"};

/* Two significant digits or more, in a unit that suits. */
static void
put_time(struct text *to, double seconds)
{
    static const char *const units[] = {"s", "ms", "us"};
    unsigned unit = 0;

    for (; seconds < 1 && unit < 2; unit++)
        seconds *= 1000;
    text_decimal(to, seconds, seconds < 10);
    text_put(to, units[unit]);
}

static void
put_bytes(struct text *to, double bytes)
{
    static const char units[] = "BKMGT";
    unsigned unit = 0;

    for (; bytes >= 1000 && unit + 2 < sizeof(units); unit++)
        bytes /= 1024;
    text_decimal(to, bytes, bytes < 10 && unit > 0);
    text_char(to, units[unit]);
}

/* Writes a mean over all boards, or a maximum of bytes. */
static void
put_counter(struct text *to, const struct comparison *c,
            const struct tally *tally, enum counter counter)
{
    uint64_t value = tally->counter[counter];

    if (!has_counter(tally, counter))
        text_char(to, '-');
    else if (counter == COUNTER_MEMORY)
        put_bytes(to, (double)value);
    else
        text_grouped(to, (value + c->boards / 2) / c->boards);
}

static void
fill_row(const struct comparison *c, const struct tally *tally,
         char row[COLUMNS][CELL_BYTES])
{
    struct text cell[COLUMNS];

    for (unsigned i = 0; i < COLUMNS; i++)
        cell[i] = text_in(row[i], CELL_BYTES);
    method_name(&tally->method, row[0]);
    text_number(&cell[1], tally->solved);
    text_number(&cell[2], tally->optimal);
    if (tally->solved > 0)
        text_decimal(&cell[3], mean_length(tally), 2);
    else
        text_char(&cell[3], '-');
    put_counter(&cell[4], c, tally, COUNTER_GENERATED);
    put_counter(&cell[5], c, tally, COUNTER_EXPANDED);
    put_counter(&cell[6], c, tally, COUNTER_MEMORY);
    put_time(&cell[7], tally->seconds / (double)c->boards);
    text_decimal(&cell[8], ratio_of(c, tally), ratio_of(c, tally) < 100);
}

static void
put_row(struct text *to, const char *const *cells, const unsigned *widths,
        unsigned gap)
{
    text_format(to, "%-*s", (int)widths[0], cells[0]);
    for (unsigned i = 1; i < COLUMNS; i++)
        text_format(to, "%*s", (int)(gap + widths[i]), cells[i]);
}

void
comparison_table(const struct comparison *c, unsigned width, const char *bold,
                 const char *plain, struct text *to)
{
    char row[METHODS_MAX][COLUMNS][CELL_BYTES];
    unsigned widths[COLUMNS], sum = 0;
    unsigned gap = 2;

    for (unsigned r = 0; r < c->n; r++)
        fill_row(c, &c->tally[r], row[r]);
    for (unsigned i = 0; i < COLUMNS; i++) {
        widths[i] = (unsigned)strlen(headings[i]);
        for (unsigned r = 0; r < c->n; r++)
            if (strlen(row[r][i]) > widths[i])
                widths[i] = (unsigned)strlen(row[r][i]);
        sum += widths[i];
    }
    if (sum + 2 * (COLUMNS - 1) > width)
        gap = 1;
    text_put(to, bold);
    put_row(to, headings, widths, gap);
    text_put(to, plain);
    text_char(to, '\n');
    for (unsigned r = 0; r < c->n; r++) {
        const char *cells[COLUMNS];

        for (unsigned i = 0; i < COLUMNS; i++)
            cells[i] = row[r][i];
        put_row(to, cells, widths, gap);
        text_char(to, '\n');
    }
}
