/* SPDX-License-Identifier: MIT */
/*
 * loyd generates, proves, rates, stores and publishes sliding-tile puzzles.
 * This header includes all of the API; each header in loyd/ can also be
 * included on its own. libloyd-core is a part of libloyd, without files but
 * those of tables, and needs no SQLite: its loyd-core.pc defines LOYD_CORE.
 *
 * Boards and puzzles are plain values. Handles (generator, solver, store) are
 * opaque. They are created by _new or _open and released by _free or _close,
 * which accept NULL and set the pointer to NULL. The library never prints and
 * never exits, and it reads neither the environment nor the clock.
 *
 * Option structs and filters are set to their defaults by zeroing them; NULL
 * in their place means the same. Other pointers must not be NULL, unless a
 * comment says so. Long calls take one loyd_listener, through
 * which they report progress and problems. Lists are read through a
 * loyd_cursor.
 */
#ifndef LOYD_H
#define LOYD_H

/* Boards, parity, generation, search and rating. */
#include "loyd/band.h"
#include "loyd/board.h"
#include "loyd/class.h"
#include "loyd/cursor.h"
#include "loyd/date.h"
#include "loyd/error.h"
#include "loyd/generate.h"
#include "loyd/layout.h"
#include "loyd/listener.h"
#include "loyd/moves.h"
#include "loyd/optimal.h"
#include "loyd/puzzle.h"
#include "loyd/solve.h"
#include "loyd/tables.h"
#include "loyd/target.h"

/* The catalogue, packs, games, the daily puzzle and its site. */
#ifndef LOYD_CORE
#include "loyd/catalogue.h"
#include "loyd/channel.h"
#include "loyd/game.h"
#include "loyd/import.h"
#include "loyd/pack.h"
#include "loyd/played.h"
#include "loyd/site.h"
#include "loyd/store.h"
#include "loyd/use.h"
#endif

#endif
