/* SPDX-License-Identifier: MIT */
/*
 * Reads damaged tables, which are stored in the order of their keys. If a
 * page is unreadable, larger keys are tried until one is found; bisection
 * then finds the first key after the hole.
 */
#include "store/salvage.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/tables.h"

static const char sql_puzzles[] =
    "SELECT " PUZZLE_COLUMNS " FROM puzzle AS p WHERE p.id >= ?1"
    " ORDER BY p.id";

static const char sql_rating[] =
    "SELECT " RATING_COLUMNS " FROM rating AS r WHERE r.puzzle = ?1"
    " AND r.metric = ?2";

static const char sql_recipes[] =
    "SELECT %s FROM recipe"
    " WHERE (series, number) >= (?1, ?2) ORDER BY series, number";

static const char sql_names[] =
    "SELECT %s FROM name WHERE puzzle >= ?1 ORDER BY puzzle";

/* A key: an id of 80 bits, or a series and a number. */
struct key {
    uint64_t high; /* the id's first 64 bits, or the series */
    uint64_t low;  /* the id's last 16 bits, or the number */
};

/* A table in the order of its keys. */
struct walk {
    const char *sql;
    const struct table *of; /* its columns are the %s of `sql`; NULL: none */
    const char *what; /* its rows, for messages */
    bool is_recipes;
    loyd_id from;   /* the first one of `q`, which borrows it */
    struct query q;
    bool is_begun;
    bool is_over;
    struct key key;   /* of the current row */
    struct key next;  /* the least key not yet read */
    struct key leapt; /* where the last leap began, and its length */
    uint64_t leap;    /* 0: none yet */
};

struct salvage {
    loyd_store *store;
    struct walk puzzles;
    struct walk recipes;
    struct walk names;
};

static unsigned
low_bits(const struct walk *table)
{
    return table->is_recipes ? 48 : 16;
}

/* Adds to a key; returns false if the result exceeds the last key. */
static bool
key_add(const struct walk *table, struct key from, uint64_t high,
        uint64_t low, struct key *to)
{
    uint64_t carry, sum = from.low + low;

    carry = sum >> low_bits(table);
    to->low = sum & ((UINT64_C(1) << low_bits(table)) - 1);
    if (high > UINT64_MAX - carry || from.high > UINT64_MAX - carry - high)
        return false;
    to->high = from.high + high + carry;
    return !table->is_recipes || to->high <= INT64_MAX;
}

static loyd_id
id_of(struct key k)
{
    loyd_id id;

    for (unsigned i = 0; i < 8; i++)
        id.byte[i] = (uint8_t)(k.high >> (56 - 8 * i));
    id.byte[8] = (uint8_t)(k.low >> 8);
    id.byte[9] = (uint8_t)k.low;
    return id;
}

static struct key
key_of_id(const uint8_t *id)
{
    struct key k = {0, (uint64_t)id[8] << 8 | id[9]};

    for (unsigned i = 0; i < 8; i++)
        k.high = k.high << 8 | id[i];
    return k;
}

/* Reads the key of the query's current row. */
static bool
read_key(struct walk *table, struct key *k)
{
    loyd_id id;
    int64_t series, number;

    if (!table->is_recipes) {
        if (!column_id(&table->q, 0, &id))
            return false;
        *k = key_of_id(id.byte);
        return true;
    }
    if (!column_int(&table->q, 0, 1, INT64_MAX, &series) ||
        !column_int(&table->q, 1, 0, (int64_t)LOYD_INDEX_MAX, &number))
        return false;
    *k = (struct key){(uint64_t)series, (uint64_t)number};
    return true;
}

static void
end_table(struct walk *table)
{
    if (table->is_begun)
        query_close(&table->q);
    table->is_begun = false;
}

/* Moves to the first row at or after `from`. An invalid key is damage too:
 * nothing after it can be sought. */
static loyd_err
seek(struct salvage *s, struct walk *table, struct key from, bool *found,
     loyd_why *why)
{
    struct key k;
    loyd_err err;

    end_table(table);
    table->from = id_of(from);
    if (table->of != NULL)
        query_columns(&table->q, s->store, STMT_COUNT_, table->sql, table->of,
                      why);
    else
        query_begin(&table->q, s->store, STMT_COUNT_, table->sql, why);
    table->is_begun = true;
    if (table->is_recipes) {
        query_int(&table->q, 1, (int64_t)from.high);
        query_int(&table->q, 2, (int64_t)from.low);
    } else {
        query_id(&table->q, 1, &table->from);
    }
    err = query_row(&table->q, found);
    return err == LOYD_OK && *found && !read_key(table, &k) ? LOYD_E_CORRUPT
                                                            : err;
}

/*
 * Jumps over a hole that begins at table->next: doubles the distance, in units
 * of the key's high or low part, until a row is readable, then bisects.
 * table->next is the result. *is_out: the distance exceeds the last key.
 *
 * A row with a damaged key is out of order, and may lead back to the same
 * hole: the next jump over it is twice as long, without bisection.
 */
static loyd_err
jump(struct salvage *s, struct walk *table, bool by_high, bool *is_out)
{
    loyd_why none;
    bool is_again = table->leap > 0 && table->leapt.high == table->next.high &&
                    table->leapt.low == table->next.low;
    uint64_t bad = 0, good = is_again ? 2 * table->leap : 1;
    bool found;
    struct key at;
    loyd_err err = LOYD_E_CORRUPT;

    *is_out = false;
    for (; err == LOYD_E_CORRUPT; good *= 2) {
        *is_out = good == 0 || !key_add(table, table->next, by_high ? good : 0,
                                        by_high ? 0 : good, &at);
        if (*is_out)
            return LOYD_OK;
        err = seek(s, table, at, &found, &none);
        bad = err == LOYD_E_CORRUPT ? good : bad;
    }
    good /= 2;
    while (err == LOYD_OK && !is_again && good - bad > 1) {
        uint64_t middle = bad + (good - bad) / 2;

        (void)key_add(table, table->next, by_high ? middle : 0,
                      by_high ? 0 : middle, &at);
        err = seek(s, table, at, &found, &none);
        if (err == LOYD_OK)
            good = middle;
        else
            bad = middle;
        if (err == LOYD_E_CORRUPT)
            err = LOYD_OK;
    }
    if (err == LOYD_OK) {
        table->leapt = table->next;
        table->leap = good;
        (void)key_add(table, table->next, by_high ? good : 0,
                      by_high ? 0 : good, &table->next);
    }
    end_table(table);
    return err;
}

/* Leaps over a hole; for recipes, first within the series. */
static loyd_err
leap(struct salvage *s, struct walk *table, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_id id = id_of(table->next);
    bool is_out = true;
    loyd_err err = LOYD_OK;

    end_table(table);
    err = jump(s, table, !table->is_recipes, &is_out);
    if (err == LOYD_OK && is_out && table->is_recipes)
        err = jump(s, table, true, &is_out);
    if (err != LOYD_OK)
        return err;
    table->is_over = is_out;
    if (table->is_recipes)
        return why_set(why, LOYD_E_CORRUPT, "some recipes are unreadable");
    loyd_id_print(&id, name);
    return why_set(why, LOYD_E_CORRUPT, "%s from %s on are unreadable",
                   table->what, name);
}

/* Steps to the next readable row of the table; *found: it is the query's
 * current row. */
static loyd_err
step(struct salvage *s, struct walk *table, bool *found, loyd_why *why)
{
    loyd_err err;

    *found = false;
    if (table->is_over)
        return LOYD_OK;
    table->q.why = why;
    err = table->is_begun ? query_row(&table->q, found)
                          : seek(s, table, table->next, found, why);
    if (err == LOYD_E_CORRUPT)
        return leap(s, table, why);
    /* If the schema is damaged, the table may be missing. */
    table->is_over = err == LOYD_E_DB || (err == LOYD_OK && !*found);
    if (err == LOYD_E_DB)
        return why_set(why, LOYD_E_CORRUPT, "%s are unreadable",
                       table->what);
    if (err != LOYD_OK)
        return err;
    if (!*found)
        return LOYD_OK;
    if (!read_key(table, &table->key))
        return why_set(why, LOYD_E_CORRUPT, "a row has an invalid key");
    table->is_over = !key_add(table, table->key, 0, 1, &table->next);
    return LOYD_OK;
}

loyd_err
salvage_open(const loyd_store *parent, const char *path, struct salvage **made,
             loyd_why *why)
{
    struct salvage *s = calloc(1, sizeof(*s));
    loyd_err err;

    if (s == NULL)
        return LOYD_E_NOMEM;
    s->puzzles = (struct walk){.sql = sql_puzzles, .what = "puzzles"};
    s->recipes = (struct walk){.sql = sql_recipes,
                               .of = &recipe_table,
                               .what = "recipes",
                               .is_recipes = true,
                               .next = {.high = 1}};
    s->names = (struct walk){
        .sql = sql_names, .of = &name_table, .what = "names"};
    err = store_open_damaged(parent, path, &s->store, why);
    if (err == LOYD_OK)
        *made = s;
    else
        salvage_close(&s);
    return err;
}

void
salvage_close(struct salvage **s)
{
    if (*s == NULL)
        return;
    end_table(&(*s)->puzzles);
    end_table(&(*s)->recipes);
    end_table(&(*s)->names);
    loyd_store_close(&(*s)->store);
    free(*s);
    *s = NULL;
}

static bool
is_damage(loyd_err err)
{
    return err != LOYD_E_NOMEM && err != LOYD_E_IO && err != LOYD_E_BUSY &&
           err != LOYD_E_CANCELLED;
}

/* Reads the puzzle's rating in a metric. */
static loyd_err
query_rating(struct salvage *s, loyd_metric metric, struct record *out,
             loyd_why *why)
{
    struct query q;
    bool is_rated;
    loyd_err err;

    query_begin(&q, s->store, STMT_COUNT_, sql_rating, why);
    query_id(&q, 1, &out->id);
    query_metric(&q, 2, metric);
    is_rated = query_next(&q);
    err = record_rating(&s->puzzles.q, metric, is_rated ? &q : NULL, 0, out,
                        why);
    return query_end(&q, err);
}

/* Without a readable rating, the puzzle's own length is one to be proven. */
static void
state_length(struct salvage *s, loyd_metric metric, loyd_known *known)
{
    static const int columns[LOYD_METRICS] = {COLUMN_STM, COLUMN_MTM};
    int64_t length;

    known_clear(known); /* discards a partly read rating */
    if (!column_int(&s->puzzles.q, columns[metric], 1, PATH_MAX_MOVES,
                    &length))
        return;
    known->rating.metric = metric;
    known->rating.lower = known->rating.upper = (uint16_t)length;
    known->status = LOYD_STATUS_PROVEN;
}

/* Reads the puzzle's rating in a metric, if there is a readable one. */
static loyd_err
read_rating(struct salvage *s, loyd_metric metric, struct record *out,
            loyd_why *note, loyd_why *why)
{
    loyd_why cause = {{0}};
    loyd_err err = query_rating(s, metric, out, &cause);

    if (err == LOYD_OK)
        return LOYD_OK;
    state_length(s, metric, &out->known[metric]);
    if (!is_damage(err))
        return why_set(why, err, "%s", why_words(&cause, err));
    if (note->text[0] == '\0')
        why_set(note, err, "%s",
                cause.text[0] != '\0' ? cause.text
                                      : "the rating is unreadable");
    return LOYD_OK;
}

loyd_err
salvage_next(struct salvage *s, struct record *out, loyd_why *note,
             bool *found, loyd_why *why)
{
    loyd_err err = step(s, &s->puzzles, found, why);

    if (err != LOYD_OK || !*found)
        return err;
    if ((err = record_boards(&s->puzzles.q, out, why)) != LOYD_OK)
        return is_damage(err) ? LOYD_E_CORRUPT : err;
    note->text[0] = '\0';
    err = read_rating(s, LOYD_STM, out, note, why);
    return err == LOYD_OK
               ? read_rating(s, LOYD_MTM, out, note, why)
               : err;
}

loyd_err
salvage_next_recipe(struct salvage *s, loyd_recipe *recipe, loyd_id *id,
                    bool *found, loyd_why *why)
{
    struct recipe_row row;
    loyd_err err = step(s, &s->recipes, found, why);

    if (err != LOYD_OK || !*found ||
        (err = columns_read(&s->recipes.q, &row)) != LOYD_OK)
        return err;
    if ((err = series_get(s->store, row.series, recipe, why)) != LOYD_OK)
        return is_damage(err) ? why_set(why, LOYD_E_CORRUPT,
                                        "a recipe has an unreadable series")
                              : err;
    recipe->index = row.number;
    *id = row.puzzle;
    return LOYD_OK;
}

loyd_err
salvage_next_name(struct salvage *s, loyd_id *id, char name[LOYD_NAME_TEXT],
                  bool *found, loyd_why *why)
{
    struct name_row row;
    loyd_err err = step(s, &s->names, found, why);

    if (err != LOYD_OK || !*found)
        return err;
    err = columns_read(&s->names.q, &row);
    if (err == LOYD_OK) {
        *id = row.puzzle;
        memcpy(name, row.name, sizeof(row.name));
    }
    return err;
}
