/* SPDX-License-Identifier: MIT */
/* Intervals and estimates in a catalogue: any order of ratings gives the same
 * row, and contradictions store nothing. */
#include "catalogue.h"
#include "core/moves.h"
#include "store/rows.h"

#define RATINGS 7

/* A rating of one puzzle, and its path. */
struct offer {
    loyd_rating rating;
    loyd_moves path;
};

static int
by_search(const loyd_search *a, const loyd_search *b)
{
    if (a->budget == 0 || b->budget == 0) {
        if (a->budget != b->budget)
            return a->budget == 0 ? -1 : 1;
    } else if (a->budget != b->budget) {
        return a->budget > b->budget ? -1 : 1;
    }
    return strcmp(a->method, b->method);
}

/* A path home with moves back and forth at its beginning. */
static void
detour(const loyd_puzzle *puzzle, const loyd_moves *home, unsigned n,
       uint64_t *random, loyd_moves *path)
{
    loyd_why why;

    path->n = 0;
    while (n > 0) {
        uint8_t way = (uint8_t)(random_word(random) % 4);
        loyd_moves one = {.dir = &way, .n = 1};
        size_t n_good = 0;

        if (loyd_moves_replay(&puzzle->start, &puzzle->goal, &one, &n_good,
                              NULL) == LOYD_OK || n_good == 0)
            continue;
        OK(moves_push(path, (loyd_dir)way));
        OK(moves_push(path, (loyd_dir)((way + 2) % 4)));
        n--;
    }
    for (size_t i = 0; i < home->n; i++)
        OK(moves_push(path, (loyd_dir)home->dir[i]));
}

static loyd_search
draw_search(uint64_t *random)
{
    static const char *const methods[] = {"ida*", "quick 1", "best 1"};
    loyd_search search = {.budget = random_word(random) % 3};

    strcpy(search.method, methods[random_word(random) % COUNT(methods)]);
    return search;
}

/* What the ends must be, by the definition in store.h. */
static struct offer
best_of(const struct offer *offers, size_t n)
{
    struct offer best = offers[0];

    for (size_t i = 1; i < n; i++) {
        const loyd_rating *one = &offers[i].rating;
        int order = one->upper != best.rating.upper
                        ? (one->upper < best.rating.upper ? -1 : 1)
                        : memcmp(offers[i].path.dir, best.path.dir,
                                 one->upper);

        if (order == 0)
            order = by_search(&one->upper_search, &best.rating.upper_search);
        if (order < 0) {
            best.rating.upper = one->upper;
            best.rating.upper_search = one->upper_search;
            best.path = offers[i].path;
        }
        order = one->lower != best.rating.lower
                    ? (one->lower > best.rating.lower ? -1 : 1)
                    : by_search(&one->lower_search, &best.rating.lower_search);
        if (order < 0) {
            best.rating.lower = one->lower;
            best.rating.lower_search = one->lower_search;
        }
    }
    return best;
}

static void
expect_entry(loyd_store *store, const struct offer *wanted)
{
    const loyd_filter filter = {CONDITIONS({"status", "bounded"})};
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_store_find(store, &filter, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_non_null(row);
    assert_int_equal(row->entry->known[LOYD_STM].rating.lower,
                     wanted->rating.lower);
    assert_int_equal(row->entry->known[LOYD_STM].rating.upper,
                     wanted->rating.upper);
    assert_int_equal(
        by_search(&row->entry->known[LOYD_STM].rating.lower_search,
                  &wanted->rating.lower_search),
        0);
    assert_int_equal(
        by_search(&row->entry->known[LOYD_STM].rating.upper_search,
                  &wanted->rating.upper_search),
        0);
    assert_int_equal(row->entry->known[LOYD_STM].path.n, wanted->path.n);
    assert_memory_equal(row->entry->known[LOYD_STM].path.dir, wanted->path.dir,
                        wanted->path.n);
    loyd_cursor_close(&cursor);
}

static void
test_any_order_of_ratings(void **state)
{
    loyd_board goal = goal_of("rows", 5, 5);

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
        uint64_t random = seed;
        loyd_moves home = {0};
        struct offer offers[RATINGS] = {{.path = {0}}}, best;
        loyd_puzzle puzzle = walk_away(&goal, 30, &random, &home);
        loyd_why why;
        loyd_id id;

        OK(loyd_store_begin(store, &why));
        OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
        for (size_t i = 0; i < RATINGS; i++) {
            struct offer *o = &offers[i];

            detour(&puzzle, &home, (unsigned)(random_word(&random) % 3),
                   &random, &o->path);
            o->rating = rating_of(home.n - 2 - random_word(&random) % 3,
                                  o->path.n);
            o->rating.lower_search = draw_search(&random);
            o->rating.upper_search = draw_search(&random);
        }
        best = best_of(offers, RATINGS);
        for (size_t i = 0; i < 3 * RATINGS; i++) {
            const struct offer *o =
                &offers[i < RATINGS ? i : random_word(&random) % RATINGS];

            OK(store_add_rating(store, &id, &o->rating, &o->path, &why));
            if (i >= RATINGS - 1)
                expect_entry(store, &best);
        }
        OK(loyd_store_commit(store, &why));
        loyd_store_close(&store);
        assert_int_equal(ask_sql(in_folder("c.db"),
                                 "SELECT count(*) FROM puzzle, rating AS r"
                                 " WHERE r.puzzle = id AND puzzle.upper ="
                                 " r.upper AND stm IS NULL"), 1);
        remove(in_folder("c.db"));
        for (size_t i = 0; i < RATINGS; i++)
            loyd_moves_free(&offers[i].path);
        loyd_moves_free(&home);
    }
}

/* A proof replaces both ends and both searches, and keeps the estimate. */
static void
test_a_proof_replaces_both_ends(void **state)
{
    loyd_store *store = open_store(in_folder("p.db"), LOYD_STORE_CREATE);
    loyd_board goal = goal_of("rows", 5, 5);
    uint64_t random = 1;
    loyd_moves home = {0};
    loyd_puzzle puzzle = walk_away(&goal, 12, &random, &home);
    loyd_rating wide = rating_of(home.n, home.n + 2);
    loyd_rating proof = rating_of(home.n, home.n);
    loyd_moves path = {0};
    loyd_why why;
    loyd_id id;

    (void)state;
    detour(&puzzle, &home, 1, &random, &path);
    wide.lower_search.budget = 0; /* first in the order of searches */
    OK(loyd_store_begin(store, &why));
    OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
    OK(store_add_rating(store, &id, &wide, &path, &why));
    OK(store_add_estimate(store, &id, 1, (uint16_t)path.n, &why));
    OK(store_add_rating(store, &id, &proof, &home, &why));
    OK(store_add_rating(store, &id, &wide, &path, &why));
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    assert_int_equal(ask_sql(in_folder("p.db"),
                             "SELECT count(*) FROM puzzle, rating AS r"
                             " WHERE r.puzzle = id AND stm = r.upper AND"
                             " puzzle.upper IS NULL AND r.lower = r.upper AND"
                             " lower_search IS NULL"), 1);
    assert_int_equal(ask_sql(in_folder("p.db"),
                             "SELECT 65536 * (estimate_version - 1) + estimate"
                             " - stm FROM puzzle"), 2);
    loyd_moves_free(&path);
    loyd_moves_free(&home);
}

static void
test_estimates(void **state)
{
    loyd_store *store = open_store(in_folder("e.db"), LOYD_STORE_CREATE);
    loyd_board goal = goal_of("snake", 6, 3), small = goal_of("rows", 4, 4);
    uint64_t random = 2;
    loyd_moves home = {0}, other = {0};
    loyd_puzzle puzzle = walk_away(&goal, 20, &random, &home);
    loyd_puzzle exact = walk_away(&small, 20, &random, &other);
    uint16_t n = (uint16_t)home.n;
    loyd_rating rating = rating_of(home.n - 2, home.n);
    loyd_rating above = rating_of(home.n, home.n);
    loyd_why why;
    loyd_id id, id_2;

    (void)state;
    assert_int_equal(store_add_estimate(store, &(loyd_id){{0}}, 1, n, &why),
                     LOYD_E_DB);
    OK(loyd_store_begin(store, &why));
    assert_int_equal(store_add_estimate(store, &(loyd_id){{0}}, 1, n, &why),
                     LOYD_E_NOT_FOUND);
    OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
    OK(store_add_puzzle(store, &exact, &id_2, NULL, &why));
    assert_why("16 cells", store_add_estimate(store, &id_2, 1, n, &why), &why,
               LOYD_E_RANGE, "estimate of a board of up to 16 cells");
    assert_int_equal(store_add_estimate(store, &id, 0, n, &why), LOYD_E_RANGE);
    assert_int_equal(store_add_estimate(store, &id, 65536, n, &why),
                     LOYD_E_RANGE);
    assert_int_equal(store_add_estimate(store, &id, 1, 0, &why), LOYD_E_RANGE);
    assert_int_equal(
        store_add_estimate(store, &id, 1, (uint16_t)(n + 1), &why),
        LOYD_E_RANGE); /* parity */
    OK(store_add_estimate(store, &id, 2, (uint16_t)(n + 4), &why));
    OK(store_add_estimate(store, &id, 1, (uint16_t)(n + 2), &why));
    OK(store_add_estimate(store, &id, 2, (uint16_t)(n + 6), &why));
    OK(store_add_estimate(store, &id, 1, (uint16_t)(n + 2), &why));
    assert_int_equal(store_add_estimate(store, &id, 1, n, &why),
                     LOYD_E_CORRUPT); /* another one of the same version */
    OK(store_add_rating(store, &id, &rating, &home, &why));
    assert_int_equal(
        store_add_estimate(store, &id, 2, (uint16_t)(n - 4), &why),
        LOYD_E_CORRUPT); /* below the rating */
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    assert_int_equal(ask_sql(in_folder("e.db"), "SELECT max(65536 *"
                                                " estimate_version + estimate)"
                                                " FROM puzzle"),
                     65536 + n + 2);
    /* An estimate below a new lower end. */
    run_sql(in_folder("e.db"), "UPDATE puzzle SET estimate = estimate - 4"
                               " WHERE estimate IS NOT NULL");
    store = open_store(in_folder("e.db"), LOYD_STORE_WRITE);
    OK(loyd_store_begin(store, &why));
    assert_int_equal(store_add_rating(store, &id, &above, &home, &why),
                     LOYD_E_CORRUPT);
    loyd_store_rollback(store);
    loyd_store_close(&store);
    loyd_moves_free(&home);
    loyd_moves_free(&other);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order_of_ratings),
        cmocka_unit_test(test_a_proof_replaces_both_ends),
        cmocka_unit_test(test_estimates),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
