/* SPDX-License-Identifier: MIT */
/* Checks the style of a publisher: it may load files of the site alone. */
#include "site/theme.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"

struct scan {
    const char *at, *end;
    const char *line_at; /* the beginning of the line */
    unsigned line;
    loyd_why *why;
};

static loyd_err
wrong(const struct scan *scan, const char *problem)
{
    return why_set(scan->why, LOYD_E_SYNTAX, "line %u, column %u: %s",
                   scan->line, (unsigned)(scan->at - scan->line_at) + 1,
                   problem);
}

static bool
begins(const struct scan *scan, const char *word)
{
    size_t len = strlen(word);

    return (size_t)(scan->end - scan->at) >= len &&
           strncasecmp(scan->at, word, len) == 0;
}

static void
step(struct scan *scan)
{
    if (*scan->at++ == '\n') {
        scan->line++;
        scan->line_at = scan->at;
    }
}

static void
skip_space(struct scan *scan)
{
    while (scan->at < scan->end && strchr(" \t\n\r\f", *scan->at) != NULL)
        step(scan);
}

static loyd_err
skip_comment(struct scan *scan)
{
    struct scan from = *scan;

    for (scan->at += 2; scan->at < scan->end; step(scan))
        if (begins(scan, "*/")) {
            scan->at += 2;
            return LOYD_OK;
        }
    return wrong(&from, "a comment without an end");
}

/* With `is_address`, the string is one. */
static loyd_err
skip_string(struct scan *scan, bool is_address)
{
    struct scan from = *scan;
    char quote = *scan->at++;
    const char *begin = scan->at;

    for (; scan->at < scan->end && *scan->at != quote; scan->at++) {
        if (*scan->at == '\n')
            break;
        if (*scan->at == '\\' && scan->at + 1 < scan->end &&
            scan->at[1] != '\n')
            scan->at++;
    }
    if (scan->at >= scan->end || *scan->at != quote)
        return wrong(&from, "a string without an end");
    if (is_address && !is_own_address(begin, (size_t)(scan->at - begin)))
        return wrong(&from, "an address: expected a file of the site");
    scan->at++;
    return LOYD_OK;
}

/* The rest of url( without quotes. */
static loyd_err
skip_address(struct scan *scan)
{
    struct scan from;

    skip_space(scan);
    from = *scan;
    if (scan->at < scan->end && (*scan->at == '"' || *scan->at == '\''))
        return skip_string(scan, true);
    while (scan->at < scan->end && *scan->at != ')' &&
           strchr(" \t\n\r\f\"'(", *scan->at) == NULL)
        scan->at++;
    if (scan->at >= scan->end ||
        !is_own_address(from.at, (size_t)(scan->at - from.at)))
        return wrong(&from, "an address: expected a file of the site");
    return LOYD_OK;
}

/* Functions whose strings are addresses. */
static bool
has_addresses(struct scan *scan)
{
    static const char *const names[] = {"image-set(", "-webkit-image-set(",
                                        "image(", "src("};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (begins(scan, names[i])) {
            scan->at += strlen(names[i]);
            return true;
        }
    return false;
}

static bool
is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_' || (c & 0x80) != 0;
}

/* What is next, outside of comments and strings. Names written with escapes
 * could be any of those that are refused. */
static loyd_err
take(struct scan *scan, unsigned *depth)
{
    if (begins(scan, "/*"))
        return skip_comment(scan);
    if (*scan->at == '"' || *scan->at == '\'')
        return skip_string(scan, *depth > 0);
    if (*scan->at == '\\')
        return wrong(scan, "'\\' is allowed in strings only");
    if (begins(scan, "@import") || begins(scan, "@namespace"))
        return wrong(scan, "@import and @namespace are not allowed");
    if (begins(scan, "url(")) {
        scan->at += 4;
        *depth += *depth > 0;
        return skip_address(scan);
    }
    if (has_addresses(scan)) {
        ++*depth;
        return LOYD_OK;
    }
    if (*depth > 0 && *scan->at == '(')
        ++*depth;
    if (*depth > 0 && *scan->at == ')')
        --*depth;
    if (is_of_name(*scan->at))
        while (scan->at + 1 < scan->end && is_of_name(scan->at[1]))
            scan->at++;
    step(scan);
    return LOYD_OK;
}

static loyd_err
check_text(struct scan *scan)
{
    uint32_t code;

    for (const char *at = scan->at; at < scan->end;) {
        size_t n = utf8_read(at, (size_t)(scan->end - at), &code);

        if (n == 0 ||
            (utf8_is_control(code) && strchr("\t\n\r\f", (int)code) == NULL) ||
            code == 0) {
            while (scan->at < at)
                step(scan);
            return wrong(scan, "no valid UTF-8, or a control character");
        }
        at += n;
    }
    return LOYD_OK;
}

loyd_err
css_check(const char *css, size_t len, loyd_why *why)
{
    struct scan scan = {css, css + len, css, 1, why};
    unsigned depth = 0;
    loyd_err err;

    if (len > THEME_CSS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "too large: expected at most %u bytes", THEME_CSS_MAX);
    for (const char *at = css;
         (at = memchr(at, '<', (size_t)(scan.end - at))) != NULL; at++)
        if (at + 1 < scan.end && at[1] == '/') {
            while (scan.at < at)
                step(&scan);
            return wrong(&scan, "'</' is not allowed");
        }
    err = check_text(&scan);
    while (err == LOYD_OK && scan.at < scan.end)
        err = take(&scan, &depth);
    return err;
}
