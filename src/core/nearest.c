/* SPDX-License-Identifier: MIT */
/* Owns the edit distance behind "did you mean". */
#include "core/nearest.h"

#include <stdint.h>
#include <string.h>

/* What is longer than any name is as far off after so many characters. */
#define WORD_MAX 32

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* [Levenshtein, Soviet Physics Doklady 10 (1966)], one row at a time. */
static size_t
distance(const char *text, size_t len, const char *name)
{
    size_t name_len = least(strlen(name), WORD_MAX);
    size_t row[WORD_MAX + 1];

    for (size_t j = 0; j <= name_len; j++)
        row[j] = j;
    for (size_t i = 1; i <= len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= name_len; j++) {
            size_t above = row[j];
            size_t swapped = diagonal + (text[i - 1] != name[j - 1]);
            row[j] = least(least(above, row[j - 1]) + 1, swapped);
            diagonal = above;
        }
    }
    return row[name_len];
}

const char *
nearest_name(const char *text, size_t len, const char *const *names, size_t n)
{
    const char *best = names[0];
    size_t best_distance = SIZE_MAX;

    for (size_t i = 0; i < n; i++) {
        size_t d = distance(text, least(len, WORD_MAX), names[i]);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

bool
nearest_is_near(const char *text, size_t len, const char *name)
{
    return distance(text, least(len, WORD_MAX), name) <= len / 3 + 1;
}
