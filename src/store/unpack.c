/* SPDX-License-Identifier: MIT */
/* The packed forms of schemas 1 to 12 as SQL functions. */
#include "store/unpack.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "core/moves.h"
#include "store/packed.h"
#include "store/query.h"

static struct unpack *
unpack_of(sqlite3_context *context)
{
    return sqlite3_user_data(context);
}

static void
take_key(struct unpack_key *key, sqlite3_value *value)
{
    const void *bytes = NULL;

    key->type = sqlite3_value_type(value);
    key->number = sqlite3_value_int64(value);
    key->len = 0;
    if (key->type == SQLITE_TEXT)
        bytes = sqlite3_value_text(value);
    else if (key->type == SQLITE_BLOB)
        bytes = sqlite3_value_blob(value);
    if (bytes == NULL)
        return;
    key->len = (size_t)sqlite3_value_bytes(value);
    memcpy(key->bytes, bytes,
           key->len < sizeof(key->bytes) ? key->len : sizeof(key->bytes));
}

/* Returns a text that SQL gives, such as a column's name. */
static const char *
words_of(sqlite3_value *value)
{
    const char *words = (const char *)sqlite3_value_text(value);

    return words != NULL ? words : "";
}

/* row_at(words, key, ...) */
static void
row_at(sqlite3_context *context, int n, sqlite3_value **values)
{
    struct unpack *u = unpack_of(context);

    snprintf(u->words, sizeof(u->words), "%s", words_of(values[0]));
    for (int i = 1; i < n && i <= UNPACK_KEYS; i++)
        take_key(&u->keys[i - 1], values[i]);
    sqlite3_result_int(context, 1);
}

#define KEY_TEXT 96 /* bytes; enough for hexadecimal digits and for a quote */

static void
print_key(const struct unpack_key *key, char text[KEY_TEXT])
{
    char hex[BYTES_HEX(sizeof(key->bytes))], quote[WHY_QUOTE_BYTES];
    size_t n = key->len < sizeof(key->bytes) ? key->len : sizeof(key->bytes);

    if (key->type == SQLITE_INTEGER)
        snprintf(text, KEY_TEXT, "%lld", (long long)key->number);
    else if (key->type == SQLITE_TEXT)
        snprintf(text, KEY_TEXT, "%s",
                 why_quote((const char *)key->bytes, n, quote));
    else if (key->type == SQLITE_BLOB && key->len == LOYD_ID_BYTES)
        bytes_base32(key->bytes, LOYD_ID_CHARS, text);
    else if (key->type == SQLITE_BLOB)
        snprintf(text, KEY_TEXT, "x'%s%s'", bytes_hex(key->bytes, n, hex),
                 n < key->len ? "..." : "");
    else
        snprintf(text, KEY_TEXT, "%s",
                 key->type == SQLITE_NULL ? "NULL" : "a fraction");
}

/* Writes the row of row_at, such as "puzzle 4w3q...". */
static void
print_row(const struct unpack *u, char text[LOYD_WHY_BYTES])
{
    size_t len = 0, key = 0;

    for (const char *at = u->words; *at != '\0'; at++) {
        char word[KEY_TEXT] = {*at, '\0'};

        if (*at == '%' && key < UNPACK_KEYS)
            print_key(&u->keys[key++], word);
        if (len + strlen(word) < LOYD_WHY_BYTES)
            len += (size_t)sprintf(text + len, "%s", word);
    }
    text[len] = '\0';
}

/* Refuses a value of the row; `column` and `format` say why. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
refuse(sqlite3_context *context, const char *column, const char *format, ...)
{
    struct unpack *u = unpack_of(context);
    char row[LOYD_WHY_BYTES];
    va_list args;

    if (u->purpose == UNPACK_SALVAGE) {
        sqlite3_result_zeroblob(context, 0);
        return;
    }
    va_start(args, format);
    why_vset(&u->why, LOYD_E_CORRUPT, format, args);
    va_end(args);
    print_row(u, row);
    u->err = why_prefix(&u->why, LOYD_E_CORRUPT, "%s: %s: ", row, column);
    sqlite3_result_error(context, u->why.text, -1);
}

static void
give_text(sqlite3_context *context, const char *text, size_t len)
{
    sqlite3_result_text(context, text, (int)len, SQLITE_TRANSIENT);
}

static bool
is_null(sqlite3_value *value)
{
    return sqlite3_value_type(value) == SQLITE_NULL;
}

static bool
value_int(sqlite3_value *value, int64_t low, int64_t high, int64_t *number)
{
    if (sqlite3_value_type(value) != SQLITE_INTEGER)
        return false;
    *number = sqlite3_value_int64(value);
    return *number >= low && *number <= high;
}

/* Reads a blob of at least a byte. */
static bool
value_blob(sqlite3_value *value, const uint8_t **bytes, size_t *len)
{
    if (sqlite3_value_type(value) != SQLITE_BLOB)
        return false;
    *bytes = sqlite3_value_blob(value);
    *len = (size_t)sqlite3_value_bytes(value);
    return *bytes != NULL;
}

/* check_that(yes, value, column, words) */
static void
check_that(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    if (sqlite3_value_int(values[0]) != 0)
        sqlite3_result_value(context, values[1]);
    else
        refuse(context, words_of(values[2]), "%s", words_of(values[3]));
}

/* unpack_id(id, column) */
static void
unpack_id(sqlite3_context *context, int n, sqlite3_value **values)
{
    const uint8_t *bytes;
    char text[LOYD_ID_CHARS + 1];
    size_t len;

    (void)n;
    if (!value_blob(values[0], &bytes, &len) || len != LOYD_ID_BYTES) {
        refuse(context, words_of(values[1]), "expected %d bytes",
               LOYD_ID_BYTES);
        return;
    }
    bytes_base32(bytes, LOYD_ID_CHARS, text);
    give_text(context, text, LOYD_ID_CHARS);
}

/* Reads a size; refuses a side that is not 2..15. */
static bool
read_size(sqlite3_context *context, sqlite3_value **values, loyd_board *board)
{
    static const char *const columns[] = {"width", "height"};
    int64_t side[2];

    for (int i = 0; i < 2; i++)
        if (!value_int(values[i], LOYD_SIDE_MIN, LOYD_SIDE_MAX, &side[i])) {
            refuse(context, columns[i], "expected %d..%d", LOYD_SIDE_MIN,
                   LOYD_SIDE_MAX);
            return false;
        }
    *board = (loyd_board){.width = (uint8_t)side[0],
                          .height = (uint8_t)side[1]};
    return true;
}

/* unpack_size(width, height) */
static void
unpack_size(sqlite3_context *context, int n, sqlite3_value **values)
{
    loyd_board board;
    char text[SIZE_TEXT];

    (void)n;
    if (!read_size(context, values, &board))
        return;
    size_print(board.width, board.height, text);
    give_text(context, text, strlen(text));
}

/* Fills in the cells of a board, a byte each; false: no board. */
static bool
take_cells(sqlite3_value *value, loyd_board *board)
{
    const uint8_t *cells;
    size_t len;

    if (!value_blob(value, &cells, &len) || len != board_cells(board))
        return false;
    memcpy(board->cell, cells, len);
    return loyd_board_check(board, NULL) == LOYD_OK;
}

/* Reads the columns width, height and cells. */
static bool
read_board(sqlite3_context *context, sqlite3_value **values, loyd_board *board)
{
    if (!read_size(context, values, board))
        return false;
    if (take_cells(values[2], board))
        return true;
    refuse(context, "cells", "not a board");
    return false;
}

static void
give_board(sqlite3_context *context, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];
    size_t len = loyd_board_print(board, LOYD_FORM_ROWS, text);

    give_text(context, text, len);
}

static void
give_class(sqlite3_context *context, const loyd_class *cls)
{
    char text[LOYD_CLASS_TEXT];
    size_t len = loyd_class_print(cls, text);

    give_text(context, text, len);
}

static loyd_class
class_of(const loyd_board *goal)
{
    return loyd_class_of(goal->width, goal->height, loyd_board_blank(goal));
}

/* unpack_board(width, height, cells) */
static void
unpack_board(sqlite3_context *context, int n, sqlite3_value **values)
{
    loyd_board board;

    (void)n;
    if (read_board(context, values, &board))
        give_board(context, &board);
}

/* unpack_goal_class(width, height, cells) */
static void
unpack_goal_class(sqlite3_context *context, int n, sqlite3_value **values)
{
    loyd_board board;
    loyd_class cls;

    (void)n;
    if (!read_board(context, values, &board))
        return;
    cls = class_of(&board);
    give_class(context, &cls);
}

/* unpack_class(number) */
static void
unpack_class(sqlite3_context *context, int n, sqlite3_value **values)
{
    int64_t number;
    loyd_class cls;

    (void)n;
    if (value_int(values[0], 0, INT64_MAX, &number) &&
        class_unpack(number, &cls))
        give_class(context, &cls);
    else
        refuse(context, "class", "not a class");
}

/* The tables of goals, by purpose. */
static const char *const sql_goal[] = {
    [UNPACK_MIGRATE] = "SELECT width, height, cells, layout IS NOT NULL"
                       " FROM old_goal WHERE pk = ?1",
    [UNPACK_SALVAGE] = "SELECT width, height, cells, layout IS NOT NULL"
                       " FROM goal WHERE pk = ?1",
};

/* Reads a goal into the cache. *found: it is there and a board. */
static int
fetch_goal(struct unpack *u, int64_t pk, bool *found)
{
    struct unpack_goal *row = &u->goals[pk % UNPACK_GOALS];
    int64_t width, height;
    int rc = SQLITE_OK;

    *found = false;
    if (u->goal == NULL)
        rc = sqlite3_prepare_v2(u->db, sql_goal[u->purpose], -1, &u->goal,
                                NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(u->goal, 1, pk);
    if (rc == SQLITE_OK && sqlite3_step(u->goal) == SQLITE_ROW &&
        value_int(sqlite3_column_value(u->goal, 0), LOYD_SIDE_MIN,
                  LOYD_SIDE_MAX, &width) &&
        value_int(sqlite3_column_value(u->goal, 1), LOYD_SIDE_MIN,
                  LOYD_SIDE_MAX, &height)) {
        row->pk = 0;
        row->board = (loyd_board){.width = (uint8_t)width,
                                  .height = (uint8_t)height};
        *found = take_cells(sqlite3_column_value(u->goal, 2), &row->board);
        row->is_named = sqlite3_column_int(u->goal, 3) != 0;
        row->pk = *found ? pk : 0;
    }
    /* Returns what the step returned, too. */
    return rc == SQLITE_OK ? sqlite3_reset(u->goal) : rc;
}

/* Reads the goal of a key; refuses a missing one. Borrowed until the next. */
static const struct unpack_goal *
read_goal(sqlite3_context *context, sqlite3_value *value)
{
    struct unpack *u = unpack_of(context);
    bool found;
    int64_t pk;
    int rc;

    if (!value_int(value, 1, INT64_MAX, &pk)) {
        refuse(context, "goal", "not a key");
        return NULL;
    }
    if (u->goals[pk % UNPACK_GOALS].pk == pk)
        return &u->goals[pk % UNPACK_GOALS];
    rc = fetch_goal(u, pk, &found);
    if (rc == SQLITE_OK && found)
        return &u->goals[pk % UNPACK_GOALS];
    if (rc == SQLITE_OK || (rc & 0xff) == SQLITE_CORRUPT)
        refuse(context, "goal", "missing goal %lld", (long long)pk);
    else
        sqlite3_result_error_code(context, rc);
    return NULL;
}

/* unpack_puzzle_class(number, goal): only nameless goals have it. */
static void
unpack_puzzle_class(sqlite3_context *context, int n, sqlite3_value **values)
{
    const struct unpack_goal *goal = read_goal(context, values[1]);
    loyd_class cls, wanted;
    int64_t number;

    (void)n;
    if (goal == NULL)
        return;
    wanted = class_of(&goal->board);
    if (goal->is_named
            ? !is_null(values[0])
            : !value_int(values[0], 0, INT64_MAX, &number) ||
                  !class_unpack(number, &cls) || !class_equal(&cls, &wanted))
        refuse(context, "class", "not that of goal %lld",
               (long long)goal->pk);
    else if (!goal->is_named)
        give_class(context, &wanted);
}

/* unpack_start(start, goal) */
static void
unpack_start(sqlite3_context *context, int n, sqlite3_value **values)
{
    const struct unpack_goal *goal = read_goal(context, values[1]);
    const uint8_t *bytes;
    loyd_board start;
    size_t len;

    (void)n;
    if (goal == NULL)
        return;
    if (value_blob(values[0], &bytes, &len) &&
        start_unpack(bytes, len, &goal->board, &start))
        give_board(context, &start);
    else
        refuse(context, "start", "not a board of goal %lld",
               (long long)goal->pk);
}

/* unpack_metric(metric) */
static void
unpack_metric(sqlite3_context *context, int n, sqlite3_value **values)
{
    int64_t metric;

    (void)n;
    if (value_int(values[0], 1, LOYD_METRICS, &metric))
        give_text(context, loyd_metric_name((loyd_metric)(metric - 1)), 3);
    else
        refuse(context, "metric", "expected 1 or %d", LOYD_METRICS);
}

#define SHORT_PATH 1024 /* characters; enough for any optimum of 16 cells */

static void
give_moves(sqlite3_context *context, const loyd_moves *moves)
{
    char few[SHORT_PATH];
    size_t bytes = moves_text_room(moves);
    char *text = bytes <= sizeof(few) ? few : malloc(bytes);

    if (text == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    give_text(context, text, moves_print(moves, text));
    if (text != few)
        free(text);
}

/* unpack_path(path) */
static void
unpack_path(sqlite3_context *context, int n, sqlite3_value **values)
{
    struct unpack *u = unpack_of(context);
    const uint8_t *bytes;
    size_t len;
    loyd_err err = LOYD_E_CORRUPT;

    (void)n;
    if (value_blob(values[0], &bytes, &len))
        err = path_unpack(bytes, len, &u->moves);
    if (err == LOYD_E_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (err != LOYD_OK || u->moves.n == 0 || u->moves.n > PATH_MAX_MOVES)
        refuse(context, "path", "malformed");
    else
        give_moves(context, &u->moves);
}

/* unpack_estimate(number), or with its version unpack_estimate_version. */
static void
give_estimate(sqlite3_context *context, sqlite3_value *value, bool is_version)
{
    int64_t number;
    uint16_t version, length;

    if (is_null(value))
        return;
    if (value_int(value, 1, INT64_MAX, &number) &&
        estimate_unpack(number, &version, &length))
        sqlite3_result_int(context, is_version ? version : length);
    else
        refuse(context, "estimate", "not a version and a length");
}

static void
unpack_estimate(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    give_estimate(context, values[0], false);
}

static void
unpack_estimate_version(sqlite3_context *context, int n,
                        sqlite3_value **values)
{
    (void)n;
    give_estimate(context, values[0], true);
}

/* unpack_mtm(number), or of a length that is not proven unpack_mtm_upper. */
static void
give_mtm(sqlite3_context *context, sqlite3_value *value, bool wants_proven)
{
    int64_t number;
    uint16_t length;
    bool is_proven;

    if (is_null(value))
        return;
    if (!value_int(value, 1, INT64_MAX, &number) ||
        !mtm_unpack(number, &is_proven, &length))
        refuse(context, "mtm", "not a length");
    else if (is_proven == wants_proven)
        sqlite3_result_int(context, length);
}

static void
unpack_mtm(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    give_mtm(context, values[0], true);
}

static void
unpack_mtm_upper(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    give_mtm(context, values[0], false);
}

static const struct function {
    const char *name;
    int n; /* of its arguments; -1: any number */
    void (*call)(sqlite3_context *context, int n, sqlite3_value **values);
} functions[] = {
    {"row_at", -1, row_at},
    {"check_that", 4, check_that},
    {"unpack_id", 2, unpack_id},
    {"unpack_size", 2, unpack_size},
    {"unpack_board", 3, unpack_board},
    {"unpack_goal_class", 3, unpack_goal_class},
    {"unpack_class", 1, unpack_class},
    {"unpack_puzzle_class", 2, unpack_puzzle_class},
    {"unpack_start", 2, unpack_start},
    {"unpack_metric", 1, unpack_metric},
    {"unpack_path", 1, unpack_path},
    {"unpack_estimate", 1, unpack_estimate},
    {"unpack_estimate_version", 1, unpack_estimate_version},
    {"unpack_mtm", 1, unpack_mtm},
    {"unpack_mtm_upper", 1, unpack_mtm_upper},
};

loyd_err
unpack_begin(struct unpack *u, sqlite3 *db, enum unpack_purpose purpose,
             loyd_why *why)
{
    *u = (struct unpack){.db = db, .purpose = purpose};
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        const struct function *f = &functions[i];
        /* Nothing in a file can call them. */
        int rc = sqlite3_create_function_v2(
            db, f->name, f->n, SQLITE_UTF8 | SQLITE_DIRECTONLY, u, f->call,
            NULL, NULL, NULL);

        if (rc != SQLITE_OK)
            return db_error(db, rc, why);
    }
    return LOYD_OK;
}

void
unpack_end(struct unpack *u)
{
    if (u->db == NULL)
        return;
    sqlite3_finalize(u->goal);
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        (void)sqlite3_create_function_v2(u->db, functions[i].name,
                                         functions[i].n, SQLITE_UTF8, NULL,
                                         NULL, NULL, NULL, NULL);
    loyd_moves_free(&u->moves);
    u->goal = NULL;
    u->db = NULL;
}

loyd_err
unpack_error(const struct unpack *u, loyd_err err, loyd_why *why)
{
    char row[LOYD_WHY_BYTES];

    if (u->err != LOYD_OK)
        return why_set(why, u->err, "%s", u->why.text);
    if (u->words[0] == '\0' ||
        (sqlite3_errcode(u->db) & 0xff) != SQLITE_CONSTRAINT)
        return err;
    print_row(u, row);
    return why_prefix(why, LOYD_E_CORRUPT, "%s: ", row);
}
