/* SPDX-License-Identifier: MIT */
/*
 * Reads the files in which other programs keep boards and solutions: replays
 * of Slidysim, save files of Simon Tatham's Fifteen, and scrambles of csTimer.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/base64.h"
#include "core/board.h"
#include "core/board_lines.h"
#include "core/moves.h"
#include "loyd/layout.h"

/* Replaces the text of the board. */
static void
keep(struct text *to, struct slice from)
{
    text_clear(to);
    text_bytes(to, from.at, from.len);
}

/* --- replays: ["MOVES",SPEED,"BOARD",...], or an address that has this as a
 * stream of zlib in base64 --- */

#define REPLAY_BYTES (1u << 20) /* at most, in JSON */

/* Finds the data of an address, if a line is one. */
static bool
is_address(struct slice line, struct slice *data)
{
    struct slice head;

    *data = line;
    return slice_cut(data, '=', &head) && head.len >= 2 &&
           memcmp(head.at + head.len - 2, "?r", 2) == 0;
}

static bool
begins_replay(struct slice line)
{
    struct slice text;

    if (is_address(line, &text))
        return true;
    if (!slice_skip(&line, "[\""))
        return false;
    if (!slice_cut(&line, '"', &text)) /* cut off */
        return true;
    while (slice_skip(&line, ",") || slice_skip(&line, " ")) {
    }
    /* In a list of boards a text follows. */
    return line.len > 0 && slice_is_mark(*line.at, "-0123456789");
}

/* Copies data up to its padding in the alphabet of addresses. */
static size_t
unescape(struct slice data, char *to)
{
    size_t n = 0;

    while (data.len > 0 && !slice_skip(&data, "%3D") &&
           !slice_is_mark(*data.at, "=&# ")) {
        if (slice_skip(&data, "%2B") || slice_skip(&data, "+")) {
            to[n++] = '-';
        } else if (slice_skip(&data, "%2F") || slice_skip(&data, "/")) {
            to[n++] = '_';
        } else {
            to[n++] = *data.at++;
            data.len--;
        }
    }
    return n;
}

/* Cuts MOVES and BOARD out of the JSON. */
static loyd_err
read_replay(struct board_lines *l, struct slice json, loyd_why *why)
{
    struct slice mark, moves, board;

    if (!slice_cut(&json, '"', &mark) || !slice_is(mark, "[") ||
        !slice_cut(&json, '"', &moves) || !slice_cut(&json, '"', &mark) ||
        !slice_cut(&json, '"', &board))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid replay: expected [\"MOVES\",SPEED,\"BOARD\"]");
    keep(&l->text, board);
    keep(&l->moves, moves);
    return LOYD_OK;
}

static loyd_err
take_replay(struct board_lines *l, struct slice line, bool *is_whole,
            loyd_why *why)
{
    struct slice data;
    unsigned long n = REPLAY_BYTES;
    size_t packed;
    uint8_t *json, *bytes;
    char *text;
    loyd_err err;

    *is_whole = true;
    if (!is_address(line, &data))
        return read_replay(l, line, why);
    json = malloc(n + BASE64URL_BYTES(data.len) + data.len);
    if (json == NULL)
        return LOYD_E_NOMEM;
    bytes = json + n;
    text = (char *)bytes + BASE64URL_BYTES(data.len);
    err = base64url_read(text, unescape(data, text), bytes, &packed) &&
                  l->uncompress != NULL &&
                  l->uncompress(json, &n, bytes, packed) == 0
              ? read_replay(l, (struct slice){(char *)json, n}, why)
              : why_set(why, LOYD_E_CORRUPT,
                        "damaged replay: the data after '?r=' cannot be "
                        "unpacked");
    free(json);
    return err;
}

/* --- save files: lines of KEY, padded, LENGTH and VALUE --- */

static bool
begins_save(struct slice line)
{
    return slice_skip(&line, "SAVEFILE:");
}

/* Sets the blank to where it is at the start, without moves. */
static void
restart(struct board_lines *l)
{
    unsigned blank = board_blank(&l->save.start);

    l->save.column = blank % l->save.start.width;
    l->save.row = blank / l->save.start.width;
    text_clear(&l->moves);
}

/* Reads M, COLUMN, a comma and ROW: the tiles from the blank to this cell
 * slide. */
static loyd_err
read_click(struct board_lines *l, struct slice value, loyd_why *why)
{
    struct save *save = &l->save;
    struct slice row = value, column;
    char quote[WHY_QUOTE_BYTES];
    uint64_t x = 0, y = 0;
    int tiles;

    if (!slice_skip(&row, "M") || !slice_cut(&row, ',', &column) ||
        slice_number(column, &x) != NUMBER_GOOD ||
        slice_number(row, &y) != NUMBER_GOOD || x >= save->start.width ||
        y >= save->start.height || (x == save->column) == (y == save->row))
        return why_set(why, LOYD_E_MOVE,
                       "move '%s' is not M and a cell in the blank's row or "
                       "column",
                       why_quote(value.at, value.len, quote));
    tiles = (int)x - (int)save->column + (int)y - (int)save->row;
    text_format(&l->moves, "%c%d", (y == save->row ? "RL" : "DU")[tiles > 0],
                abs(tiles));
    save->column = (unsigned)x;
    save->row = (unsigned)y;
    return LOYD_OK;
}

/* Reads what leads to the next state: a move or a restart; that the program
 * solved the game is no move. The states after the current one were taken
 * back. */
static loyd_err
read_state(struct board_lines *l, struct slice key, struct slice value,
           loyd_why *why)
{
    struct save *save = &l->save;

    if (save->n_read++ >= save->current || save->start.width == 0)
        return LOYD_OK;
    if (!slice_is(key, "RESTART"))
        return read_click(l, value, why);
    restart(l);
    return LOYD_OK;
}

/* Reads the value of a key that matters. */
static loyd_err
read_value(struct board_lines *l, struct slice key, struct slice value,
           loyd_why *why)
{
    struct save *save = &l->save;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    if (slice_is(key, "MOVE") || slice_is(key, "SOLVE") ||
        slice_is(key, "RESTART"))
        return read_state(l, key, value, why);
    if (slice_is(key, "GAME") && !slice_is(value, "Fifteen"))
        return why_set(why, LOYD_E_SYNTAX, "game '%s': expected Fifteen",
                       why_quote(value.at, value.len, quote));
    if (slice_is(key, "PARAMS")) {
        keep(&l->text, value);
        text_char(&l->text, ':');
    }
    if (slice_is(key, "DESC")) {
        text_bytes(&l->text, value.at, value.len);
        err = loyd_board_parse(l->text.at, l->text.len, 0, 0, &save->start,
                               why);
        if (err != LOYD_OK)
            return err;
        restart(l);
    }
    if ((slice_is(key, "NSTATES") &&
         slice_number(value, &save->n_states) != NUMBER_GOOD) ||
        (slice_is(key, "STATEPOS") &&
         slice_number(value, &save->current) != NUMBER_GOOD) ||
        save->current > save->n_states)
        return why_set(why, LOYD_E_RANGE,
                       "states %s: expected a number, STATEPOS not above "
                       "NSTATES",
                       why_quote(value.at, value.len, quote));
    return LOYD_OK;
}

static loyd_err
take_save(struct board_lines *l, struct slice line, bool *is_whole,
          loyd_why *why)
{
    struct save *save = &l->save;
    struct slice value = line, key, bytes;
    uint64_t n;
    loyd_err err;

    if (begins_save(line)) {
        bool is_early = save->progress == SAVE_OPEN;

        *save = (struct save){.progress = SAVE_OPEN, .n_read = 1};
        text_clear(&l->text);
        text_clear(&l->moves);
        return is_early ? why_set(why, LOYD_E_SYNTAX, SAVE_ENDS) : LOYD_OK;
    }
    if (save->progress == SAVE_BROKEN)
        return LOYD_OK;
    if (save->progress == SAVE_OPEN && slice_cut(&value, ':', &key) &&
        slice_cut(&value, ':', &bytes) &&
        slice_number(bytes, &n) == NUMBER_GOOD && n == value.len)
        err = read_value(l, slice_until(&key, " "), value, why);
    else
        err = why_set(why, LOYD_E_SYNTAX,
                      "not a line of a save file: expected %s",
                      save->progress == SAVE_OPEN ? "KEY:LENGTH:VALUE"
                                                  : "SAVEFILE");
    *is_whole = save->current > 0 && save->n_read == save->n_states;
    save->progress = err != LOYD_OK ? SAVE_BROKEN
                     : *is_whole    ? SAVE_NONE
                                    : SAVE_OPEN;
    return err;
}

/* --- scrambles: moves of tiles or of the blank from the goal --- */

/* Removes the number and the time that may stand before a scramble, as in
 * "12. 34.56   U2 L". */
static struct slice
without_number(struct slice line)
{
    struct slice rest = line, number = slice_word(&rest, " ");

    if (number.len == 0 || !slice_is_mark(number.at[number.len - 1], ".)"))
        return line;
    while (rest.len > 0 && slice_is_mark(*rest.at, " 0123456789.:+")) {
        rest.at++;
        rest.len--;
    }
    return rest;
}

static bool
begins_session(struct slice line)
{
    return slice_skip(&line, "Generated By csTimer");
}

static bool
begins_scramble(struct slice line)
{
    struct slice moves = without_number(line), word = slice_word(&moves, " ");
    loyd_moves read = {NULL, 0, 0};
    bool are_moves = word.len > 0 && loyd_moves_parse(word.at, word.len, &read,
                                                      NULL) == LOYD_OK;

    loyd_moves_free(&read);
    return are_moves || begins_session(line);
}

/* The moves are those of the tiles, or else those of the blank: from a goal
 * with the blank in a corner they cannot be both. */
static loyd_err
take_scramble(struct board_lines *l, struct slice line, bool *is_whole,
              loyd_why *why)
{
    struct slice text = without_number(line);
    const char *name = l->layout != NULL ? l->layout : "rows";
    loyd_moves moves = {NULL, 0, 0};
    char printed[LOYD_BOARD_TEXT];
    loyd_layout layout;
    loyd_board board;
    loyd_size size;
    loyd_err err;

    if (l->is_in_head || begins_session(line)) {
        l->is_in_head = !slice_is(line, "Time List:");
        return LOYD_OK;
    }
    if (l->has_paths) {
        *is_whole = true;
        text_clear(&l->text);
        keep(&l->moves, text);
        return LOYD_OK;
    }
    if (board_size_line(line, &l->size))
        return LOYD_OK;
    size = l->size.width != 0 ? l->size : (loyd_size){4, 4};
    if (l->goal.width != size.width || l->goal.height != size.height) {
        err = loyd_layout_parse(name, strlen(name), size.width, size.height,
                                &layout, why);
        if (err != LOYD_OK)
            return err;
        l->goal = layout.goal;
    }
    board = l->goal;
    err = moves_read(text.at, text.len, &board, false, &moves, why);
    if (err == LOYD_OK && moves_play(&board, &moves) < moves.n) {
        moves_turn(&moves);
        board = l->goal;
        size_t good = moves_play(&board, &moves);
        if (good < moves.n)
            err = why_set(why, LOYD_E_MOVE,
                          "scramble: move %zu is illegal, of tiles and of the "
                          "blank, from the goal of %ux%u",
                          good + 1, board.width, board.height);
    }
    loyd_moves_free(&moves);
    text_clear(&l->moves);
    loyd_board_print(&board, LOYD_FORM_ROWS, printed);
    keep(&l->text, slice_of(printed));
    *is_whole = true;
    return err;
}

/* --- files that are no text: an error of their first line --- */

static bool
begins_bytes(struct slice line)
{
    return slice_skip(&line, "\xff\xfe") || slice_skip(&line, "\xfe\xff") ||
           slice_skip(&line, "\x1f\x8b");
}

static loyd_err
take_bytes(struct board_lines *l, struct slice line, bool *is_whole,
           loyd_why *why)
{
    (void)l;
    (void)is_whole;
    if (!begins_bytes(line))
        return LOYD_OK;
    return why_set(why, LOYD_E_SYNTAX,
                   line.at[0] == '\x1f' ? "compressed by gzip: expected text"
                                        : "UTF-16: expected UTF-8");
}

static const struct board_file files[] = {
    {begins_bytes, take_bytes},
    {begins_replay, take_replay},
    {begins_save, take_save},
    {begins_scramble, take_scramble},
};

const struct board_file *
board_file_of(struct slice line)
{
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (files[i].begins(line))
            return &files[i];
    return NULL;
}
