/* SPDX-License-Identifier: MIT */
/*
 * A catalogue's rows as values, for the jobs of the library: what they need
 * beyond the public face. No SQLite.
 */
#ifndef LOYD_STORE_ROWS_H
#define LOYD_STORE_ROWS_H

#include <string.h>

#include "loyd/moves.h"
#include "loyd/store.h"

/* --- the open catalogue (store.c) --- */

/* Bytes of the file's pages; 0 where that cannot be told. */
uint64_t store_bytes(loyd_store *store);

/* Rows of puzzle and recipe together. */
loyd_err store_row_count(loyd_store *store, uint64_t *count, loyd_why *why);

/*
 * Reads that take several statements see one state of the file between
 * read_begin and read_end, which may be nested and stand inside a write.
 */
loyd_err read_begin(loyd_store *store, loyd_why *why);
void read_end(loyd_store *store);

/* Opens another file for a job on `parent`, and asks as that does. */
loyd_err store_open_beside(const loyd_store *parent, const char *path,
                           loyd_store_mode mode, loyd_store **store,
                           loyd_why *why);

/* Is what is under way to be finished, although somebody wants to stop? */
void store_hold(loyd_store *store, bool hold);

/* --- puzzles (puzzle.c) --- */

static inline int
id_compare(const loyd_id *a, const loyd_id *b)
{
    return memcmp(a->byte, b->byte, LOYD_ID_BYTES);
}

/* The id behind `id`; false: it was the last there can be. */
bool id_next(loyd_id *id);

/*
 * A puzzle with what is known of it, from the reader to the file: every way
 * in fills in one, and loyd_entry is its public view. All zero knows nothing;
 * the path's memory is used again from one puzzle to the next, and record_free
 * ends it. What the store hands out is checked in every way that needs no
 * search.
 */
struct record {
    loyd_id id;
    loyd_puzzle puzzle;
    char layout[LOYD_LAYOUT_TEXT]; /* the goal's simplest name, "": not read */
    loyd_status status;
    loyd_rating rating; /* lower and upper 0 where unrated; method "" where
                           the search was not read */
    loyd_moves path;    /* empty where unrated; replayed */
    uint16_t claimed;   /* where it is not proven and was read; 0: nothing */
    const char *recipe; /* the first one's text, borrowed; NULL: not read */
};

void record_free(struct record *r);

/*
 * Its public view, with the band of a proven length. The path becomes a text,
 * in room that is kept from one to the next and freed by free. False: out of
 * memory.
 */
bool record_view(const struct record *r, const loyd_bands *bands, char **path,
                 size_t *path_room, loyd_entry *entry);

/* What became of a row that was to be stored. */
enum put {
    PUT_NEW,         /* its puzzle was not there before */
    PUT_THERE,       /* it was; its rating may have narrowed */
    PUT_CONTRADICTS, /* it was, and says something else: LOYD_E_CORRUPT */
};

/*
 * Stores a puzzle under its id, with its rating, where it has one, and that
 * one's path; of the record nothing else is looked at. Checks all that needs
 * no search. What is there already narrows only, as in
 * loyd_store_add_rating. One pass through the file's trees where adding
 * puzzle and rating one by one takes four: for many rows, in order of id.
 */
loyd_err record_put(loyd_store *store, const struct record *from,
                    enum put *what, loyd_why *why);

/* The same of what a reader has checked. */
loyd_err record_put_checked(loyd_store *store, const struct record *from,
                            enum put *what, loyd_why *why);

/* --- recipes (recipe.c) --- */

/*
 * The text of a series, read as the recipe that number 0 of it would be.
 * False: it is the beginning of no recipe, or not as the library prints it.
 */
bool series_read(const char *text, size_t len, loyd_recipe *recipe);

/*
 * The row number of a recipe's series, stored where it was not, and of its
 * index there: which puzzle? The same again does nothing, one of another
 * puzzle is LOYD_E_CORRUPT.
 */
loyd_err series_put(loyd_store *store, const loyd_recipe *recipe,
                    int64_t *series, loyd_why *why);
loyd_err recipe_put(loyd_store *store, int64_t series, uint64_t number,
                    const loyd_id *id, loyd_why *why);

/*
 * Which of the indices from .. from+n-1 of a recipe are stored with a puzzle
 * that is proven? Into is_done[n].
 */
loyd_err recipes_done(loyd_store *store, const loyd_recipe *recipe,
                      uint64_t from, size_t n, bool *is_done, loyd_why *why);

/* --- claims (rating.c) --- */

/* The claim of a puzzle, 0: none. */
loyd_err claim_get(loyd_store *store, const loyd_id *id, uint16_t *length,
                   loyd_why *why);

/*
 * Can the claim of a puzzle, which need not be stored yet, be true?
 * LOYD_E_CORRUPT where it cannot, or another one stands; *is_news: it says
 * something new.
 */
loyd_err claim_may_be(loyd_store *store, const loyd_id *id, uint16_t length,
                      bool *is_news, loyd_why *why);

/*
 * Takes over the claims of `from` about what is not proven in `to`, inside a
 * transaction of `to`, which has all puzzles and ratings of `from` by now. A
 * claim beyond the bounds that are known stays: `rate` tells what was wrong.
 *
 *   is_fault  written on errors: `from` is damaged, or claims another length
 *             than `to`.
 *
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err claim_merge(loyd_store *to, loyd_store *from, bool *is_fault,
                     loyd_why *why);

/* --- queries (find.c) --- */

/* Statuses, as a set. */
enum want {
    WANT_UNRATED = 1 << LOYD_STATUS_UNRATED,
    WANT_BOUNDED = 1 << LOYD_STATUS_BOUNDED,
    WANT_PROVEN = 1 << LOYD_STATUS_PROVEN,
    WANT_CLAIMED = 1 << LOYD_STATUS_CLAIMED,
    WANT_OPEN = WANT_UNRATED | WANT_BOUNDED | WANT_CLAIMED,
    WANT_ALL = WANT_OPEN | WANT_PROVEN
};

/* As loyd_store_find, of the puzzles whose status is in `wants` only. */
loyd_err find_begin(loyd_store *store, const loyd_filter *filter,
                    unsigned wants, loyd_cursor **cursor, loyd_why *why);

/* --- many rows at once (bulk.c) --- */

/*
 * A transaction of so many rows that it is quicker to make the indices of
 * puzzle and recipe anew, sorted, at its end, than to keep them on the way;
 * foreign keys, which would be looked up row by row, are proven there by
 * walking along both tables. *stray: LOYD_E_CORRUPT is about the recipes of
 * this puzzle, which is not there.
 */
loyd_err bulk_begin(loyd_store *store, loyd_why *why);
loyd_err bulk_commit(loyd_store *store, loyd_id *stray, loyd_why *why);
void bulk_rollback(loyd_store *store);

/* --- the reading of a whole catalogue (reader.c) --- */

/* All puzzles of a catalogue in order of id, and then its recipes. */
struct reader;

/*
 * Begins to read, in one state of the file, with little memory for its
 * pages. The handle is then good for nothing else. Errors: those of SQLite.
 */
loyd_err reader_open(loyd_store *store, struct reader **made, loyd_why *why);
void reader_close(struct reader **r);

/* With the search of its rating. Errors: LOYD_E_CORRUPT, those of SQLite. */
loyd_err reader_next(struct reader *r, struct record *out, bool *found,
                     loyd_why *why);

/* Is every recipe one of a puzzle that is there? LOYD_E_CORRUPT: no. */
loyd_err reader_check_recipes(struct reader *r, loyd_why *why);

/*
 * Called with each recipe, in order of series and index; recipe->index is
 * set. Anything but LOYD_OK ends the walk.
 */
typedef loyd_err (*reader_fn)(void *context, bool is_new_series,
                              const loyd_recipe *recipe, const loyd_id *id,
                              loyd_why *why);

loyd_err reader_recipes(struct reader *r, reader_fn each, void *context,
                        loyd_why *why);

/* Does some row of table recipe, found without its index, name this id? */
loyd_err reader_names(struct reader *r, const loyd_id *id, bool *yes,
                      loyd_why *why);

/* --- how starts and paths are kept in bytes (packed.c) --- */

#define PATH_MAX_MOVES 65534
#define PATH_BYTES_MAX (PATH_MAX_MOVES / 4 + 1)

/* `start` relative to `goal`, boards of a checked puzzle; its bytes. */
size_t start_pack(const loyd_puzzle *puzzle, uint8_t out[LOYD_CELLS_MAX]);

/* Is that a start of `goal`? Written where it is. */
bool start_unpack(const uint8_t *bytes, size_t len, const loyd_board *goal,
                  loyd_board *start);

/* At most PATH_MAX_MOVES moves into out[n / 4 + 1]; returns these bytes. */
size_t path_pack(const loyd_moves *moves, uint8_t *out);

/* Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM; `moves` is used again. */
loyd_err path_unpack(const uint8_t *bytes, size_t len, loyd_moves *moves);

#endif
