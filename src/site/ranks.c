/* SPDX-License-Identifier: MIT */
/* The games of a leaderboard: the best ones of each player on each board. */
#include "site/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"

#define DAY_MS 86400000
#define PRUNE_LEAST 4096 /* games, before others are removed */

loyd_err
loyd_ranks_new(loyd_ranks **ranks)
{
    *ranks = calloc(1, sizeof(**ranks));
    return *ranks != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
loyd_ranks_free(loyd_ranks **ranks)
{
    loyd_ranks *r = *ranks;

    if (r == NULL)
        return;
    for (size_t i = 0; i < r->n_boards; i++) {
        for (unsigned by = 0; by < BY_COUNT; by++)
            free(r->boards[i]->best[by]);
        free(r->boards[i]);
    }
    for (size_t i = 0; i < r->n_games; i++)
        free(r->games[i].record);
    free(r->boards);
    free(r->games);
    free(r);
    *ranks = NULL;
}

/* Returns the place of an id among the boards, or where it would be. */
static size_t
board_at(const loyd_ranks *r, const loyd_id *id)
{
    size_t low = 0, high = r->n_boards;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (memcmp(&r->boards[middle]->id, id, sizeof(*id)) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds or adds a board; NULL if out of memory. */
static struct rank_board *
board_of(loyd_ranks *r, const loyd_puzzle *puzzle)
{
    struct rank_board *board;
    loyd_id id;
    size_t at;

    loyd_puzzle_id(puzzle, &id);
    at = board_at(r, &id);
    if (at < r->n_boards && memcmp(&r->boards[at]->id, &id, sizeof(id)) == 0)
        return r->boards[at];
    if (!ARRAY_ROOM(r->boards, r->boards_room, r->n_boards + 1) ||
        (board = calloc(1, sizeof(*board))) == NULL)
        return NULL;
    board->id = id;
    board->puzzle = *puzzle;
    board->began = UINT64_MAX;
    memmove(r->boards + at + 1, r->boards + at,
            (r->n_boards++ - at) * sizeof(*r->boards));
    return r->boards[at] = board;
}

static int
compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The order of a list; equal values by time, then who was first. */
static int
compare_by(const struct rank_game *a, const struct rank_game *b,
           enum rank_by by)
{
    int order = compare_numbers(a->value[by], b->value[by]);

    for (unsigned i = 0; order == 0 && i < BY_COUNT; i++)
        order = compare_numbers(a->value[i], b->value[i]);
    if (order == 0)
        order = compare_numbers(a->began, b->began);
    if (order == 0)
        order = strcmp(a->player, b->player);
    return order != 0 ? order : strcmp(a->record, b->record);
}

/* By board, then by player. */
static int
compare_games(const void *a, const void *b)
{
    const struct rank_game *one = a, *other = b;
    int order = memcmp(&one->board->id, &other->board->id, sizeof(loyd_id));

    return order != 0 ? order : strcmp(one->player, other->player);
}

/* The number of games from `at` on that are of one player on one board. */
static size_t
run_of(const loyd_ranks *r, size_t at)
{
    size_t n = 1;

    while (at + n < r->n_games &&
           compare_games(&r->games[at], &r->games[at + n]) == 0)
        n++;
    return n;
}

/* The best of n games in a list. */
static size_t
best_of(const struct rank_game *games, size_t n, enum rank_by by)
{
    size_t best = 0;

    for (size_t i = 1; i < n; i++)
        if (compare_by(&games[i], &games[best], by) < 0)
            best = i;
    return best;
}

/* Removes the games that are in no list of their players. */
static void
prune(loyd_ranks *r)
{
    size_t kept = 0, n;

    ARRAY_SORT(r->games, r->n_games, compare_games);
    for (size_t at = 0; at < r->n_games; at += n) {
        size_t best[BY_COUNT];

        n = run_of(r, at);
        for (unsigned by = 0; by < BY_COUNT; by++)
            best[by] = best_of(&r->games[at], n, by);
        for (size_t i = 0; i < n; i++) {
            struct rank_game game = r->games[at + i];

            if (i == best[BY_MS] || i == best[BY_STM] || i == best[BY_MTM])
                r->games[kept++] = game;
            else
                free(game.record);
        }
    }
    r->pruned = r->n_games = kept;
}

/* Returns the text of a record; NULL if out of memory. */
static char *
text_of(const loyd_game *game)
{
    size_t len = loyd_game_print(game, NULL, 0);
    char *text = len > 0 ? malloc(len + 1) : NULL;

    if (text != NULL && loyd_game_print(game, text, len + 1) != len) {
        free(text);
        return NULL;
    }
    return text;
}

loyd_err
loyd_ranks_add(loyd_ranks *r, const char *player, const loyd_game *game,
               const loyd_game_facts *facts, bool *is_ranked, loyd_why *why)
{
    struct rank_game made = {.began = game->began,
                             .value = {facts->ms, facts->stm, facts->mtm}};

    WHY_GIVEN(why);
    if (player[0] == '\0' || strlen(player) > LOYD_PLAYER_MAX)
        return why_set(why, LOYD_E_SYNTAX,
                       "the game has no player: expected ID,TEXT");
    *is_ranked = facts->is_solved && game->n_hints == 0 && facts->stm > 0;
    if (!*is_ranked)
        return LOYD_OK;
    if (r->n_games >= PRUNE_LEAST && r->n_games / 2 >= r->pruned)
        prune(r);
    if (!ARRAY_ROOM(r->games, r->games_room, r->n_games + 1) ||
        (made.board = board_of(r, &game->puzzle)) == NULL ||
        (made.record = text_of(game)) == NULL)
        return LOYD_E_NOMEM;
    strcpy(made.player, player);
    r->games[r->n_games++] = made;
    made.board->games++;
    if (game->began < made.board->began) {
        made.board->began = game->began;
        made.board->day = (int32_t)(game->began / DAY_MS);
    }
    return LOYD_OK;
}

#define COMPARE(name, by)                                                     \
    static int name(const void *a, const void *b)                             \
    {                                                                         \
        return compare_by(*(const struct rank_game *const *)a,                \
                          *(const struct rank_game *const *)b, by);           \
    }
COMPARE(compare_ms, BY_MS)
COMPARE(compare_stm, BY_STM)
COMPARE(compare_mtm, BY_MTM)

/* Fills the lists of a board from its games. */
static loyd_err
fill_lists(loyd_ranks *r, struct rank_board *board, size_t from, size_t to)
{
    static int (*const compare[])(const void *, const void *) = {
        compare_ms, compare_stm, compare_mtm};
    size_t n;

    for (unsigned by = 0; by < BY_COUNT; by++) {
        free(board->best[by]);
        board->best[by] = calloc(to - from, sizeof(*board->best[by]));
        if (board->best[by] == NULL)
            return LOYD_E_NOMEM;
        board->players = 0;
        for (size_t at = from; at < to; at += n) {
            n = run_of(r, at);
            board->best[by][board->players++] =
                &r->games[at + best_of(&r->games[at], n, by)];
        }
        ARRAY_SORT(board->best[by], board->players, compare[by]);
    }
    return LOYD_OK;
}

loyd_err
ranks_sort(loyd_ranks *r)
{
    loyd_err err = LOYD_OK;

    prune(r);
    for (size_t at = 0, end; err == LOYD_OK && at < r->n_games; at = end) {
        struct rank_board *board = r->games[at].board;

        for (end = at; end < r->n_games && r->games[end].board == board;)
            end++;
        err = fill_lists(r, board, at, end);
    }
    return err;
}
