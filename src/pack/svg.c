/* SPDX-License-Identifier: MIT */
/* Owns the picture of a board. */
#include <stdio.h>

#include "loyd/export.h"
#include "pack/out.h"

/* In the picture's own units: it is drawn as large as there is room. */
#define CELL 100
#define TILE 92   /* the side of a tile, in the middle of its cell */
#define FRAME 22  /* the frame's width */
#define ROUND 14  /* a tile's corners */
#define EDGE 5    /* how far a tile's front is seen below it */

/*
 * Dark ink on light tiles, and a dark frame around them, so that the picture
 * stands on white pages and on black ones.
 */
static const char frame[] = "#27364a";
static const char hole[] = "#1b2636";
static const char tile_face[] = "#f6efe0";
static const char tile_edge[] = "#cdbb98";
static const char ink[] = "#22303f";

static void
put(struct out *to, const char *name, int number)
{
    out_text(to, " ");
    out_text(to, name);
    out_text(to, "=\"");
    out_number(to, (uint64_t)number);
    out_text(to, "\"");
}

static void
put_rect(struct out *to, int x, int y, int side_x, int side_y, int round,
         const char *fill)
{
    out_text(to, "<rect");
    put(to, "x", x);
    put(to, "y", y);
    put(to, "width", side_x);
    put(to, "height", side_y);
    put(to, "rx", round);
    out_text(to, " fill=\"");
    out_text(to, fill);
    out_text(to, "\"/>");
}

static void
put_tile(struct out *to, int x, int y, unsigned label, int digits)
{
    int left = x + (CELL - TILE) / 2, top = y + (CELL - TILE) / 2;

    put_rect(to, left, top, TILE, TILE, ROUND, tile_edge);
    put_rect(to, left, top, TILE, TILE - EDGE, ROUND, tile_face);
    out_text(to, "<text");
    put(to, "x", x + CELL / 2);
    /* Digits stand on their line; they are 0.7 of their size high, and a
     * tile's middle is a little above its cell's. */
    put(to, "y", y + CELL / 2 + digits * 3 / 10);
    put(to, "font-size", digits);
    out_text(to, ">");
    out_number(to, label);
    out_text(to, "</text>\n");
}

static void
put_words(struct out *to, const loyd_board *board, const char *title)
{
    char text[LOYD_BOARD_TEXT];

    out_text(to, "<title>");
    out_escaped(to, LOYD_ESCAPE_XML, title);
    out_text(to, "</title>\n<desc>A sliding-tile board, ");
    out_number(to, board->width);
    out_text(to, " wide and ");
    out_number(to, board->height);
    out_text(to, " high, row by row, 0 for the empty cell: ");
    loyd_board_print(board, LOYD_FORM_ROWS, text);
    out_text(to, text);
    out_text(to, "</desc>\n");
}

size_t
loyd_board_svg(const loyd_board *board, const char *title, char *text,
               size_t size)
{
    int width = board->width * CELL, height = board->height * CELL;
    /* Three digits fit as well; all tiles of a board are alike. */
    int digits = board->width * board->height > 100 ? 36 : 46;
    struct out to = {text, size, 0};

    out_text(&to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    out_number(&to, (uint64_t)(width + 2 * FRAME));
    out_text(&to, " ");
    out_number(&to, (uint64_t)(height + 2 * FRAME));
    out_text(&to, "\" role=\"img\" text-anchor=\"middle\" font-weight=\"600\""
                  " font-family=\"Avenir Next,Segoe UI,Helvetica Neue,"
                  "Helvetica,Arial,sans-serif\" fill=\"");
    out_text(&to, ink);
    out_text(&to, "\">\n");
    put_words(&to, board, title);
    put_rect(&to, 0, 0, width + 2 * FRAME, height + 2 * FRAME, 2 * ROUND,
             frame);
    put_rect(&to, FRAME - 4, FRAME - 4, width + 8, height + 8, ROUND + 4,
             hole);
    out_text(&to, "\n");
    for (int c = 0; c < board->width * board->height; c++)
        if (board->cell[c] != 0)
            put_tile(&to, FRAME + c % board->width * CELL,
                     FRAME + c / board->width * CELL, board->cell[c], digits);
    out_text(&to, "</svg>\n");
    return to.len;
}
