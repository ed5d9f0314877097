/* SPDX-License-Identifier: MIT */
/* `loyd export`: what find finds, as files for other programs. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/message.h"

/* In the order of the bits of loyd_export_format. */
static const char *const format_words[] = {"jsonl", "csv", NULL};

static const struct option_row option_out = {
    .name = "out",
    .letter = 'o',
    .value = "DIR",
    .read = read_text,
    .at = OPTION_AT(out),
    .help = "the folder to fill, a new or empty one",
};
static const struct option_row option_formats = {
    .name = "format",
    .value = "FORMS",
    .read = read_words,
    .at = OPTION_AT(formats),
    .words = format_words,
    .help = "one of them, or both parted by a comma; both unless said",
};

option_table export_options = {
    &option_db, &option_out, &option_formats, OPTIONS_OF_FILTERS, NULL,
};

_Static_assert(LOYD_EXPORT_JSONL == 1 && LOYD_EXPORT_CSV == 2,
               "format_words follows the bits");

int
cmd_export(struct run *run)
{
    unsigned formats = run->args.formats;
    loyd_filter filter;
    uint64_t count = 0;
    loyd_why why = {""};
    loyd_err err;
    int code = filter_make(run, &filter);

    if (code != EXIT_DONE)
        return code;
    if (run->args.out == NULL) {
        message("export", "no folder, and --out DIR was expected");
        return EXIT_COMMAND;
    }
    if (formats == 0)
        formats = LOYD_EXPORT_JSONL | LOYD_EXPORT_CSV;
    err =
        loyd_export(run->store, &filter, run->args.out, formats, &count, &why);
    if (err != LOYD_OK)
        return complain("export", err, &why);
    printf("%" PRIu64 " puzzles in ", count);
    print_escaped(run->args.out);
    putchar('\n');
    return EXIT_DONE;
}
