/* SPDX-License-Identifier: MIT */
/* Pattern databases of a class as the body of a file: 32-bit words. */
#include "solve/table/heuristic.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "solve/table/descent.h"

#define MAGIC "loyd tables 2\n"

/* Writes the class, the partition and, for every table, its home and sizes. */
static void
plan_header(const struct heuristic *h, uint8_t out[TABLE_PLAN_BYTES])
{
    size_t drawing = strlen(h->partition->drawing);
    uint8_t *at = out + sizeof(MAGIC);

    memcpy(out, MAGIC, sizeof(MAGIC));
    *at++ = h->cls.width;
    *at++ = h->cls.height;
    *at++ = h->cls.blank;
    *at++ = VIEWS;
    *at++ = (uint8_t)h->n_groups;
    *at++ = (uint8_t)drawing;
    memcpy(at, h->partition->drawing, drawing);
    at += drawing;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->table[v][g];

            at = bytes_put_little(at, t->home, 4);
            *at++ = t->blank;
            *at++ = h->is_shared[v][g];
            at = bytes_put_little(at, t->space->n_regions, 4);
            at = bytes_put_little(at, t->row_bits, 8);
            at = bytes_put_little(at, t->n_words, 8);
        }
}

static void
adopt(struct table_body *b, void *mapping, size_t bytes)
{
    struct heuristic *h = b->owner;
    unsigned part = 0;

    h->mapping = mapping;
    h->mapping_bytes = bytes;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++)
            h->table[v][g].bits =
                h->is_shared[v][g]
                    ? h->table[0][g].bits
                    : (uint32_t *)(uintptr_t)b->parts[part++].at;
    if (mapping != NULL)
        heuristic_ready(h);
}

static void
draw(const void *owner, char drawing[TABLE_DRAWING_BYTES])
{
    const struct heuristic *h = owner;

    (void)snprintf(drawing, TABLE_DRAWING_BYTES, "%s", h->partition->drawing);
}

static loyd_err
descend(const struct table_body *b, uint64_t n, loyd_why *why)
{
    const struct heuristic *h = b->owner;

    for (unsigned i = 0; i < VIEWS * h->n_groups; i++) {
        const struct pdb *t = heuristic_own(h, i);

        if (t != NULL && !descent_sample(t, n))
            return why_set(why, LOYD_E_CORRUPT, "inconsistent entries");
    }
    return LOYD_OK;
}

static void
describe(const void *owner, struct table_body *b)
{
    const struct heuristic *h = owner;

    b->is_kept = partition_is_kept(h->partition);
    plan_header(h, b->plan);
    for (unsigned i = 0; i < VIEWS * h->n_groups; i++) {
        const struct pdb *t = heuristic_own(h, i);

        if (t != NULL)
            table_body_add(b, t->bits, t->n_words * sizeof(*t->bits));
    }
}

const struct table_kind pattern_kind = {
    .metric = LOYD_STM,
    .owner_bytes = sizeof(struct heuristic),
    .nodes_per_byte = TABLE_NODES_PER_BYTE,
    .plan = heuristic_plan,
    .describe = describe,
    .build = heuristic_build,
    .free = heuristic_free,
    .adopt = adopt,
    .descend = descend,
    .draw = draw,
};
