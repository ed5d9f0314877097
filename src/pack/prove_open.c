/* SPDX-License-Identifier: MIT */
/* Owns the proof of what a pack's file says before its puzzles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/goals.h"
#include "pack/pack.h"
#include "pack/proving.h"

/* What a file says of the pack; NULL: nothing. */
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
check_claim(const struct proving_file *f, const struct claim *c, loyd_why *why)
{
    const struct manifest *m = &f->p->manifest;
    char hex[2 * LOYD_HASH_BYTES + 1];
    const char *part = NULL;

    pack_hex(m->digest, LOYD_HASH_BYTES, hex);
    if (differ(c->pack_id, m->pack_id) || differ(c->digest, hex) ||
        c->version != m->version)
        return why_set(why, LOYD_E_CORRUPT,
                       "it says that it is another pack's");
    if (differ(c->name, m->name))
        part = "name";
    else if (differ(c->licence, m->licence))
        part = "licence";
    else if (differ(c->since, m->before))
        part = "pack before";
    return part == NULL ? LOYD_OK
                        : why_set(why, LOYD_E_CORRUPT,
                                  "its %s is not the manifest's", part);
}

static loyd_err
check_goal(void *context, uint32_t goal_no, const loyd_board *goal,
           const char *layout, loyd_why *why)
{
    (void)context;
    return goal_has_layout(goal, layout)
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "goal %u: its layout has another goal",
                         (unsigned)goal_no);
}

static loyd_err
check_database(struct proving_file *f, loyd_why *why)
{
    const struct manifest *m = &f->p->manifest;
    struct pack_reader_head head = {.version = 0};
    loyd_err err = pack_reader_check_file(f->rows->database, why);

    if (err == LOYD_OK)
        err = pack_reader_read_head(f->rows->database, &head, why);
    if (err == LOYD_OK && head.puzzles != m->puzzles)
        err =
            why_set(why, LOYD_E_CORRUPT, "it says that it is another pack's");
    if (err == LOYD_OK) {
        const struct claim c = {head.pack_id, head.version, head.name,
                                head.licence, head.since,   head.digest};

        err = check_claim(f, &c, why);
    }
    if (err == LOYD_OK)
        err = pack_reader_goals(f->rows->database, check_goal, NULL, why);
    if (err == LOYD_OK)
        err = pack_reader_tombs(f->rows->database, prove_tomb, f, why);
    return err == LOYD_OK ? prove_tombs_end(f, why) : err;
}

static loyd_err
check_compact(struct proving_file *f, const struct compact_head *head,
              loyd_why *why)
{
    const struct claim c = {head->pack_id, head->version, head->name,
                            head->licence, NULL,          NULL};
    loyd_err err = check_claim(f, &c, why);

    for (size_t i = 0; err == LOYD_OK && i < head->n_tombs; i++)
        err = prove_tomb(f, head->tombs[i].number, &head->tombs[i].id, why);
    return err == LOYD_OK ? prove_tombs_end(f, why) : err;
}

static loyd_err
open_text(struct proving_file *f, int fd, loyd_why *why)
{
    struct input *lines = NULL;
    const char *text;
    size_t len;
    loyd_err err = input_open(fd, &f->p->watch, &lines, why);

    if (err != LOYD_OK)
        return err;
    if ((err = input_peek(lines, 1, &text, &len, why)) != LOYD_OK) {
        input_close(&lines);
        return err;
    }
    if (input_is_gzip(lines) != f->told->is_gzip) {
        input_close(&lines);
        return why_set(why, LOYD_E_CORRUPT, "%s",
                       f->told->is_gzip ? "it is not compressed"
                                        : "it is compressed");
    }
    err = reading_open(lines, f->told->format, &f->rows, why);
    if (err == LOYD_OK && f->told->format == LOYD_IMPORT_JSON)
        err = f->rows->head != NULL
                  ? check_compact(f, f->rows->head, why)
                  : why_set(why, LOYD_E_CORRUPT,
                            "it does not say of which pack it is");
    return err;
}

loyd_err
prove_open(struct proving_file *f, int fd, loyd_why *why)
{
    loyd_err err;

    if (f->told->format != LOYD_IMPORT_SQLITE)
        return open_text(f, fd, why);
    close(fd);
    err = reading_open_database(f->p->path, f->told, &f->p->watch, &f->rows,
                                why);
    return err == LOYD_OK ? check_database(f, why) : err;
}
