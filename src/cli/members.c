/* SPDX-License-Identifier: MIT */
/* Reads the objects of JSON that the library prints, which need no escapes in
 * names and have no spaces. */
#include "cli/members.h"

#include <stdlib.h>
#include <string.h>

/* Without the first and the last byte. */
static struct slice
inside(struct slice text)
{
    return (struct slice){text.at + 1, text.len - 2};
}

struct slice
members_of(struct slice object)
{
    return inside(object);
}

/* Cuts the first value off the rest of an object, with the comma after it. */
static struct slice
cut_value(struct slice *rest)
{
    struct slice value = {rest->at, 0};
    unsigned depth = 0;
    bool is_text = false;

    for (; value.len < rest->len; value.len++) {
        char c = rest->at[value.len];

        if (c == '"')
            is_text = !is_text;
        else if (is_text)
            value.len += c == '\\';
        else if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        else if (c == ',' && depth == 0)
            break;
    }
    *rest = (struct slice){rest->at + value.len, rest->len - value.len};
    slice_skip(rest, ",");
    return value;
}

bool
member_cut(struct slice *rest, struct slice *name, struct slice *value)
{
    if (!slice_cut(rest, ':', name))
        return false;
    *name = inside(*name);
    *value = cut_value(rest);
    return true;
}

/* Appends the character of an escape of text_json, and cuts the escape off. */
static void
put_escape(struct text *to, struct slice *rest)
{
    static const char shorts[] = "b\bf\fn\nr\rt\t";
    const char *found = strchr(shorts, rest->at[0]);
    char hex[5] = "";
    size_t used = 1;

    if (rest->at[0] != 'u') {
        text_char(to, found != NULL ? found[1] : rest->at[0]);
    } else { /* U+0000..009F */
        memcpy(hex, rest->at + 1, 4);
        used += 4;
        if (hex[2] >= '8')
            text_char(to, '\xC2');
        text_char(to, (char)strtoul(hex, NULL, 16));
    }
    *rest = (struct slice){rest->at + used, rest->len - used};
}

void
member_put(struct text *to, struct slice value)
{
    bool is_text = value.at[0] == '"', is_object = value.at[0] == '{';
    struct slice rest = inside(value), name, part;
    const char *mark = "";

    if (!is_text && !is_object)
        text_bytes(to, value.at, value.len);
    while (is_object && member_cut(&rest, &name, &part)) {
        text_put(to, mark);
        member_put(to, part);
        mark = "@";
    }
    while (is_text && rest.len > 0) {
        bool has_escape = slice_cut(&rest, '\\', &part);

        text_bytes(to, part.at, part.len);
        if (has_escape)
            put_escape(to, &rest);
    }
}
