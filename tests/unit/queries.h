/* SPDX-License-Identifier: MIT */
/*
 * A catalogue with puzzles of every kind, a plain array of the same rows, and
 * filters, drawn and applied to the array row by row. Tests only.
 */
#ifndef QUERIES_H
#define QUERIES_H

#include "catalogue.h"
#include "core/board.h"
#include "core/class.h"

#include <math.h>

#include "oracle.h"
#include "rate/sample.h"
#include "core/moves.h"
#include "store/filter.h"
#include "store/rows.h"
#include "store/tables.h"

/* A copy of what was stored. */
struct kept {
    loyd_id id;
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT];
    loyd_board goal;
    loyd_status status;
    uint16_t lower;
    uint16_t upper;
    loyd_status mtm_status; /* the same in MTM */
    uint16_t mtm_lower;
    uint16_t mtm_upper;
    bool is_used;
    uint16_t estimate; /* of version 1; 0: none */
    uint16_t any_estimate;
    char recipe[100]; /* "": none */
    loyd_board start;
    uint8_t path[64]; /* if it has a rating */
    size_t n_path;
};

/* One is the end of another, and one consists of separators of recipes. */
static const char *const seeds[] = {"find", "a~find", "", "~~0", "rare"};

static struct kept kept[1700];
static size_t n_kept;
static loyd_store *store;

static inline int
by_id(const void *a, const void *b)
{
    return memcmp(((const struct kept *)a)->id.byte,
                  ((const struct kept *)b)->id.byte, LOYD_ID_BYTES);
}

/* Shuffled labels, so that the goal has no name. */
static inline loyd_board
nameless(unsigned width, unsigned height, uint64_t *random)
{
    loyd_board goal = goal_of("rows", width, height);

    for (unsigned c = width * height - 1; c > 0; c--) {
        unsigned other = (unsigned)(random_word(random) % (c + 1));
        uint8_t label = goal.cell[c];

        goal.cell[c] = goal.cell[other];
        goal.cell[other] = label;
    }
    return goal;
}

/* Stores a rating in MTM with the path, of which no search knows better. */
static inline void
keep_mtm(struct kept *row, const loyd_moves *home)
{
    unsigned n = (unsigned)loyd_moves_length(home, LOYD_MTM);
    unsigned kind = (unsigned)home->n % 5; /* twins have the same */
    unsigned less = kind == 4 ? 1 + (unsigned)home->n / 5 % 6 : 0;
    loyd_rating rating = rating_of(n > less ? n - less : 1, n);
    loyd_why why;

    if (kind == 0)
        return;
    rating.metric = LOYD_MTM;
    OK(store_add_rating(store, &row->id, &rating, home, &why));
    row->mtm_lower = rating.lower;
    row->mtm_upper = rating.upper;
    row->mtm_status = less > 0 ? LOYD_STATUS_BOUNDED : LOYD_STATUS_PROVEN;
    row->n_path = home->n;
    memcpy(row->path, home->dir, home->n);
}

/* Uses a row: marked manually, in a pack or in a ledger. */
static inline void
keep_use(struct kept *row, unsigned way)
{
    static const loyd_date day = {2026, 3, 1};
    char id[LOYD_ID_CHARS + 1], sql[300];
    loyd_why why;

    loyd_id_print(&row->id, id);
    row->is_used = way < 3;
    sql[0] = '\0';
    if (way == 0)
        OK(loyd_store_mark(store, &row->id, &day, NULL, NULL, &why));
    else if (way == 1)
        snprintf(sql, sizeof(sql),
                 "INSERT INTO mark SELECT '%s', 'p', 1,"
                 " 1 + count(*) FILTER (WHERE pack = 'p'), 0, NULL, ''"
                 " FROM mark", id);
    else if (way == 2)
        snprintf(sql, sizeof(sql),
                 "INSERT OR IGNORE INTO channel VALUES ('club', '2026-03-01',"
                 " NULL, 0, NULL, NULL);"
                 "INSERT INTO ledger SELECT 'club', n, '2026-03-01',"
                 " CAST(n AS TEXT), 1, '%s', NULL, NULL, zeroblob(32)"
                 " FROM (SELECT 1 + count(*) AS n FROM ledger)", id);
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(store->db));
}

/* kind 0: proven, 1: bounded, 2: unrated */
static inline void
keep_puzzle(const loyd_puzzle *puzzle, const loyd_moves *home,
            const char *layout, const char *seed, unsigned kind)
{
    struct kept *row = &kept[n_kept];
    const loyd_board *goal = &puzzle->goal;
    loyd_layout named;
    loyd_rating rating = rating_of(home->n - (kind == 1), home->n);
    bool is_new;
    loyd_why why;

    assert_true(n_kept < COUNT(kept));
    memset(row, 0, sizeof(*row));
    OK(store_add_puzzle(store, puzzle, &row->id, &is_new, &why));
    if (!is_new)
        return;
    if (layout != NULL) {
        loyd_recipe recipe;

        snprintf(row->recipe, sizeof(row->recipe), "%ux%u/%s~g1~%s~%zu",
                 goal->width, goal->height, layout, seed, n_kept);
        recipe = recipe_of(row->recipe);
        OK(store_add_recipe(store, &recipe, &row->id, &why));
    }
    row->width = goal->width;
    row->height = goal->height;
    row->goal = *goal;
    row->start = puzzle->start;
    assert_int_equal(loyd_layout_name(goal, &named), LOYD_OK);
    loyd_layout_print(&named, row->layout);
    row->status = LOYD_STATUS_UNRATED;
    if (kind < 2) {
        if (kind == 1)
            rating.lower = (uint16_t)(home->n - 1 - n_kept % 9);
        OK(store_add_rating(store, &row->id, &rating, home, &why));
        row->lower = rating.lower;
        row->status = kind == 0 ? LOYD_STATUS_PROVEN : LOYD_STATUS_BOUNDED;
        row->upper = (uint16_t)home->n;
        assert_true(home->n <= sizeof(row->path));
        row->n_path = home->n;
        memcpy(row->path, home->dir, home->n);
    }
    keep_mtm(row, home);
    keep_use(row, (unsigned)(n_kept % 17));
    if (goal->width * goal->height > 16 && (kind == 2 || n_kept % 11 != 0)) {
        row->estimate = (uint16_t)(home->n + 2 * (n_kept % 7));
        row->any_estimate = row->estimate;
        OK(store_add_estimate(store, &row->id, n_kept % 13 == 12 ? 2 : 1,
                              row->estimate, &why));
        if (n_kept % 13 == 12) /* of a version without a sample */
            row->estimate = 0;
    }
    n_kept++;
}

/* `board` with rows and columns swapped and its labels replaced. */
static inline loyd_board
mirrored(const loyd_board *board, bool swaps, const uint8_t *label)
{
    loyd_board out = {.width = swaps ? board->height : board->width,
                      .height = swaps ? board->width : board->height};

    for (unsigned y = 0; y < board->height; y++)
        for (unsigned x = 0; x < board->width; x++) {
            /* Mirrors left and right, then along the diagonal. */
            unsigned from = y * board->width + (board->width - 1 - x);
            unsigned to = swaps ? x * board->height + y : y * board->width + x;

            out.cell[to] = label[board->cell[from]];
        }
    return out;
}

/* Stores a mirrored puzzle with other labels, and its path. */
static inline void
keep_twin(const loyd_puzzle *puzzle, const loyd_moves *home, uint64_t *random,
          unsigned kind)
{
    static const uint8_t flipped[] = {LOYD_DIR_UP, LOYD_DIR_LEFT,
                                      LOYD_DIR_DOWN, LOYD_DIR_RIGHT};
    static const uint8_t swapped[] = {LOYD_DIR_LEFT, LOYD_DIR_DOWN,
                                      LOYD_DIR_RIGHT, LOYD_DIR_UP};
    unsigned n = (unsigned)puzzle->goal.width * puzzle->goal.height;
    bool swaps = random_word(random) % 2 == 0;
    uint8_t label[LOYD_CELLS_MAX + 1] = {0};
    loyd_puzzle twin;
    loyd_moves way = {0};

    for (unsigned i = 1; i <= n; i++)
        label[i] = (uint8_t)i;
    for (unsigned i = n; i > 1; i--) {
        unsigned other = 1 + (unsigned)(random_word(random) % i);
        uint8_t one = label[i];

        label[i] = label[other];
        label[other] = one;
    }
    twin.start = mirrored(&puzzle->start, swaps, label);
    twin.goal = mirrored(&puzzle->goal, swaps, label);
    for (size_t i = 0; i < home->n; i++) {
        unsigned dir = flipped[home->dir[i]];

        assert_int_equal(
            moves_push(&way, (loyd_dir)(swaps ? swapped[dir] : dir)), LOYD_OK);
    }
    keep_puzzle(&twin, &way, NULL, NULL, kind);
    loyd_moves_free(&way);
}

static inline void
keep(const loyd_board *goal, const char *layout, const char *seed,
     uint64_t *random, unsigned kind)
{
    loyd_moves home = {0};
    loyd_puzzle puzzle =
        walk_away(goal, 20 + (unsigned)(random_word(random) % 25), random,
                  &home);

    keep_puzzle(&puzzle, &home, layout, seed, kind);
    if (random_word(random) % 4 == 0)
        keep_twin(&puzzle, &home, random, kind);
    loyd_moves_free(&home);
}

/* The estimates of the sample of 6x3 with the blank in a corner. */
static uint16_t sampled[200];

static inline void
keep_sample(void)
{
    static const loyd_class cls = {6, 3, 0};
    uint64_t random = 5;
    loyd_sample *made = sample_new(&cls, 1, "6x3/rows~g1~find", 60, 60);
    loyd_why why;

    assert_non_null(made);
    for (size_t i = 0; i < COUNT(sampled); i++) {
        sampled[i] = (uint16_t)(12 + random_word(&random) % 20 +
                                random_word(&random) % 20);
        sample_add(made, SAMPLE_ESTIMATES, sampled[i], 1);
        sample_add(made, SAMPLE_MLC, 20, 1);
    }
    OK(sample_put(store, made, &why));
    free(made);
}

static inline int
make_catalogue(void **state)
{
    static const struct {
        unsigned width;
        unsigned height;
        const char *layout;
    } goals[] = {
        {4, 4, "rows"},   {4, 4, "snake"},           {4, 4, "columns"},
        {3, 4, "rows"},   {4, 3, "rows"},            {4, 3, "spiral"},
        {3, 3, "spiral"}, {3, 3, "rows,blank=first"}, {5, 2, "snake"},
        {6, 3, "rows"},   {3, 6, "snake"},           {5, 5, "rows"},
    };
    uint64_t random = 3;
    loyd_why why;

    if (make_folder(state) != 0)
        return -1;
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    n_kept = 0;
    OK(loyd_store_begin(store, &why));
    for (unsigned i = 0; i < 600; i++) {
        unsigned k = i % COUNT(goals), kind = (i / 3) % 7;
        loyd_board goal = goal_of(goals[k].layout, goals[k].width,
                                  goals[k].height);

        keep(&goal, i % 4 == 0 ? goals[k].layout : NULL,
             seeds[i % 99 == 0 ? 4 : i % 16 / 4], &random,
             kind < 3 ? kind : 0);
    }
    /* Goals without a name, upright and lying, some with recipes. */
    for (unsigned i = 0; i < 300; i++) {
        unsigned width = 3 + i % 2, height = 4 - (i / 2) % 2;
        loyd_board goal = nameless(width, height, &random);

        keep(&goal,
             i % 6 == 0   ? "random,missing=2"
             : i % 3 == 0 ? "random"
                          : NULL,
             seeds[i % 9 / 3], &random, i % 5 < 3 ? i % 5 : 0);
    }
    /* Some with a sample, in the catalogue, and some without. */
    keep_sample();
    for (unsigned i = 0; i < 120; i++) {
        loyd_board goal = nameless(3 + 3 * (i % 2), 6 - 3 * (i % 2), &random);

        keep(&goal, i % 5 == 0 ? "random" : NULL, seeds[i % 3], &random,
             i % 7 < 3 ? i % 7 : 1);
    }
    OK(loyd_store_commit(store, &why));
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
    assert_true(n_kept > 950);
    return 0;
}

static inline int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* Can rotations and reflections map the goal's blank to the class's cell? */
static inline bool
is_of_class(const loyd_class *cls, const struct kept *row)
{
    unsigned w = row->width, h = row->height;

    for (unsigned cell = 0; cell < w * h; cell++) {
        unsigned x = cell % w, y = cell / w;

        if (row->goal.cell[cell] != 0)
            continue;
        for (unsigned way = 0; way < 4; way++) {
            unsigned mx = way & 1 ? w - 1 - x : x;
            unsigned my = way & 2 ? h - 1 - y : y;

            if ((w == cls->width && h == cls->height &&
                 my * w + mx == cls->blank) ||
                (h == cls->width && w == cls->height &&
                 mx * h + my == cls->blank))
                return true;
        }
    }
    return false;
}

/* Returns the percentile of a row in a metric; -1: it has none. */
static inline double
percentile_of(const struct kept *row, loyd_metric metric)
{
    const loyd_distribution *d = loyd_distribution_of(&row->goal, metric);
    bool is_mtm = metric == LOYD_MTM;
    double at = 0;

    if (!is_mtm && row->width * row->height > 16) {
        if (row->estimate == 0)
            return -1;
        if (row->width == 5 && row->height == 5) /* built in */
            return exact_percentile(
                &sample_get(5, 5, board_blank(&row->goal))->estimates,
                row->estimate);
        if (!is_of_class(&(loyd_class){6, 3, 0}, row))
            return -1;
        for (size_t i = 0; i < COUNT(sampled); i++)
            at += sampled[i] < row->estimate    ? 1
                  : sampled[i] == row->estimate ? 0.5
                                                : 0;
        return at * 100 / COUNT(sampled);
    }
    return (is_mtm ? row->mtm_status : row->status) == LOYD_STATUS_PROVEN &&
                   d != NULL
               ? exact_percentile(d, is_mtm ? row->mtm_upper : row->upper)
               : -1;
}

/* --- what a row has in a column --- */

struct value {
    enum { NOTHING, NUMBER_VALUE, TEXT_VALUE } kind;
    double number;
    char text[LOYD_LAYOUT_TEXT];
};

static inline void
set_number(struct value *value, bool is_known, double number)
{
    if (is_known)
        *value = (struct value){.kind = NUMBER_VALUE, .number = number};
}

static inline void
set_text_value(struct value *value, const char *text)
{
    value->kind = TEXT_VALUE;
    snprintf(value->text, sizeof(value->text), "%s", text);
}

static inline const char *
band_at(double at)
{
    static const struct {
        const char *name;
        double high;
    } bands[] = {{"easy", 1}, {"medium", 25}, {"hard", 90}};

    for (size_t i = 0; i < COUNT(bands); i++)
        if (at < bands[i].high)
            return bands[i].name;
    return "expert";
}

/* The columns that filters and orders of tests name. */
static const char *const column_names[] = {
    "puzzle_id",  "size",      "class",          "layout",   "status",
    "lower",      "upper",     "stm",            "gap",      "path",
    "percentile", "band",      "estimate",       "recipe",   "used",
    "mtm_status", "mtm_lower", "mtm_upper",      "mtm",      "mtm_gap",
    "mtm_path",   "mtm_band",  "mtm_percentile", "board",    "length",
};

/* Everything about a length is of one metric. */
static inline void
length_value(const struct kept *row, loyd_metric metric, const char *name,
             struct value *value)
{
    bool is_mtm = metric == LOYD_MTM;
    loyd_status status = is_mtm ? row->mtm_status : row->status;
    unsigned lower = is_mtm ? row->mtm_lower : row->lower;
    unsigned upper = is_mtm ? row->mtm_upper : row->upper;
    double at = percentile_of(row, metric);
    loyd_moves path = {.dir = (uint8_t *)(uintptr_t)row->path,
                       .n = row->n_path};

    if (strcmp(name, "status") == 0 &&
        (!is_mtm || status != LOYD_STATUS_UNRATED))
        set_text_value(value, status_name(status));
    else if (strcmp(name, "lower") == 0)
        set_number(value, upper > 0, lower);
    else if (strcmp(name, "upper") == 0)
        set_number(value, upper > 0, upper);
    else if (strcmp(name, "gap") == 0)
        set_number(value, upper > 0, upper - lower);
    else if (strcmp(name, "stm") == 0 || strcmp(name, "mtm") == 0)
        set_number(value, status == LOYD_STATUS_PROVEN, upper);
    else if (strcmp(name, "percentile") == 0)
        set_number(value, at >= 0, floor(at * 1000 + 0.5) / 1000);
    else if (strcmp(name, "band") == 0 && at >= 0)
        set_text_value(value, band_at(at));
    else if (strcmp(name, "path") == 0 && upper > 0) {
        value->kind = TEXT_VALUE;
        moves_print(&path, value->text);
    } else if (strcmp(name, "length") == 0 && upper > 0) {
        value->kind = TEXT_VALUE;
        snprintf(value->text, sizeof(value->text),
                 lower < upper ? "%u..%u" : "%u", lower, upper);
    }
}

static inline void
value_of(const struct kept *row, const char *column, struct value *value)
{
    loyd_class cls =
        loyd_class_of(row->width, row->height, board_blank(&row->goal));

    value->kind = NOTHING;
    if (strcmp(column, "puzzle_id") == 0)
        loyd_id_print(&row->id, value->text);
    else if (strcmp(column, "size") == 0)
        snprintf(value->text, sizeof(value->text), "%ux%u", row->width,
                 row->height);
    else if (strcmp(column, "class") == 0)
        class_print(&cls, value->text);
    else if (strcmp(column, "board") == 0)
        loyd_board_print(&row->start, LOYD_FORM_ROWS, value->text);
    else if (strcmp(column, "layout") == 0)
        set_text_value(value, row->layout);
    else if (strcmp(column, "used") == 0) {
        set_number(value, true, row->is_used);
        return;
    } else if (strcmp(column, "estimate") == 0) {
        set_number(value, row->any_estimate > 0, row->any_estimate);
        return;
    } else if (strcmp(column, "recipe") == 0) {
        if (row->recipe[0] != '\0')
            set_text_value(value, row->recipe);
        return;
    } else {
        bool is_mtm = strncmp(column, "mtm", 3) == 0;

        length_value(row, is_mtm ? LOYD_MTM : LOYD_STM,
                     column + (strncmp(column, "mtm_", 4) == 0 ? 4 : 0),
                     value);
        return;
    }
    value->kind = TEXT_VALUE;
}

/* --- filters, row by row --- */

/* Two layouts may have the same goal: on a 5x2, snake and spiral. */
static inline bool
is_goal(const char *layout, const struct kept *row)
{
    loyd_layout made;

    return strcmp(layout, row->layout) == 0 ||
           (loyd_layout_parse(layout, strlen(layout), row->width, row->height,
                              &made, NULL) == LOYD_OK &&
            board_equal(&made.goal, &row->goal));
}

static inline bool
is_percent(const char *column)
{
    return strstr(column, "percentile") != NULL;
}

/* Is a value of a condition, such as 20..30 or goal=*, that of a column? */
static inline bool
is_value(const char *column, const struct value *value, const char *text)
{
    const char *dots = strstr(text, "..");
    size_t len = strlen(text);
    double high;

    if (strcmp(column, "used") == 0)
        return strcmp(text, "any") == 0 ||
               (strcmp(text, "yes") == 0) == (value->number > 0);
    if (value->kind == TEXT_VALUE)
        return len > 0 && text[len - 1] == '*'
                   ? strncmp(value->text, text, len - 1) == 0
                   : strcmp(value->text, text) == 0;
    if (value->kind == NOTHING)
        return false;
    if (dots == NULL)
        return value->number >= strtod(text, NULL) &&
               value->number <= strtod(text, NULL);
    if (dots > text && value->number < strtod(text, NULL))
        return false;
    high = strtod(dots + 2, NULL);
    return dots[2] == '\0' || value->number < high ||
           (value->number <= high && (!is_percent(column) || high >= 100));
}

/* A drawn expression: two comparisons of numbers, joined by `join`. */
static struct {
    char text[200];
    struct {
        const char *column;
        int number; /* column >= number; -1: column IS NULL */
    } part[2];
    const char *join; /* NULL: only the first one; NOT: its negation */
} drawn_where;

/* As SQL has it: 0, 1, or -1 for NULL. */
static inline int
part_of(const struct kept *row, unsigned i)
{
    int number = drawn_where.part[i].number;
    struct value value;

    value_of(row, drawn_where.part[i].column, &value);
    if (number < 0)
        return value.kind == NOTHING;
    return value.kind == NOTHING ? -1 : value.number >= number;
}

static inline bool
is_where(const struct kept *row)
{
    int a = part_of(row, 0), b = part_of(row, 1);

    if (drawn_where.join == NULL)
        return a == 1;
    if (strcmp(drawn_where.join, "NOT") == 0)
        return a == 0;
    return strcmp(drawn_where.join, "OR") == 0 ? a == 1 || b == 1
                                               : a == 1 && b == 1;
}

static inline bool
is_first_of(const loyd_filter *filter, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(filter->conditions[i].column,
                   filter->conditions[at].column) == 0)
            return false;
    return true;
}

static inline bool
is_listed(const loyd_id *ids, size_t n, const struct kept *row)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&ids[i], &row->id, sizeof(row->id)) == 0)
            return true;
    return false;
}

/* Does a row match one of the conditions of a column? */
static inline bool
is_of_column(const loyd_filter *filter, const char *column,
             const struct kept *row)
{
    struct value value;

    value_of(row, column, &value);
    for (size_t i = 0; i < filter->n_conditions; i++)
        if (strcmp(filter->conditions[i].column, column) == 0 &&
            (is_value(column, &value, filter->conditions[i].value) ||
             (strcmp(column, "layout") == 0 &&
              is_goal(filter->conditions[i].value, row))))
            return true;
    return false;
}

static inline bool
is_in(const loyd_filter *filter, const struct kept *row)
{
    if (filter->has_ids && !is_listed(filter->ids, filter->n_ids, row))
        return false;
    if (is_listed(filter->excluded, filter->n_excluded, row))
        return false;
    if (filter->has_id &&
        (memcmp(row->id.byte, filter->id_first.byte, LOYD_ID_BYTES) < 0 ||
         memcmp(row->id.byte, filter->id_last.byte, LOYD_ID_BYTES) > 0))
        return false;
    for (size_t i = 0; i < filter->n_conditions; i++)
        if (is_first_of(filter, i) &&
            !is_of_column(filter, filter->conditions[i].column, row))
            return false;
    return filter->where == NULL || is_where(row);
}

/* --- drawn filters --- */

/* The lists of the filter drawn last. */
static struct {
    loyd_condition conditions[20];
    char values[20][LOYD_LAYOUT_TEXT + 1];
    char order[40];
    loyd_id ids[700];
    loyd_id excluded[700];
} lists;

/* Draws ids of rows in any order, some of them twice; returns how many. */
static inline size_t
draw_ids(uint64_t *random, loyd_id ids[700])
{
    size_t n = random_word(random) % (random_word(random) % 2 ? 700 : 9);

    for (size_t i = 0; i < n; i++)
        ids[i] = kept[random_word(random) % n_kept].id;
    return n;
}

/* Draws a value of a column: usually one that some row has, or a range or a
 * beginning. */
static inline void
draw_value(uint64_t *random, const char *column, char *text)
{
    static const char *const uses[] = {"no", "yes", "any"};
    uint64_t draw = random_word(random);
    size_t size = LOYD_LAYOUT_TEXT;
    struct value value;

    do
        value_of(&kept[random_word(random) % n_kept], column, &value);
    while (value.kind == NOTHING);
    if (strcmp(column, "used") == 0) {
        snprintf(text, size, "%s", uses[draw % COUNT(uses)]);
    } else if (value.kind == TEXT_VALUE) {
        size_t len = strlen(value.text);

        if (draw % 3 == 0 && strcmp(column, "status") != 0 &&
            strcmp(column, "mtm_status") != 0)
            snprintf(text, size + 1, "%.*s*", (int)(draw / 3 % (len + 1)),
                     value.text);
        else
            snprintf(text, size, "%s", value.text);
    } else {
        unsigned low = (unsigned)value.number;
        unsigned more = (unsigned)(draw / 8 % 30);

        if (draw % 8 == 0 && !is_percent(column))
            snprintf(text, size, "%u", low);
        else if (draw % 8 == 1)
            snprintf(text, size, "..%u", low + 1);
        else if (draw % 8 == 2)
            snprintf(text, size, "%u..", low);
        else if (is_percent(column))
            snprintf(text, size, "%u.%u..%u", low, (unsigned)(draw / 999 % 10),
                     low + 1 + more > 100 ? 101 : low + 1 + more);
        else
            snprintf(text, size, "%u..%u", low, low + more);
    }
}

static inline void
draw_where(uint64_t *random, loyd_filter *filter)
{
    static const char *const numbers[] = {"stm", "mtm", "upper", "lower",
                                          "gap", "mtm_gap", "estimate"};
    static const char *const joins[] = {NULL, "NOT", "AND", "OR"};
    char parts[2][80];

    for (unsigned i = 0; i < 2; i++) {
        uint64_t draw = random_word(random);
        const char *column = numbers[draw % COUNT(numbers)];
        int number = draw / 9 % 5 == 0               ? -1
                     : strstr(column, "gap") != NULL ? (int)(draw / 64 % 5)
                                                     : (int)(draw / 64 % 40);

        drawn_where.part[i].column = column;
        drawn_where.part[i].number = number;
        if (number < 0)
            snprintf(parts[i], sizeof(parts[i]), "%s IS NULL", column);
        else
            snprintf(parts[i], sizeof(parts[i]), "%s >= %d", column, number);
    }
    drawn_where.join = joins[random_word(random) % COUNT(joins)];
    snprintf(drawn_where.text, sizeof(drawn_where.text),
             drawn_where.join == NULL                  ? "%s"
             : strcmp(drawn_where.join, "NOT") == 0    ? "NOT (%s)"
             : strcmp(drawn_where.join, "AND") == 0    ? "%s AND %s"
                                                       : "%s OR %s",
             parts[0], parts[1]);
    filter->where = drawn_where.text;
}

/* Draws a filter of many parts, each set or not. */
static inline void
draw_filter(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);
    unsigned n_columns = (unsigned)(bits % 4);

    *filter = (loyd_filter){.conditions = lists.conditions,
                            .ids = lists.ids,
                            .excluded = lists.excluded};
    for (unsigned k = 0; k < n_columns; k++) {
        const char *column =
            (bits >> 24) % 4 == 0 && k == 0
                ? "used"
                : column_names[random_word(random) % COUNT(column_names)];

        for (uint64_t n = 1 + random_word(random) % 8 / 4 * (bits >> 8) % 4;
             n > 0; n--) {
            size_t at = filter->n_conditions++;

            draw_value(random, column, lists.values[at]);
            lists.conditions[at] =
                (loyd_condition){column, lists.values[at]};
        }
    }
    if ((bits >> 12) % 4 == 0)
        draw_where(random, filter);
    if ((bits >> 16) % 8 == 0) {
        filter->has_ids = true;
        filter->n_ids = draw_ids(random, lists.ids);
    }
    if ((bits >> 20) % 6 == 0)
        filter->n_excluded = draw_ids(random, lists.excluded);
    if ((bits >> 28) % 6 == 0) {
        size_t a = random_word(random) % n_kept;
        size_t b = random_word(random) % n_kept;

        filter->has_id = true;
        filter->id_first = kept[a < b ? a : b].id;
        filter->id_last = kept[a < b ? b : a].id;
    }
    if ((bits >> 32) % 2 == 0)
        filter->limit = 1 + (bits >> 36) % 40;
    if ((bits >> 44) % 4 == 0)
        filter->offset = (bits >> 48) % 40;
}

/* Draws the parts that a pick cannot have. */
static inline void
draw_walk(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);

    if (bits % 3 > 0) {
        snprintf(lists.order, sizeof(lists.order), "%s%s",
                 bits / 3 % 2 ? "-" : "",
                 column_names[(bits >> 8) % COUNT(column_names)]);
        filter->order = lists.order;
    }
    /* A puzzle that the filter wants. */
    for (unsigned i = 0; (bits >> 16) % 4 == 0 && i < 30; i++) {
        const struct kept *row = &kept[random_word(random) % n_kept];

        filter->after = row->id;
        filter->has_after = is_in(filter, row);
        if (filter->has_after)
            break;
    }
    filter->is_distinct = (bits >> 40) % 3 == 0;
    /* One that is not stored, which is allowed in order of ids. */
    if (filter->order == NULL && (bits >> 48) % 4 == 0)
        filter->after.byte[9] ^= 1;
}

static inline void
explain(const loyd_filter *f, const char *what)
{
    struct text text = {0};
    struct jw json = {.to = &text};

    filter_put_json(&json, NULL, f);
    fail_msg("%s: %s", what, text.at);
}

/* Does some rotation or reflection, with labels replaced, map a to b? */
static inline bool
is_twin(const struct kept *a, const struct kept *b)
{
    unsigned w = a->width, h = a->height;

    for (unsigned way = 0; way < 8; way++) {
        uint8_t label[LOYD_CELLS_MAX + 1], back[LOYD_CELLS_MAX + 1];
        bool swaps = (way & 4) != 0, is_same;

        if (b->width != (swaps ? h : w) || b->height != (swaps ? w : h))
            continue;
        memset(label, 0xff, sizeof(label));
        memset(back, 0xff, sizeof(back));
        label[0] = back[0] = 0;
        is_same = true;
        for (unsigned i = 0; is_same && i < 2 * w * h; i++) {
            const struct kept *from = a, *to = b;
            unsigned cell = i % (w * h), x = cell % w, y = cell / w;
            unsigned mx = way & 1 ? w - 1 - x : x;
            unsigned my = way & 2 ? h - 1 - y : y;
            unsigned there = swaps ? mx * h + my : my * w + mx;
            uint8_t one = (i < w * h ? &from->goal : &from->start)->cell[cell];
            uint8_t other = (i < w * h ? &to->goal : &to->start)->cell[there];

            if (label[one] == 0xff && back[other] == 0xff) {
                label[one] = other;
                back[other] = one;
            }
            is_same = label[one] == other && back[other] == one;
        }
        if (is_same)
            return true;
    }
    return false;
}

static unsigned n_twins; /* left out so far */

static const loyd_filter *sorted_by;

static inline int
by_order(const void *a, const void *b)
{
    const struct kept *one = *(const struct kept *const *)a;
    const struct kept *other = *(const struct kept *const *)b;
    const char *order = sorted_by->order;
    struct value first, second;
    int less = 0;

    if (order != NULL) {
        value_of(one, order + (*order == '-'), &first);
        value_of(other, order + (*order == '-'), &second);
        if ((first.kind == NOTHING) != (second.kind == NOTHING))
            return first.kind == NOTHING ? 1 : -1;
        if (first.kind == TEXT_VALUE)
            less = strcmp(first.text, second.text);
        else if (first.kind == NUMBER_VALUE)
            less = (first.number > second.number) -
                   (first.number < second.number);
        if (less != 0)
            return *order == '-' ? -less : less;
    }
    return by_id(one, other);
}

/* Selects all rows of a filter, without offset and limit, slowly. */
static inline size_t
select_slowly(const loyd_filter *filter, const struct kept **rows)
{
    static const struct kept *all[COUNT(kept)];
    const struct kept unknown = {.id = filter->after}, *after = NULL;
    size_t n_all = 0, n = 0;

    if (filter->has_after)
        after = &unknown;

    for (size_t i = 0; i < n_kept; i++) {
        if (filter->has_after &&
            memcmp(&kept[i].id, &filter->after, sizeof(loyd_id)) == 0)
            after = &kept[i];
        if (is_in(filter, &kept[i]))
            all[n_all++] = &kept[i];
    }
    sorted_by = filter;
    qsort(all, n_all, sizeof(all[0]), by_order);
    for (size_t i = 0; i < n_all; i++) {
        bool is_first = true;

        for (size_t k = 0; filter->is_distinct && is_first && k < i; k++)
            is_first = !is_twin(all[k], all[i]);
        n_twins += !is_first;
        if (is_first && (after == NULL || by_order(&all[i], &after) > 0))
            rows[n++] = all[i];
    }
    return n;
}

#endif
