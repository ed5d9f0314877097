/* SPDX-License-Identifier: MIT */
/* Owns the reading of many catalogues side by side. It writes none. */
#include "catalogue/sources.h"

#include <string.h>

#include "core/why.h"

/* By id; of equal ones the source that was named first. */
static bool
is_before(const struct sources *s, uint16_t a, uint16_t b)
{
    int order =
        memcmp(s->at[a].next.id.byte, s->at[b].next.id.byte, LOYD_ID_BYTES);

    return order < 0 || (order == 0 && a < b);
}

/* Puts heap[at] where it belongs among those below it. */
static void
sink(struct sources *s, size_t at)
{
    uint16_t moved = s->heap[at];

    for (;;) {
        size_t child = 2 * at + 1;

        if (child + 1 < s->n_heap &&
            is_before(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (child >= s->n_heap || is_before(s, moved, s->heap[child]))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = moved;
}

static loyd_err
read_next(struct sources *s, struct source *from, bool *found, loyd_why *why)
{
    loyd_err err = reader_next(from->reader, &from->next, found, why);

    if (err != LOYD_OK)
        s->fault = from;
    return err;
}

/* The next source whose recipes nobody has looked at yet. */
static loyd_err
check_recipes(struct sources *s, bool *is_any, loyd_why *why)
{
    *is_any = false;
    for (size_t i = 0; i < s->n && !*is_any; i++) {
        struct source *from = &s->at[i];
        loyd_err err;

        if (from->is_refused || from->is_checked)
            continue;
        *is_any = from->is_checked = true;
        if ((err = reader_check_recipes(from->reader, why)) != LOYD_OK) {
            s->fault = from;
            return err;
        }
    }
    return LOYD_OK;
}

loyd_err
sources_read(struct sources *s, struct batch *b, loyd_why *why)
{
    bool is_any, found;
    loyd_err err = check_recipes(s, &is_any, why);

    b->n = 0;
    while (err == LOYD_OK && s->n_heap > 0 && b->n < SOURCES_BATCH) {
        struct source *from = &s->at[s->heap[0]];
        struct parcel old = b->parcels[b->n];

        b->parcels[b->n] = from->next;
        b->from[b->n++] = s->heap[0];
        from->next = old; /* its memory is used again */
        err = read_next(s, from, &found, why);
        if (err == LOYD_OK && !found)
            s->heap[0] = s->heap[--s->n_heap];
        if (err == LOYD_OK && s->n_heap > 0)
            sink(s, 0);
    }
    while (err == LOYD_OK && s->n_heap == 0 && is_any)
        err = check_recipes(s, &is_any, why);
    return err;
}

loyd_err
sources_open(struct sources *s, uint64_t *bytes, uint64_t *rows, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    s->n_heap = 0;
    for (size_t i = 0; err == LOYD_OK && i < s->n; i++) {
        struct source *from = &s->at[i];
        uint64_t n_rows = 0;
        bool found = false;

        if (from->is_refused)
            continue;
        from->is_checked = false;
        s->fault = from;
        if ((err = reader_open(from->store, &from->reader, why)) == LOYD_OK &&
            (err = raw_count(from->store, &n_rows, why)) == LOYD_OK)
            err = read_next(s, from, &found, why);
        if (err != LOYD_OK)
            return err;
        *bytes += store_bytes(from->store);
        *rows += n_rows;
        if (found)
            s->heap[s->n_heap++] = (uint16_t)i;
    }
    s->fault = NULL;
    for (size_t at = s->n_heap; at-- > 0;)
        sink(s, at);
    return err;
}

void
sources_close(struct sources *s)
{
    for (size_t i = 0; i < s->n; i++)
        reader_close(&s->at[i].reader);
}

void
sources_find(struct sources *s, const loyd_id *id)
{
    for (size_t i = 0; i < s->n; i++) {
        struct source *from = &s->at[i];
        bool yes = false;

        if (!from->is_refused &&
            reader_names(from->reader, id, &yes, NULL) == LOYD_OK && yes)
            s->fault = from;
    }
}
