/* SPDX-License-Identifier: MIT */
/* Writes filters as JSON. */
#include "store/filter_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/range.h"
#include "core/crypto.h"
#include "loyd/layout.h"
#include "store/rows.h"
#include "store/select.h"

#define DIGEST_SHOWN 8 /* bytes */

/* Names of values, in the order of their enums; "": left out. */
static const char *const use_names[] = {"", "used", "unused"};

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
    qsort(sizes, n, sizeof(sizes[0]), size_compare);
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
put_words(struct jw *json, const char *name, const char *const *given,
          size_t n)
{
    const char **words = copy_items(json, given, n, sizeof(words[0]));

    if (words == NULL)
        return;
    qsort(words, n, sizeof(words[0]), word_compare);
    jw_array(json, name, JW_TIGHT);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(words[i - 1], words[i]) != 0)
            jw_string(json, NULL, words[i]);
    jw_close(json);
    free(words);
}

static bool
is_wanted(const loyd_filter *filter, unsigned width, unsigned height)
{
    for (size_t i = 0; i < filter->n_sizes; i++)
        if (filter->sizes[i].width == width &&
            filter->sizes[i].height == height)
            return true;
    return filter->n_sizes == 0;
}

/*
 * Writes the canonical text of a layout if it is the same in all wanted sizes
 * in which the layout is valid, otherwise the text as given. Returns the text.
 */
static const char *
canonical(const loyd_filter *filter, const char *given,
          char text[LOYD_LAYOUT_TEXT])
{
    char printed[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    text[0] = '\0';
    for (unsigned w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            if (!is_wanted(filter, w, h) ||
                loyd_layout_parse(given, strlen(given), (uint8_t)w, (uint8_t)h,
                                  &layout, NULL) != LOYD_OK)
                continue;
            loyd_layout_print(&layout, printed);
            if (text[0] != '\0' && strcmp(text, printed) != 0)
                return given;
            memcpy(text, printed, sizeof(printed));
        }
    return text[0] != '\0' ? text : given;
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
           const loyd_range *given, size_t n)
{
    struct range_list ranges = {.n = 0};
    struct text text = {.at = NULL};

    if (n == 0)
        return;
    if (range_list_copy(&ranges, kind, given, n) != LOYD_OK)
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

static void
put_id(struct jw *json, const char *name, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    jw_string(json, name, text);
}

/* Writes the prefix of a range, or else its ends. */
static void
put_range(struct jw *json, const loyd_filter *filter)
{
    char first[LOYD_ID_CHARS + 1], last[LOYD_ID_CHARS + 1];
    loyd_id low, high;
    size_t n = 0;

    if (!filter->has_id)
        return;
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
put_ids(struct jw *json, const char *name, const loyd_id *given, size_t n)
{
    loyd_id *ids = copy_items(json, given, n, sizeof(ids[0]));
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    uint64_t count = 0;

    if (n > 0 && ids == NULL)
        return;
    if (n > 0)
        qsort(ids, n, sizeof(ids[0]), id_order);
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
put_prefix(struct jw *json, const loyd_moves *moves)
{
    char *text = malloc(loyd_moves_text_bytes(moves));

    if (text != NULL) {
        loyd_moves_print(moves, text);
        jw_string(json, "path_prefix", text);
    } else
        json->to->is_lost = true;
    free(text);
}

/* Writes what a puzzle must be. */
static void
put_wanted(struct jw *json, const loyd_filter *filter)
{
    put_sizes(json, filter);
    put_layouts(json, filter);
    if (filter->has_class) {
        char class[LOYD_CLASS_TEXT];

        loyd_class_print(&filter->goal_class, class);
        jw_string(json, "class", class);
    }
    put_ranges(json, "stm", RANGE_LENGTHS, filter->stm, filter->n_stm);
    put_ranges(json, "mtm", RANGE_LENGTHS, filter->mtm, filter->n_mtm);
    if (filter->metric == LOYD_MTM)
        jw_string(json, "metric", loyd_metric_name(filter->metric));
    put_ranges(json, "bounds", RANGE_LENGTHS, filter->bounds,
               filter->n_bounds);
    put_ranges(json, "gap", RANGE_LENGTHS, filter->gap, filter->n_gap);
    put_words(json, "band", filter->bands, filter->n_bands);
    put_ranges(json, "percentile", RANGE_PERCENTILES, filter->percentiles,
               filter->n_percentiles);
    if (filter->has_status)
        jw_string(json, "status", loyd_status_name(filter->status));
    if (filter->seed != NULL)
        jw_string(json, "seed", filter->seed);
    if (filter->name != NULL)
        jw_string(json, "name", filter->name);
    put_range(json, filter);
    if (filter->has_ids)
        put_ids(json, "ids", filter->ids, filter->n_ids);
    if (filter->n_excluded > 0)
        put_ids(json, "exclude", filter->excluded, filter->n_excluded);
    if (filter->path_prefix != NULL)
        put_prefix(json, filter->path_prefix);
    if (filter->use != LOYD_USE_ANY)
        jw_string(json, "use", use_names[filter->use]);
}

void
filter_put_json(struct jw *json, const char *name, const loyd_filter *filter)
{
    jw_object(json, name, JW_TIGHT);
    put_wanted(json, filter);
    if (filter->order != LOYD_ORDER_ID)
        jw_string(json, "order", orders[filter->order].name);
    if (filter->has_after)
        put_id(json, "after", &filter->after);
    if (filter->is_distinct)
        jw_boolean(json, "distinct", true);
    if (filter->pick != NULL)
        jw_string(json, "pick", filter->pick);
    if (filter->offset > 0)
        jw_uint(json, "offset", filter->offset);
    if (filter->limit > 0)
        jw_uint(json, "limit", filter->limit);
    jw_close(json);
}
