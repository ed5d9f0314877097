/* SPDX-License-Identifier: MIT */
/* Games of a catalogue: what is stored, stopped, stale and damaged. */
#include "catalogue.h"

#include "game/record.h"
#include "loyd/game.h"
#include "loyd/played.h"

#define DB in_folder("c.db")

static loyd_why why;

/* The board of 2x2 whose blank is `n` moves away, turning in a circle. */
static loyd_puzzle
turned(unsigned n)
{
    static const loyd_dir circle[] = {LOYD_DIR_RIGHT, LOYD_DIR_DOWN,
                                      LOYD_DIR_LEFT, LOYD_DIR_UP};
    loyd_puzzle puzzle = {{2, 2, {1, 2, 3, 0}}, {2, 2, {1, 2, 3, 0}}};

    for (unsigned i = 0; i < n; i++)
        assert_true(loyd_board_move(&puzzle.start, circle[i % 4]));
    return puzzle;
}

/* Stores the boards of 1 to 4 moves. */
static void
make_catalogue(void)
{
    loyd_store *store = open_store(DB, LOYD_STORE_CREATE);

    OK(loyd_store_begin(store, &why));
    for (unsigned n = 1; n <= 4; n++) {
        const loyd_puzzle puzzle = turned(n);

        OK(put_puzzle(store, &puzzle, NULL, NULL, &why));
    }
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
}

/* Appends a line of a game of the board `n` moves away, solved the way back in
 * `ms` a slide. */
static void
put_line(FILE *file, const char *player, unsigned n, uint32_t ms)
{
    static const uint8_t back[] = {LOYD_DIR_LEFT, LOYD_DIR_UP, LOYD_DIR_RIGHT,
                                   LOYD_DIR_DOWN};
    loyd_slide slides[4];
    loyd_game game = {.puzzle = turned(n), .slides = slides, .n_slides = n};
    char text[400];

    for (unsigned i = 0; i < n; i++)
        slides[i] = (loyd_slide){ms, back[(n - 1 - i) % 4], 1};
    assert_true(loyd_game_print(&game, text, sizeof(text)) < sizeof(text));
    fprintf(file, "%s,%s\n", player, text);
}

/* Writes games of each of 4 boards by `players`. */
static const char *
write_games(unsigned players)
{
    const char *path = in_folder("games");
    FILE *file = fopen(path, "w");
    char player[20];

    assert_non_null(file);
    for (unsigned p = 0; p < players; p++)
        for (unsigned n = 1; n <= 4; n++) {
            snprintf(player, sizeof(player), "p%u", p);
            put_line(file, player, n, 300 + 37 * p + 11 * n * (p % 3));
        }
    assert_int_equal(fclose(file), 0);
    return path;
}

static uint64_t
import(loyd_store *store, const char *path)
{
    loyd_games_result result;

    OK(loyd_games_import(store, path, NULL, NULL, &result, &why));
    assert_int_equal(result.bad, 0);
    return result.games;
}

/* The record is that which came. */
static void
expect_record(loyd_played played)
{
    loyd_game game = {0};
    char text[2000], player[LOYD_PLAYER_MAX + 1];
    loyd_game again = {0};
    size_t len;

    OK(loyd_played_game(&played, &game, &why));
    len = loyd_game_print(&game, text, sizeof(text));
    OK(loyd_played_parse(text, len, player, &again, &why));
    assert_int_equal(again.n_slides, game.n_slides);
    assert_int_equal(again.began, played.began);
    loyd_game_free(&game);
    loyd_game_free(&again);
    played.record_len--;
    assert_int_equal(loyd_played_game(&played, &game, &why), LOYD_E_SYNTAX);
}

static void
test_rows(void **state)
{
    loyd_store *store;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_id last = {{0}}, puzzle;
    loyd_play_stats stats;
    loyd_puzzle three = turned(3);
    unsigned n = 0;

    (void)state;
    make_catalogue();
    store = open_store(DB, LOYD_STORE_WRITE);
    assert_int_equal(import(store, write_games(5)), 20);
    assert_int_equal(import(store, in_folder("games")), 0);
    OK(loyd_store_games(store, NULL, NULL, &cursor, &why));
    for (;; n++) {
        const loyd_played *played;
        loyd_game game = {.began = 0};
        loyd_game_facts facts;
        loyd_id id;

        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        played = row->played;
        assert_true(id_compare(&last, &played->id) < 0);
        last = played->id;
        OK(game_bytes_read(
            (struct slice){(const char *)played->record, played->record_len},
            &game, &why));
        OK(loyd_game_check(&game, &facts, &why));
        loyd_puzzle_id(&game.puzzle, &id);
        assert_int_equal(id_compare(&id, &played->puzzle), 0);
        assert_int_equal(facts.ms, played->ms);
        assert_int_equal(facts.stm, played->stm);
        assert_true(played->is_solved && !played->is_hinted);
        loyd_game_free(&game);
        expect_record(*played);
    }
    loyd_cursor_close(&cursor);
    assert_int_equal(n, 20);
    loyd_puzzle_id(&three, &puzzle);
    OK(loyd_store_play_stats(store, "p2", &puzzle, &stats, &why));
    assert_int_equal(stats.games, 1);
    assert_int_equal(stats.median_ms, 3 * (300 + 37 * 2 + 11 * 3 * 2));
    OK(loyd_store_play_stats(store, "x", NULL, &stats, &why));
    assert_int_equal(stats.games + stats.players + stats.median_ms, 0);
    loyd_store_close(&store);
}

static bool
stops(void *context, const loyd_progress *now)
{
    unsigned *calls = context;

    (void)now;
    return ++*calls < 3;
}

static bool
stops_at_bad(void *context, const loyd_bad *bad)
{
    (void)context;
    assert_int_equal(bad->line, 1);
    return false;
}

static void
test_stopped_calls(void **state)
{
    unsigned calls = 0;
    const loyd_listener progress = {.progress = stops, .context = &calls};
    const loyd_listener bad = {.bad = stops_at_bad};
    loyd_games_result result;
    loyd_store *store;
    uint64_t n;

    (void)state;
    make_catalogue();
    store = open_store(DB, LOYD_STORE_WRITE);
    assert_int_equal(loyd_games_import(store, write_games(2000), NULL,
                                       &progress, &result, &why),
                     LOYD_E_CANCELLED);
    n = import(store, in_folder("games"));
    assert_int_equal(n + result.games, 8000);
    write_file(in_folder("bad"), "x\nx\n", 4);
    assert_int_equal(
        loyd_games_import(store, in_folder("bad"), NULL, &bad, &result, &why),
        LOYD_E_CANCELLED);
    assert_int_equal(result.bad, 1);
    /* It begins transactions itself. */
    OK(loyd_store_begin(store, &why));
    assert_int_equal(
        loyd_games_import(store, write_games(1), NULL, NULL, &result, &why),
        LOYD_E_DB);
    loyd_store_rollback(store);
    loyd_store_close(&store);
}

/* Changes the file while it is being rated. */
static bool
forgets(void *context, const loyd_progress *now)
{
    bool *is_done = context;

    (void)now;
    if (!*is_done)
        run_sql(DB, "DELETE FROM game WHERE player = 'p0'");
    *is_done = true;
    return true;
}

static void
test_games_that_change_meanwhile(void **state)
{
    bool is_done = false;
    const loyd_listener listener = {.progress = forgets, .context = &is_done};
    loyd_observed_result result;
    loyd_play_stats stats;
    loyd_store *store;

    (void)state;
    make_catalogue();
    store = open_store(DB, LOYD_STORE_WRITE);
    import(store, write_games(9));
    OK(loyd_games_rate(store, &listener, &result, &why));
    assert_true(is_done);
    assert_int_equal(result.games, 36);
    OK(loyd_store_play_stats(store, NULL, NULL, &stats, &why));
    assert_int_equal(stats.rated, 4);
    assert_int_equal(stats.stale, 4);
    OK(loyd_games_rate(store, NULL, &result, &why));
    assert_int_equal(result.players, 8);
    OK(loyd_store_play_stats(store, NULL, NULL, &stats, &why));
    assert_int_equal(stats.stale, 0);
    loyd_store_close(&store);
}

/* Games of a player with a puzzle that began at the same moment: which of them
 * counts does not depend on the order of the import. */
static void
test_order_of_equal_games(void **state)
{
    int64_t sums[2];

    (void)state;
    for (uint32_t order = 0; order < 2; order++) {
        loyd_observed_result result;
        loyd_store *store;
        FILE *file;

        make_catalogue();
        store = open_store(DB, LOYD_STORE_WRITE);
        import(store, write_games(4));
        file = fopen(in_folder("games"), "w");
        assert_non_null(file);
        for (uint32_t i = 0; i < 8; i++)
            put_line(file, "q", 1 + i / 2, 200 + 100 * (i % 2 ^ order));
        assert_int_equal(fclose(file), 0);
        assert_int_equal(import(store, in_folder("games")), 8);
        OK(loyd_games_rate(store, NULL, &result, &why));
        assert_int_equal(result.games, 20);
        loyd_store_close(&store);
        sums[order] = ask_sql(DB, "SELECT sum(difficulty) FROM difficulty");
        list_folder(folder, true);
    }
    assert_int_equal(sums[0], sums[1]);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_rows),
        TEST(test_stopped_calls),
        TEST(test_games_that_change_meanwhile),
        TEST(test_order_of_equal_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
