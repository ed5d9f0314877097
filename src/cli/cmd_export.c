/* SPDX-License-Identifier: MIT */
/* `loyd export`: writes puzzles as a pack for other programs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/change.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/filter.h"
#include "cli/id_list.h"
#include "cli/json.h"

/* In the order of the bits of loyd_export_format. */
static const char *const format_words[] = {"csv", "json", "sqlite", NULL};
static struct {
    bool gzip;
    bool no_solutions;
    unsigned formats; /* set of loyd_export_format, 0: not given */
    const char *name;
    const char *licence;
    const char *shuffle;
    const char *revoked;
    const char *restored;
    bool grow;
    bool replace;
    bool dry_run;
    uint64_t add; /* 0: not given */
} opt;

static const struct option_row option_out = {
    "out",       'o',
    "DIR",       "folder to create; it must be new or empty (required)",
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
    "pack-name", 0,
    "TEXT",      "name of the pack (default: puzzles)",
    OWN(name)};
static const struct option_row option_licence = {
    "licence",    0,
    "TEXT",       "licence of the pack (default: CC0-1.0)",
    OWN(licence)};
static const struct option_row option_no_solutions = {
    "no-solutions",
    0,
    NULL,
    "leave out the solutions, but not the lengths",
    OWN(no_solutions)};
static const struct option_row option_shuffle = {
    "shuffle",    0,
    "TEXT",       "shuffle the puzzles with this seed",
    OWN(shuffle)};
static const struct option_row option_gzip = {
    "gzip",    0,
    NULL,      "compress text files as .gz",
    OWN(gzip)};
static const struct option_row option_since = {
    "since",
    0,
    "PACK",
    "write a delta to this previous pack: only new and changed puzzles, "
    "with continued numbers, and those withdrawn",
    SHARED(since)};
static const struct option_row option_add = {
    "add",
    0,
    "N",
    "export N new puzzles: the first N of the selection; with --since, of "
    "those that the series has never had. Only --withdraw withdraws puzzles",
    OWN_NUMBER(add, 1, INT64_MAX)};
static const struct option_row option_grow = {
    "grow",
    0,
    NULL,
    "with --since: keep all puzzles of the series, even those that are no "
    "longer selected",
    OWN(grow)};
static const struct option_row option_replace = {
    "replace",
    0,
    NULL,
    "with --since: withdraw the puzzles that are no longer selected",
    OWN(replace)};
static const struct option_row option_dry_run = {
    "dry-run",
    0,
    NULL,
    "write nothing; print what would be added, proven and withdrawn",
    OWN(dry_run)};
static const struct option_row option_withdraw = {
    "withdraw",
    0,
    "IDS",
    "with --since: withdraw these puzzles of the series for good, selected or "
    "not: ids separated by commas, or - for stdin",
    OWN(revoked)};
static const struct option_row option_restore = {
    "restore",     0,
    "IDS",         "with --since: undo an earlier --withdraw of these puzzles",
    OWN(restored)};
static const struct option_row option_no_mark = {
    "no-mark",
    0,
    NULL,
    "do not mark the puzzles as used; the catalogue is only read",
    SHARED(export.no_mark)};

option_table export_options = {
    &option_db, &option_out, &option_since, &option_add, &option_formats,
    &option_pack_name, &option_no_mark, &option_gzip, &option_licence,
    &option_no_solutions, &option_shuffle, &option_grow, &option_replace,
    &option_withdraw, &option_restore, &option_dry_run, OPTIONS_OF_FILTERS,
    &option_metric_beside, &option_today,
    NULL,
};

const char *const export_rules[] = {
    "--grow,--replace,--withdraw,--restore needs --since",
    "--add excludes --limit,--replace",
    "--replace excludes --grow",
    "--pick needs --limit",
    "export needs --out=DIR",
    NULL,
};

_Static_assert(LOYD_EXPORT_CSV == 1 && LOYD_EXPORT_JSON == 2 &&
                   LOYD_EXPORT_SQLITE == 4,
               "format_words follows the bits");

static void
print_sums(const struct run *run, const loyd_export_result *result)
{
    char id[LOYD_ID_CHARS + 1], digest[BYTES_HEX(LOYD_HASH_BYTES)];
    bool has_since = run->args.since != NULL;

    loyd_id_print(&result->pack_id, id);
    SUMS(SUM("!puzzles=$ puzzle*", result->puzzles),
         SUM_TEXT(opt.dry_run ? ">dir= would be in $" : ">dir= in $",
                  run->args.out),
         SUM(has_since ? "version=: version $" : "version", result->version),
         SUM(has_since ? "!added=$ added" : "added", result->added),
         SUM(has_since ? "!changed=$ changed" : "changed", result->changed),
         SUM(has_since ? "!withdrawn=$ withdrawn" : "withdrawn",
             result->withdrawn),
         SUM_TEXT("pack_id", id),
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
    char count[COUNTED_BYTES];
    uint64_t n_new;
    loyd_why why = {""};
    loyd_err err = loyd_export(run->store, filter, options, &progress_shown,
                               &result, &why);

    progress_clear();
    if (err == LOYD_E_NOT_FOUND)
        return deny("export", "%s", why.text);
    if (err == LOYD_E_RANGE || err == LOYD_E_ENCODING) /* of an option */
        return report_option("export", err, &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    if (!options->is_trial)
        out_stored(options->dir,
                   options->date != NULL
                       ? "the pack, marked as used in the catalogue"
                       : "the pack");
    if (result.warning.text[0] != '\0')
        note(options->dir, "selection differs from that of %s: %s",
             options->since, result.warning.text);
    print_sums(run, &result);
    n_new = result.added - result.returned;
    if (n_new < options->add)
        return deny("export", "%s: the selection has no more",
                    counted(n_new, "new puzzle", count));
    if (result.added + result.changed + result.withdrawn == 0)
        note(options->dir, "nothing is new since %s", options->since);
    return EXIT_DONE;
}

/* A loyd_export_options.difference. */
static bool
show_change(void *context, const loyd_pack_difference *difference)
{
    progress_clear();
    (void)context;
    change_print(difference);
    return true;
}

/* Exports the puzzles of a filter; returns an exit code. */
static int
export_filtered(struct run *run, const loyd_filter *filter)
{
    const struct args *args = &run->args;
    loyd_export_options options = {
        .dir = args->out,
        .formats = opt.formats,
        .name = opt.name,
        .licence = opt.licence,
        .shuffle = opt.shuffle,
        .since = args->since,
        .add = opt.add,
        .is_growing = opt.grow,
        .is_replacing = opt.replace,
        .is_trial = opt.dry_run,
        .difference = opt.dry_run ? show_change : NULL,
        .context = run,
        .no_solutions = opt.no_solutions,
        .is_gzip = opt.gzip,
        .metric = metric_of(args),
    };
    struct id_list revoked = {.ids = NULL}, restored = {.ids = NULL};
    char date[LOYD_DATE_TEXT];
    struct today today;
    int code;

    if (options.formats == 0)
        options.formats = LOYD_EXPORT_ALL;
    if ((code = today_find(run, &today)) != EXIT_DONE)
        return code;
    loyd_date_print(&today.date, date);
    options.date = args->export.no_mark ? NULL : date;
    if ((code = read_ids(opt.revoked, &revoked)) != EXIT_DONE ||
        (code = read_ids(opt.restored, &restored)) != EXIT_DONE)
        goto done;
    options.revoked = revoked.ids;
    options.n_revoked = revoked.n;
    options.restored = restored.ids;
    options.n_restored = restored.n;
    code = export(run, filter, &options);
done:
    id_list_free(&revoked);
    id_list_free(&restored);
    return code;
}

int
cmd_export(struct run *run)
{
    return filter_with(run, export_filtered);
}
