/* SPDX-License-Identifier: MIT */
/* Writes templates. */
#include "site/template.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/jw.h"
#include "loyd/puzzle.h"

static const struct passage template[] = {
#include "site_templates.inc"
};
const struct passages templates = {template,
                                   sizeof(template) / sizeof(template[0])};

static const struct passage english_sentence[] = {
#include "sentences_en.inc"
};
const struct language english = {
    {english_sentence, sizeof(english_sentence) / sizeof(english_sentence[0])},
    false};

static const struct passage german_sentence[] = {
#include "sentences_de.inc"
};
static const struct language german = {
    {german_sentence, sizeof(german_sentence) / sizeof(german_sentence[0])},
    false};

static const struct {
    const char *code;
    const struct language *language;
} languages[] = {{"en", &english}, {"de", &german}};

const struct language *
language_find(const char *code)
{
    for (size_t i = 0; i < sizeof(languages) / sizeof(languages[0]); i++)
        if (strcmp(languages[i].code, code) == 0)
            return languages[i].language;
    return NULL;
}

/* The keys of the sentences that scripts use. */
static const struct {
    const char *script;
    const char *key;
} scripted[] = {
#include "site_words.inc"
};

/* Lists of values, from the innermost section outwards. */
struct scope {
    const char *what;
    const struct value *value;
    const struct scope *outer;
};

/* A name in a template. */
struct name {
    const char *at;
    size_t len;
};

static bool
is_name(const struct name *name, const char *string)
{
    return strncmp(name->at, string, name->len) == 0 &&
           string[name->len] == '\0';
}

static const struct value *
find(const struct section *in, const struct name *name)
{
    static const struct value nothing = TEXT("", "");

    for (const struct scope *s = in->scope; s != NULL; s = s->outer)
        for (const struct value *v = s->value; v->name != NULL; v++) {
            if (!is_name(name, v->name))
                continue;
            if (in->language->is_traced)
                text_format(in->out, "{{=%s.%s}}", s->what, v->name);
            return v;
        }
    text_format(in->out, "{{?%.*s}}", (int)name->len, name->at);
    return &nothing;
}

static bool
is_empty(const struct value *value)
{
    switch (value->kind) {
    case VALUE_NUMBER:
    case VALUE_ITEMS:
        return value->number == 0;
    case VALUE_TEXT:
        return value->of == NULL || *(const char *)value->of == '\0';
    default:
        return value->of == NULL;
    }
}

static int
compare(const void *name, const void *passage)
{
    const struct name *wanted = name;
    const char *found = ((const struct passage *)passage)->name;
    int order = strncmp(wanted->at, found, wanted->len);

    return order != 0 ? order : -(found[wanted->len] != '\0');
}

static const struct passage *
find_in(const struct passages *all, const struct name *name)
{
    return bsearch(name, all->passage, all->n, sizeof(*all->passage), compare);
}

/* Finds a sentence, of kind '@', or a template, '>'. */
static const char *
find_passage(const struct section *in, char kind, const struct name *name)
{
    const struct passage *found =
        find_in(kind == '@' ? &in->language->sentences : &templates, name);

    if (in->language->is_traced || found == NULL)
        text_format(in->out, "{{%c%.*s}}", found != NULL ? kind : '?',
                    (int)name->len, name->at);
    return found != NULL ? found->text : "";
}

static struct name
name_of(const char *string)
{
    return (struct name){string, strlen(string)};
}

const char *
passages_text(const struct passages *all, const char *name)
{
    const struct name wanted = name_of(name);
    const struct passage *found = find_in(all, &wanted);

    return found != NULL ? found->text : NULL;
}

const char *
sentence_text(const struct section *in, const char *key)
{
    const struct name name = name_of(key);

    return find_passage(in, '@', &name);
}

/* Makes a section of a sentence or a template, with the values of another. */
static struct section
passage_of(const struct section *in, char kind, struct name name)
{
    struct section made = *in;

    made.at = find_passage(in, kind, &name);
    made.end = made.at + strlen(made.at);
    return made;
}

static void section_write(const struct section section);

static void
put_value(const struct section *in, const struct value *value)
{
    struct section none = *in;
    char date[LOYD_DATE_TEXT];

    if (value->kind != VALUE_NUMBER && is_empty(value))
        return;
    switch (value->kind) {
    case VALUE_TEXT:
        text_xml(in->out, value->of);
        break;
    case VALUE_NUMBER:
        text_number(in->out, value->number);
        break;
    case VALUE_DATE:
        loyd_date_print(value->of, date);
        text_put(in->out, date);
        break;
    case VALUE_HASH:
        text_hex(in->out, value->of, LOYD_HASH_BYTES);
        break;
    case VALUE_TEMPLATE:
        section_write(passage_of(in, '>', name_of(value->of)));
        break;
    case VALUE_SENTENCE:
        section_write(passage_of(in, '@', name_of(value->of)));
        break;
    case VALUE_ITEMS:
        none.end = none.at;
        value->put(&none, value->of, 0);
        break;
    }
}

/* Writes a section whose text begins at `text`. Returns its end. */
static const char *
put_section(const struct section *in, bool is_opposite,
            const struct name *name, const char *text)
{
    const struct value *value = find(in, name);
    struct section inner = *in;
    const char *end = text;

    while ((end = strstr(end, "{{/")) != NULL &&
           (strncmp(end + 3, name->at, name->len) != 0 ||
            end[3 + name->len] != '}'))
        end += 3;
    assert(end != NULL);
    inner.at = text;
    inner.end = end;
    if (is_opposite != is_empty(value))
        return end + name->len + 5;
    if (is_opposite || value->kind != VALUE_ITEMS)
        section_write(inner);
    else
        for (size_t i = 0; i < value->number; i++)
            value->put(&inner, value->of, i);
    return end + name->len + 5;
}

/* Writes the value of a tag; `tag` follows its braces. Returns what follows
 * the tag. */
static const char *
put_tag(const struct section *in, const char *tag)
{
    struct name name = {tag, strcspn(tag, "}")};
    const char *after = tag + name.len + 2;

    if (strchr("#^>@", *tag) != NULL) {
        name.at++;
        name.len--;
    }
    switch (*tag) {
    case '#':
    case '^':
        return put_section(in, *tag == '^', &name, after);
    case '>':
    case '@':
        section_write(passage_of(in, *tag, name));
        return after;
    default:
        put_value(in, find(in, &name));
        return after;
    }
}

static void
section_write(const struct section section)
{
    const char *at = section.at, *tag;

    while (at < section.end && (tag = strstr(at, "{{")) != NULL &&
           tag < section.end) {
        text_bytes(section.out, at, (size_t)(tag - at));
        at = put_tag(&section, tag + 2);
    }
    text_bytes(section.out, at, (size_t)(section.end - at));
}

void
section_put(const struct section *to, const char *what,
            const struct value *values)
{
    const struct scope scope = {what, values, to->scope};
    struct section section = *to;

    section.scope = &scope;
    for (const struct value *v = values;
         to->language->is_traced && v->name != NULL; v++)
        text_format(to->out, "{{!%s.%s}}", what, v->name);
    section_write(section);
}

void
template_put(struct text *out, const char *name,
             const struct language *language, section_fn put, const void *of)
{
    const struct section nothing = {
        .out = out, .language = language != NULL ? language : &english};
    struct section section = passage_of(&nothing, '>', name_of(name));

    put(&section, of, 0);
}

void
sentences_put(struct text *out, const char *script,
              const struct language *language)
{
    const struct section section = {
        .out = out, .language = language != NULL ? language : &english};
    struct jw jw = {.to = out};

    jw_object(&jw, NULL, JW_TIGHT);
    for (size_t i = 0; i < sizeof(scripted) / sizeof(scripted[0]); i++)
        if (strcmp(scripted[i].script, script) == 0)
            jw_string(&jw, scripted[i].key,
                      sentence_text(&section, scripted[i].key));
    jw_close(&jw);
}
