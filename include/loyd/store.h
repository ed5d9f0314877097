/* SPDX-License-Identifier: MIT */
/* Catalogues: SQLite files of puzzles, recipes, ratings and solutions. */
#ifndef LOYD_STORE_H
#define LOYD_STORE_H

#include "loyd/band.h"
#include "loyd/class.h"
#include "loyd/cursor.h"
#include "loyd/generate.h"
#include "loyd/listener.h"
#include "loyd/moves.h"
#include "loyd/optimal.h"
#include "loyd/puzzle.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * An open catalogue. A store may be used by one thread at a time; many
 * processes may have the file open.
 */
typedef struct loyd_store loyd_store;

typedef enum loyd_store_mode {
    LOYD_STORE_READ = 0,  /* must exist; is not written */
    LOYD_STORE_WRITE = 1, /* must exist; an older schema is upgraded */
    LOYD_STORE_CREATE = 2 /* as WRITE; made, as the umask says, if missing */
} loyd_store_mode;

/*
 * Opens a catalogue. Files of other programs, newer catalogues and those with
 * an unexpected schema are refused before the first query and stay unchanged.
 *
 * LOYD_STORE_READ also works in a folder that is not writable, provided that
 * no writer has left data in a -wal file next to the catalogue. No process
 * may write to the file while it is open in this way.
 *
 * LOYD_STORE_WRITE and LOYD_STORE_CREATE upgrade an older catalogue in one
 * transaction; on errors it is unchanged.
 *
 *   path      NULL: a new catalogue without a name, which is gone when it is
 *             closed; with any mode it can be written.
 *   listener  its go_on is called while the file is being opened and as long
 *             as it is open. Jobs on the store also call it for other files
 *             that they read, such as the catalogues of a merge. A damaged or
 *             forged file can keep SQLite busy forever; only go_on can stop
 *             that. Copied; NULL: none.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (not a catalogue), LOYD_E_NEWER
 * (made by a newer loyd), LOYD_E_CORRUPT, LOYD_E_BUSY, LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_DB (also an older schema with LOYD_STORE_READ),
 * LOYD_E_NOMEM, LOYD_E_RANGE (the mode).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_open(const char *path, loyd_store_mode mode,
                const loyd_listener *listener, loyd_store **store,
                loyd_why *why);

/*
 * Rolls back an open transaction, closes the store, and sets the pointer to
 * NULL. NULL is fine.
 */
LOYD_API void loyd_store_close(loyd_store **store);

/*
 * Writes what was committed from the -wal file to the catalogue's own, as
 * closing does, and reports if that fails, for example because the disk is
 * full: then all is stored, but the catalogue is both files, until there is
 * room and a store that writes is closed. To be called after a long job.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM, LOYD_E_DB, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_checkpoint(loyd_store *store, loyd_why *why);

/*
 * Closes the store after a failed job. If this store created the file,
 * nothing has been committed to it since, and no other process has it open,
 * the file is removed.
 */
LOYD_API void loyd_store_discard(loyd_store **store);

/*
 * Begin, commit and roll back a write transaction (BEGIN IMMEDIATE), which
 * every write below needs. After an error, roll back; after an error of
 * SQLite, such as a full disk, commit returns LOYD_E_DB. Rolling back without
 * a transaction does nothing.
 * Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
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
    LOYD_STATUS_COUNT_
} loyd_status;

/* A rating, and the searches that found its ends. */
typedef struct loyd_rating {
    uint16_t lower;
    uint16_t upper;
    loyd_search lower_search;
    loyd_search upper_search;
    loyd_metric metric;
} loyd_rating;

/* What is known about a puzzle's length in a metric. All zero: nothing. */
typedef struct loyd_known {
    loyd_rating rating; /* lower and upper both 0: none. They are both 0 too,
                           and proven, if the start is the goal */
    loyd_status status;
    loyd_moves path;    /* of rating.upper; no moves: none, or not wanted */
    const loyd_distribution *distribution; /* of its class, for the percentile
                           of rating.upper; NULL: none, or not proven */
    const char *band; /* of the catalogue; "": no distribution */
} loyd_known;

/* How hard a puzzle is for people, as its games say. Numbers are in millionths
 * and have at most four significant digits. */
typedef struct loyd_observed {
    uint64_t difficulty; /* seconds: the median time of an average player */
    uint64_t error;      /* the standard error of its natural logarithm */
    uint32_t games;      /* that were counted; 0: nothing is known */
    bool is_stale;       /* games have been added or deleted since */
} loyd_observed;

#define LOYD_DIFFICULTY_MAX UINT64_C(4294967295000000)
#define LOYD_ABILITY_MAX 1000000000 /* of either sign, and of errors */

/*
 * A puzzle of the catalogue, checked as if it were typed. A cursor owns the
 * moves and texts of its entries, until the next call on it.
 */
typedef struct loyd_entry {
    loyd_id id;
    loyd_puzzle puzzle;
    char layout[LOYD_LAYOUT_TEXT]; /* the simplest layout of the goal */
    loyd_known known[LOYD_METRICS]; /* by metric */
    uint16_t estimate; /* the upper end in STM that effort quick found, beyond
                          LOYD_EXACT_CELLS cells; 0: none. It never changes,
                          not even after a proof */
    uint16_t estimate_version; /* of effort quick */
    bool is_estimated;  /* the distribution in STM is a sample of estimates,
                           for the percentile of `estimate`. Then the store
                           owns it until it is closed */
    const char *recipe; /* the first of its recipes in byte order; "": none */
    const char *name;   /* its name in the catalogue; "": none */
    loyd_traits traits; /* of a proven puzzle, where they are stored */
    loyd_observed observed; /* where it is stored */
} loyd_entry;

/* The kind of a field's value. In CSV and SQL all are numbers or texts. */
typedef enum loyd_field_kind {
    LOYD_FIELD_TEXT = 0,
    LOYD_FIELD_WHOLE = 1,  /* a whole number */
    LOYD_FIELD_REAL = 2,   /* a number with a point */
    LOYD_FIELD_SEARCH = 3, /* an object with method and nodes; in CSV
                              METHOD@NODES */
    LOYD_FIELD_TRUTH = 4   /* 0 or 1 */
} loyd_field_kind;

/* A field of a puzzle. */
typedef struct loyd_field {
    const char *name;    /* in JSON, CSV and SQL: static text */
    const char *meaning; /* a line in English: static text */
    loyd_field_kind kind;
    loyd_metric metric; /* LOYD_MTM: the field says something of a length in
                           MTM */
    const char *unit;   /* of a number, such as "moves"; NULL: none */
    bool is_trait;      /* of loyd_traits or loyd_observed */
    bool is_asked;      /* only a column of the view `puzzles`, for filters and
                           orders: not written of a puzzle */
} loyd_field;

/*
 * Reads field `at` of loyd_entry_json, from 0 in its order, then of the other
 * columns of the view `puzzles`. Returns false if there are no more.
 */
LOYD_API bool loyd_field_get(unsigned at, loyd_field *field);

/*
 * A condition: a column of the view `puzzles` and one value.
 *
 *   column  such as "stm"; see loyd_field_get. A `recipe` matches any of the
 *           puzzle's recipes
 *   value   of a number: "20", or "20..30", "..20" or "30..", both ends inside
 *           if it is whole, otherwise the upper end outside, except for 100
 *           per cent. Of a text: the text, or a beginning of it and "*". Of
 *           `used`: no, yes or any
 */
typedef struct loyd_condition {
    const char *column;
    const char *value;
} loyd_condition;

/*
 * Selects puzzles. All zero selects all of them, in order of id. The members
 * that are set must all match, and for each column that is named one of its
 * conditions. Ids need not be stored.
 *
 * `after` continues after a puzzle of an earlier query. Ids and proven lengths
 * never change: pages in the order of ids contain each puzzle that was stored
 * before the first page exactly once, even if others are stored meanwhile.
 */
typedef struct loyd_filter {
    const loyd_condition *conditions;
    size_t n_conditions;
    const char *where; /* an expression of SQL over the columns, see
                          docs/sql.md; NULL: none */
    bool has_id;       /* only ids from id_first to id_last */
    loyd_id id_first;
    loyd_id id_last;
    bool has_ids;      /* only these puzzles, none if n_ids is 0 */
    const loyd_id *ids;
    size_t n_ids;
    const loyd_id *excluded; /* not these */
    size_t n_excluded;
    const char *order; /* a column, for the least first, or this after '-' for
                          the greatest; then by id; puzzles without a value
                          come last. NULL: by id, which shuffles, as ids are
                          hashes */
    bool has_after;    /* only puzzles after this one; not with pick */
    loyd_id after;
    bool is_distinct;  /* only the first of several twins */
    const char *pick;  /* a seed: a repeatable choice, not an order */
    uint64_t offset;   /* puzzles of the result to skip, after `after`, order,
                          pick and is_distinct */
    uint64_t limit;    /* 0: no limit */
} loyd_filter;

/*
 * Opens a query.
 *
 * `pick` takes, for k = 0, 1, ..., the first id of the selection at or after
 * the first 10 bytes of H(F("loyd pick", seed, k as 64 bits)), wrapping around
 * and skipping repeats. It is repeatable and not exactly uniform, takes
 * O(log n) per puzzle, and needs a limit. After 2^24 draws, which happens only
 * if the limit is close to the number of puzzles, the remaining puzzles come
 * in order of id.
 *
 * `is_distinct` omits every puzzle with an earlier twin: a puzzle that becomes
 * the same by relabelling, rotating and reflecting both boards. It reads the
 * boards of all earlier puzzles, including those of earlier pages, and takes
 * 17 bytes of memory for each.
 *
 * A few `ids` take the same time in a catalogue of any size. An offset takes
 * as long as reading the ids of the puzzles that it skips.
 *
 * The filter is copied: it need not outlive the call. Without a filter (NULL)
 * all puzzles are found. Where SQLite refuses `where`, the first
 * loyd_cursor_next returns LOYD_E_SYNTAX. If a row is damaged,
 * loyd_cursor_next returns LOYD_E_CORRUPT, and its next call continues after
 * it; with is_distinct and more than 13 million different puzzles,
 * LOYD_E_UNSUPPORTED.
 *
 * Errors: LOYD_E_RANGE, LOYD_E_SYNTAX, LOYD_E_NOT_FOUND (no such band, or
 * `after` is not stored), LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_find(loyd_store *store, const loyd_filter *filter,
                loyd_cursor **cursor, loyd_why *why);

/*
 * Writes the statement of a query with its values, for SQLite of 3.38 or
 * later without loyd: it selects the same rows in the same order from the view
 * `puzzles`. The caller frees *sql with free. Errors: LOYD_E_UNSUPPORTED (pick
 * and is_distinct cannot be written in SQL), LOYD_E_SYNTAX, LOYD_E_RANGE,
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT, LOYD_E_NOT_FOUND.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_sql(loyd_store *store, const loyd_filter *filter, char **sql,
               loyd_why *why);

/*
 * Counts the puzzles that loyd_store_find would return; offset and limit are
 * taken into account, pick changes nothing. Without a filter (NULL) all are
 * counted. Uses only the indices if they cover the filter, otherwise checks
 * row by row. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT, LOYD_E_NOT_FOUND.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_count(loyd_store *store, const loyd_filter *filter, uint64_t *count,
                 loyd_why *why);

/*
 * Opens the recipes of one puzzle, in byte order of their texts; none for an
 * id that is not stored. A text that is not a recipe as loyd prints it is
 * LOYD_E_CORRUPT and ends the list. Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN,
 * LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_recipes(loyd_store *store, const loyd_id *id, loyd_cursor **cursor,
                   loyd_why *why);

/* A value of a row. */
typedef struct loyd_cell {
    const char *name; /* a column, or count, mean, least or greatest */
    loyd_field_kind kind;
    const char *text; /* as SQLite prints it; NULL: there is none */
} loyd_cell;

/* A row of the view `puzzles`, or of counts of its rows. */
typedef struct loyd_cells {
    const loyd_cell *cell;
    unsigned n;
} loyd_cells;

#define LOYD_COLUMNS_MAX 80

/*
 * Opens a query, whose rows are these columns of the view `puzzles`, as they
 * are stored: unlike those of loyd_store_find, they are not checked.
 *
 *   columns  names, separated by commas; borrowed until the cursor is closed
 *
 * Errors: LOYD_E_RANGE, LOYD_E_SYNTAX, LOYD_E_NOT_FOUND (no such band, or
 * `after` is not stored), LOYD_E_UNSUPPORTED (is_distinct, of more than 13
 * million puzzles), LOYD_E_SIZE, LOYD_E_ENCODING, LOYD_E_NOMEM,
 * LOYD_E_CANCELLED, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_rows(loyd_store *store, const loyd_filter *filter,
                const char *columns, loyd_cursor **cursor, loyd_why *why);

/*
 * Opens the statistics of the puzzles that a filter selects: a row for each
 * combination of values, in their order, with the number of puzzles.
 *
 *   filter  NULL: all puzzles. Order, `after`, pick, offset and limit must not
 *           be set (LOYD_E_RANGE)
 *   by      names of columns, separated by commas; NULL: one row
 *   of      a column of numbers: rows also have its mean, least and greatest
 *           value; NULL: none
 *
 * Reads every puzzle that the filter selects, or an index that has all the
 * columns. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT, LOYD_E_NOT_FOUND.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_stats(loyd_store *store, const loyd_filter *filter, const char *by,
                 const char *of, loyd_cursor **cursor, loyd_why *why);

/*
 * Reads the bands of the catalogue and checks them; `store` may be NULL: those
 * of a new catalogue. Errors: LOYD_E_CORRUPT,
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_bands(loyd_store *store, loyd_bands *bands, loyd_why *why);

/*
 * Replaces the bands of the catalogue; needs a transaction. Bands are only
 * names: stored puzzles stay unchanged.
 *
 *   text  "easy=0..5,hard=5..100": bands in any order, each name once, that
 *         cover 0..100 without gaps or overlaps.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_set_bands(loyd_store *store, const char *text, loyd_why *why);

/*
 * Returns in *sample what decides the percentiles of a class: the
 * catalogue's own sample of this version of effort quick, otherwise the
 * built-in one, otherwise NULL. There is a built-in one for each size with
 * sides of 4 to 10 and more than LOYD_EXACT_CELLS cells, with the blank in a
 * corner. It is borrowed until the store is closed; `store` may be NULL: only
 * the built-in ones.
 * Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_sample(loyd_store *store, const loyd_class *cls, unsigned version,
                  const loyd_sample **sample, loyd_why *why);

typedef enum loyd_digest_kind {
    LOYD_DIGEST_ALL = 0,     /* puzzles, recipes, proven ratings, ledgers */
    LOYD_DIGEST_PUZZLES = 1  /* puzzles and proven ratings, as in a pack */
} loyd_digest_kind;

/*
 * Computes the content digest: BLAKE2b-256 over the records that
 * docs/formats.md defines, in bytewise order, regardless of the file's bytes.
 * The same recipes give the same digest. Every row is checked along the way.
 * Errors: LOYD_E_RANGE (the kind), LOYD_E_CORRUPT, LOYD_E_NOMEM,
 * LOYD_E_CANCELLED, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_digest(loyd_store *store, loyd_digest_kind kind,
                  uint8_t digest[LOYD_HASH_BYTES], loyd_why *why);

/* A filter that owns the lists and texts that it points to: only
 * loyd_filter_builder_add changes it. One thread at a time. */
typedef struct loyd_filter_builder {
    loyd_filter filter;
} loyd_filter_builder;

/*
 * Sets a member of the filter.
 *
 *   builder  *builder is NULL before the first call, which makes the builder.
 *   name  a column of the view `puzzles`, such as stm; or where, order, after,
 *         distinct, pick, offset or limit
 *   text  its value. Of a column one value or more, separated by commas, as
 *         loyd_condition has them, added to those already set; a comma before
 *         missing=, blank= or a digit continues a layout, and recipes and
 *         names keep their commas
 *
 * After an error the builder can only be freed. Errors: LOYD_E_SYNTAX (also an
 * unknown name), LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_filter_builder_add(loyd_filter_builder **builder, const char *name,
                        const char *text, size_t len, loyd_why *why);

/* Frees a builder with its filter, and sets *builder to NULL, which is
 * allowed. */
LOYD_API void loyd_filter_builder_free(loyd_filter_builder **builder);

#ifdef __cplusplus
}
#endif
#endif
