/* SPDX-License-Identifier: MIT */
/*
 * The proof of a catalogue. Boards, packed forms, parity, classes, ids, paths
 * and digests are worked out here once more, by other ways than where they
 * were made: a fault in the generator, the store, the solver or their checks
 * is not repeated.
 */
#ifndef LOYD_CATALOGUE_PROVE_H
#define LOYD_CATALOGUE_PROVE_H

#include "loyd/catalogue.h"
#include "store/raw.h"

/*
 * shard.c: the part's range of all ids, which are spread evenly, so that parts
 * of a catalogue are nearly equal too.
 */
void shard_ids(const loyd_shard *shard, loyd_id *first, loyd_id *last);

/* prove.c: is a row right? Asked of the bare values, answered in words. */

/* Columns of RAW_PUZZLES. */
enum {
    PUZZLE_ID,
    PUZZLE_CLASS,
    PUZZLE_START,
    PUZZLE_STM,
    PUZZLE_WIDTH,
    PUZZLE_HEIGHT,
    PUZZLE_CELLS,
    PUZZLE_LAYOUT,
    PUZZLE_LOWER,
    PUZZLE_UPPER,
    PUZZLE_PATH
};

/*
 * NULL where the row is right, otherwise what is wrong with it: static text.
 * The values are those of RAW_GOALS, RAW_PUZZLES, RAW_RATINGS and
 * RAW_CLAIMS.
 */
const char *prove_goal(const struct raw_value *values);
const char *prove_puzzle(const struct raw_value *values);
const char *prove_search(const struct raw_value *values);
const char *prove_claim(const struct raw_value *values);

/* Searched for every puzzle: all of so many cells, or of so many moves. */
#define SEARCHED_CELLS 9
#define SEARCHED_STM 20

/*
 * The same of the rating of RAW_PUZZLES, which prove_puzzle has found right:
 * is the optimum inside, and the path of a proven one the canonical one? Asked
 * of a plain search for at most `nodes` nodes; *is_known: it found an answer.
 */
const char *prove_optimum(const struct raw_value *values, uint64_t nodes,
                          bool *is_known);

/* How many nodes are worth it for every puzzle of such a rating. */
uint64_t prove_nodes(const struct raw_value *values);

/*
 * The labels of a packed start, n of them, of a goal's cells, n as well.
 * false: it is none.
 */
bool prove_start(const struct raw_value *start, const struct raw_value *cells,
                 size_t n, uint8_t *out);

/* plain.c: a search of the proof's own, no tables, nothing of the solver's */

#define PLAIN_MOVES_MAX 255

/* A board: home[c] is the cell to which the tile in cell c belongs. */
struct plain_board {
    unsigned width;
    unsigned height;
    unsigned blank; /* the cell where it stands */
    uint8_t home[LOYD_CELLS_MAX];
};

struct plain_path {
    unsigned n;
    uint8_t dir[PLAIN_MOVES_MAX]; /* of the tile: 0..3 are U R D L */
};

/*
 * IDA* on the sum of all tiles' taxicab distances ([Korf, AIJ 27 (1985)]),
 * directions always tried in the order U R D L: of all shortest solutions it
 * finds the first in that order. Returns false where it gave up after
 * `nodes` moves, or PLAIN_MOVES_MAX are too few. The board must be solvable.
 */
bool plain_solve(const struct plain_board *board, uint64_t nodes,
                 struct plain_path *path);

/* redigest.c: the digest of a catalogue, taken a second way */

/* Asked after each row; false stops. */
typedef bool (*redigest_fn)(void *context);

/*
 * Takes the digest of all of the file's bare values: the hash function is
 * that of loyd_store_digest, the reading and the order are not. For a
 * catalogue whose rows are right.
 *
 *   expected  LOYD_HASH_BYTES that it should be, or NULL.
 *   fault     "" where the two ways and `expected` agree, or which do not.
 *
 * Errors: LOYD_E_CANCELLED (stopped), LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err redigest(loyd_store *store, const uint8_t *expected, redigest_fn each,
                  void *context, char fault[LOYD_WHY_BYTES], loyd_why *why);

/* reprove.c: a sample of a catalogue's ratings, solved again */

/* Called with each rating that is wrong; returns false to stop. */
typedef bool (*reprove_fn)(void *context, const loyd_id *id,
                           const char *fault);

/*
 * Solves up to `n` rated puzzles that `seed` picks: first by a plain search,
 * and those that it gives up by the solver with small tables, forwards for
 * the path and from goal to start for the length, which takes the tables of
 * another class. *solved counts them; those beyond LOYD_EXACT_CELLS cells
 * are passed over.
 *
 * Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SYSTEM, those of SQLite.
 */
loyd_err reprove(loyd_store *store, uint64_t n, const char *seed,
                 unsigned threads, const loyd_listener *listener,
                 reprove_fn bad, void *bad_context, uint64_t *solved,
                 loyd_why *why);

#endif
