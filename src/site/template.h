/* SPDX-License-Identifier: MIT */
/*
 * Templates: the files next to this one that look like the HTML, XML and SVG
 * that is made of them. C supplies values by name.
 *
 *   {{name}}            the value, escaped
 *   {{#name}}..{{/name}}  once for each item of the value, whose values it
 *                       can name; or once if the value is not empty or 0
 *   {{^name}}..{{/name}}  if the value is empty or 0
 *   {{>name}}           another template, with the same values
 *   {{@key}}            a sentence, which is a template too
 *
 * A section cannot contain one of the same name.
 */
#ifndef LOYD_SITE_TEMPLATE_H
#define LOYD_SITE_TEMPLATE_H

#include "base/text.h"
#include "loyd/date.h"

/* A template or a sentence, and a list of them in the order of names. */
struct passage {
    const char *name;
    const char *text;
};

struct passages {
    const struct passage *passage;
    size_t n;
};

/* Returns the text of a name, or NULL. */
const char *passages_text(const struct passages *all, const char *name);

struct language {
    struct passages sentences; /* by key */
    bool is_traced;            /* see template_put */
};

extern const struct passages templates;
extern const struct language english;

/* Returns the language with a code, such as "de", or NULL. */
const struct language *language_find(const char *code);

/* What is written, and which values it can name. */
struct section {
    struct text *out;
    const char *at; /* the text of the section */
    const char *end;
    const struct scope *scope;
    const struct language *language;
};

/* Writes item `at` of a value: with section_put, or what is written for
 * {{name}}, which it escapes itself. */
typedef void (*section_fn)(const struct section *to, const void *of,
                           size_t at);

enum value_kind {
    VALUE_TEXT = 0,
    VALUE_NUMBER,
    VALUE_DATE,
    VALUE_HASH,
    VALUE_TEMPLATE, /* its name */
    VALUE_SENTENCE, /* its key */
    VALUE_ITEMS
};

/* A value that is NULL is empty. */
struct value {
    const char *name; /* NULL: the end of a list */
    enum value_kind kind;
    const void *of;
    uint64_t number; /* of items too */
    section_fn put;
};

#define TEXT(name, text) {name, VALUE_TEXT, text, 0, NULL}
#define NUMBER(name, number) {name, VALUE_NUMBER, NULL, number, NULL}
#define DATE(name, date) {name, VALUE_DATE, date, 0, NULL}
#define HASH(name, hash) {name, VALUE_HASH, hash, 0, NULL}
#define TEMPLATE(name, template) {name, VALUE_TEMPLATE, template, 0, NULL}
#define SENTENCE(name, key) {name, VALUE_SENTENCE, key, 0, NULL}
#define ITEMS(name, n, put, of) {name, VALUE_ITEMS, of, n, put}

/* Writes a section once, with these values and those around it. `what` names
 * the list of values. */
void section_put(const struct section *to, const char *what,
                 const struct value *values);
#define SECTION(to, what, ...)                                                \
    section_put(to, what, (const struct value[]){__VA_ARGS__, {.name = NULL}})

/*
 * Writes a template, with the values of item 0.
 *
 *   language   NULL: English. If it is traced, also writes {{!WHAT.NAME}} for
 *              each value that there is, {{=WHAT.NAME}} for each that is named
 *              and {{@KEY}} for each sentence. Tests only.
 *
 * For a value or a sentence that does not exist it writes {{?NAME}}.
 */
void template_put(struct text *out, const char *name,
                  const struct language *language, section_fn put,
                  const void *of);

/* Writes an object of JSON: the sentences that a script of pages uses, which
 * puts values in itself. Those of play.js are not repeated in others. */
void sentences_put(struct text *out, const char *script,
                   const struct language *language);

/* Returns a sentence without tags, for text that is escaped elsewhere. */
const char *sentence_text(const struct section *in, const char *key);

#endif
