/* SPDX-License-Identifier: MIT */
/* Builds entries of puzzles outside of a catalogue. */
#include "cli/entry.h"
#include "core/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
layout_text(const loyd_board *goal, char text[LOYD_LAYOUT_TEXT])
{
    loyd_layout layout;

    text[0] = '\0';
    if (loyd_layout_name(goal, &layout) == LOYD_OK)
        loyd_layout_print(&layout, text);
}

static const loyd_sample *
built_in_sample(const loyd_board *goal)
{
    loyd_class cls =
        loyd_class_of(goal->width, goal->height, board_blank(goal));
    const loyd_sample *sample = NULL;

    return loyd_store_sample(NULL, &cls, LOYD_EFFORT_VERSION, &sample, NULL) ==
                   LOYD_OK
               ? sample
               : NULL;
}

void
entry_place(loyd_entry *entry, loyd_metric metric, const loyd_bands *bands)
{
    const loyd_board *goal = &entry->puzzle.goal;
    loyd_known *known = &entry->known[metric];
    const loyd_sample *sample = NULL;
    uint16_t length = known->rating.upper;

    if (known->status == LOYD_STATUS_PROVEN)
        known->distribution = loyd_distribution_of(goal, metric);
    if (metric == LOYD_STM && entry->estimate != 0)
        sample = built_in_sample(goal);
    if (sample != NULL) {
        known->distribution = &sample->estimates;
        length = entry->estimate;
        entry->is_estimated = true;
    }
    if (known->distribution != NULL)
        known->band = loyd_bands_of(bands, known->distribution, length)->name;
}

void
entry_quick(loyd_entry *entry)
{
    static const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};
    const loyd_board *goal = &entry->puzzle.goal;
    loyd_rating *rating = &entry->known[LOYD_STM].rating;

    if (goal->width * goal->height <= LOYD_EXACT_CELLS)
        return;
    loyd_search_of(&quick, goal->width, goal->height, &rating->lower_search,
                   &rating->upper_search);
    entry->estimate = rating->upper;
    entry->estimate_version = LOYD_EFFORT_VERSION;
    entry_place(entry, LOYD_STM, NULL);
}

void
entry_make(const loyd_puzzle *puzzle, const char *recipe, loyd_entry *entry)
{
    memset(entry, 0, sizeof(*entry));
    entry->puzzle = *puzzle;
    entry->recipe = recipe;
    entry->name = "";
    for (unsigned m = 0; m < LOYD_METRICS; m++)
        entry->known[m].band = "";
    layout_text(&puzzle->goal, entry->layout);
    loyd_puzzle_id(puzzle, &entry->id);
}

void
entry_set(loyd_entry *entry, loyd_metric metric, const loyd_solution *solution)
{
    entry->known[metric] = (loyd_known){
        .status = solution->lower == solution->upper ? LOYD_STATUS_PROVEN
                                                     : LOYD_STATUS_BOUNDED,
        .rating = {.lower = solution->lower,
                   .upper = solution->upper,
                   .metric = metric},
        .path = solution->path,
        .band = ""};
    entry_place(entry, metric, NULL);
}

const char *
entry_text(const loyd_entry *entry, loyd_metric metric, char text[LENGTH_TEXT])
{
    const loyd_known *known = &entry->known[metric];

    if (known->status == LOYD_STATUS_UNRATED)
        snprintf(text, LENGTH_TEXT, "-");
    else if (known->status == LOYD_STATUS_PROVEN)
        snprintf(text, LENGTH_TEXT, "%u", known->rating.lower);
    else
        snprintf(text, LENGTH_TEXT, "%u..%u", known->rating.lower,
                 known->rating.upper);
    return text;
}

int
entry_draw(const struct run *run, const loyd_entry *entry)
{
    const loyd_board *start = &entry->puzzle.start;
    const loyd_moves *path = NULL;
    const char *file = run->args.svg;
    char id[LOYD_ID_CHARS + 1], *text;
    size_t len;
    int code;

    if (file == NULL)
        return EXIT_DONE;
    for (unsigned m = 0; run->args.animate && path == NULL && m < LOYD_METRICS;
         m++)
        if (entry->known[m].path.n > 0)
            path = &entry->known[m].path;
    if (run->args.animate && path == NULL)
        return fail(file, "no solution is known that could be drawn");
    loyd_id_print(&entry->id, id);
    len = loyd_board_svg(start, path, id, NULL, 0);
    if ((text = malloc(len + 1)) == NULL)
        return report(file, LOYD_E_NOMEM, NULL);
    loyd_board_svg(start, path, id, text, len + 1);
    code = file_write(file, text, len);
    free(text);
    return code;
}
