/* SPDX-License-Identifier: MIT */
/* Writes filters as JSON. */
#include "store/filter_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/range.h"
#include "core/crypto.h"
#include "core/moves.h"
#include "loyd/layout.h"
#include "store/filter_table.h"
#include "store/rows.h"

#define DIGEST_SHOWN 8 /* bytes */

/* Copies an array of n items; NULL if there are none or memory runs out. */
static void *
copy_items(struct jw *json, const void *items, size_t n, size_t bytes)
{
    void *copy = n > 0 ? calloc(n, bytes) : NULL;

    if (copy != NULL)
        memcpy(copy, items, n * bytes);
    else if (n > 0)
        json->to->is_lost = true;
    return copy;
}

static int
size_compare(const void *a, const void *b)
{
    const loyd_size *one = a, *other = b;

    if (one->width != other->width)
        return one->width < other->width ? -1 : 1;
    return (one->height > other->height) - (one->height < other->height);
}

static void
put_sizes(struct jw *json, const loyd_filter *filter)
{
    size_t n = filter->n_sizes;
    loyd_size *sizes =
        copy_items(json, filter->sizes, n, sizeof(filter->sizes[0]));

    if (sizes == NULL)
        return;
    ARRAY_SORT(sizes, n, size_compare);
    jw_array(json, "size", JW_TIGHT);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || size_compare(&sizes[i - 1], &sizes[i]) != 0)
            jw_format(json, NULL, "%ux%u", sizes[i].width, sizes[i].height);
    jw_close(json);
    free(sizes);
}

static int
word_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes texts sorted by their bytes. */
static void
put_words(struct jw *json, const char *name, const char *const *items,
          size_t n)
{
    const char **words = copy_items(json, items, n, sizeof(words[0]));

    if (words == NULL)
        return;
    ARRAY_SORT(words, n, word_compare);
    jw_array(json, name, JW_TIGHT);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(words[i - 1], words[i]) != 0)
            jw_string(json, NULL, words[i]);
    jw_close(json);
    free(words);
}

/*
 * Writes the canonical text of a layout if it is the same in all wanted sizes
 * in which the layout is valid, otherwise as it is written. Returns the text.
 */
static const char *
canonical(const loyd_filter *filter, const char *written,
          char text[LOYD_LAYOUT_TEXT])
{
    char printed[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    text[0] = '\0';
    for (unsigned w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            if (!filter_wants_size(filter, w, h) ||
                loyd_layout_parse(written, strlen(written), (uint8_t)w,
                                  (uint8_t)h, &layout, NULL) != LOYD_OK)
                continue;
            loyd_layout_print(&layout, printed);
            if (text[0] != '\0' && strcmp(text, printed) != 0)
                return written;
            memcpy(text, printed, sizeof(printed));
        }
    return text[0] != '\0' ? text : written;
}

static void
put_layouts(struct jw *json, const loyd_filter *filter)
{
    size_t n = filter->n_layouts;
    const char **names = n > 0 ? calloc(n, sizeof(names[0])) : NULL;
    char(*texts)[LOYD_LAYOUT_TEXT] = n > 0 ? calloc(n, sizeof(*texts)) : NULL;

    if (names != NULL && texts != NULL) {
        for (size_t i = 0; i < n; i++)
            names[i] = canonical(filter, filter->layouts[i], texts[i]);
        put_words(json, "layout", names, n);
    } else if (n > 0)
        json->to->is_lost = true;
    free(texts);
    free(names);
}

/* Writes one range as a string, several as an array of them. */
static void
put_ranges(struct jw *json, const char *name, enum range_kind kind,
           const loyd_range *items, size_t n)
{
    struct range_list ranges = {.n = 0};
    struct text text = {.at = NULL};

    if (n == 0)
        return;
    if (range_list_copy(&ranges, kind, items, n) != LOYD_OK)
        json->to->is_lost = true;
    if (ranges.n > 1)
        jw_array(json, name, JW_TIGHT);
    for (size_t i = 0; i < ranges.n && !text.is_lost; i++) {
        text_clear(&text);
        range_print(&text, kind, &ranges.at[i]);
        jw_string(json, ranges.n > 1 ? NULL : name,
                  text.is_lost ? "" : text.at);
    }
    if (ranges.n > 1)
        jw_close(json);
    json->to->is_lost |= text.is_lost;
    text_free(&text);
    range_list_free(&ranges);
}

/* Writes the prefix of a range, or else its ends. */
static void
put_range(struct jw *json, const loyd_filter *filter)
{
    char first[LOYD_ID_CHARS + 1], last[LOYD_ID_CHARS + 1];
    loyd_id low, high;
    size_t n = 0;

    loyd_id_print(&filter->id_first, first);
    loyd_id_print(&filter->id_last, last);
    while (n < LOYD_ID_CHARS && first[n] == last[n])
        n++;
    if (n == 0 || loyd_id_parse(first, n, &low, &high, NULL) != LOYD_OK ||
        id_compare(&low, &filter->id_first) != 0 ||
        id_compare(&high, &filter->id_last) != 0)
        jw_format(json, "id", "%s..%s", first, last);
    else
        jw_format(json, "id", "%.*s", (int)n, first);
}

static void
put_ids(struct jw *json, const char *name, const loyd_id *items, size_t n)
{
    loyd_id *ids = copy_items(json, items, n, sizeof(ids[0]));
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    uint64_t count = 0;

    if (n > 0 && ids == NULL)
        return;
    ARRAY_SORT(ids, n, id_order);
    crypto_hash_begin(&hash, NULL);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || id_order(&ids[i - 1], &ids[i]) != 0) {
            crypto_hash_add(&hash, ids[i].byte, LOYD_ID_BYTES);
            count++;
        }
    crypto_hash_end(&hash, digest);
    free(ids);
    jw_object(json, name, JW_TIGHT);
    jw_uint(json, "count", count);
    jw_hex(json, "digest", digest, DIGEST_SHOWN);
    jw_close(json);
}

static void
put_class(struct jw *json, const char *name, const loyd_class *cls)
{
    char text[LOYD_CLASS_TEXT];

    loyd_class_print(cls, text);
    jw_string(json, name, text);
}

static void
put_whole_id(struct jw *json, const char *name, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    jw_string(json, name, text);
}

/* Writes a member. */
static void
put_row(struct jw *json, const struct filter_row *row,
        const loyd_filter *filter)
{
    const void *value = filter_value(filter, row);
    const void *list = row->n != 0 ? *(const void *const *)value : NULL;
    size_t n = row->n != 0 ? filter_count(filter, row) : 0;

    switch (row->kind) {
    case FILTER_SIZES:
        put_sizes(json, filter);
        break;
    case FILTER_LAYOUTS:
        put_layouts(json, filter);
        break;
    case FILTER_WORDS:
        put_words(json, row->name, list, n);
        break;
    case FILTER_LENGTHS:
    case FILTER_PERCENTILES:
    case FILTER_TRAITS:
    case FILTER_GAMES:
    case FILTER_REALS:
        put_ranges(json, row->name, filter_range_kind(row), list, n);
        break;
    case FILTER_CLASS:
        put_class(json, row->name, value);
        break;
    case FILTER_WORD:
        jw_string(json, row->name, row->word(*(const unsigned *)value));
        break;
    case FILTER_TEXT:
    case FILTER_ORDER:
        jw_string(json, row->name, *(const char *const *)value);
        break;
    case FILTER_ID:
        put_range(json, filter);
        break;
    case FILTER_WHOLE_ID:
        put_whole_id(json, row->name, value);
        break;
    case FILTER_IDS:
        put_ids(json, row->name, list, n);
        break;
    case FILTER_MOVES:
        moves_json(json, row->name, *(const loyd_moves *const *)value);
        break;
    case FILTER_TRUTH:
        jw_boolean(json, row->name, *(const bool *)value);
        break;
    case FILTER_NUMBER:
        jw_uint(json, row->name, *(const uint64_t *)value);
        break;
    }
}

void
filter_put_json(struct jw *json, const char *name, const loyd_filter *filter)
{
    jw_object(json, name, JW_TIGHT);
    for (const struct filter_row *row = filter_rows; row->name != NULL; row++)
        if (filter_has(filter, row))
            put_row(json, row, filter);
    jw_close(json);
}
