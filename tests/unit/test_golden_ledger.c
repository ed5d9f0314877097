/* SPDX-License-Identifier: MIT */
/*
 * Tests channels, schedules and ledgers against golden_ledger.tsv, which the
 * second implementation wrote.
 */
#include "catalogue.h"
#include "core/board.h"
#include "golden.h"

#include <loyd/channel.h>

#include "base/text.h"
#include "daily/channel.h"

/* The expected days of one channel of the file. */
struct expected {
    struct tsv tsv;
    bool has_row;
    char name[LOYD_CHANNEL_NAME];
    bool has_secret;
    uint8_t secret[LOYD_SECRET_BYTES];
    loyd_date last;
    unsigned n;
};

static void
compare_row(struct expected *e, const loyd_ledger_row *row)
{
    char **field = e->tsv.field, date[LOYD_DATE_TEXT];
    loyd_board goal, start;

    assert_true(e->has_row);
    assert_string_equal(field[0], "row");
    assert_int_equal(row->number, strtoul(field[1], NULL, 10));
    loyd_date_print(&row->date, date);
    assert_string_equal(date, field[2]);
    assert_string_equal(row->tier[0] != '\0' ? row->tier : "-", field[3]);
    assert_int_equal(row->version, strtoul(field[4], NULL, 10));
    goal = oracle_board(field[5]);
    start = oracle_board(field[6]);
    if (!board_equal(&row->entry.puzzle.goal, &goal) ||
        !board_equal(&row->entry.puzzle.start, &start))
        fail_msg("line %u: different board", e->tsv.number);
    if (strcmp(field[7], "-") != 0)
        assert_int_equal(row->entry.known[LOYD_STM].rating.upper,
                         strtoul(field[7], NULL, 10));
    else /* beyond 16 cells the ledger has no length */
        assert_int_equal(row->entry.estimate,
                         row->entry.known[LOYD_STM].rating.upper);
    assert_int_equal(row->has_nonce, e->has_secret);
    if (e->has_secret)
        assert_hex(&e->tsv, field[8], row->nonce);
    assert_hex(&e->tsv, field[9], row->hash);
    e->n++;
    e->has_row = tsv_next(&e->tsv, 0);
}

/* Creates the channel with its schedules. The current line of e->tsv is then
 * the channel's first row. */
static void
create(loyd_store *store, struct expected *e)
{
    unsigned versions = 0;
    loyd_why why;

    assert_string_equal(e->tsv.field[0], "channel");
    snprintf(e->name, sizeof(e->name), "%s", e->tsv.field[1]);
    e->has_secret = strcmp(e->tsv.field[2], "-") != 0;
    if (e->has_secret)
        golden_secret(e->tsv.field[2], e->secret);
    while ((e->has_row = tsv_next(&e->tsv, 0)) &&
           strcmp(e->tsv.field[0], "schedule") == 0) {
        const uint8_t *secret = e->has_secret ? e->secret : NULL;
        loyd_date from = golden_date(e->tsv.field[2]);
        struct text json = {0};

        text_format(&json, "{\"draw\": 1, %s", e->tsv.field[3] + 1);
        if (versions++ > 0)
            OK(loyd_channel_revise(store, e->name, &from, json.at, json.len,
                                   secret, NULL, &why));
        else
            OK(loyd_channel_create(store, e->name, &from, json.at, json.len,
                                   secret, NULL, &why));
        text_free(&json);
    }
}

static void
compare_rows(loyd_store *store, struct expected *e)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_ledger_rows(store, e->name, NULL, NULL, &cursor, &why));
    for (;;) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        compare_row(e, row->ledger_row);
    }
    loyd_cursor_close(&cursor);
}

/* Finds the channel's last day by reading the file a second time. */
static void
find_last(struct expected *e)
{
    struct tsv tsv;
    bool is_here = false;

    tsv_open(&tsv, "golden_ledger.tsv");
    while (tsv_next(&tsv, 0)) {
        if (strcmp(tsv.field[0], "channel") == 0)
            is_here = strcmp(tsv.field[1], e->name) == 0;
        else if (is_here && strcmp(tsv.field[0], "row") == 0)
            e->last = golden_date(tsv.field[2]);
    }
    tsv_close(&tsv);
}

static void
test_ledgers_match_second_implementation(void **state)
{
    loyd_store *store = open_store(in_folder("golden.db"), LOYD_STORE_CREATE);
    struct expected *e = calloc(1, sizeof(*e));
    loyd_solver *solver = NULL;
    const loyd_solver_options defaults = {.threads = 1,
                                          .cache_dir = oracle_cache()};
    unsigned channels = 0;
    loyd_why why;

    (void)state;
    assert_non_null(e);
    assert_int_equal(loyd_solver_new(&defaults, &solver), LOYD_OK);
    tsv_open(&e->tsv, "golden_ledger.tsv");
    e->has_row = tsv_next(&e->tsv, 0);
    while (e->has_row) {
        const uint8_t *secret;
        loyd_ledger_result result;

        e->n = 0;
        create(store, e);
        find_last(e);
        secret = e->has_secret ? e->secret : NULL;
        OK(loyd_ledger_extend(store, solver, e->name, secret, &e->last, NULL,
                              &result, &why));
        compare_rows(store, e);
        assert_int_equal(result.added, e->n);
        assert_int_equal(result.rows, e->n);
        assert_true(e->n > 0);
        channels++;
    }
    assert_int_equal(channels, 4);
    tsv_close(&e->tsv);
    free(e);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_ledgers_match_second_implementation, make_folder,
            remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
