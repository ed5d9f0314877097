/* SPDX-License-Identifier: MIT */
/* Translates a filter into runs of the indices. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "store/filter_table.h"
#include "store/select.h"

/* The SELECT being filled, with the wanted class. */
struct builder {
    struct select *sel;
    int64_t class;   /* -1: any */
    bool needs_draw; /* of the runs that are added */
};

/* Adds the runs of a goal or class, if its class is wanted. */
static loyd_err
add_runs(struct builder *build, enum run_kind kind, int64_t key, int64_t class,
         loyd_why *why)
{
    const struct id_run run = {.kind = kind,
                               .key = key,
                               .class = class,
                               .needs_draw = build->needs_draw};

    if (build->class >= 0 && class != build->class)
        return LOYD_OK;
    return ranges_add(build->sel, run, class, why);
}

static loyd_err
add_named(struct builder *build, uint8_t width, uint8_t height, loyd_why *why)
{
    const struct goal_row *goal;
    struct query q;
    int64_t pk;
    bool found = true;
    loyd_err err = LOYD_OK;

    goals_begin(&q, build->sel->store, width, height, true, why);
    while (err == LOYD_OK) {
        err = goals_next(&q, &pk, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if ((err = goal_get(build->sel->store, pk, &goal, why)) == LOYD_OK)
            err = add_runs(build, RUN_GOAL, pk, goal->class, why);
    }
    return query_end(&q, err);
}

/* Adds the named goals of a size one by one, the others by their classes. */
static loyd_err
add_size(struct builder *build, uint8_t width, uint8_t height, loyd_why *why)
{
    unsigned longer = width > height ? width : height;
    unsigned shorter = width > height ? height : width;
    loyd_err err = add_named(build, width, height, why);

    /* A class is named after its least blank, the longer side horizontal. */
    for (unsigned blank = 0; err == LOYD_OK && blank < longer * shorter;
         blank++) {
        int64_t class = goal_class(longer, shorter, blank);
        if (class % 256 == (int64_t)blank)
            err = add_runs(build, RUN_CLASS, class, class, why);
    }
    return err;
}

/* Adds all sizes of the catalogue. */
static loyd_err
add_sizes(struct builder *build, loyd_why *why)
{
    uint8_t width = 0, height = 0;
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        err = goal_next_size(build->sel->store, &width, &height, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = add_size(build, width, height, why);
    }
    return err;
}

/* A layout that draws goals, in one size. */
struct drawn {
    uint8_t width;
    uint8_t height;
    const char *text; /* as loyd_layout_print writes it */
};

/* Returns whether the text of a series begins with the size and layout. */
static bool
is_drawn_by(const void *context, const char *text)
{
    const struct drawn *drawn = context;
    char prefix[RECIPE_PREFIX];

    sqlite3_snprintf((int)sizeof(prefix), prefix, "%ux%u/%s~", drawn->width,
                     drawn->height, drawn->text);
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Adds a size whose goals a layout draws: only puzzles with a recipe of it
 * match. */
static loyd_err
add_drawn(struct builder *build, const loyd_layout *layout, uint8_t width,
          uint8_t height, loyd_why *why)
{
    char text[LOYD_LAYOUT_TEXT];
    const struct drawn drawn = {width, height, text};
    loyd_err err;

    loyd_layout_print(layout, text);
    err = series_list(&build->sel->drawn, build->sel->store, is_drawn_by,
                      &drawn, why);
    build->needs_draw = true;
    if (err == LOYD_OK)
        err = add_size(build, width, height, why);
    build->needs_draw = false;
    return err;
}

/* Checks that a layout is valid in one of the wanted sizes. */
static loyd_err
check_layout(const struct select *sel, const char *text, loyd_why *why)
{
    uint8_t width = LOYD_SIDE_MAX, height = LOYD_SIDE_MAX;
    loyd_layout layout;

    for (uint8_t w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (uint8_t h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            if (sel->has_sizes && !size_set_has(&sel->sizes, w, h))
                continue;
            if (loyd_layout_parse(text, strlen(text), w, h, &layout, NULL) ==
                LOYD_OK)
                return LOYD_OK;
            width = w;
            height = h;
        }
    /* The error in the largest size is the most useful. */
    return loyd_layout_parse(text, strlen(text), width, height, &layout, why);
}

/* Adds the goal of a layout in one size, or the size if the goal is drawn. */
static loyd_err
add_layout_here(struct builder *build, const char *text, uint8_t width,
                uint8_t height, loyd_why *why)
{
    const struct goal_row *goal;
    loyd_layout layout;
    loyd_err err;

    if (loyd_layout_parse(text, strlen(text), width, height, &layout, NULL) !=
        LOYD_OK)
        return LOYD_OK;
    if (layout.is_drawn)
        return add_drawn(build, &layout, width, height, why);
    err = goal_find(build->sel->store, &layout.goal, &goal, why);
    return err == LOYD_OK && goal != NULL
               ? add_runs(build, RUN_GOAL, goal->pk, goal->class, why)
               : err;
}

/* Adds the layouts in each wanted size of the catalogue. */
static loyd_err
add_layouts(struct builder *build, const loyd_filter *filter, loyd_why *why)
{
    const struct select *sel = build->sel;
    uint8_t width = 0, height = 0;
    bool found = true;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < filter->n_layouts; i++)
        err = check_layout(sel, filter->layouts[i], why);
    while (err == LOYD_OK) {
        err = goal_next_size(sel->store, &width, &height, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if (sel->has_sizes && !size_set_has(&sel->sizes, width, height))
            continue;
        for (size_t i = 0; err == LOYD_OK && i < filter->n_layouts; i++)
            err =
                add_layout_here(build, filter->layouts[i], width, height, why);
    }
    return err;
}

/* Adds the wanted sizes. */
static loyd_err
add_size_set(struct builder *build, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (unsigned w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++)
            if (err == LOYD_OK && size_set_has(&build->sel->sizes, w, h))
                err = add_size(build, (uint8_t)w, (uint8_t)h, why);
    return err;
}

static loyd_err
check_class(const loyd_class *cls, loyd_why *why)
{
    loyd_class same;

    if (size_check(cls->width, cls->height, NULL) == LOYD_OK &&
        cls->blank < cls->width * cls->height) {
        same = loyd_class_of(cls->width, cls->height, cls->blank);
        if (class_equal(&same, cls))
            return LOYD_OK;
    }
    return why_set(why, LOYD_E_RANGE,
                   "invalid class: %ux%u with the blank in cell %u",
                   cls->width, cls->height, cls->blank);
}

/* Checks ranges of whole numbers; `what` is their name. */
static loyd_err
check_ranges(const loyd_range *ranges, size_t n, enum range_kind kind,
             const char *what, loyd_why *why)
{
    for (size_t i = 0; i < n; i++)
        if (!range_is_valid(kind, &ranges[i]))
            return why_set(
                why, LOYD_E_RANGE,
                ranges[i].low > ranges[i].high ? "empty range of %s %u..%u"
                                               : "invalid range of %s %u..%u",
                what, (unsigned)ranges[i].low, (unsigned)ranges[i].high);
    return LOYD_OK;
}

static loyd_err
check_lengths(const loyd_range *ranges, size_t n, const char *what,
              loyd_why *why)
{
    return check_ranges(ranges, n, RANGE_LENGTHS, what, why);
}

static loyd_err
check_traits(const loyd_filter *filter, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (const struct filter_row *row = filter_rows;
         err == LOYD_OK && row->name != NULL; row++)
        if (row->kind == FILTER_TRAITS || row->kind == FILTER_GAMES ||
            row->kind == FILTER_REALS)
            err = check_ranges(
                *(const loyd_range *const *)filter_value(filter, row),
                filter_count(filter, row), filter_range_kind(row), row->name,
                why);
    return err;
}

static loyd_err
check(const loyd_filter *filter, loyd_why *why)
{
    loyd_err err;

    for (size_t i = 0; i < filter->n_sizes; i++)
        if (size_check(filter->sizes[i].width, filter->sizes[i].height,
                       NULL) != LOYD_OK)
            return why_set(why, LOYD_E_RANGE,
                           "invalid size %ux%u: expected sides 2..15",
                           filter->sizes[i].width, filter->sizes[i].height);
    if ((err = check_lengths(filter->stm, filter->n_stm, "lengths", why)) ||
        (err = check_lengths(filter->mtm, filter->n_mtm, "lengths", why)) ||
        (err =
             check_lengths(filter->bounds, filter->n_bounds, "bounds", why)) ||
        (err = check_lengths(filter->gap, filter->n_gap, "gaps", why)) ||
        (err = check_traits(filter, why)))
        return err;
    for (size_t i = 0; i < filter->n_percentiles; i++)
        if (!range_is_valid(RANGE_PERCENTILES, &filter->percentiles[i]))
            return why_set(why, LOYD_E_RANGE, "invalid range of percentiles");
    if ((unsigned)filter->metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u", filter->metric);
    if (filter->has_status && (unsigned)filter->status >= LOYD_STATUS_COUNT_)
        return why_set(why, LOYD_E_RANGE, "invalid status %u", filter->status);
    if (filter->pick != NULL && (filter->has_after || filter->order != NULL))
        return why_set(why, LOYD_E_RANGE,
                       "pick cannot be combined with an order or with after");
    if (filter->has_id &&
        memcmp(filter->id_first.byte, filter->id_last.byte, LOYD_ID_BYTES) > 0)
        return why_set(why, LOYD_E_RANGE, "empty range of ids");
    if (filter->pick != NULL && filter->limit == 0)
        return why_set(why, LOYD_E_RANGE, "pick needs a limit");
    return filter->has_class ? check_class(&filter->goal_class, why) : LOYD_OK;
}

static loyd_err
add_all(struct builder *build, const loyd_filter *filter, loyd_why *why)
{
    struct select *sel = build->sel;

    if (filter->n_layouts > 0)
        return add_layouts(build, filter, why);
    if (sel->has_sizes)
        return add_size_set(build, why);
    if (filter->n_stm > 0 || sel->is_by_mtm || filter->n_bounds > 0 ||
        filter->n_gap > 0 || filter->n_percentiles > 0 ||
        filter->n_bands > 0 || sel->want.wants != WANT_ALL ||
        filter->has_class || sel->order.is_by_length)
        return add_sizes(build, why);
    return select_add(sel, (struct id_run){.kind = RUN_ALL, .length = -1});
}

/* Notes what is wanted of the lengths, and by which of them to walk. */
static loyd_err
want_lengths(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    loyd_err err;

    if (filter->has_status)
        sel->want.wants &= 1U << filter->status;
    if ((err = ranges_begin(sel, filter, why)) != LOYD_OK)
        return err;
    length_test_begin(sel, filter);
    return ranges_narrow(sel);
}

/* Narrows the range of ids to the puzzle of the filter's name; none is left if
 * it is not in the range. */
static loyd_err
narrow_to_name(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    loyd_id named;
    loyd_err err;

    if (filter->name == NULL)
        return LOYD_OK;
    err = loyd_store_name_id(sel->store, filter->name, &named, why);
    if (err != LOYD_OK)
        return err;
    if (id_compare(&named, &sel->first) > 0)
        sel->first = named;
    if (id_compare(&named, &sel->last) < 0)
        sel->last = named;
    return LOYD_OK;
}

/* Turns lengths, classes and size into runs; put_conditions does the rest. */
loyd_err
filter_runs(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    struct builder build = {.sel = sel, .class = -1};
    loyd_err err = check(filter, why);

    if (err != LOYD_OK)
        return err;
    if (filter->has_id) {
        sel->first = filter->id_first;
        sel->last = filter->id_last;
    }
    if ((err = narrow_to_name(sel, filter, why)) != LOYD_OK ||
        (err = want_lengths(sel, filter, why)) != LOYD_OK)
        return err;
    sel->has_sizes = filter->n_sizes > 0;
    for (size_t i = 0; i < filter->n_sizes; i++)
        sel->sizes.heights[filter->sizes[i].width] |=
            (uint16_t)(1U << filter->sizes[i].height);
    if (filter->has_class)
        build.class =
            goal_class(filter->goal_class.width, filter->goal_class.height,
                       filter->goal_class.blank);
    err = add_all(&build, filter, why);
    length_test_follow(sel);
    return err;
}
