/* SPDX-License-Identifier: MIT */
/* `loyd generate`: draws boards, and prints them or stores them rated. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "cli/json.h"
#include "cli/recipe.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/moves.h"
#include "core/range.h"

enum board_format { FORMAT_BOARD, FORMAT_RECIPE, FORMAT_SGT, FORMAT_SCRAMBLE };
static const char *const format_words[] = {"board", "recipe", "sgt",
                                           "scramble", NULL};

static struct {
    unsigned format; /* enum board_format */
} opt;

/* Only one of the three can be given. */
static loyd_err
read_target(const struct option_row *row, const char *text, struct args *args,
            loyd_why *why)
{
    args->generate.target = strcmp(row->name, "stm") == 0   ? LOYD_TARGET_STM
                            : strcmp(row->name, "mtm") == 0 ? LOYD_TARGET_MTM
                                                            : LOYD_TARGET_MLC;
    return read_range(row, text, args, why);
}

#define TARGET SHARED_BY(read_target, generate.range, 0, LOYD_LENGTH_MAX)

static const struct option_row option_table[] = {
    {"count", "N", "number of boards (default: 1)",
     SHARED_NUMBER(count, 1, LOYD_INDEX_MAX + 1)},
    {"seed", "TEXT",
     "seed of the draw; the same seed always draws the same boards (default: "
     "a new one, printed on stderr)", SHARED(seed)},
    OPTION_DRAWN_LAYOUT,
    {"band", "BAND",
     "only starts in this band of the goal's class, such as hard; recipes "
     "give the lengths, or beyond 16 cells the mlc (see `loyd bands --size "
     "SIZE`)", SHARED(generate.band)},
    {"stm", "A..B",
     "only starts with an optimal length from A to B, in single-tile moves. "
     "Up to 16 cells they are equally likely (method uniform or ball, "
     "whichever is faster); larger boards need --method walk:K or jump:K",
     TARGET},
    {"format", "FORMAT",
     "output format; sgt is that of Simon Tatham's Fifteen, scramble the "
     "moves from the goal to the board (default: board)",
     OWN_WORD(format, FORMAT_BOARD, format_words)},
    {"db", "FILE",
     "store the boards in this catalogue, rated; they are not printed. The "
     "file is created if it does not exist", SHARED(db)},
    {"mtm", "A..B",
     "only starts with an optimal length from A to B, in multi-tile moves, "
     "all equally likely; up to 12 cells", TARGET},
    {"mlc", "A..B",
     "only starts whose Manhattan distance with linear conflicts is from A to "
     "B, all equally likely; beyond 16 cells", TARGET},
    {"method", "METHOD",
     "method of the draw: uniform, retry, shuffle, walk:K, jump:K, ball for "
     "targets near the goal, or far for 4x4 targets of 60 to 80 moves. With "
     "uniform, retry and ball every start is equally likely (default: "
     "uniform)",
     SHARED(method)},
    {"first-index", "N", "index of the first board (default: 0)",
     SHARED_NUMBER(generate.first_index, 0, LOYD_INDEX_MAX)},
    {"attempts", "N",
     "maximum number of draws per board (default: 4294967296); required for "
     "very rare targets",
     SHARED_NUMBER(generate.attempts, 1, LOYD_ATTEMPTS_MAX)},
    OPTION_SECRET, OPTION_EFFORT, OPTION_METRIC_BESIDE, OPTION_PART,
    OPTION_THREADS, OPTIONS_OF_ROWS};

/* --- boards --- */

/* Boards that are drawn and solved together, in a fifth of the time. */
#define CHUNK 128

struct chunk {
    const struct run *run;
    const loyd_generator *generator;
    loyd_recipe recipe; /* with the index of the first */
    size_t n;
    loyd_puzzle puzzles[CHUNK];
    loyd_solution solutions[CHUNK]; /* if has_paths */
};

/* Only JSON and scrambles have the path. */
static bool
has_paths(const struct chunk *chunk)
{
    return opt.format == FORMAT_SCRAMBLE ||
           (rows_are_printed(chunk->run) &&
            chunk->recipe.target == LOYD_TARGET_STM);
}

static void
print_boards(const loyd_puzzle *puzzle, bool has_goal, loyd_board_form form)
{
    char text[2 * LOYD_BOARD_TEXT];
    size_t len = loyd_board_print(&puzzle->start, form, text);

    if (has_goal) {
        text[len++] = '\t';
        loyd_board_print(&puzzle->goal, form, text + len);
    }
    puts(text);
}

/* Prints the moves that lead from the goal to the board: as few as possible,
 * or beyond 16 cells those of effort quick. A shuffle also draws unsolvable
 * boards. */
static int
print_scramble(const loyd_puzzle *puzzle, bool has_goal,
               loyd_solution *solution)
{
    bool is_solvable = solution->upper != LOYD_LENGTH_UNKNOWN;
    char goal[LOYD_BOARD_TEXT];
    struct text line = {0};

    moves_reverse(&solution->path);
    if (is_solvable)
        moves_put(&line, &solution->path);
    else
        text_put(&line, "unsolvable");
    if (has_goal) {
        loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, goal);
        text_format(&line, "\t%s", goal);
    }
    out_line(&line);
    return is_solvable ? EXIT_DONE : EXIT_NO;
}

/* Prints the line of board i. */
static int
print_board(struct chunk *chunk, size_t i)
{
    const loyd_puzzle *puzzle = &chunk->puzzles[i];
    bool has_goal = chunk->recipe.layout.is_drawn;
    loyd_recipe recipe = chunk->recipe;
    char text[LOYD_RECIPE_TEXT];
    loyd_entry entry;

    recipe.index += i;
    loyd_recipe_print(&recipe, text);
    if (rows_are_printed(chunk->run)) {
        entry_make(puzzle, text, &entry);
        if (has_paths(chunk))
            entry_set(&entry, LOYD_STM, &chunk->solutions[i]);
        json_entry(&entry, NULL);
        return EXIT_DONE;
    }
    if (opt.format == FORMAT_SCRAMBLE)
        return print_scramble(puzzle, has_goal, &chunk->solutions[i]);
    if (opt.format == FORMAT_RECIPE)
        puts(text);
    else
        print_boards(puzzle, has_goal,
                     opt.format == FORMAT_SGT ? LOYD_FORM_SGT
                                              : LOYD_FORM_ROWS);
    return EXIT_DONE;
}

/* Draws boards without a target, at most n. */
static loyd_err
draw_plain(struct chunk *chunk, uint64_t n, loyd_why *why)
{
    const loyd_layout *layout = &chunk->recipe.layout;
    size_t cells = (size_t)layout->width * layout->height;
    uint64_t attempts = chunk->run->args.generate.attempts;
    uint8_t starts[CHUNK * LOYD_CELLS_MAX], goals[CHUNK * LOYD_CELLS_MAX];

    chunk->n = n < CHUNK ? (size_t)n : CHUNK;
    if (loyd_generator_draw_many(chunk->generator, chunk->recipe.index,
                                 chunk->n, attempts, starts, goals,
                                 NULL) != LOYD_OK) {
        chunk->n = 1; /* those before the one that cannot be drawn can */
        return loyd_generator_draw(chunk->generator, NULL,
                                   chunk->recipe.index, attempts,
                                   chunk->puzzles, NULL, why);
    }
    for (size_t i = 0; i < chunk->n; i++) {
        loyd_puzzle *puzzle = &chunk->puzzles[i];

        puzzle->start.width = puzzle->goal.width = layout->width;
        puzzle->start.height = puzzle->goal.height = layout->height;
        memcpy(puzzle->start.cell, starts + i * cells, cells);
        memcpy(puzzle->goal.cell, goals + i * cells, cells);
    }
    return LOYD_OK;
}

/* Solves the boards that can be solved; the others have no length. */
static loyd_err
solve_chunk(struct chunk *chunk, loyd_why *why)
{
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true};
    loyd_puzzle puzzles[CHUNK];
    loyd_solution found[CHUNK];
    size_t at[CHUNK], n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < chunk->n; i++) {
        const loyd_puzzle *puzzle = &chunk->puzzles[i];
        bool is_solvable = false;

        err = loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, why);
        chunk->solutions[i] = (loyd_solution){.upper = LOYD_LENGTH_UNKNOWN};
        if (is_solvable) {
            at[n] = i;
            puzzles[n++] = *puzzle;
        }
    }
    if (err == LOYD_OK && n > 0)
        err = loyd_solve(chunk->run->solver, puzzles, n, &options, found, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        chunk->solutions[at[i]] = found[i];
    return err;
}

/* When the current board was begun; the solver passes no context. */
static time_t board_began;

static void
show_progress(const struct run *run, uint64_t index)
{
    loyd_progress now = {.what = "drawing",
                         .done = index - run->args.generate.first_index,
                         .total = run->args.count};

    board_began = time(NULL);
    (void)progress_show(NULL, &now);
}

/* A loyd_progress_fn: shows the boards tried if one board takes long. */
static bool
show_attempts(void *context, const loyd_progress *progress)
{
    loyd_progress tried = {.what = "boards tried", .done = progress->done};

    if (strcmp(progress->what, "drawing") != 0 || time(NULL) - board_began < 2)
        return progress_part(context, progress);
    return progress_show(context, &tried);
}

/* Draws at most n boards: with a target one, which may take long. */
static loyd_err
draw(struct chunk *chunk, uint64_t n, loyd_why *why)
{
    const struct run *run = chunk->run;
    loyd_target target = chunk->recipe.target;
    loyd_err err;

    if (interrupted())
        return LOYD_E_CANCELLED;
    if (target == LOYD_TARGET_NONE)
        err = draw_plain(chunk, n, why);
    else {
        show_progress(run, chunk->recipe.index);
        chunk->n = 1;
        err = loyd_generator_draw(chunk->generator, run->solver,
                               chunk->recipe.index,
                               run->args.generate.attempts, chunk->puzzles,
                               has_paths(chunk) && target == LOYD_TARGET_STM
                                   ? chunk->solutions
                                   : NULL,
                               why);
    }
    if (err == LOYD_OK && has_paths(chunk) && target != LOYD_TARGET_STM)
        err = solve_chunk(chunk, why);
    progress_clear();
    return err;
}

/* Prints one board per line. */
static int
print_each(const struct run *run, const loyd_recipe *recipe,
           const loyd_generator *generator)
{
    static struct chunk chunk;
    uint64_t end = run->args.generate.first_index + run->args.count;
    loyd_why why = {""};
    char where[64];
    loyd_err err;
    int code = EXIT_DONE;

    chunk = (struct chunk){.run = run,
                           .generator = generator,
                           .recipe = *recipe};
    chunk.recipe.index = run->args.generate.first_index;
    for (; code <= EXIT_NO && !out_is_broken() && chunk.recipe.index < end;
         chunk.recipe.index += chunk.n) {
        if ((err = draw(&chunk, end - chunk.recipe.index, &why)) != LOYD_OK) {
            /* The message of a plain draw has the index already. */
            snprintf(where, sizeof(where), "generate: index %" PRIu64,
                     chunk.recipe.index);
            return report(chunk.recipe.target != LOYD_TARGET_NONE ? where
                                                                  : "generate",
                          err, &why);
        }
        for (size_t i = 0; i < chunk.n; i++) {
            code = exit_higher(code, print_board(&chunk, i));
            if (has_paths(&chunk))
                loyd_moves_free(&chunk.solutions[i].path);
        }
        /* Boards that were searched for may have taken long. */
        if (opt.format == FORMAT_SCRAMBLE ||
            (chunk.recipe.target != LOYD_TARGET_NONE &&
             chunk.recipe.method != LOYD_METHOD_BALL))
            fflush(stdout);
    }
    return code;
}

/* Stores boards in the catalogue; those already stored are skipped. */
static int
store_all(const struct run *run, const loyd_recipe *recipe,
          const loyd_generator *generator)
{
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;

    err = loyd_catalogue_generate(
        run->store, run->solver, generator, run->args.generate.first_index,
        run->args.count, run->args.generate.attempts,
        (loyd_effort)run->args.effort, metric_of(&run->args), &progress_shown,
        &result, &why);
    if (err == LOYD_E_CANCELLED && run->args.seed == NULL)
        return fail("generate",
                    "interrupted: run the same command with --seed %s to "
                    "continue",
                    recipe->seed);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    out_stored(run->db);
    SUMS(SUM("!recipes=$ recipe*", run->args.count),
         SUM("!new_puzzles=$ new puzzle*", result.new_puzzles),
         SUM("skipped=$ skipped", result.skipped));
    return EXIT_DONE;
}

/* An existing catalogue has its own bands. */
static int
open_for_bands(struct run *run)
{
    loyd_why why = {""};
    loyd_err err = catalogue_try(run, LOYD_STORE_WRITE, &why);

    return err == LOYD_OK || err == LOYD_E_NOT_FOUND
               ? EXIT_DONE
               : report(run->db, err, &why);
}

static int
cmd_generate(struct run *run)
{
    loyd_generator *generator = NULL;
    struct args *args = &run->args;
    loyd_recipe recipe;
    uint64_t first; /* of the part */
    int code;

    if (run->db != NULL && args->generate.band != NULL &&
        (code = open_for_bands(run)) != EXIT_DONE)
        return code;
    if ((code = recipe_prepare(run, &recipe, &generator)) != EXIT_DONE)
        return code;
    part_range(args->part.number, args->part.of, args->count, &first,
               &args->count);
    args->generate.first_index += first;
    if (run->db != NULL && run->store == NULL)
        code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE &&
        (recipe.target != LOYD_TARGET_NONE || run->db != NULL ||
         opt.format == FORMAT_SCRAMBLE))
        code =
            solver_start(run, run->db == NULL ? show_attempts : progress_part);
    if (code == EXIT_DONE)
        code = run->db != NULL ? store_all(run, &recipe, generator)
                               : print_each(run, &recipe, generator);
    loyd_generator_free(&generator);
    return code;
}

const struct command command_generate = {
    "generate", "SIZE", "draw boards; every start is equally likely",
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
    ACTION(cmd_generate, MAKES_STORE, FIELDS "," FACTS, NULL),
    option_table, 1, 1,
    .examples =
        "loyd generate 4x4 --count 10 --seed monday\n"
        "loyd generate 4x4 --layout spiral --stm 40..45 --seed easter\n"
        "loyd generate 4x4 --band hard --seed monday\n"
        "loyd generate 4x4 --seed monday --count 5 --format scramble\n"
        "loyd generate 3x3 --count 1000 --seed stock --db puzzles.db\n"
        "loyd generate 6x6 --count 100 --seed stock --effort good --db my.db\n"
        "loyd generate 5 --count 1000000 --seed test | loyd check | uniq -c\n",
    .rules =
        "--stm excludes --mtm,--mlc,--band\n"
        "--mtm excludes --mlc,--band\n"
        "--mlc excludes --band\n"
        "--effort,--metric needs --db\n"
        "--part needs --seed\n"
        "--format,--csv excludes --db\n"
        "--json,--csv excludes --format\n"};
