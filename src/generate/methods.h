/* SPDX-License-Identifier: MIT */
/* The methods that draw a start from a goal; one table row per method. */
#ifndef LOYD_GENERATE_METHODS_H
#define LOYD_GENERATE_METHODS_H

#include "generate/stream.h"
#include "loyd/generate.h"

/* Room for the text of any method, such as "walk:65535", with its NUL. */
#define METHOD_TEXT 24

/*
 * Writes the text of a method, which is also a field of the key; returns its
 * length.
 */
size_t method_print(loyd_method method, unsigned steps,
                    char text[METHOD_TEXT]);

/* Returns the number of words planned for an attempt on n cells. */
unsigned method_draws(loyd_method method, unsigned steps, unsigned n);

/*
 * Turns *board, which is the goal, into a start. Returns false if the attempt
 * is void; the board is then undefined.
 */
bool method_draw(const loyd_recipe *recipe, struct stream *words,
                 loyd_board *board);

/* Checks that the method can draw boards of the recipe. Errors: LOYD_E_SYNTAX
 * (it needs a target), LOYD_E_UNSUPPORTED. */
loyd_err method_check(const loyd_recipe *recipe, loyd_why *why);

/*
 * Shuffles item[0..n) uniformly ([Durstenfeld, CACM 7 (1964)]). *swaps counts
 * the swaps of two different items. Returns false if the attempt is void.
 */
bool shuffle_items(struct stream *words, uint8_t *item, unsigned n,
                   unsigned *swaps);

#endif
