/* SPDX-License-Identifier: MIT */
/*
 * Draws into an image of pixels with integers alone, so that all machines draw
 * the same ones. Digits, corners and the arrow are those of shapes.png, which
 * is docs/shapes.svg in pixels.
 */
#ifndef LOYD_SITE_RASTER_H
#define LOYD_SITE_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef uint32_t rgb; /* 0xRRGGBB */

/* Of the colours of an image some are kept for shapes. Their edges have the
   others, and are hard once there are no more. */
#define RASTER_COLOURS 256
#define RASTER_SHAPES 16

struct raster {
    int width, height;
    uint8_t *pixel; /* [height][width]: a colour of the palette */
    uint8_t *sheet; /* the shapes: how much of each pixel they cover */
    rgb palette[RASTER_COLOURS];
    unsigned n_colours;
};

/* Makes an image of one colour; false: out of memory, and it has no pixels. */
bool raster_new(struct raster *image, int width, int height, rgb colour);
void raster_free(struct raster *image);

/* A rectangle with round corners, each less than half of a side, in pixels.
   Parts outside are left out. */
struct box {
    int x, y, width, height, radius;
};
void raster_box(struct raster *image, const struct box *box, rgb colour);

/* Draws an arrow to the right, 88 pixels long, around a point. */
void raster_arrow(struct raster *image, int x, int y, rgb colour);

/* Writes a number in bold digits, `height` pixels high, around a point. */
void raster_number(struct raster *image, unsigned number, int x, int y,
                   int height, rgb colour);

/* Appends the image as a PNG; false: out of memory. Its bytes depend on the
   releases of libpng and zlib, its pixels do not. */
bool raster_png(const struct raster *image, struct text *to);

#endif
