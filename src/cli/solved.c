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

/* The moves of stage i. */
static loyd_moves
moves_of(const struct answer *answer, size_t i)
{
    const loyd_row_stage *stage = &answer->stages->at[i];
    size_t begin = i > 0 ? stage[-1].end : 0;

    return (loyd_moves){.dir = answer->solution->path.dir + begin,
                        .n = stage->end - begin};
}

/* Prints a line for each stage: its tiles, and its moves. */
static void
print_stages(const struct answer *answer)
{
    for (size_t i = 0; i < answer->stages->n; i++) {
        const uint8_t *tiles = answer->stages->at[i].tiles;
        loyd_moves moves = moves_of(answer, i);
        struct text line = {0};

        if (tiles[0] == 0)
            text_put(&line, "  blank");
        else
            text_format(&line, "  %u", tiles[0]);
        if (tiles[1] != 0)
            text_format(&line, " %u", tiles[1]);
        text_format(&line, "\t%zu\t", moves.n);
        path_put(&line, &moves);
        out_line(&line);
    }
}

static void
put_stages(struct jw *json, const struct answer *answer)
{
    jw_array(json, "stages", JW_TIGHT);
    for (size_t i = 0; i < answer->stages->n; i++) {
        const uint8_t *tiles = answer->stages->at[i].tiles;
        loyd_moves moves = moves_of(answer, i);
        struct text text = {0};

        path_put(&text, &moves);
        jw_object(json, NULL, JW_TIGHT);
        jw_array(json, "tiles", JW_TIGHT);
        for (unsigned k = 0; k < 2; k++)
            if (tiles[k] != 0)
                jw_uint(json, NULL, tiles[k]);
        jw_close(json);
        jw_string(json, "moves", text.at != NULL ? text.at : "");
        jw_close(json);
        text_free(&text);
    }
    jw_close(json);
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
        path_put(&line, &solution->path);
    }
    if (answer->code == EXIT_DONE && answer->facts != NULL &&
        answer->solution_no == 0)
        facts_put_columns(answer->facts, &line);
    out_line(&line);
    if (answer->stages != NULL)
        print_stages(answer);
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
    if (answer->stages != NULL)
        put_stages(json, answer);
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
answer_rows(const struct run *run, bool is_all, bool searches, bool has_stages)
{
    static const char *const problem[] = {"error", "where", "line", "input",
                                          NULL};
    static const char *const tally[] = {"length", "optimal_share", "boards",
                                        "unsolved", NULL};
    const char *const text[] = {
        "line",   "search",  "length", "optimal_share", "generated", "kept",
        "memory", "seconds", metric_of(&run->args) == LOYD_MTM ? "mtm_path"
                                                               : "path",
        NULL};
    struct names all = {.n = 0}, csv = {.n = 0};

    names_add_fields(&all, true, true);
    names_add_fields(&csv, metric_of(&run->args) == LOYD_MTM, false);
    names_add(&all, "solution_no");
    names_add(&all, "stopped");
    names_add_all(&all, facts_columns);
    names_add_all(&all, tally);
    names_add_all(&all, trial_columns);
    if (is_all)
        names_add(&csv, "solution_no");
    if (run->args.solve.milliseconds != 0)
        names_add(&csv, "stopped");
    if (run->args.facts || is_all)
        names_add_all(&csv, facts_columns);
    if (searches) {
        names_add_all(&csv, tally);
        names_add_all(&csv, trial_columns);
    }
    names_add(&all, "stages");
    if (has_stages)
        names_add(&csv, "stages");
    names_add_all(&all, problem);
    names_add_all(&csv, problem);
    has_searches = searches;
    is_row_text = searches && !has_stages && !rows_are_printed(run);
    return rows_begin(run, &(struct columns){all.at, csv.at,
                                             is_row_text ? text : NULL});
}

int
answer_print(const struct run *run, const struct answer *answer)
{
    int code = is_row_text || rows_are_printed(run) ? print_row(run, answer)
                                                    : print_text(run, answer);

    return answer->item->is_unknown ? EXIT_NO : code;
}
