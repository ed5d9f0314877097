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

static const char *const format_words[] = {"board",    "recipe", "json", "sgt",
                                           "scramble", NULL};

static const struct option_row option_count = {
    "count", 0, "N", "number of boards (default: 1)",
    SHARED_NUMBER(count, 1, LOYD_INDEX_MAX + 1), .group = GROUP_BOARDS};
static const struct option_row option_first_index = {
    "first-index", 0, "N", "index of the first board (default: 0)",
    SHARED_NUMBER(generate.first_index, 0, LOYD_INDEX_MAX),
    .group = GROUP_BOARDS};
static const struct option_row option_target = {
    "stm",
    0,
    "A..B",
    "only starts with an optimal length from A to B, in single-tile moves. "
    "Up to 16 cells they are equally likely (method uniform or ball, "
    "whichever is faster); larger boards need --method walk:K or jump:K",
    SHARED_NUMBER(generate.stm, 0, LOYD_LENGTH_MAX),
    .group = GROUP_BOARDS};
static const struct option_row option_target_mtm = {
    "mtm",
    0,
    "A..B",
    "up to 12 cells: only starts with an optimal length from A to B in "
    "multi-tile moves, all equally likely",
    SHARED_NUMBER(generate.mtm, 0, LOYD_LENGTH_MAX),
    .group = GROUP_BOARDS};
static const struct option_row option_target_mlc = {
    "mlc",
    0,
    "A..B",
    "beyond 16 cells: only starts whose Manhattan distance with linear "
    "conflicts is from A to B, all equally likely",
    SHARED_NUMBER(generate.mlc, 0, LOYD_LENGTH_MAX),
    .group = GROUP_BOARDS};
static const struct option_row option_target_band = {
    "band", 0, "BAND",
    "only starts in this band of the goal's class, such as hard; recipes "
    "give the lengths, or beyond 16 cells the mlc (see `loyd bands --size "
    "SIZE`)",
    SHARED(generate.band), .group = GROUP_BOARDS};
static const struct option_row option_attempts = {
    "attempts", 0, "N",
    "maximum number of draws per board (default: 4294967296); required for "
    "very rare targets",
    SHARED_NUMBER(generate.attempts, 1, LOYD_ATTEMPTS_MAX),
    .group = GROUP_BOARDS};
static const struct option_row option_format = {
    "format", 0, "FORMAT",
    "output format; sgt is that of Simon Tatham's Fifteen, scramble the moves "
    "from the goal to the board (default: board)",
    SHARED_WORD(generate.format, FORMAT_BOARD, format_words),
    .group = GROUP_OUTPUT};
static const struct option_row option_into = {
    "db", 0, "FILE",
    "store the boards in this catalogue, rated; they are not printed. The "
    "file is created if it does not exist",
    SHARED(db), .group = GROUP_CATALOGUE};

option_table generate_options = {
    &option_drawn_layout, &option_count,      &option_first_index,
    &option_seed,         &option_method,     &option_target,
    &option_target_mtm,   &option_target_mlc, &option_target_band,
    &option_attempts,     &option_secret,     &option_format,
    &option_into,         &option_effort,     &option_metric_beside,
    &option_traits,       &option_no_counts,  &option_part,
    &option_threads,      OPTIONS_OF_ROWS,    NULL,
};

const char *const generate_rules[] = {
    "--stm excludes --mtm,--mlc,--band",
    "--mtm excludes --mlc,--band",
    "--mlc excludes --band",
    "--effort,--metric,--traits needs --db",
    "--no-counts needs --traits",
    "--part needs --seed",
    "--format,--csv excludes --db",
    "--json,--csv excludes --format=board,--format=recipe,--format=sgt",
    "--json,--csv excludes --format=scramble",
    NULL,
};

/* --- scrambles: the moves that lead from a goal to a drawn board --- */

#define SCRAMBLES_MAX 1024
#define BATCH_OF_LARGE 16 /* which take longer */

/* Drawn boards that are solved together. */
struct scrambles {
    bool has_goals; /* lines end with a tab and the goal */
    int code;       /* EXIT_NO: some were unsolvable */
    size_t n;
    size_t most; /* the boards of one batch */
    loyd_puzzle puzzle[SCRAMBLES_MAX];
    loyd_puzzle solvable[SCRAMBLES_MAX];
    loyd_solution solution[SCRAMBLES_MAX];
};

static int
print_solution(const struct scrambles *scrambles, const loyd_puzzle *puzzle,
               const loyd_solution *solution)
{
    char goal[LOYD_BOARD_TEXT];
    struct text line = {0};

    if (solution != NULL)
        path_put(&line, &solution->path);
    else
        text_put(&line, "unsolvable");
    if (scrambles->has_goals) {
        loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, goal);
        text_char(&line, '\t');
        text_put(&line, goal);
    }
    out_line(&line);
    return solution != NULL ? EXIT_DONE : EXIT_NO;
}

/* A shuffle also draws unsolvable boards. */
static bool
is_solvable(const loyd_puzzle *puzzle)
{
    bool answer = false;

    return loyd_solvable(&puzzle->start, &puzzle->goal, &answer, NULL) ==
               LOYD_OK &&
           answer;
}

/* Finds the canonical path of each; beyond 16 cells a short one. */
static int
solve_scrambles(const struct run *run, struct scrambles *scrambles)
{
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true};
    size_t n = 0;
    loyd_why why = {""};
    loyd_err err;

    for (size_t i = 0; i < scrambles->n; i++)
        if (is_solvable(&scrambles->puzzle[i]))
            scrambles->solvable[n++] = scrambles->puzzle[i];
    memset(scrambles->solution, 0, n * sizeof(scrambles->solution[0]));
    err = loyd_solve(run->solver, scrambles->solvable, n, &options,
                     scrambles->solution, &why);
    progress_clear();
    return report("generate", err, &why);
}

/* Prints what has been added, one line each. Returns an exit code, after a
   message: EXIT_NO if a board so far was unsolvable. */
static int
scrambles_print(const struct run *run, struct scrambles *scrambles)
{
    loyd_solution *next = scrambles->solution;
    int code = scrambles->n > 0 ? solve_scrambles(run, scrambles) : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    for (size_t i = 0; i < scrambles->n; i++) {
        const loyd_puzzle *puzzle = &scrambles->puzzle[i];
        loyd_solution *solution = is_solvable(puzzle) ? next++ : NULL;

        if (solution != NULL)
            loyd_moves_reverse(&solution->path);
        code = exit_higher(code, print_solution(scrambles, puzzle, solution));
        if (solution != NULL)
            loyd_moves_free(&solution->path);
    }
    scrambles->n = 0;
    scrambles->code = exit_higher(scrambles->code, code);
    fflush(stdout);
    return scrambles->code;
}

/* --- boards --- */

/* The content of one line. */
struct drawing {
    loyd_recipe recipe; /* with the board's own index */
    loyd_puzzle puzzle;
    loyd_solution solution;
    const struct run *run;
    struct scrambles *scrambles; /* FORMAT_SCRAMBLE: they wait here */
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

/* Adds a board to the batch, and prints it once it is full. */
static int
print_scramble(const struct drawing *drawing)
{
    struct scrambles *scrambles = drawing->scrambles;
    int code = EXIT_DONE;

    scrambles->puzzle[scrambles->n++] = drawing->puzzle;
    if (scrambles->n == scrambles->most)
        code = scrambles_print(drawing->run, scrambles);
    return code > EXIT_NO ? code : EXIT_DONE;
}

static int (*const print_line[])(const struct drawing *) = {
    [FORMAT_BOARD] = print_board,       [FORMAT_RECIPE] = print_recipe,
    [FORMAT_JSON] = print_json,         [FORMAT_SGT] = print_sgt,
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
        run->args.generate.format == FORMAT_JSON ? &drawing->solution : NULL,
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
print_each(const struct run *run, const loyd_generator *generator,
           struct scrambles *scrambles)
{
    uint64_t end = run->args.generate.first_index + run->args.count;
    struct drawing drawing = {.recipe = *loyd_generator_recipe(generator),
                              .run = run,
                              .scrambles = scrambles};
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
        code = print_line[run->args.generate.format](&drawing);
        loyd_moves_free(&drawing.solution.path);
        if (code != EXIT_DONE || out_is_broken())
            return code;
        /* By rejection a board may take long: print it now. */
        if (has_target && drawing.recipe.method != LOYD_METHOD_BALL)
            fflush(stdout);
    }
    return code;
}

static int
print_scrambles(const struct run *run, const loyd_generator *generator)
{
    const loyd_layout *layout = &loyd_generator_recipe(generator)->layout;
    bool is_large = layout->width * layout->height > LOYD_EXACT_CELLS;
    struct scrambles *scrambles = calloc(1, sizeof(*scrambles));
    int code;

    if (scrambles == NULL)
        return report("generate", LOYD_E_NOMEM, NULL);
    scrambles->has_goals = layout->is_drawn;
    scrambles->most = is_large ? BATCH_OF_LARGE : SCRAMBLES_MAX;
    code = print_each(run, generator, scrambles);
    if (!interrupted())
        code = exit_higher(code, scrambles_print(run, scrambles));
    free(scrambles);
    return code;
}

static void
print_stored_json(const struct run *run, const loyd_job_result *result)
{
    struct jw *json = row_begin();

    jw_uint(json, "recipes", run->args.count);
    jw_uint(json, "new_puzzles", result->new_puzzles);
    jw_uint(json, "skipped", result->skipped);
    row_end(json);
}

static void
print_stored(const struct run *run, const loyd_job_result *result)
{
    print_count(run->args.count, "recipe");
    fputs(", ", stdout);
    print_count(result->new_puzzles, "new puzzle");
    if (result->skipped > 0)
        printf(", %" PRIu64 " skipped", result->skipped);
    putchar('\n');
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
    if (run->args.json)
        print_stored_json(run, &result);
    else
        print_stored(run, &result);
    return EXIT_DONE;
}

/* Stores the boards, and the traits of all of the same seed. */
static int
store_with_traits(struct run *run, const loyd_generator *generator)
{
    const loyd_filter filter = {.seed =
                                    loyd_generator_recipe(generator)->seed};
    loyd_job_result result = {0};
    int code = store_all(run, generator);

    run->args.part.of = 0; /* of recipes, not of ids */
    return code == EXIT_DONE && run->args.traits
               ? traits_compute(run, &filter, &result)
               : code;
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

    if (rows_are_printed(run))
        args->generate.format = FORMAT_JSON;
    if (args->generate.format == 0)
        args->generate.format = FORMAT_BOARD;
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
         args->generate.format == FORMAT_SCRAMBLE))
        code =
            solver_start(run, run->db == NULL ? show_attempts : progress_part);
    if (code == EXIT_DONE)
        code = run->db != NULL ? store_with_traits(run, generator)
               : args->generate.format == FORMAT_SCRAMBLE
                   ? print_scrambles(run, generator)
                   : print_each(run, generator, NULL);
    loyd_generator_free(&generator);
    return code;
}
