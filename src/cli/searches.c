/* SPDX-License-Identifier: MIT */
/* Runs the searches of textbooks. */
#include "cli/searches.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solved.h"
#include "cli/solving.h"

/* --- the list --- */

/* Returns whether there is an algorithm of this name, after a message if not.
 */
static bool
is_known(struct slice name)
{
    const char *names[ALGORITHM_COUNT_ + 1] = {NULL};
    char shown[QUOTED_BYTES];

    for (unsigned i = 0; i < ALGORITHM_COUNT_; i++) {
        names[i] = algorithm_name((enum algorithm)i);
        if (slice_is(name, names[i]))
            return true;
    }
    snprintf(shown, sizeof(shown), "%.*s", (int)name.len, name.at);
    refuse_unknown("--algorithm", "algorithm", shown, names);
    return false;
}

static int
add_search(struct searches *searches, struct slice word)
{
    struct slice rest = word, head;
    char name[CLASSIC_TEXT], other[CLASSIC_TEXT];
    struct classic search;
    loyd_why why = {""};
    loyd_err err;

    (void)slice_cut(&rest, ':', &head);
    if (!is_known(head))
        return EXIT_COMMAND;
    err = classic_parse(word.at, word.len, &search, &why);
    if (err != LOYD_OK)
        return report_option("--algorithm", err, &why);
    classic_print(&search, name);
    for (unsigned i = 0; i < searches->n; i++) {
        classic_print(&searches->at[i], other);
        if (strcmp(other, name) == 0)
            return refuse("--algorithm", "%s is given twice", name);
    }
    searches->at[searches->n++] = search;
    return EXIT_DONE;
}

static bool
has_search(const struct searches *searches, enum algorithm algorithm)
{
    for (unsigned i = 0; i < searches->n; i++)
        if (searches->at[i].algorithm == algorithm)
            return true;
    return false;
}

int
searches_read(const struct run *run, const char *list,
              struct searches *searches)
{
    struct slice rest = slice_of(list), word;
    int code = EXIT_DONE;
    bool is_more = true;

    searches->n = 0;
    while (code == EXIT_DONE && is_more) {
        is_more = slice_cut(&rest, ',', &word);
        code = add_search(searches, word);
    }
    if (code != EXIT_DONE)
        return code;
    if (run->args.depth != 0 && !has_search(searches, ALGORITHM_DFS))
        return refuse_without("solve", "--depth", "--algorithm dfs");
    if (run->args.memory != 0 && !has_search(searches, ALGORITHM_BFS) &&
        !has_search(searches, ALGORITHM_ASTAR))
        return refuse_without("solve", "--memory",
                              "--algorithm=bfs|--algorithm=astar");
    if (run->args.tables != 0 && !has_search(searches, ALGORITHM_LOYD))
        return refuse_without("solve", "--tables", "--algorithm loyd");
    return code;
}

/* --- one board --- */

/* Prints the row of one search of a board. */
static int
print_trial(const struct run *run, struct item *item,
            const struct trial *trial, const struct classic_options *options)
{
    const loyd_solution *solution = &trial->result.solution;
    struct answer answer = {.code = EXIT_DONE, .item = item, .trial = trial};
    loyd_search lower, upper;
    char name[CLASSIC_TEXT];
    loyd_why why = {""};

    answer_by(&answer, solution, options->own, &lower, &upper);
    classic_print(&trial->search, name);
    if (trial->search.algorithm != ALGORITHM_LOYD) {
        lower = (loyd_search){.budget = run->args.nodes};
        strcpy(lower.method, name);
        upper = lower;
    }
    if (!trial_is_solved(trial, options, &why)) {
        item->text = NULL;
        answer.code =
            item_failed(item, fail(item->where, "%s: %s", name, why.text));
    }
    return answer_print(run, &answer);
}

static int
run_all(const struct run *run, struct boards *boards, struct item *item,
        const struct searches *searches, struct classic_options *options)
{
    int highest = EXIT_DONE;

    for (unsigned i = 0; i < searches->n && !out_is_broken(); i++) {
        struct trial trial;
        loyd_why why = {""};
        loyd_err err;

        options->search = searches->at[i];
        err = trial_run(&item->puzzle, options, &trial, &why);
        progress_clear();
        if (err == LOYD_OK)
            highest =
                exit_higher(highest, print_trial(run, item, &trial, options));
        loyd_moves_free(&trial.result.solution.path);
        item_clear(item);
        if (err == LOYD_E_CANCELLED) /* boards_close says so */
            return EXIT_BAD;
        if (err != LOYD_OK)
            return report("solve", err, &why);
    }
    boards->n_answered++;
    return highest;
}

int
searches_run(const struct run *run, struct boards *boards,
             const struct searches *searches, const loyd_solve_options *own)
{
    const struct args *args = &run->args;
    struct classic_options options = {.metric = metric_of(args),
                                      .nodes = args->nodes,
                                      .memory = args->memory,
                                      .depth = (unsigned)args->depth,
                                      .listener = &progress_shown,
                                      .solver = run->solver,
                                      .own = own};
    int highest = EXIT_DONE;
    struct item item;

    while (!out_is_broken() && boards_next(boards, &item)) {
        int code = item.code;

        if (code == EXIT_DONE)
            code = item_judge(&item);
        if (code == EXIT_DONE) {
            code = run_all(run, boards, &item, searches, &options);
        } else {
            const struct answer answer = {.code = code, .item = &item};

            code = answer_print(run, &answer);
            boards->n_answered++;
        }
        rows_flush(); /* the next board may take hours */
        item_clear(&item);
        highest = exit_higher(highest, code);
    }
    return highest;
}
