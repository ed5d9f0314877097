/* SPDX-License-Identifier: MIT */
/* What JavaScript calls on boards and paths: everything but the solver. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/layout.h"
#include "core/moves.h"
#include "core/parity.h"
#include "loyd/pack.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"
#include "loyd/solve.h"
#include "base/utf8.h"
#include "web/core/call.h"

WEB_EXPORT("version")
const char *
web_version(void)
{
    struct jw *jw = call_begin();

    jw_string(jw, NULL, loyd_version());
    return call_end(LOYD_OK, "", NULL);
}

/* {"size":"3x3","board":"1 2 3/4 5 6/7 8 0","cells":[1,2,3,4,5,6,7,8,0]} */
WEB_EXPORT("parse")
const char *
web_parse(size_t board_len)
{
    struct jw *jw = call_begin();
    loyd_board board;
    loyd_why why;
    loyd_err err = call_board(board_len, &board, &why);

    if (err != LOYD_OK)
        return call_end(err, "board", &why);
    jw_object(jw, NULL, JW_TIGHT);
    jw_format(jw, "size", "%ux%u", board.width, board.height);
    board_json(jw, "board", &board);
    jw_array(jw, "cells", JW_TIGHT);
    for (unsigned c = 0; c < (unsigned)board.width * board.height; c++)
        jw_uint(jw, NULL, board.cell[c]);
    jw_close(jw);
    jw_close(jw);
    return call_end(LOYD_OK, "", NULL);
}

/* --- check --- */

static void
put_formula(struct jw *jw, const struct formula *f)
{
    jw_object(jw, NULL, JW_TIGHT);
    jw_string(jw, "name", f->name);
    if (f->why_not != NULL)
        jw_string(jw, "whyNot", f->why_not);
    else
        jw_raw(jw, "whyNot", "null");
    jw_uint(jw, "count", f->count);
    jw_uint(jw, "blank", f->blank);
    jw_uint(jw, "goal", f->goal);
    answer_truth(jw, "solvable", f->is_solvable);
    jw_close(jw);
}

static void
put_swaps(struct jw *jw, const struct swap *swap, size_t n)
{
    jw_array(jw, "swaps", JW_TIGHT);
    for (; n > 0; n--, swap++) {
        jw_object(jw, NULL, JW_TIGHT);
        jw_array(jw, "cells", JW_TIGHT);
        jw_uint(jw, NULL, swap->cell[0]);
        jw_uint(jw, NULL, swap->cell[1]);
        jw_close(jw);
        jw_array(jw, "labels", JW_TIGHT);
        jw_uint(jw, NULL, swap->label[0]);
        jw_uint(jw, NULL, swap->label[1]);
        jw_close(jw);
        jw_close(jw);
    }
    jw_close(jw);
}

/* The two tiles of the start that are last in the goal: an unsolvable board
 * becomes solvable when they are exchanged. */
static void
put_exchange(struct jw *jw, const loyd_board *goal)
{
    unsigned c = (unsigned)goal->width * goal->height, n = 0;
    uint8_t label[2];

    jw_array(jw, "exchange", JW_TIGHT);
    while (n < 2)
        if (goal->cell[--c] != 0)
            label[n++] = goal->cell[c];
    jw_uint(jw, NULL, label[1]);
    jw_uint(jw, NULL, label[0]);
    jw_close(jw);
}

static void
put_explanation(struct jw *jw, const struct formula *formulas)
{
    jw_object(jw, "explanation", JW_TIGHT);
    jw_array(jw, "formulas", JW_TIGHT);
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++)
        put_formula(jw, &formulas[kind]);
    jw_close(jw);
}

WEB_EXPORT("check")
const char *
web_check(size_t start_len, size_t goal_len)
{
    struct jw *jw = call_begin();
    struct formula formulas[FORMULA_COUNT_];
    struct swap swaps[LOYD_CELLS_MAX];
    loyd_puzzle puzzle;
    const char *where;
    size_t n_swaps = 0;
    bool is_solvable = false;
    loyd_why why;
    loyd_err err = call_pair(start_len, goal_len, &puzzle, &where, &why);
    const loyd_board *start = &puzzle.start, *goal = &puzzle.goal;

    if (err != LOYD_OK)
        return call_end(err, where, &why);
    if ((err = loyd_solvable(start, goal, &is_solvable, &why)) != LOYD_OK ||
        (err = formulas_of(start, goal, formulas, &why)) != LOYD_OK ||
        (err = swaps_of(start, goal, swaps, &n_swaps, &why)) != LOYD_OK)
        return call_end(err, "", &why);
    jw_object(jw, NULL, JW_TIGHT);
    answer_truth(jw, "solvable", is_solvable);
    put_explanation(jw, formulas);
    put_swaps(jw, swaps, n_swaps);
    put_exchange(jw, goal);
    jw_close(jw);
    jw_close(jw);
    return call_end(LOYD_OK, "", NULL);
}

/* --- paths --- */

/* Plays a path; the message is that of loyd_moves_replay. */
static loyd_err
play(loyd_board *board, const loyd_moves *moves, loyd_why *why)
{
    const loyd_board start = *board;

    for (size_t i = 0; i < moves->n; i++)
        if (!loyd_board_move(board, (loyd_dir)moves->dir[i]))
            return loyd_moves_replay(&start, &start, moves, NULL, why);
    return LOYD_OK;
}

WEB_EXPORT("moves")
const char *
web_moves(size_t start_len, size_t path_len)
{
    struct jw *jw = call_begin();
    const char *where = "start";
    loyd_moves moves = {NULL, 0, 0};
    loyd_board board;
    loyd_why why;
    loyd_err err = call_board(start_len, &board, &why);

    if (err == LOYD_OK) {
        where = "path";
        err = loyd_moves_parse(call_text(path_len), path_len, &moves, &why);
    }
    if (err == LOYD_OK)
        err = play(&board, &moves, &why);
    if (err == LOYD_OK) {
        jw_object(jw, NULL, JW_TIGHT);
        board_json(jw, "board", &board);
        jw_uint(jw, "stm", loyd_moves_length(&moves, LOYD_STM));
        jw_uint(jw, "mtm", loyd_moves_length(&moves, LOYD_MTM));
        jw_close(jw);
    }
    loyd_moves_free(&moves);
    return call_end(err, where, &why);
}

/* The stages, as in the command's JSON. */
static void
put_stages(struct jw *jw, const loyd_moves *path, const loyd_row_stage *stage,
           size_t n)
{
    size_t begin = 0;

    jw_array(jw, "stages", JW_TIGHT);
    for (; n > 0; n--, begin = stage++->end) {
        const loyd_moves moves = {.dir = path->dir + begin,
                                  .n = stage->end - begin};

        jw_object(jw, NULL, JW_TIGHT);
        jw_array(jw, "tiles", JW_TIGHT);
        for (unsigned k = 0; k < 2 && stage->tiles[k] != 0; k++)
            jw_uint(jw, NULL, stage->tiles[k]);
        jw_close(jw);
        moves_json(jw, "moves", &moves);
        jw_close(jw);
    }
    jw_close(jw);
}

/* A solution by the row method. */
WEB_EXPORT("rows")
const char *
web_rows(size_t start_len, size_t goal_len)
{
    struct jw *jw = call_begin();
    loyd_row_stage stages[LOYD_CELLS_MAX];
    loyd_moves path = {NULL, 0, 0};
    loyd_puzzle puzzle;
    const char *where;
    size_t n;
    loyd_why why;
    loyd_err err = call_pair(start_len, goal_len, &puzzle, &where, &why);

    if (err != LOYD_OK)
        return call_end(err, where, &why);
    if ((err = loyd_solve_by_rows(&puzzle, &path, stages, &n, &why)) ==
        LOYD_OK) {
        jw_object(jw, NULL, JW_TIGHT);
        jw_uint(jw, "stm", path.n);
        moves_json(jw, "path", &path);
        put_stages(jw, &path, stages, n);
        jw_close(jw);
    }
    loyd_moves_free(&path);
    return call_end(err, "", &why);
}

/* --- names and pictures --- */

/* The id of a puzzle, solvable or not. */
WEB_EXPORT("id")
const char *
web_id(size_t start_len, size_t goal_len)
{
    struct jw *jw = call_begin();
    bool is_solvable;
    loyd_puzzle puzzle;
    const char *where;
    loyd_why why;
    loyd_err err = call_pair(start_len, goal_len, &puzzle, &where, &why);

    if (err == LOYD_OK) /* also checks that the boards are a pair */
        err = loyd_solvable(&puzzle.start, &puzzle.goal, &is_solvable, &why);
    if (err == LOYD_OK)
        answer_id(jw, NULL, &puzzle);
    return call_end(err, where, &why);
}

WEB_EXPORT("svg")
const char *
web_svg(size_t board_len, size_t title_len)
{
    struct jw *jw = call_begin();
    char *title = NULL, *svg = NULL;
    loyd_board board;
    loyd_why why;
    size_t size;
    loyd_err err = call_board(board_len, &board, &why);

    if (err != LOYD_OK)
        return call_end(err, "board", &why);
    if ((err = utf8_check(call_text(0), title_len, &why)) != LOYD_OK)
        return call_end(err, "title", &why);
    err = LOYD_E_NOMEM;
    if ((title = malloc(title_len + 1)) == NULL)
        goto done;
    memcpy(title, call_text(title_len), title_len);
    title[title_len] = '\0';
    size = loyd_board_svg(&board, NULL, title, NULL, 0) + 1;
    if ((svg = malloc(size)) == NULL)
        goto done;
    loyd_board_svg(&board, NULL, title, svg, size);
    jw_string(jw, NULL, svg);
    err = LOYD_OK;
done:
    free(title);
    free(svg);
    return call_end(err, "", &why);
}

/* The goal of a layout, in a size. */
WEB_EXPORT("layoutGoal")
const char *
web_layout_goal(size_t size_len, size_t layout_len)
{
    struct jw *jw = call_begin();
    const char *where = "size";
    uint8_t width, height;
    loyd_layout layout;
    loyd_why why;
    loyd_err err =
        loyd_size_parse(call_text(size_len), size_len, &width, &height, &why);

    if (err == LOYD_OK) {
        where = "layout";
        err = loyd_layout_parse(call_text(layout_len), layout_len, width,
                                height, &layout, &why);
    }
    if (err == LOYD_OK)
        err = layout_has_goal(&layout, &why);
    if (err == LOYD_OK)
        board_json(jw, NULL, &layout.goal);
    return call_end(err, where, &why);
}

/* The simplest layout of a goal. */
WEB_EXPORT("layoutOf")
const char *
web_layout_of(size_t goal_len)
{
    struct jw *jw = call_begin();
    loyd_board goal;
    loyd_why why;
    loyd_err err = call_board(goal_len, &goal, &why);

    if (err == LOYD_OK)
        answer_layout(jw, NULL, &goal);
    return call_end(err, "goal", &why);
}
