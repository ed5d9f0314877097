/* SPDX-License-Identifier: MIT */
/*
 * Tests two processes that decide the same days at the same time. The second
 * process is simulated by a second handle of the same file, which decides days
 * inside the progress callback of the first.
 */
#include "catalogue.h"

#include <loyd/channel.h>
#include <loyd/solve.h>

#include "daily/channel.h"
#include "store/rows.h"

#define PER_DAY 2 /* tiers of the schedule below */

static const char tiers[] =
    "{\"tiers\": [{\"title\": \"easy\", \"size\": \"2x2\", \"stm\": \"1..5\"},"
    " {\"title\": \"hard\", \"size\": \"3x2\", \"stm\": \"8..12\"}]}";

struct second {
    loyd_store *store;
    loyd_solver *solver;
    loyd_date through;
    /* Appends wrong rows; NULL: decides the days correctly. */
    void (*forge)(struct second *second);
    bool is_done;
};

static loyd_date
day(unsigned number)
{
    return (loyd_date){2026, 3, (uint8_t)number};
}

static loyd_solver *
new_solver(void)
{
    loyd_solver_options options = {.threads = 1};
    loyd_solver *solver = NULL;

    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    return solver;
}

static void
new_channel(const char *path)
{
    loyd_store *store = open_store(path, LOYD_STORE_CREATE);
    loyd_date start = day(1);
    loyd_why why;

    OK(loyd_channel_create(store, "club", &start, tiers, strlen(tiers), NULL,
                           NULL, &why));
    loyd_store_close(&store);
}

/* A loyd_progress_fn of the first process. */
static bool
meanwhile(void *context, const loyd_progress *progress)
{
    struct second *second = context;
    loyd_ledger_result result;
    loyd_why why = {""};

    (void)progress;
    if (second->is_done)
        return true;
    second->is_done = true;
    if (second->forge != NULL)
        second->forge(second);
    else
        OK(loyd_ledger_extend(second->store, second->solver, "club", NULL,
                              &second->through, NULL, &result, &why));
    return true;
}

static loyd_err
extend_both(const char *path, unsigned ours, struct second *second,
            loyd_ledger_result *result, loyd_why *why)
{
    loyd_store *store = open_store(path, LOYD_STORE_WRITE);
    loyd_solver *solver = new_solver();
    loyd_date through = day(ours);
    loyd_err err;

    second->store = open_store(path, LOYD_STORE_WRITE);
    second->solver = new_solver();
    err = loyd_ledger_extend(
        store, solver, "club", NULL, &through,
        &(loyd_listener){.progress = meanwhile, .context = second}, result,
        why);
    loyd_store_close(&store);
    loyd_store_close(&second->store);
    loyd_solver_free(&solver);
    loyd_solver_free(&second->solver);
    assert_true(second->is_done);
    return err;
}

static void
assert_proven(const char *path, uint64_t rows)
{
    loyd_store *store = open_store(path, LOYD_STORE_READ);
    loyd_solver *solver = new_solver();
    loyd_ledger_proof proof;
    loyd_why why;

    OK(loyd_ledger_verify(store, solver, NULL, NULL, NULL, &proof, &why));
    assert_int_equal(proof.bad, 0);
    assert_int_equal(proof.rows, rows);
    loyd_store_close(&store);
    loyd_solver_free(&solver);
}

/* The second process decides fewer days than the first, as many, more than one
 * transaction of the first, or more days. The chain must always be that of a
 * single process. */
static void
test_both_decide_the_same(void **state)
{
    static const unsigned theirs[] = {1, 3, 8, 9, 11, 12, 20};
    uint8_t alone[LOYD_HASH_BYTES] = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(theirs); i++) {
        struct second second = {.through = day(theirs[i])};
        unsigned last = theirs[i] > 12 ? theirs[i] : 12;
        loyd_ledger_result result;
        loyd_channel channel;
        loyd_store *store;
        char path[64];
        loyd_why why = {""};

        snprintf(path, sizeof(path), "%u.db", theirs[i]);
        new_channel(in_folder(path));
        OK(extend_both(in_folder(path), 12, &second, &result, &why));
        assert_int_equal(result.added,
                         theirs[i] < 12 ? PER_DAY * (12 - theirs[i]) : 0);
        assert_int_equal(result.rows, PER_DAY * last);
        assert_proven(in_folder(path), PER_DAY * (uint64_t)last);
        store = open_store(in_folder(path), LOYD_STORE_READ);
        OK(loyd_channel_get(store, "club", &channel, &why));
        loyd_store_close(&store);
        if (i == 0)
            memcpy(alone, channel.head, sizeof(alone));
        if (last == 12)
            assert_memory_equal(channel.head, alone, sizeof(alone));
    }
}

/* Appends puzzle `at` of the first day with the tier name `tier`. */
static void
append(struct second *second, unsigned at, const char *tier)
{
    loyd_channel channel;
    loyd_date date = day(1);
    struct ledger_row row;
    loyd_solution solution;
    loyd_rating rating;
    loyd_id id;
    loyd_why why;

    OK(loyd_channel_get(second->store, "club", &channel, &why));
    memset(&row, 0, sizeof(row));
    OK(loyd_channel_puzzle(second->store, &channel, &date, at, NULL,
                           second->solver, &row.record.puzzle, &solution,
                           &why));
    row.day = date;
    loyd_date_print(&row.day, row.date);
    strcpy(row.tier, tier);
    row.version = 1;
    row.record.known[LOYD_STM].rating.upper = solution.upper;
    rating = rating_of(solution.upper, solution.upper);
    OK(loyd_store_begin(second->store, &why));
    OK(put_puzzle(second->store, &row.record.puzzle, &id, NULL, &why));
    OK(store_add_rating(second->store, &id, &rating, &solution.path, &why));
    OK(ledger_append(second->store, &channel, &row, &why));
    OK(loyd_store_commit(second->store, &why));
    loyd_moves_free(&solution.path);
}

static void
forge_board(struct second *second)
{
    append(second, 1, "easy");
}

static void
forge_tier(struct second *second)
{
    append(second, 0, "soft");
}

static void
forge_second_board(struct second *second)
{
    append(second, 0, "easy");
    append(second, 0, "hard");
}

/* Different boards are an error, and nothing is appended. */
static void
test_both_decide_differently(void **state)
{
    static const struct {
        void (*forge)(struct second *second);
        unsigned rows;
        const char *words;
    } cases[] = {
        {forge_board, 1, "the goal differs from the schedule's"},
        {forge_tier, 1, "unexpected tier"},
        {forge_second_board, 2, "the goal differs from the schedule's"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct second second = {.forge = cases[i].forge};
        loyd_ledger_result result = {.added = 77};
        char path[64], words[128];
        loyd_why why = {""};

        snprintf(path, sizeof(path), "forged%zu.db", i);
        snprintf(words, sizeof(words),
                 "ledger of club: row %u, 2026-03-01: %s", cases[i].rows,
                 cases[i].words);
        new_channel(in_folder(path));
        assert_why(path,
                   extend_both(in_folder(path), 4, &second, &result, &why),
                   &why, LOYD_E_CORRUPT, words);
        assert_int_equal(result.added, 77); /* untouched */
        assert_int_equal(
            ask_sql(in_folder(path), "SELECT count(*) FROM ledger"),
            cases[i].rows);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_both_decide_the_same, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_both_decide_differently,
                                        make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
