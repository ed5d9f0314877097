/* SPDX-License-Identifier: MIT */
/* Owns the repeatable choice: which id of a selection a seed takes next. */
#include "store/pick.h"

#include <stdlib.h>
#include <string.h>

#include "core/crypto.h"

/*
 * To draw the last of n ids takes about n * n draws. So many are made, a few
 * seconds' worth; what is left then comes in order of id.
 */
#define DRAWS (UINT64_C(1) << 24)

/* The first 10 bytes of H(F("loyd pick", seed, k as 64 bits)). */
static loyd_id
draw(const char *seed, uint64_t k)
{
    static const char purpose[] = "loyd pick";
    uint8_t number[8], digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    loyd_id id;

    for (unsigned i = 0; i < 8; i++)
        number[i] = (uint8_t)(k >> 8 * i);
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, seed, strlen(seed));
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_end(&hash, digest);
    memcpy(id.byte, digest, LOYD_ID_BYTES);
    return id;
}

/* Every id of the selection, in order. */
static loyd_err
load(struct pick *choice, struct selection *sel, loyd_why *why)
{
    size_t capacity = 0, n = 0;
    bool found = true;
    loyd_id id;
    loyd_err err = selection_start(sel, why);

    while (err == LOYD_OK) {
        err = selection_next(sel, &id, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if (n == capacity) {
            loyd_id *grown;
            capacity = capacity > 0 ? 2 * capacity : 256;
            grown = realloc(choice->all, capacity * sizeof(*grown));
            if (grown == NULL)
                return LOYD_E_NOMEM;
            choice->all = grown;
        }
        choice->all[n++] = id;
    }
    choice->n_all = n;
    return err;
}

/* The first id at or behind `from`, around the end; from memory. */
static loyd_id
first_loaded(const struct pick *choice, const loyd_id *from)
{
    size_t low = 0, high = choice->n_all;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memcmp(choice->all[middle].byte, from->byte, LOYD_ID_BYTES) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return choice->all[low < choice->n_all ? low : 0];
}

/* The first id at or behind `from`, around the end; from the catalogue. */
static loyd_err
first_stored(struct selection *sel, const loyd_id *from, loyd_id *id,
             bool *found, loyd_why *why)
{
    loyd_err err = selection_first(sel, *from, id, found, why);

    if (err == LOYD_OK && !*found)
        err = selection_first(sel, sel->first, id, found, why);
    return err;
}

/*
 * With more repeats than picks the selection has, by the law of such draws,
 * about twice as many ids as are taken: then it is worth having in memory,
 * and its end is known.
 */
static bool
is_worth_loading(const struct pick *choice)
{
    return choice->all == NULL &&
           (choice->n_repeats > choice->taken.n + 64 || choice->k >= DRAWS);
}

/* One draw, or behind the last draw the next in order. */
static loyd_err
propose(struct pick *choice, struct selection *sel, loyd_id *id, bool *found,
        loyd_why *why)
{
    loyd_id from;

    if (choice->all != NULL && choice->taken.n == choice->n_all) {
        *found = false;
        return LOYD_OK;
    }
    *found = true;
    if (choice->k >= DRAWS) {
        *id = choice->all[choice->k++ - DRAWS];
        return LOYD_OK;
    }
    from = draw(choice->seed, choice->k++);
    if (choice->all == NULL)
        return first_stored(sel, &from, id, found, why);
    *id = first_loaded(choice, &from);
    return LOYD_OK;
}

loyd_err
pick_next(struct pick *choice, struct selection *sel, loyd_id *id, bool *found,
          loyd_why *why)
{
    bool is_new = false;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !is_new) {
        if (is_worth_loading(choice) &&
            (err = load(choice, sel, why)) != LOYD_OK)
            break;
        err = propose(choice, sel, id, found, why);
        if (err != LOYD_OK || !*found)
            break;
        if ((err = id_set_add(&choice->taken, id, &is_new)) == LOYD_OK)
            choice->n_repeats += !is_new;
    }
    return err;
}

void
pick_free(struct pick *choice)
{
    id_set_free(&choice->taken);
    free(choice->all);
    *choice = (struct pick){.seed = NULL};
}
