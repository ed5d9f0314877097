/* SPDX-License-Identifier: MIT */
/* Board text: a parsed board, printed and parsed again, is the same. */
#include "fuzz.h"

#include <string.h>

#include "core/board.h"
#include "loyd/board.h"

static void
round_trip(const loyd_board *board, loyd_board_form form)
{
    char text[LOYD_BOARD_TEXT];
    size_t len = loyd_board_print(board, form, text);
    loyd_board again;

    demand(len < sizeof(text) && strlen(text) == len);
    demand(loyd_board_parse(text, len, 0, 0, &again, NULL) == LOYD_OK);
    demand(board_equal(board, &again));
    demand(memcmp(board, &again, sizeof(again)) == 0);
}

static void
try_size(const char *text, size_t len, uint8_t width, uint8_t height)
{
    loyd_board board, untouched;
    loyd_why why;

    memset(&board, 0xA5, sizeof(board));
    untouched = board;
    if (loyd_board_parse(text, len, width, height, &board, &why) != LOYD_OK) {
        demand(memcmp(&board, &untouched, sizeof(board)) == 0);
        demand(memchr(why.text, '\0', sizeof(why.text)) != NULL);
        demand(why.text[0] != '\0');
        return;
    }
    demand(loyd_board_check(&board, NULL) == LOYD_OK);
    demand(width == 0 || (board.width == width && board.height == height));
    round_trip(&board, LOYD_FORM_ROWS);
    round_trip(&board, LOYD_FORM_SGT);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;

    try_size(text, size, 0, 0);
    try_size(text, size, 3, 2);
    try_size(text, size, 4, 4);
    return 0;
}
