/* SPDX-License-Identifier: MIT */
/* Owns the folder of shared proofs: what is known, and what is still open. */
#include "cli/proof.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"

#define LIST_MOST ((size_t)1 << 30) /* bytes */

/* A file that has been named as damaged. */
struct damaged {
    const struct proof_board *board;
    uint32_t part;
    uint16_t bound;
};

/* --- the list of boards --- */

static int
lost_memory(const struct proof *proof)
{
    return report(proof->dir, LOYD_E_NOMEM, NULL);
}

static int
add_board(struct proof *proof, struct slice line, loyd_err *err, loyd_why *why)
{
    struct proof_board board = {.best = 0};

    if ((*err = board_row_parse(line, &board.row, why)) != LOYD_OK)
        return EXIT_DONE;
    board.best = board.row.upper;
    board.first = (uint16_t)(board.row.lower +
                             ((board.row.lower ^ board.row.upper) & 1));
    board.parts = calloc(proof->n_parts, sizeof(*board.parts));
    if (board.parts == NULL ||
        !ARRAY_ROOM(proof->boards, proof->room, proof->n + 1)) {
        free(board.parts);
        loyd_moves_free(&board.row.path);
        return lost_memory(proof);
    }
    for (uint32_t i = 0; i < proof->n_parts; i++)
        board.parts[i].none = board.first - 2;
    proof->boards[proof->n++] = board;
    return EXIT_DONE;
}

/* Parses the last line and checks that nothing follows. */
static bool
is_end(struct slice line, struct slice rest, size_t n)
{
    uint64_t number;

    return slice_skip(&line, "end\t") && rest.len == 0 &&
           slice_number(line, &number) == NUMBER_GOOD && number == n;
}

static int
read_list(struct proof *proof, struct slice text)
{
    char where[600];
    unsigned long number = 1;
    struct slice line;
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    slice_cut(&text, '\n', &line);
    err = board_list_parse(line, &proof->n_parts, &why);
    while (err == LOYD_OK && code == EXIT_DONE) {
        bool is_whole = slice_cut(&text, '\n', &line);

        number++;
        if (is_whole && is_end(line, text, proof->n))
            return EXIT_DONE;
        if (!is_whole) {
            snprintf(why.text, sizeof(why.text), "incomplete list");
            err = LOYD_E_CORRUPT;
        } else {
            code = add_board(proof, line, &err, &why);
        }
    }
    if (code != EXIT_DONE)
        return code;
    snprintf(where, sizeof(where), "%s/boards.tsv:%lu", proof->dir, number);
    (void)report(where, err, &why);
    return EXIT_BAD;
}

static int
by_id(const void *a, const void *b)
{
    return memcmp((*(const struct proof_board *const *)a)->row.id.byte,
                  (*(const struct proof_board *const *)b)->row.id.byte,
                  LOYD_ID_BYTES);
}

/* Two states of one board would contradict each other. */
static int
check_twins(const struct proof *proof)
{
    const struct proof_board **sorted =
        calloc(proof->n + 1, sizeof(struct proof_board *));
    char name[LOYD_ID_CHARS + 1];
    int code = EXIT_DONE;

    if (sorted == NULL)
        return lost_memory(proof);
    for (size_t i = 0; i < proof->n; i++)
        sorted[i] = &proof->boards[i];
    qsort(sorted, proof->n, sizeof(struct proof_board *), by_id);
    for (size_t i = 1; code == EXIT_DONE && i < proof->n; i++)
        if (by_id(&sorted[i - 1], &sorted[i]) == 0) {
            loyd_id_print(&sorted[i]->row.id, name);
            code = fail(proof->dir, "boards.tsv lists puzzle %s twice", name);
        }
    free(sorted);
    return code;
}

int
proof_operand(const struct run *run)
{
    return run->n_operands > 2 ? refuse_extra("cluster", run->operands[2])
                               : EXIT_DONE;
}

int
proof_open(struct proof *proof, const char *dir)
{
    struct text text = {0};
    int fd = -1, code = EXIT_DONE;

    *proof = (struct proof){.dir = dir};
    proof->fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proof->fd == -1)
        return fail(dir, "%s", strerror(errno));
    fd = file_open_plain(proof->fd, "boards.tsv");
    if (fd == -1 && errno == ENOENT)
        code = fail(dir,
                    "no boards.tsv: expected a folder that `loyd cluster "
                    "slurm` has written for `rate --prove`");
    else if (fd == -1 || !file_read_text(fd, LIST_MOST, &text))
        code = fail(dir, "boards.tsv: %s", strerror(errno));
    if (fd != -1)
        close(fd);
    if (code == EXIT_DONE)
        code = read_list(proof, (struct slice){text.at, text.len});
    text_free(&text);
    return code == EXIT_DONE ? check_twins(proof) : code;
}

int
proof_begin(const struct proof *proof)
{
    if (mkdirat(proof->fd, "proof", 0777) != 0 && errno != EEXIST)
        return fail(proof->dir, "proof: %s", strerror(errno));
    return EXIT_DONE;
}

void
proof_close(struct proof *proof)
{
    for (size_t i = 0; i < proof->n; i++) {
        struct proof_board *board = &proof->boards[i];

        for (uint32_t k = 0; k < proof->n_parts; k++)
            loyd_moves_free(&board->parts[k].path);
        free(board->parts);
        loyd_moves_free(&board->row.path);
    }
    free(proof->boards);
    free(proof->damaged);
    if (proof->fd != -1)
        close(proof->fd);
}

/* --- what is known of a board --- */

/* Is the path of a part the canonical one of those through it? */
static bool
is_settled(const struct part_state *part)
{
    return part->length != 0 && part->none + 2 >= part->length;
}

const struct part_state *
proof_best(const struct proof *proof, const struct proof_board *board)
{
    for (uint32_t i = 0; i < proof->n_parts; i++)
        if (board->parts[i].length == board->best)
            return &board->parts[i];
    return NULL;
}

uint16_t
proof_lower(const struct proof *proof, const struct proof_board *board)
{
    uint16_t lower = board->best;

    for (uint32_t i = 0; i < proof->n_parts; i++)
        if (board->parts[i].none + 2 < lower)
            lower = (uint16_t)(board->parts[i].none + 2);
    return lower;
}

bool
proof_needs(const struct proof_board *board, uint32_t part, uint16_t bound)
{
    if (bound != board->best)
        return bound < board->best;
    for (uint32_t i = 0; i < part; i++)
        if (board->parts[i].length == bound)
            return false;
    return true;
}

uint16_t
proof_bound(const struct proof_board *board, uint32_t part)
{
    const struct part_state *state = &board->parts[part - 1];
    uint16_t bound = (uint16_t)(state->none + 2);

    return board->status == PROOF_OPEN && !is_settled(state) &&
                   proof_needs(board, part, bound)
               ? bound
               : 0;
}

/* A path is replayed and therefore right; what contradicts it is wrong. */
static bool
is_wrong(const struct proof *proof, const struct proof_board *board)
{
    if (board->best < board->first)
        return true;
    for (uint32_t i = 0; i < proof->n_parts; i++) {
        const struct part_state *part = &board->parts[i];

        if (part->length != 0 && part->length <= part->none)
            return true;
    }
    return false;
}

void
proof_show_wrong(const struct proof *proof, const struct proof_board *board)
{
    char name[LOYD_ID_CHARS + 1], path[PROOF_PATH];

    loyd_id_print(&board->row.id, name);
    proof_path(board, NULL, path);
    if (board->best < board->row.lower)
        message(proof->dir,
                "puzzle %s: wrong rating: lower end %u, but a solution of %u",
                name, board->row.lower, board->best);
    else
        message(proof->dir,
                "puzzle %s: its files contradict each other: remove %s", name,
                path);
}

/* Computes the state of the board from those of its parts. */
static void
settle(const struct proof *proof, struct proof_board *board)
{
    bool is_open = false;

    board->nodes = 0;
    for (uint32_t i = 0; i < proof->n_parts; i++) {
        const struct part_state *part = &board->parts[i];

        board->nodes += part->nodes;
        if (part->length != 0 && part->length < board->best)
            board->best = part->length;
    }
    if (is_wrong(proof, board)) {
        board->status = PROOF_WRONG;
        return;
    }
    for (uint32_t i = 1; !is_open && i <= proof->n_parts; i++)
        is_open = proof_bound(board, i) != 0;
    if (!is_open) /* if no part has found it, the stored path is impossible */
        board->status =
            proof_best(proof, board) != NULL ? PROOF_DONE : PROOF_WRONG;
}

/* --- its files --- */

void
proof_path(const struct proof_board *board, const char *name,
           char path[PROOF_PATH])
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&board->row.id, id);
    snprintf(path, PROOF_PATH, "proof/%s%s%s", id, name != NULL ? "/" : "",
             name != NULL ? name : "");
}

/* A file that may have news. */
struct named {
    struct finding of; /* only bound and part */
    bool is_claim;
};

/* Those of a folder. */
struct names {
    const struct proof *proof;
    struct proof_board *board;
    struct named *at;
    size_t n;
    size_t room;
};

/* Has the part of a finding nothing to learn from it? */
static bool
is_known(const struct names *names, const struct finding *f)
{
    const struct part_state *part = &names->board->parts[f->part - 1];

    return f->bound <= part->none || f->bound == part->length;
}

/* A file_name_fn. */
static bool
take_name(void *context, const char *name)
{
    struct names *names = context;
    char base[FINDING_NAME + sizeof(CLAIM_SUFFIX)];
    struct slice rest = slice_of(name), stem;
    struct finding finding;
    bool is_claim = slice_cut_last(&rest, '.', &stem) &&
                    slice_is(rest, &CLAIM_SUFFIX[1]) &&
                    stem.len < sizeof(base);

    if (is_claim) {
        memcpy(base, stem.at, stem.len);
        base[stem.len] = '\0';
    }
    if (!finding_name_parse(is_claim ? base : name, &finding) ||
        finding.parts != names->proof->n_parts)
        return true;
    if (is_known(names, &finding))
        return true;
    if (!ARRAY_ROOM(names->at, names->room, names->n + 1)) {
        errno = ENOMEM;
        return false;
    }
    names->at[names->n++] = (struct named){finding, is_claim};
    return true;
}

/* The highest bounds first: they say what lower ones do. */
static int
by_bound(const void *a, const void *b)
{
    const struct finding *one = &((const struct named *)a)->of;
    const struct finding *other = &((const struct named *)b)->of;

    if (one->bound != other->bound)
        return one->bound > other->bound ? -1 : 1;
    return one->part < other->part ? -1 : one->part > other->part;
}

/* Adds a finding to what is known; takes its path. */
static void
learn(struct proof_board *board, struct finding *f)
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
is_of(const struct proof_board *board, const struct finding *name,
      const struct finding *f)
{
    return memcmp(f->id.byte, board->row.id.byte, LOYD_ID_BYTES) == 0 &&
           f->part == name->part && f->parts == name->parts &&
           f->bound == name->bound &&
           (f->bound ^ board->row.upper) % 2 == 0 &&
           (!f->is_solved ||
            loyd_moves_replay(&board->row.puzzle.start,
                              &board->row.puzzle.goal, &f->path, NULL,
                              NULL) == LOYD_OK);
}

/* Names a damaged file, once. */
static int
name_damaged(struct proof *proof, const struct proof_board *board,
             const struct finding *name, const char *path, const char *fault)
{
    const struct damaged file = {board, name->part, name->bound};

    for (size_t i = 0; i < proof->n_damaged; i++) {
        const struct damaged *one = &proof->damaged[i];

        if (one->board == file.board && one->part == file.part &&
            one->bound == file.bound)
            return EXIT_DONE;
    }
    if (!ARRAY_ROOM(proof->damaged, proof->room_damaged, proof->n_damaged + 1))
        return lost_memory(proof);
    proof->damaged[proof->n_damaged++] = file;
    message(proof->dir, "%s: %s: its bound is searched again", path, fault);
    return EXIT_DONE;
}

/* Has another process removed or replaced the file meanwhile? On network file
   systems that ends even a read (ESTALE). The next look sees the new one. */
static bool
is_gone(int code)
{
    return code == ENOENT || code == ESTALE;
}

/* Returns EXIT_BAD if the file cannot be read; a damaged one is named. */
static int
read_finding(struct proof *proof, struct proof_board *board,
             const struct finding *name)
{
    char path[PROOF_PATH], base[FINDING_NAME];
    struct finding finding = {.part = 0};
    struct text text = {0};
    loyd_why why = {""};
    int fd, code = EXIT_DONE;
    bool is_good;

    finding_name(name, base);
    proof_path(board, base, path);
    if ((fd = file_open_plain(proof->fd, path)) == -1)
        return is_gone(errno) ? EXIT_DONE
                              : fail(proof->dir, "%s: %s", path,
                                     strerror(errno));
    if (!file_read_text(fd, FINDING_MOST, &text) && errno != EFBIG) {
        if (!is_gone(errno))
            code = fail(proof->dir, "%s: %s", path, strerror(errno));
    } else {
        is_good = finding_parse((struct slice){text.at, text.len}, &finding,
                                &why) == LOYD_OK;
        if (is_good && is_of(board, name, &finding))
            learn(board, &finding);
        else
            code = name_damaged(proof, board, name, path,
                                is_good ? "not of this board and part"
                                        : why.text);
    }
    close(fd);
    text_free(&text);
    loyd_moves_free(&finding.path);
    return code;
}

/* Claims of other bounds are old: they must not hide that of the next one. */
static void
note_claim(struct proof_board *board, const struct finding *claim)
{
    struct part_state *part = &board->parts[claim->part - 1];

    if (claim->bound == part->none + 2)
        part->claimed = claim->bound;
}

int
proof_look(struct proof *proof, struct proof_board *board)
{
    struct names names = {.proof = proof, .board = board};
    char path[PROOF_PATH];
    int fd, code = EXIT_DONE;

    for (uint32_t i = 0; i < proof->n_parts; i++)
        board->parts[i].claimed = 0;
    proof_path(board, NULL, path);
    fd = openat(proof->fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd == -1 && errno != ENOENT)
        code = fail(proof->dir, "%s: %s", path, strerror(errno));
    if (fd != -1 && !file_names(fd, take_name, &names))
        code = fail(proof->dir, "%s: %s", path, strerror(errno));
    if (fd != -1)
        close(fd);
    if (names.n > 0)
        qsort(names.at, names.n, sizeof(*names.at), by_bound);
    for (size_t i = 0; code == EXIT_DONE && i < names.n; i++)
        if (!names.at[i].is_claim && !is_known(&names, &names.at[i].of))
            code = read_finding(proof, board, &names.at[i].of);
    for (size_t i = 0; i < names.n; i++)
        if (names.at[i].is_claim)
            note_claim(board, &names.at[i].of);
    free(names.at);
    settle(proof, board);
    return code;
}

/* Ends a file that need not survive a crash. */
static bool
close_cheap(struct part *file)
{
    int fd = file->fd;

    file->fd = -1;
    return close(fd) == 0;
}

/* Writes a file of a board under a temporary name and renames it. */
static bool
write_whole(int folder, const char *name, const struct text *text,
            bool is_synced)
{
    struct part file;
    bool is_done = part_file_in(&file, folder, name, 0666) &&
                   file_write_all(file.fd, text->at, text->len) &&
                   (is_synced ? part_settle(&file) : close_cheap(&file)) &&
                   part_rename(&file) &&
                   (!is_synced || fsync(folder) == 0 || errno == EINVAL);

    part_drop(&file);
    return is_done;
}

int
proof_keep(struct proof *proof, struct proof_board *board,
           const struct finding *finding)
{
    bool is_synced = finding->nodes >= NODES_CHEAP;
    char name[FINDING_NAME], path[PROOF_PATH];
    struct text text = {0};
    int folder, code = EXIT_DONE;

    proof_path(board, NULL, path);
    folder = openat(proof->fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    finding_name(finding, name);
    proof_path(board, name, path);
    finding_print(finding, &text);
    if (text.is_lost)
        code = lost_memory(proof);
    else if (folder == -1 || !write_whole(folder, name, &text, is_synced))
        code = fail(proof->dir, "%s: cannot write: %s", path, strerror(errno));
    text_free(&text);
    if (folder != -1)
        close(folder);
    return code == EXIT_DONE ? proof_look(proof, board) : code;
}
