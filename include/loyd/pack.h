/* SPDX-License-Identifier: MIT */
/* Writes puzzles as text, pictures and packs for other programs; verifies
 * packs. */
#ifndef LOYD_PACK_H
#define LOYD_PACK_H

#include "loyd/catalogue.h"
#include "loyd/cursor.h"
#include "loyd/store.h"
#include "loyd/use.h"

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

/* Writes the value of field `at` of loyd_field_get, "" if it is absent: as
 * JSON, or as text without quotes, in which a search is METHOD@NODES. */
LOYD_API size_t loyd_entry_field(const loyd_entry *entry, unsigned at,
                                 bool is_json, char *out, size_t size);

/*
 * Writes a board as an SVG picture. `title` is the picture's title, which
 * screen readers read out. `path` is NULL, or moves from the board that the
 * picture plays again and again, up to the first that is illegal.
 * O(n * moves) for n cells.
 */
LOYD_API size_t loyd_board_svg(const loyd_board *board, const loyd_moves *path,
                               const char *title, char *out, size_t size);

/* Puzzle files of a pack. docs/packs.md describes their contents. */
typedef enum loyd_export_format {
    LOYD_EXPORT_CSV = 1,
    LOYD_EXPORT_JSON = 2,
    LOYD_EXPORT_SQLITE = 4,
    LOYD_EXPORT_ALL = 7
} loyd_export_format;

/*
 * Options of an export. `dir` and `formats` are required; with all others
 * zero the files are a one-off with solutions, which marks nothing.
 */
typedef struct loyd_export_options {
    const char *dir;     /* folder to create; may exist if it is empty, or the
                            volume that is written again */
    unsigned formats;    /* set of loyd_export_format */
    const char *pack;    /* name of a pack: the files are a volume of it;
                            NULL: a one-off */
    uint32_t volume;     /* the next one or an existing one; 0: the next */
    uint64_t count;      /* puzzles that are needed; 0: all of the filter */
    const char *title;   /* NULL: that of the pack, or its name */
    const char *licence; /* NULL: that of the pack, or "CC0-1.0" */
    const loyd_date *date; /* of a volume */
    const loyd_id *withdrawn; /* puzzles of the pack that its newest volume
                                 withdraws, in addition to earlier ones */
    size_t n_withdrawn;
    bool is_trial;     /* write nothing, neither marks nor files */
    bool no_solutions; /* leave the paths out */
} loyd_export_options;

/* The result of an export. */
typedef struct loyd_export_result {
    uint64_t puzzles;
    uint64_t withdrawn; /* listed in the volume */
    uint32_t volume;    /* this and the next three: 0 of a one-off */
    uint32_t revision;
    uint32_t first; /* numbers */
    uint32_t last;
    bool is_changed; /* title or licence of the pack are others now */
    char title[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    uint8_t digest[LOYD_HASH_BYTES];
} loyd_export_result;

/*
 * Writes puzzles into a new folder: manifest.json, SHA256SUMS and one file per
 * format.
 *
 * A new volume has the puzzles that `filter` selects, in its order: without a
 * condition on `used`, those that are not used. They are numbered on from the
 * volume before and marked in the catalogue. An existing volume takes no
 * filter and no count: it is written with the same puzzles and what is known
 * of them today, without those that were withdrawn since; its revision is one
 * more if anything changed.
 *
 * The folder is built under a temporary name next to `dir` and renamed at the
 * end, so `dir` is either complete or absent. A volume's marks are committed
 * just before. The catalogue's write lock is held from the selection on, so
 * that two exports never mark the same puzzle. What a killed export to the
 * same `dir` has left is removed, and its marks are taken back.
 *
 *   filter    NULL: all puzzles.
 *   listener  receives the progress; may be NULL.
 *   result    may be NULL.
 *
 * The same puzzles and options give the same bytes. With a pack the store must
 * be open for writing.
 *
 * Errors: LOYD_E_IO (for example, the folder has other files), LOYD_E_FULL,
 * LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_NOT_FOUND (no puzzles match, or less
 * than `count`; a withdrawn puzzle is not in the pack), LOYD_E_USED (a
 * selected puzzle is in the pack already), LOYD_E_CANCELLED, LOYD_E_SYNTAX,
 * LOYD_E_NOMEM, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_CORRUPT.
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
} loyd_pack_result;

/*
 * Verifies a pack. In this order it checks:
 *   - the manifest and SHA256SUMS;
 *   - that the folder contains the files of the manifest and no others
 *     (except SHA256SUMS.minisig and files of desktops, which it ignores), as
 *     plain files with the stated sizes and hashes;
 *   - the schema and pages of the database, and the lists of goals;
 *   - the puzzles of the first file as a catalogue, with the checks of
 *     loyd_catalogue_verify, and what follows from their lengths;
 *   - that the selection has its puzzles, except for layouts, seeds, lists of
 *     ids and marks, which a pack does not contain in full; not once a volume
 *     was written again, as more is known of its puzzles then;
 *   - its numbers, and that it has no puzzle that it withdraws;
 *   - the digest, and that the other files say the same;
 *   - the optimum of `prove` puzzles, if nothing was wrong so far.
 *
 * The listener's `bad` receives each fault, with file and line where they
 * exist; `progress` and `go_on` are called along the way. Verification
 * continues after a fault where possible. It writes nothing. It needs
 * temporary files of about as many bytes as the largest file of the pack.
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
 * Verifies volumes of one pack together, each of which is right: that none is
 * given twice, that numbers continue, that no puzzle is in two of them, and
 * that what a volume withdraws the later ones withdraw too. Reports as
 * loyd_pack_verify, with the folder as the file; *bad counts the faults.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_volumes_verify(const char *const *dirs, size_t n,
                    const loyd_listener *listener, uint64_t *bad,
                    loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
