/* SPDX-License-Identifier: MIT */
/* Owns the text of a site's marker. It is read as strictly as a stranger's. */
#include "daily/marker.h"

#include <string.h>

#include "base/bytes.h"
#include "base/why.h"

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
    if (marker->has_days) {
        print_date(text, "first", &marker->first);
        print_date(text, "last", &marker->last);
    }
    if (marker->has_today)
        print_date(text, "today", &marker->today);
    if (marker->has_days) {
        print_hash(text, "head", marker->head);
        print_hash(text, "form", marker->form);
    }
    if (marker->is_sealed)
        print_hash(text, "sealed", marker->sealed);
}

struct reader {
    const char *at;
    const char *end;
};

static bool
is_at(const struct reader *reader, const char *name)
{
    size_t left = (size_t)(reader->end - reader->at), n = strlen(name);

    return left >= n && memcmp(reader->at, name, n) == 0;
}

/* The value of a line "NAME VALUE\n"; false where the next one is not it. */
static bool
line(struct reader *reader, const char *name, const char **value, size_t *len)
{
    size_t left = (size_t)(reader->end - reader->at), n = strlen(name);
    const char *stop = left > 0 ? memchr(reader->at, '\n', left) : NULL;

    if (stop == NULL || (size_t)(stop - reader->at) < n ||
        !is_at(reader, name))
        return false;
    *value = reader->at + n;
    *len = (size_t)(stop - *value);
    reader->at = stop + 1;
    return true;
}

static bool
read_date(struct reader *reader, const char *name, loyd_date *date)
{
    const char *value;
    size_t len;

    return line(reader, name, &value, &len) &&
           loyd_date_parse(value, len, date, NULL) == LOYD_OK;
}

static bool
read_hash(struct reader *reader, const char *name, uint8_t *hash)
{
    const char *value;
    size_t len;

    return line(reader, name, &value, &len) &&
           bytes_unhex(value, len, hash, LOYD_HASH_BYTES);
}

static bool
read_channel(struct reader *reader, char channel[LOYD_CHANNEL_NAME])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const char *value;
    size_t len;

    if (!line(reader, "channel ", &value, &len) || len == 0 ||
        len >= LOYD_CHANNEL_NAME)
        return false;
    for (size_t i = 0; i < len; i++)
        if (value[i] == '\0' || strchr(letters, value[i]) == NULL)
            return false;
    memcpy(channel, value, len);
    channel[len] = '\0';
    return true;
}

/* What follows the channel's name. */
static bool
read_rest(struct reader *reader, struct marker *made)
{
    made->has_today = reader->at != reader->end;
    if (!made->has_today)
        return true;
    made->has_days = is_at(reader, "first ");
    if (made->has_days && (!read_date(reader, "first ", &made->first) ||
                           !read_date(reader, "last ", &made->last)))
        return false;
    if (!read_date(reader, "today ", &made->today))
        return false;
    if (made->has_days &&
        (!read_hash(reader, "head ", made->head) ||
         !read_hash(reader, "form ", made->form) ||
         loyd_date_days(&made->first) > loyd_date_days(&made->last) ||
         loyd_date_days(&made->last) > loyd_date_days(&made->today)))
        return false;
    made->is_sealed = reader->at != reader->end;
    return !made->is_sealed || (read_hash(reader, "sealed ", made->sealed) &&
                                reader->at == reader->end);
}

loyd_err
marker_parse(const char *text, size_t len, struct marker *marker,
             loyd_why *why)
{
    static const char bad[] = MARKER_NAME " is damaged: try a new folder";
    struct reader reader = {text, text + len};
    struct marker made = {0};
    const char *value;
    size_t n;

    if (!line(&reader, heading, &value, &n))
        return why_set(why, LOYD_E_CORRUPT, "%s", bad);
    if (n != strlen(version) || memcmp(value, version, n) != 0)
        return why_set(why, LOYD_E_NEWER,
                       MARKER_NAME " is of another version, and version %s "
                                   "was expected",
                       version);
    if (!read_channel(&reader, made.channel))
        return why_set(why, LOYD_E_CORRUPT, "%s", bad);
    if (!read_rest(&reader, &made))
        return why_set(why, LOYD_E_CORRUPT, "%s", bad);
    *marker = made;
    return LOYD_OK;
}
