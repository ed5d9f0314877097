/* SPDX-License-Identifier: MIT */
/* Plans, builds and frees tables of any kind. */
#include "solve/table/body.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void
describe(struct table_body *b)
{
    b->n_parts = 0;
    b->bytes = 0;
    b->kind->describe(b->owner, b);
}

loyd_err
table_body_plan(struct table_body *b, const struct table_kind *kind,
                const loyd_class *cls, loyd_tables size)
{
    loyd_err err;

    *b = (struct table_body){.cls = *cls,
                             .metric = kind->metric,
                             .size = size,
                             .kind = kind,
                             .owner = calloc(1, kind->owner_bytes)};
    err = b->owner != NULL ? kind->plan(b->owner, cls, size) : LOYD_E_NOMEM;
    if (err == LOYD_OK)
        describe(b);
    else
        table_body_free(b);
    return err;
}

loyd_err
table_body_build(struct table_body *b, unsigned threads, struct monitor *m)
{
    loyd_err err = b->kind->build(b->owner, threads, m);

    if (err == LOYD_OK)
        describe(b);
    return err;
}

void
table_body_place(struct table_body *b, void *mapping, size_t bytes)
{
    const uint8_t *at =
        mapping != NULL ? (const uint8_t *)mapping + TABLE_HEADER_BYTES : NULL;

    if (b->mapping != NULL)
        munmap(b->mapping, b->mapping_bytes);
    b->mapping = mapping;
    b->mapping_bytes = bytes;
    for (unsigned i = 0; i < b->n_parts; i++) {
        b->parts[i].at = at;
        if (at != NULL)
            at += b->parts[i].bytes;
    }
    b->kind->adopt(b);
}

void
table_body_free(struct table_body *b)
{
    if (b->mapping != NULL)
        table_body_place(b, NULL, 0);
    if (b->owner != NULL)
        b->kind->free(b->owner);
    free(b->owner);
    memset(b, 0, sizeof(*b));
}
