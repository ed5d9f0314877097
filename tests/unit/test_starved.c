/* SPDX-License-Identifier: MIT */
/*
 * Memory of loyd, SQLite or jansson runs out while files are read: the job
 * ends with LOYD_E_NOMEM and never reports a good row as wrong.
 */
#include "catalogue.h"
#include "starve.h"

#include <jansson.h>

/* Failing allocations of SQLite. */
static sqlite3_mem_methods plain;

static void *
sqlite_malloc(int bytes)
{
    return fails_now() ? NULL : plain.xMalloc(bytes);
}

static void *
sqlite_realloc(void *old, int bytes)
{
    return fails_now() ? NULL : plain.xRealloc(old, bytes);
}

static void
starve_sqlite(bool is_on)
{
    sqlite3_mem_methods methods;

    assert_int_equal(sqlite3_shutdown(), SQLITE_OK);
    if (plain.xMalloc == NULL)
        assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain),
                         SQLITE_OK);
    methods = plain;
    if (is_on) {
        methods.xMalloc = sqlite_malloc;
        methods.xRealloc = sqlite_realloc;
    }
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods),
                     SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
}

/* A job that reports no row as bad, or fails the test. */
typedef loyd_err (*job_fn)(const char *path);

static loyd_why why;

/* Fails the first allocation, the second, ... with growing gaps, until the
 * job succeeds: each alone, then all from it on. */
static void
fail_each(job_fn job, const char *path, unsigned at_least)
{
    for (int on = 0; on < 2; on++) {
        unsigned n = 0;

        do {
            loyd_err err;

            fails_on = on;
            has_failed = false;
            why.text[0] = '\0';
            fails_at = n += 1 + n / 20;
            err = job(path);
            fails_at = 0;
            if (has_failed ? err != LOYD_OK && err != LOYD_E_NOMEM
                           : err != LOYD_OK)
                fail_msg("%s: allocation %u%s: %d %s", path, n,
                         on ? " and all others" : "", err, why.text);
        } while (has_failed);
        assert_true(n > at_least); /* the tested code does allocate */
    }
}

static bool
no_bad(void *context, const loyd_bad *bad)
{
    (void)context;
    fails_at = 0;
    fail_msg("a good row: %s:%lu: %s", bad->file != NULL ? bad->file : "",
             (unsigned long)bad->line, bad->what);
    return false;
}

static loyd_err
verify(const char *path)
{
    static const loyd_verify_options options = {
        .prove = 5, .seed = "any", .threads = 1};
    loyd_job_result result = {0};
    loyd_store *store = NULL;
    loyd_err err = loyd_store_open(path, LOYD_STORE_READ, NULL, &store, &why);

    if (err == LOYD_OK)
        err = loyd_catalogue_verify(
            store, &options, &(loyd_listener){.bad = no_bad}, &result, &why);
    if (err == LOYD_OK)
        assert_true(result.done > 0);
    loyd_store_close(&store);
    return err;
}

static loyd_err
verify_days(const char *path)
{
    static const loyd_solver_options options = {.threads = 1};
    loyd_ledger_proof proof = {0};
    loyd_solver *solver = NULL;
    loyd_store *store = NULL;
    loyd_err err = loyd_solver_new(&options, &solver);

    if (err == LOYD_OK)
        err = loyd_store_open(path, LOYD_STORE_READ, NULL, &store, &why);
    if (err == LOYD_OK)
        err =
            loyd_ledger_verify(store, solver, NULL, NULL,
                               &(loyd_listener){.bad = no_bad}, &proof, &why);
    if (err == LOYD_OK)
        assert_int_equal(proof.rows, 4);
    loyd_store_close(&store);
    loyd_solver_free(&solver);
    return err;
}

static loyd_err
read_recipes(loyd_store *store, const loyd_id *id)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_store_recipes(store, id, &cursor, &why);

    return read_list(&cursor, err, &why);
}

static loyd_err
read_stats(loyd_store *store, const loyd_filter *filter)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_store_stats(store, filter, "layout,used", "stm",
                                    &cursor, &why);

    return read_list(&cursor, err, &why);
}

static loyd_err
read_ledger(loyd_store *store)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_ledger_rows(store, "club", NULL, NULL, &cursor, &why);

    return read_list(&cursor, err, &why);
}

static loyd_err
read_channels(loyd_store *store)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_channel_list(store, &cursor, &why);

    return read_list(&cursor, err, &why);
}

static loyd_err
read_usages(loyd_store *store)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_store_usages(store, NULL, 0, NULL, &cursor, &why);

    return read_list(&cursor, err, &why);
}

/* Reads a selection of lists, its number and its statistics. */
static loyd_err
read_filtered(loyd_store *store, const loyd_id *id)
{
    loyd_filter filter = {
        CONDITIONS({"layout", "rows"}, {"recipe", "3x4/random*"},
                   {"stm", "..9"}, {"stm", "12.."}, {"band", "hard"},
                   {"percentile", "..30"}, {"percentile", "40..100"}),
        .where = "gap < 3 OR mtm IS NULL"};
    loyd_cursor *cursor = NULL;
    uint64_t n;
    loyd_err err = read_stats(store, &filter);

    filter.excluded = filter.ids = id;
    filter.n_excluded = 1;
    if (err == LOYD_OK)
        err = loyd_store_count(store, &filter, &n, &why);
    filter.n_excluded = 0;
    filter.has_ids = true;
    filter.n_ids = 1;
    filter.order = "-percentile";
    if (err == LOYD_OK)
        err = loyd_store_find(store, &filter, &cursor, &why);
    return read_list(&cursor, err, &why);
}

/* Reads each row with queries, ledgers and digests. */
static loyd_err
read_rows(loyd_store *store)
{
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    loyd_id id = {{0}};
    loyd_err err = loyd_store_find(store, NULL, &cursor, &why);

    do {
        if (row != NULL)
            id = row->entry->id;
        if (err == LOYD_OK)
            err = loyd_cursor_next(cursor, &row, &why);
    } while (err == LOYD_OK && row != NULL);
    loyd_cursor_close(&cursor);
    if (err == LOYD_OK)
        err = read_recipes(store, &id);
    if (err == LOYD_OK)
        err = read_stats(store, NULL);
    if (err == LOYD_OK)
        err = read_filtered(store, &id);
    if (err == LOYD_OK)
        err = read_ledger(store);
    if (err == LOYD_OK)
        err = read_channels(store);
    if (err == LOYD_OK)
        err = read_usages(store);
    if (err == LOYD_OK)
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, digest, &why);
    return err;
}

static loyd_err
import(const char *path)
{
    static const loyd_import_options options = {.skips_bad = true};
    loyd_import_result result = {0};
    loyd_store *store = NULL;
    loyd_err err = loyd_store_open(in_folder("into.db"), LOYD_STORE_CREATE,
                                   NULL, &store, &why);

    if (err == LOYD_OK)
        err = loyd_import(store, path, &options,
                          &(loyd_listener){.bad = no_bad}, &result, &why);
    if (err == LOYD_OK)
        assert_int_equal(result.rows, 3);
    loyd_store_close(&store);
    return err;
}

#define WEEK                                                                  \
    "{\"tiers\": [{\"title\": \"easy\", \"size\": \"3x3\", \"stm\": \"6\"},"  \
    " {\"title\": \"hard\", \"size\": \"3x2\", \"stm\": \"8..9\"}]}"

static loyd_err
schedule(const char *text)
{
    loyd_schedule made;

    return loyd_schedule_check(NULL, text, strlen(text), &made, &why);
}

static void
make_catalogue(const char *path)
{
    loyd_store *store = open_store(path, LOYD_STORE_CREATE);
    loyd_solver_options options = {.threads = 1};
    loyd_recipe recipe = recipe_of("3x3/snake~g1~few~0");
    loyd_date first = {2026, 3, 1}, last = {2026, 3, 2};
    loyd_generator *generator = NULL;
    loyd_solver *solver = NULL;
    loyd_ledger_result days;
    loyd_job_result result;

    OK(loyd_solver_new(&options, &solver));
    OK(loyd_generator_new(&recipe, NULL, &generator, &why));
    OK(loyd_catalogue_generate(store, solver, generator, 0, 12, 0,
                               LOYD_EFFORT_NONE, LOYD_STM, NULL, &result,
                               &why));
    OK(loyd_channel_create(store, "club", &first, WEEK, strlen(WEEK), NULL,
                           NULL, &why));
    OK(loyd_ledger_extend(store, solver, "club", NULL, &last, NULL, &days,
                          &why));
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

static void
test_verify(void **state)
{
    (void)state;
    make_catalogue(in_folder("a.db"));
    fail_each(verify, in_folder("a.db"), 10);
    fail_each(verify_days, in_folder("a.db"), 5);
}

static void
test_verify_sqlite(void **state)
{
    (void)state;
    make_catalogue(in_folder("a.db"));
    starve_sqlite(true);
    fail_each(verify, in_folder("a.db"), 100);
    fail_each(verify_days, in_folder("a.db"), 100);
    starve_sqlite(false);
}

/* If SQLite has no memory for a row, it is neither damaged nor missing. */
static void
test_read_sqlite(void **state)
{
    unsigned n = 0;

    (void)state;
    make_catalogue(in_folder("a.db"));
    starve_sqlite(true);
    do {
        loyd_store *store = open_store(in_folder("a.db"), LOYD_STORE_READ);
        loyd_err err;

        has_failed = false;
        fails_on = false;
        fails_at = n += 1 + n / 100;
        err = read_rows(store);
        fails_at = 0;
        loyd_store_close(&store);
        if (err != LOYD_OK && err != LOYD_E_NOMEM)
            fail_msg("allocation %u: %d %s", n, err, why.text);
    } while (has_failed);
    assert_true(n > 100);
    starve_sqlite(false);
}

static void
test_import(void **state)
{
    static const struct {
        const char *name, *text;
    } files[] = {
        {"a.jsonl", "{\"board\": \"1 2 3/4 5 6/7 0 8\"}\n"
                    "{\"board\": \"1 2 3/4 5 6/0 7 8\", \"stm\": 2}\n"
                    "{\"board\": \"1 2 3/4 0 6/7 5 8\", \"by\": null}\n"},
        {"a.json", "[{\"board\": \"1 2 3/4 5 6/7 0 8\"},\n"
                   "{\"board\": \"1 2 3/4 5 6/0 7 8\", \"stm\": 2},\n"
                   "{\"board\": [[1,2,3],[4,0,6],[7,5,8]]}]\n"},
        {"a.csv", "board,stm\n1 2 3/4 5 6/7 0 8,1\n1 2 3/4 5 6/0 7 8,2\n"
                  "1 2 3/4 0 6/7 5 8,2\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        char path[600];

        snprintf(path, sizeof(path), "%s", in_folder(files[i].name));
        write_file(path, files[i].text, strlen(files[i].text));
        fail_each(import, path, 10);
    }
}

/* All texts are short enough for jansson to read without more memory: of
 * longer ones it loses characters silently if memory runs out. */
static void
test_schedule(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    fail_each(schedule, WEEK, 10);
    json_set_alloc_funcs(malloc, free);
}

int
main(void)
{
#define T(name)                                                               \
    cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        T(test_verify), T(test_verify_sqlite), T(test_read_sqlite),
        T(test_import), T(test_schedule),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
