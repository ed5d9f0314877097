/* SPDX-License-Identifier: MIT */
/* Reads languages, and has the JSON of those that loyd is shipped with. */
#include "site/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "base/utf8.h"
#include "base/why.h"
#include "loyd/site.h"
#include "pack/json_parse.h"

static const unsigned char english_json[] = {
#include "site_en.inc"
    0};
static const unsigned char german_json[] = {
#include "site_de.inc"
    0};

static const struct {
    const char *code;
    const unsigned char *json;
} shipped[] = {{"en", english_json}, {"de", german_json}};

/* The longest English sentence has 400 bytes. */
#define SENTENCE_MAX 2000

/* --- sentences --- */

/* A value, section or tag in a sentence. */
struct piece {
    struct slice text;
    struct slice section; /* the tag that begins the innermost one around it */
};

#define PIECES_MAX 16
#define DEPTH_MAX 4

struct pieces {
    struct piece at[PIECES_MAX];
    size_t n;
    struct slice open[DEPTH_MAX]; /* sections and elements, while reading */
    size_t depth;
};

/* Returns the length of what begins with a brace or a tag, or 0. */
static size_t
piece_bytes(const char *at)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_-";
    size_t len = strncmp(at, "{{", 2) == 0 ? 2 : 1, brace = len;

    if (*at == '<')
        return at[strcspn(at, ">")] == '>' ? strcspn(at, ">") + 1 : 0;
    if (*at != '{')
        return 0;
    len += brace == 2 && at[2] != '\0' && strchr("#^/@", at[2]) != NULL;
    if (strspn(at + len, letters) == 0)
        return 0;
    len += strspn(at + len, letters);
    return strncmp(at + len, "}}", brace) == 0 ? len + brace : 0;
}

static bool
begins(struct slice text, const char *with)
{
    return text.len >= strlen(with) &&
           memcmp(text.at, with, strlen(with)) == 0;
}

/* Does `end` end what `begin` begins: {{#a}}, {{/a}}; <b c="d">, </b>? */
static bool
is_pair(struct slice begin, struct slice end)
{
    size_t skip = begins(end, "{{") ? 3 : 2, from = skip == 3 ? 3 : 1;
    size_t len = strcspn(end.at + skip, "}>");

    return begin.len > from + len &&
           memcmp(begin.at + from, end.at + skip, len) == 0 &&
           strchr("} >", begin.at[from + len]) != NULL;
}

/* Opens or closes a section or an element. Returns false if it is not closed
 * where it should be. */
static bool
nest(struct pieces *pieces, struct slice text)
{
    bool is_end = begins(text, "</") || begins(text, "{{/");
    bool is_begin =
        begins(text, "<") || begins(text, "{{#") || begins(text, "{{^");

    if (is_end)
        return pieces->depth > 0 &&
               is_pair(pieces->open[--pieces->depth], text);
    if (!is_begin)
        return true;
    if (pieces->depth == DEPTH_MAX)
        return false;
    pieces->open[pieces->depth++] = text;
    return true;
}

static struct slice
section_of(const struct pieces *pieces)
{
    for (size_t i = pieces->depth; i > 0; i--)
        if (begins(pieces->open[i - 1], "{{"))
            return pieces->open[i - 1];
    return (struct slice){"", 0};
}

static loyd_err
split(const char *text, struct pieces *pieces, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    memset(pieces, 0, sizeof(*pieces));
    for (text += strcspn(text, "{}<>&\""); *text != '\0';
         text += strcspn(text, "{}<>&\"")) {
        struct slice piece = {text, piece_bytes(text)};

        if (piece.len == 0)
            return why_set(why, LOYD_E_SYNTAX, "unexpected '%c'", *text);
        if (pieces->n == PIECES_MAX)
            return why_set(why, LOYD_E_SYNTAX, "more than %d values and tags",
                           PIECES_MAX);
        pieces->at[pieces->n++] = (struct piece){piece, section_of(pieces)};
        if (!nest(pieces, piece))
            return why_set(why, LOYD_E_SYNTAX, "'%s' is in the wrong place",
                           why_quote(piece.at, piece.len, quote));
        text += piece.len;
    }
    if (pieces->depth > 0)
        return why_set(
            why, LOYD_E_SYNTAX, "'%s' is not closed",
            why_quote(pieces->open[0].at, pieces->open[0].len, quote));
    return LOYD_OK;
}

static size_t
count(const struct pieces *in, const struct piece *piece)
{
    size_t n = 0;

    for (size_t i = 0; i < in->n; i++)
        n += slice_equals(in->at[i].text, piece->text) &&
             slice_equals(in->at[i].section, piece->section);
    return n;
}

/* Values can occur more often than in English, sections and tags not. */
static bool
is_repeatable(const struct piece *piece)
{
    return begins(piece->text, "{") && !begins(piece->text, "{{#") &&
           !begins(piece->text, "{{^") && !begins(piece->text, "{{/");
}

static loyd_err
compare(const struct pieces *ours, const struct pieces *theirs, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    for (size_t i = 0; i < theirs->n; i++) {
        const struct piece *piece = &theirs->at[i];
        size_t n = count(ours, piece);

        if (n == 0 || (!is_repeatable(piece) && count(theirs, piece) > n))
            return why_set(why, LOYD_E_SYNTAX,
                           "'%s' is not in the English sentence",
                           why_quote(piece->text.at, piece->text.len, quote));
    }
    for (size_t i = 0; i < ours->n; i++) {
        const struct piece *piece = &ours->at[i];
        size_t n = count(theirs, piece);

        if (n == 0 || (!is_repeatable(piece) && n < count(ours, piece)))
            return why_set(why, LOYD_E_SYNTAX, "'%s' is missing",
                           why_quote(piece->text.at, piece->text.len, quote));
    }
    return LOYD_OK;
}

/* --- what single keys allow --- */

/* A language, then perhaps a script and a region [RFC 5646]: en, zh-Hant,
 * pt-BR. No more, so that browsers accept each. */
static bool
is_tag(const char *text)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    static const char large[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t len = strspn(text, small);

    if (len < 2 || len > 3)
        return false;
    text += len;
    if (*text == '-' && strspn(text + 1, large) == 1 &&
        strspn(text + 2, small) == 3)
        text += 5;
    if (*text == '-' && strspn(text + 1, large) == 2)
        text += 3;
    return *text == '\0';
}

static bool
is_direction(const char *text)
{
    return strcmp(text, "ltr") == 0 || strcmp(text, "rtl") == 0;
}

/* A site's title is this text, with the channel's name after it. */
static bool
is_title(const char *text)
{
    return strlen(text) <= LOYD_SITE_TEXT_MAX / 2;
}

/* These are in quotes of the shell. */
static bool
is_unquoted(const char *text)
{
    return strchr(text, '\'') == NULL;
}

static const struct {
    const char *key;
    bool (*is_valid)(const char *text);
    const char *expected;
} special[] = {
    {"lang", is_tag, "expected a tag such as de, pt-BR or zh-Hant"},
    {"dir", is_direction, "expected ltr or rtl"},
    {"default-title", is_title, "too long for a title"},
    {"a-recipe", is_unquoted, "expected no '"},
    {"an-address", is_unquoted, "expected no '"},
};

static loyd_err
check_sentence(const struct passage *original, const json_t *value,
               loyd_why *why)
{
    const char *text = json_string_value(value);
    struct pieces ours, theirs;
    size_t len = json_string_length(value);
    loyd_err err;

    if (text == NULL)
        return why_set(why, LOYD_E_SYNTAX, "not a text");
    if (len == 0 || len > SENTENCE_MAX)
        return why_set(why, LOYD_E_SYNTAX, "%zu bytes: expected 1 to %d", len,
                       SENTENCE_MAX);
    if (utf8_check_name(text, len, why) != LOYD_OK)
        return LOYD_E_SYNTAX;
    if ((err = split(original->text, &ours, why)) != LOYD_OK ||
        (err = split(text, &theirs, why)) != LOYD_OK ||
        (err = compare(&ours, &theirs, why)) != LOYD_OK)
        return err;
    for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
        if (strcmp(special[i].key, original->name) == 0 &&
            !special[i].is_valid(text))
            return why_set(why, LOYD_E_SYNTAX, "%s", special[i].expected);
    return LOYD_OK;
}

/* --- languages --- */

/* A language with the JSON that its texts are from. */
struct reading {
    struct language language;
    json_t *json;
    struct passage sentence[];
};

/* Lists the missing keys, as far as they fit. */
static loyd_err
check_missing(const json_t *json, loyd_why *why)
{
    const struct passages *all = &english.sentences;
    struct text list = {0};
    size_t n = 0, n_listed = 0;

    for (size_t i = 0; i < all->n; i++) {
        if (json_object_get(json, all->passage[i].name) != NULL)
            continue;
        n++;
        if (list.len + strlen(all->passage[i].name) > LOYD_WHY_BYTES / 2)
            continue;
        text_format(&list, "%s%s", list.len > 0 ? ", " : "",
                    all->passage[i].name);
        n_listed++;
    }
    if (n > n_listed)
        text_format(&list, " and %zu more", n - n_listed);
    if (n > 0 && !list.is_lost)
        why_set(why, LOYD_E_SYNTAX, "%s: missing", list.at);
    text_free(&list);
    return n == 0 ? LOYD_OK : list.is_lost ? LOYD_E_NOMEM : LOYD_E_SYNTAX;
}

static loyd_err
check_unknown(json_t *json, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;

    json_object_foreach(json, key, value)
    {
        if (passages_text(&english.sentences, key) == NULL)
            return why_set(why, LOYD_E_SYNTAX, "%s: unknown key",
                           why_quote(key, strlen(key), quote));
    }
    return LOYD_OK;
}

/* Takes the sentences, in the order of English, which is that of keys. If
 * `n_english` is not NULL, those that are not valid are English, and counted.
 */
static loyd_err
take(struct reading *reading, uint32_t *n_english, loyd_why *why)
{
    const struct passages *all = &english.sentences;

    for (size_t i = 0; i < all->n; i++) {
        const struct passage *ours = &all->passage[i];
        const json_t *value = json_object_get(reading->json, ours->name);
        loyd_err err = check_sentence(ours, value, why);

        if (err != LOYD_OK && n_english == NULL)
            return why_prefix(why, err, "%s: ", ours->name);
        if (err != LOYD_OK)
            ++*n_english;
        reading->sentence[i].name = ours->name;
        reading->sentence[i].text =
            err == LOYD_OK ? json_string_value(value) : ours->text;
    }
    why_begin(why);
    reading->language.sentences = (struct passages){reading->sentence, all->n};
    return LOYD_OK;
}

static loyd_err
check_keys(json_t *json, loyd_why *why)
{
    loyd_err err = check_unknown(json, why);

    return err == LOYD_OK ? check_missing(json, why) : err;
}

static loyd_err
read_language(const char *json, size_t len, struct language **language,
              uint32_t *n_english, loyd_why *why)
{
    struct reading *reading =
        calloc(1, sizeof(*reading) +
                      english.sentences.n * sizeof(reading->sentence[0]));
    struct language *made = (struct language *)reading;
    loyd_err err;

    *language = NULL;
    if (reading == NULL)
        return LOYD_E_NOMEM;
    err = json_parse(json, len, &reading->json, why);
    if (err == LOYD_OK && !json_is_object(reading->json))
        err = why_set(why, LOYD_E_SYNTAX, "not an object of keys and texts");
    if (err == LOYD_OK && n_english == NULL)
        err = check_keys(reading->json, why);
    if (err != LOYD_OK || (err = take(reading, n_english, why)) != LOYD_OK)
        language_free(&made);
    *language = made;
    return err;
}

loyd_err
language_read(const char *json, size_t len, struct language **language,
              loyd_why *why)
{
    return read_language(json, len, language, NULL, why);
}

loyd_err
language_read_kept(const char *json, size_t len, struct language **language,
                   uint32_t *n, loyd_why *why)
{
    *n = 0;
    return read_language(json, len, language, n, why);
}

void
language_free(struct language **language)
{
    struct reading *reading = (struct reading *)*language;

    if (reading != NULL) {
        json_decref(reading->json);
        free(reading);
    }
    *language = NULL;
}

/* --- the public functions --- */

const char *
loyd_language_code(size_t at)
{
    return at < sizeof(shipped) / sizeof(shipped[0]) ? shipped[at].code : NULL;
}

const char *
loyd_language_json(const char *code)
{
    for (size_t i = 0; i < sizeof(shipped) / sizeof(shipped[0]); i++)
        if (strcmp(shipped[i].code, code) == 0)
            return (const char *)shipped[i].json;
    return NULL;
}

loyd_err
loyd_language_check(const char *json, size_t len, char tag[LOYD_LANGUAGE_TEXT],
                    loyd_why *why)
{
    struct language *language;
    loyd_err err;

    WHY_GIVEN(why);
    err = language_read(json, len, &language, why);
    if (err == LOYD_OK && tag != NULL)
        snprintf(tag, LOYD_LANGUAGE_TEXT, "%s",
                 passages_text(&language->sentences, "lang"));
    language_free(&language);
    return err;
}
