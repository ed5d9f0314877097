/* SPDX-License-Identifier: MIT */
/* Writes suites: the boards of each length. */
#include "cli/suite.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/range.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/recipe.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "lab/pddl.h"
#include "lab/suite.h"

static struct {
    struct range lengths; /* --suite */
    uint64_t per_length;
} opt = {.per_length = 1};

const struct option_row option_suite = {
    "suite",
    0,
    "A..B",
    "up to 16 cells: boards of each optimal length from A to B, none twice, "
    "with the optimal first moves",
    OWN_NUMBER(lengths, 0, LOYD_LENGTH_MAX),
    .group = GROUP_BOARDS};
const struct option_row option_per_length = {
    "per-length", 0, "N",
    "boards of each length of --suite, or all if there are fewer (default: 1)",
    OWN_NUMBER(per_length, 1, 1000000), .group = GROUP_BOARDS};

/* What a suite is written with. */
struct writer {
    struct run *run;
    loyd_recipe recipe;        /* of the current length and index */
    struct pddl_folder folder; /* FORMAT_PDDL */
};

bool
suite_is_wanted(void)
{
    return opt.lengths.is_given;
}

static int
fail_folder(const struct writer *w)
{
    return fail(w->run->args.out, "%s", strerror(errno));
}

static int
put_problem(struct writer *w, const loyd_puzzle *puzzle,
            const loyd_solution *solution, const char *recipe)
{
    struct text path = {0};
    int code = EXIT_DONE;

    path_put(&path, &solution->path);
    if (path.is_lost)
        code = report("--suite", LOYD_E_NOMEM, NULL);
    else if (!pddl_problem(&w->folder, puzzle, solution->upper, recipe,
                           path.at))
        code = fail_folder(w);
    text_free(&path);
    return code;
}

/* Writes one board. */
static int
put_board(struct writer *w, const loyd_puzzle *puzzle,
          const loyd_solution *solution)
{
    char recipe[LOYD_RECIPE_TEXT];
    struct board_facts facts;
    loyd_entry entry;
    int code;

    loyd_recipe_print(&w->recipe, recipe);
    if (w->run->args.generate.format == FORMAT_PDDL)
        return put_problem(w, puzzle, solution, recipe);
    entry_make(puzzle, recipe, &entry);
    entry_set(&entry, LOYD_STM, solution);
    code =
        facts_find(w->run, "--suite", puzzle, solution->upper, &facts, NULL);
    return code == EXIT_DONE ? json_entry(&entry, &facts) : code;
}

/* Draws the next board, and writes it if it is new. */
static int
draw_next(struct writer *w, struct suite *suite)
{
    loyd_solution solution = {0};
    loyd_why why = {""};
    loyd_puzzle puzzle;
    bool is_new = false;
    char where[64];
    int code = EXIT_DONE;
    loyd_err err;

    w->recipe.index = suite->index;
    err = interrupted() ? LOYD_E_CANCELLED
                        : suite_draw(suite, &puzzle, &solution, &is_new, &why);
    progress_clear();
    if (err != LOYD_OK) {
        snprintf(where, sizeof(where), "--suite: length %u",
                 w->recipe.target_low);
        return report(where, err, &why);
    }
    if (is_new)
        code = put_board(w, &puzzle, &solution);
    loyd_moves_free(&solution.path);
    return code;
}

static int
write_length(struct writer *w, uint16_t stm)
{
    const struct args *args = &w->run->args;
    struct suite suite = {.solver = w->run->solver,
                          .attempts = args->generate.attempts,
                          .index = args->generate.first_index};
    loyd_generator *generator = NULL;
    char count[COUNTED_BYTES];
    int code;

    w->recipe.target = LOYD_TARGET_STM;
    w->recipe.target_low = w->recipe.target_high = stm;
    loyd_target_method(&w->recipe);
    if ((code = recipe_target_check(w->run, "--suite", &w->recipe)) !=
            EXIT_DONE ||
        (code = generator_start(w->run, &w->recipe, &generator)) != EXIT_DONE)
        return code;
    suite.generator = generator;
    code = report("--suite", suite_begin(&suite, opt.per_length), NULL);
    while (code == EXIT_DONE && !out_is_broken() && !suite_is_done(&suite))
        code = draw_next(w, &suite);
    if (code == EXIT_DONE && !out_is_broken() && suite.ids.n < opt.per_length)
        note("--suite", "length %u has only %s", stm,
             counted(suite.ids.n, "board", count));
    suite_free(&suite);
    loyd_generator_free(&generator);
    return code;
}

/* Checks size, layout and lengths, and begins the folder of problems. */
static int
begin_suite(struct writer *w)
{
    const loyd_layout *layout = &w->recipe.layout;
    const struct range *range = &opt.lengths;
    unsigned cells = (unsigned)layout->width * layout->height, radius;
    char moves[RANGE_WORDS];

    if (cells > LOYD_EXACT_CELLS)
        return refuse("--suite", "%ux%u has %u cells: expected at most %d",
                      layout->width, layout->height, cells, LOYD_EXACT_CELLS);
    if (layout->is_drawn)
        return refuse("--suite", "the boards of a suite have one goal: "
                                 "expected a layout without random");
    radius = loyd_distribution_of(&layout->goal, LOYD_STM)->radius;
    if (range->low < 1 || range->high > radius)
        return refuse("--suite", "%s of %ux%u: expected 1..%u",
                      range_words(range->low, range->high, "move", moves),
                      layout->width, layout->height, radius);
    if (w->run->args.generate.format == FORMAT_PDDL &&
        !pddl_begin(&w->folder, w->run->args.out))
        return fail_folder(w);
    return EXIT_DONE;
}

int
suite_make(struct run *run, const loyd_recipe *recipe)
{
    bool is_pddl = run->args.generate.format == FORMAT_PDDL;
    struct writer writer = {.run = run, .recipe = *recipe};
    int code = begin_suite(&writer);

    for (uint16_t stm = opt.lengths.low;
         code == EXIT_DONE && !out_is_broken() && stm <= opt.lengths.high;
         stm++)
        code = write_length(&writer, stm);
    if (code == EXIT_DONE && is_pddl && !temp_place(&writer.folder.temp))
        code = fail_folder(&writer);
    if (code == EXIT_DONE && is_pddl) {
        out_stored(run->args.out, "the problems");
        print_count(writer.folder.n, "problem");
        printf(" in %s\n", run->args.out);
    }
    temp_drop(&writer.folder.temp);
    return code;
}
