/* SPDX-License-Identifier: MIT */
/* The boards of a job of `rate --prove`: their list, and their files. */
#include "cluster/board.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"

#define LIST_MOST ((size_t)1 << 30) /* bytes */
#define RESULT_PATH (FOLDER_NAME + FINDING_NAME)

/* --- the list of boards --- */

static loyd_err
board_read(const struct job *job, struct slice line, struct board *board,
           loyd_why *why)
{
    loyd_err err = board_row_parse(line, &board->row, why);

    if (err != LOYD_OK)
        return err;
    board->best = board->row.upper;
    board->first = (uint16_t)(board->row.lower +
                              ((board->row.lower ^ board->row.upper) & 1));
    board->parts = calloc((size_t)job->plan.parts, sizeof(*board->parts));
    if (board->parts == NULL)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    for (uint64_t i = 0; i < job->plan.parts; i++)
        board->parts[i].none = board->first - 2;
    return LOYD_OK;
}

static loyd_err
list_read(struct job *job, struct slice text, loyd_why *why)
{
    const struct plan *plan = &job->plan;
    struct slice line;
    loyd_err err = LOYD_OK;

    if (XXH3_64bits(text.at, text.len) != plan->boards_check)
        return why_set(why, LOYD_E_CORRUPT,
                       "boards.tsv: damaged or incomplete");
    job->boards = calloc((size_t)plan->boards + 1, sizeof(*job->boards));
    if (job->boards == NULL)
        return LOYD_E_NOMEM;
    for (uint64_t i = 0; err == LOYD_OK && i < plan->boards; i++) {
        slice_cut(&text, '\n', &line);
        err = board_read(job, line, &job->boards[i], why);
        if (err != LOYD_OK)
            why_prefix(why, err, "boards.tsv:%" PRIu64 ": ", i + 1);
    }
    return err;
}

loyd_err
boards_read(struct job *job, loyd_why *why)
{
    const struct plan *plan = &job->plan;
    struct text text = {0};
    bool is_there = false;
    loyd_err err;

    if (plan->parts < 1 || plan->parts > LOYD_SPLIT_PARTS_MAX ||
        plan->tasks % plan->parts != 0 ||
        plan->tasks / plan->parts != plan->boards)
        return why_set(why, LOYD_E_CORRUPT, "job: wrong numbers");
    err = job_read(job->fd, "boards.tsv", LIST_MOST, &text, &is_there, why);
    if (err == LOYD_OK && !is_there)
        err = why_set(why, LOYD_E_NOT_FOUND, "no such file");
    err = err == LOYD_OK
              ? list_read(job, (struct slice){text.at, text.len}, why)
              : why_prefix(why, err, "boards.tsv: ");
    text_free(&text);
    return err;
}

void
boards_free(struct job *job)
{
    for (uint64_t i = 0; job->boards != NULL && i < job->plan.boards; i++) {
        struct board *board = &job->boards[i];

        for (uint64_t k = 0; board->parts != NULL && k < job->plan.parts; k++)
            loyd_moves_free(&board->parts[k].path);
        free(board->parts);
        loyd_moves_free(&board->row.path);
    }
    free(job->boards);
}

const loyd_board *
job_goal(const struct job *job, uint64_t board)
{
    return &job->boards[board].row.puzzle.goal;
}

/* --- what is known of a board --- */

/* Is the path of a part the canonical one of those through it? */
static bool
is_settled(const struct part_state *part)
{
    return part->length != 0 && part->none + 2 >= part->length;
}

const struct part_state *
board_best(const struct job *job, const struct board *board)
{
    for (uint64_t i = 0; i < job->plan.parts; i++)
        if (board->parts[i].length == board->best)
            return &board->parts[i];
    return NULL;
}

uint16_t
board_lower(const struct job *job, const struct board *board)
{
    uint16_t lower = board->best;

    for (uint64_t i = 0; i < job->plan.parts; i++)
        if (board->parts[i].none + 2 < lower)
            lower = (uint16_t)(board->parts[i].none + 2);
    return lower;
}

bool
board_needs(const struct board *board, uint32_t part, uint16_t bound)
{
    if (bound != board->best)
        return bound < board->best;
    for (uint32_t i = 0; i < part; i++)
        if (board->parts[i].length == bound)
            return false;
    return true;
}

uint16_t
board_bound(const struct board *board, uint32_t part)
{
    const struct part_state *state = &board->parts[part - 1];
    uint16_t bound = (uint16_t)(state->none + 2);

    return board->status == STATUS_OPEN && !is_settled(state) &&
                   board_needs(board, part, bound)
               ? bound
               : 0;
}

/* A path is replayed and therefore right; what contradicts it is wrong. */
static bool
is_wrong(const struct job *job, const struct board *board)
{
    if (board->best < board->first)
        return true;
    for (uint64_t i = 0; i < job->plan.parts; i++) {
        const struct part_state *part = &board->parts[i];

        if (part->length != 0 && part->length <= part->none)
            return true;
    }
    return false;
}

void
board_folder(const struct board *board, char name[FOLDER_NAME])
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&board->row.id, id);
    snprintf(name, FOLDER_NAME, "results/%s", id);
}

/* Writes the path of a file of a board. */
static void
result_path(const struct board *board, const char *name,
            char path[RESULT_PATH])
{
    char folder[FOLDER_NAME];

    board_folder(board, folder);
    snprintf(path, RESULT_PATH, "%s/%s", folder, name);
}

/* Reports what is wrong with a board, once. */
static loyd_err
tell_wrong(struct job *job, const struct board *board, loyd_why *why)
{
    char path[FOLDER_NAME], text[200];

    board_folder(board, path);
    if (board->best >= board->row.lower)
        return job_named(job, path, LOYD_E_RANGE,
                         "its files contradict each other", "remove it", why);
    snprintf(text, sizeof(text),
             "wrong rating: lower end %u, but a solution of %u",
             board->row.lower, board->best);
    return job_named(job, path, LOYD_E_RANGE, text, "its puzzle is left out",
                     why);
}

/* Computes the state of the board, and of its tasks, from those of its
   parts. */
static loyd_err
settle(struct job *job, struct board *board, loyd_why *why)
{
    uint64_t parts = job->plan.parts;
    struct task *tasks = &job->tasks[(uint64_t)(board - job->boards) * parts];
    bool is_open = false;

    board->nodes = 0;
    for (uint64_t i = 0; i < parts; i++) {
        const struct part_state *part = &board->parts[i];

        board->nodes += part->nodes;
        if (part->length != 0 && part->length < board->best)
            board->best = part->length;
    }
    if (is_wrong(job, board))
        board->status = STATUS_WRONG;
    for (uint32_t i = 1; i <= parts; i++) {
        tasks[i - 1].is_done = board_bound(board, i) == 0;
        is_open = is_open || !tasks[i - 1].is_done;
    }
    if (!is_open && board->status == STATUS_OPEN)
        /* if no part has found it, the stored path is impossible */
        board->status =
            board_best(job, board) != NULL ? STATUS_DONE : STATUS_WRONG;
    return board->status == STATUS_WRONG ? tell_wrong(job, board, why)
                                         : LOYD_OK;
}

/* --- its files --- */

/* Those that may have news: only bound and part are known. */
struct names {
    const struct job *job;
    const struct board *board;
    struct finding *at;
    size_t n;
    size_t room;
};

/* Has the part of a finding nothing to learn from it? */
static bool
is_known(const struct board *board, const struct finding *f)
{
    const struct part_state *part = &board->parts[f->part - 1];

    return f->bound <= part->none || f->bound == part->length;
}

/* A file_name_fn. */
static bool
take_name(void *context, const char *name)
{
    struct names *names = context;
    struct finding finding;

    if (!finding_name_parse(name, &finding) ||
        finding.parts != names->job->plan.parts ||
        is_known(names->board, &finding))
        return true;
    if (!ARRAY_ROOM(names->at, names->room, names->n + 1)) {
        errno = ENOMEM;
        return false;
    }
    names->at[names->n++] = finding;
    return true;
}

/* The highest bounds first: they say what lower ones do. */
static int
by_bound(const void *a, const void *b)
{
    const struct finding *one = a, *other = b;

    if (one->bound != other->bound)
        return one->bound > other->bound ? -1 : 1;
    return one->part < other->part ? -1 : one->part > other->part;
}

/* Adds a finding to what is known; takes its path. */
static void
learn(struct board *board, struct finding *f)
{
    struct part_state *part = &board->parts[f->part - 1];

    if (!f->is_solved) {
        part->none = f->bound;
        part->nodes = f->nodes;
    } else if (part->length == 0 || f->path.n < part->length) {
        loyd_moves_free(&part->path);
        part->path = f->path;
        part->length = (uint16_t)f->path.n;
        f->path = (loyd_moves){NULL, 0, 0};
    }
}

/* Checks that a file has what its name and place promise. */
static bool
is_of(const struct board *board, const struct finding *name,
      const struct finding *f)
{
    return memcmp(f->id.byte, board->row.id.byte, LOYD_ID_BYTES) == 0 &&
           f->part == name->part && f->parts == name->parts &&
           f->bound == name->bound && (f->bound ^ board->row.upper) % 2 == 0 &&
           (!f->is_solved ||
            loyd_moves_replay(&board->row.puzzle.start,
                              &board->row.puzzle.goal, &f->path, NULL,
                              NULL) == LOYD_OK);
}

/* Reads a file; a damaged one is named. */
static loyd_err
finding_read(struct job *job, struct board *board, const struct finding *name,
             loyd_why *why)
{
    char path[RESULT_PATH], base[FINDING_NAME];
    struct finding finding = {.part = 0};
    struct text text = {0};
    loyd_why fault;
    bool is_there = false;
    loyd_err err;

    finding_name(name, base);
    result_path(board, base, path);
    err = job_read(job->fd, path, FINDING_MOST, &text, &is_there, why);
    if (err == LOYD_OK && is_there) {
        err = finding_parse((struct slice){text.at, text.len}, &finding, why);
        if (err == LOYD_OK && !is_of(board, name, &finding))
            err = why_set(why, LOYD_E_CORRUPT, "not of this board and part");
        if (err == LOYD_OK)
            learn(board, &finding);
    }
    if (err == LOYD_E_CORRUPT) {
        fault = *why;
        why_begin(why);
        err = job_named(job, path, LOYD_E_CORRUPT, fault.text,
                        "its bound is searched again", why);
    } else if (err == LOYD_E_IO) {
        err = why_prefix(why, err, "%s: ", path);
    }
    text_free(&text);
    loyd_moves_free(&finding.path);
    return err;
}

loyd_err
board_look(struct job *job, struct board *board, loyd_why *why)
{
    struct names names = {.job = job, .board = board};
    char path[FOLDER_NAME];
    loyd_err err = LOYD_OK;
    int fd;

    board_folder(board, path);
    fd = file_open_folder(job->fd, path);
    if (fd == -1 && errno != ENOENT)
        return why_errno(why, "%s", path);
    if (fd != -1 && !file_names(fd, take_name, &names))
        err = why_errno(why, "%s", path);
    if (fd != -1)
        close(fd);
    ARRAY_SORT(names.at, names.n, by_bound);
    for (size_t i = 0; err == LOYD_OK && i < names.n; i++)
        if (!is_known(board, &names.at[i]))
            err = finding_read(job, board, &names.at[i], why);
    free(names.at);
    return err == LOYD_OK ? settle(job, board, why) : err;
}

loyd_err
board_keep(struct job *job, struct board *board, const struct finding *finding,
           loyd_why *why)
{
    char name[FINDING_NAME], path[RESULT_PATH];
    struct text text = {0};
    loyd_err err = LOYD_OK;
    int folder = -1;

    board_folder(board, path);
    if (mkdirat(job->fd, path, 0777) == 0 || errno == EEXIST)
        folder = file_open_folder(job->fd, path);
    finding_name(finding, name);
    result_path(board, name, path);
    finding_print(finding, &text);
    if (text.is_lost)
        err = LOYD_E_NOMEM;
    else if (folder == -1 ||
             !job_put(folder, name, &text, finding->nodes >= NODES_CHEAP))
        err = why_errno(why, "%s: cannot write", path);
    text_free(&text);
    if (folder != -1)
        close(folder);
    return err == LOYD_OK ? board_look(job, board, why) : err;
}
