/* SPDX-License-Identifier: MIT */
/* Boards drawn as boxes. */
#ifndef LOYD_CLI_DRAW_H
#define LOYD_CLI_DRAW_H

#include "cli/terminal.h"
#include "loyd.h"

/*
 * A start and its goal on stdout, side by side where the terminal is wide
 * enough, otherwise one below the other. In colour, tiles of the start that
 * are at home are green.
 */
void draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle);

#endif
