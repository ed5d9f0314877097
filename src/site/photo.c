/* SPDX-License-Identifier: MIT */
/* Makes pictures small and turns them upright. */
#include "site/photo.h"

#include <stdlib.h>

#include "base/bytes.h"

static uint32_t
longer(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Returns a side of the picture when the longer one becomes PHOTO_SIDE. */
static uint32_t
shrunk(uint32_t side, uint32_t long_side)
{
    if (long_side <= PHOTO_SIDE)
        return side;
    return (uint32_t)(((uint64_t)side * PHOTO_SIDE + long_side / 2) /
                      long_side);
}

loyd_err
shrink_begin(struct shrink *to, uint32_t width, uint32_t height, loyd_why *why)
{
    uint32_t most = longer(width, height);
    uint32_t least = width < height ? width : height;

    if ((uint64_t)width * height > to->pixels)
        return why_set(why, LOYD_E_RANGE,
                       "%u x %u pixels: expected at most %u million",
                       (unsigned)width, (unsigned)height,
                       (unsigned)(to->pixels / 1000000));
    if (least < PHOTO_SIDE_MIN || most / PHOTO_RATIO > least)
        return why_set(why, LOYD_E_RANGE,
                       "%u x %u pixels: expected at least %u x %u, and no "
                       "side more than %u times as long as the other",
                       (unsigned)width, (unsigned)height, PHOTO_SIDE_MIN,
                       PHOTO_SIDE_MIN, PHOTO_RATIO);
    to->width = width;
    to->height = height;
    to->to_width = shrunk(width, most);
    to->to_height = shrunk(height, most);
    to->line = calloc(to->to_width, 3 * sizeof(*to->line));
    to->sum =
        calloc((size_t)to->to_width * to->to_height, 3 * sizeof(*to->sum));
    return to->line != NULL && to->sum != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/*
 * Where a pixel or line falls: it covers `weight` of the place `at`, and the
 * rest of the next place. A place has the weight `size`, a pixel `to_size`, so
 * that all are whole numbers.
 */
struct share {
    uint32_t at;
    uint32_t weight;
    uint32_t rest;
};

static struct share
share_of(uint32_t place, uint32_t size, uint32_t to_size)
{
    uint64_t from = (uint64_t)place * to_size;
    struct share share = {.at = (uint32_t)(from / size)};
    uint64_t left = (uint64_t)(share.at + 1) * size - from;

    share.weight = left < to_size ? (uint32_t)left : to_size;
    share.rest = to_size - share.weight;
    return share;
}

static void
add_line(struct shrink *to, uint32_t at, uint32_t weight)
{
    size_t n = 3 * (size_t)to->to_width;
    uint64_t *sum = &to->sum[at * n];

    for (size_t i = 0; weight > 0 && i < n; i++)
        sum[i] += (uint64_t)to->line[i] * weight;
}

void
shrink_add(struct shrink *to, const uint8_t *rgb, uint32_t n, uint32_t x,
           uint32_t step, uint32_t y)
{
    struct share share;

    memset(to->line, 0, 3 * (size_t)to->to_width * sizeof(*to->line));
    for (uint32_t i = 0; i < n; i++, x += step, rgb += 3) {
        share = share_of(x, to->width, to->to_width);
        for (unsigned c = 0; c < 3; c++) {
            to->line[3 * share.at + c] += rgb[c] * share.weight;
            if (share.rest > 0)
                to->line[3 * share.at + 3 + c] += rgb[c] * share.rest;
        }
    }
    share = share_of(y, to->height, to->to_height);
    add_line(to, share.at, share.weight);
    add_line(to, share.at + 1, share.rest);
}

/* --- upright --- */

unsigned
exif_orientation(const uint8_t *tiff, size_t len)
{
    enum { ORIENTATION = 0x0112, SHORT = 3, ENTRY = 12 };
    uint64_t (*number)(const uint8_t *, size_t) =
        len > 0 && tiff[0] == 'I' ? bytes_little : bytes_big;
    uint64_t at, n;

    if (len < 8 || tiff[0] != tiff[1] || (tiff[0] != 'I' && tiff[0] != 'M') ||
        number(tiff + 2, 2) != 42)
        return 0;
    at = number(tiff + 4, 4);
    if (at > len - 2)
        return 0;
    n = number(tiff + at, 2);
    for (at += 2; n > 0 && at + ENTRY <= len; n--, at += ENTRY) {
        uint64_t value = number(tiff + at + 8, 2);

        if (number(tiff + at, 2) == ORIENTATION &&
            number(tiff + at + 2, 2) == SHORT)
            return value >= 1 && value <= 8 ? (unsigned)value : 0;
    }
    return 0;
}

/* Of each orientation of Exif: are the axes exchanged, and which of the
 * picture's own run backwards? */
static const struct {
    bool is_turned;
    bool is_right_to_left;
    bool is_upwards;
} turns[9] = {
    [2] = {.is_right_to_left = true},
    [3] = {.is_right_to_left = true, .is_upwards = true},
    [4] = {.is_upwards = true},
    [5] = {.is_turned = true},
    [6] = {.is_turned = true, .is_upwards = true},
    [7] = {.is_turned = true, .is_right_to_left = true, .is_upwards = true},
    [8] = {.is_turned = true, .is_right_to_left = true},
};

/* Writes the averages, upright, as R G B. */
static void
put_upright(const struct shrink *from, uint8_t *rgb)
{
    uint64_t area = (uint64_t)from->width * from->height;
    uint32_t width = from->to_width, height = from->to_height;
    bool is_turned = turns[from->orientation].is_turned;
    uint32_t across = is_turned ? height : width;
    uint32_t down = is_turned ? width : height;

    for (uint32_t y = 0; y < down; y++)
        for (uint32_t x = 0; x < across; x++) {
            uint32_t u = is_turned ? y : x, v = is_turned ? x : y;

            if (turns[from->orientation].is_right_to_left)
                u = width - 1 - u;
            if (turns[from->orientation].is_upwards)
                v = height - 1 - v;
            for (unsigned c = 0; c < 3; c++)
                *rgb++ =
                    (uint8_t)((from->sum[3 * ((size_t)v * width + u) + c] +
                               area / 2) /
                              area);
        }
}

static bool
write_upright(const struct shrink *from, struct text *jpeg)
{
    bool is_turned = turns[from->orientation].is_turned;
    uint32_t width = is_turned ? from->to_height : from->to_width;
    uint32_t height = is_turned ? from->to_width : from->to_height;
    uint8_t *rgb = malloc(3 * (size_t)width * height);
    bool is_written = false;

    if (rgb != NULL) {
        put_upright(from, rgb);
        is_written = photo_write_jpeg(rgb, width, height, jpeg);
    }
    free(rgb);
    return is_written;
}

loyd_err
photo_make(const uint8_t *bytes, size_t len, uint32_t pixels,
           struct text *jpeg, loyd_why *why)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    static const uint8_t jfif[] = {0xff, 0xd8, 0xff};
    struct shrink image = {.pixels = pixels};
    loyd_err err;

    if (len >= sizeof(png) && memcmp(bytes, png, sizeof(png)) == 0)
        err = photo_read_png(bytes, len, &image, why);
    else if (len >= sizeof(jfif) && memcmp(bytes, jfif, sizeof(jfif)) == 0)
        err = photo_read_jpeg(bytes, len, &image, why);
    else
        err = why_set(why, LOYD_E_SYNTAX, "no picture: expected PNG or JPEG");
    if (err == LOYD_OK && !write_upright(&image, jpeg))
        err = LOYD_E_NOMEM;
    free(image.line);
    free(image.sum);
    return err;
}
