/* SPDX-License-Identifier: MIT */
/* Reads the pixels of a PNG. */
#include "site/photo.h"

#include <png.h>
#include <stdlib.h>

/* What a jump out of libpng must not lose is here, not in the function that
 * calls setjmp. */
struct reading {
    const uint8_t *bytes;
    size_t left;
    struct shrink *to;
    loyd_why *why;
    loyd_err err;
    char problem[80]; /* in the words of libpng */
    png_struct *png;
    png_info *info;
    uint8_t *line; /* R G B A, then R G B */
};

static void
read_bytes(png_struct *png, png_byte *out, size_t n)
{
    struct reading *job = png_get_io_ptr(png);

    if (n > job->left)
        png_error(png, "the file is truncated");
    memcpy(out, job->bytes, n);
    job->bytes += n;
    job->left -= n;
}

static void
on_error(png_struct *png, const char *message)
{
    struct reading *job = png_get_error_ptr(png);
    struct text problem = text_in(job->problem, sizeof(job->problem));

    text_put(&problem, message);
    png_longjmp(png, 1);
}

static void
on_warning(png_struct *png, const char *message)
{
    (void)png;
    (void)message;
}

/* Lays pixels with alpha over white. */
static void
drop_alpha(uint8_t *line, uint32_t n)
{
    const uint8_t *from = line;

    for (uint32_t i = 0; i < n; i++, from += 4)
        for (unsigned c = 0; c < 3; c++) {
            unsigned alpha = from[3];

            *line++ =
                (uint8_t)((from[c] * alpha + 255 * (255 - alpha) + 127) / 255);
        }
}

/* The lines of a pass of an interlaced picture have a part of the pixels;
 * those after the passes are whole. */
static void
read_lines(struct reading *job, int pass)
{
    struct shrink *to = job->to;
    int width = (int)to->width, height = (int)to->height;
    bool is_pass = pass < PNG_INTERLACE_ADAM7_PASSES;
    int n = is_pass ? PNG_PASS_COLS(width, pass) : width;
    int lines = is_pass ? PNG_PASS_ROWS(height, pass) : height;
    int x = is_pass ? PNG_PASS_START_COL(pass) : 0;
    int step = is_pass ? PNG_PASS_COL_OFFSET(pass) : 1;

    for (int i = 0; i < lines; i++) {
        int y = is_pass ? PNG_ROW_FROM_PASS_ROW(i, pass) : i;

        png_read_row(job->png, job->line, NULL);
        drop_alpha(job->line, (uint32_t)n);
        shrink_add(to, job->line, (uint32_t)n, (uint32_t)x, (uint32_t)step,
                   (uint32_t)y);
    }
}

/* Returns false if it was left by a jump or job->err is set. */
static bool
read_all(struct reading *job)
{
    png_struct *png = job->png;
    png_byte *exif;
    png_uint_32 len;

    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_read_fn(png, job, read_bytes);
    /* Texts and profiles could be unpacked to many times their size. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT,
                                (png_const_bytep) "eXIf", 1);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, job->info);
    job->err = shrink_begin(job->to, png_get_image_width(png, job->info),
                            png_get_image_height(png, job->info), job->why);
    if (job->err != LOYD_OK)
        return false;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_read_update_info(png, job->info);
    job->line = malloc(png_get_rowbytes(png, job->info));
    if (job->line == NULL) {
        job->err = LOYD_E_NOMEM;
        return false;
    }
    if (png_get_interlace_type(png, job->info) == PNG_INTERLACE_NONE)
        read_lines(job, PNG_INTERLACE_ADAM7_PASSES);
    else
        for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
            read_lines(job, pass);
    png_read_end(png, job->info);
    if (png_get_eXIf_1(png, job->info, &len, &exif) != 0)
        job->to->orientation = exif_orientation(exif, len);
    return true;
}

loyd_err
photo_read_png(const uint8_t *bytes, size_t len, struct shrink *to,
               loyd_why *why)
{
    struct reading job = {
        .bytes = bytes, .left = len, .to = to, .why = why, .err = LOYD_OK};

    job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error,
                                     on_warning);
    job.info = job.png != NULL ? png_create_info_struct(job.png) : NULL;
    if (job.info == NULL)
        job.err = LOYD_E_NOMEM;
    else if (!read_all(&job) && job.err == LOYD_OK)
        job.err = why_set(why, LOYD_E_SYNTAX, "damaged PNG: %s", job.problem);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    free(job.line);
    return job.err;
}
