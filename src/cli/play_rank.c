/* SPDX-License-Identifier: MIT */
/* `loyd play rank`: a leaderboard as a static site. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/json.h"
#include "cli/languages.h"
#include "cli/play.h"
#include "cli/records.h"
#include "cli/rows.h"
#include "cli/signals.h"

static struct {
    const char *title;
    const char *play_url;
    const char *language;
    uint64_t places;
} opt;

const struct option_row option_rank_out = {
    "out",
    'o',
    "DIR",
    "rank: the folder of the pages, which is created if needed; that of "
    "another leaderboard is updated",
    SHARED(out),
    .group = GROUP_OUTPUT};
const struct option_row option_rank_title = {
    "title",    0,
    "TEXT",     "rank: title of the pages (default: Leaderboard)",
    OWN(title), .group = GROUP_OUTPUT};
const struct option_row option_play_url = {
    "play-url",
    0,
    "URL",
    "rank: the page play.html of a site, or its path from DIR, such as "
    "../play.html: players link to a replay of their games",
    OWN(play_url),
    .group = GROUP_OUTPUT};
const struct option_row option_places = {
    "places",
    0,
    "N",
    "rank: players in each list (default: 100)",
    OWN_NUMBER(places, 1, 1000000),
    .group = GROUP_OUTPUT};
const struct option_row option_rank_language = {
    "language",
    0,
    "CODE|FILE",
    "rank: language of the pages, as for `loyd publish` (default: en)",
    OWN(language),
    .group = GROUP_OUTPUT};

/* Adds the games of the operands. Returns an exit code that is not EXIT_DONE
 * if some were refused; *is_over if none can be added. */
static int
add_all(struct run *run, loyd_ranks *ranks, uint64_t *n_left_out,
        bool *is_over)
{
    struct records records;
    struct record_item item;
    int code = EXIT_DONE;

    records_begin(run, 1, &records);
    while (!*is_over && records_next(&records, &item)) {
        bool is_ranked = false;
        loyd_why why = {""};
        loyd_err err = LOYD_OK;

        if (item.code == EXIT_DONE) {
            err = loyd_ranks_add(ranks, item.player, &item.game, &item.facts,
                                 &is_ranked, &why);
            *n_left_out += err == LOYD_OK && !is_ranked;
            item.code = report(item.where, err, &why);
        }
        if (item.code != EXIT_DONE && run->args.json)
            json_latest();
        *is_over = err == LOYD_E_NOMEM;
        code = exit_higher(code, item.code);
        loyd_game_free(&item.game);
    }
    *is_over = *is_over || interrupted();
    return exit_higher(code, records_end(&records));
}

static void
print_result(const struct run *run, const loyd_ranks_result *result,
             uint64_t n_left_out)
{
    char count[COUNTED_BYTES];

    if (run->args.json) {
        struct jw *row = row_begin();

        jw_uint(row, "games", result->games);
        jw_uint(row, "left_out", n_left_out);
        jw_uint(row, "days", result->days);
        jw_uint(row, "boards", result->boards);
        jw_uint(row, "files", result->files);
        row_end(row);
        return;
    }
    printf("%s", counted(result->games, "game", count));
    printf(" on %s", counted(result->boards, "board", count));
    printf(" of %s", counted(result->days, "day", count));
    printf("; left out, not solved or with hints: %" PRIu64, n_left_out);
    printf("; %s written\n", counted(result->files, "file", count));
}

static int
write_pages(struct run *run, loyd_ranks *ranks, uint64_t n_left_out)
{
    loyd_ranks_options options = {.title = opt.title,
                                  .play_url = opt.play_url,
                                  .places = (unsigned)opt.places};
    loyd_site_options site = {.dir = NULL};
    struct text file = {.at = NULL};
    loyd_ranks_result result;
    loyd_why why = {""};
    int code = language_take(opt.language, &file, &site);

    if (opt.language != NULL) {
        options.language = loyd_language_json(site.settings.language);
        if (file.len > 0)
            options.language = file.at;
    }
    if (code == EXIT_DONE)
        code = report(
            "play",
            loyd_ranks_write(ranks, run->args.out, &options, &result, &why),
            &why);
    if (code == EXIT_DONE)
        print_result(run, &result, n_left_out);
    text_free(&file);
    return code;
}

int
play_rank(struct run *run)
{
    loyd_ranks *ranks = NULL;
    uint64_t n_left_out = 0;
    bool is_over = false;
    int code = report("play", loyd_ranks_new(&ranks), NULL);

    if (code == EXIT_DONE)
        code = add_all(run, ranks, &n_left_out, &is_over);
    if (ranks != NULL && !is_over)
        code = exit_higher(code, write_pages(run, ranks, n_left_out));
    loyd_ranks_free(&ranks);
    return code;
}
