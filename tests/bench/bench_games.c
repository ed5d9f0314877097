/* SPDX-License-Identifier: MIT */
/* The time to analyse games of 4x4, as beginners play them. */
#include "bench.h"

#include <stdlib.h>

#define GAMES 40
#define SLIDES 150

/* The row method, with steps aside and back, up to 150 slides. */
static void
play(loyd_game *game, const loyd_puzzle *puzzle, uint64_t *state)
{
    loyd_moves path = {NULL, 0, 0};
    loyd_board now = puzzle->start;
    size_t aside;

    *game = (loyd_game){.puzzle = *puzzle};
    game->slides = calloc(SLIDES, sizeof(*game->slides));
    if (game->slides == NULL ||
        loyd_solve_by_rows(puzzle, &path, NULL, NULL, NULL) != LOYD_OK)
        die("no game");
    aside = path.n < SLIDES ? SLIDES - path.n : 0;
    for (size_t i = 0; i < path.n && game->n_slides + 2 < SLIDES; i++) {
        uint8_t dir;

        *state = *state * UINT64_C(6364136223846793005) + 1;
        dir = (uint8_t)(*state >> 62);
        if (aside >= 2 && *state >> 32 & 1 && dir != path.dir[i] &&
            loyd_board_move(&now, (loyd_dir)dir)) {
            game->slides[game->n_slides++] = (loyd_slide){500, dir, 1};
            game->slides[game->n_slides++] = (loyd_slide){500, dir ^ 2, 1};
            aside -= 2;
            if (!loyd_board_move(&now, (loyd_dir)(dir ^ 2)))
                die("no way back");
        }
        if (!loyd_board_move(&now, (loyd_dir)path.dir[i]))
            die("no move");
        game->slides[game->n_slides++] = (loyd_slide){500, path.dir[i], 1};
    }
    loyd_moves_free(&path);
}

static void
analyse(const char *name, loyd_tables tables, loyd_metric metric, size_t n)
{
    loyd_puzzle *puzzles;
    loyd_analysis analyses[GAMES], first;
    loyd_game games[GAMES];
    loyd_solver *solver;
    uint64_t state = 1;
    double begin, slides = 0;

    if (!wanted(name))
        return;
    puzzles = draw("4x4/rows~g1~bench~0", n);
    solver = solver_new(tables, 1);
    for (size_t i = 0; i < n; i++) {
        play(&games[i], &puzzles[i], &state);
        slides += (double)games[i].n_slides;
    }
    if (loyd_games_analyse(solver, games, 1, metric, &first, NULL) != LOYD_OK)
        die(name);
    begin = cpu_now();
    if (loyd_games_analyse(solver, games, n, metric, analyses, NULL) !=
        LOYD_OK)
        die(name);
    row(name, (double)n / (cpu_now() - begin), "/s", 0, true);
    row("the same, slides of a game", slides / (double)n, "", 0, false);
    for (size_t i = 0; i < n; i++) {
        loyd_analysis_free(&analyses[i]);
        loyd_game_free(&games[i]);
    }
    loyd_analysis_free(&first);
    loyd_solver_free(&solver);
    free(puzzles);
}

void
bench_games(void)
{
    analyse("analysis of 4x4 games, large tables", LOYD_TABLES_LARGE, LOYD_STM,
            GAMES);
    analyse("analysis of 4x4 games, small tables", LOYD_TABLES_SMALL, LOYD_STM,
            GAMES);
    analyse("analysis of 4x4 games in MTM", LOYD_TABLES_LARGE, LOYD_MTM, 10);
}
