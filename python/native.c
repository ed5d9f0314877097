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

/* `head` is that of the ledger, if the rows are days. */
static loyd_err
put_row(const loyd_row *row, const uint8_t *head, char *out, size_t *len,
        loyd_why *why)
{
    if (row->played != NULL)
        return loyd_played_json(row->played, out, ROW_BYTES, len, why);
    if (row->ledger_row != NULL)
        *len = loyd_ledger_row_json(row->ledger_row, head, out, ROW_BYTES);
    else if (row->ability != NULL)
        *len = loyd_ability_json(row->ability, out, ROW_BYTES);
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
