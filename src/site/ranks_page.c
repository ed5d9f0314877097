/* SPDX-License-Identifier: MIT */
/* The pages and the JSON of a leaderboard: pure functions. */
#include <inttypes.h>
#include <stdio.h>

#include "base/jw.h"
#include "core/board.h"
#include "loyd/export.h"
#include "pack/puzzle_fields.h"
#include "site/page.h"
#include "site/ranks.h"

#define SVG_BYTES 65536

static const struct {
    const char *name; /* keys of sentences */
    const char *value;
    const char *json;
} lists[BY_COUNT] = {{"rank-time", "rank-time", "time"},
                     {"rank-stm", "moves-made", "stm"},
                     {"rank-mtm", "moves-made", "mtm"}};

/* A list of a board, as far as the pages show it. */
struct list {
    const struct ranks_view *view;
    const struct rank_board *board;
    enum rank_by by;
    size_t n;
};

static struct list
list_of(const struct ranks_view *view, const struct rank_board *board,
        size_t by)
{
    size_t n = board->players < view->places ? board->players : view->places;

    return (struct list){view, board, (enum rank_by)by, n};
}

/* Equal values share the place of the first of them. */
static size_t
place_of(const struct list *list, size_t at)
{
    const struct rank_game **best = list->board->best[list->by];

    while (at > 0 &&
           best[at - 1]->value[list->by] == best[at]->value[list->by])
        at--;
    return at + 1;
}

/* A time as M:SS.mmm, or the number of moves. */
static void
value_text(const struct list *list, size_t at, char text[32])
{
    uint64_t value = list->board->best[list->by][at]->value[list->by];

    if (list->by == BY_MS)
        snprintf(text, 32, "%" PRIu64 ":%02u.%03u", value / 60000,
                 (unsigned)(value / 1000 % 60), (unsigned)(value % 1000));
    else
        snprintf(text, 32, "%" PRIu64, value);
}

static loyd_date
date_of(const struct rank_day *day)
{
    loyd_date date = {1970, 1, 1};

    if (loyd_date_of_days(day->boards[0]->day, &date) != LOYD_OK)
        date = (loyd_date){9999, 12, 31};
    return date;
}

static uint64_t
games_of(const struct rank_day *day)
{
    uint64_t n = 0;

    for (size_t i = 0; i < day->n; i++)
        n += day->boards[i]->games;
    return n;
}

/* --- pages --- */

static void
place_values(const struct section *to, const void *of, size_t at)
{
    const struct list *list = of;
    const struct rank_game *game = list->board->best[list->by][at];
    char value[32];

    value_text(list, at, value);
    SECTION(to, "place", NUMBER("place", place_of(list, at)),
            TEXT("player", game->player), TEXT("record", game->record),
            TEXT("value", value));
}

static void
list_values(const struct section *to, const void *of, size_t at)
{
    const struct list *all = of;
    struct list list = list_of(all->view, all->board, at);

    SECTION(to, "list", SENTENCE("list_name", lists[at].name),
            SENTENCE("value_name", lists[at].value),
            ITEMS("places", list.n, place_values, &list));
}

/* The picture is XML that needs no escaping. */
static void
picture_put(const struct section *to, const void *of, size_t at)
{
    const struct rank_board *board = (const struct rank_board *)of + at;
    char svg[SVG_BYTES], title[LOYD_BOARD_TEXT];

    loyd_board_print(&board->puzzle.start, LOYD_FORM_ROWS, title);
    if (loyd_board_svg(&board->puzzle.start, title, svg, sizeof(svg)) <
        sizeof(svg))
        text_put(to->out, svg);
}

struct day_view {
    const struct ranks_view *view;
    const struct rank_day *day; /* NULL: all */
};

static void
board_values(const struct section *to, const void *of, size_t at)
{
    const struct day_view *page = of;
    const struct rank_board *board = page->day->boards[at];
    const struct list list = {page->view, board, BY_MS, 0};

    SECTION(to, "ranked", NUMBER("width", board->puzzle.start.width),
            NUMBER("height", board->puzzle.start.height),
            ITEMS("picture", 1, picture_put, board),
            ITEMS("lists", BY_COUNT, list_values, &list));
}

static void
day_values(const struct section *to, const void *of, size_t at)
{
    const struct ranks_view *view = of;
    const struct rank_day *day = &view->days[at];
    loyd_date date = date_of(day);

    SECTION(to, "rank_day", DATE("date", &date),
            ITEMS("day", 1, date_values, &date), NUMBER("n_boards", day->n),
            NUMBER("n_games", games_of(day)));
}

static void
page_values(const struct section *to, const void *of, size_t at)
{
    const struct day_view *page = of;
    const struct ranks_view *view = page->view;
    loyd_date date = {1970, 1, 1};

    (void)at;
    if (page->day != NULL)
        date = date_of(page->day);
    SECTION(
        to, "ranks", NUMBER("has_date", page->day != NULL),
        DATE("date", &date), ITEMS("day", 1, date_values, &date),
        TEXT("title", view->title), TEXT("play_url", view->play_url),
        ITEMS("days", page->day != NULL ? 0 : view->n_days, day_values, view),
        ITEMS("boards", page->day != NULL ? page->day->n : 0, board_values,
              page));
}

void
ranks_page(struct text *text, const struct ranks_view *view,
           const struct rank_day *day)
{
    const struct day_view page = {view, day};

    template_put(text, "rank", view->language, page_values, &page);
}

/* --- JSON --- */

static void
json_date(struct jw *jw, const struct rank_day *day)
{
    loyd_date date = date_of(day);
    char text[LOYD_DATE_TEXT];

    loyd_date_print(&date, text);
    jw_string(jw, "date", text);
}

static void
json_list(struct jw *jw, const struct list *list)
{
    jw_array(jw, lists[list->by].json, JW_LINES);
    for (size_t i = 0; i < list->n; i++) {
        const struct rank_game *game = list->board->best[list->by][i];

        jw_object(jw, NULL, JW_TIGHT);
        jw_uint(jw, "place", place_of(list, i));
        jw_string(jw, "player", game->player);
        jw_uint(jw, "ms", game->value[BY_MS]);
        jw_uint(jw, "stm", game->value[BY_STM]);
        jw_uint(jw, "mtm", game->value[BY_MTM]);
        jw_uint(jw, "began", game->began);
        jw_string(jw, "record", game->record);
        jw_close(jw);
    }
    jw_close(jw);
}

static void
json_board(struct jw *jw, const struct ranks_view *view,
           const struct rank_board *board)
{
    const loyd_puzzle *puzzle = &board->puzzle;

    jw_object(jw, NULL, JW_LINES);
    field_id(jw, "puzzle_id", &board->id);
    jw_format(jw, "size", "%ux%u", puzzle->start.width, puzzle->start.height);
    board_json(jw, "goal", &puzzle->goal);
    board_json(jw, "board", &puzzle->start);
    jw_uint(jw, "games", board->games);
    jw_uint(jw, "players", board->players);
    for (size_t by = 0; by < BY_COUNT; by++) {
        struct list list = list_of(view, board, by);

        json_list(jw, &list);
    }
    jw_close(jw);
}

static void
json_days(struct jw *jw, const struct ranks_view *view)
{
    jw_array(jw, "days", JW_LINES);
    for (size_t i = 0; i < view->n_days; i++) {
        jw_object(jw, NULL, JW_TIGHT);
        json_date(jw, &view->days[i]);
        jw_uint(jw, "boards", view->days[i].n);
        jw_uint(jw, "games", games_of(&view->days[i]));
        jw_close(jw);
    }
    jw_close(jw);
}

void
ranks_json(struct text *text, const struct ranks_view *view,
           const struct rank_day *day)
{
    struct jw jw = {.to = text};

    jw_object(&jw, NULL, JW_LINES);
    jw_string(&jw, "loyd", "ranks");
    jw_uint(&jw, "version", 1);
    if (day == NULL) {
        json_days(&jw, view);
    } else {
        json_date(&jw, day);
        jw_array(&jw, "boards", JW_LINES);
        for (size_t i = 0; i < day->n; i++)
            json_board(&jw, view, day->boards[i]);
        jw_close(&jw);
    }
    jw_close(&jw);
    text_char(text, '\n');
}
