/* SPDX-License-Identifier: MIT */
/*
 * Solution text: parsed moves print as their shortest text, which parses as
 * the same moves; and any moves can be replayed on a board without harm.
 */
#include "fuzz.h"

#include <string.h>

#include "core/board.h"
#include "core/moves.h"
#include "loyd/moves.h"

static void
replay(const loyd_moves *moves)
{
    static const char goal_text[] = "1 2 3/4 5 6/7 8 0";
    loyd_board goal, board;
    size_t good = 0, legal = 0;
    loyd_err err;

    demand(loyd_board_parse(goal_text, strlen(goal_text), 0, 0, &goal, NULL) ==
           LOYD_OK);
    board = goal;
    while (legal < moves->n &&
           loyd_board_move(&board, (loyd_dir)moves->dir[legal]))
        legal++;
    err = loyd_moves_replay(&goal, &goal, moves, &good, NULL);
    demand(good == legal);
    demand((err == LOYD_OK) ==
           (legal == moves->n && board_equal(&board, &goal)));
}

static bool
is_same(const loyd_moves *a, const loyd_moves *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->dir, b->dir, a->n) == 0);
}

/*
 * What people write has more forms than what formats have: a text that
 * parses without its spaces has the same moves with them, unless one of them
 * is before a digit; and what is read prints as a format's text.
 */
static void
try_spaced(const char *text, size_t size)
{
    loyd_moves spaced = {0}, plain = {0};
    char *without = malloc(size + 1);
    bool is_cut = false, is_good, is_plain;
    size_t len = 0;

    if (without == NULL)
        abort();
    for (size_t i = 0; i < size; i++) {
        is_cut |= i > 0 && text[i - 1] == ' ' && text[i] >= '0' &&
                  text[i] <= '9';
        if (text[i] != ' ')
            without[len++] = text[i];
    }
    is_good = loyd_moves_parse(text, size, &spaced, NULL) == LOYD_OK;
    is_plain = moves_parse(without, len, &plain, NULL) == LOYD_OK;
    demand(is_good || !is_plain || is_cut);
    demand(!is_good || !is_plain || is_same(&spaced, &plain));
    if (is_good) {
        char *printed = malloc(moves_text_room(&spaced));

        if (printed == NULL)
            abort();
        loyd_moves_free(&plain);
        len = moves_print(&spaced, printed);
        demand(moves_parse(printed, len, &plain, NULL) == LOYD_OK);
        demand(is_same(&spaced, &plain));
        free(printed);
    }
    loyd_moves_free(&spaced);
    loyd_moves_free(&plain);
    free(without);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    loyd_moves moves = {0}, again = {0};
    char *text;
    size_t len;

    try_spaced((const char *)data, size);
    if (moves_parse((const char *)data, size, &moves, NULL) != LOYD_OK) {
        demand(moves.n == 0 && moves.dir == NULL);
        return 0;
    }
    demand(moves.n == moves.n && moves.n <= LOYD_MOVES_MAX);
    text = malloc(moves_text_room(&moves));
    if (text == NULL)
        abort();
    len = moves_print(&moves, text);
    demand(strlen(text) == len && len < moves_text_room(&moves));
    demand(len <= size);
    demand(moves_parse(text, len, &again, NULL) == LOYD_OK);
    demand(is_same(&again, &moves));
    replay(&moves);
    free(text);
    loyd_moves_free(&again);
    loyd_moves_free(&moves);
    return 0;
}
