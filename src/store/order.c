/* SPDX-License-Identifier: MIT */
/* Orders of output: by id, by the lengths that indices have, and by any other
 * field that is a number. */
#include "store/select.h"

#include <string.h>

#include "base/nearest.h"
#include "base/why.h"
#include "loyd/store.h"
#include "store/fields.h"

static const struct order by_length[] = {
    {"stm", true, false, false, false},
    {"upper", true, true, false, false},
    {"mtm", true, false, true, false},
    {"mtm_upper", true, true, true, false},
};
#define N_LENGTHS (sizeof(by_length) / sizeof(by_length[0]))

static const char by_id[] = "id", gap[] = "gap";

/* All orders, of the fields those that are numbers. */
#define NAME_TEXT(name)
#define NAME_SEARCH(name)
#define NAME_TRUTH(name)
#define NAME_WHOLE(name) name,
#define NAME_REAL(name) name,
#define NAME(word, name, kind, values, is_read, of, about) NAME_##kind(name)
static const char *const names[] = {by_id, gap,
                                    FIELDS_OF_ENTRY(NAME) FIELDS_OF_MTM(NAME)
                                        FIELDS_OF_TRAITS(NAME)
                                            FIELDS_OF_GAMES(NAME) NULL};

const char *const *
loyd_order_names(void)
{
    return names;
}

static loyd_err
order_unknown(const char *text, const char *name, loyd_why *why)
{
    bool is_down = *text == '-'; /* not of the first name, by id */
    const char *near = nearest_word(name, names + is_down);
    char quote[WHY_QUOTE_BYTES];

    why_quote(text, strlen(text), quote);
    return near != NULL
               ? why_set(why, LOYD_E_SYNTAX, "unknown order '%s': try '%s%s'",
                         quote, is_down ? "-" : "", near)
               : why_set(
                     why, LOYD_E_SYNTAX,
                     "unknown order '%s': expected id, gap or a field that "
                     "is a number, such as stm or -percentile",
                     quote);
}

loyd_err
order_parse(const char *text, loyd_metric metric, struct order *order,
            loyd_why *why)
{
    bool is_down = text != NULL && *text == '-';
    const char *name = text + is_down;
    size_t at = 1; /* not by id */

    *order = (struct order){.field = NULL};
    if (text == NULL || strcmp(text, by_id) == 0)
        return LOYD_OK;
    while (names[at] != NULL && strcmp(name, names[at]) != 0)
        at++;
    if (names[at] == NULL)
        return order_unknown(text, name, why);
    order->field = names[at];
    order->is_mtm = names[at] == gap && metric == LOYD_MTM;
    for (size_t i = 0; i < N_LENGTHS; i++)
        if (strcmp(name, by_length[i].field) == 0)
            *order = by_length[i];
    order->is_down = is_down;
    return LOYD_OK;
}

int32_t
rank_of(const struct order *order, const struct puzzle_place *place)
{
    bool is_up = !order->is_down;
    int32_t proven = place->stm, upper = place->upper;

    if (!order->is_by_length)
        return 0;
    if (order->is_mtm) {
        proven = place->mtm < MTM_OPEN ? place->mtm : -1;
        upper = place->mtm > MTM_OPEN ? place->mtm - MTM_OPEN : -1;
    }
    if (order->is_mixed && proven < 0)
        proven = upper;
    if (proven >= 0)
        return is_up ? proven : -proven;
    if (upper >= 0)
        return LOYD_LENGTH_MAX + 1 + (is_up ? upper : LOYD_LENGTH_MAX - upper);
    return INT32_MAX;
}

/* Writes the number of the row `table`. */
static void
put_number(struct text *text, const struct order *order, const char *table)
{
    const char *mtm = order->is_mtm ? "mtm_" : "";

    if (order->field == gap)
        text_format(text, "%s.%supper - %s.%slower", table, mtm, table, mtm);
    else
        text_format(text, "%s.%s", table, order->field);
}

void
order_put(struct text *text, const struct order *order)
{
    const char *how = order->is_down ? " DESC NULLS LAST" : " NULLS LAST";

    if (order->field != NULL) {
        put_number(text, order, "v");
        text_format(text, "%s, ", how);
    }
    if (order->is_by_length && !order->is_mixed)
        text_format(text, "v.%s%s, ", order->is_mtm ? "mtm_upper" : "upper",
                    how);
    text_put(text, "v.puzzle_id");
}

/* Writes the place of the row `table`, which ascends. */
static void
put_place(struct text *text, const struct order *order, const char *table)
{
    text_format(text, "ifnull(%s(", order->is_down ? "-" : "");
    put_number(text, order, table);
    text_format(text, "), 9e999), %s.puzzle_id", table);
}

void
order_put_before(struct sql *sql, const struct order *order,
                 const loyd_id *after)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(after, id);
    sql_put(sql, "(");
    put_place(&sql->text, order, "v");
    sql_put(sql, ") <= (SELECT ");
    put_place(&sql->text, order, "w");
    sql_put(sql, " FROM puzzles AS w WHERE w.puzzle_id = ");
    sql_text(sql, id);
    sql_put(sql, ")");
}
