/* SPDX-License-Identifier: MIT */
/* Game records, as texts and, because few texts have the right checksum, as
 * bytes: each has one form only, and its replay ends. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "game/record.h"

/* Texts begin with l; anything else is bytes. */
static loyd_err
read_any(struct slice input, loyd_game *game, loyd_why *why)
{
    return input.len > 0 && input.at[0] == 'l'
               ? game_parse(input.at, input.len, game, why)
               : game_bytes_read(input, game, why);
}

static void
compare(struct slice input, const loyd_game *game)
{
    static char text[LOYD_GAME_CHARS_MAX + 1], again[LOYD_GAME_CHARS_MAX + 1];
    struct text bytes = {.at = NULL};
    loyd_game same = {.began = 0};
    size_t len = loyd_game_print(game, text, sizeof(text));

    demand(len > 0 && len < sizeof(text));
    game_bytes_put(&bytes, game);
    if (input.at[0] == 'l')
        demand(memcmp(input.at, text, len) == 0);
    else
        demand(bytes.len == input.len &&
               memcmp(bytes.at, input.at, input.len) == 0);
    text_free(&bytes);
    demand(game_parse(text, len, &same, NULL) == LOYD_OK);
    demand(loyd_game_print(&same, again, sizeof(again)) == len &&
           strcmp(text, again) == 0);
    loyd_game_free(&same);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct slice input = {(const char *)data, size};
    loyd_game game = {.began = 0};
    loyd_game_facts facts;
    loyd_why why = {""};

    if (read_any(input, &game, &why) != LOYD_OK) {
        demand(game.slides == NULL && game.recipe == NULL);
        demand(why.text[0] != '\0');
        return 0;
    }
    compare(input, &game);
    if (game.recipe == NULL &&
        loyd_game_check(&game, &facts, &why) == LOYD_OK)
        demand(facts.mtm <= game.n_slides && facts.stm >= game.n_slides &&
               facts.free_ms <= facts.ms);
    loyd_game_free(&game);
    return 0;
}
