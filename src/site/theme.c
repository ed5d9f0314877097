/* SPDX-License-Identifier: MIT */
/* Reads and checks themes. */
#define _GNU_SOURCE /* memmem */
#include "site/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "pack/json_parse.h"
#include "site/given.h"

#define MEGABYTES 1

enum { SENTENCES = 6 };

static const char *const given_names[THEME_FILES] = {
    "style.css",   "header.html",  "footer.html",    "picture.jpg",
    "picture.png", "picture.webp", "sentences.json", "icon.png"};

const char *const theme_names[THEME_FILES] = {
    "theme.css",   "header.txt",   "footer.txt",     "picture.jpg",
    "picture.png", "picture.webp", "sentences.json", "icon.png"};

/* Pictures of phones say where and by whom they were taken. */
static bool
tells_more(const struct text *text)
{
    static const char *const marks[] = {"Exif", "EXIF", "eXIf", "XMP ",
                                        "ns.adobe.com/xap",
                                        "XML:com.adobe.xmp"};

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (memmem(text->at, text->len, marks[i], strlen(marks[i])) != NULL)
            return true;
    return false;
}

/* Returns whether a picture begins as its name says; other files do always. */
static bool
is_of_kind(const char *name, const struct text *text)
{
    static const struct {
        const char *end, *begin; /* of the name, of the bytes */
        size_t at;
    } kinds[] = {{".png", "\211PNG\r\n\032\n", 0},
                 {".jpg", "\377\330\377", 0},
                 {".webp", "WEBP", 8}};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        size_t len = strlen(kinds[i].begin);

        if (strcmp(strrchr(name, '.'), kinds[i].end) == 0)
            return text->len >= kinds[i].at + len &&
                   memcmp(text->at + kinds[i].at, kinds[i].begin, len) == 0;
    }
    return true;
}

static loyd_err
read_file(struct theme *theme, size_t at, int fd, const char *dir,
          const char *name, loyd_why *why)
{
    struct text *text = &theme->file[at];
    loyd_err err = given_read(fd, dir, name, MEGABYTES, text, why);

    if (err == LOYD_OK && !is_of_kind(name, text))
        return given_refuse(why, dir, name, "no picture of this kind");
    if (err == LOYD_OK && at != SENTENCES && tells_more(text))
        return given_refuse(why, dir, name,
                            "has Exif or XMP data: expected a picture "
                            "without");
    return err == LOYD_E_NOT_FOUND ? LOYD_OK : err;
}

/* Sentences are those of English, with those of the file in their places. */
static loyd_err
read_sentences(struct theme *theme, const char *dir, loyd_why *why)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    const struct text *text = &theme->file[SENTENCES];
    const char *name = given_names[SENTENCES], *key, *to;
    char shown[WHY_QUOTE_BYTES], problem[WHY_QUOTE_BYTES + 32];
    json_t *value;
    loyd_err err;

    if (text->len == 0)
        return LOYD_OK;
    err = json_parse(text->at, text->len, &theme->json, why);
    if (err == LOYD_E_NOMEM)
        return err;
    if (err != LOYD_OK || !json_is_object(theme->json))
        return given_refuse(why, dir, name, "expected a JSON object");
    json_object_foreach(theme->json, key, value)
        if (passages_text(&english, key) == NULL || !json_is_string(value) ||
            json_text(theme->json, key)[0] == '\0') {
            why_quote(key, strlen(key), shown);
            snprintf(problem, sizeof(problem), "unknown or empty: '%s'",
                     shown);
            return given_refuse(why, dir, name, problem);
        }
    to = json_text(theme->json, "dir");
    /* Pages have it before their policy. */
    key = json_text(theme->json, "lang");
    if (key[0] == '\0' || key[strspn(key, plain)] != '\0' ||
        (strcmp(to, "ltr") != 0 && strcmp(to, "rtl") != 0))
        return given_refuse(why, dir, name,
                      "expected 'lang', such as en-GB, and 'dir' that is "
                      "ltr or rtl");
    if ((theme->passage = malloc(english.n * sizeof(*theme->passage))) == NULL)
        return LOYD_E_NOMEM;
    theme->sentences = (struct passages){theme->passage, english.n};
    for (size_t i = 0; i < english.n; i++) {
        theme->passage[i] = english.passage[i];
        to = json_text(theme->json, english.passage[i].name);
        if (to[0] != '\0')
            theme->passage[i].text = to;
    }
    return LOYD_OK;
}

static loyd_err
read_all(struct theme *theme, int fd, const char *dir,
         const char *const *names, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < THEME_FILES; i++)
        err = read_file(theme, i, fd, dir, names[i], why);
    if (err == LOYD_OK)
        err = read_sentences(theme, dir, why);
    if (err != LOYD_OK)
        theme_free(theme);
    return err;
}

loyd_err
theme_read(struct theme *theme, int fd, const char *dir, loyd_why *why)
{
    return read_all(theme, fd, dir, theme_names, why);
}

struct search {
    const char *dir;
    loyd_why *why;
    loyd_err err;
};

/* A file_name_fn. Hidden files are the system's. */
static bool
know_name(void *context, const char *name)
{
    struct search *search = context;

    for (size_t i = 0; i < THEME_FILES; i++)
        if (name[0] == '.' || strcmp(name, given_names[i]) == 0)
            return true;
    search->err = given_refuse(search->why, search->dir, name,
                         "no file of a theme: expected style.css, "
                         "header.html, footer.html, sentences.json, icon.png "
                         "or picture.jpg, .png or .webp");
    return false;
}

loyd_err
theme_open(struct theme *theme, const char *dir, loyd_why *why)
{
    struct search search = {dir, why, LOYD_OK};
    char shown[WHY_QUOTE_BYTES];
    int fd;
    loyd_err err = given_open(dir, &fd, why);

    if (err != LOYD_OK)
        return err;
    if (file_names(fd, know_name, &search))
        err = read_all(theme, fd, dir, given_names, why);
    else
        err = search.err != LOYD_OK
                  ? search.err
                  : why_errno(why, "%s", why_quote(dir, strlen(dir), shown));
    close(fd);
    return err;
}

unsigned
theme_sweep(const struct theme *theme, int fd)
{
    unsigned n = 0;

    for (size_t i = 0; i < THEME_FILES; i++)
        if (theme->file[i].len == 0)
            n += unlinkat(fd, theme_names[i], 0) == 0;
    return n;
}

void
theme_free(struct theme *theme)
{
    for (size_t i = 0; i < THEME_FILES; i++)
        text_free(&theme->file[i]);
    free(theme->passage);
    json_decref(theme->json);
    *theme = (struct theme){.passage = NULL};
}
