/* SPDX-License-Identifier: MIT */
/* Draws a board as an SVG picture. */
#include "pack/svg.h"

#include <stdio.h>

#include "core/board.h"
#include "loyd/pack.h"

/* In units of the picture, which is scaled to the available space. */
#define CELL 100
#define TILE 92   /* side of a tile, centred in its cell */
#define FRAME 22  /* width of the frame */
#define ROUND 14  /* radius of a tile's corners */
#define EDGE 5    /* visible height of a tile's lower edge */

/*
 * Dark ink on light tiles in a dark frame, which is legible on light and dark
 * pages.
 */
static const char frame[] = "#27364a";
static const char hole[] = "#1b2636";
static const char tile_face[] = "#f6efe0";
static const char tile_edge[] = "#cdbb98";
static const char ink[] = "#22303f";

static void
put_rect(struct text *to, int x, int y, int side_x, int side_y, int round,
         const char *fill)
{
    text_format(to,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                " rx=\"%d\" fill=\"%s\"/>",
                x, y, side_x, side_y, round, fill);
}

/* --- a path that is played --- */

/* Milliseconds: of a slide and the pause after it, before the first slide and
 * after the last. */
#define SLIDE 250
#define STEP 300
#define BEFORE 1000
#define AFTER 2000

static void
put_times(struct text *to, unsigned long at, unsigned long all)
{
    text_format(to, ";%.5f;%.5f", (double)at / (double)all,
                (double)(at + SLIDE) / (double)all);
}

/* Writes how far a cell is from another. */
static void
put_way(struct text *to, int width, int from, int cell)
{
    text_format(to, ";%d,%d", (cell % width - from % width) * CELL,
                (cell / width - from / width) * CELL);
}

/* Writes where the tile of cell `first` slides from and to, up to its last
 * place; or when, if the path takes `all` milliseconds. */
static void
put_slides(struct text *to, const loyd_board *start, const loyd_moves *path,
           int first, unsigned long all)
{
    loyd_board board = *start;
    int width = board.width, last = first;

    for (size_t i = 0; i < path->n; i++) {
        int cell = (int)board_blank(&board);

        if (!loyd_board_move(&board, (loyd_dir)path->dir[i]))
            break;
        if (board.cell[cell] != start->cell[first])
            continue;
        if (all != 0) {
            put_times(to, BEFORE + i * STEP, all);
        } else {
            put_way(to, width, first, last);
            put_way(to, width, first, cell);
        }
        last = cell;
    }
    if (all == 0)
        put_way(to, width, first, last);
    else
        text_put(to, ";1");
}

static void
put_motion(struct text *to, const loyd_board *board, const loyd_moves *path,
           int first)
{
    unsigned long all = BEFORE + path->n * STEP + AFTER;

    text_format(to,
                "<animateTransform attributeName=\"transform\""
                " type=\"translate\" repeatCount=\"indefinite\""
                " dur=\"%lums\" values=\"0,0",
                all);
    put_slides(to, board, path, first, 0);
    text_put(to, "\" keyTimes=\"0");
    put_slides(to, board, path, first, all);
    text_put(to, "\"/>");
}

static void
put_tile(struct text *to, int x, int y, unsigned label, int digits)
{
    int left = x + (CELL - TILE) / 2, top = y + (CELL - TILE) / 2;

    put_rect(to, left, top, TILE, TILE, ROUND, tile_edge);
    put_rect(to, left, top, TILE, TILE - EDGE, ROUND, tile_face);
    /* y is the baseline. Digits are 0.7 of the font size high, and a tile's
     * face is centred slightly above its cell. */
    text_format(to,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\">%u</text>\n",
                x + CELL / 2, y + CELL / 2 + digits * 3 / 10, digits, label);
}

void
svg_put(struct text *to, const loyd_board *board, const loyd_moves *path,
        const char *title, const char *about)
{
    int width = board->width * CELL, height = board->height * CELL;
    /* Three digits must fit; all tiles of a board have the same size. */
    int digits = board->width * board->height > 100 ? 36 : 46;

    text_format(to,
                "<svg xmlns=\"http://www.w3.org/2000/svg\""
                " viewBox=\"0 0 %d %d\" role=\"img\" text-anchor=\"middle\""
                " font-weight=\"600\" font-family=\"Avenir Next,Segoe UI,"
                "Helvetica Neue,Helvetica,Arial,sans-serif\" fill=\"%s\">\n",
                width + 2 * FRAME, height + 2 * FRAME, ink);
    text_put(to, "<title>");
    text_xml(to, title);
    text_put(to, "</title>\n<desc>");
    text_xml(to, about);
    text_put(to, "</desc>\n");
    put_rect(to, 0, 0, width + 2 * FRAME, height + 2 * FRAME, 2 * ROUND,
             frame);
    put_rect(to, FRAME - 4, FRAME - 4, width + 8, height + 8, ROUND + 4, hole);
    text_put(to, "\n");
    for (int c = 0; c < board->width * board->height; c++) {
        if (board->cell[c] == 0)
            continue;
        if (path != NULL)
            text_put(to, "<g>");
        put_tile(to, FRAME + c % board->width * CELL,
                 FRAME + c / board->width * CELL, board->cell[c], digits);
        if (path != NULL) {
            put_motion(to, board, path, c);
            text_put(to, "</g>\n");
        }
    }
    text_put(to, "</svg>\n");
}

size_t
loyd_board_svg(const loyd_board *board, const loyd_moves *path,
               const char *title, char *text, size_t size)
{
    char rows[LOYD_BOARD_TEXT], about[LOYD_BOARD_TEXT + 100];
    struct text to = text_in(text, size);

    loyd_board_print(board, LOYD_FORM_ROWS, rows);
    snprintf(about, sizeof(about),
             "A sliding-tile board, %u wide and %u high, row by row, 0 for "
             "the empty cell: %s",
             board->width, board->height, rows);
    svg_put(&to, board, path, title, about);
    return to.len;
}
