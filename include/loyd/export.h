/* SPDX-License-Identifier: MIT */
/* Puzzles as text and pictures for other programs. */
#ifndef LOYD_EXPORT_H
#define LOYD_EXPORT_H

#include "loyd/sign.h"
#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writers fill `out` as loyd_escape does: as much as fits, a NUL at the end,
 * and the whole length returned.
 */

/*
 * One JSON object without a new line: puzzle_id, size, layout, goal, board,
 * recipe (where known), status, lower and upper (where rated), stm and path
 * (where proven), percentile and band (where the class's distribution is
 * known as well), percentile_sample (where it comes from a sample), claimed
 * (where the status is claimed).
 */
LOYD_API size_t
loyd_entry_json(const loyd_entry *entry, char *out, size_t size);

/* The heading of loyd_entry_csv, without a new line: static text. */
LOYD_API const char *loyd_entry_csv_head(void);

/* One CSV row without a new line, columns as the heading names them. */
LOYD_API size_t
loyd_entry_csv(const loyd_entry *entry, char *out, size_t size);

/* A board as an SVG picture; `title` is shown to screen readers. */
LOYD_API size_t
loyd_board_svg(const loyd_board *board, const char *title, char *out,
               size_t size);

/* The files of a pack; docs/packs.md says what is in them. */
typedef enum loyd_export_format {
    LOYD_EXPORT_JSONL = 1,
    LOYD_EXPORT_CSV = 2,
    LOYD_EXPORT_JSON = 4,
    LOYD_EXPORT_SQLITE = 8,
    LOYD_EXPORT_SGT = 16, /* goals of `rows` only */
    LOYD_EXPORT_ALL = 31
} loyd_export_format;

#define LOYD_PACK_NAME_MAX 100    /* bytes of text */
#define LOYD_PACK_LICENCE_MAX 200 /* likewise */

/* All zero but `dir` and `formats` is a pack of its own, with solutions. */
typedef struct loyd_export_options {
    const char *dir;     /* the folder to make, a new or empty one */
    unsigned formats;    /* set of loyd_export_format */
    const char *name;    /* of the pack; NULL: that of the one before, or
                            "puzzles" */
    const char *licence; /* NULL: "CC0-1.0" */
    const char *shuffle; /* a seed: another order than the filter's */
    const char *since;   /* the folder of the pack before: only what is new */
    const char *date;    /* "YYYY-MM-DD": the puzzles are marked as used on
                            that day; NULL: nothing is written to the store */
    const loyd_signer *signer; /* signs manifest and sums; NULL: nobody */
    bool no_solutions;
    bool is_gzip; /* the text files */
} loyd_export_options;

/* What came of it. */
typedef struct loyd_export_result {
    uint64_t puzzles; /* in the files: added and changed ones */
    uint64_t added;
    uint64_t changed;   /* proven now, and not in the pack before */
    uint64_t withdrawn; /* in the pack before, and not found any more */
    uint32_t version;   /* 1, or one more than that of the pack before */
    loyd_id pack_id;
    uint8_t digest[LOYD_HASH_BYTES];
} loyd_export_result;

/*
 * Writes what `filter` finds into a folder: manifest.json, SHA256SUMS,
 * ids.tsv, and the files of the formats, and where there is a signer the
 * signatures manifest.json.minisig and SHA256SUMS.minisig. The folder
 * is made under another name beside `dir` and renamed at last, so
 * that it is there whole or not at all; puzzles are marked as used just
 * before. Where the filter asks for used or unused ones, the write lock is
 * held from the selection on, so that no two exports mark the same; otherwise
 * for the marks alone. What a killed export left beside `dir` is cleared, its
 * marks too.
 *
 *   listener  told the progress.
 *   result    may be NULL.
 *
 * Same selection and same options (the date aside), same bytes.
 * Takes 60 bytes of memory for a puzzle, and as much disk again while it
 * works. With a date the store must be open for writing.
 *
 * Errors: LOYD_E_IO (the folder is not empty, among others), LOYD_E_FULL,
 * LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_UNSUPPORTED (a goal that a format
 * cannot tell), LOYD_E_FOREIGN and LOYD_E_CORRUPT (`since` is no pack, is
 * damaged or contradicts the store), LOYD_E_CANCELLED, and those of
 * loyd_store_find and of loyd_store_begin.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter,
            const loyd_export_options *options, const loyd_listener *listener,
            loyd_export_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
