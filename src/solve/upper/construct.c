/* SPDX-License-Identifier: MIT */
/* Solves a board from the outside in. */
#include "solve/upper/construct.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/search/whole_path.h"

/*
 * Drafts kept after each side. More than four shorten solutions by less than
 * one per cent. Up to 16 cells one order of the sides is followed: trying all
 * shortens solutions of 4x4 by two per cent in twice the time.
 */
#define DRAFTS_MAX 4

struct rectangle {
    uint8_t x, y, width, height;
};

/* A partial solution: the moves so far, and the board they lead to. */
struct draft {
    struct rectangle left; /* what is not solved yet */
    unsigned blank;
    unsigned n;                   /* moves */
    unsigned score;               /* of moves so far and expected */
    uint8_t home[LOYD_CELLS_MAX]; /* cell -> home of its tile */
    uint8_t at[LOYD_CELLS_MAX];   /* home -> cell of its tile */
    uint8_t *dir;                 /* [room] */
};

struct drafter {
    struct stages *stages;
    const struct search_job *job;
    unsigned width, n_cells;
    unsigned goal_blank;
    unsigned core_width, core_height;
    unsigned n_kept; /* most drafts kept after each side; 1: the first one */
    unsigned room;   /* for moves */
    unsigned n_now;
    struct draft *now[DRAFTS_MAX];
    struct draft *next[DRAFTS_MAX];
    struct draft *made; /* being worked on */
    void *memory;
};

/*
 * True if path `a` is shorter than path `b`, or as long and before it in the
 * order that `rank` gives the directions.
 */
static bool
path_is_before(const uint8_t rank[4], const uint8_t *a, size_t n_a,
               const uint8_t *b, size_t n_b)
{
    size_t i = 0;

    if (n_a != n_b)
        return n_a < n_b;
    while (i < n_a && a[i] == b[i])
        i++;
    return i < n_a && rank[a[i]] < rank[b[i]];
}

/* A rectangle seen so that the line to solve is its top row. */
struct view {
    unsigned width, height;
    uint8_t cell[LOYD_CELLS_MAX];  /* of the view -> of the board */
    uint8_t local[LOYD_CELLS_MAX]; /* of the board -> of the view */
    uint8_t dir_out[4];
};

static void
view_make(const struct drafter *d, const struct rectangle *r,
          unsigned symmetry, struct view *v)
{
    bool swaps = (symmetry & SWAP) != 0;

    v->width = swaps ? r->height : r->width;
    v->height = swaps ? r->width : r->height;
    for (unsigned i = 0, y = 0; y < r->height; y++)
        for (unsigned x = 0; x < r->width; x++, i++) {
            unsigned cell = (r->y + y) * d->width + r->x + x;
            uint8_t local = symmetry_cell(symmetry, r->width, r->height, i);

            v->cell[local] = (uint8_t)cell;
            v->local[cell] = local;
        }
    for (unsigned k = 0; k < 4; k++)
        v->dir_out[symmetry_dir(symmetry, (loyd_dir)k)] = (uint8_t)k;
}

/* Adds a move; two that cancel each other disappear. */
static inline loyd_err
push(const struct drafter *d, struct draft *t, uint8_t dir)
{
    if (t->n > 0 && t->dir[t->n - 1] == (dir ^ 2)) {
        t->n--;
        return LOYD_OK;
    }
    if (t->n == d->room)
        return LOYD_E_UNSOLVABLE;
    t->dir[t->n++] = dir;
    return LOYD_OK;
}

/* Follows a stage's table to its end. */
static loyd_err
run_stage(const struct drafter *d, struct draft *t, const struct view *v,
          const struct stage *s)
{
    const int delta[4] = {(int)v->width, -1, -(int)v->width, 1};
    uint32_t weight[LOYD_CELLS_MAX], state = 0;
    unsigned blank = v->local[t->blank], k = s->n_tiles;
    uint32_t of_blank = s->weight[k];
    loyd_err err = LOYD_OK;

    memset(weight, 0, d->n_cells * sizeof(*weight));
    for (unsigned i = 0; i < k; i++) {
        unsigned home = v->cell[s->tile[i]];

        weight[home] = s->weight[i];
        state += v->local[t->at[home]] * s->weight[i];
    }
    state += blank * of_blank;
    for (unsigned dir; err == LOYD_OK;) {
        unsigned from, cell, hole = v->cell[blank];
        uint8_t home;

        if ((dir = stage_move(s, state)) >= STAGE_END)
            break;
        from = (unsigned)((int)blank + delta[dir]);
        cell = v->cell[from];
        home = t->home[cell];

        state += (from - blank) * (of_blank - weight[home]);
        t->home[hole] = home;
        t->at[home] = (uint8_t)hole;
        t->blank = cell;
        blank = from;
        err = push(d, t, v->dir_out[dir]);
    }
    t->home[t->blank] = (uint8_t)d->goal_blank;
    t->at[d->goal_blank] = (uint8_t)t->blank;
    return stage_move(s, state) == STAGE_NEVER ? LOYD_E_UNSOLVABLE : err;
}

/* Returns the rectangle with two opposite corners. */
static struct rectangle
rectangle_of(const struct drafter *d, unsigned a, unsigned b)
{
    unsigned xa = a % d->width, xb = b % d->width;
    unsigned ya = a / d->width, yb = b / d->width;
    unsigned x = xa < xb ? xa : xb, y = ya < yb ? ya : yb;

    return (struct rectangle){(uint8_t)x, (uint8_t)y,
                              (uint8_t)(xa + xb - 2 * x + 1),
                              (uint8_t)(ya + yb - 2 * y + 1)};
}

/* Solves the last two tiles of a long row within a window at its end. */
static loyd_err
run_window(struct drafter *d, struct draft *t, unsigned symmetry,
           const struct view *v)
{
    unsigned width = v->width < WINDOW_SIDE ? v->width : WINDOW_SIDE;
    unsigned height = v->height < WINDOW_SIDE ? v->height : WINDOW_SIDE;
    unsigned a = v->cell[v->width - width];
    unsigned b = v->cell[height * v->width - 1];
    struct rectangle window = rectangle_of(d, a, b);
    const struct stage *s;
    struct view inner;
    loyd_err err;

    view_make(d, &window, symmetry, &inner);
    err = stages_row(d->stages, width, height, width - 2, &s);
    return err == LOYD_OK ? run_stage(d, t, &inner, s) : err;
}

/* Takes the solved line off the rectangle. */
static void
shave(struct rectangle *r, unsigned symmetry)
{
    if (symmetry & SWAP) {
        r->width--;
        r->x = (uint8_t)(r->x + !(symmetry & MIRROR_X));
    } else {
        r->height--;
        r->y = (uint8_t)(r->y + !(symmetry & MIRROR_Y));
    }
}

/* Sets what the draft is expected to need: its moves and the distances. */
static void
judge(const struct drafter *d, struct draft *t)
{
    unsigned far = 0;
    const struct rectangle *r = &t->left;

    for (unsigned y = r->y; y < r->y + r->height; y++)
        for (unsigned x = r->x; x < r->x + r->width; x++) {
            unsigned c = y * d->width + x;

            far += cell_taxicab(c, t->home[c], d->width);
        }
    t->score = t->n + far;
}

/* Solves one side of the rectangle that is left. */
static loyd_err
solve_side(struct drafter *d, struct draft *t, unsigned symmetry)
{
    const struct stage *s = NULL;
    struct view v;
    loyd_err err = LOYD_OK;

    view_make(d, &t->left, symmetry, &v);
    for (unsigned done = 0; err == LOYD_OK && done < v.width;) {
        err = stages_row(d->stages, v.width, v.height, done, &s);
        if (err != LOYD_OK)
            return err; /* `s` is NULL */
        err = run_stage(d, t, &v, s);
        done += s->n_tiles;
    }
    if (err == LOYD_OK && s->kind == STAGE_ENTER)
        err = run_window(d, t, symmetry, &v);
    if (err != LOYD_OK)
        return err;
    shave(&t->left, symmetry);
    if (d->n_kept > 1)
        judge(d, t);
    return LOYD_OK;
}

static void
copy_draft(struct draft *to, const struct draft *from, unsigned n_cells)
{
    to->left = from->left;
    to->blank = from->blank;
    to->n = from->n;
    memcpy(to->home, from->home, n_cells);
    memcpy(to->at, from->at, n_cells);
    memcpy(to->dir, from->dir, from->n);
}

/* True if this side may be solved next: the goal's blank is not in it. */
static bool
may_solve(const struct drafter *d, const struct rectangle *r, unsigned s)
{
    struct rectangle rest = *r;
    unsigned x = d->goal_blank % d->width, y = d->goal_blank / d->width;

    if (s & SWAP ? r->width == d->core_width : r->height == d->core_height)
        return false;
    shave(&rest, s);
    return x >= rest.x && x < rest.x + rest.width && y >= rest.y &&
           y < rest.y + rest.height;
}

/* True if the line is solved at once, so that its direction is the same. */
static bool
is_mirrored_twin(struct drafter *d, const struct rectangle *r, unsigned s)
{
    unsigned width = s & SWAP ? r->height : r->width;
    unsigned height = s & SWAP ? r->width : r->height;
    bool is_mirrored = (s & (s & SWAP ? MIRROR_Y : MIRROR_X)) != 0;
    const struct stage *first;

    return is_mirrored &&
           stages_row(d->stages, width, height, 0, &first) == LOYD_OK &&
           first->n_tiles == width;
}

/* Puts the draft just made into the sorted list if it is among the best. */
static void
keep_best(struct drafter *d, unsigned *n_kept)
{
    struct draft *made = d->made, **list = d->next;
    unsigned i = *n_kept;

    if (i == d->n_kept && list[i - 1]->score <= made->score)
        return;
    if (i == d->n_kept)
        i--;
    else
        ++*n_kept;
    d->made = list[i];
    for (; i > 0 && list[i - 1]->score > made->score; i--)
        list[i] = list[i - 1];
    list[i] = made;
}

/* Solves one more side of every draft, in every way, and keeps the best. */
static loyd_err
solve_sides(struct drafter *d)
{
    struct draft *swapped[DRAFTS_MAX];
    unsigned n_kept = 0;

    for (unsigned i = 0; i < d->n_now; i++)
        for (unsigned s = 0; s < 8; s++) {
            loyd_err err;

            if (d->n_kept == 1 && n_kept == 1)
                break;
            if (!may_solve(d, &d->now[i]->left, s) ||
                is_mirrored_twin(d, &d->now[i]->left, s))
                continue;
            copy_draft(d->made, d->now[i], d->n_cells);
            if ((err = solve_side(d, d->made, s)) != LOYD_OK)
                return err;
            if (!monitor_look(d->stages->monitor))
                return LOYD_E_CANCELLED;
            keep_best(d, &n_kept);
        }
    memcpy(swapped, d->now, sizeof(swapped));
    memcpy(d->now, d->next, sizeof(swapped));
    memcpy(d->next, swapped, sizeof(swapped));
    d->n_now = n_kept;
    return LOYD_OK;
}

/* Makes a board of the core that is left, and its class. */
static void
core_board(const struct drafter *d, const struct draft *t,
           struct permuted *core, loyd_class *cls)
{
    const struct rectangle *r = &t->left;

    *cls = (loyd_class){.width = r->width, .height = r->height};
    core->width = r->width;
    core->height = r->height;
    for (unsigned c = 0; c < (unsigned)r->width * r->height; c++) {
        unsigned cell = (r->y + c / r->width) * d->width + r->x + c % r->width;
        unsigned x = t->home[cell] % d->width, y = t->home[cell] / d->width;

        core->home[c] = (uint8_t)((y - r->y) * r->width + x - r->x);
        if (cell == t->blank)
            core->blank = (uint8_t)c;
        if (cell == d->goal_blank)
            cls->blank = (uint8_t)c;
    }
}

static loyd_err
solve_core(struct drafter *d, struct draft *t)
{
    struct search_job core = {.wants_path = true};
    const struct whole *table;
    loyd_class cls;
    loyd_err err;

    core_board(d, t, &core.board, &cls);
    memcpy(core.rank, d->job->rank, sizeof(core.rank));
    err = stages_core(d->stages, &cls, &table);
    if (err == LOYD_OK)
        err = whole_solve(table, &core);
    if (err == LOYD_E_CORRUPT)
        err = LOYD_E_UNSOLVABLE; /* the last two tiles are exchanged */
    for (size_t i = 0; err == LOYD_OK && i < core.path.n; i++)
        err = push(d, t, core.path.dir[i]);
    loyd_moves_free(&core.path);
    return err;
}

static loyd_err
drafter_make(struct drafter *d)
{
    unsigned n_drafts = 2 * d->n_kept + 1;
    struct draft *draft;
    uint8_t *dirs;

    d->memory = malloc(n_drafts * (sizeof(*draft) + d->room));
    if (d->memory == NULL)
        return LOYD_E_NOMEM;
    draft = d->memory;
    dirs = (uint8_t *)(draft + n_drafts);
    for (unsigned i = 0; i < n_drafts; i++) {
        draft[i].dir = dirs + (size_t)i * d->room;
        if (i == 0)
            d->made = &draft[i];
        else if (i <= d->n_kept)
            d->now[i - 1] = &draft[i];
        else
            d->next[i - 1 - d->n_kept] = &draft[i];
    }
    return LOYD_OK;
}

static void
first_draft(struct drafter *d)
{
    const struct permuted *board = &d->job->board;
    struct draft *t = d->now[0];

    t->left = (struct rectangle){0, 0, board->width, board->height};
    t->blank = board->blank;
    t->n = 0;
    memcpy(t->home, board->home, d->n_cells);
    for (unsigned c = 0; c < d->n_cells; c++)
        t->at[t->home[c]] = (uint8_t)c;
    d->n_now = 1;
}

static loyd_err
run(struct drafter *d, loyd_moves *path)
{
    unsigned n_sides =
        d->width - d->core_width + d->job->board.height - d->core_height;
    const struct draft *best;
    loyd_err err = LOYD_OK;

    first_draft(d);
    for (unsigned i = 0; err == LOYD_OK && i < n_sides; i++)
        err = solve_sides(d);
    best = d->now[0];
    for (unsigned i = 0; err == LOYD_OK && i < d->n_now; i++) {
        const struct draft *t = d->now[i];

        err = solve_core(d, d->now[i]);
        if (path_is_before(d->job->rank, t->dir, t->n, best->dir, best->n))
            best = t;
    }
    if (err == LOYD_OK &&
        !ARRAY_ROOM(path->dir, path->capacity, path->n + best->n))
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && best->n > 0) {
        memcpy(path->dir + path->n, best->dir, best->n);
        path->n += best->n;
    }
    return err;
}

loyd_err
construct_solve(struct stages *s, struct search_job *job, unsigned goal_blank)
{
    unsigned width = job->board.width, height = job->board.height;
    unsigned widest = height == 2 ? CORE_WIDTH_MAX : CORE_HEIGHT_MAX;
    struct drafter d = {
        .stages = s,
        .job = job,
        .width = width,
        .n_cells = width * height,
        .goal_blank = goal_blank,
        .core_width = width < widest ? width : widest,
        .core_height = height < CORE_HEIGHT_MAX ? height : CORE_HEIGHT_MAX,
        .n_kept = width * height <= 16 ? 1 : DRAFTS_MAX,
        .room = construct_bound(width, height)};
    loyd_err err = drafter_make(&d);

    if (err == LOYD_OK)
        err = run(&d, &job->path);
    free(d.memory);
    return err;
}
