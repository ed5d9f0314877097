/* SPDX-License-Identifier: MIT */
/* Makes the picture that messengers show with a link to a day: its boards,
 * without words. */
#include "site/preview.h"

#include "site/raster.h"

/* The size that messengers recommend. */
#define WIDTH 1200
#define HEIGHT 630
#define MARGIN 50
#define GAP 40 /* between boards */
#define GOAL 300
#define ARROW 170 /* and the space around it */

/* The colours of boards, as in pack/svg.c. */
enum {
    PAPER = 0xfaf7f1,
    FRAME = 0x27364a,
    HOLLOW = 0x1b2636,
    EDGE = 0xcdbb98,
    TILE = 0xf6efe0,
    INK = 0x22303f
};

/* Draws a board as large as fits into a square. */
static void
board_draw(struct raster *image, const loyd_board *board, int x, int y,
           int side)
{
    int n = board->width > board->height ? board->width : board->height;
    int pitch = side * 100 / (100 * n + 44); /* of tiles */
    int frame = pitch * 18 / 100, gap = pitch * 8 / 100;
    int width = pitch * board->width + 2 * frame + gap;
    int height = pitch * board->height + 2 * frame + gap;
    struct box tile = {.width = pitch - gap,
                       .height = pitch - gap,
                       .radius = pitch * 14 / 100};

    x += (side - width) / 2;
    y += (side - height) / 2;
    raster_box(image, &(struct box){x, y, width, height, pitch * 28 / 100},
               FRAME);
    raster_box(image,
               &(struct box){x + frame, y + frame, width - 2 * frame,
                             height - 2 * frame, pitch * 18 / 100},
               HOLLOW);
    for (int cell = 0; cell < board->width * board->height; cell++) {
        unsigned label = board->cell[cell];
        struct box face = tile;

        if (label == 0)
            continue;
        tile.x = face.x = x + frame + gap + cell % board->width * pitch;
        tile.y = face.y = y + frame + gap + cell / board->width * pitch;
        face.height -= pitch * 5 / 100;
        raster_box(image, &tile, EDGE);
        raster_box(image, &face, TILE);
        raster_number(image, label, face.x + face.width / 2,
                      face.y + face.height / 2,
                      pitch * (label > 99 ? 26 : 34) / 100, INK);
    }
}

/* A start, and its goal. */
static void
draw_one(struct raster *image, const loyd_board *start, const loyd_board *goal)
{
    int side = HEIGHT - 2 * MARGIN;
    int x = (WIDTH - side - ARROW - GOAL) / 2;

    board_draw(image, start, x, MARGIN, side);
    raster_arrow(image, x + side + ARROW / 2, HEIGHT / 2, FRAME);
    board_draw(image, goal, x + side + ARROW, (HEIGHT - GOAL) / 2, GOAL);
}

/* The starts of several, in at most two lines of nearly the same length. */
static void
draw_several(struct raster *image, const loyd_board *start, int n)
{
    int lines = n > 4 ? 2 : 1, most = (n + lines - 1) / lines;
    int wide = (WIDTH - 2 * MARGIN + GAP) / most - GAP;
    int high = (HEIGHT - 2 * MARGIN + GAP) / lines - GAP;
    int side = wide < high ? wide : high;
    int top = (HEIGHT - lines * (side + GAP) + GAP) / 2;

    for (int i = 0; i < n; i++) {
        int line = i / most, in_line = line == 0 ? most : n - most;
        int left = (WIDTH - in_line * (side + GAP) + GAP) / 2;

        board_draw(image, &start[i], left + i % most * (side + GAP),
                   top + line * (side + GAP), side);
    }
}

void
preview_put(struct text *text, const loyd_board *start, unsigned n,
            const loyd_board *goal)
{
    struct raster image;

    if (raster_new(&image, WIDTH, HEIGHT, PAPER)) {
        if (n == 1)
            draw_one(&image, start, goal);
        else
            draw_several(&image, start, (int)n);
    }
    if (image.pixel == NULL || !raster_png(&image, text))
        text->is_lost = true;
    raster_free(&image);
}
