/* SPDX-License-Identifier: MIT */
/* Filters: the name of a column or member, a line break and its value, any
 * number of times. What the reader takes becomes a statement that SQLite
 * compiles; what it refuses has a message that is safe to print. An expression
 * that passes its check can only be wrong as SQLite says. */
#include "fuzz.h"

#include <string.h>

#include "loyd/store.h"
#include "base/utf8.h"

static void
demand_message(const loyd_why *why)
{
    demand(why->text[0] != '\0');
    demand(utf8_check(why->text, strlen(why->text), NULL) == LOYD_OK);
}

/* Removes the first line; the last one need not end. */
static size_t
take_line(const char **text, size_t *left, char name[32])
{
    const char *end = memchr(*text, '\n', *left);
    size_t len = end != NULL ? (size_t)(end - *text) : *left;

    if (name != NULL)
        snprintf(name, 32, "%.*s", len < 31 ? (int)len : 31, *text);
    *text += len + (end != NULL);
    *left -= len + (end != NULL);
    return len;
}

/* Returns whether all of it was read. */
static bool
read_filter(const char *text, size_t left, loyd_filter_builder **builder)
{
    while (left > 0) {
        loyd_why why = {{0}};
        const char *value;
        char name[32];
        size_t len;

        take_line(&text, &left, name);
        value = text;
        len = take_line(&text, &left, NULL);
        if (loyd_filter_builder_add(builder, name, value, len, &why) !=
            LOYD_OK) {
            demand_message(&why);
            return false;
        }
    }
    return *builder != NULL;
}

static void
demand_statement(loyd_store *store, const loyd_filter *filter)
{
    loyd_why why = {{0}};
    char *sql = NULL;
    uint64_t n = 77;
    loyd_err err = loyd_store_count(store, filter, &n, &why);

    if (err == LOYD_OK)
        demand(n == 0);
    else {
        demand_message(&why);
        /* A band need not be there; SQLite knows more of expressions. */
        demand(err == LOYD_E_NOT_FOUND ||
               (filter->where != NULL && err == LOYD_E_SYNTAX) ||
               err == LOYD_E_RANGE);
    }
    if (loyd_store_sql(store, filter, &sql, &why) == LOYD_OK)
        demand(strncmp(sql, "SELECT * FROM puzzles", 21) == 0);
    free(sql);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loyd_store *store;
    loyd_filter_builder *builder = NULL;

    if (store == NULL)
        demand(loyd_store_open(NULL, LOYD_STORE_CREATE, NULL, &store, NULL) ==
               LOYD_OK);
    if (read_filter((const char *)data, size, &builder))
        demand_statement(store, &builder->filter);
    loyd_filter_builder_free(&builder);
    return 0;
}
