/* SPDX-License-Identifier: MIT */
/* `loyd play analyse`: where a game lost moves. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/play.h"
#include "cli/records.h"
#include "cli/rows.h"
#include "cli/solving.h"
#include "core/moves.h"

#define BATCH 64
#define LOSSES_MAX 20 /* listed in text */

struct batch {
    size_t n;
    struct record_item items[BATCH];
    loyd_game games[BATCH];
    loyd_analysis analyses[BATCH];
};

/* Positions without a way left are beyond LOYD_EXACT_CELLS cells. */
static bool
is_exact(const loyd_analysis *a)
{
    return a->n > 0;
}

/* The moves that were lost in all: of a game that is not solved, up to its
 * end. The interval of a wide board gives one. */
static void
lost_of(const loyd_analysis *a, uint32_t *low, uint32_t *high)
{
    uint32_t end = a->end != LOYD_LENGTH_UNKNOWN ? a->end : 0;

    *low = a->moves + end > a->upper ? a->moves + end - a->upper : 0;
    *high = a->moves + end > a->lower ? a->moves + end - a->lower : 0;
}

/* The time from the beginning to a slide's end, in milliseconds. */
static uint64_t
time_of(const loyd_game *game, size_t slides)
{
    uint64_t ms = 0;

    for (size_t i = 0; i < slides; i++)
        ms += game->slides[i].ms;
    return ms;
}

static void
json_slide(struct jw *row, const char *name, uint8_t dir, unsigned tiles)
{
    if (tiles == 0)
        return;
    if (tiles == 1)
        jw_format(row, name, "%c", "URDL"[dir]);
    else
        jw_format(row, name, "%c%u", "URDL"[dir], tiles);
}

static void
json_positions(struct jw *row, const loyd_game *game, const loyd_analysis *a)
{
    uint64_t ms = 0;
    size_t slide = 0;

    jw_array(row, "positions", JW_TIGHT);
    for (size_t i = 0; i < a->n; i++) {
        const loyd_position *p = &a->positions[i];

        for (; slide < p->slide; slide++)
            ms += game->slides[slide].ms;
        jw_object(row, NULL, JW_TIGHT);
        jw_uint(row, "slide", p->slide);
        jw_uint(row, "ms", ms);
        jw_uint(row, "left", p->left);
        if (i + 1 < a->n)
            jw_uint(row, "lost", p->lost);
        json_slide(row, "best", p->dir, p->tiles);
        jw_close(row);
    }
    jw_close(row);
}

/* --- the row --- */

/* Writes A or A..B, and what is counted. */
static void
put_ends(struct jw *row, const char *name, uint32_t low, uint32_t high,
         const char *noun)
{
    if (low == high)
        jw_format(row, name, "%" PRIu32 "%s", low, noun);
    else
        jw_format(row, name, "%" PRIu32 "..%" PRIu32 "%s", low, high, noun);
}

/* Writes what only text has: ends in one, and quotients. */
static void
put_text(struct jw *row, const struct record_item *item,
         const loyd_analysis *a)
{
    uint64_t ms = item->facts.ms, tenths = ms / 100;

    jw_string(row, "where", item->where);
    put_ends(row, "shortest", a->lower, a->upper, "");
    if (item->facts.is_solved && a->moves > 0)
        put_ends(row, "efficiency", 100 * a->lower / a->moves,
                 100 * a->upper / a->moves, " %");
    if (ms >= 60000)
        jw_format(row, "time", "%" PRIu64 ":%04.1f", ms / 60000,
                  (double)(tenths % 600) / 10);
    else
        jw_format(row, "time", "%.1f s", (double)tenths / 10);
    if (ms > 0)
        jw_format(row, "speed", "%.1f",
                  (double)a->moves * 1000 / (double)ms);
    jw_format(row, "pause", "%.1f", (double)a->pause_ms / 1000);
}

static void
print_row(const struct record_item *item, const loyd_analysis *a)
{
    const char *const words[] = {
        "where=$:",
        "size= $",
        "status=$",
        "player= by $",
        a->metric == LOYD_MTM ? "!moves=\n  $ move* in MTM"
                              : "!moves=\n  $ move* in STM",
        "shortest=shortest $",
        "left=$ left",
        "lost=$",
        "efficiency=efficiency $",
        "time=\n  $",
        "speed=$ moves a second",
        "!pauses=$ pause*",
        "pause= of $ s or more",
        "!hints=$ hint*",
        NULL};
    const loyd_game *game = &item->game;
    uint32_t low, high;
    struct jw *row;

    row_says(words);
    row = row_begin();
    lost_of(a, &low, &high);
    record_item_put(row, item);
    jw_string(row, "metric", metric_name(a->metric));
    jw_uint(row, "moves", a->moves);
    jw_uint(row, "lower", a->lower);
    jw_uint(row, "upper", a->upper);
    if (a->end != LOYD_LENGTH_UNKNOWN) {
        jw_uint(row, "left", a->end);
        jw_uint(row, "lost_lower", low);
        jw_uint(row, "lost_upper", high);
        if (row_is_text(row))
            put_ends(row, "lost", low, high, " lost");
    }
    jw_uint(row, "ms", item->facts.ms);
    jw_uint(row, "hints", game->n_hints);
    jw_uint(row, "pause_ms", a->pause_ms);
    jw_uint(row, "pauses", a->pauses);
    if (row_is_text(row))
        put_text(row, item, a);
    else if (is_exact(a)) {
        jw_array(row, "detour", JW_TIGHT);
        for (unsigned i = 0; i < 2; i++)
            jw_uint(row, NULL, a->positions[a->detour[i]].slide);
        jw_close(row);
        json_positions(row, game, a);
    }
    row_end(row);
}

/* --- the losses of text --- */

static void
print_losses(const struct run *run, const loyd_game *game,
             const loyd_analysis *a)
{
    unsigned n = 0, more = 0;

    for (size_t i = 0; i + 1 < a->n; i++) {
        const loyd_position *p = &a->positions[i];
        const loyd_slide *slide = &game->slides[p->slide];

        if (p->lost == 0)
            continue;
        if (n++ >= LOSSES_MAX) {
            more++;
            continue;
        }
        if (n == 1)
            printf("  slide     time  move  lost  better\n");
        printf("  %5u %7.1f s  %c%-3u  %s%4u%s  %c%u\n", p->slide + 1,
               (double)time_of(game, p->slide + 1u) / 1000, "URDL"[slide->dir],
               slide -> tiles, paint(&run->screen, PAINT_RED), p -> lost,
               paint(&run->screen, PAINT_OFF), "URDL"[p->dir], p -> tiles);
    }
    if (more > 0)
        printf("  and %u more: see --json\n", more);
    if (a->detour[1] > a->detour[0])
        printf("  longest detour: slides %u to %u\n",
               a->positions[a->detour[0]].slide + 1,
               a->positions[a->detour[1]].slide);
}

/* --- all --- */

/* Reads up to BATCH records; returns the highest code of those that are not
 * good, which are reported and left out. */
static int
read_batch(struct records *records, struct batch *batch, bool *is_end)
{
    int code = EXIT_DONE;

    batch->n = 0;
    while (batch->n < BATCH) {
        struct record_item *item = &batch->items[batch->n];

        *is_end = !records_next(records, item);
        if (*is_end)
            break;
        code = exit_higher(code, item->code);
        if (item->code == EXIT_DONE) {
            batch->games[batch->n++] = item->game;
            continue;
        }
        json_latest();
        loyd_game_free(&item->game);
    }
    return code;
}

static int
print_batch(struct run *run, struct batch *batch)
{
    loyd_why why = {""};
    loyd_err err = loyd_games_analyse(run->solver, batch->games, batch->n,
                                      (loyd_metric)run->args.metric,
                                      batch->analyses, &why);
    int code = report("play", err, &why);

    progress_clear();
    for (size_t i = 0; i < batch->n; i++) {
        const struct record_item *item = &batch->items[i];
        loyd_analysis *a = &batch->analyses[i];

        if (code == EXIT_DONE)
            print_row(item, a);
        if (code == EXIT_DONE && !run->args.json && is_exact(a))
            print_losses(run, &item->game, a);
        if (err == LOYD_OK)
            loyd_analysis_free(a);
        loyd_game_free(&batch->games[i]);
    }
    return code;
}

int
play_analyse(struct run *run)
{
    struct batch *batch = calloc(1, sizeof(*batch));
    struct records records;
    bool is_end = false;
    int code = solver_start(run, progress_show), bad = EXIT_DONE;

    if (batch == NULL)
        code = report("play", LOYD_E_NOMEM, NULL);
    records_begin(run, 1, &records);
    while (code == EXIT_DONE && !is_end && !out_is_broken()) {
        bad = exit_higher(bad, read_batch(&records, batch, &is_end));
        if (batch->n > 0)
            code = print_batch(run, batch);
    }
    code = exit_higher(exit_higher(code, bad), records_end(&records));
    free(batch);
    return code;
}
