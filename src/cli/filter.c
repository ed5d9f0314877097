/* SPDX-License-Identifier: MIT */
/* Owns how options become a filter. */
#include "cli/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/boards.h"
#include "cli/catalogue.h"

/* --- values separated by commas --- */

/* Does the text after a comma continue a layout: its options, or a cell? */
static bool
continues_layout(const char *text)
{
    return strncmp(text, "missing=", strlen("missing=")) == 0 ||
           strncmp(text, "blank=", strlen("blank=")) == 0 ||
           (*text >= '0' && *text <= '9');
}

static bool
continues_nothing(const char *text)
{
    (void)text;
    return false;
}

/* Returns the length of the first value. */
static size_t
value_len(const char *text, bool (*continues)(const char *))
{
    size_t len = strcspn(text, ",");

    while (text[len] == ',' && continues(text + len + 1))
        len += 1 + strcspn(text + len + 1, ",");
    return len;
}

/* Splits a list into copies. Returns an exit code, after a message. */
static int
split(const char *option, const char *text, bool (*continues)(const char *),
      char ***values, size_t *n)
{
    char shown[QUOTED_BYTES];
    const char *at = text;
    size_t room = 0;

    while (at != NULL) {
        size_t len = value_len(at, continues);

        if (len == 0)
            return refuse(option, "empty value in '%s'", quoted(text, shown));
        if (!ARRAY_ROOM(*values, room, *n + 1) ||
            ((*values)[*n] = strndup(at, len)) == NULL)
            return report(option, LOYD_E_NOMEM, NULL);
        ++*n;
        at = at[len] == ',' ? at + len + 1 : NULL;
    }
    return EXIT_DONE;
}

static void
values_free(char **values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(values[i]);
    free(values);
}

static int
read_sizes(const char *text, struct filter_lists *lists)
{
    char **values = NULL;
    size_t n = 0;
    loyd_why why = {""};
    int code = split("--size", text, continues_nothing, &values, &n);

    lists->sizes = calloc(n + 1, sizeof(lists->sizes[0]));
    if (lists->sizes == NULL)
        code = report("--size", LOYD_E_NOMEM, NULL);
    for (size_t i = 0; code == EXIT_DONE && i < n; i++) {
        loyd_size *size = &lists->sizes[lists->n_sizes++];

        code =
            report_option("--size",
                          loyd_size_parse(values[i], strlen(values[i]),
                                          &size->width, &size->height, &why),
                          &why);
    }
    values_free(values, n);
    return code;
}

/* Checks that a layout is valid in one of the sizes, or in any. */
static int
check_layout(const struct filter_lists *lists, const char *text)
{
    loyd_layout layout;
    loyd_why first = {""}, why;
    loyd_err err = LOYD_OK;

    if (lists->n_sizes == 0)
        return layout_check(text);
    for (size_t i = 0; i < lists->n_sizes; i++) {
        err = loyd_layout_parse(text, strlen(text), lists->sizes[i].width,
                                lists->sizes[i].height, &layout,
                                i == 0 ? &first : &why);
        if (err == LOYD_OK)
            return EXIT_DONE;
    }
    return report_option("--layout", err, &first);
}

static int
check_bands(const struct run *run, const struct filter_lists *lists)
{
    const loyd_band *band;
    loyd_bands bands;
    loyd_why why = {""};
    int code = bands_take(run, &bands);

    for (size_t i = 0; code == EXIT_DONE && i < lists->n_bands; i++)
        code = report_option(
            "--band", loyd_bands_find(&bands, lists->bands[i], &band, &why),
            &why);
    return code;
}

/* Reads the lists of values. */
static int
read_values(const struct run *run, struct filter_lists *lists)
{
    const struct args *args = &run->args;
    int code = EXIT_DONE;

    if (args->sizes != NULL)
        code = read_sizes(args->sizes, lists);
    if (code == EXIT_DONE && args->layouts != NULL)
        code = split("--layout", args->layouts, continues_layout,
                     &lists->layouts, &lists->n_layouts);
    for (size_t i = 0; code == EXIT_DONE && i < lists->n_layouts; i++)
        code = check_layout(lists, lists->layouts[i]);
    if (code == EXIT_DONE && args->bands != NULL)
        code = split("--band", args->bands, continues_nothing, &lists->bands,
                     &lists->n_bands);
    return code == EXIT_DONE && lists->n_bands > 0 ? check_bands(run, lists)
                                                   : code;
}

/* Reads the ranges again, which are valid. */
static int
read_ranges(const struct args *args, struct filter_lists *lists)
{
    const struct {
        const char *option;
        const char *text;
        enum range_kind kind;
        struct range_list *to;
    } ranges[] = {
        {"--stm", args->stms, RANGE_LENGTHS, &lists->stm},
        {"--mtm", args->mtms, RANGE_LENGTHS, &lists->mtm},
        {"--bounds", args->bounds, RANGE_LENGTHS, &lists->bounds},
        {"--gap", args->gaps, RANGE_LENGTHS, &lists->gap},
        {"--percentile", args->percentiles, RANGE_PERCENTILES,
         &lists->percentiles},
    };
    int code = EXIT_DONE;

    for (size_t i = 0;
         code == EXIT_DONE && i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        const char *text = ranges[i].text;
        loyd_why why = {""};

        if (text != NULL)
            code = report_option(ranges[i].option,
                                 range_list_parse(text, strlen(text),
                                                  ranges[i].kind, ranges[i].to,
                                                  &why),
                                 &why);
    }
    return code;
}

/* --- single values --- */

static int
check_pick(const struct run *run)
{
    const struct args *args = &run->args;
    int code = text_check("--pick", args->pick);

    if (code != EXIT_DONE || args->pick == NULL)
        return code;
    if (args->after != NULL || args->order != LOYD_ORDER_ID)
        return refuse_both(run->command->name, "--pick",
                           args->after != NULL ? "--after" : "--order");
    if (args->limit == 0)
        return refuse_without(run->command->name, "--pick", "--limit");
    return EXIT_DONE;
}

static int
read_id(const char *option, const char *text, loyd_id *first, loyd_id *last)
{
    loyd_why why = {""};

    return text == NULL ? EXIT_DONE
                        : report_option(option,
                                        loyd_id_parse(text, strlen(text),
                                                      first, last, &why),
                                        &why);
}

static int
read_after(const char *text, loyd_filter *filter)
{
    char shown[QUOTED_BYTES];
    int code = read_id("--after", text, &filter->after, &filter->after);

    if (code == EXIT_DONE && text != NULL && strlen(text) != LOYD_ID_CHARS)
        return refuse("--after", "incomplete id '%s': expected %d characters",
                      quoted(text, shown), LOYD_ID_CHARS);
    return code;
}

static int
read_prefix(const char *text, loyd_moves *prefix)
{
    loyd_why why = {""};

    return text == NULL
               ? EXIT_DONE
               : report_option(
                     "--path-prefix",
                     loyd_moves_parse(text, strlen(text), prefix, &why), &why);
}

/* --- ids --- */

/* Finds the first id of a list that is not stored: the library does not name
 * its line. */
static int
deny_missing(const struct run *run, const struct id_list *list)
{
    char id[LOYD_ID_CHARS + 1], where[ID_PLACE_BYTES];

    for (size_t i = 0; i < list->n; i++) {
        const loyd_filter one = {
            .has_id = true, .id_first = list->ids[i], .id_last = list->ids[i]};
        loyd_why why = {""};
        uint64_t n = 0;
        loyd_err err = loyd_store_count(run->store, &one, &n, &why);

        if (err != LOYD_OK)
            return report(run->db, err, &why);
        if (n > 0)
            continue;
        loyd_id_print(&list->ids[i], id);
        return deny(id_list_place(list, i, where), "no puzzle '%s'", id);
    }
    return EXIT_DONE;
}

/* Reads a list of ids, which must be in the catalogue. */
static int
read_list(const struct run *run, const char *path, struct id_list *list)
{
    int code = path != NULL ? id_list_read_file(path, list) : EXIT_DONE;
    loyd_filter all = {.has_ids = true};
    loyd_why why = {""};
    uint64_t n;
    loyd_err err;

    if (code != EXIT_DONE || list->n == 0)
        return code;
    all.ids = list->ids;
    all.n_ids = list->n;
    err = loyd_store_count(run->store, &all, &n, &why);
    return err == LOYD_E_NOT_FOUND ? deny_missing(run, list)
                                   : report(run->db, err, &why);
}

static int
read_ids(const struct run *run, struct filter_lists *lists)
{
    const struct args *args = &run->args;
    int code;

    if (args->ids != NULL && args->exclude != NULL &&
        strcmp(args->ids, "-") == 0 && strcmp(args->exclude, "-") == 0)
        return refuse_both(run->command->name, "--ids -", "--exclude -");
    code = read_list(run, args->ids, &lists->ids);
    return code == EXIT_DONE ? read_list(run, args->exclude, &lists->excluded)
                             : code;
}

/* --- the filter --- */

static void
fill_filter(const struct args *args, const struct filter_lists *lists,
            loyd_filter *filter)
{
    *filter = (loyd_filter){
        .sizes = lists->sizes,
        .n_sizes = lists->n_sizes,
        .layouts = (const char *const *)lists->layouts,
        .n_layouts = lists->n_layouts,
        .bands = (const char *const *)lists->bands,
        .n_bands = lists->n_bands,
        .has_ids = args->ids != NULL,
        .ids = lists->ids.ids,
        .n_ids = lists->ids.n,
        .excluded = lists->excluded.ids,
        .n_excluded = lists->excluded.n,
        .path_prefix = args->path_prefix != NULL ? &lists->prefix : NULL,
        .stm = lists->stm.at,
        .n_stm = lists->stm.n,
        .mtm = lists->mtm.at,
        .n_mtm = lists->mtm.n,
        .metric = (loyd_metric)args->metric,
        .bounds = lists->bounds.at,
        .n_bounds = lists->bounds.n,
        .gap = lists->gap.at,
        .n_gap = lists->gap.n,
        .percentiles = lists->percentiles.at,
        .n_percentiles = lists->percentiles.n,
        .has_status = args->status != 0,
        .status = (loyd_status)(args->status != 0 ? args->status - 1 : 0),
        .has_class = args->has_class,
        .goal_class = args->goal_class,
        .has_id = args->id != NULL,
        .has_after = args->after != NULL,
        .seed = args->seed,
        .name = args->name,
        .order = (loyd_order)args->order,
        .is_distinct = args->distinct,
        .pick = args->pick,
        .offset = args->offset,
        .limit = args->limit,
    };
    if (args->used || args->unused)
        filter->use = args->used ? LOYD_USE_USED : LOYD_USE_UNUSED;
}

int
filter_make(const struct run *run, struct filter_lists *lists,
            loyd_filter *filter)
{
    const struct args *args = &run->args;
    int code;

    *lists = (struct filter_lists){.n_sizes = 0};
    if (args->used && args->unused)
        return refuse_both(run->command->name, "--used", "--unused");
    if ((code = check_pick(run)) != EXIT_DONE ||
        (code = text_check("--seed", args->seed)) != EXIT_DONE ||
        (code = text_check("--name", args->name)) != EXIT_DONE ||
        (code = read_values(run, lists)) != EXIT_DONE ||
        (code = read_ranges(args, lists)) != EXIT_DONE ||
        (code = read_prefix(args->path_prefix, &lists->prefix)) != EXIT_DONE)
        return code;
    if ((code = read_ids(run, lists)) != EXIT_DONE)
        return code;
    fill_filter(args, lists, filter);
    if ((code = read_id("--id", args->id, &filter->id_first,
                        &filter->id_last)) != EXIT_DONE)
        return code;
    return read_after(args->after, filter);
}

void
filter_lists_free(struct filter_lists *lists)
{
    free(lists->sizes);
    values_free(lists->layouts, lists->n_layouts);
    values_free(lists->bands, lists->n_bands);
    range_list_free(&lists->stm);
    range_list_free(&lists->mtm);
    range_list_free(&lists->bounds);
    range_list_free(&lists->gap);
    range_list_free(&lists->percentiles);
    id_list_free(&lists->ids);
    id_list_free(&lists->excluded);
    loyd_moves_free(&lists->prefix);
    *lists = (struct filter_lists){.n_sizes = 0};
}
