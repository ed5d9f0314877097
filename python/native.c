/* SPDX-License-Identifier: MIT */
/* What the Python module has in C: calls that it watches and cancels, and rows
 * of a catalogue as text. */
#include <loyd.h>
#include <stdio.h>

/* for cffi */
typedef struct py_call {
    int is_cancelled; /* set by Python: the call ends with LOYD_E_CANCELLED */
    int is_late;      /* set by Python: the call ends with what it has */
    uint64_t polls;   /* how often the two were looked at */
    uint64_t done;
    uint64_t total;
} py_call;

void py_watch(py_call *call, loyd_listener *listener);
void py_watch_solve(py_call *call, bool has_end, loyd_solve_options *options);
loyd_err py_rows(loyd_cursor *cursor, const uint8_t *head, char *out,
                 size_t size, size_t *len, bool *is_end, loyd_why *why);
/* for cffi */

/* The streams under the names that the static libraries have for them. */
#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN FILE *loyd_stdin;
HIDDEN FILE *loyd_stdout;
HIDDEN FILE *loyd_stderr;

__attribute__((constructor)) static void
take_streams(void)
{
    loyd_stdin = stdin;
    loyd_stdout = stdout;
    loyd_stderr = stderr;
}

/* Other threads read and write the members. */
#define GET(member) __atomic_load_n(&(member), __ATOMIC_RELAXED)
#define SET(member, value) __atomic_store_n(&(member), value, __ATOMIC_RELAXED)

static bool
go_on(void *context)
{
    py_call *call = context;

    __atomic_fetch_add(&call->polls, 1, __ATOMIC_RELAXED);
    return !GET(call->is_cancelled);
}

static bool
on_progress(void *context, const loyd_progress *progress)
{
    py_call *call = context;

    SET(call->done, progress->done);
    SET(call->total, progress->total);
    return go_on(call);
}

static bool
on_bound(void *context, const loyd_bound *bound)
{
    (void)bound;
    return go_on(context);
}

static bool
is_late(void *context)
{
    py_call *call = context;

    go_on(call);
    return GET(call->is_late) || GET(call->is_cancelled);
}

void
py_watch(py_call *call, loyd_listener *listener)
{
    listener->progress = on_progress;
    listener->go_on = go_on;
    listener->context = call;
}

void
py_watch_solve(py_call *call, bool has_end, loyd_solve_options *options)
{
    options->bound = on_bound;
    options->stop = has_end ? is_late : NULL;
    options->context = call;
}

/* No row is longer: two paths of 65535 moves, boards and recipe. */
#define ROW_BYTES 262144

static size_t
put_id(const char *name, const loyd_id *id, char *out)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    return (size_t)sprintf(out, "\"%s\":\"%s\",", name, text);
}

/* No name of a player has characters that JSON escapes. */
static loyd_err
put_played(const loyd_played *played, char *out, size_t *len, loyd_why *why)
{
    loyd_game game = {0};
    loyd_err err = loyd_played_game(played, &game, why);
    char *at = out;

    if (err != LOYD_OK)
        return err;
    *at++ = '{';
    at += put_id("game_id", &played->id, at);
    at += put_id("puzzle_id", &played->puzzle, at);
    at += sprintf(at,
                  "\"player\":\"%s\",\"status\":\"%s\",\"stm\":%u,"
                  "\"ms\":%llu,\"began\":%llu,",
                  played->player, played->is_solved ? "solved" : "unsolved",
                  (unsigned)played->stm, (unsigned long long)played->ms,
                  (unsigned long long)played->began);
    if (played->is_hinted)
        at += sprintf(at, "\"free_ms\":%llu,",
                      (unsigned long long)played->free_ms);
    at += sprintf(at, "\"record\":\"");
    at += loyd_game_print(&game, at, LOYD_GAME_CHARS_MAX + 1);
    at += sprintf(at, "\"}");
    loyd_game_free(&game);
    *len = (size_t)(at - out);
    return LOYD_OK;
}

static size_t
put_ability(const loyd_ability *ability, char *out)
{
    return (size_t)sprintf(
        out,
        "{\"player\":\"%s\",\"ability\":%llde-6,"
        "\"ability_error\":%llde-6,\"games\":%u}",
        ability->player, (long long)ability->ability,
        (long long)ability->error, (unsigned)ability->games);
}

/* `head` is that of the ledger, if the rows are days. */
static loyd_err
put_row(const loyd_row *row, const uint8_t *head, char *out, size_t *len,
        loyd_why *why)
{
    if (row->played != NULL)
        return put_played(row->played, out, len, why);
    if (row->ledger_row != NULL)
        *len = loyd_ledger_row_json(row->ledger_row, head, out, ROW_BYTES);
    else if (row->ability != NULL)
        *len = put_ability(row->ability, out);
    else
        *len = loyd_entry_json(row->entry, out, ROW_BYTES);
    return LOYD_OK;
}

loyd_err
py_rows(loyd_cursor *cursor, const uint8_t *head, char *out, size_t size,
        size_t *len, bool *is_end, loyd_why *why)
{
    loyd_err err = LOYD_OK;
    const loyd_row *row;
    size_t n;

    *len = 0;
    *is_end = false;
    if (size <= ROW_BYTES)
        return LOYD_E_RANGE;
    while (size - *len > ROW_BYTES) {
        if ((err = loyd_cursor_next(cursor, &row, why)) != LOYD_OK)
            break;
        if (row == NULL) {
            *is_end = true;
            break;
        }
        if ((err = put_row(row, head, out + *len, &n, why)) != LOYD_OK)
            break;
        *len += n;
        out[(*len)++] = ',';
    }
    return err;
}
