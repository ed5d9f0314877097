/* SPDX-License-Identifier: MIT */
/*
 * Tests damaged table files. They are rejected before use; if the checksum
 * fits all the same, boards detect the damage and are solved again. The oracle
 * is the same tables undamaged.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "oracle.h"

#include "loyd/generate.h"
#include "loyd/tables.h"
#include "loyd/target.h"
#include "solve/kinds.h"
#include "solve/table/heuristic.h"
#include "solve/table/table_file.h"

#define N_PLACES 200
#define LARGEST_BITS 23 /* a megabyte has 2^23 bits */

/* A monitor without callbacks, and error details that are ignored. */
static struct monitor nobody;
static loyd_why words;

static char dir[64];
static char path[TABLE_PATH_BYTES];

static int
make_dir(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/loyd-tables-XXXXXX");
    return mkdtemp(dir) == NULL ? -1 : 0;
}

static int
remove_dir(void **state)
{
    (void)state;
    (void)unlink(path);
    return rmdir(dir);
}

/* Writes the file of built tables; sets `path`. */
static void
write_file(const struct table_body *b, unsigned threads)
{
    char version[24];

    snprintf(version, sizeof(version), "/tables-%d-", LOYD_TABLES_VERSION);
    assert_true(table_file_path(dir, b, path));
    assert_non_null(strstr(path, version));
    assert_int_equal(table_file_write(b, dir, threads, &nobody, &words),
                     LOYD_OK);
}

static void
plan(const loyd_class *cls, loyd_metric metric, loyd_tables size,
     struct table_body *b)
{
    assert_int_equal(table_body_plan(b, kind_of(cls, metric, size), cls, size),
                     LOYD_OK);
}

/* Builds the tables of a class and writes their file. */
static void
build(const loyd_class *cls, loyd_metric metric, loyd_tables size,
      struct table_body *b)
{
    plan(cls, metric, size, b);
    assert_int_equal(table_body_build(b, 2, &nobody), LOYD_OK);
    write_file(b, 2);
}

static void
build_file(const loyd_class *cls, loyd_metric metric, loyd_tables size)
{
    struct table_body b;

    build(cls, metric, size, &b);
    table_body_free(&b);
}

/* Returns the result of opening the file; the tables are freed. */
static loyd_err
open_file(const loyd_class *cls, loyd_metric metric, loyd_tables size,
          unsigned threads)
{
    struct table_body b;
    loyd_err err;

    plan(cls, metric, size, &b);
    err = table_file_map(&b, dir, threads, &nobody, &words);
    assert_int_equal(b.mapping != NULL, err == LOYD_OK);
    table_body_free(&b);
    return err;
}

/* Changes bytes in one of three ways. */
static void
spoil(uint8_t *bytes, uint64_t n, unsigned way, uint64_t *seed)
{
    uint64_t n_changed = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint8_t was = bytes[i];

        bytes[i] = way == 0   ? 0
                   : way == 1 ? (uint8_t)oracle_word(seed)
                              : (uint8_t)~was;
        n_changed += bytes[i] != was;
    }
    if (n_changed == 0)
        bytes[0] ^= 1;
}

/*
 * Damage from one bit to a megabyte, doubling, each at another place: the file
 * must be rejected, and accepted again with the old bytes.
 */
static void
refuse_one(int file, const loyd_class *cls, loyd_metric metric,
           loyd_tables size, uint64_t seed)
{
    static uint8_t old[1u << 20], new[1u << 20];
    unsigned log = oracle_below(&seed, LARGEST_BITS + 1);
    uint64_t n = log < 3 ? 1 : UINT64_C(1) << (log - 3), at;
    struct stat s;
    loyd_err err;

    assert_int_equal(fstat(file, &s), 0);
    at = oracle_word(&seed) % ((uint64_t)s.st_size - n + 1);
    assert_int_equal(pread(file, old, n, (off_t)at), n);
    memcpy(new, old, n);
    if (log < 3)
        new[0] ^= (uint8_t)(1u << oracle_below(&seed, 8));
    else
        spoil(new, n, oracle_below(&seed, 3), &seed);
    assert_int_equal(pwrite(file, new, n, (off_t)at), n);
    err = open_file(cls, metric, size, 1 + oracle_below(&seed, 3));
    if (err != LOYD_E_CORRUPT && err != LOYD_E_FOREIGN)
        fail_msg("%llu bytes changed at offset %llu: error %d",
                 (unsigned long long)n, (unsigned long long)at, err);
    assert_int_equal(pwrite(file, old, n, (off_t)at), n);
}

static void
refuse_all(const loyd_class *cls, loyd_metric metric, loyd_tables size,
           uint64_t n_places)
{
    int file = open(path, O_RDWR);

    assert_true(file >= 0);
    for (uint64_t seed = 0; seed < n_places; seed++)
        refuse_one(file, cls, metric, size, seed);
    assert_int_equal(open_file(cls, metric, size, 1), LOYD_OK);
    assert_int_equal(close(file), 0);
}

static void
refuse_damage(const loyd_class *cls, loyd_tables size)
{
    build_file(cls, LOYD_STM, size);
    refuse_all(cls, LOYD_STM, size, N_PLACES);
}

/* Patterns and a whole-state table. The file of another class, and one of the
 * tables in STM, are refused too. */
static void
test_damage_in_mtm_is_refused(void **state)
{
    const loyd_class both[] = {{7, 2, 0}, {4, 3, 1}};
    unsigned n_classes = oracle_is_long() ? 2 : 1; /* 4x3 is forged too */
    uint64_t n_places = oracle_is_long() ? N_PLACES : N_PLACES / 10;

    (void)state;
    for (unsigned i = 0; i < n_classes; i++) {
        loyd_class other = {both[i].width, both[i].height, 2};
        char there[TABLE_PATH_BYTES];
        struct table_body body;

        build_file(&both[i], LOYD_MTM, LOYD_TABLES_LARGE);
        refuse_all(&both[i], LOYD_MTM, LOYD_TABLES_LARGE, n_places);
        plan(&other, LOYD_MTM, LOYD_TABLES_LARGE, &body);
        assert_true(table_file_path(dir, &body, there));
        assert_int_equal(rename(path, there), 0);
        assert_int_equal(open_file(&both[i], LOYD_MTM, LOYD_TABLES_LARGE, 1),
                         LOYD_E_NOT_FOUND);
        assert_int_equal(open_file(&other, LOYD_MTM, LOYD_TABLES_LARGE, 1),
                         LOYD_E_FOREIGN);
        assert_int_equal(unlink(there), 0);
        table_body_free(&body);
    }
}

static void
test_damage_is_refused(void **state)
{
    loyd_class small = {4, 4, 0}, large = {5, 3, 8};

    (void)state;
    refuse_damage(&small, LOYD_TABLES_SMALL);
    if (oracle_is_long()) {
        assert_int_equal(unlink(path), 0);
        refuse_damage(&small, LOYD_TABLES_LARGE);
        assert_int_equal(unlink(path), 0);
        refuse_damage(&large, LOYD_TABLES_LARGE);
    }
}

/* Returns the result of opening the file as that of another class or size. */
static loyd_err
open_as(const loyd_class *cls, loyd_tables size)
{
    const struct table_body body = {
        .cls = *cls, .metric = LOYD_STM, .size = size};
    char other[TABLE_PATH_BYTES];
    loyd_err err;

    assert_true(table_file_path(dir, &body, other));
    assert_int_equal(rename(path, other), 0);
    err = open_file(cls, LOYD_STM, size, 1);
    assert_int_equal(rename(other, path), 0);
    return err;
}

/*
 * A truncated file, a longer one, those of another size or class, and one that
 * is not a regular file.
 */
static void
test_other_files_are_refused(void **state)
{
    loyd_class cls = {4, 4, 0}, other = {5, 3, 6}, twin = {5, 3, 7};
    struct stat s;

    (void)state;
    build_file(&other, LOYD_STM, LOYD_TABLES_SMALL);
    assert_int_equal(open_as(&twin, LOYD_TABLES_SMALL), LOYD_E_FOREIGN);
    assert_int_equal(unlink(path), 0);
    build_file(&cls, LOYD_STM, LOYD_TABLES_SMALL);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(truncate(path, s.st_size + 1), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1),
                     LOYD_E_CORRUPT);
    assert_int_equal(truncate(path, s.st_size), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1), LOYD_OK);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_LARGE, 1),
                     LOYD_E_NOT_FOUND);
    assert_int_equal(open_as(&cls, LOYD_TABLES_LARGE), LOYD_E_CORRUPT);
    assert_int_equal(truncate(path, s.st_size - 1), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1),
                     LOYD_E_CORRUPT);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1),
                     LOYD_E_CORRUPT);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1),
                     LOYD_E_NOT_FOUND);
}

/* A link in the cache is not followed, neither to read nor to write. */
static void
test_links_are_not_followed(void **state)
{
    loyd_class cls = {4, 4, 0};
    char there[sizeof(dir) + 16], beside[TABLE_PATH_BYTES + 8];
    struct table_body b;
    struct stat s;

    (void)state;
    build(&cls, LOYD_STM, LOYD_TABLES_SMALL, &b);
    snprintf(there, sizeof(there), "%s/there", dir);
    assert_int_equal(rename(path, there), 0);
    assert_int_equal(symlink(there, path), 0);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1),
                     LOYD_E_IO);
    assert_int_equal(truncate(there, 1), 0);
    snprintf(beside, sizeof(beside), "%s.part", path);
    assert_int_equal(symlink(there, beside), 0);
    write_file(&b, 1);
    assert_int_equal(stat(there, &s), 0);
    assert_int_equal(s.st_size, 1);
    assert_int_equal(open_file(&cls, LOYD_STM, LOYD_TABLES_SMALL, 1), LOYD_OK);
    assert_int_equal(lstat(path, &s), 0);
    assert_true(S_ISREG(s.st_mode));
    (void)unlink(beside);
    assert_int_equal(unlink(there), 0);
    table_body_free(&b);
}

/* Damage with a correct checksum. */

struct warned {
    unsigned n;
    char text[1024];
};

static void
note_warning(void *context, const char *text)
{
    struct warned *w = context;

    w->n++;
    snprintf(w->text, sizeof(w->text), "%s", text);
}

static loyd_solution *
solve_in(loyd_metric metric, const loyd_puzzle *puzzles, size_t n,
         bool is_length_only, struct warned *w)
{
    const loyd_listener listener = {.warning = note_warning, .context = w};
    const loyd_board *first = &puzzles[0].start;
    bool is_wide = first->width * first->height > LOYD_EXACT_CELLS;
    loyd_solver_options options = {.tables = is_wide ? LOYD_TABLES_SMALL
                                                     : LOYD_TABLES_LARGE,
                                   .threads = 2,
                                   .cache_dir = dir,
                                   .listener = &listener};
    loyd_solve_options how = {.is_length_only = is_length_only,
                              .metric = metric};
    loyd_solver *solver = NULL;
    loyd_solution *solutions;

    w->n = 0;
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    solutions = oracle_solve(solver, puzzles, n, &how);
    loyd_solver_free(&solver);
    return solutions;
}

static loyd_solution *
solve(const loyd_puzzle *puzzles, size_t n, bool is_length_only,
      struct warned *w)
{
    return solve_in(LOYD_STM, puzzles, n, is_length_only, w);
}

static void
draw_all(const char *text, loyd_puzzle *puzzles, size_t n)
{
    loyd_generator *g = NULL;
    loyd_recipe recipe;

    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &g, NULL), LOYD_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(
            loyd_generator_draw(g, NULL, i, 0, &puzzles[i], NULL, NULL),
            LOYD_OK);
    loyd_generator_free(&g);
}

static void
assert_same(const loyd_solution *a, const loyd_solution *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(a[i].lower, a[i].upper);
        assert_int_equal(a[i].upper, b[i].upper);
        assert_int_equal(a[i].path.n, b[i].path.n);
        if (a[i].path.n > 0)
            assert_memory_equal(a[i].path.dir, b[i].path.dir, a[i].path.n);
    }
}

/*
 * Zeroes a part of a table and updates the checksum, as if faulty memory had
 * written the file. Returns whether it can be opened.
 */
static bool
forge(const struct table_body *b, uint64_t n_bytes, uint64_t seed)
{
    const struct heuristic *h = b->owner;
    const struct table_part *part = &b->parts[seed % h->n_groups];
    uint8_t *bytes = (uint8_t *)(uintptr_t)part->at, *kept = malloc(n_bytes);
    uint64_t at;

    assert_non_null(kept);
    assert_true(part->bytes > n_bytes);
    at = oracle_word(&seed) % (part->bytes - n_bytes);
    memcpy(kept, bytes + at, n_bytes);
    spoil(bytes + at, n_bytes, 2, &seed);
    write_file(b, 2);
    memcpy(bytes + at, kept, n_bytes);
    free(kept);
    return open_file(&b->cls, LOYD_STM, b->size, 2) == LOYD_OK;
}

/*
 * Damages a file once. Returns true if boards detected it after opening did
 * not.
 */
static bool
solve_forged(const struct table_body *b, uint64_t n_bytes, uint64_t seed,
             const loyd_puzzle *puzzles, const loyd_solution *right, size_t n,
             bool is_length_only)
{
    bool is_taken = forge(b, n_bytes, seed);
    loyd_solution *solutions;
    bool is_found;
    struct warned w;

    solutions = solve(puzzles, n, is_length_only, &w);
    is_found = is_taken && w.n == 1;
    assert_same(solutions, right, n);
    oracle_free(solutions, n);
    assert_true(w.n == 1 || (w.n == 0 && is_taken));
    if (w.n == 1) {
        assert_non_null(strstr(w.text, "damaged ("));
        /* The file was replaced. */
        assert_int_equal(open_file(&b->cls, LOYD_STM, b->size, 1), LOYD_OK);
        solutions = solve(puzzles, 1, is_length_only, &w);
        assert_int_equal(w.n, 0);
        oracle_free(solutions, 1);
    }
    return is_found;
}

/*
 * Small damage passes the few descents at opening, and a board among many
 * meets it; the whole batch must then be solved correctly. Returns how often
 * boards detected it.
 */
static unsigned
check_forged(const char *recipe, loyd_class cls, size_t n, unsigned n_damages,
             uint64_t n_bytes)
{
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_solution *right;
    unsigned n_found = 0;
    struct table_body b;
    struct warned w;

    assert_non_null(puzzles);
    draw_all(recipe, puzzles, n);
    build(&cls, LOYD_STM,
          cls.width * cls.height > LOYD_EXACT_CELLS ? LOYD_TABLES_SMALL
                                                    : LOYD_TABLES_LARGE,
          &b);
    for (unsigned k = 0; k < 2; k++) {
        if (k != b.cls.width % 2u && !oracle_is_long())
            continue;
        right = solve(puzzles, n, k == 1, &w);
        assert_int_equal(w.n, 0);
        for (unsigned i = 1; i <= n_damages; i++)
            n_found += solve_forged(&b, n_bytes, i, puzzles, right, n, k == 1);
        oracle_free(right, n);
    }
    assert_int_equal(unlink(path), 0);
    table_body_free(&b);
    free(puzzles);
    return n_found;
}

static void
test_forged_tables_change_nothing(void **state)
{
    (void)state;
    if (oracle_is_slow())
        skip();
    /* Otherwise only opening was tested. */
    assert_true(check_forged("5x3/rows,blank=first~g1~forged~0",
                             (loyd_class){5, 3, 0}, 500, 1, 2000) > 0);
    /* The small tables of more than 16 cells are kept too. */
    assert_true(check_forged("6x3/rows,blank=1.0~g1:walk:200~forged~0",
                             (loyd_class){6, 3, 6}, 700, 1, 700) > 0);
    if (oracle_is_long())
        (void)check_forged("4x4/rows,blank=first~g1~forged~0",
                           (loyd_class){4, 4, 0}, 4000, 2, 4000);
}

/*
 * Bits of tables in MTM are inverted before the file is written. Opening
 * notices it, or the boards have the right solutions all the same, with or
 * without a warning and a new file.
 */
static void
check_forged_mtm(const loyd_class *cls, const char *recipe, size_t n)
{
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_solution *right, *found;
    struct table_body b;
    struct warned w;

    assert_non_null(puzzles);
    draw_all(recipe, puzzles, n);
    build(cls, LOYD_MTM, LOYD_TABLES_LARGE, &b);
    right = solve_in(LOYD_MTM, puzzles, n, false, &w);
    assert_int_equal(w.n, 0);
    for (uint64_t seed = 0; seed < 2; seed++) {
        if (seed != (b.n_parts == 1) && !oracle_is_long())
            continue;
        const struct table_part *part = &b.parts[seed % b.n_parts];
        uint8_t *at = (uint8_t *)(uintptr_t)part->at;
        uint64_t salt = seed;

        spoil(at, part->bytes / 2, 2, &salt);
        write_file(&b, 2);
        spoil(at, part->bytes / 2, 2, &salt);
        assert_int_equal(open_file(cls, LOYD_MTM, LOYD_TABLES_LARGE, 1),
                         LOYD_E_CORRUPT);
        found = solve_in(LOYD_MTM, puzzles, n, false, &w);
        assert_int_equal(w.n, 1);
        assert_non_null(strstr(w.text, "tables in MTM for "));
        assert_non_null(strstr(w.text, "damaged (inconsistent entries"));
        assert_same(found, right, n);
        oracle_free(found, n);
        /* The file was replaced. */
        assert_int_equal(open_file(cls, LOYD_MTM, LOYD_TABLES_LARGE, 2),
                         LOYD_OK);
    }
    assert_int_equal(unlink(path), 0);
    oracle_free(right, n);
    table_body_free(&b);
    free(puzzles);
}

static void
test_forged_tables_in_mtm_change_nothing(void **state)
{
    (void)state;
    if (oracle_is_slow())
        skip();
    check_forged_mtm(&(loyd_class){7, 2, 0},
                     "7x2/rows,blank=first~g1~forged~0", 40);
    check_forged_mtm(&(loyd_class){4, 3, 0},
                     "4x3/rows,blank=first~g1~forged~0", 200);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_damage_is_refused, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_damage_in_mtm_is_refused,
                                        make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(
            test_forged_tables_in_mtm_change_nothing, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(test_other_files_are_refused, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_links_are_not_followed, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_forged_tables_change_nothing,
                                        make_dir, remove_dir),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
