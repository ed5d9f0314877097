/* SPDX-License-Identifier: MIT */
/* Runs the searches of textbooks, and adds up what they cost. */
#include "cli/searches.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solved.h"
#include "cli/solving.h"

#define SECONDS_SEEN 0.01 /* of a search: less is not waited for */

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
        method_name(&searches->at[i].sum.method, other);
        if (strcmp(other, name) == 0)
            return refuse("--algorithm", "%s is given twice", name);
    }
    searches->at[searches->n++] = (struct tally){.sum.method = method};
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
            const struct tally *latest = &searches->at[searches->n - 1];
            const struct method *last = &latest->sum.method;
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

static void
add_trial(struct tally *tally, const struct trial *trial, bool is_solved)
{
    const struct classic_result *result = &trial->result;
    struct classic_result *sum = &tally->sum.result;

    tally->boards++;
    tally->unsolved += !is_solved;
    if (is_solved)
        tally->length += result->solution.upper;
    tally->sum.seconds += trial->seconds;
    sum->solution.nodes += result->solution.nodes;
    sum->expanded += result->expanded;
    sum->open += result->open;
    sum->closed += result->closed;
    sum->kept += result->kept;
    if (result->deepest > sum->deepest)
        sum->deepest = result->deepest;
    if (result->memory > sum->memory)
        sum->memory = result->memory;
}

/* Counts the solutions that are as short as an optimum that one of the
 * searches has proven. */
static void
judge(struct searches *searches, const uint16_t *lengths, unsigned optimum)
{
    for (unsigned i = 0; i < searches->n; i++) {
        bool is_judged =
            lengths[i] != LOYD_LENGTH_UNKNOWN && optimum < LOYD_LENGTH_UNKNOWN;

        searches->at[i].judged += is_judged;
        searches->at[i].optimal += is_judged && lengths[i] == optimum;
    }
}

static int
run_all(const struct run *run, struct boards *boards, struct item *item,
        struct searches *searches, const struct trial_options *trials)
{
    uint16_t lengths[SEARCHES_MAX];
    unsigned optimum = LOYD_LENGTH_UNKNOWN;
    int highest = EXIT_DONE;

    for (unsigned i = 0; i < searches->n && !out_is_broken(); i++) {
        struct tally *tally = &searches->at[i];
        const loyd_solution *solution;
        struct trial trial;
        loyd_why why = {""};
        int code = trials_ended(run,
                                trial_run(&tally->sum.method, &item->puzzle,
                                          trials, &trial, &why),
                                &why);

        solution = &trial.result.solution;
        if (code != EXIT_DONE) {
            loyd_moves_free(&trial.result.solution.path);
            return code;
        }
        code = print_trial(run, item, &trial, trials);
        if (trial.seconds > SECONDS_SEEN || !boards_are_ready(boards))
            rows_flush();
        lengths[i] = solution->upper;
        if (solution->lower == solution->upper)
            optimum = solution->upper;
        add_trial(tally, &trial, code == EXIT_DONE);
        loyd_moves_free(&trial.result.solution.path);
        item_clear(item);
        highest = exit_higher(highest, code);
    }
    boards->n_answered++;
    judge(searches, lengths, optimum);
    return highest;
}

/* --- sums --- */

static void
print_sums(const struct run *run, const struct tally *tally)
{
    struct jw *row = row_begin();
    char share[32], line[48] = "sum";
    struct text text = text_in(share, sizeof(share));

    if (tally->unsolved > 0)
        snprintf(line, sizeof(line), "sum, %" PRIu64 " unsolved",
                 tally->unsolved);
    if (!rows_are_printed(run))
        jw_string(row, "line", line);
    jw_string(row, "status", "sum");
    jw_uint(row, "boards", tally->boards);
    jw_uint(row, "unsolved", tally->unsolved);
    jw_uint(row, "length", tally->length);
    if (tally->judged > 0) {
        text_decimal(&text, (double)tally->optimal / (double)tally->judged, 4);
        jw_raw(row, "optimal_share", share);
    }
    trial_put(&tally->sum, row);
    row_end(row);
}

int
searches_run(const struct run *run, struct boards *boards,
             struct searches *searches, const loyd_solve_options *options)
{
    const struct trial_options trials = trials_of(run, options);
    int highest = EXIT_DONE;
    struct item item;

    for (unsigned i = 0; i < searches->n; i++) {
        char name[CLASSIC_TEXT];

        method_name(&searches->at[i].sum.method, name);
        rows_widen("search", (unsigned)strlen(name));
    }
    while (!out_is_broken() && boards_next(boards, &item)) {
        int code = item.code;

        if (code == EXIT_DONE)
            code = item_judge(&item);
        if (code == EXIT_DONE) {
            code = run_all(run, boards, &item, searches, &trials);
        } else {
            const struct answer answer = {.code = code, .item = &item};

            code = answer_print(run, &answer);
            rows_flush();
            boards->n_answered++;
        }
        item_clear(&item);
        highest = exit_higher(highest, code);
    }
    if (!interrupted() && searches->at[0].boards > 1)
        for (unsigned i = 0; i < searches->n; i++)
            print_sums(run, &searches->at[i]);
    return highest;
}
