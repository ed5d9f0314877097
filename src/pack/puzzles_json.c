/* SPDX-License-Identifier: MIT */
/* Writes puzzles.json. */
#include "pack/puzzles_json.h"

#include "core/board.h"
#include "core/moves.h"

static void
put_head(struct jw *jw, const struct pack *p)
{
    jw_object(jw, NULL, JW_TIGHT);
    pack_put_head(jw, p, "loyd puzzles");
    if (p->before != NULL)
        field_id(jw, "since", &p->before->told.id);
}

static void
put_goals(struct compact *c, const struct pack *p)
{
    jw_array(&c->jw, "goals", JW_ROWS);
    for (size_t i = 0; i < p->n_goals; i++) {
        const struct pack_goal *goal = p->goals[i];
        char text[LOYD_LAYOUT_TEXT];
        loyd_board board;

        jw_object(&c->jw, NULL, JW_TIGHT);
        jw_uint(&c->jw, "goal_no", goal->no);
        if (goal->class_no > 0)
            jw_uint(&c->jw, "class_no", goal->class_no);
        jw_format(&c->jw, "size", "%ux%u", goal->width, goal->height);
        pack_goal_layout(goal, text);
        jw_string(&c->jw, "layout", text);
        pack_goal_board(goal, &board);
        loyd_board_print(&board, LOYD_FORM_ROWS, text);
        jw_string(&c->jw, "goal", text);
        jw_close(&c->jw);
        sink_drain(c->to, c->jw.to);
    }
    jw_close(&c->jw);
}

static void
put_length(struct jw *jw, const struct pack *p, size_t class, unsigned stm)
{
    const loyd_distribution *d = p->classes[class].distribution;
    char percentile[LOYD_PERCENTILE_TEXT];

    loyd_percentile_print(d, stm, 3, percentile);
    jw_object(jw, NULL, JW_TIGHT);
    jw_uint(jw, "class_no", class + 1);
    jw_uint(jw, "stm", stm);
    jw_raw(jw, "percentile", percentile);
    jw_string(jw, "band", loyd_bands_of(&p->bands, d, stm)->name);
    if (d->sample > 0)
        jw_uint(jw, "percentile_sample", d->sample);
    jw_close(jw);
}

static void
put_lengths(struct compact *c, const struct pack *p)
{
    jw_array(&c->jw, "lengths", JW_ROWS);
    for (size_t i = 0; i < p->n_classes; i++)
        for (unsigned stm = 1; stm <= LOYD_STM_MAX; stm++)
            if (pack_class_has(&p->classes[i], stm)) {
                put_length(&c->jw, p, i, stm);
                sink_drain(c->to, c->jw.to);
            }
    jw_close(&c->jw);
}

static void
put_withdrawn(struct compact *c, const struct pack *p)
{
    jw_array(&c->jw, "withdrawn", JW_ROWS);
    for (size_t i = 0; i < p->after.n; i++) {
        if (!ids_is_tomb(&p->after.rows[i]))
            continue;
        jw_object(&c->jw, NULL, JW_TIGHT);
        jw_uint(&c->jw, "number", i + 1);
        field_id(&c->jw, "puzzle_id", &p->after.rows[i].id);
        jw_close(&c->jw);
        sink_drain(c->to, c->jw.to);
    }
    jw_close(&c->jw);
}

void
compact_begin(struct compact *c, const struct pack *p, struct sink *to,
              struct text *room)
{
    *c = (struct compact){.jw = {.to = room}, .to = to};
    put_head(&c->jw, p);
    put_goals(c, p);
    put_lengths(c, p);
    put_withdrawn(c, p);
    jw_array(&c->jw, "puzzles", JW_ROWS);
}

/* The list of lengths has no estimates: each puzzle has its percentile. */
static void
put_interval(struct jw *jw, const loyd_entry *entry)
{
    const loyd_known *stm = &entry->known[LOYD_STM];
    const loyd_distribution *d = stm->distribution;
    char percentile[LOYD_PERCENTILE_TEXT];

    if (known_is_interval(stm) && stm->rating.lower_search.method[0] != '\0') {
        field_search(jw, "lower_search", &stm->rating.lower_search);
        field_search(jw, "upper_search", &stm->rating.upper_search);
    }
    if (entry->estimate != 0)
        jw_uint(jw, "estimate", entry->estimate);
    if (!entry->is_estimated || d == NULL)
        return;
    loyd_percentile_print(d, entry->estimate, 3, percentile);
    jw_raw(jw, "percentile", percentile);
    jw_string(jw, "band", stm->band);
    jw_uint(jw, "percentile_sample", d->sample);
    jw_boolean(jw, "estimated", true);
}

void
compact_puzzle(struct compact *c, const loyd_entry *entry,
               const struct pack_goal *goal, const struct pack_place *place)
{
    struct jw *jw = &c->jw;
    const loyd_known *stm = &entry->known[LOYD_STM];
    char board[LOYD_BOARD_TEXT];

    jw_object(jw, NULL, JW_TIGHT);
    if (place->number != c->last + 1)
        jw_uint(jw, "number", place->number);
    c->last = place->number;
    field_id(jw, "puzzle_id", &entry->id);
    jw_uint(jw, "goal_no", goal->no);
    loyd_board_print(&entry->puzzle.start, LOYD_FORM_ROWS, board);
    jw_string(jw, "board", board);
    if (stm->status == LOYD_STATUS_PROVEN) {
        jw_uint(jw, "stm", stm->rating.upper);
    } else if (stm->rating.upper != 0) {
        jw_uint(jw, "lower", stm->rating.lower);
        jw_uint(jw, "upper", stm->rating.upper);
    }
    if (known_has_path(stm) && !place->no_path)
        moves_json(jw, "path", &stm->path);
    if (stm->status == LOYD_STATUS_CLAIMED)
        jw_uint(jw, "claimed", stm->claimed);
    put_interval(jw, entry);
    field_json_mtm(jw, entry, place);
    jw_close(jw);
    sink_drain(c->to, jw->to);
}

void
compact_end(struct compact *c)
{
    jw_close(&c->jw);
    jw_close(&c->jw);
    text_char(c->jw.to, '\n');
    sink_drain(c->to, c->jw.to);
}
