/* SPDX-License-Identifier: MIT */
/* Owns the options that several commands share. */
#include "cli/options.h"

static const char *const tables_words[] = {"auto", "small", "large", NULL};
/* As loyd_order counts. */
static const char *const order_words[] = {"id", "stm", "-stm", NULL};
static const char *const status_words[] = {"unrated", "bounded", "proven",
                                           "claimed", NULL};

const struct option_row option_db = {
    "db", 0, "FILE",
    "the catalogue; $LOYD_DB stands in for it where a command only reads it",
    OPTION_TEXT(db)};

const struct option_row option_json = {
    "json", 0, NULL, "JSON Lines: one object a line", OPTION_SWITCH(json)};

const struct option_row option_threads = {
    "threads", 0, "N",
    "threads at work; as many as the machine has processors unless said. No "
    "result depends on it",
    OPTION_NUMBER(threads, 1, 256)};

const struct option_row option_tables = {
    "tables", 0, "KIND",
    "the solver's tables: auto takes small ones, built in a blink, until the "
    "work is worth large ones",
    OPTION_WORD(tables, 0, tables_words)};

const struct option_row option_secret = {
    "secret", 0, "FILE",
    "the key of the draw: 64 hex digits in a file that only you can read",
    OPTION_TEXT(secret)};

const struct option_row option_shard = {
    "shard", 0, "I/N",
    "only the I-th, from 1, of N contiguous and nearly equal parts: for N "
    "machines, and `merge` afterwards",
    OPTION_BY(read_shard, shard)};

const struct option_row option_layout = {
    "layout", 0, "LAYOUT",
    "the goal by its name: rows (unless said), columns, snake, spiral, with "
    "missing=K and blank=first|last|ROW.COL; or goal=BOARD",
    OPTION_TEXT(layout)};

const struct option_row option_goal = {"goal", 0, "BOARD", "the goal itself",
                                       OPTION_TEXT(goal)};

const struct option_row option_size = {
    "size", 0, "SIZE", "only this size, WIDTHxHEIGHT or a lone side",
    OPTION_BY(read_size, size)};

const struct option_row option_only_layout = {
    "layout", 0, "LAYOUT",
    "only this layout; random finds what a random layout drew",
    OPTION_TEXT(layout)};

const struct option_row option_class = {
    "class", 0, "SIZE@ROW.COL",
    "only goals of this class, whatever their labels: 4x4@0.0 is every goal "
    "of 4x4 with the blank in a corner, 4x3@0.0 those of 3x4 too",
    OPTION_BY(read_class, goal_class)};

const struct option_row option_stm = {
    "stm", 0, "A..B",
    "only proven optimal lengths A to B, in single-tile moves; A.. and ..B "
    "are open",
    OPTION_RANGE(read_open_range, stm, LOYD_STM_MAX)};

const struct option_row option_band = {
    "band", 0, "NAME",
    "only proven ones in this band of their class, such as hard; `loyd bands` "
    "lists them",
    OPTION_TEXT(band)};

const struct option_row option_percentile = {
    "percentile", 0, "A..B",
    "only proven ones whose optimal length is at percentile A to B of their "
    "class, B itself only where it is 100",
    OPTION_BY(read_percentiles, percentiles)};

const struct option_row option_status = {"status", 0, "STATUS", "only these",
                                         OPTION_WORD(status, 1, status_words)};

const struct option_row option_id = {
    "id", 0, "PREFIX", "only ids that begin so", OPTION_TEXT(id)};

const struct option_row option_of_seed = {"seed", 0, "TEXT",
                                          "only what was drawn with this seed",
                                          OPTION_TEXT(seed)};

const struct option_row option_order = {
    "order", 0, "ORDER",
    "id unless said; stm begins with the shortest, -stm with the longest, "
    "what is not proven comes last",
    OPTION_WORD(order, 0, order_words)};

const struct option_row option_after = {
    "after", 0, "ID",
    "only what comes behind this puzzle, such as the last one of a page of "
    "--limit N",
    OPTION_TEXT(after)};

const struct option_row option_distinct = {
    "distinct", 0, NULL,
    "of puzzles that mirrors and other labels make the same, only the first. "
    "Looks at all that come before, those of earlier pages too: a few "
    "microseconds and 17 bytes of memory each, 13 million at most",
    OPTION_SWITCH(distinct)};

const struct option_row option_limit = {"limit", 'n', "N", "at most N puzzles",
                                        OPTION_NUMBER(limit, 1, INT64_MAX)};

const struct option_row option_pick = {
    "pick", 0, "SEED",
    "the --limit puzzles that this seed picks: the same ones each time, all "
    "over the selection, though not exactly uniform",
    OPTION_TEXT(pick)};

const struct option_row option_drawn_layout = {
    "layout", 0, "LAYOUT",
    "the goal by its name: rows (unless said), columns, snake, spiral, "
    "random, with missing=K and blank=first|last|ROW.COL; or goal=BOARD",
    OPTION_TEXT(layout)};

const struct option_row option_seed = {
    "seed", 0, "TEXT",
    "the same seed draws the same boards, for ever; without it a fresh one is "
    "taken and told on stderr",
    OPTION_TEXT(seed)};

const struct option_row option_method = {
    "method", 0, "METHOD",
    "uniform (unless said), retry, shuffle, walk:K, jump:K or ball, for "
    "targets near the goal; with the first two and the last every start is "
    "equally likely",
    OPTION_TEXT(method)};

const struct option_row option_channel = {"channel", 0, "NAME",
                                          "which channel; daily unless said",
                                          OPTION_TEXT(channel)};

const struct option_row option_channel_secret = {
    "secret", 0, "FILE",
    "the secret of the channel, where it has one: 64 hex digits in a file "
    "that only you can read",
    OPTION_TEXT(secret)};

const struct option_row option_tz = {"tz", 0, "ZONE",
                                     "which date today is: that of this zone, "
                                     "such as Europe/Berlin; UTC unless said",
                                     OPTION_TEXT(tz)};

const struct option_row option_today = {
    "today", 0, "DATE", "take this date for today's, whatever the clock says",
    OPTION_TEXT(today)};

const struct option_row option_used = {
    "used", 0, NULL, "only what a channel has shown or a pack has",
    OPTION_SWITCH(used)};

const struct option_row option_unused = {
    "unused", 0, NULL, "only what neither a channel has shown nor a pack has",
    OPTION_SWITCH(unused)};
