/* SPDX-License-Identifier: MIT */
/* `loyd publish`: writes a channel as a static web site. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/json.h"
#include "cli/secret.h"
#include "cli/settings.h"
#include "cli/solving.h"
#include "core/date.h"

/* What settings.h lists is taken from the run, after those of the
 * catalogue. */
static struct {
    const char *text;
    unsigned word;
    const char *theme;
    bool print_sentences;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"out", "DIR", "folder of the site: new, empty, or from the previous run",
     SHARED(out), .letter = 'o'},
    OPTION_CHANNEL, OPTION_CHANNEL_SECRET,
    {"title", "TEXT", "title of the pages and the feed; '' for the default",
     OWN(text)},
    {"base-url", "URL",
     "address of the folder for absolute links in the feed, which some "
     "readers require: https://HOST/PATH/; '' for none", OWN(text)},
    {"solution", "WHEN",
     "when to show the published solution: past, once the day is over; today, "
     "with the puzzle; or never (default: past)",
     OWN_WORD(word, 0, solution_words)},
    OPTION_TZ, OPTION_TODAY,
    {"future", NULL,
     "publish even if --today is later than the date of the clock; what is "
     "decided stays decided", SHARED(future)},
    {"results", "URL",
     "address to which pages send games, if the player allows it: "
     "https://HOST/PATH; '' for none", OWN(text)},
    {"hints", "WHEN",
     "for which days pages offer hints, the moves that are left and playback: "
     "yes, for all; past, for those before the newest; or no (default: yes)",
     OWN_WORD(word, 0, hint_words)},
    {"offline", "no|yes",
     "whether browsers keep pages and visited days for use without a network "
     "(default: yes)", OWN_WORD(word, 0, offline_words)},
    {"language", "en|de",
     "language of the pages: English or German (default: en)",
     OWN_WORD(word, 0, language_words)},
    {"theme", "DIR",
     "folder of files that become part of the pages: style.css, header.html, "
     "footer.html, sentences.json, icon.png, picture.jpg, .png or .webp, "
     "which stay until the option is given again; '' removes them",
     OWN(theme), .has_none = true},
    {"print-sentences", NULL,
     "print the sentences of --language as JSON, for the theme's file "
     "sentences.json, and exit", OWN(print_sentences)},
    OPTIONS_OF_ALL};

/* --- options --- */

/* The settings of the site in the catalogue when the run began. */
struct old_settings {
    loyd_site_settings settings;
    bool is_kept;
};

static int
find_today(const struct run *run, loyd_site_options *options)
{
    loyd_site_settings *settings = &options->settings;
    struct today today;
    int code = today_in(run, settings->zone, &today);

    if (code != EXIT_DONE)
        return code;
    options->utc_minutes = day_utc_minutes;
    if (run->args.today == NULL)
        options->today = today.date;
    return run->args.future
               ? EXIT_DONE
               : today_covers("--today", &today, &options->today);
}

/*
 * Completes the options of a site, whose channel is set: options override the
 * settings in the catalogue. Then finds today's date.
 */
static int
complete_options(const struct run *run, loyd_site_options *options,
                 struct old_settings *kept)
{
    loyd_site_settings *settings = &options->settings;
    loyd_why why = {""};
    loyd_err err = loyd_site_settings_get(
        run->store, options->channel, &kept->settings, &kept->is_kept, &why);
    int code;

    if (err != LOYD_OK)
        return report_job(run, err, &why);
    *settings = kept->settings;
    if ((code = settings_take(run, settings)) != EXIT_DONE)
        return code;
    options->has_solutions = option_text(run, slice_of("solution")) != NULL;
    return find_today(run, options);
}

static void
note_change(const char *channel, const char *option, const char *was,
            const char *is)
{
    char old[QUOTED_BYTES], now[QUOTED_BYTES];

    if (strcmp(was, is) != 0)
        note(channel, "--%s changed from '%s' to '%s', for all its folders",
             option, quoted(was, old), quoted(is, now));
}

/* Reports on stderr which settings have changed. */
static int
note_changes(const struct run *run, const char *channel,
             const struct old_settings *before)
{
    const loyd_site_settings *was = &before->settings;
    loyd_site_settings is;
    bool is_kept;
    loyd_why why = {""};
    loyd_err err =
        loyd_site_settings_get(run->store, channel, &is, &is_kept, &why);

    if (err != LOYD_OK)
        return report_job(run, err, &why);
    if (!before->is_kept)
        return EXIT_DONE;
    for (const struct setting *row = settings_shown; row->option != NULL;
         row++)
        note_change(channel, row->option, setting_text(row, was),
                    setting_text(row, &is));
    return EXIT_DONE;
}

/* --- the package for browsers --- */

/* From the folder of the command: where `make web` and `make install` put the
 * package. */
static const char *const package_places[] = {"web/loyd",
                                             "../share/loyd/web"};

/* Returns the package that was built or installed with this command; NULL if
 * there is none. The caller frees it. */
static char *
own_package(void)
{
    char *own = realpath("/proc/self/exe", NULL), *found = NULL;
    size_t n_places = sizeof(package_places) / sizeof(package_places[0]);

    for (size_t i = 0; own != NULL && found == NULL && i < n_places; i++) {
        struct text path = {.at = NULL};

        text_bytes(&path, own, (size_t)(strrchr(own, '/') - own) + 1);
        text_put(&path, package_places[i]);
        if (!path.is_lost)
            found = realpath(path.at, NULL);
        text_free(&path);
    }
    free(own);
    return found;
}

/* --- the run --- */

/* Reads the options that need no catalogue. */
static int
options_of(const struct run *run, loyd_site_options *options)
{
    const struct args *args = &run->args;

    memset(options, 0, sizeof(*options));
    if (run->db == NULL)
        return catalogue_missing(run);
    options->dir = args->out;
    options->channel = args->channel != NULL ? args->channel : "daily";
    options->theme = opt.theme;
    return args->today != NULL
               ? date_read("--today", args->today, &options->today)
               : EXIT_DONE;
}

/*
 * Opens the catalogue if it exists; only the built-in channel needs none yet.
 * Then checks the secret of the channel, before anything is written.
 */
static int
open_store(struct run *run, const loyd_site_options *options)
{
    bool is_builtin = strcmp(options->channel, "daily") == 0;
    loyd_channel channel;
    loyd_why why = {""};
    loyd_err err = catalogue_try(run, LOYD_STORE_WRITE, &why);
    int code;

    if (err != LOYD_OK && !(is_builtin && catalogue_is_to_come(run->db, err)))
        return report(run->db, err, &why);
    code = channel_find(run, "--channel", options->channel, &channel);
    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_secret_check(&channel, run->secret, &why);
    return report("publish", err, &why);
}

/* Opens the site's folder. Syntax, ranges and encodings are those of options,
   other errors those of files. */
static int
open_site(const loyd_site_options *options, loyd_site **site)
{
    loyd_why why = {""};
    loyd_err err = loyd_site_open(options, site, &why);

    return err == LOYD_E_SYNTAX || err == LOYD_E_RANGE ||
                   err == LOYD_E_ENCODING
               ? report_option("publish", err, &why)
               : report("publish", err, &why);
}

static void
print_sums(const struct run *run, const loyd_site_result *result,
           bool lacks_address)
{
    /* In the order of loyd_site_package. */
    static const char *const packages[] = {"none", "given", "kept", "old"};
    static const char *const lines[] = {
        ("package=\nno package for browsers, so pages have no hints: run "
         "make web"),
        "package=\nwith the package for browsers, which solves boards",
        "package=\nwith the package for browsers that the site had",
        "package"};
    bool is_quiet = run->args.quiet;
    char first[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT];
    char head[BYTES_HEX(LOYD_HASH_BYTES)];

    loyd_date_print(&result->first, first);
    loyd_date_print(&result->last, last);
    SUMS(SUM("!days=$ day*", result->days), SUM_TEXT("first_date=$", first),
         SUM_TEXT(strcmp(first, last) == 0 ? "last_date" : "last_date= to $",
                  last),
         SUM("added", result->added),
         SUM("!files=; $ file* written", result->files),
         SUM_TEXT(">dir= to $", run->args.out),
         SUM(is_quiet ? "?upgraded"
                      : "?upgraded=\nall pages written again: they were those "
                        "of an earlier release",
             result->is_upgraded),
         SUM_TEXT("head=\nhead $",
                  bytes_hex(result->head, LOYD_HASH_BYTES, head)),
         SUM_TEXT(is_quiet ? "package" : lines[result->package],
                  packages[result->package]),
         SUM("?withdrawn=\n$ file* of the theme withdrawn",
             result->withdrawn));
    if (lacks_address && !is_quiet && !run->args.json)
        puts("no address, so the feed's links are relative and links to the "
             "site have no picture: see --base-url");
    if (result->package_why.text[0] != '\0')
        report("publish", LOYD_E_FOREIGN, &result->package_why);
    if (result->package == LOYD_SITE_PACKAGE_OLD)
        note("publish", "the site's package for browsers is of another "
                        "release or damaged, so pages do not use it: run make "
                        "web");
}

/* Says that there is no address when the channel is published for the first
 * time. */
static int
publish(struct run *run, loyd_site *site, const loyd_site_options *options,
        bool is_first)
{
    bool lacks_address = is_first && options->settings.base_url[0] == '\0';
    loyd_site_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code = solver_start(run, progress_part);

    if (code != EXIT_DONE)
        return code;
    err = loyd_site_publish(site, run->store, run->solver, run->secret,
                            &progress_shown, &result, &why);
    if (err != LOYD_OK) {
        code = report_job(run, err, &why);
    } else {
        out_stored(run->args.out);
        print_sums(run, &result, lacks_address);
        /* Files change once a day. */
        if (result.files > 0)
            code = warn_of_end(run, options->channel, &options->today,
                               result.added > 0);
    }
    return code;
}

static int
print_sentences(const struct run *run)
{
    const char *text = option_text(run, slice_of("language"));
    const char *language = text != NULL ? text : language_words[0];
    size_t size = loyd_site_sentences(language, NULL, 0) + 1;
    char *json = malloc(size);

    if (json == NULL)
        return report("publish", LOYD_E_NOMEM, NULL);
    loyd_site_sentences(language, json, size);
    puts(json);
    free(json);
    return EXIT_DONE;
}

static int
cmd_publish(struct run *run)
{
    loyd_site_options options;
    struct old_settings kept;
    loyd_site *site = NULL;
    char *package = NULL;
    int code;

    if (opt.print_sentences)
        return print_sentences(run);
    if ((code = options_of(run, &options)) != EXIT_DONE ||
        (code = secret_take(run)) != EXIT_DONE ||
        (code = open_store(run, &options)) != EXIT_DONE ||
        (code = complete_options(run, &options, &kept)) != EXIT_DONE ||
        (code = secret_is_outside(run)) != EXIT_DONE)
        goto done;
    options.web = package = own_package();
    /* A foreign folder is refused before a catalogue is created or a day
     * decided. */
    code = open_site(&options, &site);
    if (code == EXIT_DONE && run->store == NULL)
        code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE)
        code = publish(run, site, &options, !kept.is_kept);
    if (code == EXIT_DONE)
        code = note_changes(run, options.channel, &kept);
done:
    loyd_site_close(&site);
    free(package);
    return code;
}

const struct command command_publish = {
    "publish", "", "publish a channel as a static web site",
    "Decides the days up to today and writes pages, JSON, pictures and an "
    "Atom feed to a folder. Only new and changed files are written, and all "
    "of them are moved into place at the end. The same ledger and the same "
    "date give the same bytes. See docs/publishing.md.",
    ACTION(cmd_publish, MAKES_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd publish --db daily.db --out site\n"
        "loyd publish --db daily.db --out site --tz Europe/Vienna\n"
        "loyd publish --db daily.db --out club --channel club --secret s\n",
    .rules =
        "--print-sentences excludes --db,--out,--theme\n"
        "publish needs --out=DIR|--print-sentences\n",
    .required = "--db FILE --out DIR|--print-sentences"};
