/* SPDX-License-Identifier: MIT */
/* Reads the tables of a pack, which are untrusted, and compares packs of a
 * series. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "loyd/pack.h"
#include "pack/json_parse.h"
#include "pack/series.h"
#include "store/filter.h"

#define CLASSES_KNOWN 256 /* more than there are distributions */

/* A valid line of goals.tsv has at most this many bytes. */
#define LINE_BYTES (LOYD_LAYOUT_TEXT + LOYD_BOARD_TEXT + 64)

/* A table while it is read. */
struct table_reader {
    const struct manifest_file *entry;
    const char *heading;
    const char *columns; /* for messages */
    loyd_err (*add)(struct table_reader *r, struct slice line);
    struct series *s;
    bool has_mtm;             /* ids.tsv has lengths in MTM */
    size_t line;              /* from 1 */
    struct crypto_sha256 sha; /* of the uncompressed lines */
    loyd_why *why;
};

static loyd_err
corrupt(const struct table_reader *r, const char *what)
{
    return why_set(r->why, LOYD_E_CORRUPT, "%s: %s", r->entry->name, what);
}

static loyd_err
bad_line(const struct table_reader *r)
{
    return why_set(r->why, LOYD_E_CORRUPT, "%s:%zu: expected %s",
                   r->entry->name, r->line, r->columns);
}

/* Parses a proven length; empty: 0. */
static bool
parse_length(struct slice text, uint16_t *length)
{
    uint64_t found = 0;

    if (text.len > 0 && (slice_number(text, &found) != NUMBER_GOOD ||
                         found == 0 || found > LOYD_LENGTH_MAX))
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
    struct slice number_text, id, stm, state, mtm = {line.at, 0};
    uint64_t found;
    loyd_id last;

    if (!slice_cut(&line, '\t', &number_text) ||
        !slice_cut(&line, '\t', &id) || !slice_cut(&line, '\t', &stm) ||
        id.len != LOYD_ID_CHARS ||
        slice_number(number_text, &found) != NUMBER_GOOD || found != number ||
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
    row->is_read = false;
    while (row->state < IDS_STATES_ &&
           !slice_is(state, ids_word((enum ids_state)row->state)))
        row->state++;
    return row->state < IDS_STATES_;
}

static loyd_err
add_row(struct table_reader *r, struct slice line)
{
    struct series *s = r->s;

    if (!ARRAY_ROOM(s->rows, s->room, s->n + 1))
        return LOYD_E_NOMEM;
    if (s->n >= UINT32_MAX ||
        !parse_row(line, s->n + 1, r->has_mtm, &s->rows[s->n]))
        return bad_line(r);
    s->n++;
    return LOYD_OK;
}

/* A goal has one line: that which would be written. */
static loyd_err
check_line(const struct table_reader *r, const struct pack_goal *goal,
           struct slice line)
{
    struct text text = {.at = NULL};
    loyd_err err = LOYD_OK;

    pack_goal_row(&text, goal);
    if (text.is_lost)
        err = LOYD_E_NOMEM;
    else if (text.len != line.len + 1 ||
             memcmp(text.at, line.at, line.len) != 0)
        err = bad_line(r);
    text_free(&text);
    return err;
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
        return why_prefix(r->why, LOYD_E_CORRUPT, "%s:%zu: ", r->entry->name,
                          r->line);
    return check_line(r, r->s->goals.at[r->s->goals.n - 1], line);
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
        return why_set(r->why, LOYD_E_IO, "%s: %s", r->entry->name,
                       strerror(errno));
    if (code == Z_MEM_ERROR)
        return why_set(r->why, LOYD_E_NOMEM, "out of memory");
    if (code != Z_OK || r->line == 0 || !gzeof(file))
        return corrupt(r, "truncated or damaged");
    return (gzdirect(file) == 0) == r->entry->is_gzip
               ? LOYD_OK
               : corrupt(r, r->entry->is_gzip
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
            r->entry = &m->files[i];
            n++;
        }
    if (n != 1)
        return why_set(r->why, LOYD_E_CORRUPT, MANIFEST_NAME ": %s %s%s",
                       n > 1 ? "lists" : "does not list", name,
                       n > 1 ? " twice" : "");
    if ((err = manifest_open_file(dir, r->entry, w, &fd, r->why)) != LOYD_OK)
        return err;
    if ((file = gzdopen(fd, "rb")) == NULL) {
        close(fd);
        return LOYD_E_NOMEM;
    }
    err = read_lines(r, file);
    gzclose(file);
    return err;
}

/* Returns whether goals have the same class_no if and only if they are of the
 * same class, and no class_no is larger than the number of goals. Classes
 * without a known distribution are not compared. */
static bool
have_classes(const struct pack_goal_set *set)
{
    const struct pack_goal *first[CLASSES_KNOWN]; /* of each class */
    size_t n = 0;

    for (size_t i = 0; i < set->n; i++) {
        const struct pack_goal *goal = set->at[i];
        size_t k = 0;

        if (goal->class_no > set->n)
            return false;
        if (goal->distribution == NULL || goal->class_no == 0)
            continue;
        while (k < n && first[k]->class_no != goal->class_no &&
               first[k]->distribution != goal->distribution)
            k++;
        if (k == CLASSES_KNOWN)
            return false;
        if (k == n)
            first[n++] = goal;
        else if (first[k]->class_no != goal->class_no ||
                 first[k]->distribution != goal->distribution)
            return false;
    }
    return true;
}

loyd_err
series_read_ids(int dir, const struct manifest *m, const struct watch *w,
                struct series *out, uint8_t sha[LOYD_HASH_BYTES],
                loyd_why *why)
{
    struct table_reader r = {
        .heading = ids_heading(m->has_mtm),
        .columns = m->has_mtm ? "number, puzzle_id, stm, state and mtm"
                              : "number, puzzle_id, stm and state",
        .add = add_row,
        .s = out,
        .why = why};
    loyd_err err;

    r.has_mtm = m->has_mtm;
    err = read_table(&r, dir, m, TABLE_IDS, w);
    crypto_sha256_end(&r.sha, sha);
    if (err == LOYD_OK)
        err = check_ids(&r);
    if (err != LOYD_OK)
        out->n = 0;
    return err;
}

loyd_err
series_read_goals(int dir, const struct manifest *m, const struct watch *w,
                  struct series *out, loyd_why *why)
{
    struct table_reader r = {.heading = GOALS_HEADING,
                             .columns =
                                 "goal_no, class_no, size, layout and goal",
                             .add = add_goal,
                             .s = out,
                             .why = why};
    loyd_err err = read_table(&r, dir, m, TABLE_GOALS, w);

    if (err == LOYD_OK && !have_classes(&out->goals))
        err = corrupt(&r, "class_no does not match the boards");
    if (err != LOYD_OK)
        pack_goals_free(&out->goals);
    return err;
}

loyd_err
series_load(const char *path, struct series *out, loyd_why *why)
{
    static const struct watch nobody = {.go_on = NULL};
    struct series made = {.rows = NULL};
    struct text text = {.at = NULL};
    uint8_t sha[LOYD_HASH_BYTES];
    char shown[WHY_QUOTE_BYTES];
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_err err;

    why_quote(path, strlen(path), shown);
    if (dir == -1)
        return why_set(why, errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO,
                       "%s: cannot open: %s", shown, strerror(errno));
    err = manifest_load(dir, &text, why);
    if (err == LOYD_OK) {
        err = manifest_parse(&text, &made.manifest, why);
        if (err != LOYD_OK)
            why_prefix(why, err, MANIFEST_NAME ": ");
    }
    text_free(&text);
    if (err == LOYD_OK)
        err = series_read_goals(dir, &made.manifest, &nobody, &made, why);
    if (err == LOYD_OK)
        err = series_read_ids(dir, &made.manifest, &nobody, &made, sha, why);
    close(dir);
    if (err == LOYD_OK) {
        *out = made;
        return LOYD_OK;
    }
    series_free(&made);
    return why_prefix(why, err, "%s/", shown);
}

void
selection_put(struct text *to, const loyd_filter *filter)
{
    loyd_filter without = *filter;
    loyd_condition *kept = calloc(filter->n_conditions + 1, sizeof(kept[0]));
    struct jw jw = {.to = to};

    if (kept == NULL) {
        to->is_lost = true;
        return;
    }
    without.n_conditions = 0;
    for (size_t i = 0; i < filter->n_conditions; i++)
        if (strcmp(filter->conditions[i].column, "used") != 0)
            kept[without.n_conditions++] = filter->conditions[i];
    without.conditions = kept;
    filter_put_json(&jw, NULL, &without);
    free(kept);
}

/* Appends a value for a message; NULL is absent. */
static loyd_err
put_value(struct text *to, const json_t *value)
{
    char *json, quoted[WHY_QUOTE_BYTES];

    if (value == NULL) {
        text_put(to, "not set");
        return LOYD_OK;
    }
    json = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (json == NULL)
        return LOYD_E_NOMEM;
    text_put(to, why_quote(json, strlen(json), quoted));
    free(json);
    return LOYD_OK;
}

/* Appends the members that differ: those that were, then the new ones. */
static loyd_err
put_differences(struct text *to, json_t *was, json_t *is)
{
    char quoted[WHY_QUOTE_BYTES];
    loyd_err err = LOYD_OK;

    for (unsigned turn = 0; turn < 2; turn++) {
        json_t *from = turn == 0 ? was : is;

        for (void *at = json_object_iter(from); at != NULL;
             at = json_object_iter_next(from, at)) {
            const char *name = json_object_iter_key(at);
            const json_t *one = json_object_get(was, name);
            const json_t *other = json_object_get(is, name);

            if ((turn > 0 && one != NULL) ||
                (one != NULL && other != NULL && json_equal(one, other)))
                continue;
            text_format(to, "%s%s was ", to->len > 0 ? "; " : "",
                        why_quote(name, strlen(name), quoted));
            if ((err = put_value(to, one)) != LOYD_OK)
                return err;
            text_put(to, ", is ");
            if ((err = put_value(to, other)) != LOYD_OK)
                return err;
        }
    }
    return LOYD_OK;
}

loyd_err
selection_compare(const char *was, const char *is, loyd_why *words,
                  loyd_why *why)
{
    struct text text = {.at = NULL};
    json_t *one = NULL, *other = NULL;
    loyd_err err = json_parse(was, strlen(was), &one, why);

    words->text[0] = '\0';
    if (err == LOYD_OK)
        err = json_parse(is, strlen(is), &other, why);
    if (err == LOYD_OK)
        err = put_differences(&text, one, other);
    if (err == LOYD_OK && text.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && text.len > 0)
        (void)why_set(words, LOYD_OK, "%.*s", (int)text.len, text.at);
    json_decref(one);
    json_decref(other);
    text_free(&text);
    return err;
}

struct comparison {
    loyd_cursor head;
    struct series old;
    struct series now;
    struct ids_index *index; /* of `now` */
    uint32_t number;         /* the last one that was compared */
    loyd_pack_difference difference;
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
        (c->now.manifest.has_mtm && contradict(before->mtm, after->mtm)))
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
next_difference(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct comparison *c = (struct comparison *)cursor;
    loyd_pack_difference *next = &c->difference;

    (void)why;
    next->change = LOYD_PACK_ADDED;
    while (!*found && (c->number < c->old.n || c->number < c->now.n)) {
        bool is_old = c->number < c->old.n;
        const struct ids_row *at =
            is_old ? &c->old.rows[c->number] : &c->now.rows[c->number];

        c->number++;
        if (is_old ? !compare_old(c, at, &next->change) : !ids_is_live(at))
            continue;
        next->number = c->number;
        next->id = at->id;
        *found = true;
    }
    return LOYD_OK;
}

static void
close_comparison(loyd_cursor *cursor)
{
    struct comparison *c = (struct comparison *)cursor;

    ids_index_free(&c->index);
    series_free(&c->old);
    series_free(&c->now);
}

static const struct cursor_kind differences = {
    sizeof(struct comparison), next_difference, close_comparison, false};

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
check_series(const struct series *now, const struct series *old, loyd_why *why)
{
    char one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];

    if (strcmp(now->manifest.name, old->manifest.name) != 0)
        return why_set(
            why, LOYD_E_UNSUPPORTED, "packs of two series, '%s' and '%s'",
            why_quote(old->manifest.name, strlen(old->manifest.name), one),
            why_quote(now->manifest.name, strlen(now->manifest.name), other));
    if (now->manifest.version == old->manifest.version + 1 &&
        (!now->manifest.is_delta ||
         memcmp(now->manifest.before_id.byte, old->manifest.id.byte,
                LOYD_ID_BYTES) != 0))
        return why_set(
            why, LOYD_E_UNSUPPORTED, "version %u continues another version %u",
            (unsigned)now->manifest.version, (unsigned)old->manifest.version);
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
    c->head.row.pack_difference = &c->difference;
    err = series_load(since, &c->old, why);
    if (err == LOYD_OK)
        err = series_load(dir, &c->now, why);
    if (err == LOYD_OK)
        err = check_series(&c->now, &c->old, why);
    if (err == LOYD_OK)
        err = ids_index_new(&c->now, &c->index);
    return cursor_opened(c, err, cursor);
}
