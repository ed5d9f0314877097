/* SPDX-License-Identifier: MIT */
/* The games of a leaderboard, and its pages. */
#ifndef LOYD_SITE_RANKS_H
#define LOYD_SITE_RANKS_H

#include "loyd/ranks.h"
#include "site/template.h"

/* What games are ranked by. */
enum rank_by { BY_MS, BY_STM, BY_MTM, BY_COUNT };

struct rank_board {
    loyd_id id;
    loyd_puzzle puzzle;
    uint64_t began; /* of its first game */
    uint64_t games; /* ranked */
    int32_t day;    /* of `began`, since 1970-01-01 */
    /* The best game of each player, for each list in its order. */
    const struct rank_game **best[BY_COUNT];
    size_t players;
};

struct rank_game {
    struct rank_board *board;
    uint64_t began;
    uint64_t value[BY_COUNT];
    char *record;
    char player[LOYD_PLAYER_MAX + 1];
};

struct loyd_ranks {
    struct rank_board **boards; /* by id */
    size_t n_boards, boards_room;
    struct rank_game *games;
    size_t n_games, games_room;
    size_t pruned; /* games that were left when others were removed */
};

/* Removes games that are no player's best, and fills the lists of boards.
 * Errors: LOYD_E_NOMEM. */
loyd_err ranks_sort(loyd_ranks *ranks);

/* The boards of a day, in the order of the pages. */
struct rank_day {
    struct rank_board **boards;
    size_t n;
};

/* What the pages of a leaderboard share. */
struct ranks_view {
    const char *title; /* "": that of the language */
    const char *play_url;
    const struct language *language;
    size_t places;
    const struct rank_day *days; /* the newest first */
    size_t n_days;
};

/* Pages and JSON of a day, and of all days. */
void ranks_page(struct text *text, const struct ranks_view *view,
                const struct rank_day *day);
void ranks_json(struct text *text, const struct ranks_view *view,
                const struct rank_day *day);

#endif
