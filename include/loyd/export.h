/* SPDX-License-Identifier: MIT */
/* Puzzles as text and pictures for other programs. */
#ifndef LOYD_EXPORT_H
#define LOYD_EXPORT_H

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
 * known as well), percentile_sample (where it comes from a sample).
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

typedef enum loyd_export_format {
    LOYD_EXPORT_JSONL = 1,
    LOYD_EXPORT_CSV = 2
} loyd_export_format;

/*
 * Writes what `filter` finds into the new or empty folder `dir`:
 * puzzles.jsonl and puzzles.csv, as `formats` (a set of loyd_export_format)
 * says. Each file appears whole or not at all.
 *
 *   count  puzzles written.
 *
 * Same selection, same bytes. Memory does not grow with the selection.
 * Errors: LOYD_E_IO, LOYD_E_FULL, and those of loyd_store_find.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_export(loyd_store *store, const loyd_filter *filter, const char *dir,
            unsigned formats, uint64_t *count, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
