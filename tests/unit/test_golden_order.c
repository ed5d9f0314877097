/* SPDX-License-Identifier: MIT */
/*
 * Tests version 2 of the draw against golden_order.tsv, which the second
 * implementation wrote: the permutation, and the puzzles of days.
 */
#include "catalogue.h"
#include "golden.h"

#include <loyd/channel.h>

#include "core/day_hash.h"

struct reading {
    struct tsv tsv;
    loyd_store *store;
    loyd_solver *solver;
    char name[LOYD_CHANNEL_NAME];
    unsigned versions;
    const uint8_t *secret; /* NULL, or secret_bytes */
    uint8_t secret_bytes[LOYD_SECRET_BYTES];
};

static const uint8_t *
read_secret(struct reading *r, const char *hex)
{
    if (strcmp(hex, "-") == 0)
        return NULL;
    golden_secret(hex, r->secret_bytes);
    return r->secret_bytes;
}

static void
compare_places(struct reading *r, char **field)
{
    uint32_t m = (uint32_t)strtoul(field[3], NULL, 10), k = 0;
    const uint8_t *secret = read_secret(r, field[4]);

    for (char *at = field[5]; *at != '\0'; k++) {
        uint32_t wanted = (uint32_t)strtoul(at, &at, 10);

        assert_int_equal(order_place(secret, field[1], field[2], m, k),
                         wanted);
        at += *at == ' ';
    }
    assert_true(k == m || k == 16);
}

static void
make_version(struct reading *r, char **field)
{
    loyd_date from = golden_date(field[1]);
    loyd_why why;

    if (r->versions++ == 0)
        OK(loyd_channel_create(r->store, r->name, &from, field[2],
                               strlen(field[2]), r->secret, NULL, &why));
    else
        OK(loyd_channel_revise(r->store, r->name, &from, field[2],
                               strlen(field[2]), r->secret, NULL, &why));
}

static void
compare_day(struct reading *r, char **field)
{
    loyd_date date = golden_date(field[1]);
    char text[LOYD_ID_CHARS + 1];
    loyd_solution solution;
    loyd_channel channel;
    loyd_puzzle puzzle;
    loyd_id id;
    loyd_why why;

    OK(loyd_channel_get(r->store, r->name, &channel, &why));
    OK(loyd_channel_puzzle(r->store, &channel, &date,
                           (unsigned)strtoul(field[2], NULL, 10), r->secret,
                           r->solver, &puzzle, &solution, &why));
    assert_int_equal(solution.lower, solution.upper);
    loyd_puzzle_id(&puzzle, &id);
    loyd_id_print(&id, text);
    if (strcmp(text, field[3]) != 0)
        fail_msg("line %u: %s: expected %s", r->tsv.number, text, field[3]);
    loyd_moves_free(&solution.path);
}

static void
compare_drawn(struct reading *r, char **field)
{
    char *of_day[] = {field[0], field[1], "0", field[3]};
    loyd_date date = golden_date(field[1]);
    char recipe[LOYD_RECIPE_TEXT];
    loyd_channel channel;
    loyd_day day;
    loyd_why why;

    OK(loyd_channel_get(r->store, r->name, &channel, &why));
    OK(loyd_channel_day(r->store, &channel, &date, 0, &day, NULL, &why));
    assert_true(day.has_recipe);
    loyd_recipe_print(&day.recipe, recipe);
    assert_string_equal(recipe, field[2]);
    if (strcmp(field[3], "-") != 0)
        compare_day(r, of_day);
}

static void
test_order_matches_second_implementation(void **state)
{
    const loyd_solver_options one = {.threads = 1};
    struct reading r = {.versions = 0};
    unsigned n_places = 0, n_days = 0;

    (void)state;
    r.store = open_store(in_folder("golden.db"), LOYD_STORE_CREATE);
    assert_int_equal(loyd_solver_new(&one, &r.solver), LOYD_OK);
    tsv_open(&r.tsv, "golden_order.tsv");
    while (tsv_next(&r.tsv, 0)) {
        char **field = r.tsv.field;

        if (strcmp(field[0], "place") == 0) {
            compare_places(&r, field);
            n_places++;
        } else if (strcmp(field[0], "channel") == 0) {
            snprintf(r.name, sizeof(r.name), "%s", field[1]);
            r.secret = read_secret(&r, field[2]);
            r.versions = 0;
        } else if (strcmp(field[0], "version") == 0) {
            make_version(&r, field);
        } else {
            strcmp(field[0], "drawn") == 0 ? compare_drawn(&r, field)
                                           : compare_day(&r, field);
            n_days++;
        }
    }
    assert_true(n_places > 5 && n_days > 60 + 366);
    tsv_close(&r.tsv);
    loyd_solver_free(&r.solver);
    loyd_store_close(&r.store);
}

/* Property: p is a permutation, for every number up to 300. */
static void
test_places_are_a_permutation(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 300; n++) {
        bool is_taken[300] = {false};

        for (uint32_t k = 0; k < n; k++) {
            uint32_t place = order_place(NULL, "channel", "rule", n, k);

            assert_true(place < n && !is_taken[place]);
            is_taken[place] = true;
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_order_matches_second_implementation, make_folder,
            remove_folder),
        cmocka_unit_test(test_places_are_a_permutation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
