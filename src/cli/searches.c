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

#define SECONDS_SEEN 0.01 /* of a board: less is not waited for */

static const char own_name[] = "loyd"; /* of loyd's own solver */

/* --- the list --- */

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
    refuse_unknown("--algorithm", "algorithm", shown, names);
    return false;
}

static int
add_search(struct searches *searches, struct slice word)
{
    struct method method = {.is_own = slice_is(word, own_name)};
    struct slice rest = word, head;
    char name[CLASSIC_TEXT], other[CLASSIC_TEXT];
    loyd_why why = {""};
    loyd_err err = LOYD_OK;

    (void)slice_cut(&rest, ':', &head);
    if (!is_known(head))
        return EXIT_COMMAND;
    if (!method.is_own)
        err = classic_parse(word.at, word.len, &method.classic, &why);
    if (err != LOYD_OK)
        return report_option("--algorithm", err, &why);
    method_name(&method, name);
    for (unsigned i = 0; i < searches->n; i++) {
        method_name(&searches->at[i], other);
        if (strcmp(other, name) == 0)
            return refuse("--algorithm", "%s is given twice", name);
    }
    searches->at[searches->n++] = method;
    return EXIT_DONE;
}

int
searches_read(const struct run *run, const char *list,
              struct searches *searches)
{
    struct slice rest = slice_of(list), word;
    int code = EXIT_DONE;
    bool is_more, has_dfs = false, has_memory = false, has_own = false;

    searches->n = 0;
    do {
        is_more = slice_cut(&rest, ',', &word);
        code = add_search(searches, word);
        if (code == EXIT_DONE) {
            const struct method *last = &searches->at[searches->n - 1];
            enum algorithm algorithm = last->classic.algorithm;

            has_own |= last->is_own;
            has_dfs |= !last->is_own && algorithm == ALGORITHM_DFS;
            has_memory |= !last->is_own && (algorithm == ALGORITHM_BFS ||
                                            algorithm == ALGORITHM_ASTAR);
        }
    } while (code == EXIT_DONE && is_more);
    if (code != EXIT_DONE)
        return code;
    if (run->args.depth != 0 && !has_dfs)
        return refuse_without("solve", "--depth", "--algorithm dfs");
    if (run->args.memory != 0 && !has_memory)
        return refuse_without("solve", "--memory",
                              "--algorithm=bfs|--algorithm=astar");
    if (run->args.tables != 0 && !has_own)
        return refuse_without("solve", "--tables", "--algorithm loyd");
    return code;
}

/* --- one board --- */

/* Prints the row of one search of a board. */
static int
print_trial(const struct run *run, struct item *item,
            const struct trial *trial, const struct trial_options *trials)
{
    const loyd_solution *solution = &trial->result.solution;
    struct answer answer = {.code = EXIT_DONE, .item = item, .trial = trial};
    loyd_search lower, upper;
    char name[CLASSIC_TEXT];
    loyd_why why = {""};

    answer_by(&answer, solution, trials->own, &lower, &upper);
    if (!trial->method.is_own) {
        lower = (loyd_search){.budget = run->args.nodes};
        method_name(&trial->method, lower.method);
        upper = lower;
    }
    if (!trial_is_solved(trial, &trials->limits, &why)) {
        method_name(&trial->method, name);
        item->text = NULL;
        answer.code =
            item_failed(item, fail(item->where, "%s: %s", name, why.text));
    }
    return answer_print(run, &answer);
}

static int
run_all(const struct run *run, struct boards *boards, struct item *item,
        struct searches *searches, const struct trial_options *trials)
{
    int highest = EXIT_DONE;

    for (unsigned i = 0; i < searches->n && !out_is_broken(); i++) {
        struct trial trial;
        loyd_why why = {""};
        loyd_err err = trial_run(&searches->at[i], &item->puzzle, trials,
                                 &trial, &why);

        progress_clear();
        if (err == LOYD_OK)
            highest =
                exit_higher(highest, print_trial(run, item, &trial, trials));
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
             struct searches *searches, const loyd_solve_options *options)
{
    const struct args *args = &run->args;
    const struct trial_options trials = {
        .solver = run->solver,
        .own = options,
        .limits = {.metric = metric_of(args),
                   .nodes = args->nodes,
                   .memory = args->memory,
                   .depth = (unsigned)args->depth,
                   .listener = &progress_shown,
                   .solver = run->solver}};
    int highest = EXIT_DONE;
    struct item item;

    while (!out_is_broken() && boards_next(boards, &item)) {
        double begun = clock_seconds();
        int code = item.code;

        if (code == EXIT_DONE)
            code = item_judge(&item);
        if (code == EXIT_DONE) {
            code = run_all(run, boards, &item, searches, &trials);
        } else {
            const struct answer answer = {.code = code, .item = &item};

            code = answer_print(run, &answer);
            boards->n_answered++;
        }
        if (clock_seconds() - begun > SECONDS_SEEN ||
            !boards_are_ready(boards))
            rows_flush();
        item_clear(&item);
        highest = exit_higher(highest, code);
    }
    return highest;
}
