/* SPDX-License-Identifier: MIT */
/* Draws suites: boards of each length, none of them twice. */
#include "cli/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/pddl.h"
#include "cli/recipe.h"
#include "cli/signals.h"
#include "cli/solving.h"

static struct {
    struct range lengths; /* --suite */
    uint64_t per_length;
} opt = {.per_length = 1};

const struct option_row option_suite = {
    "suite", 0, "A..B",
    "up to 16 cells: boards of each optimal length from A to B, none twice, "
    "with the optimal first moves",
    OWN_NUMBER(lengths, 0, LOYD_STM_MAX), .group = GROUP_BOARDS};
const struct option_row option_per_length = {
    "per-length", 0, "N",
    "boards of each length of --suite, or all if there are fewer (default: 1)",
    OWN_NUMBER(per_length, 1, 1000000), .group = GROUP_BOARDS};

/*
 * Where the boards of a length have not been counted, it ends after this many
 * repetitions in a row for each board found. A board that is left has then
 * been missed with a probability of e^-64.
 */
#define REPEATS 64

/* The ids of one length: open addressing, all zero where there is none. */
struct ids {
    loyd_id *at;
    size_t room; /* a power of two */
    size_t n;
};

struct suite {
    struct run *run;
    loyd_recipe recipe; /* of the current length and index */
    const loyd_distribution *distribution;
    struct ids ids;
    struct pddl_folder folder; /* FORM_PDDL */
};

bool
suite_is_wanted(void)
{
    return opt.lengths.is_given;
}

static bool
ids_begin(struct ids *ids, uint64_t most)
{
    ids->room = 2;
    while (ids->room < 2 * most)
        ids->room *= 2;
    ids->n = 0;
    ids->at = calloc(ids->room, sizeof(ids->at[0]));
    return ids->at != NULL;
}

/* Adds an id; returns false if it is there. */
static bool
ids_add(struct ids *ids, const loyd_id *id)
{
    static const loyd_id none;
    size_t i = 0;

    for (unsigned k = 0; k < 4; k++) /* ids are hashes */
        i = i << 8 | id->byte[k];
    for (;; i++) {
        loyd_id *slot = &ids->at[i & (ids->room - 1)];

        if (memcmp(slot, id, sizeof(*id)) == 0)
            return false;
        if (memcmp(slot, &none, sizeof(none)) == 0) {
            *slot = *id;
            ids->n++;
            return true;
        }
    }
}

/* Writes one board. */
static int
put(struct suite *s, const loyd_puzzle *puzzle, const loyd_solution *solution)
{
    char recipe[LOYD_RECIPE_TEXT];
    struct board_facts facts;
    loyd_entry entry;
    int code;

    loyd_recipe_print(&s->recipe, recipe);
    entry_make(puzzle, recipe, &entry);
    entry_set(&entry, LOYD_STM, solution);
    if (s->run->args.generate.form == FORM_PDDL)
        code = pddl_problem(&s->folder, &entry);
    else if ((code = facts_find(s->run, "--suite", puzzle, solution->upper,
                                &facts, NULL)) == EXIT_DONE)
        code = json_entry_facts(&entry, &facts);
    return code;
}

/* Draws the board of the recipe's index, and writes it if it is new. */
static int
draw(struct suite *s, const loyd_generator *generator, bool *is_new)
{
    loyd_solution solution = {0};
    loyd_why why = {""};
    loyd_puzzle puzzle;
    loyd_id id;
    int code = EXIT_DONE;
    loyd_err err = interrupted()
                       ? LOYD_E_CANCELLED
                       : loyd_target_draw(generator, s->run->solver,
                                          s->recipe.index,
                                          s->run->args.generate.attempts,
                                          &puzzle, &solution, &why);
    char where[64];

    *is_new = false;
    progress_clear();
    if (err != LOYD_OK) {
        snprintf(where, sizeof(where), "--suite: length %u",
                 s->recipe.target_low);
        return report(where, err, &why);
    }
    loyd_puzzle_id(&puzzle, &id);
    if ((*is_new = ids_add(&s->ids, &id)))
        code = put(s, &puzzle, &solution);
    loyd_moves_free(&solution.path);
    return code;
}

/* Draws boards until there are `most`, or none is left. */
static int
draw_length(struct suite *s, const loyd_generator *generator, uint64_t most,
            bool is_counted)
{
    uint64_t repeats = 0;
    int code = EXIT_DONE;

    for (uint64_t i = s->run->args.generate.first_index; s->ids.n < most;
         i++) {
        bool is_new;

        if (i > LOYD_INDEX_MAX)
            return fail("--suite", "length %u: no index is left",
                        s->recipe.target_low);
        s->recipe.index = i;
        if ((code = draw(s, generator, &is_new)) != EXIT_DONE ||
            out_is_broken())
            return code;
        repeats = is_new ? 0 : repeats + 1;
        if (!is_counted && repeats >= REPEATS * (s->ids.n + 1))
            break;
    }
    return code;
}

static int
make_length(struct suite *s, uint16_t stm)
{
    const loyd_distribution *d = s->distribution;
    uint64_t wanted = opt.per_length, most = wanted;
    bool is_counted = d->sample == 0;
    loyd_generator *generator = NULL;
    char count[COUNTED_BYTES];
    int code;

    s->recipe.target = LOYD_TARGET_STM;
    s->recipe.target_low = s->recipe.target_high = stm;
    loyd_target_method(&s->recipe);
    if (is_counted && d->count[stm] < most)
        most = d->count[stm];
    if ((code = recipe_target_check(s->run, "--suite", &s->recipe)) !=
            EXIT_DONE ||
        (code = generator_start(s->run, &s->recipe, &generator)) != EXIT_DONE)
        return code;
    if (ids_begin(&s->ids, most))
        code = draw_length(s, generator, most, is_counted);
    else
        code = report("--suite", LOYD_E_NOMEM, NULL);
    if (code == EXIT_DONE && !out_is_broken() && s->ids.n < wanted)
        note("--suite", "length %u has only %s", stm,
             counted(s->ids.n, "board", count));
    free(s->ids.at);
    s->ids = (struct ids){NULL, 0, 0};
    loyd_generator_free(&generator);
    return code;
}

/* Checks size, layout and lengths, and finds the distribution. */
static int
begin(struct suite *s)
{
    const loyd_layout *layout = &s->recipe.layout;
    const struct range *range = &opt.lengths;
    unsigned cells = (unsigned)layout->width * layout->height;

    if (cells > LOYD_EXACT_CELLS)
        return refuse("--suite", "%ux%u has %u cells: expected at most %d",
                      layout->width, layout->height, cells, LOYD_EXACT_CELLS);
    if (loyd_layout_is_drawn(layout))
        return refuse("--suite", "the boards of a suite have one goal: "
                                 "expected a layout without random");
    s->distribution = loyd_distribution_of(&layout->goal, LOYD_STM);
    if (range->low < 1 || range->high > s->distribution->radius)
        return refuse("--suite",
                      "lengths %u..%u of %ux%u: expected 1..%u", range->low,
                      range->high, layout->width, layout->height,
                      s->distribution->radius);
    return s->run->args.generate.form == FORM_PDDL
               ? pddl_begin(&s->folder, s->run->args.out)
               : EXIT_DONE;
}

int
suite_make(struct run *run, const loyd_recipe *recipe)
{
    struct suite suite = {.run = run, .recipe = *recipe};
    int code = begin(&suite);

    for (uint16_t stm = opt.lengths.low;
         code == EXIT_DONE && !out_is_broken() && stm <= opt.lengths.high;
         stm++)
        code = make_length(&suite, stm);
    if (suite.folder.path != NULL) /* it was begun */
        code = pddl_end(&suite.folder, code);
    return code;
}
