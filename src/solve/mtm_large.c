/* SPDX-License-Identifier: MIT */
/* The large tables of a class in MTM: their choice and their file. */
#include "solve/mtm_large.h"

#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "solve/search/whole_path.h"

#define MAGIC "loyd tables in MTM 1\n"
#define KEPT_CELLS 11 /* smaller ones are built in an instant */
#define WALK_MOVES 64
#define SET_SHARE 5 /* boards of a set: for one in so many entries, as each is
                       a descent from every table, twice from both axes */

static unsigned
cells(const loyd_class *cls)
{
    return (unsigned)cls->width * cls->height;
}

bool
mtm_large_is(const loyd_class *cls)
{
    return cells(cls) > PATTERN_TILES_MAX + 1 &&
           cells(cls) <= LOYD_EXACT_CELLS;
}

bool
mtm_large_is_kept(const loyd_class *cls)
{
    return mtm_large_is(cls) && cells(cls) >= KEPT_CELLS;
}

loyd_err
mtm_large_plan(struct mtm_large *l, const loyd_class *cls)
{
    memset(l, 0, sizeof(*l));
    l->is_whole = cells(cls) <= WHOLE_CELLS_MAX;
    if (!l->is_whole)
        return mtm_set_plan(&l->set, cls, TILES_LARGE);
    mtm_whole_plan(&l->whole, cls);
    return LOYD_OK;
}

bool
mtm_large_is_mapped(const struct mtm_large *l)
{
    return l->set.mapping != NULL || l->whole.mapping != NULL;
}

void
mtm_large_free(struct mtm_large *l)
{
    mtm_set_free(&l->set);
    mtm_whole_free(&l->whole);
    memset(l, 0, sizeof(*l));
}

void
mtm_large_draw(const struct mtm_large *l, const loyd_class *cls, char *text)
{
    const struct mtm_table *t = l->set.tables;
    uint32_t first = l->is_whole ? UINT32_MAX : t[0].home;
    uint32_t second = t[1].blank == cls->blank ? t[1].home : 0;

    for (unsigned c = 0; c < cells(cls); c++) {
        unsigned seen = (first >> c & 1) | (second >> c & 1) << 1;

        if (c > 0 && c % cls->width == 0)
            *text++ = '/';
        *text++ = "-abc"[seen];
    }
    *text = '\0';
}

/* A whole-state table is one part, a set has four for each table. */

static void
adopt(struct table_body *b, void *mapping, size_t bytes)
{
    struct mtm_large *l = b->owner;
    uint64_t length;

    if (l->is_whole) {
        l->whole.second = (uint32_t *)(uintptr_t)b->parts[0].at;
        l->whole.mapping = mapping;
        l->whole.mapping_bytes = bytes;
        return;
    }
    l->set.mapping = mapping;
    l->set.mapping_bytes = bytes;
    for (unsigned i = 0; i < b->n_parts; i++)
        *mtm_set_part(&l->set, i, &length) =
            (uint8_t *)(uintptr_t)b->parts[i].at;
    mtm_sights_ready(&l->set.sights);
}

static loyd_err
build(struct table_body *b, unsigned threads, struct monitor *m)
{
    struct mtm_large *l = b->owner;
    loyd_err err = l->is_whole ? mtm_whole_build(&l->whole, threads, m)
                               : mtm_set_build(&l->set, threads, m);

    if (err == LOYD_OK)
        mtm_large_body(l, b);
    return err;
}

/* Walks on from a board, along a path that depends on *seed alone. */
static void
walk(struct permuted *board, uint64_t *seed)
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

static loyd_err
descend_one(const struct mtm_large *l, const struct permuted *board)
{
    struct search_job job = {.board = *board, .rank = {0, 1, 2, 3}};

    if (l->is_whole)
        return mtm_whole_solve(&l->whole, &job);
    return mtm_sights_hold(&l->set.sights, board) ? LOYD_OK : LOYD_E_CORRUPT;
}

static loyd_err
descend(const struct table_body *b, uint64_t n, loyd_why *why)
{
    const struct mtm_large *l = b->owner;
    struct permuted board = {.width = b->cls.width,
                             .height = b->cls.height,
                             .blank = b->cls.blank};
    uint64_t seed = 0;
    loyd_err err = LOYD_OK;

    for (unsigned c = 0; c < cells(&b->cls); c++)
        board.home[c] = (uint8_t)c;
    for (uint64_t i = 0; err == LOYD_OK && i < n;
         i += l->is_whole ? 1 : SET_SHARE) {
        walk(&board, &seed);
        err = descend_one(l, &board);
    }
    return err == LOYD_E_CORRUPT ? why_set(why, err, "inconsistent entries")
                                 : err;
}

/* Writes the class and what identifies its tables. */
static void
plan_header(const struct mtm_large *l, const loyd_class *cls,
            uint8_t out[TABLE_PLAN_BYTES])
{
    uint8_t *at = out + sizeof(MAGIC);

    memcpy(out, MAGIC, sizeof(MAGIC));
    *at++ = cls->width;
    *at++ = cls->height;
    *at++ = cls->blank;
    *at++ = l->is_whole;
    *at++ = (uint8_t)l->set.n_tables;
    for (unsigned i = 0; i < l->set.n_tables; i++) {
        const struct mtm_table *t = &l->set.tables[i];

        at = bytes_put_little(at, t->home, 4);
        *at++ = t->blank;
        at = bytes_put_little(at, mtm_table_bytes(t), 8);
    }
}

void
mtm_large_body(struct mtm_large *l, struct table_body *b)
{
    static const struct table_kind kind = {adopt, build, descend};
    uint64_t bytes;

    *b = (struct table_body){
        .cls = l->is_whole ? l->whole.plan.cls : l->set.sights.cls,
        .metric = LOYD_MTM,
        .size = LOYD_TABLES_LARGE,
        .kind = &kind,
        .owner = l};
    plan_header(l, &b->cls, b->plan);
    if (l->is_whole)
        table_body_add(b, l->whole.second, mtm_whole_bytes(&l->whole));
    for (unsigned i = 0; i < MTM_SET_PARTS(&l->set); i++) {
        const uint8_t *bits = *mtm_set_part(&l->set, i, &bytes);

        table_body_add(b, bits, bytes);
    }
}
