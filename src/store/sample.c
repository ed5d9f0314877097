/* SPDX-License-Identifier: MIT */
/* The tables sample and sample_count: percentiles beyond 16 cells. */
#include "rate/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "loyd/text.h"
#include "store/tables.h"

static const char sql_get[] =
    "SELECT s.effort, s.series, s.boards, max(c.value) FILTER (WHERE c.measure"
    " = 'estimate'), max(c.value) FILTER (WHERE c.measure = 'mlc')"
    " FROM sample AS s LEFT JOIN sample_count AS c USING (class, version)"
    " WHERE s.class = ?1 AND s.version = ?2 GROUP BY s.class";

static const char sql_counts[] =
    "SELECT measure = 'mlc', value, boards FROM sample_count"
    " WHERE class = ?1 AND version = ?2";

static const char sql_clear[] =
    "DELETE FROM sample_count WHERE class = ?1 AND version = ?2";

static const char sql_put[] =
    "INSERT INTO sample (class, version, effort, series, boards)"
    " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (class, version) DO UPDATE SET"
    " effort = excluded.effort, series = excluded.series,"
    " boards = excluded.boards";

static const char sql_add[] =
    "INSERT INTO sample_count (class, version, measure, value, boards)"
    " VALUES (?1, ?2, ?3, ?4, ?5)";

/* A sample that was looked for; a list, the newest first. */
struct sample_row {
    int64_t class; /* -1: forgotten */
    unsigned version;
    loyd_sample *made; /* read from the table; NULL: none there */
    struct sample_row *next;
};

void
samples_forget(loyd_store *store)
{
    for (struct sample_row *row = store->samples; row != NULL; row = row->next)
        row->class = -1;
}

void
samples_free(loyd_store *store)
{
    while (store->samples != NULL) {
        struct sample_row *row = store->samples;

        store->samples = row->next;
        loyd_sample_free(&row->made);
        free(row);
    }
}

static loyd_err
bad_sample(loyd_why *why, const loyd_class *cls)
{
    char name[LOYD_CLASS_TEXT];

    loyd_class_print(cls, name);
    return why_set(why, LOYD_E_CORRUPT, "invalid sample of class %s", name);
}

/* Begins a query about a class and a version, its first two values. */
static void
begin(struct query *q, loyd_store *store, enum stmt_id id, const char *sql,
      int64_t class, unsigned version, loyd_why *why)
{
    query_begin(q, store, id, sql, why);
    query_int(q, 1, class);
    query_int(q, 2, version);
}

/* Reads the head of a sample; *sample stays NULL if there is none. */
static loyd_err
read_head(struct query *q, const loyd_class *cls, unsigned version,
          int64_t *boards, loyd_sample **sample, loyd_why *why)
{
    const char *effort, *series;
    size_t len;
    int64_t estimate_max, mlc_max;

    if (!query_next(q))
        return LOYD_OK;
    if (!column_text(q, 0, 31, &effort, &len) ||
        strcmp(effort, loyd_effort_name(LOYD_EFFORT_QUICK)) != 0 ||
        !column_int(q, 2, LOYD_SAMPLE_BOARDS_MIN, UINT32_MAX, boards) ||
        !column_int(q, 3, 1, LOYD_STM_MAX, &estimate_max) ||
        !column_int(q, 4, 0, LOYD_STM_MAX, &mlc_max) ||
        !column_text(q, 1, LOYD_RECIPE_TEXT - 1, &series, &len) ||
        loyd_text_check(series, len, NULL) != LOYD_OK)
        return bad_sample(why, cls);
    *sample = sample_new(cls, version, series, (uint16_t)estimate_max,
                         (uint16_t)mlc_max);
    return *sample != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static loyd_err
read_counts(struct query *q, const loyd_class *cls, int64_t boards,
            loyd_sample *sample, loyd_why *why)
{
    int64_t is_mlc, value, n;

    while (query_next(q)) {
        if (!column_int(q, 0, 0, 1, &is_mlc) ||
            !column_int(q, 1, 0,
                        is_mlc ? sample->mlc.radius : sample->estimates.radius,
                        &value) ||
            !column_int(q, 2, 1, boards, &n))
            return bad_sample(why, cls);
        sample_add(sample, is_mlc ? SAMPLE_MLC : SAMPLE_ESTIMATES,
                   (uint16_t)value, (uint32_t)n);
        if (sample->mlc.total > (uint64_t)boards ||
            sample->estimates.total > (uint64_t)boards)
            return bad_sample(why, cls);
    }
    return LOYD_OK;
}

static loyd_err
read_sample(loyd_store *store, const loyd_class *cls, int64_t class,
            unsigned version, loyd_sample **sample, loyd_why *why)
{
    int64_t boards = 0;
    struct query q;
    loyd_err err;

    begin(&q, store, STMT_SAMPLE_GET, sql_get, class, version, why);
    err = query_end(&q, read_head(&q, cls, version, &boards, sample, why));
    if (err != LOYD_OK || *sample == NULL)
        return err;
    begin(&q, store, STMT_SAMPLE_COUNTS, sql_counts, class, version, why);
    err = query_end(&q, read_counts(&q, cls, boards, *sample, why));
    if (err == LOYD_OK && ((*sample)->estimates.total != (uint64_t)boards ||
                           (*sample)->mlc.total != (uint64_t)boards))
        err = bad_sample(why, cls);
    return err;
}

/* Finds the sample of the table, which is read once; NULL: none. */
static loyd_err
own_sample(loyd_store *store, const loyd_class *cls, unsigned version,
           const loyd_sample **sample, loyd_why *why)
{
    int64_t class = goal_class(cls->width, cls->height, cls->blank);
    struct sample_row *row = store->samples;
    loyd_err err;

    while (row != NULL && (row->class != class || row->version != version))
        row = row->next;
    if (row == NULL) {
        if ((row = calloc(1, sizeof(*row))) == NULL)
            return LOYD_E_NOMEM;
        err = read_sample(store, cls, class, version, &row->made, why);
        if (err != LOYD_OK) {
            loyd_sample_free(&row->made);
            free(row);
            return err;
        }
        row->class = class;
        row->version = version;
        row->next = store->samples;
        store->samples = row;
    }
    *sample = row->made;
    return LOYD_OK;
}

loyd_err
loyd_store_sample(loyd_store *store, const loyd_class *cls, unsigned version,
                  const loyd_sample **sample, loyd_why *why)
{
    const loyd_sample *found = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    err = own_sample(store, cls, version, &found, why);
    if (err != LOYD_OK)
        return err;
    if (found == NULL)
        found = loyd_sample_get(cls->width, cls->height, cls->blank);
    *sample = found != NULL && found->version == version ? found : NULL;
    return LOYD_OK;
}

static loyd_err
put_counts(loyd_store *store, int64_t class, const loyd_sample *sample,
           const char *measure, const loyd_distribution *d, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (unsigned value = 0; err == LOYD_OK && value <= d->radius; value++) {
        struct query q;

        if (d->count[value] == 0)
            continue;
        begin(&q, store, STMT_COUNT_, sql_add, class, sample->version, why);
        query_text(&q, 3, measure);
        query_int(&q, 4, value);
        query_int(&q, 5, (int64_t)d->count[value]);
        err = query_run(&q);
    }
    return err;
}

loyd_err
loyd_store_set_sample(loyd_store *store, const loyd_sample *sample,
                      loyd_why *why)
{
    const loyd_distribution *d = &sample->estimates;
    int64_t class = goal_class(d->width, d->height, d->blank);
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    if (d->width * d->height <= LOYD_EXACT_CELLS ||
        d->total < LOYD_SAMPLE_BOARDS_MIN || d->total != sample->mlc.total)
        return why_set(why, LOYD_E_RANGE, "invalid sample");
    if ((err = store_need_write(store, why)) != LOYD_OK)
        return err;
    samples_forget(store);
    begin(&q, store, STMT_COUNT_, sql_clear, class, sample->version, why);
    if ((err = query_run(&q)) != LOYD_OK)
        return err;
    begin(&q, store, STMT_COUNT_, sql_put, class, sample->version, why);
    query_text(&q, 3, loyd_effort_name(sample->effort));
    query_text(&q, 4, sample->series);
    query_int(&q, 5, (int64_t)d->total);
    if ((err = query_run(&q)) == LOYD_OK)
        err = put_counts(store, class, sample, "estimate", d, why);
    if (err == LOYD_OK)
        err = put_counts(store, class, sample, "mlc", &sample->mlc, why);
    return err;
}

static const char sql_all[] =
    "SELECT class, version FROM sample ORDER BY class, version";

/* Reads the class and version of the current row. */
static bool
read_key(struct query *q, loyd_class *cls, unsigned *version)
{
    int64_t class, number;

    if (!column_int(q, 0, 0, INT32_MAX, &class) ||
        !column_int(q, 1, 1, UINT16_MAX, &number))
        return false;
    *cls = (loyd_class){(uint8_t)(class >> 16), (uint8_t)(class >> 8 & 255),
                        (uint8_t)(class & 255)};
    *version = (unsigned)number;
    return size_check(cls->width, cls->height, NULL) == LOYD_OK &&
           cls->width * cls->height > LOYD_EXACT_CELLS &&
           cls->blank < cls->width * cls->height &&
           goal_class(cls->width, cls->height, cls->blank) == class;
}

static bool
is_before(const loyd_sample *a, const loyd_sample *b)
{
    return a->mlc.sample != b->mlc.sample ? a->mlc.sample > b->mlc.sample
                                          : strcmp(a->series, b->series) < 0;
}

loyd_err
sample_merge(loyd_store *to, loyd_store *from, bool *is_fault, loyd_why *why)
{
    const loyd_sample *theirs = NULL, *ours = NULL;
    loyd_class cls = {0};
    unsigned version = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, from, STMT_COUNT_, sql_all, why);
    while (err == LOYD_OK) {
        *is_fault = true; /* while rows of `from` are read */
        if (!query_next(&q))
            break;
        err = read_key(&q, &cls, &version)
                  ? own_sample(from, &cls, version, &theirs, why)
                  : why_set(why, LOYD_E_CORRUPT,
                            "a sample has an invalid class or version");
        if (err != LOYD_OK || theirs == NULL)
            break;
        *is_fault = false;
        err = own_sample(to, &cls, version, &ours, why);
        if (err == LOYD_OK && (ours == NULL || is_before(theirs, ours)))
            err = loyd_store_set_sample(to, theirs, why);
    }
    return query_end(&q, err);
}
