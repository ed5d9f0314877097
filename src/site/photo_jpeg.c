/* SPDX-License-Identifier: MIT */
/* Reads and writes the pixels of a JPEG. */
#include "site/photo.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
/* After jpeglib.h, which it needs. */
#include <jerror.h>

/* Cameras and programs write about ten scans; of many more each would cost as
 * much as the whole picture. */
#define SCANS_MAX 60

/* What a jump out of libjpeg must not lose is here, not in the functions that
 * call setjmp. */
struct job {
    struct jpeg_error_mgr errors; /* the first: libjpeg knows just this */
    jmp_buf out;
    struct jpeg_progress_mgr progress;
    char problem[JMSG_LENGTH_MAX]; /* in the words of libjpeg */
    bool is_lost;                  /* out of memory */
};

static void
on_error(j_common_ptr jpeg)
{
    struct job *job = (struct job *)jpeg->err;

    job->errors.format_message(jpeg, job->problem);
    job->is_lost = job->errors.msg_code == JERR_OUT_OF_MEMORY;
    longjmp(job->out, 1);
}

/* libjpeg continues where a file is damaged, and paints the rest grey. */
static void
on_message(j_common_ptr jpeg, int level)
{
    if (level < 0 && jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA &&
        jpeg->err->msg_code != JWRN_ADOBE_XFORM)
        on_error(jpeg);
}

static void
on_progress(j_common_ptr jpeg)
{
    struct job *job = (struct job *)jpeg->err;

    if (((j_decompress_ptr)jpeg)->input_scan_number <= SCANS_MAX)
        return;
    snprintf(job->problem, sizeof(job->problem), "more than %d scans",
             SCANS_MAX);
    longjmp(job->out, 1);
}

static struct jpeg_error_mgr *
watch(struct job *job)
{
    jpeg_std_error(&job->errors);
    job->errors.error_exit = on_error;
    job->errors.emit_message = on_message;
    job->progress.progress_monitor = on_progress;
    return &job->errors;
}

/* --- reading --- */

struct reading {
    struct job job;
    struct jpeg_decompress_struct jpeg;
    struct shrink *to;
    loyd_why *why;
    loyd_err err;
    uint8_t *line;
};

static unsigned
orientation_of(const struct jpeg_decompress_struct *jpeg)
{
    static const uint8_t name[] = {'E', 'x', 'i', 'f', 0, 0};

    for (jpeg_saved_marker_ptr at = jpeg->marker_list; at != NULL;
         at = at->next)
        if (at->data_length > sizeof(name) &&
            memcmp(at->data, name, sizeof(name)) == 0)
            return exif_orientation(at->data + sizeof(name),
                                    at->data_length - sizeof(name));
    return 0;
}

/* Programs that follow Adobe store how little ink there is. */
static void
drop_ink(uint8_t *line, uint32_t n, bool is_inverted)
{
    const uint8_t *from = line;
    unsigned full = is_inverted ? 0 : 255;

    for (uint32_t i = 0; i < n; i++, from += 4)
        for (unsigned c = 0; c < 3; c++) {
            unsigned light = from[c] ^ full, black = from[3] ^ full;

            *line++ = (uint8_t)((light * black + 127) / 255);
        }
}

static bool
read_all(struct reading *job, const uint8_t *bytes, size_t len)
{
    struct jpeg_decompress_struct *jpeg = &job->jpeg;
    bool is_ink;

    if (setjmp(job->job.out))
        return false;
    jpeg_create_decompress(jpeg);
    jpeg->progress = &job->job.progress;
    jpeg_mem_src(jpeg, bytes, len);
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(jpeg, TRUE);
    job->err =
        shrink_begin(job->to, jpeg->image_width, jpeg->image_height, job->why);
    if (job->err != LOYD_OK)
        return false;
    job->to->orientation = orientation_of(jpeg);
    is_ink = jpeg->jpeg_color_space == JCS_CMYK ||
             jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW; /* with integers */
    job->line = malloc(4 * (size_t)jpeg->image_width);
    if (job->line == NULL) {
        job->err = LOYD_E_NOMEM;
        return false;
    }
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint32_t y = jpeg->output_scanline;

        jpeg_read_scanlines(jpeg, &job->line, 1);
        if (is_ink)
            drop_ink(job->line, jpeg->image_width, jpeg->saw_Adobe_marker);
        shrink_add(job->to, job->line, jpeg->image_width, 0, 1, y);
    }
    jpeg_finish_decompress(jpeg);
    return true;
}

loyd_err
photo_read_jpeg(const uint8_t *bytes, size_t len, struct shrink *to,
                loyd_why *why)
{
    struct reading job = {.to = to, .why = why, .err = LOYD_OK};

    job.jpeg.err = watch(&job.job);
    if (!read_all(&job, bytes, len) && job.err == LOYD_OK)
        job.err = job.job.is_lost
                      ? LOYD_E_NOMEM
                      : why_set(why, LOYD_E_SYNTAX, "damaged JPEG: %s",
                                job.job.problem);
    jpeg_destroy_decompress(&job.jpeg);
    free(job.line);
    return job.err;
}

/* --- writing --- */

/* libjpeg's own writer into memory loses it after a jump. */
struct writing {
    struct job job;
    struct jpeg_compress_struct jpeg;
    struct jpeg_destination_mgr to;
    uint8_t block[4096];
    struct text text;
};

static void
begin_block(j_compress_ptr jpeg)
{
    struct writing *job = (struct writing *)jpeg->err;

    job->to.next_output_byte = job->block;
    job->to.free_in_buffer = sizeof(job->block);
}

static boolean
put_block(j_compress_ptr jpeg)
{
    struct writing *job = (struct writing *)jpeg->err;

    text_bytes(&job->text, (const char *)job->block, sizeof(job->block));
    begin_block(jpeg);
    return TRUE;
}

static void
put_rest(j_compress_ptr jpeg)
{
    struct writing *job = (struct writing *)jpeg->err;

    text_bytes(&job->text, (const char *)job->block,
               sizeof(job->block) - job->to.free_in_buffer);
}

static bool
write_all(struct writing *job, const uint8_t *rgb, uint32_t width,
          uint32_t height, int quality)
{
    struct jpeg_compress_struct *jpeg = &job->jpeg;

    if (setjmp(job->job.out))
        return false;
    jpeg_create_compress(jpeg);
    job->to.init_destination = begin_block;
    job->to.empty_output_buffer = put_block;
    job->to.term_destination = put_rest;
    jpeg->dest = &job->to;
    jpeg->image_width = width;
    jpeg->image_height = height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->dct_method = JDCT_ISLOW;
    jpeg_simple_progression(jpeg);
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < height) {
        JSAMPROW line =
            (JSAMPROW)&rgb[3 * (size_t)jpeg->next_scanline * width];

        jpeg_write_scanlines(jpeg, &line, 1);
    }
    jpeg_finish_compress(jpeg);
    return !job->text.is_lost;
}

bool
photo_write_jpeg(const uint8_t *rgb, uint32_t width, uint32_t height,
                 struct text *jpeg)
{
    enum { BEST = 85, WORST = 45, STEP = 10 };
    bool is_written = true, is_small = false;

    for (int quality = BEST; is_written && !is_small; quality -= STEP) {
        struct writing job = {.text = {0}};

        job.jpeg.err = watch(&job.job);
        is_written = write_all(&job, rgb, width, height, quality);
        is_small = job.text.len <= PHOTO_WRITTEN || quality <= WORST;
        if (is_written && is_small)
            text_bytes(jpeg, job.text.at, job.text.len);
        jpeg_destroy_compress(&job.jpeg);
        text_free(&job.text);
    }
    return is_written && !jpeg->is_lost;
}
