/* SPDX-License-Identifier: MIT */
/* Owns the table of puzzles that find draws on a terminal. */
#include "cli/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAITING 64 /* rows that decide how wide columns are */

struct listing {
    const struct terminal *screen;
    struct listed rows[WAITING];
    size_t n;
    bool is_headed; /* widths are known from then on */
    int size, stm, board;
};

void
listed_make(const loyd_entry *entry, struct listed *row)
{
    const loyd_puzzle *puzzle = &entry->puzzle;
    char stm[STM_TEXT];

    loyd_id_print(&entry->id, row->id);
    snprintf(row->size, sizeof(row->size), "%ux%u", puzzle->start.width,
             puzzle->start.height);
    snprintf(row->stm, sizeof(row->stm), "%s", entry_stm(entry, stm));
    loyd_board_print(&puzzle->start, LOYD_FORM_ROWS, row->board);
    loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, row->goal);
}

struct listing *
listing_new(const struct terminal *screen)
{
    struct listing *listing = calloc(1, sizeof(*listing));

    if (listing != NULL) {
        listing->screen = screen;
        listing->size = (int)strlen("size");
        listing->stm = (int)strlen("stm");
        listing->board = (int)strlen("board");
    }
    return listing;
}

static void
print_row(const struct listing *listing, const struct listed *row)
{
    printf("%s  %-*s  %*s  %-*s  %s\n", row->id, listing->size, row->size,
           listing->stm, row->stm, listing->board, row->board, row->goal);
}

static void
widen(int *width, const char *text)
{
    int len = (int)strlen(text);

    if (len > *width)
        *width = len;
}

static void
print_waiting(struct listing *listing)
{
    for (size_t i = 0; i < listing->n; i++) {
        widen(&listing->size, listing->rows[i].size);
        widen(&listing->stm, listing->rows[i].stm);
        widen(&listing->board, listing->rows[i].board);
    }
    if (listing->n > 0 && !listing->is_headed)
        printf("%s%-*s  %-*s  %*s  %-*s  goal%s\n",
               paint(listing->screen, PAINT_BOLD), LOYD_ID_CHARS, "id",
               listing->size, "size", listing->stm, "stm", listing->board,
               "board", paint(listing->screen, PAINT_OFF));
    listing->is_headed = true;
    for (size_t i = 0; i < listing->n; i++)
        print_row(listing, &listing->rows[i]);
    listing->n = 0;
}

void
listing_add(struct listing *listing, const loyd_entry *entry)
{
    listed_make(entry, &listing->rows[listing->n++]);
    if (listing->is_headed || listing->n == WAITING)
        print_waiting(listing);
}

void
listing_end(struct listing **listing)
{
    if (*listing != NULL)
        print_waiting(*listing);
    free(*listing);
    *listing = NULL;
}
