/* SPDX-License-Identifier: MIT */
/* The database of a pack, read as what it is: a stranger's file. */
#ifndef LOYD_STORE_PACK_READ_H
#define LOYD_STORE_PACK_READ_H

#include "loyd/store.h"

typedef struct pack_reader pack_reader;

/* What its table `pack` says; borrowed from the reader. */
typedef struct pack_reader_head {
    uint32_t version;
    uint64_t puzzles;
    char pack_id[LOYD_ID_CHARS + 1];
    char digest[2 * LOYD_HASH_BYTES + 1];
} pack_reader_head;

/* A puzzle; of the values only types and ranges have been looked at. */
typedef struct pack_reader_row {
    uint32_t number;
    loyd_id id;
    loyd_puzzle puzzle; /* labels as bytes, whatever they are */
    uint16_t stm;       /* each 0: none */
    uint16_t lower;
    uint16_t upper;
    const char *path; /* NULL: none; borrowed until the next row */
    size_t path_len;
} pack_reader_row;

/*
 * Opens the file as it stands, for reading only, with defences up; its schema
 * is compared with ours before the first query. Errors: LOYD_E_FOREIGN,
 * LOYD_E_NEWER, LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err pack_reader_open(const char *path, pack_reader **made, loyd_why *why);
void pack_reader_close(pack_reader **reader);

/* Is that the beginning of a pack's database, by its first 100 bytes? */
bool pack_reader_knows(const uint8_t *bytes, size_t len);

/* Errors: LOYD_E_CORRUPT where the table has not one such row. */
loyd_err pack_reader_read_head(pack_reader *reader, pack_reader_head *head,
                               loyd_why *why);

/* SQLite's own check of pages and indices. Errors: LOYD_E_CORRUPT. */
loyd_err pack_reader_check_file(pack_reader *reader, loyd_why *why);

/*
 * The next puzzle, in order of numbers. LOYD_E_CORRUPT with *is_row: of this
 * row; the next call goes on behind it.
 */
loyd_err pack_reader_next(pack_reader *reader, pack_reader_row *row,
                          bool *found, bool *is_row, loyd_why *why);

#endif
