/* SPDX-License-Identifier: MIT */
/* The parts of long jobs: ranges of indices and of ids. */
#include <string.h>

#include "base/why.h"
#include "catalogue/part.h"
#include "core/range.h"
#include "store/rows.h"

/* Writes an id of 48 leading bits and four equal bytes after them. */
static void
set_bits(loyd_id *id, uint64_t bits, uint8_t rest)
{
    memset(id->byte, rest, LOYD_ID_BYTES);
    for (unsigned i = 0; i < 6; i++)
        id->byte[i] = (uint8_t)(bits >> (40 - 8 * i));
}

loyd_err
part_check(const loyd_part *part, loyd_why *why)
{
    if (part->of == 0 || (part->number >= 1 && part->number <= part->of))
        return LOYD_OK;
    return why_set(why, LOYD_E_RANGE, "part %u of %u: expected 1 to %u",
                   part->number, part->of, part->of);
}

void
part_ids(const loyd_part *part, loyd_id *first, loyd_id *last)
{
    uint64_t low, n;

    part_range(part->number, part->of, UINT64_C(1) << 48, &low, &n);
    set_bits(first, low, 0);
    set_bits(last, low + n - 1, 0xff);
}

bool
part_filter(const loyd_part *part, const loyd_filter *given,
            loyd_filter *filter)
{
    loyd_id first, last;

    part_ids(part, &first, &last);
    *filter = given != NULL ? *given : (loyd_filter){.n_ids = 0};
    filter->order = NULL;
    filter->has_after = filter->is_distinct = false;
    filter->pick = NULL;
    filter->offset = filter->limit = 0;
    if (!filter->has_id || id_compare(&filter->id_first, &first) < 0)
        filter->id_first = first;
    if (!filter->has_id || id_compare(&filter->id_last, &last) > 0)
        filter->id_last = last;
    filter->has_id = true;
    return id_compare(&filter->id_first, &filter->id_last) <= 0;
}
