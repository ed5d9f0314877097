/* SPDX-License-Identifier: MIT */
/* The public view of a record: percentiles, bands and the texts of paths. */
#include <string.h>

#include "base/array.h"
#include "core/moves.h"
#include "store/tables.h"

loyd_err
record_rank(loyd_store *store, struct record *r, loyd_why *why)
{
    const loyd_board *goal = &r->puzzle.goal;
    const loyd_sample *sample = NULL;
    loyd_class cls;
    loyd_err err;

    r->stm.distribution = r->mtm.distribution = NULL;
    if (r->mtm.status == LOYD_STATUS_PROVEN)
        r->mtm.distribution = loyd_distribution_in(goal, LOYD_MTM);
    if (r->estimate == 0) {
        if (r->stm.status == LOYD_STATUS_PROVEN)
            r->stm.distribution = loyd_distribution_of(goal);
        return LOYD_OK;
    }
    cls = loyd_class_of(goal->width, goal->height, loyd_board_blank(goal));
    err = loyd_store_sample(store, &cls, r->estimate_version, &sample, why);
    if (err == LOYD_OK && sample != NULL)
        r->stm.distribution = &sample->estimates;
    return err;
}

/* Returns the status with the claim, which takes precedence. */
static loyd_status
status_of(const struct rated *rated)
{
    return rated->claimed != 0 ? LOYD_STATUS_CLAIMED : rated->status;
}

static const char *
band_of(const loyd_bands *bands, const loyd_distribution *d, uint16_t length)
{
    return d != NULL ? loyd_bands_of(bands, d, length)->name : "";
}

static loyd_known
known_of(const struct rated *rated, const loyd_bands *bands, const char *path)
{
    const loyd_rating *rating = &rated->rating;

    return (loyd_known){
        .status = status_of(rated),
        .lower = rating->lower,
        .upper = rating->upper,
        .lower_search = rating->lower_search,
        .upper_search = rating->upper_search,
        .path = path,
        .claimed = rated->claimed,
        .distribution = rated->distribution,
        .band = band_of(bands, rated->distribution, rating->upper)};
}

bool
record_view(const struct record *r, const loyd_bands *bands, char **path,
            size_t *path_room, loyd_entry *entry)
{
    const loyd_distribution *known = r->stm.distribution;
    size_t stm_bytes = moves_text_room(&r->stm.path);
    size_t bytes = stm_bytes + moves_text_room(&r->mtm.path);
    char *mtm_path;

    if (!ARRAY_ROOM(*path, *path_room, bytes))
        return false;
    mtm_path = *path + stm_bytes;
    loyd_moves_print(&r->stm.path, *path);
    loyd_moves_print(&r->mtm.path, mtm_path);
    memset(entry, 0, sizeof(*entry));
    entry->id = r->id;
    entry->puzzle = r->puzzle;
    memcpy(entry->layout, r->layout, strlen(r->layout) + 1);
    entry->status = status_of(&r->stm);
    entry->claimed = r->stm.claimed;
    entry->lower = r->stm.rating.lower;
    entry->upper = r->stm.rating.upper;
    entry->lower_search = r->stm.rating.lower_search;
    entry->upper_search = r->stm.rating.upper_search;
    entry->estimate = r->estimate;
    entry->estimate_version = r->estimate_version;
    entry->path = *path;
    entry->recipe = r->recipe != NULL ? r->recipe : "";
    entry->name = r->name != NULL ? r->name : "";
    entry->distribution = known;
    entry->is_estimated = known != NULL && r->estimate != 0;
    entry->band = band_of(
        bands, known, entry->is_estimated ? r->estimate : r->stm.rating.upper);
    entry->mtm = known_of(&r->mtm, bands, mtm_path);
    return true;
}
