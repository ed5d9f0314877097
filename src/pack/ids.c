/* SPDX-License-Identifier: MIT */
/* Reads the tables of a pack, which are untrusted, indexes the ids, and
 * compares two packs. */
#include "pack/ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "loyd/pack.h"
#include "loyd/text.h"
#include "pack/manifest_read.h"

const char *
ids_word(enum ids_state state)
{
    static const char *const words[] = {
        [IDS_ADDED] = "added",     [IDS_CHANGED] = "changed",
        [IDS_KEPT] = "kept",       [IDS_WITHDRAWN] = "withdrawn",
        [IDS_REVOKED] = "revoked", [IDS_GONE] = "gone",
        [IDS_BARRED] = "barred"};

    return words[state];
}

const char *
ids_heading(bool has_mtm)
{
    return has_mtm ? "number\tpuzzle_id\tstm\tstate\tmtm\n"
                   : "number\tpuzzle_id\tstm\tstate\n";
}

void
ids_free(struct ids *s)
{
    free(s->name);
    free(s->rows);
    pack_goals_free(&s->goals);
    free(s->selection);
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

bool
ids_is_tomb(const struct ids_row *row)
{
    return row->state == IDS_WITHDRAWN || row->state == IDS_REVOKED;
}

bool
ids_is_written(const struct ids_row *row)
{
    return row->state == IDS_ADDED || row->state == IDS_CHANGED;
}

bool
ids_is_revoked(const struct ids_row *row)
{
    return row->state == IDS_REVOKED || row->state == IDS_BARRED;
}

/* A valid line of goals.tsv has at most this many bytes. */
#define LINE_BYTES (LOYD_LAYOUT_TEXT + LOYD_BOARD_TEXT + 64)

/* A table while it is read. */
struct table_reader {
    const struct manifest_file *told;
    const char *heading;
    const char *columns; /* the same in words */
    loyd_err (*add)(struct table_reader *r, struct slice line);
    struct ids *s;
    size_t line;              /* from 1 */
    struct crypto_sha256 sha; /* of the uncompressed lines */
    loyd_why *why;
};

static loyd_err
corrupt(const struct table_reader *r, const char *what)
{
    return why_set(r->why, LOYD_E_CORRUPT, "%s: %s", r->told->name, what);
}

static loyd_err
bad_line(const struct table_reader *r)
{
    return why_set(r->why, LOYD_E_CORRUPT, "%s:%zu: expected %s",
                   r->told->name, r->line, r->columns);
}

/* Parses a proven length; empty: 0. */
static bool
parse_length(struct slice text, uint16_t *length)
{
    uint64_t found = 0;

    if (text.len > 0 && (slice_number(text, &found) != NUMBER_GOOD ||
                         found == 0 || found > LOYD_STM_MAX))
        return false;
    *length = (uint16_t)found;
    return true;
}

/* Parses "number<TAB>id<TAB>stm<TAB>state", in a pack of both metrics followed
 * by "<TAB>mtm". */
static bool
parse_row(struct slice line, uint64_t number, bool has_mtm,
          struct ids_row *row)
{
    struct slice given, id, stm, state, mtm = {line.at, 0};
    uint64_t found;
    loyd_id last;

    if (!slice_cut(&line, '\t', &given) || !slice_cut(&line, '\t', &id) ||
        !slice_cut(&line, '\t', &stm) || id.len != LOYD_ID_CHARS ||
        slice_number(given, &found) != NUMBER_GOOD || found != number ||
        loyd_id_parse(id.at, id.len, &row->id, &last, NULL) != LOYD_OK)
        return false;
    state = line;
    if (has_mtm) {
        if (!slice_cut(&line, '\t', &state))
            return false;
        mtm = line;
    }
    if (!parse_length(stm, &row->stm) || !parse_length(mtm, &row->mtm))
        return false;
    row->state = 0;
    while (row->state < IDS_STATES_ &&
           !slice_is(state, ids_word((enum ids_state)row->state)))
        row->state++;
    return row->state < IDS_STATES_;
}

static loyd_err
add_row(struct table_reader *r, struct slice line)
{
    struct ids *s = r->s;

    if (!ARRAY_ROOM(s->rows, s->room, s->n + 1))
        return LOYD_E_NOMEM;
    if (s->n >= UINT32_MAX ||
        !parse_row(line, s->n + 1, s->has_mtm, &s->rows[s->n]))
        return bad_line(r);
    s->n++;
    return LOYD_OK;
}

/* A goal has one line: that which would be written. */
static bool
is_line_of(const struct pack_goal *goal, struct slice line)
{
    struct text text = {.at = NULL};
    bool is_same;

    pack_goal_row(&text, goal);
    is_same = !text.is_lost && text.len == line.len + 1 &&
              memcmp(text.at, line.at, line.len) == 0;
    text_free(&text);
    return is_same;
}

static loyd_err
add_goal(struct table_reader *r, struct slice line)
{
    struct slice rest = line, goal_no, class_no, size, name;
    uint64_t number, class_number = 0;
    char layout[LOYD_LAYOUT_TEXT];
    struct goal_text goal = {.layout = layout};
    loyd_err err;

    if (!slice_cut(&rest, '\t', &goal_no) ||
        !slice_cut(&rest, '\t', &class_no) || !slice_cut(&rest, '\t', &size) ||
        !slice_cut(&rest, '\t', &name) ||
        slice_number(goal_no, &number) != NUMBER_GOOD || number > UINT32_MAX ||
        (class_no.len > 0 &&
         slice_number(class_no, &class_number) != NUMBER_GOOD) ||
        class_number > UINT32_MAX || name.len >= sizeof(layout))
        return bad_line(r);
    memcpy(layout, name.at, name.len);
    layout[name.len] = '\0';
    goal.goal_no = (uint32_t)number;
    goal.class_no = (uint32_t)class_number;
    err = loyd_board_parse(rest.at, rest.len, 0, 0, &goal.board, r->why);
    if (err == LOYD_OK)
        err = pack_goals_add(&r->s->goals, &goal, r->why);
    if (err == LOYD_E_NOMEM)
        return err;
    if (err != LOYD_OK)
        return why_prefix(r->why, LOYD_E_CORRUPT, "%s:%zu: ", r->told->name,
                          r->line);
    return is_line_of(r->s->goals.at[r->s->goals.n - 1], line) ? LOYD_OK
                                                               : bad_line(r);
}

static loyd_err
read_lines(struct table_reader *r, gzFile file)
{
    char line[LINE_BYTES];
    int code;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && gzgets(file, line, sizeof(line)) != NULL) {
        size_t len = strlen(line);

        crypto_sha256_add(&r->sha, line, len);
        r->line++;
        if (r->line == 1 && strcmp(line, r->heading) != 0)
            return corrupt(r, "unexpected heading");
        if (len == 0 || line[len - 1] != '\n')
            return bad_line(r);
        if (r->line > 1)
            err = r->add(r, (struct slice){line, len - 1});
    }
    gzerror(file, &code);
    if (err != LOYD_OK)
        return err;
    if (code == Z_ERRNO)
        return why_set(r->why, LOYD_E_IO, "%s: %s", r->told->name,
                       strerror(errno));
    if (code == Z_MEM_ERROR)
        return why_set(r->why, LOYD_E_NOMEM, "out of memory");
    if (code != Z_OK || r->line == 0 || !gzeof(file))
        return corrupt(r, "truncated or damaged");
    return (gzdirect(file) == 0) == r->told->is_gzip
               ? LOYD_OK
               : corrupt(r, r->told->is_gzip
                                ? "not compressed: expected gzip"
                                : "compressed: expected plain text");
}

/* Checks that no id has two numbers. */
static loyd_err
check_ids(struct table_reader *r)
{
    struct ids_index *index = NULL;
    loyd_err err = ids_index_new(r->s, &index);

    for (size_t i = 0; err == LOYD_OK && i < r->s->n; i++)
        if (ids_number(index, &r->s->rows[i].id) != i + 1)
            err = corrupt(r, "an id appears twice");
    ids_index_free(&index);
    return err;
}

/* Reads a table of a pack whose manifest was read. */
static loyd_err
read_table(struct table_reader *r, int dir, const struct manifest *m,
           enum pack_table table, const struct watch *w)
{
    const char *name = table == TABLE_IDS ? "ids.tsv" : "goals.tsv";
    gzFile file;
    size_t n = 0;
    int fd;
    loyd_err err;

    crypto_sha256_begin(&r->sha);
    for (size_t i = 0; i < m->n_files; i++)
        if (m->files[i].table == table) {
            r->told = &m->files[i];
            n++;
        }
    if (n != 1)
        return why_set(r->why, LOYD_E_CORRUPT, MANIFEST_NAME ": %s %s%s",
                       n > 1 ? "lists" : "does not list", name,
                       n > 1 ? " twice" : "");
    if ((err = manifest_open_file(dir, r->told, w, &fd, r->why)) != LOYD_OK)
        return err;
    if ((file = gzdopen(fd, "rb")) == NULL) {
        close(fd);
        return LOYD_E_NOMEM;
    }
    err = read_lines(r, file);
    gzclose(file);
    return err;
}

loyd_err
ids_read_rows(int dir, const struct manifest *m, const struct watch *w,
              struct ids *out, uint8_t sha[LOYD_HASH_BYTES], loyd_why *why)
{
    struct table_reader r = {
        .heading = ids_heading(m->has_mtm),
        .columns = m->has_mtm ? "number, puzzle_id, stm, state and mtm"
                              : "number, puzzle_id, stm and state",
        .add = add_row,
        .s = out,
        .why = why};
    loyd_err err;

    out->has_mtm = m->has_mtm;
    err = read_table(&r, dir, m, TABLE_IDS, w);
    crypto_sha256_end(&r.sha, sha);
    if (err == LOYD_OK)
        err = check_ids(&r);
    if (err != LOYD_OK)
        out->n = 0;
    return err;
}

loyd_err
ids_read_goals(int dir, const struct manifest *m, const struct watch *w,
               struct ids *out, loyd_why *why)
{
    struct table_reader r = {.heading = GOALS_HEADING,
                             .columns =
                                 "goal_no, class_no, size, layout and goal",
                             .add = add_goal,
                             .s = out,
                             .why = why};
    loyd_err err = read_table(&r, dir, m, TABLE_GOALS, w);

    if (err == LOYD_OK && !pack_goals_have_classes(&out->goals))
        err = corrupt(&r, "class_no does not match the boards");
    if (err != LOYD_OK)
        pack_goals_free(&out->goals);
    return err;
}

struct comparison {
    loyd_cursor head;
    struct ids old;
    struct ids now;
    struct ids_index *index; /* of `now` */
    uint32_t number;         /* the last one that was compared */
};

/* Compares proven lengths; 0: not proven. */
static bool
contradict(uint16_t before, uint16_t after)
{
    return before != 0 && before != after;
}

static bool
is_proven_now(uint16_t before, uint16_t after)
{
    return before == 0 && after != 0;
}

/* Compares a number of the older pack. Returns false if it is unchanged. */
static bool
compare_old(const struct comparison *c, const struct ids_row *before,
            loyd_pack_change *change)
{
    uint32_t there = ids_number(c->index, &before->id);
    const struct ids_row *after;

    if (there != c->number) {
        *change = there == 0 ? LOYD_PACK_LOST : LOYD_PACK_RENUMBERED;
        return true;
    }
    after = &c->now.rows[there - 1];
    if (contradict(before->stm, after->stm) ||
        (c->now.has_mtm && contradict(before->mtm, after->mtm)))
        *change = LOYD_PACK_CONTRADICTS;
    else if (ids_is_live(before) && !ids_is_live(after))
        *change = LOYD_PACK_WITHDRAWN;
    else if (!ids_is_live(before) && ids_is_live(after))
        *change = LOYD_PACK_ADDED;
    else if (is_proven_now(before->stm, after->stm) ||
             is_proven_now(before->mtm, after->mtm))
        *change = LOYD_PACK_PROVEN;
    else
        return false;
    return true;
}

static loyd_err
next_difference(loyd_cursor *cursor, void *row, bool *found, loyd_why *why)
{
    struct comparison *c = (struct comparison *)cursor;
    loyd_pack_difference next = {.change = LOYD_PACK_ADDED};

    (void)why;
    while (!*found && (c->number < c->old.n || c->number < c->now.n)) {
        bool is_old = c->number < c->old.n;
        const struct ids_row *at =
            is_old ? &c->old.rows[c->number] : &c->now.rows[c->number];

        c->number++;
        if (is_old ? !compare_old(c, at, &next.change) : !ids_is_live(at))
            continue;
        next.number = c->number;
        next.id = at->id;
        *(loyd_pack_difference *)row = next;
        *found = true;
    }
    return LOYD_OK;
}

static void
close_comparison(loyd_cursor *cursor)
{
    struct comparison *c = (struct comparison *)cursor;

    ids_index_free(&c->index);
    ids_free(&c->old);
    ids_free(&c->now);
}

static const struct cursor_kind differences = {
    "differences", sizeof(struct comparison), next_difference,
    close_comparison, false};

/* Returns whether goals that both packs have are the same. */
static bool
has_same_goals(const struct pack_goal_set *a, const struct pack_goal_set *b)
{
    bool is_same = true;

    for (size_t i = 0; is_same && i < a->n && i < b->n; i++) {
        loyd_board goal;

        pack_goal_board(a->at[i], &goal);
        is_same = pack_goals_get(b, &goal) == i &&
                  (a->at[i]->class_no == 0 || b->at[i]->class_no == 0 ||
                   a->at[i]->class_no == b->at[i]->class_no);
    }
    return is_same;
}

/* Checks that both packs are of one series. */
static loyd_err
check_series(const struct ids *now, const struct ids *old, loyd_why *why)
{
    char one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];

    if (strcmp(now->name, old->name) != 0)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "packs of two series, '%s' and '%s'",
                       why_quote(old->name, strlen(old->name), one),
                       why_quote(now->name, strlen(now->name), other));
    if (now->version == old->version + 1 &&
        (!now->is_delta ||
         memcmp(now->before_id.byte, old->pack_id.byte, LOYD_ID_BYTES) != 0))
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "version %u continues another version %u",
                       (unsigned)now->version, (unsigned)old->version);
    return has_same_goals(&old->goals, &now->goals)
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "goals have other numbers in the two packs");
}

loyd_err
loyd_pack_compare(const char *dir, const char *since, loyd_cursor **cursor,
                  loyd_why *why)
{
    struct comparison *c = cursor_new(&differences);
    loyd_err err;

    WHY_GIVEN(why);
    if (c == NULL)
        return LOYD_E_NOMEM;
    err = previous_read(since, &c->old, why);
    if (err == LOYD_OK)
        err = previous_read(dir, &c->now, why);
    if (err == LOYD_OK)
        err = check_series(&c->now, &c->old, why);
    if (err == LOYD_OK)
        err = ids_index_new(&c->now, &c->index);
    return cursor_opened(c, err, cursor);
}

loyd_err
loyd_pack_difference_next(loyd_cursor *cursor,
                          loyd_pack_difference *difference, bool *found,
                          loyd_why *why)
{
    return cursor_next(cursor, &differences, difference, found, why);
}
