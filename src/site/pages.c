/* SPDX-License-Identifier: MIT */
/* Makes and stages the files of a site: a row of pages.sql each. */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/jw.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/listener.h"
#include "site/site.h"
#include "store/query.h"

/*
 * The files that are the same on all sites; '?' is the folder of the release.
 * Systems cut the corners of icons, of as much as a tenth of the side; of a
 * maskable one, all outside of a circle with a diameter of 0.8.
 */
static const struct {
    const char *path;
    const char *kept;  /* as in pages.sql */
    const char *words; /* the call that keeps its sentences; NULL: it has none
                        */
    size_t len;
    const unsigned char *bytes;
} fixed_files[] = {
#include "site_files.inc"
};
#define FIXED_FILES (sizeof(fixed_files) / sizeof(fixed_files[0]))

size_t
pages_shared_bytes(const loyd_site *site)
{
    /* Help pages have about 10 KB, and sentences 15. */
    size_t sum = package_bytes(&site->package) + (32u << 10);

    for (size_t i = 0; i < FIXED_FILES; i++)
        sum += fixed_files[i].len;
    return sum;
}

/* --- tables --- */

/* Keeps a file. The path of one of the release begins with '?' until the name
 * of the release is known, a hash of them. */
static loyd_err
add_file(struct pages *p, struct crypto_hash *hash, const char *path,
         const char *kept, const void *bytes, size_t len)
{
    struct query q;

    if (path[0] == '?')
        crypto_hash_field(hash, bytes, len);
    query_begin(&q, p->store, STMT_COUNT_,
                "INSERT INTO file VALUES (?1, ?2, ?3)", p->why);
    query_text(&q, 1, path);
    if (kept != NULL)
        query_text(&q, 2, kept);
    query_blob(&q, 3, bytes, len);
    return query_run(&q);
}

static loyd_err
add_fixed(struct pages *p, struct crypto_hash *hash, size_t at)
{
    const char *path = fixed_files[at].path, *words = fixed_files[at].words;
    struct text text = {0};
    loyd_err err = LOYD_E_NOMEM;

    if (words != NULL) {
        text_put(&text, words);
        sentences_put(&text, path + strlen("?/"), p->site->language);
        text_put(&text, ");\n");
    }
    text_bytes(&text, (const char *)fixed_files[at].bytes,
               fixed_files[at].len);
    if (!text.is_lost)
        err = add_file(p, hash, path, fixed_files[at].kept, text.at, text.len);
    text_free(&text);
    return err;
}

/* Keeps a file that the publisher gives. */
static loyd_err
add_given(struct pages *p, struct crypto_hash *hash, const char *name,
          const char *kept, const struct text *text)
{
    char path[64];

    if (text->len == 0)
        return LOYD_OK;
    snprintf(path, sizeof(path), "?/%s", name);
    return add_file(p, hash, path, kept, text->at, text->len);
}

static void
add_passages(struct crypto_hash *hash, const struct passages *all)
{
    for (size_t i = 0; i < all->n; i++)
        crypto_hash_field(hash, all->passage[i].text,
                          strlen(all->passage[i].text));
}

static loyd_err
add_files(struct pages *p, char release[RELEASE_CHARS + 1])
{
    uint8_t sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    struct query q;
    loyd_err err = LOYD_OK;

    crypto_hash_begin(&hash, NULL);
    for (size_t i = 0; err == LOYD_OK && i < FIXED_FILES; i++)
        err = add_fixed(p, &hash, i);
    for (size_t i = 0; err == LOYD_OK && i < PACKAGE_FILES; i++)
        err = add_given(
            p, &hash, package_names[i],
            i >= PACKAGE_LOADED && i < PACKAGE_UNLOADED ? "core" : NULL,
            &p->site->package.file[i]);
    for (size_t i = 0; err == LOYD_OK && i < THEME_FILES; i++)
        err = add_given(p, &hash, theme_names[i], "files",
                        &p->site->theme.file[i]);
    if (err != LOYD_OK)
        return err;
    add_passages(&hash, &templates);
    add_passages(&hash, &queries);
    add_passages(&hash, p->site->language);
    crypto_hash_field(&hash, &p->site->options.settings.is_offline, 1);
    crypto_hash_end(&hash, sum);
    bytes_hex(sum, RELEASE_CHARS / 2, release);
    query_begin(&q, p->store, STMT_COUNT_,
                "UPDATE file SET path = 'loyd/' || ?1 || substr(path, 2) "
                "WHERE path LIKE '?%'",
                p->why);
    query_text(&q, 1, release);
    return query_run(&q);
}

/* A file_name_fn: adds a name to an array. */
static bool
put_name(void *context, const char *name)
{
    jw_string(context, NULL, name);
    return true;
}

/* Reads the names of days and years: to ask for each of them takes longer. */
static loyd_err
add_names(struct pages *p)
{
    const struct site_folder *folder = &p->site->folder;
    struct text names = {0};
    struct jw jw = {.to = &names};
    struct query q;
    loyd_err err = LOYD_E_NOMEM;

    jw_array(&jw, NULL, JW_TIGHT);
    if (!file_plain_names(folder->fd[SITE_DAILY], put_name, &jw) ||
        !file_plain_names(folder->fd[SITE_ARCHIVE], put_name, &jw))
        err = why_errno(p->why, "%s", folder->dir);
    jw_close(&jw);
    if (err == LOYD_E_NOMEM && !names.is_lost) {
        query_begin(&q, p->store, STMT_COUNT_,
                    "INSERT INTO there SELECT value FROM json_each(?1)",
                    p->why);
        query_text(&q, 1, names.at);
        err = query_run(&q);
    }
    text_free(&names);
    return err;
}

/* Our queries have more arguments than those of a catalogue. */
#define ARGUMENTS_MAX 60
#define COMPOUNDS_MAX 20

loyd_err
pages_open(struct pages *p, char release[RELEASE_CHARS + 1])
{
    sqlite3 *db = p->store->db;
    loyd_err err;
    int rc;

    p->is_open = true;
    p->functions =
        (struct site_functions){p->site->language,
                                p->site->options.utc_minutes};
    p->renderer.db = db;
    p->renderer.language = p->site->language;
    p->renderer.why = p->why;
    p->arguments = sqlite3_limit(db, SQLITE_LIMIT_FUNCTION_ARG, ARGUMENTS_MAX);
    p->compounds =
        sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, COMPOUNDS_MAX);
    if ((rc = site_functions_add(db, &p->functions)) != SQLITE_OK)
        return db_error(db, rc, p->why);
    err = db_run(db, passages_text(&queries, "tables"), p->why);
    if (err == LOYD_OK)
        err = add_names(p);
    return err == LOYD_OK ? add_files(p, release) : err;
}

void
pages_close(struct pages *p)
{
    if (!p->is_open)
        return;
    renderer_free(&p->renderer);
    sqlite3_finalize(p->values);
    (void)db_run(p->store->db,
                 "DROP VIEW IF EXISTS temp.drawn;"
                 "DROP TABLE IF EXISTS temp.day;"
                 "DROP TABLE IF EXISTS temp.shown;"
                 "DROP TABLE IF EXISTS temp.there;"
                 "DROP TABLE IF EXISTS temp.made;"
                 "DROP TABLE IF EXISTS temp.file",
                 NULL);
    (void)site_functions_add(p->store->db, NULL);
    sqlite3_limit(p->store->db, SQLITE_LIMIT_FUNCTION_ARG, p->arguments);
    sqlite3_limit(p->store->db, SQLITE_LIMIT_COMPOUND_SELECT, p->compounds);
    p->is_open = false;
}

/* --- values --- */

loyd_err
pages_give(struct pages *p, const struct constant *values)
{
    struct text sql = {0};
    int rc = SQLITE_NOMEM, n = 0;

    sqlite3_finalize(p->values);
    p->values = NULL;
    for (; values[n].name != NULL; n++)
        text_format(&sql, "%s?%d AS %s", n == 0 ? "SELECT " : ", ", n + 1,
                    values[n].name);
    if (!sql.is_lost)
        rc = sqlite3_prepare_v2(p->store->db, sql.at, -1, &p->values, NULL);
    text_free(&sql);
    for (int i = 0; rc == SQLITE_OK && i < n; i++)
        rc = values[i].text != NULL
                 ? sqlite3_bind_text(p->values, i + 1, values[i].text, -1,
                                     SQLITE_TRANSIENT)
                 : sqlite3_bind_int(p->values, i + 1, values[i].number);
    if (rc == SQLITE_OK && (rc = sqlite3_step(p->values)) == SQLITE_ROW) {
        p->constants = (struct row){p->values, NULL};
        return LOYD_OK;
    }
    return db_error(p->store->db, rc, p->why);
}

loyd_err
pages_read_days(struct pages *p)
{
    render(&p->renderer, "fill_shown", &p->constants);
    render(&p->renderer, "fill_day", &p->constants);
    return p->renderer.err;
}

const char *
pages_value(struct pages *p, const char *query)
{
    text_clear(&p->renderer.out);
    render(&p->renderer, query, &p->constants);
    return p->renderer.err == LOYD_OK && p->renderer.out.at != NULL
               ? p->renderer.out.at
               : "";
}

/* --- files --- */

/* Adds a file to what the service worker lists. */
static loyd_err
keep(struct pages *p, const char *kept, const char *path)
{
    const struct text *text = &p->renderer.out;
    struct query q;

    query_begin(&q, p->store, STMT_COUNT_,
                "INSERT INTO made VALUES (?1, ?2, sum_of(?3))", p->why);
    query_text(&q, 1, kept);
    query_text(&q, 2, path);
    query_blob(&q, 3, text->at, text->len);
    return query_run(&q);
}

static loyd_err
stage_page(struct pages *p, const struct row *page)
{
    const char *path = row_text(page, "path");
    const char *kept = row_text(page, "kept");
    loyd_err err;

    text_clear(&p->renderer.out);
    render(&p->renderer, row_text(page, "name"), page);
    if ((err = p->renderer.err) != LOYD_OK ||
        (kept != NULL && (err = keep(p, kept, path)) != LOYD_OK))
        return err;
    return site_folder_stage(&p->site->folder,
                             sqlite3_column_int(page->stmt, 0), path,
                             &p->renderer.out);
}

loyd_err
pages_stage(struct pages *p)
{
    struct renderer *r = &p->renderer;
    struct row site = {render_begin(r, "site", &p->constants), &p->constants};
    struct row page = {NULL, &site};
    loyd_progress progress = {.what = "writing the site"};
    loyd_err err = LOYD_OK;

    if (!render_next(r, site.stmt))
        return r->err;
    page.stmt = render_begin(r, "pages", &site);
    while (err == LOYD_OK && render_next(r, page.stmt)) {
        err = stage_page(p, &page);
        progress.done++;
        if (err == LOYD_OK && !listener_progress(p->listener, &progress))
            err = LOYD_E_CANCELLED;
    }
    render_end(page.stmt);
    render_end(site.stmt);
    return err != LOYD_OK ? err : r->err;
}
