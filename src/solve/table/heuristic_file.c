/* SPDX-License-Identifier: MIT */
/* Pattern databases of a class as the body of a file: 32-bit words. */
#include "solve/table/heuristic_file.h"

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

static loyd_err
build(struct table_body *b, unsigned threads, struct monitor *m)
{
    struct heuristic *h = b->owner;
    loyd_err err = heuristic_build(h, threads, m);

    if (err == LOYD_OK)
        heuristic_body(h, b);
    return err;
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

void
heuristic_body(struct heuristic *h, struct table_body *b)
{
    static const struct table_kind kind = {adopt, build, descend};

    *b = (struct table_body){.cls = h->cls,
                             .metric = LOYD_STM,
                             .size = h->partition->size,
                             .kind = &kind,
                             .owner = h};
    plan_header(h, b->plan);
    for (unsigned i = 0; i < VIEWS * h->n_groups; i++) {
        const struct pdb *t = heuristic_own(h, i);

        if (t != NULL)
            table_body_add(b, t->bits, t->n_words * sizeof(*t->bits));
    }
}
