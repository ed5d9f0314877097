/* SPDX-License-Identifier: MIT */
/* Stages the files of a site that do not depend on its days. */
#include "site/site.h"

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
static const unsigned char check[] = {
#include "site_check.inc"
};

#define MORE_WORDS "Object.assign(globalThis.loydWords, "

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t len;
    const char *words; /* the call that keeps its sentences */
} fixed_files[] = {
    {"style.css", style, sizeof(style), NULL},
    {"play.js", play, sizeof(play), "globalThis.loydWords = ("},
    {"new.js", new_board, sizeof(new_board), MORE_WORDS},
    {"stats.js", stats, sizeof(stats), MORE_WORDS},
    {"howto.js", howto, sizeof(howto), MORE_WORDS},
    {"check.py", check, sizeof(check), NULL},
};

static const struct {
    const char *name;
    void (*write)(struct text *text, const struct imprint *imprint);
} help_pages[] = {
    {"play.html", page_of_new_board},
    {"howto.html", page_of_how_to_play},
    {"check.html", page_of_checks},
    {"404.html", page_not_found},
};

static const struct {
    const char *name;
    unsigned side;
} icons[] = {{"icon-192.png", 192}, {"icon-512.png", 512}};

/* core.js is the only page file that differs if the site has no package. */
static loyd_err
stage_package(struct staging *all)
{
    const struct package *package = &all->site->package;
    struct site_folder *folder = &all->site->folder;
    loyd_err err = LOYD_OK;

    if (package->is_there)
        err = site_folder_add_package(folder);
    for (size_t i = 0;
         err == LOYD_OK && package->is_there && i < PACKAGE_FILES; i++)
        err = site_folder_stage(folder, RANK_FIXED, SITE_PACKAGE,
                                package_names[i], &package->file[i]);
    if (err != LOYD_OK)
        return err;
    text_format(&all->page, "globalThis.loydCore = %s;\n",
                package->is_there ? "\"loyd/\"" : "null");
    return staging_file(all, RANK_FIXED, SITE_ROOT, "core.js");
}

loyd_err
site_files_stage(struct staging *all)
{
    loyd_err err = stage_package(all);

    for (size_t i = 0;
         err == LOYD_OK && i < sizeof(fixed_files) / sizeof(fixed_files[0]);
         i++) {
        if (fixed_files[i].words != NULL) {
            text_put(&all->page, fixed_files[i].words);
            sentences_put(&all->page, fixed_files[i].name,
                          all->imprint.language);
            text_put(&all->page, ");\n");
        }
        text_bytes(&all->page, (const char *)fixed_files[i].bytes,
                   fixed_files[i].len);
        err = staging_file(all, RANK_FIXED, SITE_ROOT, fixed_files[i].name);
    }
    for (size_t i = 0;
         err == LOYD_OK && i < sizeof(help_pages) / sizeof(help_pages[0]);
         i++) {
        help_pages[i].write(&all->page, &all->imprint);
        err = staging_file(all, RANK_INDEX, SITE_ROOT, help_pages[i].name);
    }
    for (size_t i = 0; err == LOYD_OK && i < sizeof(icons) / sizeof(icons[0]);
         i++) {
        png_of_icon(&all->page, icons[i].side);
        err = staging_file(all, RANK_FIXED, SITE_ROOT, icons[i].name);
    }
    return err;
}

/* Help pages have about 10 KB, sentences 15, and icons 10. */
size_t
site_files_bytes(const loyd_site *site)
{
    return sizeof(style) + sizeof(play) + sizeof(new_board) + sizeof(stats) +
           sizeof(howto) + sizeof(check) + package_bytes(&site->package) +
           (48u << 10);
}
