/* SPDX-License-Identifier: MIT */
/*
 * The difficulty of puzzles for people and the ability of players, from the
 * times of games. The model is that of docs/formats.md, "Observed difficulty".
 */
#ifndef LOYD_RATE_OBSERVED_H
#define LOYD_RATE_OBSERVED_H

#include "loyd/listener.h"

/* A game. It is not counted if it took 0 ms. */
struct observed_game {
    uint32_t puzzle; /* below `puzzles` */
    uint32_t player; /* below `players` */
    uint32_t ms;     /* until it was solved or given up */
    bool is_solved;  /* otherwise it would have taken longer than that */
};

/* Of a puzzle: its difficulty is the logarithm of the seconds in which a
 * player of ability 0 solves it in the median. Of a player: the ability is the
 * logarithm of how many times faster than that. */
struct observed_value {
    double value;
    double error;    /* its standard error */
    uint32_t games;  /* that were counted */
    uint32_t solved; /* of these */
};

struct observed {
    struct observed_value *puzzles;
    struct observed_value *players;
    double mean;      /* of the difficulties */
    double puzzle_sd; /* standard deviation of difficulties */
    double player_sd; /* of abilities */
    double game_sd;   /* of the logarithms of times around their median */
    unsigned iterations;
    bool has_converged;
};

/*
 * Estimates from n games. The result depends on the numbers of puzzles and
 * players, which the caller must give in an order of theirs, such as that of
 * their ids; not on the order of games, and neither on threads nor on the
 * machine. One that has no game gets the value that is expected of any other.
 * `out` is freed with observed_free. Reports progress. Errors: LOYD_E_RANGE (a
 * game of another puzzle or player), LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err observed_rate(const struct observed_game *games,
                                      size_t n, size_t puzzles, size_t players,
                                      const loyd_listener *listener,
                                      struct observed *out, loyd_why *why);

/* Frees the values; accepts what is all zero. */
void observed_free(struct observed *observed);

/* Returns the number of seconds of a difficulty. */
double observed_seconds(double difficulty);

/* Returns a number rounded to four significant digits, a half away from 0. It
 * is the double nearest to these digits. */
double observed_round(double number);

#endif
