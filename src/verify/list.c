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

/* Columns of RAW_LISTS and RAW_LISTED. */
enum { L_PK, L_CHANNEL, L_VERSION, L_PLACE, L_TITLE, L_PUZZLES, L_DIGEST };
enum { P_LIST, P_PUZZLE, P_STM };

/* The values of a row of the table list. */
struct said {
    int64_t pk;
    char name[LOYD_WHY_BYTES / 2]; /* channel and version, for messages */
    int64_t puzzles;
    bool has_digest;
    uint8_t digest[LOYD_HASH_BYTES];
};

struct lists {
    struct report *report;
    struct said *said;
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
report(struct lists *all, const char *what)
{
    if (!all->is_reported)
        report_bad(all->report, NULL, "list of %s: %s",
                   all->said[all->at].name, what);
    all->is_reported = true;
    return report_goes_on(all->report);
}

static bool
each_list(void *context, const struct raw_value *values)
{
    struct lists *all = context;
    const struct raw_value *name = &values[L_CHANNEL];
    struct said *of;
    char channel[64] = "?";

    if (!ARRAY_ROOM(all->said, all->room, all->n + 1)) {
        all->is_full = true;
        return false;
    }
    of = &all->said[all->n++];
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
    const struct said *of = &all->said[all->at];
    uint8_t digest[LOYD_HASH_BYTES];
    bool goes_on = true;

    crypto_hash_end(all->hash, digest);
    if (all->count != of->puzzles)
        goes_on = report(all, "the number of its puzzles is wrong");
    else if (!of->has_digest ||
             memcmp(digest, of->digest, sizeof(digest)) != 0)
        goes_on = report(all, "the digest does not match its puzzles");
    all->at++;
    begin_list(all);
    return goes_on;
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    struct lists *all = context;
    uint8_t id[LOYD_ID_BYTES];
    const char *fault = NULL;

    while (all->at < all->n && all->said[all->at].pk < values[P_LIST].number)
        if (!end_list(all))
            return false;
    if (all->at == all->n || all->said[all->at].pk != values[P_LIST].number) {
        report_bad(all->report, NULL, "a puzzle belongs to no list");
        return report_goes_on(all->report);
    }
    if (!raw_id(&values[P_PUZZLE], id))
        fault = "a puzzle has an invalid id";
    else if (all->count > 0 && memcmp(all->last, id, LOYD_ID_BYTES) >= 0)
        fault = "its puzzles are not in order";
    else if (values[P_STM].kind != RAW_NUMBER)
        fault = "a puzzle is missing or not rated";
    all->count++;
    if (fault != NULL)
        return report(all, fault);
    memcpy(all->last, id, LOYD_ID_BYTES);
    crypto_hash_field(all->hash, id, LOYD_ID_BYTES);
    return true;
}

loyd_err
lists_prove(loyd_store *store, struct report *report, uint64_t *n,
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
    free(all.said);
    return err;
}
