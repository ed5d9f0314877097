/* SPDX-License-Identifier: MIT */
/* Writes the scripts that run jobs on engines, from the templates of
   cluster/engines: names between two @ are replaced. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "cluster/job.h"

#include "cluster_engines.inc"

#define MEGABYTE 1000000
#define PROCESS_MEMORY (64 * MEGABYTE) /* without tables */
#define JOIN_MEMORY UINT64_C(1024)     /* MB: merging and verifying */
#define SEARCH_MEMORY (384 * MEGABYTE) /* of a proof, unless it is given */

static const struct engine {
    const char *name;
    const char *bytes;
    size_t len;
} engines[] = {
#define ENGINE(name, bytes)                                                   \
    {                                                                         \
        name, bytes, sizeof(bytes)                                            \
    }
    ENGINE("slurm", slurm_sh),
    ENGINE("parallel", parallel_sh),
    ENGINE("kubernetes", kubernetes_yaml),
    ENGINE("htcondor", htcondor_sub),
    ENGINE("pbs", pbs_sh),
#undef ENGINE
};

const char *const script_engines[] = {"slurm",    "parallel", "kubernetes",
                                      "htcondor", "pbs",      NULL};

/* --- what a process takes --- */

/* The tables of the classes of some goals. */
struct tables {
    bool is_wanted[LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX + 1]
                  [LOYD_CELLS_MAX]; /* by class */
    uint64_t sum;  /* bytes of the larger tables of each class, */
    uint64_t most; /* and of the largest class */
};

static void
want(struct tables *tables, const loyd_board *goal)
{
    loyd_class cls =
        loyd_class_of(goal->width, goal->height, loyd_board_blank(goal));

    tables->is_wanted[cls.width][cls.height][cls.blank] = true;
}

static void
want_all(struct tables *tables, const loyd_layout *layout)
{
    for (unsigned i = 0; i < (unsigned)layout->width * layout->height; i++) {
        loyd_class cls = loyd_class_of(layout->width, layout->height, i);

        tables->is_wanted[cls.width][cls.height][cls.blank] = true;
    }
}

/* Adds up the larger tables of the classes of a size. */
static loyd_err
add_size(struct tables *tables, uint8_t width, uint8_t height, loyd_why *why)
{
    uint64_t bytes[LOYD_CELLS_MAX] = {0};
    loyd_cursor *cursor = NULL;
    const loyd_table_info *info;
    const loyd_row *row;
    loyd_err err = loyd_tables_open(LOYD_TABLE_LIST, NULL, width, height, -1,
                                    &cursor, why);

    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL) {
        info = row->table_info;
        if (info->metric == LOYD_STM && info->bytes > bytes[info->blank])
            bytes[info->blank] = info->bytes;
    }
    loyd_cursor_close(&cursor);
    for (unsigned i = 0; i < (unsigned)width * height; i++) {
        if (!tables->is_wanted[width][height][i])
            continue;
        tables->sum += bytes[i];
        if (bytes[i] > tables->most)
            tables->most = bytes[i];
    }
    return err;
}

static loyd_err
count_tables(const struct job *job, struct tables *tables, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (job->generator != NULL) {
        const loyd_layout *layout =
            &loyd_generator_recipe(job->generator)->layout;

        if (layout->is_drawn)
            want_all(tables, layout);
        else
            want(tables, &layout->goal);
    }
    for (uint64_t i = 0; job->boards != NULL && i < job->plan.boards; i++)
        want(tables, job_goal(job, i));
    for (unsigned w = LOYD_SIDE_MIN; err == LOYD_OK && w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = LOYD_SIDE_MIN; err == LOYD_OK && h <= w; h++)
            if (memchr(tables->is_wanted[w][h], true, LOYD_CELLS_MAX) != NULL)
                err = add_size(tables, (uint8_t)w, (uint8_t)h, why);
    return err;
}

struct needs {
    uint64_t memory; /* MB, as all others */
    uint64_t scratch;
    uint64_t join_scratch;
};

/*
 * Tables take twice their size more while they are built, by the first process
 * of a machine. A puzzle takes up to 100 bytes and 6 for each cell in a
 * catalogue, as much again for lengths in MTM, and twice that while it is
 * written.
 */
static loyd_err
find_needs(const struct job *job, struct needs *needs, loyd_why *why)
{
    const struct plan *plan = &job->plan;
    struct tables *tables = calloc(1, sizeof(*tables));
    uint64_t bytes = 0;
    loyd_err err =
        tables != NULL ? count_tables(job, tables, why) : LOYD_E_NOMEM;

    if (err != LOYD_OK) {
        free(tables);
        return err;
    }
    if (job->generator != NULL) {
        const loyd_layout *layout =
            &loyd_generator_recipe(job->generator)->layout;

        bytes = 100 + UINT64_C(6) * layout->width * layout->height;
        if (plan->metric == LOYD_MTM)
            bytes *= 2;
    }
    needs->memory = PROCESS_MEMORY + tables->sum + 5 * tables->most / 2;
    if (job->boards != NULL)
        needs->memory += plan->memory > 0 ? plan->memory : SEARCH_MEMORY;
    needs->memory = needs->memory / MEGABYTE + 1;
    needs->scratch =
        (plan->count / plan->tasks + 1) * 2 * bytes / MEGABYTE + 1;
    needs->join_scratch = plan->count * bytes / MEGABYTE + 1;
    free(tables);
    return LOYD_OK;
}

/* --- the text --- */

void
word_put(struct text *text, const char *word)
{
    size_t plain = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ%+,-./:=@_");

    if (word[0] != '\0' && word[plain] == '\0') {
        text_put(text, word);
        return;
    }
    text_char(text, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            text_put(text, "'\\''");
        else
            text_char(text, *word);
    text_char(text, '\'');
}

/* Puts a value: a text as a shell reads it, a raw text, or a number. */
struct value {
    const char *name;
    const char *word;
    const char *raw;
    uint64_t number;
};

static void
value_put(struct text *text, const struct value *value)
{
    if (value->word != NULL)
        word_put(text, value->word);
    else if (value->raw != NULL)
        text_put(text, value->raw);
    else
        text_number(text, value->number);
}

static void
fill(struct text *text, const struct engine *engine,
     const struct value *values)
{
    struct slice rest = {engine->bytes, engine->len}, head;
    const struct value *value;

    while (slice_cut(&rest, '@', &head)) {
        struct slice after = rest, name;

        text_bytes(text, head.at, head.len);
        slice_cut(&after, '@', &name);
        for (value = values; value->name != NULL; value++)
            if (slice_is(name, value->name))
                break;
        if (value->name == NULL) { /* "$@" */
            text_char(text, '@');
        } else {
            value_put(text, value);
            rest = after;
        }
    }
    text_bytes(text, head.at, head.len);
}

loyd_err
script_put(struct text *text, const struct job *job,
           const struct script *script, loyd_why *why)
{
    const struct plan *plan = &job->plan;
    const struct engine *engine = engines;
    struct needs needs;
    char name[32], tmp[32] = "", join_tmp[32] = "";
    uint64_t tasks = script->tasks;
    loyd_err err;

    WHY_GIVEN(why);
    while (strcmp(engine->name, script->engine) != 0)
        engine++;
    if (strpbrk(script->dir, "\n\"'\\") != NULL &&
        strchr("kh", engine->name[0]) != NULL)
        return why_set(why, LOYD_E_SYNTAX,
                       "a script of %s cannot name this folder", engine->name);
    if ((err = find_needs(job, &needs, why)) != LOYD_OK)
        return err;
    if (tasks == 0)
        tasks = plan->tasks < SCRIPT_TASKS ? plan->tasks : SCRIPT_TASKS;
    snprintf(name, sizeof(name), "loyd-%08" PRIx32, (uint32_t)job->stamp);
    if (script->takes_scratch) {
        snprintf(tmp, sizeof(tmp), " --tmp=%" PRIu64 "M", needs.scratch);
        snprintf(join_tmp, sizeof(join_tmp), " --tmp=%" PRIu64 "M",
                 needs.join_scratch);
    }
    fill(text, engine,
         (const struct value[]){
             {.name = "COMMAND", .raw = plan->command},
             {.name = "DIR", .word = script->dir},
             {.name = "PATH", .raw = script->dir},
             {.name = "DB", .word = script->db},
             {.name = "NAME", .raw = name},
             {.name = "TMP", .raw = tmp},
             {.name = "JOIN_TMP", .raw = join_tmp},
             {.name = "TASKS", .number = tasks},
             {.name = "LAST", .number = tasks - 1},
             {.name = "THREADS", .number = script->threads},
             {.name = "MEMORY", .number = needs.memory},
             {.name = "JOIN_MEMORY", .number = JOIN_MEMORY},
             {.name = "SCRATCH", .number = needs.scratch},
             {.name = "JOIN_SCRATCH", .number = needs.join_scratch},
             {.name = NULL}});
    return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
}
