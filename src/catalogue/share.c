/* SPDX-License-Identifier: MIT */
/*
 * Proves boards in N shares, by processes that see one folder and nothing else
 * of each other. A board is cut into pieces (split.c), of which each share has
 * an equal range. A share leaves a file for each bound that it has searched
 * (share_file.h), and while it searches one its place in it: whoever starts
 * next, in any order, goes on from what is there.
 *
 * A bound is ruled out when all N files say so. It has a solution when one has
 * a path and all shares before it have none: then the path is the canonical
 * one. A path is replayed; that there is none is believed.
 */
#include "catalogue/pipeline.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"
#include "catalogue/part.h"
#include "catalogue/share_file.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/moves.h"
#include "solve/split.h"
#include "base/text.h"
#include "solve/solver.h"
#include "store/rows.h"

#define CELLS_MAX 36 /* of a board that a search can prove */

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
#define CHEAP_NODES 5000000

/*
 * A place is written after as many nodes at most, unless a single piece has
 * more: in one or two minutes, at a few million nodes a second. Pieces
 * that are searched in one call meet each state once, and a call has its price
 * too. So a call takes PIECES_FACTOR times as many as the last one if that was
 * short, and as many times fewer if it was not finished by then.
 */
#define PLACE_NODES 300000000
#define PIECES_FACTOR 8

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

struct share_job {
    loyd_store *store;
    loyd_solver *solver;
    const loyd_listener *listener;
    struct share_folder folder;
    uint32_t share; /* 0: only takes what is decided */
    struct board *boards;
    size_t n, room;
    struct split *split;
    const struct board *divided; /* its split */
    loyd_progress now;
    uint64_t nodes;      /* of this process, in the calls before */
    uint64_t most;       /* of the current one; 0: any number */
    bool is_over;        /* it needs more */
    uint64_t n_searches; /* bounds, or places in them */
    loyd_job_result result;
};

/* Reads a file or place of the board's bound. A damaged one is named, and is
 * as if it was not there. The caller frees the path. */
static loyd_err
read_file(struct share_job *job, struct board *board, uint32_t share,
          bool is_place, struct place *place, bool *is_there, loyd_why *why)
{
    const struct share_folder *folder = &job->folder;
    const struct share_file file =
        share_file_of(folder, &board->id, board->bound, share, is_place);
    enum share_state state;
    loyd_why words;
    loyd_err err =
        share_read(folder, &file, &board->puzzle, place, &state, why);

    *is_there = err == LOYD_OK && state == SHARE_RIGHT;
    if (err != LOYD_OK || state != SHARE_DAMAGED || board->is_told)
        return err;
    board->is_told = true;
    why_set(&words, LOYD_OK,
            "%s/%s: damaged, or of another puzzle or release: its share "
            "searches it again",
            folder->shown, file.name);
    if (job->listener != NULL && job->listener->warning != NULL)
        job->listener->warning(job->listener->context, words.text);
    return LOYD_OK;
}

/* --- the catalogue --- */

/* Reports a board whose files contradict the catalogue, which stays, and gives
 * it up. */
static loyd_err
give_up(struct share_job *job, struct board *board, const char *problem)
{
    loyd_why words;
    const loyd_bad bad = {.what = words.text, .err = LOYD_E_RANGE};

    board->is_settled = true;
    job->now.done++;
    job->result.bad++;
    why_set(&words, LOYD_E_RANGE, "%s: %s", job->folder.shown, problem);
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
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
        bool is_open = !is_proven && board->bound == rating.upper;

        rating.lower = (uint16_t)(board->bound - is_open);
        rating.lower_search = shared;
    }
    if (rating.lower == board->rating.lower &&
        rating.upper == board->rating.upper)
        return LOYD_OK;
    if ((err = loyd_store_begin(job->store, why)) != LOYD_OK)
        return err;
    err = store_end(
        job->store,
        store_add_rating(job->store, &board->id, &rating, shortest, why), why);
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
    for (uint32_t i = 0;
         err == LOYD_OK && path.n == 0 && i++ < job->folder.shares;) {
        struct place place;
        bool is_there;

        err = read_file(job, board, i, false, &place, &is_there, why);
        if (is_there) {
            nodes += place.nodes;
            path = place.path;
            board->own = i == job->share ? place.nodes : board->own;
        } else if (err == LOYD_OK) {
            board->waits_for = board->waits_for == 0 ? i : board->waits_for;
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
            board->pieces = job->folder.pieces;
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
    const struct share_folder *folder = &job->folder;
    loyd_err err;

    if (job->divided == board)
        return LOYD_OK;
    split_free(&job->split);
    job->divided = NULL;
    err = split_new(&board->puzzle, folder->shares * folder->pieces,
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
    uint32_t first = (share - 1) * job->folder.pieces + place->searched + 1;
    uint32_t left = job->folder.pieces - place->searched;
    uint32_t n = board->pieces < left ? board->pieces : left;
    loyd_solution found = {.nodes = 0};
    loyd_err err;

    job->most = n > 1 ? most : 0;
    job->is_over = false;
    err = split_search(job->split, job->solver, first, first + n - 1,
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
    const struct share_folder *folder = &job->folder;
    const struct share_file done =
        share_file_of(folder, &board->id, board->bound, share, false);
    const struct share_file at =
        share_file_of(folder, &board->id, board->bound, share, true);
    bool is_known = board->nodes > 0, is_there;
    struct place place;
    loyd_err err = read_file(job, board, share, true, &place, &is_there, why);

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
            place.searched == job->folder.pieces)
            break;
        if (place.searched > before)
            err = share_write(folder, &at, &place, why);
        if (!is_known && board->own > most)
            return err;
    }
    if (err == LOYD_OK)
        err = share_write(folder, &done, &place, why);
    if (err == LOYD_OK)
        share_remove(folder, &at);
    loyd_moves_free(&place.path);
    return err;
}

/* Returns about how many nodes this share's search of a bound takes. */
static uint64_t
cost_of(const struct share_job *job, const struct board *board)
{
    return board->nodes > 0 ? board->nodes * BOUND_GROWTH / job->folder.shares
                            : board->own * 2;
}

/* Returns the share of a bound that this process has to search, 0: none. */
static uint32_t
share_to_search(const struct share_job *job, const struct board *board)
{
    uint64_t all = cost_of(job, board) * job->folder.shares;

    if (job->share == 0 || board->is_needed)
        return job->share;
    return all <= CHEAP_NODES ? board->waits_for : 0;
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
        uint64_t cost;
        uint32_t share;
        bool is_ruled;

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

/* Adds a board with an interval. */
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

    if (!part_filter(&options->part, options->filter, &filter))
        return LOYD_OK;
    err = find_begin(job->store, &filter, words_of_bounded(LOYD_STM), &cursor,
                     why);
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

struct listing {
    struct share_job *job;
    loyd_why *why;
};

/*
 * A file_name_fn: all files must be those of as many shares, without --share
 * as the first one says. A board begins where the first of its shares began,
 * if that is below the catalogue's lower end: all of them must have searched.
 */
static bool
list_file(void *context, const char *item)
{
    struct listing *l = context;
    struct share_job *job = l->job;
    struct share_file file;
    struct board *board;

    if (!share_file_read(item, &file))
        return true;
    if (job->folder.shares == 0)
        job->folder.shares = file.shares;
    if (job->folder.shares != file.shares) {
        why_set(l->why, LOYD_E_RANGE,
                "%s/%s: a file of %u shares, not %" PRIu32
                ": use another folder",
                job->folder.shown, item, file.shares, job->folder.shares);
        errno = EINVAL;
        return false;
    }
    board = job->n > 0 ? bsearch(&file.id, job->boards, job->n,
                                 sizeof(*job->boards), by_id)
                       : NULL;
    if (board != NULL && file.bound < board->bound &&
        (board->bound - file.bound) % 2 == 0)
        board->bound = (uint16_t)file.bound;
    return true;
}

/* Opens the folder, which a share makes if there is none, and lists it. */
static loyd_err
open_folder(struct share_job *job, loyd_why *why)
{
    struct share_folder *folder = &job->folder;
    struct listing l = {job, why};

    if (job->share != 0 && mkdir(folder->path, 0777) != 0 && errno != EEXIST)
        return why_errno(why, "%s", folder->shown);
    folder->dir = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->dir != -1 && file_names(folder->dir, list_file, &l))
        return LOYD_OK;
    return why->text[0] != '\0' ? LOYD_E_RANGE
                                : why_errno(why, "%s", folder->shown);
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
    split_free(&job->split);
    if (job->folder.dir != -1)
        close(job->folder.dir);
}

loyd_err
share_all(const struct rate_call *call, loyd_why *why)
{
    const loyd_rate_options *options = call->options;
    struct share_job job = {.store = call->store,
                            .solver = call->solver,
                            .listener = call->listener,
                            .folder = {.path = options->work,
                                       .dir = -1,
                                       .shares = options->share.of},
                            .share = options->share.number,
                            .now = {.what = "proving"}};
    loyd_err err = list_boards(&job, options, why);

    text_shown(job.folder.path, strlen(job.folder.path), job.folder.shown,
               sizeof(job.folder.shown));
    job.now.total = job.n;
    if (err == LOYD_OK)
        err = open_folder(&job, why);
    if (err == LOYD_OK && job.folder.shares > 0) {
        job.folder.pieces = LOYD_SPLIT_PARTS_MAX / job.folder.shares;
        solver_keep_seen(job.solver, true);
        err = run_rounds(&job, why);
        solver_keep_seen(job.solver, false);
    }
    count_open(&job);
    *call->result = job.result;
    end(&job);
    return err;
}
