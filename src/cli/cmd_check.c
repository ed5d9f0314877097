/* SPDX-License-Identifier: MIT */
/* `loyd check`: solvability of boards, and the check of solutions. */
#include <stdio.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/command.h"
#include "cli/explain.h"
#include "cli/json.h"

static const struct option_row option_explain = {
    "explain", 0, NULL,
    "show why: the numbers of the parity formulas, each with its answer",
    OPTION_SWITCH(explain)};
static const struct option_row option_steps = {
    "steps", 0, NULL,
    "with --explain: list the swaps of labels that lead to the goal",
    OPTION_SWITCH(steps)};
static const struct option_row option_moves = {
    "moves", 0, "SOLUTION",
    "check this solution: print its length, or the move at which it fails. "
    "U, D, L and R are the direction in which a tile moves; a count may "
    "follow: U2RDL3. With -, each line of stdin ends with a tab and its "
    "solution",
    OPTION_TEXT(moves)};

option_table check_options = {
    &option_layout, &option_goal,  &option_explain,
    &option_steps,  &option_moves, &option_json,
    NULL,
};

/* The result for one board. */
struct verdict {
    int code;
    const char *word; /* of the result line */
    bool has_moves;
    bool is_solution;
    size_t good_moves; /* the length, or the moves before the error */
    struct explanation explanation; /* with --explain */
    loyd_why why;
};

/* Checks `given`, the solution of all lines, or that of the item. */
static int
judge_moves(struct item *item, const loyd_moves *given, struct verdict *v)
{
    loyd_moves own = {NULL, 0, 0};
    loyd_err err = LOYD_OK;

    if (item->moves != NULL) {
        err = loyd_moves_parse(item->moves, item->moves_len, &own, &v->why);
        given = &own;
    }
    if (err == LOYD_OK) {
        err = loyd_moves_replay(&item->puzzle.start, &item->puzzle.goal, given,
                                &v->good_moves, &v->why);
        v->has_moves = err == LOYD_OK || err == LOYD_E_MOVE;
    }
    loyd_moves_free(&own);
    v->is_solution = err == LOYD_OK;
    if (!v->has_moves) {
        v->word = "error";
        report(item->where, err, &v->why);
        return item_failed(item, EXIT_BAD);
    }
    v->word = v->is_solution ? "solution" : "broken";
    return v->is_solution ? EXIT_DONE : EXIT_NO;
}

/* Fills the verdict; errors have been reported on stderr. */
static void
judge(const struct run *run, struct item *item, const loyd_moves *moves,
      struct verdict *v)
{
    const loyd_puzzle *puzzle = &item->puzzle;
    bool is_solvable = false;
    loyd_err err;

    v->word = "error";
    v->has_moves = v->is_solution = false;
    v->why.text[0] = '\0';
    if ((v->code = item->code) != EXIT_DONE)
        return;
    err = loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, &v->why);
    if (err == LOYD_OK && run->args.explain)
        err = explanation_make(puzzle, &v->explanation, &v->why);
    if (err != LOYD_OK) {
        v->code = item_failed(item, report(item->where, err, &v->why));
        return;
    }
    if (run->args.explain &&
        !explanation_agrees(&v->explanation, is_solvable)) {
        message(item->where, "the parity formulas disagree");
        v->code = item_failed(item, EXIT_BAD);
        return;
    }
    v->word = is_solvable ? "solvable" : "unsolvable";
    v->code = is_solvable ? EXIT_DONE : EXIT_NO;
    if (moves != NULL || item->moves != NULL)
        v->code = judge_moves(item, moves, v);
}

static void
print_text(const struct run *run, const struct item *item,
           const struct verdict *v)
{
    if (v->has_moves && v->is_solution)
        printf("%s\t%zu\n", v->word, v->good_moves);
    else if (v->has_moves && v->code == EXIT_NO)
        printf("%s\t%zu\t%s\n", v->word, v->good_moves, v->why.text);
    else
        puts(v->word);
    if (run->args.explain && v->code < EXIT_COMMAND)
        explanation_print(run, &item->puzzle, &v->explanation);
}

static void
print_json(const struct run *run, const struct item *item,
           const struct verdict *v)
{
    struct jw *json;

    if (item->error != NULL || v->code >= EXIT_COMMAND) {
        item_print_error(item);
        return;
    }
    json = json_begin();
    json_puzzle(json, &item->puzzle);
    jw_string(json, "status", v->word);
    jw_boolean(json, "solved",
               loyd_board_equal(&item->puzzle.start, &item->puzzle.goal));
    if (v->has_moves) {
        jw_uint(json, v->is_solution ? "stm" : "good_moves", v->good_moves);
        if (!v->is_solution)
            jw_string(json, "error", v->why.text);
    }
    if (run->args.explain)
        explanation_json(run, &item->puzzle, json, &v->explanation);
    json_end(json);
}

static int
check_all(struct run *run, struct boards *boards, const loyd_moves *moves)
{
    int code = EXIT_DONE;
    struct verdict verdict;
    struct item item;

    while (!out_is_broken() && boards_next(boards, &item)) {
        judge(run, &item, moves, &verdict);
        if (run->args.json)
            print_json(run, &item, &verdict);
        else
            print_text(run, &item, &verdict);
        item_clear(&item);
        code = exit_higher(code, verdict.code);
        if (!boards_are_ready(boards))
            fflush(stdout);
    }
    return code;
}

int
cmd_check(struct run *run)
{
    const char *text = run->args.moves;
    loyd_moves moves = {NULL, 0, 0};
    struct boards boards;
    loyd_why why = {""};
    loyd_err err;
    int code, closed;

    if (run->args.steps && !run->args.explain)
        return refuse_without("check", "--steps", "--explain");
    if ((code = boards_open(run, &boards)) != EXIT_DONE)
        return code;
    boards.has_moves = text != NULL && strcmp(text, "-") == 0;
    if (boards.has_moves && run->n_operands > 0)
        return refuse_both("check", "--moves -", "BOARD");
    if (text != NULL && !boards.has_moves) {
        err = loyd_moves_parse(text, strlen(text), &moves, &why);
        if (err != LOYD_OK)
            return report_option("--moves", err, &why);
    }
    code = check_all(run, &boards, text != NULL ? &moves : NULL);
    closed = boards_close(&boards);
    loyd_moves_free(&moves);
    return exit_higher(code, closed);
}
