/* SPDX-License-Identifier: MIT */
/* `loyd audit`: is the generator what it says? */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/entry.h"
#include "cli/heat.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/recipe.h"
#include "cli/solving.h"
#include "cli/study.h"

#define BOARDS_DEFAULT 10000
#define METHOD_BYTES 32

static const struct option_row option_boards = {
    .name = "count",
    .letter = 'n',
    .value = "N",
    .read = read_number,
    .at = OPTION_AT(boards),
    .low = 1,
    .high = LOYD_INDEX_MAX + 1,
    .help =
        "how many boards; unless said, 10000, and 1000 a point of a study, "
        "or what the tests need if that is more",
};
static const struct option_row option_study = {
    .name = "study",
    .read = read_switch,
    .at = OPTION_AT(study),
    .help = "mean optimum against the number of random moves, for walk and "
            "jump beside uniform; up to 16 cells",
};
static const struct option_row option_plot = {
    .name = "svg",
    .value = "FILE",
    .read = read_text,
    .at = OPTION_AT(svg),
    .help = "draw the study into this file as well, as SVG",
};

option_table audit_options = {
    &option_drawn_layout, &option_method,
    &option_boards,       &option_seed,
    &option_secret,       &option_threads,
    &option_study,        &option_plot,
    &option_json,         NULL,
};

/* How a test is called in the table, and how many decimals it shows. */
static const struct row {
    const char *name;
    int decimals;
} rows[LOYD_AUDIT_COUNT_] = {
    [LOYD_AUDIT_SOLVABLE] = {"can be solved", 0},
    [LOYD_AUDIT_STATES] = {"whole boards", 2},
    [LOYD_AUDIT_TILES] = {"tile by cell", 2},
    [LOYD_AUDIT_BLANK] = {"blank by cell", 2},
    [LOYD_AUDIT_MEAN] = {"mean optimum", 3},
    [LOYD_AUDIT_BLANK_LAG] = {"blank, serial", 4},
    [LOYD_AUDIT_INVERSIONS_LAG] = {"inversions, serial", 4},
};

/* An audit of a generator, and what it came to. */
struct hearing {
    loyd_recipe recipe;
    loyd_generator *generator;
    loyd_solver *solver; /* NULL: lengths are not tested */
    loyd_audit *audit;
    loyd_mean mean;
    char mean_left_out[96]; /* why the mean is not tested, "" where it is */
    loyd_audit_report report;
};

static bool
is_small(unsigned width, unsigned height)
{
    return width * height <= LOYD_EXACT_CELLS;
}

/* What the mean is held against, if anything. */
static loyd_err
find_mean(struct hearing *hearing)
{
    const loyd_layout *layout = &hearing->recipe.layout;
    char *why = hearing->mean_left_out;
    size_t size = sizeof(hearing->mean_left_out);

    if (!is_small(layout->width, layout->height)) {
        snprintf(why, size, "lengths are for boards of up to %d cells",
                 LOYD_EXACT_CELLS);
        return LOYD_OK;
    }
    if (layout->path == LOYD_PATH_RANDOM) {
        snprintf(why, size, "the goal's blank is not always in one cell");
        return LOYD_OK;
    }
    return loyd_mean_of(&layout->goal, &hearing->mean);
}

static int
hear(const struct run *run, struct hearing *hearing, uint64_t boards)
{
    const loyd_layout *layout = &hearing->recipe.layout;
    bool has_mean;
    loyd_why why = {""};
    loyd_err err = LOYD_OK;
    int code = EXIT_DONE;

    if (is_small(layout->width, layout->height))
        code = solving_start(run, progress_quiet, &hearing->solver);
    if (code != EXIT_DONE)
        return code;
    if ((err = find_mean(hearing)) == LOYD_OK)
        err = loyd_audit_new(layout->width, layout->height, &hearing->audit);
    has_mean = hearing->mean_left_out[0] == '\0';
    if (err == LOYD_OK)
        err = loyd_audit_draw(hearing->audit, hearing->generator,
                              has_mean ? hearing->solver : NULL, 0, boards,
                              progress_show, NULL, &why);
    progress_clear();
    if (err == LOYD_OK)
        err =
            loyd_audit_tests(hearing->audit, has_mean ? &hearing->mean : NULL,
                             &hearing->report, &why);
    return err == LOYD_OK ? EXIT_DONE : job_failed("audit", err, &why);
}

static void
print_row(const struct terminal *screen, const struct row *row,
          const loyd_audit_result *result)
{
    int decimals = row->decimals;
    bool has_chance = result->deviation > 0;

    printf("%-18s  %11.*f  %11.*f", row->name, decimals, result->found,
           decimals, result->expected);
    if (has_chance)
        printf("  %9.*f", decimals, result->deviation);
    else
        printf("  %9s", "");
    fputs("  ", stdout);
    if (has_chance)
        print_p(result->p);
    else
        printf("%9s", "");
    printf("  %s%s%s\n",
           paint(screen, result->has_passed ? PAINT_GREEN : PAINT_RED),
           result->has_passed ? "passed" : "failed", paint(screen, PAINT_OFF));
}

static void
print_report(const struct terminal *screen, const struct hearing *hearing)
{
    const loyd_audit_report *report = &hearing->report;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&hearing->recipe, recipe);
    print_escaped(recipe);
    printf(" and on, %" PRIu64 " boards\n\n", report->boards);
    printf("%s%-18s  %11s  %11s  %9s  %9s%s\n", paint(screen, PAINT_BOLD),
           "test", "found", "expected", "deviation", "p",
           paint(screen, PAINT_OFF));
    for (int t = 0; t < LOYD_AUDIT_COUNT_; t++) {
        if (report->result[t].is_run)
            print_row(screen, &rows[t], &report->result[t]);
        else if (t == LOYD_AUDIT_MEAN)
            printf("%-18s  left out: %s\n", rows[t].name,
                   hearing->mean_left_out);
    }
    heat_draw(screen, hearing->audit, &hearing->recipe.layout);
    printf("\n%s: an audit fails where a p is below %.1e, %g divided by the\n"
           "%u tests that chance may fail.\n",
           report->has_passed ? "passed" : "failed", report->limit,
           LOYD_AUDIT_LEVEL, report->n_chances);
}

static void
print_json(const struct hearing *hearing)
{
    const loyd_audit_report *report = &hearing->report;
    char recipe[LOYD_RECIPE_TEXT];

    loyd_recipe_print(&hearing->recipe, recipe);
    for (int t = 0; t < LOYD_AUDIT_COUNT_; t++) {
        const loyd_audit_result *result = &report->result[t];
        struct json json;

        if (!result->is_run)
            continue;
        jw_begin(&json);
        jw_text(&json, "recipe", recipe);
        jw_number(&json, "count", report->boards);
        jw_text(&json, "test", loyd_audit_test_name((loyd_audit_test)t));
        jw_real(&json, "found", result->found);
        jw_real(&json, "expected", result->expected);
        jw_real(&json, "deviation", result->deviation);
        jw_number(&json, "freedom", result->freedom);
        jw_real(&json, "p", result->p);
        jw_real(&json, "limit", report->limit);
        jw_bool(&json, "passed", result->has_passed);
        jw_end(&json);
    }
}

static int
run_audit(const struct run *run, struct hearing *hearing, uint64_t boards)
{
    int code = hear(run, hearing, boards);

    if (code != EXIT_DONE)
        return code;
    if (run->args.json)
        print_json(hearing);
    else
        print_report(&run->screen, hearing);
    return hearing->report.has_passed ? EXIT_DONE : EXIT_NO;
}

/* What cannot go together, and what is too little, before any work; and how
 * many boards where nobody said. */
static int
check_args(const struct run *run, uint64_t *boards)
{
    const char *size = run->operands[0];
    uint8_t w, h;
    uint64_t least;
    loyd_why why = {""};
    loyd_err err = loyd_size_parse(size, strlen(size), &w, &h, &why);

    if (err != LOYD_OK)
        return complain_option("audit", err, &why);
    least = loyd_audit_least(w, h);
    if (*boards == 0)
        *boards = run->args.study ? STUDY_BOARDS : BOARDS_DEFAULT;
    if (run->args.boards == 0 && *boards < least)
        *boards = least;
    if (run->args.svg != NULL && !run->args.study) {
        message("audit", "--svg without --study, and both were expected");
        return EXIT_COMMAND;
    }
    if (run->args.study && run->args.method != NULL) {
        message("audit", "both --study and --method, and one was expected: a "
                         "study has methods of its own");
        return EXIT_COMMAND;
    }
    if (run->args.study && !is_small(w, h)) {
        message("audit",
                "%ux%u has %u cells, and for a study up to %d were "
                "expected",
                w, h, w * h, LOYD_EXACT_CELLS);
        return EXIT_COMMAND;
    }
    if (*boards < least) {
        message("--count",
                "%" PRIu64 " boards, and for %ux%u at least %" PRIu64
                " were expected",
                *boards, w, h, least);
        return EXIT_COMMAND;
    }
    return EXIT_DONE;
}

int
cmd_audit(struct run *run)
{
    struct hearing hearing = {.generator = NULL};
    uint64_t boards = run->args.boards;
    int code;

    code = check_args(run, &boards);
    if (code == EXIT_DONE)
        code = recipe_prepare(run, &hearing.recipe, &hearing.generator);
    if (code == EXIT_DONE)
        code = run->args.study ? study(run, &hearing.recipe, boards)
                               : run_audit(run, &hearing, boards);
    loyd_audit_free(&hearing.audit);
    loyd_solver_free(&hearing.solver);
    loyd_generator_free(&hearing.generator);
    return code;
}
