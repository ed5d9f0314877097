/* SPDX-License-Identifier: MIT */
/* The table-valued functions loyd_generate(recipe, count) and
 * loyd_moves(start, path). */
#include "extension/extension.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX (INT64_C(1) << 48)

struct cursor;

/* What one of the functions has of its own. */
struct function {
    const char *name;
    const char *columns; /* of its table, then the two arguments, hidden */
    int n_columns;       /* those that are not hidden */
    const char *expected; /* names the arguments */
    loyd_err (*begin)(struct cursor *cursor, loyd_why *why);
    loyd_err (*next)(struct cursor *cursor, loyd_why *why);
    void (*column)(const struct cursor *cursor, sqlite3_context *call,
                   int column);
};

#define TABLES 2

static const struct function functions[TABLES];

struct table {
    sqlite3_vtab base;
    struct connection *connection;
    const struct function *function;
};

/* A row that is being read; the rest is of one of the two functions. */
struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_value *given[2]; /* the arguments, which hidden columns return */
    bool is_at_end;
    sqlite3_int64 row; /* from 0 */
    sqlite3_int64 rows;
    loyd_puzzle puzzle; /* generate; moves: the start is the present board */
    loyd_recipe recipe;
    loyd_generator *generator;
    loyd_moves moves;
};

static const struct function *
function_of(const sqlite3_vtab *table)
{
    return ((const struct table *)table)->function;
}

/* Returns the result of SQLite, with the reason of an error. */
static int
result_of(sqlite3_vtab *table, loyd_err err, const loyd_why *why)
{
    if (err == LOYD_OK)
        return SQLITE_OK;
    if (err == LOYD_E_NOMEM)
        return SQLITE_NOMEM;
    if (err == LOYD_E_CANCELLED)
        return SQLITE_INTERRUPT;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg =
        sqlite3_mprintf("%s: %s", function_of(table)->name,
                        why->text[0] != '\0' ? why->text : loyd_strerror(err));
    return SQLITE_ERROR;
}

static int
connect(sqlite3 *db, void *aux, int argc, const char *const *argv,
        sqlite3_vtab **made, char **message)
{
    const struct function *function = functions;
    struct table *table = sqlite3_malloc(sizeof(*table));
    int result;

    (void)argc;
    (void)message;
    while (strcmp(function->name, argv[0]) != 0)
        function++;
    result = sqlite3_declare_vtab(db, function->columns);
    if (result != SQLITE_OK || table == NULL) {
        sqlite3_free(table);
        return result != SQLITE_OK ? result : SQLITE_NOMEM;
    }
    memset(table, 0, sizeof(*table));
    table->connection = aux;
    table->function = function;
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    *made = &table->base;
    return SQLITE_OK;
}

static int
disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/*
 * Both arguments must be given, as equalities of the two hidden columns.
 */
static int
plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int first = function_of(table)->n_columns;
    int chosen[2] = {-1, -1};
    bool is_later[2] = {false, false};

    for (int i = 0; i < info->nConstraint; i++) {
        int at = info->aConstraint[i].iColumn - first;

        if (at < 0 || at > 1 ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].usable)
            chosen[at] = i;
        else
            is_later[at] = true;
    }
    info->idxNum = chosen[0] >= 0 && chosen[1] >= 0;
    info->estimatedCost = info->idxNum ? 100 : 1e9;
    info->estimatedRows = 100;
    for (int at = 0; at < 2; at++) {
        if (chosen[at] < 0 && is_later[at])
            return SQLITE_CONSTRAINT;
        if (info->idxNum) {
            info->aConstraintUsage[chosen[at]].argvIndex = at + 1;
            info->aConstraintUsage[chosen[at]].omit = 1;
        }
    }
    return SQLITE_OK;
}

static int
open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **made)
{
    struct cursor *cursor = sqlite3_malloc(sizeof(*cursor));

    (void)table;
    if (cursor == NULL)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof(*cursor));
    *made = &cursor->base;
    return SQLITE_OK;
}

static void
clear(struct cursor *cursor)
{
    for (int at = 0; at < 2; at++) {
        sqlite3_value_free(cursor->given[at]);
        cursor->given[at] = NULL;
    }
    loyd_generator_free(&cursor->generator);
    loyd_moves_free(&cursor->moves);
    cursor->row = cursor->rows = 0;
    cursor->is_at_end = true;
}

static int
close_cursor(sqlite3_vtab_cursor *base)
{
    clear((struct cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static int
is_at_end(sqlite3_vtab_cursor *base)
{
    return ((struct cursor *)base)->is_at_end;
}

static void
result_board(sqlite3_context *call, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    sqlite3_result_text(call, text, -1, SQLITE_TRANSIENT);
}

/* Keeps the arguments and begins with the first row; no row if one of them is
 * NULL. */
static int
filter(sqlite3_vtab_cursor *base, int plan_number, const char *text, int n,
       sqlite3_value **value)
{
    const struct function *function = function_of(base->pVtab);
    struct cursor *cursor = (struct cursor *)base;
    loyd_why why = {""};
    loyd_err err = LOYD_E_SYNTAX;

    (void)text;
    (void)n;
    clear(cursor);
    if (plan_number != 0) {
        if (has_null(2, value))
            return SQLITE_OK;
        for (int i = 0; i < 2; i++)
            if ((cursor->given[i] = sqlite3_value_dup(value[i])) == NULL)
                return SQLITE_NOMEM;
        err = function->begin(cursor, &why);
    } else {
        snprintf(why.text, sizeof(why.text), "expected %s",
                 function->expected);
    }
    return result_of(base->pVtab, err, &why);
}

static int
next(sqlite3_vtab_cursor *base)
{
    loyd_why why = {""};
    loyd_err err =
        function_of(base->pVtab)->next((struct cursor *)base, &why);

    return result_of(base->pVtab, err, &why);
}

static int
column(sqlite3_vtab_cursor *base, sqlite3_context *call, int at)
{
    const struct function *function = function_of(base->pVtab);
    const struct cursor *cursor = (const struct cursor *)base;

    if (at < function->n_columns)
        function->column(cursor, call, at);
    else
        sqlite3_result_value(call, cursor->given[at - function->n_columns]);
    return SQLITE_OK;
}

/* --- loyd_generate --- */

static loyd_err
draw(struct cursor *cursor, loyd_why *why)
{
    const struct table *table = (const struct table *)cursor->base.pVtab;
    uint64_t index = cursor->recipe.index;
    loyd_solver *solver = NULL;

    cursor->is_at_end = cursor->row >= cursor->rows;
    if (cursor->is_at_end)
        return LOYD_OK;
    if (cursor->recipe.target != LOYD_TARGET_NONE &&
        (solver = connection_solver(table->connection)) == NULL)
        return LOYD_E_NOMEM;
    return loyd_generator_draw(cursor->generator, solver, index, 0,
                               &cursor->puzzle, NULL, why);
}

static loyd_err
begin_generate(struct cursor *cursor, loyd_why *why)
{
    const char *text;
    size_t len;
    loyd_err err;

    if (!read_whole(cursor->given[1], 0, COUNT_MAX, &cursor->rows)) {
        snprintf(why->text, sizeof(why->text),
                 "the count is no whole number in 0..2^48");
        return LOYD_E_RANGE;
    }
    err = read_text(cursor->given[0], &text, &len, why);
    if (err == LOYD_OK)
        err = loyd_recipe_parse(text, len, &cursor->recipe, why);
    if (err == LOYD_OK)
        err =
            loyd_generator_new(&cursor->recipe, NULL, &cursor->generator, why);
    return err == LOYD_OK ? draw(cursor, why) : err;
}

static loyd_err
next_generate(struct cursor *cursor, loyd_why *why)
{
    cursor->row++;
    cursor->recipe.index++;
    return draw(cursor, why);
}

static void
column_generate(const struct cursor *cursor, sqlite3_context *call, int at)
{
    char text[LOYD_RECIPE_TEXT];

    switch (at) {
    case 0:
        sqlite3_result_int64(call, (sqlite3_int64)cursor->recipe.index);
        break;
    case 1:
        loyd_recipe_print(&cursor->recipe, text);
        sqlite3_result_text(call, text, -1, SQLITE_TRANSIENT);
        break;
    case 2:
        result_board(call, &cursor->puzzle.start);
        break;
    default:
        result_board(call, &cursor->puzzle.goal);
        break;
    }
}

/* --- loyd_moves --- */

static loyd_err
begin_moves(struct cursor *cursor, loyd_why *why)
{
    const char *text;
    size_t len;
    loyd_err err =
        read_board(cursor->given[0], NULL, &cursor->puzzle.start, why);

    if (err == LOYD_OK)
        err = read_text(cursor->given[1], &text, &len, why);
    if (err == LOYD_OK)
        err = loyd_moves_parse(text, len, &cursor->moves, why);
    cursor->is_at_end = false;
    return err;
}

static loyd_err
next_moves(struct cursor *cursor, loyd_why *why)
{
    cursor->is_at_end = (size_t)cursor->row >= cursor->moves.n;
    if (cursor->is_at_end ||
        loyd_board_move(&cursor->puzzle.start,
                        (loyd_dir)cursor->moves.dir[cursor->row++]))
        return LOYD_OK;
    snprintf(why->text, sizeof(why->text), "move %lld is impossible",
             (long long)cursor->row);
    return LOYD_E_MOVE;
}

static void
column_moves(const struct cursor *cursor, sqlite3_context *call, int at)
{
    if (at == 0)
        sqlite3_result_int64(call, cursor->row);
    else if (at == 2)
        result_board(call, &cursor->puzzle.start);
    else if (cursor->row > 0)
        sqlite3_result_text(call, &"URDL"[cursor->moves.dir[cursor->row - 1]],
                            1, SQLITE_STATIC);
}

/* --- registration --- */

static const struct function functions[TABLES] = {
    {"loyd_generate",
     "CREATE TABLE x (number INTEGER, recipe TEXT, board TEXT, goal TEXT, "
     "given HIDDEN, count HIDDEN, PRIMARY KEY (given, count, number)) "
     "WITHOUT ROWID",
     4, "a recipe and a count", begin_generate, next_generate,
     column_generate},
    {"loyd_moves",
     "CREATE TABLE x (step INTEGER, move TEXT, board TEXT, "
     "start HIDDEN, path HIDDEN, PRIMARY KEY (start, path, step)) "
     "WITHOUT ROWID",
     3, "a start and a path", begin_moves, next_moves, column_moves},
};

/* Eponymous only: there is no CREATE VIRTUAL TABLE. */
static const sqlite3_module module = {
    .xConnect = connect,
    .xBestIndex = plan,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = is_at_end,
    .xColumn = column,
};

int
tables_register(sqlite3 *db, struct connection *c)
{
    int result = SQLITE_OK;

    for (size_t i = 0; result == SQLITE_OK && i < TABLES; i++) {
        c->uses++;
        result = sqlite3_create_module_v2(db, functions[i].name, &module, c,
                                          connection_release);
    }
    return result;
}
