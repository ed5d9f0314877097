/* SPDX-License-Identifier: MIT */
/* The options of a site: given, or kept by its catalogue. */
#ifndef LOYD_CLI_SITE_H
#define LOYD_CLI_SITE_H

#include "cli/command.h"
#include "cli/json.h"

/* As loyd_solutions counts. */
extern const char *const site_solution_words[];

/* What the catalogue kept of a site when the run began. */
struct site_kept {
    loyd_site_settings settings;
    bool is_kept;
};

/*
 * Completes the options of a site, whose channel is set: what was given comes
 * before what was kept; then which day today is. Returns an exit code, after
 * a complaint.
 */
int site_options(const struct run *run, loyd_site_options *options,
                 struct site_kept *kept);

/* Refuses a secret file inside the site's folder. Returns an exit code. */
int site_check_secret(const struct run *run);

/* Says on stderr which kept options are now others. Returns an exit code. */
int site_tell_changes(const struct run *run, const char *channel,
                      const struct site_kept *before);

/* The settings of a channel's site, where it has any: fields of an object, or
 * lines. Returns an exit code. */
int site_print(const struct run *run, const char *channel, struct json *json);

/* Published commitments that no longer hold. */
struct site_broken {
    uint32_t n;
    loyd_date first;
    loyd_date last;
};

/* Those of a channel from day `from` on. Returns an exit code. */
int site_broken(const struct run *run, const char *channel,
                const loyd_date *from, struct site_broken *broken);

#endif
