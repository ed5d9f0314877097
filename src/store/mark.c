/* SPDX-License-Identifier: MIT */
/* The tables pack, volume and mark. */
#include "store/mark.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"
#include "store/tables.h"

/* This number of random keys, from TEMP_NUMBER_MIN up: a key that is found
 * again proves that this very insertion was committed. */
#define KEYS (UINT64_C(1) << 44)

#define SELECTION_BYTES (16 << 20)

static const char sql_pack[] =
    "SELECT p.title, p.licence,"
    " (SELECT ifnull(max(volume), 0) FROM volume WHERE pack = p.name),"
    " (SELECT ifnull(max(number), 0) FROM mark WHERE pack = p.name"
    " AND pack <> '')"
    " FROM pack AS p WHERE p.name = ?1";

static const char sql_volume[] =
    "SELECT pk, revision, date, selection, hash FROM volume"
    " WHERE pack = ?1 AND volume = ?2";

static const char sql_put_pack[] =
    "INSERT INTO pack (name, title, licence) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (name) DO UPDATE"
    " SET title = excluded.title, licence = excluded.licence";

static const char sql_put_volume[] =
    "INSERT INTO volume (pk, pack, volume, revision, date, selection, hash)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (pack, volume)"
    " DO UPDATE SET revision = excluded.revision, hash = excluded.hash";

static const char sql_mark[] =
    "INSERT INTO mark (puzzle, pack, volume, number, withdrawn, note)"
    " VALUES (?1, ?2, ?3, ?4, 0, '') ON CONFLICT DO NOTHING";

/* What there is of the puzzle or the number, and whether it is the same. */
static const char sql_marked[] =
    "SELECT puzzle, volume, number, (puzzle, volume, number) = (?1, ?3, ?4)"
    " FROM mark WHERE pack = ?2 AND pack <> ''"
    " AND (puzzle = ?1 OR number = ?4)"
    " ORDER BY 4 LIMIT 1";

static const char sql_withdraw[] =
    "UPDATE mark SET withdrawn = iif(withdrawn = 0, ?3, min(withdrawn, ?3))"
    " WHERE puzzle = ?1 AND pack = ?2 AND volume <= ?3 RETURNING 1";

static const char *const sql_list[] = {
    "SELECT puzzle, volume, number, withdrawn FROM mark"
    " WHERE pack = ?1 AND volume = ?2 AND withdrawn = 0 ORDER BY puzzle",
    "SELECT puzzle, volume, number, withdrawn FROM mark WHERE pack = ?1"
    " AND withdrawn > 0 AND (withdrawn <= ?2 OR volume = ?2)"
    " ORDER BY number"};

/* What removes the volume of a key, its marks and what it withdrew. */
static const char *const sql_forget[] = {
    "DELETE FROM mark WHERE (pack, volume)"
    " = (SELECT pack, volume FROM volume WHERE pk = ?1)",
    "UPDATE mark SET withdrawn = 0 WHERE (pack, withdrawn)"
    " = (SELECT pack, volume FROM volume WHERE pk = ?1)",
    "DELETE FROM volume WHERE pk = ?1",
    "DELETE FROM pack WHERE ?1 > 0 AND name NOT IN (SELECT pack FROM volume)"};

static loyd_err
bad_row(const struct volume *of, loyd_why *why)
{
    return why_set(why, LOYD_E_CORRUPT, "pack %s: invalid row", of->pack);
}

static loyd_err
get_pack(loyd_store *store, struct volume *out, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_pack, why);
    query_text(&q, 1, out->pack);
    if (query_next(&q)) {
        out->is_known = true;
        if (!column_string(&q, 0, sizeof(out->title), out->title) ||
            !column_string(&q, 1, sizeof(out->licence), out->licence) ||
            !column_u32(&q, 2, 0, UINT32_MAX, &out->newest) ||
            !column_u32(&q, 3, 0, UINT32_MAX, &out->last))
            err = bad_row(out, why);
    }
    return query_end(&q, err);
}

loyd_err
volume_get(loyd_store *store, struct volume *out, loyd_why *why)
{
    const char *selection;
    size_t len;
    struct query q;
    loyd_err err = get_pack(store, out, why);

    if (err != LOYD_OK || out->volume == 0)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_volume, why);
    query_text(&q, 1, out->pack);
    query_int(&q, 2, out->volume);
    if (query_next(&q)) {
        if (!column_int(&q, 0, 1, INT64_MAX, &out->pk) ||
            !column_u32(&q, 1, 1, UINT32_MAX, &out->revision) ||
            !column_string(&q, 2, sizeof(out->date), out->date) ||
            !column_text(&q, 3, SELECTION_BYTES, &selection, &len))
            err = bad_row(out, why);
        else if ((out->selection = strdup(selection)) == NULL)
            err = LOYD_E_NOMEM;
        out->has_hash = err == LOYD_OK && column_hash(&q, 4, out->hash);
    }
    return query_end(&q, err);
}

loyd_err
volume_put(loyd_store *store, struct volume *volume, loyd_why *why)
{
    uint64_t random;
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_put_pack, why);
    query_text(&q, 1, volume->pack);
    query_text(&q, 2, volume->title);
    query_text(&q, 3, volume->licence);
    if ((err = query_run(&q)) != LOYD_OK)
        return err;
    if (volume->pk == 0) {
        sqlite3_randomness(sizeof(random), &random);
        volume->pk = (int64_t)(TEMP_NUMBER_MIN + random % KEYS);
    }
    query_begin(&q, store, STMT_COUNT_, sql_put_volume, why);
    query_int(&q, 1, volume->pk);
    query_text(&q, 2, volume->pack);
    query_int(&q, 3, volume->volume);
    query_int(&q, 4, volume->revision);
    query_text(&q, 5, volume->date);
    query_text(&q, 6, volume->selection);
    if (volume->has_hash)
        query_blob(&q, 7, volume->hash, LOYD_HASH_BYTES);
    return query_run(&q);
}

/* Returns LOYD_E_USED if a mark contradicts the one that is stored. */
static loyd_err
check_mark(loyd_store *store, const struct volume *volume, const loyd_id *id,
           uint32_t number, loyd_why *why)
{
    uint32_t its_volume = 0, its_number = 0, is_same = 0;
    loyd_id there;
    char name[LOYD_ID_CHARS + 1];
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_marked, why);
    query_id(&q, 1, id);
    query_text(&q, 2, volume->pack);
    query_int(&q, 3, volume->volume);
    query_int(&q, 4, number);
    if (!query_next(&q) || !column_id(&q, 0, &there) ||
        !column_u32(&q, 1, 1, UINT32_MAX, &its_volume) ||
        !column_u32(&q, 2, 1, UINT32_MAX, &its_number) ||
        !column_u32(&q, 3, 0, 1, &is_same))
        err = bad_row(volume, why);
    if (err == LOYD_OK && is_same == 0) {
        loyd_id_print(&there, name);
        err =
            why_set(why, LOYD_E_USED,
                    "puzzle '%s' is number %u of pack %s, in volume %u", name,
                    (unsigned)its_number, volume->pack, (unsigned)its_volume);
    }
    return query_end(&q, err);
}

loyd_err
volume_mark(loyd_store *store, const struct volume *volume, const loyd_id *id,
            uint32_t number, bool *is_new, loyd_why *why)
{
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_VOLUME_MARK, sql_mark, why);
    query_id(&q, 1, id);
    query_text(&q, 2, volume->pack);
    query_int(&q, 3, volume->volume);
    query_int(&q, 4, number);
    if ((err = query_run(&q)) != LOYD_OK)
        return err;
    *is_new = sqlite3_changes(store->db) > 0;
    return *is_new ? LOYD_OK : check_mark(store, volume, id, number, why);
}

loyd_err
volume_withdraw(loyd_store *store, const struct volume *volume,
                const loyd_id *id, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    bool found = false;
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_COUNT_, sql_withdraw, why);
    query_id(&q, 1, id);
    query_text(&q, 2, volume->pack);
    query_int(&q, 3, volume->volume);
    if ((err = query_has(&q, &found)) != LOYD_OK || found)
        return err;
    loyd_id_print(id, name);
    return why_set(why, LOYD_E_NOT_FOUND, "puzzle '%s' is not in pack %s",
                   name, volume->pack);
}

loyd_err
volume_list(loyd_store *store, const struct volume *volume, bool is_withdrawn,
            struct marked **list, size_t *n, loyd_why *why)
{
    size_t room = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    *n = 0;
    query_begin(&q, store, STMT_COUNT_, sql_list[is_withdrawn], why);
    query_text(&q, 1, volume->pack);
    query_int(&q, 2, volume->volume);
    while (err == LOYD_OK && query_next(&q)) {
        struct marked *next;

        if (!ARRAY_ROOM(*list, room, *n + 1)) {
            err = LOYD_E_NOMEM;
            break;
        }
        next = &(*list)[(*n)++];
        if (!column_id(&q, 0, &next->id) ||
            !column_u32(&q, 1, 1, UINT32_MAX, &next->volume) ||
            !column_u32(&q, 2, 1, UINT32_MAX, &next->number) ||
            !column_u32(&q, 3, 0, UINT32_MAX, &next->withdrawn))
            err = bad_row(volume, why);
    }
    return query_end(&q, err);
}

/* Removes a volume, in the open transaction; *n: the marks. */
static loyd_err
forget(loyd_store *store, int64_t pk, uint64_t *n, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < 4; i++) {
        struct query q;

        query_begin(&q, store, STMT_COUNT_, sql_forget[i], why);
        query_int(&q, 1, pk);
        err = query_run(&q);
        if (i == 0)
            *n = (uint64_t)sqlite3_changes(store->db);
    }
    return err;
}

loyd_err
volume_forget(loyd_store *store, int64_t pk, loyd_why *why)
{
    uint64_t n;
    loyd_err err = loyd_store_begin(store, why);

    if (err == LOYD_OK)
        err = forget(store, pk, &n, why);
    return store_end(store, err, why);
}

loyd_err
pack_must(loyd_store *store, const char *name, struct volume *out,
          loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(name);
    loyd_err err = LOYD_OK;

    *out = (struct volume){.pack = ""};
    if (len > 0 && len < sizeof(out->pack)) {
        memcpy(out->pack, name, len + 1);
        err = get_pack(store, out, why);
    }
    return err != LOYD_OK || out->is_known
               ? err
               : why_set(why, LOYD_E_NOT_FOUND, "no pack '%s'",
                         why_quote(name, len, quote));
}

loyd_err
loyd_store_unmark_volume(loyd_store *store, const char *pack, uint64_t *count,
                         uint32_t *volume, loyd_why *why)
{
    struct volume of;
    uint64_t n = 0;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK ||
        (err = pack_must(store, pack, &of, why)) != LOYD_OK)
        return err;
    of.volume = of.newest;
    if ((err = volume_get(store, &of, why)) == LOYD_OK)
        err = forget(store, of.pk, &n, why);
    free(of.selection);
    if (err == LOYD_OK) {
        *count = n;
        *volume = of.volume;
    }
    return err;
}
