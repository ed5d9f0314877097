/* SPDX-License-Identifier: MIT */
/* Splits slices of text, and reads whole numbers from them. */
#include "base/slice.h"

bool
slice_is(struct slice slice, const char *string)
{
    return slice_equals(slice, slice_of(string));
}

bool
slice_equals(struct slice a, struct slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool
slice_skip(struct slice *slice, const char *prefix)
{
    size_t len = strlen(prefix);

    if (slice->len < len || memcmp(slice->at, prefix, len) != 0)
        return false;
    slice->at += len;
    slice->len -= len;
    return true;
}

/* Cuts at rest->at[at], where a mark of `mark` bytes is, or at the end. */
static bool
cut_at(struct slice *rest, size_t at, size_t mark, struct slice *head)
{
    bool has_mark = at < rest->len;

    *head = (struct slice){rest->at, at};
    rest->at += at + (has_mark ? mark : 0);
    rest->len -= at + (has_mark ? mark : 0);
    return has_mark;
}

bool
slice_cut(struct slice *rest, char mark, struct slice *head)
{
    const char *at = rest->len > 0 ? memchr(rest->at, mark, rest->len) : NULL;

    return cut_at(rest, at != NULL ? (size_t)(at - rest->at) : rest->len, 1,
                  head);
}

bool
slice_cut_last(struct slice *rest, char mark, struct slice *head)
{
    size_t at = rest->len;

    while (at > 0 && rest->at[at - 1] != mark)
        at--;
    return cut_at(rest, at > 0 ? at - 1 : rest->len, 1, head);
}

bool
slice_cut_dots(struct slice *rest, struct slice *head)
{
    size_t at = 0;

    while (at + 1 < rest->len &&
           (rest->at[at] != '.' || rest->at[at + 1] != '.'))
        at++;
    return cut_at(rest, at + 1 < rest->len ? at : rest->len, 2, head);
}

struct slice
slice_until(struct slice *rest, const char *marks)
{
    struct slice head = {rest->at, 0};

    while (head.len < rest->len &&
           (rest->at[head.len] == '\0' ||
            strchr(marks, rest->at[head.len]) == NULL))
        head.len++;
    rest->at += head.len;
    rest->len -= head.len;
    return head;
}

bool
slice_line(struct slice *rest, struct slice *line)
{
    if (rest->len == 0)
        return false;
    slice_cut(rest, '\n', line);
    if (line->len > 0 && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

enum number_form
slice_number(struct slice slice, uint64_t *number)
{
    uint64_t sum = 0;
    bool is_large = false;

    if (slice.len == 0)
        return NUMBER_NONE;
    for (size_t i = 0; i < slice.len; i++) {
        if (slice.at[i] < '0' || slice.at[i] > '9')
            return NUMBER_NONE;
        uint64_t digit = (uint64_t)(slice.at[i] - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            is_large = true;
        else
            sum = sum * 10 + digit;
    }
    if (slice.at[0] == '0' && slice.len > 1)
        return NUMBER_ZEROS;
    if (is_large)
        return NUMBER_LARGE;
    *number = sum;
    return NUMBER_GOOD;
}
