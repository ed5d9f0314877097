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
#include "base/why.h"
#include "cli/boards.h"
#include "cli/signals.h"

/* Where an id was given, for messages. */
struct place {
    const char *file; /* NULL: the command line */
    uint64_t line;    /* from 1; or the number of the argument */
};

static int
bad(const struct place *place, loyd_err err, const loyd_why *why)
{
    char where[512];

    if (place->file == NULL)
        snprintf(where, sizeof(where), "argument %" PRIu64, place->line);
    else
        snprintf(where, sizeof(where), "%.480s:%" PRIu64, place->file,
                 place->line);
    report(where, err, why);
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
    struct slice start;
    loyd_puzzle puzzle;
    loyd_id id;
    loyd_why why = {""};
    loyd_err err = slice_cut(&line, '\t', &start)
                       ? pair_parse(start, line, &puzzle, &why)
                       : rows_parse(start, &puzzle, &why);

    if (err == LOYD_OK)
        err = loyd_puzzle_check(&puzzle, &why);
    if (err != LOYD_OK)
        return bad(place, err, &why);
    loyd_puzzle_id(&puzzle, &id);
    return keep_id(list, &id);
}

static int
add_id(struct id_list *list, struct slice text, const struct place *place)
{
    loyd_id id, last;
    loyd_why why = {""};
    loyd_err err = loyd_id_parse(text.at, text.len, &id, &last, &why);

    if (err == LOYD_OK && text.len != LOYD_ID_CHARS)
        err = why_set(&why, LOYD_E_SYNTAX,
                      "incomplete id '%.*s': expected %d characters",
                      (int)text.len, text.at, LOYD_ID_CHARS);
    return err == LOYD_OK ? keep_id(list, &id) : bad(place, err, &why);
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
add_lines(struct id_list *list, struct input *input)
{
    struct place place = {input->name, 0};
    bool is_first = true, is_csv = false;
    loyd_why why = {""};
    int code = EXIT_DONE;
    struct line line;

    while (code == EXIT_DONE && input_line(input, &line)) {
        struct slice text = {line.text, line.len}, rest = text, first;
        bool is_head = false;

        place.line = line.number;
        if (line.is_too_long)
            return bad(&place,
                       why_set(&why, LOYD_E_RANGE,
                               "line too long: expected at most %d bytes",
                               LINE_BYTES_MAX),
                       &why);
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
    return code == EXIT_DONE && interrupted()
               ? fail(input->name, "interrupted before the last id")
               : code;
}

/* Opens a file, or the list in the folder of a pack. */
static int
open_list(struct input *input, const char *path)
{
    int code = input_begin(input, path, "ids, one per line,", LINE_BYTES_MAX);
    int dir = input->fd;
    struct stat is;

    if (code != EXIT_DONE || fstat(dir, &is) != 0 || !S_ISDIR(is.st_mode))
        return code;
    input->fd = openat(dir, "puzzles.csv", O_RDONLY | O_CLOEXEC);
    close(dir);
    return input->fd != -1 ? EXIT_DONE : fail_errno(path, "cannot open");
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
    struct input input;
    int code = open_list(&input, path);

    if (code == EXIT_DONE)
        code = input.fd != STDIN_FILENO && is_database(input.fd)
                   ? add_catalogue(list, path)
                   : add_lines(list, &input);
    return exit_higher(code, input_end(&input));
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
id_list_read(const char *const *lists, int n, struct id_list *list)
{
    struct place place = {NULL, 0};
    int code = make_empty(list);

    for (int i = 0; code == EXIT_DONE && i < n; i++) {
        struct slice rest = slice_of(lists[i]), word;
        bool is_more = true;

        while (code == EXIT_DONE && is_more) {
            is_more = slice_cut(&rest, ',', &word);
            place.line++;
            code = slice_is(word, "-") ? add_file(list, "-")
                                       : add_id(list, word, &place);
        }
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
