/* SPDX-License-Identifier: MIT */
/* Tables in MTM as parts of a file. */
#include "solve/kinds.h"

#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "solve/search/whole_path.h"

#define MAGIC "loyd tables in MTM 1\n"
#define KEPT_CELLS 11 /* smaller ones are built in an instant */
#define WALK_MOVES 64
#define SET_SHARE                                                             \
    5 /* entries for each board of a set, as a board is a descent from every  \
         table, twice from both axes */

/* Begins the header: the class, and what identifies its tables. */
static uint8_t *
begin_header(struct table_body *b, bool is_whole, unsigned n_tables)
{
    uint8_t *at = b->plan + sizeof(MAGIC);

    b->is_kept = b->size == LOYD_TABLES_LARGE &&
                 b->cls.width * b->cls.height >= KEPT_CELLS;
    memcpy(b->plan, MAGIC, sizeof(MAGIC));
    *at++ = b->cls.width;
    *at++ = b->cls.height;
    *at++ = b->cls.blank;
    *at++ = is_whole;
    *at++ = (uint8_t)n_tables;
    return at;
}

/* Walks on from a board, along a path that depends on *seed alone. */
static void
walk_on(struct permuted *board, uint64_t *seed)
{
    for (unsigned i = 0; i < WALK_MOVES; i++) {
        loyd_dir dir;

        /* [Knuth, TAOCP 2, 3.3.4] */
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        dir = (loyd_dir)(*seed >> 62);
        if (cell_of_tile(board->width, board->height, board->blank, dir) !=
            CELL_NONE)
            permuted_move(board, dir);
    }
}

/* Tries n boards of the class, `step` entries each. */
static loyd_err
try_boards(const struct table_body *b, uint64_t n, uint64_t step,
           loyd_err (*try_one)(const void *owner,
                               const struct permuted *board),
           loyd_why *why)
{
    struct permuted board = {
        .width = b->cls.width, .height = b->cls.height, .blank = b->cls.blank};
    uint64_t seed = 0;
    loyd_err err = LOYD_OK;

    for (unsigned c = 0; c < (unsigned)board.width * board.height; c++)
        board.home[c] = (uint8_t)c;
    for (uint64_t i = 0; err == LOYD_OK && i < n; i += step) {
        walk_on(&board, &seed);
        err = try_one(b->owner, &board);
    }
    return err == LOYD_E_CORRUPT ? why_set(why, err, "inconsistent entries")
                                 : err;
}

/* Sets of lower bounds: four parts for each table. */

static loyd_err
plan_set(void *owner, const loyd_class *cls, loyd_tables size)
{
    return mtm_set_plan(owner, cls,
                        size == LOYD_TABLES_LARGE ? TILES_LARGE : TILES_SMALL);
}

static void
describe_set(const void *owner, struct table_body *b)
{
    const struct mtm_set *set = owner;
    uint8_t *at = begin_header(b, false, set->n_tables);

    for (unsigned i = 0; i < set->n_tables; i++) {
        const struct mtm_table *t = &set->tables[i];

        at = bytes_put_little(at, t->home, 4);
        *at++ = t->blank;
        at = bytes_put_little(at, mtm_table_bytes(t), 8);
    }
    for (unsigned i = 0; i < MTM_SET_PARTS(set); i++) {
        const struct mtm_table *t = &set->tables[i / (AXES * AXES)];
        unsigned end = i / AXES % AXES, axis = i % AXES;

        table_body_add(b, t->bits[end][axis], mtm_axis_bytes(&t->space, axis));
    }
}

static void
adopt_set(struct table_body *b)
{
    struct mtm_set *set = b->owner;

    for (unsigned i = 0; i < b->n_parts; i++)
        set->tables[i / (AXES * AXES)].bits[i / AXES % AXES][i % AXES] =
            (uint8_t *)(uintptr_t)b->parts[i].at;
    mtm_sights_ready(&set->sights);
}

static loyd_err
try_set(const void *owner, const struct permuted *board)
{
    const struct mtm_set *set = owner;

    return mtm_sights_hold(&set->sights, board) ? LOYD_OK : LOYD_E_CORRUPT;
}

static loyd_err
descend_set(const struct table_body *b, uint64_t n, loyd_why *why)
{
    return try_boards(b, n, SET_SHARE, try_set, why);
}

const struct table_kind slide_kind = {
    .metric = LOYD_MTM,
    .owner_bytes = sizeof(struct mtm_set),
    .nodes_worth = 20e6,
    .plan = plan_set,
    .describe = describe_set,
    .build = mtm_set_build,
    .free = mtm_set_free,
    .adopt = adopt_set,
    .descend = descend_set,
};

/* Whole-state tables: one part. */

static loyd_err
plan_lines(void *owner, const loyd_class *cls, loyd_tables size)
{
    (void)size;
    whole_plan(owner, cls, LOYD_MTM);
    return LOYD_OK;
}

static void
describe_lines(const void *owner, struct table_body *b)
{
    const struct whole *w = owner;

    (void)begin_header(b, true, 0);
    table_body_add(b, w->second, whole_bytes(w));
}

static void
adopt_lines(struct table_body *b)
{
    struct whole *w = b->owner;

    w->second = (uint32_t *)(uintptr_t)b->parts[0].at;
}

static loyd_err
try_lines(const void *owner, const struct permuted *board)
{
    struct search_job job = {.board = *board, .rank = {0, 1, 2, 3}};

    return mtm_whole_solve(owner, &job);
}

static loyd_err
descend_lines(const struct table_body *b, uint64_t n, loyd_why *why)
{
    return try_boards(b, n, 1, try_lines, why);
}

const struct table_kind line_kind = {
    .metric = LOYD_MTM,
    .owner_bytes = sizeof(struct whole),
    .nodes_per_byte = 0.07, /* 7 million for the 93 MB of 4x3 */
    .plan = plan_lines,
    .describe = describe_lines,
    .build = whole_build,
    .free = whole_free,
    .adopt = adopt_lines,
    .descend = descend_lines,
};
