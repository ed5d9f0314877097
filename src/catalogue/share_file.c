/* SPDX-License-Identifier: MIT */
/* Reads and writes the files of shares. */
#include "catalogue/share_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "core/crypto.h"
#include "solve/split.h"

#define FILE_MOST 100000 /* bytes; the longest path has 65,534 moves */

_Static_assert(SPLIT_VERSION == 1,
               "places in another division need another first line");
#define FIRST_LINE "loyd share 1\n"

static void
name_print(struct share_file *file)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&file->id, id);
    snprintf(file->name, sizeof(file->name), "%s.%u.%u-%u%s", id, file->bound,
             file->share, file->shares, file->is_place ? ".place" : "");
}

struct share_file
share_file_of(const struct share_folder *folder, const loyd_id *id,
              uint16_t bound, uint32_t share, bool is_place)
{
    struct share_file file = {.id = *id,
                              .bound = bound,
                              .share = share,
                              .shares = folder->shares,
                              .is_place = is_place};

    name_print(&file);
    return file;
}

bool
share_file_read(const char *text, struct share_file *file)
{
    char id[LOYD_ID_CHARS + 1];
    loyd_id last;
    loyd_why none;

    _Static_assert(LOYD_ID_CHARS == 16, "the format has it");
    if (sscanf(text, "%16[0-9a-z].%5u.%3u-%3u", id, &file->bound, &file->share,
               &file->shares) != 4 ||
        loyd_id_parse(id, strlen(id), &file->id, &last, &none) != LOYD_OK)
        return false;
    file->is_place = strstr(text, ".place") != NULL;
    name_print(file);
    return strcmp(file->name, text) == 0;
}

static void
place_put(struct text *to, const struct share_folder *folder,
          const struct share_file *file, const struct place *place)
{
    uint8_t sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    char id[LOYD_ID_CHARS + 1];
    size_t size = place->path.n + 1;
    char *path = malloc(size);

    if (path == NULL) {
        to->is_lost = true;
        return;
    }
    loyd_id_print(&file->id, id);
    loyd_moves_print(&place->path, path, size);
    text_format(to,
                FIRST_LINE "puzzle %s\nbound %u\nshare %u/%u\n"
                           "searched %" PRIu32 "/%" PRIu32 "\nnodes %" PRIu64
                           "\npath %s\n",
                id, file->bound, file->share, file->shares, place->searched,
                folder->pieces, place->nodes,
                place->path.n > 0 ? path : "none");
    free(path);
    crypto_hash_begin(&hash, NULL);
    crypto_hash_add(&hash, to->at, to->len);
    crypto_hash_end(&hash, sum);
    text_put(to, "sum ");
    text_hex(to, sum, 8);
    text_char(to, '\n');
}

/* Reads what differs between files of one name; is_right compares the rest. */
static bool
place_read(const char *text, struct place *place)
{
    loyd_why none;
    int at = 0;

    if (text == NULL ||
        sscanf(text,
               FIRST_LINE "puzzle %*s bound %*u share %*u/%*u "
                          "searched %3" SCNu32 "/%*u nodes %18" SCNu64
                          " path %n",
               &place->searched, &place->nodes, &at) != 2 ||
        at == 0)
        return false;
    text += at;
    return strncmp(text, "none\n", 5) == 0 ||
           loyd_moves_parse(text, strcspn(text, "\n"), &place->path, &none) ==
               LOYD_OK;
}

/* Returns whether the bytes are those of a file of this name, with a path of
   the bound's length that solves the board, or none. */
static bool
is_right(const struct share_folder *folder, const loyd_puzzle *puzzle,
         const struct share_file *file, const struct text *bytes,
         struct place *place)
{
    struct text again = {0};
    loyd_why none;
    bool is_same = place_read(bytes->at, place) &&
                   place->searched <= folder->pieces &&
                   (place->path.n > 0 ||
                    file->is_place == (place->searched < folder->pieces)) &&
                   !(file->is_place && place->path.n > 0);

    if (is_same) {
        place_put(&again, folder, file, place);
        is_same = !again.is_lost && again.len == bytes->len &&
                  memcmp(again.at, bytes->at, bytes->len) == 0;
        text_free(&again);
    }
    return is_same &&
           (place->path.n == 0 ||
            (place->path.n == file->bound &&
             loyd_moves_replay(&puzzle->start, &puzzle->goal, &place->path,
                               NULL, &none) == LOYD_OK));
}

/* Names a file that cannot be read. */
static loyd_err
cannot_read(const struct share_folder *folder, const char *name, loyd_why *why)
{
    if (errno == ELOOP || errno == ENOTSUP)
        return why_set(why, LOYD_E_IO, "%s/%s: expected a plain file",
                       folder->shown, name);
    return why_errno(why, "%s/%s", folder->shown, name);
}

loyd_err
share_read(const struct share_folder *folder, const struct share_file *file,
           const loyd_puzzle *puzzle, struct place *place,
           enum share_state *state, loyd_why *why)
{
    int fd = file_open_plain(folder->dir, file->name);
    struct text bytes = {0};
    loyd_err err = LOYD_OK;

    *state = SHARE_MISSING;
    *place = (struct place){.searched = 0};
    if (fd == -1)
        return errno == ENOENT ? LOYD_OK
                               : cannot_read(folder, file->name, why);
    if (!file_read_text(fd, FILE_MOST, &bytes) && errno != EFBIG)
        err = cannot_read(folder, file->name, why);
    else
        *state = is_right(folder, puzzle, file, &bytes, place) ? SHARE_RIGHT
                                                               : SHARE_DAMAGED;
    close(fd);
    text_free(&bytes);
    if (*state != SHARE_RIGHT) { /* nothing of it counts */
        loyd_moves_free(&place->path);
        *place = (struct place){.searched = 0};
    }
    return err;
}

loyd_err
share_write(const struct share_folder *folder, const struct share_file *file,
            const struct place *place, loyd_why *why)
{
    struct text path = {0}, bytes = {0};
    struct temp temp;
    loyd_err err = LOYD_OK;

    text_format(&path, "%s/%s", folder->path, file->name);
    place_put(&bytes, folder, file, place);
    if (path.is_lost || bytes.is_lost) {
        err = LOYD_E_NOMEM;
    } else {
        if (!temp_file(&temp, path.at, 0666) ||
            !file_write_all(temp.fd, bytes.at, bytes.len) ||
            !temp_place(&temp))
            err = why_errno(why, "%s/%s", folder->shown, file->name);
        temp_drop(&temp);
    }
    text_free(&bytes);
    text_free(&path);
    return err;
}

void
share_remove(const struct share_folder *folder, const struct share_file *file)
{
    (void)unlinkat(folder->dir, file->name, 0);
}
