/* SPDX-License-Identifier: MIT */
/*
 * The row-by-row method for any size and any home of the blank.
 *
 * The blank of the goal is first moved to the last cell, which yields another
 * goal. The board is solved for that goal, and the moves are undone at the
 * end. Rows are filled from the top while more than two are left, then columns
 * from the left. Tiles are placed one by one, the last two of a line together
 * within a window of six cells. Each step is a walk down the distances from
 * its end, of which a breadth-first search over the cells of zero, one or two
 * tiles and the blank finds those up to the start.
 */
#include "solve/upper/human.h"
#include "core/moves.h"

#include <stdlib.h>
#include <string.h>

#define PIECES_MAX 2 /* tiles that one search follows */
#define WINDOW_MAX 6

#define INLINE static inline __attribute__((always_inline))

struct human {
    struct permuted board;
    unsigned n;
    uint8_t cell_of[LOYD_CELLS_MAX]; /* tile's home -> its current cell */
    uint8_t wanted[LOYD_CELLS_MAX];  /* cell -> the tile to place there */
    bool is_fixed[LOYD_CELLS_MAX];   /* solved cells: no longer moved */
    uint8_t from[LOYD_CELLS_MAX][4]; /* cell_of_tile of each blank */
    uint16_t *away;                  /* [n * n] distances of states, or more */
    struct human_state *queue;       /* as many */
    loyd_moves *path;
    struct human_stages *stages; /* NULL: not wanted */
};

/* Ends a stage, which has placed tiles in n cells. */
static void
end_stage(struct human *h, const uint8_t *cells, unsigned n)
{
    struct human_stage *stage;

    for (unsigned i = 0; i < n; i++)
        h->is_fixed[cells[i]] = true;
    if (h->stages == NULL)
        return;
    stage = &h->stages->at[h->stages->n++];
    *stage = (struct human_stage){.n_tiles = n, .end = h->path->n};
    for (unsigned i = 0; i < n; i++)
        stage->tile[i] = h->wanted[cells[i]];
}

/*
 * A search: the cells it may use, the tiles it follows and its end, where
 * every piece and the blank are on cells for which their `is_end` is true
 * (NULL: any cell).
 */
struct quest {
    uint8_t cell[LOYD_CELLS_MAX];   /* usable cells, n_cells of them */
    uint8_t number[LOYD_CELLS_MAX]; /* index in `cell`, or CELL_NONE */
    unsigned n_cells;
    uint8_t piece[PIECES_MAX]; /* tiles by home */
    unsigned n_pieces;
    const bool *is_end[PIECES_MAX + 1]; /* pieces, then the blank */
};

static void
quest_use(struct quest *q, unsigned cell)
{
    q->number[cell] = (uint8_t)q->n_cells;
    q->cell[q->n_cells++] = (uint8_t)cell;
}

static void
quest_begin(struct quest *q)
{
    memset(q, 0, sizeof(*q));
    memset(q->number, CELL_NONE, sizeof(q->number));
}

/* Allows all unsolved cells except `but` and `but_too` (CELL_NONE: none). */
static void
quest_open(const struct human *h, struct quest *q, unsigned but,
           unsigned but_too)
{
    quest_begin(q);
    for (unsigned c = 0; c < h->n; c++)
        if (!h->is_fixed[c] && c != but && c != but_too)
            quest_use(q, c);
}

static loyd_err
play(struct human *h, loyd_dir dir)
{
    uint8_t blank = h->board.blank;

    permuted_move(&h->board, dir);
    h->cell_of[h->board.home[blank]] = blank;
    return moves_push(h->path, dir);
}

#define UNKNOWN UINT16_MAX /* a distance */

/* A state of a search: the cells of the pieces, then the blank's, by index. */
struct human_state {
    uint8_t place[PIECES_MAX + 1];
};

INLINE uint32_t
number_of(const struct quest *q, unsigned n_pieces,
          const struct human_state *at)
{
    uint32_t number = 0;

    for (unsigned i = 0; i <= n_pieces; i++)
        number = number * q->n_cells + at->place[i];
    return number;
}

/* Makes a move in a state. Returns false if its cells do not allow it. */
INLINE bool
move_state(const struct human *h, const struct quest *q, unsigned n_pieces,
           unsigned dir, struct human_state *at)
{
    uint8_t blank = at->place[n_pieces];
    uint8_t from = h->from[q->cell[blank]][dir];

    if (from == CELL_NONE || q->number[from] == CELL_NONE)
        return false;
    from = q->number[from];
    for (unsigned i = 0; i < n_pieces; i++)
        if (at->place[i] == from)
            at->place[i] = blank;
    at->place[n_pieces] = from;
    return true;
}

/* Appends to the n queued states all end states that are like `at` in the
 * pieces before the i-th. Returns the number now. */
static uint32_t
queue_ends(struct human *h, const struct quest *q, struct human_state at,
           unsigned i, uint32_t n)
{
    for (unsigned k = 0; k < q->n_cells; k++) {
        if ((q->is_end[i] != NULL && !q->is_end[i][q->cell[k]]) ||
            memchr(at.place, (int)k, i) != NULL)
            continue;
        at.place[i] = (uint8_t)k;
        if (i < q->n_pieces && i < PIECES_MAX) {
            n = queue_ends(h, q, at, i + 1, n);
        } else {
            h->away[number_of(q, q->n_pieces, &at)] = 0;
            h->queue[n++] = at;
        }
    }
    return n;
}

/* Finds the distances from the end of the states that are not farther than the
 * state `until`. Compiled for each number of pieces. */
INLINE void
measure_with(struct human *h, const struct quest *q, unsigned n_pieces,
             uint32_t n_states, uint32_t until)
{
    const struct human_state none = {{0}};
    uint16_t *away = h->away;
    uint32_t tail;

    memset(away, 0xFF, n_states * sizeof(*away));
    tail = queue_ends(h, q, none, 0, 0);
    for (uint32_t head = 0; head < tail; head++) {
        unsigned next = away[number_of(q, n_pieces, &h->queue[head])] + 1u;

        if (away[until] != UNKNOWN)
            return;
        for (unsigned d = 0; d < 4; d++) {
            struct human_state at = h->queue[head];
            uint16_t *to;

            if (!move_state(h, q, n_pieces, d, &at))
                continue;
            to = &away[number_of(q, n_pieces, &at)];
            if (*to == UNKNOWN) {
                *to = (uint16_t)next;
                h->queue[tail++] = at;
            }
        }
    }
}

static void
measure(struct human *h, const struct quest *q, uint32_t n_states,
        uint32_t until)
{
    if (q->n_pieces == 0)
        measure_with(h, q, 0, n_states, until);
    else if (q->n_pieces == 1)
        measure_with(h, q, 1, n_states, until);
    else
        measure_with(h, q, 2, n_states, until);
}

/* Plays from a state to the end: of the shortest ways the first in the order
 * of directions. LOYD_E_UNSOLVABLE if there is none. */
static loyd_err
walk(struct human *h, const struct quest *q, struct human_state at)
{
    const uint16_t *away = h->away;
    unsigned left = away[number_of(q, q->n_pieces, &at)];
    loyd_err err = left != UNKNOWN ? LOYD_OK : LOYD_E_UNSOLVABLE;

    while (err == LOYD_OK && left-- > 0) {
        struct human_state next = at;
        unsigned d = 0;

        while (!move_state(h, q, q->n_pieces, d, &next) ||
               away[number_of(q, q->n_pieces, &next)] != left) {
            next = at;
            d++;
        }
        at = next;
        err = play(h, (loyd_dir)d);
    }
    return err;
}

static loyd_err
quest_run(struct human *h, const struct quest *q)
{
    struct human_state at = {{0}};
    uint32_t n_states = q->n_cells;

    for (unsigned i = 0; i < q->n_pieces; i++) {
        at.place[i] = q->number[h->cell_of[q->piece[i]]];
        n_states *= q->n_cells;
    }
    at.place[q->n_pieces] = q->number[h->board.blank];
    measure(h, q, n_states, number_of(q, q->n_pieces, &at));
    return walk(h, q, at);
}

/* Places one tile and marks its cell as solved. */
static loyd_err
place_tile(struct human *h, uint8_t cell)
{
    bool is_end[LOYD_CELLS_MAX] = {false};
    struct quest q;
    loyd_err err;

    quest_open(h, &q, CELL_NONE, CELL_NONE);
    q.n_pieces = 1;
    q.piece[0] = h->wanted[cell];
    q.is_end[0] = is_end;
    is_end[cell] = true;
    if ((err = quest_run(h, &q)) == LOYD_OK)
        end_stage(h, &cell, 1);
    return err;
}

/* Brings two tiles and the blank into a window: parks `a` in the corner, where
 * it does not block. */
static loyd_err
bring_pair(struct human *h, unsigned a, unsigned b, const bool *is_corner,
           const bool *is_inside)
{
    struct quest q;
    loyd_err err;

    if (is_inside[h->cell_of[a]] && is_inside[h->cell_of[b]] &&
        is_inside[h->board.blank])
        return LOYD_OK;
    quest_open(h, &q, CELL_NONE, CELL_NONE);
    q.n_pieces = 1;
    q.piece[0] = (uint8_t)a;
    q.is_end[0] = is_corner;
    if ((err = quest_run(h, &q)) != LOYD_OK)
        return err;
    quest_open(h, &q, h->cell_of[a], CELL_NONE);
    q.n_pieces = 1;
    q.piece[0] = (uint8_t)b;
    q.is_end[0] = is_inside;
    if ((err = quest_run(h, &q)) != LOYD_OK)
        return err;
    quest_open(h, &q, h->cell_of[a], h->cell_of[b]);
    q.is_end[0] = is_inside;
    return quest_run(h, &q);
}

/*
 * Brings two tiles and the blank into a window and solves its first two cells,
 * window[0] and window[1], within it. With `needs_rest`, the blank must end in
 * the window's last cell.
 */
static loyd_err
place_pair(struct human *h, const uint8_t *window, unsigned n, bool needs_rest)
{
    unsigned a = h->wanted[window[0]], b = h->wanted[window[1]];
    bool is_inside[LOYD_CELLS_MAX] = {false},
         is_corner[LOYD_CELLS_MAX] = {false};
    bool is_home_a[LOYD_CELLS_MAX] = {false},
         is_rest[LOYD_CELLS_MAX] = {false};
    struct quest q;
    loyd_err err;

    for (unsigned i = 0; i < n; i++)
        is_inside[window[i]] = true;
    is_corner[window[1]] = is_home_a[window[0]] = is_rest[window[n - 1]] =
        true;
    if (!needs_rest && h->cell_of[a] == window[0] &&
        h->cell_of[b] == window[1])
        goto done;
    if ((err = bring_pair(h, a, b, is_corner, is_inside)) != LOYD_OK)
        return err;

    quest_begin(&q);
    for (unsigned i = 0; i < n; i++)
        quest_use(&q, window[i]);
    q.n_pieces = 2;
    q.piece[0] = (uint8_t)a;
    q.piece[1] = (uint8_t)b;
    q.is_end[0] = is_home_a;
    q.is_end[1] = is_corner;
    q.is_end[2] = needs_rest ? is_rest : NULL;
    if ((err = quest_run(h, &q)) != LOYD_OK)
        return err;
done:
    end_stage(h, window, 2);
    return LOYD_OK;
}

static loyd_err
fill_rows(struct human *h)
{
    unsigned w = h->board.width;
    loyd_err err = LOYD_OK;

    for (unsigned y = 0; err == LOYD_OK && y + 2u < h->board.height; y++) {
        uint8_t window[WINDOW_MAX];

        for (unsigned x = 0; err == LOYD_OK && x + 2 < w; x++)
            err = place_tile(h, (uint8_t)(y * w + x));
        for (unsigned i = 0; i < WINDOW_MAX; i++)
            window[i] = (uint8_t)((y + i / 2) * w + w - 2 + i % 2);
        if (err == LOYD_OK)
            err = place_pair(h, window, WINDOW_MAX, false);
    }
    return err;
}

static loyd_err
fill_columns(struct human *h)
{
    unsigned w = h->board.width, top = (h->board.height - 2u) * w;
    loyd_err err = LOYD_OK;

    for (unsigned x = 0; err == LOYD_OK && x + 2 <= w; x++) {
        unsigned n = x + 2 < w ? WINDOW_MAX : 4;
        uint8_t window[WINDOW_MAX];

        for (unsigned i = 0; i < n; i++)
            window[i] = (uint8_t)(top + i % 2 * w + x + i / 2);
        err = place_pair(h, window, n, n == 4);
        if (n == 4)
            break;
    }
    return err;
}

/*
 * Moves the goal's blank to the last cell, which sets the wanted tile of every
 * cell. *across and *down are set to the number of moves.
 */
static void
set_wanted(struct human *h, unsigned goal_blank, unsigned *across,
           unsigned *down)
{
    struct permuted goal = h->board;

    for (unsigned c = 0; c < h->n; c++)
        goal.home[c] = (uint8_t)c;
    goal.blank = (uint8_t)goal_blank;
    *across = goal.width - 1u - goal_blank % goal.width;
    *down = goal.height - 1u - goal_blank / goal.width;
    for (unsigned i = 0; i < *across; i++)
        permuted_move(&goal, LOYD_DIR_LEFT);
    for (unsigned i = 0; i < *down; i++)
        permuted_move(&goal, LOYD_DIR_UP);
    memcpy(h->wanted, goal.home, h->n);
}

loyd_err
human_solve(const struct permuted *board, unsigned goal_blank,
            loyd_moves *path, struct human_stages *stages)
{
    struct human h = {.board = *board,
                      .n = (unsigned)board->width * board->height,
                      .path = path,
                      .stages = stages};
    size_t n_states = h.n * h.n > 216 ? h.n * h.n : 216; /* 6 cubed */
    unsigned across, down;
    bool has_last;
    loyd_err err = LOYD_E_NOMEM;

    for (unsigned c = 0; c < h.n; c++)
        h.cell_of[board->home[c]] = (uint8_t)c;
    set_wanted(&h, goal_blank, &across, &down);
    for (unsigned c = 0; c < h.n; c++)
        for (unsigned d = 0; d < 4; d++)
            h.from[c][d] = cell_of_tile(board->width, board->height,
                                        (uint8_t)c, (loyd_dir)d);
    h.away = malloc(n_states * sizeof(*h.away));
    h.queue = malloc(n_states * sizeof(*h.queue));
    if (h.away != NULL && h.queue != NULL &&
        (err = fill_rows(&h)) == LOYD_OK)
        err = fill_columns(&h);
    /* The blank goes from the last cell to its home. */
    has_last = down + across > 0;
    while (err == LOYD_OK && down-- > 0)
        err = play(&h, LOYD_DIR_DOWN);
    while (err == LOYD_OK && across-- > 0)
        err = play(&h, LOYD_DIR_RIGHT);
    if (err == LOYD_OK && has_last)
        end_stage(&h, NULL, 0);
    for (unsigned c = 0; err == LOYD_OK && c < h.n; c++)
        if (h.board.home[c] != c)
            err = LOYD_E_UNSOLVABLE;
    free(h.away);
    free(h.queue);
    return err;
}
