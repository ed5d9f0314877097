/* SPDX-License-Identifier: MIT */
/* Reads what a pack continues of the previous pack of its series. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/ids.h"
#include "pack/manifest_read.h"

static const struct watch nobody = {.go_on = NULL};

/* Takes everything else from the manifest. */
static loyd_err
take_manifest(struct manifest *m, struct ids *s)
{
    s->version = m->version;
    s->pack_id = m->id;
    memcpy(s->digest, m->digest, sizeof(s->digest));
    s->selection = m->selection;
    m->selection = NULL;
    s->is_delta = m->is_delta;
    s->before_id = m->before_id;
    s->name = strdup(m->name);
    return s->name != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static loyd_err
read_folder(int dir, struct manifest *m, struct ids *out, loyd_why *why)
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
        err = ids_read_rows(dir, m, &nobody, &made, sha, why);
    if (err == LOYD_OK)
        err = ids_read_goals(dir, m, &nobody, &made, why);
    if (err == LOYD_OK)
        err = take_manifest(m, &made);
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
    else if (m != NULL && (err = read_folder(fd, m, out, why)) != LOYD_OK)
        why_prefix(why, err, "%s/", shown);
    if (m != NULL)
        manifest_free(m);
    free(m);
    if (fd != -1)
        close(fd);
    return err;
}
