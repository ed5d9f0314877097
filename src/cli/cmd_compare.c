/* SPDX-License-Identifier: MIT */
/* `loyd compare`: runs several searches over the same boards. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "cli/boards.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/solved.h"
#include "cli/solving.h"
#include "cli/trial.h"

#define METHODS_MAX 16
#define NODES_DEFAULT 10000000

static struct {
    const char *algorithms;
} opt;

static const struct option_row option_algorithms = {
    "algorithms", 0, "LIST",
    "searches to compare, separated by commas: bfs, dfs, astar, idastar, "
    "constructive and loyd, its own solver; a heuristic may follow, such as "
    "astar:hamming (default: those that suit the size of the first board)",
    OWN(algorithms), .group = GROUP_SEARCH};
static const struct option_row option_compare_nodes = {
    "nodes", 0, "N",
    "most nodes of a search for each board (default: 10000000, and for loyd "
    "those of solve)",
    SHARED_NUMBER(nodes, 1, INT64_MAX), .group = GROUP_SEARCH};

option_table compare_options = {
    &option_algorithms, &option_layout, &option_goal, &option_metric,
    &option_compare_nodes, &option_depth, &option_memory, &option_threads,
    &option_names_db, OPTIONS_OF_ROWS, NULL,
};

static const char own_name[] = "loyd"; /* of our solver, in --algorithms */

/* What a search did on all boards. */
struct tally {
    struct method method;
    uint64_t solved;
    uint64_t optimal; /* solutions as short as a proven optimum */
    uint64_t length;  /* sum over the solved boards */
    /* Sums; of COUNTER_MEMORY and others that are sizes, the maximum. */
    uint64_t counter[COUNTER_COUNT_];
    double seconds;
};

struct comparison {
    struct tally tally[METHODS_MAX];
    unsigned n;
    uint64_t boards;
};

/* --- the searches --- */

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

static const char *
default_list(const loyd_board *board)
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

/* Is there an algorithm of this name? If not, reports it. */
static bool
is_known(struct slice name)
{
    const char *names[ALGORITHM_COUNT_ + 2] = {NULL};
    char shown[QUOTED_BYTES];

    for (unsigned i = 0; i < ALGORITHM_COUNT_; i++)
        names[i] = algorithm_name((enum algorithm)i);
    names[ALGORITHM_COUNT_] = own_name;
    for (unsigned i = 0; names[i] != NULL; i++)
        if (slice_is(name, names[i]))
            return true;
    snprintf(shown, sizeof(shown), "%.*s", (int)name.len, name.at);
    refuse_unknown("--algorithms", "algorithm", shown, names);
    return false;
}

/* Appends one search. */
static int
add_method(struct comparison *c, struct slice word)
{
    struct method method = {.is_own = slice_is(word, own_name)};
    struct slice rest = word, head;
    char name[CLASSIC_TEXT];
    loyd_why why = {""};
    loyd_err err = LOYD_OK;

    (void)slice_cut(&rest, ':', &head);
    if (!is_known(head))
        return EXIT_COMMAND;
    if (!method.is_own)
        err = classic_parse(word.at, word.len, &method.classic, &why);
    if (err != LOYD_OK)
        return report_option("--algorithms", err, &why);
    for (unsigned i = 0; i < c->n; i++)
        if (is_same(&method, &c->tally[i].method)) {
            method_print(&method, name);
            return refuse("--algorithms", "%s is given twice", name);
        }
    if (c->n == METHODS_MAX)
        return refuse("--algorithms", "too many: expected at most %d",
                      METHODS_MAX);
    c->tally[c->n++].method = method;
    return EXIT_DONE;
}

static int
add_list(struct comparison *c, const char *list)
{
    struct slice rest = slice_of(list), word;
    int code = EXIT_DONE;
    bool is_more;

    do {
        is_more = slice_cut(&rest, ',', &word);
        code = add_method(c, word);
    } while (code == EXIT_DONE && is_more);
    return code;
}

/* --- the boards --- */

/* Adds what the searches did on one board. */
static void
add_trials(struct comparison *c, const struct trial *trials)
{
    unsigned optimum = LOYD_STM_UNKNOWN; /* none is proven */

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
        if (found->upper == LOYD_STM_UNKNOWN)
            continue;
        tally->solved++;
        tally->length += found->upper;
        tally->optimal += found->upper == optimum;
    }
}

static int
try_all(const struct run *run, struct comparison *c, const struct item *item,
        const loyd_solve_options *own)
{
    struct trial trials[METHODS_MAX];
    int code = EXIT_DONE;
    unsigned n = 0;

    while (code == EXIT_DONE && n < c->n) {
        code = trial_run(run, &c->tally[n].method, &item->puzzle, own,
                         &trials[n]);
        n++;
    }
    if (code == EXIT_DONE)
        add_trials(c, trials);
    while (n > 0)
        loyd_moves_free(&trials[--n].result.solution.path);
    return code;
}

static int
read_all(const struct run *run, struct boards *boards, struct comparison *c,
         const loyd_solve_options *own)
{
    int highest = EXIT_DONE;
    struct item item;

    while (boards_next(boards, &item)) {
        int code = item.code;

        if (code == EXIT_DONE && (code = item_judge(&item)) == EXIT_NO)
            message(item.where, "unsolvable");
        if (code == EXIT_DONE && c->n == 0)
            code = add_list(c, default_list(&item.puzzle.start));
        if (code == EXIT_DONE)
            code = try_all(run, c, &item, own);
        highest = exit_higher(highest, code);
        item_clear(&item);
    }
    return highest;
}

/* --- output --- */

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
raw_decimal(struct jw *json, const char *name, double number, int decimals)
{
    char text[32];
    struct text out = text_in(text, sizeof(text));

    text_decimal(&out, number, decimals);
    jw_raw(json, name, text);
}

static void
print_tally(const struct comparison *c, const struct tally *tally,
            loyd_metric metric)
{
    const struct classic *classic = &tally->method.classic;
    char name[CLASSIC_TEXT];
    struct jw *json = row_begin();

    method_print(&tally->method, name);
    jw_string(json, "search", name);
    if (!tally->method.is_own) {
        jw_string(json, "algorithm",
                  algorithm_name((enum algorithm)classic->algorithm));
        jw_string(json, "heuristic",
                  heuristic_name((enum heuristic_kind)classic->heuristic));
    }
    jw_string(json, "metric", loyd_metric_name(metric));
    jw_uint(json, "boards", c->boards);
    jw_uint(json, "solved", tally->solved);
    jw_uint(json, "optimal", tally->optimal);
    if (tally->solved > 0)
        raw_decimal(json, "mean_length", mean_length(tally), 3);
    for (unsigned k = 0; k < COUNTER_COUNT_; k++)
        if (has_counter(tally, (enum counter)k))
            jw_uint(json, counter_name((enum counter)k), tally->counter[k]);
    raw_decimal(json, "seconds", tally->seconds, 6);
    raw_decimal(json, "ratio", ratio_of(c, tally), 2);
    row_end(json);
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
    method_print(&tally->method, row[0]);
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
print_row(const char *const *cells, const unsigned *widths, unsigned gap)
{
    printf("%-*s", (int)widths[0], cells[0]);
    for (unsigned i = 1; i < COLUMNS; i++)
        printf("%*s", (int)(gap + widths[i]), cells[i]);
}

static void
print_table(const struct run *run, const struct comparison *c)
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
    if (sum + 2 * (COLUMNS - 1) > run->screen.width)
        gap = 1;
    print_count(c->boards, "board");
    printf(" in %s; length, generated, expanded and time are means\n\n%s",
           metric_of(&run->args) == LOYD_MTM ? "MTM" : "STM",
           paint(&run->screen, PAINT_BOLD));
    print_row(headings, widths, gap);
    puts(paint(&run->screen, PAINT_OFF));
    for (unsigned r = 0; r < c->n; r++) {
        const char *cells[COLUMNS];

        for (unsigned i = 0; i < COLUMNS; i++)
            cells[i] = row[r][i];
        print_row(cells, widths, gap);
        putchar('\n');
    }
}

static void
print_all(const struct run *run, const struct comparison *c)
{
    loyd_metric metric = metric_of(&run->args);

    if (c->boards == 0)
        return;
    if (!rows_are_printed(run))
        print_table(run, c);
    for (unsigned i = 0; rows_are_printed(run) && i < c->n; i++)
        print_tally(c, &c->tally[i], metric);
}

/* --- the command --- */

static bool
has_dfs(const struct comparison *c)
{
    for (unsigned i = 0; i < c->n; i++)
        if (!c->tally[i].method.is_own &&
            c->tally[i].method.classic.algorithm == ALGORITHM_DFS)
            return true;
    return false;
}

static int
read_options(const struct run *run, struct comparison *c)
{
    const struct args *args = &run->args;
    int code = EXIT_DONE;

    if (opt.algorithms == NULL)
        return EXIT_DONE;
    if ((code = add_list(c, opt.algorithms)) != EXIT_DONE)
        return code;
    if (args->depth != 0 && !has_dfs(c))
        return refuse_without("compare", "--depth", "--algorithms dfs");
    return EXIT_DONE;
}

int
cmd_compare(struct run *run)
{
    const loyd_solve_options own = {
        .nodes = run->args.nodes,
        .effort = run->args.nodes == 0 ? LOYD_EFFORT_QUICK : LOYD_EFFORT_NONE,
        .is_wide_only = true,
        .metric = metric_of(&run->args)};
    struct comparison *c = calloc(1, sizeof(*c));
    struct boards boards;
    static const char *const head[] = {"search",  "algorithm",   "heuristic",
                                       "metric",  "boards",      "solved",
                                       "optimal", "mean_length", NULL};
    struct names names = {.n = 0};
    int code, closed = EXIT_DONE;

    names_add_all(&names, head);
    names_add_all(&names, trial_columns + 1); /* not the search */
    names_add(&names, "ratio");
    if (run->args.nodes == 0)
        run->args.nodes = NODES_DEFAULT;
    code = c != NULL ? read_options(run, c)
                     : report("compare", LOYD_E_NOMEM, NULL);
    if (code == EXIT_DONE)
        code = rows_begin(run, &(struct columns){names.at, NULL, NULL});
    if (code == EXIT_DONE && (code = boards_open(run, &boards)) == EXIT_DONE &&
        (code = solver_start(run, progress_part)) == EXIT_DONE) {
        code = read_all(run, &boards, c, &own);
        closed = boards_close(&boards);
        print_all(run, c);
    }
    free(c);
    return exit_higher(code, closed);
}
