/* SPDX-License-Identifier: MIT */
/* `loyd play`: its actions, and the check of game records. */
#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/play.h"
#include "cli/records.h"
#include "cli/rows.h"
#include "core/board.h"

static const struct option_row option_table[] = {
    OPTION_DB,
    {"player", "PLAYER", "only games of this player", SHARED(play.player)},
    {"puzzle", "ID", "only games of the puzzle with this id",
     SHARED(play.puzzle)},
    OPTION_METRIC, OPTION_SECRET, OPTIONS_OF_ROWS};

/* --- check --- */

static int
print_checked(const struct record_item *item)
{
    const loyd_game *game = &item->game;
    const loyd_game_facts *facts = &item->facts;
    static char record[LOYD_GAME_CHARS_MAX + 1];
    struct jw *row;

    if (loyd_game_print(game, record, sizeof(record)) == 0)
        return report(item->where, LOYD_E_NOMEM, NULL);
    row = row_begin();
    record_item_put(row, item);
    jw_uint(row, "stm", facts->stm);
    jw_uint(row, "mtm", facts->mtm);
    jw_uint(row, "ms", facts->ms);
    jw_uint(row, "hints", game->n_hints);
    jw_uint(row, "began", game->began);
    board_json(row, "board", &game->puzzle.start);
    jw_string(row, "record", record);
    row_end(row);
    return EXIT_DONE;
}

static int
play_check(struct run *run)
{
    int highest = EXIT_DONE;
    struct records records;
    struct record_item item;

    records_begin(run, 1, &records);
    while (records_next(&records, &item)) {
        if (item.code == EXIT_DONE)
            item.code = print_checked(&item);
        else
            json_latest();
        highest = exit_higher(highest, item.code);
        loyd_game_free(&item.game);
    }
    return exit_higher(highest, records_end(&records));
}

/* --- the actions --- */

#define PLAYERS "player,ability,ability_error,games"

static const struct action actions[] = {
    {"analyse", play_analyse, NEEDS_NOTHING, NULL, NULL},
    {"check", play_check, NEEDS_NOTHING,
     "player,puzzle_id,size,status,stm,mtm,ms,hints,began,-board,-record",
     "status,size,stm,mtm,ms,hints,player"},
    {"import", play_import, WRITES_STORE, NULL, NULL},
    {"list", play_list, NEEDS_STORE,
     "game_id,puzzle_id,player,status,stm,ms,free_ms,began,-record",
     "game_id,status,stm,ms,player,puzzle_id"},
    {"stats", play_stats, NEEDS_STORE, NULL, NULL},
    {"rate", play_rate, WRITES_STORE, NULL, NULL},
    {"players", play_players, NEEDS_STORE, PLAYERS, PLAYERS},
    {.name = NULL},
};

const struct command command_play = {
    "play", "ACTION [RECORD|FILE|-]...", "check, analyse and collect games",
    "A game record says how a board was played: pages of puzzles keep one "
    "for each game, and its text begins with loydgame1. It is given as an "
    "argument, or in a file or on stdin (-), one a line, as RECORD or as "
    "PLAYER,RECORD. Empty lines, lines that begin with # and the heading "
    "player,record are ignored.\n"
    "\n"
    "check: replays each game, and prints how many tiles were moved (stm), "
    "in how many moves of several tiles (mtm), in how many milliseconds, and "
    "with how many hints. A game with an impossible move, a move after the "
    "board was solved, or ten slides in less than 400 ms is refused. So the "
    "moves are real; who made them, and in which time, cannot be proven.\n"
    "\n"
    "analyse: prints where moves were lost and what would have been better, "
    "the longest detour, pauses and speed; with --json also the shortest "
    "length left before each slide. Beyond 16 cells only the sum is known, "
    "from the interval of the start.\n"
    "\n"
    "import: stores games in a catalogue that has their puzzles, each with "
    "its player, an id of letters, digits, _ and - that says nothing about a "
    "person. Lines that are not good games are reported, the first 20 of "
    "each file, and left out. The same game again is counted as there "
    "before.\n"
    "\n"
    "list, stats: print the games of a catalogue, and what is counted of "
    "them. `list --csv --columns player,record` prints what import reads.\n"
    "\n"
    "rate: estimates the difficulty of puzzles and the ability of players "
    "from all games, and stores them (find --difficulty). players: prints "
    "abilities. Both are out of date, or stale, once games are added or "
    "deleted; stats counts how many.",
    actions, option_table, 1, -1,
    .examples =
        "loyd play check --json games.csv\n"
        "loyd play analyse --metric mtm games.csv\n"
        "loyd play import games.csv --db puzzles.db\n"
        "loyd play rate --db puzzles.db\n",
    .rules =
        "--metric needs analyse\n"
        "--csv,--columns needs check|list|players\n"
        "--player,--puzzle needs list|stats\n"
        "analyse,check needs RECORD\n"
        "import needs FILE\n"
        "list,stats,rate,players excludes RECORD\n"
        "--db excludes analyse,check\n"};
