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

/*
 * Checks the conditions of a filter, before its use: names of bands are words
 * of options, and only SQLite finds all that is wrong in an expression.
 */
static int
check_conditions(const struct run *run, const loyd_filter *filter)
{
    const loyd_filter only = {.conditions = filter->conditions,
                              .n_conditions = filter->n_conditions,
                              .where = filter->where};
    char *sql = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_sql(run->store, &only, &sql, &why);

    free(sql);
    if (err == LOYD_E_SYNTAX)
        return refuse("--where", "%s",
                      why.text +
                          (strncmp(why.text, "where: ", 7) == 0 ? 7 : 0));
    if (err != LOYD_E_NOT_FOUND)
        return report(run->db, err, &why);
    return report_option(
        option_text(run, slice_of("mtm-band")) == NULL ? "--band"
        : option_text(run, slice_of("band")) == NULL   ? "--mtm-band"
                                                       : run->command->name,
        err, &why);
}

int
filter_with(struct run *run,
            int (*act)(struct run *run, const loyd_filter *filter))
{
    const struct args *args = &run->args;
    struct id_list ids = {.n = 0}, excluded = {.n = 0};
    loyd_filter filter = args->filter != NULL ? args->filter->filter
                                              : (loyd_filter){.n_ids = 0};
    int code = check_conditions(run, &filter);

    if (code == EXIT_DONE)
        code = read_list(run, args->in, &ids);
    if (code == EXIT_DONE)
        code = read_list(run, args->not_in, &excluded);
    filter.has_ids = args->in != NULL;
    filter.ids = ids.ids;
    filter.n_ids = ids.n;
    filter.excluded = excluded.ids;
    filter.n_excluded = excluded.n;
    if (code == EXIT_DONE)
        code = act(run, &filter);
    id_list_free(&ids);
    id_list_free(&excluded);
    return code;
}
