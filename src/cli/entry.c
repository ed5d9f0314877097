/* SPDX-License-Identifier: MIT */
/* Owns entries of puzzles outside of a catalogue. */
#include "cli/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *
moves_text(const loyd_moves *moves)
{
    char *text = malloc(loyd_moves_text_bytes(moves));

    if (text != NULL)
        loyd_moves_print(moves, text);
    return text;
}

void
layout_text(const loyd_board *goal, char text[LOYD_LAYOUT_TEXT])
{
    loyd_layout layout;

    text[0] = '\0';
    if (loyd_layout_name(goal, &layout) == LOYD_OK)
        loyd_layout_print(&layout, text);
}

void
entry_place(loyd_entry *entry, const loyd_bands *bands)
{
    const loyd_board *goal = &entry->puzzle.goal;
    const loyd_sample *sample = NULL;

    if (entry->status == LOYD_STATUS_PROVEN)
        entry->distribution = loyd_distribution_of(goal);
    if (entry->estimate != 0)
        sample = loyd_sample_get(goal->width, goal->height,
                                 loyd_board_blank(goal));
    if (sample != NULL) {
        entry->distribution = &sample->estimates;
        entry->is_estimated = true;
    }
    if (entry->distribution != NULL)
        entry->band = loyd_bands_of(bands, entry->distribution,
                                    entry->is_estimated ? entry->estimate
                                                        : entry->upper)
                          ->name;
}

void
entry_quick(loyd_entry *entry)
{
    static const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};
    const loyd_board *goal = &entry->puzzle.goal;

    if (goal->width * goal->height <= LOYD_EXACT_CELLS)
        return;
    loyd_search_of(&quick, goal->width, goal->height, &entry->lower_search,
                   &entry->upper_search);
    entry->estimate = entry->upper;
    entry->estimate_version = LOYD_EFFORT_VERSION;
    entry_place(entry, loyd_bands_default());
}

loyd_err
entry_make(const loyd_puzzle *puzzle, const char *recipe,
           const loyd_solution *solution, loyd_entry *entry)
{
    memset(entry, 0, sizeof(*entry));
    entry->puzzle = *puzzle;
    entry->recipe = recipe;
    entry->path = "";
    entry->band = "";
    layout_text(&puzzle->goal, entry->layout);
    loyd_puzzle_id(puzzle, &entry->id);
    entry->status = LOYD_STATUS_UNRATED;
    if (solution == NULL)
        return LOYD_OK;
    entry->lower = solution->lower;
    entry->upper = solution->upper;
    entry->status = solution->lower == solution->upper ? LOYD_STATUS_PROVEN
                                                       : LOYD_STATUS_BOUNDED;
    entry_place(entry, loyd_bands_default());
    entry->path = moves_text(&solution->path);
    return entry->path != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
entry_clear(loyd_entry *entry)
{
    if (entry->status != LOYD_STATUS_UNRATED)
        free((char *)entry->path);
    entry->path = NULL;
}

const char *
entry_stm(const loyd_entry *entry, char text[STM_TEXT])
{
    static const char *const unrated = "-";

    if (entry->status == LOYD_STATUS_UNRATED)
        return unrated;
    if (entry->status == LOYD_STATUS_CLAIMED) {
        snprintf(text, STM_TEXT, "%u?", entry->claimed);
        return text;
    }
    if (entry->status == LOYD_STATUS_PROVEN)
        snprintf(text, STM_TEXT, "%u", entry->lower);
    else
        snprintf(text, STM_TEXT, "%u..%u", entry->lower, entry->upper);
    return text;
}
