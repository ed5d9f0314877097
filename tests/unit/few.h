/* SPDX-License-Identifier: MIT */
/* A few boards for the search with many views. Tests only. */
#ifndef FEW_H
#define FEW_H

#include "draws.h"
#include "oracle.h"

#include "solve/kinds.h"
#include "solve/search/views_search.h"
#include "solve/table/stock.h"

/* A class and its tables of many views. */
struct case_of_class {
    struct stock stock;
    struct frame frame;
    const struct views *views;
};

static struct monitor nobody;

static inline void
find_views(const loyd_board *goal, struct case_of_class *c)
{
    static const loyd_listener none;
    const struct table_body *set = NULL;
    struct class_tables *tables = NULL;

    memset(c, 0, sizeof(*c));
    c->stock.kind_of = kind_of;
    c->stock.threads = 2;
    c->stock.listener = &none;
    c->stock.monitor = &nobody;
    if (oracle_cache() != NULL)
        c->stock.cache_dir = strdup(oracle_cache());
    frame_of_goal(goal, &c->frame);
    assert_int_equal(stock_class(&c->stock, &c->frame.cls, LOYD_STM, &tables),
                     LOYD_OK);
    assert_int_equal(stock_tables(&c->stock, tables, true, &set), LOYD_OK);
    assert_non_null(c->views = table_body_of(set, &view_kind));
}

/* Boards with their lengths and the views of their class. */
enum { FEW = 8 };

struct few {
    struct case_of_class c;
    loyd_puzzle puzzles[FEW];
    loyd_solution *right;
    struct search_job jobs[FEW];
};

static inline void
few_make(struct few *few, const char *recipe)
{
    loyd_generator *generator = generator_of(recipe);
    loyd_solver *small = oracle_solver(LOYD_TABLES_SMALL, 2);

    for (size_t i = 0; i < FEW; i++)
        few->puzzles[i] = draw(generator, i);
    few->right = oracle_solve(small, few->puzzles, FEW, NULL);
    loyd_generator_free(&generator);
    loyd_solver_free(&small);
    find_views(&few->puzzles[0].goal, &few->c);
}

static inline void
few_free(struct few *few)
{
    oracle_free(few->right, FEW);
    stock_free(&few->c.stock);
}

/* Makes a job of board i. */
static inline struct search_job
few_job(const struct few *few, size_t i)
{
    struct search_job job = {.puzzle = i};

    frame_board(&few->c.frame, &few->puzzles[i].start, &job.board);
    for (unsigned d = 0; d < 4; d++)
        job.rank[d] = few->c.frame.dir_out[d];
    return job;
}

#endif
