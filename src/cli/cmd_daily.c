/* SPDX-License-Identifier: MIT */
/*
 * `loyd daily`: shows the puzzle of a day. With a catalogue, all days up to it
 * are appended to the ledger, and the day is shown as recorded there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/draw.h"
#include "cli/entry.h"
#include "cli/json.h"
#include "cli/secret.h"
#include "cli/solving.h"
#include "core/date.h"

static const struct option_row option_table[] = {
    OPTION_DB, OPTION_CHANNEL, OPTION_CHANNEL_SECRET,
    {"future", NULL, "show a future day; it is not written to the ledger",
     SHARED(future)},
    OPTION_TZ, OPTION_TODAY, OPTION_METRIC_BESIDE, OPTION_SVG, OPTION_ANIMATE,
    OPTIONS_OF_ROWS};

struct wish {
    struct run *run;
    loyd_channel channel;
    loyd_date date;
    struct today today;
    bool is_decided; /* days were, by this run */
};

static bool
is_to_come(const struct wish *wish)
{
    return date_days(&wish->date) > date_days(&wish->today.date);
}

/* Finds the date, which is after today only with --future. */
static int
find_date(struct wish *wish)
{
    struct run *run = wish->run;
    int code = today_find(run, &wish->today);

    if (code != EXIT_DONE)
        return code;
    wish->date = wish->today.date;
    if (run->n_operands > 0)
        code = date_read("daily", run->operands[0], &wish->date);
    return code != EXIT_DONE || run->args.future
               ? code
               : today_covers("daily", &wish->today, &wish->date);
}

static void
print_drawn(const struct run *run, const loyd_ledger_row *day,
            bool is_decided)
{
    static const char *const weekdays[] = {"Monday",   "Tuesday", "Wednesday",
                                           "Thursday", "Friday",  "Saturday",
                                           "Sunday"};
    const loyd_entry *entry = &day->entry;
    const char *const words[] = {
        "puzzle_id=  id       $",
        "recipe=\n  recipe   $",
        entry->known[LOYD_STM].status == LOYD_STATUS_PROVEN
            ? "length=\n  optimum  $ STM"
            : "length=\n  bounds   $ STM",
        "mtm_length=$ MTM",
        "hash=\n  hash     $",
        NULL};
    char date[LOYD_DATE_TEXT], length[LENGTH_TEXT];
    struct jw *row;

    loyd_date_print(&day->date, date);
    printf("%s%s %s%s, day %" PRIu32 "%s%s\n\n",
           paint(&run->screen, PAINT_BOLD),
           weekdays[date_weekday(&day->date)], date,
           paint(&run->screen, PAINT_OFF), day->day_no,
           day->title[0] != '\0' ? ": " : "", day->title);
    draw_puzzle(&run->screen, &entry->puzzle);
    putchar('\n');
    row_says(words);
    row = json_entry_begin(entry);
    jw_string(row, "length", entry_text(entry, LOYD_STM, length));
    if (entry->known[LOYD_MTM].status != LOYD_STATUS_UNRATED)
        jw_string(row, "mtm_length", entry_text(entry, LOYD_MTM, length));
    if (is_decided)
        json_hash(row, "hash", day->hash);
    row_end(row);
}

static void
print_row(const loyd_ledger_row *day, const uint8_t *head)
{
    struct jw *row = row_begin();

    date_json(row, "date", &day->date);
    jw_uint(row, "day_no", day->day_no);
    json_entry_put(row, &day->entry);
    jw_string(row, "channel", day->channel);
    jw_word(row, "tier", day->tier);
    jw_string(row, "title", day->title);
    jw_uint(row, "schedule_version", day->version);
    if (day->has_nonce)
        json_hash(row, "nonce", day->nonce);
    if (head != NULL) {
        json_hash(row, "hash", day->hash);
        json_hash(row, "head", head);
    }
    row_end(row);
}

/* `head` is that of the ledger; NULL: the day is not in it. */
static int
show(const struct wish *wish, const loyd_ledger_row *row, const uint8_t *head)
{
    loyd_ledger_row shown = *row;
    struct run *run = wish->run;
    int code = EXIT_DONE;

    /* Of MTM only the length, and only if it is wanted. */
    shown.entry.known[LOYD_MTM] = (loyd_known){.band = ""};
    if (metric_of(&run->args) == LOYD_MTM)
        code = entry_solve_mtm(run, &shown.entry, NULL);
    if (code == EXIT_DONE)
        code = entry_draw(run, &shown.entry);
    if (code != EXIT_DONE)
        return code;
    if (rows_are_printed(run))
        print_row(&shown, head);
    else
        print_drawn(run, &shown, head != NULL);
    return EXIT_DONE;
}

static int
show_row(void *context, const loyd_row *row)
{
    const struct wish *wish = context;

    return show(wish, row->ledger_row, wish->channel.head);
}

static int
show_ledger(struct wish *wish)
{
    const struct run *run = wish->run;
    char head[BYTES_HEX(LOYD_HASH_BYTES)];
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_ledger_rows(run->store, wish->channel.name,
                                    &wish->date, &wish->date, &cursor, &why);
    int code = cursor_each(run, err, cursor, &why, show_row, wish);

    if (code == EXIT_DONE && !rows_are_printed(run)) {
        printf("\nhead of %s, ", wish->channel.name);
        print_count(wish->channel.rows, "row");
        printf(": %s\n", bytes_hex(wish->channel.head, LOYD_HASH_BYTES, head));
    }
    return code;
}

/* Shows a day that is not in the ledger. */
static int
show_day(const struct wish *wish, const loyd_day *day, const loyd_entry *entry)
{
    loyd_ledger_row row = {.date = day->date,
                           .day_no = day->day_no,
                           .version = day->version,
                           .entry = *entry};

    memcpy(row.channel, day->channel, sizeof(row.channel));
    memcpy(row.tier, day->tier, sizeof(row.tier));
    memcpy(row.title, day->title, sizeof(row.title));
    return show(wish, &row, NULL);
}

struct undecided {
    const struct wish *wish;
    const loyd_day *day;
};

/* A row_fn. The recipes of a puzzle of a list did not decide the day. */
static int
show_entry(void *context, const loyd_row *row)
{
    const struct undecided *of = context;
    loyd_entry shown = *row->entry;

    shown.recipe = "";
    return show_day(of->wish, of->day, &shown);
}

/* Shows a puzzle that is in no ledger; nothing is written. */
static int
show_puzzle(struct wish *wish, const loyd_day *day, const loyd_puzzle *puzzle,
            const loyd_solution *solution)
{
    struct undecided of = {wish, day};
    loyd_filter filter = {.has_id = true};
    char recipe[LOYD_RECIPE_TEXT] = "";
    loyd_entry entry;

    if (day->is_listed) {
        loyd_puzzle_id(puzzle, &filter.id_first);
        filter.id_last = filter.id_first;
        return catalogue_each(wish->run, &filter, show_entry, &of);
    }
    if (day->has_recipe)
        loyd_recipe_print(&day->recipe, recipe);
    entry_make(puzzle, recipe, &entry);
    entry_set(&entry, LOYD_STM, solution);
    entry_quick(&entry);
    return show_day(wish, day, &entry);
}

static int
show_one(struct wish *wish, const loyd_day *day, unsigned at)
{
    struct run *run = wish->run;
    loyd_solution solution = {.upper = 0};
    loyd_puzzle puzzle;
    loyd_why why = {""};
    loyd_err err;
    int code = solver_start(run, progress_part);

    if (code != EXIT_DONE)
        return code;
    err = loyd_channel_puzzle(run->store, &wish->channel, &day->date, at,
                              run->secret, run->solver, &puzzle, &solution,
                              &why);
    progress_clear();
    code = report_job(run, err, &why);
    if (code == EXIT_DONE)
        code = show_puzzle(wish, day, &puzzle, &solution);
    loyd_moves_free(&solution.path);
    return code;
}

static int
show_undecided(struct wish *wish)
{
    unsigned n = 1;
    int code = EXIT_DONE;

    for (unsigned at = 0; code == EXIT_DONE && at < n; at++) {
        loyd_day day;
        loyd_why why = {""};
        loyd_err err = loyd_channel_day(wish->run->store, &wish->channel,
                                        &wish->date, at, &day, &n, &why);

        if (err != LOYD_OK)
            code = report("daily", err, &why);
        else
            code = show_one(wish, &day, at);
    }
    return code;
}

static int
extend_ledger(struct wish *wish)
{
    struct run *run = wish->run;
    char date[LOYD_DATE_TEXT];
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    /* All checks are done: a missing file may be created now. */
    loyd_store_close(&run->store);
    code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE)
        code = solver_start(run, progress_part);
    if (code != EXIT_DONE)
        return code;
    err = loyd_ledger_extend(run->store, run->solver, wish->channel.name,
                             run->secret, &wish->date, &progress_shown, NULL,
                             &why);
    progress_clear();
    if (err == LOYD_OK) {
        wish->is_decided = true;
        loyd_date_print(&wish->date, date);
        out_stored(run->db);
        err = loyd_channel_get(run->store, wish->channel.name, &wish->channel,
                               &why);
    }
    return report_job(run, err, &why);
}

static bool
is_decided(const struct wish *wish)
{
    return wish->channel.rows > 0 &&
           date_days(&wish->date) <= date_days(&wish->channel.last);
}

/* Checks that the day exists and may be decided, before any write. */
static int
decide_and_show(struct wish *wish)
{
    loyd_day day;
    unsigned n = 1;
    loyd_why why = {""};
    loyd_err err = loyd_channel_day(wish->run->store, &wish->channel,
                                    &wish->date, 0, &day, &n, &why);
    int code;

    if (err == LOYD_OK && !is_decided(wish))
        err =
            loyd_channel_secret_check(&wish->channel, wish->run->secret, &why);
    if (err != LOYD_OK)
        return report("daily", err, &why);
    if (wish->run->args.svg != NULL && n > 1)
        return refuse("--svg", "the day has several puzzles: draw each by its "
                               "id or recipe with 'loyd show'");
    if (is_decided(wish))
        return show_ledger(wish);
    if (wish->run->db == NULL || is_to_come(wish))
        return show_undecided(wish);
    code = extend_ledger(wish);
    return code == EXIT_DONE ? show_ledger(wish) : code;
}

static int
cmd_daily(struct run *run)
{
    const char *name = run->args.channel != NULL ? run->args.channel : "daily";
    struct wish wish = {.run = run};
    loyd_why why = {""};
    int code = find_date(&wish);

    /* A catalogue that does not exist yet has the built-in channel. */
    if (code == EXIT_DONE)
        code = catalogue_look(run);
    if (code == EXIT_DONE)
        code = channel_find(run, "--channel", name, &wish.channel);
    if (code == EXIT_DONE)
        code = secret_take(run);
    /* The secret must be valid even if this day does not need it. */
    if (code == EXIT_DONE && run->secret != NULL)
        code = report(
            "daily",
            loyd_channel_secret_check(&wish.channel, run->secret, &why), &why);
    if (code == EXIT_DONE)
        code = decide_and_show(&wish);
    return code == EXIT_DONE
               ? warn_of_end(run, wish.channel.name, &wish.today.date,
                             wish.is_decided)
               : code;
}

const struct command command_daily = {
    "daily", "[DATE]", "show the puzzle of the day",
    "The puzzle depends only on the channel and the date. In the channel "
    "daily, Mondays are easy, and Sundays have an unusual goal. DATE is "
    "YYYY-MM-DD, not before the first day of the channel (daily: "
    "2026-01-01); the default is today.\n"
    "\n"
    "With --db, all days up to DATE that are missing from the channel's "
    "ledger are appended to it, and the day is shown as recorded there. The "
    "head, the hash of the last row, covers the whole ledger.",
    ACTION(cmd_daily, MAKES_STORE,
           "date,day_no," FIELDS ",channel,tier,title,schedule_version,nonce,"
           "hash,head",
           NULL),
    option_table, 0, 1,
    .examples =
        "loyd daily\n"
        "loyd daily 2026-02-28 --json\n"
        "loyd daily --db puzzles.db --tz Europe/Berlin\n"
        "loyd daily --channel kids --db puzzles.db --secret kids.secret\n",
    .rules =
        "--tz excludes --today\n"
        "--animate needs --svg\n"};
