/* SPDX-License-Identifier: MIT */
/* Stores, parses, prints and replays sequences of moves. */
#include "loyd/moves.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"

#define COUNT_MAX 999 /* after one letter */
#define DIRS 4

static const char letters[DIRS + 1] = "URDL"; /* indexed by loyd_dir */

static const char *const metric_names[LOYD_METRICS] = {
    [LOYD_STM] = "stm", [LOYD_MTM] = "mtm"};

const char *
metric_name(loyd_metric metric)
{
    return (unsigned)metric < LOYD_METRICS ? metric_names[metric] : "";
}

loyd_err
metric_parse(const char *text, size_t len, loyd_metric *metric, loyd_why *why)
{
    struct slice word = {text, len};
    char quote[WHY_QUOTE_BYTES];

    WHY_GIVEN(why);
    for (unsigned i = 0; i < LOYD_METRICS; i++)
        if (slice_is(word, metric_names[i])) {
            *metric = (loyd_metric)i;
            return LOYD_OK;
        }
    return why_set(why, LOYD_E_SYNTAX,
                   "unknown metric '%s': expected stm or mtm",
                   why_quote(text, len, quote));
}

size_t
loyd_moves_length(const loyd_moves *moves, loyd_metric metric)
{
    size_t n = 0;

    if (metric != LOYD_MTM)
        return moves->n;
    for (size_t i = 0; i < moves->n; i++)
        n += i == 0 || moves->dir[i] != moves->dir[i - 1];
    return n;
}

void
moves_reverse(loyd_moves *moves)
{
    for (size_t i = 0, j = moves->n; i < j; i++) {
        uint8_t dir = moves->dir[i];

        moves->dir[i] = moves->dir[--j] ^ 2; /* U and D, R and L */
        if (i < j)
            moves->dir[j] = dir ^ 2;
    }
}

void
loyd_moves_free(loyd_moves *moves)
{
    if (moves == NULL)
        return;
    free(moves->dir);
    *moves = (loyd_moves){NULL, 0, 0};
}

/*
 * Reserves room for n moves. Errors: LOYD_E_NOMEM, LOYD_E_RANGE (n is above
 * 2 * LOYD_MOVES_MAX).
 */
static loyd_err
reserve(loyd_moves *moves, size_t n)
{
    if (n > 2 * LOYD_MOVES_MAX)
        return LOYD_E_RANGE;
    return ARRAY_ROOM(moves->dir, moves->capacity, n) ? LOYD_OK : LOYD_E_NOMEM;
}

loyd_err
moves_copy(loyd_moves *to, const loyd_moves *from)
{
    loyd_err err = reserve(to, from->n);

    if (err != LOYD_OK)
        return err;
    if (from->n > 0)
        memcpy(to->dir, from->dir, from->n);
    to->n = from->n;
    return LOYD_OK;
}

loyd_err
moves_push(loyd_moves *moves, loyd_dir dir)
{
    if (moves->n >= LOYD_MOVES_MAX || (unsigned)dir >= DIRS)
        return LOYD_E_RANGE;
    if (!ARRAY_ROOM(moves->dir, moves->capacity, moves->n + 1))
        return LOYD_E_NOMEM;
    moves->dir[moves->n++] = (uint8_t)dir;
    return LOYD_OK;
}

const char *const move_words[DIRS] = {"up", "right", "down", "left"};
const char *const move_arrows[DIRS] = {"\u2191", "\u2192", "\u2193",
                                       "\u2190"};

/* Removes a word or an arrow of a direction, or its letter in lower case.
 * Returns DIRS if there is none. */
static unsigned
skip_word(struct slice *rest)
{
    static const char *const lower[DIRS] = {"u", "r", "d", "l"};
    static const char *const plain_arrows[DIRS] = {"^", ">", "v", "<"};
    static const char *const narrow_arrows[DIRS] = {"\uffea", "\uffeb",
                                                    "\uffec", "\uffe9"};
    static const char *const *const words[] = {
        move_words, lower, plain_arrows, move_arrows, narrow_arrows};

    for (size_t form = 0; form < sizeof(words) / sizeof(words[0]); form++)
        for (unsigned dir = 0; dir < DIRS; dir++) {
            const char *word = words[form][dir];
            size_t n = 0;

            while (n < rest->len && word[n] != '\0' &&
                   (rest->at[n] == word[n] ||
                    (word[n] >= 'a' && word[n] <= 'z' &&
                     rest->at[n] == word[n] - 'a' + 'A')))
                n++;
            if (word[n] != '\0')
                continue;
            rest->at += n;
            rest->len -= n;
            return dir;
        }
    return DIRS;
}

/* Reads the count after a direction, 1 if there is none. */
static loyd_err
parse_count(struct slice *rest, unsigned least, uint64_t *count, loyd_why *why)
{
    struct slice digits = {rest->at, 0};
    char quote[WHY_QUOTE_BYTES];
    enum number_form form;

    for (; rest->len > 0 && *rest->at >= '0' && *rest->at <= '9';
         rest->len--, rest->at++)
        digits.len++;
    *count = 1;
    if (digits.len == 0)
        return LOYD_OK;
    form = slice_number(digits, count);
    if (form == NUMBER_ZEROS)
        return why_set(why, LOYD_E_SYNTAX, "count '%s' has leading zeros",
                       why_quote(digits.at, digits.len, quote));
    if (form != NUMBER_GOOD || *count < least || *count > COUNT_MAX)
        return why_set(
            why, LOYD_E_RANGE, "count %s is out of range: expected %u..%d",
            why_quote(digits.at, digits.len, quote), least, COUNT_MAX);
    return LOYD_OK;
}

loyd_err
moves_read_run(struct slice *rest, bool is_any, size_t at, loyd_dir *dir,
               uint64_t *count, loyd_why *why)
{
    const char *letter =
        rest->at[0] != '\0' ? strchr(letters, rest->at[0]) : NULL;
    char quote[WHY_QUOTE_BYTES];
    unsigned found = DIRS;

    if (is_any) {
        found = skip_word(rest);
    } else if (letter != NULL) {
        found = (unsigned)(letter - letters);
        rest->at++;
        rest->len--;
    }
    if (found == DIRS)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid move '%s' at byte %zu: expected U, R, D or L",
                       why_quote(rest->at, rest->len, quote), at);
    *dir = (loyd_dir)found;
    return parse_count(rest, is_any ? 1 : 2, count, why);
}

static loyd_err
push_run(loyd_moves *moves, loyd_dir dir, uint64_t count, loyd_why *why)
{
    for (; count > 0; count--) {
        loyd_err err = moves_push(moves, dir);

        if (err == LOYD_E_RANGE)
            return why_set(why, err, "more than %d moves", LOYD_MOVES_MAX);
        if (err != LOYD_OK)
            return err;
    }
    return LOYD_OK;
}

/* Most texts are as loyd prints them; the others are read again, for other
 * forms and the error. */
static loyd_err
parse_text(const char *text, size_t len, bool is_any, loyd_moves *moves,
           loyd_why *why)
{
    struct slice rest = {text, len};
    loyd_moves read = {NULL, 0, 0};
    loyd_err err = LOYD_OK;
    uint64_t count;
    loyd_dir dir;

    WHY_GIVEN(why);
    if (moves_read_printed(text, len, &read) != LOYD_OK) {
        read.n = 0;
        while (err == LOYD_OK && rest.len > 0) {
            if (is_any && (slice_skip(&rest, " ") || slice_skip(&rest, ",")))
                continue;
            err = moves_read_run(&rest, is_any, len - rest.len + 1, &dir,
                                 &count, why);
            if (err == LOYD_OK)
                err = push_run(&read, dir, count, why);
        }
    }
    if (err != LOYD_OK) {
        loyd_moves_free(&read);
        return err;
    }
    loyd_moves_free(moves);
    *moves = read;
    return LOYD_OK;
}

loyd_err
moves_parse(const char *text, size_t len, loyd_moves *moves, loyd_why *why)
{
    return parse_text(text, len, false, moves, why);
}

loyd_err
loyd_moves_parse(const char *text, size_t len, loyd_moves *moves,
                 loyd_why *why)
{
    return parse_text(text, len, true, moves, why);
}

bool
moves_are_tiles(const char *text, size_t len)
{
    size_t n = 0, digits = 0;

    for (; n < len && memchr("0123456789, ", text[n], 12) != NULL; n++)
        digits += text[n] != ' ' && text[n] != ',';
    return n == len && digits > 0;
}

/* Slides a tile, and those between it and the blank, into the blank's line.
 * Returns false if it is in another line, or is none. */
static bool
slide_tile(loyd_board *board, uint64_t tile, loyd_moves *moves, loyd_err *err)
{
    const uint8_t *at =
        tile > 0 && tile <= LOYD_CELLS_MAX
            ? memchr(board->cell, (int)tile, board_cells(board))
            : NULL;
    unsigned width = board->width, blank = board_blank(board), from, dir;

    if (at == NULL)
        return false;
    from = (unsigned)(at - board->cell);
    if (from / width == blank / width)
        dir = from > blank ? LOYD_DIR_LEFT : LOYD_DIR_RIGHT;
    else if (from % width == blank % width)
        dir = from > blank ? LOYD_DIR_UP : LOYD_DIR_DOWN;
    else
        return false;
    for (; *err == LOYD_OK && blank != from; blank = board_blank(board)) {
        board_slide(board,
                    cell_of_tile(width, board->height, blank, (loyd_dir)dir),
                    blank);
        *err = moves_push(moves, (loyd_dir)dir);
    }
    return true;
}

/* Reads the labels of tiles that slide, one after the other. */
static loyd_err
read_tiles(struct slice rest, const loyd_board *start, loyd_moves *moves,
           loyd_why *why)
{
    loyd_board board = *start;
    loyd_moves read = {NULL, 0, 0};
    char quote[WHY_QUOTE_BYTES];
    loyd_err err = LOYD_OK;

    for (size_t k = 1; err == LOYD_OK; k++) {
        struct slice word = slice_word(&rest, " ,");
        uint64_t tile = 0;

        if (word.len == 0)
            break;
        if (slice_number(word, &tile) != NUMBER_GOOD ||
            !slide_tile(&board, tile, &read, &err))
            err = why_set(why, LOYD_E_RANGE,
                          "tile %s, number %zu, is not in the blank's row or "
                          "column",
                          why_quote(word.at, word.len, quote), k);
    }
    if (err != LOYD_OK) {
        loyd_moves_free(&read);
        return err;
    }
    loyd_moves_free(moves);
    *moves = read;
    return LOYD_OK;
}

void
moves_turn(loyd_moves *moves)
{
    for (size_t i = 0; i < moves->n; i++)
        moves->dir[i] ^= 2;
}

loyd_err
moves_read(const char *text, size_t len, const loyd_board *start,
           bool is_of_blank, loyd_moves *moves, loyd_why *why)
{
    loyd_err err;

    if (moves_are_tiles(text, len))
        return read_tiles((struct slice){text, len}, start, moves, why);
    err = loyd_moves_parse(text, len, moves, why);
    if (err == LOYD_OK && is_of_blank)
        moves_turn(moves);
    return err;
}

#define RUN_TEXT 4 /* a letter and a count of up to three digits */

/* Prints the run of moves from `*at` on, and advances it. Returns the end of
 * the text. */
static char *
print_run(const loyd_moves *moves, size_t *at, char *text)
{
    size_t end = *at + 1, run;

    *text++ = letters[moves->dir[*at] % DIRS];
    while (end < moves->n && end - *at < COUNT_MAX &&
           moves->dir[end] == moves->dir[*at])
        end++;
    run = end - *at;
    if (run >= 100)
        *text++ = (char)('0' + run / 100);
    if (run >= 10)
        *text++ = (char)('0' + run / 10 % 10);
    if (run > 1)
        *text++ = (char)('0' + run % 10);
    *at = end;
    return text;
}

size_t
moves_print(const loyd_moves *moves, char *text)
{
    char *end = text;

    for (size_t at = 0; at < moves->n;)
        end = print_run(moves, &at, end);
    *end = '\0';
    return (size_t)(end - text);
}

size_t
loyd_moves_print(const loyd_moves *moves, char *out, size_t size)
{
    struct text to = text_in(out, size);

    moves_put(&to, moves);
    return to.len;
}

void
moves_put(struct text *to, const loyd_moves *moves)
{
    char run[RUN_TEXT];

    for (size_t at = 0; at < moves->n;)
        text_bytes(to, run, (size_t)(print_run(moves, &at, run) - run));
}

void
moves_json(struct jw *jw, const char *name, const loyd_moves *moves)
{
    jw_name(jw, name);
    jw_quote(jw);
    moves_put(jw->to, moves);
    jw_quote(jw);
}

/* Reads the count after a letter: 1 where there is none, 0 if it is malformed;
 * *at is then after it. */
static unsigned
read_count(const char **at, const char *end)
{
    unsigned count = 0, digit;

    if (*at == end || (unsigned)(**at - '0') > 9)
        return 1;
    if (**at == '0')
        return 0;
    for (; *at < end && (digit = (unsigned)(**at - '0')) <= 9; ++*at)
        if ((count = 10 * count + digit) > COUNT_MAX)
            return 0;
    return count >= 2 ? count : 0;
}

loyd_err
moves_read_printed(const char *text, size_t len, loyd_moves *moves)
{
    const char *at = text, *end = text + len;
    unsigned last = DIRS, last_count = 0; /* of the run before */
    loyd_err err;

    moves->n = 0;
    if ((err = reserve(moves, len)) != LOYD_OK)
        return err;
    while (at < end) {
        char c = *at++;
        unsigned dir = c == 'U'   ? LOYD_DIR_UP
                       : c == 'R' ? LOYD_DIR_RIGHT
                       : c == 'D' ? LOYD_DIR_DOWN
                       : c == 'L' ? LOYD_DIR_LEFT
                                  : DIRS;
        unsigned count = read_count(&at, end);

        /* Equal letters follow each other only where a count is full. */
        if (dir == DIRS || count == 0 ||
            (dir == last && last_count != COUNT_MAX))
            return LOYD_E_SYNTAX;
        if (count > LOYD_MOVES_MAX - moves->n)
            return LOYD_E_RANGE;
        if (count > 1 &&
            (err = reserve(moves, moves->n + count + (size_t)(end - at))) !=
                LOYD_OK)
            return err;
        last = dir;
        last_count = count;
        for (; count > 0; count--)
            moves->dir[moves->n++] = (uint8_t)dir;
    }
    return LOYD_OK;
}

size_t
moves_play(loyd_board *board, const loyd_moves *moves)
{
    /* The blank moves to the cell of the tile. In the order U R D L. */
    static const int across[DIRS] = {0, -1, 0, 1}, down[DIRS] = {1, 0, -1, 0};
    unsigned width = board->width, height = board->height;
    unsigned blank = board_blank(board);
    unsigned x = blank % width, y = blank / width;

    for (size_t i = 0; i < moves->n; i++) {
        unsigned dir = moves->dir[i], from;

        if (dir >= DIRS)
            return i;
        /* -1 wraps to a large number, which is also outside the board. */
        x += (unsigned)across[dir];
        y += (unsigned)down[dir];
        if (x >= width || y >= height)
            return i;
        from = y * width + x;
        board_slide(board, from, blank);
        blank = from;
    }
    return moves->n;
}

loyd_err
moves_play_all(loyd_board *board, const loyd_moves *moves, loyd_why *why)
{
    size_t good = moves_play(board, moves);

    return good == moves->n
               ? LOYD_OK
               : why_set(why, LOYD_E_MOVE,
                         "move %zu is illegal: no tile can move that way",
                         good + 1);
}

bool
moves_lead(const loyd_board *start, const loyd_board *goal,
           const loyd_moves *moves)
{
    loyd_board board = *start;

    return moves_play(&board, moves) == moves->n && board_equal(&board, goal);
}

loyd_err
loyd_moves_replay(const loyd_board *start, const loyd_board *goal,
                  const loyd_moves *moves, size_t *good_moves, loyd_why *why)
{
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(start, goal, why)) != LOYD_OK)
        return err;
    loyd_board board = *start;
    size_t good = moves_play(&board, moves);
    if (good_moves != NULL)
        *good_moves = good;
    if (good < moves->n)
        return why_set(why, LOYD_E_MOVE,
                       "move %zu (%c) is illegal: no tile can move that way",
                       good + 1, letters[moves->dir[good] % DIRS]);
    if (!board_equal(&board, goal))
        return why_set(why, LOYD_E_MOVE, "%zu move%s not reach the goal",
                       moves->n, moves->n == 1 ? " does" : "s do");
    return LOYD_OK;
}
