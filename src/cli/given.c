/* SPDX-License-Identifier: MIT */
/* Reads the files that a publisher gives to a site. */
#include "cli/given.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/message.h"

static struct {
    const char *picture;
    const char *css;
    const char *header;
    const char *footer;
} opt;

const struct option_row option_picture = {
    "picture",       0,
    "FILE",          "picture of the boards of pages, PNG or JPEG; '': none",
    OWN(picture),    .group = GROUP_OUTPUT,
    .has_none = true};
const struct option_row option_css = {
    "css",           0,
    "FILE",          "style of the pages, after that of loyd; '': none",
    OWN(css),        .group = GROUP_OUTPUT,
    .has_none = true};
const struct option_row option_header = {
    "header",        0,
    "FILE",          "fragment of HTML with which all pages begin; '': none",
    OWN(header),     .group = GROUP_OUTPUT,
    .has_none = true};
const struct option_row option_footer = {
    "footer",        0,
    "FILE",          "fragment of HTML with which they end; '': none",
    OWN(footer),     .group = GROUP_OUTPUT,
    .has_none = true};

int
given_read(const char *path, size_t most, struct text *text)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), error = errno;
    bool is_read = fd != -1 && file_read_text(fd, most, text);

    if (fd != -1) {
        error = errno;
        close(fd);
    }
    if (is_read)
        return EXIT_DONE;
    return error == EFBIG
               ? refuse(path, "too large: expected at most %zu bytes", most)
               : refuse(path, "cannot read: %s", strerror(error));
}

/* A file that was given with an option. */
struct given {
    loyd_site_file file;
    const char *path; /* "": there shall be no file; NULL: not given */
    size_t most;      /* bytes */
};

/* Converts a file that was read into what is stored. */
static int
make_file(const struct given *given, const struct text *from, struct text *to)
{
    char *out = malloc(LOYD_SITE_FILE_MAX);
    size_t len = 0;
    loyd_why why = {""};
    loyd_err err = LOYD_E_NOMEM;

    if (out != NULL)
        err =
            loyd_site_file_make(given->file, from->at != NULL ? from->at : "",
                                from->len, out, &len, &why);
    text_bytes(to, out, len);
    free(out);
    if (err == LOYD_OK && to->is_lost)
        err = LOYD_E_NOMEM;
    return err == LOYD_E_NOMEM ? report(given->path, err, &why)
           : err != LOYD_OK    ? refuse(given->path, "%s", why.text)
                               : EXIT_DONE;
}

static int
take_one(const struct given *given, struct text *made,
         loyd_site_options *options)
{
    struct text read = {.at = NULL};
    int code = EXIT_DONE;

    if (given->path[0] != '\0' &&
        (code = given_read(given->path, given->most, &read)) == EXIT_DONE)
        code = make_file(given, &read, made);
    text_free(&read);
    options->files[given->file] = (loyd_site_bytes){
        .at = made->at != NULL ? made->at : "", .len = made->len};
    return code;
}

int
given_take(struct text made[LOYD_SITE_FILES], loyd_site_options *options)
{
    const struct given all[] = {
        {LOYD_SITE_FILE_PICTURE, opt.picture, 10u << 20},
        {LOYD_SITE_FILE_CSS, opt.css, 64u << 10},
        {LOYD_SITE_FILE_HEADER, opt.header, 16u << 10},
        {LOYD_SITE_FILE_FOOTER, opt.footer, 16u << 10}};
    int code = EXIT_DONE;

    for (size_t i = 0; code == EXIT_DONE && i < sizeof(all) / sizeof(all[0]);
         i++)
        if (all[i].path != NULL)
            code = take_one(&all[i], &made[all[i].file], options);
    return code;
}
