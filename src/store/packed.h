/* SPDX-License-Identifier: MIT */
/*
 * The packed forms in the tables of schemas 1 to 12. unpack.h has them as SQL
 * functions.
 */
#ifndef LOYD_STORE_PACKED_H
#define LOYD_STORE_PACKED_H

#include "loyd/class.h"
#include "store/rows.h"

#define PACKED_LAST 12 /* the last such schema */

#define PATH_BYTES_MAX (PATH_MAX_MOVES / 4 + 1)

/*
 * Unpacks a start: for each cell the goal's cell that holds the same label, in
 * the fewest bits that hold a cell, highest bits first. Returns false if it is
 * malformed.
 */
bool start_unpack(const uint8_t *bytes, size_t len, const loyd_board *goal,
                  loyd_board *start);

/*
 * Unpacks a path: two bits a move, highest bits first, in the order of
 * loyd_dir, then a one bit and zeros to the end of the byte. The memory of
 * `moves` is reused. Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
loyd_err path_unpack(const uint8_t *bytes, size_t len, loyd_moves *moves);

/* Unpacks 65536 * longer side + 256 * shorter side + the lowest cell of the
 * blank; returns false if that is no class. */
bool class_unpack(int64_t number, loyd_class *cls);

/* Unpacks 65536 * the version of effort quick + a length; returns false if
 * one of them is out of range. */
bool estimate_unpack(int64_t number, uint16_t *version, uint16_t *length);

/* Unpacks a length in MTM, to which 65536 is added while it is not proven;
 * returns false if it is out of range. */
bool mtm_unpack(int64_t number, bool *is_proven, uint16_t *length);

/* packed_digest.c */

/*
 * Computes the digest of a catalogue of schema 12. *found is false if a row
 * cannot be unpacked. Errors: those of SQLite, LOYD_E_NOMEM.
 */
loyd_err packed_digest(loyd_store *store, uint8_t digest[LOYD_HASH_BYTES],
                       bool *found, loyd_why *why);

#endif
