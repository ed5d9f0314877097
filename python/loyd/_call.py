"""Calls of the library: errors, texts, and long calls with Ctrl-C."""

from __future__ import annotations

import enum
import os
import threading
import time
from typing import Any, Callable, List, Optional, TypeVar, Union

from loyd._native import ffi, lib

T = TypeVar("T")
Progress = Callable[[int, int], Any]

#: Seconds between two looks at signals and progress.
INTERVAL = 0.05


class Code(enum.IntEnum):
    """The codes of include/loyd/error.h, whose numbers never change."""

    SIZE = 1
    SHAPE = 2
    LABEL = 3
    LABELS = 4
    SYNTAX = 5
    RANGE = 6
    ENCODING = 7
    MOVE = 8
    UNSOLVABLE = 9
    EXHAUSTED = 10
    UNSUPPORTED = 11
    CANCELLED = 12
    NOMEM = 13
    SYSTEM = 14
    IO = 15
    FULL = 16
    DB = 17
    BUSY = 18
    FOREIGN = 19
    NEWER = 20
    CORRUPT = 21
    NOT_FOUND = 22
    DATE = 23
    SECRET = 24
    USED = 25
    EMPTY = 26


class Error(Exception):
    """An error of the library: its message, and its code.

    >>> import loyd
    >>> try:
    ...     loyd.Board("1 1/2 0")
    ... except loyd.Error as error:
    ...     print(error.code.name, error)
    LABEL tile 1 appears twice
    """

    def __init__(self, code: int, message: str = "") -> None:
        self.code = Code(code)
        self.message = message or text(lib.loyd_strerror(code))
        super().__init__(self.code, self.message)

    def __str__(self) -> str:
        return self.message


def text(chars: Any) -> str:
    """The text of a C string."""
    return str(ffi.string(chars).decode("utf-8", "replace"))


def c_text(value: Union[str, bytes, "os.PathLike[str]"]) -> Any:
    """A C string of a path, or of the bytes of a text."""
    written = os.fsencode(value)
    if b"\0" in written:
        raise ValueError("a text for C has a NUL")
    return ffi.new("char[]", written)


def check(err: int, why: Any = None) -> None:
    """Raises the error of a call."""
    if err == lib.LOYD_E_NOMEM:
        raise MemoryError(text(lib.loyd_strerror(err)))
    if err != lib.LOYD_OK:
        raise Error(err, text(why.text) if why is not None else "")


def printed(write: Callable[[Any, int], int]) -> str:
    """The text that a function writes as loyd_moves_print does."""
    size = write(ffi.NULL, 0) + 1
    out = ffi.new("char[]", size)
    write(out, size)
    return text(out)


def _wait(thread: threading.Thread, has_ended: threading.Event) -> None:
    """Waits for a cancelled call, which uses the solver until it returns, also
    if Ctrl-C comes again. An interrupt may have come before it began."""
    while not has_ended.is_set():
        try:
            if not has_ended.wait(INTERVAL) and thread.ident is None:
                return
        except KeyboardInterrupt:
            pass


def watched(call: Any, work: Callable[[], T],
            progress: Optional[Progress] = None,
            seconds: Optional[float] = None) -> T:
    """Runs work() in a thread, so that Ctrl-C reaches this one.

    An exception here, also one of progress(done, total), cancels the call and
    is raised when the call has returned. False from progress() cancels it too.
    After `seconds` the call ends with what it has."""
    results: List[T] = []
    errors: List[BaseException] = []
    has_ended = threading.Event()

    def body() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            has_ended.set()

    end = None if seconds is None else time.monotonic() + seconds
    thread = threading.Thread(target=body, name="loyd")
    try:
        thread.start()
        while not has_ended.wait(INTERVAL):
            if end is not None and time.monotonic() >= end:
                call.is_late = 1
            if progress is not None and \
                    progress(call.done, call.total) is False:
                call.is_cancelled = 1
        thread.join()
    except BaseException:
        call.is_cancelled = 1
        _wait(thread, has_ended)
        raise
    if errors:
        raise errors[0]
    return results[0]
