/* SPDX-License-Identifier: MIT */
/* The two files of a job that others write: what is parsed of `job` prints as
   the same text, and the words of a claim fit on a line. */
#include "fuzz.h"

#include <inttypes.h>
#include <string.h>

#include "cluster/claim.h"
#include "cluster/plan.h"

static void
try_plan(struct slice input)
{
    struct plan plan;
    struct text text = {0};
    loyd_why why;

    if (plan_parse(input, &plan, &why) != LOYD_OK) {
        demand(plan.owned == NULL);
        return;
    }
    demand(plan_print(&plan, &text, &why) == LOYD_OK);
    demand(text.len == input.len && memcmp(text.at, input.at, input.len) == 0);
    demand(plan.tasks >= 1 && plan.tasks <= TASKS_MAX);
    text_free(&text);
    free(plan.owned);
}

/* Lines after the first two of this release, and their checksum. */
static void
try_lines(struct slice input)
{
    const struct plan any = {
        .kind = "", .command = "", .db = "", .recipe = ""};
    struct text text = {0};
    loyd_why why;
    size_t head;

    demand(plan_print(&any, &text, &why) == LOYD_OK);
    head = (size_t)(strstr(text.at, "\nkind ") + 1 - text.at);
    text.len = head;
    text_bytes(&text, input.at, input.len);
    check_put(&text, 0);
    try_plan((struct slice){text.at, text.len});
    text_free(&text);
}

static void
try_claim(struct slice input)
{
    struct claim_owner owner;
    const char *words[] = {owner.host, owner.boot, owner.user, owner.process,
                           owner.token};

    claim_parse(input, &owner);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        demand(memchr(words[i], '\0', CLAIM_WORD) != NULL);
        demand(strchr(words[i], '\n') == NULL);
    }
    demand(owner.is_regular && owner.age < 0 && owner.since >= 0);
}

static void
try_name(const char *name)
{
    uint64_t task = claim_task(name);
    char again[24];

    snprintf(again, sizeof(again), "%" PRIu64, task);
    demand(task == 0 || strcmp(name, again) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = {(const char *)data, size};
    char name[32] = "";

    memcpy(name, data, size < sizeof(name) ? size : sizeof(name) - 1);
    try_name(name);
    try_plan(input);
    try_lines(input);
    try_claim(input);
    return 0;
}
