/* SPDX-License-Identifier: MIT */
/* `loyd play`: the games of a catalogue. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/catalogue.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/play.h"
#include "cli/rows.h"
#include "cli/secret.h"
#include "cli/signals.h"

/* What list and stats are about. */
struct wanted {
    loyd_id id;
    const loyd_id *puzzle; /* NULL: all */
};

static int
find_wanted(const struct run *run, struct wanted *wanted)
{
    const char *puzzle = run->args.play.puzzle;
    loyd_id last;
    loyd_why why = {""};
    loyd_err err;

    wanted->puzzle = NULL;
    if (puzzle == NULL)
        return EXIT_DONE;
    err = loyd_id_parse(puzzle, strlen(puzzle), &wanted->id, &last,
                        &why);
    if (err == LOYD_OK && strlen(puzzle) != LOYD_ID_CHARS)
        return refuse("--puzzle", "'%s' is no whole id", puzzle);
    wanted->puzzle = &wanted->id;
    return report_option("--puzzle", err, &why);
}

/* An error of a call about a player. */
static int
report_wanted(const struct run *run, const char *option, loyd_err err,
              const loyd_why *why)
{
    return err == LOYD_E_SYNTAX ? report_option(option, err, why)
                                : report(run->db, err, why);
}

/* --- import --- */

#define BAD_SHOWN 20 /* bad lines of a file that are printed */

static bool
show_bad(void *context, const loyd_bad *bad)
{
    if (++*(uint64_t *)context <= BAD_SHOWN)
        bad_print(bad);
    return true;
}

/* Adds what a file gave; returns an exit code. */
static int
import_file(struct run *run, const char *path, loyd_games_result *sum)
{
    uint64_t n_bad = 0;
    const loyd_listener listener = {
        .progress = progress_show, .bad = show_bad, .context = &n_bad};
    const loyd_games_options options = {run->secret, STDIN_FILENO};
    char count[COUNTED_BYTES];
    loyd_games_result result;
    loyd_why why = {""};
    loyd_err err;

    if (strcmp(path, "-") == 0)
        input_announce(STDIN_FILENO, "", "games, one per line,");
    err = loyd_games_import(run->store, path, &options, &listener, &result,
                            &why);
    sum->games += result.games;
    sum->duplicates += result.duplicates;
    sum->bad += result.bad;
    if (n_bad > BAD_SHOWN)
        message(strcmp(path, "-") == 0 ? "stdin" : path, "and %s more",
                counted(n_bad - BAD_SHOWN, "bad line", count));
    return err == LOYD_E_FULL || err == LOYD_E_DB || err == LOYD_E_BUSY ||
                   err == LOYD_E_CANCELLED
               ? report_job(run, err, &why)
               : report(path, err, &why);
}

int
play_import(struct run *run)
{
    loyd_games_result sum = {0};
    int code = secret_take(run);

    for (int i = 1; code == EXIT_DONE && i < run->n_operands; i++)
        code = import_file(run, run->operands[i], &sum);
    if (code != EXIT_DONE && sum.games + sum.duplicates + sum.bad == 0)
        return code;
    out_stored(run->db);
    SUMS(SUM("!games=$ game* imported", sum.games),
         SUM("duplicates=$ there before", sum.duplicates),
         SUM("bad=$ refused", sum.bad));
    return sum.bad > 0 ? EXIT_BAD : code;
}

/* --- list --- */

static int
print_game(void *context, const loyd_row *row)
{
    static char text[LOYD_GAME_CHARS_MAX + 1];
    const struct run *run = context;
    const loyd_played *played = row->played;
    loyd_game game = {0};
    loyd_why why = {""};
    loyd_err err = loyd_played_game(played, &game, &why);
    struct jw *json;

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    json = row_begin();
    json_put_id(json, "game_id", &played->id);
    json_put_id(json, "puzzle_id", &played->puzzle);
    jw_string(json, "player", played->player);
    jw_string(json, "status", played->is_solved ? "solved" : "unsolved");
    jw_uint(json, "stm", played->stm);
    jw_uint(json, "ms", played->ms);
    if (played->is_hinted)
        jw_uint(json, "free_ms", played->free_ms);
    jw_uint(json, "began", played->began);
    if (loyd_game_print(&game, text, sizeof(text)) == 0)
        out_lose();
    jw_string(json, "record", text);
    loyd_game_free(&game);
    row_end(json);
    return EXIT_DONE;
}

int
play_list(struct run *run)
{
    struct wanted wanted;
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err;
    int code = find_wanted(run, &wanted);

    if (code != EXIT_DONE)
        return code;
    err = loyd_store_games(run->store, run->args.play.player, wanted.puzzle,
                           &cursor, &why);
    return err == LOYD_OK
               ? cursor_each(run, err, cursor, &why, print_game, run)
               : report_wanted(run, "--player", err, &why);
}

/* --- stats --- */

int
play_stats(struct run *run)
{
    loyd_play_stats stats = {0};
    struct wanted wanted;
    loyd_why why = {""};
    int code = find_wanted(run, &wanted);

    if (code == EXIT_DONE)
        code = report_wanted(
            run, "--player",
            loyd_store_play_stats(run->store, run->args.play.player,
                                  wanted.puzzle, &stats, &why),
            &why);
    if (code == EXIT_DONE)
        SUMS(SUM("!games=games\t$", stats.games),
             SUM("!solved=\nsolved\t$", stats.solved),
             SUM("!hinted=\nhinted\t$", stats.hinted),
             SUM("!players=\nplayers\t$", stats.players),
             SUM("!puzzles=\npuzzles\t$", stats.puzzles),
             SUM("?median_ms=\nmedian_ms\t$", stats.median_ms),
             SUM("?fastest_ms=\nfastest_ms\t$", stats.fastest_ms),
             SUM("?first_began=\nfirst_began\t$", stats.first_began),
             SUM("?last_began=\nlast_began\t$", stats.last_began),
             SUM("!rated=\nrated\t$", stats.rated),
             SUM("!stale=\nstale\t$", stats.stale));
    return code;
}

/* --- players --- */

static int
print_player(void *context, const loyd_row *row)
{
    const loyd_ability *ability = row->ability;
    struct jw *json = row_begin();

    (void)context;
    jw_string(json, "player", ability->player);
    jw_name(json, "ability");
    text_millionths(json->to, ability->ability);
    jw_name(json, "ability_error");
    text_millionths(json->to, ability->error);
    jw_uint(json, "games", ability->games);
    row_end(json);
    return EXIT_DONE;
}

int
play_players(struct run *run)
{
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_abilities(run->store, &cursor, &why);

    return cursor_each(run, err, cursor, &why, print_player, NULL);
}

/* --- rate --- */

static void
print_rated(const loyd_observed_result *result)
{
    char words[4][REAL_BYTES];
    bool has_any = result->puzzles > 0;

    real_words(result->mean, words[0]);
    real_words(result->puzzle_sd, words[1]);
    real_words(result->player_sd, words[2]);
    real_words(result->game_sd, words[3]);
    SUMS(SUM("!puzzles=$ puzzle* rated by", result->puzzles),
         SUM("!games= $ game* of", result->games),
         SUM("!players= $ player*", result->players),
         SUM_REAL("?mean=\nmean $ s; standard deviations of logarithms:",
                  has_any ? words[0] : NULL),
         SUM_REAL("?puzzle_sd= puzzles $", has_any ? words[1] : NULL),
         SUM_REAL("?player_sd=players $", has_any ? words[2] : NULL),
         SUM_REAL("?game_sd=games $", has_any ? words[3] : NULL));
}

int
play_rate(struct run *run)
{
    loyd_observed_result result;
    loyd_why why = {""};
    loyd_err err = loyd_games_rate(run->store, &progress_shown, &result, &why);

    if (err != LOYD_OK)
        return report_job(run, err, &why);
    out_stored(run->db);
    if (!result.has_converged && result.games > 0)
        note("play", "the games leave open whether puzzles or players differ: "
                     "more of them are needed");
    print_rated(&result);
    return EXIT_DONE;
}
