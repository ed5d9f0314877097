/* SPDX-License-Identifier: MIT */
/* Games of simulated players, whose abilities are known. Tests only. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "core.h"

#include <math.h>

#include "rate/observed.h"

/* Players and puzzles, and how they play. Numbers of games are spread evenly
 * between two ends; parts of the players cheat in a fifth of their games, or
 * always, by a factor of 20. */
struct world {
    const char *name;
    unsigned puzzles, players, least, most, times;
    double puzzle_sd, player_sd, game_sd;
    double gives_up;   /* part of games with an end to patience */
    double cheats;     /* part of players who sometimes cheat */
    double impossible; /* part of those who always do */
    unsigned groups;   /* that never meet */
    double rank;       /* least rank correlation of difficulties */
};

struct simulated {
    double *difficulty;
    double *ability;
    bool *is_honest;
    struct observed_game *games;
    size_t n;
};

static inline double
uniform(uint64_t *seed)
{
    return ((double)(random_word(seed) >> 11) + 0.5) / 9007199254740992.0;
}

/* [Box, Muller, Ann. Math. Statist. 29(2), 1958]. */
static inline double
normal(uint64_t *seed)
{
    double radius = sqrt(-2 * log(uniform(seed)));

    return radius * cos(8 * atan(1) * uniform(seed));
}

static inline void
play(const struct world *w, struct simulated *s, uint32_t puzzle,
     uint32_t player, uint64_t *seed)
{
    double time = s->difficulty[puzzle] - s->ability[player] +
                  w->game_sd * normal(seed);
    bool is_solved = true;

    if (!s->is_honest[player] && uniform(seed) < 0.2)
        time -= 3;
    if (uniform(seed) < w->gives_up) {
        double patience = 4.2 + 0.7 * normal(seed);

        is_solved = time < patience;
        time = is_solved ? time : patience;
    }
    s->games[s->n++] = (struct observed_game){
        puzzle, player, (uint32_t)(1000 * exp(time) + 0.5), is_solved};
}

static inline void
simulate(const struct world *w, uint64_t seed, struct simulated *s)
{
    s->difficulty = malloc(w->puzzles * sizeof(double));
    s->ability = malloc(w->players * sizeof(double));
    s->is_honest = malloc(w->players * sizeof(bool));
    s->games = malloc((size_t)w->puzzles * w->most * sizeof(*s->games));
    s->n = 0;
    for (unsigned i = 0; i < w->puzzles; i++)
        s->difficulty[i] = 4 + w->puzzle_sd * normal(&seed);
    for (unsigned i = 0; i < w->players; i++) {
        double kind = uniform(&seed);

        s->is_honest[i] = kind >= w->cheats + w->impossible;
        s->ability[i] = w->player_sd * normal(&seed);
        if (kind < w->impossible)
            s->ability[i] += 3;
    }
    for (unsigned i = 0; i < w->puzzles; i++) {
        unsigned n = w->least + (unsigned)(uniform(&seed) *
                                           (w->most - w->least + 1));

        while (n-- > 0) {
            unsigned player = (unsigned)(uniform(&seed) * w->players);

            player -= player % w->groups;
            play(w, s, i, player + i % w->groups, &seed);
        }
    }
}

static inline void
forget(struct simulated *s)
{
    free(s->difficulty);
    free(s->ability);
    free(s->is_honest);
    free(s->games);
}

#endif
