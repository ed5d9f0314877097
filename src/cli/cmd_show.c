/* SPDX-License-Identifier: MIT */
/* `loyd show`: draws a board, or the puzzle of an id, a recipe or a name. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/draw.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/json.h"
#include "cli/named.h"
#include "cli/solving.h"
#include "core/name.h"

static struct {
    bool list_names;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB, OPTION_FACTS, OPTION_SVG, OPTION_ANIMATE, OPTION_METRIC_BESIDE,
    OPTION_SECRET,
    {"list-names", NULL,
     "print the names that are built in, one per line: name, start, goal and "
     "note, separated by tabs", OWN(list_names)},
    OPTIONS_OF_ROWS};

/* Prints a recipe of a puzzle of the catalogue. */
static int
print_recipe(void *context, const loyd_row *row)
{
    static const char *const words[] = {"recipe=  recipe   $", NULL};
    char text[LOYD_RECIPE_TEXT];
    struct jw *json;

    (void)context;
    loyd_recipe_print(row->recipe, text);
    row_says(words);
    json = row_begin();
    jw_string(json, "recipe", text);
    row_end(json);
    return EXIT_DONE;
}

/* Says what is known in a metric, after its length. */
#define KNOWN_IN(prefix)                                                      \
    prefix "band=\n  band     $",                                             \
        prefix "percentile=percentile $ of its class",                        \
        prefix "percentile_sample=by a sample of $ boards"

/* Draws an entry, and prints it with facts unless they are NULL. */
static int
print_drawn(const struct run *run, const loyd_entry *entry,
            const struct board_facts *facts, bool is_stored)
{
    static const char *const head[] = {"puzzle_id=$", "size=  $", "layout=  $",
                                       NULL};
    static const char *const words[] = {
        "unrated=  status   $",
        "optimum=\n  optimum  $ STM, proven",
        "bounds=\n  bounds   $ STM, not proven",
        KNOWN_IN(""),
        "estimate=estimated from $ STM",
        "path=\n  path     $",
        "mtm_optimum=\n  optimum  $ MTM, proven",
        "mtm_bounds=\n  bounds   $ MTM, not proven",
        KNOWN_IN("mtm_"),
        "mtm_path=\n  path     $",
        "!manhattan=\n  distance $ Manhattan",
        "!linear_conflicts=$ linear conflict*",
        "!inversions=\n  order    $ inversion*",
        "!tiles_home=$ tile* at home",
        "solutions=\n  shortest $ solution*",
        "solutions_capped= or more",
        "first_moves=first move $",
        "not_counted=\n  shortest not counted: $",
        "name=\n  name     $",
        "drawn_by=\n  recipe   $",
        NULL};
    /* Not proven, and proven. */
    static const char *const lengths[][2] = {
        [LOYD_STM] = {"bounds", "optimum"},
        [LOYD_MTM] = {"mtm_bounds", "mtm_optimum"}};
    const loyd_board *start = &entry->puzzle.start;
    char length[LENGTH_TEXT];
    bool is_solvable = false;
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err;
    struct jw *row;

    if (loyd_solvable(start, &entry->puzzle.goal, &is_solvable, NULL) !=
        LOYD_OK)
        is_solvable = false;
    row_says(head);
    json_entry(entry, NULL);
    putchar('\n');
    draw_puzzle(&run->screen, &entry->puzzle);
    putchar('\n');
    row_says(words);
    row = json_entry_begin(entry);
    if (entry->known[LOYD_STM].status == LOYD_STATUS_UNRATED)
        jw_string(row, "unrated", is_solvable ? "unrated" : "unsolvable");
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        if (entry->known[m].status != LOYD_STATUS_UNRATED)
            jw_string(row,
                      lengths[m][entry->known[m].status == LOYD_STATUS_PROVEN],
                      entry_text(entry, m, length));
    if (facts != NULL)
        facts_json(row, facts);
    if (!is_stored)
        jw_word(row, "drawn_by", entry->recipe);
    row_end(row);
    if (!is_stored)
        return EXIT_DONE;
    err = loyd_store_recipes(run->store, &entry->id, &cursor, &why);
    return cursor_each(run, err, cursor, &why, print_recipe, NULL);
}

static int
show(struct run *run, const loyd_entry *entry, bool is_stored)
{
    struct board_facts found, *facts = run->args.facts ? &found : NULL;
    loyd_entry shown = *entry;
    loyd_moves path = {0};
    int code = EXIT_DONE;

    if (metric_of(&run->args) == LOYD_MTM)
        code = entry_solve_mtm(run, &shown, &path);
    if (code == EXIT_DONE && facts != NULL && run->solver == NULL)
        code = solver_start(run, progress_show);
    if (code == EXIT_DONE && facts != NULL)
        code = facts_of_entry(run, entry, facts);
    if (code == EXIT_DONE)
        code = entry_draw(run, &shown);
    if (code == EXIT_DONE && rows_are_printed(run))
        json_entry(&shown, facts);
    else if (code == EXIT_DONE)
        code = print_drawn(run, &shown, facts, is_stored);
    loyd_moves_free(&path);
    return code;
}

/* Called while the cursor is open, which owns the texts of the entry. */
static int
show_row(void *context, const loyd_row *row)
{
    return show(context, row->entry, true);
}

static int
show_range(struct run *run, const loyd_id *first, const loyd_id *last)
{
    loyd_filter filter = {
        .has_id = true, .id_first = *first, .id_last = *last};
    char shown[QUOTED_BYTES];
    uint64_t count = 0;
    loyd_why why = {""};
    loyd_err err = loyd_store_count(run->store, &filter, &count, &why);

    if (err != LOYD_OK)
        return report(run->db, err, &why);
    if (count == 1)
        return catalogue_each(run, &filter, show_row, run);
    if (count > 1)
        return deny(run->db,
                    "ambiguous id '%s': %" PRIu64 " puzzles: try 'loyd find "
                    "--puzzle-id %s*'",
                    quoted(run->operands[0], shown), count, shown);
    return deny(run->db, "no puzzle '%s'", quoted(run->operands[0], shown));
}

/* Shows a puzzle that is in no catalogue: that of a recipe, or without one,
 * that which is given. */
static int
show_made(struct run *run, const loyd_recipe *recipe, loyd_puzzle *puzzle,
          const char *name)
{
    char text[LOYD_RECIPE_TEXT] = "";
    loyd_solution solution;
    bool is_solved;
    loyd_entry entry;
    loyd_bands bands;
    int code = puzzle_solve(run, recipe, puzzle, &solution, &is_solved);

    if (code == EXIT_DONE)
        code = bands_take(run, &bands);
    if (code == EXIT_DONE) {
        if (recipe != NULL)
            loyd_recipe_print(recipe, text);
        entry_make(puzzle, text, &entry);
        entry.name = name;
        if (is_solved)
            entry_set(&entry, LOYD_STM, &solution);
        if (is_solved && (recipe == NULL || recipe->target != LOYD_TARGET_STM))
            entry_quick(&entry);
        entry_place(&entry, LOYD_STM, &bands);
        code = show(run, &entry, false);
    }
    loyd_moves_free(&solution.path);
    return code;
}

/* Shows a board whose goal is rows. */
static int
show_board(struct run *run, const char *text)
{
    loyd_puzzle puzzle;
    loyd_why why = {""};
    loyd_err err = rows_parse(slice_of(text), &puzzle, &why);

    return err == LOYD_OK ? show_made(run, NULL, &puzzle, "")
                          : report("show", err, &why);
}

/* Shows the puzzle of a name of the catalogue, of a built-in name, or of an
 * id, in this order. */
static int
show_id(struct run *run, const char *text)
{
    loyd_id first, last;
    struct named named;
    char shown[QUOTED_BYTES];
    struct stored stored;
    loyd_why why = {""};
    loyd_err err;
    int code = named_stored(run, text, &stored);

    if (code != EXIT_DONE)
        return code;
    if (stored.is_found)
        return show_range(run, &stored.id, &stored.id);
    if (named_find(text, &named))
        return show_made(run, NULL, &named.puzzle, named.name);
    err = loyd_id_parse(text, strlen(text), &first, &last, &why);
    if (err != LOYD_OK && name_check(text, strlen(text), NULL) == LOYD_OK)
        return deny(run->store != NULL ? run->db : "show", "no puzzle '%s'",
                    quoted(text, shown));
    if (err != LOYD_OK)
        return report_option("show", err, &why);
    if (run->store != NULL)
        return show_range(run, &first, &last);
    return catalogue_missing(run);
}

static int
show_recipe(struct run *run, const char *text)
{
    char printed[LOYD_RECIPE_TEXT];
    const loyd_condition wanted = {"recipe", printed};
    const loyd_filter filter = {.conditions = &wanted, .n_conditions = 1};
    uint64_t count = 0;
    loyd_recipe recipe;
    loyd_puzzle puzzle;
    loyd_why why = {""};
    loyd_err err = loyd_recipe_parse(text, strlen(text), &recipe, &why);

    if (err != LOYD_OK)
        return report_option("show", err, &why);
    loyd_recipe_print(&recipe, printed);
    if (run->store != NULL)
        err = loyd_store_count(run->store, &filter, &count, &why);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    /* A recipe that is not stored can be drawn again. */
    return count > 0 ? catalogue_each(run, &filter, show_row, run)
                     : show_made(run, &recipe, &puzzle, "");
}

static int
cmd_show(struct run *run)
{
    const char *text = run->operands[0];
    int code;

    if (opt.list_names)
        return named_list(run);
    if ((code = rows_begin(run, FIELDS "," FACTS, NULL)) != EXIT_DONE)
        return code;
    if (strchr(text, '~') != NULL)
        return show_recipe(run, text);
    return strpbrk(text, "/ ,;|\n") != NULL && !named_may_be(text)
               ? show_board(run, text)
               : show_id(run, text);
}

const struct command command_show = {
    "show", "ID|RECIPE|NAME|BOARD",
    "draw one puzzle and print what is known about it",
    "An id, or the beginning of one, is looked up in a catalogue. A recipe "
    "needs no catalogue: its board is drawn again and solved, beyond 16 "
    "cells with effort quick. A name is looked up in the catalogue, then "
    "among the built-in names (see --list-names). A board has rows as its "
    "goal.\n"
    "\n"
    "With --facts, three lines follow: Manhattan distance and linear "
    "conflicts; inversions, the pairs of tiles whose order is not that of "
    "the goal, and tiles at home; and, if the optimum is proven, the number "
    "of shortest solutions in STM and their first moves.",
    ACTION(cmd_show, TAKES_STORE, NULL, NULL),
    option_table, 0, 1,
    .examples =
        "loyd show 4x4/snake~g1~monday~17\n"
        "loyd show loyd-14-15\n"
        "loyd show gy4fqfbb3cyf8wmb --db puzzles.db\n"
        "loyd show 3x3/spiral~g1~monday~0 --svg board.svg --animate\n",
    .rules =
        "--list-names excludes ID\n"
        "--animate needs --svg\n"
        "show needs ID|RECIPE|NAME|BOARD|--list-names\n"};
