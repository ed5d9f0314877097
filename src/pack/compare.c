/* SPDX-License-Identifier: MIT */
/* Owns the difference between two packs of a series. */
#include <string.h>

#include "loyd/export.h"
#include "pack/ids.h"

struct comparing {
    const struct ids *old;
    const struct ids *now;
    struct ids_index *index; /* of `now` */
    loyd_pack_change_fn each;
    void *context;
    uint64_t *counts;
    bool is_stopped;
};

static void
tell(struct comparing *c, loyd_pack_change change, uint32_t number,
     const loyd_id *id)
{
    c->counts[change]++;
    if (c->each != NULL && !c->is_stopped)
        c->is_stopped = !c->each(c->context, change, number, id);
}

/* What became of a number of the older pack. */
static void
compare_row(struct comparing *c, uint32_t number)
{
    const struct ids_row *before = &c->old->rows[number - 1], *after;
    uint32_t there = ids_number(c->index, &before->id);

    if (there != number) {
        tell(c, there == 0 ? LOYD_PACK_LOST : LOYD_PACK_RENUMBERED, number,
             &before->id);
        return;
    }
    after = &c->now->rows[number - 1];
    if (before->stm != 0 && before->stm != after->stm)
        tell(c, LOYD_PACK_CONTRADICTS, number, &before->id);
    else if (ids_is_live(before) && !ids_is_live(after))
        tell(c, LOYD_PACK_WITHDRAWN, number, &before->id);
    else if (!ids_is_live(before) && ids_is_live(after))
        tell(c, LOYD_PACK_ADDED, number, &before->id);
    else if (before->stm == 0 && after->stm != 0)
        tell(c, LOYD_PACK_PROVEN, number, &before->id);
}

loyd_err
loyd_pack_compare(const char *dir, const char *since, loyd_pack_change_fn each,
                  void *context, uint64_t counts[LOYD_PACK_CHANGE_COUNT_],
                  loyd_why *why)
{
    uint64_t found[LOYD_PACK_CHANGE_COUNT_] = {0};
    struct ids old = {.name = NULL}, now = {.name = NULL};
    struct comparing c = {.old = &old,
                          .now = &now,
                          .each = each,
                          .context = context,
                          .counts = found};
    loyd_err err = ids_read(since, &old, why);

    if (err == LOYD_OK)
        err = ids_read(dir, &now, why);
    if (err == LOYD_OK)
        err = ids_index_new(&now, &c.index);
    for (size_t i = 0; err == LOYD_OK && !c.is_stopped && i < old.n; i++)
        compare_row(&c, (uint32_t)(i + 1));
    for (size_t i = old.n; err == LOYD_OK && !c.is_stopped && i < now.n; i++)
        if (ids_is_live(&now.rows[i]))
            tell(&c, LOYD_PACK_ADDED, (uint32_t)(i + 1), &now.rows[i].id);
    if (err == LOYD_OK)
        memcpy(counts, found, sizeof(found));
    ids_index_free(&c.index);
    ids_free(&old);
    ids_free(&now);
    return err;
}
