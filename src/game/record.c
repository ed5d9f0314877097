/* SPDX-License-Identifier: MIT */
/* Game records as bytes and as text, which docs/formats.md defines. */
#include "game/record.h"

#include <stdlib.h>

#include <zlib.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/why.h"
#include "core/base64.h"
#include "core/board.h"
#include "game/replay.h"
#include "base/utf8.h"

#define PREFIX "loydgame1."
#define SUM_BYTES 4

void
loyd_game_free(loyd_game *game)
{
    if (game == NULL)
        return;
    free(game->recipe);
    free(game->slides);
    free(game->hints);
    *game = (loyd_game){.began = 0};
}

/* --- fields --- */

struct build {
    loyd_game *game;
    size_t slides_room, hints_room;
    size_t n_moves;
};

static loyd_err
add_slide(struct build *build, loyd_slide slide, loyd_why *why)
{
    loyd_game *game = build->game;

    if (game->n_slides == LOYD_GAME_SLIDES_MAX)
        return why_set(why, LOYD_E_RANGE, "more than %d slides",
                       LOYD_GAME_SLIDES_MAX);
    if (slide.tiles < 1 || slide.tiles > SLIDE_TILES_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "slide %zu has %u tiles: expected 1..%d",
                       game->n_slides + 1, slide.tiles, SLIDE_TILES_MAX);
    build->n_moves += slide.tiles;
    if (build->n_moves > LOYD_MOVES_MAX)
        return why_set(why, LOYD_E_RANGE, "more than %d moves",
                       LOYD_MOVES_MAX);
    if (!ARRAY_ROOM(game->slides, build->slides_room, game->n_slides + 1))
        return LOYD_E_NOMEM;
    game->slides[game->n_slides++] = slide;
    return LOYD_OK;
}

static loyd_err
add_hint(struct build *build, uint64_t after, loyd_why *why)
{
    loyd_game *game = build->game;
    uint64_t low = game->n_hints > 0 ? game->hints[game->n_hints - 1] : 0;

    if (game->n_hints == LOYD_GAME_HINTS_MAX)
        return why_set(why, LOYD_E_RANGE, "more than %d hints",
                       LOYD_GAME_HINTS_MAX);
    if (after < low || after > game->n_slides)
        return why_set(why, LOYD_E_RANGE,
                       "hint %zu is not after %zu..%zu slides",
                       game->n_hints + 1, (size_t)low, game->n_slides);
    if (!ARRAY_ROOM(game->hints, build->hints_room, game->n_hints + 1))
        return LOYD_E_NOMEM;
    game->hints[game->n_hints++] = (uint32_t)after;
    return LOYD_OK;
}

static loyd_err
set_recipe(loyd_game *game, struct slice text, loyd_why *why)
{
    loyd_err err;

    if (text.len < 1 || text.len > LOYD_GAME_RECIPE_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "the recipe has %zu bytes: expected 1..%d", text.len,
                       LOYD_GAME_RECIPE_MAX);
    err = utf8_check(text.at, text.len, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "recipe: ");
    game->recipe = strndup(text.at, text.len);
    return game->recipe != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/* --- writing --- */

/* LEB128. */
static void
put_number(struct text *to, uint64_t number)
{
    for (; number > 127; number >>= 7)
        text_char(to, (char)(number | 128));
    text_char(to, (char)number);
}

static void
put_puzzle(struct text *to, const loyd_game *game)
{
    const loyd_board *start = &game->puzzle.start;
    size_t n = board_cells(start);

    if (game->recipe != NULL) {
        text_char(to, 0);
        put_number(to, strlen(game->recipe));
        text_put(to, game->recipe);
        return;
    }
    text_char(to, (char)start->width);
    text_char(to, (char)start->height);
    text_bytes(to, (const char *)start->cell, n);
    text_bytes(to, (const char *)game->puzzle.goal.cell, n);
}

void
game_bytes_put(struct text *to, const loyd_game *game)
{
    uint32_t before = 0;

    put_puzzle(to, game);
    put_number(to, game->began);
    put_number(to, game->n_slides);
    for (size_t i = 0; i < game->n_slides; i++) {
        const loyd_slide *slide = &game->slides[i];

        text_char(to, (char)(4 * (slide->tiles - 1) + slide->dir));
        put_number(to, slide->ms);
    }
    put_number(to, game->n_hints);
    for (size_t i = 0; i < game->n_hints; i++) {
        put_number(to, game->hints[i] - before);
        before = game->hints[i];
    }
}

static uint32_t
checksum(const char *bytes, size_t n)
{
    return (uint32_t)crc32(crc32(0, NULL, 0), (const Bytef *)bytes, (uInt)n);
}

size_t
loyd_game_print(const loyd_game *game, char *out, size_t size)
{
    struct text made = text_in(out, size), bytes = {.at = NULL};
    char *code = NULL;
    uint8_t sum[SUM_BYTES];

    game_bytes_put(&bytes, game);
    if (!bytes.is_lost) {
        bytes_put_little(sum, checksum(bytes.at, bytes.len), SUM_BYTES);
        text_bytes(&bytes, (const char *)sum, SUM_BYTES);
    }
    if (!bytes.is_lost)
        code = malloc(BASE64URL_TEXT(bytes.len));
    if (code != NULL) {
        base64url_print((const uint8_t *)bytes.at, bytes.len, code);
        text_put(&made, PREFIX);
        text_put(&made, code);
    }
    made.is_lost |= code == NULL;
    free(code);
    text_free(&bytes);
    return made.is_lost ? 0 : made.len;
}

/* --- reading --- */

static loyd_err
ends_early(loyd_why *why)
{
    return why_set(why, LOYD_E_SYNTAX, "the record ends too early");
}

static bool
take(struct slice *rest, size_t n, struct slice *taken)
{
    if (n > rest->len)
        return false;
    *taken = (struct slice){rest->at, n};
    rest->at += n;
    rest->len -= n;
    return true;
}

/* Reads a number of at most `most`, in as few bytes as it needs. */
static loyd_err
take_number(struct slice *rest, uint64_t most, uint64_t *number, loyd_why *why)
{
    struct slice one;
    uint8_t byte;
    unsigned shift = 0;

    *number = 0;
    do {
        if (!take(rest, 1, &one))
            return ends_early(why);
        byte = (uint8_t)one.at[0];
        *number |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte > 127 && shift < 63);
    if (byte > 127 || *number > most)
        return why_set(why, LOYD_E_RANGE,
                       "a number of the record is too large");
    if (byte == 0 && shift > 7)
        return why_set(why, LOYD_E_SYNTAX,
                       "a number of the record has needless bytes");
    return LOYD_OK;
}

static loyd_err
take_board(struct slice *rest, struct slice sides, loyd_board *board,
           loyd_why *why)
{
    struct slice cells;

    *board = (loyd_board){(uint8_t)sides.at[0], (uint8_t)sides.at[1], {0}};
    if (!take(rest, board_cells(board), &cells))
        return ends_early(why);
    memcpy(board->cell, cells.at, cells.len);
    return loyd_board_check(board, why);
}

static loyd_err
take_puzzle(struct slice *rest, loyd_game *game, loyd_why *why)
{
    struct slice sides, recipe = {NULL, 0};
    uint64_t len;
    loyd_err err;

    if (rest->len > 0 && rest->at[0] == 0) {
        take(rest, 1, &sides);
        err = take_number(rest, LOYD_GAME_RECIPE_MAX, &len, why);
        if (err == LOYD_OK && !take(rest, (size_t)len, &recipe))
            err = ends_early(why);
        return err == LOYD_OK ? set_recipe(game, recipe, why) : err;
    }
    if (!take(rest, 2, &sides))
        return ends_early(why);
    err = size_check((uint8_t)sides.at[0], (uint8_t)sides.at[1], why);
    if (err == LOYD_OK)
        err = take_board(rest, sides, &game->puzzle.start, why);
    if (err == LOYD_OK)
        err = take_board(rest, sides, &game->puzzle.goal, why);
    return err == LOYD_OK
               ? pair_check(&game->puzzle.start, &game->puzzle.goal, why)
               : err;
}

static loyd_err
take_slide(struct slice *rest, struct build *build, loyd_why *why)
{
    struct slice byte;
    uint64_t ms;
    loyd_err err;

    if (!take(rest, 1, &byte))
        return ends_early(why);
    err = take_number(rest, LOYD_GAME_MS_MAX, &ms, why);
    return err == LOYD_OK
               ? add_slide(
                     build,
                     (loyd_slide){(uint32_t)ms, (uint8_t)byte.at[0] & 3,
                                  (uint8_t)(((uint8_t)byte.at[0] >> 2) + 1)},
                     why)
               : err;
}

static loyd_err
take_lists(struct slice *rest, loyd_game *game, loyd_why *why)
{
    struct build build = {.game = game};
    uint64_t n, more, after = 0;
    loyd_err err = take_number(rest, LOYD_GAME_SLIDES_MAX, &n, why);

    for (; err == LOYD_OK && n > 0; n--)
        err = take_slide(rest, &build, why);
    if (err == LOYD_OK)
        err = take_number(rest, LOYD_GAME_HINTS_MAX, &n, why);
    for (; err == LOYD_OK && n > 0; n--) {
        err = take_number(rest, LOYD_GAME_SLIDES_MAX, &more, why);
        if (err == LOYD_OK)
            err = add_hint(&build, after += more, why);
    }
    return err;
}

loyd_err
game_bytes_read(struct slice bytes, loyd_game *game, loyd_why *why)
{
    loyd_game made = {.began = 0};
    loyd_err err = take_puzzle(&bytes, &made, why);

    if (err == LOYD_OK)
        err = take_number(&bytes, RECORD_BEGAN_MAX, &made.began, why);
    if (err == LOYD_OK)
        err = take_lists(&bytes, &made, why);
    if (err == LOYD_OK && bytes.len > 0)
        err = why_set(why, LOYD_E_SYNTAX, "%zu bytes follow the record",
                      bytes.len);
    if (err != LOYD_OK) {
        loyd_game_free(&made);
        return err;
    }
    *game = made;
    return LOYD_OK;
}

/* Reads the part of a text after its prefix. */
static loyd_err
read_code(struct slice code, loyd_game *game, loyd_why *why)
{
    struct slice bytes = {NULL, 0};
    uint8_t *at = malloc(BASE64URL_BYTES(code.len));
    loyd_err err = LOYD_OK;
    uint64_t sum;

    if (at == NULL)
        return LOYD_E_NOMEM;
    if (!base64url_read(code.at, code.len, at, &bytes.len)) {
        free(at);
        return why_set(why, LOYD_E_SYNTAX,
                       "not a record: expected base64url "
                       "after " PREFIX);
    }
    bytes.at = (const char *)at;
    if (bytes.len < SUM_BYTES) {
        err = ends_early(why);
    } else {
        bytes.len -= SUM_BYTES;
        sum = bytes_little(at + bytes.len, SUM_BYTES);
        err = sum == checksum(bytes.at, bytes.len)
                  ? game_bytes_read(bytes, game, why)
                  : why_set(why, LOYD_E_CORRUPT,
                            "the checksum of the record is wrong");
    }
    free(at);
    return err;
}

/* Returns whether a text is loydgame and the number of a version. */
static bool
has_version(struct slice text)
{
    struct slice version;
    uint64_t number;

    return slice_skip(&text, "loydgame") && slice_cut(&text, '.', &version) &&
           slice_number(version, &number) == NUMBER_GOOD;
}

loyd_err
game_text_read(struct slice text, loyd_game *game, loyd_why *why)
{
    if (text.len > LOYD_GAME_CHARS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "the record has %zu characters: expected at most %d",
                       text.len, LOYD_GAME_CHARS_MAX);
    if (slice_skip(&text, PREFIX))
        return read_code(text, game, why);
    if (has_version(text))
        return why_set(why, LOYD_E_NEWER,
                       "another version of game records: expected " PREFIX);
    return why_set(why, LOYD_E_SYNTAX,
                   "not a game record: expected " PREFIX);
}
