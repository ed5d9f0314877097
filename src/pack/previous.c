/* SPDX-License-Identifier: MIT */
/* Reads what a pack continues of the previous pack of its series. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/ids.h"
#include "pack/read_rows.h"

static const struct watch nobody = {.go_on = NULL};

/* A pack_goal_fn. */
static loyd_err
add_row(void *goals, uint32_t goal_no, const loyd_board *goal,
        const char *layout, loyd_why *why)
{
    const struct goal_text text = {*goal, goal_no, 0, layout};

    return pack_goals_add(goals, &text, why);
}

static loyd_err
open_listed(const char *path, int dir, const struct manifest_file *file,
            struct reading **made, loyd_why *why)
{
    struct input *input = NULL;
    int fd;
    loyd_err err;

    if (file->format == LOYD_IMPORT_SQLITE)
        return reading_open_database(path, file, &nobody, made, why);
    if ((err = manifest_open_file(dir, file, &nobody, &fd, why)) != LOYD_OK ||
        (err = input_open(fd, &nobody, &input, why)) != LOYD_OK)
        return err;
    return reading_open(input, file->format, made, why);
}

/*
 * Format 1 numbers the goals in puzzles.json and in the database, but has no
 * list of them in the manifest. Without these files the numbers begin anew.
 */
static loyd_err
goals_of_format_1(const char *path, int dir, const struct manifest *m,
                  struct pack_goal_set *goals, loyd_why *why)
{
    const struct manifest_file *file = NULL;
    struct reading *rows = NULL;
    loyd_err err;

    for (size_t i = 0; i < m->n_files; i++)
        if (m->files[i].format == LOYD_IMPORT_JSON ||
            (m->files[i].format == LOYD_IMPORT_SQLITE && file == NULL))
            file = &m->files[i];
    if (file == NULL)
        return LOYD_OK;
    err = open_listed(path, dir, file, &rows, why);
    if (err == LOYD_OK && rows->database != NULL) {
        err = pack_reader_goals(rows->database, add_row, goals, why);
    } else if (err == LOYD_OK && rows->head != NULL) {
        *goals = rows->head->goals;
        rows->head->goals = (struct pack_goal_set){.at = NULL};
    }
    reading_close(&rows);
    return err == LOYD_OK ? LOYD_OK
                          : why_prefix(why, err, "%s: ", file->name);
}

/* Takes everything else from the manifest. */
static loyd_err
take_manifest(struct manifest *m, struct ids *s)
{
    s->format = m->format;
    s->version = m->version;
    s->pack_id = m->id;
    memcpy(s->digest, m->digest, sizeof(s->digest));
    s->goals = m->goals;
    m->goals = (struct pack_goal_set){.at = NULL};
    s->selection = m->selection;
    m->selection = NULL;
    s->is_delta = m->is_delta;
    s->before_id = m->before_id;
    s->name = strdup(m->name);
    return s->name != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static loyd_err
read_folder(const char *path, int dir, struct manifest *m, struct ids *out,
            loyd_why *why)
{
    uint8_t sha[LOYD_HASH_BYTES];
    struct text text = {.at = NULL};
    struct ids made = {.name = NULL};
    loyd_err err = manifest_load(dir, &text, why);

    if (err == LOYD_OK) {
        err = manifest_parse(&text, m, why);
        if (err != LOYD_OK)
            why_prefix(why, err, MANIFEST_NAME ": ");
    }
    text_free(&text);
    if (err == LOYD_OK)
        err = ids_read_file(dir, m, &nobody, &made, sha, why);
    if (err == LOYD_OK)
        err = take_manifest(m, &made);
    if (err == LOYD_OK && m->format == 1)
        err = goals_of_format_1(path, dir, m, &made.goals, why);
    if (err == LOYD_OK && !pack_goals_have_classes(&made.goals))
        err = why_set(why, LOYD_E_CORRUPT,
                      "class_no does not match the goals");
    if (err == LOYD_OK)
        *out = made;
    else
        ids_free(&made);
    return err;
}

loyd_err
previous_read(const char *dir, struct ids *out, loyd_why *why)
{
    struct manifest *m = calloc(1, sizeof(*m));
    char shown[WHY_QUOTE_BYTES];
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_err err = LOYD_E_NOMEM;

    why_quote(dir, strlen(dir), shown);
    if (fd == -1)
        err = why_set(why, errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO,
                      "%s: cannot open: %s", shown, strerror(errno));
    else if (m != NULL && (err = read_folder(dir, fd, m, out, why)) != LOYD_OK)
        why_prefix(why, err, "%s/", shown);
    if (m != NULL)
        manifest_free(m);
    free(m);
    if (fd != -1)
        close(fd);
    return err;
}
