/* SPDX-License-Identifier: MIT */
/* `loyd play`: its actions, and the check of game records. */
#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/play.h"
#include "cli/records.h"
#include "cli/rows.h"

option_table play_options = {
    &option_db, &option_player, &option_puzzle, &option_metric, &option_secret,
    NULL,
};

const char *const play_rules[] = {
    "--metric needs analyse",
    "--csv,--columns needs check|list|players",
    "--player,--puzzle needs list|stats",
    "analyse,check needs RECORD",
    "import needs FILE",
    "list,stats,rate,players excludes RECORD",
    "--db excludes analyse,check",
    NULL,
};

/* --- check --- */

static const char *const check_all[] = {
    "player", "puzzle_id", "size",  "status", "stm",    "mtm",
    "ms",     "hints",     "began", "board",  "record", NULL};
static const char *const check_csv[] = {
    "player", "puzzle_id", "size",  "status", "stm",
    "mtm",    "ms",        "hints", "began",  NULL};
static const char *const check_text[] = {"status", "size",  "stm",    "mtm",
                                         "ms",     "hints", "player", NULL};
static const struct columns check_rows = {check_all, check_csv, check_text};

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
    json_board(row, "board", &game->puzzle.start);
    jw_string(row, "record", record);
    row_end(row);
    return EXIT_DONE;
}

static int
play_check(struct run *run)
{
    int code = rows_begin(run, &check_rows), highest = EXIT_DONE;
    struct records records;
    struct record_item item;

    if (code != EXIT_DONE)
        return code;
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

/* Whether an action needs a catalogue, and how it is opened. */
enum access { NO_STORE, READS, WRITES };

static const struct action {
    int (*run)(struct run *run);
    enum access access;
} actions[] = {
    {play_analyse, NO_STORE}, {play_check, NO_STORE},
    {play_import, WRITES},  {play_list, READS},
    {play_stats, READS},      {play_rate, WRITES},    {play_players, READS},
};

/* In their order. */
const char *const play_actions[] = {"analyse", "check",
                                    "import",  "list",   "stats",  "rate",
                                    "players", NULL};

int
cmd_play(struct run *run)
{
    const struct action *action = &actions[run->action];
    int code = EXIT_DONE;

    if (action->access == WRITES && run->db == NULL)
        return catalogue_missing(run, false);
    if (action->access == WRITES)
        code = catalogue_open(run, LOYD_STORE_WRITE);
    else if (action->access == READS)
        code = catalogue_open_to_read(run);
    if (code == EXIT_DONE && action->access == READS && run->store == NULL)
        code = catalogue_missing(run, true);
    return code == EXIT_DONE ? action->run(run) : code;
}
