/* SPDX-License-Identifier: MIT */
/* Prints the differences between the packs of a series. */
#include "cli/change.h"

#include "cli/json.h"

static const char *const words[LOYD_PACK_CHANGE_COUNT_] = {
    "added", "proven", "withdrawn", "renumbered", "contradicts", "lost",
};

void
change_print(const loyd_pack_difference *of)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&of->id, id);
    SUMS(SUM_TEXT("change=$", words[of->change]),
         SUM("number=\t$", of->number),
         SUM_TEXT("puzzle_id=\t$", id));
}
