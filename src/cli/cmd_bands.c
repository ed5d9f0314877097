/* SPDX-License-Identifier: MIT */
/* `loyd bands`: lists or replaces the bands of a catalogue. */
#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/recipe.h"

static const struct option_row option_set = {
    "set", 0, "BANDS",
    "replace the bands of the catalogue by NAME=A..B,NAME=A..B,...: "
    "percentiles that cover 0..100; a bound belongs to the band above it",
    OPTION_TEXT(set)};
static const struct option_row option_of_size = {
    "size", 0, "SIZE",
    "also print the optimal lengths of each band for this size",
    OPTION_BY(read_size, size)};

option_table bands_options = {
    &option_db,     &option_set,  &option_of_size,
    &option_layout, &option_json, NULL,
};

static int
set_bands(struct run *run)
{
    loyd_bands bands;
    loyd_why why = {""};
    loyd_err err =
        loyd_bands_parse(run->args.set, strlen(run->args.set), &bands, &why);
    int code;

    if (err != LOYD_OK)
        return report_option("--set", err, &why);
    if (run->db == NULL)
        return catalogue_missing(run, false);
    if ((code = catalogue_open(run, LOYD_STORE_WRITE)) != EXIT_DONE)
        return code;
    if ((err = loyd_store_begin(run->store, &why)) != LOYD_OK)
        return report(run->db, err, &why);
    if ((err = loyd_store_set_bands(run->store, &bands, &why)) == LOYD_OK)
        err = loyd_store_commit(run->store, &why);
    loyd_store_rollback(run->store);
    return report(run->db, err, &why);
}

/* Finds the distribution of --size and --layout; NULL without --size. */
static int
find_distribution(const struct run *run, const loyd_distribution **d)
{
    const struct args *args = &run->args;
    const char *text = args->layout != NULL ? args->layout : "rows";
    loyd_layout layout;
    loyd_why why = {""};
    loyd_err err;

    *d = NULL;
    if (args->size.width == 0) {
        if (args->layout == NULL)
            return EXIT_DONE;
        return refuse_without("bands", "--layout", "--size");
    }
    err = loyd_layout_parse(text, strlen(text), args->size.width,
                            args->size.height, &layout, &why);
    if (err != LOYD_OK)
        return report_option("--layout", err, &why);
    return class_find(&layout, "--size", d);
}

static void
print_band(const struct run *run, const loyd_band *band,
           const loyd_distribution *d)
{
    char percentiles[LOYD_PERCENTILES_TEXT], lengths[16] = "-";
    uint16_t first, last;
    bool has_lengths;
    struct jw *json;

    loyd_percentiles_print(&band->percentiles, percentiles);
    has_lengths = d != NULL && loyd_percentiles_lengths(&band->percentiles, d,
                                                        &first, &last);
    if (has_lengths)
        snprintf(lengths, sizeof(lengths), "%u..%u", first, last);
    if (!run->args.json) {
        printf("%s\t%s", band->name, percentiles);
        printf(d != NULL ? "\t%s\n" : "\n", lengths);
        return;
    }
    json = json_begin();
    jw_string(json, "band", band->name);
    jw_string(json, "percentiles", percentiles);
    jw_double(json, "percentile_low", band->percentiles.low / 1000.0);
    jw_double(json, "percentile_high", band->percentiles.high / 1000.0);
    if (d != NULL) {
        json_size(json, run->args.size.width, run->args.size.height);
        jw_string(json, "lengths", lengths);
        if (has_lengths) {
            jw_uint(json, "stm_low", first);
            jw_uint(json, "stm_high", last);
        }
        if (d->sample > 0)
            jw_uint(json, "percentile_sample", d->sample);
    }
    json_end(json);
}

int
cmd_bands(struct run *run)
{
    const loyd_distribution *d;
    loyd_bands bands;
    int code;

    if ((code = find_distribution(run, &d)) != EXIT_DONE)
        return code;
    code =
        run->args.set != NULL ? set_bands(run) : catalogue_open_to_read(run);
    if (code != EXIT_DONE || (code = bands_take(run, &bands)) != EXIT_DONE)
        return code;
    for (unsigned i = 0; i < bands.n; i++)
        print_band(run, &bands.band[i], d);
    return EXIT_DONE;
}
