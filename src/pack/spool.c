/* SPDX-License-Identifier: MIT */
/* Stores the rows of a selection in a temporary file. */
#include "pack/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/text.h"
#include "base/why.h"
#include "core/board.h"
#include "pack/puzzle_fields.h"
#include "pack/sink.h"

#define NAME ".rows"
#define WRITE_BYTES 65536 /* minimum of one write */
#define AHEAD_BYTES 65536 /* of one read if rows are read in order */
#define ALONE_BYTES 512   /* of one read otherwise */
#define ROWS_MAX UINT32_MAX

/*
 * Stored before a row's start, moves and texts, and read only by this process.
 * Has no padding, whose bytes would be written uninitialised.
 */
struct head {
    uint32_t goal;
    uint32_t interval; /* its place in the list of them, from 1; 0: none */
    uint32_t recipe_len;
    uint32_t name_len;
    uint16_t estimate;
    uint16_t estimate_version;
    struct head_known {
        uint32_t n_moves;
        uint16_t status;
        uint16_t lower;
        uint16_t upper;
        uint16_t claimed;
    } known[LOYD_METRICS];
};

_Static_assert(sizeof(struct head) == 20 + 12 * LOYD_METRICS, "no padding");

/* What many entries of more than LOYD_EXACT_CELLS cells share. */
struct interval {
    loyd_search lower_search;
    loyd_search upper_search;
    const loyd_distribution *estimates; /* NULL: not estimated */
};

struct spool {
    const char *path;
    loyd_bands bands;
    bool has_mtm;
    int fd;
    uint64_t bytes;  /* of the file, including those still in `out` */
    struct text out; /* end of the file, not written yet */
    struct spool_row *rows;
    size_t n_rows;
    size_t rows_room;
    struct pack_goal_set goals;
    struct interval *intervals;
    size_t n_intervals;
    size_t intervals_room;
    size_t last; /* the interval of the last row added */
    uint8_t *in; /* bytes of the file from offset in_at */
    size_t in_room;
    size_t n_in;
    uint64_t in_at;
    struct text text; /* the texts of the last row read */
};

loyd_err
spool_new(int dir, const char *path, const loyd_bands *bands, bool has_mtm,
          struct spool **made, loyd_why *why)
{
    struct spool *s = calloc(1, sizeof(*s));
    loyd_err err = LOYD_E_NOMEM;

    if (s == NULL)
        return LOYD_E_NOMEM;
    s->path = path;
    s->bands = *bands;
    s->has_mtm = has_mtm;
    s->fd = openat(dir, NAME, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (s->fd == -1) {
        err = pack_failed(path, "", "cannot write", why);
        goto fail;
    }
    if (unlinkat(dir, NAME, 0) != 0) {
        err = pack_failed(path, NAME, "cannot remove", why);
        goto fail;
    }
    *made = s;
    return LOYD_OK;
fail:
    spool_free(&s);
    return err;
}

void
spool_free(struct spool **spool_at)
{
    struct spool *s = *spool_at;

    if (s == NULL)
        return;
    if (s->fd != -1)
        close(s->fd);
    pack_goals_free(&s->goals);
    free(s->rows);
    free(s->intervals);
    text_free(&s->out);
    free(s->in);
    text_free(&s->text);
    free(s);
    *spool_at = NULL;
}

static loyd_err
flush(struct spool *s, loyd_why *why)
{
    if (!file_write_all(s->fd, s->out.at, s->out.len))
        return pack_failed(s->path, "", "cannot write", why);
    text_clear(&s->out);
    return LOYD_OK;
}

static loyd_err
reserve_row(struct spool *s, loyd_why *why)
{
    if (s->n_rows >= ROWS_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "more than %u puzzles in one pack", ROWS_MAX);
    return ARRAY_ROOM(s->rows, s->rows_room, s->n_rows + 1) ? LOYD_OK
                                                            : LOYD_E_NOMEM;
}

static bool
is_search(const loyd_search *a, const loyd_search *b)
{
    return a->budget == b->budget && strcmp(a->method, b->method) == 0;
}

static bool
is_interval(const struct interval *one, const struct interval *other)
{
    return is_search(&one->lower_search, &other->lower_search) &&
           is_search(&one->upper_search, &other->upper_search) &&
           one->estimates == other->estimates;
}

/* Finds what an entry shares with others, or adds it. */
static loyd_err
find_interval(struct spool *s, const loyd_entry *entry, uint32_t *place)
{
    const loyd_known *stm = &entry->known[LOYD_STM];
    const struct interval wanted = {
        stm->rating.lower_search, stm->rating.upper_search,
        entry->is_estimated ? stm->distribution : NULL};

    *place = 0;
    if (!known_is_interval(stm) && !entry->is_estimated)
        return LOYD_OK;
    if (s->n_intervals == 0 || !is_interval(&s->intervals[s->last], &wanted))
        for (s->last = 0; s->last < s->n_intervals; s->last++)
            if (is_interval(&s->intervals[s->last], &wanted))
                break;
    if (s->last == s->n_intervals) {
        if (!ARRAY_ROOM(s->intervals, s->intervals_room, s->n_intervals + 1))
            return LOYD_E_NOMEM;
        s->intervals[s->n_intervals++] = wanted;
    }
    *place = (uint32_t)s->last + 1;
    return LOYD_OK;
}

/* The bytes of the moves and texts of a row. */
static size_t
rest_len(const struct head *head)
{
    size_t len = head->recipe_len + head->name_len;

    for (unsigned m = 0; m < LOYD_METRICS; m++)
        len += head->known[m].n_moves;
    return len;
}

loyd_err
spool_add(struct spool *s, const loyd_entry *entry, loyd_why *why)
{
    struct head head = {.recipe_len = (uint32_t)strlen(entry->recipe),
                        .name_len = (uint32_t)strlen(entry->name),
                        .estimate = entry->estimate,
                        .estimate_version = entry->estimate_version};
    const loyd_known *known = entry->known;
    unsigned n = s->has_mtm ? LOYD_METRICS : LOYD_MTM;
    size_t cells = board_cells(&entry->puzzle.start);
    loyd_err err = reserve_row(s, why);

    if (err != LOYD_OK ||
        (err = pack_goals_find(&s->goals, &entry->puzzle.goal, entry->layout,
                               &head.goal)) != LOYD_OK ||
        (err = find_interval(s, entry, &head.interval)) != LOYD_OK)
        return err;
    s->rows[s->n_rows] = (struct spool_row){
        .at = s->bytes,
        .id = entry->id,
        .stm = known_proven(&known[LOYD_STM]),
        .mtm = s->has_mtm ? known_proven(&known[LOYD_MTM]) : 0,
        .has_name = head.name_len > 0,
    };
    for (unsigned m = 0; m < n; m++)
        head.known[m] =
            (struct head_known){.n_moves = (uint32_t)known[m].path.n,
                                .status = (uint16_t)known[m].status,
                                .lower = known[m].rating.lower,
                                .upper = known[m].rating.upper,
                                .claimed = known[m].claimed};
    text_bytes(&s->out, (const char *)&head, sizeof(head));
    text_bytes(&s->out, (const char *)entry->puzzle.start.cell, cells);
    for (unsigned m = 0; m < n; m++)
        text_bytes(&s->out, (const char *)known[m].path.dir, known[m].path.n);
    text_bytes(&s->out, entry->recipe, head.recipe_len);
    text_bytes(&s->out, entry->name, head.name_len);
    if (s->out.is_lost)
        return LOYD_E_NOMEM;
    s->bytes += sizeof(head) + cells + rest_len(&head);
    s->n_rows++;
    return s->out.len < WRITE_BYTES ? LOYD_OK : flush(s, why);
}

struct spool_row *
spool_rows(struct spool *s, size_t *n)
{
    *n = s->n_rows;
    return s->rows;
}

bool
spool_has_names(struct spool *s)
{
    size_t i = 0;

    while (i < s->n_rows && !s->rows[i].has_name)
        i++;
    return i < s->n_rows;
}

void
spool_cut(struct spool *s, size_t n)
{
    s->n_rows = n;
}

/* Returns `len` bytes of the file from offset `at`, or NULL with errno. */
static uint8_t *
bytes_at(struct spool *s, uint64_t at, size_t len)
{
    bool is_next = at >= s->in_at && at <= s->in_at + s->n_in;
    size_t want = is_next ? AHEAD_BYTES : ALONE_BYTES;

    if (at >= s->in_at && at + len <= s->in_at + s->n_in)
        return s->in + (at - s->in_at);
    want = want > len ? want : len;
    if (want > s->bytes - at)
        want = (size_t)(s->bytes - at);
    if (want < len) {
        errno = EIO;
        return NULL;
    }
    if (!ARRAY_ROOM(s->in, s->in_room, want))
        return NULL;
    s->in_at = at;
    for (s->n_in = 0; s->n_in < want;) {
        ssize_t n = pread(s->fd, s->in + s->n_in, want - s->n_in,
                          (off_t)(at + s->n_in));

        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return NULL;
        s->n_in += (size_t)n;
    }
    return s->in;
}

/* Sets the moves and texts, which follow the start. */
static loyd_err
read_rest(struct spool *s, uint8_t *bytes, const struct head *head,
          loyd_entry *entry)
{
    for (unsigned m = 0; m < LOYD_METRICS; m++) {
        size_t n = head->known[m].n_moves;

        entry->known[m].path = (loyd_moves){.dir = bytes, .n = n};
        bytes += n;
    }
    text_clear(&s->text);
    text_bytes(&s->text, (const char *)bytes, head->recipe_len);
    text_char(&s->text, '\0');
    text_bytes(&s->text, (const char *)bytes + head->recipe_len,
               head->name_len);
    if (s->text.is_lost)
        return LOYD_E_NOMEM;
    entry->recipe = s->text.at;
    entry->name = s->text.at + head->recipe_len + 1;
    return LOYD_OK;
}

/* Sets what is known, without the moves. */
static void
read_known(const struct spool *s, const struct pack_goal *goal,
           const struct head *head, loyd_entry *entry)
{
    static const struct interval none;
    const struct interval *of =
        head->interval > 0 ? &s->intervals[head->interval - 1] : &none;

    entry->is_estimated = of->estimates != NULL;
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        const struct head_known *from = &head->known[m];
        loyd_known *known = &entry->known[m];

        *known = (loyd_known){.status = (loyd_status)from->status,
                              .rating = {.lower = from->lower,
                                         .upper = from->upper,
                                         .metric = m},
                              .claimed = from->claimed};
        if (known->status == LOYD_STATUS_PROVEN)
            known->distribution =
                m == LOYD_STM ? goal->distribution
                              : loyd_distribution_in(&entry->puzzle.goal, m);
        if (m == LOYD_STM) {
            known->rating.lower_search = of->lower_search;
            known->rating.upper_search = of->upper_search;
            if (entry->is_estimated)
                known->distribution = of->estimates;
        }
    }
    entry_bands(entry, &s->bands);
}

loyd_err
spool_read(struct spool *s, const struct spool_row *row, loyd_entry *entry,
           struct pack_goal **goal_at, loyd_why *why)
{
    struct head head;
    struct pack_goal *goal;
    size_t cells;
    loyd_err err = s->out.len > 0 ? flush(s, why) : LOYD_OK;
    uint8_t *bytes =
        err == LOYD_OK ? bytes_at(s, row->at, sizeof(head)) : NULL;

    if (err != LOYD_OK)
        return err;
    if (bytes == NULL)
        goto lost;
    memcpy(&head, bytes, sizeof(head));
    goal = s->goals.at[head.goal];
    cells = (size_t)goal->width * goal->height;
    bytes = bytes_at(s, row->at, sizeof(head) + cells + rest_len(&head));
    if (bytes == NULL)
        goto lost;
    bytes += sizeof(head);
    entry->id = row->id;
    pack_goal_board(goal, &entry->puzzle.goal);
    entry->puzzle.start.width = goal->width;
    entry->puzzle.start.height = goal->height;
    memcpy(entry->puzzle.start.cell, bytes, cells);
    pack_goal_layout(goal, entry->layout);
    entry->estimate = head.estimate;
    entry->estimate_version = head.estimate_version;
    read_known(s, goal, &head, entry);
    if (goal_at != NULL)
        *goal_at = goal;
    return read_rest(s, bytes + cells, &head, entry);
lost:
    if (errno == ENOMEM)
        return LOYD_E_NOMEM;
    return pack_failed(s->path, "", "cannot read temporary file", why);
}

struct pack_goal_set *
spool_goals(struct spool *s)
{
    return &s->goals;
}
