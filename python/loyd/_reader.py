"""The process that opens a catalogue, for catalogue.py.

Reads a request, a JSON object, from stdin. Writes answers to stdout, each a
line of JSON, and last {"code": CODE, "message": TEXT}.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any, Dict, Iterator

from loyd._call import Error, c_text, check
from loyd._native import ffi, lib
from loyd.generating import _generator, _recipe
from loyd.solving import Solver

ROOM = 1 << 20


def count(store: Any, chosen: Any, request: Dict[str, Any], why: Any
          ) -> Iterator[bytes]:
    n = ffi.new("uint64_t *")
    check(lib.loyd_store_count(store, chosen, n, why), why)
    yield str(n[0]).encode()


def find(store: Any, chosen: Any, request: Dict[str, Any], why: Any
         ) -> Iterator[bytes]:
    cursor, out = ffi.new("loyd_cursor **"), ffi.new("char[]", ROOM)
    n, is_end = ffi.new("size_t *"), ffi.new("bool *")
    check(lib.loyd_store_find(store, chosen, cursor, why), why)
    try:
        while not is_end[0]:
            err = lib.py_entries(cursor[0], out, ROOM, n, is_end, why)
            if n[0]:
                yield b"[" + bytes(ffi.buffer(out, n[0] - 1)) + b"]"
            check(err, why)
    finally:
        lib.loyd_cursor_close(cursor)


def export(store: Any, chosen: Any, request: Dict[str, Any], why: Any
           ) -> Iterator[bytes]:
    texts = {key: c_text(request[key])
             for key in ("dir", "name", "licence", "shuffle", "date")
             if request[key] is not None}
    options = ffi.new("loyd_export_options *", {
        "metric": int(request["mtm"]),
        "formats": lib.LOYD_EXPORT_ALL & ~lib.LOYD_EXPORT_SGT, **texts})
    result = ffi.new("loyd_export_result *")
    check(lib.loyd_export(store, chosen, options, ffi.NULL, result, why), why)
    yield str(result.puzzles).encode()


def generate(store: Any, chosen: Any, request: Dict[str, Any], why: Any
             ) -> Iterator[bytes]:
    recipe = _recipe(*request["recipe"])
    generator, solver = _generator(recipe), Solver(request["threads"])
    result = ffi.new("loyd_job_result *")
    solver.run(
        lambda made, why: int(lib.loyd_catalogue_generate(
            store, made, generator[0], request["first"], request["count"], 0,
            lib.LOYD_EFFORT_NONE, int(request["mtm"]), ffi.NULL, result, why)),
        lambda done, total: os.getppid() == request["process"])
    yield str(result.new_puzzles).encode()


JOBS = {job.__name__: job for job in (count, find, export, generate)}


def answers(request: Dict[str, Any]) -> Iterator[bytes]:
    why = ffi.new("loyd_why *")
    mode = (lib.LOYD_STORE_CREATE if request["what"] == "generate" else
            lib.LOYD_STORE_WRITE if request.get("date") else
            lib.LOYD_STORE_READ)
    store = ffi.new("loyd_store **")
    check(lib.loyd_store_open(c_text(request["path"]), mode, ffi.NULL,
                              store, why), why)
    builder = ffi.new("loyd_filter_builder **")
    for name, value in request.get("filters", {}).items():
        text = value.encode()
        check(lib.loyd_filter_builder_add(builder, name.encode(), text,
                                          len(text), why), why)
    chosen = (ffi.addressof(builder[0], "filter") if builder[0] else
              ffi.new("loyd_filter *"))
    yield from JOBS[request["what"]](store[0], chosen, request, why)
    lib.loyd_store_close(store)


def main() -> None:
    # The parent ends this process; Ctrl-C in a terminal reaches both.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    request = json.load(sys.stdin)
    end = {"code": 0, "message": ""}
    out = sys.stdout.buffer
    try:
        for answer in answers(request):
            out.write(answer + b"\n")
            out.flush()
    except ValueError as error:  # a text that C cannot have
        end = {"code": lib.LOYD_E_SYNTAX, "message": str(error)}
    except Error as error:
        end = {"code": int(error.code), "message": error.message}
    out.write(json.dumps(end).encode() + b"\n")
    out.flush()
