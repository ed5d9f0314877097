/* SPDX-License-Identifier: MIT */
/* Functions that the files of the tables share; they use SQLite. */
#ifndef LOYD_STORE_TABLES_H
#define LOYD_STORE_TABLES_H

#include "base/utf8.h"
#include "store/query.h"
#include "store/rows.h"

/* goal.c */

extern const struct table goal_table;

/*
 * Returns the number of a goal's class: 65536 * longer side + 256 * shorter
 * side + the least cell to which a symmetry of the rectangle maps the blank.
 */
int64_t goal_class(unsigned width, unsigned height, unsigned blank);

/* The number of a class, and the class of a number. */
static inline int64_t
class_number(const loyd_class *cls)
{
    return (int64_t)65536 * cls->width + 256 * cls->height + cls->blank;
}

static inline loyd_class
class_of_number(int64_t number)
{
    return (loyd_class){(uint8_t)(number >> 16), (uint8_t)(number >> 8 & 255),
                        (uint8_t)(number & 255)};
}

/*
 * Reads the goal of a key and checks it; *row is borrowed until the next call
 * of a function of goal.c. Errors: LOYD_E_CORRUPT (also a missing goal).
 */
loyd_err goal_get(loyd_store *store, int64_t pk, const struct goal_row **row,
                  loyd_why *why);

/* Finds the goal with these cells, borrowed as above; stores it if it is
 * new. */
loyd_err goal_put(loyd_store *store, const loyd_board *board,
                  const struct goal_row **row, loyd_why *why);

/* distribution.c */

extern const struct table distribution_table;

/*
 * Stores copies of the distributions that the library contains of a class, by
 * its number, and their bands. Needs a transaction.
 */
loyd_err distributions_put(loyd_store *store, int64_t class, loyd_why *why);

/* Computes the bands of all stored lengths again. Needs a transaction. */
loyd_err distributions_band(loyd_store *store, loyd_why *why);

/* puzzle.c */

/* The columns of table puzzle, called `p`, that a record is read from, the
 * first ones of a query. */
#define PUZZLE_COLUMNS                                                        \
    "p.id, p.goal, p.board, p.stm, p.upper, p.estimate,"                     \
    " p.estimate_version, p.mtm, p.mtm_upper"
#define N_PUZZLE_COLUMNS 9
#define COLUMN_STM 3 /* the optima, from 0 on */
#define COLUMN_MTM 7

/* And those of table rating, called `r`. */
#define RATING_COLUMNS "r.lower, r.upper, r.path, r.search, r.lower_search"
#define N_RATING_COLUMNS 5

/*
 * Reads and checks the boards of the current row of `q`, which begins with
 * PUZZLE_COLUMNS; the result is unrated. `out` keeps the memory of its paths
 * from row to row. Errors: LOYD_E_CORRUPT, which names the row.
 */
loyd_err record_boards(struct query *q, struct record *out, loyd_why *why);

/*
 * The same for its rating in a metric, in RATING_COLUMNS of `rating`, the
 * first of which is `first`; with that in STM, its estimate is read. rating
 * NULL: it has none, and must not have a length. q NULL: what table puzzle
 * says is not read. The metrics come in any order. rating_searches reads the
 * searches. Errors: also LOYD_E_NOMEM.
 */
loyd_err record_rating(struct query *q, loyd_metric metric,
                       struct query *rating, int first, struct record *out,
                       loyd_why *why);

/* Reads the record of an id. */
loyd_err record_get(loyd_store *store, const loyd_id *id, struct record *out,
                    bool *found, loyd_why *why);

/* The same; LOYD_E_NOT_FOUND if there is none. */
loyd_err record_must(loyd_store *store, const loyd_id *id, struct record *out,
                     loyd_why *why);

/* The same for its boards only, without rating and path. */
loyd_err record_get_boards(loyd_store *store, const loyd_id *id,
                           struct record *out, loyd_why *why);

/* Finds a puzzle; *found: it is stored, and *stm is its proven length, -1:
 * none. Errors: LOYD_E_CORRUPT, those of SQLite. */
loyd_err puzzle_find(loyd_store *store, const loyd_id *id, int32_t *stm,
                     bool *found, loyd_why *why);

/*
 * Stores a checked puzzle with the lengths of its rating and estimate. A
 * stored puzzle stays unchanged, and *is_new is false.
 */
loyd_err puzzle_add(loyd_store *store, const struct record *row, bool *is_new,
                    loyd_why *why);

/* Returns whether a length has the parity of all solutions: each move takes
 * the blank one step. */
bool puzzle_has_parity(const loyd_puzzle *puzzle, uint16_t length);

/* Sets the lengths that follow from a rating of a stored puzzle. */
loyd_err puzzle_set_length(loyd_store *store, const loyd_id *id,
                           const loyd_rating *rating, loyd_why *why);

/* Returns LOYD_E_CORRUPT, with a message that begins "puzzle ID: ". */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
puzzle_bad(loyd_why *why, const loyd_id *id, const char *format, ...);

/* Returns LOYD_E_NOT_FOUND: "no puzzle 'ID'", then `words`. */
loyd_err puzzle_missing(loyd_why *why, const loyd_id *id, const char *words);

/* Returns the same if the catalogue does not have the puzzle. */
loyd_err puzzle_need(loyd_store *store, const loyd_id *id, const char *words,
                     loyd_why *why);

/* recipe.c */

struct recipe_row {
    int64_t series;
    uint64_t number;
    loyd_id puzzle;
};

extern const struct table series_table;
extern const struct table recipe_table;

/*
 * Writes the first recipe of a puzzle in byte order to text[LOYD_RECIPE_TEXT];
 * "": none. Errors: LOYD_E_CORRUPT (an invalid recipe), those of SQLite.
 */
loyd_err recipe_first(loyd_store *store, const loyd_id *id, char *text,
                      loyd_why *why);

/* rating.c */

extern const struct table search_table;

/* Stores a checked rating; replaces the stored one. */
loyd_err rating_put(loyd_store *store, const loyd_id *id,
                    const loyd_rating *rating, const loyd_moves *path,
                    loyd_why *why);

/* What a rating adds to the stored one. */
struct rating_news {
    bool is_new; /* the rest differs from what is stored */
    bool is_new_path;
    loyd_rating rating;
    const loyd_moves *path; /* borrowed */
};

/*
 * Joins a rating with that of the record in its metric, as
 * store_add_rating says. LOYD_E_CORRUPT: they contradict each other, the
 * estimate, or the rating in the other metric.
 */
loyd_err rating_judge(const struct record *there, const loyd_rating *rating,
                      const loyd_moves *path, struct rating_news *news,
                      loyd_why *why);

/* Stores the result of rating_judge, if it is new. */
loyd_err rating_replace(loyd_store *store, const struct record *there,
                        const struct rating_news *news, loyd_why *why);

/* estimate.c */

/* Checks an estimate against the boards. Errors: LOYD_E_RANGE. */
loyd_err estimate_may_be(const loyd_puzzle *puzzle, unsigned version,
                         uint16_t length, loyd_why *why);

/* rating.c */

/* Reads the searches of a record's ratings. Errors: LOYD_E_CORRUPT (also a
 * missing search), those of SQLite. */
loyd_err rating_searches(struct record *record, loyd_store *store,
                         loyd_why *why);

/* digest.c */

enum digest_record {
    DIGEST_DAYS,
    DIGEST_PROVEN,
    DIGEST_PUZZLES,
    DIGEST_RECIPES,
    DIGEST_RECORDS
};

/*
 * Computes the digest of what statements return, each in the order of the
 * records: hashes of days; puzzle, metric, length and path; puzzle, goal and
 * start; puzzle and recipe. NULL: there are none. Errors: LOYD_E_CORRUPT (a
 * value that is not as it is stored), those of SQLite.
 */
loyd_err digest_rows(loyd_store *store, const char *const sql[DIGEST_RECORDS],
                     uint8_t digest[LOYD_HASH_BYTES], loyd_why *why);

/* band.c */

extern const struct table band_table;

/* name.c */

struct name_row {
    loyd_id puzzle;
    char name[LOYD_NAME_TEXT];
};

extern const struct table name_table;

/* Reads the name of a puzzle; "": none. */
loyd_err name_get(loyd_store *store, const loyd_id *id,
                  char name[LOYD_NAME_TEXT], loyd_why *why);

/* trait.c */

struct trait_row {
    loyd_id puzzle;
    loyd_traits traits;
};

extern const struct table trait_table;

/* Removes the traits of a puzzle that is proven again: they are those of an
 * earlier path. */
loyd_err trait_drop(loyd_store *store, const loyd_id *id, loyd_why *why);

/* Reads and checks the traits of a record that has its rating in STM; version
 * 0: there are none, or it is not proven. Errors: LOYD_E_CORRUPT, those of
 * SQLite. */
loyd_err trait_get(loyd_store *store, const struct record *of,
                   loyd_traits *traits, loyd_why *why);

/* game.c */

extern const struct table game_table;

/* difficulty.c */

extern const struct table difficulty_table;
extern const struct table ability_table;

/* The same for what games say; games 0: nothing. */
loyd_err difficulty_get(loyd_store *store, const loyd_id *id,
                        loyd_observed *observed, loyd_why *why);

#endif
