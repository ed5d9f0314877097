"""The process that opens a catalogue, for catalogue.py.

Reads a request, a JSON object, from stdin. Writes answers to stdout, each a
line of JSON, and last {"code": CODE, "message": TEXT}.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import sys
from typing import Any, Callable, Dict, Iterator

from loyd._call import Error, c_text, check, text
from loyd._native import ffi, lib
from loyd.generating import (_date, _day, _generator, _recipe,
                             _year_month_day)
from loyd.solving import Solver

ROOM = 1 << 20
F_SETPIPE_SZ = 1031  # fcntl has it from Python 3.10 on


def rows(cursor: Any, why: Any, head: Any = ffi.NULL) -> Iterator[bytes]:
    """The rows of a list, many in each answer; closes it."""
    out, n = ffi.new("char[]", ROOM), ffi.new("size_t *")
    is_end = ffi.new("bool *")
    try:
        while not is_end[0]:
            err = lib.py_rows(cursor[0], head, out, ROOM, n, is_end, why)
            if n[0]:
                yield b"[" + bytes(ffi.buffer(out, n[0] - 1)) + b"]"
            check(err, why)
    finally:
        lib.loyd_cursor_close(cursor)


def count(store: Any, chosen: Any, request: Dict[str, Any], why: Any
          ) -> Iterator[bytes]:
    n = ffi.new("uint64_t *")
    check(lib.loyd_store_count(store, chosen, n, why), why)
    yield str(n[0]).encode()


def find(store: Any, chosen: Any, request: Dict[str, Any], why: Any
         ) -> Iterator[bytes]:
    cursor = ffi.new("loyd_cursor **")
    check(lib.loyd_store_find(store, chosen, cursor, why), why)
    yield from rows(cursor, why)


def value(cell: Any) -> Any:
    """A value of a row, as JSON has it."""
    if not cell.text:
        return None
    kinds = {lib.LOYD_FIELD_WHOLE: int, lib.LOYD_FIELD_REAL: float,
             lib.LOYD_FIELD_TRUTH: int}
    return kinds.get(cell.kind, str)(text(cell.text))


def stats(store: Any, chosen: Any, request: Dict[str, Any], why: Any
          ) -> Iterator[bytes]:
    cursor, row = ffi.new("loyd_cursor **"), ffi.new("const loyd_row **")
    by, of = (c_text(request[name]) if request[name] else ffi.NULL
              for name in ("by", "of"))
    check(lib.loyd_store_stats(store, chosen, by, of, cursor, why), why)
    try:
        while True:
            check(lib.loyd_cursor_next(cursor[0], row, why), why)
            if not row[0]:
                return
            cells = row[0].cells
            yield json.dumps({text(cell.name): value(cell) for cell in
                              cells.cell[0:cells.n]}).encode()
    finally:
        lib.loyd_cursor_close(cursor)


def export(store: Any, chosen: Any, request: Dict[str, Any], why: Any
           ) -> Iterator[bytes]:
    texts = {key: c_text(request[key])
             for key in ("dir", "pack", "title", "licence")
             if request[key] is not None}
    date = _date(request["date"]) if request["date"] else ffi.NULL
    options = ffi.new("loyd_export_options *", {
        "volume": request["volume"], "count": request["count"],
        "formats": lib.LOYD_EXPORT_ALL, "date": date, **texts})
    result = ffi.new("loyd_export_result *")
    check(lib.loyd_export(store, chosen, options, ffi.NULL, result, why), why)
    yield str(result.puzzles).encode()


def with_solver(request: Dict[str, Any], work: Callable[[Any, Any], int]
                ) -> None:
    """Runs err = work(solver, why), while the program runs."""
    Solver(request["threads"]).run(
        work, lambda done, total: os.getppid() == request["process"])


def generate(store: Any, chosen: Any, request: Dict[str, Any], why: Any
             ) -> Iterator[bytes]:
    recipe = _recipe(*request["recipe"])
    generator, result = _generator(recipe), ffi.new("loyd_job_result *")
    with_solver(request, lambda made, why: int(lib.loyd_catalogue_generate(
        store, made, generator[0], request["first"], request["count"], 0,
        lib.LOYD_EFFORT_NONE, int(request["mtm"]), ffi.NULL, result, why)))
    yield str(result.new_puzzles).encode()


def secret_of(request: Dict[str, Any]) -> Any:
    """The bytes of the secret, or NULL."""
    return (ffi.NULL if request["secret"] is None else
            ffi.new("uint8_t[]", bytes.fromhex(request["secret"])))


def days(store: Any, chosen: Any, request: Dict[str, Any], why: Any
         ) -> Iterator[bytes]:
    channel, cursor = ffi.new("loyd_channel *"), ffi.new("loyd_cursor **")
    name = c_text(request["channel"])
    check(lib.loyd_channel_get(store, name, channel, why), why)
    first, last = request["first"], request["last"]
    check(lib.loyd_ledger_rows(
        store, name, _date(first) if first else ffi.NULL,
        # No day after the head that was read.
        _date(last) if last else ffi.addressof(channel, "last"), cursor, why),
        why)
    yield from rows(cursor, why, channel.head)


def daily(store: Any, chosen: Any, request: Dict[str, Any], why: Any
          ) -> Iterator[bytes]:
    day, channel = _day(store, request["channel"], request["last"])
    is_decided = channel.rows > 0 and (
        _year_month_day(day.date) <= _year_month_day(channel.last))
    secret = secret_of(request)
    if secret or not is_decided:
        check(lib.loyd_channel_secret_check(channel, secret, why), why)
    if not is_decided:
        with_solver(request, lambda made, why: int(lib.loyd_ledger_extend(
            store, made, channel.name, secret, ffi.addressof(day, "date"),
            ffi.NULL, ffi.NULL, why)))
    yield from days(store, chosen, request, why)


def on_bad(context: Any, bad: Any) -> bool:
    ffi.from_handle(context).append((bad.line, text(bad.what)))
    return True


ffi.def_extern(name="py_bad")(on_bad)


def add_games(store: Any, chosen: Any, request: Dict[str, Any], why: Any
              ) -> Iterator[bytes]:
    refused: Any = []
    handle, secret = ffi.new_handle(refused), secret_of(request)
    result = ffi.new("loyd_games_result *")
    check(lib.loyd_games_import(
        store, b"-", ffi.new("loyd_games_options *", {
            "secret": secret, "input": request["input"]}),
        ffi.new("loyd_listener *", {"bad": lib.py_bad, "context": handle}),
        result, why), why)
    yield json.dumps([result.games, result.duplicates, refused]).encode()


def games(store: Any, chosen: Any, request: Dict[str, Any], why: Any
          ) -> Iterator[bytes]:
    cursor = ffi.new("loyd_cursor **")
    player, puzzle = ffi.NULL, ffi.NULL
    if request["player"] is not None:
        player = c_text(request["player"])
    if request["puzzle"] is not None:
        puzzle, last = ffi.new("loyd_id *"), ffi.new("loyd_id *")
        written = request["puzzle"].encode()
        check(lib.loyd_id_parse(written, len(written), puzzle, last, why), why)
        if len(written) != lib.LOYD_ID_CHARS:
            raise ValueError(f"'{request['puzzle']}' is no whole id")
    check(lib.loyd_store_games(store, player, puzzle, cursor, why), why)
    yield from rows(cursor, why)


def rate_games(store: Any, chosen: Any, request: Dict[str, Any], why: Any
               ) -> Iterator[bytes]:
    result = ffi.new("loyd_observed_result *")
    check(lib.loyd_games_rate(store, ffi.NULL, result, why), why)
    found = [getattr(result, name)
             for name, _ in ffi.typeof("loyd_observed_result").fields]
    if result.puzzles == 0:  # the means of nothing
        found = [None if isinstance(n, float) else n for n in found]
    yield json.dumps(found).encode()


def players(store: Any, chosen: Any, request: Dict[str, Any], why: Any
            ) -> Iterator[bytes]:
    cursor = ffi.new("loyd_cursor **")
    check(lib.loyd_store_abilities(store, cursor, why), why)
    yield from rows(cursor, why)


#: What a request may ask for, and how the file is opened for it.
JOBS = {
    "count": (count, lib.LOYD_STORE_READ),
    "find": (find, lib.LOYD_STORE_READ),
    "stats": (stats, lib.LOYD_STORE_READ),
    "export": (export, lib.LOYD_STORE_READ),
    "export volume": (export, lib.LOYD_STORE_WRITE),
    "generate": (generate, lib.LOYD_STORE_CREATE),
    "days": (days, lib.LOYD_STORE_READ),
    "daily": (daily, lib.LOYD_STORE_CREATE),
    "add games": (add_games, lib.LOYD_STORE_WRITE),
    "games": (games, lib.LOYD_STORE_READ),
    "rate games": (rate_games, lib.LOYD_STORE_WRITE),
    "players": (players, lib.LOYD_STORE_READ),
}


def ids(request: Dict[str, Any], name: str, why: Any) -> Any:
    """A list of whole ids as C has it."""
    texts = request.get(name, [])
    listed, last = ffi.new("loyd_id[]", len(texts)), ffi.new("loyd_id *")
    for i, each in enumerate(texts):
        written = each.encode()
        check(lib.loyd_id_parse(written, len(written),
                                ffi.addressof(listed, i), last, why), why)
        if len(written) != lib.LOYD_ID_CHARS:
            raise ValueError(f"'{each}' is no whole id")
    return listed


def answers(request: Dict[str, Any]) -> Iterator[bytes]:
    why, store = ffi.new("loyd_why *"), ffi.new("loyd_store **")
    job, mode = JOBS[request["what"]]
    try:
        check(lib.loyd_store_open(c_text(request["path"]), mode, ffi.NULL,
                                  store, why), why)
    except Error as error:
        raise Error(error.code, f"{request['path']}: {error.message}")
    try:
        builder = ffi.new("loyd_filter_builder **")
        for name, value in request.get("filters", {}).items():
            written = value.encode()
            check(lib.loyd_filter_builder_add(builder, name.encode(), written,
                                              len(written), why), why)
        chosen = ffi.new("loyd_filter *")
        if builder[0]:
            chosen[0] = builder[0].filter
        listed, excluded = ids(request, "ids", why), ids(request, "not_in",
                                                         why)
        if "ids" in request:
            chosen.has_ids = True
            chosen.ids, chosen.n_ids = listed, len(listed)
        chosen.excluded, chosen.n_excluded = excluded, len(excluded)
        yield from job(store[0], chosen, request, why)
    finally:
        lib.loyd_store_close(store)


def main() -> None:
    # The parent ends this process; Ctrl-C in a terminal reaches both.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    request = json.load(sys.stdin)
    end = {"code": 0, "message": ""}
    out = sys.stdout.buffer
    # Room for an answer: otherwise it waits for the parent at every 64 KB.
    with contextlib.suppress(OSError):
        fcntl.fcntl(out, F_SETPIPE_SZ, ROOM)
    try:
        for answer in answers(request):
            out.write(answer + b"\n")
            out.flush()
    # What C cannot have: a text with a NUL, a number that is too large.
    except (ValueError, TypeError, OverflowError) as error:
        end = {"code": lib.LOYD_E_SYNTAX, "message": str(error)}
    except Error as error:
        end = {"code": int(error.code), "message": error.message}
    out.write(json.dumps(end).encode() + b"\n")
    out.flush()
