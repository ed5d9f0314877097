/* SPDX-License-Identifier: MIT */
/* `loyd used`: lists where puzzles are used, marks and unmarks them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/days.h"
#include "cli/id_list.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "core/date.h"

static struct {
    const char *note;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"pack", "PACK",
     "mark: the folder of a volume whose puzzles are marked. list: only uses "
     "in the pack of this name. unmark: the pack whose newest volume is "
     "undone",
     SHARED(used.pack)},
    {"note", "TEXT", "what the marked puzzles were used for, up to 100 bytes",
     OWN(note)},
    OPTION_TODAY, OPTIONS_OF_ROWS};

/* --- list --- */

static int
print_usage(void *context, const loyd_row *list)
{
    const loyd_usage *usage = list->usage;
    /* Name, version, and what the use belongs to, which text has as three
     * columns; then the kind itself, of loyd_usage_kind. */
    static const char *const names[][4] = {
        [LOYD_USAGE_PACK] = {"pack", "volume", "number", "pack"},
        [LOYD_USAGE_DAY] = {"channel", "schedule_version", "tier", "day"},
        [LOYD_USAGE_HAND] = {"note", "volume", "tier", "hand"}};
    struct jw *row = row_begin();
    const char *const *name =
        names[row_is_text(row) ? LOYD_USAGE_PACK : usage->kind];

    (void)context;
    json_put_id(row, "puzzle_id", &usage->id);
    jw_string(row, "kind", names[usage->kind][3]);
    date_json(row, "date", &usage->date);
    jw_word(row, name[0], usage->name);
    if (usage->version > 0)
        jw_uint(row, name[1], usage->version);
    if (usage->kind == LOYD_USAGE_PACK)
        jw_uint(row, name[2], usage->number);
    else
        jw_word(row, name[2], usage->tier);
    if (usage->withdrawn > 0)
        jw_uint(row, "withdrawn", usage->withdrawn);
    row_end(row);
    return EXIT_DONE;
}

/* Reads the ids of the operands. */
static int
read_ids(const struct run *run, struct id_list *ids)
{
    return run->n_operands > 1
               ? id_list_read(run->operands + 1, run->n_operands - 1, ids)
               : EXIT_DONE;
}

static int
list(struct run *run)
{
    struct id_list ids = {.ids = NULL};
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err;
    int code = read_ids(run, &ids);

    if (code == EXIT_DONE) {
        err = loyd_store_usages(run->store, ids.ids, ids.n,
                                run->args.used.pack, &cursor, &why);
        code = err == LOYD_E_NOT_FOUND
                   ? deny(run->db, "%s", why.text)
                   : cursor_each(run, err, cursor, &why, print_usage, NULL);
    }
    id_list_free(&ids);
    return code;
}

/* --- mark and unmark --- */

/* How many puzzles were changed, and how many need not be. */
struct changes {
    uint64_t n;
    uint64_t n_already;
};

/* Returns an exit code, after a message. */
static int
change_puzzles(struct run *run, const struct id_list *ids,
               const loyd_date *date, bool is_mark, struct changes *made)
{
    loyd_progress now = {.what = "marking", .total = ids->n};
    loyd_why why = {""};

    for (now.done = 0; now.done < ids->n; now.done++) {
        bool is_changed = false;
        loyd_err err;

        if (now.done % 256 == 0 && !progress_show(NULL, &now))
            return report_job(run, LOYD_E_CANCELLED, &why);
        err = is_mark
                  ? loyd_store_mark(run->store, &ids->ids[now.done], date,
                                    opt.note, &is_changed, &why)
                  : loyd_store_unmark(run->store, &ids->ids[now.done],
                                      &is_changed, &why);
        made->n += is_changed;
        made->n_already += !is_changed;
        if (err == LOYD_E_NOT_FOUND || err == LOYD_E_USED)
            return deny(run->db, "%s", why.text);
        if (err == LOYD_E_RANGE || err == LOYD_E_ENCODING)
            return report_option("--note", err, &why);
        if (err != LOYD_OK)
            return report_job(run, err, &why);
    }
    return EXIT_DONE;
}

static int
mark_volume(struct run *run, const loyd_date *date, struct changes *made)
{
    const char *dir = run->args.used.pack;
    loyd_mark_result result;
    loyd_why why = {""};
    loyd_err err = loyd_store_mark_volume(run->store, dir, date,
                                          &progress_shown, &result, &why);

    if (err == LOYD_E_RANGE || err == LOYD_E_USED)
        return deny(dir, "%s", why.text);
    if (err != LOYD_OK && err != LOYD_E_BUSY && err != LOYD_E_FULL)
        return report(dir, err, &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    *made = (struct changes){result.marked, result.already};
    return EXIT_DONE;
}

static int
unmark_volume(struct run *run, struct changes *made)
{
    uint32_t volume;
    loyd_why why = {""};
    loyd_err err = loyd_store_unmark_volume(run->store, run->args.used.pack,
                                            &made->n, &volume, &why);

    if (err == LOYD_OK)
        note(run->db, "volume %" PRIu32 " of pack %s is undone", volume,
             run->args.used.pack);
    return err == LOYD_E_NOT_FOUND ? deny(run->db, "%s", why.text)
                                   : report_job(run, err, &why);
}

/* Changes everything in one transaction, or nothing; without a date, removes
 * marks. */
static int
change(struct run *run, const loyd_date *date)
{
    struct id_list ids = {.ids = NULL};
    struct changes made = {0};
    bool is_mark = date != NULL;
    loyd_why why = {""};
    int code = read_ids(run, &ids);

    if (code == EXIT_DONE)
        code = report_job(run, loyd_store_begin(run->store, &why), &why);
    if (code == EXIT_DONE && run->args.used.pack == NULL)
        code = change_puzzles(run, &ids, date, is_mark, &made);
    else if (code == EXIT_DONE)
        code = is_mark ? mark_volume(run, date, &made)
                       : unmark_volume(run, &made);
    if (code == EXIT_DONE)
        code = report_job(run, loyd_store_commit(run->store, &why), &why);
    loyd_store_rollback(run->store);
    id_list_free(&ids);
    if (code != EXIT_DONE)
        return code;
    out_stored(run->db);
    if (is_mark)
        SUMS(SUM("!marked=$ puzzle* marked", made.n),
             SUM("already=$ marked before", made.n_already));
    else
        SUMS(SUM("!unmarked=$ puzzle* unmarked", made.n),
             SUM("already=$ without a mark", made.n_already));
    return EXIT_DONE;
}

static int
mark(struct run *run)
{
    struct today today;
    int code = today_find(run, &today);

    return code == EXIT_DONE ? change(run, &today.date) : code;
}

static int
unmark(struct run *run)
{
    return change(run, NULL);
}

/* --- the command --- */

static const struct action actions[] = {
    {"list", list, NEEDS_STORE,
     "puzzle_id,kind,date,pack,volume,number,withdrawn,channel,"
     "schedule_version,tier,note",
     "puzzle_id,kind,date,pack,volume,number,withdrawn"},
    {"mark", mark, WRITES_STORE, NULL, NULL},
    {"unmark", unmark, WRITES_STORE, NULL, NULL},
    {.name = NULL},
};

const struct command command_used = {
    "used", "ACTION [ID ...|-]",
    "list where puzzles are used, mark or unmark them",
    "A puzzle is used if a pack contains it, if it is a day of a channel, or "
    "if it was marked manually. `loyd find` and `loyd export` have --used "
    "yes and --used no to select these puzzles or all others. With - ids are "
    "read from stdin, one per line; empty lines, lines that begin with # and "
    "everything after a tab are ignored.\n"
    "\n"
    "list [ID ...]: prints one line per use, with seven fields separated by "
    "tabs: the id; pack, day or hand; the date; the name of the pack or "
    "channel, or the note; the volume, or the version of the schedule; the "
    "number in the pack, or the tier; the volume that withdraws it. A field "
    "without a value is -. Uses are in order of id; without ids, all are "
    "printed.\n"
    "\n"
    "mark ID ...: marks puzzles manually. With --pack: marks the puzzles of "
    "the volume in a folder, in a catalogue that lacks these marks.\n"
    "\n"
    "unmark ID ...: removes the manual marks of these puzzles. With --pack: "
    "undoes the newest volume of a pack, such as one that was never given "
    "out.\n"
    "\n"
    "If one id or puzzle is refused, nothing is changed.",
    actions, option_table, 1, -1,
    .examples =
        "loyd used list --db puzzles.db\n"
        "loyd used mark gy4fqfbb3cyf8wmb --db puzzles.db --note 'my book'\n"
        "loyd used mark --pack spirals-1 --db puzzles.db\n"
        "loyd find --size 3x3 --db puzzles.db | loyd used mark - --db "
        "puzzles.db\n"
        "loyd used unmark --pack spirals --db puzzles.db\n",
    .rules =
        "--note,--today needs mark\n"
        "--csv,--columns needs list\n"
        "--note excludes --pack\n"
        "mark+ID,unmark+ID excludes --pack\n"
        "mark,unmark needs ID|--pack=PACK\n",
    .required = "--db FILE"};
