/* SPDX-License-Identifier: MIT */
/* Numbers the puzzles of a pack, and shuffles them. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/crypto.h"
#include "pack/ids.h"

static loyd_err
append(struct ids *s, const struct spool_row *row, loyd_why *why)
{
    if (s->n >= UINT32_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED, "more than %u numbers",
                       UINT32_MAX);
    if (!ARRAY_ROOM(s->rows, s->room, s->n + 1))
        return LOYD_E_NOMEM;
    s->rows[s->n++] = (struct ids_row){row->id, row->stm, row->mtm, IDS_ADDED};
    return LOYD_OK;
}

/* Updates the proven length of a puzzle; *is_news: it was not known. */
static loyd_err
meet_length(const loyd_id *id, const char *in, uint16_t here, uint16_t *there,
            bool *is_news, loyd_why *why)
{
    char text[LOYD_ID_CHARS + 1];

    if (here == 0 || here == *there)
        return LOYD_OK;
    if (*there != 0) {
        loyd_id_print(id, text);
        return why_set(
            why, LOYD_E_CORRUPT,
            "puzzle %s: length%s is %u in the previous pack and %u here", text,
            in, *there, here);
    }
    *there = here;
    *is_news = true;
    return LOYD_OK;
}

/* Updates the row of a puzzle that the series already has. */
static loyd_err
meet(struct ids_row *there, const struct spool_row *row, loyd_why *why)
{
    struct ids_row known = *there;
    bool is_news = false;
    loyd_err err =
        meet_length(&row->id, "", row->stm, &known.stm, &is_news, why);

    if (err == LOYD_OK)
        err = meet_length(&row->id, " in MTM", row->mtm, &known.mtm, &is_news,
                          why);
    if (err != LOYD_OK || ids_is_revoked(there))
        return err;
    known.state = there->state == IDS_GONE ? IDS_ADDED
                  : is_news                ? IDS_CHANGED
                                           : IDS_KEPT;
    *there = known;
    return LOYD_OK;
}

bool
ids_is_growing(const loyd_export_options *options)
{
    return options->is_growing || options->add > 0;
}

/* The state of a number of the previous pack, until its puzzle is found. */
static uint8_t
state_of(const struct ids_row *before, bool is_growing)
{
    if (ids_is_live(before))
        return is_growing ? IDS_KEPT : IDS_WITHDRAWN;
    return ids_is_revoked(before) ? IDS_BARRED : IDS_GONE;
}

static loyd_err
refuse(const loyd_id *id, const char *what, loyd_why *why)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    return why_set(why, LOYD_E_NOT_FOUND, "puzzle %s: %s", text, what);
}

/* Finds the row of an id given by the caller. */
static loyd_err
find(const struct ids_index *index, const struct ids *s, const loyd_id *id,
     struct ids_row **row, loyd_why *why)
{
    uint32_t number = ids_number(index, id);

    if (number == 0)
        return refuse(id, "not in the series", why);
    *row = &s->rows[number - 1];
    return LOYD_OK;
}

/* Revokes and restores puzzles. */
static loyd_err
change(const struct ids *before, const struct ids_index *index,
       const loyd_export_options *options, struct ids *after, loyd_why *why)
{
    struct ids_row *row = NULL;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < options->n_revoked; i++) {
        const loyd_id *id = &options->revoked[i];

        if ((err = find(index, after, id, &row, why)) != LOYD_OK)
            break;
        if (row->state == IDS_REVOKED)
            err = refuse(id, "given twice", why);
        else if (!ids_is_live(&before->rows[row - after->rows]))
            err = refuse(id, "already withdrawn", why);
        else
            row->state = IDS_REVOKED;
    }
    for (size_t i = 0; err == LOYD_OK && i < options->n_restored; i++) {
        const loyd_id *id = &options->restored[i];

        if ((err = find(index, after, id, &row, why)) != LOYD_OK)
            break;
        if (row->state != IDS_BARRED)
            err = refuse(id, "not revoked", why);
        else
            row->state = IDS_GONE;
    }
    return err;
}

loyd_err
ids_begin(const struct ids *before, const struct ids_index *index,
          const loyd_export_options *options, struct ids *after, loyd_why *why)
{
    if (!ARRAY_ROOM(after->rows, after->room, before->n + 1))
        return LOYD_E_NOMEM;
    after->n = before->n;
    for (size_t i = 0; i < before->n; i++) {
        after->rows[i] = before->rows[i];
        after->rows[i].state =
            state_of(&before->rows[i], ids_is_growing(options));
    }
    return change(before, index, options, after, why);
}

static int
compare_numbers(const void *a, const void *b)
{
    const struct spool_row *one = a, *other = b;

    return (one->number > other->number) - (one->number < other->number);
}

/* Keeps the added and changed rows and sorts them by number. */
static void
keep_new(const struct ids *after, struct spool *kept)
{
    size_t n, n_new = 0;
    struct spool_row *rows = spool_rows(kept, &n);

    for (size_t i = 0; i < n; i++)
        if (ids_is_written(&after->rows[rows[i].number - 1]))
            rows[n_new++] = rows[i];
    spool_cut(kept, n_new);
    if (n_new > 0)
        qsort(rows, n_new, sizeof(rows[0]), compare_numbers);
}

loyd_err
ids_continue(const struct ids_index *index, struct spool *kept,
             struct ids *after, loyd_why *why)
{
    size_t n;
    struct spool_row *rows = spool_rows(kept, &n);
    loyd_err err = LOYD_OK;

    if (!ARRAY_ROOM(after->rows, after->room, after->n + n + 1))
        return LOYD_E_NOMEM;
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        uint32_t number = index != NULL ? ids_number(index, &rows[i].id) : 0;

        if (number > 0)
            err = meet(&after->rows[number - 1], &rows[i], why);
        else if ((err = append(after, &rows[i], why)) == LOYD_OK)
            number = (uint32_t)after->n;
        rows[i].number = number;
    }
    if (err == LOYD_OK)
        keep_new(after, kept);
    return err;
}

/* A row and its sort key. */
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
