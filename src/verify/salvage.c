/* SPDX-License-Identifier: MIT */
/*
 * Reads a damaged catalogue. What can be read of its tables is copied into
 * the stage, where checks.sql judges it; what that accepts becomes the rows of
 * an import, whose lengths are proven again.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "store/file.h"
#include "store/query.h"
#include "store/tables.h"
#include "verify/import.h"

/* No row takes fewer bytes of a file. */
#define ROW_BYTES 4

/* A table in the order of its keys, the first column, from ?1 on. */
struct wreck {
    const char *rows; /* for messages */
    bool has_ids;     /* the keys are ids, otherwise numbers */
    const char *read;
    const char *put;
};

static const struct wreck
    goals = {"goals", false,
             "SELECT pk, size, class, layout, board FROM goal"
             " WHERE pk >= ?1 ORDER BY pk",
             "INSERT OR REPLACE INTO s.goal VALUES (?1, ?2, ?3, ?4, ?5)"},
    puzzles =
        {"puzzles", true,
         "SELECT id, goal, board, size, stm, mtm FROM puzzle"
         " WHERE id >= ?1 ORDER BY id",
         "INSERT OR REPLACE INTO s.puzzle (id, goal, board, size, stm, mtm)"
         " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    ratings = {"ratings", true,
               "SELECT puzzle, metric, lower, upper, path FROM rating"
               " WHERE puzzle >= ?1 ORDER BY puzzle, metric",
               "INSERT OR REPLACE INTO s.rating VALUES (?1, ?2, ?3, ?4, ?5, "
               "1, NULL)"},
    all_series =
        {"series", false,
         "SELECT pk, bytes, text FROM series WHERE pk >= ?1 ORDER BY pk",
         "INSERT OR REPLACE INTO s.series VALUES (?1, ?2, ?3)"},
    recipes = {"recipes", false,
               "SELECT number, series, puzzle FROM recipe"
               " WHERE series = ?2 AND number >= ?1 ORDER BY number",
               "INSERT OR REPLACE INTO s.recipe (number, series, puzzle)"
               " VALUES (?1, ?2, ?3)"},
    names = {"names", true,
             "SELECT puzzle, name FROM name WHERE puzzle >= ?1"
             " ORDER BY puzzle",
             "INSERT OR REPLACE INTO s.name VALUES (?1, ?2)"};

/* A walk along a table. Keys are numbers: of an id its first bits. */
struct walk {
    struct import_job *t;
    const struct wreck *of;
    int64_t series; /* of recipes */
    int64_t first;  /* the key after the last hole */
    int64_t key;    /* of the last row that is not before it */
    struct query q;
    bool is_open; /* `q` is */
};

static loyd_id
id_of(int64_t key)
{
    loyd_id id = {{0}};

    for (unsigned i = 0; i < 8; i++)
        id.byte[i] = (uint8_t)((uint64_t)key << 1 >> (56 - 8 * i));
    return id;
}

/* Reads the key of the current row. */
static bool
read_key(struct walk *w, int64_t *key)
{
    uint64_t bits = 0;
    loyd_id id;

    if (!w->of->has_ids)
        return column_int(&w->q, 0, 0, INT64_MAX, key);
    if (!column_id(&w->q, 0, &id))
        return false;
    for (unsigned i = 0; i < 8; i++)
        bits = bits << 8 | id.byte[i];
    *key = (int64_t)(bits >> 1);
    return true;
}

/* Moves to the first row from a key on. One out of order is damaged. */
static loyd_err
seek(struct walk *w, int64_t key, bool *found, loyd_why *why)
{
    const loyd_id id = id_of(key);
    int64_t at = key;
    loyd_err err;

    if (w->is_open)
        query_close(&w->q);
    w->is_open = true;
    query_begin(&w->q, w->t->damaged, STMT_COUNT_, w->of->read, why);
    if (w->of->has_ids)
        query_id(&w->q, 1, &id);
    else
        query_int(&w->q, 1, key);
    if (w->of == &recipes)
        query_int(&w->q, 2, w->series);
    err = query_row(&w->q, found);
    return err == LOYD_OK && *found && !(read_key(w, &at) && at >= key)
               ? LOYD_E_CORRUPT
               : err;
}

/*
 * Leaps over a hole after the last key: the distance is doubled until a row
 * can be read, and bisection finds the first one. *found is false if all up
 * to the last key is lost.
 */
static loyd_err
leap(struct walk *w, bool *found, loyd_why *why)
{
    int64_t from = w->key, bad = 0, good = 1;
    loyd_err err;

    for (;;) {
        err = seek(w, from + good, found, why);
        if (err != LOYD_E_CORRUPT)
            break;
        bad = good;
        if (good > (INT64_MAX - from) / 2) {
            *found = false;
            return LOYD_OK;
        }
        good *= 2;
    }
    while (err == LOYD_OK && good - bad > 1) {
        int64_t middle = bad + (good - bad) / 2;

        err = seek(w, from + middle, found, why);
        if (err == LOYD_OK)
            good = middle;
        else
            bad = middle;
        if (err == LOYD_E_CORRUPT)
            err = LOYD_OK;
    }
    w->first = w->key = from + good;
    return err == LOYD_OK ? seek(w, w->key, found, why) : err;
}

/* Lists what cannot be read: a table, or what is after the last key. */
static loyd_err
note_hole(struct walk *w, bool is_all, loyd_why *why)
{
    const loyd_id id = id_of(w->key);
    char name[LOYD_ID_CHARS + 1];
    loyd_why part;

    loyd_id_print(&id, name);
    if (is_all)
        why_set(&part, LOYD_E_CORRUPT, "%s are unreadable", w->of->rows);
    else if (w->of->has_ids)
        why_set(&part, LOYD_E_CORRUPT, "%s from %s on are unreadable",
                w->of->rows, name);
    else
        why_set(&part, LOYD_E_CORRUPT, "some %s are unreadable", w->of->rows);
    return import_refuse(w->t, 0, LOYD_E_CORRUPT, &part, why);
}

/* Steps to the next row that can be read. */
static loyd_err
next_row(struct walk *w, bool *found, loyd_why *why)
{
    loyd_why part;
    loyd_err err;

    w->q.why = &part;
    err = w->is_open ? query_row(&w->q, found) : seek(w, 0, found, &part);
    while (err == LOYD_E_CORRUPT) {
        if ((err = note_hole(w, false, why)) != LOYD_OK)
            return err;
        err = leap(w, found, &part);
    }
    if (err == LOYD_E_DB) { /* a damaged schema may lack the table */
        *found = false;
        return note_hole(w, true, why);
    }
    if (err != LOYD_OK)
        *why = part;
    return import_source(w->t, err, why);
}

/* Copies the current row, or lists it if a constraint refuses it. */
static loyd_err
put_row(struct walk *w, struct query *put, loyd_why *why)
{
    int n = sqlite3_column_count(w->q.stmt), rc = SQLITE_OK;
    sqlite3 *db = w->t->store->db;
    loyd_why part;

    for (int i = 0; rc == SQLITE_OK && i < n; i++)
        rc = sqlite3_bind_value(put->stmt, i + 1,
                                sqlite3_column_value(w->q.stmt, i));
    if (rc == SQLITE_OK)
        rc = sqlite3_step(put->stmt);
    if ((rc & 255) != SQLITE_CONSTRAINT) {
        query_note(put, rc == SQLITE_DONE ? SQLITE_OK : rc);
        query_again(put);
        return query_err(put, LOYD_OK);
    }
    why_set(&part, LOYD_E_CORRUPT, "a row of %s: %s", w->of->rows,
            sqlite3_errmsg(db));
    query_again(put);
    return import_refuse(w->t, 0, LOYD_E_CORRUPT, &part, why);
}

/* Copies all rows that can be read. */
static loyd_err
copy(struct import_job *t, const struct wreck *of, int64_t series,
     loyd_why *why)
{
    struct walk w = {.t = t, .of = of, .series = series};
    int64_t left = t->wreck_bytes / ROW_BYTES;
    struct query put;
    bool found = false;
    int64_t key;
    loyd_err err = LOYD_OK;

    query_begin(&put, t->store, STMT_COUNT_, of->put, why);
    /* A damaged tree may lead back to itself. */
    while (err == LOYD_OK && left-- > 0 &&
           (err = next_row(&w, &found, why)) == LOYD_OK && found) {
        if (read_key(&w, &key) && key >= w.first)
            w.key = key;
        if ((err = put_row(&w, &put, why)) == LOYD_OK)
            err = import_step(t, why);
    }
    if (w.is_open)
        query_close(&w.q);
    return query_end(&put, err);
}

/* --- judging --- */

/* A checked_fn: lists a fault, and notes its row. */
static bool
note_fault(void *context, const struct section *section, sqlite3_stmt *row,
           const char *fault)
{
    struct import_job *t = context;
    struct query q;
    loyd_why part;

    if (fault == NULL)
        return true;
    why_set(&part, LOYD_E_CORRUPT, "%s", fault);
    t->stage.report.err =
        import_refuse(t, 0, LOYD_E_CORRUPT, &part, &t->stage.words);
    query_begin(&q, t->store, STMT_COUNT_,
                "INSERT INTO temp.faulty VALUES (?1, ?2)", &t->stage.words);
    query_text(&q, 1, section->row);
    query_note(&q,
               sqlite3_bind_value(q.stmt, 2, sqlite3_column_value(row, 0)));
    if (t->stage.report.err == LOYD_OK)
        t->stage.report.err = query_run(&q);
    else
        query_close(&q);
    return t->stage.report.err == LOYD_OK;
}

/* Goals, then ratings, then puzzles, and once more. */
#define PASSES 4

/* Judges goals, puzzles and ratings, and deletes what is refused, until
 * nothing is. */
static loyd_err
judge(struct import_job *t, loyd_why *why)
{
    int64_t faulty = 1;
    loyd_err err = import_sections(t, "salvage", why);

    for (int i = 0; err == LOYD_OK && i < PASSES && faulty > 0; i++) {
        err = import_sections(t, "delete", why);
        if (err == LOYD_OK)
            err = stage_judge(&t->stage, note_fault, t, why);
        if (err == LOYD_OK)
            err = db_number(t->store->db, "SELECT count(*) FROM temp.faulty",
                            &faulty, why);
    }
    return err == LOYD_OK ? import_sections(t, "keep", why) : err;
}

/* Adds a recipe, and its puzzle too if that was lost. */
static loyd_err
add_recipe(struct import_job *t, struct query *q, loyd_why *why)
{
    struct raw_value series = {.kind = RAW_TEXT};
    struct row_text row = {.list = LIST_PUZZLES};
    struct row_room room = {.id = ""};
    char recipe[LOYD_RECIPE_TEXT + 24], name[LOYD_ID_CHARS + 1];
    const char *text;
    loyd_puzzle puzzle;
    bool is_usable;
    int64_t number;
    loyd_id id;
    loyd_err err;

    if (!column_text(q, 0, LOYD_RECIPE_TEXT, &text, &series.len) ||
        !column_int(q, 1, 0, LOYD_INDEX_MAX, &number) || !column_id(q, 2, &id))
        return why_set(why, LOYD_E_CORRUPT, "invalid recipe");
    series.bytes = (const uint8_t *)text;
    err = functions_draw(t->stage.functions, &series, (uint64_t)number,
                         &puzzle, &is_usable, why);
    t->result.unchecked += err == LOYD_OK && !is_usable;
    if (err != LOYD_OK || !is_usable ||
        (err = row_tell_puzzle(&row, &room, &puzzle)) != LOYD_OK)
        return err;
    loyd_id_print(&id, name);
    if (strcmp(name, room.id) != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "recipe of puzzle %s draws another puzzle", name);
    snprintf(recipe, sizeof(recipe), "%s~%" PRId64, text, number);
    row.field[FIELD_RECIPE] = slice_of(recipe);
    return import_add(t, &row, why);
}

static loyd_err
copy_recipes(struct import_job *t, loyd_why *why)
{
    struct query q;
    int64_t pk;
    loyd_err err = copy(t, &all_series, 0, why);

    query_begin(&q, t->store, STMT_COUNT_, "SELECT pk FROM s.series", why);
    while (err == LOYD_OK && query_next(&q) &&
           column_int(&q, 0, INT64_MIN, INT64_MAX, &pk))
        err = copy(t, &recipes, pk, why);
    return query_end(&q, err);
}

static loyd_err
add_recipes(struct import_job *t, loyd_why *why)
{
    struct query q;
    loyd_err err = copy_recipes(t, why);

    query_begin(&q, t->store, STMT_COUNT_,
                "SELECT s.text, r.number, r.puzzle FROM s.recipe AS r"
                " JOIN s.series AS s ON s.pk = r.series"
                " ORDER BY r.series, r.number",
                why);
    while (err == LOYD_OK && query_next(&q)) {
        loyd_why part = {""};

        if ((err = add_recipe(t, &q, &part)) != LOYD_OK)
            err = import_refuse(t, 0, err, &part, why);
        if (err == LOYD_OK)
            err = import_step(t, why);
    }
    return query_end(&q, err);
}

loyd_err
import_catalogue(struct import_job *t, const char *path, loyd_why *why)
{
    loyd_why part = {""};
    loyd_err err = store_open_damaged(t->store, path, &t->damaged, &part);

    if (err != LOYD_OK)
        return import_refuse(t, 0, import_source(t, err, &part), &part, why);
    t->is_catalogue = true;
    t->wreck_bytes = file_bytes(path);
    if ((err = copy(t, &goals, 0, why)) == LOYD_OK &&
        (err = copy(t, &puzzles, 0, why)) == LOYD_OK &&
        (err = copy(t, &ratings, 0, why)) == LOYD_OK &&
        (err = judge(t, why)) == LOYD_OK &&
        (err = add_recipes(t, why)) == LOYD_OK &&
        (err = copy(t, &names, 0, why)) == LOYD_OK)
        err = import_sections(t, "last", why);
    loyd_store_close(&t->damaged);
    return err;
}
