/* SPDX-License-Identifier: MIT */
/*
 * Parses and prints boards. The parser first splits the text into words and
 * rows, which determine the size, and converts the labels only then.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/jw.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"
#include "loyd/board.h"
#include "base/utf8.h"

#define ROW_ENDS "/|;\n"
#define OPENING "[({"
#define CLOSING "])}"

/* A label: its number, and its place for messages, from 1. */
struct word {
    struct slice text;
    uint64_t number;
    size_t row;
    size_t column;
};

/* The words of a board's text, before the size is known. */
struct words {
    struct word label[LOYD_CELLS_MAX]; /* the first LOYD_CELLS_MAX labels */
    size_t n;                          /* all labels, may be more */
    size_t rows;
    size_t in_row;     /* labels in the current row */
    size_t first_row;  /* labels in row 1 */
    size_t odd_row;    /* the first row of another length, from 1, or 0 */
    size_t odd_labels; /* labels in that row */
    size_t depth;      /* of brackets */
    bool has_slash;
    bool needs_label; /* before the next comma */
};

/* A carriage return counts as blank only at the end of a line. */
static bool
is_blank(const char *at, const char *end)
{
    if (*at == '\r')
        return at + 1 == end || at[1] == '\n';
    return *at == ' ' || *at == '\t';
}

static struct slice
trim(struct slice text)
{
    const char *end = text.at + text.len;

    while (text.len > 0 && is_blank(text.at, end)) {
        text.at++;
        text.len--;
    }
    while (text.len > 0 && is_blank(text.at + text.len - 1, end))
        text.len--;
    return text;
}

/* Leading zeros are allowed. The marks are x, and any number of _ or of
 * points. */
bool
board_read_label(struct slice text, uint64_t *number)
{
    size_t n = 0;

    *number = 0;
    if (text.len == 1 && slice_is_mark(text.at[0], "xX"))
        return true;
    while (n < text.len && text.at[n] == text.at[0])
        n++;
    if (text.len > 0 && n == text.len && slice_is_mark(text.at[0], "_."))
        return true;
    for (; text.len > 1 && text.at[0] == '0'; text.at++)
        text.len--;
    switch (slice_number(text, number)) {
    case NUMBER_NONE:
    case NUMBER_ZEROS:
        return false;
    case NUMBER_LARGE:
        *number = UINT64_MAX;
        break;
    case NUMBER_GOOD:
        break;
    }
    return true;
}

static loyd_err
add_label(struct words *words, struct slice text, loyd_why *why)
{
    struct word word = {text, 0, words->rows + 1, ++words->in_row};
    char quote[WHY_QUOTE_BYTES];

    if (!board_read_label(text, &word.number)) {
        loyd_err err = utf8_check(text.at, text.len, NULL);

        return why_set(why, err != LOYD_OK ? err : LOYD_E_SYNTAX,
                       "invalid label '%s' in row %zu, column %zu",
                       why_quote(text.at, text.len, quote), word.row,
                       word.column);
    }
    if (words->n < LOYD_CELLS_MAX)
        words->label[words->n] = word;
    words->n++;
    words->needs_label = false;
    return LOYD_OK;
}

/* An empty row counts only between two slashes, and before the first one. */
static void
end_row(struct words *words, char mark)
{
    size_t labels = words->in_row;
    bool is_ignored = labels == 0 && (mark != '/' || !words->needs_label);

    words->has_slash = words->has_slash || mark == '/';
    words->needs_label = mark == '/' || slice_is_mark(mark, OPENING);
    words->in_row = 0;
    if (is_ignored)
        return;
    words->rows++;
    if (words->rows == 1)
        words->first_row = labels;
    if (labels != words->first_row && words->odd_row == 0) {
        words->odd_row = words->rows;
        words->odd_labels = labels;
    }
}

/* Takes a mark between labels or rows. */
static loyd_err
take_mark(struct words *words, char mark, loyd_why *why)
{
    if (mark == ',') {
        if (words->needs_label)
            return add_label(words, (struct slice){"", 0}, why);
        words->needs_label = true;
        return LOYD_OK;
    }
    if (slice_is_mark(mark, OPENING))
        words->depth++;
    else if (slice_is_mark(mark, CLOSING) && words->depth-- == 0)
        return why_set(why, LOYD_E_SYNTAX, "'%c' without '%c'", mark,
                       OPENING[strchr(CLOSING, mark) - CLOSING]);
    end_row(words, mark);
    return LOYD_OK;
}

/* Splits the text. The last row may end with a separator. */
static loyd_err
read_words(struct words *words, struct slice text, loyd_why *why)
{
    const char *at = text.at, *end = text.at + text.len;
    loyd_err err = LOYD_OK;

    words->needs_label = true;
    while (err == LOYD_OK && at < end) {
        if (is_blank(at, end)) {
            at++;
            continue;
        }
        if (slice_is_mark(*at, "," ROW_ENDS OPENING CLOSING)) {
            err = take_mark(words, *at++, why);
            continue;
        }
        struct slice word = {at, 0};
        while (at < end && !is_blank(at, end) &&
               !slice_is_mark(*at, "," ROW_ENDS OPENING CLOSING))
            at++;
        word.len = (size_t)(at - word.at);
        err = add_label(words, word, why);
    }
    end_row(words, '\n');
    if (err == LOYD_OK && words->depth > 0)
        return why_set(why, LOYD_E_SYNTAX, "a bracket is not closed");
    return err;
}

static loyd_err
wrong_size(loyd_size size, loyd_size known, loyd_why *why)
{
    return why_set(why, LOYD_E_SHAPE, "board is %ux%u: expected %ux%u",
                   size.width, size.height, known.width, known.height);
}

/* For one row without '/': checks the number of labels, or infers a square. */
static loyd_err
size_of_list(const struct words *words, loyd_size *known, loyd_why *why)
{
    size_t cells = (size_t)known->width * known->height;

    if (known->width != 0 && words->n == cells)
        return LOYD_OK;
    if (known->width != 0)
        return why_set(
            why, LOYD_E_SHAPE, "%zu label%s: expected %zu for %ux%u", words->n,
            words->n == 1 ? "" : "s", cells, known->width, known->height);
    for (uint8_t side = LOYD_SIDE_MIN; side <= LOYD_SIDE_MAX; side++) {
        if ((size_t)side * side == words->n) {
            *known = (loyd_size){side, side};
            return LOYD_OK;
        }
    }
    return why_set(why, LOYD_E_SIZE,
                   "%zu label%s not form a square board: expected / between "
                   "rows",
                   words->n, words->n == 1 ? " does" : "s do");
}

/* Finds the size. *known is the expected size, then the size found. */
static loyd_err
size_of_rows(const struct words *words, loyd_size *known, loyd_why *why)
{
    size_t expected = known->width != 0 ? known->width : words->first_row;
    loyd_size size;

    if (words->n == 0)
        return why_set(why, LOYD_E_SYNTAX, "empty board");
    if (words->rows == 1 && !words->has_slash)
        return size_of_list(words, known, why);
    if (words->first_row == 1 && words->rows > 1 &&
        words->label[0].text.len > 1)
        return why_set(why, LOYD_E_SHAPE,
                       "rows have one label: expected spaces between labels");
    if (words->odd_row != 0) {
        bool is_first = words->first_row != expected;
        size_t labels = is_first ? words->first_row : words->odd_labels;

        return why_set(why, LOYD_E_SHAPE,
                       "row %zu has %zu label%s: expected %zu",
                       is_first ? 1 : words->odd_row, labels,
                       labels == 1 ? "" : "s", expected);
    }
    loyd_err err = size_check(words->first_row, words->rows, why);
    if (err != LOYD_OK)
        return err;
    size = (loyd_size){(uint8_t)words->first_row, (uint8_t)words->rows};
    if (known->width != 0 &&
        (size.width != known->width || size.height != known->height))
        return wrong_size(size, *known, why);
    *known = size;
    return LOYD_OK;
}

/* Reads "WxH:" and fields separated by commas; an empty one is the blank. */
static loyd_err
read_sgt(struct words *words, struct slice text, loyd_size *known,
         loyd_why *why)
{
    struct slice name, field;
    loyd_size size;
    bool is_more = true;
    loyd_err err;

    slice_cut(&text, ':', &name);
    name = trim(name);
    err = loyd_size_parse(name.at, name.len, &size.width, &size.height, why);
    if (err != LOYD_OK)
        return err;
    if (text.len > 0 && text.at[text.len - 1] == '\n')
        text.len--;
    if (known->width != 0 &&
        (size.width != known->width || size.height != known->height))
        return wrong_size(size, *known, why);
    while (is_more) {
        is_more = slice_cut(&text, ',', &field);
        field = trim(field);
        if (field.len == 0)
            field = slice_of("_");
        if ((err = add_label(words, field, why)) != LOYD_OK)
            return err;
    }
    *known = size;
    return size_of_list(words, known, why);
}

/* Converts the labels. Only their range is checked, not the whole board. */
static loyd_err
read_labels(const struct words *words, loyd_size size, loyd_board *board,
            loyd_why *why)
{
    unsigned n = (unsigned)size.width * size.height;

    memset(board, 0, sizeof(*board));
    board->width = size.width;
    board->height = size.height;
    for (unsigned c = 0; c < n; c++) {
        const struct word *word = &words->label[c];
        char quote[WHY_QUOTE_BYTES];

        if (word->number > n)
            return why_set(why, LOYD_E_LABEL,
                           "label %s in row %zu, column %zu is out of range: "
                           "expected 0..%u",
                           why_quote(word->text.at, word->text.len, quote),
                           word->row, word->column, n);
        board->cell[c] = (uint8_t)word->number;
    }
    return LOYD_OK;
}

/* Parses a text in rows, or a list of labels. */
static loyd_err
parse_rows(struct slice text, loyd_size size, loyd_board *board, loyd_why *why)
{
    struct words words;
    loyd_err err;

    memset(&words, 0, sizeof(words));
    if (text.len > 0 && memchr(text.at, ':', text.len) != NULL) {
        err = read_sgt(&words, text, &size, why);
    } else {
        err = read_words(&words, text, why);
        if (err == LOYD_OK)
            err = size_of_rows(&words, &size, why);
    }
    if (err == LOYD_OK)
        err = read_labels(&words, size, board, why);
    return err == LOYD_OK ? loyd_board_check(board, why) : err;
}

bool
board_size_line(struct slice line, loyd_size *size)
{
    struct slice first, second = trim(line);
    uint64_t width = 0, height = 0;

    if (!slice_cut(&second, ' ', &first))
        return loyd_size_parse(first.at, first.len, &size->width,
                               &size->height, NULL) == LOYD_OK;
    if (slice_number(first, &width) != NUMBER_GOOD ||
        slice_number(trim(second), &height) != NUMBER_GOOD ||
        size_check(width, height, &(loyd_why){""}) != LOYD_OK)
        return false;
    *size = (loyd_size){(uint8_t)width, (uint8_t)height};
    return true;
}

/* Parses a board of a size that may have been meant as height x width. */
static loyd_err
parse_turned(struct slice text, loyd_size size, loyd_board *board,
             loyd_why *why)
{
    loyd_why first = {""};
    loyd_err err = parse_rows(text, size, board, &first);

    if (err == LOYD_E_SHAPE &&
        parse_rows(text, (loyd_size){size.height, size.width}, board, why) ==
            LOYD_OK)
        return LOYD_OK;
    *why = first;
    return err;
}

/* Parses a board; the first line may be its size, if it is not a row. */
static loyd_err
parse_text(struct slice text, loyd_size known, loyd_board *board,
           loyd_why *why)
{
    struct slice line, rest = text;
    loyd_size size;
    loyd_err err = parse_rows(text, known, board, why);

    if (err == LOYD_OK || !slice_line(&rest, &line) || rest.len == 0 ||
        !board_size_line(line, &size) ||
        (known.width != 0 &&
         known.width * known.height != size.width * size.height))
        return err;
    why_begin(why);
    return known.width != 0 ? parse_rows(rest, known, board, why)
                            : parse_turned(rest, size, board, why);
}

bool
board_read_printed(const char *at, size_t len, loyd_board *board)
{
    const char *end = at + len;
    unsigned n = 0, rows = 0, width = 0, digit;

    /* It ends with a label, not with a separator. */
    if (len == 0 || (unsigned char)end[-1] - (unsigned)'0' > 9)
        return false;
    while (at < end && n < LOYD_CELLS_MAX) {
        unsigned label = (unsigned char)*at++ - (unsigned)'0';

        if (label > 9)
            return false;
        for (; at < end && (digit = (unsigned char)*at - (unsigned)'0') <= 9;
             at++) {
            if (label == 0 || label > LOYD_CELLS_MAX)
                return false;
            label = 10 * label + digit;
        }
        if (label > LOYD_CELLS_MAX)
            return false;
        board->cell[n++] = (uint8_t)label;
        if (at < end && *at == ' ') {
            at++;
            continue;
        }
        if (at < end && *at++ != '/')
            return false;
        width = rows++ == 0 ? n : width;
        if (n != rows * width)
            return false;
    }
    if (at != end || rows == 0 || n != rows * width || rows < LOYD_SIDE_MIN ||
        size_check(width, rows, NULL) != LOYD_OK)
        return false;
    memset(board->cell + n, 0, LOYD_CELLS_MAX - n);
    board->width = (uint8_t)width;
    board->height = (uint8_t)rows;
    return true;
}

loyd_err
loyd_board_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                 loyd_board *board, loyd_why *why)
{
    loyd_err err = LOYD_OK;
    loyd_board read;

    WHY_GIVEN(why);
    if (len > 0 && board_read_printed(text, len, &read) &&
        loyd_board_check(&read, NULL) == LOYD_OK &&
        ((width == read.width && height == read.height) ||
         (width == 0 && height == 0))) {
        *board = read;
        return LOYD_OK;
    }
    if (width != 0 || height != 0)
        err = size_check(width, height, why);
    if (err == LOYD_OK)
        err = parse_text((struct slice){text, len}, (loyd_size){width, height},
                         &read, why);
    if (err == LOYD_OK)
        *board = read;
    return err;
}

size_t
loyd_board_print(const loyd_board *board, loyd_board_form form,
                 char text[LOYD_BOARD_TEXT])
{
    unsigned n = board_cells(board), in_row = 0;
    bool is_sgt = form == LOYD_FORM_SGT;
    size_t len = 0;

    if (is_sgt)
        len = (size_t)snprintf(text, LOYD_BOARD_TEXT, "%ux%u:", board->width,
                               board->height);
    for (unsigned c = 0; c < n; c++) {
        bool is_first = in_row == board->width;
        unsigned label = board->cell[c];
        size_t digits = label >= 100 ? 3 : label >= 10 ? 2 : 1;

        if (c > 0)
            text[len++] = is_sgt ? ',' : is_first ? '/' : ' ';
        in_row = is_first ? 1 : in_row + 1;
        len += digits;
        for (size_t i = 1; i <= digits; i++, label /= 10)
            text[len - i] = (char)('0' + label % 10);
    }
    text[len] = '\0';
    return len;
}

void
board_json(struct jw *jw, const char *name, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    jw_string(jw, name, text);
}
