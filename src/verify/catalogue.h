/* SPDX-License-Identifier: MIT */
/*
 * The verification of a catalogue. Boards, packed forms, parity, classes,
 * ids, paths and digests are computed here a second time by other methods, so
 * that a fault in the generator, the store, the solver or their checks is not
 * repeated.
 */
#ifndef LOYD_VERIFY_CATALOGUE_H
#define LOYD_VERIFY_CATALOGUE_H

#include <string.h>

#include "loyd/catalogue.h"
#include "verify/plain.h"
#include "verify/raw_text.h"
#include "verify/report.h"

static inline bool
raw_is_number(const struct raw_value *value, int64_t low, int64_t high)
{
    return value->kind == RAW_NUMBER && value->number >= low &&
           value->number <= high;
}

static inline bool
raw_is_text(const struct raw_value *value, const char *text)
{
    return value->kind == RAW_TEXT && value->len == strlen(text) &&
           memcmp(value->bytes, text, value->len) == 0;
}

/* prove.c, prove_parts.c: check single rows, from their raw values. */

/* Columns of RAW_PUZZLES. */
enum {
    PUZZLE_ID,
    PUZZLE_CLASS,
    PUZZLE_BOARD,
    PUZZLE_SIZE,
    PUZZLE_GOAL,
    PUZZLE_LAYOUT,
    PUZZLE_ESTIMATE,
    PUZZLE_ESTIMATE_VERSION,
    PUZZLE_STM, /* of each metric the proven length and the open upper end, */
    PUZZLE_OPEN_UPPER,
    PUZZLE_LOWER, /* and the rating */
    PUZZLE_UPPER,
    PUZZLE_PATH,
    PUZZLE_MTM,
    PUZZLE_MTM_OPEN_UPPER,
    PUZZLE_MTM_LOWER,
    PUZZLE_MTM_UPPER,
    PUZZLE_MTM_PATH
};

/* The columns of a metric, from PUZZLE_STM or PUZZLE_MTM on. */
enum { IN_PROVEN, IN_OPEN_UPPER, IN_LOWER, IN_UPPER, IN_PATH };

/* Columns of RAW_PACKS, RAW_MARKS and RAW_NAMES. */
enum { PACK_PK, PACK_ID, PACK_NAME, PACK_VERSION, PACK_DATE };
enum { MARK_PUZZLE, MARK_DATE, MARK_NOTE };
enum { NAME_PUZZLE, NAME_TEXT };

/*
 * Return NULL if the row is right, otherwise what is wrong with it: static
 * text. The values are those of RAW_GOALS, RAW_PUZZLES, RAW_RATINGS,
 * RAW_CLAIMS, RAW_PACKS, RAW_MARKS and RAW_NAMES. *board: the puzzle's, if its
 * row is right.
 */
const char *prove_goal(const struct raw_value *values);
const char *prove_puzzle(const struct raw_value *values,
                         struct plain_board *board);
const char *prove_search(const struct raw_value *values);
const char *prove_claim(const struct raw_value *values);
const char *prove_pack(const struct raw_value *values);
const char *prove_mark(const struct raw_value *values);
const char *prove_name(const struct raw_value *values);

/*
 * Checks by plain searches that the optima of such a puzzle are within the
 * ratings of a row of RAW_PUZZLES, and that the paths of proven ones, unless
 * NULL, are canonical. The board is that of prove_puzzle, which must have
 * found the row right. *found counts the optima found.
 */
const char *prove_optima(const struct raw_value *values,
                         const struct plain_board *board,
                         struct plain_lengths *lengths, uint64_t *found);

/* Makes the board of a start and its goal. Returns false if they have other
 * labels. */
bool prove_board(const struct flat *start, const struct flat *goal,
                 struct plain_board *board);

/* redigest.c: the digest of a catalogue, computed in a second way */

/* Called after each row; returns false to stop. */
typedef bool (*redigest_fn)(void *context);

/*
 * Computes the digest from the file's raw values: it shares the hash function
 * with loyd_store_digest, but neither the reading nor the sorting. The rows
 * of the catalogue must be right.
 *
 *   expected  the expected digest, LOYD_HASH_BYTES, or NULL.
 *   fault     "" if the two digests and `expected` agree, otherwise the
 *             difference in words.
 *
 * Errors: LOYD_E_CANCELLED (stopped), LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err redigest(loyd_store *store, const uint8_t *expected, redigest_fn each,
                  void *context, char fault[LOYD_WHY_BYTES], loyd_why *why);

/* prove_distribution.c: what percentiles and bands come from */

/* Who hears of the distributions. Both return false to stop. */
struct distribution_judge {
    bool (*step)(void *context); /* called after each board */
    bool (*bad)(void *context, const char *key, const char *fault);
    void *context;
};

/*
 * Checks every distribution of a catalogue: its counts and bands; copies of
 * the library's against these; samples by their recipe, and by drawing their
 * boards again their mlc, which no estimate may be below. Reports one fault
 * for each. Errors: LOYD_E_NOMEM, those of SQLite.
 */
loyd_err prove_distributions(loyd_store *store,
                             const struct distribution_judge *judge,
                             loyd_why *why);

/* reprove.c: a sample of a catalogue's ratings, solved again */

/* Called with each wrong rating; returns false to stop. */
typedef bool (*reprove_fn)(void *context, const loyd_id *id,
                           const char *fault);

/*
 * Solves up to `n` rated puzzles, chosen by `seed`: first those rated in STM,
 * also in MTM if they are rated there, then those rated only in MTM. In STM
 * the plain search tries each one first. The rest are solved by the solver
 * with small tables, from start to goal for the path and from goal to start
 * for the length, which uses the tables of another class. Of puzzles of more
 * than LOYD_EXACT_CELLS cells the estimate is computed again. *solved counts
 * all of them.
 *
 * Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SYSTEM, those of SQLite.
 */
loyd_err reprove(loyd_store *store, uint64_t n, const char *seed,
                 unsigned threads, const loyd_listener *listener,
                 reprove_fn bad, void *bad_context, uint64_t *solved,
                 loyd_why *why);

#endif
