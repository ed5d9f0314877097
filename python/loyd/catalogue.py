"""Catalogues: the SQLite files of loyd.

Two copies of SQLite in one process that open one file lose each other's locks:
those of POSIX belong to the process, and closing the file releases all. The
module has a copy inside, and programs often use Python's sqlite3 on the same
file. Therefore no catalogue is ever opened in this process: a child,
_reader.py, runs the library and sends rows through a pipe. So filters, checks
and JSON are those of the command.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from typing import (TYPE_CHECKING, Any, Dict, Iterator, List, Optional,
                    Tuple, Union)

from loyd._call import Error
from loyd._native import lib

if TYPE_CHECKING:
    import pandas


@dataclasses.dataclass(frozen=True)
class Entry:
    """A puzzle of a catalogue: the fields of `loyd find --json`.

    What is absent there is None."""

    #: the id
    puzzle_id: str
    #: width and height, such as 4x4
    size: str
    #: the simplest name of the goal
    layout: str
    #: the goal
    goal: str
    #: the start
    board: str
    #: unrated, bounded, proven or claimed
    status: str
    #: of the puzzle's recipes, the first in byte order
    recipe: Optional[str] = None
    #: no solution is shorter, in moves
    lower: Optional[int] = None
    #: the length of the best known solution, in moves
    upper: Optional[int] = None
    #: the optimal length, if proven, in moves
    stm: Optional[int] = None
    #: a solution of length upper, the canonical one if proven
    path: Optional[str] = None
    #: of the length in its class, in percent
    percentile: Optional[float] = None
    #: the name of the band of the percentile
    band: Optional[str] = None
    #: the sample of the class; absent if all boards were counted
    percentile_sample: Optional[int] = None
    #: the optimal length that an import gave, with status claimed, in moves
    claimed: Optional[int] = None
    #: the search that found the lower end of an interval
    lower_search: Optional[Dict[str, Any]] = None
    #: the search that found the upper end of an interval
    upper_search: Optional[Dict[str, Any]] = None
    #: beyond 16 cells: the length that decides percentile and band; it never
    #: changes, in moves
    estimate: Optional[int] = None
    #: 1: percentile and band are those of estimates; otherwise absent
    estimated: Optional[int] = None
    #: what is known of the length in MTM; absent if nothing is known
    mtm_status: Optional[str] = None
    #: no solution is shorter in MTM, in slides
    mtm_lower: Optional[int] = None
    #: the length of the best known solution in MTM, in slides
    mtm_upper: Optional[int] = None
    #: the optimal length in MTM, if proven, in slides
    mtm: Optional[int] = None
    #: a solution of length mtm_upper, the canonical one if proven
    mtm_path: Optional[str] = None
    #: of the length in MTM in its class, in percent
    mtm_percentile: Optional[float] = None
    #: the name of the band of that percentile
    mtm_band: Optional[str] = None
    #: the sample of the class; absent if all boards were counted
    mtm_percentile_sample: Optional[int] = None
    #: the optimal length in MTM that an import gave, in slides
    mtm_claimed: Optional[int] = None
    #: the search that found the lower end in MTM
    mtm_lower_search: Optional[Dict[str, Any]] = None
    #: the search that found the upper end in MTM
    mtm_upper_search: Optional[Dict[str, Any]] = None
    #: the name of the puzzle
    name: Optional[str] = None
    #: the number of shortest solutions, at most 2^63-1
    solutions: Optional[int] = None
    #: the letters with which a shortest solution begins
    first_moves: Optional[str] = None
    #: the optimal length minus the Manhattan distance
    detour: Optional[int] = None
    #: the tiles that must leave their line
    linear_conflicts: Optional[int] = None
    #: the pairs of tiles in another order than in the goal
    inversions: Optional[int] = None
    #: the tiles in their goal cells
    tiles_home: Optional[int] = None
    #: the changes of direction in the canonical path
    turns: Optional[int] = None
    #: the boards on it with a single move that stays shortest
    forced: Optional[int] = None
    #: the length of the solution by rows
    row_moves: Optional[int] = None
    #: the time in which an average player solves it in the median, estimated
    #: from games, in seconds
    difficulty: Optional[float] = None
    #: the standard error of its natural logarithm
    difficulty_error: Optional[float] = None
    #: the games that were counted
    games: Optional[int] = None

    def _repr_svg_(self) -> str:
        from loyd.board import Board

        return Board(self.board).svg(self.name or self.puzzle_id)


#: A text, a number, a range (low, high) where None is no end, or a list.
Filter = Union[str, int, float, "tuple[Any, Any]", List[Any]]


def _written(value: Any) -> str:
    """A value of a filter, as options of the command have it."""
    if isinstance(value, list):
        return ",".join(_written(each) for each in value)
    if isinstance(value, tuple):
        low, high = ("" if end is None else str(end) for end in value)
        return f"{low}..{high}"
    return str(int(value)) if isinstance(value, bool) else str(value)


#: Finds the module as this process did.
_CHILD = ("import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
          "from loyd._reader import main; main()")


def _start(request: Dict[str, Any]) -> "subprocess.Popen[bytes]":
    """A child that answers a request; see _reader.py."""
    child = subprocess.Popen(
        [sys.executable, "-S", "-c", _CHILD, json.dumps(sys.path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    request["process"] = os.getpid()
    child.stdin.write(json.dumps(request).encode())
    child.stdin.close()
    return child


def _answers(child: "subprocess.Popen[bytes]") -> Iterator[Any]:
    """The answers of a child. Ends it, also if not all are wanted. After a
    fork only this process reads on: both would get parts."""
    assert child.stdout is not None
    process = os.getpid()
    try:
        while process == os.getpid():
            line = child.stdout.readline()
            answer = json.loads(line) if line else {
                "code": lib.LOYD_E_SYSTEM,
                "message": "the reader of the catalogue ended"}
            if isinstance(answer, dict) and "code" in answer:
                if answer["code"] == lib.LOYD_OK:
                    return
                raise Error(answer["code"], answer["message"])
            yield answer
        raise RuntimeError("a catalogue cannot be read on after a fork")
    finally:
        child.kill()  # only its parent can
        child.stdout.close()
        child.wait()


class Found:
    """The puzzles that a filter selects: an iterator of `Entry`."""

    def __init__(self, answers: Iterator[Any]) -> None:
        self._entries = self._read(answers)

    @staticmethod
    def _read(answers: Iterator[Any]) -> Iterator[Entry]:
        new = object.__new__
        for rows in answers:
            for row in rows:
                entry = new(Entry)
                entry.__dict__.update(row)
                yield entry

    def __iter__(self) -> Iterator[Entry]:
        return self._entries

    def __next__(self) -> Entry:
        return next(self._entries)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rest as a data frame with a column for each field."""
        import pandas

        return pandas.DataFrame(
            [vars(entry) for entry in self],
            columns=[field.name for field in dataclasses.fields(Entry)])


class Catalogue:
    """A catalogue file, which `loyd generate --db` and others write.

    Other processes and other copies of SQLite may write to it meanwhile."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = os.fspath(path)

    def generate(self, size: str, *, layout: str = "rows", seed: str = "",
                 count: int = 1, first: int = 0,
                 stm: Optional[Tuple[int, int]] = None, mtm: bool = False,
                 threads: int = 1) -> int:
        """Draws, solves and stores puzzles; returns how many are new.

        They are those of `loyd.generate`; mtm also finds their lengths in
        MTM. The file is created if it does not exist. Called again after an
        interrupt it continues."""
        return int(next(_answers(_start({
            "what": "generate", "path": self.path, "count": count,
            "first": first, "mtm": mtm, "threads": threads,
            "recipe": (size, layout, seed, stm)}))))

    def _request(self, what: str, filters: Dict[str, Any], **more: Any
                 ) -> "subprocess.Popen[bytes]":
        return _start({"what": what, "path": self.path, **more, "filters": {
            name: _written(value) for name, value in filters.items()
            if value is not None}})

    def find(self, **filters: Filter) -> Found:
        """The puzzles that match all filters, as those of `loyd find`:

        size="4x4", layout="snake", band=["hard", "expert"], stm=(40, 45),
        percentile=(90, None), status="proven", seed="monday",
        order="-stm", pick="seed", use="unused", offset=10, limit=30.

        The rows are one state of the file. A wrong filter and a damaged
        catalogue are errors of the first row that is read."""
        return Found(_answers(self._request("find", filters)))

    def count(self, **filters: Filter) -> int:
        """How many puzzles match."""
        return int(next(_answers(self._request("count", filters))))

    def export(self, folder: Union[str, "os.PathLike[str]"], *,
               name: Optional[str] = None, licence: Optional[str] = None,
               shuffle: Optional[str] = None, date: Optional[str] = None,
               mtm: bool = False, **filters: Filter) -> int:
        """Writes the puzzles that match into a new pack; returns how many.

        The files are JSON Lines, CSV, JSON and a database (docs/packs.md).
        With a date, "YYYY-MM-DD", the puzzles are marked as used."""
        return int(next(_answers(self._request(
            "export", filters, dir=os.fspath(folder), name=name,
            licence=licence, shuffle=shuffle, date=date, mtm=mtm))))
