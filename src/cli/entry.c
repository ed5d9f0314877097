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
        sample =
            loyd_sample_get(goal->width, goal->height, loyd_board_blank(goal));
    if (sample != NULL) {
        entry->distribution = &sample->estimates;
        entry->is_estimated = true;
    }
    if (entry->distribution != NULL)
        entry->band =
            loyd_bands_of(bands, entry->distribution,
                          entry->is_estimated ? entry->estimate : entry->upper)
                ->name;
}

void
entry_place_mtm(loyd_entry *entry, const loyd_bands *bands)
{
    loyd_known *known = &entry->mtm;

    if (known->status == LOYD_STATUS_PROVEN)
        known->distribution =
            loyd_distribution_in(&entry->puzzle.goal, LOYD_MTM);
    if (known->distribution != NULL)
        known->band =
            loyd_bands_of(bands, known->distribution, known->upper)->name;
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

static loyd_status
status_of(const loyd_solution *solution)
{
    return solution->lower == solution->upper ? LOYD_STATUS_PROVEN
                                              : LOYD_STATUS_BOUNDED;
}

loyd_err
entry_make(const loyd_puzzle *puzzle, const char *recipe,
           const loyd_solution *solution, loyd_entry *entry)
{
    memset(entry, 0, sizeof(*entry));
    entry->puzzle = *puzzle;
    entry->recipe = recipe;
    entry->name = "";
    entry->path = entry->mtm.path = "";
    entry->band = entry->mtm.band = "";
    layout_text(&puzzle->goal, entry->layout);
    loyd_puzzle_id(puzzle, &entry->id);
    entry->status = LOYD_STATUS_UNRATED;
    if (solution == NULL)
        return LOYD_OK;
    entry->lower = solution->lower;
    entry->upper = solution->upper;
    entry->status = status_of(solution);
    entry_place(entry, loyd_bands_default());
    entry->path = moves_text(&solution->path);
    return entry->path != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
entry_set_mtm(loyd_entry *entry, const loyd_solution *solution)
{
    entry->mtm = (loyd_known){.lower = solution->lower,
                              .upper = solution->upper,
                              .status = status_of(solution),
                              .path = "",
                              .band = ""};
    entry_place_mtm(entry, loyd_bands_default());
}

loyd_err
entry_add_mtm(loyd_entry *entry, const loyd_solution *solution)
{
    entry_set_mtm(entry, solution);
    entry->mtm.path = moves_text(&solution->path);
    return entry->mtm.path != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
entry_clear(loyd_entry *entry)
{
    if (entry->status != LOYD_STATUS_UNRATED)
        free((char *)entry->path);
    if (entry->mtm.status != LOYD_STATUS_UNRATED)
        free((char *)entry->mtm.path);
    entry->path = entry->mtm.path = NULL;
}

static const char *
known_text(loyd_status status, unsigned lower, unsigned upper,
           unsigned claimed, char text[LENGTH_TEXT])
{
    if (status == LOYD_STATUS_UNRATED)
        snprintf(text, LENGTH_TEXT, "-");
    else if (status == LOYD_STATUS_CLAIMED)
        snprintf(text, LENGTH_TEXT, "%u?", claimed);
    else if (status == LOYD_STATUS_PROVEN)
        snprintf(text, LENGTH_TEXT, "%u", lower);
    else
        snprintf(text, LENGTH_TEXT, "%u..%u", lower, upper);
    return text;
}

const char *
entry_text(const loyd_entry *entry, loyd_metric metric, char text[LENGTH_TEXT])
{
    const loyd_known *mtm = &entry->mtm;

    return metric == LOYD_MTM ? known_text(mtm->status, mtm->lower, mtm->upper,
                                           mtm->claimed, text)
                              : known_text(entry->status, entry->lower,
                                           entry->upper, entry->claimed, text);
}
