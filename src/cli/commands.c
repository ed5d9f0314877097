/* SPDX-License-Identifier: MIT */
/* The table of commands; a new command is a row here and a file. */
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"

#define EXAMPLES(...)                                                         \
    .examples = (const char *const[])                                         \
    {                                                                         \
        __VA_ARGS__, NULL                                                     \
    }

/* A command that begins its rows itself. */
static const char *const own_columns[] = {NULL};

const struct command commands[] = {
    {"generate", "SIZE", "draw boards; every start is equally likely",
     "Prints one board per line, in the order of their index. If the layout "
     "draws goals too, a line is START, a tab and GOAL.\n"
     "\n"
     "With --format scramble, a line gives the moves from the goal to the "
     "board, as few as possible up to 16 cells; or unsolvable, with exit code "
     "1.\n"
     "\n"
     "With --db, the boards are stored in a catalogue and not printed: proven "
     "up to 16 cells, with an interval beyond (see --effort). If interrupted, "
     "run the same command again to continue.",
     cmd_generate, generate_options, MAKES_STORE, 1, 1,
     EXAMPLES(
         "loyd generate 4x4 --count 10 --seed monday",
         "loyd generate 4x4 --layout spiral --stm 40..45 --seed easter",
         "loyd generate 4x4 --band hard --seed monday",
         "loyd generate 4x4 --seed monday --count 5 --format scramble",
         "loyd generate 3x3 --count 1000 --seed stock --db puzzles.db",
         "loyd generate 6x6 --count 100 --seed stock --effort good --db my.db",
         "loyd generate 5 --count 1000000 --seed test | loyd check | uniq -c"),
     .rules = generate_rules, .columns = generate_columns},
    {"solve", "[BOARD]...", "find shortest solutions and prove them",
     "Prints one line per board, in input order: the optimal length, a tab "
     "and the moves; or unsolvable; or error. U, D, L and R are the "
     "directions in which tiles move; a number repeats a move. Of all "
     "shortest solutions, the first in the order U, R, D, L is printed. A "
     "board may be given by name or read from stdin, as in `loyd check`.\n"
     "\n"
     "If the optimal length is not proven, a line is A..B, a tab and a "
     "solution of length B. That is usual beyond 16 cells without --prove; "
     "smaller boards are always proven, unless --nodes or --seconds is given. "
     "With --length, a line is only the length or the interval.\n"
     "\n"
     "--facts adds two columns: the number of shortest solutions in STM, and "
     "the moves with which they begin; each is - if they are not counted. "
     "--all prints one line per shortest solution. Solutions are counted on "
     "up to 32 cells if the length is proven; beyond 16 cells within 20 "
     "million nodes, unless --prove or --nodes is given. With --json, the "
     "facts have more fields.\n"
     "\n"
     "--algorithm runs textbook searches instead, and prints a row for each: "
     "the number of the board, the search, the length of its solution, the "
     "nodes that it generated and the most that it kept, the most memory in "
     "bytes, the CPU seconds, and the solution. After several boards, a row "
     "for each search has the sums, the most memory, and the share of the "
     "solutions that are as short as an optimum that one of the searches has "
     "proven. bfs, astar (which may find any shortest solution), idastar and "
     "loyd prove the length; the solutions of dfs, row and constructive may "
     "be longer than necessary. A search that reaches a limit (--nodes, "
     "--memory, --depth) is an error, whose message gives a lower bound of "
     "the length.",
     cmd_solve, solve_options, NEEDS_NOTHING, 0, -1,
     EXAMPLES("loyd solve \"5 4 0/6 8 7/3 2 1\"",
              "loyd solve --goal \"1 2 3/8 0 4/7 6 5\" \"2 8 3/1 6 4/7 0 5\"",
              "loyd generate 4x4 --count 9 --seed test | loyd solve | cut -f1",
              "loyd solve --layout spiral < boards.txt",
              "loyd solve --length < data/korf100.boards",
              "loyd solve --all \"8 6 7/2 5 4/3 0 1\"",
              "loyd generate 6x6 --count 3 --seed test | loyd solve --effort "
              "good",
              "loyd solve --algorithm bfs,astar:hamming,idastar "
              "\"5 4 0/6 8 7/3 2 1\""),
     .rules = solve_rules, .columns = own_columns},
    {"find", "", "find puzzles by size, layout, length and more",
     "Prints one line per puzzle: id, size, optimal length (A..B: an "
     "interval), start, goal. A puzzle must match every option, and one of "
     "its values. The order is that of ids, which is as good as random. For "
     "the next page, repeat the command with --after and the last id.",
     cmd_find, find_options, NEEDS_STORE, 0, 0,
     EXAMPLES("loyd find --db puzzles.db --size 4x4 --stm 40..45 --limit 5",
              "loyd find --db puzzles.db --layout spiral --band hard,expert "
              "--total",
              "loyd find --db puzzles.db --class 4x4@0.0 --order -stm -n 10",
              "loyd find --db my.db --recipe '4x4/rows~g1~monday~*' --csv"),
     .rules = find_rules, .columns = own_columns},
    {"daily", "[DATE]", "show the puzzle of the day",
     "The puzzle depends only on the channel and the date. In the channel "
     "daily, Mondays are easy, and Sundays have an unusual goal. DATE is "
     "YYYY-MM-DD, not before the first day of the channel (daily: "
     "2026-01-01); the default is today.\n"
     "\n"
     "With --db, all days up to DATE that are missing from the channel's "
     "ledger are appended to it, and the day is shown as recorded there. The "
     "head, the hash of the last row, covers the whole ledger.",
     cmd_daily, daily_options, MAKES_STORE, 0, 1,
     EXAMPLES(
         "loyd daily", "loyd daily 2026-02-28 --json",
         "loyd daily --db puzzles.db --tz Europe/Berlin",
         "loyd daily --channel kids --db puzzles.db --secret kids.secret"),
     .rules = daily_rules, .columns = daily_columns},
    {"publish", "", "publish a channel as a static web site",
     "Decides the days up to today and writes pages, JSON, pictures and an "
     "Atom feed to a folder. Only new and changed files are written, and all "
     "of them are moved into place at the end. The same ledger and the same "
     "date give the same bytes. See docs/publishing.md.",
     cmd_publish, publish_options, MAKES_STORE, 0, 0,
     EXAMPLES("loyd publish --db daily.db --out site",
              "loyd publish --db daily.db --out site --tz Europe/Vienna",
              "loyd publish --db daily.db --out club --channel club --secret "
              "s"),
     .rules = publish_rules,
     .required = "--db FILE --out DIR|--print-sentences"},
    {"export", "", "export puzzles as a pack for other programs",
     "Writes a folder with a manifest, checksums, and the puzzles as JSON, "
     "CSV and an SQLite database. The folder is written completely or not at "
     "all, and the same puzzles give the same bytes. The filters are those of "
     "`loyd find`.\n"
     "\n"
     "With --pack-name the puzzles are the next volume of a pack: those that "
     "are not used yet, numbered on from the volume before, and marked as "
     "used. An existing volume takes no filters: it is written again.",
     cmd_export, export_options, MARKS_STORE, 0, 0,
     EXAMPLES("loyd export --db puzzles.db --out puzzles --band easy",
              "loyd export --db puzzles.db -o s1 --pack-name s "
              "--layout spiral --count 50",
              "loyd export --db puzzles.db -o s1 --pack-name s "
              "--volume 1",
              "loyd export --db puzzles.db -o stm --stm 10..39 --format csv"),
     .rules = export_rules, .required = "--db FILE --out DIR"},
    {"check", "[BOARD]...", "check whether boards are solvable",
     "Prints one line per board: solvable, unsolvable or error. A board may "
     "be given by name, as in `loyd show`; the name then gives the goal as "
     "well, unless --goal or --layout is given.\n"
     "\n"
     "Without BOARD, or with -, boards are read from stdin: one per line, "
     "which may be START, a tab, GOAL; or in rows, ended by an empty line or "
     "by the size, which is on a line before them. Replays of Slidysim and "
     "save files of Simon Tatham's Fifteen are read too, and their moves are "
     "checked; so are csTimer's scrambles, of tiles or of the blank: from the "
     "goal of 4x4, or of the size before them. Several boards are numbered, "
     "on a terminal and with --json or --csv.\n"
     "\n"
     "With --moves, a line is solution, a tab and its length; or broken, a "
     "tab, the number of valid moves, a tab and the reason. --optimal adds a "
     "tab and optimal, or optimum and its length, after the length of a "
     "solution; the exit code is 1 if a solution is not optimal.",
     cmd_check, check_options, NEEDS_NOTHING, 0, -1,
     EXAMPLES("loyd check \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"",
              "loyd check --explain --layout spiral \"13 2 10 3/1 12 8 4/5 0 "
              "9 6/15 14 11 7\"",
              "loyd check --moves LU \"1 2 3/4 0 5/7 8 6\"",
              "loyd check --layout rows,blank=first < boards.txt",
              "loyd check --moves - --optimal < answers.txt",
              "paste boards.txt moves.txt | loyd check --moves -"),
     .rules = check_rules, .columns = check_columns},
    {"show", "ID|RECIPE|NAME|BOARD",
     "draw one puzzle and print what is known about it",
     "An id, or the beginning of one, is looked up in a catalogue. A recipe "
     "needs no catalogue: its board is drawn again and solved, beyond 16 "
     "cells with effort quick. A name is looked up in the catalogue, then "
     "among the built-in names (see --list-names). A board has rows as its "
     "goal.\n"
     "\n"
     "With --facts, three lines follow: Manhattan distance and linear "
     "conflicts; inversions, the pairs of tiles whose order is not that of "
     "the goal, and tiles at home; and, if the optimum is proven, the number "
     "of shortest solutions in STM and their first moves.",
     cmd_show, show_options, TAKES_STORE, 0, 1,
     EXAMPLES("loyd show 4x4/snake~g1~monday~17", "loyd show loyd-14-15",
              "loyd show gy4fqfbb3cyf8wmb --db puzzles.db",
              "loyd show 3x3/spiral~g1~monday~0 --svg board.svg --animate"),
     .rules = show_rules, .columns = show_columns},
    {"rate", "", "prove lengths of a catalogue, or find better intervals",
     "Proves the puzzles of up to 16 cells that are not proven, and finds "
     "intervals of larger ones without a rating, with effort quick. With "
     "--effort or --nodes, also searches again if the stored interval was "
     "found with fewer nodes. Puzzles are rated in the order of their ids.\n"
     "\n"
     "With --prove, proves puzzles that have an interval, the narrowest "
     "first. Each search continues from the stored lower end, and each bound "
     "that it completes is stored at once. With --share I/N and --work DIR, N "
     "processes that see DIR prove each board of 17 to 36 cells together; "
     "the exit code is 1 as long as one is open, and the same command goes "
     "on.\n"
     "\n"
     "If interrupted, run the same command again to continue.",
     cmd_rate, rate_options, WRITES_STORE, 0, 0,
     EXAMPLES("loyd rate --db puzzles.db",
              "loyd rate --db puzzles.db --effort good",
              "loyd rate --db puzzles.db --prove --nodes 1000000000"),
     .rules = rate_rules, .required = "--db FILE"},
    {"stats", "", "count the puzzles of a catalogue and draw histograms",
     "Prints a row for each combination of values of --by: the number of "
     "puzzles, and the mean, least and greatest value of --of; as text also a "
     "histogram of it for each size. The filters are those of `loyd find`.\n"
     "\n"
     "Without a catalogue, prints how many of all boards of --size have each "
     "length, where all have been solved.",
     cmd_stats, stats_options, TAKES_STORE, 0, 0,
     EXAMPLES("loyd stats --db puzzles.db",
              "loyd stats --db puzzles.db --used no --by band,size --csv",
              "loyd stats --db puzzles.db --of detour",
              "loyd stats --size 3x4"),
     .rules = stats_rules, .columns = own_columns},
    {"bands", "", "list or change the bands of difficulty",
     "Prints one line per band: its name, a tab, its range of percentiles. "
     "The percentile of a board is the share of its class that is shorter, "
     "plus half of the share that is equally long. With --size, a tab and the "
     "range of lengths follow.\n"
     "\n"
     "Each catalogue has its own bands. Without --db, prints the bands of a "
     "new catalogue.",
     cmd_bands, bands_options, MAKES_STORE, 0, 0,
     EXAMPLES("loyd bands --size 4x4", "loyd bands --size 5x5",
              "loyd bands --db puzzles.db --set easy=0..5,hard=5..100"),
     .rules = bands_rules, .columns = own_columns},
    {"verify", "[FILE|DIR...]",
     "prove every row of a catalogue or pack again",
     "FILE is a catalogue, DIR the folder of a pack. Checks boards, ids, "
     "solvability, solutions, lengths, recipes and the file itself, with code "
     "that the generator does not use. A search without tables finds optimal "
     "lengths again: those of boards with up to 9 cells, and lengths of up to "
     "20 single-tile or 8 multi-tile moves. Prints one line per error, then a "
     "summary.\n"
     "\n"
     "Several folders are volumes of one pack: each is checked, then whether "
     "their numbers continue, no puzzle is in two of them, and each withdraws "
     "what the one before withdraws.",
     cmd_verify, verify_options, PROVES_STORE, 0, -1,
     EXAMPLES("loyd verify puzzles.db", "loyd verify --db puzzles.db --json",
              "loyd verify puzzles.db --solve 100 --pick audit",
              "loyd verify spirals-1 spirals-2 spirals-3"),
     .rules = verify_rules},
    {"import", "DIR|FILE...", "import puzzles into a catalogue",
     "Reads packs, JSON Lines, JSON, CSV, files of other programs, "
     "boards, one per line or in rows, and catalogues, "
     "including damaged ones. In JSON a board may be an array. Files may be "
     "compressed with gzip; - is stdin.\n"
     "\n"
     "Each row is checked before it is stored: labels, solvability, id, path, "
     "recipe. If any row is bad, nothing is stored, unless --skip-bad is "
     "given. Then the lengths that the rows state are proven, up to 16 cells; "
     "the exit code is 1 if one is wrong. If interrupted, `loyd rate` proves "
     "the rest.\n"
     "\n"
     "With --check, rows are checked and lengths proven as well, but nothing "
     "is stored, and the last line counts what would be. Each file is checked "
     "separately. --check needs no --db.\n"
     "\n"
     "A row of JSON or CSV may have a field called name. A puzzle has at most "
     "one name, and a name belongs to one puzzle.",
     cmd_import, import_options, MAKES_STORE, 1, -1,
     EXAMPLES("loyd import pack --db puzzles.db",
              "loyd import board.txt --name anna-7 --db puzzles.db",
              "loyd import boards.txt --layout spiral --db puzzles.db",
              "loyd import --check *.jsonl",
              "loyd import broken.db --skip-bad --db salvaged.db"),
     .rules = import_rules, .required = "--db FILE|--check"},
    {"merge", "CATALOGUE...", "merge catalogues into one",
     "They can be merged in any order, all at once or one by one, and more "
     "than once: the result is the same, as `loyd digest` shows. Every row "
     "is checked. One with a wrong row or one that contradicts the "
     "catalogue is refused as a whole; the others are merged.",
     cmd_merge, merge_options, MAKES_STORE, 1, -1,
     EXAMPLES("loyd generate 4x4 --count 1000000 --seed big --part 3/64 "
              "--db 3.db",
              "loyd merge --db big.db ?.db ??.db"),
     .required = "--db FILE"},
    {"channel", "ACTION [NAME]", "create, show, list or revise daily channels",
     "create NAME: creates a channel with a first day, a schedule and "
     "optionally a secret. Bands become lengths now and stay fixed, and "
     "puzzles of the catalogue are selected now. Says which rows have fewer "
     "puzzles than days in a year.\n"
     "\n"
     "show NAME: prints a line for the channel, with the head of its ledger, "
     "and one for each row of its schedules. Fields are NAME=VALUE, separated "
     "by tabs; create and revise print the same. With --json the first line "
     "has the schedule, as --schedule reads it.\n"
     "\n"
     "list: prints one line per channel, with fields separated by tabs: name, "
     "first day, hash of the secret, rows of the ledger, last day, head.\n"
     "\n"
     "revise NAME: replaces the schedule from a later day on, or with "
     "--titles the titles of all days. Puzzles that lists of the channel gave "
     "to earlier days are left out.\n"
     "\n"
     "The channel daily always exists.",
     cmd_channel, channel_options, MAKES_STORE, 1, 2,
     EXAMPLES("loyd channel create kids --db my.db --schedule kids.json "
              "--secret kids.key",
              "loyd channel create club --db my.db --schedule club.json "
              "--tz Europe/Berlin",
              "loyd channel show daily",
              "loyd channel list --db puzzles.db --json",
              "loyd channel revise kids --db my.db --from 2027-01-01 "
              "--schedule 2.json"),
     .rules = channel_rules, .actions = channel_actions,
     .columns = channel_columns},
    {"used", "ACTION [ID ...|-]",
     "list where puzzles are used, mark or unmark them",
     "A puzzle is used if a pack contains it, if it is a day of a channel, or "
     "if it was marked manually. `loyd find` and `loyd export` have --used "
     "yes and --used no to select these puzzles or all others. With - ids are "
     "read from stdin, one per line; empty lines, lines that begin with # and "
     "everything after a tab are ignored.\n"
     "\n"
     "list [ID ...]: prints one line per use, with seven fields separated by "
     "tabs: the id; pack, day or hand; the date; the name of the pack or "
     "channel, or the note; the volume, or the version of the schedule; the "
     "number in the pack, or the tier; the volume that withdraws it. A field "
     "without a value is -. Uses are in order of id; without ids, all are "
     "printed.\n"
     "\n"
     "mark ID ...: marks puzzles manually. With --pack: marks the puzzles of "
     "the volume in a folder, in a catalogue that lacks these marks.\n"
     "\n"
     "unmark ID ...: removes the manual marks of these puzzles. With --pack: "
     "undoes the newest volume of a pack, such as one that was never given "
     "out.\n"
     "\n"
     "If one id or puzzle is refused, nothing is changed.",
     cmd_used, used_options, MAKES_STORE, 1, -1,
     EXAMPLES("loyd used list --db puzzles.db",
              "loyd used mark gy4fqfbb3cyf8wmb --db puzzles.db --note 'my "
              "book'",
              "loyd used mark --pack spirals-1 --db puzzles.db",
              "loyd find --size 3x3 --db puzzles.db | loyd used mark - --db "
              "puzzles.db",
              "loyd used unmark --pack spirals --db puzzles.db"),
     .rules = used_rules, .actions = used_actions, .required = "--db FILE",
     .columns = used_columns},
    {"path", "ACTION [PATH|-]...",
     "invert, simplify, convert, apply and shorten paths",
     "Prints one line for each PATH, or without one for each line of stdin, "
     "which is PATH, or BOARD, a tab, PATH; or of replays of Slidysim, save "
     "files of Simon Tatham's Fifteen and sessions of csTimer. Directions are "
     "those in which tiles move, as `loyd check --moves` reads them.\n"
     "\n"
     "apply: prints the board to which the path leads from BOARD.\n"
     "\n"
     "convert: prints the path in another --form.\n"
     "\n"
     "invert: prints the path that leads back.\n"
     "\n"
     "shorten: prints the length of a shortest path, a tab and the path; "
     "beyond 16 cells ever longer parts of the path are replaced by shortest "
     "ones, and the result may be longer than necessary.\n"
     "\n"
     "simplify: leaves out moves that are taken back at once.",
     cmd_path, path_options, NEEDS_NOTHING, 1, -1,
     EXAMPLES("loyd path invert U2RDL3",
              "loyd path apply --board \"1 2 3/4 5 6/7 8 0\" DR",
              "loyd path convert --form tiles --board \"1 2/3 0\" RD",
              "loyd path shorten --board \"1 2 3/4 0 5/7 8 6\" RLLURDLURDLU"),
     .rules = path_rules, .actions = path_actions, .columns = path_columns},
    {"play", "ACTION [RECORD|FILE|-]...",
     "check, analyse and collect games",
     "A game record says how a board was played: pages of puzzles keep one "
     "for each game, and its text begins with loydgame1. It is given as an "
     "argument, or in a file or on stdin (-), one a line, as RECORD or as "
     "PLAYER,RECORD. Empty lines, lines that begin with # and the heading "
     "player,record are ignored.\n"
     "\n"
     "check: replays each game, and prints how many tiles were moved (stm), "
     "in "
     "how many moves of several tiles (mtm), in how many milliseconds, and "
     "with how many hints. A game with an impossible move, a move after the "
     "board was solved, or ten slides in less than 400 ms is refused. So the "
     "moves are real; who made them, and in which time, cannot be proven.\n"
     "\n"
     "analyse: prints the shortest length left before each slide, as a curve, "
     "where moves were lost and what would have been better, the longest "
     "detour, pauses and speed. Beyond 16 cells only the sum is known, from "
     "the interval of the start.\n"
     "\n"
     "import: stores games in a catalogue that has their puzzles, each with "
     "its player, an id of letters, digits, _ and - that says nothing about a "
     "person. Lines that are not good games are reported, the first 20 of "
     "each file, and left out. The same game again is counted as there "
     "before.\n"
     "\n"
     "list, stats: print the games of a catalogue, and what is counted of "
     "them. `list --csv --columns player,record` prints what import reads.\n"
     "\n"
     "rate: estimates the difficulty of puzzles and the ability of players "
     "from all games, and stores them (find --difficulty). players: prints "
     "abilities. Both are out of date, or stale, once games are added or "
     "deleted; stats counts how many.",
     cmd_play, play_options, MAKES_STORE, 1, -1,
     EXAMPLES("loyd play check --json games.csv",
              "loyd play analyse --metric mtm games.csv",
              "loyd play import games.csv --db puzzles.db",
              "loyd play rate --db puzzles.db"),
     .rules = play_rules, .columns = own_columns, .actions = play_actions},
    {"digest", "", "print a hash of the contents of a catalogue",
     "The digest depends only on what is stored, not on the bytes of the "
     "file: the same recipes give the same digest, however they were added.",
     cmd_digest, digest_options, NEEDS_STORE, 0, 0,
     EXAMPLES("loyd digest --db puzzles.db",
              "loyd digest --db puzzles.db --puzzles")},
    {"tables", "[ACTION]",
     "list, build, verify or remove the tables of the solver",
     "list (default): prints one line per class of boards: the size and the "
     "blank of the goal (row.column), the kind of the tables, their memory, "
     "and whether a file has them; without --size, their sum.\n"
     "\n"
     "build: builds the tables that are kept in files, before they are "
     "needed: large tables, and with --size those of more than 16 cells. On a "
     "terminal, prints their size and the expected time first. Without this "
     "command, large tables are built when the work justifies them, and small "
     "ones when a board first needs them. The files are in "
     "$XDG_CACHE_HOME/loyd or ~/.cache/loyd.\n"
     "\n"
     "verify: reads every byte of the files.\n"
     "\n"
     "remove: deletes the files. Nothing else does.",
     cmd_tables, tables_options, NEEDS_NOTHING, 0, 1,
     EXAMPLES("loyd tables", "loyd tables list --size 4x4 --json",
              "loyd tables build --size 4x4",
              "loyd tables build --size 5x5 --goal-blank 0.0"),
     .rules = tables_rules, .actions = tables_actions,
     .columns = tables_columns},
    {"help", "[COMMAND]", "print this list, or the help of a command", "",
     cmd_help, help_options, NEEDS_NOTHING, 0, -1,
     EXAMPLES("loyd help solve", "eval \"$(loyd help --completion bash)\""),
     .rules = help_rules},
    {"version", "", "print the version", "", cmd_version, version_options,
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
    near = nearest_word(name, names);
    if (near != NULL)
        return refuse("", "'%s' is not a command: try '%s'",
                      quoted(name, shown), near);
    return refuse("", "'%s' is not a command: try 'loyd help'",
                  quoted(name, shown));
}
