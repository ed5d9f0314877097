/* SPDX-License-Identifier: MIT */
/* The texts and the answer of the call that JavaScript makes. A module
 * has one thread and one call at a time, hence one state. */
#include "web/core/call.h"

#include <stdlib.h>

#include "base/why.h"
#include "core/layout.h"

#define ROOM_KEPT 65536   /* a larger room is freed by the next call */
#define ANSWER_KEPT 65536 /* the same for an answer */

static char *room;
static size_t room_bytes;
static const char *next; /* the next text of the call, in `room` */

static struct text answer;
static struct jw writer;

/* The answer where there is no memory for one. */
static const char no_memory[] =
    "{\"error\":{\"code\":\"nomem\",\"where\":\"\","
    "\"message\":\"out of memory\"}}";
static size_t answer_bytes;

/* Returns room for the texts of a call; NULL: there is no memory. */
WEB_EXPORT("room")
char *
web_room(size_t bytes)
{
    if (room == NULL || bytes > room_bytes || room_bytes > ROOM_KEPT) {
        free(room);
        room = malloc(bytes > 0 ? bytes : 1);
        room_bytes = room != NULL ? bytes : 0;
    }
    next = room;
    return room;
}

/* Returns the length of the latest answer. */
WEB_EXPORT("answer_bytes")
size_t
web_answer_bytes(void)
{
    return answer_bytes;
}

struct jw *
call_begin(void)
{
    if (answer.is_lost || answer.size > ANSWER_KEPT)
        text_free(&answer);
    text_clear(&answer);
    writer = (struct jw){.to = &answer};
    return &writer;
}

const char *
call_text(size_t len)
{
    const char *text = next;

    next += len;
    return text;
}

loyd_err
call_board(size_t len, loyd_board *board, loyd_why *why)
{
    return loyd_board_parse(call_text(len), len, 0, 0, board, why);
}

/* A goal of a size: a board, or the name of a layout. */
static loyd_err
read_goal(const char *text, size_t len, const loyd_board *start,
          loyd_board *goal, loyd_why *why)
{
    loyd_layout layout;
    loyd_err err;

    if (len == 0 || text[0] < 'a' || text[0] > 'z')
        return loyd_board_parse(text, len, start->width, start->height, goal,
                                why);
    if ((err = loyd_layout_parse(text, len, start->width, start->height,
                                 &layout, why)) == LOYD_OK &&
        (err = layout_has_goal(&layout, why)) == LOYD_OK)
        *goal = layout.goal;
    return err;
}

/* Either may be a flat list if the other one has rows, which give the size:
 * as the command reads START, a tab, GOAL. */
loyd_err
call_pair(size_t start_len, size_t goal_len, loyd_puzzle *puzzle,
          const char **where, loyd_why *why)
{
    const char *start = call_text(start_len), *goal = call_text(goal_len);
    loyd_board read = {0};
    loyd_err err;

    *where = "start";
    if (loyd_board_parse(goal, goal_len, 0, 0, &read, why) == LOYD_OK) {
        puzzle->goal = read;
        return loyd_board_parse(start, start_len, read.width, read.height,
                                &puzzle->start, why);
    }
    err = loyd_board_parse(start, start_len, 0, 0, &read, why);
    if (err != LOYD_OK)
        return err;
    puzzle->start = read;
    *where = "goal";
    return read_goal(goal, goal_len, &read, &puzzle->goal, why);
}

/* Names of errors for scripts, which never change. */
static const char *const codes[LOYD_E_COUNT_] = {
    [LOYD_E_SIZE] = "size",
    [LOYD_E_SHAPE] = "shape",
    [LOYD_E_LABEL] = "label",
    [LOYD_E_LABELS] = "labels",
    [LOYD_E_SYNTAX] = "syntax",
    [LOYD_E_RANGE] = "range",
    [LOYD_E_ENCODING] = "encoding",
    [LOYD_E_MOVE] = "move",
    [LOYD_E_UNSOLVABLE] = "unsolvable",
    [LOYD_E_EXHAUSTED] = "exhausted",
    [LOYD_E_UNSUPPORTED] = "unsupported",
    [LOYD_E_NOMEM] = "nomem",
    [LOYD_E_SECRET] = "secret",
    [LOYD_E_CORRUPT] = "corrupt",
    [LOYD_E_NEWER] = "newer",
};

const char *
call_end(loyd_err err, const char *where, const loyd_why *why)
{
    struct jw *jw = &writer;

    if (err != LOYD_OK && err != LOYD_E_NOMEM) {
        jw = call_begin();
        jw_object(jw, NULL, JW_TIGHT);
        jw_object(jw, "error", JW_TIGHT);
        jw_string(jw, "code", codes[err] != NULL ? codes[err] : "system");
        jw_string(jw, "where", where);
        jw_string(jw, "message", why_words(why, err));
        jw_close(jw);
        jw_close(jw);
    }
    if (err == LOYD_E_NOMEM || answer.is_lost || answer.at == NULL) {
        answer_bytes = sizeof(no_memory) - 1;
        return no_memory;
    }
    answer_bytes = answer.len;
    return answer.at;
}

void
answer_id(struct jw *jw, const char *name, const loyd_puzzle *puzzle)
{
    char text[LOYD_ID_CHARS + 1];
    loyd_id id;

    loyd_puzzle_id(puzzle, &id);
    loyd_id_print(&id, text);
    jw_string(jw, name, text);
}

void
answer_truth(struct jw *jw, const char *name, bool truth)
{
    jw_raw(jw, name, truth ? "true" : "false");
}

void
answer_layout(struct jw *jw, const char *name, const loyd_board *goal)
{
    char text[LOYD_LAYOUT_TEXT] = "";
    loyd_layout layout;

    if (loyd_layout_name(goal, &layout) == LOYD_OK)
        loyd_layout_print(&layout, text);
    jw_string(jw, name, text);
}
