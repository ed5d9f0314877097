/* SPDX-License-Identifier: MIT */
/* `loyd compare`: runs several searches over the same boards. */
#include <stdio.h>
#include <stdlib.h>

#include "base/slice.h"
#include "cli/boards.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/solved.h"
#include "cli/solving.h"
#include "lab/compare.h"

#define NODES_DEFAULT 10000000

static struct {
    const char *algorithms;
} opt;

static const struct option_row option_algorithms = {
    "algorithms",
    0,
    "LIST",
    "searches to compare, separated by commas: bfs, dfs, astar, idastar, "
    "constructive and loyd, the solver of `loyd solve`; a heuristic may "
    "follow, such as astar:hamming (default: those that suit the size of the "
    "first board)",
    OWN(algorithms),
    .group = GROUP_SEARCH};
static const struct option_row option_compare_nodes = {
    "nodes",
    0,
    "N",
    "maximum number of nodes per search and board (default: 10000000; for "
    "loyd, that of `loyd solve`)",
    SHARED_NUMBER(nodes, 1, INT64_MAX),
    .group = GROUP_SEARCH};

option_table compare_options = {
    &option_algorithms, &option_layout, &option_goal, &option_metric,
    &option_compare_nodes, &option_depth, &option_memory, &option_threads,
    &option_names_db, OPTIONS_OF_ROWS, NULL,
};

static const char own_name[] = "loyd"; /* of our solver, in --algorithms */

/* --- the searches --- */

/* Returns whether there is an algorithm of this name, after a message if not.
 */
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
    if (comparison_add(c, &method))
        return EXIT_DONE;
    method_name(&method, name);
    return refuse("--algorithms", "%s is given twice", name);
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

static int
read_all(const struct run *run, struct boards *boards, struct comparison *c,
         const loyd_solve_options *own)
{
    const struct trial_options trials = trials_of(run, own);
    int highest = EXIT_DONE;
    struct item item;

    while (boards_next(boards, &item)) {
        int code = item.code;
        loyd_why why = {""};

        if (code == EXIT_DONE && (code = item_judge(&item)) == EXIT_NO)
            message(item.where, "unsolvable");
        if (code == EXIT_DONE && c->n == 0)
            code = add_list(c, comparison_default(&item.puzzle.start));
        if (code == EXIT_DONE)
            code = trials_ended(
                run, comparison_try(c, &item.puzzle, &trials, &why), &why);
        highest = exit_higher(highest, code);
        item_clear(&item);
    }
    return highest;
}

/* --- output --- */

static int
print_table(const struct run *run, const struct comparison *c)
{
    struct text table = {0};
    int code = EXIT_DONE;

    comparison_table(c, run->screen.width, paint(&run->screen, PAINT_BOLD),
                     paint(&run->screen, PAINT_OFF), &table);
    print_count(c->boards, "board");
    printf(" in %s; length, generated, expanded and time are means\n\n",
           metric_of(&run->args) == LOYD_MTM ? "MTM" : "STM");
    if (table.is_lost)
        code = report("compare", LOYD_E_NOMEM, NULL);
    else
        fputs(table.at, stdout);
    text_free(&table);
    return code;
}

static int
print_all(const struct run *run, const struct comparison *c)
{
    if (c->boards == 0)
        return EXIT_DONE;
    if (!rows_are_printed(run))
        return print_table(run, c);
    for (unsigned i = 0; i < c->n; i++) {
        struct jw *row = row_begin();

        comparison_put(c, &c->tally[i], metric_of(&run->args), row);
        row_end(row);
    }
    return EXIT_DONE;
}

/* --- the command --- */

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
    int code = report("compare", c != NULL ? LOYD_OK : LOYD_E_NOMEM, NULL);
    int closed = EXIT_DONE;

    if (run->args.nodes == 0)
        run->args.nodes = NODES_DEFAULT;
    if (code == EXIT_DONE && opt.algorithms != NULL) {
        code = add_list(c, opt.algorithms);
        if (code == EXIT_DONE && run->args.depth != 0 &&
            !comparison_has_dfs(c))
            code = refuse_without("compare", "--depth", "--algorithms dfs");
    }
    if (code == EXIT_DONE)
        code =
            rows_begin(run, &(struct columns){comparison_columns, NULL, NULL});
    if (code == EXIT_DONE && (code = boards_open(run, &boards)) == EXIT_DONE &&
        (code = solver_start(run, progress_part)) == EXIT_DONE) {
        code = read_all(run, &boards, c, &own);
        closed = boards_close(&boards);
        code = exit_higher(code, print_all(run, c));
    }
    free(c);
    return exit_higher(code, closed);
}
