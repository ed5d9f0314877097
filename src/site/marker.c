/* SPDX-License-Identifier: MIT */
/* Writes and parses the marker of a site, as strictly as any input. */
#include "site/marker.h"

#include <string.h>

#include "base/bytes.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/date.h"
#include "core/day_hash.h"

static const char heading[] = "loyd site ";
static const char version[] = "1";

static void
print_date(struct text *text, const char *name, const loyd_date *date)
{
    char day[LOYD_DATE_TEXT];

    loyd_date_print(date, day);
    text_format(text, "%s %s\n", name, day);
}

static void
print_hash(struct text *text, const char *name, const uint8_t *hash)
{
    text_format(text, "%s ", name);
    text_hex(text, hash, LOYD_HASH_BYTES);
    text_put(text, "\n");
}

void
marker_print(const struct marker *marker, struct text *text)
{
    text_format(text, "%s%s\nchannel %s\n", heading, version, marker->channel);
    if (!marker->has_days)
        return;
    print_date(text, "first", &marker->first);
    print_date(text, "last", &marker->last);
    print_date(text, "today", &marker->today);
    print_hash(text, "head", marker->head);
    print_hash(text, "form", marker->form);
    text_format(text, "release %s\n", marker->release);
}

/* Reads the value of a line "NAME VALUE\n". Returns false for other lines. */
static bool
read_line(struct slice *rest, const char *name, struct slice *value)
{
    return slice_cut(rest, '\n', value) && slice_skip(value, name);
}

static bool
read_date(struct slice *rest, const char *name, loyd_date *date)
{
    struct slice value;

    return read_line(rest, name, &value) &&
           loyd_date_parse(value.at, value.len, date, NULL) == LOYD_OK;
}

static bool
read_hash(struct slice *rest, const char *name, uint8_t *hash)
{
    struct slice value;

    return read_line(rest, name, &value) &&
           bytes_unhex(value.at, value.len, hash, LOYD_HASH_BYTES);
}

static bool
read_channel(struct slice *rest, char channel[LOYD_CHANNEL_NAME])
{
    struct slice name;

    if (!read_line(rest, "channel ", &name) ||
        !day_name_is_valid(name.at, name.len))
        return false;
    memcpy(channel, name.at, name.len);
    channel[name.len] = '\0';
    return true;
}

/* Leaves out the lines of late days, which earlier releases wrote. */
static bool
skip_late(struct slice *rest)
{
    struct slice ahead = *rest, line;

    for (; slice_skip(&ahead, "late "); ahead = *rest)
        if (!slice_cut(rest, '\n', &line))
            return false;
    return true;
}

static bool
read_release(struct slice *rest, char release[RELEASE_CHARS + 1])
{
    uint8_t hash[RELEASE_CHARS / 2];
    struct slice value;

    if (!read_line(rest, "release ", &value) ||
        !bytes_unhex(value.at, value.len, hash, sizeof(hash)))
        return false;
    bytes_hex(hash, sizeof(hash), release);
    return true;
}

/* Reads what follows the channel's name. */
static bool
read_rest(struct slice *rest, struct marker *made)
{
    made->has_days = rest->len > 0;
    return !made->has_days ||
           (read_date(rest, "first ", &made->first) &&
            read_date(rest, "last ", &made->last) &&
            read_date(rest, "today ", &made->today) &&
            skip_late(rest) &&
            read_hash(rest, "head ", made->head) &&
            read_hash(rest, "form ", made->form) &&
            read_release(rest, made->release) && rest->len == 0 &&
            date_days(&made->first) <= date_days(&made->last) &&
            date_days(&made->last) <= date_days(&made->today));
}

loyd_err
marker_parse(const char *text, size_t len, struct marker *marker,
             loyd_why *why)
{
    struct slice rest = {text, len}, value;
    struct marker made = {0};
    bool is_marker = read_line(&rest, heading, &value);

    if (is_marker && !slice_is(value, version))
        return why_set(why, LOYD_E_NEWER,
                       MARKER_NAME " has another version: expected version %s",
                       version);
    if (!is_marker || !read_channel(&rest, made.channel) ||
        !read_rest(&rest, &made))
        return why_set(why, LOYD_E_CORRUPT,
                       MARKER_NAME " is damaged: try a new folder");
    *marker = made;
    return LOYD_OK;
}
