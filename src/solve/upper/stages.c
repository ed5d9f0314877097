/* SPDX-License-Identifier: MIT */
/* Builds the tables of stages by breadth-first search from their ends. */
#include "solve/upper/stages.h"

#include <stdlib.h>
#include <string.h>

/*
 * The maximum number of states of a stage, by its tiles: two tiles on 64
 * cells, three on 32, four on 20. One tile always fits.
 */
static const uint32_t states_max[STAGE_TILES_MAX + 1] = {
    0, UINT32_MAX, 1u << 18, 1u << 20, 3200000};

#define LOOK_STATES 8192 /* between two looks: less than a millisecond */

/* A stage under construction. */
struct plan {
    struct stage *stage;
    unsigned width;
    unsigned height;
    unsigned n;                   /* cells */
    bool is_open[LOYD_CELLS_MAX]; /* cells that are not solved yet */
    bool is_end[LOYD_CELLS_MAX];  /* STAGE_ENTER: cells of the window */
    unsigned bits;                /* of a cell in `queue` */
    struct monitor *monitor;
    uint32_t *queue; /* the cells of the tiles, then the blank's */
    size_t n_queued;
};

/* Returns the maximum of tiles of a stage in a rectangle of n cells. */
static unsigned
tiles_at_once(unsigned n)
{
    uint64_t states = (uint64_t)n * n;
    unsigned k = 1;

    while (k < STAGE_TILES_MAX && states * n <= states_max[k + 1]) {
        states *= n;
        k++;
    }
    return k;
}

/*
 * Plans the stage after `done` tiles of a row. A single tile cannot enter the
 * last cell of a row, so the last stage has two tiles or more.
 */
static void
choose_tiles(struct plan *p, unsigned done)
{
    struct stage *s = p->stage;
    unsigned left = p->width - done, most = tiles_at_once(p->n);
    unsigned k = left < most ? left : most;

    if (left - k == 1 && k > 1)
        k--;
    s->n_tiles = k;
    for (unsigned i = 0; i < k; i++)
        s->tile[i] = (uint8_t)(done + i);
    for (unsigned c = 0; c < p->n; c++)
        p->is_open[c] = c >= done;
    if (most > 1 || left > 2)
        return;
    s->kind = left == 2 ? STAGE_PARK : STAGE_ENTER;
    if (left == 1) {
        p->is_open[p->width - 1] = false; /* there the other is parked */
        p->is_open[p->width - 2] = true;
        for (unsigned c = 0; c < p->n; c++)
            p->is_end[c] = p->is_open[c] &&
                           c % p->width + WINDOW_SIDE >= p->width &&
                           c / p->width < WINDOW_SIDE;
    }
}

static void
reach(struct plan *p, const uint8_t *at, uint8_t move)
{
    const struct stage *s = p->stage;
    uint32_t state = 0, packed = 0;

    for (unsigned i = 0; i <= s->n_tiles; i++)
        state += at[i] * s->weight[i];
    if (stage_move(s, state) != STAGE_NEVER)
        return;
    s->moves[state / 2] ^=
        (uint8_t)((STAGE_NEVER ^ move) << state % 2 * 4);
    for (unsigned i = 0; i <= s->n_tiles; i++)
        packed |= (uint32_t)at[i] << i * p->bits;
    p->queue[p->n_queued++] = packed;
}

/* Queues the states with these places of the tiles and the blank at an end. */
static void
seed(struct plan *p, uint8_t *at)
{
    const struct stage *s = p->stage;
    const bool *is_end = s->kind == STAGE_ENTER ? p->is_end : p->is_open;

    for (unsigned b = 0; b < p->n; b++) {
        bool is_free = is_end[b];

        for (unsigned i = 0; i < s->n_tiles; i++)
            is_free &= at[i] != b;
        at[s->n_tiles] = (uint8_t)b;
        if (is_free)
            reach(p, at, STAGE_END);
    }
}

static void
seed_all(struct plan *p)
{
    struct stage *s = p->stage;
    uint8_t at[STAGE_TILES_MAX + 1] = {0};

    memcpy(at, s->tile, sizeof(s->tile));
    if (s->kind == STAGE_PARK)
        at[0] = (uint8_t)(p->width - 1);
    if (s->kind != STAGE_ENTER)
        seed(p, at);
    for (unsigned c = 0; s->kind == STAGE_ENTER && c < p->n; c++) {
        at[0] = (uint8_t)c;
        if (p->is_end[c])
            seed(p, at);
    }
}

/* Reaches the neighbours of a state; each one's move leads back to it. */
static void
spread(struct plan *p, uint32_t packed)
{
    unsigned k = p->stage->n_tiles, blank;
    uint8_t at[STAGE_TILES_MAX + 1];

    for (unsigned i = 0; i <= k; i++)
        at[i] = (uint8_t)(packed >> i * p->bits & ((1u << p->bits) - 1));
    blank = at[k];
    for (unsigned d = 0; d < 4; d++) {
        uint8_t next[STAGE_TILES_MAX + 1];
        uint8_t to = cell_of_tile(p->width, p->height, blank, (loyd_dir)d);

        if (to == CELL_NONE || !p->is_open[to])
            continue;
        for (unsigned i = 0; i < k; i++)
            next[i] = at[i] == to ? (uint8_t)blank : at[i];
        next[k] = to;
        reach(p, next, (uint8_t)(d ^ 2));
    }
}

static loyd_err
fill_stage(struct plan *p)
{
    struct stage *s = p->stage;
    size_t n_states = p->n, head = 0;

    for (unsigned i = 0; i < s->n_tiles; i++)
        n_states *= p->n;
    for (unsigned i = 0, weight = 1; i <= s->n_tiles; i++, weight *= p->n)
        s->weight[i] = weight;
    p->bits = s->n_tiles > 2 ? 6 : 8;
    s->moves = malloc(n_states / 2 + 1);
    p->queue = malloc(n_states * sizeof(*p->queue));
    if (s->moves == NULL || p->queue == NULL)
        return LOYD_E_NOMEM;
    memset(s->moves, 0xFF, n_states / 2 + 1);
    seed_all(p);
    while (head < p->n_queued) {
        size_t level_end = p->n_queued;

        while (head < level_end) {
            spread(p, p->queue[head++]);
            if (head % LOOK_STATES == 0 && !monitor_look(p->monitor))
                return LOYD_E_CANCELLED;
        }
        s->depth += p->n_queued > level_end;
    }
    return LOYD_OK;
}

static void
stage_free(struct stage *s)
{
    if (s != NULL)
        free(s->moves);
    free(s);
}

static loyd_err
make_row(unsigned width, unsigned height, unsigned done, struct monitor *m,
         struct stage **made)
{
    struct plan p = {.width = width,
                     .height = height,
                     .n = width * height,
                     .monitor = m};
    loyd_err err;

    if ((p.stage = calloc(1, sizeof(*p.stage))) == NULL)
        return LOYD_E_NOMEM;
    choose_tiles(&p, done);
    err = fill_stage(&p);
    free(p.queue);
    if (err == LOYD_OK)
        *made = p.stage;
    else
        stage_free(p.stage);
    return err;
}

loyd_err
stages_row(struct stages *s, unsigned width, unsigned height, unsigned done,
           const struct stage **found)
{
    struct stage *_Atomic *slot = &s->row[width][height][done];
    struct stage *stage = atomic_load_explicit(slot, memory_order_acquire);
    loyd_err err = LOYD_OK;

    if (stage == NULL) {
        pthread_mutex_lock(&s->building);
        stage = atomic_load(slot);
        if (stage == NULL)
            err = make_row(width, height, done, s->monitor, &stage);
        atomic_store(slot, stage);
        pthread_mutex_unlock(&s->building);
    }
    *found = stage;
    return err;
}

static void
core_free(struct whole *core)
{
    if (core != NULL)
        whole_free(core);
    free(core);
}

static loyd_err
make_core(const loyd_class *cls, struct monitor *m, struct whole **made)
{
    struct whole *core = malloc(sizeof(*core));
    loyd_err err;

    if (core == NULL)
        return LOYD_E_NOMEM;
    whole_plan(core, cls, LOYD_STM);
    err = whole_build(core, 1, m);
    if (err == LOYD_OK)
        *made = core;
    else
        core_free(core);
    return err;
}

loyd_err
stages_core(struct stages *s, const loyd_class *cls,
            const struct whole **found)
{
    struct whole *_Atomic *slot =
        &s->core[cls->width][cls->height][cls->blank];
    struct whole *core = atomic_load_explicit(slot, memory_order_acquire);
    loyd_err err = LOYD_OK;

    if (core == NULL) {
        pthread_mutex_lock(&s->building);
        core = atomic_load(slot);
        if (core == NULL)
            err = make_core(cls, s->monitor, &core);
        atomic_store(slot, core);
        pthread_mutex_unlock(&s->building);
    }
    *found = core;
    return err;
}

loyd_err
stages_init(struct stages *s, struct monitor *m)
{
    memset(s, 0, sizeof(*s));
    s->monitor = m;
    return pthread_mutex_init(&s->building, NULL) == 0 ? LOYD_OK
                                                       : LOYD_E_SYSTEM;
}

void
stages_free(struct stages *s)
{
    for (unsigned w = 0; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = 0; h <= LOYD_SIDE_MAX; h++)
            for (unsigned i = 0; i < LOYD_SIDE_MAX; i++)
                stage_free(s->row[w][h][i]);
    for (unsigned w = 0; w <= CORE_WIDTH_MAX; w++)
        for (unsigned h = 0; h <= CORE_HEIGHT_MAX; h++)
            for (unsigned b = 0; b < CORE_CELLS_MAX; b++)
                core_free(s->core[w][h][b]);
    pthread_mutex_destroy(&s->building);
}
