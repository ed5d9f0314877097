/* SPDX-License-Identifier: MIT */
/*
 * A catalogue of the records in golden_digest.tsv has the digests and gives
 * the picks that the second implementation computed from the text alone.
 */
#include "catalogue.h"
#include "golden.h"

static loyd_id
read_id(const char *text)
{
    loyd_id first, last;

    assert_int_equal(strlen(text), LOYD_ID_CHARS);
    assert_int_equal(loyd_id_parse(text, LOYD_ID_CHARS, &first, &last, NULL),
                     LOYD_OK);
    return first;
}

static void
add_puzzle(loyd_store *store, char **field)
{
    loyd_puzzle puzzle = {oracle_board(field[2]), oracle_board(field[3])};
    loyd_id id, expected = read_id(field[1]);
    loyd_why why;

    if (put_puzzle(store, &puzzle, &id, NULL, &why) != LOYD_OK)
        fail_msg("%s: %s", field[1], why.text);
    assert_memory_equal(&id, &expected, sizeof(id));
}

static void
add_recipe(loyd_store *store, char **field)
{
    loyd_recipe *recipe = calloc(1, sizeof(*recipe));
    loyd_id id = read_id(field[2]);
    loyd_why why;

    assert_non_null(recipe);
    assert_int_equal(loyd_recipe_parse(field[1], strlen(field[1]), recipe,
                                       NULL), LOYD_OK);
    if (put_recipe(store, recipe, &id, &why) != LOYD_OK)
        fail_msg("%s: %s", field[1], why.text);
    free(recipe);
}

static void
add_proof(loyd_store *store, char **field)
{
    loyd_rating rating;
    loyd_moves path = {NULL, 0, 0};
    loyd_id id = read_id(field[1]);
    loyd_why why;

    memset(&rating, 0, sizeof(rating));
    rating.lower = rating.upper = (uint16_t)strtoul(field[2], NULL, 10);
    strcpy(rating.lower_search.method, "golden");
    rating.upper_search = rating.lower_search;
    assert_int_equal(moves_parse(field[3], strlen(field[3]), &path, NULL),
                     LOYD_OK);
    if (store_add_rating(store, &id, &rating, &path, &why) != LOYD_OK)
        fail_msg("%s: %s", field[1], why.text);
    loyd_moves_free(&path);
}

/* Stores the rows; returns the number of records. */
static unsigned
fill(loyd_store *store)
{
    static const struct {
        const char *kind;
        int n_fields;
        void (*add)(loyd_store *store, char **field);
    } kinds[] = {{"puzzle", 4, add_puzzle},
                 {"recipe", 3, add_recipe},
                 {"proven", 4, add_proof}};
    struct tsv tsv;
    unsigned n = 0;

    assert_int_equal(loyd_store_begin(store, NULL), LOYD_OK);
    tsv_open(&tsv, "golden_digest.tsv");
    while (tsv_next(&tsv, 0))
        for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
            if (strcmp(tsv.field[0], kinds[k].kind) == 0) {
                assert_int_equal(tsv.n_fields, kinds[k].n_fields);
                kinds[k].add(store, tsv.field);
                n++;
            }
    tsv_close(&tsv);
    assert_int_equal(loyd_store_commit(store, NULL), LOYD_OK);
    return n;
}

static void
check_digest(loyd_store *store, const char *kind, const char *hex)
{
    uint8_t digest[LOYD_HASH_BYTES];
    char text[2 * LOYD_HASH_BYTES + 1];

    assert_int_equal(loyd_store_digest(store, strcmp(kind, "all") == 0
                                       ? LOYD_DIGEST_ALL
                                       : LOYD_DIGEST_PUZZLES, digest, NULL),
                     LOYD_OK);
    for (size_t k = 0; k < LOYD_HASH_BYTES; k++)
        snprintf(text + 2 * k, 3, "%02x", digest[k]);
    assert_string_equal(text, hex);
}

/* Expects exactly the ids of `ids`, in that order, separated by spaces. */
static void
check_pick(loyd_store *store, const char *seed, uint64_t limit,
           const char *ids)
{
    loyd_filter filter;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;

    memset(&filter, 0, sizeof(filter));
    filter.pick = seed;
    filter.limit = limit;
    assert_int_equal(loyd_store_find(store, &filter, &cursor, NULL), LOYD_OK);
    for (uint64_t k = 0;; k++) {
        char text[LOYD_ID_CHARS + 1];

        assert_int_equal(loyd_cursor_next(cursor, &row, NULL), LOYD_OK);
        assert_int_equal(row != NULL, k < limit);
        if (row == NULL)
            break;
        loyd_id_print(&row->entry->id, text);
        if (strncmp(text, ids, LOYD_ID_CHARS) != 0)
            fail_msg("pick '%s', number %lu: %s", seed, (unsigned long)k,
                     text);
        ids += LOYD_ID_CHARS + (ids[LOYD_ID_CHARS] == ' ');
    }
    assert_int_equal(*ids, '\0');
    loyd_cursor_close(&cursor);
}

static void
test_digest_and_picks_are_golden(void **state)
{
    loyd_store *store = NULL;
    struct tsv tsv;
    unsigned n_digests = 0, n_picks = 0;

    (void)state;
    assert_int_equal(loyd_store_open(in_folder("c.db"), LOYD_STORE_CREATE,
                                     NULL, &store, NULL), LOYD_OK);
    assert_true(fill(store) > 50);
    fill(store); /* stored rows stay unchanged */
    tsv_open(&tsv, "golden_digest.tsv");
    while (tsv_next(&tsv, 0))
        if (strcmp(tsv.field[0], "digest") == 0) {
            check_digest(store, tsv.field[1], tsv.field[2]);
            n_digests++;
        } else if (strcmp(tsv.field[0], "pick") == 0) {
            check_pick(store, tsv.field[1], strtoull(tsv.field[2], NULL, 10),
                       tsv.field[3]);
            n_picks++;
        }
    tsv_close(&tsv);
    loyd_store_close(&store);
    assert_true(n_digests == 2 && n_picks >= 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_digest_and_picks_are_golden,
                                        make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
