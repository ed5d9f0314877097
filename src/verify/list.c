/* SPDX-License-Identifier: MIT */
/* Verifies lists independently: a second implementation of formats.md. */
#include "verify/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/crypto.h"
#include "loyd/text.h"
#include "verify/raw_text.h"

/* Columns of RAW_LISTS. */
enum { L_PK, L_CHANNEL, L_VERSION, L_PLACE, L_TITLE, L_PUZZLES, L_DIGEST };

/* The values of a row of the table list. */
struct list {
    int64_t pk;
    char name[LOYD_WHY_BYTES / 2]; /* channel and version, for messages */
    int64_t puzzles;
    bool has_digest;
    uint8_t digest[LOYD_HASH_BYTES];
};

struct lists {
    struct report *report;
    struct list *list;
    size_t n;
    size_t room;
    size_t at; /* the list of the next puzzle */
    int64_t count;
    uint8_t last[LOYD_ID_BYTES]; /* the previous id of that list */
    struct crypto_hash *hash;    /* of its ids so far */
    bool is_reported;            /* a problem of that list */
    bool is_full;                /* out of memory */
};

static bool
report_list(struct lists *all, const char *fault)
{
    if (!all->is_reported)
        report_bad(all->report, NULL, "list of %s: %s",
                   all->list[all->at].name, fault);
    all->is_reported = true;
    return report_goes_on(all->report);
}

static bool
each_list(void *context, const struct raw_value *values)
{
    struct lists *all = context;
    const struct raw_value *name = &values[L_CHANNEL];
    struct list *of;
    char channel[64] = "?";

    if (!ARRAY_ROOM(all->list, all->room, all->n + 1)) {
        all->is_full = true;
        return false;
    }
    of = &all->list[all->n++];
    memset(of, 0, sizeof(*of));
    if (name->kind == RAW_TEXT)
        loyd_escape(LOYD_ESCAPE_TERMINAL, (const char *)name->bytes, name->len,
                    channel, sizeof(channel));
    snprintf(of->name, sizeof(of->name), "%s, version %lld, tier %lld",
             channel, (long long)values[L_VERSION].number,
             (long long)values[L_PLACE].number + 1);
    of->pk = values[L_PK].number;
    of->puzzles = values[L_PUZZLES].number;
    of->has_digest = values[L_DIGEST].kind == RAW_BYTES &&
                     values[L_DIGEST].len == LOYD_HASH_BYTES;
    if (of->has_digest)
        memcpy(of->digest, values[L_DIGEST].bytes, LOYD_HASH_BYTES);
    return true;
}

static void
begin_list(struct lists *all)
{
    all->count = 0;
    all->is_reported = false;
    crypto_hash_begin(all->hash, NULL);
    crypto_hash_field(all->hash, "loyd list digest 1", 18);
}

/* Compares the current list with its row, and goes to the next. */
static bool
end_list(struct lists *all)
{
    const struct list *of = &all->list[all->at];
    uint8_t digest[LOYD_HASH_BYTES];
    bool goes_on = true;

    crypto_hash_end(all->hash, digest);
    if (all->count != of->puzzles)
        goes_on = report_list(all, "the number of its puzzles is wrong");
    else if (!of->has_digest ||
             memcmp(digest, of->digest, sizeof(digest)) != 0)
        goes_on = report_list(all, "the digest does not match its puzzles");
    all->at++;
    begin_list(all);
    return goes_on;
}

/* A check in the list (facts.h). */
const char *
check_listed_order(struct checker *by, struct facts *facts)
{
    const struct lists *all = by->state;

    return raw_id(&facts->values[LISTED_PUZZLE], facts->id.byte) &&
                   (all->count == 0 ||
                    memcmp(all->last, facts->id.byte, LOYD_ID_BYTES) < 0)
               ? NULL
               : "its puzzles are not in order";
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    struct lists *all = context;
    int64_t pk = values[LISTED_LIST].number;
    struct checker by = {
        .kind = ROW_LISTED, .report = all->report, .state = all};
    struct facts facts = {.values = values};
    const char *fault;

    while (all->at < all->n && all->list[all->at].pk < pk)
        if (!end_list(all))
            return false;
    if (all->at == all->n || all->list[all->at].pk != pk) {
        report_bad(all->report, NULL, "a puzzle belongs to no list");
        return report_goes_on(all->report);
    }
    fault = facts_check(&by, &facts);
    all->count++;
    if (fault != NULL)
        return report_list(all, fault);
    memcpy(all->last, facts.id.byte, LOYD_ID_BYTES);
    crypto_hash_field(all->hash, facts.id.byte, LOYD_ID_BYTES);
    return true;
}

loyd_err
verify_lists(loyd_store *store, struct report *report, uint64_t *n,
             loyd_why *why)
{
    struct crypto_hash hash;
    struct lists all = {.report = report, .hash = &hash};
    loyd_err err = raw_each(store, RAW_LISTS, NULL, each_list, &all, why);

    begin_list(&all);
    if (err == LOYD_OK && all.is_full)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK)
        err = raw_each(store, RAW_LISTED, NULL, each_puzzle, &all, why);
    while (err == LOYD_OK && report_goes_on(report) && all.at < all.n)
        if (!end_list(&all))
            break;
    *n = all.n;
    free(all.list);
    return err;
}
