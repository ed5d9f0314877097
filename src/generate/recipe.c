/* SPDX-License-Identifier: MIT */
/* Owns the text of recipes, and what makes one. It draws nothing. */
#include "generate/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/cells.h"
#include "core/pair.h"
#include "generate/methods.h"
#include "loyd/text.h"

static const char generator_name[] = "g1";

/* The four parts of a recipe's text, SIZE/LAYOUT~GEN~SEED~INDEX. */
struct part {
    const char *text;
    size_t len;
};

struct parts {
    struct part size;
    struct part layout;
    struct part gen;
    struct part seed;
    struct part index;
};

/* Cuts off what stands before the first `mark`; false where there is none. */
static bool
cut(struct part *rest, char mark, struct part *head)
{
    const char *at =
        rest->len > 0 ? memchr(rest->text, mark, rest->len) : NULL;

    if (at == NULL)
        return false;
    head->text = rest->text;
    head->len = (size_t)(at - rest->text);
    rest->text = at + 1;
    rest->len -= head->len + 1;
    return true;
}

/* Seeds may hold '/' and '~': the index begins behind the last '~'. */
static bool
split(const char *text, size_t len, struct parts *parts)
{
    struct part rest = {text, len};
    size_t last;

    if (!cut(&rest, '/', &parts->size) || !cut(&rest, '~', &parts->layout) ||
        !cut(&rest, '~', &parts->gen))
        return false;
    for (last = rest.len; last > 0 && rest.text[last - 1] != '~'; last--)
        ;
    if (last == 0)
        return false;
    parts->seed = (struct part){rest.text, last - 1};
    parts->index = (struct part){rest.text + last, rest.len - last};
    return true;
}

/* The bytes of `rest` before the first of `marks`. */
static struct part
until(struct part *rest, const char *marks)
{
    struct part head = {rest->text, 0};

    while (head.len < rest->len &&
           (rest->text[head.len] == '\0' ||
            strchr(marks, rest->text[head.len]) == NULL))
        head.len++;
    rest->text += head.len;
    rest->len -= head.len;
    return head;
}

static bool
begins(struct part part, const char *prefix)
{
    size_t len = strlen(prefix);

    return part.len >= len && memcmp(part.text, prefix, len) == 0;
}

static loyd_err
read_target(struct part text, loyd_recipe *recipe, loyd_why *why)
{
    static const char stm[] = "stm=";
    char quote[WHY_QUOTE_BYTES];
    loyd_why part = {{0}};
    uint64_t low, high;

    if (begins(text, "mtm="))
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets in MTM are not supported yet");
    if (!begins(text, stm))
        return why_set(why, LOYD_E_SYNTAX, "target '%s': expected stm=A..B",
                       why_quote(text.text, text.len, quote));
    loyd_err err = loyd_range_parse(text.text + sizeof(stm) - 1,
                                    text.len - (sizeof(stm) - 1), 0,
                                    LOYD_STM_MAX, &low, &high, &part);
    if (err != LOYD_OK)
        return why_set(why, err, "target: %s", part.text);
    recipe->has_target = true;
    recipe->stm_low = (uint16_t)low;
    recipe->stm_high = (uint16_t)high;
    return LOYD_OK;
}

static loyd_err
read_key_id(struct part text, loyd_recipe *recipe, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    bool is_good = text.len == LOYD_KEYID_CHARS;

    for (size_t i = 0; is_good && i < LOYD_KEYID_CHARS; i++) {
        int value = bytes_of_base32(text.text[i]);
        is_good = value >= 0;
        if (is_good)
            recipe->key_id[i] = bytes_base32_char((unsigned)value);
    }
    if (!is_good)
        return why_set(why, LOYD_E_SYNTAX,
                       "key id '%s': expected %d characters of base32",
                       why_quote(text.text, text.len, quote),
                       LOYD_KEYID_CHARS);
    recipe->is_keyed = true;
    return LOYD_OK;
}

/* g1[:METHOD][,TARGET][@KEYID] */
static loyd_err
read_gen(struct part gen, loyd_recipe *recipe, loyd_why *why)
{
    struct part rest = gen;
    char quote[WHY_QUOTE_BYTES];
    struct part name = until(&rest, ":,@");
    loyd_err err = LOYD_OK;

    if (name.len != strlen(generator_name) || !begins(name, generator_name))
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "unknown generator '%s': expected %s",
                       why_quote(name.text, name.len, quote), generator_name);
    while (err == LOYD_OK && rest.len > 0) {
        char mark = rest.text[0];
        rest.text++;
        rest.len--;
        /* The one ':' inside comes right behind the method's name. */
        struct part value = until(&rest, ",@");
        if (mark == ':')
            err = loyd_method_parse(value.text, value.len, &recipe->method,
                                    &recipe->steps, why);
        else if (mark == '@' && rest.len > 0)
            err = why_set(why, LOYD_E_SYNTAX,
                          "'%s' behind the key id, which comes last",
                          why_quote(rest.text, rest.len, quote));
        else if (mark == '@')
            err = read_key_id(value, recipe, why);
        else if (recipe->has_target)
            err = why_set(why, LOYD_E_SYNTAX, "more than one target");
        else
            err = read_target(value, recipe, why);
    }
    if (err == LOYD_OK && recipe->method == LOYD_METHOD_BALL &&
        !recipe->has_target)
        err = why_set(why, LOYD_E_SYNTAX,
                      "method ball needs a target: expected ,stm=A..B");
    return err;
}

static loyd_err
seed_check(const char *seed, size_t len, loyd_why *why)
{
    loyd_why part = {{0}};

    if (len > LOYD_SEED_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "seed of %zu bytes, expected %d at the most", len,
                       LOYD_SEED_MAX);
    loyd_err err = loyd_text_check(seed, len, &part);
    if (err != LOYD_OK)
        return why_set(why, err, "seed: %s", part.text);
    return LOYD_OK;
}

static loyd_err
read_parts(const struct parts *parts, loyd_recipe *recipe, loyd_why *why)
{
    loyd_why part = {{0}};
    uint8_t width, height;
    loyd_err err = loyd_size_parse(parts->size.text, parts->size.len, &width,
                                   &height, why);

    if (err == LOYD_OK)
        err = loyd_layout_parse(parts->layout.text, parts->layout.len, width,
                                height, &recipe->layout, why);
    if (err == LOYD_OK)
        err = read_gen(parts->gen, recipe, why);
    if (err == LOYD_OK)
        err = seed_check(parts->seed.text, parts->seed.len, why);
    if (err != LOYD_OK)
        return err;
    memcpy(recipe->seed, parts->seed.text, parts->seed.len);
    recipe->seed_len = (uint16_t)parts->seed.len;
    err = loyd_number_parse(parts->index.text, parts->index.len, 0,
                            LOYD_INDEX_MAX, &recipe->index, &part);
    if (err != LOYD_OK)
        return why_set(why, err, "index: %s", part.text);
    return LOYD_OK;
}

loyd_err
loyd_recipe_parse(const char *text, size_t len, loyd_recipe *recipe,
                  loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct parts parts;
    loyd_recipe read;

    memset(&read, 0, sizeof(read));
    if (!split(text, len, &parts))
        return why_set(why, LOYD_E_SYNTAX,
                       "recipe '%s': expected SIZE/LAYOUT~g1~SEED~INDEX",
                       why_quote(text, len, quote));
    loyd_err err = read_parts(&parts, &read, why);
    if (err == LOYD_OK)
        memcpy(recipe, &read, sizeof(read));
    return err;
}

size_t
loyd_recipe_print(const loyd_recipe *recipe, char text[LOYD_RECIPE_TEXT])
{
    const size_t size = LOYD_RECIPE_TEXT;
    char layout[LOYD_LAYOUT_TEXT], method[METHOD_TEXT];
    size_t len;

    loyd_layout_print(&recipe->layout, layout);
    len = (size_t)snprintf(text, size, "%ux%u/%s~%s", recipe->layout.width,
                           recipe->layout.height, layout, generator_name);
    if (recipe->method != LOYD_METHOD_UNIFORM) {
        method_print(recipe->method, recipe->steps, method);
        len += (size_t)snprintf(text + len, size - len, ":%s", method);
    }
    if (recipe->has_target)
        len += (size_t)snprintf(text + len, size - len, ",stm=%u..%u",
                                recipe->stm_low, recipe->stm_high);
    if (recipe->is_keyed)
        len += (size_t)snprintf(text + len, size - len, "@%s", recipe->key_id);
    text[len++] = '~';
    memcpy(text + len, recipe->seed, recipe->seed_len);
    len += recipe->seed_len;
    return len + (size_t)snprintf(text + len, size - len, "~%" PRIu64,
                                  recipe->index);
}

static loyd_err
layout_check(const loyd_layout *layout, loyd_why *why)
{
    loyd_err err = size_check(layout->width, layout->height, why);
    int n = layout->width * layout->height;

    if (err != LOYD_OK)
        return err;
    if ((unsigned)layout->path >= LOYD_PATH_COUNT_ || layout->missing > n ||
        layout->blank < LOYD_BLANK_AUTO || layout->blank >= n)
        return why_set(why, LOYD_E_RANGE, "no such layout");
    if (layout->path == LOYD_PATH_RANDOM)
        return LOYD_OK;
    err = loyd_board_check(&layout->goal, why);
    if (err != LOYD_OK)
        return err;
    if (layout->goal.width != layout->width ||
        layout->goal.height != layout->height)
        return why_set(why, LOYD_E_SHAPE, "layout of %ux%u, goal of %ux%u",
                       layout->width, layout->height, layout->goal.width,
                       layout->goal.height);
    return LOYD_OK;
}

loyd_err
recipe_check(const loyd_recipe *recipe, loyd_why *why)
{
    loyd_err err = layout_check(&recipe->layout, why);

    if (err != LOYD_OK)
        return err;
    if ((unsigned)recipe->method >= LOYD_METHOD_COUNT_)
        return why_set(why, LOYD_E_RANGE, "no such method");
    if (method_takes_steps(recipe->method) != (recipe->steps > 0))
        return why_set(why, LOYD_E_RANGE, "%u steps do not suit the method",
                       recipe->steps);
    if (recipe->method == LOYD_METHOD_BALL && !recipe->has_target)
        return why_set(why, LOYD_E_RANGE, "method ball needs a target");
    if (recipe->has_target && recipe->stm_low > recipe->stm_high)
        return why_set(why, LOYD_E_RANGE, "target %u..%u runs backwards",
                       recipe->stm_low, recipe->stm_high);
    if (recipe->index > LOYD_INDEX_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "index %" PRIu64 " out of range 0..%" PRIu64,
                       recipe->index, LOYD_INDEX_MAX);
    return seed_check(recipe->seed, recipe->seed_len, why);
}
