/* SPDX-License-Identifier: MIT */
/* Reads an untrusted puzzles.json up to its puzzles. */
#ifndef LOYD_PACK_READ_PUZZLES_JSON_H
#define LOYD_PACK_READ_PUZZLES_JSON_H

#include "loyd/export.h"
#include "pack/check_row.h"
#include "pack/json_parse.h"
#include "pack/series.h"

/* The percentile and band of a length. */
struct compact_length {
    uint32_t class_no;
    uint16_t stm;
    char sample[12]; /* as text; "": exact */
    char percentile[JSON_PERCENTILE];
    char *band;
};

struct compact_tomb {
    uint32_t number;
    loyd_id id;
};

struct compact_head {
    char pack_id[LOYD_ID_CHARS + 1]; /* these four "" if absent */
    char since[LOYD_ID_CHARS + 1];
    char name[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    uint64_t version; /* 0: absent */
    struct pack_goal_set goals;
    struct compact_length *lengths;
    size_t n_lengths, lengths_room;
    struct compact_tomb *tombs;
    size_t n_tombs, tombs_room;
    uint64_t number; /* of the last puzzle */
};

/* Reads the members of the file's object, except the lists. Errors of this and
 * the next functions: LOYD_E_SYNTAX, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM, and those of loyd_board_parse. */
loyd_err compact_head_new(const json_t *object, struct compact_head **made,
                          loyd_why *why);
/* Accepts NULL. */
void compact_head_free(struct compact_head **head);

/* Adds an element of one of the lists. */
typedef loyd_err (*compact_add_fn)(struct compact_head *head,
                                   const json_t *element, loyd_why *why);
loyd_err compact_add_goal(struct compact_head *head, const json_t *element,
                          loyd_why *why);
loyd_err compact_add_length(struct compact_head *head, const json_t *element,
                            loyd_why *why);
loyd_err compact_add_tomb(struct compact_head *head, const json_t *element,
                          loyd_why *why);

/* Sorts the lengths and checks that none appears twice. Called after the last
 * one. */
loyd_err compact_sort_lengths(struct compact_head *head, loyd_why *why);

/*
 * Completes a row, which already has the puzzle's own fields, with its number
 * and goal and, if its length is proven, with percentile and band.
 * `number` is the buffer for the number's text.
 */
loyd_err compact_row(struct compact_head *head, const json_t *object,
                     struct row_text *row, char number[24], loyd_why *why);

#endif
