/* SPDX-License-Identifier: MIT */
/* Shortest paths in MTM from whole-state tables, slide by slide. */
#include <string.h>

#include "core/board.h"
#include "core/moves.h"
#include "solve/search/whole_path.h"
#include "solve/table/perm_words.h"
#include "solve/table/whole_walk.h"

#define OPTIONS_MAX 8 /* slides of a board of up to 12 cells */
#define NO_AXIS AXES

/* A slide, and where the table has the line that it leads to. */
struct option {
    struct walker after;
    uint8_t dir;
    uint8_t tiles;
    bool is_home;
    unsigned axis;        /* of that line */
    const uint32_t *word; /* two words, for both last lines */
    unsigned bit;
};

static void
find_line(const struct whole *w, struct option *o)
{
    unsigned cell = o->after.blank, across = w->cls.width;
    uint32_t rank = o->after.rank;
    struct walker top;

    if (o->axis == AXIS_COLUMN && cell >= across) {
        top = o->after;
        while (top.blank >= across)
            walker_go(&top, top.blank - across,
                      walker_rank(&top, top.blank - across));
        rank = top.rank;
    }
    o->word = w->second +
              2 * ((size_t)whole_line(w, o->axis, cell) * w->n_words +
                   rank / WORD_ORDERS);
    o->bit = rank % WORD_ORDERS;
    __builtin_prefetch(o->word);
}

/* Returns the value, modulo 4, of the line that a slide leads to. */
static unsigned
value_of(const struct option *o)
{
    unsigned to_row =
        2 * (o->word[AXIS_ROW] >> o->bit & 1) + (o->axis != AXIS_ROW);
    unsigned to_column =
        2 * (o->word[AXIS_COLUMN] >> o->bit & 1) + (o->axis != AXIS_COLUMN);

    return ((to_row + 1) & 3) == to_column ? to_row : to_column;
}

/* A board on its way. */
struct guide {
    const struct whole *table;
    struct walker at;
    uint8_t order[4];
    unsigned axis;  /* of the next slide, or NO_AXIS: either */
    unsigned value; /* of the line along which to slide, modulo 4 */
};

static bool
is_home(const struct guide *g, const struct walker *k)
{
    return k->rank == 0 && k->blank == g->table->cls.blank;
}

/* Lists the possible slides in canonical order; returns their number. */
static unsigned
list(const struct guide *g, struct option *options)
{
    const loyd_class *cls = &g->table->cls;
    unsigned n = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned dir = g->order[i], axis = dir & 1 ? AXIS_ROW : AXIS_COLUMN;
        const struct walker *before = &g->at;
        uint8_t tiles = 0, cell;

        if (g->axis != NO_AXIS && axis != g->axis)
            continue;
        while ((cell = cell_of_tile(cls->width, cls->height, before->blank,
                                    (loyd_dir)dir)) != CELL_NONE) {
            struct option *o = &options[n++];

            o->after = *before;
            walker_go(&o->after, cell, walker_rank(before, cell));
            before = &o->after;
            o->dir = (uint8_t)dir;
            o->tiles = ++tiles;
            o->axis = axis ^ 1;
            o->is_home = is_home(g, &o->after);
            find_line(g->table, o);
        }
    }
    return n;
}

/* Finds the lines through the start, and which of them is nearer. */
static void
set_lines(struct guide *g)
{
    struct option row = {.after = g->at, .axis = AXIS_ROW};
    struct option column = {.after = g->at, .axis = AXIS_COLUMN};
    unsigned by_row, by_column;

    find_line(g->table, &row);
    find_line(g->table, &column);
    by_row = value_of(&row);
    by_column = value_of(&column);
    g->axis = by_row == by_column               ? NO_AXIS
              : ((by_row + 1) & 3) == by_column ? AXIS_ROW
                                                : AXIS_COLUMN;
    g->value = g->axis == AXIS_COLUMN ? by_column : by_row;
}

static loyd_err
keep_move(struct search_job *job, const struct option *o)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < o->tiles; i++)
        err = moves_push(&job->path, (loyd_dir)o->dir);
    return err;
}

loyd_err
mtm_whole_solve(const struct whole *w, struct search_job *job)
{
    struct guide g = {.table = w};
    struct option options[OPTIONS_MAX] = {0};
    unsigned length = 0;
    loyd_err err = LOYD_OK;

    for (unsigned d = 0; d < 4; d++)
        g.order[job->rank[d]] = (uint8_t)d;
    walker_begin(&g.at, w, &job->board);
    if (!is_home(&g, &g.at))
        set_lines(&g);
    while (err == LOYD_OK && !is_home(&g, &g.at)) {
        unsigned n = list(&g, options), want = (g.value + 3) & 3, i = 0;

        while (i < n && !(g.value == 0 && options[i].is_home) &&
               value_of(&options[i]) != want)
            i++;
        if (i == n || ++length > WHOLE_LEVELS_MAX)
            return LOYD_E_CORRUPT; /* the table is damaged */
        if (job->wants_path)
            err = keep_move(job, &options[i]);
        g.at = options[i].after;
        g.axis = options[i].axis;
        g.value = want;
    }
    job->lower = (uint16_t)length;
    return err;
}
