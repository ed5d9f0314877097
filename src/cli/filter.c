/* SPDX-License-Identifier: MIT */
/* Makes a filter of options. */
#include "cli/filter.h"

#include <string.h>

#include "cli/boards.h"
#include "cli/catalogue.h"

/* Checks that a layout is valid in one of the sizes, or in any. */
static int
check_layout(const loyd_filter *filter, const char *text)
{
    loyd_layout layout;
    loyd_why first = {""}, why;
    loyd_err err = LOYD_OK;

    if (filter->n_sizes == 0)
        return layout_check(text);
    for (size_t i = 0; i < filter->n_sizes; i++) {
        err = loyd_layout_parse(text, strlen(text), filter->sizes[i].width,
                                filter->sizes[i].height, &layout,
                                i == 0 ? &first : &why);
        if (err == LOYD_OK)
            return EXIT_DONE;
    }
    return report_option("--layout", err, &first);
}

static int
check_bands(const struct run *run, const loyd_filter *filter)
{
    const loyd_band *band;
    loyd_bands bands;
    loyd_why why = {""};
    int code = bands_take(run, &bands);

    for (size_t i = 0; code == EXIT_DONE && i < filter->n_bands; i++)
        code = report_option(
            "--band", loyd_bands_find(&bands, filter->bands[i], &band, &why),
            &why);
    return code;
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

/* --- the filter --- */

int
filter_make(const struct run *run, struct filter_lists *lists,
            loyd_filter *filter)
{
    const struct args *args = &run->args;
    int code = EXIT_DONE;

    *lists = (struct filter_lists){.ids = {.n = 0}};
    *filter = args->filter != NULL ? args->filter->filter
                                   : (loyd_filter){.n_sizes = 0};
    for (size_t i = 0; code == EXIT_DONE && i < filter->n_layouts; i++)
        code = check_layout(filter, filter->layouts[i]);
    if (code == EXIT_DONE && filter->n_bands > 0)
        code = check_bands(run, filter);
    if (code == EXIT_DONE)
        code = read_list(run, args->ids, &lists->ids);
    if (code == EXIT_DONE)
        code = read_list(run, args->exclude, &lists->excluded);
    filter->has_ids = args->ids != NULL;
    filter->ids = lists->ids.ids;
    filter->n_ids = lists->ids.n;
    filter->excluded = lists->excluded.ids;
    filter->n_excluded = lists->excluded.n;
    return code;
}

int
filter_with(struct run *run,
            int (*act)(struct run *run, const loyd_filter *filter))
{
    struct filter_lists lists;
    loyd_filter filter;
    int code = filter_make(run, &lists, &filter);

    if (code == EXIT_DONE)
        code = act(run, &filter);
    filter_lists_free(&lists);
    return code;
}

void
filter_lists_free(struct filter_lists *lists)
{
    id_list_free(&lists->ids);
    id_list_free(&lists->excluded);
}
