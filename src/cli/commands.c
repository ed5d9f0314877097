/* SPDX-License-Identifier: MIT */
/* Owns the table of commands: to add one is to add a row and a file. */
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"

#define EXAMPLES(...)                                                         \
    .examples = (const char *const[])                                         \
    {                                                                         \
        __VA_ARGS__, NULL                                                     \
    }

const struct command commands[] = {
    {"generate", "SIZE", "draw boards, every start equally likely",
     "A board a line, in the order of their index; START, a tab, GOAL where "
     "the layout draws the goal. With --db they are stored, proven and "
     "rated instead: sizes of up to 16 cells. Stopped, the same command goes "
     "on.",
     cmd_generate, generate_options, MAKES_STORE, 1, 1,
     EXAMPLES(
         "loyd generate 4x4 --count 10 --seed monday",
         "loyd generate 4x4 --layout spiral --stm 40..45 --seed easter",
         "loyd generate 4x4 --band hard --seed monday",
         "loyd generate 3x3 -n 1000 --seed stock --db puzzles.db",
         "loyd generate 5 -n 1000000 --seed test | loyd check | uniq -c")},
    {"check", "[BOARD ...]", "can it be solved?",
     "A line a board: solvable, unsolvable or error. With --moves: "
     "solution, a tab, its length; or broken, a tab, the moves that were "
     "good, a tab, what is wrong.",
     cmd_check, check_options, NEEDS_NOTHING, 0, -1,
     EXAMPLES("loyd check \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"",
              "loyd check --explain --layout spiral "
              "\"13 2 10 3/1 12 8 4/5 0 9 6/15 14 11 7\"",
              "loyd check --moves LU \"1 2 3/4 0 5/7 8 6\"",
              "loyd check --layout rows,blank=first < boards.txt",
              "paste boards.txt moves.txt | loyd check --moves -")},
    {"solve", "[BOARD ...]", "shortest solutions, proven",
     "A line a board, in their order: the length, a tab, the moves (U D L R "
     "is the way a tile goes, a count may follow). With --nodes, where it is "
     "not proven, A..B, a tab, and moves of length B. Otherwise unsolvable or "
     "error. Of all shortest solutions it is the first in the order U R D "
     "L.",
     cmd_solve, solve_options, NEEDS_NOTHING, 0, -1,
     EXAMPLES("loyd solve \"5 4 0/6 8 7/3 2 1\"",
              "loyd solve --goal \"1 2 3/8 0 4/7 6 5\" \"2 8 3/1 6 4/7 0 5\"",
              "loyd generate 4x4 -n 100 --seed test | loyd solve | cut -f1",
              "loyd solve --layout rows,blank=first < data/korf100.boards")},
    {"rate", "", "rate what a catalogue has not proven yet",
     "In the order of ids, up to 16 cells. Stopped, the same command goes "
     "on. A length that an import claimed and that is not the optimum is "
     "told, and the exit code is then 1.",
     cmd_rate, rate_options, WRITES_STORE, 0, 0,
     EXAMPLES("loyd rate --db puzzles.db")},
    {"merge", "SHARD ...", "catalogues of many machines become one",
     "In any order, all at once or one by one, the same ones again: what "
     "comes out is the same, and `digest` shows it. Every row is checked; a "
     "shard that is damaged, or contradicts what is there, is refused whole, "
     "and the others are merged.",
     cmd_merge, merge_options, MAKES_STORE, 1, -1,
     EXAMPLES("loyd generate 4x4 -n 1000000 --seed big --shard 3/64 --db "
              "3.db",
              "loyd merge --db big.db ?.db ??.db")},
    {"verify", "[FILE]", "prove every row of a catalogue again",
     "Boards, ids, solvability, solutions and lengths, recipes and the file "
     "itself, by code that the generator does not use; optima of up to 9 "
     "cells or 20 moves by a search without tables. What is wrong is a line "
     "each, the last line sums up. With --since: what a pack has added, "
     "proven and withdrawn since the one before it, a line each: the change, "
     "number and id, parted by tabs; wrong is what is renumbered, contradicts "
     "or is lost.",
     cmd_verify, verify_options, PROVES_STORE, 0, 1,
     EXAMPLES("loyd verify puzzles.db", "loyd verify --db puzzles.db --json",
              "loyd verify puzzles.db --prove 100 --seed audit",
              "loyd verify easy2 --since easy")},
    {"find", "", "puzzles of a catalogue, by size, layout and length",
     "A line a puzzle, separated by tabs: id, size, optimal length (- where "
     "unrated, A..B where bounded), start, goal; on a terminal a table with a "
     "heading. Without --pick and --order "
     "in the order of ids, which is a shuffle of its own. Pages: --limit N, "
     "then the same with --after and the last id, and so on; each puzzle "
     "comes once, also while others are stored.",
     cmd_find, find_options, NEEDS_STORE, 0, 0,
     EXAMPLES("loyd find --db puzzles.db --size 4x4 --stm 40..45 --limit 5",
              "loyd find --db puzzles.db --band hard --limit 40",
              "loyd find --db puzzles.db --layout spiral --count",
              "loyd find --db puzzles.db --class 4x4@0.0 --order -stm -n 10",
              "loyd find --db puzzles.db --seed monday --distinct --csv",
              "loyd find --db puzzles.db --pick monday -n 5 --json")},
    {"show", "ID|RECIPE", "one puzzle, drawn",
     "By its id, or the beginning of one, from a catalogue; or by its "
     "recipe, which needs none: it is drawn again, and solved on the spot "
     "where it has up to 16 cells.",
     cmd_show, show_options, TAKES_STORE, 1, 1,
     EXAMPLES("loyd show 4x4/snake~g1~monday~17",
              "loyd show gy4fqfbb3cyf8wmb --db puzzles.db",
              "loyd show 3x3/spiral~g1~monday~0 --svg board.svg")},
    {"stats", "", "what is in a catalogue, with distributions drawn",
     "Puzzles by size, layout and status, a histogram of the proven optimal "
     "lengths of each size, and how many puzzles of each class are in which "
     "band.",
     cmd_stats, stats_options, NEEDS_STORE, 0, 0,
     EXAMPLES("loyd stats --db puzzles.db", "LOYD_DB=puzzles.db loyd stats")},
    {"bands", "", "names for ranges of difficulty",
     "A line a band: its name, a tab, its percentiles: of how many boards of "
     "a class the optimal length is smaller, in percent, half of those with "
     "the same length among them. With --size a tab and the lengths as well. "
     "Each catalogue has its own bands; without one, those of a new one.",
     cmd_bands, bands_options, MAKES_STORE, 0, 0,
     EXAMPLES("loyd bands --size 4x4",
              "loyd bands --db puzzles.db --set easy=0..5,hard=5..100")},
    {"audit", "SIZE", "is the generator what it says?",
     "Draws boards and tests them: can each be solved, is every tile in every "
     "cell alike often, and the blank, is the mean optimal length the exact "
     "one (up to 16 cells, where it is known), do boards depend on those "
     "before? A line a test: what was found, what uniform boards come to, "
     "their standard deviation, and p, the chance that they are so far off. "
     "The audit fails where a p is below 0.0001 divided by the number of "
     "tests. With --study: the mean optimum against the number of random "
     "moves, for walk and jump beside uniform.",
     cmd_audit, audit_options, NEEDS_NOTHING, 1, 1,
     EXAMPLES("loyd audit 4x4 --seed monday",
              "loyd audit 4x4 --method walk:20 --count 1000",
              "loyd audit 8x8 --layout spiral --count 100000 --json",
              "loyd audit 3x3 --study --svg study.svg")},
    {"daily", "[DATE]", "the puzzle of a day, drawn",
     "The same for everybody, decided by the date alone: from Monday, easy, "
     "to Sunday, a strange goal. Today is UTC unless --tz says otherwise; "
     "DATE is YYYY-MM-DD, from the channel's first day on, 2026-01-01 for "
     "daily. With --db every day up to DATE that is not in the channel's "
     "ledger yet is appended to it, and the ledger is what is shown; its "
     "last hash, the head, stands for all of it.",
     cmd_daily, daily_options, MAKES_STORE, 0, 1,
     EXAMPLES("loyd daily", "loyd daily 2026-02-28 --json",
              "loyd daily --db puzzles.db --tz Europe/Berlin",
              "loyd daily --channel kids --db puzzles.db --secret "
              "kids.secret")},
    {"channel", "ACTION [NAME]", "daily series of your own",
     "create NAME: with a start, a schedule and perhaps a secret; bands of "
     "the schedule become lengths then, and stay so. show NAME: the channel, "
     "its ledger's head and its schedules. list: a line a channel, parted by "
     "tabs: name, start, its secret's name, rows of its ledger, the last "
     "date, the head. revise NAME: another schedule from a later day on. The "
     "channel daily is always there.",
     cmd_channel, channel_options, MAKES_STORE, 1, 2,
     EXAMPLES("loyd channel create kids --db my.db --schedule kids.json "
              "--secret kids.key",
              "loyd channel show daily",
              "loyd channel list --db puzzles.db --json",
              "loyd channel revise kids --db my.db --from 2027-01-01 "
              "--schedule 2.json"),
     .actions = channel_actions},
    {"publish", "", "a channel as a web site, for any static host",
     "Decides the days up to today and writes pages, JSON, pictures and an "
     "Atom feed into a folder; only what is new or has changed is written, "
     "and all of it takes its place at the end. The same ledger and the same "
     "today make the same bytes. docs/publishing.md tells the rest.",
     cmd_publish, publish_options, MAKES_STORE, 0, 0,
     EXAMPLES("loyd publish --db daily.db --out site",
              "loyd publish --db daily.db --out site --tz Europe/Vienna",
              "loyd publish --db daily.db --out club --channel club "
              "--secret s")},
    {"export", "", "puzzles of a catalogue as a pack for other programs",
     "A folder with a manifest, sums, and the puzzles as JSON, JSON Lines, "
     "CSV and an SQLite database that phones open as it is; whole or not at "
     "all, and the same selection is the same bytes. The filters are those "
     "of find. What went out is marked as used in the catalogue.",
     cmd_export, export_options, MARKS_STORE, 0, 0,
     EXAMPLES("loyd export --db puzzles.db --out pack",
              "loyd export --db puzzles.db -o easy --band easy --name Easy "
              "--solutions no",
              "loyd export --db puzzles.db -o easy2 --band easy --since easy",
              "loyd export --db puzzles.db -o stm --stm 10..39 "
              "--format csv --gzip --no-mark")},
    {"import", "DIR|FILE", "puzzles of others into a catalogue",
     "Packs, JSON Lines, JSON, CSV, boards and Fifteen's ids a line, "
     "slidysim's lines, compressed by gzip or not, and catalogues, damaged "
     "ones too; - is stdin. Each row is checked before it is stored: labels, "
     "solvability, id, path, recipe. What it says of an optimal length is a "
     "claim until `loyd rate` has proven it. A bad row, and nothing is "
     "stored, unless --skip-bad.",
     cmd_import, import_options, MAKES_STORE, 1, 1,
     EXAMPLES("loyd import pack --db puzzles.db",
              "loyd import boards.txt --layout spiral --db puzzles.db",
              "loyd import broken.db --skip-bad --db salvaged.db")},
    {"digest", "", "what a catalogue holds, as one line of hex",
     "It counts what is stored, not the bytes of the file: the same "
     "recipes, the same digest, however they came in.",
     cmd_digest, digest_options, NEEDS_STORE, 0, 0,
     EXAMPLES("loyd digest --db puzzles.db",
              "loyd digest --db puzzles.db --puzzles")},
    {"tables", "[ACTION]", "the solver's tables",
     "list (unless said), build, verify or remove: a line for the tables of a "
     "class of boards, its size and goal's blank "
     "(row.column), their kind, the memory that they take, and how the tiles "
     "are grouped. Small ones are built when a board first needs them; large "
     "ones when the work is worth it, or now by `build`, and are kept in "
     "$XDG_CACHE_HOME/loyd or ~/.cache/loyd. `verify` reads those files to "
     "the last byte, `remove` deletes them.",
     cmd_tables, tables_options, NEEDS_NOTHING, 0, 1,
     EXAMPLES("loyd tables", "loyd tables list --size 4x4 --json",
              "loyd tables build --size 4x4"),
     .actions = tables_actions},
    {"help", "[COMMAND]", "this list, or one command", "", cmd_help,
     help_options, NEEDS_NOTHING, 0, 1,
     EXAMPLES("loyd help solve", "eval \"$(loyd help --completion bash)\"")},
    {"version", "", "the version", "", cmd_version, version_options,
     NEEDS_NOTHING, 0, 0, EXAMPLES("loyd version")},
    {.name = NULL},
};

const struct command *
command_find(const char *name)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

int
command_unknown(const char *name)
{
    const char *names[sizeof(commands) / sizeof(commands[0])], *near;
    char shown[QUOTED_BYTES];

    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        names[i] = commands[i].name; /* the last one is NULL */
    if ((near = nearest_word(name, names)) != NULL)
        return refuse("command line", "no command '%s', did you mean %s?",
                      quoted(name, shown), near);
    return refuse("command line",
                  "no command '%s', and 'loyd help' lists what there is",
                  quoted(name, shown));
}
