/* SPDX-License-Identifier: MIT */
/*
 * Beam search. The boards reached by each move are counted by their key, and
 * the best ones are kept. How a board was reached is stored in one word: the
 * index of its parent in the previous level, and a direction.
 */
#include "solve/upper/beam.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/search/slot.h"
#include "solve/table/processor.h"
#include "solve/upper/beam_seen.h"
#include "solve/upper/score.h"

#define WIDTH_MIN 8 /* a narrower beam finds nothing */
#define WIDTH_MAX (1u << 18)
/*
 * What one move of a view's estimate adds to a key. Tables and score
 * complement each other: with both, solutions are two per cent shorter than
 * with the tables alone. Weights from 40 to 130 differ little.
 */
#define ESTIMATE_WEIGHT 80
/*
 * What a turn adds to a key in MTM. Solutions of 5x5 have 61.5 slides with
 * 400, 62.5 with 300 or 500, and 77 with 0.
 */
#define TURN_WEIGHT 400
#define KEYS 4096    /* groups of keys kept apart */
#define NODES_PER_CELL 50 /* what solving by stages costs */
#define BLOCK 32     /* boards whose tables are read together */
#define LOOK_BOARDS 2048 /* between two looks: a millisecond or less */

/* A board that was reached but is not yet constructed. */
struct reached {
    uint64_t hash;
    pattern moved[VIEWS]; /* of the tile's groups, with tables */
    uint32_t link;        /* parent << 2 | direction */
    uint32_t key;
    uint32_t estimate; /* the sum of both views, with tables */
};

/* A board kept. Its patterns are stored elsewhere. */
struct state {
    uint64_t hash;
    uint32_t estimate;
    uint8_t last; /* direction, or AT_ROOT */
    uint16_t turns; /* so far */
    struct scored scored;
    uint8_t home[]; /* [n_cells] */
};

/* The boards of one level. */
struct level {
    void *states; /* `stride` bytes each */
    pattern *patterns;
};

struct beam {
    const struct heuristic *h; /* or NULL */
    struct score score;
    struct search_job *job;
    struct stages *stages;
    struct monitor *monitor;
    uint64_t *nodes;
    uint64_t budget; /* what *nodes was at first */
    unsigned goal_blank;
    unsigned n_cells, n_patterns;
    unsigned turn_weight; /* what a turn adds to a key */
    size_t stride;
    size_t most;                            /* most boards kept */
    uint8_t group[VIEWS][REGION_CELLS_MAX]; /* of a tile by its home */
    struct level now, next;
    size_t n_now, best; /* boards, and the one with the least key */
    unsigned nearest;   /* least distance of the boards reached */
    unsigned next_stop; /* at this distance, one is solved by stages */
    struct reached *reached;
    size_t n_reached;
    uint32_t count[KEYS];
    struct beam_seen seen;
    void (*look_up)(struct beam *b, struct reached *list, size_t n);
    uint32_t *links; /* of all levels */
    size_t n_links, links_room;
    size_t *first; /* [n_first] link of each level */
    size_t n_first;
};

static struct state *
state_at(const struct beam *b, const struct level *l, size_t i)
{
    return (void *)((char *)l->states + i * b->stride);
}

static unsigned
pattern_value(pattern p)
{
    return (unsigned)(p >> PATTERN_VALUE_SHIFT);
}

/*
 * How the new value of a pattern is read, in two steps: what each needs is
 * prefetched for a whole block of moves.
 */
struct reading {
    const struct pdb *table;
    uint32_t set; /* the number of the cells' set */
    uint32_t cell;
    const uint32_t *word;
    uint32_t bit;
};

/* Moves the pattern of the tile that goes from cell to cell. */
INLINE void
reading_begin(const struct beam *b, const pattern *patterns, unsigned view,
              unsigned home, unsigned from, unsigned to, struct reading *r,
              pattern *moved)
{
    const struct heuristic *h = b->h;
    unsigned g = b->group[view][home];
    const struct region_space *space = h->table[view][g].space;

    r->table = &h->table[view][g];
    r->cell = h->cell[view][from];
    *moved = pattern_move(patterns[view * h->n_groups + g], r->cell,
                          h->cell[view][to]);
    r->set = region_set_number(space, pattern_cells(*moved));
    __builtin_prefetch(&space->head[r->set]);
}

INLINE void
reading_aim(struct reading *r, pattern moved)
{
    const struct pdb *t = r->table;
    uint32_t region = region_of_set(t->space, r->set, r->cell);
    uint64_t entry =
        pdb_entry(t->ranks, t->row_bits, pattern_sequence(moved), region);

    r->word = &t->bits[entry >> 5];
    r->bit = (uint32_t)(entry & 31);
    __builtin_prefetch(r->word);
}

/* Lists the moves of a board that lead to new ones. */
static size_t
list_moves(struct beam *b, size_t i, struct reached *out)
{
    const struct state *s = state_at(b, &b->now, i);
    uint64_t (*hash)[LOYD_CELLS_MAX] = b->seen.hash;
    unsigned to = s->scored.blank;
    size_t n = 0;

    for (unsigned d = 0; d < 4; d++) {
        unsigned from = b->score.next[to][d], home;

        if (from == CELL_NONE || d == (s->last ^ 2u))
            continue;
        home = s->home[from];
        out[n].hash = s->hash ^ hash[home][from] ^ hash[home][to];
        out[n].link = (uint32_t)i << 2 | d;
        beam_seen_prefetch(&b->seen, out[n].hash);
        n++;
    }
    return n;
}

/* Returns 1 if a move goes another way than the last one. */
static unsigned
is_turn(const struct state *s, uint32_t link)
{
    return (link & 3) != s->last;
}

/*
 * Keeps the listed moves that lead to new boards, and judges them without
 * tables. Returns the link of a solved board, or UINT32_MAX.
 */
static uint32_t
judge(struct beam *b, struct reached *list, size_t n_listed, size_t *n)
{
    for (size_t i = 0; i < n_listed; i++) {
        struct reached *r = &list[*n];
        uint32_t link = list[i].link;
        struct state *s = state_at(b, &b->now, link >> 2);
        unsigned from = b->score.next[s->scored.blank][link & 3], distance;

        if (!beam_seen_add(&b->seen, list[i].hash))
            continue;
        *r = list[i];
        r->key = score_after(&b->score, s->home, &s->scored, from, &distance);
        r->key += b->turn_weight * (s->turns + is_turn(s, link));
        if (distance == 0)
            return link;
        if (distance < b->nearest)
            b->nearest = distance;
        ++*n;
    }
    return UINT32_MAX;
}

/* Adds the tables' estimates to the listed moves. */
INLINE void
look_up(struct beam *b, struct reached *list, size_t n)
{
    struct reading readings[4 * BLOCK][VIEWS];

    for (size_t i = 0; i < n; i++) {
        size_t parent = list[i].link >> 2;
        struct state *s = state_at(b, &b->now, parent);
        unsigned to = s->scored.blank;
        unsigned from = b->score.next[to][list[i].link & 3];

        list[i].estimate = s->estimate;
        for (unsigned v = 0; v < VIEWS; v++)
            reading_begin(b, b->now.patterns + parent * b->n_patterns, v,
                          s->home[from], from, to, &readings[i][v],
                          &list[i].moved[v]);
    }
    for (size_t i = 0; i < n; i++)
        for (unsigned v = 0; v < VIEWS; v++)
            reading_aim(&readings[i][v], list[i].moved[v]);
    for (size_t i = 0; i < n; i++) {
        struct reached *r = &list[i];

        for (unsigned v = 0; v < VIEWS; v++) {
            const struct reading *from = &readings[i][v];
            int step =
                pattern_step(r->moved[v], *from->word >> from->bit & 1);

            r->moved[v] = pattern_add(r->moved[v], step);
            r->estimate += (uint32_t)step;
        }
        r->key += ESTIMATE_WEIGHT * r->estimate;
    }
}

static void
look_up_portable(struct beam *b, struct reached *list, size_t n)
{
    look_up(b, list, n);
}

static PROCESSOR_FAST void
look_up_fast(struct beam *b, struct reached *list, size_t n)
{
    look_up(b, list, n);
}

/* Judges the moves of all boards, in blocks. Returns as judge does. */
static uint32_t
expand(struct beam *b)
{
    uint32_t goal = UINT32_MAX;

    b->n_reached = 0;
    b->nearest = UINT32_MAX;
    for (size_t i = 0; i < b->n_now && goal == UINT32_MAX &&
                       (i % LOOK_BOARDS != 0 || monitor_look(b->monitor));
         i += BLOCK) {
        struct reached *list = b->reached + b->n_reached;
        size_t n_listed = 0, n = 0;

        for (size_t k = i; k < i + BLOCK && k < b->n_now; k++)
            n_listed += list_moves(b, k, list + n_listed);
        goal = judge(b, list, n_listed, &n);
        if (b->look_up != NULL && goal == UINT32_MAX)
            b->look_up(b, list, n);
        b->n_reached += n;
    }
    *b->nodes -= b->n_reached < *b->nodes ? b->n_reached : *b->nodes;
    return goal;
}

/* Makes a board that was reached, and the link to it. */
static void
make_board(struct beam *b, const struct reached *r, size_t n)
{
    size_t parent = r->link >> 2;
    const struct state *from = state_at(b, &b->now, parent);
    struct state *s = state_at(b, &b->next, n);
    unsigned cell = b->score.next[from->scored.blank][r->link & 3];
    unsigned home = from->home[cell];

    memcpy(s, from, b->stride);
    score_move(&b->score, s->home, &s->scored, cell);
    s->hash = r->hash;
    s->estimate = b->h != NULL ? r->estimate : 0;
    s->turns = (uint16_t)(s->turns + is_turn(s, r->link));
    s->last = (uint8_t)(r->link & 3);
    if (b->h != NULL) {
        pattern *patterns = b->next.patterns + n * b->n_patterns;

        memcpy(patterns, b->now.patterns + parent * b->n_patterns,
               b->n_patterns * sizeof(*patterns));
        for (unsigned v = 0; v < VIEWS; v++)
            patterns[v * b->h->n_groups + b->group[v][home]] = r->moved[v];
    }
    b->links[b->n_links + n] = r->link;
}

/* Keeps the `most` best boards reached; of equals, some from all parts of
 * the list. */
static void
choose_best(struct beam *b, size_t most)
{
    const struct reached *r = b->reached;
    uint32_t low = UINT32_MAX, high = 0, cut = 0, least = UINT32_MAX;
    uint64_t below = 0, wanted, met = 0;
    struct level level = b->now;
    unsigned shift = 0;
    size_t n = 0;

    for (size_t i = 0; i < b->n_reached; i++) {
        low = r[i].key < low ? r[i].key : low;
        high = r[i].key > high ? r[i].key : high;
    }
    while ((high - low) >> shift >= KEYS)
        shift++;
    memset(b->count, 0, sizeof(b->count));
    for (size_t i = 0; i < b->n_reached; i++)
        b->count[(r[i].key - low) >> shift]++;
    while (cut < KEYS - 1 && below + b->count[cut] < most)
        below += b->count[cut++];
    wanted = most - below < b->count[cut] ? most - below : b->count[cut];
    for (size_t i = 0; i < b->n_reached; i++) {
        uint32_t key = (r[i].key - low) >> shift;

        if (i % LOOK_BOARDS == 0 && !monitor_look(b->monitor))
            break;
        if (key > cut)
            continue;
        if (key == cut) {
            uint64_t before = met++ * wanted / b->count[cut];

            if (met * wanted / b->count[cut] == before)
                continue;
        }
        if (r[i].key < least) {
            least = r[i].key;
            b->best = n;
        }
        make_board(b, &r[i], n++);
    }
    b->n_links += n;
    b->n_now = n;
    b->now = b->next;
    b->next = level;
}

/* Returns whether a path of `length` is shorter than the job's. */
static bool
is_shorter(const struct beam *b, size_t length)
{
    return length < loyd_moves_length(&b->job->path, b->job->metric);
}

/* Returns the length of a path with these numbers of moves and runs. */
static size_t
length_of(const struct beam *b, size_t moves, size_t runs)
{
    return b->job->metric == LOYD_MTM ? runs : moves;
}

/* Replaces the job's path by the one that ends with `link` after `depth`
 * moves, with room for `more`. */
static loyd_err
keep_path(struct beam *b, uint32_t link, size_t depth, size_t more)
{
    loyd_moves *path = &b->job->path;

    if (!ARRAY_ROOM(path->dir, path->capacity, depth + 1 + more))
        return LOYD_E_NOMEM;
    path->n = depth + 1;
    for (size_t i = depth; i > 0; i--) {
        path->dir[i] = (uint8_t)(link & 3);
        link = b->links[b->first[i] + (link >> 2)];
    }
    path->dir[0] = (uint8_t)(link & 3);
    return LOYD_OK;
}

/*
 * Solves the best board after `depth` moves by stages, and keeps the path if
 * it is the shortest so far: narrow beams on large boards stop short of the
 * end.
 */
static loyd_err
solve_by_stages(struct beam *b, size_t depth)
{
    const struct state *s = state_at(b, &b->now, b->best);
    uint32_t link = b->links[b->n_links - b->n_now + b->best];
    uint64_t cost = (uint64_t)b->n_cells * NODES_PER_CELL;
    struct search_job rest = {.board = b->job->board};
    loyd_moves *path = &b->job->path;
    size_t skip = 0, length;
    loyd_err err;

    *b->nodes -= cost < *b->nodes ? cost : *b->nodes;
    memcpy(rest.board.home, s->home, b->n_cells);
    memcpy(rest.rank, b->job->rank, sizeof(rest.rank));
    rest.board.blank = s->scored.blank;
    rest.board.home[rest.board.blank] = (uint8_t)b->goal_blank;
    err = construct_solve(b->stages, &rest, b->goal_blank);
    length = length_of(b, depth, s->turns) +
             loyd_moves_length(&rest.path, b->job->metric);
    if (err == LOYD_OK && is_shorter(b, length) &&
        (err = keep_path(b, link, depth - 1, rest.path.n)) == LOYD_OK) {
        while (skip < rest.path.n && path->n > 0 &&
               path->dir[path->n - 1] == (rest.path.dir[skip] ^ 2)) {
            path->n--;
            skip++;
        }
        for (; skip < rest.path.n; skip++)
            path->dir[path->n++] = rest.path.dir[skip];
    }
    loyd_moves_free(&rest.path);
    return err;
}

/*
 * How many boards to keep: two nodes each for every move that is still
 * expected, which is 1.5 times the distance, and a few more for the end.
 */
static size_t
width(const struct beam *b)
{
    unsigned side = b->score.width + b->score.height;
    uint64_t moves = (uint64_t)b->nearest * 3 / 2 + 2 * side;
    uint64_t most = *b->nodes / (2 * moves);

    most = most < WIDTH_MAX ? most : WIDTH_MAX;
    return (size_t)(most > WIDTH_MIN ? most : WIDTH_MIN);
}

static loyd_err
run(struct beam *b)
{
    loyd_err err = LOYD_OK;

    b->next_stop = b->nearest * 3 / 4;
    for (size_t depth = 0; err == LOYD_OK && b->n_now > 0; depth++) {
        /* A path with more moves than the shortest may have fewer turns. */
        bool is_mtm = b->job->metric == LOYD_MTM;
        size_t most = is_mtm ? b->n_first : b->job->path.n, length;
        uint32_t goal;

        if (depth + 1 >= most)
            break;
        if (*b->nodes == 0 ||
            !monitor_tell(b->monitor, "shortening", b->budget - *b->nodes,
                          b->budget))
            break;
        b->first[depth] = b->n_links - (depth > 0 ? b->n_now : 0);
        goal = expand(b);
        if (goal != UINT32_MAX) {
            const struct state *s = state_at(b, &b->now, goal >> 2);

            length = length_of(b, depth + 1, s->turns + is_turn(s, goal));
            return is_shorter(b, length) ? keep_path(b, goal, depth, 0)
                                         : LOYD_OK;
        }
        most = width(b);
        most = most < b->most ? most : b->most;
        if (!ARRAY_ROOM(b->links, b->links_room, b->n_links + most))
            return LOYD_E_NOMEM;
        choose_best(b, most);
        if (b->n_now > 0 && b->nearest <= b->next_stop) {
            b->next_stop = b->nearest * 7 / 8;
            err = solve_by_stages(b, depth + 1);
        }
    }
    return err;
}

/* Sets the first board of the search. */
static loyd_err
set_start(struct beam *b)
{
    struct state *s = state_at(b, &b->now, 0);
    const struct permuted *board = &b->job->board;

    memset(s, 0, b->stride);
    memcpy(s->home, board->home, b->n_cells);
    score_board(&b->score, s->home, board->blank, &s->scored);
    s->last = AT_ROOT;
    for (unsigned c = 0; c < b->n_cells; c++)
        if (c != board->blank)
            s->hash ^= b->seen.hash[s->home[c]][c];
    (void)beam_seen_add(&b->seen, s->hash);
    b->n_now = 1;
    if (b->h == NULL)
        return LOYD_OK;
    if (!slot_patterns(b->h, board, b->now.patterns))
        return LOYD_E_CORRUPT;
    for (unsigned i = 0; i < b->n_patterns; i++)
        s->estimate += pattern_value(b->now.patterns[i]);
    return LOYD_OK;
}

static bool
level_make(const struct beam *b, struct level *l)
{
    l->states = malloc(b->most * b->stride);
    l->patterns = malloc((b->most * b->n_patterns + 1) * sizeof(pattern));
    return l->states != NULL && l->patterns != NULL;
}

static loyd_err
beam_make(struct beam *b)
{
    bool has_all;

    b->most = width(b);
    has_all = level_make(b, &b->now);
    has_all &= level_make(b, &b->next);
    b->reached = malloc((3 * b->most + 4 * BLOCK) * sizeof(*b->reached));
    b->n_first = b->job->path.n + 1;
    b->first = malloc(b->n_first * sizeof(*b->first));
    if (!has_all || b->reached == NULL || b->first == NULL)
        return LOYD_E_NOMEM;
    return beam_seen_make(&b->seen, b->n_cells, *b->nodes);
}

static void
beam_free(struct beam *b)
{
    free(b->now.states);
    free(b->now.patterns);
    free(b->next.states);
    free(b->next.patterns);
    free(b->reached);
    beam_seen_free(&b->seen);
    free(b->links);
    free(b->first);
    score_free(&b->score);
    free(b);
}

static void
set_groups(struct beam *b)
{
    uint8_t group[REGION_CELLS_MAX];

    b->n_patterns = VIEWS * b->h->n_groups;
    b->look_up = processor_is_fast() ? look_up_fast : look_up_portable;
    (void)partition_groups(b->h->partition, group);
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned c = 0; c < b->n_cells; c++)
            b->group[v][c] = group[b->h->cell[v][c]];
}

loyd_err
beam_run(struct stages *stages, const struct heuristic *h,
         struct search_job *job, unsigned goal_blank, uint64_t *nodes,
         struct monitor *m)
{
    struct beam *b = calloc(1, sizeof(*b));
    loyd_err err;

    if (b == NULL)
        return LOYD_E_NOMEM;
    b->stages = stages;
    b->h = h;
    b->goal_blank = goal_blank;
    b->job = job;
    b->monitor = m;
    b->nodes = nodes;
    b->budget = *nodes;
    b->turn_weight = job->metric == LOYD_MTM ? TURN_WEIGHT : 0;
    b->n_cells = (unsigned)job->board.width * job->board.height;
    b->stride = (sizeof(struct state) + b->n_cells + 15) / 16 * 16;
    if (h != NULL)
        set_groups(b);
    for (unsigned c = 0; c < b->n_cells; c++)
        if (c != job->board.blank)
            b->nearest +=
                cell_taxicab(c, job->board.home[c], job->board.width);
    err = score_make(&b->score, job->board.width, job->board.height);
    if (err == LOYD_OK && (err = beam_make(b)) == LOYD_OK &&
        (err = set_start(b)) == LOYD_OK)
        err = run(b);
    beam_free(b);
    return err;
}
