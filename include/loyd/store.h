/* SPDX-License-Identifier: MIT */
/* The catalogue: one SQLite file of puzzles, recipes, ratings, solutions. */
#ifndef LOYD_STORE_H
#define LOYD_STORE_H

#include "loyd/band.h"
#include "loyd/class.h"
#include "loyd/generate.h"
#include "loyd/listener.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A catalogue file, open. Calls on one store may come from one thread at a
 * time; many processes may have the file open.
 */
typedef struct loyd_store loyd_store;

typedef enum loyd_store_mode {
    LOYD_STORE_READ = 0,  /* must exist; nothing is written */
    LOYD_STORE_WRITE = 1, /* must exist; older schemas are migrated */
    LOYD_STORE_CREATE = 2 /* as WRITE, made where it does not exist */
} loyd_store_mode;

/*
 * Opens a catalogue. A stranger's file, a newer one and one whose schema is
 * not ours are refused before the first query, untouched.
 *
 * LOYD_STORE_READ works in a folder that cannot be written as well, as long
 * as no writer left anything in a -wal file beside the catalogue: the file is
 * then read as it stands, so nobody should write to it meanwhile.
 *
 *   listener  its go_on is asked while the file is opened and as long as it is
 *             open. Jobs on the store ask it too where they read other files,
 *             such as the shards of a merge. A file that is damaged or made
 *             for it can keep SQLite busy for ever; without go_on nothing ends
 *             that. Copied; NULL: nobody is asked.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_BUSY, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_open(const char *path, loyd_store_mode mode,
                const loyd_listener *listener, loyd_store **store,
                loyd_why *why);

/* Rolls back what is open, closes, sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_store_close(loyd_store **store);

/*
 * The same after a job that failed; and where this handle has made the file,
 * nothing was committed to it since, and nobody else has it open, the file is
 * removed again.
 */
LOYD_API void loyd_store_discard(loyd_store **store);

/*
 * One write transaction (BEGIN IMMEDIATE) around many writes. Each write
 * below needs one open. After an error: rollback; where it was one of
 * SQLite's (a full disk, say), there is nothing else left to do, and commit
 * is LOYD_E_DB. Rollback without a transaction does nothing.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_begin(loyd_store *store, loyd_why *why);
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_commit(loyd_store *store, loyd_why *why);
LOYD_API void loyd_store_rollback(loyd_store *store);

typedef enum loyd_status {
    LOYD_STATUS_UNRATED = 0, /* no rating yet */
    LOYD_STATUS_BOUNDED = 1, /* lower < upper */
    LOYD_STATUS_PROVEN = 2,  /* lower == upper == the optimum */
    LOYD_STATUS_CLAIMED = 3, /* not proven, but somebody gave an optimum */
    LOYD_STATUS_COUNT_
} loyd_status;

/* "unrated", "bounded", "proven", "claimed": static text. */
LOYD_API const char *loyd_status_name(loyd_status status);

/* A rating in STM, and the search that made it. */
typedef struct loyd_rating {
    uint16_t lower;
    uint16_t upper;
    uint64_t budget;  /* nodes a board at most, 0: none */
    char method[32];  /* e.g. "ida*" */
} loyd_rating;

/* One row as it comes out of the catalogue, checked as a typed board is. */
typedef struct loyd_entry {
    loyd_id id;
    loyd_puzzle puzzle;
    char layout[LOYD_LAYOUT_TEXT]; /* the simplest name of the goal */
    loyd_status status;
    uint16_t lower;   /* STM; both 0 where unrated */
    uint16_t upper;
    const char *path; /* text, "" where there is none; borrowed until the
                         next row or call on the cursor */
    const char *recipe; /* the first of its recipes in byte order, "" where
                           there is none; borrowed likewise */
    const loyd_distribution *distribution; /* of its class, for the
                           percentile of `upper`; NULL where that is not
                           proven or nothing is known of the class */
    const char *band;   /* of the catalogue, "" where there is no
                           distribution; borrowed likewise */
    uint16_t claimed;   /* where the status is claimed: the optimum that an
                           import gave; lower and upper are what is known */
} loyd_entry;

/*
 * Stores a puzzle. One that is there already stays as it is.
 *
 *   id     where given, written on LOYD_OK.
 *   is_new where given, whether it was not there before.
 *
 * Checked by loyd_puzzle_check, and a start that equals its goal is refused.
 * Errors: those, LOYD_E_DB, LOYD_E_FULL, LOYD_E_BUSY, LOYD_E_CORRUPT (the id
 * is there with other boards).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_add_puzzle(loyd_store *store, const loyd_puzzle *puzzle,
                      loyd_id *id, bool *is_new, loyd_why *why);

/*
 * Stores a recipe of a stored puzzle. The same again does nothing; one that
 * stands for another puzzle is LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_add_recipe(loyd_store *store, const loyd_recipe *recipe,
                      const loyd_id *id, loyd_why *why);

/*
 * Stores a rating of a stored puzzle with a path of length rating->upper,
 * which is replayed first. A proven rating stays; an interval is replaced by
 * a proven rating or one that is narrower; a rating that contradicts what is
 * proven is LOYD_E_CORRUPT.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_MOVE, LOYD_E_RANGE, and those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_add_rating(loyd_store *store, const loyd_id *id,
                      const loyd_rating *rating, const loyd_moves *path,
                      loyd_why *why);

/*
 * Stores what somebody says of a stored puzzle's optimum in STM. It is kept
 * apart from ratings until one is proven, and then goes, whoever was right;
 * loyd_catalogue_rate tells where that was not the claim. Of a proven puzzle
 * nothing is stored.
 * Errors: LOYD_E_RANGE, LOYD_E_NOT_FOUND, LOYD_E_CORRUPT (it contradicts the
 * rating or another claim), and those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_add_claim(loyd_store *store, const loyd_id *id, uint16_t length,
                     loyd_why *why);

/* Which puzzle does this recipe stand for? Errors: LOYD_E_NOT_FOUND. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_recipe_id(loyd_store *store, const loyd_recipe *recipe, loyd_id *id,
                     loyd_why *why);

typedef enum loyd_order {
    LOYD_ORDER_ID = 0,      /* a repeatable shuffle: ids are hashes */
    LOYD_ORDER_STM = 1,     /* shortest first, then by id */
    LOYD_ORDER_STM_DOWN = 2, /* longest first, then by id */
    LOYD_ORDER_COUNT_
} loyd_order;

/* Has a puzzle been given to anybody? */
typedef enum loyd_use {
    LOYD_USE_ANY = 0,
    LOYD_USE_USED = 1,  /* a ledger has shown it, or a pack has it */
    LOYD_USE_UNUSED = 2
} loyd_use;

/*
 * Which puzzles? All zero is all of them, in order of id.
 *
 * In an order of lengths, what is not proven comes last. `after` goes on
 * behind a puzzle that an earlier query gave: as ids and proven lengths never
 * change, pages hold each puzzle that was there all the time once, whatever
 * is stored in between (in an order of lengths, once it is proven).
 */
typedef struct loyd_filter {
    uint8_t width;             /* 0: any size */
    uint8_t height;
    const char *layout;        /* canonical text; NULL: any. "random" finds
                                  puzzles with a recipe of that layout */
    bool has_class;            /* only goals of this class, either way round */
    loyd_class goal_class;
    bool has_stm;              /* only proven ones in stm_low..stm_high */
    uint16_t stm_low;
    uint16_t stm_high;
    const char *band;          /* only proven ones in this band of the
                                  catalogue, class by class; NULL: any */
    bool has_percentiles;      /* only proven ones in these percentiles of
                                  their class */
    loyd_percentiles percentiles;
    bool has_status;
    loyd_status status;        /* of LOYD_STATUS_COUNT_, each puzzle has one */
    loyd_use use;              /* only what is used, or what is not */
    bool has_id;               /* ids from id_first to id_last */
    loyd_id id_first;
    loyd_id id_last;
    const char *seed;          /* only with a recipe of this seed; NULL: any */
    loyd_order order;
    bool has_after;            /* only what comes behind this one; not with
                                  pick */
    loyd_id after;
    bool is_distinct;          /* of twins only the first */
    const char *pick;          /* a seed: repeatable choice instead of order */
    uint64_t limit;            /* 0: no limit */
} loyd_filter;

/* A running query; ends with loyd_cursor_close. */
typedef struct loyd_cursor loyd_cursor;

/*
 * Begins a query. No write between opening and closing. Bands and percentiles
 * become lengths of each class; classes of which nothing is known have none.
 *
 * `pick` takes, for k = 0, 1, ..., the first id at or after the first 10
 * bytes of H(F("loyd pick", seed, k as 64 bits)) in the selection, around
 * the end, repeats skipped: repeatable, O(log n) each, not exactly uniform.
 * It needs a limit. After 2^24 draws, which only a limit near the number of
 * puzzles needs, what is left comes in order of id, so that it ends.
 *
 * `is_distinct` leaves out every puzzle of which a twin came before: one
 * that relabelling, turning and mirroring start and goal makes of it, so
 * that it is the same board of the same class. It costs a look at the boards
 * of all that come before, those of earlier pages too, and 17 bytes of
 * memory each; LOYD_E_UNSUPPORTED behind 13 million.
 *
 * Errors: LOYD_E_RANGE, LOYD_E_SYNTAX, LOYD_E_NOT_FOUND (no such band;
 * `after` in an order of lengths is no puzzle that is stored), and those of
 * SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_find(loyd_store *store, const loyd_filter *filter,
                loyd_cursor **cursor, loyd_why *why);

/*
 * The next row; *found is false behind the last. A row that is not what it
 * should be is LOYD_E_CORRUPT, and the cursor may go on behind it.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_cursor_next(loyd_cursor *cursor, loyd_entry *entry, bool *found,
                 loyd_why *why);

/* What a query has to look at beyond its indices, as a set. */
typedef enum loyd_check {
    LOYD_CHECK_STATUS = 1,  /* is what is not proven rated? */
    LOYD_CHECK_SIZE = 2,    /* which way round does a class's board lie? */
    LOYD_CHECK_LAYOUT = 4,  /* has it a recipe of a layout that draws goals? */
    LOYD_CHECK_SEED = 8,    /* has it a recipe of the seed? */
    LOYD_CHECK_TWINS = 16,  /* boards, for twins */
    LOYD_CHECK_USE = 32     /* is it in a ledger or a pack? */
} loyd_check;

/* How a query goes about it, and what it has read so far. */
typedef struct loyd_plan {
    bool is_by_id;          /* along the ids of all puzzles */
    bool is_by_seed;        /* through the recipes of the seed's series */
    uint64_t goal_ranges;   /* of the index (goal, stm, id), merged */
    uint64_t class_ranges;  /* of the index (class, stm, id), merged */
    unsigned checks;        /* set of loyd_check */
    uint64_t seeks;         /* searches in an index */
    uint64_t index_rows;    /* index entries read */
    uint64_t check_rows;    /* rows read for the checks */
    uint64_t rows;          /* puzzles read with their ratings and recipes */
} loyd_plan;

/* O(1). */
LOYD_API void loyd_cursor_plan(const loyd_cursor *cursor, loyd_plan *plan);

/* Ends the query and sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_cursor_close(loyd_cursor **cursor);

/*
 * How many puzzles loyd_store_find would give (pick and limit aside). By the
 * indices alone where they tell all of the filter, otherwise row by row.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_count(loyd_store *store, const loyd_filter *filter, uint64_t *count,
                 loyd_why *why);

/* Called with the recipe's text; returns false to stop. */
typedef bool (*loyd_recipe_fn)(void *context, const char *recipe);

/* Every recipe of one puzzle, in byte order. Errors: those of SQLite. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_recipes(loyd_store *store, const loyd_id *id, loyd_recipe_fn each,
                   void *context, loyd_why *why);

/*
 * One line of statistics: the puzzles of one size, layout, status and (where
 * proven) length.
 */
typedef struct loyd_stat {
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT];
    loyd_status status;
    uint16_t stm;   /* where proven, otherwise 0 */
    uint64_t count;
    const loyd_distribution *distribution; /* of its class; NULL: not known */
} loyd_stat;

/* Called with each line; returns false to stop. */
typedef bool (*loyd_stat_fn)(void *context, const loyd_stat *stat);

/*
 * Size, layout, status, length: in this order; goals that are only "goal=..."
 * come behind those with a name, in order of their cells.
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_stats(loyd_store *store, loyd_stat_fn each, void *context,
                 loyd_why *why);

/*
 * The bands of the catalogue, checked. Errors: LOYD_E_CORRUPT, those of
 * SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_bands(loyd_store *store, loyd_bands *bands, loyd_why *why);

/*
 * Gives the catalogue these bands instead of its own; needs a transaction.
 * What is stored stays as it is: bands are only names.
 * Errors: those of loyd_bands_check, of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_set_bands(loyd_store *store, const loyd_bands *bands,
                     loyd_why *why);

typedef enum loyd_digest_kind {
    LOYD_DIGEST_ALL = 0,     /* puzzles, recipes, proven ratings, days */
    LOYD_DIGEST_PUZZLES = 1  /* puzzles and proven ratings, as in a pack */
} loyd_digest_kind;

/*
 * The content digest: BLAKE2b-256 over the records of formats in bytewise
 * order, whatever the file's bytes. Same recipes, same digest. Every row is
 * checked on the way. Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_digest(loyd_store *store, loyd_digest_kind kind,
                  uint8_t digest[LOYD_HASH_BYTES], loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
