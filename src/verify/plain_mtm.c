/* SPDX-License-Identifier: MIT */
/*
 * Optimal lengths in MTM, and shortest solutions in STM, which share nothing
 * with the solver: of boards of at most SEARCHED_CELLS cells by breadth-first
 * search from the goal, of larger ones in MTM by a search that meets all
 * boards within half of the slides.
 */
#include "verify/plain.h"

#include <stdlib.h>
#include <string.h>

#include "loyd/moves.h"

#define UNKNOWN UINT8_MAX

/* Boards that differ in labels only, and their lengths. */
struct class
{
    unsigned width;
    unsigned height;
    unsigned blank;  /* the goal's */
    uint8_t *length; /* by number; NULL: not searched yet */
    uint64_t *ways;  /* the number of solutions; NULL: in MTM */
};

#define SIDES (SEARCHED_CELLS / 2 + 1)
#define HALF (SEARCHED_MTM / 2)

/* The boards within HALF slides of the goal, by hash: open addressing. */
struct near {
    struct class of;
    struct near_board {
        uint64_t hash;
        unsigned slides; /* one more; 0: a free slot */
    } * at;
    size_t room;
    size_t capacity; /* the part in use; a power of two */
};

struct plain_lengths {
    struct class classes[LOYD_METRICS][SIDES][SIDES][SEARCHED_CELLS];
    struct near near;
};

/* The number of a permutation of n cells among all of them (Lehmer's code). */
static uint32_t
number_of(const uint8_t *home, unsigned n)
{
    uint32_t number = 0;

    for (unsigned c = 0; c < n; c++) {
        unsigned less = 0;

        for (unsigned d = c + 1; d < n; d++)
            less += home[d] < home[c];
        number = number * (n - c) + less;
    }
    return number;
}

/* The inverse of number_of. */
static void
board_at(uint32_t number, unsigned n, uint8_t *home)
{
    for (unsigned c = n < SEARCHED_CELLS ? n : SEARCHED_CELLS; c-- > 0;) {
        home[c] = (uint8_t)(number % (n - c));
        number /= n - c;
        for (unsigned d = c + 1; d < n; d++)
            home[d] = (uint8_t)(home[d] + (home[d] >= home[c]));
    }
}

/*
 * Slides one more tile in direction `dir` (0..3: U R D L of the tile) towards
 * the blank in cell *blank. Returns false if there is none.
 */
static bool
slide(const struct class *of, uint8_t *home, unsigned *blank, unsigned dir)
{
    unsigned from = tile_beside(of->width, of->height, *blank, dir);

    if (from == of->width * of->height)
        return false;
    home[*blank] = home[from];
    home[from] = (uint8_t)of->blank;
    *blank = from;
    return true;
}

/* Gives every board one move away from `home` the length, if it has none, and
 * in STM the solutions. */
static uint32_t
spread(const struct class *of, const uint8_t *home, uint8_t length,
       uint32_t *queue, uint32_t n_queue)
{
    unsigned n = of->width * of->height, blank = 0;
    uint64_t ways = of->ways != NULL ? of->ways[number_of(home, n)] : 0;

    while (blank + 1 < n && home[blank] != of->blank)
        blank++;
    for (unsigned dir = 0; dir < 4; dir++) {
        uint8_t next[SEARCHED_CELLS];
        unsigned at = blank;

        memcpy(next, home, n);
        while (slide(of, next, &at, dir)) {
            uint32_t number = number_of(next, n);

            if (of->length[number] == UNKNOWN) {
                of->length[number] = length;
                queue[n_queue++] = number;
            }
            if (of->ways == NULL)
                continue;
            if (of->length[number] == length)
                of->ways[number] += ways;
            break;
        }
    }
    return n_queue;
}

static void
fill(const struct class *of, uint32_t *queue, uint32_t n_states)
{
    unsigned n = of->width * of->height;
    uint8_t home[SEARCHED_CELLS] = {0};
    uint32_t n_queue = 1;

    memset(of->length, UNKNOWN, n_states);
    for (unsigned c = 0; c < n && c < SEARCHED_CELLS; c++)
        home[c] = (uint8_t)c;
    queue[0] = number_of(home, n);
    of->length[queue[0]] = 0;
    if (of->ways != NULL)
        of->ways[queue[0]] = 1;
    for (uint32_t i = 0; i < n_queue; i++) {
        board_at(queue[i], n, home);
        n_queue = spread(of, home, (uint8_t)(of->length[queue[i]] + 1), queue,
                         n_queue);
    }
}

/* Returns the class of a board, with its lengths in a metric; NULL: out of
 * memory. */
static struct class *
class_of(struct plain_lengths *all, const struct plain_board *board,
         loyd_metric metric)
{
    unsigned n = board->width * board->height;
    unsigned blank = board->home[board->blank];
    struct class *of =
        &all->classes[metric][board->width][board->height][blank];
    uint32_t n_states = 1, *queue;
    bool has_ways = metric == LOYD_STM;

    if (of->length != NULL)
        return of;
    for (unsigned c = 2; c <= n; c++)
        n_states *= c;
    *of = (struct class){board->width, board->height, blank, malloc(n_states),
                         has_ways ? calloc(n_states, sizeof(of->ways[0]))
                                  : NULL};
    queue = calloc(n_states, sizeof(*queue));
    if (of->length != NULL && queue != NULL &&
        (of->ways != NULL) == has_ways) {
        fill(of, queue, n_states);
    } else {
        free(of->length);
        free(of->ways);
        of->length = NULL;
    }
    free(queue);
    return of->length != NULL ? of : NULL;
}

/* Appends the first slide, in canonical order, that shortens the way. */
static void
descend(const struct class *of, uint8_t *home, unsigned *blank,
        struct plain_path *path)
{
    unsigned n = of->width * of->height;
    uint8_t length = of->length[number_of(home, n)];

    for (unsigned dir = 0; dir < 4; dir++) {
        uint8_t next[SEARCHED_CELLS];
        unsigned at = *blank, tiles = 0;

        memcpy(next, home, n);
        while (slide(of, next, &at, dir)) {
            tiles++;
            if (of->length[number_of(next, n)] >= length)
                continue;
            while (tiles-- > 0)
                path->dir[path->n++] = (uint8_t)dir;
            memcpy(home, next, n);
            *blank = at;
            return;
        }
    }
}

struct plain_lengths *
plain_lengths_new(void)
{
    return calloc(1, sizeof(struct plain_lengths));
}

void
plain_lengths_free(struct plain_lengths **all)
{
    if (*all == NULL)
        return;
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        for (unsigned w = 0; w < SIDES; w++)
            for (unsigned h = 0; h < SIDES; h++)
                for (unsigned c = 0; c < SEARCHED_CELLS; c++) {
                    free((*all)->classes[m][w][h][c].length);
                    free((*all)->classes[m][w][h][c].ways);
                }
    free((*all)->near.at);
    free(*all);
    *all = NULL;
}

/* --- boards of more cells --- */

struct place {
    uint8_t home[LOYD_CELLS_MAX];
    unsigned blank;
    uint64_t hash;
};

/* The hash of a board is the XOR of these words over its cells. */
static uint64_t
word_of(unsigned cell, unsigned home)
{
    uint64_t z = (cell * 256 + home + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static bool
shift(const struct class *of, struct place *at, unsigned dir)
{
    unsigned old = at->blank, tile;

    if (!slide(of, at->home, &at->blank, dir))
        return false;
    tile = at->home[old];
    at->hash ^= word_of(old, of->blank) ^ word_of(old, tile) ^
                word_of(at->blank, tile) ^ word_of(at->blank, of->blank);
    return true;
}

/* Returns the slot of a board, or the free slot for it. */
static struct near_board *
slot_of(const struct near *near, uint64_t hash)
{
    size_t at = hash & (near->capacity - 1);

    while (near->at[at].slides != 0 && near->at[at].hash != hash)
        at = (at + 1) & (near->capacity - 1);
    return &near->at[at];
}

/* Notes the boards that lie up to HALF slides from the goal, of which `done`
 * led here. Consecutive slides are on different axes. */
static void
note(struct near *near, const struct place *from, unsigned done, unsigned last)
{
    struct near_board *slot = slot_of(near, from->hash);

    if (slot->slides == 0 || slot->slides > done + 1)
        *slot = (struct near_board){from->hash, done + 1};
    for (unsigned dir = 0; dir < 4 && done < HALF; dir++) {
        struct place next = *from;

        while ((done == 0 || (dir ^ last) % 2 != 0) &&
               shift(&near->of, &next, dir))
            note(near, &next, done + 1, dir);
    }
}

/* Returns more slots than twice the boards. */
static size_t
slots_of(unsigned width, unsigned height)
{
    size_t boards = 1, across = width - 1, down = height - 1, slots = 1;
    size_t first[2] = {across, down};

    for (unsigned slide = 0; slide < HALF; slide++) {
        boards += first[0] + first[1];
        first[0] *= slide % 2 == 0 ? down : across;
        first[1] *= slide % 2 == 0 ? across : down;
    }
    while (slots <= 2 * boards)
        slots *= 2;
    return slots;
}

/* Finds the boards around the goal, unless it is that of the previous board.
 * Returns false if memory runs out. */
static bool
find_near(struct near *near, const struct plain_board *board)
{
    unsigned n = board->width * board->height;
    struct class of = {board->width, board->height, board->home[board->blank],
                       NULL, NULL};
    struct place goal = {.blank = of.blank};

    if (near->capacity > 0 && near->of.width == of.width &&
        near->of.height == of.height && near->of.blank == of.blank)
        return true;
    near->capacity = slots_of(of.width, of.height);
    if (near->capacity > near->room) {
        free(near->at);
        near->room = near->capacity;
        near->at = malloc(near->room * sizeof(near->at[0]));
    }
    if (near->at == NULL) {
        near->room = near->capacity = 0;
        return false;
    }
    memset(near->at, 0, near->capacity * sizeof(near->at[0]));
    near->of = of;
    for (unsigned c = 0; c < n; c++) {
        goal.home[c] = (uint8_t)c;
        goal.hash ^= word_of(c, c);
    }
    note(near, &goal, 0, 0);
    return true;
}

/* Appends the first solution of `left` slides in canonical order. */
static bool
seek(const struct near *near, const struct place *from, unsigned left,
     struct plain_path *path)
{
    unsigned n = path->n, last = n > 0 ? path->dir[n - 1] : 0;

    if (left <= HALF) {
        const struct near_board *slot = slot_of(near, from->hash);

        if (slot->slides == 0 || slot->slides > left + 1)
            return false;
        if (left == 0)
            return true;
    }
    for (unsigned dir = 0; dir < 4; dir++) {
        struct place next = *from;

        while ((n == 0 || (dir ^ last) % 2 != 0) &&
               shift(&near->of, &next, dir)) {
            path->dir[path->n++] = (uint8_t)dir;
            if (seek(near, &next, left - 1, path))
                return true;
        }
        path->n = n;
    }
    return false;
}

static bool
solve_large(struct near *near, const struct plain_board *board,
            unsigned *length, struct plain_path *path)
{
    struct place start = {.blank = board->blank};

    if (!find_near(near, board))
        return false;
    for (unsigned c = 0; c < board->width * board->height; c++) {
        start.home[c] = board->home[c];
        start.hash ^= word_of(c, board->home[c]);
    }
    path->n = 0;
    for (*length = 1; *length <= SEARCHED_MTM; ++*length)
        if (seek(near, &start, *length, path))
            return true;
    return false;
}

bool
plain_solve_mtm(struct plain_lengths *all, const struct plain_board *board,
                unsigned *length, struct plain_path *path)
{
    unsigned n = board->width * board->height, blank = board->blank;
    uint8_t home[SEARCHED_CELLS];
    const struct class *of;

    if (n > SEARCHED_CELLS)
        return solve_large(&all->near, board, length, path);
    if ((of = class_of(all, board, LOYD_MTM)) == NULL)
        return false;
    memcpy(home, board->home, n);
    *length = of->length[number_of(home, n)];
    path->n = 0;
    for (unsigned i = 0; i < *length; i++)
        descend(of, home, &blank, path);
    return true;
}

bool
plain_count(struct plain_lengths *all, const struct plain_board *board,
            struct plain_counts *counts)
{
    unsigned n = board->width * board->height, blank = board->blank;
    const struct class *of =
        n <= SEARCHED_CELLS ? class_of(all, board, LOYD_STM) : NULL;
    uint8_t home[SEARCHED_CELLS];
    unsigned length;

    if (of == NULL)
        return false;
    memcpy(home, board->home, n);
    length = of->length[number_of(home, n)];
    *counts = (struct plain_counts){.solutions = of->ways[number_of(home, n)]};
    for (unsigned left = length; left > 0; left--) {
        uint8_t first[SEARCHED_CELLS], next[SEARCHED_CELLS];
        unsigned at_first = blank, moves = 0;

        for (unsigned dir = 4; dir-- > 0;) {
            unsigned at = blank;

            memcpy(next, home, n);
            if (!slide(of, next, &at, dir) ||
                of->length[number_of(next, n)] != left - 1)
                continue;
            memcpy(first, next, n);
            at_first = at;
            moves |= 1u << dir;
        }
        counts->forced += (moves & (moves - 1)) == 0;
        if (left == length)
            counts->first_moves = moves;
        memcpy(home, first, n);
        blank = at_first;
    }
    return true;
}
