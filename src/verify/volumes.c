/* SPDX-License-Identifier: MIT */
/* Verifies volumes of one pack together. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "loyd/pack.h"
#include "pack/volume.h"
#include "store/rows.h"
#include "verify/report.h"

/* A volume, and the folder that it is in. */
struct given {
    const char *dir;
    struct volume_file file;
};

/* A puzzle of a volume. */
struct entry {
    loyd_id id;
    const struct given *of;
};

static int
compare_given(const void *a, const void *b)
{
    const struct given *one = a, *other = b;
    uint32_t x = one->file.manifest.volume, y = other->file.manifest.volume;

    return (x > y) - (x < y);
}

static int
compare_entry(const void *a, const void *b)
{
    return id_compare(&((const struct entry *)a)->id,
                      &((const struct entry *)b)->id);
}

/* Returns whether the volume lists a puzzle as withdrawn in the same way. */
static bool
withdraws(const struct manifest *m, const struct marked *gone)
{
    for (size_t i = 0; i < m->n_withdrawn; i++)
        if (m->withdrawn[i].number == gone->number)
            return m->withdrawn[i].volume == gone->volume &&
                   m->withdrawn[i].withdrawn == gone->withdrawn &&
                   id_compare(&m->withdrawn[i].id, &gone->id) == 0;
    return false;
}

/* Compares what a volume withdraws of another one with what that has. */
static void
check_withdrawn(struct report *report, const struct given *later,
                const struct given *of)
{
    const struct manifest *m = &later->file.manifest,
                          *there = &of->file.manifest;

    for (size_t i = 0; i < m->n_withdrawn; i++) {
        const struct marked *gone = &m->withdrawn[i];
        const struct marked *puzzle = NULL;

        for (size_t k = 0; k < of->file.n; k++)
            if (of->file.puzzles[k].number == gone->number)
                puzzle = &of->file.puzzles[k];
        if ((gone->volume == there->volume) != (gone->number >= there->first &&
                                                gone->number <= there->last) ||
            (puzzle != NULL && id_compare(&puzzle->id, &gone->id) != 0))
            report_bad(report, later->dir,
                       "withdraws number %" PRIu32 " of volume %" PRIu32
                       ": it is another puzzle in %s",
                       gone->number, gone->volume, of->dir);
    }
}

/* Compares a volume with an earlier one. */
static void
check_pair(struct report *report, const struct given *one,
           const struct given *later)
{
    const struct manifest *a = &one->file.manifest, *b = &later->file.manifest;

    if (strcmp(a->pack, b->pack) != 0) {
        report_bad(report, later->dir, "of pack %s, and %s of %s", b->pack,
                   one->dir, a->pack);
        return;
    }
    if (a->volume == b->volume) {
        report_bad(report, later->dir,
                   "volume %" PRIu32 ", revision %" PRIu32
                   ": revision %" PRIu32 " is in %s",
                   b->volume, b->revision, a->revision, one->dir);
        return;
    }
    if (b->volume == a->volume + 1 ? b->first != a->last + 1
                                   : b->first <= a->last)
        report_bad(report, later->dir,
                   "numbers from %" PRIu32 " on: those of %s end at %" PRIu32,
                   b->first, one->dir, a->last);
    for (size_t i = 0; i < a->n_withdrawn; i++)
        if (a->withdrawn[i].withdrawn <= b->volume &&
            !withdraws(b, &a->withdrawn[i]))
            report_bad(report, later->dir,
                       "does not withdraw number %" PRIu32
                       ", which %s withdraws",
                       a->withdrawn[i].number, one->dir);
    check_withdrawn(report, later, one);
}

static loyd_err
check_ids(struct report *report, const struct given *given, size_t n)
{
    size_t all = 0, k = 0;
    struct entry *entries;

    for (size_t i = 0; i < n; i++)
        all += given[i].file.n;
    if ((entries = calloc(all + 1, sizeof(entries[0]))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < given[i].file.n; j++)
            entries[k++] =
                (struct entry){given[i].file.puzzles[j].id, &given[i]};
    ARRAY_SORT(entries, all, compare_entry);
    for (size_t i = 1; i < all; i++) {
        char name[LOYD_ID_CHARS + 1];

        if (compare_entry(&entries[i - 1], &entries[i]) != 0 ||
            compare_given(entries[i - 1].of, entries[i].of) == 0)
            continue; /* a volume that is given twice was reported */
        loyd_id_print(&entries[i].id, name);
        report_bad(report, entries[i].of->dir, "puzzle %s is in %s too", name,
                   entries[i - 1].of->dir);
    }
    free(entries);
    return LOYD_OK;
}

/* Reads all, in order of volumes. */
static loyd_err
load_all(struct given *given, const char *const *dirs, size_t n,
         const struct watch *w, loyd_why *why)
{
    for (size_t i = 0; i < n; i++) {
        loyd_err err = volume_load(dirs[i], w, &given[i].file, why);

        given[i].dir = dirs[i];
        if (err == LOYD_OK && given[i].file.manifest.pack[0] == '\0')
            err = why_set(why, LOYD_E_CORRUPT, "not a volume of a pack");
        if (err != LOYD_OK)
            return why_prefix(why, err, "%s: ", dirs[i]);
    }
    ARRAY_SORT(given, n, compare_given);
    return LOYD_OK;
}

loyd_err
loyd_volumes_verify(const char *const *dirs, size_t n,
                    const loyd_listener *listener, uint64_t *bad,
                    loyd_why *why)
{
    struct report report = {.listener = listener, .why = why};
    struct watch w = {.go_on = listener != NULL ? listener->go_on : NULL,
                      .context = listener != NULL ? listener->context : NULL};
    struct given *given = calloc(n + 1, sizeof(given[0]));
    loyd_err err;

    WHY_GIVEN(why);
    if (given == NULL)
        return LOYD_E_NOMEM;
    err = load_all(given, dirs, n, &w, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        for (size_t k = i + 1; k < n && report_goes_on(&report); k++)
            check_pair(&report, &given[i], &given[k]);
    if (err == LOYD_OK && report_goes_on(&report))
        err = check_ids(&report, given, n);
    for (size_t i = 0; i < n; i++)
        volume_free(&given[i].file);
    free(given);
    *bad = report.bad;
    return err == LOYD_OK ? report.err : err;
}
