/* SPDX-License-Identifier: MIT */
/* Stages the files of a site that do not depend on its days. */
#include "site/site.h"

#include <stdio.h>

#include "base/bytes.h"
#include "core/crypto.h"

static const unsigned char style[] = {
#include "site_style.inc"
};
static const unsigned char play[] = {
#include "site_play.inc"
};
static const unsigned char new_board[] = {
#include "site_new.inc"
};
static const unsigned char stats[] = {
#include "site_stats.inc"
};
static const unsigned char howto[] = {
#include "site_howto.inc"
};
static const unsigned char look[] = {
#include "site_look.inc"
};
static const unsigned char embedded[] = {
#include "site_embed.inc"
};
static const unsigned char result[] = {
#include "site_result.inc"
};
static const unsigned char stages[] = {
#include "site_stages.inc"
};
static const unsigned char analysis[] = {
#include "site_analysis.inc"
};
static const unsigned char sending[] = {
#include "site_send.inc"
};
static const unsigned char check[] = {
#include "site_check.inc"
};

#define MORE_WORDS "Object.assign(globalThis.loydWords, "

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t len;
    const char *words; /* the call that keeps its sentences */
} shared_files[SHARED_FILES] = {
    {"style.css", style, sizeof(style), NULL},
    {"play.js", play, sizeof(play), "globalThis.loydWords = ("},
    {"new.js", new_board, sizeof(new_board), MORE_WORDS},
    {"stats.js", stats, sizeof(stats), MORE_WORDS},
    {"howto.js", howto, sizeof(howto), MORE_WORDS},
    {"look.js", look, sizeof(look), MORE_WORDS},
    {"embed.js", embedded, sizeof(embedded), MORE_WORDS},
    {"result.js", result, sizeof(result), MORE_WORDS},
    {"stages.js", stages, sizeof(stages), MORE_WORDS},
    {"analysis.js", analysis, sizeof(analysis), MORE_WORDS},
    {"send.js", sending, sizeof(sending), MORE_WORDS},
};

static const struct {
    const char *name;
    void (*write)(struct text *text, const struct imprint *imprint);
    bool is_kept; /* for use without a network */
} help_pages[] = {
    {"play.html", page_of_new_board, true},
    {"howto.html", page_of_how_to_play, true},
    {"check.html", page_of_checks, true},
    {"embed.html", page_to_embed, false},
    {"404.html", page_not_found, false},
};

/* Systems cut the corners of icons, of as much as a tenth of the side; of a
 * maskable one, all outside of a circle with a diameter of 0.8. */
static const struct {
    const char *name;
    unsigned side;
    unsigned margin;
} icons[] = {
    {"icon-192.png", 192, 24},
    {"icon-512.png", 512, 64},
    {"icon-maskable.png", 512, 112},
};

loyd_err
site_files_make(struct staging *all)
{
    const struct package *package = &all->site->package;
    struct shared *shared = &all->shared;
    uint8_t sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    for (size_t i = 0; i < SHARED_FILES; i++) {
        struct text *text = &shared->file[i];

        if (shared_files[i].words != NULL) {
            text_put(text, shared_files[i].words);
            sentences_put(text, shared_files[i].name, all->imprint.language);
            text_put(text, ");\n");
        }
        text_bytes(text, (const char *)shared_files[i].bytes,
                   shared_files[i].len);
        if (text->is_lost)
            return LOYD_E_NOMEM;
        crypto_hash_field(&hash, text->at, text->len);
    }
    for (size_t i = 0; package->is_there && i < PACKAGE_FILES; i++)
        crypto_hash_field(&hash, package->file[i].at, package->file[i].len);
    crypto_hash_field(&hash, &all->site->options.settings.is_offline, 1);
    crypto_hash_end(&hash, sum);
    bytes_hex(sum, RELEASE_CHARS / 2, shared->release);
    all->imprint.release = shared->release;
    return LOYD_OK;
}

/* Stages a file of the release, which pages need for the list. */
static loyd_err
stage_shared(struct staging *all, enum listed kind, const char *name,
             const struct text *text)
{
    struct site_folder *folder = &all->site->folder;
    char path[SITE_RELEASE_PATH + 32];

    snprintf(path, sizeof(path), "%s/%s", folder->release, name);
    if (kind != LISTED_COUNT)
        worker_list(all, kind, path, text);
    return site_folder_stage(folder, RANK_FIXED, SITE_RELEASE, name, text);
}

/* Stages the folder of the release. core.js says whether it has a package. */
static loyd_err
stage_release(struct staging *all)
{
    const struct package *package = &all->site->package;
    loyd_err err =
        site_folder_open_release(&all->site->folder, all->shared.release);

    for (int i = 0; err == LOYD_OK && package->is_there && i < PACKAGE_FILES;
         i++)
        err = stage_shared(all,
                           i >= PACKAGE_LOADED && i < PACKAGE_UNLOADED
                               ? LISTED_CORE
                               : LISTED_COUNT,
                           package_names[i], &package->file[i]);
    for (size_t i = 0; err == LOYD_OK && i < SHARED_FILES; i++)
        err = stage_shared(all, LISTED_FILES, shared_files[i].name,
                           &all->shared.file[i]);
    if (err != LOYD_OK)
        return err;
    if (package->is_there)
        text_format(&all->page, "globalThis.loydCore = \"loyd/%s/\";\n",
                    all->shared.release);
    else
        text_put(&all->page, "globalThis.loydCore = null;\n");
    if (all->site->options.settings.is_offline)
        text_put(&all->page, "globalThis.loydOffline = true;\n");
    err = stage_shared(all, LISTED_FILES, "core.js", &all->page);
    text_clear(&all->page);
    return err;
}

loyd_err
site_files_stage(struct staging *all)
{
    loyd_err err = stage_release(all);

    if (err != LOYD_OK)
        return err;
    text_bytes(&all->page, (const char *)check, sizeof(check));
    err = staging_file(all, RANK_FIXED, SITE_ROOT, "check.py");
    for (size_t i = 0;
         err == LOYD_OK && i < sizeof(help_pages) / sizeof(help_pages[0]);
         i++) {
        help_pages[i].write(&all->page, &all->imprint);
        if (help_pages[i].is_kept)
            worker_list(all, LISTED_PAGES, help_pages[i].name, &all->page);
        err = staging_file(all, RANK_INDEX, SITE_ROOT, help_pages[i].name);
    }
    for (size_t i = 0; err == LOYD_OK && i < sizeof(icons) / sizeof(icons[0]);
         i++) {
        png_of_icon(&all->page, icons[i].side, icons[i].margin);
        worker_list(all, LISTED_FILES, icons[i].name, &all->page);
        err = staging_file(all, RANK_FIXED, SITE_ROOT, icons[i].name);
    }
    if (err != LOYD_OK)
        return err;
    manifest_put(&all->page, &all->imprint);
    worker_list(all, LISTED_FILES, "manifest.webmanifest", &all->page);
    err = staging_file(all, RANK_INDEX, SITE_ROOT, "manifest.webmanifest");
    return err == LOYD_OK ? worker_stage(all) : err;
}

/* Help pages have about 10 KB, sentences 15, and icons 10. */
size_t
site_files_bytes(const loyd_site *site)
{
    size_t sum = sizeof(check) + package_bytes(&site->package) + (48u << 10);

    for (size_t i = 0; i < SHARED_FILES; i++)
        sum += shared_files[i].len;
    return sum;
}
