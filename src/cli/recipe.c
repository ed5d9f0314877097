/* SPDX-License-Identifier: MIT */
/* Makes recipes and generators of the options of `loyd generate`. */
#include "cli/recipe.h"

#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

#include "base/bytes.h"
#include "core/range.h"
#include "cli/catalogue.h"
#include "cli/secret.h"
#include "cli/solving.h"
#include "core/board.h"
#include "core/class.h"

/* --- bands --- */

/*
 * Expected draws for one board of the target: from RARE_NOTED on a note is
 * printed; beyond RARE_REFUSED (half a day on 4x4) --attempts is required.
 */
#define RARE_NOTED 1e5
#define RARE_SEARCHED 2e4 /* the same without whole tables */
#define RARE_REFUSED 1e8
#define TABLE_CELLS 12

/* Finds the class of a layout, whose blank must be fixed. */
static int
find_class(const loyd_layout *layout, const char *where, loyd_class *cls)
{
    if (layout->is_drawn && layout->blank == LOYD_BLANK_AUTO)
        return refuse(where, "the blank of a random goal is not fixed: try "
                             "blank=ROW.COL in --layout, or %s",
                      layout->width * layout->height <= LOYD_EXACT_CELLS
                          ? "--stm"
                          : "--mlc");
    *cls = loyd_class_of(layout->width, layout->height,
                         layout->is_drawn ? (unsigned)layout->blank
                                          : board_blank(&layout->goal));
    return EXIT_DONE;
}

int
class_find(const loyd_layout *layout, loyd_metric metric, const char *where,
           const loyd_distribution **distribution)
{
    loyd_board goal = {.width = 0};
    loyd_class cls;
    int code = find_class(layout, where, &cls);

    if (code != EXIT_DONE)
        return code;
    goal.width = cls.width;
    goal.height = cls.height;
    for (unsigned c = 0; c < (unsigned)cls.width * cls.height; c++)
        goal.cell[c] =
            (uint8_t)(c < cls.blank ? c + 1 : c > cls.blank ? c : 0);
    *distribution = loyd_distribution_of(&goal, metric);
    if (*distribution != NULL)
        return EXIT_DONE;
    return refuse(where, "the distribution of %ux%u%s is not known",
                  layout->width, layout->height,
                  metric == LOYD_MTM ? " in MTM" : "");
}

int
sample_find(const struct run *run, const loyd_layout *layout,
            const char *where, const loyd_sample **sample)
{
    char words[NO_SAMPLE_TEXT];
    loyd_class cls;
    loyd_why why = {""};
    loyd_err err;
    int code = find_class(layout, where, &cls);

    if (code != EXIT_DONE)
        return code;
    err =
        loyd_store_sample(run->store, &cls, LOYD_EFFORT_VERSION, sample, &why);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    if (*sample != NULL)
        return EXIT_DONE;
    class_no_sample(&cls, words);
    return deny(where, "%s", words);
}

/* Sets the range of a band: of lengths, or beyond 16 cells of mlc. */
static int
range_of_band(const struct run *run, const loyd_band *band,
              loyd_recipe *recipe, bool *found)
{
    const loyd_layout *layout = &recipe->layout;
    const loyd_range *percentiles = &band->percentiles;
    const loyd_distribution *d = NULL;
    const loyd_sample *sample;
    int code;

    if (layout->width * layout->height <= LOYD_EXACT_CELLS) {
        recipe->target = LOYD_TARGET_STM;
        code = class_find(layout, LOYD_STM, "--band", &d);
    } else {
        recipe->target = LOYD_TARGET_MLC;
        code = sample_find(run, layout, "--band", &sample);
        d = code == EXIT_DONE ? &sample->mlc : NULL;
    }
    *found = d != NULL &&
             loyd_percentiles_lengths(percentiles, d, &recipe->target_low,
                                      &recipe->target_high);
    return code;
}

/*
 * Sets the target of --band for the layout of the recipe. Returns an exit
 * code, after a message: no such band, a class that is drawn too or whose
 * distribution is not known, a band that is empty there.
 */
static int
target_of_band(const struct run *run, loyd_recipe *recipe)
{
    const char *names[LOYD_BANDS_MAX + 1] = {NULL};
    const loyd_band *band = NULL;
    char text[PERCENTILES_TEXT];
    loyd_bands bands;
    bool found;
    int code = bands_take(run, &bands);

    for (unsigned i = 0; code == EXIT_DONE && i < bands.n; i++) {
        names[i] = bands.band[i].name;
        if (strcmp(names[i], run->args.generate.band) == 0)
            band = &bands.band[i];
    }
    if (code == EXIT_DONE && band == NULL)
        code = refuse_unknown("--band", "band", run->args.generate.band,
                              names);
    if (code != EXIT_DONE)
        return code;
    code = range_of_band(run, band, recipe, &found);
    if (code != EXIT_DONE || found)
        return code;
    percentiles_print(&band->percentiles, text);
    return deny("--band",
                "no %ux%u board is %s: no length is at percentile %s",
                recipe->layout.width, recipe->layout.height, band->name, text);
}

static bool
needs_target(loyd_method method)
{
    return method == LOYD_METHOD_BALL || method == LOYD_METHOD_FAR;
}

/*
 * Notes how rare the target of a recipe is if it is rare. Returns an exit
 * code, after a message about the option `where`: no board is inside, or so
 * few that --attempts is required.
 */
static int
check_rarity(const struct run *run, const char *where,
             const loyd_recipe *recipe)
{
    bool is_refused;
    double boards; /* of one goal that have the target */
    loyd_rarity rarity;
    loyd_why why = {""};
    char words[128], moves[RANGE_WORDS];
    struct text text = text_in(words, sizeof(words));
    unsigned n = (unsigned)recipe->layout.width * recipe->layout.height;
    loyd_err err;

    if (n > LOYD_EXACT_CELLS) /* whose boards have not been counted */
        return EXIT_DONE;
    err = loyd_target_rarity(recipe, &rarity, &why);
    if (err != LOYD_OK)
        return report(where, err, &why);
    boards = rarity.share;
    for (unsigned i = 3; i <= n; i++)
        boards *= i;
    if (!rarity.is_bound && !recipe->layout.is_drawn &&
        (double)run->args.count > boards + 0.5)
        note(where, "only %.0f %ux%u boards take %s: some are drawn again",
             boards, recipe->layout.width, recipe->layout.height,
             range_words(recipe->target_low, recipe->target_high, "move",
                         moves));
    /* A ball is enumerated, and walks from afar begin at the rarest boards:
     * how rare they are makes no difference. */
    if (needs_target(recipe->method) ||
        rarity.share * (n > TABLE_CELLS ? RARE_SEARCHED : RARE_NOTED) >= 1)
        return EXIT_DONE;
    is_refused =
        rarity.share * RARE_REFUSED < 1 && run->args.generate.attempts == 0;
    text_format(&text, "%s %ux%u board in ",
                rarity.is_bound ? "at most one" : "one", recipe->layout.width,
                recipe->layout.height);
    text_grouped(&text, (uint64_t)(1 / rarity.share + 0.5));
    text_format(
        &text, " takes %s",
        range_words(recipe->target_low, recipe->target_high, "move", moves));
    if (!is_refused) {
        note(where, "%s: this many are drawn on average for each board",
             words);
        return EXIT_DONE;
    }
    return fail(where,
                "%s: try a wider range, another --method or --attempts",
                words);
}

/* --- recipes --- */

#define SEED_LETTERS 16

/* Writes 80 random bits of the system, in letters that are hard to confuse. */
static int
fresh_seed(const struct run *run, char seed[SEED_LETTERS + 1])
{
    uint8_t bytes[SEED_LETTERS];

    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return fail_errno(run->command->name, "cannot draw a seed");
    for (int i = 0; i < SEED_LETTERS; i++)
        seed[i] = bytes_base32_char(bytes[i] % 32);
    seed[SEED_LETTERS] = '\0';
    note(run->command->name, "new seed: --seed %s", seed);
    return EXIT_DONE;
}

int
recipe_seed(const char *seed, loyd_recipe *recipe)
{
    size_t len = strlen(seed);
    int code = seed_check("--seed", seed);

    if (code != EXIT_DONE)
        return code;
    memcpy(recipe->seed, seed, len + 1);
    recipe->seed_len = (uint16_t)len;
    return EXIT_DONE;
}

/* Reads SIZE, --layout and --method, and checks the indices. */
static int
read_kind(const struct run *run, loyd_recipe *recipe)
{
    const struct args *args = &run->args;
    const char *layout = args->layout != NULL ? args->layout : "rows";
    const char *method = args->method != NULL ? args->method : "uniform";
    const char *size = run->operands[0];
    uint8_t width, height;
    loyd_why why = {""};
    loyd_err err;

    err = loyd_size_parse(size, strlen(size), &width, &height, &why);
    if (err != LOYD_OK)
        return report_option(run->command->name, err, &why);
    err = loyd_layout_parse(layout, strlen(layout), width, height,
                            &recipe->layout, &why);
    if (err != LOYD_OK)
        return report_option("--layout", err, &why);
    err = loyd_method_parse(method, strlen(method), &recipe->method,
                            &recipe->steps, &why);
    if (err != LOYD_OK)
        return report_option("--method", err, &why);
    if (args->count - 1 > LOYD_INDEX_MAX - args->generate.first_index)
        return refuse(
            run->command->name,
            "--first-index and --count exceed the last index, %" PRIu64,
            LOYD_INDEX_MAX);
    return EXIT_DONE;
}

/*
 * Checks that a target is one of the size: lengths up to LOYD_EXACT_CELLS
 * cells, beyond that mlc, or lengths of boards near the goal.
 */
static int
check_target(const char *where, const loyd_recipe *recipe)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;
    bool is_large = w * h > LOYD_EXACT_CELLS;
    bool is_near = recipe->method == LOYD_METHOD_WALK ||
                   recipe->method == LOYD_METHOD_JUMP;

    if (recipe->target == LOYD_TARGET_MTM && w * h > TABLE_CELLS)
        return refuse("--mtm", "%ux%u has more than %d cells: try %s", w, h,
                      TABLE_CELLS, is_large ? "--mlc" : "--stm");
    if (recipe->target == LOYD_TARGET_MLC && !is_large)
        return refuse("--mlc", "%ux%u has %u cells: try --stm", w, h, w * h);
    if (recipe->target == LOYD_TARGET_MLC &&
        recipe->method != LOYD_METHOD_UNIFORM)
        return refuse_without(
            "generate", where, "--method uniform");
    if (recipe->target == LOYD_TARGET_STM && is_large && !is_near)
        return refuse("--stm",
                      "%ux%u has more than %d cells: try --mlc, or --method "
                      "walk:K or jump:K for boards near the goal",
                      w, h, LOYD_EXACT_CELLS);
    return EXIT_DONE;
}

/* Sets target and method, and checks that such boards can be found. */
static int
set_target(const struct run *run, loyd_recipe *recipe)
{
    static const char *const names[LOYD_TARGET_COUNT_] = {
        [LOYD_TARGET_STM] = "--stm",
        [LOYD_TARGET_MTM] = "--mtm",
        [LOYD_TARGET_MLC] = "--mlc"};
    const struct args *args = &run->args;
    const char *where = names[args->generate.target];
    int code = EXIT_DONE;

    recipe->target = args->generate.target;
    recipe->target_low = args->generate.range.low;
    recipe->target_high = args->generate.range.high;
    if (args->generate.band != NULL) {
        where = "--band";
        code = target_of_band(run, recipe);
    }
    if (code == EXIT_DONE)
        code = check_target(where, recipe);
    if (code == EXIT_DONE && needs_target(recipe->method) &&
        recipe->target == LOYD_TARGET_NONE)
        code = refuse_without(
            "--method", recipe->method == LOYD_METHOD_FAR ? "far" : "ball",
            "--stm");
    if (code == EXIT_DONE && args->method == NULL)
        loyd_target_method(recipe); /* the best one for it */
    if (code == EXIT_DONE && recipe->target != LOYD_TARGET_NONE)
        code = check_rarity(run, where, recipe);
    return code;
}

int
recipe_prepare(struct run *run, loyd_recipe *recipe,
               loyd_generator **generator)
{
    char drawn[SEED_LETTERS + 1];
    const char *seed = run->args.seed;
    int code;

    memset(recipe, 0, sizeof(*recipe));
    recipe->index = run->args.generate.first_index;
    recipe->is_keyed = run->args.secret != NULL;
    if ((code = read_kind(run, recipe)) != EXIT_DONE ||
        (code = set_target(run, recipe)) != EXIT_DONE ||
        (code = secret_take(run)) != EXIT_DONE)
        return code;
    if (seed == NULL && (code = fresh_seed(run, drawn)) == EXIT_DONE)
        seed = drawn;
    if (code == EXIT_DONE)
        code = recipe_seed(seed, recipe);
    if (code != EXIT_DONE)
        return code;
    if (recipe->is_keyed)
        loyd_key_id(run->secret, recipe->key_id);
    return solving_generator(run, recipe, generator);
}
