/* SPDX-License-Identifier: MIT */
/* Reads lists of ids; the library parses each one. */
#include "cli/id_list.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/slice.h"
#include "cli/input.h"
#include "cli/signals.h"

static const char stdin_name[] = "stdin";

/* Where an id was given, for messages. */
struct place {
    const char *file; /* NULL: the command line */
    uint64_t line;    /* from 1; or the number of the argument */
};

#define PLACE_BYTES 512

static const char *
print_place(const struct place *place, char out[PLACE_BYTES])
{
    if (place->file == NULL)
        snprintf(out, PLACE_BYTES, "argument %" PRIu64, place->line);
    else
        snprintf(out, PLACE_BYTES, "%.480s:%" PRIu64, place->file,
                 place->line);
    return out;
}

static int
bad_code(const struct place *place)
{
    return place->file == NULL ? EXIT_COMMAND : EXIT_BAD;
}

static int
keep_id(struct id_list *list, const loyd_id *id)
{
    if (!ARRAY_ROOM(list->ids, list->room, list->n + 1))
        return report("", LOYD_E_NOMEM, NULL);
    list->ids[list->n++] = *id;
    return EXIT_DONE;
}

/* Adds the puzzle of a line START, or START, a tab and GOAL. */
static int
add_board(struct id_list *list, struct slice line,
          const struct place *place)
{
    char where[PLACE_BYTES];
    struct slice start;
    bool has_goal = slice_cut(&line, '\t', &start);
    loyd_layout layout;
    loyd_puzzle puzzle;
    loyd_id id;
    loyd_why why = {""};
    loyd_err err =
        loyd_board_parse(start.at, start.len, 0, 0, &puzzle.start, &why);

    if (err == LOYD_OK && has_goal)
        err = loyd_board_parse(line.at, line.len, 0, 0, &puzzle.goal, &why);
    else if (err == LOYD_OK) {
        err = loyd_layout_parse("rows", 4, puzzle.start.width,
                                puzzle.start.height, &layout, &why);
        puzzle.goal = layout.goal;
    }
    if (err == LOYD_OK)
        err = loyd_puzzle_check(&puzzle, &why);
    if (err != LOYD_OK) {
        report(print_place(place, where), err, &why);
        return bad_code(place);
    }
    loyd_puzzle_id(&puzzle, &id);
    return keep_id(list, &id);
}

static int
add_id(struct id_list *list, struct slice text, const struct place *place)
{
    char where[PLACE_BYTES];
    loyd_id id, last;
    loyd_why why = {""};
    loyd_err err = loyd_id_parse(text.at, text.len, &id, &last, &why);

    if (err != LOYD_OK) {
        report(print_place(place, where), err, &why);
        return bad_code(place);
    }
    if (text.len != LOYD_ID_CHARS) {
        message(print_place(place, where),
                "incomplete id '%.*s': expected %d characters", (int)text.len,
                text.at, LOYD_ID_CHARS);
        return bad_code(place);
    }
    return keep_id(list, &id);
}

/* Cuts the id out of a line: of CSV, of JSON, or before a tab. */
static struct slice
find_id(bool is_csv, struct slice line)
{
    struct slice id;
    bool is_json = slice_skip(&line, "{\"puzzle_id\":\"");

    (void)slice_cut(&line, is_csv ? ',' : is_json ? '"' : '\t', &id);
    return id;
}

static int
add_lines(struct id_list *list, struct input *input, const char *name)
{
    struct place place = {name, 0};
    bool is_first = true, is_csv = false;
    char where[PLACE_BYTES];
    int code = EXIT_DONE;
    struct line line;

    while (code == EXIT_DONE && input_line(input, &line)) {
        struct slice text = {line.text, line.len}, rest = text, first;
        bool is_head = false;

        place.line = line.number;
        if (line.is_too_long)
            return fail(print_place(&place, where),
                        "line too long: expected at most %d bytes",
                        LINE_BYTES_MAX);
        if (line.len == 0 || line.text[0] == '#')
            continue;
        if (is_first)
            is_head = is_csv = slice_skip(&rest, "puzzle_id,");
        is_first = false;
        (void)slice_cut(&rest, '\t', &first);
        if (!is_csv && *text.at != '{' &&
            memchr(first.at, '/', first.len) != NULL)
            code = add_board(list, text, &place);
        else if (!is_head)
            code = add_id(list, find_id(is_csv, text), &place);
    }
    if (code == EXIT_DONE && interrupted())
        return fail(name, "interrupted before the last id");
    if (code == EXIT_DONE && input->error != 0)
        return fail(name, "cannot read: %s", strerror(input->error));
    return code;
}

/* Opens a file, or the list in the folder of a pack; -1 with errno. */
static int
open_list(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), dir;
    struct stat is;

    if (fd == -1 || fstat(fd, &is) != 0 || !S_ISDIR(is.st_mode))
        return fd;
    dir = fd;
    fd = openat(dir, "puzzles.csv", O_RDONLY | O_CLOEXEC);
    close(dir);
    return fd;
}

/* Returns whether a file begins as those of SQLite do. */
static bool
is_database(int fd)
{
    static const char magic[16] = "SQLite format 3";
    char head[sizeof(magic)];

    return pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
           memcmp(head, magic, sizeof(head)) == 0;
}

/* Adds all puzzles of a catalogue. */
static int
add_catalogue(struct id_list *list, const char *path)
{
    struct place place = {path, 0};
    loyd_store *store = NULL;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why = {""};
    int code = EXIT_DONE;
    loyd_err err =
        loyd_store_open(path, LOYD_STORE_READ, &progress_shown, &store, &why);

    if (err == LOYD_OK)
        err = loyd_store_rows(store, NULL, "puzzle_id", &cursor, &why);
    while (err == LOYD_OK && code == EXIT_DONE) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        place.line++;
        code = add_id(list, slice_of(row->cells->cell[0].text), &place);
    }
    loyd_cursor_close(&cursor);
    loyd_store_close(&store);
    return err == LOYD_OK ? code : report(path, err, &why);
}

static int
add_file(struct id_list *list, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    struct input input = {.fd = STDIN_FILENO,
                          .what = "ids, one per line,",
                          .lines.most = LINE_BYTES_MAX};
    int code;

    if (!is_stdin && (input.fd = open_list(path)) == -1)
        return fail(path, "cannot open: %s", strerror(errno));
    if (!is_stdin && is_database(input.fd))
        code = add_catalogue(list, path);
    else
        code = add_lines(list, &input, is_stdin ? stdin_name : path);
    lines_free(&input.lines);
    if (!is_stdin)
        close(input.fd);
    return code;
}

static int
compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(loyd_id));
}

/* Puts the ids in order, each once. */
static void
sort(struct id_list *list)
{
    size_t n = 0;

    ARRAY_SORT(list->ids, list->n, compare);
    for (size_t i = 0; i < list->n; i++)
        if (n == 0 || compare(&list->ids[n - 1], &list->ids[i]) != 0)
            list->ids[n++] = list->ids[i];
    list->n = n;
}

/* Makes an empty list differ from none. */
static int
make_empty(struct id_list *list)
{
    return ARRAY_ROOM(list->ids, list->room, 1)
               ? EXIT_DONE
               : report("", LOYD_E_NOMEM, NULL);
}

int
id_list_read(const char *const *operands, int n, struct id_list *list)
{
    int code = make_empty(list);

    for (int i = 0; code == EXIT_DONE && i < n; i++) {
        const struct place place = {NULL, (uint64_t)i + 1};

        code = strcmp(operands[i], "-") == 0
                   ? add_file(list, operands[i])
                   : add_id(list, slice_of(operands[i]), &place);
    }
    sort(list);
    return code;
}

int
id_list_read_file(const char *path, struct id_list *list)
{
    int code = make_empty(list);

    if (code == EXIT_DONE)
        code = add_file(list, path);
    sort(list);
    return code;
}

void
id_list_free(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){.ids = NULL};
}
