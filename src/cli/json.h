/* SPDX-License-Identifier: MIT */
/* Members of rows, and rows of entries and errors. */
#ifndef LOYD_CLI_JSON_H
#define LOYD_CLI_JSON_H

#include "cli/rows.h"
#include "loyd.h"

void json_put_id(struct jw *json, const char *name, const loyd_id *id);
void json_hash(struct jw *json, const char *name,
               const uint8_t hash[LOYD_HASH_BYTES]);
/* size, layout, goal and board. */
void json_puzzle(struct jw *json, const loyd_puzzle *puzzle);
void json_size(struct jw *json, unsigned width, unsigned height);

/* Writes a number with up to six decimals, without needless zeros; returns
 * out. */
#define REAL_BYTES 40
const char *real_words(double number, char out[REAL_BYTES]);

/* An error; unknown fields are zero or NULL. */
struct json_error {
    const char *status; /* NULL: "error" */
    const char *text;
    const char *where; /* a file, an option, a command */
    uint64_t line;     /* from 1 */
    const char *input; /* the invalid input */
};

/* Begins a row: status, error, where, line, input; the caller may add more
   members before row_end. Marks the latest message as printed. */
struct jw *json_error_begin(const struct json_error *error);

/* With --json, prints the latest message as such a row, unless it has been
   printed. */
void json_latest(void);

/* Prints a message about a bad row, and with --json such a row. */
void bad_print(const loyd_bad *bad);

/* Begins a row with the fields of an entry; the caller adds others before
 * row_end. */
struct jw *json_entry_begin(const loyd_entry *entry);
/* Writes the fields of an entry. */
void json_entry_put(struct jw *json, const loyd_entry *entry);

struct board_facts;

/* Prints an entry as a row, with facts if they are not NULL. */
void json_entry(const loyd_entry *entry, const struct board_facts *facts);

#endif
