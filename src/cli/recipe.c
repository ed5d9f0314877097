/* SPDX-License-Identifier: MIT */
/* Owns the way from the options of generate and audit to a generator. */
#include "cli/recipe.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

#include "cli/bands.h"
#include "cli/file.h"
#include "cli/message.h"

#define SEED_LETTERS 16

/* 80 bits of the system's, as letters that are hard to mistake. */
static int
fresh_seed(const struct run *run, char seed[SEED_LETTERS + 1])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[SEED_LETTERS];

    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes)) {
        message(run->command->name,
                "%s, and randomness for a seed was expected", strerror(errno));
        return EXIT_BAD;
    }
    for (int i = 0; i < SEED_LETTERS; i++)
        seed[i] = letters[bytes[i] % 32];
    seed[SEED_LETTERS] = '\0';
    note(run->command->name, "no --seed, so a fresh one: --seed %s", seed);
    return EXIT_DONE;
}

static int
take_seed(const char *seed, loyd_recipe *recipe)
{
    size_t len = strlen(seed);
    loyd_why why = {""};
    loyd_err err;

    if (len > LOYD_SEED_MAX) {
        message("--seed", "%zu bytes, and at most %d were expected", len,
                LOYD_SEED_MAX);
        return EXIT_COMMAND;
    }
    if ((err = loyd_text_check(seed, len, &why)) != LOYD_OK)
        return complain_option("--seed", err, &why);
    memcpy(recipe->seed, seed, len + 1);
    recipe->seed_len = (uint16_t)len;
    return EXIT_DONE;
}

/* Before a catalogue is made: what it could never take is not begun. */
static int
check_cells(const struct run *run, unsigned width, unsigned height)
{
    if (run->db == NULL || width * height <= LOYD_EXACT_CELLS)
        return EXIT_DONE;
    message(run->command->name,
            "%ux%u has %u cells, and for a catalogue up to %d "
            "were expected",
            width, height, width * height, LOYD_EXACT_CELLS);
    return EXIT_COMMAND;
}

/* SIZE, --layout, --method, --stm and --band: all of the recipe but seed and
 * key. */
static int
take_kind(const struct run *run, loyd_recipe *recipe)
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
        return complain_option(run->command->name, err, &why);
    err = loyd_layout_parse(layout, strlen(layout), width, height,
                            &recipe->layout, &why);
    if (err != LOYD_OK)
        return complain_option("--layout", err, &why);
    err = loyd_method_parse(method, strlen(method), &recipe->method,
                            &recipe->steps, &why);
    if (err != LOYD_OK)
        return complain_option("--method", err, &why);
    if (args->count - 1 > LOYD_INDEX_MAX - args->from) {
        message(run->command->name,
                "indices beyond %" PRIu64 ", and --from and "
                "--count below it were expected",
                LOYD_INDEX_MAX);
        return EXIT_COMMAND;
    }
    return check_cells(run, width, height);
}

/*
 * Unless --method says it: the best for the target. What is not uniform is
 * told, for nobody asked for it.
 */
static int
choose_method(const struct run *run, loyd_recipe *recipe)
{
    if (recipe->method == LOYD_METHOD_BALL && !recipe->has_target) {
        message("--method", "ball needs a target, and --stm was expected");
        return EXIT_COMMAND;
    }
    if (run->args.method != NULL || !recipe->has_target)
        return EXIT_DONE;
    loyd_target_method(recipe);
    if (recipe->method == LOYD_METHOD_WALK)
        note("generate",
             "%ux%u has more than %d cells: boards of --method walk:%u, "
             "each proven to be inside the target, not equally likely",
             recipe->layout.width, recipe->layout.height, LOYD_EXACT_CELLS,
             recipe->steps);
    return EXIT_DONE;
}

static int
take_target(const struct run *run, loyd_recipe *recipe)
{
    const struct args *args = &run->args;
    int code = EXIT_DONE;

    recipe->has_target = args->stm.is_given;
    recipe->stm_low = args->stm.low;
    recipe->stm_high = args->stm.high;
    if (args->band != NULL)
        code = target_of_band(run, recipe);
    if (code == EXIT_DONE)
        code = choose_method(run, recipe);
    if (code == EXIT_DONE && recipe->has_target)
        code = target_check(run, recipe);
    return code;
}

int
recipe_prepare(const struct run *run, loyd_recipe *recipe,
               loyd_generator **generator)
{
    uint8_t secret[LOYD_SECRET_BYTES] = {0};
    char drawn[SEED_LETTERS + 1];
    const char *seed = run->args.seed;
    loyd_why why = {""};
    loyd_err err;
    int code;

    memset(recipe, 0, sizeof(*recipe));
    recipe->index = run->args.from;
    recipe->is_keyed = run->args.secret != NULL;
    if ((code = take_kind(run, recipe)) != EXIT_DONE ||
        (code = take_target(run, recipe)) != EXIT_DONE)
        return code;
    if (recipe->is_keyed &&
        (code = secret_read(run->args.secret, secret)) != EXIT_DONE)
        return code;
    if (seed == NULL && (code = fresh_seed(run, drawn)) == EXIT_DONE)
        seed = drawn;
    if (code == EXIT_DONE)
        code = take_seed(seed, recipe);
    if (code == EXIT_DONE) {
        if (recipe->is_keyed)
            loyd_key_id(secret, recipe->key_id);
        err = loyd_generator_new(recipe, recipe->is_keyed ? secret : NULL,
                                 generator, &why);
        if (err != LOYD_OK)
            code = complain(run->command->name, err, &why);
    }
    secret_wipe(secret);
    return code;
}
