/* SPDX-License-Identifier: MIT */
/*
 * A catalogue's rows as values: the internal interface for the jobs of the
 * library. No SQLite.
 */
#ifndef LOYD_STORE_ROWS_H
#define LOYD_STORE_ROWS_H

#include <string.h>

#include "base/slice.h"
#include "loyd/moves.h"
#include "loyd/played.h"
#include "loyd/store.h"

/* For messages about lengths: "" in STM, " in MTM". */
static inline const char *
metric_words(loyd_metric metric)
{
    return metric == LOYD_MTM ? " in MTM" : "";
}

/* --- the open catalogue (store.c) --- */

/* Counts the rows of puzzle and recipe together. */
loyd_err store_row_count(loyd_store *store, uint64_t *count, loyd_why *why);

/*
 * Between read_begin and read_end, several statements see one state of the
 * file. The pair may be nested, and used inside a write transaction.
 */
loyd_err read_begin(loyd_store *store, loyd_why *why);
void read_end(loyd_store *store);

/* Opens another file for a job on `parent`, with the same go_on callback. The
 * file of `parent` itself, if it is new and empty, is LOYD_E_NOT_FOUND. */
loyd_err store_open_beside(const loyd_store *parent, const char *path,
                           loyd_store_mode mode, loyd_store **store,
                           loyd_why *why);

/* Ends a transaction: commits it if `err` is LOYD_OK, and undoes it otherwise.
 * Returns `err`, or the error of the commit. */
loyd_err store_end(loyd_store *store, loyd_err err, loyd_why *why);

/* While `hold` is set, go_on is not called, so that a job can finish. */
void store_hold(loyd_store *store, bool hold);

/* --- puzzles (puzzle.c) --- */

static inline int
id_compare(const loyd_id *a, const loyd_id *b)
{
    return memcmp(a->byte, b->byte, LOYD_ID_BYTES);
}

/* The same, for qsort and bsearch. */
int id_order(const void *a, const void *b);

/* Returns in *yes whether the catalogue has the puzzle. */
loyd_err puzzle_is_stored(loyd_store *store, const loyd_id *id, bool *yes,
                          loyd_why *why);

/* Advances `id` to the next id; returns false after the last possible one. */
bool id_next(loyd_id *id);

/* Returns whether there is a path to write. */
static inline bool
known_has_path(const loyd_known *known)
{
    return known->status != LOYD_STATUS_UNRATED &&
           (known->path.n > 0 || known->rating.upper == 0);
}

/* Returns whether it is an interval, which has the searches of its ends. */
static inline bool
known_is_interval(const loyd_known *known)
{
    return known->rating.lower < known->rating.upper;
}

/* The keys of the searches of a rating. */
struct search_keys {
    int64_t lower;
    int64_t upper;
};

/*
 * A puzzle with all that is known of it. Every reader and writer of puzzles
 * uses it; loyd_entry is its public view. All zero is empty. The paths' memory
 * is reused from one puzzle to the next, and freed by record_free. The store
 * returns records that have passed every check that needs no search: the paths
 * have been replayed.
 */
struct record {
    loyd_id id;
    loyd_puzzle puzzle;
    char layout[LOYD_LAYOUT_TEXT]; /* the goal's simplest name, "": not read */
    loyd_known known[LOYD_METRICS]; /* without bands; distributions and
                           the methods of searches where they were read */
    struct search_keys searches[LOYD_METRICS]; /* of a rated puzzle */
    uint16_t estimate; /* 0: none */
    uint16_t estimate_version;
    const char *recipe; /* the first one's text, borrowed; NULL: not read */
    const char *name;   /* borrowed; "": none; NULL: not read */
};

void record_free(struct record *r);

/*
 * Looks up what decides the percentiles of a record: the distributions of
 * proven lengths, or beyond LOYD_EXACT_CELLS cells the sample of an estimate.
 * Errors: those of loyd_store_sample.
 */
loyd_err record_rank(loyd_store *store, struct record *r, loyd_why *why);

/* Stores a sample, in the place of an earlier one of its class and version;
 * needs a transaction. Errors: LOYD_E_RANGE (fewer than LOYD_SAMPLE_BOARDS_MIN
 * boards, or not of a class beyond LOYD_EXACT_CELLS cells). */
loyd_err sample_put(loyd_store *store, const loyd_sample *sample,
                    loyd_why *why);

/* Makes the public view of a record, with the bands of record_rank; it borrows
 * the record's paths and texts. */
void record_view(const struct record *r, const loyd_bands *bands,
                 loyd_entry *entry);

/* Returns the length that decides the percentile of an entry in a metric that
 * has a distribution. */
static inline uint16_t
entry_length(const loyd_entry *entry, loyd_metric metric)
{
    return metric == LOYD_STM && entry->is_estimated
               ? entry->estimate
               : entry->known[metric].rating.upper;
}

/*
 * Stores a puzzle of our own under its id, with its ratings and paths if it
 * has them; the other fields of the record are ignored. Ratings that are
 * stored are replaced as in store_add_rating. For many rows in order of id: it
 * takes one pass through the file's B-trees, while adding puzzle and rating
 * separately takes four. Errors: LOYD_E_CORRUPT: what is stored contradicts.
 */
loyd_err record_put(loyd_store *store, const struct record *from, bool *is_new,
                    loyd_why *why);

/* --- recipes (recipe.c) --- */

/*
 * Parses the text of a series as its recipe of index 0. Returns false if the
 * text does not begin a recipe or is not in canonical form.
 */
bool series_read(const char *text, size_t len, loyd_recipe *recipe);

/*
 * series_put stores a recipe's series and returns its key; recipe_put stores
 * the puzzle of an index of a series. Storing the same again does nothing; a
 * different puzzle is LOYD_E_CORRUPT.
 */
loyd_err series_put(loyd_store *store, const loyd_recipe *recipe,
                    int64_t *series, loyd_why *why);
loyd_err recipe_put(loyd_store *store, int64_t series, uint64_t number,
                    const loyd_id *id, loyd_why *why);

/* Finds the puzzle of a stored recipe. Errors: LOYD_E_NOT_FOUND. */
loyd_err recipe_id(loyd_store *store, const loyd_recipe *recipe, loyd_id *id,
                   loyd_why *why);

/*
 * Sets is_done[n]: which of the indices from .. from+n-1 of a recipe are
 * stored with a proven puzzle or, beyond LOYD_EXACT_CELLS cells, with a rated
 * and estimated one; with LOYD_MTM, proven or rated in MTM too.
 */
loyd_err recipes_done(loyd_store *store, const loyd_recipe *recipe,
                      loyd_metric metric, uint64_t from, size_t n,
                      bool *is_done, loyd_why *why);

/* --- ratings (rating.c) --- */

/*
 * Returns whether the ratings in STM and in MTM can be of one puzzle. Each
 * path bounds both optima; without paths, a slide moves a tile at least and a
 * line's tiles at most, of rows and columns in turn. Ratings whose upper end
 * is 0 are unknown.
 */
bool metrics_agree(const loyd_board *goal,
                   const loyd_known known[LOYD_METRICS]);

/* --- traits (trait.c) --- */

/* Stores the traits of a puzzle that is proven in STM; replaces stored ones.
 * Needs a transaction. */
loyd_err trait_put(loyd_store *store, const loyd_id *id,
                   const loyd_traits *traits, loyd_why *why);

/* A list of ids, all zero at first; the caller frees `ids`. */
struct id_list {
    loyd_id *ids;
    size_t n;
    size_t room;
};

/* Appends ids. Errors: LOYD_E_NOMEM. */
loyd_err id_list_put(struct id_list *list, const loyd_id *ids, size_t n);

/* --- games (game.c) --- */

#define GAME_BEGAN_MAX 253402300799999             /* the year 9999 */
#define GAME_TIME_MAX (INT64_C(20000) * 268435455) /* of all slides */
#define GAME_RECORD_MAX 112500                     /* bytes */

/* A game. What is derived from its record is not checked here. */
struct game_row {
    int64_t pk;
    loyd_id id;
    loyd_id puzzle;
    char player[LOYD_PLAYER_MAX + 1];
    int64_t began;
    int64_t ms;
    int64_t free_ms; /* with is_hinted */
    uint32_t stm;
    bool is_hinted;
    bool is_solved;
    struct slice record; /* borrowed */
};

/* Is a text the id of a player? */
bool is_player(const char *text, size_t len);

/* Returns LOYD_E_SYNTAX if it is not. */
loyd_err player_check(const char *text, size_t len, loyd_why *why);

/* Computes the id of a game. */
void game_id(const char *player, struct slice record, loyd_id *id);

/*
 * Stores a game, whose pk and id are set here; *is_new is false, and nothing
 * changes, if it is stored. Errors: LOYD_E_NOT_FOUND (its puzzle is not
 * stored), LOYD_E_CORRUPT (it is shorter than the proven optimum), those of
 * SQLite.
 */
loyd_err game_put(loyd_store *store, struct game_row *game, bool *is_new,
                  loyd_why *why);

/* Called with each game; anything but LOYD_OK ends the walk. */
typedef loyd_err (*game_fn)(void *context, const struct game_row *game,
                            loyd_why *why);

/* Walks along all games in the order in which they are stored. Errors: also
 * LOYD_E_CORRUPT. */
loyd_err games_each(loyd_store *store, game_fn each, void *context,
                    loyd_why *why);

/* Lists the ids of the puzzles and of the players with games, ascending. The
 * lists are all zero at first; the caller frees their arrays. */
struct player {
    char id[LOYD_PLAYER_MAX + 1];
};
struct player_list {
    struct player *at;
    size_t n;
    size_t room;
};
loyd_err games_puzzles(loyd_store *store, struct id_list *list, loyd_why *why);
loyd_err games_players(loyd_store *store, struct player_list *list,
                       loyd_why *why);

/* Returns a number that another process changes if it writes to the file. */
loyd_err games_version(loyd_store *store, int64_t *version, loyd_why *why);

/* --- what was estimated of games (difficulty.c) --- */

/* Numbers are in millionths. */
struct difficulty_row {
    loyd_id puzzle;
    uint16_t version;
    int64_t difficulty;
    int64_t error;
    uint32_t games;
    bool is_stale;
};

struct ability_row {
    char player[LOYD_PLAYER_MAX + 1];
    uint16_t version;
    int64_t ability;
    int64_t error;
    uint32_t games;
    bool is_stale;
};

/* Marks what was estimated of games as stale, since they have changed. Needs a
 * transaction. */
loyd_err games_changed(loyd_store *store, loyd_why *why);

/* Remove all estimates, and store one. Need a transaction. */
loyd_err estimates_clear(loyd_store *store, loyd_why *why);
loyd_err difficulty_put(loyd_store *store, const struct difficulty_row *row,
                        loyd_why *why);
loyd_err ability_put(loyd_store *store, const struct ability_row *row,
                     loyd_why *why);

/* --- queries (find.c) --- */

/* An expression over the view `puzzles`: the board is too large to prove. */
#define SIZE_IS_LARGE                                                         \
    "CAST(size AS INTEGER)"                                                   \
    " * CAST(substr(size, instr(size, 'x') + 1) AS INTEGER) > 16"
_Static_assert(LOYD_EXACT_CELLS == 16, "as in SIZE_IS_LARGE");

/* As loyd_store_find, restricted to puzzles for which `also` is true, an
 * expression over the columns of the view `puzzles`, and then without their
 * recipes; NULL: all. */
loyd_err find_begin(loyd_store *store, const loyd_filter *filter,
                    const char *also, loyd_cursor **cursor, loyd_why *why);

/* Counts the same. */
loyd_err find_count(loyd_store *store, const loyd_filter *filter,
                    const char *also, uint64_t *count, loyd_why *why);

/* Lists the ids of the same, in this order, without reading their rows. */
loyd_err find_ids(loyd_store *store, const loyd_filter *filter,
                  const char *also, struct id_list *list, loyd_why *why);

/* The longest path of a rating, and its text. */
#define PATH_MAX_MOVES 65534
#define PATH_TEXT_MAX PATH_MAX_MOVES

/* --- additions to a stored puzzle (rating.c, estimate.c) --- */

/*
 * These need a transaction, which must be rolled back after an error. Storing
 * the same again does nothing.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_RANGE (an estimate), LOYD_E_MOVE (the
 * path), LOYD_E_CORRUPT (something contradicts what is stored: lengths exclude
 * each other, also of both metrics: MTM <= STM <= (longer side - 1) * MTM),
 * and those of the store, whose schema has the bounds of a rating.
 */

/*
 * The path is replayed first; it has the length rating->upper. Ratings in STM
 * and in MTM are separate. A proven rating replaces an interval. Of two
 * intervals the tighter of each end is kept, with its search: the greater
 * lower end, and the smaller upper end with its path; of equal upper ends the
 * first path in the metric's canonical order, then of equal ends the search
 * with the greater budget, then the first method in byte order. So the result
 * does not depend on the order in which ratings are stored. A rating whose
 * ends met in this way has no canonical path: its lower end is stored one
 * less, and it is not proven.
 */
loyd_err store_add_rating(loyd_store *store, const loyd_id *id,
                          const loyd_rating *rating, const loyd_moves *path,
                          loyd_why *why);

/* Of the estimates of two versions, that of the lower one is kept. */
loyd_err store_add_estimate(loyd_store *store, const loyd_id *id,
                            unsigned version, uint16_t length, loyd_why *why);

/* Returns "unrated", "bounded" or "proven": static text. */
const char *status_name(loyd_status status);

#endif
