/* SQL functions for verify and merge: each is one definition of docs/formats.md,
 * computed by code that wrote no row (verify's own readers of text, plain replay,
 * plain search). A wrong argument gives a fault, never an error. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "verify/functions.h"
#include "core/board.h"
#include "core/crypto.h"
#include "loyd/date.h"
#include "loyd/generate.h"
#include "verify/catalogue.h"
#include "loyd/layout.h"
#include "loyd/name.h"
#include "loyd/text.h"
#include "store/rows.h"
#include "verify/facts.h"
#include "verify/raw_text.h"

struct raw_value
raw_of(sqlite3_value *v)
{
    struct raw_value raw = {.kind = RAW_OTHER};

    switch (sqlite3_value_type(v)) {
    case SQLITE_NULL: raw.kind = RAW_NULL; break;
    case SQLITE_INTEGER: raw.kind = RAW_NUMBER; raw.number = sqlite3_value_int64(v); break;
    case SQLITE_TEXT: raw.kind = RAW_TEXT; raw.bytes = sqlite3_value_text(v); break;
    case SQLITE_BLOB: raw.kind = RAW_BYTES; raw.bytes = sqlite3_value_blob(v); break;
    default: break;
    }
    raw.len = raw.bytes != NULL ? (size_t)sqlite3_value_bytes(v) : 0;
    return raw;
}

static bool
board_at(sqlite3_value *v, loyd_board *board)
{
    struct raw_value raw = raw_of(v);
    return raw_board(&raw, board);
}

/* Reads start and goal; NULL: these fit, otherwise what is wrong. */
static const char *
boards_at(sqlite3_value **v, struct facts *facts)
{
    *facts = (struct facts){.has_id = false};
    return !board_at(v[1], &facts->puzzle.goal)    ? "invalid goal board"
           : !board_at(v[0], &facts->puzzle.start) ? "invalid board"
           : !facts_board(&facts->puzzle, &facts->board)
               ? "start and goal differ in size or labels"
               : NULL;
}

static void
give(sqlite3_context *c, const char *fault)
{
    sqlite3_result_text(c, fault, -1, SQLITE_TRANSIENT); /* NULL: NULL */
}

/* boards(board, goal): what is wrong with the two, parity included */
static void
boards(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct facts facts;
    const char *fault = boards_at(v, &facts);

    (void)n;
    give(c, fault != NULL ? fault : check_parity(NULL, &facts));
}

/* odd(board, goal): whether all lengths in STM are */
static void
odd(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct facts facts;

    (void)n;
    if (boards_at(v, &facts) == NULL)
        sqlite3_result_int(c, is_odd_board(&facts.board));
}

/* id_of(board, goal) */
static void
id_of(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct facts facts;
    struct crypto_hash hash;
    uint8_t digest[CRYPTO_HASH_BYTES];
    char text[LOYD_ID_CHARS + 1];
    loyd_id id;

    (void)n;
    if (boards_at(v, &facts) != NULL)
        return;
    const loyd_board *goal = &facts.puzzle.goal;
    const uint8_t size[2] = {goal->width, goal->height};
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd puzzle 1", 13);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, goal->cell, board_cells(goal));
    crypto_hash_field(&hash, facts.puzzle.start.cell, board_cells(goal));
    crypto_hash_end(&hash, digest);
    memcpy(id.byte, digest, LOYD_ID_BYTES);
    loyd_id_print(&id, text);
    sqlite3_result_text(c, text, -1, SQLITE_TRANSIENT);
}

/* is_class(text, goal), is_size(text, goal), is_layout(text, goal) */
static void
is_class(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value text = raw_of(v[0]);
    loyd_board goal;

    (void)n;
    sqlite3_result_int(c, text.kind == RAW_TEXT && board_at(v[1], &goal) &&
        is_class_of((struct slice){(const char *)text.bytes, text.len}, &goal));
}

static void
is_size(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value text = raw_of(v[0]);
    loyd_board goal;

    (void)n;
    sqlite3_result_int(c, board_at(v[1], &goal) && raw_is_size(&text, &goal));
}

static void
is_layout(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value name = raw_of(v[0]);
    char text[LOYD_LAYOUT_TEXT];
    loyd_board goal;
    loyd_layout layout;

    (void)n;
    sqlite3_result_int(c, name.kind == RAW_TEXT && board_at(v[1], &goal) &&
        loyd_layout_parse((const char *)name.bytes, name.len, goal.width,
                          goal.height, &layout, NULL) == LOYD_OK &&
        memcmp(layout.goal.cell, goal.cell, board_cells(&goal)) == 0 &&
        loyd_layout_print(&layout, text) == name.len &&
        memcmp(text, name.bytes, name.len) == 0);
}

/* rating(metric, board, goal, lower, upper, path): form, parity, replay */
static void
rating(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    struct raw_value raw = raw_of(v[5]);
    struct facts facts;
    loyd_metric m = sqlite3_value_text(v[0])[0] == 'm';
    const char *fault;

    (void)n;
    if (boards_at(v + 1, &facts) != NULL)
        return; /* reported with the puzzle */
    facts.in[m].path.dir = dirs;
    facts.in[m].stated.lower = (unsigned)sqlite3_value_int(v[3]);
    facts.in[m].stated.upper = (unsigned)sqlite3_value_int(v[4]);
    fault = raw_path(&raw, &facts.in[m].path) && facts.in[m].path.n > 0
                ? check_path(NULL, &facts, m) : PATH_LENGTH_FAULT;
    give(c, fault);
}

/* Reads the path's moves or slides. */
static void
length(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    struct raw_value raw = raw_of(v[0]);
    loyd_moves path = {.dir = dirs};
    bool slides = sqlite3_user_data(c) != NULL;
    int count = 0;

    (void)n;
    if (!raw_path(&raw, &path))
        return;
    for (size_t i = 0; i < path.n; i++)
        count += !slides || i == 0 || path.dir[i] != path.dir[i - 1];
    sqlite3_result_int(c, count);
}

/* path_key(path, metric): sorts as canonical paths do. In MTM the beginning of a
 * run is before its continuation. */
static void
path_key(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    struct raw_value raw = raw_of(v[0]);
    loyd_moves path = {.dir = dirs};
    bool mtm = sqlite3_value_text(v[1])[0] == 'm';
    int last = -1;

    (void)n;
    if (!raw_path(&raw, &path))
        return;
    for (size_t i = 0; i < path.n; i++) {
        int dir = path.dir[i];
        dirs[i] = (uint8_t)(mtm && dir == last ? '4' : '0' + dir);
        last = dir;
    }
    sqlite3_result_text(c, (char *)dirs, (int)path.n, SQLITE_TRANSIENT);
}

/* laws(board, goal, lower, upper, path, mtm_lower, mtm_upper, mtm_path, estimate,
 * claimed, mtm_claimed) */
static void
laws(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    struct facts facts;
    struct stated of[2] = {{0}};

    (void)n;
    if (boards_at(v, &facts) != NULL)
        return;
    for (int m = 0; m < 2; m++) {
        struct raw_value raw = raw_of(v[4 + 3 * m]);
        loyd_moves path = {.dir = dirs};

        of[m].lower = (unsigned)sqlite3_value_int(v[2 + 3 * m]);
        of[m].upper = (unsigned)sqlite3_value_int(v[3 + 3 * m]);
        of[m].claimed = (unsigned)sqlite3_value_int(v[9 + m]);
        if (raw.kind != RAW_NULL && raw_path(&raw, &path)) {
            of[m].moves = path.n;
            for (size_t i = 0; i < path.n; i++)
                of[m].slides += i == 0 || dirs[i] != dirs[i - 1];
        }
    }
    give(c, laws_check(&facts.board, &of[0], &of[1], (unsigned)sqlite3_value_int(v[8])));
}

/* optimum(metric, board, goal, lower, upper, path): by a plain search */
static void
optimum(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    struct checker by = {.lengths = sqlite3_user_data(c)};
    loyd_metric m = sqlite3_value_text(v[0])[0] == 'm';
    int cells = 1, upper = sqlite3_value_int(v[4]);
    struct raw_value raw = raw_of(v[5]);
    struct facts facts;

    (void)n;
    for (const unsigned char *t = sqlite3_value_text(v[2]); t != NULL && *t; t++)
        cells += *t == ' ' || *t == '/';
    if (cells > SEARCHED_CELLS && upper > (m ? SEARCHED_MTM : SEARCHED_STM))
        return;
    if (boards_at(v + 1, &facts) != NULL || check_parity(NULL, &facts) != NULL)
        return;
    facts.in[m].path.dir = dirs;
    facts.in[m].stated.lower = (unsigned)sqlite3_value_int(v[3]);
    facts.in[m].stated.upper = (unsigned)upper;
    if (raw_path(&raw, &facts.in[m].path))
        give(c, check_optimum(&by, &facts, m));
}

/* redraw(series, number): the id of the recipe's puzzle, NULL: keyed; otherwise a
 * text that is no id. The last generator is kept. */
static void
redraw(sqlite3_context *c, int n, sqlite3_value **v)
{
    static char last[LOYD_RECIPE_TEXT];
    static loyd_generator *generator;
    struct raw_value text = raw_of(v[0]);
    char id_text[LOYD_ID_CHARS + 1];
    static loyd_recipe recipe;
    loyd_puzzle puzzle;
    loyd_why why = {{0}};
    loyd_id id;

    (void)n;
    if (text.kind != RAW_TEXT || text.len >= sizeof(last)) {
        give(c, "invalid recipe");
        return;
    }
    if (strcmp(last, (const char *)text.bytes) != 0) {
        loyd_generator_free(&generator);
        last[0] = '\0';
        if (!series_read((const char *)text.bytes, text.len, &recipe)) {
            give(c, "invalid recipe");
            return;
        }
        if (recipe.is_keyed)
            return;
        if (loyd_generator_new(&recipe, NULL, &generator, &why) != LOYD_OK) {
            give(c, why.text);
            return;
        }
        memcpy(last, text.bytes, text.len + 1);
    }
    static loyd_solver *solver;
    static const loyd_solver_options one = {.threads = 1};
    if (recipe.target != LOYD_TARGET_NONE && solver == NULL && loyd_solver_new(&one, &solver) != LOYD_OK) {
        sqlite3_result_error_nomem(c);
        return;
    }
    if ((recipe.target == LOYD_TARGET_NONE
             ? loyd_generator_draw(generator, (uint64_t)sqlite3_value_int64(v[1]), 0, &puzzle, &why)
             : loyd_target_draw(generator, solver, (uint64_t)sqlite3_value_int64(v[1]), 0, &puzzle, NULL, &why)) != LOYD_OK) {
        give(c, why.text);
        return;
    }
    loyd_puzzle_id(&puzzle, &id);
    loyd_id_print(&id, id_text);
    sqlite3_result_text(c, id_text, -1, SQLITE_TRANSIENT);
}

/* is_id(text), is_date(text), is_line(text, low, high), is_name(text) */
static void
is_text(sqlite3_context *c, int n, sqlite3_value **v)
{
    const char *kind = sqlite3_user_data(c);
    struct raw_value t = raw_of(v[0]);
    const char *s = (const char *)t.bytes;
    uint8_t id[LOYD_ID_BYTES];
    loyd_date date;

    sqlite3_result_int(c, t.kind == RAW_TEXT &&
        (*kind == 'i'   ? raw_id(&t, id)
         : *kind == 'd' ? loyd_date_parse(s, t.len, &date, NULL) == LOYD_OK
         : *kind == 'n' ? loyd_name_check(s, t.len, NULL) == LOYD_OK
                        : t.len >= (size_t)sqlite3_value_int(v[1]) &&
                              t.len <= (size_t)sqlite3_value_int(v[n - 1]) &&
                              loyd_text_check(s, t.len, NULL) == LOYD_OK));
}

/* traits(...), game(...), difficulty(...), ability(...): the fault of a row, whose
 * values the check names */
struct whole {
    const char *(*check)(struct checker *by, struct facts *facts);
    struct plain_lengths *lengths;
};
static void
whole_row(sqlite3_context *c, int n, sqlite3_value **v)
{
    static _Thread_local uint8_t dirs[PATH_MAX_MOVES];
    const struct whole *of = sqlite3_user_data(c);
    struct raw_value values[RAW_COLUMNS_MAX];
    struct checker by = {.lengths = of->lengths};
    struct facts facts = {.values = values};

    for (int i = 0; i < n && i < RAW_COLUMNS_MAX; i++)
        values[i] = raw_of(v[i]);
    facts.in[LOYD_STM].path.dir = dirs;
    give(c, of->check(&by, &facts));
}

/* --- hashes: those of docs/formats.md are expressions of these --- */

/* hash(label, field ...): H(F(...)); a text gives its bytes, NULL none */
static void
hash(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct crypto_hash h;
    uint8_t out[CRYPTO_HASH_BYTES];

    crypto_hash_begin(&h, NULL);
    for (int i = 0; i < n; i++) {
        struct raw_value raw = raw_of(v[i]);
        crypto_hash_field(&h, raw.bytes, raw.len);
    }
    crypto_hash_end(&h, out);
    sqlite3_result_blob(c, out, sizeof(out), SQLITE_TRANSIENT);
}

/* hash_ids(label, id): the aggregate over ids in order */
struct ids { struct crypto_hash *h; };
static void
ids_step(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct ids *of = sqlite3_aggregate_context(c, sizeof(*of));
    struct raw_value raw = raw_of(v[1]);
    uint8_t id[LOYD_ID_BYTES] = {0};

    (void)n;
    if (of->h == NULL) {
        of->h = malloc(sizeof(*of->h));
        crypto_hash_begin(of->h, NULL);
        crypto_hash_field(of->h, sqlite3_value_text(v[0]), (size_t)sqlite3_value_bytes(v[0]));
    }
    (void)raw_id(&raw, id);
    crypto_hash_field(of->h, id, sizeof(id));
}
static void
ids_end(sqlite3_context *c)
{
    struct ids *of = sqlite3_aggregate_context(c, sizeof(*of));
    uint8_t out[CRYPTO_HASH_BYTES];

    if (of == NULL || of->h == NULL)
        return;
    crypto_hash_end(of->h, out);
    free(of->h);
    sqlite3_result_blob(c, out, sizeof(out), SQLITE_TRANSIENT);
}

/* cells(board), dims(board), le(number, bytes) */
static void
cells(sqlite3_context *c, int n, sqlite3_value **v)
{
    loyd_board b;

    (void)n;
    if (!board_at(v[0], &b))
        return;
    if (sqlite3_user_data(c) == NULL)
        sqlite3_result_blob(c, b.cell, (int)board_cells(&b), SQLITE_TRANSIENT);
    else
        sqlite3_result_blob(c, (uint8_t[2]){b.width, b.height}, 2, SQLITE_TRANSIENT);
}
static void
le(sqlite3_context *c, int n, sqlite3_value **v)
{
    sqlite3_int64 number = sqlite3_value_int64(v[0]);
    uint8_t out[8];

    (void)n;
    if (sqlite3_value_type(v[0]) == SQLITE_NULL)
        return;
    for (int i = 0; i < 8; i++, number >>= 8)
        out[i] = (uint8_t)number;
    sqlite3_result_blob(c, out, sqlite3_value_int(v[1]), SQLITE_TRANSIENT);
}

int
functions_add(sqlite3 *db)
{
    static struct plain_lengths *lengths;
    static struct whole wholes[] = {{check_traits, NULL}, {check_game, NULL}, {check_difficulty, NULL}, {check_ability, NULL}};
    const struct { const char *name; int n; void *with; void (*f)(sqlite3_context *, int, sqlite3_value **); } all[] = {
        {"boards", 2, NULL, boards}, {"odd", 2, NULL, odd}, {"id_of", 2, NULL, id_of},
        {"is_class", 2, NULL, is_class}, {"is_size", 2, NULL, is_size},
        {"is_layout", 2, NULL, is_layout}, {"rating", 6, NULL, rating},
        {"moves", 1, NULL, length}, {"slides", 1, "", length},
        {"path_key", 2, NULL, path_key}, {"laws", 11, NULL, laws},
        {"optimum", 6, lengths = plain_lengths_new(), optimum},
        {"redraw", 2, NULL, redraw}, {"is_id", 1, "i", is_text},
        {"is_date", 1, "d", is_text}, {"is_name", 1, "n", is_text},
        {"is_line", 3, "l", is_text}, {"traits", -1, &wholes[0], whole_row}, {"game", -1, &wholes[1], whole_row},
        {"difficulty", -1, &wholes[2], whole_row}, {"ability", -1, &wholes[3], whole_row},
        {"hash", -1, NULL, hash}, {"cells", 1, NULL, cells}, {"dims", 1, "", cells}, {"le", 2, NULL, le},
    };
    int rc = SQLITE_OK;

    wholes[0].lengths = lengths;
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof(all) / sizeof(all[0]); i++)
        rc = sqlite3_create_function_v2(db, all[i].name, all[i].n,
            SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
            all[i].with, all[i].f, NULL, NULL, NULL);
    return rc == SQLITE_OK ? sqlite3_create_function_v2(db, "hash_ids", 2, SQLITE_UTF8, NULL, NULL, ids_step, ids_end, NULL) : rc;
}
