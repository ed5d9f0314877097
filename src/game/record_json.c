/* SPDX-License-Identifier: MIT */
/* Game records as objects of JSON. */
#include <stdlib.h>

#include "base/jw.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "game/record.h"
#include "game/replay.h"
#include "pack/json_parse.h"

static const char letters[] = "URDL";

static const char *const fields[] = {"loyd",  "version", "recipe",
                                     "board", "goal",    "began",
                                     "moves", "ms",      "hints"};
#define N_FIELDS (sizeof(fields) / sizeof(*fields))

static bool
is_of_boards(const char *field)
{
    return strcmp(field, "board") == 0 || strcmp(field, "goal") == 0;
}

/* All fields are there, and no others: the recipe or the boards. */
static loyd_err
check_fields(const json_t *object, loyd_why *why)
{
    bool is_drawn = json_object_get(object, "recipe") != NULL;
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;
    size_t known;

    for (size_t i = 0; i < N_FIELDS; i++)
        if (json_object_get(object, fields[i]) == NULL &&
            (is_drawn ? !is_of_boards(fields[i])
                      : strcmp(fields[i], "recipe") != 0))
            return why_set(why, LOYD_E_SYNTAX, "'%s' is missing", fields[i]);
    json_object_foreach((json_t *)object, key, value)
    {
        for (known = 0; known < N_FIELDS; known++)
            if (strcmp(key, fields[known]) == 0)
                break;
        if (known == N_FIELDS || (is_drawn && is_of_boards(key)))
            return why_set(why, LOYD_E_SYNTAX, "unexpected member '%s'",
                           why_quote(key, strlen(key), quote));
    }
    return LOYD_OK;
}

static loyd_err
read_number(const json_t *value, const char *name, uint64_t most,
            uint64_t *number, loyd_why *why)
{
    json_int_t whole;

    if (!json_whole_value(value, &whole) || whole < 0 ||
        (uint64_t)whole > most)
        return why_set(why, LOYD_E_RANGE,
                       "%s: expected a whole number in 0..%llu", name,
                       (unsigned long long)most);
    *number = (uint64_t)whole;
    return LOYD_OK;
}

static loyd_err
read_board(const json_t *object, const char *name, loyd_board *board,
           loyd_why *why)
{
    const json_t *value = json_object_get(object, name);
    loyd_err err = LOYD_E_SYNTAX;

    if (!json_is_string(value))
        return why_set(why, err, "%s: expected a text", name);
    err = loyd_board_parse(json_string_value(value), json_string_length(value),
                           0, 0, board, why);
    return err == LOYD_OK ? err : why_prefix(why, err, "%s: ", name);
}

static loyd_err
read_puzzle(const json_t *object, loyd_game *game, loyd_why *why)
{
    const json_t *recipe = json_object_get(object, "recipe");
    loyd_err err;

    if (recipe != NULL && !json_is_string(recipe))
        return why_set(why, LOYD_E_SYNTAX, "recipe: expected a text");
    if (recipe != NULL)
        return game_set_recipe(game,
                               (struct slice){json_string_value(recipe),
                                              json_string_length(recipe)},
                               why);
    err = read_board(object, "board", &game->puzzle.start, why);
    if (err == LOYD_OK)
        err = read_board(object, "goal", &game->puzzle.goal, why);
    return err == LOYD_OK
               ? pair_check(&game->puzzle.start, &game->puzzle.goal, why)
               : err;
}

/* Reads the slides, each with its time in the array `ms`. */
static loyd_err
read_slides(const json_t *object, struct game_build *build, loyd_why *why)
{
    const json_t *moves = json_object_get(object, "moves");
    const json_t *ms = json_object_get(object, "ms");
    struct slice rest, word;
    loyd_err err = LOYD_OK;
    size_t n = 0;

    if (!json_is_string(moves) || !json_is_array(ms))
        return why_set(why, LOYD_E_SYNTAX,
                       "expected a text of moves and an array of ms");
    rest = (struct slice){json_string_value(moves), json_string_length(moves)};
    for (bool more = rest.len > 0; err == LOYD_OK && more; n++) {
        loyd_slide slide = {0};
        uint64_t time = 0;

        more = slice_cut(&rest, ' ', &word);
        if (!slide_read(word, &slide))
            return why_set(why, LOYD_E_SYNTAX,
                           "slide %zu: expected U, R, D or L, and 2..14 if "
                           "several tiles move",
                           n + 1);
        if (n < json_array_size(ms))
            err = read_number(json_array_get(ms, n), "ms", LOYD_GAME_MS_MAX,
                              &time, why);
        slide.ms = (uint32_t)time;
        if (err == LOYD_OK)
            err = game_add_slide(build, slide, why);
    }
    if (err == LOYD_OK && n != json_array_size(ms))
        err = why_set(why, LOYD_E_RANGE,
                      "%zu times: expected %zu, one for each slide",
                      json_array_size(ms), n);
    return err;
}

static loyd_err
read_hints(const json_t *object, struct game_build *build, loyd_why *why)
{
    const json_t *hints = json_object_get(object, "hints");
    loyd_err err = LOYD_OK;

    if (!json_is_array(hints))
        return why_set(why, LOYD_E_SYNTAX, "hints: expected an array");
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(hints); i++) {
        uint64_t after = 0;

        err = read_number(json_array_get(hints, i), "hints",
                          LOYD_GAME_SLIDES_MAX, &after, why);
        if (err == LOYD_OK)
            err = game_add_hint(build, after, why);
    }
    return err;
}

static loyd_err
read_object(const json_t *object, loyd_game *game, loyd_why *why)
{
    struct game_build build = {.game = game};
    uint64_t version;
    loyd_err err;

    if (!json_is_object(object) ||
        strcmp(json_text(object, "loyd"), "game") != 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "not a game record: expected \"loyd\": \"game\"");
    if (!json_whole(object, "version", 1, 1, &version))
        return why_set(why, LOYD_E_NEWER,
                       "another version of game records: expected 1");
    err = check_fields(object, why);
    if (err == LOYD_OK)
        err = read_puzzle(object, game, why);
    if (err == LOYD_OK)
        err = read_number(json_object_get(object, "began"), "began",
                          RECORD_BEGAN_MAX, &game->began, why);
    if (err == LOYD_OK)
        err = read_slides(object, &build, why);
    if (err == LOYD_OK)
        err = read_hints(object, &build, why);
    return err;
}

loyd_err
game_object_read(const json_t *object, loyd_game *game, loyd_why *why)
{
    loyd_game made = {.began = 0};
    loyd_err err = read_object(object, &made, why);

    if (err != LOYD_OK)
        loyd_game_free(&made);
    else
        *game = made;
    return err;
}

loyd_err
game_json_read(struct slice text, loyd_game *game, loyd_why *why)
{
    json_t *object;
    loyd_err err;

    if (text.len > GAME_JSON_CHARS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "the record has %zu characters: expected at most %d",
                       text.len, GAME_JSON_CHARS_MAX);
    err = json_parse(text.at, text.len, &object, why);
    if (err == LOYD_OK)
        err = game_object_read(object, game, why);
    json_decref(object);
    return err;
}

/* --- writing --- */

static void
json_slides(struct jw *jw, const loyd_game *game)
{
    struct text *to = jw->to;

    jw_name(jw, "moves");
    text_char(to, '"');
    for (size_t i = 0; i < game->n_slides; i++) {
        const loyd_slide *slide = &game->slides[i];

        text_put(to, i > 0 ? " " : "");
        text_char(to, letters[slide->dir]);
        if (slide->tiles > 1)
            text_number(to, slide->tiles);
    }
    text_char(to, '"');
    jw_array(jw, "ms", JW_SPACED);
    for (size_t i = 0; i < game->n_slides; i++)
        jw_uint(jw, NULL, game->slides[i].ms);
    jw_close(jw);
}

size_t
loyd_game_json(const loyd_game *game, char *out, size_t size)
{
    struct text made = text_in(out, size);
    struct jw jw = {.to = &made};

    jw_object(&jw, NULL, JW_SPACED);
    jw_string(&jw, "loyd", "game");
    jw_uint(&jw, "version", 1);
    if (game->recipe != NULL) {
        jw_string(&jw, "recipe", game->recipe);
    } else {
        board_json(&jw, "board", &game->puzzle.start);
        board_json(&jw, "goal", &game->puzzle.goal);
    }
    jw_uint(&jw, "began", game->began);
    json_slides(&jw, game);
    jw_array(&jw, "hints", JW_SPACED);
    for (size_t i = 0; i < game->n_hints; i++)
        jw_uint(&jw, NULL, game->hints[i]);
    jw_close(&jw);
    jw_close(&jw);
    return made.len;
}
