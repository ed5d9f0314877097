/* SPDX-License-Identifier: MIT */
/* `loyd cluster`: work that is divided among the machines of a cluster. */
#include "cli/command.h"
#include "cli/proof.h"
#include "cli/slurm.h"

static const struct option_row option_out = {
    "out", 'o', "DIR", "slurm: folder to create; it must be new or empty",
    SHARED(out), .group = GROUP_OUTPUT};
static const struct option_row option_threads_each = {
    "threads", 0, "N",
    "slurm: number of threads of each task (default: 1); prove: number of "
    "threads (default: one per processor)",
    SHARED_NUMBER(threads, 1, 256), .group = GROUP_SEARCH};
static const struct option_row option_memory_each = {
    "memory", 0, "BYTES", "prove: memory of a search, " SEARCH_MEMORY,
    SHARED_BY(read_bytes, memory, 1, INT64_MAX), .group = GROUP_SEARCH};

static const struct option_row option_db_join = {
    "db", 0, "FILE", "join: the catalogue", SHARED(db),
    .group = GROUP_CATALOGUE};

option_table cluster_options = {
    &option_out,         &option_tasks,   &option_parts, &option_threads_each,
    &option_memory_each, &option_db_join, &option_json,  NULL,
};

const char *const cluster_rules[] = {
    "--out,--tasks,--parts needs slurm",
    "--threads needs slurm|prove",
    "--memory needs prove",
    "--db needs join",
    "--json needs join",
    "slurm needs --out=DIR",
    "slurm needs COMMAND",
    "prove,join needs DIR",
    "join needs --db=FILE",
    NULL,
};

const char *const cluster_actions[] = {"slurm", "prove", "join", NULL};
static int (*const actions[])(struct run *run) = {slurm_write, cluster_prove,
                                                  cluster_join};

int
cmd_cluster(struct run *run)
{
    return actions[run->action](run);
}
