/* SPDX-License-Identifier: MIT */
/* What browsers need to install a site and to keep it for use without a
 * network: the manifest, and the service worker with the list of files. */
#include "base/jw.h"
#include "core/crypto.h"
#include "site/site.h"

static const unsigned char worker[] = {
#include "site_sw.inc"
};

#define SUM_BYTES 8

/* Writes a sum as a worker can compute it. */
static void
put_sum(struct text *to, const struct text *of)
{
    uint8_t sum[CRYPTO_SHA256_BYTES];
    struct crypto_sha256 sha;

    crypto_sha256_begin(&sha);
    crypto_sha256_add(&sha, of->at, of->len);
    crypto_sha256_end(&sha, sum);
    text_hex(to, sum, SUM_BYTES);
}

void
worker_list(struct staging *all, enum listed kind, const char *path,
            const struct text *text)
{
    struct text *list = &all->listed[kind];

    if (!all->site->options.settings.is_offline)
        return;
    text_format(list, "%s\"%s\":\"", list->len > 0 ? "," : "", path);
    if (text != NULL)
        put_sum(list, text);
    text_put(list, "\"");
}

/* The version is the hash of the lists and of the script: a changed file is a
 * changed worker, and each has its cache. */
loyd_err
worker_stage(struct staging *all)
{
    static const char *const names[LISTED_COUNT] = {
        [LISTED_PAGES] = "pages",
        [LISTED_FILES] = "files",
        [LISTED_CORE] = "core",
    };
    struct text *page = &all->page, lists = {0};
    size_t len;

    for (int kind = 0; kind < LISTED_COUNT; kind++) {
        text_format(&lists, ",\"%s\":{", names[kind]);
        if (all->listed[kind].len > 0)
            text_bytes(&lists, all->listed[kind].at, all->listed[kind].len);
        text_put(&lists, "}");
        lists.is_lost |= all->listed[kind].is_lost;
    }
    len = lists.len;
    text_bytes(&lists, (const char *)worker, sizeof(worker));
    text_put(page, "globalThis.loydSite = {");
    if (all->site->options.settings.is_offline && !lists.is_lost) {
        text_put(page, "\"version\":\"");
        put_sum(page, &lists);
        text_format(page, "\",\"release\":\"%s\"", all->shared.release);
        text_bytes(page, lists.at, len);
    }
    text_put(page, "};\n");
    text_bytes(page, (const char *)worker, sizeof(worker));
    page->is_lost |= lists.is_lost;
    text_free(&lists);
    return staging_file(all, RANK_WORKER, SITE_ROOT, "sw.js");
}

static void
put_icon(struct jw *jw, const char *file, unsigned side, const char *purpose)
{
    jw_object(jw, NULL, JW_SPACED);
    jw_string(jw, "src", file);
    jw_format(jw, "sizes", "%ux%u", side, side);
    jw_string(jw, "type", "image/png");
    jw_string(jw, "purpose", purpose);
    jw_close(jw);
}

void
manifest_put(struct text *text, const struct imprint *imprint)
{
    struct jw jw = {.to = text};
    const struct section in = {
        .out = text,
        .language = imprint->language != NULL ? imprint->language : &english,
    };

    jw_object(&jw, NULL, JW_LINES);
    jw_string(&jw, "name", imprint->title);
    jw_string(&jw, "lang", sentence_text(&in, "lang"));
    jw_string(&jw, "dir", sentence_text(&in, "dir"));
    jw_string(&jw, "start_url", "index.html");
    jw_string(&jw, "scope", "./");
    jw_string(&jw, "display", "standalone");
    /* The paper of style.css. */
    jw_string(&jw, "theme_color", "#faf7f1");
    jw_string(&jw, "background_color", "#faf7f1");
    jw_array(&jw, "icons", JW_LINES);
    put_icon(&jw, "icon-192.png", 192, "any");
    put_icon(&jw, "icon-512.png", 512, "any");
    put_icon(&jw, "icon-maskable.png", 512, "maskable");
    jw_close(&jw);
    jw_close(&jw);
    text_put(text, "\n");
}
