/* SPDX-License-Identifier: MIT */
/* Computes classes, and parses and prints their names. */
#include "loyd/class.h"

#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "base/why.h"
#include "core/class.h"

loyd_class
loyd_class_of(unsigned width, unsigned height, unsigned blank)
{
    unsigned x = blank % width, y = blank / width, least;

    if (x > width - 1 - x)
        x = width - 1 - x;
    if (y > height - 1 - y)
        y = height - 1 - y;
    /* The longer side is the width; a square may also be transposed. */
    if (width < height)
        return loyd_class_of(height, width, x * height + y);
    least = y * width + x;
    if (width == height && x * width + y < least)
        least = x * width + y;
    return (loyd_class){(uint8_t)width, (uint8_t)height, (uint8_t)least};
}

bool
class_equal(const loyd_class *a, const loyd_class *b)
{
    return a->width == b->width && a->height == b->height &&
           a->blank == b->blank;
}

static unsigned
at_most(uint64_t number, unsigned most)
{
    return number < most ? (unsigned)number : most;
}

loyd_err
class_parse(const char *text, size_t len, loyd_class *out, loyd_why *why)
{
    struct slice rest = {text, len}, size, first;
    char quote[WHY_QUOTE_BYTES];
    uint8_t width, height;
    uint64_t row, column;
    loyd_err err;

    WHY_GIVEN(why);
    if (!slice_cut(&rest, '@', &size) || !slice_cut(&rest, '.', &first) ||
        slice_number(first, &row) != NUMBER_GOOD ||
        slice_number(rest, &column) != NUMBER_GOOD)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid class '%s': expected SIZE@ROW.COL, such as "
                       "4x4@0.0, with the blank's row and column from 0",
                       why_quote(text, len, quote));
    err = loyd_size_parse(size.at, size.len, &width, &height, why);
    if (err != LOYD_OK)
        return err;
    if (row >= height || column >= width)
        return why_set(why, LOYD_E_RANGE,
                       "cell %u.%u is outside a %ux%u board: try %ux%u@%u.%u",
                       at_most(row, 9999), at_most(column, 9999), width,
                       height, width, height, at_most(row, height - 1U),
                       at_most(column, width - 1U));
    *out = loyd_class_of(width, height, (unsigned)(row * width + column));
    return LOYD_OK;
}

size_t
class_print(const loyd_class *cls, char text[CLASS_TEXT])
{
    return (size_t)snprintf(text, CLASS_TEXT, "%ux%u@%u.%u",
                            (unsigned)cls->width, (unsigned)cls->height,
                            (unsigned)cls->blank / cls->width,
                            (unsigned)cls->blank % cls->width);
}

void
class_no_sample(const loyd_class *cls, char text[NO_SAMPLE_TEXT])
{
    char name[CLASS_TEXT], layout[32] = "";

    class_print(cls, name);
    if (cls->blank > 0)
        snprintf(layout, sizeof(layout), " --layout rows,blank=%s",
                 strchr(name, '@') + 1);
    snprintf(text, NO_SAMPLE_TEXT,
             "no sample of class %s: make one with `loyd bands --sample "
             "%ux%u%s --db FILE`",
             name, (unsigned)cls->width, (unsigned)cls->height, layout);
}
