/* SPDX-License-Identifier: MIT */
/* The tables distribution and distribution_length: copies of what the library
 * contains, and samples of classes beyond 16 cells. */
#include "rate/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "rate/lengths.h"
#include "store/tables.h"

#define OURS "loyd" /* the source of copies */

static const char sql_is[] =
    "SELECT 1 FROM distribution WHERE class = ?1 LIMIT 1";

enum measure { OPTIMUM, ESTIMATE, MLC };

static const char *const measure_names[] = {
    [OPTIMUM] = "optimum",
    [ESTIMATE] = "estimate",
    [MLC] = "mlc",
};

struct distribution_row {
    int64_t pk;
    int64_t class;
    loyd_metric metric;
    enum measure measure;
    uint16_t version; /* 0: of optima */
    int64_t total;
    uint32_t sample; /* 0: all boards */
    uint32_t longest;
    char source[LOYD_RECIPE_TEXT];
};

#define ROW struct distribution_row
static const struct column columns[] = {
    {KEY(pk, pk)},
    {COLUMN(CLASS, class, class)},
    {COLUMN(METRIC, metric, metric)},
    {WORD(measure, measure, measure_names, MLC)},
    {NUMBER(version, version, 0, UINT16_MAX)},
    {NUMBER(total, total, 1, INT64_MAX)},
    {NUMBER(sample, sample, 1, UINT32_MAX), .may_be_null = true},
    {NUMBER(longest, longest, 2, LOYD_LENGTH_MAX + 1)},
    {STRING(source, source, 0, is_plain_text)},
};

const struct table distribution_table = TABLE("distribution", columns, 1);

/* Unless there is one of the same class and kind. */
static const char sql_put[] =
    " ON CONFLICT (class, metric, measure, version) DO NOTHING";

/* The band whose lower bound is the greatest one up to a percentile, which is
 * compared as a fraction: at most 2.1e18 on both sides. */
#define BAND_OF(below, boards, total)                                         \
    "(SELECT b.name FROM band AS b WHERE b.low * 2 * " total                  \
    " <= 100000 * (2 * " below " + " boards ")"                               \
    " ORDER BY b.low DESC LIMIT 1)"

static const char sql_put_length[] =
    "INSERT INTO distribution_length (distribution, length, boards, below,"
    " band) VALUES (?1, ?2, ?3, ?4, " BAND_OF("?4", "?3", "?5") ")";

static const char sql_band[] =
    "UPDATE distribution_length AS l SET band ="
    " (SELECT " BAND_OF(
        "l.below", "l.boards",
        "d.total") " FROM distribution AS d WHERE d.pk = l.distribution)";

#define OF_SAMPLE                                                             \
    " WHERE class = ?1 AND metric = 'stm' AND measure <> 'optimum'"           \
    " AND version = ?2"

/* "estimate" comes before "mlc". */
static const char sql_get[] =
    "SELECT %s FROM distribution" OF_SAMPLE " AND source <> '" OURS
    "' ORDER BY measure";

static const char sql_lengths[] =
    "SELECT length, boards, below FROM distribution_length"
    " WHERE distribution = ?1 ORDER BY length";

static const char sql_clear_lengths[] =
    "DELETE FROM distribution_length WHERE distribution IN"
    " (SELECT pk FROM distribution" OF_SAMPLE ")";

static const char sql_clear[] = "DELETE FROM distribution" OF_SAMPLE;

/* --- writing --- */

/* Stores a row for each length, and one for all longer ones. */
static loyd_err
put_lengths(loyd_store *store, int64_t pk, const loyd_distribution *d,
            loyd_why *why)
{
    uint64_t below = 0;
    loyd_err err = LOYD_OK;

    for (unsigned length = 1; err == LOYD_OK && length <= d->radius + 1U;
         length++) {
        uint64_t boards = length <= d->radius ? d->count[length] : 0;
        struct query q;

        query_begin(&q, store, STMT_LENGTH_PUT, sql_put_length, why);
        query_int(&q, 1, pk);
        query_int(&q, 2, length);
        query_int(&q, 3, (int64_t)boards);
        query_int(&q, 4, (int64_t)below);
        query_int(&q, 5, (int64_t)d->total);
        err = query_run(&q);
        below += boards;
    }
    return err;
}

/* Stores a distribution, whose class, metric, measure, version and source
 * `row` has, unless there is one of the same class and kind. */
static loyd_err
put(loyd_store *store, struct distribution_row *row,
    const loyd_distribution *d, loyd_why *why)
{
    loyd_err err;

    row->total = (int64_t)d->total;
    row->sample = d->sample;
    row->longest = d->radius + 1U;
    err = columns_put(store, STMT_COUNT_, &distribution_table, row, sql_put,
                      why);
    return err == LOYD_OK && sqlite3_changes(store->db) > 0
               ? put_lengths(store, sqlite3_last_insert_rowid(store->db), d,
                             why)
               : err;
}

static loyd_err
put_sample(loyd_store *store, int64_t class, const loyd_sample *sample,
           const char *source, loyd_why *why)
{
    struct distribution_row row = {.class = class,
                                   .metric = LOYD_STM,
                                   .measure = ESTIMATE,
                                   .version = (uint16_t)sample->version};
    loyd_err err;

    snprintf(row.source, sizeof(row.source), "%s", source);
    err = put(store, &row, &sample->estimates, why);
    row.measure = MLC;
    return err == LOYD_OK ? put(store, &row, &sample->mlc, why) : err;
}

loyd_err
distributions_put(loyd_store *store, int64_t class, loyd_why *why)
{
    const loyd_class cls = class_of_number(class);
    const loyd_sample *sample = sample_get(cls.width, cls.height, cls.blank);
    struct distribution_row row = {.class = class, .source = OURS};
    const loyd_distribution *d;
    struct query q;
    bool is_there;
    loyd_err err;

    query_begin(&q, store, STMT_DISTRIBUTION_IS, sql_is, why);
    query_class(&q, 1, class);
    err = query_has(&q, &is_there);
    if (err != LOYD_OK || is_there)
        return err;
    for (; err == LOYD_OK && row.metric < LOYD_METRICS; row.metric++) {
        d = distribution_find(row.metric, cls.width, cls.height, cls.blank);
        if (d != NULL)
            err = put(store, &row, d, why);
    }
    return err == LOYD_OK && sample != NULL
               ? put_sample(store, class, sample, OURS, why)
               : err;
}

loyd_err
distributions_band(loyd_store *store, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql_band, why);
    return query_run(&q);
}

/* --- samples of the catalogue --- */

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
        free(row->made);
        free(row);
    }
}

static loyd_err
bad_sample(loyd_why *why, const loyd_class *cls)
{
    char name[CLASS_TEXT];

    class_print(cls, name);
    return why_set(why, LOYD_E_CORRUPT, "invalid sample of class %s", name);
}

/* Begins a query about a class and a version, its first two values. */
static void
query_version(struct query *q, loyd_store *store, enum stmt_id id,
              const char *sql, int64_t class, unsigned version, loyd_why *why)
{
    query_columns(q, store, id, sql, &distribution_table, why);
    query_class(q, 1, class);
    query_int(q, 2, version);
}

/* Reads the next row of a sample, one of the two. */
static loyd_err
read_half(struct query *q, enum measure measure, struct distribution_row *half)
{
    loyd_err err = columns_read(q, half);

    if (err != LOYD_OK)
        return err;
    if (half->measure != measure)
        return columns_bad(q, "measure");
    return half->total >= LOYD_SAMPLE_BOARDS_MIN && half->total == half->sample
               ? LOYD_OK
               : columns_bad(q, "sample");
}

/* Reads the lengths of a half, which must be 1, 2 and so on. */
static bool
read_lengths(struct query *q, const struct distribution_row *half,
             enum sample_measure measure, loyd_sample *sample)
{
    int64_t length, boards, below = 0, value;

    for (length = 1; query_next(q); length++) {
        if (!column_int(q, 0, length, length, &value) ||
            length > half->longest ||
            !column_int(q, 1, 0, half->total - below, &boards) ||
            !column_int(q, 2, below, below, &value))
            return false;
        below += boards;
        if (length < half->longest)
            sample_add(sample, measure, (uint16_t)length, (uint32_t)boards);
        else if (boards != 0)
            return false;
    }
    return length == half->longest + 1 && below == half->total;
}

static loyd_err
read_both(loyd_store *store, const struct distribution_row half[2],
          const loyd_class *cls, loyd_sample *sample, loyd_why *why)
{
    static const enum sample_measure measures[2] = {SAMPLE_ESTIMATES,
                                                    SAMPLE_MLC};
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < 2; i++) {
        struct query q;
        bool is_good;

        query_begin(&q, store, STMT_SAMPLE_LENGTHS, sql_lengths, why);
        query_int(&q, 1, half[i].pk);
        is_good = read_lengths(&q, &half[i], measures[i], sample);
        err = query_end(&q, is_good ? LOYD_OK : bad_sample(why, cls));
    }
    return err;
}

static loyd_err
read_sample(loyd_store *store, const loyd_class *cls, int64_t class,
            unsigned version, loyd_sample **sample, loyd_why *why)
{
    struct distribution_row half[2];
    struct query q;
    bool is_there;
    loyd_err err = LOYD_OK;

    query_version(&q, store, STMT_SAMPLE_GET, sql_get, class, version, why);
    if ((is_there = query_next(&q)))
        err = read_half(&q, ESTIMATE, &half[0]);
    if (is_there && err == LOYD_OK)
        err = query_next(&q) ? read_half(&q, MLC, &half[1])
                             : bad_sample(why, cls);
    if (is_there && err == LOYD_OK &&
        (half[0].total != half[1].total ||
         strcmp(half[0].source, half[1].source) != 0))
        err = bad_sample(why, cls);
    err = query_end(&q, err);
    if (err != LOYD_OK || !is_there)
        return err;
    *sample = sample_new(cls, version, half[0].source,
                         (uint16_t)(half[0].longest - 1),
                         (uint16_t)(half[1].longest - 1));
    return *sample != NULL ? read_both(store, half, cls, *sample, why)
                           : LOYD_E_NOMEM;
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
            free(row->made);
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
    if (store != NULL &&
        (err = own_sample(store, cls, version, &found, why)) != LOYD_OK)
        return err;
    if (found == NULL)
        found = sample_get(cls->width, cls->height, cls->blank);
    *sample = found != NULL && found->version == version ? found : NULL;
    return LOYD_OK;
}

loyd_err
sample_put(loyd_store *store, const loyd_sample *sample, loyd_why *why)
{
    const loyd_distribution *d = &sample->estimates;
    int64_t class = goal_class(d->width, d->height, d->blank);
    struct query q;
    loyd_err err;

    if (d->width * d->height <= LOYD_EXACT_CELLS ||
        d->total < LOYD_SAMPLE_BOARDS_MIN || d->total != sample->mlc.total)
        return why_set(why, LOYD_E_RANGE, "invalid sample");
    if ((err = store_need_write(store, why)) != LOYD_OK)
        return err;
    samples_forget(store);
    query_version(&q, store, STMT_COUNT_, sql_clear_lengths, class,
                  sample->version, why);
    if ((err = query_run(&q)) != LOYD_OK)
        return err;
    query_version(&q, store, STMT_COUNT_, sql_clear, class, sample->version,
                  why);
    err = query_run(&q);
    return err == LOYD_OK
               ? put_sample(store, class, sample, sample->series, why)
               : err;
}
