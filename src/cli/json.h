/* SPDX-License-Identifier: MIT */
/*
 * JSON Lines on stdout: one flat object a line. The prefix is jw_ and not
 * json_, for that is jansson's, which may be linked statically.
 */
#ifndef LOYD_CLI_JSON_H
#define LOYD_CLI_JSON_H

#include "loyd.h"

/* An object under way. */
struct json {
    bool has_fields;
};

void jw_begin(struct json *json);
void jw_text(struct json *json, const char *name, const char *text);
void jw_number(struct json *json, const char *name, uint64_t number);
/* A finite one; it is read back as the same. */
void jw_real(struct json *json, const char *name, double number);
void jw_bool(struct json *json, const char *name, bool truth);
void jw_size(struct json *json, unsigned width, unsigned height);
void jw_board(struct json *json, const char *name, const loyd_board *board);
/* percentile, band and, where it is not exact, percentile_sample. */
void jw_percentile(struct json *json, const loyd_distribution *distribution,
                   unsigned stm, const loyd_bands *bands);
/* Ends the object and its line. */
void jw_end(struct json *json);

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
void jw_error(const struct json_error *error);

/* The same of the latest message, where no object says it yet. */
void jw_latest(void);

/* What is told of a day beside its puzzle; "" for what is not known. */
struct day_words {
    const char *date;
    uint32_t day_no;
    uint32_t version;
    const char *channel;
    const char *tier;
    const char *title;
    const char *commitment; /* hex, as all below */
    const char *nonce;
    const char *hash;
    const char *head;
};

/*
 * An entry as the library writes it, and a new line; with `day`, where it is
 * not NULL, around it. Returns an exit code; out of memory is complained
 * about.
 */
int jw_entry(const loyd_entry *entry, const struct day_words *day);

#endif
