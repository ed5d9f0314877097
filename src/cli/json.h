/* SPDX-License-Identifier: MIT */
/* JSON Lines on stdout: one flat object a line. */
#ifndef LOYD_CLI_JSON_H
#define LOYD_CLI_JSON_H

#include "base/jw.h"
#include "loyd.h"

/* Begins the object of a line; there is one at a time. */
struct jw *json_begin(void);
/* Ends it, and puts it on stdout. */
void json_end(struct jw *json);

void json_date(struct jw *json, const char *name, const loyd_date *date);
void json_hash(struct jw *json, const char *name,
               const uint8_t hash[LOYD_HASH_BYTES]);
/* size, layout, goal and board. */
void json_puzzle(struct jw *json, const loyd_puzzle *puzzle);
void json_size(struct jw *json, unsigned width, unsigned height);
/* percentile, band and, where it is not exact, percentile_sample. */
void json_percentile(struct jw *json, const loyd_distribution *distribution,
                     unsigned stm, const loyd_bands *bands);

/* What went wrong; zero or NULL for what is not known. */
struct json_error {
    const char *status; /* NULL: "error" */
    const char *text;
    const char *where; /* a file, an option, a command */
    uint64_t line;     /* from 1 */
    const char *input; /* what was given there */
};

/* An object of its own: status, error, where, line, input. The latest message
   counts as told then. */
void json_error(const struct json_error *error);

/* The same of the latest message, where no object says it yet. */
void json_latest(void);

/* What is told of a day beside its puzzle. */
struct day_words {
    const loyd_date *date;
    uint32_t day_no;
    uint32_t version;
    const char *channel;
    const char *tier; /* "" where there is none */
    const char *title;
    const uint8_t *commitment; /* hashes; NULL for what is not known */
    const uint8_t *nonce;
    const uint8_t *hash;
    const uint8_t *head;
};

/*
 * An entry as the library writes it, and a new line; with `day`, where it is
 * not NULL, around it. Returns an exit code; out of memory is complained
 * about.
 */
int json_entry(const loyd_entry *entry, const struct day_words *day);

#endif
