/* SPDX-License-Identifier: MIT */
/* Writes puzzles as text, pictures and packs for other programs; verifies
 * packs, and compares two of a series. */
#ifndef LOYD_PACK_H
#define LOYD_PACK_H

#include "loyd/catalogue.h"
#include "loyd/cursor.h"
#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Functions that take `out` and `size` behave like loyd_moves_print: they
 * write as much as fits, followed by a NUL if size > 0, and return the length
 * of the whole text.
 */

/*
 * Writes a puzzle as one JSON object without a newline. Members: puzzle_id,
 * size, layout, goal, board, recipe (if known), status, lower and upper (if
 * rated), stm and path (if proven), percentile and band (if proven and the
 * class's distribution is known), percentile_sample (if that distribution is
 * sampled). If anything is known in MTM
 * also mtm_status, and mtm_lower, mtm_upper, mtm, mtm_path and so on.
 * name (if it has one) and the traits (if they are stored) are the last.
 */
LOYD_API size_t loyd_entry_json(const loyd_entry *entry, char *out,
                                size_t size);

/*
 * Writes the value of field `at` of a puzzle: as JSON, or as text without
 * quotes. Writes "" if it is absent.
 */
LOYD_API size_t loyd_entry_field(const loyd_entry *entry, unsigned at,
                                 bool is_json, char *out, size_t size);

/*
 * Writes a board as an SVG picture. `title` is the picture's title, which
 * screen readers read out.
 */
LOYD_API size_t loyd_board_svg(const loyd_board *board, const char *title,
                               char *out, size_t size);

/* Puzzle files of a pack. docs/packs.md describes their contents. */
typedef enum loyd_export_format {
    LOYD_EXPORT_CSV = 1,
    LOYD_EXPORT_JSON = 2,
    LOYD_EXPORT_SQLITE = 4,
    LOYD_EXPORT_ALL = 7
} loyd_export_format;

#define LOYD_PACK_NAME_MAX 100    /* bytes */
#define LOYD_PACK_LICENCE_MAX 200 /* bytes */

/* How a puzzle differs between a pack and a later one of the series. */
typedef enum loyd_pack_change {
    LOYD_PACK_ADDED = 0,
    LOYD_PACK_PROVEN = 1, /* its length in STM or MTM was not proven and now
                             is */
    LOYD_PACK_WITHDRAWN = 2,
    LOYD_PACK_RENUMBERED = 3,  /* a fault: its number changed */
    LOYD_PACK_CONTRADICTS = 4, /* a fault: its proven length changed */
    LOYD_PACK_LOST = 5,        /* a fault: missing in the later pack's
                                  ids.tsv */
    LOYD_PACK_CHANGE_COUNT_
} loyd_pack_change;

typedef struct loyd_pack_difference {
    uint32_t number; /* in the older pack, or in the later one if the puzzle
                        is new */
    loyd_id id;
    loyd_pack_change change;
} loyd_pack_difference;

/*
 * Options of an export. `dir` and `formats` are required; with all others
 * zero the pack is the first of its series and contains solutions.
 */
typedef struct loyd_export_options {
    const char *dir;     /* folder to create; may exist if it is empty */
    unsigned formats;    /* set of loyd_export_format */
    const char *name;    /* of the pack; NULL: the name of the previous pack,
                            or "puzzles" */
    const char *licence; /* NULL: "CC0-1.0" */
    const char *shuffle; /* seed that orders the puzzles; NULL: the filter's
                            order */
    const char *since;   /* folder of the previous pack: write only what is
                            new; NULL: everything */
    const char *date;    /* "YYYY-MM-DD": mark the puzzles as used on that
                            day; NULL: do not write to the store */
    const loyd_id *revoked; /* with since: these puzzles of the series are
                               withdrawn, even if selected, and stay so in
                               later packs */
    size_t n_revoked;
    const loyd_id *restored; /* with since: these are no longer revoked */
    size_t n_restored;
    uint64_t add; /* the number of new puzzles: the first of the selection
                     that the series never had; it otherwise only grows,
                     by restored puzzles too; 0: the whole selection */
    /* With since, the puzzles of the series that are no longer selected stay
       in it, or are withdrawn; without either and without `add` they are an
       error. */
    bool is_growing;
    bool is_replacing;
    bool is_trial; /* write nothing, neither marks nor the pack */
    /* NULL, or called before anything is published, in order of numbers, for
       each puzzle that is added, proven or withdrawn; false cancels the
       export. */
    bool (*difference)(void *context, const loyd_pack_difference *difference);
    void *context;      /* of `difference` */
    bool no_solutions;  /* leave the paths out */
    loyd_metric metric; /* LOYD_MTM: also what is known in MTM; LOYD_STM:
                           only in STM */
    bool is_gzip;       /* compress the text files */
} loyd_export_options;

/* The result of an export. */
typedef struct loyd_export_result {
    uint64_t puzzles; /* in the files: added and changed */
    uint64_t added;
    uint64_t returned;  /* of these, withdrawn from the series before */
    uint64_t changed;   /* proven now, not proven in the previous pack, in a
                           metric of the pack */
    uint64_t withdrawn; /* in the previous pack, and not in this one */
    uint32_t version;   /* 1, or that of the previous pack plus 1 */
    loyd_id pack_id;
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_why warning; /* a delta of another selection than the previous
                         pack: how they differ; otherwise "" */
} loyd_export_result;

/*
 * Writes the puzzles that `filter` selects into a new pack: manifest.json,
 * SHA256SUMS, goals.tsv, ids.tsv and one file per format.
 *
 * The folder is built under a temporary name next to `dir` and renamed at the
 * end, so `dir` is either complete or absent. The puzzles are marked as used
 * just before the rename. If the filter selects by use, the catalogue's write
 * lock is held from the selection on, so that two exports never mark the same
 * puzzle; otherwise it is held only while marking. Remains of a killed export
 * to the same `dir` are removed and, with a date, its marks are taken back.
 *
 *   filter    NULL: all puzzles.
 *   listener  receives the progress; may be NULL.
 *   result    may be NULL.
 *
 * A delta selects as if no puzzle of the previous pack were used, so that the
 * marks of a series do not withdraw its puzzles.
 *
 * The same selection and options give the same bytes; the date does not
 * matter. Uses about 60 bytes of memory per puzzle, and a temporary file with
 * each puzzle's cells, path and recipe. With a date the store must be open
 * for writing.
 *
 * Errors: LOYD_E_IO (for example, the folder is not empty), LOYD_E_FULL,
 * LOYD_E_RANGE (also puzzles of the series that are no longer selected),
 * LOYD_E_ENCODING, LOYD_E_UNSUPPORTED (another name than that of `since`, or
 * no lengths in MTM although `since` has them), LOYD_E_NOT_FOUND (the first
 * pack of a series would have no puzzle, or a revoked or restored puzzle is
 * not one of the series that can be), LOYD_E_FOREIGN and LOYD_E_CORRUPT
 * (`since` is not a pack, is damaged or contradicts the store),
 * LOYD_E_CANCELLED, LOYD_E_SYNTAX, LOYD_E_NOMEM, LOYD_E_DB, LOYD_E_BUSY.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter,
            const loyd_export_options *options, const loyd_listener *listener,
            loyd_export_result *result, loyd_why *why);

/* Options of a verification. All zero is the default. */
typedef struct loyd_pack_options {
    uint64_t prove;    /* how many rated puzzles to solve again */
    const char *seed;  /* selects them; NULL: "" */
    unsigned threads;  /* for solving; 0 means 1 */
    const char *since; /* folder of an earlier pack of the series: if it is
                          the previous one, goals that only `dir` lists must
                          be used; NULL: none */
} loyd_pack_options;

typedef struct loyd_pack_result {
    uint64_t puzzles;  /* checked */
    uint64_t rows;     /* checked, over all files: each puzzle is in several */
    uint64_t files;    /* with the right hash */
    bool has_solutions; /* lengths have paths */
    uint64_t lengths;  /* proven ones and intervals, of both metrics: */
    uint64_t searched; /* those whose optimum a plain search found */
    uint64_t replayed; /* up to LOYD_EXACT_CELLS cells, those whose path, if
                          there is one, was replayed, but not searched again */
    uint64_t intervals; /* of larger boards, not searched again, */
    uint64_t proofs;    /* as these */
    uint64_t sampled;  /* puzzles solved again whose optimum is confirmed */
    uint64_t bad;      /* faults reported */
    uint64_t ignored;  /* a signature, files that desktops leave */
    uint64_t unchecked; /* recipes that are not drawn again: they need the
                           secret */
} loyd_pack_result;

/* Returns whether the file is the database of a pack, as shipped or as an app
 * has copied it. */
LOYD_API bool loyd_pack_is_database(const char *path);

/*
 * Verifies a pack. In this order it checks:
 *   - the manifest and SHA256SUMS;
 *   - that the folder contains the files of the manifest and no others
 *     (except SHA256SUMS.minisig and files of desktops, which it ignores), as
 *     plain files with the stated sizes and hashes;
 *   - the numbers in goals.tsv and ids.tsv, and the schema and pages of the
 *     database;
 *   - the puzzles of the first file as a catalogue, with the checks of
 *     loyd_catalogue_verify, and what follows from their lengths;
 *   - that the selection of a first pack has its puzzles, except for layouts,
 *     seeds, lists of ids and marks, which a pack does not contain in full;
 *   - the digest, and that the other files say the same;
 *   - the optimum of `prove` puzzles, if nothing was wrong so far.
 *
 * The listener's `bad` receives each fault, with file and line where they
 * exist; `progress` and `go_on` are called along the way. Verification
 * continues after a fault where possible. It writes nothing. It needs
 * temporary files of about as many bytes as the largest file of the pack.
 *
 * `dir` may also be the database of a pack, as shipped or as an app has it
 * after deltas: its schema, pages, goals, numbers and puzzles are checked in
 * the same way, and the digest, which only a copy after deltas does not have.
 *
 * Returns LOYD_OK even if the pack is wrong: result->bad counts the faults.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (not a pack), LOYD_E_IO,
 * LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_UNSOLVABLE, LOYD_E_UNSUPPORTED, LOYD_E_SYSTEM,
 * LOYD_E_NEWER, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_pack_verify(
    const char *dir, const loyd_pack_options *options,
    const loyd_listener *listener, loyd_pack_result *result, loyd_why *why);

/*
 * Opens the differences between the pack in folder `dir` and the earlier pack
 * of its series in folder `since`, in order of numbers. Reads and checks the
 * manifest, goals.tsv and ids.tsv of both and no other file.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_IO, LOYD_E_FOREIGN, LOYD_E_NEWER,
 * LOYD_E_UNSUPPORTED (packs of two series), LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_pack_compare(const char *dir,
                                                   const char *since,
                                                   loyd_cursor **cursor,
                                                   loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
