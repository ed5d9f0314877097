/* SPDX-License-Identifier: MIT */
/* Owns which number a puzzle gets, and in which order they stand. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/crypto.h"
#include "pack/ids.h"

/* As ids_state counts. */
static const char *const words[] = {"added", "changed", "kept", "withdrawn",
                                    "withdrawn"};

const char *
ids_word(enum ids_state state)
{
    return words[state];
}

void
ids_free(struct ids *s)
{
    free(s->name);
    free(s->rows);
    memset(s, 0, sizeof(*s));
}

struct place {
    loyd_id id;
    uint32_t number;
};

struct ids_index {
    size_t n;
    struct place at[];
};

static int
compare_places(const void *a, const void *b)
{
    const struct place *one = a, *other = b;

    return memcmp(one->id.byte, other->id.byte, LOYD_ID_BYTES);
}

loyd_err
ids_index_new(const struct ids *s, struct ids_index **made)
{
    struct ids_index *index =
        malloc(sizeof(*index) + s->n * sizeof(struct place));

    if (index == NULL)
        return LOYD_E_NOMEM;
    index->n = s->n;
    for (size_t i = 0; i < s->n; i++)
        index->at[i] = (struct place){s->rows[i].id, (uint32_t)i + 1};
    qsort(index->at, index->n, sizeof(index->at[0]), compare_places);
    *made = index;
    return LOYD_OK;
}

void
ids_index_free(struct ids_index **index)
{
    free(*index);
    *index = NULL;
}

uint32_t
ids_number(const struct ids_index *index, const loyd_id *id)
{
    const struct place key = {*id, 0};
    const struct place *found = bsearch(&key, index->at, index->n,
                                        sizeof(index->at[0]), compare_places);

    return found != NULL ? found->number : 0;
}

bool
ids_is_live(const struct ids_row *row)
{
    return row->state <= IDS_KEPT;
}

static loyd_err
append(struct ids *s, const struct spool_row *row, loyd_why *why)
{
    if (s->n >= UINT32_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED, "more than %u numbers",
                       UINT32_MAX);
    if (!ARRAY_ROOM(s->rows, s->room, s->n + 1))
        return LOYD_E_NOMEM;
    s->rows[s->n++] = (struct ids_row){row->id, row->stm, IDS_ADDED};
    return LOYD_OK;
}

/* A puzzle that the series knows already. */
static loyd_err
meet(struct ids_row *there, const struct spool_row *row, loyd_why *why)
{
    char id[LOYD_ID_CHARS + 1];

    if (there->stm != 0 && row->stm != 0 && there->stm != row->stm) {
        loyd_id_print(&row->id, id);
        return why_set(why, LOYD_E_CORRUPT,
                       "puzzle %s: %u in the pack before, and %u here", id,
                       there->stm, row->stm);
    }
    if (there->state == IDS_GONE)
        there->state = IDS_ADDED;
    else
        there->state =
            there->stm == 0 && row->stm != 0 ? IDS_CHANGED : IDS_KEPT;
    if (row->stm != 0)
        there->stm = row->stm;
    return LOYD_OK;
}

/* The rows of before, none of them met yet. */
static loyd_err
begin(const struct ids *before, size_t n, struct ids *after)
{
    after->room = (before != NULL ? before->n : 0) + n;
    after->rows = malloc((after->room + 1) * sizeof(after->rows[0]));
    if (after->rows == NULL)
        return LOYD_E_NOMEM;
    if (before == NULL)
        return LOYD_OK;
    after->n = before->n;
    for (size_t i = 0; i < before->n; i++) {
        after->rows[i] = before->rows[i];
        after->rows[i].state =
            ids_is_live(&before->rows[i]) ? IDS_WITHDRAWN : IDS_GONE;
    }
    return LOYD_OK;
}

static int
compare_numbers(const void *a, const void *b)
{
    const struct spool_row *one = a, *other = b;

    return (one->number > other->number) - (one->number < other->number);
}

/* Only what is not in the pack before. */
static void
keep_new(const struct ids *after, struct spool *kept)
{
    size_t n, n_new = 0;
    struct spool_row *rows = spool_rows(kept, &n);

    for (size_t i = 0; i < n; i++)
        if (after->rows[rows[i].number - 1].state < IDS_KEPT)
            rows[n_new++] = rows[i];
    spool_cut(kept, n_new);
    if (n_new > 0)
        qsort(rows, n_new, sizeof(rows[0]), compare_numbers);
}

loyd_err
ids_continue(const struct ids *before, struct spool *kept, struct ids *after,
             loyd_why *why)
{
    size_t n;
    struct spool_row *rows = spool_rows(kept, &n);
    struct ids_index *index = NULL;
    loyd_err err = begin(before, n, after);

    if (err == LOYD_OK && before != NULL)
        err = ids_index_new(before, &index);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        uint32_t number = index != NULL ? ids_number(index, &rows[i].id) : 0;

        if (number > 0)
            err = meet(&after->rows[number - 1], &rows[i], why);
        else if ((err = append(after, &rows[i], why)) == LOYD_OK)
            number = (uint32_t)after->n;
        rows[i].number = number;
    }
    ids_index_free(&index);
    if (err == LOYD_OK)
        keep_new(after, kept);
    return err;
}

/* A row and where the seed puts it. */
struct drawn {
    uint8_t key[8];
    struct spool_row row;
};

static int
compare_drawn(const void *a, const void *b)
{
    const struct drawn *one = a, *other = b;
    int order = memcmp(one->key, other->key, sizeof(one->key));

    return order != 0
               ? order
               : memcmp(one->row.id.byte, other->row.id.byte, LOYD_ID_BYTES);
}

loyd_err
ids_shuffle(struct spool *kept, const char *seed)
{
    static const char purpose[] = "loyd shuffle";
    size_t n;
    struct spool_row *rows = spool_rows(kept, &n);
    struct drawn *drawn = malloc((n + 1) * sizeof(drawn[0]));

    if (drawn == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < n; i++) {
        uint8_t sum[CRYPTO_HASH_BYTES];
        struct crypto_hash hash;

        crypto_hash_begin(&hash, NULL);
        crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
        crypto_hash_field(&hash, seed, strlen(seed));
        crypto_hash_field(&hash, rows[i].id.byte, LOYD_ID_BYTES);
        crypto_hash_end(&hash, sum);
        memcpy(drawn[i].key, sum, sizeof(drawn[i].key));
        drawn[i].row = rows[i];
    }
    qsort(drawn, n, sizeof(drawn[0]), compare_drawn);
    for (size_t i = 0; i < n; i++)
        rows[i] = drawn[i].row;
    free(drawn);
    return LOYD_OK;
}
