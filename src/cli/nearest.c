/* SPDX-License-Identifier: MIT */
/* Owns the distance between words, for "did you mean". */
#include "cli/nearest.h"

#include <stdint.h>
#include <string.h>

#define LETTERS_MAX 32

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* [Damerau, "A technique for computer detection ...", CACM 7 (1964)] */
size_t
edit_distance(const char *a, const char *b)
{
    size_t n = least(strlen(a), LETTERS_MAX);
    size_t m = least(strlen(b), LETTERS_MAX);
    size_t d[LETTERS_MAX + 1][LETTERS_MAX + 1];

    for (size_t i = 0; i <= n; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
            d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

int
is_near(const char *word, size_t distance)
{
    return distance <= strlen(word) / 3 + 1;
}

const char *
nearest_word(const char *word, const char *const *words)
{
    const char *best = NULL;
    size_t nearest = SIZE_MAX;

    for (size_t i = 0; words[i] != NULL; i++) {
        size_t distance = edit_distance(word, words[i]);

        if (distance < nearest) {
            nearest = distance;
            best = words[i];
        }
    }
    return best != NULL && is_near(word, nearest) ? best : NULL;
}
