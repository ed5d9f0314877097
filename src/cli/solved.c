/* SPDX-License-Identifier: MIT */
/* Prints an answer in its three forms. */
#include "cli/solved.h"

#include <stdio.h>

#include "cli/entry.h"
#include "cli/json.h"
#include "core/moves.h"

int
item_judge(struct item *item)
{
    bool is_solvable = false;
    loyd_why why = {""};
    loyd_err err;

    err = loyd_solvable(&item->puzzle.start, &item->puzzle.goal, &is_solvable,
                        &why);
    if (err != LOYD_OK)
        return item_failed(item, report(item->where, err, &why));
    return is_solvable ? EXIT_DONE : EXIT_NO;
}

void
answer_by(struct answer *answer, const loyd_solution *solution,
          const loyd_solve_options *options, loyd_search *lower,
          loyd_search *upper)
{
    const loyd_board *start = &answer->item->puzzle.start;
    loyd_solve_options named = *options;

    if (!solution->is_stopped)
        named.stop = NULL;
    loyd_search_of(&named, start->width, start->height, lower, upper);
    answer->solution = solution;
    answer->lower = lower;
    answer->upper = upper;
}

static int
print_text(const struct run *run, const struct answer *answer)
{
    const loyd_solution *solution = answer->solution;
    bool has_path = !run->args.solve.is_length_only;
    struct text line = {0};

    if (answer->code != EXIT_DONE)
        text_put(&line, answer->code == EXIT_NO ? "unsolvable" : "error");
    else if (solution->lower == solution->upper)
        text_number(&line, solution->lower);
    else
        text_format(&line, "%u..%u", solution->lower, solution->upper);
    if (has_path && answer->code == EXIT_DONE) {
        text_char(&line, '\t');
        moves_put(&line, &solution->path);
    }
    if (answer->code == EXIT_DONE && answer->facts != NULL &&
        answer->solution_no == 0)
        facts_put_columns(answer->facts, &line);
    out_line(&line);
    return answer->code;
}

/* --- rows --- */

static bool has_searches; /* there is one kind of rows in a run */
static bool is_row_text;

/* Writes the number of the board's line and, in text and CSV, the length of
 * the solution, or what `solve` prints instead. */
static void
put_place(struct jw *json, const struct answer *answer)
{
    if (answer->code <= EXIT_NO) /* an error has it */
        jw_uint(json, "line", answer->item->line);
    if (!jw_is_plain(json))
        return;
    if (answer->code == EXIT_DONE)
        jw_uint(json, "length", answer->solution->upper);
    else if (is_row_text)
        jw_string(json, "length",
                  answer->code == EXIT_NO ? "unsolvable" : "error");
}

/* Ends the object of a line, after facts and counters. */
static void
end_row(const struct run *run, struct jw *json, const struct answer *answer)
{
    if (answer->facts != NULL && answer->code <= EXIT_NO)
        facts_json(json, answer->facts);
    if (answer->solution_no != 0)
        jw_uint(json, "solution_no", answer->solution_no);
    if (run->args.solve.milliseconds != 0 && answer->code == EXIT_DONE)
        jw_boolean(json, "stopped", answer->solution->is_stopped);
    if (has_searches)
        put_place(json, answer);
    if (answer->trial != NULL)
        trial_put(answer->trial, json);
    row_end(json);
}

static void
print_solved_row(const struct run *run, const struct answer *answer)
{
    loyd_metric metric = metric_of(&run->args);
    const struct item *item = answer->item;
    loyd_entry entry;
    loyd_known *known = &entry.known[metric];

    entry_make(&item->puzzle, "", &entry);
    if (item->name != NULL)
        entry.name = item->name;
    entry_set(&entry, metric, answer->solution);
    if (run->args.solve.is_length_only)
        known->path.n = 0; /* prints no path */
    known->rating.lower_search = *answer->lower;
    known->rating.upper_search = *answer->upper;
    end_row(run, json_entry_begin(&entry), answer);
}

static int
print_row(const struct run *run, const struct answer *answer)
{
    const struct item *item = answer->item;
    struct jw *json;

    if (answer->code == EXIT_DONE) {
        print_solved_row(run, answer);
        return EXIT_DONE;
    }
    if (answer->code == EXIT_NO) {
        json = row_begin();
        json_puzzle(json, &item->puzzle);
        if (item->name != NULL)
            jw_string(json, "name", item->name);
        jw_string(json, "status", "unsolvable");
    } else {
        json = item_error_begin(item);
        if (answer->solution != NULL)
            jw_uint(json,
                    metric_of(&run->args) == LOYD_MTM ? "mtm_lower" : "lower",
                    answer->solution->lower);
    }
    end_row(run, json, answer);
    return answer->code;
}

int
answer_rows(const struct run *run, bool is_all, bool searches)
{
    bool is_mtm = metric_of(&run->args) == LOYD_MTM;
    char columns[512];

    snprintf(columns, sizeof(columns),
             FIELDS "%s%s%s%s,error,where,line,input",
             is_all ? ",solution_no" : "",
             run->args.solve.milliseconds != 0 ? ",stopped" : "",
             run->args.facts || is_all ? "," FACTS : "",
             searches ? ",length," TRIAL_COLUMNS
                      : "");
    has_searches = searches;
    is_row_text = searches && !rows_are_printed(run);
    return rows_begin(run, columns,
                      !is_row_text ? NULL
                      : is_mtm
                          ? "line,search,length,generated,kept,memory,"
                            "seconds,mtm_path"
                          : "line,search,length,generated,kept,memory,"
                            "seconds,path");
}

int
answer_print(const struct run *run, const struct answer *answer)
{
    int code = is_row_text || rows_are_printed(run) ? print_row(run, answer)
                                                    : print_text(run, answer);

    return answer->item->is_unknown ? EXIT_NO : code;
}
