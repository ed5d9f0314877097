/* SPDX-License-Identifier: MIT */
/* Owns the form of puzzles.json. */
#include "pack/compact.h"

#include <string.h>

#include "core/cells.h"
#include "pack/out.h"

/* Digits, then small, then capital letters, then U+0100 and on: a label is
 * one character, and one unit of UTF-16, which is how JSON is often read. */
#define PLAIN_LETTERS                                                         \
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define N_PLAIN (sizeof(PLAIN_LETTERS) - 1)

#define ROOM 4096 /* for any line but that of a puzzle */

static void
put_letter(struct out *to, unsigned label)
{
    char text[3] = {0};

    if (label < N_PLAIN) {
        text[0] = PLAIN_LETTERS[label];
    } else {
        unsigned code = 0x100 + label - (unsigned)N_PLAIN;
        text[0] = (char)(0xC0 | code >> 6);
        text[1] = (char)(0x80 | (code & 0x3F));
    }
    out_text(to, text);
}

static void
put_field(struct out *to, const char *name, const char *text)
{
    out_text(to, name);
    out_escaped(to, LOYD_ESCAPE_JSON, text);
    out_text(to, "\"");
}

static void
put_head(const struct pack *p, struct sink *file)
{
    char line[ROOM], id[LOYD_ID_CHARS + 1];
    struct out to = {line, sizeof(line), 0};

    loyd_id_print(&p->result.pack_id, id);
    out_text(&to, "{\"format\":\"loyd puzzles\",\"format_version\":1");
    put_field(&to, ",\"pack_id\":\"", id);
    put_field(&to, ",\"name\":\"", p->name);
    out_text(&to, ",\"version\":");
    out_number(&to, p->result.version);
    put_field(&to, ",\"licence\":\"", p->licence);
    out_text(&to, ",\"letters\":\"");
    for (unsigned label = 0; label <= LOYD_CELLS_MAX; label++)
        put_letter(&to, label);
    out_text(&to, "\",\"goals\":[");
    sink_text(file, line);
}

/* A list has each of its members on a line of its own. */
static void
begin_line(struct sink *file, bool *has_rows)
{
    sink_text(file, *has_rows ? ",\n" : "\n");
    *has_rows = true;
}

static void
put_goals(const struct pack *p, struct sink *file)
{
    bool has_rows = false;

    for (size_t i = 0; i < p->n_goals; i++) {
        const struct pack_goal *goal = p->goals[i];
        char line[ROOM], text[LOYD_LAYOUT_TEXT];
        struct out to = {line, sizeof(line), 0};
        loyd_board board;

        begin_line(file, &has_rows);
        out_text(&to, "{\"goal_no\":");
        out_number(&to, i + 1);
        if (goal->distribution != NULL) {
            out_text(&to, ",\"class_no\":");
            out_number(&to, pack_class_of(p, goal->distribution) + 1);
        }
        out_text(&to, ",\"size\":\"");
        out_number(&to, goal->width);
        out_text(&to, "x");
        out_number(&to, goal->height);
        goal_layout(goal, text);
        put_field(&to, "\",\"layout\":\"", text);
        goal_board(goal, &board);
        loyd_board_print(&board, LOYD_FORM_ROWS, text);
        put_field(&to, ",\"goal\":\"", text);
        out_text(&to, "}");
        sink_text(file, line);
    }
}

static void
put_length(const struct pack *p, size_t class, unsigned stm, struct sink *file)
{
    const loyd_distribution *d = p->classes[class].distribution;
    char line[ROOM], text[LOYD_PERCENTILE_TEXT];
    struct out to = {line, sizeof(line), 0};

    out_text(&to, "{\"class_no\":");
    out_number(&to, class + 1);
    out_text(&to, ",\"stm\":");
    out_number(&to, stm);
    out_text(&to, ",\"percentile\":");
    loyd_percentile_print(d, stm, 3, text);
    out_text(&to, text);
    put_field(&to, ",\"band\":\"", loyd_bands_of(&p->bands, d, stm)->name);
    if (d->sample > 0) {
        out_text(&to, ",\"percentile_sample\":");
        out_number(&to, d->sample);
    }
    out_text(&to, "}");
    sink_text(file, line);
}

static void
put_lengths(const struct pack *p, struct sink *file)
{
    bool has_rows = false;

    for (size_t i = 0; i < p->n_classes; i++)
        for (unsigned stm = 1; stm <= LOYD_STM_MAX; stm++) {
            if (!pack_class_has(&p->classes[i], stm))
                continue;
            begin_line(file, &has_rows);
            put_length(p, i, stm, file);
        }
}

static void
put_withdrawn(const struct pack *p, struct sink *file)
{
    bool has_rows = false;

    for (size_t i = 0; i < p->after.n; i++) {
        char line[ROOM], id[LOYD_ID_CHARS + 1];
        struct out to = {line, sizeof(line), 0};

        if (p->after.rows[i].state != IDS_WITHDRAWN)
            continue;
        begin_line(file, &has_rows);
        loyd_id_print(&p->after.rows[i].id, id);
        out_text(&to, "{\"number\":");
        out_number(&to, i + 1);
        put_field(&to, ",\"puzzle_id\":\"", id);
        out_text(&to, "}");
        sink_text(file, line);
    }
}

loyd_err
compact_begin(struct compact_list *list, const struct pack *p, struct sink *to)
{
    *list = (struct compact_list){.no_paths = p->options->no_solutions};
    put_head(p, to);
    put_goals(p, to);
    sink_text(to, "\n],\"lengths\":[");
    put_lengths(p, to);
    sink_text(to, "\n],\"withdrawn\":[");
    put_withdrawn(p, to);
    sink_text(to, "\n],\"puzzles\":[");
    return LOYD_OK;
}

void
compact_next(struct compact_list *list, struct sink *to)
{
    begin_line(to, &list->has_rows);
}

size_t
compact_puzzle(const struct compact_list *list, const loyd_entry *entry,
               const struct pack_goal *goal, uint32_t number, char *text,
               size_t size)
{
    struct out to = {text, size, 0};
    char id[LOYD_ID_CHARS + 1];
    bool is_proven = entry->status == LOYD_STATUS_PROVEN;

    out_text(&to, "{");
    if (number != list->last + 1) {
        out_text(&to, "\"number\":");
        out_number(&to, number);
        out_text(&to, ",");
    }
    loyd_id_print(&entry->id, id);
    put_field(&to, "\"puzzle_id\":\"", id);
    out_text(&to, ",\"goal_no\":");
    out_number(&to, goal->no);
    out_text(&to, ",\"cells\":\"");
    for (unsigned i = 0; i < board_cells(&entry->puzzle.start); i++)
        put_letter(&to, entry->puzzle.start.cell[i]);
    out_text(&to, "\"");
    if (is_proven) {
        out_text(&to, ",\"stm\":");
        out_number(&to, entry->upper);
    } else if (entry->upper != 0) {
        out_text(&to, ",\"lower\":");
        out_number(&to, entry->lower);
        out_text(&to, ",\"upper\":");
        out_number(&to, entry->upper);
    }
    if (is_proven && !list->no_paths)
        put_field(&to, ",\"path\":\"", entry->path);
    if (entry->status == LOYD_STATUS_CLAIMED) {
        out_text(&to, ",\"claimed\":");
        out_number(&to, entry->claimed);
    }
    out_text(&to, "}");
    return to.len;
}
