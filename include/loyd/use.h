/* SPDX-License-Identifier: MIT */
/*
 * Uses of puzzles: where a puzzle was published, and marks for those that
 * were. A puzzle is used if it is in a pack, is a day of a channel, or was
 * marked manually. Marks are not part of any digest.
 */
#ifndef LOYD_USE_H
#define LOYD_USE_H

#include "loyd/date.h"
#include "loyd/listener.h"
#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_NOTE_MAX 100         /* bytes of the note of a mark */
#define LOYD_PACK_NAME_MAX 100    /* bytes; also of its title */
#define LOYD_PACK_LICENCE_MAX 200 /* bytes */

typedef enum loyd_usage_kind {
    LOYD_USAGE_PACK = 0,
    LOYD_USAGE_DAY = 1,
    LOYD_USAGE_HAND = 2,
    LOYD_USAGE_COUNT_
} loyd_usage_kind;

/* A use of a puzzle. Texts are borrowed until the next call on the cursor. */
typedef struct loyd_usage {
    loyd_id id; /* of the puzzle */
    loyd_usage_kind kind;
    loyd_date date;   /* of the volume, the day, or of the mark */
    const char *name; /* of the pack or the channel; of a manual mark the
                         note, "": none */
    uint32_t version; /* the volume, or that of the schedule; 0: a manual
                         mark */
    uint32_t number;  /* in the pack; otherwise 0 */
    uint32_t withdrawn; /* the volume that withdraws it; 0: none */
    const char *tier; /* of a day; "": none */
} loyd_usage;

/*
 * Opens the uses of puzzles: of all of them in order of id, or of some in the
 * order given. The uses of one puzzle are ordered by kind, then by date.
 *
 *   ids, n   the puzzles, borrowed until the cursor is closed; NULL: all.
 *   pack     only uses in the pack of this name, in order of number; NULL: all
 *            uses. Borrowed until the cursor is closed.
 *
 * O(log n) per puzzle; all uses are one walk. Errors: LOYD_E_NOT_FOUND (names
 * the first id that is not stored, or the pack), LOYD_E_CORRUPT, LOYD_E_NOMEM,
 * LOYD_E_CANCELLED, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_usages(loyd_store *store, const loyd_id *ids, size_t n,
                  const char *pack, loyd_cursor **cursor, loyd_why *why);

/*
 * Marks a puzzle as used manually; needs a transaction. A puzzle has one such
 * mark: of two, the one with the earlier date stays.
 *
 *   date    of the mark.
 *   note    what it was used for, 0..LOYD_NOTE_MAX bytes; NULL: "".
 *   is_new  whether it had no manual mark before; may be NULL.
 *
 * Errors: LOYD_E_NOT_FOUND (the puzzle is not stored), LOYD_E_RANGE and
 * LOYD_E_ENCODING (the note), LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_mark(loyd_store *store, const loyd_id *id, const loyd_date *date,
                const char *note, bool *is_new, loyd_why *why);

/*
 * Removes the manual mark of a puzzle; needs a transaction.
 *
 *   was_marked  whether there was one; may be NULL.
 *
 * Errors: LOYD_E_NOT_FOUND (the puzzle is not stored), LOYD_E_USED (it is a
 * day of a channel, which is never taken back, or only in packs),
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_unmark(loyd_store *store, const loyd_id *id, bool *was_marked,
                  loyd_why *why);

/* Puzzles that were marked now, and those that had this mark before. */
typedef struct loyd_mark_result {
    uint64_t marked;
    uint64_t already;
} loyd_mark_result;

/*
 * Marks the puzzles of the volume in a folder, and those that it withdraws, as
 * its export did, in a catalogue that has lost these marks or never had them.
 * Needs a transaction. Reads the manifest and a file of puzzles, whose hash is
 * checked.
 *
 *   date      of a volume that the catalogue does not know.
 *   listener  may be NULL.
 *   result    may be NULL.
 *
 * Errors: LOYD_E_NOT_FOUND (no such folder), LOYD_E_RANGE (not a volume;
 * puzzles are missing in the catalogue: how many it has, and the first one
 * missing), LOYD_E_USED (a puzzle or a number is marked otherwise),
 * LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_NOMEM,
 * LOYD_E_CANCELLED, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_mark_volume(loyd_store *store, const char *dir,
                       const loyd_date *date, const loyd_listener *listener,
                       loyd_mark_result *result, loyd_why *why);

/*
 * Removes the newest volume of a pack with its marks, and what it withdraws;
 * needs a transaction.
 *
 *   count, volume  the number of marks, and that of the volume.
 *
 * Errors: LOYD_E_NOT_FOUND (no such pack), LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN,
 * LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_store_unmark_volume(loyd_store *store, const char *pack, uint64_t *count,
                         uint32_t *volume, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
