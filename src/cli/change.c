/* SPDX-License-Identifier: MIT */
/* Prints the differences between the packs of a series. */
#include "cli/change.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/json.h"

static const char *const words[LOYD_PACK_CHANGE_COUNT_] = {
    "added", "proven", "withdrawn", "renumbered", "contradicts", "lost",
};

const char *
change_word(int change)
{
    return words[change];
}

void
change_print(const struct run *run, const loyd_pack_difference *of)
{
    char id[LOYD_ID_CHARS + 1];
    struct jw *json;

    loyd_id_print(&of->id, id);
    if (!run->args.json) {
        printf("%s\t%" PRIu32 "\t%s\n", words[of->change], of->number, id);
        return;
    }
    json = row_begin();
    jw_string(json, "change", words[of->change]);
    jw_uint(json, "number", of->number);
    jw_string(json, "puzzle_id", id);
    row_end(json);
}
