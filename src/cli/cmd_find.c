/* SPDX-License-Identifier: MIT */
/* `loyd find`: puzzles of a catalogue, a line each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/explain.h"
#include "cli/json.h"
#include "cli/listing.h"
#include "cli/message.h"

static const struct option_row option_count = {
    .name = "count",
    .read = read_switch,
    .at = OPTION_AT(count_only),
    .help = "only how many there are",
};
static const struct option_row option_csv = {
    .name = "csv",
    .read = read_switch,
    .at = OPTION_AT(csv),
    .help = "comma-separated values, with a heading",
};

static const struct option_row option_explain_query = {
    .name = "explain-query",
    .read = read_switch,
    .at = OPTION_AT(explain_query),
    .help = "instead of the puzzles: which index finds them, and how much "
            "was read for it",
};

option_table find_options = {
    &option_db,   OPTIONS_OF_FILTERS, &option_count, &option_explain_query,
    &option_json, &option_csv,        NULL,
};

static int
print_row(const struct run *run, void *context, const loyd_entry *entry)
{
    struct listed row;
    (void)run;
    (void)context;

    listed_make(entry, &row);
    printf("%s\t%s\t%s\t%s\t%s\n", row.id, row.size, row.stm, row.board,
           row.goal);
    return EXIT_DONE;
}

static int
list_row(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    listing_add(context, entry);
    return EXIT_DONE;
}

/* Rows for people; a pipe gets print_row's. */
static int
print_table(const struct run *run, const loyd_filter *filter)
{
    struct listing *listing = listing_new(&run->screen);
    int code;

    if (listing == NULL)
        return complain("find", LOYD_E_NOMEM, NULL);
    code = catalogue_each(run, filter, list_row, listing, NULL);
    listing_end(&listing);
    return code;
}

static int
print_json(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    (void)context;
    return jw_entry(entry, NULL);
}

static int
print_csv(const struct run *run, void *context, const loyd_entry *entry)
{
    size_t len = loyd_entry_csv(entry, NULL, 0);
    char *text = malloc(len + 1);
    (void)run;
    (void)context;

    if (text == NULL)
        return complain("find", LOYD_E_NOMEM, NULL);
    loyd_entry_csv(entry, text, len + 1);
    puts(text);
    free(text);
    return EXIT_DONE;
}

/* Of the selection, as many as find would print without --count. */
static int
print_number(const struct run *run, const loyd_filter *filter)
{
    uint64_t count = 0;
    struct json json;
    loyd_why why = {""};
    loyd_err err = loyd_store_count(run->store, filter, &count, &why);

    if (err != LOYD_OK)
        return complain(run->db, err, &why);
    if (filter->limit > 0 && count > filter->limit)
        count = filter->limit;
    if (!run->args.json) {
        printf("%" PRIu64 "\n", count);
        return EXIT_DONE;
    }
    jw_begin(&json);
    jw_number(&json, "count", count);
    jw_end(&json);
    return EXIT_DONE;
}

/* Forms of the answer, of which there is one at a time. */
static int
check_forms(const struct args *args)
{
    const char *forms = "--count, --explain-query and --csv";

    if (args->json && args->csv)
        forms = "--json and --csv";
    else if (args->explain_query + args->csv + args->count_only < 2)
        return EXIT_DONE;
    message("find", "%s cannot be combined", forms);
    return EXIT_COMMAND;
}

int
cmd_find(struct run *run)
{
    loyd_filter filter;
    row_fn print = print_row;
    int code = filter_make(run, &filter);

    if (code == EXIT_DONE)
        code = check_forms(&run->args);
    if (code != EXIT_DONE)
        return code;
    if (run->args.count_only)
        return print_number(run, &filter);
    if (run->args.explain_query)
        return explain_query(run, &filter);
    if (run->args.csv) {
        puts(loyd_entry_csv_head());
        print = print_csv;
    } else if (run->args.json)
        print = print_json;
    else if (run->screen.is_terminal)
        return print_table(run, &filter);
    return catalogue_each(run, &filter, print, NULL, NULL);
}
