/* SPDX-License-Identifier: MIT */
/* Publishers' pictures: PNGs of every kind, which the test writes byte by
 * byte, JPEGs of every colour space, all orientations, and other files. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include <jpeglib.h>

#include "site/photo.h"

enum { SIDE = 70, HIGH = 83 };

static loyd_why why;

/* A pixel of the test's picture, in which lines and columns differ. */
static unsigned
level(unsigned x, unsigned y, unsigned c)
{
    return (x * (7 + 4 * c) + y * y * (c + 3) + x * y) & 0xff;
}

/* --- PNGs --- */

struct kind {
    unsigned depth;
    unsigned colour; /* as in IHDR */
    unsigned channels;
    bool is_interlaced;
    bool has_key; /* of a transparent colour */
};

static void
put_big(struct text *to, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        text_char(to, (char)(number >> shift));
}

static void
put_chunk(struct text *to, const char *name, const void *bytes, size_t len)
{
    uLong sum = crc32(0, (const Bytef *)name, 4);

    if (len > 0)
        sum = crc32(sum, bytes, (uInt)len);
    put_big(to, (uint32_t)len);
    text_put(to, name);
    text_bytes(to, bytes, len);
    put_big(to, (uint32_t)sum);
}

static unsigned
stored(const struct kind *kind, unsigned x, unsigned y, unsigned c)
{
    return level(x, y, c) >> (kind->depth < 8 ? 8 - kind->depth : 0);
}

/* The lines of a grid of pixels: each begins with its filter, 0. */
static void
put_lines(struct text *to, const struct kind *kind, const unsigned at[2],
          const unsigned step[2])
{
    for (unsigned y = at[1]; y < HIGH; y += step[1]) {
        unsigned bits = 0, n = 0;

        text_char(to, 0);
        for (unsigned x = at[0]; x < SIDE; x += step[0])
            for (unsigned c = 0; c < kind->channels; c++) {
                unsigned value = stored(kind, x, y, c);

                if (kind->depth >= 8) {
                    text_char(to, (char)value);
                    if (kind->depth == 16)
                        text_char(to, (char)value);
                    continue;
                }
                bits = bits << kind->depth | value;
                if ((n += kind->depth) % 8 == 0)
                    text_char(to, (char)bits);
            }
        if (n % 8 != 0)
            text_char(to, (char)(bits << (8 - n % 8)));
    }
}

static void
put_header(struct text *to, uint32_t width, uint32_t height,
           const struct kind *kind)
{
    struct text header = {0};

    text_bytes(to, "\x89PNG\r\n\x1a\n", 8);
    put_big(&header, width);
    put_big(&header, height);
    text_char(&header, (char)kind->depth);
    text_char(&header, (char)kind->colour);
    text_bytes(&header, "\0", 2);
    text_char(&header, kind->is_interlaced);
    put_chunk(to, "IHDR", header.at, header.len);
    text_free(&header);
}

/* Adam7: where each pass begins, and its steps. */
static const unsigned passes[7][2][2] = {
    {{0, 0}, {8, 8}}, {{4, 0}, {8, 8}}, {{0, 4}, {4, 8}}, {{2, 0}, {4, 4}},
    {{0, 2}, {2, 4}}, {{1, 0}, {2, 2}}, {{0, 1}, {1, 2}},
};
static const unsigned whole[2][2] = {{0, 0}, {1, 1}};

static void
make_png(struct text *to, const struct kind *kind, unsigned orientation)
{
    struct text lines = {0};
    unsigned char palette[256 * 3];
    unsigned char exif[] = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0,
                            3,   0,   0, 0,  1, 0, 0, 0, 0, 0, 0, 0,    0};
    uLongf len;
    Bytef *packed;

    exif[19] = (unsigned char)orientation;
    put_header(to, SIDE, HIGH, kind);
    for (unsigned i = 0; i < 256; i++)
        for (unsigned c = 0; c < 3; c++)
            palette[3 * i + c] = (unsigned char)(i * (2 * c + 1));
    if (kind->colour == 3)
        put_chunk(to, "PLTE", palette, (3u << kind->depth));
    if (kind->has_key && kind->colour == 3)
        put_chunk(to, "tRNS", "\0\x80", 2);
    else if (kind->has_key)
        put_chunk(to, "tRNS", "\0\1", 2);
    if (kind->is_interlaced)
        for (unsigned i = 0; i < COUNT(passes); i++)
            put_lines(&lines, kind, passes[i][0], passes[i][1]);
    else
        put_lines(&lines, kind, whole[0], whole[1]);
    len = compressBound(lines.len);
    packed = malloc(len);
    assert_non_null(packed);
    assert_int_equal(
        compress(packed, &len, (const Bytef *)lines.at, lines.len), Z_OK);
    if (orientation > 0)
        put_chunk(to, "eXIf", exif, sizeof(exif));
    put_chunk(to, "IDAT", packed, len);
    put_chunk(to, "IEND", "", 0);
    free(packed);
    text_free(&lines);
}

/* The colour of a pixel over white, by the specification of PNG. */
static unsigned
expected(const struct kind *kind, unsigned x, unsigned y, unsigned c)
{
    bool is_grey = kind->channels < 3;
    unsigned value = stored(kind, x, y, is_grey ? 0 : c);
    unsigned shown =
        kind->depth < 8 ? value * 255 / ((1u << kind->depth) - 1) : value;
    unsigned alpha = 255;

    if (kind->colour == 3)
        shown = (value * (2 * c + 1)) & 0xff;
    if (kind->colour == 4 || kind->colour == 6)
        alpha = stored(kind, x, y, kind->channels - 1);
    else if (kind->has_key && kind->colour == 3)
        alpha = value == 0 ? 0 : value == 1 ? 0x80 : 255;
    else if (kind->has_key)
        alpha = value == 1 ? 0 : 255;
    return (shown * alpha + 255 * (255 - alpha) + 127) / 255;
}

static const struct kind kinds[] = {
    {1, 0, 1, false, false},  {2, 0, 1, false, false},
    {4, 0, 1, false, true},   {8, 0, 1, false, false},
    {16, 0, 1, false, false}, {8, 2, 3, false, false},
    {16, 2, 3, false, false}, {1, 3, 1, false, false},
    {4, 3, 1, false, true},   {8, 3, 1, false, false},
    {8, 4, 2, false, false},  {16, 4, 2, false, false},
    {8, 6, 4, false, false},  {16, 6, 4, false, false},
    {8, 2, 3, true, false},   {8, 6, 4, true, false},
    {2, 3, 1, true, true},    {16, 0, 1, true, false},
    {1, 0, 1, true, false},
};

static void
test_pngs_of_all_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct text png = {0};
        struct shrink image = {.pixels = PHOTO_PIXELS_MAX};
        uint64_t area = SIDE * HIGH;

        make_png(&png, &kinds[i], 0);
        assert_int_equal(
            photo_read_png((const uint8_t *)png.at, png.len, &image, &why),
            LOYD_OK);
        assert_int_equal(image.to_width, SIDE);
        assert_int_equal(image.to_height, HIGH);
        for (unsigned y = 0; y < HIGH; y++)
            for (unsigned x = 0; x < SIDE; x++)
                for (unsigned c = 0; c < 3; c++)
                    if (image.sum[3 * (y * SIDE + x) + c] !=
                        area * expected(&kinds[i], x, y, c))
                        fail_msg("kind %zu, pixel %u,%u,%u: %u, not %u", i, x,
                                 y, c,
                                 (unsigned)(image.sum[3 * (y * SIDE + x) + c] /
                                            area),
                                 expected(&kinds[i], x, y, c));
        free(image.line);
        free(image.sum);
        text_free(&png);
    }
}

/* --- making small --- */

/* The average of the area that a pixel covers, with fractions. */
static double
average(unsigned width, unsigned height, unsigned to_width, unsigned to_height,
        unsigned x, unsigned y, unsigned c)
{
    double sum = 0, left = (double)x * width / to_width,
           right = (double)(x + 1) * width / to_width,
           top = (double)y * height / to_height,
           low = (double)(y + 1) * height / to_height;

    for (unsigned v = (unsigned)top; v < height && v < low; v++)
        for (unsigned u = (unsigned)left; u < width && u < right; u++) {
            double wide =
                (u + 1 < right ? u + 1 : right) - (u > left ? u : left);
            double high = (v + 1 < low ? v + 1 : low) - (v > top ? v : top);

            sum += wide * high * level(u, v, c);
        }
    return sum / ((right - left) * (low - top));
}

static const struct {
    uint32_t width, height, to_width, to_height;
} sizes[] = {
    {1024, 256, 1024, 256},  {1025, 300, 1024, 300},  {2048, 1500, 1024, 750},
    {1111, 3333, 341, 1024}, {3000, 1999, 1024, 682}, {64, 64, 64, 64},
};

static void
test_pixels_are_averages(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct shrink image = {.pixels = PHOTO_PIXELS_MAX};
        uint32_t w = sizes[i].width, h = sizes[i].height;
        uint8_t *line = malloc(3 * (size_t)w);

        assert_non_null(line);
        assert_int_equal(shrink_begin(&image, w, h, &why), LOYD_OK);
        assert_int_equal(image.to_width, sizes[i].to_width);
        assert_int_equal(image.to_height, sizes[i].to_height);
        for (unsigned y = 0; y < h; y++) {
            for (unsigned x = 0; x < 3 * w; x++)
                line[x] = (uint8_t)level(x / 3, y, x % 3);
            shrink_add(&image, line, w, 0, 1, y);
        }
        for (unsigned n = 0; n < 3000; n++) {
            unsigned x = n * 7919 % image.to_width;
            unsigned y = n * 104729 % image.to_height, c = n % 3;
            double found =
                (double)image.sum[3 * ((size_t)y * image.to_width + x) + c] /
                ((double)w * h);
            double wanted =
                average(w, h, image.to_width, image.to_height, x, y, c);

            if (found < wanted - 1e-6 || found > wanted + 1e-6)
                fail_msg("%ux%u, pixel %u,%u,%u: %f, not %f", w, h, x, y, c,
                         found, wanted);
        }
        free(line);
        free(image.line);
        free(image.sum);
    }
}

/* --- JPEGs --- */

/* Returns where the bytes are in a file; NULL if nowhere. */
static char *
find(const struct text *in, const char *bytes, size_t len)
{
    for (size_t i = 0; i + len <= in->len; i++)
        if (memcmp(in->at + i, bytes, len) == 0)
            return in->at + i;
    return NULL;
}

/* Decodes R G B pixels; the caller frees them. */
static uint8_t *
decode(const struct text *jpeg, unsigned *width, unsigned *height)
{
    struct jpeg_decompress_struct in;
    struct jpeg_error_mgr errors;
    uint8_t *rgb, *line;

    in.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&in);
    jpeg_mem_src(&in, (const unsigned char *)jpeg->at, jpeg->len);
    jpeg_read_header(&in, TRUE);
    in.out_color_space = JCS_RGB;
    jpeg_start_decompress(&in);
    *width = in.output_width;
    *height = in.output_height;
    rgb = line = malloc(3 * (size_t)*width * *height);
    assert_non_null(rgb);
    for (; in.output_scanline < in.output_height; line += 3 * (size_t)*width)
        jpeg_read_scanlines(&in, &line, 1);
    jpeg_finish_decompress(&in);
    jpeg_destroy_decompress(&in);
    return rgb;
}

/* Four colours in quarters: top left, top right, bottom left, bottom right. */
static const uint8_t quarters[4][3] = {
    {200, 30, 40}, {40, 180, 60}, {30, 60, 190}, {240, 240, 230}};

struct jpeg_kind {
    J_COLOR_SPACE in, kept;
    int channels;
    bool is_progressive;
};

static void
make_jpeg(struct text *to, const struct jpeg_kind *kind, unsigned orientation)
{
    enum { W = 160, H = 96 };
    unsigned char exif[] = {'E', 'x', 'i', 'f', 0, 0,    'I', 'I', 42, 0, 8,
                            0,   0,   0,   1,   0, 0x12, 1,   3,   0,  1, 0,
                            0,   0,   0,   0,   0, 0,    0,   0,   0,  0};
    struct jpeg_compress_struct out;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long len = 0;
    uint8_t line[4 * W];
    JSAMPROW row = line;

    out.err = jpeg_std_error(&errors);
    jpeg_create_compress(&out);
    jpeg_mem_dest(&out, &bytes, &len);
    out.image_width = W;
    out.image_height = H;
    out.input_components = kind->channels;
    out.in_color_space = kind->in;
    jpeg_set_defaults(&out);
    jpeg_set_colorspace(&out, kind->kept);
    jpeg_set_quality(&out, 95, TRUE);
    if (kind->is_progressive)
        jpeg_simple_progression(&out);
    jpeg_start_compress(&out, TRUE);
    exif[24] = (unsigned char)orientation;
    if (orientation > 0)
        jpeg_write_marker(&out, JPEG_APP0 + 1, exif, sizeof(exif));
    for (unsigned y = 0; y < H; y++) {
        for (unsigned x = 0; x < W; x++)
            for (unsigned c = 0; c < (unsigned)kind->channels; c++) {
                const uint8_t *q = quarters[2 * (y >= H / 2) + (x >= W / 2)];

                /* Ink as Adobe keeps it; black is full light. */
                line[(unsigned)kind->channels * x + c] = c == 3 ? 255
                                                         : kind->channels == 1
                                                             ? q[1]
                                                             : q[c];
            }
        jpeg_write_scanlines(&out, &row, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);
    text_bytes(to, (const char *)bytes, len);
    free(bytes);
}

static const struct jpeg_kind jpeg_kinds[] = {
    {JCS_RGB, JCS_YCbCr, 3, false}, {JCS_RGB, JCS_YCbCr, 3, true},
    {JCS_RGB, JCS_RGB, 3, false},   {JCS_GRAYSCALE, JCS_GRAYSCALE, 1, false},
    {JCS_CMYK, JCS_CMYK, 4, false}, {JCS_CMYK, JCS_YCCK, 4, true},
};

/* Where Exif says that the first line and the first column of what is stored
 * are: the quarters, as they are seen. */
static const char *const turned[9] = {"0123", "0123", "1032", "3210", "2301",
                                      "0213", "2031", "3120", "1302"};

static void
check_quarters(const struct text *jpeg, const char *order, bool is_grey)
{
    unsigned width, height;
    uint8_t *rgb = decode(jpeg, &width, &height);

    for (unsigned i = 0; i < 4; i++) {
        unsigned x = width * (1 + 2 * (i % 2)) / 4;
        unsigned y = height * (1 + 2 * (i / 2)) / 4;
        const uint8_t *found = &rgb[3 * (y * width + x)];
        const uint8_t *wanted = quarters[order[i] - '0'];

        for (unsigned c = 0; c < 3; c++)
            assert_true(abs(found[c] - wanted[is_grey ? 1 : c]) <= 6);
    }
    free(rgb);
}

static void
test_jpegs_of_all_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(jpeg_kinds); i++)
        for (unsigned orientation = 0; orientation <= 8; orientation++) {
            struct text file = {0}, made = {0};

            make_jpeg(&file, &jpeg_kinds[i], orientation);
            assert_int_equal(photo_make((const uint8_t *)file.at, file.len,
                                        PHOTO_PIXELS_MAX, &made, &why),
                             LOYD_OK);
            check_quarters(&made, turned[orientation],
                           jpeg_kinds[i].channels == 1);
            /* Nothing of the metadata is left. */
            assert_null(find(&made, "Exif", 4));
            text_free(&made);
            text_free(&file);
        }
}

static void
test_pngs_are_turned(void **state)
{
    (void)state;
    for (unsigned orientation = 1; orientation <= 8; orientation++) {
        struct text png = {0}, made = {0};
        unsigned width, height;

        make_png(&png, &kinds[5], orientation);
        assert_int_equal(photo_make((const uint8_t *)png.at, png.len,
                                    PHOTO_PIXELS_MAX, &made, &why),
                         LOYD_OK);
        free(decode(&made, &width, &height));
        assert_int_equal(width, orientation < 5 ? SIDE : HIGH);
        assert_int_equal(height, orientation < 5 ? HIGH : SIDE);
        text_free(&made);
        text_free(&png);
    }
}

/* --- what is refused --- */

static void
refused(const struct text *file, size_t len, loyd_err wanted)
{
    /* A copy, so that a checker of memory sees reads after its end. */
    uint8_t *copy = malloc(len + 1);
    struct text made = {0};
    loyd_err err;

    assert_non_null(copy);
    memcpy(copy, file->at, len);
    copy = realloc(copy, len > 0 ? len : 1);
    err = photo_make(copy, len, PHOTO_PIXELS_MAX, &made, why_begin(&why));
    assert_int_equal(err, wanted);
    assert_int_equal(made.len, 0);
    assert_true(why.text[0] != '\0');
    free(copy);
}

static void
test_truncated_files(void **state)
{
    struct text png = {0}, jpeg = {0};

    (void)state;
    make_png(&png, &kinds[15], 6);
    for (size_t len = 0; len < png.len; len += 1 + len / 50)
        refused(&png, len, LOYD_E_SYNTAX);
    for (size_t i = 0; i < 2; i++) {
        make_jpeg(&jpeg, &jpeg_kinds[i], 6);
        for (size_t len = 0; len < jpeg.len; len += 1 + len / 100)
            refused(&jpeg, len, LOYD_E_SYNTAX);
        text_clear(&jpeg);
    }
    text_free(&png);
    text_free(&jpeg);
}

/* Headers alone: nothing is allocated for what they promise. */
static void
test_sizes_are_limited(void **state)
{
    static const uint32_t bad[][2] = {{0x7fffffff, 0x7fffffff},
                                      {100000, 100000},
                                      {6400, 6251},
                                      {63, 64},
                                      {64, 63},
                                      {1, 1},
                                      {64, 320},
                                      {1300, 320}};

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct text png = {0};

        put_header(&png, bad[i][0], bad[i][1], &kinds[5]);
        put_chunk(&png, "IDAT", "", 0);
        refused(&png, png.len, LOYD_E_RANGE);
        text_free(&png);
    }
}

static void
test_jpeg_header_of_a_bomb(void **state)
{
    struct text jpeg = {0};
    char *frame;

    (void)state;
    make_jpeg(&jpeg, &jpeg_kinds[0], 0);
    frame = find(&jpeg, "\xff\xc0\0\x11\x08", 5);
    assert_non_null(frame);
    memcpy(frame + 5, "\xff\xdc\xff\xdc", 4);
    refused(&jpeg, jpeg.len, LOYD_E_RANGE);
    text_free(&jpeg);
}

static void
test_files_of_other_kinds(void **state)
{
    static const char *const others[] = {
        "",
        "GIF89a",
        "RIFF....WEBPVP8 ",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "BM",
        "\x89PNG\r\n\x1a\n",
        "\xff\xd8\xff",
        "\xff\xd8\xff\xe0\0\x10JFIF"};

    (void)state;
    for (size_t i = 0; i < COUNT(others); i++) {
        struct text file = {0};

        text_put(&file, others[i]);
        if (file.at == NULL)
            text_char(&file, 0);
        refused(&file, strlen(others[i]), LOYD_E_SYNTAX);
        text_free(&file);
    }
}

static void
test_what_exif_says(void **state)
{
    static const struct {
        const char *tiff;
        size_t len;
        unsigned orientation;
    } cases[] = {
        {"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0", 22, 6},
        {"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\x08\0\0", 22, 8},
        {"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\x09\0\0\0", 22, 0},
        {"II*\0\x08\0\0\0\1\0\x12\1\4\0\1\0\0\0\6\0\0\0", 22, 0},
        {"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6", 19, 0},
        {"II*\0\xff\xff\xff\xff", 8, 0},
        {"II*\0\x06\0\0\0", 8, 0},
        {"IM*\0\x08\0\0\0", 8, 0},
        {"II", 2, 0},
        {"", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(
            exif_orientation((const uint8_t *)cases[i].tiff, cases[i].len),
            cases[i].orientation);
}

/* The same pixels on all machines. */
static void
test_golden_pixels(void **state)
{
    struct shrink image = {.pixels = PHOTO_PIXELS_MAX};
    uint8_t line[3 * 1531];
    uint64_t hash = 0;

    (void)state;
    assert_int_equal(shrink_begin(&image, 1531, 1013, &why), LOYD_OK);
    for (unsigned y = 0; y < 1013; y++) {
        for (unsigned x = 0; x < sizeof(line); x++)
            line[x] = (uint8_t)level(x / 3, y, x % 3);
        shrink_add(&image, line, 1531, 0, 1, y);
    }
    for (size_t i = 0; i < 3 * (size_t)image.to_width * image.to_height; i++)
        hash = hash * 31 + image.sum[i];
    assert_int_equal(hash, UINT64_C(0xa13d76e3391f2488));
    free(image.line);
    free(image.sum);
}

/* Noise is the worst for a JPEG: its quality falls as far as it may. */
static void
test_size_of_what_is_written(void **state)
{
    uint8_t *rgb = malloc(3 * 1024 * 1024);
    struct text made = {0};
    uint32_t seed = 1;

    (void)state;
    assert_non_null(rgb);
    for (size_t i = 0; i < 3 * 1024 * 1024; i++) {
        seed = seed * 1664525 + 1013904223;
        rgb[i] = (uint8_t)(128 + (seed >> 28));
    }
    assert_true(photo_write_jpeg(rgb, 1024, 1024, &made));
    assert_true(made.len <= PHOTO_WRITTEN);
    text_free(&made);
    free(rgb);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pngs_of_all_kinds),
        cmocka_unit_test(test_pixels_are_averages),
        cmocka_unit_test(test_jpegs_of_all_kinds),
        cmocka_unit_test(test_pngs_are_turned),
        cmocka_unit_test(test_truncated_files),
        cmocka_unit_test(test_sizes_are_limited),
        cmocka_unit_test(test_jpeg_header_of_a_bomb),
        cmocka_unit_test(test_files_of_other_kinds),
        cmocka_unit_test(test_what_exif_says),
        cmocka_unit_test(test_golden_pixels),
        cmocka_unit_test(test_size_of_what_is_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
