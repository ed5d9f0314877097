/* SPDX-License-Identifier: MIT */
/* Languages of sites: the input is the value of a sentence, in JSON, with
   others of English, or whole JSON. What is accepted has only tags that
   English has. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "loyd/site.h"
#include "loyd/text.h"
#include "site/language.h"

static const char key[] = "\n  \"missing-is\": ";

/* The text without the only tags that it can have is plain. */
static void
demand_plain(const char *text)
{
    static const char begin[] = "<a href=\"{{up}}index.html\">";
    const char *at = strstr(text, begin), *end;

    demand(at != NULL && strcspn(text, "<>&{}\"") == (size_t)(at - text));
    end = strstr(at, "</a>");
    at += strlen(begin);
    demand(end != NULL && strcspn(at, "<>&{}\"") == (size_t)(end - at));
    demand(strpbrk(end + 4, "<>&{}\"") == NULL);
}

static void
demand_language(struct language *language)
{
    demand_plain(passages_text(&language->sentences, "missing-is"));
    demand(language->sentences.n == english.sentences.n);
    language_free(&language);
}

static void
read_one(const char *json, size_t len)
{
    struct language *language = NULL;
    loyd_why why = {{0}};
    uint32_t n;
    bool is_whole = language_read(json, len, &language, &why) == LOYD_OK;

    if (is_whole) {
        demand_language(language);
    } else {
        demand(language == NULL && why.text[0] != '\0');
        demand(loyd_text_check(why.text, strlen(why.text), NULL) == LOYD_OK);
    }
    if (language_read_kept(json, len, &language, &n, &why) == LOYD_OK) {
        demand(is_whole ? n == 0 : n <= english.sentences.n);
        demand_language(language);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *json = loyd_language_json("en");
    const char *at = strstr(json, key) + strlen(key), *end = strchr(at, '\n');
    struct text text = {0};

    read_one((const char *)data, size);
    text_bytes(&text, json, (size_t)(at - json));
    text_bytes(&text, (const char *)data, size);
    text_put(&text, ",");
    text_put(&text, end);
    read_one(text.at, text.len);
    text_free(&text);
    return 0;
}
