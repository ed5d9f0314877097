/* SPDX-License-Identifier: MIT */
/*
 * A publisher's picture: a PNG or JPEG of any kind is read, turned upright,
 * made small and written as a JPEG without metadata. Pixels are computed with
 * integers: each is the average of the area that it covers.
 */
#ifndef LOYD_SITE_PHOTO_H
#define LOYD_SITE_PHOTO_H

#include "base/text.h"
#include "base/why.h"

#define PHOTO_BYTES_MAX (10u << 20)
#define PHOTO_PIXELS_MAX 40000000u
#define PHOTO_SIDE_MIN 64u /* of what is read */
#define PHOTO_SIDE 1024u   /* the longer one of what is written, at most */
#define PHOTO_RATIO 4u     /* of the sides, at most */
#define PHOTO_WRITTEN (150u << 10) /* bytes aimed at */

/*
 * Appends the JPEG. A picture of more than `pixels` is refused by its header,
 * before memory is allocated for it. Errors: LOYD_E_SYNTAX (no PNG or JPEG, or
 * a damaged one), LOYD_E_RANGE (its size), LOYD_E_NOMEM.
 */
loyd_err photo_make(const uint8_t *bytes, size_t len, uint32_t pixels,
                    struct text *jpeg, loyd_why *why);

/* --- between the files photo*.c --- */

/* The picture while it is made small. */
struct shrink {
    uint32_t pixels; /* at most */
    uint32_t width, height;
    uint32_t to_width, to_height;
    uint32_t *line;       /* [to_width][3]: sums of a line */
    uint64_t *sum;        /* [to_height][to_width][3] */
    unsigned orientation; /* of Exif, 1 to 8; 0: unknown */
};

/* Checks the size and allocates. Errors: LOYD_E_RANGE, LOYD_E_NOMEM. */
loyd_err shrink_begin(struct shrink *to, uint32_t width, uint32_t height,
                      loyd_why *why);

/* Adds pixels of line y: n of them, R G B, at x, x + step, x + 2 * step ...
 * Each pixel of the picture is added once, in any order. */
void shrink_add(struct shrink *to, const uint8_t *rgb, uint32_t n, uint32_t x,
                uint32_t step, uint32_t y);

/* Returns the orientation of a TIFF header and its first directory, which Exif
 * is; 0 if there is none. */
unsigned exif_orientation(const uint8_t *tiff, size_t len);

/* Read all pixels. */
loyd_err photo_read_png(const uint8_t *bytes, size_t len, struct shrink *to,
                        loyd_why *why);
loyd_err photo_read_jpeg(const uint8_t *bytes, size_t len, struct shrink *to,
                         loyd_why *why);

/* Writes R G B pixels; false: out of memory. */
bool photo_write_jpeg(const uint8_t *rgb, uint32_t width, uint32_t height,
                      struct text *jpeg);

#endif
