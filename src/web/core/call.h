/* SPDX-License-Identifier: MIT */
/*
 * How JavaScript calls C. The caller writes the texts of a call, one after
 * the other, into the room that web_room returns, and passes their lengths to
 * an exported function. That returns the address of its answer, JSON of
 * web_answer_bytes bytes, which stays until the next call: an object, null,
 * or {"error": {"code": ..., "where": ..., "message": ...}}.
 */
#ifndef LOYD_WEB_CALL_H
#define LOYD_WEB_CALL_H

#include "base/jw.h"
#include "loyd/puzzle.h"

/* The name of a function for JavaScript; it has a comment in loyd.d.ts. */
#define WEB_EXPORT(name) __attribute__((export_name(name)))

/* All that the module imports: loyd.js hears how much of a search is done,
 * 0..1. */
__attribute__((import_module("loyd"), import_name("progress"))) void
web_progress(double share);

/* Begins a call: the answer is empty. Returns its writer. */
struct jw *call_begin(void);

/* Takes the next text of the call, which has `len` bytes. */
const char *call_text(size_t len);

/* Takes the next text of the call and parses it as a board. */
LOYD_NODISCARD loyd_err call_board(size_t len, loyd_board *board,
                                   loyd_why *why);

/*
 * The same for a start and a goal, which may be the name of a layout. If one
 * is malformed, *where becomes "start" or "goal".
 */
LOYD_NODISCARD loyd_err call_pair(size_t start_len, size_t goal_len,
                                  loyd_puzzle *puzzle, const char **where,
                                  loyd_why *why);

/* Ends a call: returns the answer that was written, or for an error its
 * message. `where` is the argument at fault, or "". */
const char *call_end(loyd_err err, const char *where, const loyd_why *why);

/* Writes members of the answer. */
void answer_id(struct jw *answer, const char *name, const loyd_puzzle *puzzle);
/* JavaScript has its own type for these: true or false. */
void answer_truth(struct jw *answer, const char *name, bool truth);
/* The simplest layout of a goal. */
void answer_layout(struct jw *answer, const char *name,
                   const loyd_board *goal);

#endif
