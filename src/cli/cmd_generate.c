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

enum board_format { FORMAT_BOARD, FORMAT_RECIPE, FORMAT_SGT, FORMAT_SCRAMBLE };
static const char *const format_words[] = {"board", "recipe", "sgt",
                                           "scramble", NULL};

static struct {
    unsigned format; /* enum board_format */
} opt;

static const struct option_row option_count = {
    "count", 0, "N", "number of boards (default: 1)",
    SHARED_NUMBER(count, 1, LOYD_INDEX_MAX + 1)};
static const struct option_row option_first_index = {
    "first-index", 0, "N", "index of the first board (default: 0)",
    SHARED_NUMBER(generate.first_index, 0, LOYD_INDEX_MAX)};
static const struct option_row option_target = {
    "stm",
    0,
    "A..B",
    "only starts with an optimal length from A to B, in single-tile moves. "
    "Up to 16 cells they are equally likely (method uniform or ball, "
    "whichever is faster); larger boards need --method walk:K or jump:K",
    SHARED_NUMBER(generate.stm, 0, LOYD_LENGTH_MAX)};
static const struct option_row option_target_mtm = {
    "mtm",
    0,
    "A..B",
    "only starts with an optimal length from A to B, in multi-tile moves, all "
    "equally likely; up to 12 cells",
    SHARED_NUMBER(generate.mtm, 0, LOYD_LENGTH_MAX)};
static const struct option_row option_target_mlc = {
    "mlc",
    0,
    "A..B",
    "only starts whose Manhattan distance with linear conflicts is from A to "
    "B, all equally likely; beyond 16 cells",
    SHARED_NUMBER(generate.mlc, 0, LOYD_LENGTH_MAX)};
static const struct option_row option_target_band = {
    "band", 0, "BAND",
    "only starts in this band of the goal's class, such as hard; recipes "
    "give the lengths, or beyond 16 cells the mlc (see `loyd bands --size "
    "SIZE`)",
    SHARED(generate.band)};
static const struct option_row option_attempts = {
    "attempts", 0, "N",
    "maximum number of draws per board (default: 4294967296); required for "
    "very rare targets",
    SHARED_NUMBER(generate.attempts, 1, LOYD_ATTEMPTS_MAX)};
static const struct option_row option_format = {
    "format", 0, "FORMAT",
    "output format; sgt is that of Simon Tatham's Fifteen, scramble the moves "
    "from the goal to the board (default: board)",
    OWN_WORD(format, FORMAT_BOARD, format_words)};
static const struct option_row option_into = {
    "db", 0, "FILE",
    "store the boards in this catalogue, rated; they are not printed. The "
    "file is created if it does not exist",
    SHARED(db)};

option_table generate_options = {
    &option_count, &option_seed, &option_drawn_layout, &option_target_band,
    &option_target, &option_format, &option_into, &option_target_mtm,
    &option_target_mlc, &option_method, &option_first_index, &option_attempts,
    &option_secret, &option_effort, &option_metric_beside, &option_part,
    &option_threads,
    NULL,
};

const char *const generate_rules[] = {
    "--stm excludes --mtm,--mlc,--band",
    "--mtm excludes --mlc,--band",
    "--mlc excludes --band",
    "--effort,--metric needs --db",
    "--part needs --seed",
    "--format,--csv excludes --db",
    "--json,--csv excludes --format",
    NULL,
};

/* --- boards --- */

/* The content of one line. */
struct drawing {
    loyd_recipe recipe; /* with the board's own index */
    loyd_puzzle puzzle;
    loyd_solution solution;
    const struct run *run;
};

static int
print_boards(const struct drawing *drawing, loyd_board_form form)
{
    char text[2 * LOYD_BOARD_TEXT];
    size_t len = loyd_board_print(&drawing->puzzle.start, form, text);

    if (drawing->recipe.layout.is_drawn) {
        text[len++] = '\t';
        len += loyd_board_print(&drawing->puzzle.goal, form, text + len);
    }
    text[len++] = '\n';
    fwrite(text, 1, len, stdout);
    return EXIT_DONE;
}

static int
print_board(const struct drawing *drawing)
{
    return print_boards(drawing, LOYD_FORM_ROWS);
}

static int
print_sgt(const struct drawing *drawing)
{
    return print_boards(drawing, LOYD_FORM_SGT);
}

static int
print_recipe(const struct drawing *drawing)
{
    char text[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&drawing->recipe, text);
    puts(text);
    return EXIT_DONE;
}

static int
print_json(const struct drawing *drawing)
{
    bool is_solved = drawing->recipe.target == LOYD_TARGET_STM;
    char recipe[LOYD_RECIPE_TEXT];
    loyd_entry entry;

    loyd_recipe_print(&drawing->recipe, recipe);
    entry_make(&drawing->puzzle, recipe, &entry);
    if (is_solved)
        entry_set(&entry, LOYD_STM, &drawing->solution);
    return json_entry(&entry, NULL);
}

/* The moves that lead from the goal to the board: as few as possible, or
 * beyond 16 cells those of effort quick. A shuffle also draws unsolvable
 * boards. */
static int
print_scramble(const struct drawing *drawing)
{
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true};
    const loyd_puzzle *puzzle = &drawing->puzzle;
    char goal[LOYD_BOARD_TEXT];
    loyd_solution solution = {.upper = 0};
    struct text line = {0};
    bool is_solvable = false;
    loyd_why why = {""};
    loyd_err err =
        loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, &why);

    if (err == LOYD_OK && is_solvable)
        err = loyd_solve(drawing->run->solver, puzzle, 1, &options, &solution,
                         &why);
    progress_clear();
    if (err != LOYD_OK)
        return report("generate", err, &why);
    if (is_solvable) {
        moves_reverse(&solution.path);
        path_put(&line, &solution.path);
    } else {
        text_put(&line, "unsolvable");
    }
    if (drawing->recipe.layout.is_drawn) {
        loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, goal);
        text_format(&line, "\t%s", goal);
    }
    out_line(&line);
    loyd_moves_free(&solution.path);
    return is_solvable ? EXIT_DONE : EXIT_NO;
}

static int (*const print_line[])(const struct drawing *) = {
    [FORMAT_BOARD] = print_board,
    [FORMAT_RECIPE] = print_recipe,
    [FORMAT_SGT] = print_sgt,
    [FORMAT_SCRAMBLE] = print_scramble,
};

/* Boards drawn ahead: together they take a fifth of the time. */
#define CHUNK 128

struct chunk {
    uint64_t from;
    uint64_t n;
    uint8_t starts[CHUNK * LOYD_CELLS_MAX];
    uint8_t goals[CHUNK * LOYD_CELLS_MAX];
};

/* Draws a board without a target, from the chunk or with the next ones. */
static loyd_err
draw_plain(const struct run *run, const loyd_generator *generator,
           struct chunk *chunk, struct drawing *drawing, loyd_why *why)
{
    const loyd_layout *layout = &drawing->recipe.layout;
    size_t cells = (size_t)layout->width * layout->height, at;
    uint64_t first = run->args.generate.first_index;
    uint64_t attempts = run->args.generate.attempts;
    uint64_t index = drawing->recipe.index;
    loyd_puzzle *puzzle = &drawing->puzzle;

    if (index - chunk->from >= chunk->n) {
        uint64_t left = run->args.count - (index - first);

        chunk->from = index;
        chunk->n = left < CHUNK ? left : CHUNK;
        if (loyd_generator_draw_many(generator, index, (size_t)chunk->n,
                                     attempts, chunk->starts, chunk->goals,
                                     NULL) != LOYD_OK) {
            chunk->n = 0; /* those before the one that cannot be drawn can */
            return loyd_generator_draw(generator, index, attempts, puzzle,
                                       why);
        }
    }
    at = (size_t)(index - chunk->from) * cells;
    puzzle->start.width = puzzle->goal.width = layout->width;
    puzzle->start.height = puzzle->goal.height = layout->height;
    memcpy(puzzle->start.cell, chunk->starts + at, cells);
    memcpy(puzzle->goal.cell, chunk->goals + at, cells);
    return LOYD_OK;
}

static loyd_err
draw(const struct run *run, const loyd_generator *generator,
     struct chunk *chunk, struct drawing *drawing, loyd_why *why)
{
    if (drawing->recipe.target == LOYD_TARGET_NONE)
        return draw_plain(run, generator, chunk, drawing, why);
    /* Only JSON has the path. */
    return loyd_target_draw(
        generator, run->solver, drawing->recipe.index,
        run->args.generate.attempts, &drawing->puzzle,
        rows_are_printed(run) ? &drawing->solution : NULL,
        why);
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

/* Prints one board per line. */
static int
print_each(const struct run *run, const loyd_generator *generator)
{
    uint64_t end = run->args.generate.first_index + run->args.count;
    struct drawing drawing = {.recipe = *loyd_generator_recipe(generator),
                              .run = run};
    bool has_target = drawing.recipe.target != LOYD_TARGET_NONE;
    struct chunk chunk = {.n = 0};
    loyd_why why = {""};
    char where[64];
    loyd_err err;
    int code = EXIT_DONE;

    for (uint64_t index = run->args.generate.first_index; index < end;
         index++) {
        drawing.recipe.index = index;
        if (has_target)
            show_progress(run, index);
        err = interrupted() ? LOYD_E_CANCELLED
                            : draw(run, generator, &chunk, &drawing, &why);
        if (err != LOYD_OK) {
            /* The message of a plain draw has the index already. */
            snprintf(where, sizeof(where), "generate: index %" PRIu64, index);
            return report(has_target ? where : "generate", err, &why);
        }
        progress_clear();
        code = exit_higher(code, rows_are_printed(run)
                                     ? print_json(&drawing)
                                     : print_line[opt.format](&drawing));
        loyd_moves_free(&drawing.solution.path);
        if (code > EXIT_NO || out_is_broken())
            return code;
        /* A board that was searched for may have taken long: print it now. */
        if (opt.format == FORMAT_SCRAMBLE ||
            (has_target && drawing.recipe.method != LOYD_METHOD_BALL))
            fflush(stdout);
    }
    return code;
}

/* Stores boards in the catalogue; those already stored are skipped. */
static int
store_all(const struct run *run, const loyd_generator *generator)
{
    const loyd_recipe *recipe = loyd_generator_recipe(generator);
    loyd_job_result result = {0};
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    loyd_err err;

    err = loyd_catalogue_generate(
        run->store, run->solver, generator, run->args.generate.first_index,
        run->args.count, run->args.generate.attempts,
        (loyd_effort)run->args.effort, metric_of(&run->args), &progress_shown,
        &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail(
            "generate",
            run->args.seed != NULL
                ? "interrupted: run the same command again to continue"
                : "interrupted: run the same command with --seed %s to "
                  "continue",
            recipe->seed);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    out_stored(run->db, "%s",
               counted(result.new_puzzles, "new puzzle", count));
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

const char *const generate_columns[] = {FIELDS, FACTS, NULL};

int
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
    loyd_part_range(&args->part, args->count, &first, &args->count);
    args->generate.first_index += first;
    if (run->db != NULL && run->store == NULL)
        code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE &&
        (recipe.target != LOYD_TARGET_NONE || run->db != NULL ||
         opt.format == FORMAT_SCRAMBLE))
        code =
            solver_start(run, run->db == NULL ? show_attempts : progress_part);
    if (code == EXIT_DONE)
        code = run->db != NULL ? store_all(run, generator)
                               : print_each(run, generator);
    loyd_generator_free(&generator);
    return code;
}
