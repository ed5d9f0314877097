/* SPDX-License-Identifier: MIT */
/* The SQL functions of a site. */
#include "site/functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "core/crypto.h"
#include "loyd/board.h"
#include "pack/json_parse.h"
#include "pack/svg.h"
#include "site/preview.h"

/* Returns a text that has been made, and frees it. */
static void
give(sqlite3_context *to, struct text *text, bool is_blob)
{
    if (text->is_lost)
        sqlite3_result_error_nomem(to);
    else if (is_blob)
        sqlite3_result_blob64(to, text->at != NULL ? text->at : "", text->len,
                              SQLITE_TRANSIENT);
    else
        sqlite3_result_text64(to, text->at != NULL ? text->at : "", text->len,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
    text_free(text);
}

static const char *
text_of(sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);

    return text != NULL ? text : "";
}

static const struct passages *
language_of(sqlite3_context *to)
{
    return ((struct site_functions *)sqlite3_user_data(to))->language;
}

/* Appends a sentence with the values of names. */
static void
fill(struct text *out, const char *at, int n, sqlite3_value **v)
{
    const char *tag;

    for (; (tag = strstr(at, "{{")) != NULL; at = strchr(tag, '}') + 2) {
        size_t len = strcspn(tag + 2, "}");

        text_bytes(out, at, (size_t)(tag - at));
        for (int i = 0; i + 1 < n; i += 2)
            if (strlen(text_of(v[i])) == len &&
                strncmp(text_of(v[i]), tag + 2, len) == 0)
                text_put(out, text_of(v[i + 1]));
    }
    text_put(out, at);
}

static void
say(sqlite3_context *to, int n, sqlite3_value **v)
{
    struct text out = {0};

    fill(&out, sentence(language_of(to), text_of(v[0])), n - 1, v + 1);
    give(to, &out, false);
}

static void
called(sqlite3_context *to, int n, sqlite3_value **v)
{
    static const char *const levels[] = {"easy", "medium", "hard", "expert"};

    (void)n;
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
        if (strcmp(text_of(v[0]), levels[i]) == 0) {
            sqlite3_result_text(to, sentence(language_of(to), levels[i]), -1,
                                SQLITE_STATIC);
            return;
        }
    sqlite3_result_value(to, v[0]);
}

/* --- pictures --- */

static bool
read_board(sqlite3_context *to, const char *text, size_t len,
           loyd_board *board)
{
    if (loyd_board_parse(text, len, 0, 0, board, NULL) == LOYD_OK)
        return true;
    sqlite3_result_error(to, "a board of the site is damaged", -1);
    return false;
}

static void
svg(sqlite3_context *to, int n, sqlite3_value **v)
{
    const char *rows = text_of(v[0]);
    struct text out = {0};
    loyd_board board;

    (void)n;
    if (!read_board(to, rows, strlen(rows), &board))
        return;
    svg_put(&out, &board, NULL, text_of(v[1]), text_of(v[2]));
    give(to, &out, true);
}

/* Boards are separated by semicolons. */
static void
png(sqlite3_context *to, int n, sqlite3_value **v)
{
    loyd_board start[PREVIEW_BOARDS], goal;
    const char *at = text_of(v[0]);
    struct text out = {0};
    unsigned count = 0;

    (void)n;
    if (!read_board(to, text_of(v[1]), strlen(text_of(v[1])), &goal))
        return;
    for (size_t len; *at != '\0' && count < PREVIEW_BOARDS;
         at += len + (at[len] == ';')) {
        len = strcspn(at, ";");
        if (!read_board(to, at, len, &start[count++]))
            return;
    }
    preview_put(&out, start, count, &goal);
    give(to, &out, true);
}

/* --- hashes --- */

/* A UUID of version 8, derived from a hash [RFC 9562, 5.8]: ids do not depend
 * on the address of the site. */
static void
uuid(sqlite3_context *to, int n, sqlite3_value **v)
{
    static const size_t group[5] = {4, 2, 2, 2, 6};
    const char *what = text_of(v[0]), *hex = text_of(v[1]);
    uint8_t head[CRYPTO_HASH_BYTES] = {0}, hash[CRYPTO_HASH_BYTES];
    struct crypto_hash state;
    struct text out = {0};
    size_t at = 0;

    (void)n;
    bytes_unhex(hex, strlen(hex), head, sizeof(head));
    crypto_hash_begin(&state, NULL);
    crypto_hash_field(&state, "loyd feed 1", 11);
    crypto_hash_field(&state, what, strlen(what));
    crypto_hash_field(&state, head, sizeof(head));
    crypto_hash_end(&state, hash);
    hash[6] = (uint8_t)((hash[6] & 0x0F) | 0x80);
    hash[8] = (uint8_t)((hash[8] & 0x3F) | 0x80);
    for (size_t i = 0; i < 5; at += group[i++]) {
        text_put(&out, i > 0 ? "-" : "");
        text_hex(&out, hash + at, group[i]);
    }
    give(to, &out, false);
}

#define SUM_BYTES 8

static void
sum_of(sqlite3_context *to, int n, sqlite3_value **v)
{
    uint8_t sum[CRYPTO_SHA256_BYTES];
    struct crypto_sha256 sha;
    struct text out = {0};
    const void *bytes = sqlite3_value_blob(v[0]);

    (void)n;
    crypto_sha256_begin(&sha);
    crypto_sha256_add(&sha, bytes, (size_t)sqlite3_value_bytes(v[0]));
    crypto_sha256_end(&sha, sum);
    text_hex(&out, sum, SUM_BYTES);
    give(to, &out, false);
}

/* --- dates --- */

static void
offset(sqlite3_context *to, int n, sqlite3_value **v)
{
    const struct site_functions *with = sqlite3_user_data(to);
    const char *text = text_of(v[0]);
    loyd_date date;
    char out[16] = "Z";
    int minutes = 0;

    (void)n;
    if (with->utc_minutes != NULL &&
        loyd_date_parse(text, strlen(text), &date, NULL) == LOYD_OK)
        minutes = with->utc_minutes(&date);
    if (minutes != 0)
        snprintf(out, sizeof(out), "%c%02d:%02d", minutes < 0 ? '-' : '+',
                 abs(minutes) / 60 % 24, abs(minutes) % 60);
    sqlite3_result_text(to, out, -1, SQLITE_TRANSIENT);
}

/* SQLite writes JSON in one line. */
static void
lines(sqlite3_context *to, int n, sqlite3_value **v)
{
    json_t *json = json_loads(text_of(v[0]), 0, NULL);
    char *text =
        json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    struct text out = {.is_lost = text == NULL};

    (void)n;
    if (text != NULL) {
        text_put(&out, text);
        text_put(&out, "\n");
    }
    free(text);
    json_decref(json);
    give(to, &out, false);
}

int
site_functions_add(sqlite3 *db, struct site_functions *with)
{
    static const struct {
        const char *name;
        int n;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"say", -1, say},   {"called", 1, called},
        {"svg", 3, svg},    {"png", 2, png},
        {"uuid", 2, uuid},  {"sum_of", 1, sum_of},     {"lines", 1, lines},
        {"offset", 1, offset},
    };
    int rc = SQLITE_OK;

    for (size_t i = 0;
         rc == SQLITE_OK && i < sizeof(functions) / sizeof(functions[0]); i++)
        rc = sqlite3_create_function(
            db, functions[i].name, functions[i].n,
            SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC, with,
            with != NULL ? functions[i].call : NULL, NULL, NULL);
    return rc;
}
