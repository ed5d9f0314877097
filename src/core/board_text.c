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

/* The words of a board's text, before the size is known. */
struct words {
    struct slice label[LOYD_CELLS_MAX]; /* the first LOYD_CELLS_MAX labels */
    size_t n;                           /* all labels, may be more */
    size_t rows;
    size_t first_row;  /* labels in row 1 */
    size_t odd_row;    /* the first row of another length, from 1, or 0 */
    size_t odd_labels; /* labels in that row */
    bool has_slash;
};

/* A size; 0 and 0 if it is not known. */
struct size {
    uint8_t width;
    uint8_t height;
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

/* Says how to write what looks like a board in other notations. */
static const char *
hint_of(struct slice word)
{
    static const char marks[] = "0123456789,;|[]()";
    size_t n = 0;

    if (word.len == 1 && memchr("_.*", word.at[0], 3) != NULL)
        return ": use 0 for the blank";
    while (n < word.len && memchr(marks, word.at[n], sizeof(marks) - 1))
        n++;
    return n == word.len && n > 0
               ? ": expected spaces between labels and / between rows"
               : "";
}

static loyd_err
add_label(struct words *words, struct slice word, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    uint64_t number;
    enum number_form form = slice_number(word, &number);

    if (form == NUMBER_NONE) {
        loyd_err err = utf8_check(word.at, word.len, NULL);

        return why_set(why, err != LOYD_OK ? err : LOYD_E_SYNTAX,
                       "invalid label '%s'%s",
                       why_quote(word.at, word.len, quote),
                       hint_of(word));
    }
    if (form == NUMBER_ZEROS)
        return why_set(why, LOYD_E_SYNTAX, "label '%s' has leading zeros",
                       why_quote(word.at, word.len, quote));
    if (words->n < LOYD_CELLS_MAX)
        words->label[words->n] = word;
    words->n++;
    return LOYD_OK;
}

/* Adds the labels of one row, which are separated by blanks. */
static loyd_err
add_row(struct words *words, struct slice row, loyd_why *why)
{
    const char *at = row.at, *end = row.at + row.len;
    size_t before = words->n;

    while (at < end) {
        if (is_blank(at, end)) {
            at++;
            continue;
        }
        struct slice word = {at, 0};
        while (at < end && !is_blank(at, end))
            at++;
        word.len = (size_t)(at - word.at);
        loyd_err err = add_label(words, word, why);
        if (err != LOYD_OK)
            return err;
    }
    size_t labels = words->n - before;
    words->rows++;
    if (words->rows == 1)
        words->first_row = labels;
    if (labels != words->first_row && words->odd_row == 0) {
        words->odd_row = words->rows;
        words->odd_labels = labels;
    }
    return LOYD_OK;
}

/* The last row may end with a separator or with the text. */
static loyd_err
read_rows(struct words *words, struct slice text, loyd_why *why)
{
    for (;;) {
        struct slice row = slice_until(&text, "/\n");
        loyd_err err;

        if (text.len == 0 && words->rows > 0 && trim(row).len == 0)
            return LOYD_OK;
        err = add_row(words, row, why);
        if (err != LOYD_OK || text.len == 0)
            return err;
        words->has_slash = words->has_slash || text.at[0] == '/';
        text.at++;
        text.len--;
    }
}

static loyd_err
wrong_size(uint64_t width, uint64_t height, struct size known, loyd_why *why)
{
    loyd_err err = size_check(width, height, why);

    if (err != LOYD_OK)
        return err;
    return why_set(why, LOYD_E_SHAPE,
                   "board is %" PRIu64 "x%" PRIu64 ": expected %ux%u", width,
                   height, known.width, known.height);
}

/* For one row without '/': checks the number of labels, or infers a square. */
static loyd_err
size_of_list(const struct words *words, struct size *known, loyd_why *why)
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
            *known = (struct size){side, side};
            return LOYD_OK;
        }
    }
    return why_set(why, LOYD_E_SIZE,
                   "%zu label%s not form a square board: expected all rows on "
                   "one line, separated by /",
                   words->n, words->n == 1 ? " does" : "s do");
}

/* Finds the size. *known is the expected size, then the size found. */
static loyd_err
size_of_rows(const struct words *words, struct size *known, loyd_why *why)
{
    size_t expected = known->width != 0 ? known->width : words->first_row;

    if (words->n == 0)
        return why_set(why, LOYD_E_SYNTAX, "empty board");
    if (words->rows == 1 && !words->has_slash)
        return size_of_list(words, known, why);
    if (words->first_row == 1 && words->rows > 1 && words->label[0].len > 1)
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
    if (known->width != 0 &&
        (words->first_row != known->width || words->rows != known->height))
        return wrong_size(words->first_row, words->rows, *known, why);
    *known = (struct size){(uint8_t)words->first_row, (uint8_t)words->rows};
    return LOYD_OK;
}

/* Reads "WxH:" and fields separated by commas; an empty one is the blank. */
static loyd_err
read_sgt(struct words *words, struct slice text, struct size *known,
         loyd_why *why)
{
    struct slice name, field;
    struct size size;
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
        return wrong_size(size.width, size.height, *known, why);
    while (is_more) {
        is_more = slice_cut(&text, ',', &field);
        field = trim(field);
        if (field.len == 0)
            field = slice_of("0");
        if ((err = add_label(words, field, why)) != LOYD_OK)
            return err;
    }
    *known = size;
    return size_of_list(words, known, why);
}

/* Converts the labels. Only their range is checked, not the whole board. */
static loyd_err
read_labels(const struct words *words, struct size size, loyd_board *board,
            loyd_why *why)
{
    unsigned n = (unsigned)size.width * size.height;

    memset(board, 0, sizeof(*board));
    board->width = size.width;
    board->height = size.height;
    for (unsigned c = 0; c < n; c++) {
        struct slice word = words->label[c];
        char quote[WHY_QUOTE_BYTES];
        uint64_t label = UINT64_MAX;
        enum number_form form = slice_number(word, &label);
        if (form != NUMBER_GOOD || label > n)
            return why_set(why, LOYD_E_LABEL,
                           "label %s is out of range: expected 0..%u",
                           why_quote(word.at, word.len, quote), n);
        board->cell[c] = (uint8_t)label;
    }
    return LOYD_OK;
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
    struct slice all = {text, len};
    struct size size = {width, height};
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
    struct words words = {.n = 0}; /* here, as zeroing it takes time */
    if (width != 0 || height != 0)
        err = size_check(width, height, why);
    if (err != LOYD_OK)
        return err;
    if (len > 0 && memchr(text, ':', len) != NULL) {
        err = read_sgt(&words, all, &size, why);
    } else {
        err = read_rows(&words, all, why);
        if (err == LOYD_OK)
            err = size_of_rows(&words, &size, why);
    }
    if (err == LOYD_OK)
        err = read_labels(&words, size, &read, why);
    if (err == LOYD_OK)
        err = loyd_board_check(&read, why);
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
