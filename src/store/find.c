/* SPDX-License-Identifier: MIT */
/* Queries: the entries of a filter, repeatable picks, omission of twins, and
 * counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "loyd/class.h"
#include "store/id_set.h"
#include "store/rows.h"
#include "store/select.h"

static const loyd_filter all = {0};

enum { MIRROR_X = 1, MIRROR_Y = 2, SWAP = 4, WAYS = 8 };

/* Maps a cell: mirrors it, then swaps rows and columns. */
static unsigned
turned(unsigned way, const loyd_board *board, unsigned cell)
{
    unsigned x = cell % board->width, y = cell / board->width;

    if (way & MIRROR_X)
        x = board->width - 1U - x;
    if (way & MIRROR_Y)
        y = board->height - 1U - y;
    return way & SWAP ? x * board->height + y : y * board->width + x;
}

/*
 * Computes a hash that twins share and, as with ids, other puzzles do not. For
 * each cell of the start it takes the goal's cell of the same label, which is
 * independent of relabelling. Of the rotations and reflections that map the
 * goal's blank to its class's cell, it uses the one with the least result.
 * O(n), up to eight times.
 */
static loyd_id
twin_id(const loyd_puzzle *puzzle)
{
    static const char purpose[] = "loyd twin";
    const loyd_board *goal = &puzzle->goal;
    unsigned n = board_cells(goal), blank = board_blank(goal);
    loyd_class cls = loyd_class_of(goal->width, goal->height, blank);
    const uint8_t head[3] = {cls.width, cls.height, cls.blank};
    uint8_t home[LOYD_CELLS_MAX + 1] = {0}, form[LOYD_CELLS_MAX];
    uint8_t least[LOYD_CELLS_MAX], digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    loyd_id id;

    for (unsigned c = 0; c < n; c++)
        home[goal->cell[c]] = (uint8_t)c;
    memset(least, UINT8_MAX, sizeof(least));
    for (unsigned way = 0; way < WAYS; way++) {
        if ((way & SWAP ? goal->height : goal->width) != cls.width ||
            turned(way, goal, blank) != cls.blank)
            continue;
        for (unsigned c = 0; c < n; c++)
            form[turned(way, goal, c)] =
                (uint8_t)turned(way, goal, home[puzzle->start.cell[c]]);
        if (memcmp(form, least, n) < 0)
            memcpy(least, form, n);
    }
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, head, sizeof(head));
    crypto_hash_field(&hash, least, n);
    crypto_hash_end(&hash, digest);
    memcpy(id.byte, digest, LOYD_ID_BYTES);
    return id;
}

/* The state of a pick. */
struct pick {
    const char *seed; /* borrowed */
    uint64_t k;       /* of the next draw */
    uint64_t n_repeats;
    struct id_set taken;
};

/*
 * The maximum number of draws, which take a few seconds; drawing all of n ids
 * would take about n * n. The remaining ids come in order.
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

    bytes_put_little(number, k, sizeof(number));
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, seed, strlen(seed));
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_end(&hash, digest);
    memcpy(id.byte, digest, LOYD_ID_BYTES);
    return id;
}

/* Loads every id, in order. */
static loyd_err
load(struct select *sel, loyd_why *why)
{
    size_t room = 0, n = 0;
    bool found = true;
    loyd_id id;
    loyd_err err = select_again(sel, why);

    while (err == LOYD_OK) {
        err = select_next(sel, &id, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if (!ARRAY_ROOM(sel->all, room, n + 1))
            return LOYD_E_NOMEM;
        sel->all[n++] = id;
    }
    ARRAY_SORT(sel->all, n, id_order);
    sel->n_all = n;
    sel->is_loaded = true;
    return err;
}

/* Returns the first loaded id at or after `from`, wrapping around. */
static loyd_id
first_loaded(const struct select *sel, const loyd_id *from)
{
    size_t low = 0, high = sel->n_all;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (id_compare(&sel->all[middle], from) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return sel->all[low < sel->n_all ? low : 0];
}

/*
 * If repeats outnumber picks, the expected number of ids is less than
 * about twice the number of picks: loading it is worthwhile, and shows when
 * all ids are taken. So it is if each draw would read them all.
 */
static bool
is_worth_loading(const struct pick *choice, const struct select *sel)
{
    return !sel->is_loaded &&
           (sel->is_gathered || choice->n_repeats > choice->taken.n + 64 ||
            choice->k >= DRAWS);
}

/* Draws an id; after the last draw, takes the next one in order. */
static loyd_err
propose(struct pick *choice, struct select *sel, loyd_id *id, bool *found,
        loyd_why *why)
{
    loyd_id from;
    loyd_err err;

    if (sel->is_loaded && choice->taken.n == sel->n_all) {
        *found = false;
        return LOYD_OK;
    }
    *found = true;
    if (choice->k >= DRAWS) {
        *id = sel->all[choice->k++ - DRAWS];
        return LOYD_OK;
    }
    from = draw(choice->seed, choice->k++);
    if (sel->is_loaded) {
        *id = first_loaded(sel, &from);
        return LOYD_OK;
    }
    /* The first stored id at or after `from`, wrapping around. */
    err = select_first(sel, from, id, found, why);
    if (err == LOYD_OK && !*found)
        err = select_first(sel, sel->first, id, found, why);
    return err;
}

/* Picks the next id; *found is false when all are taken. */
static loyd_err
pick_next(struct pick *choice, struct select *sel, loyd_id *id, bool *found,
          loyd_why *why)
{
    bool is_new = false;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !is_new) {
        if (is_worth_loading(choice, sel) && (err = load(sel, why)) != LOYD_OK)
            break;
        err = propose(choice, sel, id, found, why);
        if (err != LOYD_OK || !*found)
            break;
        if ((err = id_set_add(&choice->taken, id, &is_new)) == LOYD_OK)
            choice->n_repeats += !is_new;
    }
    return err;
}

static void
pick_free(struct pick *choice)
{
    id_set_free(&choice->taken);
    *choice = (struct pick){.seed = NULL};
}

struct finding {
    loyd_cursor head;
    loyd_store *store; /* NULL: read_begin has not succeeded */
    struct select sel;
    bool is_pick;
    struct pick choice;
    char *seed; /* of the pick */
    loyd_bands bands;
    uint64_t skip; /* puzzles before the first row */
    uint64_t left; /* rows until the limit */
    bool is_distinct;
    struct id_set twins; /* twin_id of all puzzles so far */
    struct record row;
    bool has_recipes; /* they are wanted */
    char recipe[LOYD_RECIPE_TEXT];
    bool has_names; /* the catalogue has names */
    char name[LOYD_NAME_TEXT];
    bool has_traits; /* the catalogue has some */
    bool has_games;  /* it has difficulties */
    loyd_entry entry;
    const char *columns; /* of loyd_store_rows; NULL: an entry is read */
    struct query row_of; /* the columns of an id, unless the select has them */
    bool has_row_of;
    loyd_cell cell[LOYD_COLUMNS_MAX];
    loyd_cells cells;
};

static loyd_err
copy_seed(struct finding *f, const char *seed)
{
    f->is_pick = seed != NULL;
    if (seed == NULL)
        return LOYD_OK;
    if ((f->seed = strdup(seed)) == NULL)
        return LOYD_E_NOMEM;
    f->choice.seed = f->seed;
    return LOYD_OK;
}

/* Checks whether a puzzle is the first of its twins so far. */
static loyd_err
meet_twin(struct id_set *twins, struct select *sel, struct record *row,
          const loyd_id *id, bool *is_first, loyd_why *why)
{
    loyd_id twin;
    loyd_err err = record_get_boards(sel->store, id, row, why);

    if (err != LOYD_OK)
        return err;
    twin = twin_id(&row->puzzle);
    if (twins->n >= ID_SET_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "more than %d different puzzles: try a size, a layout "
                       "or a range of lengths",
                       ID_SET_MAX);
    return id_set_add(twins, &twin, is_first);
}

/* Finds the next id, without twins if wanted; in that case the walk begins
 * before the page, to see the twins of earlier pages. */
static loyd_err
next_distinct(struct finding *f, loyd_id *id, bool *found, loyd_why *why)
{
    bool is_first;
    loyd_err err;

    do {
        is_first = false;
        err = f->is_pick ? pick_next(&f->choice, &f->sel, id, found, why)
                         : select_next(&f->sel, id, found, why);
        if (err != LOYD_OK || !*found || !f->is_distinct)
            return err;
        err = meet_twin(&f->twins, &f->sel, &f->row, id, &is_first, why);
    } while (err == LOYD_OK && (!is_first || !f->sel.is_past));
    return err;
}

/* Finds the id of the next row: after `offset`, up to the limit. */
static loyd_err
next_id(struct finding *f, loyd_id *id, bool *found, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    *found = f->left > 0;
    while (err == LOYD_OK && *found) {
        err = next_distinct(f, id, found, why);
        if (err != LOYD_OK || f->skip == 0)
            break;
        f->skip--;
    }
    f->left -= *found;
    return err;
}

/* Reads the columns of a row. */
static loyd_err
read_cells(struct finding *f, const loyd_id *id, bool *found, loyd_why *why)
{
    struct query *q = &f->row_of;
    struct sql sql = {.n = 0};

    *found = true;
    if (f->sel.has_columns) {
        cells_read(&f->sel.q, 1, f->cell, f->cells.n);
        return LOYD_OK;
    }
    if (!f->has_row_of) {
        text_format(&sql.text, "SELECT %s FROM puzzles WHERE puzzle_id = ?1",
                    f->columns);
        if (sql_is_lost(&sql))
            return LOYD_E_NOMEM;
        query_begin(q, f->store, STMT_COUNT_, sql.text.at, why);
        sql_free(&sql);
        f->has_row_of = true;
    }
    q->why = why;
    query_again(q);
    query_id(q, 1, id);
    if (!query_next(q))
        return query_err(q, puzzle_missing(why, id, ""));
    cells_read(q, 0, f->cell, f->cells.n);
    return LOYD_OK;
}

static loyd_err
next_entry(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct finding *f = (struct finding *)cursor;
    loyd_id id;
    bool is_there;
    loyd_err err = next_id(f, &id, &is_there, why);

    if (err != LOYD_OK || !is_there)
        return err;
    if (f->columns != NULL)
        return read_cells(f, &id, found, why);
    if ((err = record_get(f->store, &id, &f->row, &is_there, why)) != LOYD_OK)
        return err;
    if (!is_there)
        return puzzle_bad(why, &id, "in an index but not in the table");
    if ((f->has_recipes &&
         (err = recipe_first(f->store, &id, f->recipe, why)) != LOYD_OK) ||
        (f->has_names &&
         (err = name_get(f->store, &id, f->name, why)) != LOYD_OK) ||
        (err = record_rank(f->store, &f->row, why)) != LOYD_OK)
        return err;
    f->row.recipe = f->recipe;
    f->row.name = f->name;
    record_view(&f->row, &f->bands, &f->entry);
    *found = true;
    err = f->has_traits ? trait_get(f->store, &f->row, &f->entry.traits, why)
                        : LOYD_OK;
    return err == LOYD_OK && f->has_games
               ? difficulty_get(f->store, &f->row.id, &f->entry.observed, why)
               : err;
}

static void
close_finding(loyd_cursor *cursor)
{
    struct finding *f = (struct finding *)cursor;

    if (f->has_row_of)
        query_close(&f->row_of);
    select_end(&f->sel);
    pick_free(&f->choice);
    id_set_free(&f->twins);
    record_free(&f->row);
    if (f->store != NULL)
        read_end(f->store);
    free(f->seed);
}

static const struct cursor_kind entries = {sizeof(struct finding), next_entry,
                                           close_finding, true};

/* Returns in *yes whether anything is stored in a table of puzzles. O(1). */
static loyd_err
has_rows(loyd_store *store, const char *table, bool *yes, loyd_why *why)
{
    char sql[80];
    struct query q;

    snprintf(sql, sizeof(sql), "SELECT 1 FROM %s WHERE puzzle >= '' LIMIT 1",
             table);
    query_begin(&q, store, STMT_COUNT_, sql, why);
    return query_has(&q, yes);
}

static loyd_err
begin(loyd_store *store, const loyd_filter *filter, const char *also,
      const char *columns, loyd_cursor **cursor, loyd_why *why)
{
    struct finding *made = cursor_new(&entries);
    loyd_err err;

    if (made == NULL)
        return LOYD_E_NOMEM;
    if (columns == NULL) {
        made->head.row.entry = &made->entry;
    } else {
        made->columns = columns;
        made->head.row.cells = &made->cells;
        made->cells.cell = made->cell;
    }
    made->skip = filter->offset;
    made->left = filter->limit > 0 ? filter->limit : UINT64_MAX;
    made->is_distinct = filter->is_distinct;
    made->has_recipes = also == NULL;
    if ((columns != NULL &&
         (err = cells_named(columns, LOYD_COLUMNS_MAX, made->cell,
                            &made->cells.n, why)) != LOYD_OK) ||
        (err = read_begin(store, why)) != LOYD_OK)
        goto end;
    made->store = store;
    if ((err = copy_seed(made, filter->pick)) != LOYD_OK ||
        (columns == NULL &&
         ((err = loyd_store_bands(store, &made->bands, why)) != LOYD_OK ||
          (err = has_rows(store, "name", &made->has_names, why)) != LOYD_OK ||
          (err = has_rows(store, "trait", &made->has_traits, why)) !=
              LOYD_OK ||
          (err = has_rows(store, "difficulty", &made->has_games, why)) !=
              LOYD_OK)) ||
        (err = select_begin(&made->sel, store, filter, also, columns, why)) !=
            LOYD_OK)
        goto end;
end:
    return cursor_opened(made, err, cursor);
}

loyd_err
find_begin(loyd_store *store, const loyd_filter *filter, const char *also,
           loyd_cursor **cursor, loyd_why *why)
{
    return begin(store, filter, also, NULL, cursor, why);
}

loyd_err
loyd_store_rows(loyd_store *store, const loyd_filter *filter,
                const char *columns, loyd_cursor **cursor, loyd_why *why)
{
    WHY_GIVEN(why);
    return begin(store, filter != NULL ? filter : &all, NULL, columns, cursor,
                 why);
}

loyd_err
loyd_store_find(loyd_store *store, const loyd_filter *filter,
                loyd_cursor **cursor, loyd_why *why)
{
    WHY_GIVEN(why);
    return find_begin(store, filter != NULL ? filter : &all, NULL, cursor,
                      why);
}

/* Returns how many of n puzzles a query returns. */
static uint64_t
page_of(const loyd_filter *filter, uint64_t n)
{
    n = n > filter->offset ? n - filter->offset : 0;
    return filter->limit > 0 && n > filter->limit ? filter->limit : n;
}

loyd_err
find_ids(loyd_store *store, const loyd_filter *filter, const char *also,
         struct id_list *list, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    struct finding *f;
    bool found = true;
    loyd_id id;
    loyd_err err = find_begin(store, filter, also, &cursor, why);

    f = (struct finding *)cursor;
    while (err == LOYD_OK) {
        err = next_id(f, &id, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = id_list_put(list, &id, 1);
    }
    loyd_cursor_close(&cursor);
    return err;
}

loyd_err
find_count(loyd_store *store, const loyd_filter *filter, const char *also,
           uint64_t *count, loyd_why *why)
{
    struct sql sql = {.n = 0};
    struct query q;
    int64_t n = 0;
    loyd_err err =
        select_query(&sql, &q, store, filter, also, "count(*)", "", why);

    if (err == LOYD_OK) {
        if (query_next_long(&q) && !column_int(&q, 0, 0, INT64_MAX, &n))
            err = why_set(why, LOYD_E_DB, "no result of a count");
        err = query_end(&q, err);
    }
    sql_free(&sql);
    *count = page_of(filter, (uint64_t)n);
    return err;
}

loyd_err
loyd_store_count(loyd_store *store, const loyd_filter *filter, uint64_t *count,
                 loyd_why *why)
{
    loyd_filter wanted = {0};
    struct id_list ids = {.n = 0};
    uint64_t n = 0;
    loyd_err err;

    WHY_GIVEN(why);
    if (filter != NULL)
        wanted = *filter;
    wanted.pick = NULL;
    if ((err = read_begin(store, why)) != LOYD_OK)
        return err;
    if (wanted.is_distinct || (wanted.has_after && wanted.order != NULL)) {
        err = find_ids(store, &wanted, NULL, &ids, why);
        n = ids.n;
        free(ids.ids);
    } else {
        err = find_count(store, &wanted, NULL, &n, why);
    }
    read_end(store);
    if (err == LOYD_OK)
        *count = n;
    return err;
}

loyd_err
loyd_store_sql(loyd_store *store, const loyd_filter *filter, char **sql,
               loyd_why *why)
{
    char *text = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if (filter == NULL)
        filter = &all;
    if (filter->pick != NULL || filter->is_distinct)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "no statement picks puzzles or leaves out twins: these "
                       "depend on hashes");
    if ((err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = select_print(store, filter, &text, why);
    read_end(store);
    if (err == LOYD_OK && (*sql = strdup(text)) == NULL)
        err = LOYD_E_NOMEM;
    sqlite3_free(text);
    return err;
}
