/* SPDX-License-Identifier: MIT */
/* The lengths of classes in a catalogue, with their percentiles and bands, as
 * SQLite reads them: those that the library has, one by one. */
#include "catalogue.h"
#include "core/class.h"

#include "rate/band.h"
#include "rate/sample.h"
#include "store/rows.h"

static loyd_why why;

/* Stores a puzzle of each class of a size. */
static void
add_classes(loyd_store *store, unsigned width, unsigned height)
{
    uint64_t random = width * 16 + height;
    loyd_moves home = {0};

    for (unsigned blank = 0; blank < width * height; blank++) {
        loyd_class cls = loyd_class_of(width, height, blank);
        char layout[40];
        loyd_board goal;
        loyd_puzzle puzzle;

        if (cls.width != width || cls.blank != blank)
            continue;
        snprintf(layout, sizeof(layout), "rows,blank=%u.%u", blank / width,
                 blank % width);
        goal = goal_of(layout, width, height);
        puzzle = walk_away(&goal, 3, &random, &home);
        OK(store_add_puzzle(store, &puzzle, NULL, NULL, &why));
    }
    loyd_moves_free(&home);
}

static bool
has_sample(unsigned width, unsigned height)
{
    for (unsigned blank = 0; blank < width * height; blank++)
        if (sample_get(width, height, blank) != NULL)
            return true;
    return false;
}

/* Stores puzzles of every class that the library has lengths of, and of some
 * that it has none of. */
static void
make_classes(const char *path)
{
    loyd_store *store = open_store(path, LOYD_STORE_CREATE);

    OK(loyd_store_begin(store, &why));
    for (unsigned w = 2; w <= 15; w++)
        for (unsigned h = 2; h <= w; h++)
            if (w * h <= LOYD_EXACT_CELLS || has_sample(w, h) || w == 11)
                add_classes(store, w, h);
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
}

/* What a row of the view `lengths` says. */
struct line {
    const char *class;
    loyd_metric metric;
    const char *measure;
    int version;
    int64_t length;
};

static const char *
text_of(sqlite3_stmt *row, int at)
{
    const char *text = (const char *)sqlite3_column_text(row, at);

    assert_non_null(text);
    return text;
}

/* Finds the library's distribution; `own`, unless NULL, is the catalogue's
 * sample of its class. */
static const loyd_distribution *
wanted_of(const struct line *line, const loyd_sample *own)
{
    const loyd_sample *sample;
    unsigned width, height, x, y;
    char layout[40], name[CLASS_TEXT];
    loyd_class cls;
    loyd_board goal;

    assert_int_equal(
        sscanf(line->class, "%ux%u@%u.%u", &width, &height, &y, &x), 4);
    cls = loyd_class_of(width, height, y * width + x);
    class_print(&cls, name);
    assert_string_equal(name, line->class);
    snprintf(layout, sizeof(layout), "rows,blank=%u.%u", y, x);
    goal = goal_of(layout, width, height);
    if (strcmp(line->measure, "optimum") == 0) {
        assert_int_equal(line->version, 0);
        return loyd_distribution_of(&goal, line->metric);
    }
    sample = sample_get(width, height, y * width + x);
    if (own != NULL && own->mlc.width == width && own->mlc.height == height &&
        own->mlc.blank == cls.blank)
        sample = own;
    assert_non_null(sample);
    assert_int_equal(line->version, sample->version);
    assert_int_equal(line->metric, LOYD_STM);
    if (strcmp(line->measure, "mlc") == 0)
        return &sample->mlc;
    assert_string_equal(line->measure, "estimate");
    return &sample->estimates;
}

/* The columns of sql_lengths. */
enum {
    CLASS,
    METRIC,
    MEASURE,
    VERSION,
    LENGTH,
    BOARDS,
    BELOW,
    PERCENTILE,
    BAND,
    SAMPLE,
    LONGEST,
    SOURCE
};

static const char sql_lengths[] =
    "SELECT class, metric, measure, version, length, boards, below,"
    " percentile, band, sample, longest, source FROM lengths"
    " ORDER BY class, metric, measure, version, length";

static void
expect_line(sqlite3_stmt *row, const struct line *line,
            const loyd_distribution *d, const loyd_bands *bands,
            uint64_t below)
{
    unsigned length = (unsigned)line->length;
    uint64_t boards = d->count[length];
    char wanted[LOYD_PERCENTILE_TEXT], stored[40];

    assert_in_range(length, 1, d->radius);
    assert_int_equal(sqlite3_column_int64(row, BOARDS), boards);
    assert_int_equal(sqlite3_column_int64(row, BELOW), below);
    assert_int_equal(sqlite3_column_int64(row, LONGEST), d->radius);
    assert_int_equal(sqlite3_column_int64(row, SAMPLE), d->sample);
    assert_int_equal(sqlite3_column_type(row, SAMPLE) == SQLITE_NULL,
                     d->sample == 0);
    loyd_percentile_print(d, length, 3, wanted);
    snprintf(stored, sizeof(stored), "%.3f",
             sqlite3_column_double(row, PERCENTILE));
    if (strcmp(stored, wanted) != 0)
        fail_msg("%s %s, %u moves: percentile %s, expected %s", line->class,
                 line->measure, length, stored, wanted);
    if (strcmp(text_of(row, BAND), loyd_bands_of(bands, d, length)->name) != 0)
        fail_msg("%s %s, %u moves: band %s, expected %s", line->class,
                 line->measure, length, text_of(row, BAND),
                 loyd_bands_of(bands, d, length)->name);
}

/* Compares all rows; returns how many lengths there are, of how many
 * distributions. */
static unsigned
expect_lengths(const char *path, const loyd_bands *bands,
               const loyd_sample *own, unsigned *n_distributions)
{
    const loyd_distribution *last = NULL;
    sqlite3_stmt *row = NULL;
    sqlite3 *db = NULL;
    uint64_t below = 0;
    unsigned n = 0;
    int64_t next = 1;

    *n_distributions = 0;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql_lengths, -1, &row, NULL),
                     SQLITE_OK);
    for (; sqlite3_step(row) == SQLITE_ROW; n++) {
        const struct line line = {
            .class = text_of(row, CLASS),
            .metric = strcmp(text_of(row, METRIC), "mtm") == 0 ? LOYD_MTM
                                                               : LOYD_STM,
            .measure = text_of(row, MEASURE),
            .version = sqlite3_column_int(row, VERSION),
            .length = sqlite3_column_int64(row, LENGTH)};
        const loyd_distribution *d = wanted_of(&line, own);
        bool is_own = own != NULL && (d == &own->mlc || d == &own->estimates);

        assert_non_null(d);
        if (line.length == 1) { /* the one before has its last length */
            assert_true(last == NULL || next == last->radius + 1);
            assert_true(last == NULL || below == last->total);
            next = 1;
            below = 0;
            ++*n_distributions;
        }
        assert_int_equal(line.length, next++);
        expect_line(row, &line, d, bands, below);
        assert_string_equal(text_of(row, SOURCE),
                            is_own ? own->series : "loyd");
        below += (uint64_t)sqlite3_column_int64(row, BOARDS);
        last = d;
    }
    assert_true(last != NULL && next == last->radius + 1);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return n;
}

/* Counts the distributions that the library has, and their lengths. */
static unsigned
count_lengths(unsigned *n_distributions)
{
    unsigned n = 0;

    *n_distributions = 0;
    for (unsigned w = 2; w <= 15; w++)
        for (unsigned h = 2; h <= w; h++)
            for (unsigned blank = 0; blank < w * h; blank++) {
                loyd_class cls = loyd_class_of(w, h, blank);
                const loyd_sample *sample = sample_get(w, h, blank);
                const loyd_distribution *all[4] = {NULL};
                char layout[40];
                loyd_board goal;

                if (cls.width != w || cls.blank != blank)
                    continue;
                snprintf(layout, sizeof(layout), "rows,blank=%u.%u", blank / w,
                         blank % w);
                goal = goal_of(layout, w, h);
                all[0] = loyd_distribution_of(&goal, LOYD_STM);
                all[1] = loyd_distribution_of(&goal, LOYD_MTM);
                all[2] = sample != NULL ? &sample->estimates : NULL;
                all[3] = sample != NULL ? &sample->mlc : NULL;
                for (size_t i = 0; i < COUNT(all); i++)
                    if (all[i] != NULL) {
                        n += all[i]->radius;
                        ++*n_distributions;
                    }
            }
    return n;
}

static loyd_bands
set_bands(const char *path, const char *text)
{
    loyd_store *store = open_store(path, LOYD_STORE_WRITE);
    loyd_bands bands;

    OK(bands_parse(text, strlen(text), &bands, &why));
    OK(loyd_store_begin(store, &why));
    OK(loyd_store_set_bands(store, text, &why));
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    return bands;
}

static void
test_copies_are_the_library_s(void **state)
{
    unsigned wanted, wanted_distributions, n, n_distributions;

    (void)state;
    wanted = count_lengths(&wanted_distributions);
    make_classes(in_folder("c.db"));
    n = expect_lengths(in_folder("c.db"), bands_default(), NULL,
                       &n_distributions);
    assert_int_equal(n, wanted);
    assert_int_equal(n_distributions, wanted_distributions);
    assert_true(n_distributions > 100);
}

/* Bounds between two percentiles, on one, and at the ends. */
static void
test_bands_of_one_s_own(void **state)
{
    static const char *const texts[] = {
        "all=0..100",
        "a=0..0.001,b=0.001..99.999,c=99.999..100",
        ("a=0..9.09,b=9.09..9.091,c=9.091..27.272,d=27.272..27.273,"
         "e=27.273..50,f=50..100"),
        "z=0..50,y=50..50.001,x=50.001..95.454,w=95.454..95.455,v=95.455..100",
        "easy=0..1,medium=1..25,hard=25..90,expert=90..100",
    };
    unsigned n, n_distributions, wanted;

    (void)state;
    make_classes(in_folder("c.db"));
    wanted = count_lengths(&n_distributions);
    for (size_t i = 0; i < COUNT(texts); i++) {
        loyd_bands bands = set_bands(in_folder("c.db"), texts[i]);

        n = expect_lengths(in_folder("c.db"), &bands, NULL, &n_distributions);
        assert_int_equal(n, wanted);
    }
}

/* A sample of the catalogue takes the place of the library's, with the bands
 * of the catalogue. */
static void
test_a_sample_of_one_s_own(void **state)
{
    static const loyd_class cls = {5, 5, 0};
    loyd_bands bands;
    loyd_sample *own = sample_new(&cls, 1, "5x5/rows~g1~own", 90, 80);
    uint64_t random = 4;
    loyd_store *store;
    unsigned n_distributions;

    (void)state;
    assert_non_null(own);
    for (unsigned i = 0; i < 700; i++) {
        sample_add(own, SAMPLE_ESTIMATES,
                   (uint16_t)(1 + random_word(&random) % 90), 1);
        sample_add(own, SAMPLE_MLC, (uint16_t)(1 + random_word(&random) % 80),
                   1);
    }
    make_classes(in_folder("c.db"));
    bands = set_bands(in_folder("c.db"), "low=0..33.333,high=33.333..100");
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    OK(loyd_store_begin(store, &why));
    OK(sample_put(store, own, &why));
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    expect_lengths(in_folder("c.db"), &bands, own, &n_distributions);
    bands = set_bands(in_folder("c.db"), "low=0..66.666,high=66.666..100");
    expect_lengths(in_folder("c.db"), &bands, own, &n_distributions);
    assert_int_equal(
        ask_sql(in_folder("c.db"),
                "SELECT count(*) FROM distribution WHERE source <> 'loyd'"),
        2);
    free(own);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_copies_are_the_library_s),
        T(test_bands_of_one_s_own),
        T(test_a_sample_of_one_s_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
