/* SPDX-License-Identifier: MIT */
/*
 * loyd: sliding-tile puzzles, generated, proven, rated, stored, published.
 * One header for all; each of loyd/ can also be included alone.
 *
 * Boards and puzzles are plain values. Handles (generator, solver, store) are
 * opaque, made by _new or _open and ended by _free or _close, which accept
 * NULL and set the pointer to NULL. The library never prints, never exits,
 * reads no environment and no clock.
 *
 * Options are structs of which all zero is the default. Long calls take one
 * loyd_listener, who hears how far they are and what is wrong. What comes row
 * by row comes from a cursor (_open, _next, _close) or is told to a function
 * `bool f(void *context, const T *row)`, which returns false to stop.
 */
#ifndef LOYD_H
#define LOYD_H

#include "loyd/audit.h"
#include "loyd/band.h"
#include "loyd/board.h"
#include "loyd/catalogue.h"
#include "loyd/channel.h"
#include "loyd/class.h"
#include "loyd/date.h"
#include "loyd/distribution.h"
#include "loyd/error.h"
#include "loyd/export.h"
#include "loyd/generate.h"
#include "loyd/import.h"
#include "loyd/layout.h"
#include "loyd/listener.h"
#include "loyd/moves.h"
#include "loyd/pack.h"
#include "loyd/parity.h"
#include "loyd/puzzle.h"
#include "loyd/sign.h"
#include "loyd/site.h"
#include "loyd/solve.h"
#include "loyd/store.h"
#include "loyd/tables.h"
#include "loyd/target.h"
#include "loyd/text.h"

#endif
