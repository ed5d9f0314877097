/* SPDX-License-Identifier: MIT */
/* Computes edit distances, for the suggestions in messages. */
#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

/* Longer than any name: letters after these make no difference. */
#define LETTERS_MAX 32

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* [Damerau, "A technique for computer detection ...", CACM 7 (1964)] */
size_t
nearest_distance(const char *text, size_t len, const char *name)
{
    size_t n = least(len, LETTERS_MAX), m = least(strlen(name), LETTERS_MAX);
    size_t d[LETTERS_MAX + 1][LETTERS_MAX + 1];

    for (size_t i = 0; i <= n; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
            d[i][j] = least(d[i][j],
                            d[i - 1][j - 1] + (text[i - 1] != name[j - 1]));
            if (i > 1 && j > 1 && text[i - 1] == name[j - 2] &&
                text[i - 2] == name[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

bool
nearest_is_slip(size_t len, size_t distance)
{
    return distance <= (len < 6 ? 1 : len / 3);
}

const char *
nearest_name(const char *text, size_t len, const char *const *names, size_t n)
{
    const char *best = names[0];
    size_t nearest = SIZE_MAX;

    for (size_t i = 0; i < n; i++) {
        size_t distance = nearest_distance(text, len, names[i]);

        if (distance < nearest) {
            nearest = distance;
            best = names[i];
        }
    }
    return best;
}

const char *
nearest_word(const char *word, const char *const *names)
{
    size_t len = strlen(word), n = 0;
    const char *near;

    for (; names[n] != NULL; n++)
        if (len > 0 && strncmp(names[n], word, len) == 0)
            return names[n];
    if (n == 0)
        return NULL;
    near = nearest_name(word, len, names, n);
    return nearest_is_slip(len, nearest_distance(word, len, near)) ? near
                                                                   : NULL;
}
