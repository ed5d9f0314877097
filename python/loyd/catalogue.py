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
import datetime
import functools
import json
import os
import subprocess
import sys
from operator import index
from typing import (TYPE_CHECKING, Any, Callable, Dict, Generic, Iterable,
                    Iterator, List, Optional, Sequence, Set, Tuple, Type, TypeVar, Union)

from loyd._call import Error, text
from loyd._native import ffi, lib
from loyd.board import Puzzle
from loyd.games import Game
from loyd.generating import Date, _date, _date_text, _day, _places, _year_month_day

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
    #: unrated, bounded or proven
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

    @property
    def puzzle(self) -> Puzzle:
        """Both boards, such as for `loyd.solve`."""
        return Puzzle(self.board, self.goal, self.recipe)

    def _repr_svg_(self) -> str:
        return self.puzzle.start.svg(self.name or self.puzzle_id)


@dataclasses.dataclass(frozen=True)
class _Dated:
    """What each puzzle of a ledger has; first, as it is never None."""

    #: YYYY-MM-DD
    date: str
    #: 1 on the first day of the channel
    day_no: int
    #: the name of the channel
    channel: str
    #: the version of its schedule
    schedule_version: int
    #: of this row and all before it, 64 hex digits
    hash: str
    #: the hash of the last row of the ledger
    head: str


@dataclasses.dataclass(frozen=True)
class Day(Entry, _Dated):
    """A puzzle of a channel's ledger: the fields of `loyd daily --json`.

    What is absent there is None, also of the fields of `Entry`."""

    #: the name of the tier, if the channel has several puzzles a day
    tier: Optional[str] = None
    #: shown to players
    title: Optional[str] = None
    #: of a channel with a secret: what it makes of the day, 64 hex digits
    nonce: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Played:
    """A game of a catalogue: the fields of `loyd play list --json`."""

    #: the id, a hash of player and record
    game_id: str
    #: the id of the puzzle
    puzzle_id: str
    #: an id that says nothing about a person
    player: str
    #: solved or unsolved
    status: str
    #: the tiles moved
    stm: int
    #: the time, in milliseconds
    ms: int
    #: milliseconds since 1970-01-01 in UTC
    began: int
    #: loydgame1..., for `loyd.game`
    record: str
    #: the time up to the first hint, in milliseconds; None: without a hint
    free_ms: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Ability:
    """How fast a player is: the fields of `loyd play players --json`."""

    #: an id that says nothing about a person
    player: str
    #: by how much the natural logarithms of times are below those of an
    #: average player
    ability: float
    #: its standard error
    ability_error: float
    #: the games that were counted
    games: int


@dataclasses.dataclass(frozen=True)
class Added:
    """What `Catalogue.add_games` did."""

    games: int  #: stored
    duplicates: int  #: were stored before
    refused: Dict[int, str]  #: places of records, from 0, and reasons


@dataclasses.dataclass(frozen=True)
class Observed:
    """What `Catalogue.rate_games` found: the fields of `play rate --json`.

    What is absent there, if no game is solved, is None."""

    games: int  #: counted: those that took 0 ms are not
    puzzles: int  #: have a difficulty now
    players: int  #: have an ability now
    mean: Optional[float]  #: of the difficulties, in seconds
    #: standard deviation of their natural logarithms,
    puzzle_sd: Optional[float]
    #: of abilities,
    player_sd: Optional[float]
    #: and of the logarithms of times around their median
    game_sd: Optional[float]
    #: False: it takes more games to tell puzzles or players apart
    has_converged: bool


#: A text, a number, a range (low, high) where None is no end, a list or a set.
Filter = Union[str, int, float, "tuple[Any, Any]", List[Any], Set[Any]]


def _written(value: Any) -> str:
    """A value of a filter, as options of the command have it."""
    if isinstance(value, (list, set)):
        return ",".join(_written(each) for each in value)
    if isinstance(value, tuple) and len(value) != 2:
        raise ValueError(f"a range is (low, high), not {value!r}")
    if isinstance(value, tuple):
        low, high = ("" if end is None else str(end) for end in value)
        return f"{low}..{high}"
    return str(int(value)) if isinstance(value, bool) else str(value)


#: What a query has besides columns.
_MEMBERS = ("where", "order", "limit", "offset", "after", "pick", "distinct")


@functools.lru_cache(None)
def _columns() -> List[str]:
    """The columns of puzzles, from the library's table."""
    field = ffi.new("loyd_field *")
    names: List[str] = []
    while lib.loyd_field_get(len(names), field):
        names.append(text(field.name))
    return names


def _checked(filters: Dict[str, Any], more: Sequence[str] = _MEMBERS
             ) -> Dict[str, str]:
    """The filters as texts; a TypeError names one that does not exist."""
    for name in filters:
        if name not in more and name not in _columns():
            raise TypeError(f"'{name}' is not a column of puzzles: "
                            "see loyd help find --all")
    return {name: _written(value) for name, value in filters.items()
            if value is not None}


#: What the child runs. It is isolated: no folder of the user's and no variable
#: adds modules. The two that are not Python's own are loaded from their files.
_CHILD = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
for name, path in zip(("_cffi_backend", "loyd"), sys.argv[1:]):
    spec = spec_from_file_location(name, path)
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
from loyd._reader import main
main()
"""

#: Where this process found them.
_FILES = [os.path.abspath(str(sys.modules[name].__file__))
          for name in ("_cffi_backend", "loyd")]


def _command() -> List[str]:
    """The child, which decodes names of files and writes bytecode as this
    process does."""
    return [sys.executable, "-I", "-S", *(["-B"] if sys.dont_write_bytecode
                                          else []),
            "-X", f"utf8={sys.flags.utf8_mode}", "-c", _CHILD, *_FILES]


def _start(request: Dict[str, Any], *files: int) -> "subprocess.Popen[bytes]":
    """A child that answers a request; see _reader.py. It has these files."""
    # Whole numbers of NumPy are such too.
    written = json.dumps({**request, "process": os.getpid()},
                         default=index).encode()
    child = subprocess.Popen(
        _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        pass_fds=files)
    assert child.stdin is not None
    child.stdin.write(written)
    child.stdin.close()
    return child


def _answers(request: Dict[str, Any], *files: int) -> Iterator[Any]:
    """The answers to a request. Starts a child when the first is wanted, and
    ends it, also if not all are. After a fork only this process reads on: both
    would get parts."""
    child = _start(request, *files)
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


def _result(request: Dict[str, Any], *files: int) -> Any:
    """The only answer, of a child that has closed the file."""
    answer, = _answers(request, *files)
    return answer


Row = TypeVar("Row")


class Found(Generic[Row]):
    """Rows of a catalogue: an iterator of `Entry`, `Day` or others."""

    def __init__(self, row: Type[Row], answers: Iterator[Any],
                 count: Optional[Callable[[], int]] = None) -> None:
        self._row: Any = row
        self._count = count
        self._rows = self._read(row, answers)

    @staticmethod
    def _read(kind: Type[Row], answers: Iterator[Any]) -> Iterator[Row]:
        new = object.__new__
        for rows in answers:
            for values in rows:
                row = new(kind)
                row.__dict__.update(values)
                yield row

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def __next__(self) -> Row:
        return next(self._rows)

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        """How many rows there are, read or not."""
        if self._count is None:
            raise TypeError("only puzzles are counted")
        return self._count()

    def to_pandas(self) -> "pandas.DataFrame":
        """The rest as a data frame with a column for each field."""
        import pandas

        return pandas.DataFrame(
            [vars(row) for row in self],
            columns=[field.name for field in dataclasses.fields(self._row)])


def _line(record: Union[str, Game]) -> str:
    """A record as a line of the file that the library reads."""
    if isinstance(record, Game):
        return f"{record.player or ''},{record.record}"
    return " ".join(record.splitlines())


def _hex(secret: Optional[bytes]) -> Optional[str]:
    if secret is not None and len(secret) != lib.LOYD_SECRET_BYTES:
        raise Error(lib.LOYD_E_SECRET,
                    f"a secret of {len(secret)} bytes: expected "
                    f"{lib.LOYD_SECRET_BYTES}")
    return None if secret is None else secret.hex()


class Catalogue:
    """A catalogue file, which `loyd generate --db` and others write.

    Other processes and other copies of SQLite may write to it meanwhile."""

    def __init__(self, path: Union[str, bytes, "os.PathLike[str]"]) -> None:
        self.path = os.fsdecode(path)

    def generate(self, size: str, *, layout: str = "rows",
                 seed: Optional[str] = None, count: int = 1, first: int = 0,
                 stm: Optional[Tuple[int, int]] = None, mtm: bool = False,
                 threads: int = 1) -> int:
        """Draws, solves and stores puzzles; returns how many are new.

        They are those of `loyd.generate`; mtm also finds their lengths in
        MTM. The file is created if it does not exist. Called again with the
        same seed after an interrupt it continues."""
        first, count = _places(first, count)
        return int(_result({
            "what": "generate", "path": self.path, "count": count,
            "first": first, "mtm": mtm, "threads": threads,
            "recipe": (size, layout, seed, stm)}))

    def _request(self, what: str, filters: Dict[str, Any], **more: Any
                 ) -> Dict[str, Any]:
        lists = {name: [str(each) for each in filters.pop(name)]
                 for name in ("ids", "not_in")
                 if filters.get(name) is not None}
        return {"what": what, "path": self.path, **more, **lists,
                "filters": _checked(filters)}

    def find(self, **filters: Filter) -> Found[Entry]:
        """The puzzles that match all filters: columns of puzzles by name,

        size="4x4", layout="snake", band=["hard", "expert"], stm="40..45",
        percentile=(90, None), status="proven", recipe="4x4/rows*", used="no",
        where="stm > 2 * mtm", order="-stm", pick="seed", offset=10, limit=30,
        and ids and not_in, which are lists of ids.

        An unknown name is a TypeError. The rows are one state of the file. A
        wrong value and a damaged catalogue are errors of the first row that
        is read. len() counts the rows."""
        request = self._request("find", filters)
        return Found(Entry, _answers(request),
                     lambda: int(_result({**request, "what": "count"})))

    def count(self, **filters: Filter) -> int:
        """How many puzzles match."""
        return int(_result(self._request("count", filters)))

    def stats(self, by: Union[str, Sequence[str], None] = "size,layout,status",
              of: Optional[str] = "stm", **filters: Filter
              ) -> List[Dict[str, Any]]:
        """Counts the puzzles that match, as `loyd stats`.

        There is a row for each combination of values of the columns `by`, a
        list or a text with commas; None: one row. Of `of`, a column of
        numbers, each row has the mean, least and greatest value.

        >>> catalogue = Catalogue("puzzles.db")  # doctest: +SKIP
        >>> catalogue.stats(["size"], band="hard")  # doctest: +SKIP
        [{'size': '4x4', 'count': 133, 'mean': 54.0, 'least': 50,
          'greatest': 59}]
        """
        columns = (by if isinstance(by, str) else ",".join(by or ()))
        _checked(dict.fromkeys([*filter(None, columns.split(",")),
                                *([of] if of else [])]), ())
        return list(_answers(self._request(
            "stats", filters, by=columns, of=of or "")))

    def export(self, folder: Union[str, "os.PathLike[str]"], *,
               pack: Optional[str] = None, volume: int = 0, count: int = 0,
               title: Optional[str] = None, licence: Optional[str] = None,
               date: Union[str, datetime.date, None] = None,
               **filters: Filter) -> int:
        """Writes the puzzles that match into a new folder; returns how many.

        The files are CSV, JSON and a database (docs/packs.md). With the name of
        a pack they are a volume of it, the next one if none is given, of
        puzzles that are not used, which are marked as used on the date, today
        if it is None. With a count, so many or none."""
        if pack is not None and date is None:
            date = datetime.datetime.now(datetime.timezone.utc).date()
        return int(_result(self._request(
            "export volume" if pack else "export", filters,
            dir=os.fspath(folder), pack=pack, volume=volume, count=count,
            title=title, licence=licence,
            date=date and _date_text(date))))

    def daily(self, date: Date, channel: str = "daily", *,
              today: Optional[Date] = None, secret: Optional[bytes] = None,
              threads: int = 1) -> List[Day]:
        """The puzzles of a day: one, or one for each tier of the channel.

        All days up to it that are missing from the channel's ledger are
        decided and appended, as by `loyd daily --db`; the file is created if
        it does not exist. A date is "YYYY-MM-DD" or a datetime.date. Days
        after `today`, which is otherwise today in UTC, are refused. A channel
        with a secret of 32 bytes needs it for days that are missing."""
        if today is None:
            today = datetime.datetime.now(datetime.timezone.utc).date()
        days = [_year_month_day(_date(each)) for each in (date, today)]
        if days[0] > days[1]:
            raise Error(lib.LOYD_E_DATE,
                        f"{date} is in the future (today is {today})")
        if not os.path.exists(self.path):
            _day(ffi.NULL, channel, date)  # no file for another channel
        return list(Found(Day, _answers(self._request(
            "daily", {}, channel=channel, first=_date_text(date),
            last=_date_text(date),
            secret=_hex(secret), threads=threads))))

    def days(self, channel: str = "daily", *, first: Optional[Date] = None,
             last: Optional[Date] = None) -> Found[Day]:
        """The days of a channel's ledger, from first to last, both inclusive.

        Nothing is appended. Each row is checked against the one before it; the
        head is that of the ledger when it was opened."""
        return Found(Day, _answers(self._request(
            "days", {}, channel=channel, first=first and _date_text(first),
            last=last and _date_text(last))))

    def add_games(self, records: Union[str, Game, Iterable[Union[str, Game]]],
                  *, secret: Optional[bytes] = None) -> Added:
        """Stores one game or many, as `loyd play import`.

        A record is PLAYER,TEXT, or a result of `loyd.game` with a player.
        Refused are games that are not possible, of puzzles that the catalogue
        does not have, and solved ones that are shorter than the proven optimum. Empty texts and those
        that begin with # are skipped. Thousands of games are stored in one
        transaction; after an interrupt, the same call continues. secret, 32
        bytes, draws recipes that were made with it."""
        import tempfile

        if isinstance(records, (str, Game)):
            records = [records]
        with tempfile.TemporaryFile() as file:
            for record in records:
                file.write(_line(record).encode(errors="replace") + b"\n")
            file.seek(0)
            games, duplicates, refused = _result({
                "what": "add games", "path": self.path,
                "input": file.fileno(), "secret": _hex(secret)},
                file.fileno())
        return Added(games, duplicates,
                     {line - 1: reason for line, reason in sorted(refused)})

    def games(self, *, player: Optional[str] = None,
              puzzle: Union[str, Puzzle, None] = None) -> Found[Played]:
        """The games of all players or of one, with all puzzles or with one.

        puzzle is an id or a `Puzzle`. They come in the order of their ids."""
        return Found(Played, _answers(self._request(
            "games", {}, player=player,
            puzzle=puzzle.id if isinstance(puzzle, Puzzle) else puzzle)))

    def rate_games(self) -> Observed:
        """Estimates the difficulty of puzzles and the ability of players.

        They are estimated from all games and stored, as by `loyd play rate`:
        `find` has difficulties, in seconds, and `players` abilities."""
        return Observed(*_result(self._request("rate games", {})))

    def players(self) -> Found[Ability]:
        """The abilities of players, the greatest first."""
        return Found(Ability, _answers(self._request("players", {})))
