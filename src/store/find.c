/* SPDX-License-Identifier: MIT */
/* Owns queries: the walk along a selection as entries, and their number. */
#include <stdlib.h>
#include <string.h>

#include "core/why.h"
#include "store/pick.h"

struct loyd_cursor {
    loyd_store *store;
    bool is_reading; /* read_begin was called */
    selection sel;
    bool is_pick;
    pick choice;
    char *seed;      /* of the choice */
    uint64_t left;   /* rows until the limit */
    loyd_bands bands;
    record row;
    char *path;
    size_t path_bytes;
    char recipe[LOYD_RECIPE_TEXT];
};

static loyd_err
copy_seed(loyd_cursor *cursor, const char *seed)
{
    cursor->is_pick = seed != NULL;
    if (seed == NULL)
        return LOYD_OK;
    cursor->seed = malloc(strlen(seed) + 1);
    if (cursor->seed == NULL)
        return LOYD_E_NOMEM;
    strcpy(cursor->seed, seed);
    cursor->choice.seed = cursor->seed;
    return LOYD_OK;
}

loyd_err
find_begin(loyd_store *store, const loyd_filter *filter, unsigned wants,
           loyd_cursor **cursor, loyd_why *why)
{
    loyd_cursor *made = calloc(1, sizeof(*made));
    loyd_err err;

    if (made == NULL)
        return LOYD_E_NOMEM;
    made->store = store;
    made->left = filter->limit > 0 ? filter->limit : UINT64_MAX;
    if ((err = read_begin(store, why)) != LOYD_OK)
        goto fail;
    made->is_reading = true;
    if ((err = copy_seed(made, filter->pick)) != LOYD_OK ||
        (err = loyd_store_bands(store, &made->bands, why)) != LOYD_OK ||
        (err = selection_begin(&made->sel, store, filter, wants, why)) !=
            LOYD_OK)
        goto fail;
    if (!made->is_pick &&
        (err = selection_seek(&made->sel, &made->sel.first, why)) != LOYD_OK)
        goto fail;
    *cursor = made;
    return LOYD_OK;

fail:
    loyd_cursor_close(&made);
    return err;
}

loyd_err
loyd_store_find(loyd_store *store, const loyd_filter *filter,
                loyd_cursor **cursor, loyd_why *why)
{
    return find_begin(store, filter, WANT_ALL, cursor, why);
}

static loyd_err
print_path(loyd_cursor *cursor)
{
    size_t bytes = loyd_moves_text_bytes(&cursor->row.path);

    if (bytes > cursor->path_bytes) {
        char *grown = realloc(cursor->path, bytes);
        if (grown == NULL)
            return LOYD_E_NOMEM;
        cursor->path = grown;
        cursor->path_bytes = bytes;
    }
    loyd_moves_print(&cursor->row.path, cursor->path);
    return LOYD_OK;
}

static void
fill(const loyd_cursor *cursor, loyd_entry *entry)
{
    const record *row = &cursor->row;

    memset(entry, 0, sizeof(*entry));
    entry->id = row->id;
    entry->puzzle = row->puzzle;
    memcpy(entry->layout, row->layout, strlen(row->layout) + 1);
    entry->status = row->status;
    entry->lower = row->lower;
    entry->upper = row->upper;
    entry->path = cursor->path;
    entry->recipe = cursor->recipe;
    entry->band = "";
    if (row->status == LOYD_STATUS_PROVEN)
        entry->distribution = loyd_distribution_of(&row->puzzle.goal);
    if (entry->distribution != NULL)
        entry->band =
            loyd_bands_of(&cursor->bands, entry->distribution, row->upper)
                ->name;
}

loyd_err
loyd_cursor_next(loyd_cursor *cursor, loyd_entry *entry, bool *found,
                 loyd_why *why)
{
    loyd_id id;
    bool is_there = cursor->left > 0;
    loyd_err err = LOYD_OK;

    if (is_there)
        err = cursor->is_pick
                  ? pick_next(&cursor->choice, &cursor->sel, &id, &is_there,
                              why)
                  : selection_next(&cursor->sel, &id, &is_there, why);
    if (err != LOYD_OK)
        return err;
    if (!is_there) {
        *found = false;
        return LOYD_OK;
    }
    cursor->left--;
    if ((err = record_get(cursor->store, &id, &cursor->row, &is_there,
                          why)) != LOYD_OK)
        return err;
    if (!is_there)
        return puzzle_bad(why, &id, "an index has it, but no row");
    if ((err = print_path(cursor)) != LOYD_OK ||
        (err = recipe_first(cursor->store, &id, cursor->recipe, why)) !=
            LOYD_OK)
        return err;
    fill(cursor, entry);
    *found = true;
    return LOYD_OK;
}

void
loyd_cursor_close(loyd_cursor **cursor)
{
    if (cursor == NULL || *cursor == NULL)
        return;
    selection_end(&(*cursor)->sel);
    pick_free(&(*cursor)->choice);
    record_free(&(*cursor)->row);
    if ((*cursor)->is_reading)
        read_end((*cursor)->store);
    free((*cursor)->seed);
    free((*cursor)->path);
    free(*cursor);
    *cursor = NULL;
}

loyd_err
loyd_store_count(loyd_store *store, const loyd_filter *filter,
                 uint64_t *count, loyd_why *why)
{
    selection sel = {.store = store};
    loyd_filter wanted = *filter;
    loyd_err err = read_begin(store, why);

    if (err != LOYD_OK)
        return err;
    wanted.pick = NULL;
    err = selection_begin(&sel, store, &wanted, WANT_ALL, why);
    if (err == LOYD_OK)
        err = selection_count(&sel, count, why);
    selection_end(&sel);
    read_end(store);
    return err;
}
