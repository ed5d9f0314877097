/* SPDX-License-Identifier: MIT */
/*
 * Tests channels whose puzzles come from the catalogue against
 * golden_list.tsv, which the second implementation wrote.
 */
#include "catalogue.h"
#include "golden.h"

#include <loyd/channel.h>

#include "daily/channel.h"
#include "store/rows.h"

/* The file, and what its current line belongs to. */
struct reading {
    struct tsv tsv;
    bool has_row;
    loyd_store *store;
    loyd_solver *solver;
    char name[LOYD_CHANNEL_NAME];
    const uint8_t *secret; /* NULL, or secret_bytes */
    uint8_t secret_bytes[LOYD_SECRET_BYTES];
};

static void
next_line(struct reading *r)
{
    r->has_row = tsv_next(&r->tsv, 0);
}

static bool
is_line(const struct reading *r, const char *kind)
{
    return r->has_row && strcmp(r->tsv.field[0], kind) == 0;
}

static void
assert_id(const struct reading *r, const char *expected, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    if (strcmp(text, expected) != 0)
        fail_msg("line %u: %s: expected %s", r->tsv.number, text, expected);
}

/* Stores the puzzles of the file, proven. */
static void
store_puzzles(struct reading *r)
{
    for (; is_line(r, "puzzle"); next_line(r)) {
        loyd_recipe recipe = recipe_of(r->tsv.field[1]);
        loyd_generator *generator = NULL;
        loyd_job_result result;
        loyd_id id;
        loyd_why why;

        OK(loyd_generator_new(&recipe, NULL, &generator, &why));
        OK(loyd_catalogue_generate(r->store, r->solver, generator,
                                   recipe.index, 1, 0, LOYD_EFFORT_NONE,
                                   LOYD_STM, NULL, &result, &why));
        OK(recipe_id(r->store, &recipe, &id, &why));
        assert_id(r, r->tsv.field[2], &id);
        loyd_generator_free(&generator);
    }
}

static void
compare_lists(struct reading *r, uint32_t version)
{
    loyd_channel channel;
    loyd_schedule schedule;
    loyd_why why;

    OK(loyd_channel_get(r->store, r->name, &channel, &why));
    OK(loyd_channel_schedule(r->store, &channel, version, &schedule, &why));
    for (unsigned at = 0; is_line(r, "list"); at++, next_line(r)) {
        loyd_list list;

        assert_true(at < schedule.n && schedule.row[at].is_listed);
        OK(loyd_list_get(r->store, &channel, version, at, &list, &why));
        assert_string_equal(schedule.has_tiers ? schedule.row[at].tier : "-",
                            r->tsv.field[1]);
        assert_int_equal(list.puzzles, strtoul(r->tsv.field[2], NULL, 10));
        assert_hex(&r->tsv, r->tsv.field[3], list.digest);
    }
}

static void
make_version(struct reading *r, uint32_t version)
{
    loyd_date from = golden_date(r->tsv.field[2]);
    const char *json = r->tsv.field[3];
    loyd_why why;

    if (version == 1)
        OK(loyd_channel_create(r->store, r->name, &from, json, strlen(json),
                               r->secret, NULL, &why));
    else
        OK(loyd_channel_revise(r->store, r->name, &from, json, strlen(json),
                               r->secret, NULL, &why));
    next_line(r);
    compare_lists(r, version);
}

static void
compare_row(struct reading *r, const loyd_date *date, uint32_t number)
{
    char **field = r->tsv.field;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_ledger_rows(r->store, r->name, date, date, &cursor, &why));
    do {
        OK(loyd_cursor_next(cursor, &row, &why));
        assert_non_null(row);
    } while (row->ledger_row->number != number);
    assert_string_equal(
        row->ledger_row->tier[0] != '\0' ? row->ledger_row->tier : "-",
        field[3]);
    assert_int_equal(row->ledger_row->version, strtoul(field[4], NULL, 10));
    assert_id(r, field[5], &row->ledger_row->entry.id);
    assert_int_equal(row->ledger_row->entry.known[LOYD_STM].rating.upper,
                     strtoul(field[6], NULL, 10));
    assert_string_equal(row->ledger_row->entry.recipe, "");
    assert_hex(&r->tsv, field[8], row->ledger_row->hash);
    if (r->secret != NULL)
        assert_hex(&r->tsv, field[7], row->ledger_row->nonce);
    loyd_cursor_close(&cursor);
}

/* Compares rows that are decided day by day. */
static void
compare_rows(struct reading *r)
{
    uint32_t number = 0;
    loyd_why why;

    for (; is_line(r, "row"); next_line(r)) {
        loyd_date date = golden_date(r->tsv.field[2]);

        OK(loyd_ledger_extend(r->store, r->solver, r->name, r->secret, &date,
                              NULL, NULL, &why));
        compare_row(r, &date, ++number);
    }
    assert_true(number > 0);
}

static void
test_lists_match_second_implementation(void **state)
{
    struct reading r = {.has_row = true};
    const loyd_solver_options one = {.threads = 1};
    unsigned channels = 0;

    (void)state;
    r.store = open_store(in_folder("golden.db"), LOYD_STORE_CREATE);
    assert_int_equal(loyd_solver_new(&one, &r.solver), LOYD_OK);
    tsv_open(&r.tsv, "golden_list.tsv");
    next_line(&r);
    store_puzzles(&r);
    for (; is_line(&r, "channel"); channels++) {
        uint32_t version = 0;

        snprintf(r.name, sizeof(r.name), "%s", r.tsv.field[1]);
        r.secret = NULL;
        if (strcmp(r.tsv.field[2], "-") != 0) {
            golden_secret(r.tsv.field[2], r.secret_bytes);
            r.secret = r.secret_bytes;
        }
        next_line(&r);
        while (is_line(&r, "version"))
            make_version(&r, ++version);
        compare_rows(&r);
    }
    assert_false(r.has_row);
    assert_int_equal(channels, 2);
    tsv_close(&r.tsv);
    loyd_solver_free(&r.solver);
    loyd_store_close(&r.store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lists_match_second_implementation,
                                        make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
