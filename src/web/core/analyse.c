/* SPDX-License-Identifier: MIT */
/* What JavaScript calls on games that were played. */
#include <stdlib.h>

#include "base/array.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "game/record.h"
#include "game/replay.h"
#include "web/core/call.h"
#include "web/core/solving.h"

static const char letters[] = "URDL";

static loyd_err
read_slides(struct slice text, loyd_game *game, loyd_why *why)
{
    struct slice item;
    size_t room = 0;

    for (bool has_more = text.len > 0; has_more;) {
        loyd_slide slide = {0};

        has_more = slice_cut(&text, ' ', &item);
        if (!slide_read(item, &slide))
            return why_set(why, LOYD_E_SYNTAX,
                           "slide %zu is malformed: expected U, R, D or L and "
                           "a number of tiles",
                           game->n_slides + 1);
        if (game->n_slides == LOYD_GAME_SLIDES_MAX)
            return why_set(why, LOYD_E_RANGE, "more than %d slides",
                           LOYD_GAME_SLIDES_MAX);
        if (!ARRAY_ROOM(game->slides, room, game->n_slides + 1))
            return LOYD_E_NOMEM;
        game->slides[game->n_slides++] = slide;
    }
    return LOYD_OK;
}

/* A time for each slide. */
static loyd_err
read_times(struct slice text, loyd_game *game, loyd_why *why)
{
    struct slice item;
    size_t n = 0;
    uint64_t ms;

    for (bool has_more = text.len > 0; has_more; n++) {
        has_more = slice_cut(&text, ' ', &item);
        if (slice_number(item, &ms) != NUMBER_GOOD || ms > LOYD_GAME_MS_MAX)
            return why_set(why, LOYD_E_RANGE,
                           "time %zu is out of range: expected 0..%d", n + 1,
                           LOYD_GAME_MS_MAX);
        if (n < game->n_slides)
            game->slides[n].ms = (uint32_t)ms;
    }
    return n == game->n_slides
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "%zu times for %zu slides", n,
                         game->n_slides);
}

static void
put_position(struct jw *jw, const loyd_position *p, bool is_end)
{
    jw_object(jw, NULL, JW_TIGHT);
    jw_uint(jw, "slide", p->slide);
    jw_uint(jw, "left", p->left);
    if (!is_end)
        jw_uint(jw, "lost", p->lost);
    if (p->tiles == 1)
        jw_format(jw, "best", "%c", letters[p->dir]);
    else if (p->tiles > 1)
        jw_format(jw, "best", "%c%u", letters[p->dir], p->tiles);
    jw_close(jw);
}

static void
put_analysis(struct jw *jw, const loyd_analysis *a)
{
    jw_object(jw, NULL, JW_TIGHT);
    jw_uint(jw, "moves", a->moves);
    jw_uint(jw, "shortest", a->upper);
    jw_uint(jw, "left", a->end);
    jw_uint(jw, "pauseMs", a->pause_ms);
    jw_uint(jw, "pauses", a->pauses);
    jw_array(jw, "detour", JW_TIGHT);
    for (unsigned i = 0; i < 2; i++)
        jw_uint(jw, NULL, a->positions[a->detour[i]].slide);
    jw_close(jw);
    jw_array(jw, "positions", JW_TIGHT);
    for (size_t i = 0; i < a->n; i++)
        put_position(jw, &a->positions[i], i + 1 == a->n);
    jw_close(jw);
    jw_close(jw);
}

static loyd_err
analyse(struct jw *jw, const loyd_game *game, loyd_metric metric,
        loyd_why *why)
{
    loyd_analysis analysis = {.n = 0};
    loyd_solver *solver;
    loyd_err err = solving_ready(true, &solver);

    if (err == LOYD_OK)
        err = loyd_games_analyse(solver, game, 1, metric, &analysis, why);
    if (err == LOYD_OK)
        put_analysis(jw, &analysis);
    loyd_analysis_free(&analysis);
    return err;
}

/* Reads what follows the boards; *where becomes the argument at fault. */
static loyd_err
read_rest(size_t moves_len, size_t ms_len, size_t metric_len, loyd_game *game,
          loyd_metric *metric, const char **where, loyd_why *why)
{
    struct slice moves = {call_text(moves_len), moves_len};
    struct slice ms = {call_text(ms_len), ms_len};
    loyd_err err;

    *where = "metric";
    err = metric_parse(call_text(metric_len), metric_len, metric, why);
    if (err != LOYD_OK)
        return err;
    *where = "moves";
    if ((err = read_slides(moves, game, why)) != LOYD_OK)
        return err;
    *where = "ms";
    return read_times(ms, game, why);
}

WEB_EXPORT("analyse")
const char *
web_analyse(size_t start_len, size_t goal_len, size_t moves_len, size_t ms_len,
            size_t metric_len)
{
    struct jw *jw = call_begin();
    loyd_game game = {.began = 0};
    const char *where;
    loyd_metric metric;
    loyd_why why = {""};
    loyd_err err = call_pair(start_len, goal_len, &game.puzzle, &where, &why);

    if (err == LOYD_OK)
        err = read_rest(moves_len, ms_len, metric_len, &game, &metric, &where,
                        &why);
    if (err != LOYD_OK)
        goto done;
    where = "";
    if (board_cells(&game.puzzle.start) > LOYD_EXACT_CELLS)
        err = why_set(&why, LOYD_E_UNSUPPORTED,
                      "more than %d cells: only the sum of a game is known",
                      LOYD_EXACT_CELLS);
    if (err == LOYD_OK) /* without "puzzle 0: " before the message */
        err = loyd_puzzle_check(&game.puzzle, &why);
    if (err == LOYD_OK)
        err = analyse(jw, &game, metric, &why);
    if (solving_yields(err))
        err = analyse(jw, &game, metric, &why);
done:
    free(game.slides);
    return call_end(err, where, &why);
}

/* --- records --- */

static void
put_slides(struct jw *jw, const loyd_game *game)
{
    struct text *to = jw->to;

    jw_name(jw, "moves");
    text_char(to, '"');
    for (size_t i = 0; i < game->n_slides; i++) {
        if (i > 0)
            text_char(to, ' ');
        text_char(to, letters[game->slides[i].dir]);
        if (game->slides[i].tiles > 1)
            text_number(to, game->slides[i].tiles);
    }
    text_char(to, '"');
    jw_array(jw, "ms", JW_TIGHT);
    for (size_t i = 0; i < game->n_slides; i++)
        jw_uint(jw, NULL, game->slides[i].ms);
    jw_close(jw);
}

/* {"board":"0 1/3 2","goal":"1 2/3 0","began":0,"moves":"L U","ms":[9,8],
 * "hints":[]}, or with a recipe in place of the boards. */
WEB_EXPORT("game")
const char *
web_game(size_t record_len)
{
    struct jw *jw = call_begin();
    loyd_game game = {.began = 0};
    loyd_why why = {""};
    loyd_err err = game_text_read(
        (struct slice){call_text(record_len), record_len}, &game, &why);

    if (err != LOYD_OK)
        return call_end(err, "record", &why);
    jw_object(jw, NULL, JW_TIGHT);
    if (game.recipe != NULL) {
        jw_string(jw, "recipe", game.recipe);
    } else {
        board_json(jw, "board", &game.puzzle.start);
        board_json(jw, "goal", &game.puzzle.goal);
    }
    jw_uint(jw, "began", game.began);
    put_slides(jw, &game);
    jw_array(jw, "hints", JW_TIGHT);
    for (size_t i = 0; i < game.n_hints; i++)
        jw_uint(jw, NULL, game.hints[i]);
    jw_close(jw);
    jw_close(jw);
    loyd_game_free(&game);
    return call_end(LOYD_OK, "", NULL);
}
