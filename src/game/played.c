/* SPDX-License-Identifier: MIT */
/* Game records in lines, with or without a player. */
#include "base/why.h"
#include "game/record.h"
#include "store/rows.h"

loyd_err
game_parse(const char *text, size_t len, loyd_game *game, loyd_why *why)
{
    static const char spaces[] = " \t\r\n";
    struct slice rest = {text, len};

    WHY_GIVEN(why);
    while (rest.len > 0 && memchr(spaces, rest.at[0], 4) != NULL)
        rest = (struct slice){rest.at + 1, rest.len - 1};
    while (rest.len > 0 && memchr(spaces, rest.at[rest.len - 1], 4) != NULL)
        rest.len--;
    return game_text_read(rest, game, why);
}

static loyd_err
take_player(struct slice text, char player[LOYD_PLAYER_MAX + 1], loyd_why *why)
{
    loyd_err err = player_check(text.at, text.len, why);

    if (err != LOYD_OK)
        return err;
    memcpy(player, text.at, text.len);
    player[text.len] = '\0';
    return LOYD_OK;
}

/* Removes the quotes around a field of CSV. */
static struct slice
unquoted(struct slice field)
{
    bool has_quotes =
        field.len >= 2 && field.at[0] == '"' && field.at[field.len - 1] == '"';

    return has_quotes ? (struct slice){field.at + 1, field.len - 2} : field;
}

loyd_err
loyd_played_parse(const char *text, size_t len,
                  char player[LOYD_PLAYER_MAX + 1], loyd_game *game,
                  loyd_why *why)
{
    struct slice rest = {text, len}, name;
    char made[LOYD_PLAYER_MAX + 1] = "";
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    while (rest.len > 0 && rest.at[0] == ' ')
        rest = (struct slice){rest.at + 1, rest.len - 1};
    if (memchr(rest.at, ',', rest.len) != NULL) {
        slice_cut(&rest, ',', &name);
        err = take_player(unquoted(name), made, why);
        rest = unquoted(rest);
    }
    if (err == LOYD_OK)
        err = game_parse(rest.at, rest.len, game, why);
    if (err == LOYD_OK)
        memcpy(player, made, sizeof(made));
    return err;
}

loyd_err
loyd_played_game(const loyd_played *played, loyd_game *game, loyd_why *why)
{
    WHY_GIVEN(why);
    return game_bytes_read(
        (struct slice){(const char *)played->record, played->record_len}, game,
        why);
}
