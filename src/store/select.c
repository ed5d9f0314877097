/* SPDX-License-Identifier: MIT */
/*
 * Writes a filter as statements. Each run of an index is a sorted term of a
 * UNION ALL, which SQLite merges: a range of lengths would be sorted as one
 * term. Indices are named, because SQLite loads the statistics of a user's
 * ANALYZE with the schema, and they could turn a seek into a scan.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"

static const char sql_outside[] =
    "SELECT 1 FROM puzzle WHERE id < ?1 UNION ALL"
    " SELECT 1 FROM puzzle WHERE id > ?2 LIMIT 1";

/* Up to this number, seeks by lists of ids are faster than a scan. */
#define FEW_SEEKS 1000000

/* By kind: the index, the condition of its key, the column of its length, and
 * what is added to that in id_run. */
static const struct kind {
    const char *index;
    const char *key;
    const char *length;
    int64_t base;
} kinds[] = {
    [RUN_ALL] = {"sqlite_autoindex_puzzle_1", NULL, NULL, 0}, /* of the id */
    [RUN_GOAL] = {"puzzle_goal", "p.goal", "p.stm", 0},
    [RUN_GOAL_UPPER] = {"puzzle_goal_upper", "p.goal", "p.upper", 0},
    [RUN_GOAL_ESTIMATE] = {"puzzle_goal_estimate", "p.goal", "p.estimate", 0},
    [RUN_GOAL_MTM] = {"puzzle_goal_mtm", "p.goal", "p.mtm", 0},
    [RUN_GOAL_MTM_UPPER] = {"puzzle_goal_mtm_upper", "p.goal", "p.mtm_upper",
                            MTM_OPEN},
    [RUN_CLASS] = {"puzzle_class", "p.class", "p.stm", 0},
    [RUN_CLASS_UPPER] = {"puzzle_class_upper", "p.class", "p.upper", 0},
    [RUN_CLASS_ESTIMATE] = {"puzzle_class_estimate", "p.class", "p.estimate",
                            0},
    [RUN_CLASS_MTM] = {"puzzle_class_mtm", "p.class", "p.mtm", 0},
    [RUN_CLASS_MTM_UPPER] = {"puzzle_class_mtm_upper", "p.class",
                             "p.mtm_upper", MTM_OPEN},
};

static bool
is_estimate(enum run_kind kind)
{
    return kind == RUN_GOAL_ESTIMATE || kind == RUN_CLASS_ESTIMATE;
}

/* --- the order of runs --- */

/* Orders by rank, then by kind, key and length. */
static int
run_compare(const void *a, const void *b)
{
    const struct id_run *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->length > other->length) - (one->length < other->length);
}

/* The tiers of an order: proven lengths, upper ends, unrated puzzles. */
static int
tier_of(int32_t rank)
{
    return rank == INT32_MAX ? 2 : rank > LOYD_LENGTH_MAX ? 1 : 0;
}

/* Returns the place of the puzzles of a run in the order. */
static int32_t
run_rank(const struct order *order, const struct id_run *run)
{
    struct puzzle_place place = {.stm = -1, .upper = -1, .mtm = -1};
    int32_t length = (int32_t)run->length;

    switch (run->kind) {
    case RUN_GOAL:
    case RUN_CLASS:
        place.stm = length;
        break;
    case RUN_GOAL_UPPER:
    case RUN_CLASS_UPPER:
        place.upper = length;
        break;
    case RUN_GOAL_MTM:
    case RUN_CLASS_MTM:
    case RUN_GOAL_MTM_UPPER:
    case RUN_CLASS_MTM_UPPER:
        place.mtm = length;
        break;
    default:
        break;
    }
    return rank_of(order, &place);
}

loyd_err
select_add(struct select *sel, struct id_run run)
{
    if (!ARRAY_ROOM(sel->runs, sel->capacity, sel->n_runs + 1))
        return LOYD_E_NOMEM;
    sel->runs[sel->n_runs++] = run;
    return LOYD_OK;
}

/*
 * Sorts the runs and removes duplicates: layouts may share a goal, and 3x4 and
 * 4x3 share their classes. A goal that a layout names needs no draw. Runs of
 * earlier pages are left out.
 */
static void
runs_sort(struct select *sel)
{
    size_t n = 0;

    for (size_t i = 0; i < sel->n_runs; i++)
        sel->runs[i].rank = run_rank(&sel->order, &sel->runs[i]);
    ARRAY_SORT(sel->runs, sel->n_runs, run_compare);
    for (size_t i = 0; i < sel->n_runs; i++)
        if (n > 0 && run_compare(&sel->runs[n - 1], &sel->runs[i]) == 0)
            sel->runs[n - 1].needs_draw &= sel->runs[i].needs_draw;
        else if (!sel->has_after || sel->runs[i].rank >= sel->after_rank)
            sel->runs[n++] = sel->runs[i];
    sel->n_runs = n;
}

/* --- statements --- */

loyd_err
put_from(struct sql *sql, struct select *sel, const struct id_run *run,
         loyd_why *why)
{
    const struct kind *kind = &kinds[run->kind];
    bool is_after = sel->has_after && !sel->is_whole &&
                    run->rank == sel->after_rank && !select_is_sorted(sel);
    bool is_listed = sel->is_few && (sel->filter->has_ids || sel->has_seed);

    text_format(&sql->text, " FROM puzzle AS p INDEXED BY %s", kind->index);
    /* The + leaves the ids of a list as what the index seeks. */
    text_format(&sql->text, " WHERE %sp.id BETWEEN ?%d AND ?%d",
                is_listed ? "+" : "", is_after ? SQL_AFTER : SQL_FIRST,
                SQL_LAST);
    if (kind->key != NULL) {
        text_format(&sql->text, " AND %s = ", kind->key);
        if (run_is_of_class(run->kind))
            sql_class(sql, run->key);
        else
            sql_int(sql, run->key);
    }
    if (is_estimate(run->kind)) {
        sql_put(sql, " AND p.estimate_version = ");
        sql_int(sql, estimate_version(run->length));
        sql_put(sql, " AND p.estimate = ");
        sql_int(sql, estimate_length(run->length));
    } else if (kind->length != NULL && run->length >= 0) {
        text_format(&sql->text, " AND %s = ", kind->length);
        sql_int(sql, run->length - kind->base);
    } else if (kind->length != NULL) {
        text_format(&sql->text, " AND %s IS NULL", kind->length);
    }
    return put_conditions(sql, sel, run, why);
}

/* A UNION of terms of one tier, from runs[first] on. */
struct block {
    size_t first;
    size_t n;
    int tier;
};

static struct block
next_block(const struct select *sel, size_t first)
{
    struct block block = {.first = first,
                          .tier = tier_of(sel->runs[first].rank)};

    while (first + block.n < sel->n_runs && block.n < SELECT_TERMS &&
           tier_of(sel->runs[first + block.n].rank) == block.tier)
        block.n++;
    return block;
}

/* Writes a block in order: its lengths, unless the order has none, and the
 * ids. */
static loyd_err
put_block(struct sql *sql, struct select *sel, const struct block *block,
          bool has_length, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < block->n; i++) {
        const struct id_run *run = &sel->runs[block->first + i];

        sql_put(sql, i > 0 ? "\nUNION ALL SELECT " : "SELECT ");
        if (has_length)
            text_format(&sql->text, "%s AS length, ", kinds[run->kind].length);
        sql_put(sql, "p.id AS id");
        err = put_from(sql, sel, run, why);
    }
    text_format(&sql->text, "\nORDER BY %sid LIMIT ?%d",
                !has_length          ? ""
                : sel->order.is_down ? "length DESC, "
                                     : "length, ",
                SQL_LIMIT);
    return err;
}

loyd_err
put_runs(struct sql *sql, struct select *sel, const char *select,
         const char *end, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sel->n_runs; i++) {
        sql_put(sql, i % SELECT_TERMS > 0 ? " UNION ALL "
                     : i > 0              ? " UNION ALL SELECT * FROM ("
                                          : "SELECT * FROM (");
        sql_put(sql, select);
        err = put_from(sql, sel, &sel->runs[i], why);
        sql_put(sql, end);
        if ((i + 1) % SELECT_TERMS == 0 || i + 1 == sel->n_runs)
            sql_put(sql, ")");
    }
    return err;
}

/* Writes the ids of all runs, for SQLite to sort by a field. */
static loyd_err
put_sorted(struct sql *sql, struct select *sel, loyd_why *why)
{
    loyd_err err;

    sel->has_rank = sel->has_after && sel->is_whole;
    sql_put(sql, "SELECT ");
    if (sel->has_rank) {
        order_put_before(sql, &sel->order, &sel->after);
        sql_put(sql, ", ");
    }
    sql_put(sql, "s.id FROM (");
    err = put_runs(sql, sel, "SELECT p.id AS id", "", why);
    sql_put(sql, ") AS s\nCROSS JOIN puzzles AS v ON v.puzzle_id = s.id");
    if (sel->has_after && !sel->is_whole) {
        sql_put(sql, "\nWHERE NOT ");
        order_put_before(sql, &sel->order, &sel->after);
    }
    sql_put(sql, "\nORDER BY ");
    order_put(&sql->text, &sel->order);
    text_format(&sql->text, " LIMIT ?%d", SQL_LIMIT);
    return err;
}

loyd_err
put_walk(struct sql *sql, struct select *sel, loyd_why *why)
{
    bool has_order = sel->order.is_by_length;
    struct block block;
    size_t first = 0;
    loyd_err err = LOYD_OK;

    if (sel->n_runs == 0) {
        text_format(&sql->text, "SELECT ?%d AS id WHERE 0 AND ?%d", SQL_FIRST,
                    SQL_LIMIT);
        return LOYD_OK;
    }
    if (select_is_sorted(sel))
        return put_sorted(sql, sel, why);
    block = next_block(sel, 0);
    sel->has_rank = block.n == sel->n_runs && has_order && block.tier < 2;
    if (block.n == sel->n_runs)
        return put_block(sql, sel, &block, sel->has_rank, why);
    sql_put(sql, "SELECT id FROM (");
    for (; err == LOYD_OK && first < sel->n_runs; first += block.n) {
        bool has_length;

        block = next_block(sel, first);
        has_length = has_order && block.tier < 2;
        text_format(&sql->text, "%sSELECT %d AS tier, %s AS length, id FROM (",
                    first > 0 ? "\nUNION ALL " : "", block.tier,
                    has_length ? "length" : "0");
        err = put_block(sql, sel, &block, has_length, why);
        sql_put(sql, ")");
    }
    text_format(&sql->text, ")\nORDER BY tier, length%s, id LIMIT ?%d",
                sel->order.is_down ? " DESC" : "", SQL_LIMIT);
    return err;
}

/* --- the whole SELECT --- */

/* Notes the puzzle after which the walk begins, and looks up its length. */
static loyd_err
add_after(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    struct puzzle_place place;
    bool found = true;
    loyd_err err = LOYD_OK;

    sel->has_after = true;
    sel->after = filter->after;
    sel->is_whole = filter->is_distinct;
    if (sel->order.field == NULL)
        return LOYD_OK;
    err = puzzle_find(sel->store, &filter->after, &place, &found, why);
    if (err == LOYD_OK && !found)
        return puzzle_missing(why, &filter->after, " to continue after");
    sel->after_rank = rank_of(&sel->order, &place);
    return err;
}

/* SQLite sorts an invalid id, such as a number, before or after all ids, where
 * no statement of a filter finds it. */
static loyd_err
check_outside(struct select *sel, loyd_why *why)
{
    const loyd_id least = {{0}};
    bool is_there;
    struct query q;
    loyd_err err;

    query_begin(&q, sel->store, STMT_COUNT_, sql_outside, why);
    query_id(&q, 1, &least);
    query_id(&q, 2, &sel->last);
    err = query_has(&q, &is_there);
    return err == LOYD_OK && is_there
               ? why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id")
               : err;
}

/* Each of the listed ids must be stored. */
static loyd_err
check_ids(struct select *sel, const loyd_id *ids, size_t n, loyd_why *why)
{
    struct sql sql = {.n = 0};
    struct query q;
    loyd_id id;
    loyd_err err;

    if (n == 0)
        return LOYD_OK;
    sql_put(&sql, "SELECT value FROM ");
    sql_ids(&sql, ids, n);
    sql_put(&sql, " WHERE value NOT IN (SELECT id FROM puzzle) LIMIT 1");
    if ((err = sql_begin(&sql, &q, sel->store, why)) == LOYD_OK) {
        if (query_next(&q) && column_id(&q, 0, &id))
            err = puzzle_missing(why, &id, "");
        err = query_end(&q, err);
    }
    sql_free(&sql);
    return err;
}

/* Finds whether the listed ids, or the recipes of the seed, are few. */
static loyd_err
find_few(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    struct sql sql = {.n = 0};
    int64_t n = (int64_t)filter->n_ids;
    struct query q;
    loyd_err err = LOYD_OK;

    if (!filter->has_ids && sel->has_seed) {
        sql_put(&sql, "SELECT count(*) FROM (SELECT 1 FROM recipe"
                      " WHERE series IN ");
        sql_numbers(&sql, sel->seed.pk, sel->seed.n);
        text_format(&sql.text, " LIMIT %d)", FEW_SEEKS);
        if ((err = sql_begin(&sql, &q, sel->store, why)) == LOYD_OK) {
            if (!query_next(&q) || !column_int(&q, 0, 0, FEW_SEEKS, &n))
                err = why_set(why, LOYD_E_DB, "no result of a count");
            err = query_end(&q, err);
        }
        sql_free(&sql);
    }
    sel->is_few = n * (int64_t)sel->n_runs < FEW_SEEKS ||
                  (filter->has_ids && sel->n_runs == 1);
    return err;
}

/* Lists the goals that have runs without a draw. */
static loyd_err
list_given(struct select *sel)
{
    size_t n = 0;

    if (sel->drawn.n == 0)
        return LOYD_OK;
    if ((sel->own_goals = calloc(sel->n_runs + 1, sizeof(*sel->own_goals))) ==
        NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < sel->n_runs; i++)
        if (!run_is_of_class(sel->runs[i].kind) && !sel->runs[i].needs_draw)
            sel->own_goals[n++] = sel->runs[i].key;
    sel->n_own_goals = n;
    return LOYD_OK;
}

static void
set_limit(struct select *sel, const loyd_filter *filter)
{
    bool is_page = filter->limit > 0 && !filter->is_distinct &&
                   filter->limit <= INT64_MAX - filter->offset;

    sel->limit = is_page ? (int64_t)(filter->offset + filter->limit) : -1;
}

loyd_err
select_begin(struct select *sel, loyd_store *store, const loyd_filter *filter,
             unsigned wants, loyd_why *why)
{
    loyd_err err;

    *sel = (struct select){.store = store,
                           .filter = filter,
                           .want.wants = wants,
                           .metric = filter->metric,
                           .use = filter->use};
    memset(sel->last.byte, 0xff, LOYD_ID_BYTES);
    set_limit(sel, filter);
    err = order_parse(filter->order, filter->metric, &sel->order, why);
    if (err != LOYD_OK || (err = check_outside(sel, why)) != LOYD_OK)
        return err;
    if ((err = filter_runs(sel, filter, why)) != LOYD_OK)
        return err;
    if (filter->has_after && (err = add_after(sel, filter, why)) != LOYD_OK)
        return err;
    runs_sort(sel);
    sel->has_seed = filter->seed != NULL;
    if (sel->has_seed)
        err = seed_begin(&sel->seed, store, filter->seed, why);
    if (err == LOYD_OK && filter->has_ids)
        err = check_ids(sel, filter->ids, filter->n_ids, why);
    if (err == LOYD_OK)
        err = check_ids(sel, filter->excluded, filter->n_excluded, why);
    if (err == LOYD_OK)
        err = find_few(sel, filter, why);
    if (err == LOYD_OK)
        err = list_given(sel);
    return err == LOYD_OK ? put_walk(&sel->walk, sel, why) : err;
}

void
select_end(struct select *sel)
{
    if (sel->is_walking)
        query_close(&sel->q);
    sql_free(&sel->walk);
    seed_end(&sel->seed);
    seed_end(&sel->drawn);
    free(sel->own_goals);
    free(sel->runs);
    ranges_end(sel);
    *sel = (struct select){.store = NULL};
}

void
select_bind(const struct select *sel, struct query *q, const loyd_id *from,
            int64_t limit)
{
    int n = q->stmt != NULL ? sqlite3_bind_parameter_count(q->stmt) : 0;
    loyd_id after = sel->after;

    query_id(q, SQL_FIRST, from);
    query_id(q, SQL_LAST, &sel->last);
    /* After the last id there is none: an empty range. */
    if (n >= SQL_AFTER && sel->has_after && id_next(&after))
        query_id(q, SQL_AFTER, id_compare(&after, from) > 0 ? &after : from);
    if (n >= SQL_LIMIT)
        query_int(q, SQL_LIMIT, limit);
}

/* Begins the walk at an id. */
static loyd_err
walk_from(struct select *sel, const loyd_id *from, int64_t limit,
          loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (sel->is_walking)
        query_again(&sel->q);
    else
        err = sql_begin(&sel->walk, &sel->q, sel->store, why);
    if (err != LOYD_OK)
        return err;
    sel->is_walking = true;
    sel->has_at = false;
    sel->q.why = why;
    select_bind(sel, &sel->q, from, limit);
    return query_err(&sel->q, LOYD_OK);
}

loyd_err
select_start(struct select *sel, loyd_why *why)
{
    return walk_from(sel, &sel->first, sel->limit, why);
}

loyd_err
select_next(struct select *sel, loyd_id *id, bool *found, loyd_why *why)
{
    loyd_err err;

    sel->q.why = why;
    if ((err = query_row(&sel->q, found)) != LOYD_OK || !*found)
        return err;
    sel->is_before = sel->has_rank && sqlite3_column_int(sel->q.stmt, 0) == 1;
    if (!column_id(&sel->q, sel->has_rank, id))
        return query_err(&sel->q, why_set(why, LOYD_E_CORRUPT,
                                          "a puzzle has an invalid id"));
    /* In a damaged index the walk could run in circles. */
    if (sel->order.field == NULL && sel->has_at &&
        id_compare(id, &sel->at) <= 0)
        return puzzle_bad(why, id, "out of order in an index");
    sel->at = *id;
    sel->has_at = true;
    return LOYD_OK;
}

loyd_err
select_first(struct select *sel, loyd_id from, loyd_id *id, bool *found,
             loyd_why *why)
{
    loyd_err err = walk_from(
        sel, id_compare(&from, &sel->first) > 0 ? &from : &sel->first, 1, why);

    return err == LOYD_OK ? select_next(sel, id, found, why) : err;
}

loyd_err
select_print(struct select *sel, uint64_t offset, char **text, loyd_why *why)
{
    struct text order = {.len = 0};
    char *ids;
    loyd_err err = select_start(sel, why);

    if (err != LOYD_OK)
        return err;
    ids = sqlite3_expanded_sql(sel->q.stmt);
    order_put(&order, &sel->order);
    *text = ids == NULL || order.is_lost
                ? NULL
                : sqlite3_mprintf("SELECT v.* FROM (\n%s) AS s\nCROSS JOIN"
                                  " puzzles AS v ON v.puzzle_id = s.id\n"
                                  "ORDER BY %s LIMIT -1 OFFSET %llu;",
                                  ids, order.at, (unsigned long long)offset);
    text_free(&order);
    sqlite3_free(ids);
    return *text != NULL ? LOYD_OK : LOYD_E_NOMEM;
}
