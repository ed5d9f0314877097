/* SPDX-License-Identifier: MIT */
/* Reads the SQLite file of a pack, which is untrusted input. */
#ifndef LOYD_STORE_PACK_READ_H
#define LOYD_STORE_PACK_READ_H

#include "base/slice.h"
#include "store/watch.h"

struct pack_reader;
struct sqlite3;

/*
 * Opens the file unchanged, for reading only, with SQLite's defences on; its
 * schema is compared with pack_db_sql; is_copy: an app may have added tables.
 * `w` is called meanwhile.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER (another version), LOYD_E_CORRUPT,
 * those of SQLite.
 */
loyd_err pack_reader_open(const char *path, bool is_copy,
                          const struct watch *w, struct pack_reader **made,
                          loyd_why *why);
void pack_reader_close(struct pack_reader **reader);

/* Reads the rows of a query of ours instead; `db` stays open. */
loyd_err pack_reader_query(struct sqlite3 *db, const char *sql,
                           struct pack_reader **made, loyd_why *why);

/* Returns whether the first 100 bytes are those of a pack's database. */
bool pack_reader_knows(const uint8_t *bytes, size_t len);

/* Runs SQLite's integrity check, and checks journal mode and page size in the
 * file's header. Errors: LOYD_E_CORRUPT. */
loyd_err pack_reader_check_file(struct pack_reader *reader, loyd_why *why);

/*
 * Computes size and SHA-256 through the open file, so that they are those of
 * the rows read. If the file has more than `most` bytes, only its size is
 * valid.
 */
loyd_err pack_reader_sum(struct pack_reader *reader, uint64_t most,
                         uint64_t *bytes, uint8_t sha[LOYD_HASH_BYTES],
                         loyd_why *why);

/* Begins to read the rows of a query, of which nothing has been checked. */
loyd_err pack_reader_select(struct pack_reader *reader, const char *sql,
                            loyd_why *why);

/* Goes to the next row. */
loyd_err pack_reader_next(struct pack_reader *reader, bool *found,
                          loyd_why *why);

/* The number of columns of such a row, and the name of one of them, from 0. */
unsigned pack_reader_columns(const struct pack_reader *reader);
const char *pack_reader_column(const struct pack_reader *reader, unsigned i);

/*
 * Returns a value of the row as the text that SQLite makes of it, followed by
 * a NUL; NULL as no text. It is borrowed until the next row. Errors:
 * LOYD_E_CORRUPT (bytes), those of SQLite.
 */
loyd_err pack_reader_value(struct pack_reader *reader, unsigned i,
                           struct slice *value, loyd_why *why);

#endif
