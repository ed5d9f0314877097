/* SPDX-License-Identifier: MIT */
/*
 * The row method a second time, after docs/formats.md: the cells are those of
 * the board, and each step is a search over all cells of its tiles and the
 * blank.
 */
#include <stdlib.h>
#include <string.h>

#include "verify/plain.h"

struct rows {
    unsigned width;
    unsigned height;
    unsigned n;
    uint8_t tile[LOYD_CELLS_MAX];   /* of each cell, by its home */
    uint8_t wanted[LOYD_CELLS_MAX]; /* the same of the board to reach */
    uint8_t blank;                  /* the tile that is the blank */
    bool is_fixed[LOYD_CELLS_MAX];
    unsigned moves;
    bool is_lost; /* out of memory */
};

/* A step: where the blank may go, and where up to three tiles must end; the
 * last one is the blank. */
struct stage {
    bool is_open[LOYD_CELLS_MAX];
    unsigned n;
    uint8_t tile[3];
    bool is_end[3][LOYD_CELLS_MAX];
    unsigned n_open; /* and their numbers */
    uint8_t number[LOYD_CELLS_MAX];
};

/* A state of the search: the cells of the tiles, and the state before. */
struct state {
    uint8_t cell[3];
    uint32_t before;
};

static unsigned
cell_of(const struct rows *r, unsigned tile)
{
    unsigned c = 0;

    while (r->tile[c] != tile)
        c++;
    return c;
}

static bool
is_over(const struct stage *s, const struct state *at)
{
    for (unsigned i = 0; i < s->n; i++)
        if (!s->is_end[i][at->cell[i]])
            return false;
    return true;
}

/* Numbers the open cells. Returns the number of all states. */
static size_t
number_cells(const struct rows *r, struct stage *s)
{
    size_t n_places = 1;

    s->n_open = 0;
    for (unsigned c = 0; c < r->n; c++)
        s->number[c] = (uint8_t)(s->is_open[c] ? s->n_open++ : 0);
    for (unsigned i = 0; i < s->n; i++)
        n_places *= s->n_open;
    return n_places;
}

/* The place of a state among all. */
static size_t
place_of(const struct stage *s, const struct state *at)
{
    size_t place = 0;

    for (unsigned i = 0; i < s->n; i++)
        place = place * s->n_open + s->number[at->cell[i]];
    return place;
}

/* Moves the blank along the states that led to the end. */
static void
follow(struct rows *r, const struct state *all, uint32_t end, unsigned blank)
{
    unsigned to = all[end].cell[blank], from;

    if (end == 0)
        return;
    follow(r, all, all[end].before, blank);
    from = all[all[end].before].cell[blank];
    r->tile[from] = r->tile[to];
    r->tile[to] = r->blank;
    r->moves++;
}

static void
step(struct rows *r, struct stage *s)
{
    unsigned blank = s->n - 1;
    size_t n_places = number_cells(r, s), n = 1;
    struct state *all;
    bool *is_seen;

    all = malloc(n_places * sizeof(*all));
    is_seen = calloc(n_places, sizeof(*is_seen));
    r->is_lost |= all == NULL || is_seen == NULL;
    for (unsigned i = 0; i < s->n && !r->is_lost; i++)
        all[0].cell[i] = (uint8_t)cell_of(r, s->tile[i]);
    if (!r->is_lost)
        is_seen[place_of(s, &all[0])] = true;
    for (size_t i = 0; i < n && !r->is_lost; i++) {
        if (is_over(s, &all[i])) {
            follow(r, all, (uint32_t)i, blank);
            break;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            struct state next = all[i];
            unsigned from =
                tile_beside(r->width, r->height, next.cell[blank], dir);

            if (from == r->n || !s->is_open[from])
                continue;
            for (unsigned k = 0; k < blank; k++)
                if (next.cell[k] == from)
                    next.cell[k] = next.cell[blank];
            next.cell[blank] = (uint8_t)from;
            next.before = (uint32_t)i;
            if (is_seen[place_of(s, &next)])
                continue;
            is_seen[place_of(s, &next)] = true;
            all[n++] = next;
        }
    }
    free(all);
    free(is_seen);
}

/* A step through the cells that are not fixed, but `held` and `held_too`, with
 * a tile, unless it is the blank, and with the blank. */
static struct stage
stage_of(const struct rows *r, unsigned tile, unsigned held, unsigned held_too)
{
    struct stage s = {.n = tile == r->blank ? 1 : 2, .tile = {(uint8_t)tile}};

    s.tile[s.n - 1] = r->blank;
    for (unsigned c = 0; c < r->n; c++) {
        s.is_open[c] = !r->is_fixed[c] && c != held && c != held_too;
        s.is_end[s.n - 1][c] = s.n == 2;
    }
    return s;
}

static void
place_one(struct rows *r, unsigned cell)
{
    struct stage s = stage_of(r, r->wanted[cell], r->n, r->n);

    s.is_end[0][cell] = true;
    step(r, &s);
    r->is_fixed[cell] = true;
}

static void
place_two(struct rows *r, const uint8_t *window, unsigned n, bool is_last)
{
    unsigned a = r->wanted[window[0]], b = r->wanted[window[1]];
    bool is_in[LOYD_CELLS_MAX] = {false};
    struct stage s;

    for (unsigned i = 0; i < n; i++)
        is_in[window[i]] = true;
    if (cell_of(r, a) == window[0] && cell_of(r, b) == window[1] && !is_last)
        goto done;
    if (!is_in[cell_of(r, a)] || !is_in[cell_of(r, b)] ||
        !is_in[cell_of(r, r->blank)]) {
        s = stage_of(r, a, r->n, r->n);
        s.is_end[0][window[1]] = true;
        step(r, &s);
        s = stage_of(r, b, cell_of(r, a), r->n);
        memcpy(s.is_end[0], is_in, sizeof(is_in));
        step(r, &s);
        s = stage_of(r, r->blank, cell_of(r, a), cell_of(r, b));
        memcpy(s.is_end[0], is_in, sizeof(is_in));
        step(r, &s);
    }
    s = (struct stage){.n = 3, .tile = {(uint8_t)a, (uint8_t)b, r->blank}};
    memcpy(s.is_open, is_in, sizeof(is_in));
    s.is_end[0][window[0]] = s.is_end[1][window[1]] = true;
    for (unsigned i = 0; i < n; i++)
        s.is_end[2][window[i]] = !is_last || i + 1 == n;
    step(r, &s);
done:
    r->is_fixed[window[0]] = r->is_fixed[window[1]] = true;
}

/* The board to reach: the goal's blank goes to the last cell. Returns how many
 * moves that takes. */
static unsigned
begin(struct rows *r, const struct plain_board *board)
{
    unsigned w = board->width, h = board->height, n = w * h;
    unsigned at = board->home[board->blank], moves = 0;

    *r = (struct rows){.width = w, .height = h, .n = n, .blank = (uint8_t)at};
    memcpy(r->tile, board->home, n);
    for (unsigned c = 0; c < n; c++)
        r->wanted[c] = (uint8_t)c;
    for (; at % w + 1 < w; at++, moves++)
        r->wanted[at] = r->wanted[at + 1];
    for (; at + w < n; at += w, moves++)
        r->wanted[at] = r->wanted[at + w];
    r->wanted[at] = r->blank;
    return moves;
}

unsigned
plain_rows(const struct plain_board *board)
{
    struct rows r;
    unsigned last = begin(&r, board), w = r.width, h = r.height;
    uint8_t window[6];

    for (unsigned y = 0; y + 2 < h; y++) {
        for (unsigned x = 0; x + 2 < w; x++)
            place_one(&r, y * w + x);
        for (unsigned i = 0; i < 6; i++)
            window[i] = (uint8_t)((y + i / 2) * w + w - 2 + i % 2);
        place_two(&r, window, 6, false);
    }
    for (unsigned x = 0; x + 1 < w; x++) {
        bool is_last = x + 2 == w;

        for (unsigned i = 0; i < (is_last ? 4 : 6); i++)
            window[i] = (uint8_t)((h - 2 + i % 2) * w + x + i / 2);
        place_two(&r, window, is_last ? 4 : 6, is_last);
    }
    return r.is_lost ? 0 : r.moves + last;
}
