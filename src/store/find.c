/* SPDX-License-Identifier: MIT */
/* Queries: the entries of a filter, repeatable picks, omission of twins, and
 * counts. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "loyd/class.h"
#include "store/rows.h"
#include "store/select.h"

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
    unsigned n = board_cells(goal), blank = loyd_board_blank(goal);
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
load(struct pick *choice, struct select *sel, loyd_why *why)
{
    size_t room = 0, n = 0;
    bool found = true;
    loyd_id id;
    loyd_err err = select_start(sel, why);

    while (err == LOYD_OK) {
        err = select_next(sel, &id, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if (!ARRAY_ROOM(choice->all, room, n + 1))
            return LOYD_E_NOMEM;
        choice->all[n++] = id;
    }
    choice->n_all = n;
    return err;
}

/* Returns the first loaded id at or after `from`, wrapping around. */
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

/*
 * If repeats outnumber picks, the expected number of ids is less than
 * about twice the number of picks: loading it is worthwhile, and shows when
 * all ids are taken.
 */
static bool
is_worth_loading(const struct pick *choice)
{
    return choice->all == NULL &&
           (choice->n_repeats > choice->taken.n + 64 || choice->k >= DRAWS);
}

/* Draws an id; after the last draw, takes the next one in order. */
static loyd_err
propose(struct pick *choice, struct select *sel, loyd_id *id, bool *found,
        loyd_why *why)
{
    loyd_id from;
    loyd_err err;

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
    if (choice->all != NULL) {
        *id = first_loaded(choice, &from);
        return LOYD_OK;
    }
    /* The first stored id at or after `from`, wrapping around. */
    err = select_first(sel, from, id, found, why);
    if (err == LOYD_OK && !*found)
        err = select_first(sel, sel->first, id, found, why);
    return err;
}

loyd_err
pick_next(struct pick *choice, struct select *sel, loyd_id *id, bool *found,
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
};

static loyd_err
copy_seed(struct finding *f, const char *seed)
{
    f->is_pick = seed != NULL;
    if (seed == NULL)
        return LOYD_OK;
    f->seed = malloc(strlen(seed) + 1);
    if (f->seed == NULL)
        return LOYD_E_NOMEM;
    strcpy(f->seed, seed);
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

/* Checks whether a puzzle belongs to an earlier page: it is not after
 * filter.after. */
static loyd_err
is_before(struct select *sel, const loyd_id *id, bool *yes, loyd_why *why)
{
    struct puzzle_place place = {.stm = -1, .upper = -1, .mtm = -1};
    bool found = true;
    loyd_err err = LOYD_OK;

    *yes = sel->has_after && sel->is_whole &&
           (select_is_sorted(sel) ? sel->is_before
                                  : id_compare(id, &sel->after) <= 0);
    if (!*yes || !sel->order.is_by_length)
        return LOYD_OK;
    err = puzzle_find(sel->store, id, &place, &found, why);
    *yes = rank_of(&sel->order, &place) == sel->after_rank;
    return err;
}

/* Finds the next id, without twins if wanted; in that case the walk begins
 * before the page, to see the twins of earlier pages. */
static loyd_err
next_distinct(struct finding *f, loyd_id *id, bool *found, loyd_why *why)
{
    bool is_first, is_early;
    loyd_err err;

    do {
        is_first = is_early = false;
        err = f->is_pick ? pick_next(&f->choice, &f->sel, id, found, why)
                         : select_next(&f->sel, id, found, why);
        if (err != LOYD_OK || !*found || !f->is_distinct)
            return err;
        err = meet_twin(&f->twins, &f->sel, &f->row, id, &is_first, why);
        if (err == LOYD_OK && is_first)
            err = is_before(&f->sel, id, &is_early, why);
    } while (err == LOYD_OK && (!is_first || is_early));
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

static loyd_err
next_entry(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct finding *f = (struct finding *)cursor;
    loyd_id id;
    bool is_there;
    loyd_err err = next_id(f, &id, &is_there, why);

    if (err != LOYD_OK || !is_there)
        return err;
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

loyd_err
find_begin(loyd_store *store, const loyd_filter *filter, unsigned wants,
           loyd_cursor **cursor, loyd_why *why)
{
    struct finding *made = cursor_new(&entries);
    loyd_err err;

    if (made == NULL)
        return LOYD_E_NOMEM;
    made->head.row.entry = &made->entry;
    made->skip = filter->offset;
    made->left = filter->limit > 0 ? filter->limit : UINT64_MAX;
    made->is_distinct = filter->is_distinct;
    made->has_recipes = wants == WANT_ALL;
    if ((err = read_begin(store, why)) != LOYD_OK)
        goto end;
    made->store = store;
    if ((err = copy_seed(made, filter->pick)) != LOYD_OK ||
        (err = loyd_store_bands(store, &made->bands, why)) != LOYD_OK ||
        (err = store_has_names(store, &made->has_names, why)) != LOYD_OK ||
        (err = trait_any(store, &made->has_traits, why)) != LOYD_OK ||
        (err = difficulty_any(store, &made->has_games, why)) != LOYD_OK ||
        (err = select_begin(&made->sel, store, filter, wants, why)) != LOYD_OK)
        goto end;
    if (!made->is_pick)
        err = select_start(&made->sel, why);
end:
    return cursor_opened(made, err, cursor);
}

loyd_err
loyd_store_find(loyd_store *store, const loyd_filter *filter,
                loyd_cursor **cursor, loyd_why *why)
{
    static const loyd_filter all = {0};

    WHY_GIVEN(why);
    return find_begin(store, filter != NULL ? filter : &all, WANT_ALL, cursor,
                      why);
}

/* Returns how many of n puzzles a query returns. */
static uint64_t
page_of(const loyd_filter *filter, uint64_t n)
{
    n = n > filter->offset ? n - filter->offset : 0;
    return filter->limit > 0 && n > filter->limit ? filter->limit : n;
}

/* Called with each puzzle of a query. */
typedef loyd_err (*id_fn)(void *context, const loyd_id *id);

static loyd_err
each_id(loyd_store *store, const loyd_filter *filter, id_fn each,
        void *context, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    struct finding *f;
    bool found = true;
    loyd_id id;
    loyd_err err = find_begin(store, filter, WANT_ALL, &cursor, why);

    f = (struct finding *)cursor;
    while (err == LOYD_OK) {
        err = next_id(f, &id, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = each(context, &id);
    }
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
count_id(void *context, const loyd_id *id)
{
    (void)id;
    ++*(uint64_t *)context;
    return LOYD_OK;
}

static loyd_err
list_id(void *context, const loyd_id *id)
{
    struct id_list *list = context;

    if (!ARRAY_ROOM(list->ids, list->room, list->n + 1))
        return LOYD_E_NOMEM;
    list->ids[list->n++] = *id;
    return LOYD_OK;
}

loyd_err
find_ids(loyd_store *store, const loyd_filter *filter, struct id_list *list,
         loyd_why *why)
{
    return each_id(store, filter, list_id, list, why);
}

static loyd_err
count_runs(loyd_store *store, const loyd_filter *filter, uint64_t *count,
           loyd_why *why)
{
    struct select sel;
    loyd_err err = select_begin(&sel, store, filter, WANT_ALL, why);

    if (err == LOYD_OK)
        err = select_count(&sel, count, why);
    select_end(&sel);
    return err;
}

loyd_err
loyd_store_count(loyd_store *store, const loyd_filter *filter, uint64_t *count,
                 loyd_why *why)
{
    loyd_filter wanted = {0};
    uint64_t n = 0;
    loyd_err err;

    WHY_GIVEN(why);
    if (filter != NULL)
        wanted = *filter;
    wanted.pick = NULL;
    if ((err = read_begin(store, why)) != LOYD_OK)
        return err;
    if (wanted.is_distinct)
        err = each_id(store, &wanted, count_id, &n, why);
    else if ((err = count_runs(store, &wanted, &n, why)) == LOYD_OK)
        n = page_of(&wanted, n);
    read_end(store);
    if (err == LOYD_OK)
        *count = n;
    return err;
}

/* Counts by goal, status and length what a filter selects, twins and all. */
static loyd_err
census_of(loyd_store *store, const loyd_filter *filter, struct census *census,
          loyd_why *why)
{
    struct select sel;
    loyd_err err = select_begin(&sel, store, filter, WANT_ALL, why);

    if (err == LOYD_OK)
        err = select_census(&sel, census_add, census, why);
    select_end(&sel);
    return err;
}

loyd_err
find_census(loyd_store *store, const loyd_filter *filter,
            struct census *census, loyd_why *why)
{
    loyd_filter listed = {.metric = filter->metric, .has_ids = true};
    struct id_list list = {.n = 0};
    loyd_err err;

    if (filter->order != NULL || filter->has_after || filter->pick != NULL ||
        filter->offset > 0 || filter->limit > 0)
        return why_set(why, LOYD_E_RANGE,
                       "statistics have no order, after, pick, offset or "
                       "limit");
    if (filter->is_distinct) {
        err = find_ids(store, filter, &list, why);
        listed.ids = list.ids;
        listed.n_ids = list.n;
        if (err == LOYD_OK)
            err = census_of(store, &listed, census, why);
        free(list.ids);
    } else {
        err = census_of(store, filter, census, why);
    }
    census_sort(census);
    return err;
}

loyd_err
loyd_store_sql(loyd_store *store, const loyd_filter *filter, char **sql,
               loyd_why *why)
{
    static const loyd_filter all = {0};
    struct select sel = {.store = NULL};
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
    err = select_begin(&sel, store, filter, WANT_ALL, why);
    if (err == LOYD_OK)
        err = select_print(&sel, filter->offset, &text, why);
    select_end(&sel);
    read_end(store);
    if (err == LOYD_OK && (*sql = malloc(strlen(text) + 1)) == NULL)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK)
        strcpy(*sql, text);
    sqlite3_free(text);
    return err;
}
