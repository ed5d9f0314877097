/* SPDX-License-Identifier: MIT */
/* Fragments of HTML that a publisher adds to pages, read as XML. */
#include "site/theme.h"

#include <expat.h>
#include <stdio.h>

#define DEPTH_MAX 32
#define ROOT "x" /* around the fragment */
#define ROOT_CHARS 3u

/* What an element may contain. */
enum content { FLOW, PHRASES, ITEMS_ONLY, NOTHING };

static const struct element {
    const char *name;
    enum content content;
    bool is_phrase; /* may be in a line of text */
} elements[] = {
    {ROOT, FLOW, false},       {"a", PHRASES, true},
    {"br", NOTHING, true},     {"div", FLOW, false},
    {"em", PHRASES, true},     {"img", NOTHING, true},
    {"li", FLOW, false},       {"nav", FLOW, false},
    {"p", PHRASES, false},     {"small", PHRASES, true},
    {"span", PHRASES, true},   {"strong", PHRASES, true},
    {"ul", ITEMS_ONLY, false},
};

static const struct {
    const char *name;
    const char *of; /* the only element that has it; NULL: all */
} attributes[] = {{"alt", "img"}, {"class", NULL}, {"dir", NULL},
                  {"href", "a"},  {"lang", NULL},  {"src", "img"},
                  {"title", NULL}};

struct writing {
    XML_Parser parser;
    struct text *out;
    loyd_why *why;
    loyd_err err;
    bool is_marked;
    const struct element *open[DEPTH_MAX];
    size_t depth;
};

/* The root is in the first line. */
static void
wrong_at(struct writing *job, const char *problem, const char *name)
{
    unsigned line = (unsigned)XML_GetCurrentLineNumber(job->parser);
    unsigned column = (unsigned)XML_GetCurrentColumnNumber(job->parser) + 1;
    char quote[WHY_QUOTE_BYTES];

    if (line == 1)
        column -= column > ROOT_CHARS ? ROOT_CHARS : 0;
    if (job->err == LOYD_OK)
        job->err = why_set(
            job->why, LOYD_E_SYNTAX, "line %u, column %u: %s%s", line, column,
            problem,
            name[0] == '\0' ? "" : why_quote(name, strlen(name), quote));
    XML_StopParser(job->parser, XML_FALSE);
}

bool
is_own_address(const char *at, size_t len)
{
    bool is_path = false;

    if (len == 0 || (len > 1 && at[0] == '/' && at[1] == '/'))
        return false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)at[i];

        if (c <= ' ' || c == 0x7f || strchr("\\\"'<>`{}", c) != NULL)
            return false;
        if (c == ':' && !is_path)
            return false;
        is_path = is_path || c == '/' || c == '?' || c == '#';
    }
    return true;
}

static bool
is_whole_address(const char *at)
{
    static const char *const schemes[] = {"https://", "http://", "mailto:"};

    for (const unsigned char *c = (const unsigned char *)at; *c != '\0'; c++)
        if (*c <= ' ' || *c == 0x7f || strchr("\\\"'<>`{}", *c) != NULL)
            return false;
    for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        size_t len = strlen(schemes[i]);

        if (strncmp(at, schemes[i], len) == 0)
            return at[len] != '\0' && at[len] != '/';
    }
    return false;
}

static const struct element *
element_of(const char *name)
{
    for (size_t i = 1; i < sizeof(elements) / sizeof(elements[0]); i++)
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    return NULL;
}

static bool
may_contain(const struct writing *job, const struct element *element)
{
    const struct element *in = job->open[job->depth - 1];
    bool is_item = strcmp(element->name, "li") == 0;

    for (size_t i = 0; strcmp(element->name, "a") == 0 && i < job->depth; i++)
        if (job->open[i] == element)
            return false;
    switch (in->content) {
    case FLOW:
        return !is_item;
    case PHRASES:
        return element->is_phrase;
    case ITEMS_ONLY:
        return is_item;
    case NOTHING:
        break;
    }
    return false;
}

/* Writes an attribute if it is allowed, and its value. */
static void
put_attribute(struct writing *job, const struct element *element,
              const char *name, const char *value)
{
    bool is_src = strcmp(name, "src") == 0;
    bool is_link = is_src || strcmp(name, "href") == 0;
    bool is_own = is_link && is_own_address(value, strlen(value));
    size_t i = 0, n = sizeof(attributes) / sizeof(attributes[0]);

    while (i < n && strcmp(attributes[i].name, name) != 0)
        i++;
    if (i == n || (attributes[i].of != NULL &&
                   strcmp(attributes[i].of, element->name) != 0)) {
        wrong_at(job, "attribute not allowed here: ", name);
        return;
    }
    if (is_link && !is_own && (is_src || !is_whole_address(value))) {
        wrong_at(job,
                 is_src ? "a picture must be a file of the site: "
                        : "expected an address of the site, https:, "
                          "http: or mailto: instead of ",
                 value);
        return;
    }
    if (strcmp(name, "dir") == 0 && strcmp(value, "ltr") != 0 &&
        strcmp(value, "rtl") != 0 && strcmp(value, "auto") != 0) {
        wrong_at(job, "expected ltr, rtl or auto instead of ", value);
        return;
    }
    text_format(job->out, " %s=\"", name);
    if (is_own && job->is_marked && value[0] != '#' && value[0] != '/')
        text_char(job->out, FRAGMENT_ROOT);
    text_xml(job->out, value);
    text_char(job->out, '"');
}

static bool
has(const char **attribute, const char *name)
{
    for (; *attribute != NULL; attribute += 2)
        if (strcmp(*attribute, name) == 0)
            return true;
    return false;
}

static void
on_start(void *data, const char *name, const char **attribute)
{
    struct writing *job = data;
    const struct element *element = element_of(name);

    if (job->depth == 0) {
        job->open[job->depth++] = &elements[0];
        return;
    }
    if (element == NULL) {
        wrong_at(job, "element not allowed: ", name);
        return;
    }
    if (job->depth == DEPTH_MAX || !may_contain(job, element)) {
        wrong_at(job, "element not allowed here: ", name);
        return;
    }
    if (strcmp(name, "img") == 0 &&
        (!has(attribute, "src") || !has(attribute, "alt"))) {
        wrong_at(job, "img needs src and alt", "");
        return;
    }
    job->open[job->depth++] = element;
    text_format(job->out, "<%s", name);
    for (; *attribute != NULL && job->err == LOYD_OK; attribute += 2)
        put_attribute(job, element, attribute[0], attribute[1]);
    text_put(job->out, element->content == NOTHING ? " />" : ">");
}

static void
on_end(void *data, const char *name)
{
    struct writing *job = data;

    if (job->err != LOYD_OK || job->depth == 0)
        return;
    if (--job->depth > 0 && job->open[job->depth]->content != NOTHING)
        text_format(job->out, "</%s>", name);
}

static void
on_text(void *data, const char *text, int len)
{
    struct writing *job = data;
    const struct element *in;

    if (job->err != LOYD_OK || job->depth == 0)
        return;
    in = job->open[job->depth - 1];
    if ((in->content == ITEMS_ONLY || in->content == NOTHING) &&
        strspn(text, " \t\n\r") < (size_t)len) {
        wrong_at(job, "text not allowed in ", in->name);
        return;
    }
    /* Lines stay lines: text_escaped is for attributes too. */
    for (const char *at = text, *end = text + len; at < end;) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *to = feed != NULL ? feed : end;

        text_escaped(job->out, TEXT_XML, at, (size_t)(to - at));
        if (feed != NULL)
            text_char(job->out, '\n');
        at = to + (feed != NULL);
    }
}

static void
on_instruction(void *data, const char *target, const char *text)
{
    (void)text;
    wrong_at(data, "instruction not allowed: ", target);
}

static void
parse(struct writing *job, const char *html, size_t len)
{
    XML_Parser parser = job->parser;

    XML_SetUserData(parser, job);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetProcessingInstructionHandler(parser, on_instruction);
    if (XML_Parse(parser, "<" ROOT ">", ROOT_CHARS, 0) != XML_STATUS_OK ||
        XML_Parse(parser, html, (int)len, 0) != XML_STATUS_OK) {
        if (XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY)
            job->err = LOYD_E_NOMEM;
        wrong_at(job, XML_ErrorString(XML_GetErrorCode(parser)), "");
    } else if (job->depth > 1) {
        wrong_at(job,
                 "element without an end: ", job->open[job->depth - 1]->name);
    } else if (XML_Parse(parser, "</" ROOT ">", ROOT_CHARS + 1, 1) !=
               XML_STATUS_OK) {
        wrong_at(job, XML_ErrorString(XML_GetErrorCode(parser)), "");
    }
}

loyd_err
fragment_write(const char *html, size_t len, bool is_marked, struct text *out,
               loyd_why *why)
{
    struct writing job = {.parser = XML_ParserCreate("UTF-8"),
                          .out = out,
                          .why = why,
                          .err = LOYD_OK,
                          .is_marked = is_marked};

    if (len > THEME_FRAGMENT_MAX)
        job.err =
            why_set(why, LOYD_E_RANGE, "too large: expected at most %u bytes",
                    THEME_FRAGMENT_MAX);
    else if (job.parser == NULL)
        job.err = LOYD_E_NOMEM;
    else
        parse(&job, html, len);
    if (job.parser != NULL)
        XML_ParserFree(job.parser);
    if (job.err == LOYD_OK && out->is_lost)
        job.err = LOYD_E_NOMEM;
    return job.err;
}
