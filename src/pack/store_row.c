/* SPDX-License-Identifier: MIT */
/* Stores the rows of an import and draws their recipes. */
#include "pack/store_row.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "catalogue/lengths.h"
#include "core/board.h"
#include "core/listener.h"
#include "store/rows.h"
#include "store/tables.h"

#define STEP_ROWS 1024

loyd_err
taking_refuse(struct taking *t, uint64_t line, loyd_err err,
              const loyd_why *part, loyd_why *why)
{
    const char *what = why_words(part, err);
    const loyd_bad bad = {t->file, line, what, err};

    if (!why_is_of_row(err))
        return why_set(why, err, "%s", what);
    t->result.bad++;
    if (!listener_bad(t->listener, &bad))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    if (t->options->skips_bad)
        return LOYD_OK;
    return why_set(why, LOYD_E_CORRUPT, "nothing was imported");
}

loyd_err
taking_step(struct taking *t, loyd_why *why)
{
    t->now.done++;
    if (t->now.done % STEP_ROWS != 0 ||
        listener_progress(t->listener, &t->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED, "stopped: nothing was imported");
}

/* Makes the generator of the recipe's series; leaves NULL if the secret is
 * missing or another one. */
static loyd_err
prepare(struct taking *t, const loyd_recipe *recipe, loyd_why *why)
{
    char text[LOYD_RECIPE_TEXT];
    const uint8_t *secret = recipe->is_keyed ? t->options->secret : NULL;
    loyd_err err;

    loyd_recipe_print(recipe, text);
    *strrchr(text, '~') = '\0';
    if (t->generator != NULL && strcmp(t->series, text) == 0)
        return LOYD_OK;
    loyd_generator_free(&t->generator);
    if (recipe->is_keyed && secret == NULL)
        return LOYD_OK;
    err = loyd_generator_new(recipe, secret, &t->generator, why);
    if (err == LOYD_E_SECRET) /* of another secret */
        return LOYD_OK;
    if (err == LOYD_OK)
        memcpy(t->series, text, strlen(text) + 1);
    return err;
}

static loyd_err
draw(struct taking *t, const loyd_recipe *recipe, loyd_puzzle *puzzle,
     loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};

    if (recipe->target == LOYD_TARGET_NONE)
        return loyd_generator_draw(t->generator, recipe->index,
                                   LOYD_IMPORT_ATTEMPTS, puzzle, why);
    if (t->solver == NULL) {
        loyd_err err = loyd_solver_new(&defaults, &t->solver);

        if (err != LOYD_OK)
            return err;
    }
    return loyd_target_draw(t->generator, t->solver, recipe->index,
                            LOYD_IMPORT_ATTEMPTS, puzzle, NULL, why);
}

loyd_err
taking_draw(struct taking *t, const loyd_recipe *recipe, loyd_puzzle *puzzle,
            bool *is_usable, loyd_why *why)
{
    loyd_err err = prepare(t, recipe, why);

    *is_usable = err == LOYD_OK && t->generator != NULL;
    if (*is_usable)
        err = draw(t, recipe, puzzle, why);
    if (err == LOYD_E_EXHAUSTED || err == LOYD_E_UNSUPPORTED) {
        *is_usable = false;
        err = LOYD_OK;
    }
    if (err == LOYD_OK && !*is_usable)
        t->result.unchecked++;
    return err;
}

/* Checks that the recipe draws the puzzle and is not stored with another. */
static loyd_err
check_recipe(struct taking *t, const struct record *row,
             const loyd_recipe *recipe, bool *is_usable, loyd_why *why)
{
    loyd_puzzle drawn;
    loyd_id there;
    loyd_err err;

    *is_usable = false;
    if (recipe == NULL)
        return LOYD_OK;
    err = taking_draw(t, recipe, &drawn, is_usable, why);
    if (err != LOYD_OK || !*is_usable)
        return err;
    if (!loyd_board_equal(&drawn.start, &row->puzzle.start) ||
        !loyd_board_equal(&drawn.goal, &row->puzzle.goal))
        return why_set(why, LOYD_E_CORRUPT, "recipe draws another puzzle");
    err = loyd_store_recipe_id(t->store, recipe, &there, why);
    if (err == LOYD_E_NOT_FOUND)
        return LOYD_OK;
    if (err == LOYD_OK && memcmp(there.byte, row->id.byte, LOYD_ID_BYTES) != 0)
        err = why_set(why, LOYD_E_CORRUPT,
                      "recipe is stored with another puzzle");
    return err;
}

/*
 * The rating that follows from a path: its length is an upper bound. Even if
 * the lower bound is as high, the rating stays below proven, because proven
 * ratings have canonical paths. A path of one move is always canonical, so
 * there the bounds may meet. A slide moves at most all other tiles of the
 * longer side.
 */
static loyd_rating
rating_of(const struct record *row, loyd_metric metric)
{
    const loyd_board *goal = &row->puzzle.goal;
    unsigned side = goal->width > goal->height ? goal->width : goal->height;
    unsigned n = (unsigned)loyd_moves_length(&row->known[metric].path, metric);
    unsigned least = loyd_mlc(&row->puzzle);
    loyd_rating rating = {.lower_search = {.budget = 1, .method = "import"},
                          .upper_search = {.budget = 1, .method = "import"},
                          .metric = metric};

    if (metric == LOYD_MTM)
        least = (least + side - 2) / (side - 1);
    if (least >= n)
        least = n > 1 ? n - 1 : 1;
    rating.lower = (uint16_t)(least > 0 ? least : 1);
    rating.upper = (uint16_t)n;
    return rating;
}

static loyd_err
put_row(struct taking *t, const struct record *row, loyd_why *why)
{
    struct record stated = {.id = row->id, .puzzle = row->puzzle};
    enum put what;
    loyd_err err;

    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        if (row->known[m].path.n > 0) {
            stated.known[m].rating = rating_of(row, m);
            stated.known[m].path = row->known[m].path;
        }
    err = record_put(t->store, &stated, &what, why);
    if (err == LOYD_OK)
        t->result.new_puzzles += what == PUT_NEW;
    return err;
}

/*
 * Checks what a row states in a metric against the catalogue, and lists a
 * length that is still to be proven.
 */
static loyd_err
take_length(struct taking *t, const struct record *row, uint64_t line,
            loyd_metric metric, loyd_why *why)
{
    const loyd_rating *rating = &row->known[metric].rating;
    struct record there = {.estimate = 0};
    const loyd_known *known = &there.known[metric];
    uint16_t stated = known_proven(&row->known[metric]);
    loyd_err err;

    if (rating->upper == 0)
        return LOYD_OK;
    err = record_get_ends(t->store, &row->id, metric, &there, why);
    if (err == LOYD_OK && known->status == LOYD_STATUS_PROVEN && stated != 0 &&
        stated != known_proven(known))
        return why_set(why, LOYD_E_CORRUPT, "wrong length %u%s: proven %u",
                       stated, metric_words(metric), known_proven(known));
    if (err == LOYD_OK)
        err = interval_may_be(t->store, &row->id, metric, rating->lower,
                              rating->upper, why);
    if (err != LOYD_OK || stated == 0 || known->status == LOYD_STATUS_PROVEN)
        return err;
    if (board_cells(&row->puzzle.goal) <= LOYD_EXACT_CELLS)
        return lengths_add(t->store, line, &row->puzzle, metric, stated, why);
    t->result.unproven++;
    return LOYD_OK;
}

/* Finds the name of a row, in it or given by the import; *name is NULL if
 * there is none or it is stored already. */
static loyd_err
find_name(struct taking *t, const struct record *row, const char **name,
          loyd_why *why)
{
    bool has_own = row->name != NULL && row->name[0] != '\0', is_news;
    char own[WHY_QUOTE_BYTES], given[WHY_QUOTE_BYTES];
    loyd_err err;

    *name = t->options->name;
    if (*name == NULL && has_own)
        *name = row->name;
    if (*name == NULL)
        return LOYD_OK;
    if (has_own && strcmp(*name, row->name) != 0)
        return why_set(why, LOYD_E_CORRUPT, "name '%s': expected '%s'",
                       why_quote(row->name, strlen(row->name), own),
                       why_quote(*name, strlen(*name), given));
    err = name_may_be(t->store, &row->id, *name, &is_news, why);
    if (err != LOYD_OK || !is_news)
        *name = NULL;
    return err;
}

loyd_err
taking_row(struct taking *t, const struct record *row, uint64_t line,
           const loyd_recipe *recipe, loyd_why *why)
{
    bool has_recipe;
    const char *name = NULL;
    loyd_err err = check_recipe(t, row, recipe, &has_recipe, why);

    if (err == LOYD_OK)
        err = find_name(t, row, &name, why);
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = take_length(t, row, line, m, why);
    if (err == LOYD_OK)
        err = put_row(t, row, why);
    if (err == LOYD_OK && has_recipe)
        err = store_add_recipe(t->store, recipe, &row->id, why);
    if (err == LOYD_OK && name != NULL)
        err = store_add_name(t->store, &row->id, name, why);
    if (err != LOYD_OK)
        return err;
    t->result.rows++;
    t->result.recipes += has_recipe;
    return LOYD_OK;
}

void
taking_end(struct taking *t)
{
    loyd_generator_free(&t->generator);
    loyd_solver_free(&t->solver);
}
