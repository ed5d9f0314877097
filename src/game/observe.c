/* SPDX-License-Identifier: MIT */
/* Estimates difficulties and abilities from the games of a catalogue. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "loyd/played.h"
#include "rate/observed.h"
#include "store/rows.h"

struct timed_game {
    struct observed_game game;
    int64_t began;
    loyd_id id;
};

/* The games, with puzzles and players numbered in the order of their ids. */
struct observing {
    struct id_list puzzles;
    struct player_list players;
    struct timed_game *games;
    size_t n, room;
};

static int
player_order(const void *key, const void *player)
{
    return strcmp(key, player);
}

/* A game with hints is one that was given up at the first of them. */
static loyd_err
add_game(void *context, const struct game_row *game, loyd_why *why)
{
    struct observing *o = context;
    int64_t ms = game->is_hinted ? game->free_ms : game->ms;
    const loyd_id *puzzle = bsearch(&game->puzzle, o->puzzles.ids,
                                    o->puzzles.n, sizeof(loyd_id), id_order);
    const struct player *player =
        bsearch(game->player, o->players.at, o->players.n,
                sizeof(struct player), player_order);

    if (puzzle == NULL || player == NULL)
        return why_set(why, LOYD_E_CORRUPT, "invalid index of games");
    if (!ARRAY_ROOM(o->games, o->room, o->n + 1))
        return LOYD_E_NOMEM;
    o->games[o->n] = (struct timed_game){
        {(uint32_t)(puzzle - o->puzzles.ids),
         (uint32_t)(player - o->players.at),
         ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX,
         game->is_solved && !game->is_hinted},
        game->began,
        game->id,
    };
    o->n++;
    return LOYD_OK;
}

static int
compare_games(const void *a, const void *b)
{
    const struct timed_game *x = a, *y = b;

    if (x->game.puzzle != y->game.puzzle)
        return x->game.puzzle < y->game.puzzle ? -1 : 1;
    if (x->game.player != y->game.player)
        return x->game.player < y->game.player ? -1 : 1;
    if (x->began != y->began)
        return x->began < y->began ? -1 : 1;
    return id_compare(&x->id, &y->id);
}

/*
 * Returns the first game of each player with each puzzle, as a puzzle that is
 * known is solved faster; NULL if out of memory. The caller frees it.
 */
static struct observed_game *
first_games(const struct observing *o, size_t *n)
{
    struct observed_game *first = malloc((o->n + 1) * sizeof(*first));

    *n = 0;
    if (first == NULL)
        return NULL;
    ARRAY_SORT(o->games, o->n, compare_games);
    for (size_t i = 0; i < o->n; i++) {
        const struct observed_game *game = &o->games[i].game;

        if (*n == 0 || first[*n - 1].puzzle != game->puzzle ||
            first[*n - 1].player != game->player)
            first[(*n)++] = *game;
    }
    return first;
}

static loyd_err
read_games(loyd_store *store, struct observing *o, loyd_why *why)
{
    loyd_err err = games_puzzles(store, &o->puzzles, why);

    if (err == LOYD_OK)
        err = games_players(store, &o->players, why);
    return err == LOYD_OK ? games_each(store, add_game, o, why) : err;
}

/* Returns a number in millionths, with four significant digits. */
static int64_t
millionths(double number, int64_t low, int64_t high)
{
    double scaled = observed_round(number) * 1e6;

    return scaled <= (double)low    ? low
           : scaled >= (double)high ? high
                                    : (int64_t)llround(scaled);
}

/* What has no solved game is not known. */
static loyd_err
put_values(loyd_store *store, const struct observing *o,
           const struct observed *found, bool is_stale,
           loyd_observed_result *result, loyd_why *why)
{
    loyd_err err = estimates_clear(store, why);

    for (size_t i = 0; err == LOYD_OK && i < o->puzzles.n; i++) {
        const struct observed_value *v = &found->puzzles[i];
        const struct difficulty_row row = {
            o->puzzles.ids[i],
            LOYD_OBSERVED_VERSION,
            millionths(observed_seconds(v->value), 1,
                       (int64_t)LOYD_DIFFICULTY_MAX),
            millionths(v->error, 0, LOYD_ABILITY_MAX),
            v->games,
            is_stale,
        };

        result->games += v->games;
        result->puzzles += v->solved > 0;
        if (v->solved > 0)
            err = difficulty_put(store, &row, why);
    }
    for (size_t i = 0; err == LOYD_OK && i < o->players.n; i++) {
        const struct observed_value *v = &found->players[i];
        struct ability_row row = {
            .version = LOYD_OBSERVED_VERSION,
            .ability =
                millionths(v->value, -LOYD_ABILITY_MAX, LOYD_ABILITY_MAX),
            .error = millionths(v->error, 0, LOYD_ABILITY_MAX),
            .games = v->games,
            .is_stale = is_stale,
        };

        memcpy(row.player, o->players.at[i].id, sizeof(row.player));
        result->players += v->solved > 0;
        if (v->solved > 0)
            err = ability_put(store, &row, why);
    }
    return err;
}

/* Stores the result in one transaction. */
static loyd_err
store_values(loyd_store *store, const struct observing *o,
             const struct observed *found, int64_t version,
             loyd_observed_result *result, loyd_why *why)
{
    int64_t now = 0;
    loyd_err err = loyd_store_begin(store, why);

    if (err == LOYD_OK)
        err = games_version(store, &now, why);
    if (err == LOYD_OK)
        err = put_values(store, o, found, now != version, result, why);
    err = store_end(store, err, why);
    result->mean = observed_round(observed_seconds(found->mean));
    result->puzzle_sd = observed_round(found->puzzle_sd);
    result->player_sd = observed_round(found->player_sd);
    result->game_sd = observed_round(found->game_sd);
    result->has_converged = found->has_converged;
    return err;
}

loyd_err
loyd_games_rate(loyd_store *store, const loyd_listener *listener,
                loyd_observed_result *result, loyd_why *why)
{
    struct observing o = {.n = 0};
    struct observed found = {.puzzles = NULL};
    loyd_observed_result made = {.games = 0};
    struct observed_game *first = NULL;
    int64_t version = 0;
    size_t n = 0;
    loyd_err err;

    WHY_GIVEN(why);
    err = read_begin(store, why);
    if (err == LOYD_OK) {
        err = games_version(store, &version, why);
        if (err == LOYD_OK)
            err = read_games(store, &o, why);
        read_end(store);
    }
    if (err == LOYD_OK && (first = first_games(&o, &n)) == NULL)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK)
        err = observed_rate(first, n, o.puzzles.n, o.players.n, listener,
                            &found, why);
    if (err == LOYD_OK)
        err = store_values(store, &o, &found, version, &made, why);
    if (err == LOYD_OK)
        *result = made;
    observed_free(&found);
    free(first);
    free(o.games);
    free(o.puzzles.ids);
    free(o.players.at);
    return err;
}
