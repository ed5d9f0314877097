/* SPDX-License-Identifier: MIT */
/* Names of puzzles: a valid name cannot be read as a recipe, a whole id or a
 * board. */
#include "fuzz.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "core/name.h"
#include "loyd/generate.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    char copy[LOYD_NAME_TEXT], csv[2 * LOYD_NAME_TEXT + 2];
    struct text to = text_in(csv, sizeof(csv));
    loyd_id first, last;
    struct named named;
    loyd_board board;
    loyd_recipe recipe;

    if (name_check(text, size, NULL) != LOYD_OK)
        return 0;
    demand(size >= 1 && size <= LOYD_NAME_BYTES);
    demand(utf8_check(text, size, NULL) == LOYD_OK);
    demand(loyd_board_parse(text, size, 0, 0, &board, NULL) != LOYD_OK);
    demand(loyd_recipe_parse(text, size, &recipe, NULL) != LOYD_OK);
    demand(size != LOYD_ID_CHARS ||
           loyd_id_parse(text, size, &first, &last, NULL) != LOYD_OK);
    text_escaped(&to, TEXT_CSV, text, size);
    demand(to.len < sizeof(csv));
    demand(csv[0] != '\'' || text[0] == '\'');
    memcpy(copy, text, size);
    copy[size] = '\0';
    demand(strlen(copy) == size);
    if (named_find(copy, &named))
        demand(strcmp(named.name, copy) == 0);
    return 0;
}
