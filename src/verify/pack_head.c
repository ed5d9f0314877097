/* SPDX-License-Identifier: MIT */
/*
 * Verifies ids.tsv, the pack id, and everything before the puzzles in the
 * files of a pack.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "verify/pack.h"

/* H(F("loyd pack 1", name, version, digest, SHA-256 of ids.tsv, before)) */
static bool
is_pack_id(const struct pack_job *p, const uint8_t ids[32])
{
    static const char purpose[] = "loyd pack 1";
    const struct manifest *m = &p->manifest;
    uint8_t version[4], sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    bytes_put_little(version, m->version, sizeof(version));
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, m->name, strlen(m->name));
    crypto_hash_field(&hash, version, sizeof(version));
    crypto_hash_field(&hash, m->digest, LOYD_HASH_BYTES);
    crypto_hash_field(&hash, ids, 32);
    crypto_hash_field(&hash, m->before_id.byte,
                      m->is_delta ? LOYD_ID_BYTES : 0);
    crypto_hash_end(&hash, sum);
    return memcmp(m->id.byte, sum, LOYD_ID_BYTES) == 0;
}

/* Compares the manifest's numbers with the states in ids.tsv. */
static void
verify_states(struct pack_job *p)
{
    static const char *const names[] = {"added", "changed", "withdrawn"};
    const struct manifest *m = &p->manifest;
    const uint64_t stated[] = {m->is_delta ? m->added : m->puzzles, m->changed,
                               m->withdrawn};
    uint64_t n[IDS_STATES_] = {0};

    for (size_t i = 0; i < p->series.n; i++)
        n[p->series.rows[i].state]++;
    if (n[IDS_ADDED] + n[IDS_CHANGED] != m->puzzles)
        report_bad(&p->report, MANIFEST_NAME,
                   "puzzles is %" PRIu64 ": ids.tsv has %" PRIu64, m->puzzles,
                   n[IDS_ADDED] + n[IDS_CHANGED]);
    if (!m->is_delta && n[IDS_ADDED] < p->series.n)
        report_bad(&p->report, "ids.tsv",
                   "puzzles that are not added, without a previous pack");
    if (m->version == 2 && n[IDS_GONE] + n[IDS_BARRED] > 0)
        report_bad(&p->report, "ids.tsv",
                   "puzzles withdrawn before the first delta");
    n[IDS_WITHDRAWN] += n[IDS_REVOKED];
    for (size_t i = 0; i < 3; i++) {
        uint64_t found = n[i < 2 ? i : IDS_WITHDRAWN];

        if (stated[i] != found)
            report_bad(&p->report, MANIFEST_NAME,
                       "%s is %" PRIu64 ": ids.tsv has %" PRIu64, names[i],
                       stated[i], found);
    }
}

/* Returns whether a table has the wrong hash, which was reported. */
static bool
is_torn(const struct pack_job *p, enum pack_table table)
{
    for (size_t i = 0; i < p->manifest.n_files; i++)
        if (p->manifest.files[i].table == table)
            return p->fd[i] == -1;
    return false;
}

void
verify_tables(struct pack_job *p)
{
    uint8_t sha[LOYD_HASH_BYTES];
    loyd_why cause = {""};
    loyd_err err = LOYD_OK;

    if (!is_torn(p, TABLE_GOALS)) {
        err = series_read_goals(p->dir, &p->manifest, &p->watch, &p->series,
                                &cause);
        p->has_goals = err == LOYD_OK;
    }
    if (err != LOYD_OK)
        pack_job_error(p, NULL, err, &cause);
    if (!report_goes_on(&p->report) || is_torn(p, TABLE_IDS))
        return;
    err = series_read_ids(p->dir, &p->manifest, &p->watch, &p->series, sha,
                          &cause);
    if (err != LOYD_OK) {
        pack_job_error(p, NULL, err, &cause);
        return;
    }
    if (!is_pack_id(p, sha))
        report_bad(&p->report, MANIFEST_NAME,
                   "pack_id does not match the contents");
    verify_states(p);
}

/* Checks a tombstone of a file. */
static loyd_err
verify_tomb(struct file_job *f, uint32_t number, const loyd_id *id,
            loyd_why *why)
{
    const struct series *s = &f->p->series;
    const struct ids_row *there = number <= s->n ? &s->rows[number - 1] : NULL;

    if (f->n_tombs > 0 && number <= f->tombs[f->n_tombs - 1])
        return why_set(why, LOYD_E_CORRUPT,
                       "tombstone %" PRIu32
                       ": numbers are not in ascending order",
                       number);
    if (s->n > 0 && (there == NULL || !ids_is_tomb(there) ||
                     memcmp(there->id.byte, id->byte, LOYD_ID_BYTES) != 0))
        return why_set(why, LOYD_E_CORRUPT,
                       "tombstone %" PRIu32 ": not withdrawn in ids.tsv",
                       number);
    if (!ARRAY_ROOM(f->tombs, f->tombs_room, f->n_tombs + 1))
        return LOYD_E_NOMEM;
    f->tombs[f->n_tombs++] = number;
    return LOYD_OK;
}

/* Checks the number of tombstones and compares them with another file's. */
static loyd_err
verify_tombs_end(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;

    if (f->n_tombs != p->manifest.withdrawn)
        return why_set(why, LOYD_E_CORRUPT,
                       "%zu tombstone%s: the manifest lists %" PRIu64,
                       f->n_tombs, f->n_tombs == 1 ? "" : "s",
                       p->manifest.withdrawn);
    if (!p->has_tombs) {
        p->tombs = f->tombs;
        p->n_tombs = f->n_tombs;
        p->has_tombs = true;
        f->tombs = NULL;
        return LOYD_OK;
    }
    if (f->n_tombs > 0 &&
        memcmp(f->tombs, p->tombs, f->n_tombs * sizeof(*f->tombs)) != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "tombstones differ from those of another file");
    return LOYD_OK;
}

/* What a file states about its pack; NULL: nothing. */
struct claim {
    const char *pack_id;
    uint64_t version;
    const char *name;
    const char *licence;
    const char *since;
    const char *digest;
};

static bool
differ(const char *found, const char *wanted)
{
    return found != NULL && strcmp(found, wanted) != 0;
}

static loyd_err
check_claim(const struct file_job *f, const struct claim *c, loyd_why *why)
{
    const struct manifest *m = &f->p->manifest;
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    const char *part = NULL;

    bytes_hex(m->digest, LOYD_HASH_BYTES, hex);
    if (differ(c->pack_id, m->pack_id) || differ(c->digest, hex) ||
        c->version != m->version)
        return why_set(why, LOYD_E_CORRUPT, "belongs to another pack");
    if (differ(c->name, m->name))
        part = "name";
    else if (differ(c->licence, m->licence))
        part = "licence";
    else if (differ(c->since, m->before))
        part = "previous pack";
    return part == NULL ? LOYD_OK
                        : why_set(why, LOYD_E_CORRUPT,
                                  "%s does not match the manifest", part);
}

/* Reports a wrong row of a table of the database, which is read on. */
static loyd_err
report_row(struct file_job *f, loyd_err err, const loyd_why *why)
{
    if (err != LOYD_OK)
        pack_job_error(f->p, f->entry->name, err, why);
    return f->p->report.err;
}

/* A pack_goal_fn: adds a goal of the database to the file's. */
static loyd_err
add_goal(void *file, loyd_err err, const struct pack_reader_goal *goal,
         loyd_why *why)
{
    struct file_job *f = file;
    const struct goal_text text = {goal->goal, goal->goal_no, goal->class_no,
                                   goal->layout};

    if (err == LOYD_OK)
        err = pack_goals_add(&f->goals, &text, why);
    return report_row(f, err, why);
}

/* A pack_tomb_fn: checks a tombstone of the database. */
static loyd_err
add_tomb(void *file, loyd_err err, uint32_t number, const loyd_id *id,
         loyd_why *why)
{
    if (err == LOYD_OK)
        err = verify_tomb(file, number, id, why);
    return report_row(file, err, why);
}

/* Compares the goals of a file with those of goals.tsv. */
static loyd_err
check_goals(const struct pack_job *p, const struct pack_goal_set *found,
            loyd_why *why)
{
    const struct pack_goal_set *goals = &p->series.goals;

    if (!p->has_goals)
        return LOYD_OK;
    for (size_t i = 0; i < found->n && i < goals->n; i++) {
        const struct pack_goal *one = found->at[i], *other = goals->at[i];
        char layout[LOYD_LAYOUT_TEXT], wanted[LOYD_LAYOUT_TEXT];
        loyd_board board;

        pack_goal_board(one, &board);
        pack_goal_layout(one, layout);
        pack_goal_layout(other, wanted);
        if (pack_goals_get(goals, &board) != i ||
            strcmp(layout, wanted) != 0 || one->class_no != other->class_no)
            return why_set(why, LOYD_E_CORRUPT,
                           "goal %zu does not match goals.tsv", i + 1);
    }
    return found->n == goals->n
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT, "%zu goals: goals.tsv lists %zu",
                         found->n, goals->n);
}

/* Checks the row of the table `pack`. */
static loyd_err
check_head(struct file_job *f, loyd_why *why)
{
    struct pack_reader_head head = {.version = 0};
    loyd_err err = pack_reader_read_head(f->rows->database, &head, why);
    const struct claim c = {head.pack_id, head.version, head.name,
                            head.licence, head.since,   head.digest};

    if (err == LOYD_OK && head.puzzles != f->p->manifest.puzzles)
        err = why_set(why, LOYD_E_CORRUPT, "belongs to another pack");
    return err == LOYD_OK ? check_claim(f, &c, why) : err;
}

/* What the database says about its pack, without a manifest to compare it
 * with. A copy with deltas has no digest. */
static loyd_err
read_head(struct file_job *f, loyd_why *why)
{
    struct manifest *m = &f->p->manifest;
    struct pack_reader_head head = {.version = 0};
    loyd_err err = pack_reader_read_head(f->rows->database, &head, why);
    int64_t missing = 0;

    if (err == LOYD_OK)
        err = pack_reader_look(f->rows->database, &m->has_solutions, &missing,
                               why);
    if (err != LOYD_OK)
        return err;
    f->p->is_copy = head.digest[0] == '\0';
    if (!f->p->is_copy && !bytes_unhex(head.digest, strlen(head.digest),
                                       m->digest, LOYD_HASH_BYTES))
        return why_set(why, LOYD_E_CORRUPT, "invalid digest");
    m->puzzles = f->p->report.now.total = head.puzzles;
    m->is_delta = head.since[0] != '\0' && !f->p->is_copy;
    m->has_mtm = true;
    if (missing > 0 && !m->is_delta)
        report_bad(&f->p->report, f->entry->name,
                   "%" PRId64 " number%s neither of a puzzle nor "
                   "withdrawn",
                   missing, missing == 1 ? " is" : "s are");
    return LOYD_OK;
}

/* Every table is read, even if a row of another one is wrong. */
static loyd_err
check_database(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    uint64_t bad = p->report.bad;
    loyd_err err = LOYD_OK;

    if (is_alone(p) && (err = read_head(f, why)) != LOYD_OK)
        return err;
    err = pack_reader_check_file(f->rows->database, is_alone(p), why);
    if (err == LOYD_OK && !is_alone(p))
        err = report_row(f, check_head(f, why), why);
    if (err == LOYD_OK)
        err = pack_reader_goals(f->rows->database, add_goal, f, why);
    if (err == LOYD_OK && p->report.bad == bad)
        err = report_row(f, check_goals(p, &f->goals, why), why);
    /* Without a pack around it, its goals take the place of goals.tsv. */
    if (err == LOYD_OK && p->report.bad == bad && is_alone(p)) {
        p->series.goals = f->goals;
        p->has_goals = true;
        f->goals = (struct pack_goal_set){.n = 0};
    }
    bad = p->report.bad;
    if (err == LOYD_OK)
        err = pack_reader_tombs(f->rows->database, add_tomb, f, why);
    if (is_alone(p))
        p->manifest.withdrawn = f->n_tombs;
    return err == LOYD_OK && p->report.bad == bad ? verify_tombs_end(f, why)
                                                  : err;
}

static loyd_err
check_compact(struct file_job *f, const struct compact_head *head,
              loyd_why *why)
{
    const struct claim c = {head->pack_id, head->version, head->name,
                            head->licence, head->since,   NULL};
    loyd_err err = check_claim(f, &c, why);

    if (err == LOYD_OK)
        err = check_goals(f->p, &head->goals, why);
    for (size_t i = 0; err == LOYD_OK && i < head->n_tombs; i++)
        err = verify_tomb(f, head->tombs[i].number, &head->tombs[i].id, why);
    return err == LOYD_OK ? verify_tombs_end(f, why) : err;
}

static loyd_err
open_text(struct file_job *f, int fd, loyd_why *why)
{
    struct input *input = NULL;
    struct slice seen;
    loyd_err err = input_open(fd, &f->p->watch, &input, why);

    if (err != LOYD_OK)
        return err;
    if ((err = input_peek(input, 1, &seen, why)) != LOYD_OK) {
        input_close(&input);
        return err;
    }
    if (input_is_gzip(input) != f->entry->is_gzip) {
        input_close(&input);
        return why_set(why, LOYD_E_CORRUPT, "%s",
                       f->entry->is_gzip ? "not compressed: expected gzip"
                                         : "compressed: expected plain text");
    }
    err = reading_open(input, f->entry->format, true, &f->rows, why);
    if (err == LOYD_OK && f->entry->format == LOYD_IMPORT_JSON)
        err = f->rows->head != NULL
                  ? check_compact(f, f->rows->head, why)
                  : why_set(why, LOYD_E_CORRUPT, "not puzzles.json of a pack");
    return err;
}

loyd_err
verify_open(struct file_job *f, int fd, loyd_why *why)
{
    loyd_err err;

    if (f->entry->format != LOYD_IMPORT_SQLITE)
        return open_text(f, fd, why);
    if (fd != -1)
        close(fd);
    err = reading_open_database(f->p->path, is_alone(f->p) ? NULL : f->entry,
                                &f->p->watch, &f->rows, why);
    return err == LOYD_OK ? check_database(f, why) : err;
}
