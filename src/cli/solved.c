/* SPDX-License-Identifier: MIT */
/* Prints an answer in its three forms. */
#include "cli/solved.h"

#include "cli/entry.h"
#include "cli/json.h"

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
    if (has_path && (answer->code == EXIT_DONE || answer->trial != NULL))
        text_char(&line, '\t');
    if (has_path && answer->code == EXIT_DONE)
        path_put(&line, &solution->path);
    if (answer->trial != NULL)
        trial_put_text(answer->trial, &line);
    if (answer->code == EXIT_DONE && answer->facts != NULL &&
        answer->solution_no == 0)
        facts_put_columns(answer->facts, &line);
    out_line(&line);
    return answer->code;
}

/* --- rows --- */

/* Ends the object of a line, after facts and counters. */
static void
end_row(const struct run *run, struct jw *json, const struct answer *answer)
{
    if (answer->facts != NULL && answer->code <= EXIT_NO)
        facts_json(json, answer->facts);
    if (answer->solution_no != 0)
        jw_uint(json, "solution_no", answer->solution_no);
    if (run->args.solve.path != 0 && answer->code == EXIT_DONE)
        jw_boolean(json, "any_path", answer->solution->is_any_path);
    if (run->args.solve.milliseconds != 0 && answer->code == EXIT_DONE)
        jw_boolean(json, "stopped", answer->solution->is_stopped);
    if (answer->trial != NULL)
        trial_put(answer->trial, json);
    row_end(json);
}

static int
print_solved_row(const struct run *run, const struct answer *answer)
{
    loyd_metric metric = metric_of(&run->args);
    struct item *item = answer->item;
    struct jw *json;
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
    json = json_entry_begin(&entry);
    if (json != NULL) {
        end_row(run, json, answer);
        return EXIT_DONE;
    }
    item->text = NULL;
    item_failed(item, EXIT_BAD);
    item_print_error(item);
    return EXIT_BAD;
}

static int
print_row(const struct run *run, const struct answer *answer)
{
    const struct item *item = answer->item;
    struct jw *json;

    if (answer->code == EXIT_DONE)
        return print_solved_row(run, answer);
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
answer_rows(const struct run *run, bool is_all)
{
    static const char *const problem[] = {"error", "where", "line", "input",
                                          NULL};
    struct names all = {.n = 0}, csv = {.n = 0};

    names_add_fields(&all, true, true);
    names_add_fields(&csv, metric_of(&run->args) == LOYD_MTM, false);
    names_add(&all, "solution_no");
    names_add(&all, "any_path");
    names_add(&all, "stopped");
    names_add_all(&all, facts_columns);
    names_add_all(&all, trial_columns);
    if (is_all)
        names_add(&csv, "solution_no");
    if (run->args.solve.path != 0)
        names_add(&csv, "any_path");
    if (run->args.solve.milliseconds != 0)
        names_add(&csv, "stopped");
    if (run->args.facts || is_all)
        names_add_all(&csv, facts_columns);
    if (run->args.solve.has_counters)
        names_add_all(&csv, trial_columns);
    names_add_all(&all, problem);
    names_add_all(&csv, problem);
    return rows_begin(run, &(struct columns){all.at, csv.at, NULL});
}

int
answer_print(const struct run *run, const struct answer *answer)
{
    return rows_are_printed(run) ? print_row(run, answer)
                                 : print_text(run, answer);
}
