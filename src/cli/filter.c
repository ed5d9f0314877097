/* SPDX-License-Identifier: MIT */
/* Makes a filter of options. */
#include "cli/filter.h"

#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"

/* Reads a list of ids, and says how many of them are not in the catalogue. */
static int
read_list(const struct run *run, const char *path, struct id_list *list)
{
    int code = path != NULL ? id_list_read_file(path, list) : EXIT_DONE;
    loyd_filter all = {.has_ids = true};
    loyd_why why = {""};
    char count[COUNTED_BYTES];
    uint64_t n;
    loyd_err err;

    if (code != EXIT_DONE || list->n == 0)
        return code;
    all.ids = list->ids;
    all.n_ids = list->n;
    err = loyd_store_count(run->store, &all, &n, &why);
    if (err == LOYD_OK && n < list->n)
        note(path, "%s not in the catalogue",
             counted(list->n - n, "puzzle", count));
    return report(run->db, err, &why);
}

/* Checks that the catalogue has the bands of a filter, before its use: their
 * names are words of options. */
static int
check_bands(const struct run *run, const loyd_filter *filter)
{
    const loyd_band *band;
    loyd_bands bands;
    loyd_why why = {""};
    loyd_err err;

    for (size_t i = 0; i < filter->n_conditions; i++) {
        const loyd_condition *of = &filter->conditions[i];
        bool is_mtm = strcmp(of->column, "mtm_band") == 0;

        if ((!is_mtm && strcmp(of->column, "band") != 0) ||
            of->value[strlen(of->value) - 1] == '*')
            continue;
        if ((err = loyd_store_bands(run->store, &bands, &why)) != LOYD_OK)
            return report(run->db, err, &why);
        err = loyd_bands_find(&bands, of->value, &band, &why);
        if (err != LOYD_OK)
            return report_option(is_mtm ? "--mtm-band" : "--band", err, &why);
    }
    return EXIT_DONE;
}

/* The same for what only SQLite finds wrong in an expression. */
static int
check_where(const struct run *run, const loyd_filter *filter)
{
    const loyd_filter only = {.where = filter->where};
    char *sql = NULL;
    loyd_why why = {""};
    loyd_err err;

    if (filter->where == NULL)
        return EXIT_DONE;
    err = loyd_store_sql(run->store, &only, &sql, &why);
    free(sql);
    if (err != LOYD_E_SYNTAX)
        return report(run->db, err, &why);
    return refuse("--where", "%s",
                  why.text + (strncmp(why.text, "where: ", 7) == 0 ? 7 : 0));
}

/* --- the filter --- */

int
filter_make(const struct run *run, struct filter_lists *lists,
            loyd_filter *filter)
{
    const struct args *args = &run->args;
    int code;

    *lists = (struct filter_lists){.ids = {.n = 0}};
    *filter = args->filter != NULL ? args->filter->filter
                                   : (loyd_filter){.n_ids = 0};
    code = check_bands(run, filter);
    if (code == EXIT_DONE)
        code = check_where(run, filter);
    if (code == EXIT_DONE)
        code = read_list(run, args->in, &lists->ids);
    if (code == EXIT_DONE)
        code = read_list(run, args->not_in, &lists->excluded);
    filter->has_ids = args->in != NULL;
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
