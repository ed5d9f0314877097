/* SPDX-License-Identifier: MIT */
/*
 * Layout text after a size and '/', as in a recipe ("4x4/snake"): a parsed
 * layout prints in canonical form, which parses as the same layout.
 */
#include "fuzz.h"

#include <string.h>

#include "loyd/layout.h"

static void
check(const loyd_layout *layout)
{
    char text[LOYD_LAYOUT_TEXT], text2[LOYD_LAYOUT_TEXT];
    size_t len = loyd_layout_print(layout, text);
    loyd_layout again;

    demand(len < sizeof(text) && strlen(text) == len);
    demand(loyd_layout_parse(text, len, layout->width, layout->height, &again,
                             NULL) == LOYD_OK);
    demand(again.path == layout->path && again.missing == layout->missing);
    demand(again.blank == layout->blank);
    demand(again.width == layout->width && again.height == layout->height);
    demand(memcmp(&again.goal, &layout->goal, sizeof(again.goal)) == 0);
    demand(memcmp(again.cells, layout->cells, sizeof(again.cells)) == 0);
    demand(loyd_layout_print(&again, text2) == len);
    demand(memcmp(text, text2, len) == 0);
    if (layout->is_drawn)
        demand(layout->goal.width == 0);
    else
        demand(loyd_board_check(&layout->goal, NULL) == LOYD_OK);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *slash = size > 0 ? memchr(text, '/', size) : NULL;
    size_t size_len = slash == NULL ? 0 : (size_t)(slash - text);
    uint8_t width, height;
    loyd_layout layout;
    loyd_why why;

    if (slash == NULL || loyd_size_parse(text, size_len, &width, &height,
                                         &why) != LOYD_OK)
        return 0;
    if (loyd_layout_parse(slash + 1, size - size_len - 1, width, height,
                          &layout, &why) == LOYD_OK)
        check(&layout);
    else
        demand(memchr(why.text, '\0', sizeof(why.text)) != NULL);
    return 0;
}
