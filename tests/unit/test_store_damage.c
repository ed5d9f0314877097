/* SPDX-License-Identifier: MIT */
/* Wrong rows, truncated files, flipped bits, full disks: each gives an error
 * with a message, never a crash, and loses no stored data. */
#include "catalogue.h"
#include "oracle.h"

#include <loyd/catalogue.h>

#include "core/moves.h"
#include "store/rows.h"
#include "store/tables.h"

static unsigned n_bad;
static char last_bad[LOYD_WHY_BYTES];

static bool
count_bad(void *context, const loyd_bad *bad)
{
    const char *what = bad->what;

    (void)context;
    n_bad++;
    /* One line, without SQLite's heading and line breaks. */
    if (strncmp(what, "file: ", 6) == 0 &&
        (strstr(what, "\\x0a") != NULL || strstr(what, "***") != NULL))
        fail_msg("%s", what);
    snprintf(last_bad, sizeof(last_bad), "%s", what);
    return true;
}

static loyd_err
verify_with(loyd_store *store, const loyd_verify_options *options,
            loyd_why *why)
{
    loyd_job_result result = {0};
    loyd_err err;

    n_bad = 0;
    last_bad[0] = '\0';
    err = loyd_catalogue_verify(
        store, options, &(loyd_listener){.bad = count_bad}, &result, why);
    if (err == LOYD_OK)
        assert_int_equal(result.bad, n_bad);
    return err;
}

static loyd_err
verify(loyd_store *store, loyd_why *why)
{
    return verify_with(store, NULL, why);
}

static loyd_err
read_stats(loyd_store *store, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_store_stats(store, NULL, "layout,status,band", "stm",
                                    &cursor, why);

    return read_list(&cursor, err, why);
}

/* Reads everything in every way; returns the number of errors. */
static unsigned
read_everything(loyd_store *store, loyd_why *why)
{
    const loyd_filter filters[] = {
        {0},
        {CONDITIONS({"size", "3x4"})},
        {CONDITIONS({"layout", "rows"})},
        {CONDITIONS({"recipe", "3x4/random*"})},
        {CONDITIONS({"stm", "..100"})},
        {CONDITIONS({"status", "bounded"})},
        {.pick = "p", .limit = 40},
    };
    unsigned errors = 0;
    uint64_t n = 0;

    for (size_t i = 0; i < COUNT(filters); i++) {
        loyd_cursor *cursor = NULL;
        const loyd_row *row;

        errors += loyd_store_count(store, &filters[i], &n, why) != LOYD_OK;
        if (loyd_store_find(store, &filters[i], &cursor, why) != LOYD_OK) {
            errors++;
            continue;
        }
        /* A damaged B-tree may contain circles; the walk must end anyway. */
        for (unsigned rows = 0; rows < 2000; rows++)
            if (loyd_cursor_next(cursor, &row, why) != LOYD_OK)
                errors++;
            else if (row == NULL)
                break;
        loyd_cursor_close(&cursor);
    }
    errors += read_stats(store, why) != LOYD_OK;
    return errors;
}

/* 80 puzzles: named goals and others, proven, bounded and unrated. The
 * recipes are genuine, so that verify finds no fault in them. */
static void
fill_true(const char *path)
{
    static const char *const series[] = {
        "3x3/rows~g1~true", "3x4/snake,missing=2~g1:walk:30~true",
        "3x4/random~g1~true", "2x4/rows~g1~true2"};
    loyd_store *store = open_store(path, LOYD_STORE_CREATE);
    const loyd_solver_options shared = {.cache_dir = oracle_cache()};
    loyd_solver *solver = NULL;
    loyd_why why;

    assert_int_equal(loyd_solver_new(&shared, &solver), LOYD_OK);
    for (size_t i = 0; i < COUNT(series); i++) {
        char text[100];
        loyd_recipe recipe;
        loyd_generator *generator = NULL;
        loyd_job_result result;

        snprintf(text, sizeof(text), "%s~0", series[i]);
        recipe = recipe_of(text);
        OK(loyd_generator_new(&recipe, NULL, &generator, &why));
        OK(loyd_catalogue_generate(store, solver, generator, 95, 20, 0,
                                   LOYD_EFFORT_NONE,
                                   i == 3 ? LOYD_MTM : LOYD_STM, NULL,
                                   &result, &why));
        loyd_generator_free(&generator);
    }
    loyd_solver_free(&solver);
    loyd_store_close(&store);
    run_sql(path, "PRAGMA journal_mode = WAL;"
                  "UPDATE rating SET lower = 1 WHERE metric = 'stm' AND"
                  " puzzle IN (SELECT id"
                  " FROM puzzle ORDER BY id LIMIT 5 OFFSET 20);"
                  "UPDATE puzzle SET stm = NULL WHERE id IN (SELECT puzzle"
                  " FROM rating WHERE metric = 'stm' AND lower < upper);"
                  "DELETE FROM rating WHERE metric = 'stm' AND puzzle IN"
                  " (SELECT id"
                  " FROM puzzle ORDER BY id LIMIT 4 OFFSET 30);"
                  "UPDATE puzzle SET stm = NULL WHERE id IN (SELECT id"
                  " FROM puzzle ORDER BY id LIMIT 4 OFFSET 30);"
                  "UPDATE puzzle SET upper = (SELECT upper FROM rating"
                  " WHERE puzzle = id AND metric = 'stm' AND lower <"
                  " upper);"
                  "UPDATE rating SET lower = 2 WHERE metric = 'mtm' AND"
                  " puzzle IN (SELECT id FROM puzzle WHERE mtm > 2 ORDER BY"
                  " id LIMIT 3);"
                  "UPDATE puzzle SET mtm_upper = mtm, mtm = NULL WHERE id IN"
                  " (SELECT puzzle FROM rating WHERE metric = 'mtm' AND"
                  " lower < upper);");
}

static void
test_true_rows_are_good(void **state)
{
    loyd_store *store;
    loyd_why why;

    (void)state;
    fill_true(in_folder("c.db"));
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    assert_int_equal(read_everything(store, &why), 0);
    OK(verify(store, &why));
    if (n_bad != 0)
        fail_msg("%s", last_bad);
    loyd_store_close(&store);
}

#define ONE "(SELECT min(id) FROM puzzle WHERE goal = 1)"

/* Wrong values that the digest refuses too, stored with the schema's checks
 * disabled; what verify alone notices is in catalogue_cells.py. */
static const struct lie {
    const char *sql;
    const char *words; /* in the error of the digest */
    const char *proof; /* in verify's report of the last bad row */
} lies[] = {
    {"UPDATE puzzle SET board = '1' WHERE id = " ONE, "invalid board",
     "invalid board"},
    {"UPDATE puzzle SET goal = 999 WHERE id = " ONE, "invalid goal",
     "invalid goal board"},
    {"UPDATE puzzle SET goal = -1 WHERE id = " ONE, "invalid goal", NULL},
    {"UPDATE puzzle SET goal = (SELECT max(pk) FROM goal) WHERE id = " ONE,
     "puzzle ", NULL},
    {"UPDATE puzzle SET id = '00' WHERE id = " ONE,
     "a puzzle has an invalid id", NULL},
    /* It sorts after all others, so that its rating is met first. */
    {"UPDATE puzzle SET id = x'00' WHERE id = " ONE,
     "a puzzle has an invalid id", NULL},
    {"UPDATE rating SET path = CAST(path AS BLOB)", "invalid rating", NULL},
    {"UPDATE goal SET board = '0 0 0/0 0 0/0 0 0' WHERE pk = 1",
     "invalid goal", NULL},
    {"UPDATE goal SET pk = -pk", "invalid goal", NULL},
    {"UPDATE series SET text = '3x3/rows~g1~a~1' || char(0) || 'b',"
     " bytes = 17 WHERE pk = 1", "invalid recipe", "invalid recipe"},
    {"UPDATE recipe SET number = number + 0.5", "invalid recipe",
     "invalid series or index"},
    {"DELETE FROM goal", "invalid goal", NULL},
};

static void
test_every_wrong_value_is_reported(void **state)
{
    size_t len;
    uint8_t *good;

    (void)state;
    fill_true(in_folder("c.db"));
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    for (size_t i = 0; i < COUNT(lies); i++) {
        loyd_store *store;
        uint8_t digest[LOYD_HASH_BYTES];
        loyd_why why = {{0}};
        loyd_err err;

        write_file(in_folder("c.db"), good, len);
        alter(lies[i].sql);
        store = open_store(in_folder("c.db"), LOYD_STORE_READ);
        (void)read_everything(store, &why);
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, digest, &why);
        if (err != LOYD_E_CORRUPT || strstr(why.text, lies[i].words) == NULL)
            fail_msg("%s: error %d %s", lies[i].sql, err, why.text);
        OK(verify(store, &why));
        if (n_bad == 0)
            fail_msg("%s: not found by verify", lies[i].sql);
        if (lies[i].proof != NULL && strstr(last_bad, lies[i].proof) == NULL)
            fail_msg("%s: verify: %s", lies[i].sql, last_bad);
        loyd_store_close(&store);
    }
    free(good);
}

/* The last of the shortest paths: at every step the last direction that
 * shortens the distance. */
static void
last_path(loyd_solver *solver, const loyd_puzzle *puzzle, size_t n,
          loyd_moves *path)
{
    loyd_puzzle at = *puzzle;

    path->n = 0;
    while (path->n < n) {
        for (unsigned dir = 4; dir-- > 0;) {
            static const loyd_solve_options how = {.is_length_only = true};
            loyd_puzzle next = at;
            loyd_solution solution = {0};

            if (!loyd_board_move(&next.start, (loyd_dir)dir))
                continue;
            assert_int_equal(
                loyd_solve(solver, &next, 1, &how, &solution, NULL),
                LOYD_OK);
            if (solution.upper != n - path->n - 1)
                continue;
            at = next;
            assert_int_equal(moves_push(path, (loyd_dir)dir), LOYD_OK);
            break;
        }
    }
}

/*
 * Appends a solution that makes `path` `length` long: any `depth` slides, then
 * a shortest solution, and nothing is taken back. Returns false if there is
 * none.
 */
static bool
lengthen(loyd_solver *solver, const loyd_puzzle *at, loyd_metric metric,
         unsigned depth, size_t length, loyd_moves *path)
{
    size_t n = path->n;
    unsigned last = n > 0 ? path->dir[n - 1] : 4;

    if (depth == 0) {
        const loyd_solve_options how = {.metric = metric};
        loyd_solution rest = {0};

        assert_int_equal(loyd_solve(solver, at, 1, &how, &rest, NULL),
                         LOYD_OK);
        for (size_t i = 0; i < rest.path.n; i++)
            assert_int_equal(moves_push(path, (loyd_dir)rest.path.dir[i]),
                             LOYD_OK);
        loyd_moves_free(&rest.path);
        if (path->n > n && path->dir[n] != (last ^ 2) &&
            loyd_moves_length(path, metric) == length)
            return true;
        path->n = n;
        return false;
    }
    for (unsigned dir = 0; dir < 4; dir++) {
        loyd_puzzle next = *at;

        while (dir != (last ^ 2) &&
               loyd_board_move(&next.start, (loyd_dir)dir)) {
            assert_int_equal(moves_push(path, (loyd_dir)dir), LOYD_OK);
            if (lengthen(solver, &next, metric, depth - 1, length, path))
                return true;
            if (metric == LOYD_STM)
                break;
        }
        path->n = n;
    }
    return false;
}

/* Makes a solution of that length; returns false if there is none near. */
static bool
detour(loyd_solver *solver, const loyd_puzzle *puzzle, loyd_metric metric,
       size_t length, loyd_moves *path)
{
    bool is_found = false;

    for (unsigned depth = 1; depth < 6 && !is_found; depth++) {
        path->n = 0;
        is_found = lengthen(solver, puzzle, metric, depth, length, path);
    }
    return is_found;
}

static void
write_rating(const loyd_id *id, unsigned lower, const loyd_moves *path)
{
    char name[LOYD_ID_CHARS + 1], text[500], sql[1500];

    assert_true(loyd_moves_print(path, NULL, 0) + 1 <= sizeof(text));
    loyd_id_print(id, name);
    moves_print(path, text);
    snprintf(sql, sizeof(sql),
             "UPDATE rating SET lower = %u, upper = %zu, path = '%s'"
             " WHERE puzzle = '%s' AND metric = 'stm';"
             "UPDATE puzzle SET stm = CASE WHEN %u = %zu THEN %u END,"
             " upper = CASE WHEN %u < %zu THEN %zu END WHERE id = '%s'",
             lower, path->n, text, name, lower, path->n, lower, lower, path->n,
             path->n, name);
    run_sql(in_folder("c.db"), sql);
}

/* Expects reports of verify, without and with a sample of all puzzles. */
static void
expect_words(const char *plain, const char *sampled)
{
    static const loyd_verify_options all = {.prove = 1000, .seed = "all"};
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    loyd_why why;

    OK(verify(store, &why));
    assert_int_equal(n_bad, plain != NULL);
    if (plain != NULL && strstr(last_bad, plain) == NULL)
        fail_msg("%s", last_bad);
    OK(verify_with(store, &all, &why));
    assert_true(sampled != NULL ? n_bad > 0 : n_bad == 0);
    if (sampled != NULL && strstr(last_bad, sampled) == NULL)
        fail_msg("%s", last_bad);
    loyd_store_close(&store);
}

static bool
is_other_path(const loyd_moves *a, const loyd_moves *b)
{
    return a->n != b->n || memcmp(a->dir, b->dir, a->n) != 0;
}

/* Ratings that pass every check but are false: only a search finds them. With
 * 9 cells all puzzles are searched, with 12 cells a sample. */
static void
expect_search_finds(const loyd_entry *entry, loyd_solver *solver,
                    bool *is_other)
{
    bool is_small = entry->puzzle.goal.width == entry->puzzle.goal.height;
    loyd_moves path = {0};

    last_path(solver, &entry->puzzle, entry->known[LOYD_STM].rating.upper,
              &path);
    *is_other = is_other_path(&path, &entry->known[LOYD_STM].path);
    write_rating(&entry->id, entry->known[LOYD_STM].rating.upper, &path);
    if (*is_other)
        expect_words(is_small ? "the path is not the canonical one"
                              : NULL,
                     "the path is not the canonical one");
    else
        expect_words(NULL, NULL);
    assert_true(detour(solver, &entry->puzzle, LOYD_STM,
                       entry->known[LOYD_STM].rating.upper + 2u, &path));
    write_rating(&entry->id, entry->known[LOYD_STM].rating.upper + 2u, &path);
    expect_words(is_small ? "the optimum is below the rating" : NULL,
                 "the optimum is below the rating");
    /* A true interval, then one whose lower bound is too high. */
    assert_true(detour(solver, &entry->puzzle, LOYD_STM,
                       entry->known[LOYD_STM].rating.upper + 4u, &path));
    write_rating(&entry->id, entry->known[LOYD_STM].rating.upper, &path);
    expect_words(NULL, NULL);
    write_rating(&entry->id, entry->known[LOYD_STM].rating.upper + 2u, &path);
    expect_words(is_small ? "the optimum is below the rating" : NULL,
                 "the optimum is below the rating");
    loyd_moves_free(&path);
}

static void
test_ratings_that_only_a_search_disproves(void **state)
{
    const loyd_filter filters[] = {
        {CONDITIONS({"size", "3x3"}, {"stm", "..99"})},
        {CONDITIONS({"recipe", "3x4/random*"}, {"stm", "21..99"})},
        {CONDITIONS({"recipe", "3x4/random*"}, {"stm", "40..99"})},
    };
    const loyd_solver_options shared = {.cache_dir = oracle_cache()};
    loyd_solver *solver = NULL;
    unsigned n_other = 0, n = 0;
    size_t len;
    uint8_t *good;

    (void)state;
    fill_true(in_folder("c.db"));
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    assert_int_equal(loyd_solver_new(&shared, &solver), LOYD_OK);
    for (size_t i = 0; i < COUNT(filters); i++) {
        loyd_store *store = open_store(in_folder("good.db"),
                                       LOYD_STORE_READ);
        loyd_cursor *cursor = NULL;
        const loyd_row *row;
        bool is_other;
        loyd_why why;

        OK(loyd_store_find(store, &filters[i], &cursor, &why));
        for (unsigned k = 0; k < (oracle_is_long() ? 3 : 1); k++) {
            OK(loyd_cursor_next(cursor, &row, &why));
            assert_non_null(row);
            write_file(in_folder("c.db"), good, len);
            expect_search_finds(row->entry, solver, &is_other);
            n_other += is_other;
            n++;
        }
        loyd_cursor_close(&cursor);
        loyd_store_close(&store);
    }
    assert_true(n >= COUNT(filters) && 2 * n_other > n);
    loyd_solver_free(&solver);
    free(good);
}

/* Finds the last of the shortest solutions in MTM, by single solutions. */
static void
last_mtm_path(loyd_solver *solver, const loyd_puzzle *puzzle, unsigned n,
              loyd_moves *path)
{
    static const loyd_solve_options how = {.is_length_only = true,
                                           .metric = LOYD_MTM};
    loyd_puzzle at = *puzzle;

    path->n = 0;
    for (; n > 0; n--) {
        loyd_puzzle best = at;
        unsigned best_dir = 0, best_tiles = 0;

        for (unsigned dir = 4; dir-- > 0 && best_tiles == 0;) {
            loyd_puzzle next = at;

            for (unsigned tiles = 1;
                 loyd_board_move(&next.start, (loyd_dir)dir); tiles++) {
                loyd_solution solution = {0};

                assert_int_equal(
                    loyd_solve(solver, &next, 1, &how, &solution, NULL),
                    LOYD_OK);
                if (solution.upper != n - 1)
                    continue;
                best = next;
                best_dir = dir;
                best_tiles = tiles;
            }
        }
        assert_true(best_tiles > 0);
        at = best;
        while (best_tiles-- > 0)
            assert_int_equal(moves_push(path, (loyd_dir)best_dir), LOYD_OK);
    }
}

static void
write_mtm(const loyd_id *id, unsigned lower, const loyd_moves *path)
{
    unsigned upper = (unsigned)loyd_moves_length(path, LOYD_MTM);
    char name[LOYD_ID_CHARS + 1], text[500], sql[1500];

    assert_true(loyd_moves_print(path, NULL, 0) + 1 <= sizeof(text));
    loyd_id_print(id, name);
    moves_print(path, text);
    snprintf(sql, sizeof(sql),
             "UPDATE rating SET lower = %u, upper = %u, path = '%s'"
             " WHERE puzzle = '%s' AND metric = 'mtm';"
             "UPDATE puzzle SET mtm = CASE WHEN %u = %u THEN %u END,"
             " mtm_upper = CASE WHEN %u < %u THEN %u END WHERE id = '%s'",
             lower, upper, text, name, lower, upper, upper, lower, upper,
             upper, name);
    run_sql(in_folder("c.db"), sql);
}

/* Returns the slides of a path; without one, more than any. */
static size_t
slides_of(const loyd_moves *path)
{
    size_t n = loyd_moves_length(path, LOYD_MTM);

    return n > 0 ? n : SIZE_MAX;
}

/* The same in MTM, for boards of 8 cells. */
static void
test_ratings_in_mtm_that_only_a_search_disproves(void **state)
{
    const loyd_filter filter = {CONDITIONS({"mtm_status", "proven"})};
    const loyd_solver_options shared = {.cache_dir = oracle_cache()};
    loyd_solver *solver = NULL;
    loyd_cursor *cursor = NULL;
    loyd_store *store;
    unsigned n_other = 0;
    const loyd_row *row;
    size_t len;
    uint8_t *good;
    loyd_why why;

    (void)state;
    fill_true(in_folder("c.db"));
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    store = open_store(in_folder("good.db"), LOYD_STORE_READ);
    assert_int_equal(loyd_solver_new(&shared, &solver), LOYD_OK);
    OK(loyd_store_find(store, &filter, &cursor, &why));
    for (unsigned k = 0; k < 8; k++) {
        loyd_moves path = {0};
        unsigned length;
        const char *fault;
        char below[LOYD_WHY_BYTES];
        bool is_other;

        OK(loyd_cursor_next(cursor, &row, &why));
        assert_non_null(row);
        write_file(in_folder("c.db"), good, len);
        last_mtm_path(solver, &row->entry->puzzle,
                      row->entry->known[LOYD_MTM].rating.upper, &path);
        is_other = is_other_path(&path, &row->entry->known[LOYD_MTM].path);
        n_other += is_other;
        write_mtm(&row->entry->id, row->entry->known[LOYD_MTM].rating.upper,
                  &path);
        fault = is_other ? "the path is not the canonical one in MTM" : NULL;
        expect_words(fault, fault);
        length = row->entry->known[LOYD_MTM].rating.upper + 1u;
        while (!detour(solver, &row->entry->puzzle, LOYD_MTM, length, &path))
            length++;
        write_mtm(&row->entry->id, length, &path);
        fault = length > slides_of(&row->entry->known[LOYD_STM].path)
                    ? "the ratings in STM and MTM contradict each other"
                    : below;
        snprintf(below, sizeof(below),
                 "the optimum is below the rating's lower bound: %u, not "
                 "%u in MTM",
                 row->entry->known[LOYD_MTM].rating.upper, length);
        expect_words(fault, fault);
        write_mtm(&row->entry->id, row->entry->known[LOYD_MTM].rating.upper,
                  &path);
        expect_words(NULL, NULL);
        loyd_moves_free(&path);
    }
    assert_true(n_other > 2);
    loyd_cursor_close(&cursor);
    loyd_store_close(&store);
    loyd_solver_free(&solver);
    free(good);
}

/* Counts the outcomes of damaged files: every kind must occur. */
static unsigned n_refused, n_found, n_harmless;

/* Opens and reads a file that may be damaged; if verify finds no fault, the
 * digest must be unchanged. */
static void
expect_no_lie(const uint8_t before[LOYD_HASH_BYTES], const char *what,
              unsigned long at)
{
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_store *store = NULL;
    loyd_why why = {{0}};
    loyd_err err = loyd_store_open(in_folder("c.db"), LOYD_STORE_READ, NULL,
                                   &store, &why);

    if (err != LOYD_OK) {
        assert_true(err == LOYD_E_CORRUPT || err == LOYD_E_FOREIGN ||
                    err == LOYD_E_NEWER || err == LOYD_E_IO ||
                    err == LOYD_E_DB || err == LOYD_E_NOMEM);
        assert_true(why.text[0] != '\0' || err == LOYD_E_NOMEM);
        n_refused++;
        return;
    }
    (void)read_everything(store, &why);
    if (verify(store, &why) != LOYD_OK || n_bad > 0) {
        n_found++;
    } else {
        n_harmless++;
        if (loyd_store_digest(store, LOYD_DIGEST_ALL, digest, &why) !=
                LOYD_OK ||
            memcmp(digest, before, sizeof(digest)) != 0)
            fail_msg("%s %lu: no fault, but another digest", what, at);
    }
    loyd_store_close(&store);
}

/* The share of the damages; at least a tenth is needed to meet each kind. */
static unsigned
damage_share(void)
{
    unsigned share = oracle_share();

    return share < 10 ? share : 10;
}

static void
test_flipped_bits(void **state)
{
    uint8_t before[LOYD_HASH_BYTES], *good;
    unsigned n = (oracle_is_long() ? 400 : 100) / damage_share();
    uint64_t random = 1;
    loyd_store *store;
    size_t len;

    (void)state;
    fill_true(in_folder("c.db"));
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    digest_of(store, before);
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    for (unsigned k = 0; k < n; k++) {
        /* Favours the first page, which holds the schema, and page headers. */
        size_t at = random_word(&random) % (k % 4 == 0 ? 110 : len);

        if (k % 4 == 1)
            at = at / 4096 * 4096 + at % 12;
        good[at] ^= (uint8_t)(1U << k % 8);
        list_folder(folder, true);
        write_file(in_folder("c.db"), good, len);
        expect_no_lie(before, "bit flipped in byte", at);
        good[at] ^= (uint8_t)(1U << k % 8);
    }
    assert_true(n_refused > n / 20 && n_found > n / 20 && n_harmless > n / 20);
    free(good);
}

static void
test_truncated_files(void **state)
{
    uint8_t before[LOYD_HASH_BYTES], *good;
    unsigned share = damage_share();
    loyd_store *store;
    size_t len;

    (void)state;
    fill_true(in_folder("c.db"));
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    digest_of(store, before);
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    for (size_t cut = 0; cut < len; cut += share * (cut < 200 ? 1 : 1009)) {
        list_folder(folder, true);
        write_file(in_folder("c.db"), good, cut);
        expect_no_lie(before, "cut at", cut);
    }
    free(good);
}

/* Adds 4x4 puzzles with all their rows to a file that may grow by `room`
 * pages; returns the first error. */
static loyd_err
add_with_room(loyd_store *store, int64_t room, loyd_why *why)
{
    char sql[100];
    sqlite3_stmt *stmt = NULL;
    uint64_t random = 77;
    loyd_board goal = goal_of("spiral", 4, 4);
    loyd_moves home = {0};
    loyd_err err;

    assert_int_equal(sqlite3_prepare_v2(store->db, "PRAGMA page_count", -1,
                                        &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    room += sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    snprintf(sql, sizeof(sql), "PRAGMA max_page_count = %lld",
             (long long)room);
    assert_int_equal(sqlite3_exec(store->db, sql, NULL, NULL, NULL),
                     SQLITE_OK);
    err = loyd_store_begin(store, why);
    for (unsigned i = 0; err == LOYD_OK && i < 300; i++) {
        loyd_puzzle puzzle = walk_away(&goal, 60, &random, &home);
        char text[100];
        loyd_recipe recipe;
        loyd_rating rating = rating_of(home.n, home.n);
        loyd_id id;

        snprintf(text, sizeof(text), "4x4/spiral~g1~full~%u", i);
        recipe = recipe_of(text);
        err = put_puzzle(store, &puzzle, &id, NULL, why);
        if (err == LOYD_OK)
            err = put_recipe(store, &recipe, &id, why);
        if (err == LOYD_OK)
            err = store_add_rating(store, &id, &rating, &home, why);
    }
    if (err == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_moves_free(&home);
    return err;
}

static void
test_full_disk_loses_nothing(void **state)
{
    uint8_t before[LOYD_HASH_BYTES], after[LOYD_HASH_BYTES];
    loyd_store *store;
    loyd_why why = {{0}};
    loyd_err err = LOYD_E_FULL;
    unsigned n_full = 0;
    int64_t n_before;

    (void)state;
    fill_true(in_folder("c.db"));
    n_before = ask_sql(in_folder("c.db"), "SELECT count(*) FROM puzzle");
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    digest_of(store, before);
    for (int64_t room = 0; err != LOYD_OK; room++) {
        err = add_with_room(store, room, &why);
        if (err == LOYD_OK)
            break;
        n_full++;
        assert_why("full", err, &why, LOYD_E_FULL,
                   "database or disk is full");
        /* The transaction has failed and cannot be committed in part. */
        assert_why("after",
                   put_puzzle(store,
                              &(loyd_puzzle){board_of("1 2/0 3"),
                                             board_of("1 2/3 0")},
                              NULL, NULL, &why),
                   &why, LOYD_E_DB, "the transaction has failed");
        assert_int_equal(loyd_store_commit(store, &why), LOYD_E_DB);
        loyd_store_rollback(store);
        digest_of(store, after);
        assert_memory_equal(before, after, sizeof(before));
        if (room % 2 == 1) {
            loyd_store_close(&store);
            store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
            digest_of(store, after);
            assert_memory_equal(before, after, sizeof(before));
        }
    }
    assert_true(n_full > 5);
    if (read_everything(store, &why) != 0)
        fail_msg("%s", why.text);
    loyd_store_close(&store);
    assert_int_equal(ask_sql(in_folder("c.db"),
                             "SELECT count(*) FROM puzzle"),
                     n_before + 300);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_true_rows_are_good),
        T(test_every_wrong_value_is_reported),
        T(test_ratings_that_only_a_search_disproves),
        T(test_ratings_in_mtm_that_only_a_search_disproves),
        T(test_flipped_bits),
        T(test_truncated_files),
        T(test_full_disk_loses_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
