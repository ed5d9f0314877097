/* SPDX-License-Identifier: MIT */
/* Sets of ids in memory. */
#include "store/id_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/rows.h"

static const loyd_id zero;

static bool
is_same(const loyd_id *a, const loyd_id *b)
{
    return memcmp(a->byte, b->byte, LOYD_ID_BYTES) == 0;
}

/* Returns the slot of `id`, or the free slot for it. */
static size_t
slot_of(const loyd_id *slots, size_t capacity, const loyd_id *id)
{
    size_t slot = 0;

    /* Ids are hashes: any of their bytes will do, except the first one, whose
     * upper half chooses the part. */
    for (unsigned i = 1; i < LOYD_ID_BYTES && i <= sizeof(slot); i++)
        slot = slot << 8 | id->byte[i];
    slot &= capacity - 1;
    while (!is_same(&slots[slot], &zero) && !is_same(&slots[slot], id))
        slot = (slot + 1) & (capacity - 1);
    return slot;
}

bool
id_set_has(const struct id_set *set, const loyd_id *id)
{
    unsigned p = id->byte[0] / (256 / ID_SET_PARTS);
    const loyd_id *slots = set->part[p].slots;
    size_t capacity = set->part[p].capacity;

    if (is_same(id, &zero))
        return set->part[p].has_zero;
    return capacity > 0 && is_same(&slots[slot_of(slots, capacity, id)], id);
}

static loyd_err
grow(struct id_set *set, unsigned p)
{
    size_t old = set->part[p].capacity, capacity = old > 0 ? 2 * old : 16;
    loyd_id *slots = calloc(capacity, sizeof(*slots));

    if (slots == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < old; i++) {
        const loyd_id *id = &set->part[p].slots[i];
        if (!is_same(id, &zero))
            slots[slot_of(slots, capacity, id)] = *id;
    }
    free(set->part[p].slots);
    set->part[p].slots = slots;
    set->part[p].capacity = capacity;
    return LOYD_OK;
}

loyd_err
id_set_add(struct id_set *set, const loyd_id *id, bool *is_new)
{
    unsigned p = id->byte[0] / (256 / ID_SET_PARTS);
    size_t slot;

    if (is_same(id, &zero)) {
        *is_new = !set->part[p].has_zero;
        set->part[p].has_zero = true;
        set->n += *is_new;
        return LOYD_OK;
    }
    if (5 * (set->part[p].n + 1) > 4 * set->part[p].capacity) {
        loyd_err err = grow(set, p);
        if (err != LOYD_OK)
            return err;
    }
    slot = slot_of(set->part[p].slots, set->part[p].capacity, id);
    *is_new = is_same(&set->part[p].slots[slot], &zero);
    set->part[p].slots[slot] = *id;
    set->part[p].n += *is_new;
    set->n += *is_new;
    return LOYD_OK;
}

void
id_set_free(struct id_set *set)
{
    for (unsigned p = 0; p < ID_SET_PARTS; p++)
        free(set->part[p].slots);
    *set = (struct id_set){.n = 0};
}

loyd_err
id_list_put(struct id_list *list, const loyd_id *ids, size_t n)
{
    if (!ARRAY_ROOM(list->ids, list->room, list->n + n))
        return LOYD_E_NOMEM;
    if (n > 0)
        memcpy(list->ids + list->n, ids, n * sizeof(*ids));
    list->n += n;
    return LOYD_OK;
}
