/* SPDX-License-Identifier: MIT */
/* How a start is made of a goal and words: one row of a table a method. */
#ifndef LOYD_GENERATE_METHODS_H
#define LOYD_GENERATE_METHODS_H

#include "generate/stream.h"
#include "loyd/generate.h"

/* Room for "uniform" or "walk:65535", its closing NUL included. */
#define METHOD_TEXT 24

/* The text of a method, which is also a field of the key; its length. */
size_t method_print(loyd_method method, unsigned steps,
                    char text[METHOD_TEXT]);

/* Does it take a number of steps? */
bool method_takes_steps(loyd_method method);

/* The draws that an attempt is planned for, on n cells. */
unsigned method_draws(loyd_method method, unsigned steps, unsigned n);

/*
 * Turns *board, which is the goal, into a start. Returns false where the
 * attempt is void; the board is then anything.
 */
bool method_draw(loyd_method method, unsigned steps, struct stream *words,
                 loyd_board *board);

/*
 * Shuffles item[0..n) evenly ([Durstenfeld, CACM 7 (1964)]); *swaps are
 * those that changed something. Returns false where the attempt is void.
 */
bool shuffle_items(struct stream *words, uint8_t *item, unsigned n,
                   unsigned *swaps);

#endif
