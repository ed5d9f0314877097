/* SPDX-License-Identifier: MIT */
/* Parses, prints and checks recipes. */
#include "generate/recipe.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number.h"
#include "core/range.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"
#include "core/board.h"
#include "generate/methods.h"
#include "base/utf8.h"

static const char generator_name[] = "g1";

/* The parts of a recipe's text, SIZE/LAYOUT~GEN~SEED~INDEX. */
struct parts {
    struct slice size;
    struct slice layout;
    struct slice gen;
    struct slice seed;
    struct slice index;
};

static const char *const target_names[LOYD_TARGET_COUNT_] = {
    [LOYD_TARGET_NONE] = "",
    [LOYD_TARGET_STM] = "stm",
    [LOYD_TARGET_MLC] = "mlc",
    [LOYD_TARGET_MTM] = "mtm",
};

const char *
target_name(loyd_target target)
{
    return target_names[target];
}

static loyd_err
read_target(struct slice text, loyd_recipe *recipe, loyd_why *why)
{
    struct slice range = text, name;
    loyd_target target = LOYD_TARGET_NONE;
    bool has_range = slice_cut(&range, '=', &name);
    char quote[WHY_QUOTE_BYTES];
    uint64_t low, high;

    for (unsigned i = 1; has_range && i < LOYD_TARGET_COUNT_; i++)
        if (slice_is(name, target_names[i]))
            target = (loyd_target)i;
    if (target == LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid target '%s': expected stm=A..B, mtm=A..B or "
                       "mlc=A..B",
                       why_quote(text.at, text.len, quote));
    loyd_err err =
        range_parse(range.at, range.len, 0, LOYD_LENGTH_MAX, &low, &high, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "target: ");
    recipe->target = target;
    recipe->target_low = (uint16_t)low;
    recipe->target_high = (uint16_t)high;
    return LOYD_OK;
}

static loyd_err
read_key_id(struct slice text, loyd_recipe *recipe, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    bool is_good = text.len == LOYD_KEYID_CHARS;

    for (size_t i = 0; is_good && i < LOYD_KEYID_CHARS; i++) {
        int value = bytes_of_base32(text.at[i]);
        is_good = value >= 0;
        if (is_good)
            recipe->key_id[i] = bytes_base32_char((unsigned)value);
    }
    if (!is_good)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid key id '%s': expected %d base32 characters",
                       why_quote(text.at, text.len, quote), LOYD_KEYID_CHARS);
    recipe->is_keyed = true;
    return LOYD_OK;
}

/* What follows a target is another one, or the rest of a list of ranges. */
static loyd_err
refuse_second(struct slice text, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct slice range = text, name;

    if (slice_cut(&range, '=', &name))
        return why_set(why, LOYD_E_SYNTAX, "more than one target");
    return why_set(why, LOYD_E_SYNTAX,
                   "unexpected '%s' after the target: expected one range A..B",
                   why_quote(text.at, text.len, quote));
}

/* Reads g1[:METHOD][,TARGET][@KEYID]. */
static loyd_err
read_gen(struct slice gen, loyd_recipe *recipe, loyd_why *why)
{
    struct slice rest = gen, name = slice_until(&rest, ":,@");
    char quote[WHY_QUOTE_BYTES];
    loyd_err err = LOYD_OK;

    if (!slice_is(name, generator_name))
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "unknown generator '%s': expected %s",
                       why_quote(name.at, name.len, quote), generator_name);
    while (err == LOYD_OK && rest.len > 0) {
        char mark = rest.at[0];
        rest.at++;
        rest.len--;
        /* The ':' in a method, as in walk:5, is part of its value. */
        struct slice value = slice_until(&rest, ",@");
        if (mark == ':')
            err = loyd_method_parse(value.at, value.len, &recipe->method,
                                    &recipe->steps, why);
        else if (mark == '@' && rest.len > 0)
            err =
                why_set(why, LOYD_E_SYNTAX, "unexpected '%s' after the key id",
                        why_quote(rest.at, rest.len, quote));
        else if (mark == '@')
            err = read_key_id(value, recipe, why);
        else if (recipe->target != LOYD_TARGET_NONE)
            err = refuse_second(value, why);
        else
            err = read_target(value, recipe, why);
    }
    return err == LOYD_OK ? method_check(recipe, why) : err;
}

static loyd_err
seed_check(struct slice seed, loyd_why *why)
{
    if (seed.len > LOYD_SEED_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "seed has %zu bytes: expected at most %d", seed.len,
                       LOYD_SEED_MAX);
    loyd_err err = utf8_check(seed.at, seed.len, why);
    return err != LOYD_OK ? why_prefix(why, err, "seed: ") : LOYD_OK;
}

static loyd_err
read_parts(const struct parts *parts, loyd_recipe *recipe, loyd_why *why)
{
    uint8_t width, height;
    loyd_err err =
        loyd_size_parse(parts->size.at, parts->size.len, &width, &height, why);

    if (err == LOYD_OK)
        err = loyd_layout_parse(parts->layout.at, parts->layout.len, width,
                                height, &recipe->layout, why);
    if (err == LOYD_OK)
        err = read_gen(parts->gen, recipe, why);
    if (err == LOYD_OK)
        err = seed_check(parts->seed, why);
    if (err != LOYD_OK)
        return err;
    memcpy(recipe->seed, parts->seed.at, parts->seed.len);
    recipe->seed_len = (uint16_t)parts->seed.len;
    err = number_parse(parts->index.at, parts->index.len, 0, LOYD_INDEX_MAX,
                       &recipe->index, why);
    return err != LOYD_OK ? why_prefix(why, err, "index: ") : LOYD_OK;
}

loyd_err
loyd_recipe_parse(const char *text, size_t len, loyd_recipe *recipe,
                  loyd_why *why)
{
    struct parts parts = {.index = {text, len}};
    char quote[WHY_QUOTE_BYTES];
    loyd_recipe read;

    WHY_GIVEN(why);
    memset(&read, 0, sizeof(read));
    /* Seeds may contain '/' and '~'; the index follows the last '~'. */
    if (!slice_cut(&parts.index, '/', &parts.size) ||
        !slice_cut(&parts.index, '~', &parts.layout) ||
        !slice_cut(&parts.index, '~', &parts.gen) ||
        !slice_cut_last(&parts.index, '~', &parts.seed))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid recipe '%s': expected "
                       "SIZE/LAYOUT~g1~SEED~INDEX",
                       why_quote(text, len, quote));
    loyd_err err = read_parts(&parts, &read, why);
    if (err == LOYD_OK)
        memcpy(recipe, &read, sizeof(read));
    return err;
}

size_t
loyd_recipe_print(const loyd_recipe *recipe, char text[LOYD_RECIPE_TEXT])
{
    struct text to = text_in(text, LOYD_RECIPE_TEXT);
    char layout[LOYD_LAYOUT_TEXT], method[METHOD_TEXT];

    loyd_layout_print(&recipe->layout, layout);
    text_format(&to, "%ux%u/%s~%s", recipe->layout.width,
                recipe->layout.height, layout, generator_name);
    if (recipe->method != LOYD_METHOD_UNIFORM) {
        method_print(recipe->method, recipe->steps, method);
        text_format(&to, ":%s", method);
    }
    if (recipe->target != LOYD_TARGET_NONE)
        text_format(&to, ",%s=%u..%u", target_names[recipe->target],
                    recipe->target_low, recipe->target_high);
    if (recipe->is_keyed)
        text_format(&to, "@%s", recipe->key_id);
    text_char(&to, '~');
    text_bytes(&to, recipe->seed, recipe->seed_len);
    text_char(&to, '~');
    text_number(&to, recipe->index);
    return to.len;
}

loyd_err
recipe_check(const loyd_recipe *recipe, loyd_why *why)
{
    const loyd_layout *layout = &recipe->layout, *canonical;
    unsigned n = (unsigned)layout->width * layout->height;
    loyd_err err = size_check(layout->width, layout->height, why);
    char text[LOYD_RECIPE_TEXT];
    loyd_recipe read;
    size_t len;

    if (err != LOYD_OK)
        return err;
    /* What a text needs; its reader checks the rest. */
    if ((unsigned)layout->path >= LOYD_PATH_COUNT_ ||
        (unsigned)recipe->method >= LOYD_METHOD_COUNT_ ||
        (unsigned)recipe->target >= LOYD_TARGET_COUNT_ ||
        recipe->seed_len > LOYD_SEED_MAX ||
        memchr(recipe->key_id, '\0', sizeof(recipe->key_id)) == NULL ||
        (!layout->is_drawn && (layout->goal.width != layout->width ||
                               layout->goal.height != layout->height)) ||
        (len = loyd_recipe_print(recipe, text)) >= sizeof(text))
        return why_set(why, LOYD_E_RANGE, "invalid recipe");
    if ((err = loyd_recipe_parse(text, len, &read, why)) != LOYD_OK)
        return err;
    canonical = &read.layout;
    if (canonical->path != layout->path ||
        canonical->is_drawn != layout->is_drawn ||
        (!layout->is_drawn &&
         !board_equal(&canonical->goal, &layout->goal)) ||
        (layout->path == LOYD_PATH_GIVEN &&
         memcmp(canonical->cells, layout->cells, n) != 0) ||
        read.steps != recipe->steps)
        return why_set(why, LOYD_E_RANGE, "invalid recipe");
    return LOYD_OK;
}
