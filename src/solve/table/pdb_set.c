/* SPDX-License-Identifier: MIT */
/* Plans, builds, keeps and frees the pattern databases of one class. */
#include "solve/table/pdb_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "solve/table/descent.h"
#include "solve/table/memory.h"
#include "solve/table/orders.h"

#define MAGIC "loyd tables 2\n"
#define BUILT_APART_BYTES (16u << 20)

loyd_err
pdb_set_need(struct pdb_set *s, unsigned k)
{
    loyd_err err;

    if (s->ranks[k] != NULL)
        return LOYD_OK;
    err = region_space_make(&s->space[k], s->cls.width, s->cls.height, k);
    if (err != LOYD_OK)
        return err;
    if ((s->ranks[k] = malloc(sizeof(*s->ranks[k]))) == NULL)
        return LOYD_E_NOMEM;
    perm_ranks_make(s->ranks[k], k);
    return LOYD_OK;
}

unsigned
pdb_set_add(struct pdb_set *s, uint32_t home, unsigned blank)
{
    unsigned k = (unsigned)__builtin_popcount(home), t = 0;
    uint32_t region = region_number(&s->space[k], home, blank);

    for (; t < s->n; t++) {
        const struct pdb *table = &s->table[t];

        if (table->home == home &&
            region_number(table->space, home, table->blank) == region)
            return t;
    }
    pdb_plan(&s->table[t], &s->space[k], s->ranks[k], home, blank);
    s->bytes += s->table[t].n_words * sizeof(*s->table[t].bits);
    s->n++;
    return t;
}

/* Tables under construction by several threads. */
struct building {
    struct pdb_set *set;
    unsigned threads; /* per table */
    struct monitor *monitor;
    atomic_uint next;
    atomic_int err;
};

static void
build_tables(struct team *t, unsigned member, void *context)
{
    struct building *b = context;
    struct orders orders = {.levels.monitor = b->monitor};
    unsigned i;

    (void)t;
    (void)member;
    while (atomic_load(&b->err) == LOYD_OK &&
           (i = atomic_fetch_add(&b->next, 1)) < b->set->n) {
        struct pdb *table = &b->set->table[i];
        loyd_err err = LOYD_E_NOMEM;

        table->bits = memory_new(table->n_words * sizeof(*table->bits));
        if (table->bits != NULL)
            err = pdb_build(table, b->threads, &orders);
        if (err != LOYD_OK)
            atomic_store(&b->err, (int)err);
    }
    orders_free(&orders);
}

/*
 * Builds small tables in parallel, one thread each, and large tables one after
 * the other, each on all threads.
 */
loyd_err
pdb_set_build(void *owner, unsigned threads, struct monitor *m)
{
    struct pdb_set *s = owner;
    bool is_apart = s->bytes < BUILT_APART_BYTES;
    struct building b = {
        .set = s, .threads = is_apart ? 1 : threads, .monitor = m};
    loyd_err err = team_run(is_apart ? threads : 1, build_tables, &b);

    if (err == LOYD_OK)
        err = (loyd_err)atomic_load(&b.err);
    if (err == LOYD_OK)
        s->ready(s);
    return err;
}

void
pdb_set_free(void *owner)
{
    struct pdb_set *s = owner;

    for (unsigned i = 0; i < s->n; i++)
        memory_free(s->table[i].bits);
    for (unsigned k = 0; k <= PATTERN_TILES_MAX; k++) {
        region_space_free(&s->space[k]);
        free(s->ranks[k]);
    }
    memset(s, 0, sizeof(*s));
}

void
pdb_set_describe(const void *owner, struct table_body *b)
{
    const struct pdb_set *s = owner;
    uint8_t *at = b->plan + sizeof(MAGIC);

    b->is_kept = s->is_kept;
    memcpy(b->plan, MAGIC, sizeof(MAGIC));
    *at++ = s->cls.width;
    *at++ = s->cls.height;
    *at++ = s->cls.blank;
    *at++ = (uint8_t)s->n;
    for (unsigned i = 0; i < s->n; i++) {
        const struct pdb *t = &s->table[i];

        at = bytes_put_little(at, t->home, 4);
        *at++ = t->blank;
        at = bytes_put_little(at, t->space->n_regions, 4);
        at = bytes_put_little(at, t->row_bits, 8);
        at = bytes_put_little(at, t->n_words, 8);
        table_body_add(b, t->bits, t->n_words * sizeof(*t->bits));
    }
}

void
pdb_set_adopt(struct table_body *b)
{
    struct pdb_set *s = b->owner;

    for (unsigned i = 0; i < s->n; i++)
        s->table[i].bits = (uint32_t *)(uintptr_t)b->parts[i].at;
    s->ready(s);
}

loyd_err
pdb_set_descend(const struct table_body *b, uint64_t n, loyd_why *why)
{
    const struct pdb_set *s = b->owner;

    for (unsigned i = 0; i < s->n; i++)
        if (!descent_sample(&s->table[i], n))
            return why_set(why, LOYD_E_CORRUPT, "inconsistent entries");
    return LOYD_OK;
}
