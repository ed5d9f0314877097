/* SPDX-License-Identifier: MIT */
/* Boxes, lines and digits in an image, and the image as a PNG. */
#include "site/raster.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 4 /* a side of a pixel */
#define ALL (SAMPLES * SAMPLES)

static int
least(int a, int b)
{
    return a < b ? a : b;
}

static int
most(int a, int b)
{
    return a > b ? a : b;
}

bool
raster_new(struct raster *image, int width, int height, rgb colour)
{
    size_t n = (size_t)width * (size_t)height;

    *image = (struct raster){.width = width,
                             .height = height,
                             .pixel = calloc(n, sizeof(*image->pixel)),
                             .inside = calloc(n, sizeof(*image->inside)),
                             .palette = {colour},
                             .n_colours = 1};
    if (image->pixel != NULL && image->inside != NULL)
        return true;
    raster_free(image);
    return false;
}

void
raster_free(struct raster *image)
{
    free(image->pixel);
    free(image->inside);
    *image = (struct raster){.width = 0};
}

/* Returns the place of a colour in the palette, or `instead` if that already
   has `limit` colours. */
static uint8_t
colour_of(struct raster *image, rgb colour, unsigned limit, uint8_t instead)
{
    for (unsigned i = 0; i < image->n_colours; i++)
        if (image->palette[i] == colour)
            return (uint8_t)i;
    if (image->n_colours >= limit)
        return instead;
    image->palette[image->n_colours] = colour;
    return (uint8_t)image->n_colours++;
}

/* Lays a colour over `samples` of the ALL samples of a pixel. */
static void
blend(struct raster *image, int x, int y, unsigned samples, uint8_t colour)
{
    uint8_t *pixel = &image->pixel[y * image->width + x];
    rgb over = image->palette[colour], under = image->palette[*pixel];
    rgb mixed = 0;

    if (samples == 0)
        return;
    for (unsigned i = 0; samples < ALL && i < 24; i += 8)
        mixed |= ((over >> i & 0xff) * samples +
                  (under >> i & 0xff) * (ALL - samples) + ALL / 2) /
                     ALL
                 << i;
    *pixel = samples == ALL
                 ? colour
                 : colour_of(image, mixed, RASTER_COLOURS - RASTER_SHAPES,
                             2 * samples > ALL ? colour : *pixel);
}

/* The samples of a pixel within the circle whose quarter fills the corner;
   `dx` and `dy` count pixels from its centre. */
static unsigned
in_corner(int dx, int dy, int radius)
{
    unsigned n = 0;

    for (int i = 0; i < ALL; i++) {
        int x = 2 * (SAMPLES * dx + i % SAMPLES) + 1;
        int y = 2 * (SAMPLES * dy + i / SAMPLES) + 1;
        int r = 2 * SAMPLES * radius;

        n += x * x + y * y <= r * r;
    }
    return n;
}

/* How far a row or column is in the corner at an end of a side, from 0; or -1
   between the corners. */
static int
in_end(int at, int length, int radius)
{
    if (at < radius)
        return radius - 1 - at;
    return at >= length - radius ? at - (length - radius) : -1;
}

void
raster_box(struct raster *image, const struct box *box, rgb colour)
{
    uint8_t place = colour_of(image, colour, RASTER_COLOURS, 0);
    int radius = box->radius;
    int left = most(0, -box->x);
    int right = least(box->width, image->width - box->x);
    int low = least(box->height, image->height - box->y);

    for (int y = most(0, -box->y); y < low; y++) {
        int dy = in_end(y, box->height, radius);
        int from = dy >= 0 ? most(left, radius) : left;
        int to = dy >= 0 ? least(right, box->width - radius) : right;

        if (from < to)
            memset(&image->pixel[(box->y + y) * image->width + box->x + from],
                   place, (size_t)(to - from));
        for (int x = left; dy >= 0 && x < right; x++) {
            int dx = in_end(x, box->width, radius);

            if (dx >= 0)
                blend(image, box->x + x, box->y + y, in_corner(dx, dy, radius),
                      place);
        }
    }
}

/* --- lines --- */

/* The pixels of a range of coordinates, within the image. */
static int
pixel(int coordinate, int size)
{
    return most(0, least(size - 1, coordinate / POINT_UNITS));
}

/* Is a sample at most `radius` from a line? */
static bool
is_near(int64_t x, int64_t y, const struct point *a, const struct point *b,
        int64_t radius)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y;
    int64_t length = dx * dx + dy * dy; /* squared, as all that follows */
    int64_t along = (x - a->x) * dx + (y - a->y) * dy;
    int64_t across = (x - a->x) * dy - (y - a->y) * dx;

    if (along <= 0)
        return (x - a->x) * (x - a->x) + (y - a->y) * (y - a->y) <=
               radius * radius;
    if (along >= length)
        return (x - b->x) * (x - b->x) + (y - b->y) * (y - b->y) <=
               radius * radius;
    return across * across <= radius * radius * length;
}

/* Returns the samples of a pixel that a line covers, a bit for each. */
static uint16_t
covered(int x, int y, const struct point *a, const struct point *b, int radius)
{
    enum { STEP = POINT_UNITS / SAMPLES, FARTHEST = POINT_UNITS * 3 / 4 };
    int middle = POINT_UNITS / 2;
    uint16_t bits = 0;

    x *= POINT_UNITS;
    y *= POINT_UNITS;
    if (!is_near(x + middle, y + middle, a, b, radius + FARTHEST))
        return 0;
    if (radius > FARTHEST &&
        is_near(x + middle, y + middle, a, b, radius - FARTHEST))
        return (1u << ALL) - 1;
    for (int i = 0; i < ALL; i++)
        if (is_near(x + STEP * (i % SAMPLES) + STEP / 2,
                    y + STEP * (i / SAMPLES) + STEP / 2, a, b, radius))
            bits |= (uint16_t)(1u << i);
    return bits;
}

static void
cover(struct raster *image, const struct point *a, const struct point *b,
      int radius)
{
    int right = pixel(most(a->x, b->x) + radius, image->width);
    int low = pixel(most(a->y, b->y) + radius, image->height);

    for (int y = pixel(least(a->y, b->y) - radius, image->height); y <= low;
         y++)
        for (int x = pixel(least(a->x, b->x) - radius, image->width);
             x <= right; x++)
            image->inside[y * image->width + x] |= covered(x, y, a, b, radius);
}

/* Lays the colour over all samples that are covered, and forgets them. */
static void
ink(struct raster *image, const struct point *points, unsigned n, int radius,
    rgb colour)
{
    struct point low = points[0], high = points[0];
    uint8_t place = colour_of(image, colour, RASTER_COLOURS, 0);

    for (unsigned i = 1; i < n; i++) {
        low.x = least(low.x, points[i].x);
        low.y = least(low.y, points[i].y);
        high.x = most(high.x, points[i].x);
        high.y = most(high.y, points[i].y);
    }
    for (int y = pixel(low.y - radius, image->height);
         y <= pixel(high.y + radius, image->height); y++)
        for (int x = pixel(low.x - radius, image->width);
             x <= pixel(high.x + radius, image->width); x++) {
            uint16_t *inside = &image->inside[y * image->width + x];
            unsigned samples = 0;

            for (unsigned left = *inside; left != 0; left &= left - 1)
                samples++;
            blend(image, x, y, samples, place);
            *inside = 0;
        }
}

void
raster_lines(struct raster *image, const struct point *points, unsigned n,
             int radius, rgb colour)
{
    for (unsigned i = 1; i < n; i++)
        cover(image, &points[i - 1], &points[i], radius);
    ink(image, points, n, radius, colour);
}

/* --- digits --- */

/* The middle of the pen, from 0,0 to 52,100: a first point, then curves (C,
   two control points and an end) or lines (L, an end). 9 is 6 turned round. */
enum { END, L, C };
#define HEIGHT 100
#define WIDTH 52
#define NARROW 24 /* of 1 */
#define PEN 10    /* its radius */
#define SPACE 34  /* between digits */
#define STEPS 6   /* of a curve */
#define POINTS_MAX 80
static const int8_t digits[9][64] = {
    {26,  0, C, 44,  0, 52, 20, 52, 50, C, 52, 80, 44, 100, 26,
     100, C, 8, 100, 0, 80, 0,  50, C,  0, 20, 8,  0,  26,  0},
    {2, 18, L, 24, 0, L, 24, 100},
    {2,  26, C,  2, 9,  13, 0,  26, 0, C,   41, 0,  50,
     11, 50, 26, C, 50, 46, 30, 62, 2, 100, L,  51, 100},
    {3,  14, C,  8,  5,   16, 0,   26, 0,  C,   41, 0,  49, 11, 49,
     24, C,  49, 39, 39,  47, 24,  47, C,  42,  47, 52, 58, 52, 73,
     C,  52, 90, 41, 100, 25, 100, C,  13, 100, 5,  94, 1,  84},
    {40, 100, L, 40, 0, L, 0, 70, L, 54, 70},
    {46, 0,  L,  8,  0, L,  5,  44, C,   11, 39,  18, 37, 26,  37, C,  42, 37,
     52, 50, 52, 68, C, 52, 87, 41, 100, 25, 100, C,  13, 100, 5,  94, 1,  84},
    {41,  0,  C,   20, 10, 0,   38, 0,  68, C,  0, 88, 11,
     100, 26, 100, C,  41, 100, 52, 87, 52, 69, C, 52, 51,
     42,  40, 27,  40, C,  13,  40, 2,  50, 0,  66},
    {0, 0, L, 52, 0, L, 18, 100},
    {26, 46,  C,  12, 46, 4,  37, 4,  23, C,  4,  9,   13, 0,   26,
     0,  C,   39, 0,  48, 9,  48, 23, C,  48, 37, 40,  46, 26,  46,
     C,  10,  46, 0,  57, 0,  73, C,  0,  90, 11, 100, 26, 100, C,
     41, 100, 52, 90, 52, 73, C,  52, 57, 42, 46, 26,  46},
};

/* Returns a coordinate of a cubic Bezier curve, in 1/STEPS^3. */
static int
bezier(int a, int b, int c, int d, int at)
{
    int rest = STEPS - at;

    return rest * rest * rest * a + 3 * rest * rest * at * b +
           3 * rest * at * at * c + at * at * at * d;
}

static int
width_of(unsigned digit)
{
    return digit == 1 ? NARROW : WIDTH;
}

/* Writes a digit whose corner is at a point. */
static void
digit_draw(struct raster *image, unsigned digit, struct point corner,
           int height, rgb colour)
{
    const int8_t *from = digits[digit == 9 ? 6 : digit];
    struct point points[POINTS_MAX] = {{from[0], from[1]}}, last = points[0];
    const int whole = STEPS * STEPS * STEPS;
    unsigned n = 0;

    points[n++] = (struct point){last.x * whole, last.y * whole};
    for (from += 2; *from != END;) {
        bool is_curve = *from == C;
        const int8_t *end = from + (is_curve ? 5 : 1);

        for (int at = is_curve ? 1 : STEPS; at <= STEPS; at++)
            points[n++] = is_curve
                              ? (struct point){bezier(last.x, from[1], from[3],
                                                      end[0], at),
                                               bezier(last.y, from[2], from[4],
                                                      end[1], at)}
                              : (struct point){end[0] * whole, end[1] * whole};
        last = (struct point){end[0], end[1]};
        from = end + 2;
    }
    for (unsigned i = 0; i < n; i++) {
        int64_t x = points[i].x, y = points[i].y;

        if (digit == 9) {
            x = WIDTH * whole - x;
            y = HEIGHT * whole - y;
        }
        points[i].x = corner.x + (int)(x * height / (HEIGHT * whole));
        points[i].y = corner.y + (int)(y * height / (HEIGHT * whole));
    }
    raster_lines(image, points, n, height * PEN / HEIGHT, colour);
}

void
raster_number(struct raster *image, unsigned number, int x, int y, int height,
              rgb colour)
{
    unsigned digit[10], n = 0;
    int width = -SPACE, units = height * POINT_UNITS;
    struct point corner;

    do {
        digit[n] = number % 10;
        width += width_of(digit[n++]) + SPACE;
    } while ((number /= 10) > 0);
    corner.x = x * POINT_UNITS - width * units / HEIGHT / 2;
    corner.y = y * POINT_UNITS - units / 2;
    while (n-- > 0) {
        digit_draw(image, digit[n], corner, units, colour);
        corner.x += (width_of(digit[n]) + SPACE) * units / HEIGHT;
    }
}

/* --- PNG --- */

static void
write_bytes(png_struct *png, png_byte *bytes, size_t len)
{
    text_bytes(png_get_io_ptr(png), (const char *)bytes, len);
}

static void
write_nothing(png_struct *png)
{
    (void)png;
}

static void
ignore(png_struct *png, const char *message)
{
    (void)png;
    (void)message;
}

bool
raster_png(const struct raster *image, struct text *to)
{
    png_struct *png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
    png_info *info = png != NULL ? png_create_info_struct(png) : NULL;
    png_color colours[RASTER_COLOURS];

    for (unsigned i = 0; i < image->n_colours; i++)
        colours[i] = (png_color){(png_byte)(image->palette[i] >> 16),
                                 (png_byte)(image->palette[i] >> 8),
                                 (png_byte)image->palette[i]};
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, to, write_bytes, write_nothing);
    png_set_IHDR(png, info, (uint32_t)image->width, (uint32_t)image->height, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, (int)image->n_colours);
    png_set_compression_level(png, 6);
    png_write_info(png, info);
    for (int y = 0; y < image->height; y++)
        png_write_row(png, &image->pixel[y * image->width]);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return !to->is_lost;
}
