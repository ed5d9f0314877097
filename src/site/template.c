/* SPDX-License-Identifier: MIT */
/* Renders templates. */
#include "site/template.h"

#include <stdlib.h>
#include <string.h>

#include "base/jw.h"
#include "base/why.h"
#include "loyd/site.h"
#include "store/query.h"

static const struct passage template[] = {
#include "site_templates.inc"
};
const struct passages templates = {template,
                                   sizeof(template) / sizeof(template[0])};

static const struct passage query[] = {
#include "site_queries.inc"
};
const struct passages queries = {query, sizeof(query) / sizeof(query[0])};

static const struct passage english_sentence[] = {
#include "sentences_en.inc"
};
const struct passages english = {
    english_sentence, sizeof(english_sentence) / sizeof(english_sentence[0])};

static const struct passage german_sentence[] = {
#include "sentences_de.inc"
};
static const struct passages german = {
    german_sentence, sizeof(german_sentence) / sizeof(german_sentence[0])};

static const struct {
    const char *code;
    const struct passages *language;
} languages[] = {{"en", &english}, {"de", &german}};

const struct passages *
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

/* A name in a template. */
struct name {
    const char *at;
    size_t len;
};

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
sentence(const struct passages *language, const char *key)
{
    const char *text = passages_text(language, key);

    return text != NULL ? text : "";
}

/* --- errors --- */

static void
note(struct renderer *r, int rc)
{
    if (r->err == LOYD_OK)
        r->err = db_error(r->db, rc, r->why);
}

static void
note_missing(struct renderer *r, const char *kind, const struct name *name)
{
    if (r->err == LOYD_OK)
        r->err = why_set(r->why, LOYD_E_DB, "a page needs {{%s%.*s}}", kind,
                         (int)name->len, name->at);
}

/* --- values --- */

/* A value: a column of a row. */
struct value {
    sqlite3_stmt *stmt; /* NULL: there is none */
    int column;
};

static struct value
find(const struct row *row, const struct name *name)
{
    for (; row != NULL; row = row->outer)
        for (int i = 0; i < sqlite3_column_count(row->stmt); i++) {
            const char *column = sqlite3_column_name(row->stmt, i);

            if (strncmp(column, name->at, name->len) == 0 &&
                column[name->len] == '\0')
                return (struct value){row->stmt, i};
        }
    return (struct value){NULL, 0};
}

static struct value
need(struct renderer *r, const struct row *row, const struct name *name)
{
    struct value value = find(row, name);

    if (value.stmt == NULL)
        note_missing(r, "", name);
    return value;
}

const char *
row_text(const struct row *row, const char *name)
{
    const struct name wanted = name_of(name);
    struct value value = find(row, &wanted);

    return value.stmt == NULL ? NULL
                              : (const char *)sqlite3_column_text(
                                    value.stmt, value.column);
}

static bool
is_empty(const struct value *value)
{
    switch (sqlite3_column_type(value->stmt, value->column)) {
    case SQLITE_INTEGER:
        return sqlite3_column_int64(value->stmt, value->column) == 0;
    case SQLITE_NULL:
        return true;
    default:
        return sqlite3_column_bytes(value->stmt, value->column) == 0;
    }
}

/* Appends a BLOB as it is, and anything else escaped. */
static void
put_value(struct renderer *r, const struct value *value)
{
    bool is_markup =
        sqlite3_column_type(value->stmt, value->column) == SQLITE_BLOB;
    const char *text =
        (const char *)(is_markup
                           ? sqlite3_column_blob(value->stmt, value->column)
                           : sqlite3_column_text(value->stmt, value->column));

    if (is_markup)
        text_bytes(&r->out, text,
                   (size_t)sqlite3_column_bytes(value->stmt, value->column));
    else if (text != NULL)
        text_xml(&r->out, text);
}

/* --- queries --- */

static void
bind(struct renderer *r, sqlite3_stmt *stmt, const struct row *row)
{
    for (int i = 1; i <= sqlite3_bind_parameter_count(stmt); i++) {
        const struct name name =
            name_of(sqlite3_bind_parameter_name(stmt, i) + 1);
        const struct value value = need(r, row, &name);

        if (value.stmt != NULL)
            sqlite3_bind_value(
                stmt, i, sqlite3_column_value(value.stmt, value.column));
    }
}

static sqlite3_stmt *
begin(struct renderer *r, const struct passage *of, const struct row *row)
{
    size_t at = (size_t)(of - queries.passage);
    int rc = SQLITE_OK;

    if (r->err != LOYD_OK)
        return NULL;
    if (r->stmt[at] == NULL)
        rc = sqlite3_prepare_v3(r->db, of->text, -1, SQLITE_PREPARE_PERSISTENT,
                                &r->stmt[at], NULL);
    if (rc != SQLITE_OK)
        note(r, rc);
    else
        bind(r, r->stmt[at], row);
    return r->stmt[at];
}

sqlite3_stmt *
render_begin(struct renderer *r, const char *name, const struct row *row)
{
    const struct name wanted = name_of(name);
    const struct passage *of = find_in(&queries, &wanted);

    if (of != NULL)
        return begin(r, of, row);
    note_missing(r, "#", &wanted);
    return NULL;
}

bool
render_next(struct renderer *r, sqlite3_stmt *stmt)
{
    int rc = r->err == LOYD_OK ? sqlite3_step(stmt) : SQLITE_DONE;

    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        note(r, rc);
    return rc == SQLITE_ROW;
}

void
render_end(sqlite3_stmt *stmt)
{
    (void)sqlite3_reset(stmt);
}

/* --- templates --- */

static void put(struct renderer *r, const char *at, const char *end,
                const struct row *row);

static void
put_passage(struct renderer *r, char kind, struct name name,
            const struct row *row)
{
    const struct passage *found =
        find_in(kind == '@' ? r->language : &templates, &name);
    const struct value value =
        found == NULL ? find(row, &name) : (struct value){NULL, 0};

    if (value.stmt != NULL) {
        name = name_of(
            (const char *)sqlite3_column_text(value.stmt, value.column));
        found = find_in(&templates, &name);
    }
    if (found == NULL)
        note_missing(r, kind == '@' ? "@" : ">", &name);
    else
        put(r, found->text, found->text + strlen(found->text), row);
}

/* Writes a section whose text begins at `text`. Returns what follows it. */
static const char *
put_section(struct renderer *r, bool is_opposite, const struct name *name,
            const char *text, const struct row *row)
{
    const struct passage *of = find_in(&queries, name);
    const char *end = text;
    struct value value;

    while ((end = strstr(end, "{{/")) != NULL &&
           (strncmp(end + 3, name->at, name->len) != 0 ||
            end[3 + name->len] != '}'))
        end += 3;
    if (end == NULL) {
        note_missing(r, "/", name);
        return text + strlen(text);
    }
    if (of != NULL) {
        const struct row inner = {begin(r, of, row), row};

        while (render_next(r, inner.stmt))
            put(r, text, end, &inner);
        render_end(inner.stmt);
    } else {
        value = need(r, row, name);
        if (value.stmt != NULL && is_empty(&value) == is_opposite)
            put(r, text, end, row);
    }
    return end + name->len + 5;
}

/* Writes the value of a tag; `tag` follows its braces. Returns what follows
 * the tag. */
static const char *
put_tag(struct renderer *r, const char *tag, const struct row *row)
{
    struct name name = {tag, strcspn(tag, "}")};
    const char *after = tag + name.len + 2;
    struct value value;

    if (strchr("#^>@", *tag) != NULL) {
        name.at++;
        name.len--;
    }
    switch (*tag) {
    case '#':
    case '^':
        return put_section(r, *tag == '^', &name, after, row);
    case '>':
    case '@':
        put_passage(r, *tag, name, row);
        return after;
    default:
        value = need(r, row, &name);
        if (value.stmt != NULL)
            put_value(r, &value);
        return after;
    }
}

static void
put(struct renderer *r, const char *at, const char *end, const struct row *row)
{
    const char *tag;

    while (r->err == LOYD_OK && at < end && (tag = strstr(at, "{{")) != NULL &&
           tag < end) {
        text_bytes(&r->out, at, (size_t)(tag - at));
        at = put_tag(r, tag + 2, row);
    }
    if (r->err == LOYD_OK)
        text_bytes(&r->out, at, (size_t)(end - at));
}

void
render(struct renderer *r, const char *name, const struct row *row)
{
    if (passages_text(&templates, name) != NULL) {
        put_passage(r, '>', name_of(name), row);
    } else {
        sqlite3_stmt *stmt = render_begin(r, name, row);

        if (render_next(r, stmt)) {
            const char *bytes = sqlite3_column_blob(stmt, 0);

            text_bytes(&r->out, bytes, (size_t)sqlite3_column_bytes(stmt, 0));
        }
        render_end(stmt);
    }
    if (r->out.is_lost && r->err == LOYD_OK)
        r->err = LOYD_E_NOMEM;
}

void
renderer_free(struct renderer *r)
{
    for (size_t i = 0; i < QUERIES_MAX; i++)
        sqlite3_finalize(r->stmt[i]);
    text_free(&r->out);
}

size_t
loyd_site_sentences(const char *language, char *out, size_t size)
{
    const struct passages *all = language_find(language);
    struct text to = text_in(out, size);
    struct jw jw = {.to = &to};

    jw_object(&jw, NULL, JW_LINES);
    for (size_t i = 0; all != NULL && i < all->n; i++)
        jw_string(&jw, all->passage[i].name, all->passage[i].text);
    jw_close(&jw);
    return to.len;
}

void
sentences_put(struct text *out, const char *script,
              const struct passages *language)
{
    struct jw jw = {.to = out};

    jw_object(&jw, NULL, JW_TIGHT);
    for (size_t i = 0; i < sizeof(scripted) / sizeof(scripted[0]); i++)
        if (strcmp(scripted[i].script, script) == 0)
            jw_string(&jw, scripted[i].key,
                      sentence(language, scripted[i].key));
    jw_close(&jw);
}
