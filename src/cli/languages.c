/* SPDX-License-Identifier: MIT */
/* Prints and reads the languages of sites. */
#include "cli/languages.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/given.h"

static int
refuse_code(const char *option, const char *given, const char *or_file)
{
    char shown[QUOTED_BYTES];
    struct text codes = {.at = NULL};
    const char *code;
    int exit;

    for (size_t i = 0; (code = loyd_language_code(i)) != NULL; i++)
        text_format(&codes, "%s%s", i > 0 ? ", " : "", code);
    exit =
        refuse(option, "unknown language '%s': expected %s%s",
               quoted(given, shown), codes.is_lost ? "" : codes.at, or_file);
    text_free(&codes);
    return exit;
}

int
language_print(const char *code)
{
    const char *json = loyd_language_json(code);

    if (json == NULL)
        return refuse_code("--print-language", code, "");
    fputs(json, stdout);
    return EXIT_DONE;
}

int
language_take(const char *given, struct text *file, loyd_site_options *options)
{
    loyd_site_bytes *bytes = &options->files[LOYD_SITE_FILE_LANGUAGE];
    char *tag = options->settings.language;
    const char *json;
    size_t mark;
    loyd_why why = {""};
    int code;

    if (given == NULL)
        return EXIT_DONE;
    *bytes = (loyd_site_bytes){"", 0};
    if (loyd_language_json(given) != NULL) {
        snprintf(tag, LOYD_LANGUAGE_TEXT, "%s", given);
        return EXIT_DONE;
    }
    if (strpbrk(given, "./") == NULL && access(given, F_OK) != 0)
        return refuse_code("--language", given, " or a file");
    if ((code = given_read(given, LOYD_SITE_FILE_MAX, file)) != EXIT_DONE)
        return code;
    json = file->at != NULL ? file->at : "";
    mark = strncmp(json, UTF8_MARK, strlen(UTF8_MARK)) == 0 ? strlen(UTF8_MARK)
                                                            : 0;
    *bytes = (loyd_site_bytes){json + mark, file->len - mark};
    if (loyd_language_check(bytes->at, bytes->len, tag, &why) != LOYD_OK)
        return refuse(given, "%s", why.text);
    return EXIT_DONE;
}
