/* SPDX-License-Identifier: MIT */
/* Shortens a solution in MTM: pieces of it are solved again. */
#include "core/moves.h"
#include "solve/upper/shorten.h"

#include <stdlib.h>
#include <string.h>

#include "solve/search/plain_search.h"

#define PIECE_FIRST 4 /* slides */

/* A slide along an axis: tiles > 0 move right or down, < 0 left or up. */
struct slide {
    bool is_upright;
    int tiles;
};

struct shortener {
    struct slide *slides;
    size_t n;
    struct permuted board; /* after `at` slides */
    size_t at;
    uint64_t nodes; /* left */
    struct monitor *monitor;
    bool is_over; /* no nodes left, or stopped */
};

static struct slide
slide_of(unsigned dir)
{
    bool is_upright = dir == LOYD_DIR_UP || dir == LOYD_DIR_DOWN;
    bool is_back = dir == LOYD_DIR_UP || dir == LOYD_DIR_LEFT;

    return (struct slide){is_upright, is_back ? -1 : 1};
}

static loyd_dir
dir_of(const struct slide *s)
{
    if (s->is_upright)
        return s->tiles < 0 ? LOYD_DIR_UP : LOYD_DIR_DOWN;
    return s->tiles < 0 ? LOYD_DIR_LEFT : LOYD_DIR_RIGHT;
}

/* Adds a slide to n others, and joins it with the last one if both are along
 * one line. Returns their number. */
static size_t
join(struct slide *slides, size_t n, struct slide added)
{
    if (n == 0 || slides[n - 1].is_upright != added.is_upright) {
        slides[n] = added;
        return n + 1;
    }
    slides[n - 1].tiles += added.tiles;
    return n - (slides[n - 1].tiles == 0);
}

static void
play(struct permuted *board, struct slide s)
{
    for (int i = abs(s.tiles); i > 0; i--)
        permuted_move(board, dir_of(&s));
}

/* Sets the board of a piece: tiles are named by their cells at its end. */
static void
begin_piece(const struct shortener *s, size_t n, struct permuted *piece)
{
    uint8_t cell_at_end[LOYD_CELLS_MAX];
    struct permuted end = s->board;
    unsigned n_cells = (unsigned)end.width * end.height;

    for (size_t i = 0; i < n; i++)
        play(&end, s->slides[s->at + i]);
    for (unsigned c = 0; c < n_cells; c++)
        cell_at_end[end.home[c]] = (uint8_t)c;
    *piece = s->board;
    for (unsigned c = 0; c < n_cells; c++)
        piece->home[c] = cell_at_end[s->board.home[c]];
}

/* Replaces n slides by the moves of a path, which are fewer slides. */
static void
replace(struct shortener *s, size_t n, const loyd_moves *path)
{
    size_t to = s->at, from = s->at + n;

    for (size_t i = 0; i < path->n; i++)
        to = join(s->slides, to, slide_of(path->dir[i]));
    for (; from < s->n; from++)
        to = join(s->slides, to, s->slides[from]);
    s->n = to;
}

/* Solves the piece of n slides again. *is_found: it has become shorter. */
static loyd_err
solve_piece(struct shortener *s, size_t n, bool *is_found)
{
    struct search_job job = {.limit = (uint16_t)(n - 1),
                             .budget = s->nodes,
                             .rank = {0, 1, 2, 3},
                             .metric = LOYD_MTM,
                             .wants_path = true};
    loyd_err err;

    begin_piece(s, n, &job.board);
    err = plain_piece(&job, s->monitor);
    s->nodes -= job.nodes < s->nodes ? job.nodes : s->nodes;
    s->is_over = s->nodes == 0 || atomic_load(&s->monitor->is_stopped);
    *is_found = err == LOYD_OK && job.end == SEARCH_SOLVED;
    if (*is_found)
        replace(s, n, &job.path);
    loyd_moves_free(&job.path);
    return err;
}

/* Visits every piece of n slides, each again after a success nearby. */
static loyd_err
sweep(struct shortener *s, const struct permuted *start, size_t n)
{
    size_t at = 0;
    loyd_err err = LOYD_OK;

    for (;;) {
        bool is_found;

        if (at == 0) {
            s->board = *start;
            s->at = 0;
        }
        if (err != LOYD_OK || s->is_over || at + n > s->n)
            return err;
        while (s->at < at)
            play(&s->board, s->slides[s->at++]);
        err = solve_piece(s, n, &is_found);
        at = is_found ? 0 : at + (n + 3) / 4;
    }
}

loyd_err
mtm_shorten(const struct permuted *board, loyd_moves *path, uint64_t *nodes,
            struct monitor *m)
{
    struct shortener s = {.nodes = *nodes,
                          .monitor = m,
                          .is_over = *nodes == 0 ||
                                     atomic_load(&m->is_stopped)};
    loyd_err err = LOYD_OK;

    s.slides = malloc((path->n + 1) * sizeof(*s.slides));
    if (s.slides == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < path->n; i++)
        s.n = join(s.slides, s.n, slide_of(path->dir[i]));
    for (size_t n = PIECE_FIRST; err == LOYD_OK && !s.is_over && n <= s.n; n++)
        err = sweep(&s, board, n);
    if (err == LOYD_OK)
        path->n = 0;
    for (size_t i = 0; i < s.n; i++)
        for (int k = abs(s.slides[i].tiles); err == LOYD_OK && k > 0; k--)
            err = moves_push(path, dir_of(&s.slides[i]));
    *nodes = s.nodes;
    free(s.slides);
    return err;
}
