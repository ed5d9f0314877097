/* SPDX-License-Identifier: MIT */
/* Tests the digest against an array of all records, sorted and hashed. */
#include "catalogue.h"

#include "verify/catalogue.h"
#include "verify/functions.h"
#include "core/crypto.h"
#include "core/moves.h"
#include "store/rows.h"
#include "store/store.h"

/* A record is the F of its fields: four bytes of length, then the bytes. */
struct hashed {
    uint8_t *bytes;
    size_t len;
};

static struct hashed *records;
static size_t n_records;

static void
add_field(struct hashed *record, const void *bytes, size_t len)
{
    record->bytes = realloc(record->bytes, record->len + 4 + len);
    assert_non_null(record->bytes);
    for (unsigned i = 0; i < 4; i++)
        record->bytes[record->len + i] = (uint8_t)(len >> 8 * i);
    memcpy(record->bytes + record->len + 4, bytes, len);
    record->len += 4 + len;
}

static struct hashed *
new_record(const char *kind)
{
    struct hashed *record;

    records = realloc(records, (n_records + 1) * sizeof(*records));
    assert_non_null(records);
    record = &records[n_records++];
    *record = (struct hashed){NULL, 0};
    add_field(record, kind, strlen(kind));
    return record;
}

static int
bytewise(const void *a, const void *b)
{
    const struct hashed *one = a, *other = b;
    size_t len = one->len < other->len ? one->len : other->len;
    int order = memcmp(one->bytes, other->bytes, len);

    return order != 0 ? order : (one->len > other->len) -
                                    (one->len < other->len);
}

static void
hash_records(uint8_t digest[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    if (n_records > 0)
        qsort(records, n_records, sizeof(records[0]), bytewise);
    crypto_hash_begin(&hash, NULL);
    for (size_t i = 0; i < n_records; i++)
        if (i == 0 || bytewise(&records[i - 1], &records[i]) != 0)
            crypto_hash_add(&hash, records[i].bytes, records[i].len);
    crypto_hash_end(&hash, digest);
}

static void
forget_records(void)
{
    for (size_t i = 0; i < n_records; i++)
        free(records[i].bytes);
    free(records);
    records = NULL;
    n_records = 0;
}

static void
record_recipes(loyd_store *store, const loyd_id *id)
{
    char text[LOYD_RECIPE_TEXT];
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_store_recipes(store, id, &cursor, &why));
    for (;;) {
        struct hashed *record;
        size_t len;

        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        len = loyd_recipe_print(row->recipe, text);
        record = new_record("recipe");
        add_field(record, text, len);
        add_field(record, id->byte, LOYD_ID_BYTES);
    }
    loyd_cursor_close(&cursor);
}

/* Reads the records of a catalogue through queries. */
static void
collect(loyd_store *store, loyd_digest_kind kind)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_store_find(store, &(loyd_filter){0}, &cursor, &why));
    for (;;) {
        struct hashed *record;
        const loyd_board *goal;
        const loyd_known *known;
        uint8_t size[2], length[2];
        size_t n;
        char *text;

        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        goal = &row->entry->puzzle.goal;
        n = (size_t)goal->width * goal->height;
        size[0] = goal->width;
        size[1] = goal->height;
        record = new_record("puzzle");
        add_field(record, row->entry->id.byte, LOYD_ID_BYTES);
        add_field(record, size, 2);
        add_field(record, goal->cell, n);
        add_field(record, row->entry->puzzle.start.cell, n);
        known = &row->entry->known[LOYD_STM];
        if (known->status == LOYD_STATUS_PROVEN) {
            length[0] = (uint8_t)(known->rating.upper & 255);
            length[1] = (uint8_t)(known->rating.upper >> 8);
            record = new_record("proven");
            add_field(record, row->entry->id.byte, LOYD_ID_BYTES);
            add_field(record, "stm", 3);
            add_field(record, length, 2);
            text = malloc(moves_text_room(&known->path));
            assert_non_null(text);
            add_field(record, text, moves_print(&known->path, text));
            free(text);
        }
        if (kind == LOYD_DIGEST_ALL)
            record_recipes(store, &row->entry->id);
    }
    loyd_cursor_close(&cursor);
}

static bool
note_fault(void *context, const loyd_bad *bad)
{
    snprintf(context, LOYD_WHY_BYTES, "%s", bad->what);
    return true;
}

static void
expect_oracle(loyd_store *store, loyd_digest_kind kind, size_t least)
{
    uint8_t digest[LOYD_HASH_BYTES], expected[LOYD_HASH_BYTES];
    char fault[LOYD_WHY_BYTES] = "";
    const loyd_listener listener = {.bad = note_fault, .context = fault};
    struct report report = {.listener = &listener};
    loyd_job_result result = {0};
    struct functions *f;
    loyd_why why;

    report.why = &why;
    collect(store, kind);
    assert_true(n_records >= least);
    hash_records(expected);
    forget_records();
    OK(loyd_store_digest(store, kind, digest, &why));
    assert_memory_equal(digest, expected, sizeof(digest));
    if (kind != LOYD_DIGEST_ALL)
        return;
    /* The digest as verify computes it, with separate code. */
    OK(functions_begin(store, &report, false, &f, &why));
    OK(redigest(store, expected, &report, &result, &why));
    assert_int_equal(report.bad, 0);
    assert_true(result.has_digest);
    assert_memory_equal(result.digest, expected, sizeof(expected));
    expected[0] ^= 1;
    OK(redigest(store, expected, &report, &result, &why));
    assert_int_equal(report.bad, 1);
    assert_non_null(strstr(fault, "digest: "));
    assert_non_null(strstr(fault, ": expected "));
    functions_end(f);
}

/* Writes a recipe without its index, chosen where sort orders differ: seeds
 * with ~ and digits, and texts of 250..270 and 500..530 bytes. */
static void
series_text(unsigned k, char text[LOYD_RECIPE_TEXT])
{
    static const char *const seeds[] = {"", "a",  "a~1", "a~",     "a~10",
                                        "b", "1", "~",   "\303\251", "a~1~1"};
    size_t len;

    if (k < 10) {
        snprintf(text, LOYD_RECIPE_TEXT, "3x3/rows~g1~%s", seeds[k]);
        return;
    }
    len = (size_t)(k % 2 == 0 ? 235 : 490) + k / 2;
    snprintf(text, LOYD_RECIPE_TEXT, "3x3/snake~g1~%0*u", (int)len, k % 7);
    if (k % 3 == 0)
        text[len - 2] = '~';
}

#define SERIES 45
#define PUZZLES 60

/* Adds recipes of all series with indices of 1..15 digits, in an order that
 * depends on `order`; every puzzle has some. */
static void
fill(loyd_store *store, uint64_t order, unsigned batch)
{
    static const uint64_t indices[] = {
        0,  1, 2, 3, 9, 10, 11, 19, 20, 99, 100, 110, 999999, 1000000,
        LOYD_INDEX_MAX, UINT64_C(100000000000000)};
    const unsigned n = SERIES * COUNT(indices);
    loyd_board goal = goal_of("rows", 3, 3);
    loyd_moves home = {0};
    loyd_why why;

    for (unsigned i = 0; i < n; i++) {
        /* A step coprime to n visits all. */
        unsigned k = (unsigned)((i * (order == 0 ? 1 : 4001) + order) % n);
        uint64_t of_puzzle = k % PUZZLES + 1;
        char text[LOYD_RECIPE_TEXT];
        loyd_puzzle puzzle = walk_away(&goal, 30, &of_puzzle, &home);
        loyd_rating rating = rating_of(home.n, home.n);
        loyd_recipe recipe;
        loyd_id id;

        if (i % batch == 0)
            OK(loyd_store_begin(store, &why));
        series_text(k / COUNT(indices), text);
        strcat(text, "~0");
        recipe = recipe_of(text);
        recipe.index = indices[k % COUNT(indices)];
        OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
        OK(store_add_recipe(store, &recipe, &id, &why));
        if (k % PUZZLES % 4 != 0)
            OK(store_add_rating(store, &id, &rating, &home, &why));
        if (i % batch == batch - 1 || i == n - 1)
            OK(loyd_store_commit(store, &why));
    }
    loyd_moves_free(&home);
}

static void
test_digest_is_all_records_sorted(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);

    (void)state;
    expect_oracle(store, LOYD_DIGEST_ALL, 0);
    fill(store, 0, 100);
    expect_oracle(store, LOYD_DIGEST_ALL, SERIES * 16 + 100);
    expect_oracle(store, LOYD_DIGEST_PUZZLES, 100);
    fill_store(store, "4x4/spiral,missing=3", 100, 1);
    fill_store(store, "2x7/columns", 100, 2);
    expect_oracle(store, LOYD_DIGEST_ALL, SERIES * 16 + 300);
    expect_oracle(store, LOYD_DIGEST_PUZZLES, 300);
    loyd_store_close(&store);
}

static void
test_digest_is_independent_of_order(void **state)
{
    uint8_t first[LOYD_HASH_BYTES], other[LOYD_HASH_BYTES];
    unsigned n = 0;

    (void)state;
    for (uint64_t order = 0; order < 4; order++) {
        loyd_store *store;

        list_folder(folder, true);
        store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
        fill(store, order * 17, 50 + 400 * (unsigned)order);
        if (order == 3) /* again */
            fill(store, 1, 333);
        digest_of(store, order == 0 ? first : other);
        loyd_store_close(&store);
        if (order > 0) {
            assert_memory_equal(first, other, sizeof(first));
            n++;
        }
    }
    assert_int_equal(n, 3);
    run_sql(in_folder("c.db"), "VACUUM");
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    digest_of(store, other);
    assert_memory_equal(first, other, sizeof(first));
    loyd_store_close(&store);
}

/* Unproven bounds, which may improve, are not part of the digest. */
static void
test_parts_of_the_digest(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_board goal = goal_of("rows", 4, 4);
    uint8_t digest[5][LOYD_HASH_BYTES];
    loyd_moves home = {0};
    uint64_t random = 4;
    loyd_puzzle puzzle = walk_away(&goal, 30, &random, &home);
    loyd_rating rating = rating_of(10, home.n);
    loyd_recipe recipe = recipe_of("4x4/rows~g1~x~1");
    loyd_why why;
    loyd_id id;

    (void)state;
    digest_of(store, digest[0]);
    OK(loyd_store_begin(store, &why));
    OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
    digest_of(store, digest[1]);
    OK(store_add_rating(store, &id, &rating, &home, &why));
    digest_of(store, digest[2]);
    assert_memory_equal(digest[1], digest[2], LOYD_HASH_BYTES);
    rating.lower = rating.upper;
    OK(store_add_rating(store, &id, &rating, &home, &why));
    digest_of(store, digest[2]);
    OK(loyd_store_digest(store, LOYD_DIGEST_PUZZLES, digest[3], &why));
    assert_memory_equal(digest[2], digest[3], LOYD_HASH_BYTES);
    OK(store_add_recipe(store, &recipe, &id, &why));
    digest_of(store, digest[3]);
    OK(loyd_store_digest(store, LOYD_DIGEST_PUZZLES, digest[4], &why));
    assert_memory_equal(digest[2], digest[4], LOYD_HASH_BYTES);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < i; k++)
            assert_memory_not_equal(digest[i], digest[k], LOYD_HASH_BYTES);
    loyd_store_close(&store);
    loyd_moves_free(&home);
}

static int
note_sorting(unsigned event, void *context, void *stmt, void *time)
{
    int *counts = context;

    (void)event;
    (void)time;
    counts[0]++;
    counts[1] += sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_SORT, 0);
    counts[1] += sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_AUTOINDEX, 0);
    return 0;
}

/* The indices give the order: nothing is sorted, and memory is constant. */
static void
test_nothing_is_sorted(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    int counts[2] = {0, 0};
    uint8_t digest[LOYD_HASH_BYTES];

    (void)state;
    fill(store, 0, 1000);
    sqlite3_trace_v2(store->db, SQLITE_TRACE_PROFILE, note_sorting, counts);
    digest_of(store, digest);
    assert_true(counts[0] > 20);
    assert_int_equal(counts[1], 0);
    loyd_store_close(&store);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_digest_is_all_records_sorted),
        T(test_digest_is_independent_of_order),
        T(test_parts_of_the_digest),
        T(test_nothing_is_sorted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
