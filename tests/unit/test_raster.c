/* SPDX-License-Identifier: MIT */
/* Pictures of pixels: shapes against sums over points, digits against their
 * heights, PNGs as libpng reads them, and the pixels that all machines draw.
 */
#include "core.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <xxhash.h>

#include "site/preview.h"
#include "site/raster.h"

enum { WHITE = 0xffffff, BLACK = 0 };

/* How dark the image is, in 1/255 of black pixels. */
static uint64_t
darkness(const struct raster *image)
{
    uint64_t sum = 0;

    for (int i = 0; i < image->width * image->height; i++)
        sum += 255 - (image->palette[image->pixel[i]] & 0xff);
    return sum;
}

static void
test_boxes_have_their_area(void **state)
{
    (void)state;
    for (int radius = 0; radius < 40; radius++) {
        const struct box box = {10, 15, 80, 90, radius};
        struct raster image;
        double area = 80.0 * 90 - (4 - 3.14159265) * radius * radius;
        double found;

        assert_true(raster_new(&image, 100, 120, WHITE));
        raster_box(&image, &box, BLACK);
        found = (double)darkness(&image) / 255;
        assert_true(found > area - 4 && found < area + 4);
        /* Its sides are whole, and what is around it untouched. */
        for (int y = 0; y < 120; y++)
            for (int x = 0; x < 100; x++) {
                rgb colour = image.palette[image.pixel[y * 100 + x]];
                bool is_out = x < 10 || x >= 90 || y < 15 || y >= 105;
                bool is_middle = (x >= 10 + radius && x < 90 - radius) ||
                                 (y >= 15 + radius && y < 105 - radius);

                if (is_out)
                    assert_int_equal(colour, WHITE);
                else if (is_middle)
                    assert_int_equal(colour, BLACK);
            }
        raster_free(&image);
    }
}

/* The arrow is all that is at most 6 pixels from its three lines. */
static void
test_arrow(void **state)
{
    static const double lines[3][4] = {
        {-38, 0, 38, 0}, {12, -26, 38, 0}, {12, 26, 38, 0}};
    struct raster image;
    double area = 0, found;

    (void)state;
    for (int i = 0; i < 800 * 800; i++) {
        double x = i % 800 / 8.0 - 50, y = i / 800 / 8.0 - 50, nearest = 1e9;

        for (size_t k = 0; k < COUNT(lines); k++) {
            double dx = lines[k][2] - lines[k][0];
            double dy = lines[k][3] - lines[k][1];
            double along =
                ((x - lines[k][0]) * dx + (y - lines[k][1]) * dy) /
                (dx * dx + dy * dy);
            double at = fmax(0, fmin(1, along));

            nearest = fmin(nearest, hypot(lines[k][0] + at * dx - x,
                                          lines[k][1] + at * dy - y));
        }
        area += nearest <= 6 ? 1 / 64.0 : 0;
    }
    assert_true(raster_new(&image, 200, 200, WHITE));
    raster_arrow(&image, 100, 100, BLACK);
    found = (double)darkness(&image) / 255;
    assert_true(found > 0.98 * area && found < 1.02 * area);
    raster_free(&image);
}

/* Every digit is as high as asked, in the middle, and unlike the others. */
static void
test_digits(void **state)
{
    uint64_t seen[10];

    (void)state;
    for (unsigned digit = 0; digit < 10; digit++) {
        struct raster image;
        int top = 200, low = -1, left = 200, right = -1;

        assert_true(raster_new(&image, 200, 200, WHITE));
        raster_number(&image, digit, 100, 100, 100, BLACK);
        for (int y = 0; y < 200; y++)
            for (int x = 0; x < 200; x++)
                if (image.palette[image.pixel[y * 200 + x]] != WHITE) {
                    top = y < top ? y : top;
                    low = y;
                    left = x < left ? x : left;
                    right = x > right ? x : right;
                }
        /* 100 high, and the pen's radius of 10 more at both ends */
        assert_in_range(top, 39, 41);
        assert_in_range(low, 158, 160);
        assert_in_range(left + right, 193, 203);
        seen[digit] = XXH3_64bits(image.pixel, 200 * 200);
        for (unsigned i = 0; i < digit; i++)
            assert_true(seen[i] != seen[digit]);
        raster_free(&image);
    }
}

/* What is outside is left out; it would be a write out of bounds. */
static void
test_edges(void **state)
{
    struct raster image;

    (void)state;
    assert_true(raster_new(&image, 30, 20, WHITE));
    raster_box(&image, &(struct box){-10, -10, 20, 20, 6}, BLACK);
    raster_box(&image, &(struct box){25, 15, 100, 100, 9}, BLACK);
    raster_number(&image, 4294967295u, 15, 10, 60, 0x336699);
    raster_number(&image, 88, -40, 300, 60, 0x336699);
    raster_arrow(&image, -20, 25, 0x996633);
    raster_free(&image);
}

/* With more colours than a palette has, edges are hard and shapes whole. */
static void
test_full_palette(void **state)
{
    struct raster image;

    (void)state;
    assert_true(raster_new(&image, 200, 40, WHITE));
    for (int i = 1; i < RASTER_SHAPES; i++) {
        struct box box = {5, 5, 30, 30, 10};
        rgb colour = (rgb)i * 0x0b0d07u;

        for (; box.x < 160; box.x += 1 + i % 3)
            raster_box(&image, &box, colour);
        assert_int_equal(image.palette[image.pixel[20 * 200 + 100]], colour);
        assert_int_equal(image.palette[image.pixel[0]], WHITE);
    }
    assert_in_range(image.n_colours, RASTER_COLOURS - RASTER_SHAPES + 1,
                    RASTER_COLOURS);
    raster_free(&image);
}

/* --- pictures of days --- */

static void
parse(const char *text, loyd_board *board)
{
    assert_int_equal(loyd_board_parse(text, strlen(text), 0, 0, board, NULL),
                     LOYD_OK);
}

/* Returns a hash of the pixels, red, green and blue, as libpng reads them. */
static uint64_t
picture_of(const loyd_board *start, unsigned n, size_t *bytes)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct text text = {0};
    uint8_t *pixels;
    uint64_t hash;

    preview_put(&text, start, n, start);
    assert_false(text.is_lost);
    *bytes = text.len;
    assert_true(png_image_begin_read_from_memory(&image, text.at, text.len));
    assert_int_equal(image.width, 1200);
    assert_int_equal(image.height, 630);
    image.format = PNG_FORMAT_RGB;
    pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    hash = XXH3_64bits(pixels, PNG_IMAGE_SIZE(image));
    free(pixels);
    text_free(&text);
    return hash;
}

static void
test_pictures(void **state)
{
    static const uint64_t wanted[LOYD_SCHEDULE_ROWS] = {
        UINT64_C(0x4026e76383727b61), UINT64_C(0x634f4c6afc598a83),
        UINT64_C(0xe4d88bd4481f1382), UINT64_C(0x5752ebeac6d3b22a),
        UINT64_C(0x15e8478d09177982), UINT64_C(0x37456971fffd3923),
        UINT64_C(0xb020481a6e0494ea)};
    static loyd_board boards[PREVIEW_BOARDS];
    static const char *const starts[] = {
        "2 4 15 12/14 10 0 11/8 1 3 9/5 13 6 7",
        "8 6 7/2 5 4/3 0 1",
        "7 3 1 2/0 5 6 4",
        "1 0/3 2",
        "5 1/0 2/4 3",
        "1 2 3/4 5 6/0 7 8",
        "3 1 2/0 4 5",
    };

    (void)state;
    for (unsigned i = 0; i < PREVIEW_BOARDS; i++) {
        size_t bytes;

        parse(starts[i], &boards[i]);
        assert_int_equal(picture_of(boards, i + 1, &bytes), wanted[i]);
        assert_in_range(bytes, 1000, 40000);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_have_their_area),
        cmocka_unit_test(test_arrow),
        cmocka_unit_test(test_digits),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_full_palette),
        cmocka_unit_test(test_pictures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
