/* SPDX-License-Identifier: MIT */
/* `loyd export`: writes puzzles as a pack for other programs. */
#include <inttypes.h>
#include <stdio.h>

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

static const struct option_row option_table[] = {
    OPTION_DB,
    {"out", "DIR",
     "folder to create; it must be new or empty, or the volume that is "
     "written again (required)", SHARED(out), .letter = 'o'},
    {"pack-name", "NAME",
     "write a volume of this pack, and mark its puzzles as used (default: a "
     "one-off, which marks nothing)", SHARED(export.pack_name)},
    {"volume", "K",
     "the next volume, or an existing one, which is written again with the "
     "same puzzles and what is known of them today (default: the next)",
     OWN_NUMBER(volume, 1, UINT32_MAX)},
    {"count", "N", "take N puzzles, no fewer",
     OWN_NUMBER(count, 1, UINT32_MAX)},
    {"format", "FORMAT",
     "formats of the puzzles, separated by commas (default: all)",
     .read = read_words, .to = &opt.formats, .words = format_words},
    {"title", "TEXT", "title of the pack, from now on (default: its name)",
     OWN(title)},
    {"licence", "TEXT", "licence of the pack, from now on (default: CC0-1.0)",
     OWN(licence)},
    {"no-solutions", NULL, "leave out the solutions, but not the lengths",
     OWN(no_solutions)},
    {"withdraw", "IDS",
     "puzzles of the pack that this volume and all later ones withdraw: ids "
     "separated by commas, or - for stdin", OWN(withdrawn)},
    {"dry-run", NULL, "write nothing; print what would be written",
     OWN(dry_run)},
    OPTIONS_OF_FILTERS, OPTION_TODAY, OPTIONS_OF_ALL};

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

/* Exports and prints the result; returns an exit code. */
static int export(struct run *run, const loyd_filter *filter,
                  const loyd_export_options *options)
{
    loyd_export_result result;
    loyd_why why = {""};
    loyd_err err = loyd_export(run->store, filter, options, &progress_shown,
                               &result, &why);

    if (err == LOYD_E_NOT_FOUND || err == LOYD_E_USED)
        return deny("export", "%s", why.text);
    if (err == LOYD_E_RANGE || err == LOYD_E_ENCODING) /* of an option */
        return report_option("export", err, &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    if (!options->is_trial)
        out_stored(options->dir);
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
    if (opt.withdrawn != NULL)
        code = id_list_read(&opt.withdrawn, 1, &withdrawn);
    if (code == EXIT_DONE) {
        options.withdrawn = withdrawn.ids;
        options.n_withdrawn = withdrawn.n;
        code = export(run, filter, &options);
    }
    id_list_free(&withdrawn);
    return code;
}

static int
cmd_export(struct run *run)
{
    return filter_with(run, export_filtered);
}

const struct command command_export = {
    "export", "", "export puzzles as a pack for other programs",
    "Writes a folder with a manifest, checksums, and the puzzles as JSON, "
    "CSV and an SQLite database. The folder is written completely or not at "
    "all, and the same puzzles give the same bytes. The filters are those of "
    "`loyd find`.\n"
    "\n"
    "With --pack-name the puzzles are the next volume of a pack: those that "
    "are not used yet, numbered on from the volume before, and marked as "
    "used. An existing volume takes no filters: it is written again.",
    ACTION(cmd_export, MARKS_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd export --db puzzles.db --out puzzles --band easy\n"
        "loyd export --db puzzles.db -o s1 --pack-name s --layout spiral "
        "--count 50\n"
        "loyd export --db puzzles.db -o s1 --pack-name s --volume 1\n"
        "loyd export --db puzzles.db -o stm --stm 10..39 --format csv\n",
    .rules =
        "--volume,--withdraw,--today needs --pack-name\n"
        "--count excludes --limit\n"
        "--pick needs --limit|--count\n"
        "export needs --out=DIR\n",
    .required = "--db FILE --out DIR"};
