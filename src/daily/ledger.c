/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of ledgers. The store checks each row by itself and its
 * hash; here each has to be the one that the schedule asks for, so that no
 * day is missing and none is of another size, goal or length.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/date.h"
#include "daily/channel.h"

struct ledger_reader {
    loyd_store *store;
    loyd_channel channel;
    struct timetable dates;
    loyd_bands bands;
    int32_t date; /* the next row's, in days, and its place in the date */
    unsigned at;
    char *path; /* texts of a row */
    size_t path_room;
    char recipe[LOYD_RECIPE_TEXT];
    char layout[LOYD_LAYOUT_TEXT];
    loyd_ledger_row told;
};

/* NULL, or what of a row is not as the schedule asks. */
static const char *
compare(const loyd_channel *channel, const loyd_day *day,
        const struct ledger_row *row)
{
    const loyd_layout *layout = &day->recipe.layout;
    const loyd_board *goal = &row->record.puzzle.goal;
    unsigned stm = row->record.rating.upper;

    if (loyd_date_days(&row->day) != loyd_date_days(&day->date))
        return "a day is missing before it";
    if (strcmp(row->tier, day->tier) != 0)
        return "its tier is not the next one of its date";
    if (row->version != day->version)
        return "another schedule is in force on its date";
    if (row->has_nonce != channel->is_keyed)
        return channel->is_keyed ? "it has no nonce"
                                 : "it has a nonce without a secret";
    if (goal->width != layout->width || goal->height != layout->height ||
        (layout->path != LOYD_PATH_RANDOM &&
         !loyd_board_equal(goal, &layout->goal)))
        return "its goal is not the schedule's";
    if (stm < day->recipe.stm_low || stm > day->recipe.stm_high)
        return "its length is not one of the schedule's";
    return NULL;
}

static loyd_err
fill(struct ledger_reader *reader, const struct ledger_row *row,
     const loyd_day *day)
{
    loyd_ledger_row *told = &reader->told;
    struct day_facts facts = ledger_facts(reader->channel.name, row);

    memset(told, 0, sizeof(*told));
    if (!record_view(&row->record, &reader->bands, &reader->path,
                     &reader->path_room, &told->entry))
        return LOYD_E_NOMEM;
    loyd_recipe_print(&day->recipe, reader->recipe);
    loyd_layout_print(&day->recipe.layout, reader->layout);
    told->number = row->number;
    told->date = row->day;
    told->day_no = day->day_no;
    told->version = row->version;
    memcpy(told->channel, day->channel, sizeof(told->channel));
    memcpy(told->tier, day->tier, sizeof(told->tier));
    memcpy(told->title, day->title, sizeof(told->title));
    told->entry.recipe = reader->recipe;
    told->layout = reader->layout;
    told->has_nonce = row->has_nonce;
    if (row->has_nonce) {
        memcpy(told->nonce, row->nonce, sizeof(told->nonce));
        day_commitment(&facts, told->commitment);
    }
    memcpy(told->previous, row->previous, sizeof(told->previous));
    memcpy(told->hash, row->hash, sizeof(told->hash));
    return LOYD_OK;
}

/* The next row, which has to be that of reader->date and reader->at. */
static loyd_err
take_row(struct ledger_reader *reader, const struct ledger_row *row,
         loyd_why *why)
{
    const char *fault;
    loyd_date date;
    loyd_day day;
    loyd_err err = loyd_date_of_days(reader->date, &date);

    if (err != LOYD_OK ||
        (err = timetable_turn(&reader->dates, &date, why)) != LOYD_OK ||
        (err = timetable_day(&reader->dates, &date, reader->at, &day, why)) !=
            LOYD_OK)
        return err;
    if ((fault = compare(&reader->channel, &day, row)) != NULL)
        return why_set(why, LOYD_E_CORRUPT, "ledger of %s: row %lu, %s: %s",
                       reader->channel.name, (unsigned long)row->number,
                       row->date, fault);
    if (++reader->at == schedule_puzzles(&reader->dates.now)) {
        reader->at = 0;
        reader->date++;
    }
    return fill(reader, row, &day);
}

static loyd_err
walk_rows(struct ledger_reader *reader, uint32_t number, const loyd_date *to,
          loyd_ledger_fn each, void *context, loyd_why *why)
{
    struct ledger_walk *walk = NULL;
    const struct ledger_row *row;
    int32_t last = to != NULL ? loyd_date_days(to) : INT32_MAX;
    loyd_err err =
        ledger_open(reader->store, reader->channel.name, number, &walk, why);

    while (err == LOYD_OK && reader->date <= last) {
        if ((err = ledger_next(walk, &row, why)) != LOYD_OK)
            break;
        if (row == NULL && reader->at > 0)
            err = why_set(why, LOYD_E_CORRUPT,
                          "ledger of %s: its last day is not whole",
                          reader->channel.name);
        if (row == NULL || (err = take_row(reader, row, why)) != LOYD_OK ||
            !each(context, &reader->told))
            break;
    }
    ledger_close(&walk);
    return err;
}

static loyd_err
read_ledger(struct ledger_reader *reader, const char *channel,
            const loyd_date *from, const loyd_date *to, loyd_ledger_fn each,
            void *context, loyd_why *why)
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
    reader->date = loyd_date_days(&reader->channel.start);
    if (from != NULL && loyd_date_days(from) > reader->date) {
        reader->date = loyd_date_days(from);
        loyd_date_print(from, text);
        err = ledger_find(reader->store, &reader->channel, text, &number, why);
    }
    if (err != LOYD_OK || number > reader->channel.rows)
        return err;
    return walk_rows(reader, number, to, each, context, why);
}

loyd_err
loyd_ledger_each(loyd_store *store, const char *channel, const loyd_date *from,
                 const loyd_date *to, loyd_ledger_fn each, void *context,
                 loyd_why *why)
{
    struct ledger_reader *reader = calloc(1, sizeof(*reader));
    loyd_err err;

    WHY_GIVEN(why);
    if (reader == NULL)
        return LOYD_E_NOMEM;
    reader->store = store;
    /* One state of the file, whoever appends meanwhile. */
    if ((err = read_begin(store, why)) == LOYD_OK) {
        err = read_ledger(reader, channel, from, to, each, context, why);
        read_end(store);
    }
    free(reader->path);
    free(reader);
    return err;
}
