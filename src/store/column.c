/* SPDX-License-Identifier: MIT */
/* Reads the columns of a row, as untrusted input. */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "core/board.h"
#include "core/class.h"
#include "core/moves.h"
#include "loyd/class.h"
#include "store/query.h"
#include "store/tables.h"

bool
column_is_null(struct query *q, int at)
{
    return sqlite3_column_type(q->stmt, at) == SQLITE_NULL;
}

bool
column_int(struct query *q, int at, int64_t low, int64_t high, int64_t *value)
{
    int64_t number;

    if (sqlite3_column_type(q->stmt, at) != SQLITE_INTEGER)
        return false;
    number = sqlite3_column_int64(q->stmt, at);
    if (number < low || number > high)
        return false;
    *value = number;
    return true;
}

/* Notes that a value is missing because memory ran out. */
static void
note_lost(struct query *q, const void *value)
{
    if (value == NULL &&
        sqlite3_errcode(sqlite3_db_handle(q->stmt)) == SQLITE_NOMEM)
        query_note(q, SQLITE_NOMEM);
}

bool
column_blob(struct query *q, int at, size_t low, size_t high,
            const uint8_t **bytes, size_t *len)
{
    const void *blob;
    size_t n;

    if (sqlite3_column_type(q->stmt, at) != SQLITE_BLOB)
        return false;
    blob = sqlite3_column_blob(q->stmt, at);
    n = (size_t)sqlite3_column_bytes(q->stmt, at);
    note_lost(q, blob);
    if (blob == NULL || n < low || n > high)
        return false;
    *bytes = blob;
    *len = n;
    return true;
}

bool
column_text(struct query *q, int at, size_t high, const char **text,
            size_t *len)
{
    const char *words;
    size_t n;

    if (sqlite3_column_type(q->stmt, at) != SQLITE_TEXT)
        return false;
    words = (const char *)sqlite3_column_text(q->stmt, at);
    n = (size_t)sqlite3_column_bytes(q->stmt, at);
    note_lost(q, words);
    if (words == NULL || n > high || strlen(words) != n)
        return false;
    *text = words;
    *len = n;
    return true;
}

bool
column_string(struct query *q, int at, size_t size, char *out)
{
    const char *text;
    size_t len;

    if (!column_text(q, at, size - 1, &text, &len))
        return false;
    memcpy(out, text, len + 1);
    return true;
}

bool
column_is(struct query *q, int at, const char *wanted)
{
    const char *text;
    size_t len;

    return column_text(q, at, strlen(wanted), &text, &len) &&
           strcmp(text, wanted) == 0;
}

bool
column_metric(struct query *q, int at, loyd_metric *metric)
{
    *metric = column_is(q, at, metric_name(LOYD_MTM)) ? LOYD_MTM : LOYD_STM;
    return column_is(q, at, metric_name(*metric));
}

bool
column_u16(struct query *q, int at, int64_t low, int64_t high, uint16_t *value)
{
    int64_t number;

    if (!column_int(q, at, low, high, &number))
        return false;
    *value = (uint16_t)number;
    return true;
}

bool
column_u32(struct query *q, int at, int64_t low, int64_t high, uint32_t *value)
{
    int64_t number;

    if (!column_int(q, at, low, high, &number))
        return false;
    *value = (uint32_t)number;
    return true;
}

bool
column_id(struct query *q, int at, loyd_id *id)
{
    const char *text;
    size_t len;
    loyd_id read;

    if (!column_text(q, at, LOYD_ID_CHARS, &text, &len) ||
        len != LOYD_ID_CHARS || !bytes_unbase32(text, len, read.byte))
        return false;
    *id = read;
    return true;
}

bool
column_class(struct query *q, int at, int64_t *class)
{
    char printed[CLASS_TEXT];
    const char *text;
    size_t len;
    loyd_class read;

    if (!column_text(q, at, CLASS_TEXT - 1, &text, &len) ||
        class_parse(text, len, &read, NULL) != LOYD_OK ||
        class_print(&read, printed) != len || memcmp(printed, text, len) != 0)
        return false;
    *class = class_number(&read);
    return true;
}

const char *
size_print(unsigned width, unsigned height, char text[SIZE_TEXT])
{
    snprintf(text, SIZE_TEXT, "%ux%u", width % 100, height % 100);
    return text;
}

bool
column_size(struct query *q, int at, loyd_size *size)
{
    char printed[SIZE_TEXT];
    const char *text;
    size_t len;
    loyd_size read;

    if (!column_text(q, at, sizeof(printed) - 1, &text, &len) ||
        loyd_size_parse(text, len, &read.width, &read.height, NULL) != LOYD_OK)
        return false;
    if (strcmp(size_print(read.width, read.height, printed), text) != 0)
        return false;
    *size = read;
    return true;
}

bool
column_board(struct query *q, int at, const loyd_size *size, loyd_board *board)
{
    const char *text;
    size_t len;
    loyd_board read;

    if (!column_text(q, at, LOYD_BOARD_TEXT - 1, &text, &len) ||
        !board_read_printed(text, len, &read) ||
        (size != NULL &&
         (read.width != size->width || read.height != size->height)) ||
        loyd_board_check(&read, NULL) != LOYD_OK)
        return false;
    *board = read;
    return true;
}

bool
column_path(struct query *q, int at, loyd_moves *path)
{
    const char *text;
    size_t len;
    loyd_err err;

    if (!column_text(q, at, PATH_TEXT_MAX, &text, &len))
        return false;
    err = moves_read_printed(text, len, path);
    if (err == LOYD_E_NOMEM)
        query_note(q, SQLITE_NOMEM);
    return err == LOYD_OK;
}

bool
column_date(struct query *q, int at, loyd_date *date)
{
    const char *text;
    size_t len;

    return column_text(q, at, LOYD_DATE_TEXT - 1, &text, &len) &&
           loyd_date_parse(text, len, date, NULL) == LOYD_OK;
}

bool
column_hash(struct query *q, int at, uint8_t hash[LOYD_HASH_BYTES])
{
    const uint8_t *bytes;
    size_t len;

    if (!column_blob(q, at, LOYD_HASH_BYTES, LOYD_HASH_BYTES, &bytes, &len))
        return false;
    memcpy(hash, bytes, len);
    return true;
}
