/* SPDX-License-Identifier: MIT */
/* Owns the telling of what is different between two packs. */
#include "cli/verify_since.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"

/* As loyd_pack_change counts. */
static const char *const change_words[LOYD_PACK_CHANGE_COUNT_] = {
    "added", "proven", "withdrawn", "renumbered", "contradicts", "lost",
};

static bool
print_change(void *context, loyd_pack_change change, uint32_t number,
             const loyd_id *id)
{
    const struct run *run = context;
    char text[LOYD_ID_CHARS + 1];
    struct json json;

    loyd_id_print(id, text);
    if (run->args.json) {
        jw_begin(&json);
        jw_text(&json, "change", change_words[change]);
        jw_number(&json, "number", number);
        jw_text(&json, "puzzle_id", text);
        jw_end(&json);
    } else
        printf("%s\t%" PRIu32 "\t%s\n", change_words[change], number, text);
    return !out_is_broken();
}

static void
print_sum(const struct run *run, const uint64_t *counts)
{
    struct json json;

    if (run->args.json) {
        jw_begin(&json);
        for (int i = 0; i < LOYD_PACK_CHANGE_COUNT_; i++)
            jw_number(&json, change_words[i], counts[i]);
        jw_end(&json);
        return;
    }
    for (int i = 0; i < LOYD_PACK_CHANGE_COUNT_; i++)
        printf("%s%" PRIu64 " %s", i > 0 ? ", " : "", counts[i],
               change_words[i]);
    putchar('\n');
}

/* Nothing is proven here: who asks for a proof should not think he has it. */
static const char *
proof_wanted(const struct args *args)
{
    return args->key != NULL      ? "--key"
           : args->prove > 0      ? "--prove"
           : args->digest != NULL ? "--digest"
           : args->head != NULL   ? "--head"
                                  : NULL;
}

int
verify_since(const struct run *run)
{
    uint64_t counts[LOYD_PACK_CHANGE_COUNT_];
    loyd_why why = {""};
    loyd_err err;

    if (proof_wanted(&run->args) != NULL) {
        message("verify", "--since with %s, and one of them was expected",
                proof_wanted(&run->args));
        return EXIT_COMMAND;
    }
    if (run->n_operands == 0) {
        message("verify", "no pack, and one beside --since was expected");
        return EXIT_COMMAND;
    }
    err = loyd_pack_compare(run->operands[0], run->args.since, print_change,
                            (void *)run, counts, &why);
    if (err != LOYD_OK)
        return complain("verify", err, &why);
    print_sum(run, counts);
    for (int i = LOYD_PACK_RENUMBERED; i < LOYD_PACK_CHANGE_COUNT_; i++)
        if (counts[i] > 0)
            return EXIT_NO;
    return EXIT_DONE;
}
