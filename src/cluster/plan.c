/* SPDX-License-Identifier: MIT */
/* Prints and parses the file `job`. */
#include "cluster/plan.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/why.h"

#define JOB_BEGIN "loyd job 1\n"

/* Its lines after the first two, "NAME VALUE", in this order. */
static const struct line {
    const char *name;
    bool is_text;
    size_t at;
} lines[] = {
#define TEXT(name)                                                            \
    {                                                                         \
#name, true, offsetof(struct plan, name)                              \
    }
#define NUMBER(name)                                                          \
    {                                                                         \
#name, false, offsetof(struct plan, name)                             \
    }
    TEXT(kind),           TEXT(command), TEXT(db),         TEXT(recipe),
    NUMBER(first),        NUMBER(count), NUMBER(attempts), NUMBER(effort),
    NUMBER(metric),       NUMBER(parts), NUMBER(memory),   NUMBER(boards),
    NUMBER(boards_check), NUMBER(tasks),
#undef TEXT
#undef NUMBER
};
#define N_LINES (sizeof(lines) / sizeof(lines[0]))

/* What another build may do otherwise. */
static void
release_put(struct text *text)
{
    text_format(text, "release %s, efforts %d, parts %d, tables %d\n",
                loyd_version(), LOYD_EFFORT_VERSION, LOYD_SPLIT_VERSION,
                LOYD_TABLES_VERSION);
}

void
check_put(struct text *text, size_t from)
{
    if (!text->is_lost)
        text_format(text, CHECK_BEGIN "%016" PRIx64 "\n",
                    (uint64_t)XXH3_64bits(text->at + from, text->len - from));
}

loyd_err
plan_print(const struct plan *plan, struct text *text, loyd_why *why)
{
    size_t from = text->len;

    text_put(text, JOB_BEGIN);
    release_put(text);
    for (size_t i = 0; i < N_LINES; i++) {
        const void *value = (const char *)plan + lines[i].at;

        text_format(text, "%s ", lines[i].name);
        if (!lines[i].is_text) {
            text_number(text, *(const uint64_t *)value);
        } else if (strchr(*(const char *const *)value, '\n') != NULL) {
            return why_set(why, LOYD_E_SYNTAX, "%s: more than one line",
                           lines[i].name);
        } else {
            text_put(text, *(const char *const *)value);
        }
        text_char(text, '\n');
    }
    check_put(text, from);
    return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
}

/* Reads a line into the plan. A text stays where it is, and gets a NUL. */
static bool
line_read(char **at, const struct line *line, struct plan *plan)
{
    void *value = (char *)plan + line->at;
    struct slice head = {*at, strcspn(*at, "\n")};
    char *end = *at + head.len;

    if (*end == '\0' || !slice_skip(&head, line->name) ||
        !slice_skip(&head, " "))
        return false;
    *at = end + 1;
    if (!line->is_text)
        return slice_number(head, value) == NUMBER_GOOD;
    *end = '\0';
    *(const char **)value = head.at;
    return true;
}

/* The first two lines are checked first: others may follow other rules. */
static loyd_err
release_check(struct slice *text, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct text mine = {0};
    struct slice line;
    bool is_mine, is_lost;

    if (!slice_skip(text, JOB_BEGIN))
        return why_set(why, LOYD_E_FOREIGN, "job: not the job of a cluster");
    slice_cut(text, '\n', &line);
    release_put(&mine);
    is_mine =
        mine.len == line.len + 1 && memcmp(mine.at, line.at, line.len) == 0;
    is_lost = mine.is_lost;
    if (!is_mine && !is_lost)
        why_set(why, LOYD_E_FOREIGN, "job: of %s: expected %.*s",
                why_quote(line.at, line.len, quote), (int)mine.len - 1,
                mine.at);
    text_free(&mine);
    return is_mine ? LOYD_OK : is_lost ? LOYD_E_NOMEM : LOYD_E_FOREIGN;
}

loyd_err
plan_parse(struct slice text, struct plan *plan, loyd_why *why)
{
    struct slice rest = text;
    struct text again = {0};
    char *owned, *at;
    size_t i = 0;
    bool is_good;
    loyd_err err = release_check(&rest, why);

    *plan = (struct plan){.owned = NULL};
    if (err != LOYD_OK)
        return err;
    if ((owned = malloc(rest.len + 1)) == NULL)
        return LOYD_E_NOMEM;
    memcpy(owned, rest.at, rest.len);
    owned[rest.len] = '\0';
    at = owned;
    while (i < N_LINES && line_read(&at, &lines[i], plan))
        i++;
    if (i == N_LINES)
        err = plan_print(plan, &again, why);
    is_good = i == N_LINES && plan->tasks >= 1 && plan->tasks <= TASKS_MAX &&
              again.len == text.len &&
              memcmp(again.at, text.at, text.len) == 0;
    text_free(&again);
    if (err == LOYD_OK && !is_good)
        err = why_set(why, LOYD_E_CORRUPT, "job: damaged or incomplete");
    if (err == LOYD_OK)
        plan->owned = owned;
    else
        free(owned);
    return err;
}
