/* SPDX-License-Identifier: MIT */
/*
 * Reads ledgers. The store checks each row by itself and its hash; this file
 * checks that it is the row that the schedule requires, so that no day is
 * missing or has another size, goal or length.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/cursor.h"
#include "core/date.h"
#include "core/mlc.h"
#include "daily/channel.h"
#include "pack/puzzle_fields.h"

struct ledger_reader {
    loyd_cursor head;
    loyd_store *store; /* NULL until read_begin has succeeded */
    loyd_channel channel;
    struct timetable dates;
    loyd_bands bands;
    struct ledger_walk *walk; /* NULL: there are no rows to read */
    int32_t last;             /* the last day to read */
    int32_t date;             /* of the next row, in days since 1970 */
    unsigned at;              /* number of the next row on its date, from 0 */
    char recipe[LOYD_RECIPE_TEXT]; /* texts of the current row */
    char layout[LOYD_LAYOUT_TEXT];
    loyd_ledger_row row;
};

/* Returns NULL, or how a row differs from what the schedule requires. */
static const char *
compare(const loyd_channel *channel, const loyd_day *day,
        const struct ledger_row *row)
{
    const loyd_layout *layout = &day->recipe.layout;
    const loyd_board *goal = &row->record.puzzle.goal;
    loyd_target target = day->recipe.target;
    unsigned value = target == LOYD_TARGET_MLC
                         ? puzzle_mlc(&row->record.puzzle)
                         : row->record.known[LOYD_STM].rating.upper;

    if (date_days(&row->day) != date_days(&day->date))
        return "a day before it is missing";
    if (strcmp(row->tier, day->tier) != 0)
        return "unexpected tier";
    if (row->version != day->version)
        return "not the schedule version of its date";
    if (row->has_nonce != channel->is_keyed)
        return channel->is_keyed ? "missing nonce"
                                 : "a nonce, but the channel has no secret";
    if (day->is_listed)
        return NULL;
    if (goal->width != layout->width || goal->height != layout->height ||
        (!layout->is_drawn && !board_equal(goal, &layout->goal)))
        return "the goal differs from the schedule's";
    /* Of mtm the ledger knows no length. */
    if (target != LOYD_TARGET_MTM &&
        (value < day->recipe.target_low || value > day->recipe.target_high))
        return "the puzzle is outside the schedule's range";
    return NULL;
}

static void
fill(struct ledger_reader *reader, const struct ledger_row *row,
     const loyd_day *day, loyd_ledger_row *out)
{
    loyd_entry entry;

    record_view(&row->record, &reader->bands, &entry);
    reader->recipe[0] = '\0';
    memcpy(reader->layout, entry.layout, sizeof(reader->layout));
    if (day->has_recipe)
        loyd_recipe_print(&day->recipe, reader->recipe);
    if (!day->is_listed)
        loyd_layout_print(&day->recipe.layout, reader->layout);
    entry.recipe = reader->recipe;
    *out = (loyd_ledger_row){.number = row->number,
                             .date = row->day,
                             .day_no = day->day_no,
                             .version = row->version,
                             .layout = reader->layout,
                             .has_nonce = row->has_nonce,
                             .entry = entry};
    memcpy(out->channel, day->channel, sizeof(out->channel));
    memcpy(out->tier, day->tier, sizeof(out->tier));
    memcpy(out->title, day->title, sizeof(out->title));
    if (row->has_nonce)
        memcpy(out->nonce, row->nonce, sizeof(out->nonce));
    memcpy(out->previous, row->previous, sizeof(out->previous));
    memcpy(out->hash, row->hash, sizeof(out->hash));
}

/* Checks the next row, which must be that of reader->date and reader->at. */
static loyd_err
take_row(struct ledger_reader *reader, const struct ledger_row *row,
         loyd_why *why)
{
    const char *fault;
    loyd_date date;
    loyd_day day;
    loyd_err err = date_of_days(reader->date, &date);

    if (err != LOYD_OK ||
        (err = timetable_turn(&reader->dates, &date, why)) != LOYD_OK ||
        (err = timetable_day(&reader->dates, &date, reader->at, &day, why)) !=
            LOYD_OK)
        return err;
    fault = compare(&reader->channel, &day, row);
    if (fault != NULL)
        return why_set(why, LOYD_E_CORRUPT, "ledger of %s: row %lu, %s: %s",
                       reader->channel.name, (unsigned long)row->number,
                       row->date, fault);
    if (++reader->at == schedule_puzzles(&reader->dates.now)) {
        reader->at = 0;
        reader->date++;
    }
    fill(reader, row, &day, &reader->row);
    return LOYD_OK;
}

static loyd_err
next_row(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct ledger_reader *reader = (struct ledger_reader *)cursor;
    const struct ledger_row *row;
    loyd_err err;

    if (reader->walk == NULL || reader->date > reader->last)
        return LOYD_OK;
    if ((err = ledger_next(reader->walk, &row, why)) != LOYD_OK)
        return err;
    if (row == NULL && reader->at > 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "ledger of %s: the last day is incomplete",
                       reader->channel.name);
    *found = row != NULL;
    return *found ? take_row(reader, row, why) : LOYD_OK;
}

static void
close_ledger(loyd_cursor *cursor)
{
    struct ledger_reader *reader = (struct ledger_reader *)cursor;

    ledger_close(&reader->walk);
    if (reader->store != NULL)
        read_end(reader->store);
}

static const struct cursor_kind ledger_rows = {sizeof(struct ledger_reader),
                                               next_row, close_ledger, false};

static loyd_err
open_walk(struct ledger_reader *reader, const char *channel,
          const loyd_date *from, loyd_why *why)
{
    char text[LOYD_DATE_TEXT];
    uint32_t number = 1;
    loyd_err err =
        loyd_channel_get(reader->store, channel, &reader->channel, why);

    if (err != LOYD_OK || reader->channel.rows == 0 ||
        (err = loyd_store_bands(reader->store, &reader->bands, why)) !=
            LOYD_OK)
        return err;
    reader->dates = (struct timetable){.store = reader->store,
                                       .channel = &reader->channel};
    reader->date = date_days(&reader->channel.start);
    if (from != NULL && date_days(from) > reader->date) {
        reader->date = date_days(from);
        loyd_date_print(from, text);
        err = ledger_find(reader->store, &reader->channel, text, &number, why);
    }
    if (err != LOYD_OK || number > reader->channel.rows)
        return err;
    return ledger_open(reader->store, reader->channel.name, number,
                       &reader->walk, why);
}

loyd_err
loyd_ledger_rows(loyd_store *store, const char *channel, const loyd_date *from,
                 const loyd_date *to, loyd_cursor **cursor, loyd_why *why)
{
    struct ledger_reader *reader = cursor_new(&ledger_rows);
    loyd_err err;

    WHY_GIVEN(why);
    if (reader == NULL)
        return LOYD_E_NOMEM;
    reader->head.row.ledger_row = &reader->row;
    reader->last = to != NULL ? date_days(to) : INT32_MAX;
    /* All rows come from one state of the file. */
    if ((err = read_begin(store, why)) == LOYD_OK) {
        reader->store = store;
        err = open_walk(reader, channel, from, why);
    }
    return cursor_opened(reader, err, cursor);
}

loyd_err
ledger_check(loyd_store *store, const char *channel, const loyd_date *from,
             const loyd_date *to, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_ledger_rows(store, channel, from, to, &cursor, why);

    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        continue;
    loyd_cursor_close(&cursor);
    return err;
}

size_t
loyd_ledger_row_json(const loyd_ledger_row *row, const uint8_t *head,
                     char *out, size_t size)
{
    struct text to = text_in(out, size);
    struct jw jw = {.to = &to};

    jw_object(&jw, NULL, JW_TIGHT);
    date_json(&jw, "date", &row->date);
    jw_uint(&jw, "day_no", row->day_no);
    entry_fields_json(&jw, &row->entry);
    jw_string(&jw, "channel", row->channel);
    jw_word(&jw, "tier", row->tier);
    jw_string(&jw, "title", row->title);
    jw_uint(&jw, "schedule_version", row->version);
    if (row->has_nonce)
        jw_hex(&jw, "nonce", row->nonce, LOYD_HASH_BYTES);
    if (head != NULL) {
        jw_hex(&jw, "hash", row->hash, LOYD_HASH_BYTES);
        jw_hex(&jw, "head", head, LOYD_HASH_BYTES);
    }
    jw_close(&jw);
    return to.len;
}
