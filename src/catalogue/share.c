/* SPDX-License-Identifier: MIT */
/*
 * Proves boards in N shares, by processes that see one folder and nothing else
 * of each other. A board is cut into N * PIECES_EACH pieces (split.c), of
 * which each share has an equal range. A share leaves a file for each bound
 * that it has searched, ID.BOUND.I-N, and while it searches one its place in
 * it, ID.BOUND.I-N.place. A file is written once, under a temporary name, and
 * never removed, except a place by its own share: whoever starts next, in any
 * order, goes on from what is there.
 *
 * A bound is ruled out when all N files say so. It has a solution when one has
 * a path and all shares before it have none: then the path is the canonical
 * one. A path is replayed; that there is none is believed.
 */
#include "catalogue/share.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/slice.h"
#include "base/why.h"
#include "catalogue/part.h"
#include "core/board.h"
#include "core/crypto.h"
#include "core/listener.h"
#include "core/moves.h"
#include "loyd/split.h"
#include "loyd/text.h"
#include "solve/solver.h"
#include "store/rows.h"

#define CELLS_MAX 36     /* of a board that a search can prove */
#define FILE_MOST 100000 /* bytes; the longest path has 65,534 moves */

/*
 * Boards come in rounds of a share's nodes for a bound, as in raise.c. A bound
 * takes about BOUND_GROWTH times as many as the one before; where that is
 * unknown, a share leaves it after the nodes of the round.
 */
#define FIRST_NODES 1000000
#define GROWTH 4
#define BOUND_GROWTH 8

/* A bound that all shares together search with fewer nodes is searched by
 * whoever comes first, for all of them: to wait takes longer. */
#define CHEAP_NODES 500000

/*
 * A place is written after as many nodes at most, unless a single piece has
 * more: in well under ten minutes, at a few million nodes a second. Pieces
 * that are searched in one call meet each state once, and a call has its price
 * too. So a call takes PIECES_FACTOR times as many as the last one if that was
 * short, and as many times fewer if it was not finished by then.
 */
#define PLACE_NODES 1000000000
#define PIECES_FACTOR 8

_Static_assert(LOYD_SPLIT_VERSION == 1,
               "places in another division need another first line");
#define FIRST_LINE "loyd share 1\n"

/* A board that is not proven. */
struct board {
    loyd_id id;
    loyd_puzzle puzzle;
    loyd_rating rating;
    loyd_moves path;    /* of its upper end */
    uint16_t bound;     /* the least that is neither ruled out nor solved */
    uint64_t nodes;     /* of all shares at the bound before; 0: unknown */
    uint64_t own;       /* of this share at this bound, so far */
    uint32_t pieces;    /* of this share in one call */
    uint32_t waits_for; /* the first share that has not finished it */
    bool is_needed; /* this share has not, and no share before has a path */
    bool is_settled;
    bool is_told; /* that one of its files is damaged */
};

/* What a file says. */
struct place {
    uint32_t searched; /* pieces of the share */
    uint64_t nodes;
    loyd_moves path; /* empty: none */
};

struct share_job {
    loyd_store *store;
    loyd_solver *solver;
    const loyd_listener *listener;
    const char *work;
    char shown[LOYD_WHY_BYTES / 2]; /* the same, for messages */
    int dir;
    uint32_t share; /* 0: only takes what is decided */
    uint32_t shares;
    uint32_t pieces; /* of a share */
    struct board *boards;
    size_t n, room;
    loyd_split *split;
    const struct board *divided; /* its split */
    loyd_progress now;
    uint64_t nodes;      /* of this process, in the calls before */
    uint64_t most;       /* of the current one; 0: any number */
    bool is_over;        /* it needs more */
    uint64_t n_searches; /* bounds, or places in them */
    loyd_job_result result;
};

/* --- the files --- */

/* A file of a board: its bound and share, and whether it is a place. */
struct file_name {
    loyd_id id;
    uint16_t bound;
    uint32_t share, shares;
    bool is_place;
};

static struct file_name
file_of(const struct share_job *job, const struct board *board, uint32_t share,
        bool is_place)
{
    return (struct file_name){board->id, board->bound, share, job->shares,
                              is_place};
}

static void
name_put(struct text *to, const struct file_name *name)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&name->id, id);
    text_format(to, "%s.%u.%" PRIu32 "-%" PRIu32 "%s", id, name->bound,
                name->share, name->shares, name->is_place ? ".place" : "");
}

/* Reads a number of 1 to `most` before a mark, or at the end. */
static bool
take_number(struct slice *rest, char mark, uint64_t most, uint64_t *number)
{
    struct slice field;

    slice_cut(rest, mark, &field);
    return slice_number(field, number) == NUMBER_GOOD && *number >= 1 &&
           *number <= most;
}

/* Returns whether the name is that of a file of a share. */
static bool
name_read(struct slice text, struct file_name *name)
{
    struct text again = {0};
    uint64_t bound, share, shares;
    struct slice id, rest = text;
    loyd_id last;
    loyd_why none;
    bool is_same;

    slice_cut(&rest, '.', &id);
    if (id.len != LOYD_ID_CHARS ||
        loyd_id_parse(id.at, id.len, &name->id, &last, &none) != LOYD_OK ||
        !take_number(&rest, '.', LOYD_LENGTH_UNKNOWN - 1, &bound) ||
        !take_number(&rest, '-', LOYD_SPLIT_PARTS_MAX, &share) ||
        !take_number(&rest, '.', LOYD_SPLIT_PARTS_MAX, &shares))
        return false;
    name->bound = (uint16_t)bound;
    name->share = (uint32_t)share;
    name->shares = (uint32_t)shares;
    name->is_place = slice_is(rest, "place");
    name_put(&again, name);
    is_same = share <= shares && again.at != NULL && slice_is(text, again.at);
    text_free(&again);
    return is_same;
}

static void
place_put(struct text *to, const struct share_job *job,
          const struct file_name *name, const struct place *place)
{
    uint8_t sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    char id[LOYD_ID_CHARS + 1];
    size_t from = to->len, size = place->path.n + 1;
    char *path = malloc(size);

    if (path == NULL) {
        to->is_lost = true;
        return;
    }
    loyd_id_print(&name->id, id);
    loyd_moves_print(&place->path, path, size);
    text_format(to,
                FIRST_LINE "puzzle %s\nbound %u\nshare %" PRIu32 "/%" PRIu32
                           "\nsearched %" PRIu32 "/%" PRIu32 "\nnodes %" PRIu64
                           "\npath %s\n",
                id, name->bound, name->share, name->shares, place->searched,
                job->pieces, place->nodes, place->path.n > 0 ? path : "none");
    free(path);
    crypto_hash_begin(&hash, NULL);
    crypto_hash_add(&hash, to->at + from, to->len - from);
    crypto_hash_end(&hash, sum);
    text_put(to, "sum ");
    text_hex(to, sum, 8);
    text_char(to, '\n');
}

/* Cuts the next line, which must begin with a word. */
static bool
take_line(struct slice *rest, const char *word, struct slice *line)
{
    return slice_cut(rest, '\n', line) && slice_skip(line, word);
}

/* Reads what differs between files of one name. */
static bool
place_read(struct slice rest, uint32_t pieces, struct place *place)
{
    struct slice line;
    uint64_t searched;
    loyd_why none;

    if (!slice_skip(&rest, FIRST_LINE) ||
        !take_line(&rest, "puzzle ", &line) ||
        !take_line(&rest, "bound ", &line) ||
        !take_line(&rest, "share ", &line) ||
        !take_line(&rest, "searched ", &line) ||
        !take_number(&line, '/', pieces, &searched) ||
        !take_line(&rest, "nodes ", &line) ||
        slice_number(line, &place->nodes) != NUMBER_GOOD ||
        place->nodes > INT64_MAX || !take_line(&rest, "path ", &line))
        return false;
    place->searched = (uint32_t)searched;
    return slice_is(line, "none") ||
           loyd_moves_parse(line.at, line.len, &place->path, &none) == LOYD_OK;
}

/* Returns whether the bytes are those of a file of this name, with a path of
   the bound's length that solves the board, or none. */
static bool
is_right(const struct share_job *job, const struct board *board,
         const struct file_name *name, struct slice bytes, struct place *place)
{
    struct text again = {0};
    loyd_why none;
    bool is_same = place_read(bytes, job->pieces, place) &&
                   (name->is_place || place->path.n > 0 ||
                    place->searched == job->pieces);

    if (is_same) {
        place_put(&again, job, name, place);
        is_same = !again.is_lost && again.len == bytes.len &&
                  memcmp(again.at, bytes.at, bytes.len) == 0;
        text_free(&again);
    }
    return is_same &&
           (place->path.n == 0 ||
            (place->path.n == name->bound &&
             loyd_moves_replay(&board->puzzle.start, &board->puzzle.goal,
                               &place->path, NULL, &none) == LOYD_OK));
}

/* Reports a problem with a file, or with the folder if it is NULL. */
static loyd_err
tell(const struct share_job *job, const char *file, const char *problem)
{
    loyd_why words;
    const loyd_bad bad = {.what = words.text, .err = LOYD_E_RANGE};

    why_set(&words, LOYD_E_RANGE, "%s%s%s: %s", job->shown,
            file != NULL ? "/" : "", file != NULL ? file : "", problem);
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
}

/* Names a file that cannot be read. */
static loyd_err
cannot_read(const struct share_job *job, const char *file, loyd_why *why)
{
    if (errno == ELOOP || errno == ENOTSUP)
        return why_set(why, LOYD_E_IO, "%s/%s: expected a plain file",
                       job->shown, file);
    return why_errno(why, "%s/%s", job->shown, file);
}

/* Reads a file of a share. A damaged one is reported, and is as if it was not
   there: its share searches again. The caller frees the path. */
static loyd_err
read_file(struct share_job *job, struct board *board,
          const struct file_name *name, struct place *place, bool *is_there,
          loyd_why *why)
{
    struct text file = {0}, bytes = {0};
    loyd_err err = LOYD_OK;
    int fd = -1;

    *is_there = false;
    *place = (struct place){.searched = 0};
    name_put(&file, name);
    if (file.is_lost)
        err = LOYD_E_NOMEM;
    else if ((fd = file_open_plain(job->dir, file.at)) == -1)
        err = errno == ENOENT ? LOYD_OK : cannot_read(job, file.at, why);
    else if (!file_read_text(fd, FILE_MOST, &bytes) && errno != EFBIG)
        err = cannot_read(job, file.at, why);
    else
        *is_there = is_right(job, board, name,
                             (struct slice){bytes.at, bytes.len}, place);
    if (err == LOYD_OK && fd != -1 && !*is_there) {
        if (!board->is_told)
            err = tell(job, file.at,
                       "damaged, or of another puzzle or release: it is "
                       "searched again");
        job->result.bad += !board->is_told;
        board->is_told = true;
    }
    if (!*is_there)
        loyd_moves_free(&place->path);
    if (fd != -1)
        close(fd);
    text_free(&bytes);
    text_free(&file);
    return err;
}

static loyd_err
write_file(const struct share_job *job, const struct file_name *name,
           const struct place *place, loyd_why *why)
{
    struct text file = {0}, path = {0}, bytes = {0};
    struct temp temp;
    loyd_err err = LOYD_OK;

    name_put(&file, name);
    text_format(&path, "%s/%s", job->work, file.at != NULL ? file.at : "");
    place_put(&bytes, job, name, place);
    if (file.is_lost || path.is_lost || bytes.is_lost)
        err = LOYD_E_NOMEM;
    else if (!temp_file(&temp, path.at, 0666) ||
             !file_write_all(temp.fd, bytes.at, bytes.len) ||
             !temp_place(&temp))
        err = why_errno(why, "%s/%s", job->shown, file.at);
    if (err != LOYD_E_NOMEM)
        temp_drop(&temp);
    text_free(&bytes);
    text_free(&path);
    text_free(&file);
    return err;
}

static void
remove_place(const struct share_job *job, const struct file_name *name)
{
    struct text file = {0};

    name_put(&file, name);
    if (!file.is_lost)
        (void)unlinkat(job->dir, file.at, 0);
    text_free(&file);
}

/* --- the catalogue --- */

/* Gives a board up whose files contradict the catalogue, which stays. */
static loyd_err
give_up(struct share_job *job, struct board *board, const char *problem)
{
    board->is_settled = true;
    job->now.done++;
    job->result.bad++;
    return tell(job, NULL, problem);
}

/*
 * Stores what the files say of a board: no solution has fewer moves than its
 * bound, and `path`, if it is not empty, has as many. If all shares before
 * that of the path have none, it is canonical, and the board is proven.
 */
static loyd_err
store_board(struct share_job *job, struct board *board, const loyd_moves *path,
            bool is_proven, loyd_why *why)
{
    const loyd_search shared = {.method = LOYD_METHOD_SHARED};
    const loyd_moves *shortest = path->n > 0 ? path : &board->path;
    loyd_rating rating = board->rating;
    loyd_err err;

    if (path->n > 0) {
        rating.upper = board->bound;
        rating.upper_search = shared;
    }
    if (is_proven || board->bound > rating.lower) {
        rating.lower =
            (uint16_t)(board->bound -
                       (!is_proven && board->bound == rating.upper));
        rating.lower_search = shared;
    }
    if (rating.lower == board->rating.lower &&
        rating.upper == board->rating.upper)
        return LOYD_OK;
    if ((err = loyd_store_begin(job->store, why)) != LOYD_OK)
        return err;
    if ((err = store_add_rating(job->store, &board->id, &rating, shortest,
                                why)) == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    if (err != LOYD_OK)
        loyd_store_rollback(job->store);
    if (err == LOYD_E_CORRUPT)
        return give_up(job, board, why->text);
    if (err != LOYD_OK)
        return err;
    job->result.done += is_proven;
    job->now.done += is_proven;
    board->is_settled = is_proven;
    board->rating = rating;
    return path->n > 0 ? moves_copy(&board->path, path) : LOYD_OK;
}

/* All shares have ruled out what the catalogue has a solution of. */
static loyd_err
contradict(struct share_job *job, struct board *board)
{
    char id[LOYD_ID_CHARS + 1];
    loyd_why words;

    loyd_id_print(&board->id, id);
    why_set(&words, LOYD_E_RANGE,
            "puzzle %s: the shares have ruled out %u moves, but the catalogue "
            "has such a solution",
            id, board->bound);
    return give_up(job, board, words.text);
}

/*
 * Reads the files of a board's bound, and stores what they decide. *is_ruled
 * says that no share has a solution, so that the next bound follows.
 */
static loyd_err
look(struct share_job *job, struct board *board, bool *is_ruled, loyd_why *why)
{
    uint64_t nodes = 0;
    loyd_moves path = {0};
    loyd_err err = LOYD_OK;

    *is_ruled = false;
    board->waits_for = 0;
    board->is_needed = false;
    for (uint32_t i = 1; err == LOYD_OK && path.n == 0 && i <= job->shares;
         i++) {
        const struct file_name name = file_of(job, board, i, false);
        struct place place;
        bool is_there;

        err = read_file(job, board, &name, &place, &is_there, why);
        if (is_there) {
            nodes += place.nodes;
            path = place.path;
            if (i == job->share)
                board->own = place.nodes;
        } else if (err == LOYD_OK) {
            if (board->waits_for == 0)
                board->waits_for = i;
            board->is_needed |= i == job->share;
        }
    }
    if (err == LOYD_OK && (path.n > 0 || board->waits_for == 0)) {
        if (path.n == 0 && board->bound >= board->rating.upper) {
            err = contradict(job, board);
        } else if (path.n == 0) {
            *is_ruled = true;
            board->bound = (uint16_t)(board->bound + 2);
            board->nodes = nodes;
            board->own = 0;
            board->pieces = job->pieces;
        }
        if (err == LOYD_OK && !board->is_settled)
            err = store_board(job, board, &path,
                              path.n > 0 && board->waits_for == 0, why);
    }
    loyd_moves_free(&path);
    return err;
}

/* --- the search --- */

/* A loyd_progress_fn: ends a call that uses more nodes than it may. */
static bool
go_on(void *context, const loyd_progress *at)
{
    struct share_job *job = context;

    job->now.nodes = job->nodes + at->nodes;
    job->is_over = job->most != 0 && at->nodes > job->most;
    return !job->is_over && listener_progress(job->listener, &job->now);
}

static loyd_err
divide(struct share_job *job, const struct board *board, loyd_why *why)
{
    loyd_err err;

    if (job->divided == board)
        return LOYD_OK;
    loyd_split_free(&job->split);
    job->divided = NULL;
    err = loyd_split_new(&board->puzzle, job->shares * job->pieces,
                         &job->split, why);
    if (err == LOYD_OK)
        job->divided = board;
    return err;
}

/*
 * Searches the next pieces, and moves the place behind them; all that are left
 * if they may cost `most` nodes. Where they cost more, the place stays, and
 * the next call has fewer: half a dozen calls find out how many.
 */
static loyd_err
search_on(struct share_job *job, struct board *board, uint32_t share,
          uint64_t most, struct place *place, loyd_why *why)
{
    const loyd_listener listener = {.progress = go_on, .context = job};
    uint32_t first = (share - 1) * job->pieces + place->searched + 1;
    uint32_t left = job->pieces - place->searched;
    uint32_t n = board->pieces < left ? board->pieces : left;
    loyd_solution found = {.nodes = 0};
    loyd_err err;

    job->most = n > 1 ? most : 0;
    job->is_over = false;
    err = loyd_split_search(job->split, job->solver, first, first + n - 1,
                            board->bound, &listener, &found, why);
    if (err == LOYD_E_CANCELLED && job->is_over) {
        board->pieces = n / PIECES_FACTOR > 0 ? n / PIECES_FACTOR : 1;
        return LOYD_OK;
    }
    if (err != LOYD_OK)
        return err;
    if (found.nodes < most / PIECES_FACTOR / 2 && n == board->pieces)
        board->pieces *= PIECES_FACTOR;
    place->searched += n;
    place->nodes += found.nodes;
    place->path = found.path;
    job->nodes += found.nodes;
    return LOYD_OK;
}

/*
 * Searches a share of a board's bound until it is finished or, if nobody
 * knows what that takes, until it has used the nodes of the round.
 */
static loyd_err
search(struct share_job *job, struct board *board, uint32_t share,
       uint64_t most, loyd_why *why)
{
    const struct file_name done = file_of(job, board, share, false);
    const struct file_name at = file_of(job, board, share, true);
    bool is_known = board->nodes > 0, is_there;
    struct place place;
    loyd_err err = read_file(job, board, &at, &place, &is_there, why);

    if (err == LOYD_OK)
        err = divide(job, board, why);
    job->now.bound = board->bound;
    job->n_searches++;
    while (err == LOYD_OK) {
        uint32_t before = place.searched;

        err = search_on(job, board, share,
                        is_known || most > PLACE_NODES ? PLACE_NODES : most,
                        &place, why);
        board->own = place.nodes;
        if (err != LOYD_OK || place.path.n > 0 ||
            place.searched == job->pieces)
            break;
        if (place.searched > before)
            err = write_file(job, &at, &place, why);
        if (!is_known && board->own > most)
            return err;
    }
    if (err == LOYD_OK)
        err = write_file(job, &done, &place, why);
    if (err == LOYD_OK)
        remove_place(job, &at);
    loyd_moves_free(&place.path);
    return err;
}

/* Returns about how many nodes this share's search of a bound takes. */
static uint64_t
cost_of(const struct share_job *job, const struct board *board)
{
    return board->nodes > 0 ? board->nodes * BOUND_GROWTH / job->shares
                            : board->own * 2;
}

/* Returns the share of a bound that this process has to search, 0: none. */
static uint32_t
share_to_search(const struct share_job *job, const struct board *board)
{
    if (job->share == 0 || board->is_needed)
        return job->share;
    return cost_of(job, board) * job->shares <= CHEAP_NODES ? board->waits_for
                                                            : 0;
}

/*
 * Takes a board as far as its files and the nodes of the round allow. *next
 * becomes the cost of the bound if it waits for a later round and costs less.
 */
static loyd_err
advance(struct share_job *job, struct board *board, uint64_t most,
        uint64_t *next, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !board->is_settled) {
        bool is_ruled;
        uint64_t cost;
        uint32_t share;

        err = look(job, board, &is_ruled, why);
        if (err != LOYD_OK || is_ruled || board->is_settled)
            continue;
        if ((share = share_to_search(job, board)) == 0)
            break;
        if ((cost = cost_of(job, board)) > most) {
            *next = cost < *next ? cost : *next;
            break;
        }
        err = search(job, board, share, most, why);
    }
    return err;
}

/* Takes all boards on, once. */
static loyd_err
advance_all(struct share_job *job, uint64_t most, uint64_t *next,
            loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->n; i++) {
        err = advance(job, &job->boards[i], most, next, why);
        if (err == LOYD_OK && !listener_progress(job->listener, &job->now))
            err = why_set(why, LOYD_E_CANCELLED,
                          "stopped; everything done so far is stored");
    }
    return err;
}

/* Goes on until all boards are proven or wait for other shares. */
static loyd_err
run_rounds(struct share_job *job, loyd_why *why)
{
    uint64_t most = FIRST_NODES, next, before;
    loyd_err err;

    do {
        next = UINT64_MAX;
        before = job->n_searches;
        err = advance_all(job, most, &next, why);
        if (job->n_searches == before && next != UINT64_MAX)
            most = next > most * GROWTH ? next : most * GROWTH;
    } while (err == LOYD_OK &&
             (job->n_searches != before || next != UINT64_MAX));
    return err;
}

/* --- the job --- */

/* Adds a board with an interval, which begins at its lower end. */
static loyd_err
add_board(struct share_job *job, const loyd_entry *entry)
{
    const loyd_board *goal = &entry->puzzle.goal;
    const loyd_known *known = &entry->known[LOYD_STM];
    unsigned gap = known->rating.upper - known->rating.lower;
    struct board *board;

    if (known->rating.upper == 0 || board_cells(goal) <= LOYD_EXACT_CELLS ||
        board_cells(goal) > CELLS_MAX)
        return LOYD_OK;
    if (!ARRAY_ROOM(job->boards, job->room, job->n + 1))
        return LOYD_E_NOMEM;
    board = &job->boards[job->n++];
    *board = (struct board){.id = entry->id,
                            .puzzle = entry->puzzle,
                            .rating = known->rating,
                            .bound = (uint16_t)(known->rating.lower + gap % 2),
                            .pieces = LOYD_SPLIT_PARTS_MAX};
    return moves_copy(&board->path, &known->path);
}

/* Lists the boards, in order of id. */
static loyd_err
list_boards(struct share_job *job, const loyd_rate_options *options,
            loyd_why *why)
{
    loyd_filter filter;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err;

    if (!part_filter(&options->part, options->filter, LOYD_STM, &filter))
        return LOYD_OK;
    err = find_begin(job->store, &filter, WANT_BOUNDED, &cursor, why);
    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        err = add_board(job, row->entry);
    loyd_cursor_close(&cursor);
    return err;
}

static int
by_id(const void *key, const void *item)
{
    return id_compare(key, &((const struct board *)item)->id);
}

/* What the folder's listing is for. */
struct listing {
    struct share_job *job;
    loyd_why *why;
};

/*
 * A file_name_fn: all files must be those of as many shares, without --share
 * as the first one says. A board whose shares began below the catalogue's
 * lower end begins where they did: not every one of them may have searched
 * that.
 */
static bool
list_file(void *context, const char *item)
{
    struct listing *l = context;
    struct share_job *job = l->job;
    struct file_name name;
    struct board *board;

    if (!name_read(slice_of(item), &name))
        return true;
    if (job->shares == 0)
        job->shares = name.shares;
    if (job->shares != name.shares) {
        why_set(l->why, LOYD_E_RANGE,
                "%s/%s: a file of %" PRIu32 " shares: expected %" PRIu32
                ", or another folder",
                job->shown, item, name.shares, job->shares);
        errno = EINVAL;
        return false;
    }
    board = job->n > 0 ? bsearch(&name.id, job->boards, job->n,
                                 sizeof(*job->boards), by_id)
                       : NULL;
    if (board != NULL && name.bound < board->bound &&
        (board->bound - name.bound) % 2 == 0)
        board->bound = name.bound;
    return true;
}

/* Opens the folder, which a share makes if there is none, and lists it. */
static loyd_err
open_folder(struct share_job *job, loyd_why *why)
{
    struct listing l = {job, why};

    if (job->share != 0 && mkdir(job->work, 0777) != 0 && errno != EEXIST)
        return why_errno(why, "%s", job->shown);
    job->dir = open(job->work, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (job->dir != -1 && file_names(job->dir, list_file, &l))
        return LOYD_OK;
    return why->text[0] != '\0' ? LOYD_E_RANGE
                                : why_errno(why, "%s", job->shown);
}

/* Counts what is open, and finds the share that it waits for. */
static void
count_open(struct share_job *job)
{
    for (size_t i = job->n; i-- > 0;) {
        const struct board *board = &job->boards[i];

        job->result.skipped += !board->is_settled;
        if (!board->is_settled && board->waits_for != 0)
            job->result.waits_for = board->waits_for;
    }
}

static void
end(struct share_job *job)
{
    for (size_t i = 0; i < job->n; i++)
        loyd_moves_free(&job->boards[i].path);
    free(job->boards);
    loyd_split_free(&job->split);
    if (job->dir != -1)
        close(job->dir);
}

loyd_err
share_all(loyd_store *store, loyd_solver *solver,
          const loyd_rate_options *options, const loyd_listener *listener,
          loyd_job_result *result, loyd_why *why)
{
    struct share_job job = {.store = store,
                            .solver = solver,
                            .listener = listener,
                            .work = options->work,
                            .dir = -1,
                            .share = options->share.number,
                            .shares = options->share.of,
                            .now = {.what = "proving"}};
    loyd_err err = list_boards(&job, options, why);

    loyd_escape(LOYD_ESCAPE_TERMINAL, job.work, strlen(job.work), job.shown,
                sizeof(job.shown));
    job.now.total = job.n;
    if (err == LOYD_OK)
        err = open_folder(&job, why);
    if (err == LOYD_OK && job.shares > 0) {
        job.pieces = LOYD_SPLIT_PARTS_MAX / job.shares;
        solver_keep_seen(solver, true);
        err = run_rounds(&job, why);
        solver_keep_seen(solver, false);
    }
    count_open(&job);
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    end(&job);
    return err;
}
