/* SPDX-License-Identifier: MIT */
/* `loyd find`: prints the puzzles of a catalogue, one per line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/filter.h"
#include "cli/json.h"
#include "cli/named.h"
#include "cli/solving.h"

static struct {
    bool sql;
    bool total;
} opt;

static const struct option_row option_of_name = {
    "name", 0, "NAME", "only the puzzle of this name", OPTION_FILTER("name"),
    .group = GROUP_SELECTION};
static const struct option_row option_total = {
    "total", 0, NULL, "print only the number of puzzles", OWN(total),
    .group = GROUP_OUTPUT};
static const struct option_row option_sql = {
    "sql", 0, NULL,
    "print the SQL statement of the query for sqlite3, instead of the puzzles",
    OWN(sql), .group = GROUP_OUTPUT};

option_table find_options = {
    &option_db, OPTIONS_OF_FILTERS, &option_of_name, &option_total,
    &option_sql, &option_facts, OPTIONS_OF_ROWS, NULL,
};

const char *const find_rules[] = {
    "--sql excludes --json,--csv,--columns,--total",
    "--total excludes --csv,--columns",
    "--pick needs --limit",
    NULL,
};

/* --- the statement --- */

static int
print_sql(const struct run *run, const loyd_filter *filter)
{
    char *sql = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_sql(run->store, filter, &sql, &why);

    if (err == LOYD_E_UNSUPPORTED)
        return refuse("find", "--sql: %s", why.text);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    puts(sql);
    free(sql);
    return EXIT_DONE;
}

/* --- the rows --- */

/* What is printed of each puzzle besides its fields. */
struct finding {
    loyd_metric metric;
    bool has_length; /* its length as text */
    bool has_facts;
    bool has_counts; /* of shortest solutions */
};

static int
print_row(const struct run *run, void *context, const loyd_entry *entry)
{
    const struct finding *finding = context;
    struct board_facts facts;
    char length[LENGTH_TEXT];
    struct jw *row;
    int code = EXIT_DONE;

    if (finding->has_facts)
        code = facts_of_entry(run, "find", entry, finding->has_counts, &facts);
    if (code != EXIT_DONE)
        return code;
    if ((row = json_entry_begin(entry)) == NULL)
        return EXIT_BAD;
    if (finding->has_length)
        jw_string(row, "length", entry_text(entry, finding->metric, length));
    if (finding->has_facts)
        facts_json(row, &facts);
    row_end(row);
    return EXIT_DONE;
}

static int
begin_rows(const struct run *run)
{
    static const char *const shown[] = {"puzzle_id", "size", "length",
                                        "board",     "goal", NULL};
    bool is_mtm = metric_of(&run->args) == LOYD_MTM;
    struct names all = {.n = 0}, csv = {.n = 0}, text = {.n = 0};

    names_add_fields(&all, true, true);
    names_add(&all, "length");
    names_add_all(&all, facts_columns);
    names_add_fields(&csv, is_mtm, false);
    names_add_all(&text, shown);
    if (run->args.facts) {
        names_add_all(&csv, facts_columns);
        names_add_all(&text, facts_columns);
    }
    return rows_begin(run, &(struct columns){all.at, csv.at, text.at});
}

static int
print_rows(struct run *run, const loyd_filter *filter)
{
    struct finding finding = {.metric = metric_of(&run->args)};
    int code = begin_rows(run);

    finding.has_length = rows_want("length") &&
                         (run->args.columns != NULL || !rows_are_printed(run));
    finding.has_facts = run->args.facts;
    finding.has_counts =
        finding.has_facts && rows_want_any(facts_columns + FACTS_COUNTS);
    if (code == EXIT_DONE && finding.has_counts)
        code = solver_start(run, progress_show);
    return code == EXIT_DONE ? catalogue_each(run, filter, print_row, &finding)
                             : code;
}

/* Prints how many puzzles find would print without --total. */
static int
print_number(const struct run *run, const loyd_filter *filter)
{
    uint64_t count = 0;
    struct jw *json;
    loyd_why why = {""};
    loyd_err err = loyd_store_count(run->store, filter, &count, &why);

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    if (!run->args.json) {
        printf("%" PRIu64 "\n", count);
        return EXIT_DONE;
    }
    json = row_begin();
    jw_uint(json, "count", count);
    row_end(json);
    return EXIT_DONE;
}

static int
find(struct run *run, const loyd_filter *filter)
{
    char shown[QUOTED_BYTES];
    bool is_known = true;
    loyd_id id;
    int code = EXIT_DONE;

    if (filter->name != NULL)
        code = named_id(run, filter->name, &id, &is_known);
    if (code != EXIT_DONE)
        return code;
    if (!is_known) /* an answer, not an error */
        return deny(run->db, "no puzzle '%s'", quoted(filter->name, shown));
    return opt.total ? print_number(run, filter)
           : opt.sql ? print_sql(run, filter)
                     : print_rows(run, filter);
}

int
cmd_find(struct run *run)
{
    return filter_with(run, find);
}
