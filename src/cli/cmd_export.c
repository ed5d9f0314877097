/* SPDX-License-Identifier: MIT */
/* `loyd export`: writes puzzles as a pack for other programs. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/secret.h"

/* In the order of the bits of loyd_export_format. */
static const char *const format_words[] = {"jsonl",  "csv", "json",
                                           "sqlite", "sgt", NULL};
/* In the order of the bool no_solutions. */
static const char *const yes_words[] = {"yes", "no", NULL};

static const struct option_row option_out = {
    "out", 'o', "DIR", "folder to create; it must be new or empty (required)",
    OPTION_TEXT(out)};
static const struct option_row option_formats = {
    "format", 0, "FORMS",
    "formats of the puzzles, separated by commas (default: all except "
    "sgt). sgt, the game ids of Simon Tatham's Fifteen, supports only the "
    "goal rows",
    OPTION_AMONG(read_words, formats, format_words)};
static const struct option_row option_name = {
    "name", 0, "TEXT", "name of the pack (default: puzzles)",
    OPTION_TEXT(pack_name)};
static const struct option_row option_licence = {
    "licence", 0, "TEXT", "licence of the pack (default: CC0-1.0)",
    OPTION_TEXT(licence)};
static const struct option_row option_solutions = {
    "solutions", 0, "yes|no",
    "include the solutions; lengths are always included (default: yes)",
    OPTION_WORD(no_solutions, 0, yes_words)};
static const struct option_row option_shuffle = {
    "shuffle", 0, "SEED", "put the puzzles in an order determined by SEED",
    OPTION_TEXT(shuffle)};
static const struct option_row option_gzip = {
    "gzip", 0, NULL, "compress text files as .gz", OPTION_SWITCH(gzip)};
static const struct option_row option_since = {
    "since", 0, "PACK",
    "write a delta to this previous pack: only new and changed puzzles, "
    "with continued numbers, and those withdrawn",
    OPTION_TEXT(since)};
static const struct option_row option_sign = {
    "sign", 0, "KEY",
    "sign the manifest and the sums with this minisign secret key",
    OPTION_TEXT(sign)};
static const struct option_row option_password = {
    "password-file", 0, "FILE",
    "file whose first line is the password of the key (default: ask on the "
    "terminal)",
    OPTION_TEXT(password_file)};
static const struct option_row option_no_mark = {
    "no-mark", 0, NULL,
    "do not mark the puzzles as used; the catalogue is only read",
    OPTION_SWITCH(no_mark)};

option_table export_options = {
    &option_db,        &option_out,     &option_formats,    &option_name,
    &option_solutions, &option_licence, &option_gzip,       &option_shuffle,
    &option_since,     &option_no_mark, &option_sign,       &option_password,
    &option_today,     &option_json,    OPTIONS_OF_FILTERS, NULL,
};

_Static_assert(LOYD_EXPORT_JSONL == 1 && LOYD_EXPORT_CSV == 2 &&
                   LOYD_EXPORT_JSON == 4 && LOYD_EXPORT_SQLITE == 8 &&
                   LOYD_EXPORT_SGT == 16,
               "format_words follows the bits");

static void
print_json(const loyd_export_result *result)
{
    char id[LOYD_ID_CHARS + 1];
    struct jw *json = json_begin();

    loyd_id_print(&result->pack_id, id);
    jw_string(json, "pack_id", id);
    jw_uint(json, "version", result->version);
    jw_uint(json, "puzzles", result->puzzles);
    jw_uint(json, "added", result->added);
    jw_uint(json, "changed", result->changed);
    jw_uint(json, "withdrawn", result->withdrawn);
    json_hash(json, "digest", result->digest);
    json_end(json);
}

static void
print_text(const struct run *run, const loyd_export_result *result)
{
    print_count(result->puzzles, "puzzle");
    fputs(" in ", stdout);
    print_escaped(run->args.out);
    if (run->args.since != NULL)
        printf(": version %" PRIu32 ", %" PRIu64 " added, %" PRIu64
               " changed, %" PRIu64 " withdrawn",
               result->version, result->added, result->changed,
               result->withdrawn);
    putchar('\n');
}

static int
export_filtered(struct run *run, const loyd_filter *filter)
{
    const struct args *args = &run->args;
    loyd_export_options options = {
        .dir = args->out,
        .formats = args->formats,
        .name = args->pack_name,
        .licence = args->licence,
        .shuffle = args->shuffle,
        .since = args->since,
        .no_solutions = args->no_solutions != 0,
        .is_gzip = args->gzip,
    };
    char date[LOYD_DATE_TEXT];
    loyd_signer *signer = NULL;
    loyd_export_result result;
    struct today today;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (args->out == NULL)
        return refuse_missing("export", "--out DIR");
    if (args->password_file != NULL && args->sign == NULL)
        return refuse_without("export", "--password-file", "--sign");
    if (options.formats == 0)
        options.formats =
            (unsigned)LOYD_EXPORT_ALL & ~(unsigned)LOYD_EXPORT_SGT;
    if ((code = today_find(run, &today)) != EXIT_DONE)
        return code;
    loyd_date_print(&today.date, date);
    options.date = args->no_mark ? NULL : date;
    if (args->sign != NULL &&
        (code = signer_read(args->sign, args->password_file, &signer)) !=
            EXIT_DONE)
        return code;
    options.signer = signer;
    err = loyd_export(run->store, filter, &options, &progress_shown, &result,
                      &why);
    progress_clear();
    loyd_signer_free(&signer);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    if (args->json)
        print_json(&result);
    else
        print_text(run, &result);
    return EXIT_DONE;
}

int
cmd_export(struct run *run)
{
    struct filter_lists lists;
    loyd_filter filter;
    int code = filter_make(run, &lists, &filter);

    if (code == EXIT_DONE)
        code = export_filtered(run, &filter);
    filter_lists_free(&lists);
    return code;
}
