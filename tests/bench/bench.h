/* SPDX-License-Identifier: MIT */
/* What the parts of the benchmark share. All exit with a message on errors. */
#ifndef LOYD_BENCH_H
#define LOYD_BENCH_H

#include "loyd.h"

/* Measures the reference loop, and prints the head of the table. */
void bench_begin(char **words, int n_words);

/* Seconds of an unspecified clock; seconds of the CPU in this process. */
double now(void);
double cpu_now(void);

void die(const char *what);

/* True if a row of this name was asked for. */
bool wanted(const char *row);

/*
 * Prints one row. `peer`: the best public figure, 0 if unknown; `faster`: the
 * figure is a rate (more is better), otherwise a time.
 */
void row(const char *what, double figure, const char *unit, double peer,
         bool faster);

/* Returns a figure that does not depend on speed as a `peer` of row(). */
double peer_here(double figure);

/* Returns n boards of a recipe's series, from index 0. The caller frees. */
loyd_puzzle *draw(const char *recipe_text, size_t n);

/*
 * Reads at most `most` boards, one per line, with the goal of a layout of
 * side x side cells. Returns their number.
 */
size_t read_boards(const char *path, const char *layout_text, unsigned side,
                   loyd_puzzle *puzzles, size_t most);

loyd_solver *solver_new(loyd_tables tables, unsigned threads);

/* Seconds for one call with n puzzles, all of which must be solved. */
double solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
             bool is_length_only);

/* The best of three: other load on the machine only adds time. */
double solve_best(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
                  bool is_length_only);

double mean_of(const double *t, size_t n);

/* Sorts the times. */
double median_of(double *t, size_t n);

/* Prints the mean and the 99th percentile of n times, in milliseconds. */
void latency_rows(const char *what, double *t, size_t n, double peer_mean,
                  double peer_p99);

/* The rows of bench_long.c; is_whole: with the hour of fifty boards. */
void bench_long(bool is_whole, bool is_chosen);

/* The rows of bench_games.c. */
void bench_games(void);

/* The rows of bench_mtm.c. */
void bench_mtm(void);

/* The rows of bench_optimal.c. */
void bench_optimal(void);

/* The rows of bench_upper.c. */
void bench_upper(void);

#endif
