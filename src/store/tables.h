/* SPDX-License-Identifier: MIT */
/* What the files that own tables do for each other, statements in hand. */
#ifndef LOYD_STORE_TABLES_H
#define LOYD_STORE_TABLES_H

#include "store/query.h"
#include "store/rows.h"

/* goal.c */

/*
 * The class of a goal: 65536 * longer side + 256 * shorter side + the least
 * cell that a symmetry of the rectangle gives the blank.
 */
int64_t goal_class(unsigned width, unsigned height, unsigned blank);

/* What is known of a class, by the number above; NULL: nothing. */
const loyd_distribution *class_distribution(int64_t class);

/*
 * The goal of a row number, checked; *row is borrowed until the next call
 * of this file. Errors: LOYD_E_CORRUPT, also where there is none.
 */
loyd_err goal_get(loyd_store *store, int64_t pk, const struct goal_row **row,
                  loyd_why *why);

/* The goal with these cells, NULL where it is not stored; borrowed as well. */
loyd_err goal_find(loyd_store *store, const loyd_board *board,
                   const struct goal_row **row, loyd_why *why);

/* The same, stored where it was not. */
loyd_err goal_put(loyd_store *store, const loyd_board *board,
                  const struct goal_row **row, loyd_why *why);

/* The next size that a goal has, behind *width x *height (0x0: the first). */
loyd_err goal_next_size(loyd_store *store, uint8_t *width, uint8_t *height,
                        bool *found, loyd_why *why);

/* Called with a goal's row number; anything but LOYD_OK ends the walk. */
typedef loyd_err (*goal_fn)(void *context, int64_t pk, loyd_why *why);

/*
 * Every goal of a size: those with a name in its byte order, or those
 * without in the order of their cells.
 */
loyd_err goal_each(loyd_store *store, uint8_t width, uint8_t height,
                   bool is_named, goal_fn each, void *context, loyd_why *why);

/* puzzle.c */

/*
 * Reads and checks the row of puzzle that `q` stands on, whose columns are
 * id, goal, class, start, stm; it is then unrated. `out` keeps its path's
 * memory from row to row. Errors: LOYD_E_CORRUPT, which names the row.
 */
loyd_err record_boards(struct query *q, struct record *out, loyd_why *why);

/*
 * The same of its rating, which stands in the columns lower, upper, path of
 * `rating` from the first one on. Errors: also LOYD_E_NOMEM.
 */
loyd_err record_rating(struct query *q, struct query *rating, int first,
                       struct record *out, loyd_why *why);

/* There is none: then it has no length. */
loyd_err record_no_rating(struct query *q, const struct record *out,
                          loyd_why *why);

/* The record of an id. */
loyd_err record_get(loyd_store *store, const loyd_id *id, struct record *out,
                    bool *found, loyd_why *why);

/* The same; LOYD_E_NOT_FOUND where there is none. */
loyd_err record_must(loyd_store *store, const loyd_id *id, struct record *out,
                     loyd_why *why);

/* The same of its boards alone: no rating, no path. */
loyd_err record_get_boards(loyd_store *store, const loyd_id *id,
                           struct record *out, loyd_why *why);

/* Where a puzzle stands in the indices. */
struct puzzle_place {
    int64_t goal;
    int64_t class; /* -1: the goal has a name */
    int32_t stm;   /* -1: not proven */
};

/* Of three columns, goal, class and stm, from `at` on. */
loyd_err place_read(struct query *q, int at, const loyd_id *id,
                    struct puzzle_place *place, loyd_why *why);

/* *found is false where there is no such puzzle. Errors: LOYD_E_CORRUPT. */
loyd_err puzzle_find(loyd_store *store, const loyd_id *id,
                     struct puzzle_place *place, bool *found, loyd_why *why);

/* What loyd_store_add_puzzle says of boards. */
loyd_err puzzle_may_be(const loyd_puzzle *puzzle, loyd_why *why);

/*
 * Stores a puzzle that may be, under its id, with its optimum where that is
 * proven (0: it is not). One that is there stays; *is_new tells.
 */
loyd_err puzzle_add(loyd_store *store, const loyd_puzzle *puzzle,
                    const loyd_id *id, uint16_t stm, bool *is_new,
                    loyd_why *why);

/* LOYD_E_CORRUPT where the one of this id that is stored is another. */
loyd_err puzzle_same(const struct record *there, const loyd_puzzle *puzzle,
                     loyd_why *why);

/* The optimum, proven, of a stored puzzle; what was claimed goes. */
loyd_err puzzle_set_stm(loyd_store *store, const loyd_id *id, uint16_t stm,
                        loyd_why *why);

/* LOYD_E_CORRUPT, with words that begin "puzzle ID: ". */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
puzzle_bad(loyd_why *why, const loyd_id *id, const char *format, ...);

/* walk.c */

/*
 * All puzzles with their ratings, in order of id: two tables that stand in
 * one order are read side by side, so that no rating is looked up, and the
 * ratings of no puzzle are seen.
 */
struct record_walk {
    struct query puzzles;
    struct query ratings;
    bool has_last; /* a puzzle has been read: `last` */
    loyd_id last;
    bool has_rating; /* `ratings` stands on one, that of the puzzle `id` */
    loyd_id id;
    int64_t search; /* the row number of the search of the last rating */
};

/* To be ended with record_walk_end, errors or not. */
loyd_err record_walk_begin(struct record_walk *w, loyd_store *store,
                           loyd_why *why);

/*
 * The next one, checked. Errors: those of record_rating, LOYD_E_CORRUPT also
 * for a rating of no puzzle, or ids that do not ascend.
 */
loyd_err record_walk_next(struct record_walk *w, struct record *out,
                          bool *found, loyd_why *why);

void record_walk_end(struct record_walk *w);

/*
 * LOYD_E_CORRUPT where a recipe is of no puzzle, or has no index; that
 * puzzle's id is then in *orphan, where given.
 */
loyd_err recipes_check(loyd_store *store, loyd_id *orphan, loyd_why *why);

/* recipe.c */

/* Room for the layout of drawn goals as it begins a recipe: "4x4/random". */
#define RECIPE_PREFIX (LOYD_LAYOUT_TEXT + 16)

/*
 * The first recipe of a puzzle in byte order, "" where there is none, into
 * text[LOYD_RECIPE_TEXT]. Errors: LOYD_E_CORRUPT where it is no recipe.
 */
loyd_err recipe_first(loyd_store *store, const loyd_id *id, char *text,
                      loyd_why *why);

/* The series of a row number. LOYD_E_CORRUPT: series_read says no. */
loyd_err series_get(loyd_store *store, int64_t pk, loyd_recipe *recipe,
                    loyd_why *why);

/* Has the puzzle a recipe that begins with `prefix`? */
loyd_err recipe_begins(loyd_store *store, const loyd_id *id,
                       const char *prefix, bool *yes, loyd_why *why);

/* rating.c */

/* Is it a rating that can be, with this path? Errors: LOYD_E_RANGE, _MOVE. */
loyd_err rating_may_be(const loyd_rating *rating, const loyd_moves *path,
                       loyd_why *why);

/* Writes a rating that may be, over one that is there. */
loyd_err rating_put(loyd_store *store, const loyd_id *id,
                    const loyd_rating *rating, const loyd_moves *path,
                    loyd_why *why);

/*
 * Is the rating better than the stored one? LOYD_E_CORRUPT where both
 * cannot be true.
 */
loyd_err rating_judge(const struct record *there, const loyd_rating *rating,
                      const loyd_moves *path, bool *better, loyd_why *why);

/* The search of a row number, into method and budget. Errors: as goal_get. */
loyd_err search_get(loyd_store *store, int64_t pk, loyd_rating *rating,
                    loyd_why *why);

/* claim.c */

/* The claim of an optimum is done with: a rating is proven. */
loyd_err claim_drop(loyd_store *store, const loyd_id *id, loyd_why *why);

/* rating.c again */

/* Has the puzzle a rating in STM, proven or not? */
loyd_err rating_is(loyd_store *store, const loyd_id *id, bool *yes,
                   loyd_why *why);

/* recipe.c: the recipes of a seed, as a filter */

/* The series whose recipes have the seed: row numbers, ascending. */
struct seed_series {
    int64_t *pk;
    size_t n;
    size_t room;
};

/* A puzzle of a list, and its proven length; -1: not proven. */
struct listed_id {
    int32_t stm;
    loyd_id id;
};

/*
 * A list of so many is made; where a seed has more recipes, one puzzle in a
 * few hundred has one of them, and asking each is quicker.
 */
#define LISTED_MAX 65536

/* Reads all series; those of other seeds are many only where seeds are. */
loyd_err seed_begin(struct seed_series *series, loyd_store *store,
                    const char *seed, loyd_why *why);
void seed_end(struct seed_series *series);

/*
 * The puzzles of all recipes of the series, as often as they come, into a
 * list to be freed; *is_whole is false, and there is none, where they are
 * more than LISTED_MAX.
 */
loyd_err seed_list(const struct seed_series *series, loyd_store *store,
                   struct listed_id **list, size_t *n, bool *is_whole,
                   loyd_why *why);

/* Has the puzzle a recipe of these series? */
loyd_err seed_has(const struct seed_series *series, loyd_store *store,
                  const loyd_id *id, bool *yes, loyd_why *why);

#endif
