/* SPDX-License-Identifier: MIT */
/*
 * Searches for shortest solutions in MTM.
 *
 * The length and the axis of the last slide give the axis of the first, as
 * axes alternate. Each bound is therefore searched twice, once for each axis
 * of the last slide, with the table whose last line is of this axis.
 */
#include "solve/mtm_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/processor.h"

#define SLIDES_MAX 250
#define TICK_NODES 65536 /* between two looks at whether to stop */

/* Where a board is on its way, seen by every sight. */
struct node {
    pattern here[SIGHTS_MAX]; /* places of the tiles */
    pattern top[SIGHTS_MAX];  /* the same with the blank gone to the top */
    uint8_t value[SIGHTS_MAX]; /* of the line along which to slide next */
    uint8_t x, y;             /* the blank in the class */
};

/* One board. */
struct digger {
    const struct mtm_sights *sights;
    struct search_batch *batch;
    struct search_job *job;
    unsigned end;         /* axis of the last slide */
    uint8_t order[4];     /* directions in the class, in canonical order */
    uint8_t first_before; /* only first slides whose place in the order is
                             less */
    bool is_stopped;
    uint64_t next_tick; /* nodes of the job */
    uint64_t n_counted; /* already added to the batch */
    uint8_t dir[SLIDES_MAX];
    uint8_t tiles[SLIDES_MAX];
    struct node path[SLIDES_MAX + 1];
};

void
mtm_sight_add(struct mtm_sights *sights, const struct mtm_table *table,
              unsigned symmetry)
{
    struct mtm_sight *s = &sights->sight[sights->n++];
    const loyd_class *c = &sights->cls;

    s->table = table;
    s->symmetry = (uint8_t)symmetry;
    for (unsigned i = 0; i < (unsigned)c->width * c->height; i++) {
        uint8_t cell = symmetry_cell(symmetry, c->width, c->height, i);
        uint32_t below = table->home & ((1u << cell) - 1);

        s->cell[i] = cell;
        s->rank[i] = table->home >> cell & 1
                         ? (uint8_t)__builtin_popcount(below)
                         : UINT8_MAX;
    }
}

/* Returns the axis as the sight sees it. */
static inline unsigned
seen_axis(const struct mtm_sight *s, unsigned axis)
{
    return axis ^ (s->symmetry & SWAP ? 1u : 0u);
}

/* Returns the axis of the slides of a direction. */
static inline unsigned
axis_of(unsigned dir)
{
    return dir & 1 ? AXIS_ROW : AXIS_COLUMN;
}

/* Returns the pattern of a board as a sight sees it. */
static pattern
pattern_of(const struct mtm_sight *s, const struct permuted *board)
{
    unsigned n_cells = (unsigned)board->width * board->height;
    unsigned blank = s->cell[board->blank], n = 0;
    uint8_t rank[REGION_CELLS_MAX];
    uint64_t seq = 0;
    uint32_t mask = 0;

    memset(rank, UINT8_MAX, sizeof(rank));
    for (unsigned c = 0; c < n_cells; c++)
        if (c != board->blank)
            rank[s->cell[c]] = s->rank[board->home[c]];
    for (unsigned c = 0; c < n_cells; c++)
        if (rank[c] != UINT8_MAX) {
            mask |= 1u << (c - (c > blank));
            seq |= (uint64_t)rank[c] << 3 * n++;
        }
    return seq << 32 | mask;
}

/* Returns the entry of the node's line of an axis. */
static inline unsigned
line_bit(const struct mtm_sight *s, const struct node *n, unsigned i,
         unsigned end, unsigned axis, unsigned cell)
{
    const struct mtm_table *t = s->table;
    unsigned w = t->space.width;
    unsigned seen = seen_axis(s, axis), at = s->cell[cell];
    const uint8_t *bits = t->bits[seen_axis(s, end)][seen];

    return seen == AXIS_ROW
               ? mtm_bit(bits, mtm_entry(&t->space, at / w, n->here[i]))
               : mtm_bit(bits, mtm_entry(&t->space, at % w, n->top[i]));
}

/* Moves the blank of a node by one cell, as one sight sees it. */
static inline void
move_pattern(const struct mtm_sight *s, struct node *n, unsigned i,
             unsigned from, unsigned to)
{
    unsigned w = s->table->space.width, a = s->cell[from], b = s->cell[to];

    if (a + w == b)
        n->here[i] = mtm_down(n->here[i], a, w);
    else if (b + w == a)
        n->here[i] = mtm_up(n->here[i], a, w);
}

/* Computes `top` after sideways slides, as one sight sees it. */
static inline void
lift(const struct mtm_sight *s, struct node *n, unsigned i, unsigned axis,
     unsigned cell)
{
    if (seen_axis(s, axis) == AXIS_ROW)
        n->top[i] = mtm_top(n->here[i], s->cell[cell], s->table->space.width);
}

/* Returns the value after a step, of which bit 1 is known. */
static inline unsigned
stepped(unsigned value, unsigned bit)
{
    return ((value + 1) >> 1 & 1) == bit ? value + 1 : value - 1;
}

/* Returns whether the slides found so far lead to the goal. */
static bool
leads_home(const struct digger *d, unsigned n)
{
    struct permuted board = d->job->board;

    for (unsigned i = 0; i < n; i++)
        for (unsigned k = d->tiles[i]; k > 0; k--)
            permuted_move(&board, (loyd_dir)d->dir[i]);
    for (unsigned c = 0; c < (unsigned)board.width * board.height; c++)
        if (board.home[c] != c)
            return false;
    return true;
}

/* Sets when to look next at whether to stop. */
static void
plan_tick(struct digger *d)
{
    const struct search_job *job = d->job;

    d->next_tick = job->nodes + TICK_NODES;
    if (job->budget != 0 && d->next_tick > job->budget)
        d->next_tick = job->budget;
}

/* Adds the nodes so far to those of the batch. */
static void
count_nodes(struct digger *d)
{
    uint64_t n = d->job->nodes - d->n_counted;
    uint64_t sum = atomic_fetch_add(&d->batch->n_nodes, n) + n;

    d->n_counted = d->job->nodes;
    if (d->batch->node_stop != 0 && sum >= d->batch->node_stop)
        atomic_store(&d->batch->is_stopped, true);
}

/* Counts a node. Returns whether to go on. */
static inline bool
tick(struct digger *d)
{
    if (++d->job->nodes < d->next_tick)
        return !d->is_stopped;
    count_nodes(d);
    d->is_stopped =
        (d->job->budget != 0 && d->job->nodes >= d->job->budget) ||
        atomic_load(&d->batch->is_stopped) ||
        atomic_load(&d->batch->monitor->is_stopped);
    plan_tick(d);
    return !d->is_stopped;
}

static bool dig(struct digger *d, unsigned depth, unsigned axis,
                unsigned left);

/*
 * Goes on from `next`, whose patterns are set, after depth + 1 slides with
 * left - 1 to go. True if the goal is reached.
 */
static inline bool
enter(struct digger *d, unsigned depth, unsigned axis, unsigned left)
{
    const struct mtm_sights *s = d->sights;
    const struct node *node = &d->path[depth];
    struct node *next = &d->path[depth + 1];
    unsigned cell = (unsigned)next->y * s->cls.width + next->x;

    if (left == 1)
        return cell == s->cls.blank && leads_home(d, depth + 1);
    for (unsigned i = 0; i < s->n; i++) {
        unsigned value;

        lift(&s->sight[i], next, i, axis, cell);
        value = stepped(node->value[i], line_bit(&s->sight[i], next, i, d->end,
                                                 axis ^ 1, cell));
        if (value + 1 > left - 1)
            return false;
        next->value[i] = (uint8_t)value;
    }
    return dig(d, depth + 1, axis ^ 1, left - 1);
}

/* Tries every slide along `axis`; `left` slides are left, at least one. */
static bool
dig(struct digger *d, unsigned depth, unsigned axis, unsigned left)
{
    static const int across[] = {0, -1, 0, 1}, down[] = {1, 0, -1, 0};
    const struct mtm_sights *s = d->sights;
    struct node *next = &d->path[depth + 1];

    for (unsigned o = 0; o < 4; o++) {
        unsigned dir = d->order[o];
        unsigned x = d->path[depth].x, y = d->path[depth].y;

        if (axis_of(dir) != axis || (depth == 0 && o >= d->first_before))
            continue;
        *next = d->path[depth];
        d->dir[depth] = (uint8_t)dir;
        for (unsigned k = 1;; k++) {
            unsigned from = y * s->cls.width + x, to;

            x += (unsigned)across[dir];
            y += (unsigned)down[dir];
            if (x >= s->cls.width || y >= s->cls.height)
                break;
            to = y * s->cls.width + x;
            for (unsigned i = 0; i < s->n; i++)
                move_pattern(&s->sight[i], next, i, from, to);
            next->x = (uint8_t)x;
            next->y = (uint8_t)y;
            d->tiles[depth] = (uint8_t)k;
            if (!tick(d))
                return false;
            if (enter(d, depth, axis, left))
                return true;
        }
    }
    return false;
}

/*
 * Returns the value of the start's line of an axis by walking down to the
 * last line. UINT16_MAX: the table has an impossible value.
 */
static unsigned
descend(const struct digger *d, const struct mtm_sight *s, unsigned i,
        unsigned axis)
{
    static const int across[] = {0, -1, 0, 1}, down[] = {1, 0, -1, 0};
    struct mtm_table const *t = s->table;
    const loyd_class *c = &d->sights->cls;
    unsigned w = t->space.width, end = seen_axis(s, d->end);
    unsigned home = end == AXIS_ROW ? t->blank / w : t->blank % w;
    pattern goal = mtm_home(t);
    struct node node = d->path[0];
    unsigned steps = 0, now, cell = (unsigned)node.y * c->width + node.x;

    if (end == AXIS_COLUMN)
        goal = mtm_top(goal, t->blank, w);
    now = line_bit(s, &node, i, d->end, axis, cell) * 2 + (axis != d->end);
    for (; steps < SLIDES_MAX; steps++) {
        unsigned at = s->cell[cell], want = (now + 3) & 3;
        unsigned line = end == AXIS_ROW ? at / w : at % w;
        bool is_found = false;

        if (axis == d->end && line == home &&
            (end == AXIS_ROW ? node.here[i] : node.top[i]) == goal)
            return steps;
        for (unsigned dir = 0; dir < 4 && !is_found; dir++) {
            struct node n = node;
            unsigned x = node.x, y = node.y;

            if (axis_of(dir) != axis)
                continue;
            while (!is_found && x < c->width && y < c->height) {
                unsigned from = y * c->width + x;

                lift(s, &n, i, axis, from);
                n.x = (uint8_t)x;
                n.y = (uint8_t)y;
                is_found = line_bit(s, &n, i, d->end, axis ^ 1, from) * 2 +
                               ((axis ^ 1) != d->end) ==
                           want;
                if (is_found)
                    break;
                x += (unsigned)across[dir];
                y += (unsigned)down[dir];
                if (x < c->width && y < c->height)
                    move_pattern(s, &n, i, from, y * c->width + x);
            }
            if (is_found)
                node = n;
        }
        if (!is_found)
            break;
        cell = (unsigned)node.y * c->width + node.x;
        axis ^= 1;
        now = want;
    }
    return UINT16_MAX;
}

/* Sets up a search for an axis of the last slide; returns the least slides. */
static unsigned
begin(struct digger *d, unsigned end, unsigned first)
{
    struct node *n = &d->path[0];
    unsigned most = 0;

    d->end = end;
    for (unsigned i = 0; i < d->sights->n; i++) {
        const struct mtm_sight *s = &d->sights->sight[i];
        unsigned value = descend(d, s, i, first);

        n->value[i] = (uint8_t)value;
        most = value > most ? value : most;
    }
    return most + 1;
}

static loyd_err
keep(const struct digger *d, unsigned slides)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; i < slides; i++)
        for (unsigned n = d->tiles[i]; err == LOYD_OK && n > 0; n--)
            err = loyd_moves_push(&d->job->path, (loyd_dir)d->dir[i]);
    return err;
}

/*
 * Searches one bound, the axis of the first slide of the canonical order
 * first; job->path is the first solution.
 */
static loyd_err
search_bound(struct digger *d, unsigned bound)
{
    struct search_job *job = d->job;
    unsigned first = axis_of(d->order[0]);

    d->first_before = 4;
    for (unsigned turn = 0; turn < AXES; turn++, first ^= 1) {
        unsigned end = bound & 1 ? first : first ^ 1, o = 0;
        loyd_err err;

        if (begin(d, end, first) > bound || !dig(d, 0, first, bound))
            continue;
        job->end = SEARCH_SOLVED;
        loyd_moves_free(&job->path);
        if ((err = keep(d, bound)) != LOYD_OK)
            return err;
        while (d->order[o] != d->dir[0])
            o++;
        d->first_before = (uint8_t)o;
        if (!job->wants_path)
            break;
    }
    return LOYD_OK;
}

static bool
is_home(const struct permuted *b)
{
    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (b->home[c] != c)
            return false;
    return true;
}

static loyd_err
solve(struct digger *d, struct search_job *job)
{
    unsigned w = d->sights->cls.width;
    loyd_err err;

    d->job = job;
    d->is_stopped = false;
    d->n_counted = job->nodes;
    plan_tick(d);
    for (unsigned dir = 0; dir < 4; dir++)
        d->order[job->rank[dir]] = (uint8_t)dir;
    memset(&d->path[0], 0, sizeof(d->path[0]));
    d->path[0].x = (uint8_t)(job->board.blank % w);
    d->path[0].y = (uint8_t)(job->board.blank / w);
    for (unsigned i = 0; i < d->sights->n; i++) {
        const struct mtm_sight *s = &d->sights->sight[i];
        struct node *n = &d->path[0];

        n->here[i] = pattern_of(s, &job->board);
        n->top[i] = mtm_top(n->here[i], s->cell[job->board.blank],
                            s->table->space.width);
    }
    if (is_home(&job->board))
        job->end = SEARCH_SOLVED;
    else if (job->lower == 0)
        job->lower = 1;
    while (job->end == SEARCH_OPEN) {
        if (job->limit != 0 && job->lower > job->limit) {
            job->end = SEARCH_LIMIT;
            break;
        }
        if (job->lower >= SLIDES_MAX)
            return LOYD_E_CORRUPT;
        err = search_bound(d, job->lower);
        if (err != LOYD_OK)
            return err;
        if (job->end == SEARCH_SOLVED)
            break;
        if (d->is_stopped) {
            if (job->budget != 0 && job->nodes >= job->budget)
                job->end = SEARCH_BUDGET;
            return LOYD_OK;
        }
        job->lower++;
        monitor_bound(d->batch->monitor, job->puzzle, job->lower, job->nodes);
    }
    if (job->end == SEARCH_SOLVED)
        monitor_solved(d->batch->monitor, job);
    return LOYD_OK;
}

struct shared {
    const struct mtm_sights *sights;
    struct search_batch *batch;
};

static void
run_member(struct team *t, unsigned member, void *context)
{
    const struct shared *shared = context;
    struct search_batch *b = shared->batch;
    struct digger *d = calloc(1, sizeof(*d));
    size_t i;

    (void)t;
    (void)member;
    if (d == NULL) {
        atomic_store(&b->err, (int)LOYD_E_NOMEM);
        return;
    }
    d->sights = shared->sights;
    d->batch = b;
    while (!atomic_load(&b->monitor->is_stopped) &&
           !atomic_load(&b->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs) {
        struct search_job *job = &b->jobs[i];

        if (job->end != SEARCH_OPEN)
            continue;
        job->err = solve(d, job);
        if (job->err != LOYD_OK)
            job->end = SEARCH_FAILED;
        count_nodes(d);
        if (job->end == SEARCH_OPEN)
            break; /* stopped */
        monitor_tell(b->monitor, "solving",
                     b->n_before + atomic_fetch_add(&b->n_done, 1) + 1,
                     b->n_all);
    }
    free(d);
}

loyd_err
mtm_search_run(const struct mtm_sights *sights, struct search_batch *batch,
               unsigned threads)
{
    struct shared shared = {sights, batch};
    loyd_err err;

    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    err = team_run(threads < batch->n_jobs ? threads : (unsigned)batch->n_jobs,
                   run_member, &shared);
    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}
