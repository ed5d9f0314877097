/* SPDX-License-Identifier: MIT */
/* `loyd cluster make`: parses the command of a job and plans its tasks. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/cluster_make.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/filter.h"
#include "cli/recipe.h"
#include "cli/rules.h"
#include "cluster/cluster.h"

#define TASKS_DEFAULT 400 /* of generate */

/* The command of a job. */
struct making {
    struct run *run;
    uint64_t tasks; /* 0: not given, as for parts */
    uint64_t parts;
    struct run inner;
    struct plan plan;
    struct text command;
    struct text boards;
    char recipe[LOYD_RECIPE_TEXT];
    char *db;
};

static int
lost_memory(void)
{
    return report("cluster", LOYD_E_NOMEM, NULL);
}

static int
plan_generate(struct making *m)
{
    struct args *args = &m->inner.args;
    struct plan *plan = &m->plan;
    loyd_generator *generator = NULL;
    loyd_recipe recipe;
    int code;

    if (m->parts != 0)
        return refuse_without("cluster", "--parts", "rate");
    code = recipe_prepare(&m->inner, &recipe, &generator);
    loyd_generator_free(&generator);
    if (code != EXIT_DONE)
        return code;
    loyd_recipe_print(&recipe, m->recipe);
    plan->recipe = m->recipe;
    plan->first = args->generate.first_index;
    plan->count = args->count;
    plan->attempts = args->generate.attempts;
    plan->effort = args->effort;
    plan->metric = metric_of(args);
    plan->tasks = m->tasks;
    if (plan->tasks == 0)
        plan->tasks =
            plan->count < TASKS_DEFAULT ? plan->count : TASKS_DEFAULT;
    if (plan->tasks > plan->count)
        return refuse("--tasks", "%" PRIu64 ": expected at most %" PRIu64,
                      plan->tasks, plan->count);
    return EXIT_DONE;
}

/* A row_fn: adds a board beyond 16 cells. */
static int
add_board(const struct run *run, void *context, const loyd_entry *entry)
{
    const loyd_board *start = &entry->puzzle.start;
    struct making *m = context;

    (void)run;
    if ((unsigned)start->width * start->height > LOYD_EXACT_CELLS &&
        entry->known[LOYD_STM].rating.upper != 0)
        cluster_board(&m->boards, &m->plan, entry);
    return EXIT_DONE;
}

/* Adds the boards that `rate --prove` would prove. */
static int
add_boards(struct making *m)
{
    static const loyd_status open[] = {LOYD_STATUS_BOUNDED,
                                       LOYD_STATUS_CLAIMED};
    struct filter_lists lists;
    loyd_filter filter;
    int code = filter_make(&m->inner, &lists, &filter);

    filter.has_status = true;
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
        filter.status = open[i];
        if (code == EXIT_DONE)
            code = catalogue_each(&m->inner, &filter, add_board, m);
    }
    filter_lists_free(&lists);
    return code;
}

static int
plan_rate(struct making *m)
{
    struct plan *plan = &m->plan;
    int code;

    if (m->tasks != 0)
        return refuse_without("cluster", "--tasks", "generate");
    m->inner.db = m->inner.args.db;
    code = catalogue_open(&m->inner, LOYD_STORE_READ);
    if (code == EXIT_DONE)
        code = add_boards(m);
    loyd_store_close(&m->inner.store);
    if (code != EXIT_DONE)
        return code;
    if (plan->boards == 0)
        return deny(m->inner.db,
                    "no puzzle of more than %d cells has an interval",
                    LOYD_EXACT_CELLS);
    /* Other processes have other working folders. */
    if ((m->db = realpath(m->inner.db, NULL)) == NULL)
        return fail(m->inner.db, "%s", strerror(errno));
    plan->db = m->db;
    plan->memory = m->inner.args.memory;
    plan->parts = m->parts > 0 ? m->parts : 1;
    plan->tasks = plan->parts * plan->boards;
    return plan->tasks <= TASKS_MAX
               ? EXIT_DONE
               : refuse("--parts", "%" PRIu64 " tasks: expected at most %d",
                        plan->tasks, TASKS_MAX);
}

/* The commands that a job can run, the options that a job sets itself or
   cannot keep, and those that it needs. */
static const struct kind_row {
    const char *command;
    const char *unfit;
    const char *const *rules;
    int (*plan)(struct making *m);
} kinds[] = {
    {"generate", "--db,--shard,--format,--json,--csv,--suite,--secret,--out",
     (const char *const[]){"generate needs --seed=TEXT", NULL}, plan_generate},
    {"rate", "--nodes,--shard,--effort,--metric=mtm,--json,--tables,--status",
     (const char *const[]){"rate needs --db=FILE", "rate needs --prove", NULL},
     plan_rate},
    {NULL, NULL, NULL, NULL},
};

static int
refuse_unfit(const struct making *m, const char *options)
{
    char shown[RULE_BYTES];

    return rules_find(&m->inner, options, shown) == NULL
               ? EXIT_DONE
               : refuse("cluster", "a job of %s cannot have %s",
                        m->inner.command->name, shown);
}

static int
check_inner(struct making *m, const struct kind_row *kind)
{
    const struct command *command = m->inner.command;
    int n = m->inner.n_operands, code;

    if (m->inner.args.threads > 0)
        return refuse("cluster", "--threads is an option of `cluster run`");
    if (n < command->operands_min)
        return refuse_missing(command->name, command->operands);
    if (n > command->operands_max)
        return refuse_extra(command->name,
                            m->inner.operands[command->operands_max]);
    if ((code = refuse_unfit(m, "--help,--version,--quiet")) != EXIT_DONE ||
        (code = refuse_unfit(m, kind->unfit)) != EXIT_DONE ||
        (code = rules_check(&m->inner, kind->rules)) != EXIT_DONE)
        return code;
    /* Each task of a job stores. */
    m->inner.options[m->inner.n_options++] =
        (struct option_use){&option_db, ""};
    return rules_check(&m->inner, command->rules);
}

/* Parses the command with its own options. */
static int
parse_inner(struct making *m, const struct kind_row *kind)
{
    const struct run *run = m->run;
    int argc = run->n_operands - 2;
    char **argv = calloc((size_t)argc + 1, sizeof(*argv));
    int code;

    m->inner.command = command_find(kind->command);
    m->inner.operands = calloc((size_t)argc + 1, sizeof(char *));
    if (argv == NULL || m->inner.operands == NULL) {
        free(argv);
        return lost_memory();
    }
    for (int i = 0; i < argc; i++) { /* getopt changes none of the words */
        argv[i] = (char *)(uintptr_t)run->operands[i + 2];
        if (i > 0)
            text_char(&m->command, ' ');
        word_put(&m->command, argv[i]);
    }
    m->inner.args.count = 1;
    code = options_parse(&m->inner, argc, argv);
    free(argv);
    return code == EXIT_DONE ? check_inner(m, kind) : code;
}

static int
write_job(struct making *m)
{
    const char *dir = m->run->operands[1];
    loyd_why why = {""};
    loyd_err err;

    if (m->command.is_lost || m->boards.is_lost)
        return lost_memory();
    m->plan.command = m->command.at;
    err = cluster_make(dir, &m->plan, m->plan.boards > 0 ? &m->boards : NULL,
                       &why);
    if (err != LOYD_OK)
        return report(dir, err, &why);
    out_stored(dir, "the job");
    print_count(m->plan.tasks, "task");
    fputs(" in ", stdout);
    print_escaped(dir);
    putchar('\n');
    return EXIT_DONE;
}

int
cluster_make_job(struct run *run, uint64_t tasks, uint64_t parts)
{
    struct making m = {.run = run,
                       .tasks = tasks,
                       .parts = parts,
                       .plan = {.db = "", .recipe = ""}};
    const struct kind_row *kind = kinds;
    char shown[QUOTED_BYTES];
    int code;

    if (run->n_operands < 3)
        return refuse_missing("cluster", "COMMAND");
    while (kind->command != NULL &&
           strcmp(kind->command, run->operands[2]) != 0)
        kind++;
    if (kind->command == NULL)
        return refuse("cluster",
                      "no job for '%s': expected generate or rate --prove",
                      quoted(run->operands[2], shown));
    m.plan.kind = kind->command;
    if ((code = parse_inner(&m, kind)) == EXIT_DONE)
        code = kind->plan(&m);
    if (code == EXIT_DONE)
        code = write_job(&m);
    text_free(&m.command);
    text_free(&m.boards);
    free(m.db);
    loyd_filter_builder_free(&m.inner.args.filter);
    free(m.inner.operands);
    return code;
}
