/* SPDX-License-Identifier: MIT */
/* Verifies a pack: the steps in order, and the folder. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "core/class.h"
#include "core/crypto.h"
#include "pack/filter_parse.h"
#include "pack/json_parse.h"
#include "pack/pack.h"
#include "store/filter.h"
#include "verify/pack.h"

void
pack_job_error(struct pack_job *p, const char *where, loyd_err err,
               const loyd_why *cause)
{
    const char *words = why_words(cause, err);
    loyd_why whole;

    if (why_is_of_row(err)) {
        report_bad(&p->report, where, "%s", words);
        return;
    }
    why_set(&whole, err, "%s%s%s", where != NULL ? where : "",
            where != NULL ? ": " : "", words);
    report_end(&p->report, err, &whole);
}

/* Writes what SHA256SUMS must contain: one line per file, sorted by name. */
static void
put_sums(const struct pack_job *p, struct text *text)
{
    const struct manifest *m = &p->manifest;
    const char *last = "";

    for (size_t done = 0; done <= m->n_files; done++) {
        const char *name = NULL;
        const uint8_t *sha = p->manifest_sha;

        if (strcmp(MANIFEST_NAME, last) > 0)
            name = MANIFEST_NAME;
        for (size_t i = 0; i < m->n_files; i++)
            if (strcmp(m->files[i].name, last) > 0 &&
                (name == NULL || strcmp(m->files[i].name, name) < 0)) {
                name = m->files[i].name;
                sha = m->files[i].sha;
            }
        text_hex(text, sha, LOYD_HASH_BYTES);
        text_format(text, "  %s\n", name);
        last = name;
    }
}

static void
verify_sums(struct pack_job *p)
{
    struct text wanted = {.at = NULL}, sums = {.at = NULL};
    loyd_why cause = {""};
    loyd_err err =
        pack_read_file(p->dir, SUMS_NAME, MANIFEST_BYTES_MAX, &sums, &cause);

    put_sums(p, &wanted);
    if (err == LOYD_E_NOT_FOUND)
        report_bad(&p->report, SUMS_NAME, "missing");
    else if (err != LOYD_OK)
        pack_job_error(p, NULL, err, &cause);
    else if (wanted.is_lost)
        p->report.err = LOYD_E_NOMEM;
    else if (sums.len != wanted.len ||
             memcmp(sums.at, wanted.at, wanted.len) != 0)
        report_bad(&p->report, SUMS_NAME, "does not match the manifest");
    text_free(&wanted);
    text_free(&sums);
}

/* Returns whether the NULL-terminated list contains the name. */
static bool
is_among(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static bool
is_listed(const struct pack_job *p, const char *name)
{
    static const char *const always[] = {MANIFEST_NAME, SUMS_NAME, NULL};
    size_t i = 0;

    while (i < p->manifest.n_files &&
           strcmp(p->manifest.files[i].name, name) != 0)
        i++;
    return i < p->manifest.n_files || is_among(always, name);
}

/* A file_name_fn: checks that the manifest lists the name. */
static bool
verify_file_name(void *context, const char *name)
{
    /* A signature by minisign, and files that desktops create in the folders
     * that they display. */
    static const char *const ignored[] = {SUMS_NAME ".minisig", ".DS_Store",
                                          "Thumbs.db", "desktop.ini", NULL};
    struct pack_job *p = context;
    char quote[WHY_QUOTE_BYTES];

    if (is_listed(p, name))
        return true;
    if (is_among(ignored, name))
        p->result.ignored++;
    else
        report_bad(&p->report, NULL, "%s: not listed in the manifest",
                   why_quote(name, strlen(name), quote));
    return !p->report.is_stopped;
}

static void
verify_folder(struct pack_job *p)
{
    if (!file_names(p->dir, verify_file_name, p) && !p->report.is_stopped)
        p->report.err =
            why_set(p->report.why, LOYD_E_IO, "%s", strerror(errno));
}

/* Reads the selection. Once a volume was written again, more is known of its
 * puzzles than when they were selected. */
static void
verify_selection(struct pack_job *p)
{
    const char *text = p->manifest.selection;
    const loyd_filter *filter;
    json_t *root = NULL;
    loyd_why cause = {""};
    loyd_err err;

    if (p->manifest.revision > 1)
        return;
    err = json_parse(text, strlen(text), &root, &cause);
    if (err == LOYD_OK)
        err = filter_builder_new(&p->selection);
    if (err == LOYD_OK)
        err = filter_parse(root, true, p->selection, &cause);
    json_decref(root);
    if (err == LOYD_E_NOMEM) {
        p->report.err = err;
        return;
    }
    if (err != LOYD_OK) {
        loyd_filter_builder_free(&p->selection);
        report_bad(&p->report, MANIFEST_NAME, "selection: %s", cause.text);
        return;
    }
    filter = &p->selection->filter;
    if (filter->limit > 0 && p->manifest.puzzles > filter->limit)
        report_bad(&p->report, MANIFEST_NAME,
                   "selection: limit %" PRIu64 " of %" PRIu64 " puzzles",
                   filter->limit, p->manifest.puzzles);
}

/* Checks all files with the right hash, the most complete format first. */
static void
verify_files(struct pack_job *p)
{
    const struct manifest *m = &p->manifest;
    size_t n_puzzles = 0;

    p->report.now.what = "checking files";
    for (size_t i = 0; i < m->n_files && report_step(&p->report, 1024); i++) {
        loyd_why cause = {""};
        loyd_err err = manifest_open_file(p->dir, &m->files[i], &p->watch,
                                          &p->fd[i], &cause);

        p->result.files += err == LOYD_OK;
        n_puzzles++;
        if (err != LOYD_OK)
            pack_job_error(p, NULL, err, &cause);
        if (m->files[i].format == LOYD_IMPORT_AUTO)
            report_bad(&p->report, m->files[i].name,
                       "unknown format: not checked");
    }
    p->report.now = (loyd_progress){.what = "proving puzzles",
                                    .total = m->puzzles * n_puzzles};
    for (size_t k = 0; k < MANIFEST_FORMATS; k++)
        for (size_t i = 0; i < m->n_files; i++)
            if (p->fd[i] != -1 && m->files[i].format == manifest_formats[k] &&
                report_goes_on(&p->report))
                verify_file(p, i);
}

static void
verify_all(struct pack_job *p, const struct text *manifest)
{
    static void (*const steps[])(struct pack_job *) = {
        verify_selection, verify_sums, verify_folder, verify_files};
    struct crypto_sha256 sha;
    loyd_why cause = {""};
    loyd_err err;

    crypto_sha256_begin(&sha);
    crypto_sha256_add(&sha, manifest->at, manifest->len);
    crypto_sha256_end(&sha, p->manifest_sha);
    err = manifest_parse(manifest, &p->manifest, &cause);
    if (err == LOYD_E_CORRUPT || err == LOYD_E_NEWER) {
        report_bad(&p->report, MANIFEST_NAME, "%s", cause.text);
        return;
    }
    if (err != LOYD_OK) {
        p->report.err = why_set(p->report.why, err, "%s", cause.text);
        return;
    }
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        if (report_goes_on(&p->report))
            steps[i](p);
}

/* Opens the folder and reads the manifest. */
static void
open_pack(struct pack_job *p, struct text *manifest)
{
    p->dir = open(p->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->dir == -1) {
        p->report.err = why_set(p->report.why,
                                errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO,
                                "cannot open: %s", strerror(errno));
        return;
    }
    p->report.err = manifest_load(p->dir, manifest, p->report.why);
    if (p->report.err == LOYD_E_NOT_FOUND)
        why_set(p->report.why, p->report.err,
                "folder has no " MANIFEST_NAME
                ": expected a pack or a catalogue");
}

loyd_err
loyd_pack_verify(const char *dir, const loyd_pack_options *options,
                 const loyd_listener *listener, loyd_pack_result *result,
                 loyd_why *why)
{
    static const loyd_pack_options defaults = {.seed = NULL};
    struct pack_job *p = calloc(1, sizeof(*p));
    struct text manifest = {.at = NULL};
    loyd_err err;

    WHY_GIVEN(why);
    if (p == NULL)
        return LOYD_E_NOMEM;
    p->path = dir;
    p->options = options != NULL ? options : &defaults;
    p->report.listener = listener;
    if (listener != NULL)
        p->watch = (struct watch){.go_on = listener->go_on,
                                  .context = listener->context};
    p->report.why = why;
    for (size_t i = 0; i < MANIFEST_FILES_MAX; i++)
        p->fd[i] = -1;
    p->dir = -1;
    p->report.err =
        loyd_store_open(NULL, LOYD_STORE_CREATE, listener, &p->store, why);
    if (p->report.err == LOYD_OK)
        open_pack(p, &manifest);
    p->text = (struct slice){manifest.at, manifest.len};
    if (p->report.err == LOYD_OK)
        verify_all(p, &manifest);
    if (report_goes_on(&p->report) && p->report.bad == 0 &&
        p->options->prove > 0)
        verify_sample(p);
    p->result.bad = p->report.bad;
    if ((err = p->report.err) == LOYD_OK && result != NULL)
        *result = p->result;
    text_free(&manifest);
    loyd_filter_builder_free(&p->selection);
    manifest_free(&p->manifest);
    for (size_t i = 0; i < MANIFEST_FILES_MAX; i++)
        if (p->fd[i] != -1)
            close(p->fd[i]);
    stage_end(&p->stage);
    loyd_store_close(&p->store);
    if (p->dir != -1)
        close(p->dir);
    free(p);
    return err;
}
