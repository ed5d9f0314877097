/* SPDX-License-Identifier: MIT */
/* Owns the options that several commands share. */
#include "cli/options.h"

static const char *const tables_words[] = {"auto", "small", "large", NULL};
/* As loyd_order counts. */
static const char *const order_words[] = {"id", "stm", "-stm", NULL};
static const char *const status_words[] = {"unrated", "bounded", "proven",
                                           "claimed", NULL};

const struct option_row option_db = {
    .name = "db",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(db),
    .help = "the catalogue; $LOYD_DB stands in for it where a command only "
            "reads it",
};

static const struct option_row option_quiet = {
    .name = "quiet",
    .letter = 'q',
    .read = read_switch,
    .at = OPTION_AT(quiet),
    .help = "only errors on stderr: no progress, no notes",
};
static const struct option_row option_help = {
    .name = "help",
    .letter = 'h',
    .read = read_switch,
    .at = OPTION_AT(help),
    .help = "this text",
};

option_table common_options = {&option_quiet, &option_help, NULL};

const struct option_row option_json = {
    .name = "json",
    .read = read_switch,
    .at = OPTION_AT(json),
    .help = "JSON Lines: one object a line",
};

const struct option_row option_threads = {
    .name = "threads",
    .value = "N",
    .read = read_number,
    .at = OPTION_AT(threads),
    .low = 1,
    .high = 256,
    .help = "threads at work; as many as the machine has processors unless "
            "said. No result depends on it",
};

const struct option_row option_tables = {
    .name = "tables",
    .value = "KIND",
    .read = read_word,
    .at = OPTION_AT(tables),
    .words = tables_words,
    .help = "the solver's tables: auto takes small ones, built in a blink, "
            "until the work is worth large ones",
};

const struct option_row option_secret = {
    .name = "secret",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(secret),
    .help = "the key of the draw: 64 hex digits in a file that only you can "
            "read",
};

const struct option_row option_shard = {
    .name = "shard",
    .value = "I/N",
    .read = read_shard,
    .at = OPTION_AT(shard),
    .help = "only the I-th, from 1, of N contiguous and nearly equal parts: "
            "for N machines, and `merge` afterwards",
};

const struct option_row option_layout = {
    .name = "layout",
    .value = "LAYOUT",
    .read = read_text,
    .at = OPTION_AT(layout),
    .help = "the goal by its name: rows (unless said), columns, snake, "
            "spiral, with missing=K and blank=first|last|ROW.COL; or "
            "goal=BOARD",
};

const struct option_row option_goal = {
    .name = "goal",
    .value = "BOARD",
    .read = read_text,
    .at = OPTION_AT(goal),
    .help = "the goal itself",
};

const struct option_row option_size = {
    .name = "size",
    .value = "SIZE",
    .read = read_size,
    .at = OPTION_AT(size),
    .help = "only this size, WIDTHxHEIGHT or a lone side",
};

const struct option_row option_only_layout = {
    .name = "layout",
    .value = "LAYOUT",
    .read = read_text,
    .at = OPTION_AT(layout),
    .help = "only this layout; random finds what a random layout drew",
};

const struct option_row option_class = {
    .name = "class",
    .value = "SIZE@ROW.COL",
    .read = read_class,
    .at = OPTION_AT(goal_class),
    .help = "only goals of this class, whatever their labels: 4x4@0.0 is "
            "every goal of 4x4 with the blank in a corner, 4x3@0.0 those of "
            "3x4 too",
};

const struct option_row option_stm = {
    .name = "stm",
    .value = "A..B",
    .read = read_open_range,
    .at = OPTION_AT(stm),
    .high = LOYD_STM_MAX,
    .help =
        "only proven optimal lengths A to B, in single-tile moves; A.. and "
        "..B are open",
};

const struct option_row option_band = {
    .name = "band",
    .value = "NAME",
    .read = read_text,
    .at = OPTION_AT(band),
    .help = "only proven ones in this band of their class, such as hard; "
            "`loyd bands` lists them",
};

const struct option_row option_percentile = {
    .name = "percentile",
    .value = "A..B",
    .read = read_percentiles,
    .at = OPTION_AT(percentiles),
    .help = "only proven ones whose optimal length is at percentile A to B "
            "of their class, B itself only where it is 100",
};

const struct option_row option_status = {
    .name = "status",
    .value = "STATUS",
    .read = read_word,
    .at = OPTION_AT(status),
    .low = 1,
    .words = status_words,
    .help = "only these",
};

const struct option_row option_id = {
    .name = "id",
    .value = "PREFIX",
    .read = read_text,
    .at = OPTION_AT(id),
    .help = "only ids that begin so",
};

const struct option_row option_of_seed = {
    .name = "seed",
    .value = "TEXT",
    .read = read_text,
    .at = OPTION_AT(seed),
    .help = "only what was drawn with this seed",
};

const struct option_row option_order = {
    .name = "order",
    .value = "ORDER",
    .read = read_word,
    .at = OPTION_AT(order),
    .words = order_words,
    .help = "id unless said; stm begins with the shortest, -stm with the "
            "longest, what is not proven comes last",
};

const struct option_row option_after = {
    .name = "after",
    .value = "ID",
    .read = read_text,
    .at = OPTION_AT(after),
    .help = "only what comes behind this puzzle, such as the last one of a "
            "page of --limit N",
};

const struct option_row option_distinct = {
    .name = "distinct",
    .read = read_switch,
    .at = OPTION_AT(distinct),
    .help = "of puzzles that mirrors and other labels make the same, only "
            "the first. Looks at all that come before, those of earlier "
            "pages too: a few microseconds and 17 bytes of memory each, 13 "
            "million at most",
};

const struct option_row option_limit = {
    .name = "limit",
    .letter = 'n',
    .value = "N",
    .read = read_number,
    .at = OPTION_AT(limit),
    .low = 1,
    .high = INT64_MAX,
    .help = "at most N puzzles",
};

const struct option_row option_pick = {
    .name = "pick",
    .value = "SEED",
    .read = read_text,
    .at = OPTION_AT(pick),
    .help = "the --limit puzzles that this seed picks: the same ones each "
            "time, all over the selection, though not exactly uniform",
};

const struct option_row option_drawn_layout = {
    .name = "layout",
    .value = "LAYOUT",
    .read = read_text,
    .at = OPTION_AT(layout),
    .help = "the goal by its name: rows (unless said), columns, snake, "
            "spiral, random, with missing=K and blank=first|last|ROW.COL; or "
            "goal=BOARD",
};

const struct option_row option_seed = {
    .name = "seed",
    .value = "TEXT",
    .read = read_text,
    .at = OPTION_AT(seed),
    .help = "the same seed draws the same boards, for ever; without it a "
            "fresh one is taken and told on stderr",
};

const struct option_row option_method = {
    .name = "method",
    .value = "METHOD",
    .read = read_text,
    .at = OPTION_AT(method),
    .help = "uniform (unless said), retry, shuffle, walk:K, jump:K or ball, "
            "for targets near the goal; with the first two and the last every "
            "start is equally likely",
};

const struct option_row option_channel = {
    .name = "channel",
    .value = "NAME",
    .read = read_text,
    .at = OPTION_AT(channel),
    .help = "which channel; daily unless said",
};

const struct option_row option_channel_secret = {
    .name = "secret",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(secret),
    .help = "the secret of the channel, where it has one: 64 hex digits in a "
            "file that only you can read",
};

const struct option_row option_tz = {
    .name = "tz",
    .value = "ZONE",
    .read = read_text,
    .at = OPTION_AT(tz),
    .help = "which date today is: that of this zone, such as Europe/Berlin; "
            "UTC unless said",
};

const struct option_row option_today = {
    .name = "today",
    .value = "DATE",
    .read = read_text,
    .at = OPTION_AT(today),
    .help = "take this date for today's, whatever the clock says",
};

const struct option_row option_used = {
    .name = "used",
    .read = read_switch,
    .at = OPTION_AT(used),
    .help = "only what a channel has shown or a pack has",
};

const struct option_row option_unused = {
    .name = "unused",
    .read = read_switch,
    .at = OPTION_AT(unused),
    .help = "only what neither a channel has shown nor a pack has",
};
