/* SPDX-License-Identifier: MIT */
/* `loyd export`: writes puzzles as a pack for other programs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/filter.h"
#include "cli/id_list.h"
#include "cli/json.h"

/* In the order of the bits of loyd_export_format. */
static const char *const format_words[] = {"csv", "json", "sqlite", NULL};
static struct {
    bool no_solutions;
    bool dry_run;
    unsigned formats; /* set of loyd_export_format, 0: not given */
    const char *title;
    const char *licence;
    const char *withdrawn;
    uint64_t volume; /* these two: 0, not given */
    uint64_t count;
} opt;

static const struct option_row option_out = {
    "out",       'o',
    "DIR",       "folder to create; it must be new or empty, or the volume "
    "that is written again (required)",
    SHARED(out)};
static const struct option_row option_formats = {
    "format",
    0,
    "FORMAT",
    "formats of the puzzles, separated by commas (default: all)",
    .read = read_words,
    .to = &opt.formats,
    .words = format_words};
static const struct option_row option_pack_name = {
    "pack-name", 0, "NAME",
    "write a volume of this pack, and mark its puzzles as used (default: a "
    "one-off, which marks nothing)",
    SHARED(export.pack_name)};
static const struct option_row option_volume = {
    "volume", 0, "K",
    "the next volume, or an existing one, which is written again with the "
    "same puzzles and what is known of them today (default: the next)",
    OWN_NUMBER(volume, 1, UINT32_MAX)};
static const struct option_row option_count = {
    "count", 0, "N", "take N puzzles, no fewer",
    OWN_NUMBER(count, 1, UINT32_MAX)};
static const struct option_row option_title = {
    "title",    0,
    "TEXT",     "title of the pack, from now on (default: its name)",
    OWN(title)};
static const struct option_row option_licence = {
    "licence",    0,
    "TEXT",       "licence of the pack, from now on (default: CC0-1.0)",
    OWN(licence)};
static const struct option_row option_no_solutions = {
    "no-solutions",
    0,
    NULL,
    "leave out the solutions, but not the lengths",
    OWN(no_solutions)};
static const struct option_row option_withdraw = {
    "withdraw",
    0,
    "IDS",
    "puzzles of the pack that this volume and all later ones withdraw: ids "
    "separated by commas, or - for stdin",
    OWN(withdrawn)};
static const struct option_row option_dry_run = {
    "dry-run", 0, NULL, "write nothing; print what would be written",
    OWN(dry_run)};

option_table export_options = {
    &option_db, &option_out, &option_pack_name, &option_volume,
    &option_count, &option_formats, &option_title, &option_licence,
    &option_no_solutions, &option_withdraw, &option_dry_run,
    OPTIONS_OF_FILTERS, &option_today,
    NULL,
};

const char *const export_rules[] = {
    "--volume,--withdraw,--today needs --pack-name",
    "--count excludes --limit",
    "--pick needs --limit|--count",
    "export needs --out=DIR",
    NULL,
};

_Static_assert(LOYD_EXPORT_CSV == 1 && LOYD_EXPORT_JSON == 2 &&
                   LOYD_EXPORT_SQLITE == 4,
               "format_words follows the bits");

static void
print_sums(const struct run *run, const loyd_export_result *result)
{
    char digest[BYTES_HEX(LOYD_HASH_BYTES)];
    bool is_volume = result->volume > 0;

    SUMS(SUM("!puzzles=$ puzzle*", result->puzzles),
         SUM_TEXT(opt.dry_run ? ">dir= would be in $"
                  : is_volume ? ">dir= in $"
                              : ">dir= in $, not marked as used",
                  run->args.out),
         SUM("?volume=: volume $", result->volume),
         SUM("?revision=revision $", result->revision),
         SUM("?from=numbers $", is_volume ? result->first : 0),
         SUM("?to= to $", is_volume ? result->last : 0),
         SUM("withdrawn=$ withdrawn", result->withdrawn),
         SUM_TEXT("title", result->title),
         SUM_TEXT("licence", result->licence),
         SUM_TEXT("digest",
                  bytes_hex(result->digest, LOYD_HASH_BYTES, digest)));
}

/* Reads ids separated by commas. */
static int
read_ids(const char *text, struct id_list *list)
{
    const char *const whole[] = {text};
    char *copy;
    const char **words;
    int n = 0, code;

    if (text == NULL || strcmp(text, "-") == 0)
        return text == NULL ? EXIT_DONE : id_list_read(whole, 1, list);
    copy = strdup(text);
    words = calloc(strlen(text) + 1, sizeof(words[0]));
    if (copy == NULL || words == NULL)
        code = report("export", LOYD_E_NOMEM, &(loyd_why){""});
    else {
        for (char *at = copy, *comma; at != NULL; at = comma) {
            if ((comma = strchr(at, ',')) != NULL)
                *comma++ = '\0';
            words[n++] = at;
        }
        code = id_list_read(words, n, list);
    }
    free(copy);
    free(words);
    return code;
}

/* Exports and prints the result; returns an exit code. */
static int export(struct run *run, const loyd_filter *filter,
                  const loyd_export_options *options)
{
    loyd_export_result result;
    loyd_why why = {""};
    loyd_err err = loyd_export(run->store, filter, options, &progress_shown,
                               &result, &why);

    progress_clear();
    if (err == LOYD_E_NOT_FOUND || err == LOYD_E_USED)
        return deny("export", "%s", why.text);
    if (err == LOYD_E_RANGE || err == LOYD_E_ENCODING) /* of an option */
        return report_option("export", err, &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    if (!options->is_trial)
        out_stored(options->dir,
                   options->pack != NULL
                       ? "the volume, marked as used in the catalogue"
                       : "the pack");
    print_sums(run, &result);
    if (result.is_changed)
        note(options->dir,
             "pack %s has the title '%s' and the licence %s from now on",
             options->pack, result.title, result.licence);
    return EXIT_DONE;
}

/* Exports the puzzles of a filter; returns an exit code. */
static int
export_filtered(struct run *run, const loyd_filter *filter)
{
    const struct args *args = &run->args;
    loyd_export_options options = {
        .dir = args->out,
        .formats = opt.formats != 0 ? opt.formats : LOYD_EXPORT_ALL,
        .pack = args->export.pack_name,
        .volume = (uint32_t)opt.volume,
        .count = opt.count,
        .title = opt.title,
        .licence = opt.licence,
        .is_trial = opt.dry_run,
        .no_solutions = opt.no_solutions,
    };
    struct id_list withdrawn = {.ids = NULL};
    struct today today;
    int code;

    if ((code = today_find(run, &today)) != EXIT_DONE)
        return code;
    options.date = &today.date;
    if ((code = read_ids(opt.withdrawn, &withdrawn)) == EXIT_DONE) {
        options.withdrawn = withdrawn.ids;
        options.n_withdrawn = withdrawn.n;
        code = export(run, filter, &options);
    }
    id_list_free(&withdrawn);
    return code;
}

int
cmd_export(struct run *run)
{
    return filter_with(run, export_filtered);
}
