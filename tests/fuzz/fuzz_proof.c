/* SPDX-License-Identifier: MIT */
/* Files of shared proofs: what is parsed prints as the same text, and paths
   of boards are solutions. */
#include "fuzz.h"

#include <string.h>

#include "cluster/finding.h"

static void
try_finding(struct slice input)
{
    struct finding finding;
    struct text text = {0};
    loyd_why why;

    if (finding_parse(input, &finding, &why) != LOYD_OK) {
        demand(finding.path.dir == NULL);
        return;
    }
    finding_print(&finding, &text);
    demand(text.len == input.len &&
           memcmp(text.at, input.at, input.len) == 0);
    demand(finding.part >= 1 && finding.part <= finding.parts);
    demand(finding.is_solved == (finding.path.n > 0));
    text_free(&text);
    loyd_moves_free(&finding.path);
}

static void
try_row(struct slice input)
{
    struct board_row row;
    loyd_why why;

    if (board_row_parse(input, &row, &why) != LOYD_OK) {
        demand(row.path.dir == NULL);
        return;
    }
    demand(row.lower >= 1 && row.lower < row.upper);
    demand(row.path.n == row.upper);
    demand(loyd_moves_replay(&row.puzzle.start, &row.puzzle.goal, &row.path,
                             NULL, NULL) == LOYD_OK);
    loyd_moves_free(&row.path);
}

static void
try_name(const char *name)
{
    struct finding finding;
    char again[FINDING_NAME];

    if (!finding_name_parse(name, &finding))
        return;
    finding_name(&finding, again);
    demand(strcmp(name, again) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = {(const char *)data, size};
    char name[64] = "";

    memcpy(name, data, size < sizeof(name) ? size : sizeof(name) - 1);
    try_name(name);
    try_finding(input);
    try_row(input);
    return 0;
}
