/* SPDX-License-Identifier: MIT */
/* Joins rows to boards, and finds out in which form a text is. */
#include "core/board_lines.h"

#include "base/why.h"
#include "core/board.h"

#define GAPS " \t,;\r"

/* Returns whether a line may be a row: 2 to 15 numbers, none of them twice,
 * or marks for the blank; or the beginning of a list in brackets. */
static bool
may_be_row(struct slice line)
{
    bool is_seen[LOYD_CELLS_MAX + 1] = {false};
    unsigned n = 0;
    struct slice word;

    if (line.len > 0 && line.at[0] == '[' &&
        memchr(line.at, ']', line.len) != line.at + line.len - 1)
        return true;
    while ((word = slice_word(&line, GAPS)).len > 0) {
        uint64_t label;

        if (!board_read_label(word, &label) || label > LOYD_CELLS_MAX ||
            is_seen[label] || ++n > LOYD_SIDE_MAX)
            return false;
        is_seen[label] = true;
    }
    return n >= LOYD_SIDE_MIN;
}

/* Decides about the form by a line that is not empty. */
static enum lines_form
form_of(struct board_lines *l, struct slice line)
{
    struct slice goal = line, start;
    bool is_pair = slice_cut(&goal, '\t', &start);
    loyd_board board;
    loyd_size size;

    if ((l->file = board_file_of(line)) != NULL)
        return LINES_FILE;
    if (l->form == LINES_PAIRS)
        return LINES_WHOLE;
    l->is_flat = memchr(line.at, '/', line.len) == NULL;
    if (loyd_board_parse(start.at, start.len, is_pair ? 0 : l->size.width,
                         is_pair ? 0 : l->size.height, &board,
                         NULL) == LOYD_OK ||
        !l->is_flat)
        return LINES_WHOLE;
    if (board_size_line(line, &size))
        return LINES_ROWS;
    l->has_no_sizes = may_be_row(line);
    return l->has_no_sizes ? LINES_ROWS : LINES_OPEN;
}

bool
board_lines_end(struct board_lines *l, struct line *line)
{
    why_begin(&l->why);
    l->err = l->text.is_lost ? LOYD_E_NOMEM : LOYD_OK;
    if (l->save.progress == SAVE_OPEN) {
        l->save.progress = SAVE_BROKEN;
        *line = (struct line){.text = "", .number = l->number};
        l->err = why_set(&l->why, LOYD_E_SYNTAX, SAVE_ENDS);
        return true;
    }
    if (l->n_rows == 0) {
        if (l->form != LINES_ROWS || !l->is_after_size)
            return false;
        l->is_after_size = false;
        *line = (struct line){.text = "", .number = l->number};
        l->err = why_set(&l->why, LOYD_E_SYNTAX, "a size without a board");
        return true;
    }
    *line = (struct line){
        .text = l->text.at, .len = l->text.len, .number = l->number};
    l->n_rows = 0;
    l->labels = 0;
    return true;
}

/* Counts the labels of a row that has one space between them. Returns 0 for
 * other rows. Without branches, which would be mispredicted. */
static size_t
count_labels(struct slice row)
{
    unsigned is_other = 0, was_space = 1;
    size_t n = 1;

    for (size_t i = 0; i < row.len; i++) {
        unsigned c = (unsigned char)row.at[i], is_space = c == ' ';

        is_other |= (is_space & was_space) | ((c - '0' > 9) & (is_space ^ 1));
        was_space = is_space;
        n += is_space;
    }
    return is_other | was_space ? 0 : n;
}

/* Adds a row with one space between its labels. */
static void
add_row(struct board_lines *l, const struct line *line)
{
    struct slice rest = {line->text, line->len}, word;
    size_t n = count_labels(rest);

    if (l->n_rows++ == 0) {
        text_clear(&l->text);
        l->number = line->number;
    }
    /* More rows or labels than this are an error in any case. */
    if (l->n_rows > LOYD_SIDE_MAX + 1)
        return;
    if (l->n_rows > 1)
        text_char(&l->text, '/');
    if (n > 0)
        text_bytes(&l->text, line->text, line->len);
    else
        for (; (word = slice_word(&rest, GAPS)).len > 0 && n <= LOYD_CELLS_MAX;
             n++) {
            if (n > 0)
                text_char(&l->text, ' ');
            text_bytes(&l->text, word.at, word.len);
        }
    if (l->n_rows == 1 && n == l->size.height && n != l->size.width)
        l->size = (loyd_size){l->size.height, l->size.width};
    l->labels += n;
}

/* Takes a line of a file. */
static bool
take_of_file(struct board_lines *l, struct line *line)
{
    struct slice text = {line->text, line->len};
    bool is_whole = false;

    if (line->len == 0)
        return false;
    if (l->save.progress != SAVE_OPEN || l->file->begins(text))
        l->number = line->number;
    why_begin(&l->why);
    l->err = l->file->take(l, text, &is_whole, &l->why);
    if (l->err != LOYD_OK || !is_whole)
        return l->err != LOYD_OK;
    *line = (struct line){
        .text = l->text.at, .len = l->text.len, .number = l->number};
    if (l->text.is_lost || l->moves.is_lost)
        l->err = LOYD_E_NOMEM;
    return true;
}

/* Takes a line of a text in rows. */
static bool
take_row(struct board_lines *l, struct line *line)
{
    struct slice text = {line->text, line->len};
    size_t cells = (size_t)l->size.width * l->size.height;

    if (line->len == 0)
        return board_lines_end(l, line);
    if (l->n_rows == 0 && !l->is_after_size &&
        !(l->has_no_sizes && memchr(text.at, ' ', text.len) != NULL)) {
        l->is_after_size = board_size_line(text, &l->size);
        if (l->is_after_size) {
            l->number = line->number;
            return false;
        }
    }
    l->is_after_size = false;
    add_row(l, line);
    return cells > 0 && l->labels >= cells && board_lines_end(l, line);
}

bool
board_lines_take(struct board_lines *l, struct line *line)
{
    struct slice text = {line->text, line->len};

    l->err = LOYD_OK;
    if (line->len > 0 && (l->form == LINES_OPEN || l->form == LINES_PAIRS))
        l->form = form_of(l, text);
    if (l->form == LINES_ROWS && line->len > 0 && l->is_after_size &&
        (l->file = board_file_of(text)) != NULL)
        l->form = LINES_FILE; /* scrambles of this size */
    if (l->form == LINES_FILE)
        return take_of_file(l, line);
    return l->form == LINES_ROWS ? take_row(l, line) : line->len > 0;
}

void
board_lines_read(struct board_lines *l, struct slice text, struct line *line)
{
    struct slice rest = text, next;
    bool is_whole = false;

    *line = (struct line){.text = text.at, .len = text.len};
    l->file = board_file_of(text);
    l->form = l->file != NULL ? LINES_FILE : LINES_WHOLE;
    if (l->file == NULL) {
        (void)board_lines_take(l, line);
        return;
    }
    while (!is_whole && slice_line(&rest, &next)) {
        *line = (struct line){.text = next.at, .len = next.len};
        is_whole = board_lines_take(l, line);
    }
    if (!is_whole)
        board_lines_end(l, line);
    else if (l->err == LOYD_OK && slice_word(&rest, " \r\n").len > 0)
        l->err = why_set(&l->why, LOYD_E_SYNTAX,
                         "more than one board: expected it on stdin");
}

bool
board_lines_may_be_rows(const struct board_lines *l, const struct line *line)
{
    return l->form == LINES_WHOLE && l->is_flat &&
           may_be_row((struct slice){line->text, line->len});
}
