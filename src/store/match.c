/* SPDX-License-Identifier: MIT */
/* The conditions of a filter, as SQL about a row `p` of puzzle: what the index
 * of a run does not cover. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/moves.h"
#include "rate/lengths.h"
#include "store/filter_table.h"
#include "store/select.h"
#include "store/use.h"

/* The columns of table puzzle that hold the lengths in a metric. */
static const struct lengths {
    const char *name;
    const char *proven;
    const char *upper;
} lengths[LOYD_METRICS] = {
    [LOYD_STM] = {"stm", "p.stm", "p.upper"},
    [LOYD_MTM] = {"mtm", "p.mtm", "p.mtm_upper"},
};

static const struct lengths *
lengths_in(loyd_metric metric)
{
    return &lengths[metric];
}

void
put_status(struct sql *sql, loyd_metric metric)
{
    const struct lengths *in = lengths_in(metric);

    text_format(&sql->text,
                "CASE WHEN %s IS NOT NULL THEN %d WHEN %s IS NOT NULL THEN %d"
                " ELSE %d END",
                in->proven, LOYD_STATUS_PROVEN, in->upper, LOYD_STATUS_BOUNDED,
                LOYD_STATUS_UNRATED);
}

static void
put_statuses(struct sql *sql, loyd_metric metric, unsigned wants)
{
    const char *comma = "";

    sql_put(sql, " AND ");
    put_status(sql, metric);
    sql_put(sql, " IN (");
    for (unsigned i = 0; i < LOYD_STATUS_COUNT_; i++)
        if (wants >> i & 1) {
            text_format(&sql->text, "%s%u", comma, i);
            comma = ", ";
        }
    sql_put(sql, ")");
}

/* The interval of a rating; an unrated puzzle has none. */
static void
put_interval(struct sql *sql, loyd_metric metric, const struct wanted *want)
{
    text_format(&sql->text,
                " AND EXISTS (SELECT 1 FROM rating AS r WHERE r.puzzle = p.id"
                " AND r.metric = '%s'",
                lengths_in(metric)->name);
    if (want->bounds.n > 0) {
        sql_put(sql, " AND ");
        sql_ranges(sql, "r.lower", "r.upper", &want->bounds);
    }
    if (want->gap.n > 0) {
        sql_put(sql, " AND ");
        sql_ranges(sql, "r.upper - r.lower", "r.upper - r.lower", &want->gap);
    }
    sql_put(sql, ")");
}

/* Estimates in the wanted ranks, of all versions with a sample. */
static loyd_err
put_estimate_ranks(struct sql *sql, struct select *sel, int64_t class,
                   const struct range_list *ranks, loyd_why *why)
{
    const loyd_sample *sample;
    loyd_err err = LOYD_OK;

    sql_put(sql, " AND (" SQL_NEVER);
    for (unsigned v = 1; err == LOYD_OK && v <= LOYD_EFFORT_VERSION; v++) {
        err = sample_of(sel->store, class, v, &sample, why);
        if (err == LOYD_OK && sample != NULL &&
            (err = rank_lengths(sel, ranks, &sample->estimates)) == LOYD_OK) {
            sql_put(sql, " OR p.estimate_version = ");
            sql_int(sql, v);
            sql_put(sql, " AND ");
            sql_ranges(sql, "p.estimate", "p.estimate", &sel->ranked);
        }
    }
    sql_put(sql, ")");
    return err;
}

/* The wanted ranks in the other metric than that of the runs. */
static loyd_err
put_ranks(struct sql *sql, struct select *sel, int64_t class, loyd_why *why)
{
    const struct length_test *test = &sel->test;
    loyd_err err;

    if (test->metric != LOYD_MTM && class_is_wide(class))
        return put_estimate_ranks(sql, sel, class, &test->rest.ranks, why);
    err = rank_lengths(sel, &test->rest.ranks,
                       class_distribution(class, test->metric));
    sql_put(sql, " AND ");
    sql_ranges(sql, lengths_in(test->metric)->proven,
               lengths_in(test->metric)->proven, &sel->ranked);
    return err;
}

/* What the runs do not cover of the wanted lengths. */
static loyd_err
put_test(struct sql *sql, struct select *sel, int64_t class, loyd_why *why)
{
    const struct length_test *test = &sel->test;

    if (test->stm.n > 0) {
        sql_put(sql, " AND ");
        sql_ranges(sql, "p.stm", "p.stm", &test->stm);
    }
    if (test->mtm.n > 0) {
        sql_put(sql, " AND ");
        sql_ranges(sql, "p.mtm", "p.mtm", &test->mtm);
    }
    if (!test->has_rest)
        return LOYD_OK;
    if (test->rest.wants != WANT_ALL)
        put_statuses(sql, test->metric, test->rest.wants);
    if (test->rest.bounds.n > 0 || test->rest.gap.n > 0)
        put_interval(sql, test->metric, &test->rest);
    return test->rest.has_ranks ? put_ranks(sql, sel, class, why) : LOYD_OK;
}

/* The sizes of a class of both 3x4 and 4x3. */
static void
put_sizes(struct sql *sql, const struct select *sel, const struct id_run *run)
{
    unsigned longer = (unsigned)(run->key >> 16);
    unsigned shorter = (unsigned)(run->key >> 8 & 255);
    bool is_wide = size_set_has(&sel->sizes, longer, shorter);
    char size[SIZE_TEXT];

    if (!sel->has_sizes ||
        (is_wide && size_set_has(&sel->sizes, shorter, longer)))
        return;
    sql_put(sql, " AND EXISTS (SELECT 1 FROM goal AS g WHERE g.pk = p.goal"
                 " AND g.size = ");
    sql_text(sql, is_wide ? size_print(longer, shorter, size)
                          : size_print(shorter, longer, size));
    sql_put(sql, ")");
}

static void
put_recipe(struct sql *sql, const struct seed_series *series)
{
    sql_put(sql, " AND EXISTS (SELECT 1 FROM recipe AS r WHERE r.puzzle = p.id"
                 " AND r.series IN ");
    sql_numbers(sql, series->pk, series->n);
    sql_put(sql, ")");
}

/* Only puzzles with a recipe of a layout that draws goals. Goals that are also
 * given by their cells have runs of their own. */
static void
put_drawn(struct sql *sql, const struct select *sel, const struct id_run *run)
{
    put_recipe(sql, &sel->drawn);
    if (!run_is_of_class(run->kind) || sel->n_own_goals == 0)
        return;
    sql_put(sql, " AND p.goal NOT IN ");
    sql_numbers(sql, sel->own_goals, sel->n_own_goals);
}

static void
put_use(struct sql *sql, const struct select *sel)
{
    bool is_used = sel->use == LOYD_USE_USED;

    if (sel->use == LOYD_USE_ANY)
        return;
    sql_put(sql,
            is_used ? " AND " PUZZLE_IS_USED : " AND (NOT " PUZZLE_IS_USED);
    if (sel->filter->n_unused > 0) {
        sql_put(sql, is_used ? " AND +p.id NOT IN " : " OR +p.id IN ");
        sql_ids(sql, sel->filter->unused, sel->filter->n_unused);
    }
    if (!is_used)
        sql_put(sql, ")");
}

/*
 * The first moves of the path, whose text is P, a letter, and the count of the
 * last run: at least as many moves must follow that letter.
 */
static void
put_prefix(struct sql *sql, const struct select *sel)
{
    const loyd_moves *moves = sel->filter->path_prefix;
    size_t run = moves->n;
    char *text;

    text_format(&sql->text,
                " AND EXISTS (SELECT 1 FROM rating AS r WHERE r.puzzle = p.id"
                " AND r.metric = '%s'",
                lengths_in(sel->metric)->name);
    while (run > 0 && moves->dir[run - 1] == moves->dir[moves->n - 1])
        run--;
    run = moves->n - run;
    text = malloc(moves_text_room(moves));
    if (text == NULL) {
        sql->is_lost = true;
        return;
    }
    if (moves->n > 0) {
        size_t len = moves_print(moves, text);

        while (text[len - 1] >= '0' && text[len - 1] <= '9')
            text[--len] = '\0';
        text_format(&sql->text, " AND substr(r.path, 1, %zu) = ", len);
        sql_text(sql, text);
        if (run > 1) {
            text_format(
                &sql->text,
                " AND CAST(substr(r.path, %zu) AS INTEGER) >= ", len + 1);
            sql_int(sql, (int64_t)run);
        }
    }
    free(text);
    sql_put(sql, ")");
}

/* Ids are looked up by an index if they are few, otherwise for each puzzle. */
static void
put_lists(struct sql *sql, const struct select *sel)
{
    const loyd_filter *filter = sel->filter;

    if (filter->has_ids) {
        sql_put(sql, sel->is_few ? " AND p.id IN " : " AND +p.id IN ");
        sql_ids(sql, filter->ids, filter->n_ids);
    }
    if (filter->n_excluded > 0) {
        sql_put(sql, " AND +p.id NOT IN ");
        sql_ids(sql, filter->excluded, filter->n_excluded);
    }
    if (!sel->has_seed)
        return;
    if (!sel->is_few) {
        put_recipe(sql, &sel->seed);
        return;
    }
    sql_put(sql, " AND p.id IN (SELECT r.puzzle FROM recipe AS r"
                 " INDEXED BY sqlite_autoindex_recipe_1 WHERE r.series IN ");
    sql_numbers(sql, sel->seed.pk, sel->seed.n);
    sql_put(sql, ")");
}

/* Writes the condition of a filter of a column, which has its name. Ranges
 * without an upper end take in what is beyond their greatest number. */
static loyd_err
put_column(struct sql *sql, const struct select *sel,
           const struct filter_row *row)
{
    size_t n = filter_count(sel->filter, row);
    bool is_real = row->kind == FILTER_REALS; /* the end is outside */
    uint32_t end = is_real ? LOYD_REAL_MAX - 1 : LOYD_LENGTH_MAX;
    struct range_list list = {.at = NULL};
    char column[48], most[80];
    loyd_range *ranges;
    loyd_err err = LOYD_OK;

    memcpy(&ranges, filter_value(sel->filter, row), sizeof(ranges));
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = range_list_add(
            &list, (loyd_range){ranges[i].low, ranges[i].high - is_real});
    snprintf(column, sizeof(column), "t.%s%s", row->name,
             is_real ? " / 1000" : "");
    snprintf(most, sizeof(most), "min(%s, %u)", column, (unsigned)end);
    if (err == LOYD_OK)
        sql_ranges(sql, column, most, &list);
    range_list_free(&list);
    return err;
}

/* The tables whose columns have filters of their names. */
static const struct {
    const char *name;
    unsigned kinds;
} by_columns[] = {
    {"trait", 1u << FILTER_TRAITS},
    {"difficulty", 1u << FILTER_GAMES | 1u << FILTER_REALS},
};

static loyd_err
put_columns(struct sql *sql, const struct select *sel)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; i < sizeof(by_columns) / sizeof(by_columns[0]); i++) {
        bool has_any = false;

        for (const struct filter_row *row = filter_rows;
             err == LOYD_OK && row->name != NULL; row++) {
            if ((by_columns[i].kinds >> row->kind & 1) == 0 ||
                filter_count(sel->filter, row) == 0)
                continue;
            if (has_any)
                sql_put(sql, " AND ");
            else
                text_format(&sql->text,
                            " AND EXISTS (SELECT 1 FROM %s AS t"
                            " WHERE t.puzzle = p.id AND ",
                            by_columns[i].name);
            err = put_column(sql, sel, row);
            has_any = true;
        }
        if (has_any)
            sql_put(sql, ")");
    }
    return err;
}

static bool
is_open(const struct id_run *run)
{
    return run->length < 0 || run->kind == RUN_GOAL_UPPER ||
           run->kind == RUN_CLASS_UPPER;
}

loyd_err
put_conditions(struct sql *sql, struct select *sel, const struct id_run *run,
               loyd_why *why)
{
    unsigned held = run->length < 0 ? WANT_OPEN : WANT_BOUNDED;
    bool is_all = run->kind == RUN_ALL;
    loyd_err err = LOYD_OK;

    if (run->is_rest)
        sql_put(sql, " AND p.upper IS NULL");
    if (run->is_mtm_rest)
        sql_put(sql, " AND p.mtm IS NULL AND p.mtm_upper IS NULL");
    if (!is_all && is_open(run) && (sel->want.wants & held) != held)
        put_statuses(sql, LOYD_STM, sel->want.wants);
    if (!is_all && is_open(run) &&
        (sel->want.bounds.n > 0 || sel->want.gap.n > 0))
        put_interval(sql, LOYD_STM, &sel->want);
    if (run->needs_rank)
        err = put_estimate_ranks(sql, sel, run->class, &sel->want.ranks, why);
    if (err == LOYD_OK)
        err = put_test(sql, sel, run->class, why);
    if (run_is_of_class(run->kind))
        put_sizes(sql, sel, run);
    if (run->needs_draw)
        put_drawn(sql, sel, run);
    put_lists(sql, sel);
    put_use(sql, sel);
    if (err == LOYD_OK)
        err = put_columns(sql, sel);
    if (sel->filter->path_prefix != NULL)
        put_prefix(sql, sel);
    return err;
}
