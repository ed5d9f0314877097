/* SPDX-License-Identifier: MIT */
/* The table game: how puzzles were played. */
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "store/tables.h"

/* --- the tables --- */

bool
is_player(const char *text, size_t len)
{
    static const char more[] = "_-";

    for (size_t i = 0; i < len; i++) {
        char c = text[i], lower = (char)(c | 32);

        if (!(c >= '0' && c <= '9') && !(lower >= 'a' && lower <= 'z') &&
            (c == '\0' || strchr(more, c) == NULL))
            return false;
    }
    return len >= 1 && len <= LOYD_PLAYER_MAX;
}

loyd_err
player_check(const char *text, size_t len, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    if (is_player(text, len))
        return LOYD_OK;
    return why_set(why, LOYD_E_SYNTAX,
                   "'%s' is no player: expected 1..%d of A-Z, a-z, 0-9, "
                   "_ and -",
                   why_quote(text, len, quote), LOYD_PLAYER_MAX);
}

/* The same for the player of a call, NULL for all. */
static loyd_err
check_wanted(const char *player, loyd_why *why)
{
    return player == NULL ? LOYD_OK
                          : player_check(player, strlen(player), why);
}

#define ROW struct game_row
static const struct column game_columns[] = {
    {KEY(pk, pk)},
    {COLUMN(ID, id, id)},
    {COLUMN(ID, puzzle, puzzle)},
    {STRING(player, player, 1, is_player)},
    {NUMBER(began, began, 0, GAME_BEGAN_MAX)},
    {NUMBER(ms, ms, 0, GAME_TIME_MAX)},
    {NUMBER(free_ms, free_ms, 0, GAME_TIME_MAX), MAY_LACK(is_hinted)},
    {NUMBER(stm, stm, 0, LOYD_MOVES_MAX)},
    {NUMBER(solved, is_solved, 0, 1)},
    {COLUMN(BYTES, record, record), .low = 1, .high = GAME_RECORD_MAX},
};
#undef ROW

const struct table game_table = TABLE("game", game_columns, 1);

/* --- changes --- */

void
game_id(const char *player, struct slice record, loyd_id *id)
{
    struct crypto_hash hash;
    uint8_t sum[CRYPTO_HASH_BYTES];

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd game 1", strlen("loyd game 1"));
    crypto_hash_field(&hash, player, strlen(player));
    crypto_hash_field(&hash, record.at, record.len);
    crypto_hash_end(&hash, sum);
    memcpy(id->byte, sum, LOYD_ID_BYTES);
}

/* A solved game cannot be shorter than what is proven. */
static loyd_err
check_optimum(const struct game_row *game, int32_t stm, loyd_why *why)
{
    if (!game->is_solved || stm < 0 || game->stm >= (uint32_t)stm)
        return LOYD_OK;
    return puzzle_bad(why, &game->puzzle,
                      "solved in %u moves, but the catalogue says that %d is "
                      "the optimum",
                      (unsigned)game->stm, (int)stm);
}

loyd_err
game_put(loyd_store *store, struct game_row *game, bool *is_new, loyd_why *why)
{
    int32_t stm;
    bool found = false;
    loyd_err err = puzzle_find(store, &game->puzzle, &stm, &found, why);

    if (err == LOYD_OK && !found)
        err = puzzle_missing(why, &game->puzzle, " in the catalogue");
    if (err == LOYD_OK)
        err = check_optimum(game, stm, why);
    if (err != LOYD_OK)
        return err;
    game->pk = 0;
    game_id(game->player, game->record, &game->id);
    err = columns_put(store, STMT_GAME_ADD, &game_table, game,
                      " ON CONFLICT (id) DO NOTHING", why);
    *is_new = err == LOYD_OK && sqlite3_changes(store->db) > 0;
    return err;
}

/* --- reading --- */

/* A row whose id is another has been altered. */
static loyd_err
read_game(struct query *q, struct game_row *game)
{
    loyd_err err = columns_read(q, game);
    loyd_id id;

    if (err != LOYD_OK)
        return err;
    game_id(game->player, game->record, &id);
    return id_compare(&id, &game->id) == 0 ? LOYD_OK : columns_bad(q, "id");
}

loyd_err
games_each(loyd_store *store, game_fn each, void *context, loyd_why *why)
{
    struct game_row game;
    struct query q;
    loyd_err err = LOYD_OK;

    query_columns(&q, store, STMT_COUNT_, "SELECT %s FROM game ORDER BY pk",
                  &game_table, why);
    while (err == LOYD_OK && query_next(&q)) {
        err = read_game(&q, &game);
        if (err == LOYD_OK)
            err = each(context, &game, why);
    }
    return query_end(&q, err);
}

struct game_list {
    loyd_cursor head;
    loyd_store *store; /* NULL: no reading was begun */
    struct query q;
    struct game_row game;
    loyd_played played;
};

static loyd_err
next_game(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct game_list *list = (struct game_list *)cursor;
    const struct game_row *game = &list->game;
    loyd_err err;

    list->q.why = why;
    err = query_row(&list->q, found);
    if (err == LOYD_OK && *found)
        err = query_err(&list->q, read_game(&list->q, &list->game));
    list->played = (loyd_played){
        .id = game->id,
        .puzzle = game->puzzle,
        .player = game->player,
        .began = (uint64_t)game->began,
        .ms = (uint64_t)game->ms,
        .free_ms = (uint64_t)(game->is_hinted ? game->free_ms : game->ms),
        .stm = game->stm,
        .is_solved = game->is_solved,
        .is_hinted = game->is_hinted,
        .record = (const uint8_t *)game->record.at,
        .record_len = game->record.len,
    };
    return err;
}

static void
close_games(loyd_cursor *cursor)
{
    struct game_list *list = (struct game_list *)cursor;

    if (list->store == NULL)
        return;
    query_close(&list->q);
    read_end(list->store);
}

static const struct cursor_kind games = {sizeof(struct game_list), next_game,
                                         close_games, false};

#define IF_WANTED                                                             \
    " WHERE ifnull(player = ?1, ?1 IS NULL)"                                  \
    " AND ifnull(puzzle = ?2, ?2 IS NULL)"

/* A few games are sorted, all are read in the order of the index. */
static const char *const sql_list[] = {
    "SELECT %s FROM game" IF_WANTED " ORDER BY id",
    "SELECT %s FROM game" IF_WANTED " ORDER BY +id"};

static void
bind_wanted(struct query *q, const char *player, const loyd_id *puzzle)
{
    if (player != NULL)
        query_text(q, 1, player);
    if (puzzle != NULL)
        query_id(q, 2, puzzle);
}

loyd_err
loyd_store_games(loyd_store *store, const char *player, const loyd_id *puzzle,
                 loyd_cursor **cursor, loyd_why *why)
{
    struct game_list *list = cursor_new(&games);
    bool is_few = player != NULL || puzzle != NULL;
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (list == NULL || (err = check_wanted(player, why)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return cursor_opened(list, err, cursor);
    list->head.row.played = &list->played;
    list->store = store;
    query_columns(&list->q, store, STMT_COUNT_, sql_list[is_few], &game_table,
                  why);
    bind_wanted(&list->q, player, puzzle);
    return cursor_opened(list, LOYD_OK, cursor);
}

loyd_err
games_version(loyd_store *store, int64_t *version, loyd_why *why)
{
    return db_number(store->db, "PRAGMA data_version", version, why);
}

loyd_err
games_puzzles(loyd_store *store, struct id_list *list, loyd_why *why)
{
    struct query q;
    loyd_id id;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_,
                "SELECT DISTINCT puzzle FROM game ORDER BY puzzle", why);
    while (err == LOYD_OK && query_next_long(&q))
        err = column_id(&q, 0, &id)
                  ? id_list_put(list, &id, 1)
                  : why_set(why, LOYD_E_CORRUPT, "game: invalid puzzle");
    return query_end(&q, err);
}

loyd_err
games_players(loyd_store *store, struct player_list *list, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_,
                "SELECT DISTINCT player FROM game ORDER BY player", why);
    while (err == LOYD_OK && query_next_long(&q)) {
        if (!ARRAY_ROOM(list->at, list->room, list->n + 1))
            err = LOYD_E_NOMEM;
        else if (!column_string(&q, 0, sizeof(list->at[0].id),
                                list->at[list->n++].id))
            err = why_set(why, LOYD_E_CORRUPT, "game: invalid player");
    }
    return query_end(&q, err);
}

/* --- counts --- */

static const char sql_counts[] =
    "SELECT count(*), ifnull(sum(solved), 0), count(free_ms),"
    " count(DISTINCT player), count(DISTINCT puzzle),"
    " ifnull(min(began), 0), ifnull(max(began), 0),"
    " count(iif(solved AND free_ms IS NULL, 1, NULL)),"
    " (SELECT count(*) FROM difficulty),"
    " (SELECT count(*) FROM difficulty WHERE stale) FROM game" IF_WANTED;

/* Of the times of games solved without a hint that at a place. */
static const char sql_time[] =
    "SELECT ms FROM game" IF_WANTED " AND solved AND free_ms IS NULL"
    " ORDER BY ms LIMIT 1 OFFSET ?3";

/* Reads the first row of a query, as numbers, and ends it. */
static loyd_err
read_counts(struct query *q, uint64_t *const counts[], int n)
{
    loyd_err err = LOYD_OK;
    int64_t count;

    if (query_next(q))
        for (int i = 0; err == LOYD_OK && i < n; i++) {
            if (!column_int(q, i, 0, INT64_MAX, &count))
                err = why_set(q->why, LOYD_E_CORRUPT, "invalid row in game");
            else
                *counts[i] = (uint64_t)count;
        }
    return query_end(q, err);
}

static loyd_err
read_time(loyd_store *store, const char *player, const loyd_id *puzzle,
          uint64_t place, uint64_t *ms, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql_time, why);
    bind_wanted(&q, player, puzzle);
    query_int(&q, 3, (int64_t)place);
    return read_counts(&q, &ms, 1);
}

loyd_err
loyd_store_play_stats(loyd_store *store, const char *player,
                      const loyd_id *puzzle, loyd_play_stats *stats,
                      loyd_why *why)
{
    loyd_play_stats made = {0};
    uint64_t timed = 0;
    uint64_t *const counts[] = {
        &made.games,   &made.solved,      &made.hinted,     &made.players,
        &made.puzzles, &made.first_began, &made.last_began, &timed,
        &made.rated,   &made.stale};
    struct query q;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = check_wanted(player, why)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_counts, why);
    bind_wanted(&q, player, puzzle);
    err = read_counts(&q, counts, sizeof(counts) / sizeof(counts[0]));
    if (err == LOYD_OK && timed > 0)
        err = read_time(store, player, puzzle, 0, &made.fastest_ms, why);
    if (err == LOYD_OK && timed > 0)
        err = read_time(store, player, puzzle, (timed - 1) / 2,
                        &made.median_ms, why);
    read_end(store);
    if (err == LOYD_OK)
        *stats = made;
    return err;
}
