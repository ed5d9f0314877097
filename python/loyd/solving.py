"""Shortest solutions, with proofs."""

from __future__ import annotations

import dataclasses
import numbers
import os
import threading
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, List,
                    Optional, Sequence, Tuple, TypeVar, Union, overload)

from loyd._call import Error, Progress, c_text, check, printed, watched
from loyd._native import ffi, lib
from loyd.board import (Board, BoardLike, Puzzle, animation, directions, fill,
                        goal_of)

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from loyd.board import Boards

    BoardsLike = Union[Boards, Sequence[BoardLike]]

T = TypeVar("T")
METRICS = {"stm": 0, "mtm": 1}
EFFORTS = {"none": 0, "quick": 1, "good": 2, "best": 3}


@dataclasses.dataclass(frozen=True)
class Solution:
    """What is known about a puzzle: lower <= optimum <= upper.

    Lengths are in the metric of the call: moves in STM, slides in MTM."""

    puzzle: Puzzle
    metric: str
    lower: int  #: no solution is shorter
    upper: Optional[int]  #: the length of `path`; None: no solution found
    path: Optional[str]  #: such as "U2RD"; directions in which tiles move
    nodes: int  #: boards that the search generated
    is_stopped: bool = False  #: the time was up: the result is not repeatable

    @property
    def length(self) -> Optional[int]:
        """The optimum, if it is proven."""
        return self.lower if self.lower == self.upper else None

    def _repr_svg_(self) -> str:
        return animation(self.puzzle.start, directions(self.path or ""))


def default_cache() -> str:
    """The folder of tables that the command uses too, or ""."""
    for folder, name in ((os.environ.get("XDG_CACHE_HOME", ""), "loyd"),
                         (os.path.expanduser("~"), ".cache/loyd")):
        if os.path.isabs(folder):
            return os.path.join(folder, name)
    return ""


class Solver:
    """A solver with its tables, for as many calls as one likes.

    Each call uses `threads` threads. A solver works for one thread at a time;
    others wait. Tables are kept in `cache`, a folder, if that is possible; ""
    keeps none.
    Interrupted by Ctrl-C or by progress(), it can be used again."""

    def __init__(self, threads: int = 1, cache: Optional[str] = None) -> None:
        if not 0 <= threads <= 256:
            raise ValueError(f"{threads} threads: expected 1..256")
        folder = default_cache() if cache is None else cache
        self._call = ffi.new("py_call *")
        self._listener = ffi.new("loyd_listener *")
        lib.py_watch(self._call, self._listener)
        self._folder = c_text(folder)
        options = ffi.new("loyd_solver_options *", {
            "cache_dir": self._folder if folder else ffi.NULL,
            "threads": threads, "listener": self._listener})
        made = ffi.new("loyd_solver **")
        check(lib.loyd_solver_new(options, made))
        self._solver = ffi.gc(made, lib.loyd_solver_free)
        self._lock = threading.Lock()
        self._user: Optional[int] = None
        self._process = os.getpid()

    @property
    def polls(self) -> int:
        """How often the last call looked whether it is cancelled."""
        return int(self._call.polls)

    def run(self, work: Callable[[Any, Any], int],
            progress: Optional[Progress] = None,
            seconds: Optional[float] = None) -> None:
        """Runs err = work(solver, why) so that it can be interrupted."""
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds={seconds}: expected no negative number")
        if self._process != os.getpid():
            raise RuntimeError("a solver cannot be used after a fork")
        if self._user == threading.get_ident():
            raise RuntimeError("progress() cannot use the solver that it is "
                               "called from")
        why = ffi.new("loyd_why *")
        with self._lock:
            self._user = threading.get_ident()
            try:
                self._call.is_cancelled = self._call.is_late = 0
                self._call.polls = self._call.done = self._call.total = 0
                check(watched(self._call, lambda: work(self._solver[0], why),
                              progress, seconds), why)
            finally:
                self._user = None

    def _solve(self, native: Any, n: int, options: Dict[str, Any],
               convert: Callable[[Any], T], progress: Optional[Progress],
               seconds: Optional[float] = None) -> T:
        """Solves n puzzles; returns convert(the loyd_solutions)."""
        options["metric"] = _known(METRICS, "metric", options["metric"])
        made = ffi.new("loyd_solve_options *", options)
        lib.py_watch_solve(self._call, seconds is not None, made)
        found = ffi.new("loyd_solution[]", max(n, 1))
        try:
            self.run(lambda solver, why: int(lib.loyd_solve(
                solver, native, n, made, found, why)), progress, seconds)
            return convert(found)
        finally:
            for i in range(n):
                lib.loyd_moves_free(ffi.addressof(found[i], "path"))

    def solve(self, puzzles: Iterable[Puzzle], metric: str = "stm",
              nodes: int = 0, effort: str = "none",
              progress: Optional[Progress] = None,
              seconds: Optional[float] = None) -> List[Solution]:
        """Solves puzzles; see `loyd.solve`."""
        listed = list(puzzles)
        native = ffi.new("loyd_puzzle[]", max(len(listed), 1))
        for i, puzzle in enumerate(listed):
            fill(native[i], puzzle)
        return self._solve(
            native, len(listed), {
                "nodes": nodes, "effort": _known(EFFORTS, "effort", effort),
                "metric": metric},
            lambda found: [_solution(puzzle, metric, found[i])
                           for i, puzzle in enumerate(listed)],
            progress, seconds)

    def lengths(self, boards: "BoardsLike", goal: Optional[BoardLike] = None,
                metric: str = "stm", progress: Optional[Progress] = None
                ) -> "NDArray[numpy.uint16]":
        """Optimal lengths of boards; see `loyd.lengths`."""
        import numpy

        native, n = _array_puzzles(boards, goal)
        return self._solve(
            native, n, {"metric": metric, "is_length_only": True},
            lambda found: numpy.fromiter((found[i].lower for i in range(n)),
                                         numpy.uint16, n), progress)


def _known(words: Dict[str, int], what: str, word: str) -> int:
    if word not in words:
        raise ValueError(f"{what}: unknown '{word}': expected "
                         f"{', '.join(words)}")
    return words[word]


def _solution(puzzle: Puzzle, metric: str, found: Any) -> Solution:
    is_known = found.upper != lib.LOYD_LENGTH_UNKNOWN
    path = ffi.addressof(found, "path")
    return Solution(
        puzzle, metric, found.lower, found.upper if is_known else None,
        printed(lambda out, size: int(lib.loyd_moves_print(path, out, size)))
        if is_known else None, found.nodes, bool(found.is_stopped))


def check_array(boards: "BoardsLike") -> "Boards":
    """The boards as contiguous bytes. Errors: another shape."""
    import numpy

    if isinstance(boards, (list, tuple)) and any(
            isinstance(board, (str, Board)) for board in boards):
        listed = [Board(board) for board in boards]
        if len({board.size for board in listed}) != 1:
            raise Error(lib.LOYD_E_SHAPE, "the boards differ in size")
        boards = numpy.array([board.rows for board in listed])
    array = numpy.asarray(boards)
    if array.ndim != 3:
        raise Error(lib.LOYD_E_SHAPE, f"the array has {array.ndim} dimensions:"
                    " expected 3: boards, rows, columns")
    if array.dtype.kind not in "iu":
        raise TypeError(f"labels are whole numbers, not {array.dtype}")
    if array.size and (array.min() < 0 or array.max() > 255):
        raise Error(lib.LOYD_E_LABEL)
    return numpy.ascontiguousarray(array, numpy.uint8)


def _array_puzzles(boards: "BoardsLike", goal: Optional[BoardLike]
                   ) -> Tuple[Any, int]:
    """The loyd_puzzles of an array of boards, and their number."""
    import numpy

    array = check_array(boards)
    n, height, width = array.shape
    if not (2 <= height <= 15 and 2 <= width <= 15):
        raise Error(lib.LOYD_E_SIZE)
    native = ffi.new("loyd_puzzle[]", max(n, 1))
    puzzle = ffi.new("loyd_puzzle *")
    size = ffi.sizeof("loyd_board")
    target = goal_of(f"{width}x{height}", goal).native()
    puzzle.start.width, puzzle.start.height = width, height
    ffi.memmove(ffi.addressof(puzzle, "goal"), target, size)
    rows = numpy.frombuffer(ffi.buffer(native), numpy.uint8)[
        :n * 2 * size].reshape(n, 2 * size)
    rows[:] = numpy.frombuffer(ffi.buffer(puzzle), numpy.uint8)
    rows[:, 2:2 + width * height] = array.reshape(n, width * height)
    return native, n


def _is_board(boards: Any) -> bool:
    """Whether it is one board or puzzle, not many."""
    if isinstance(boards, (list, tuple)) and boards:
        row = boards[0]
        return (isinstance(row, (list, tuple)) or getattr(row, "ndim", 0) == 1
                ) and all(isinstance(label, numbers.Integral) for label in row)
    return (isinstance(boards, (str, Board, Puzzle)) or
            getattr(boards, "ndim", 0) == 2)


_solvers: Dict[Tuple[int, str], Solver] = {}


def solver_of(threads: int = 1) -> Solver:
    """The solver of this process for a number of threads."""
    key = (threads, default_cache())
    if key not in _solvers:
        _solvers[key] = Solver(threads, key[1])
    return _solvers[key]


# A child has neither the threads nor the locks: it makes solvers anew.
os.register_at_fork(after_in_child=_solvers.clear)


@overload
def solve(  # type: ignore[misc]  # a str is also an iterable of them
          boards: Union[str, Board, Puzzle],
          goal: Optional[BoardLike] = ..., *, metric: str = ...,
          threads: int = ..., nodes: int = ..., effort: str = ...,
          progress: Optional[Progress] = ...,
          seconds: Optional[float] = ...) -> Solution: ...


@overload
def solve(boards: Union[Iterable[Union[BoardLike, Puzzle]], "Boards"],
          goal: Optional[BoardLike] = ..., *, metric: str = ...,
          threads: int = ..., nodes: int = ..., effort: str = ...,
          progress: Optional[Progress] = ...,
          seconds: Optional[float] = ...) -> List[Solution]: ...


@overload
def solve(boards: Sequence[Sequence[int]],
          goal: Optional[BoardLike] = ..., *, metric: str = ...,
          threads: int = ..., nodes: int = ..., effort: str = ...,
          progress: Optional[Progress] = ...,
          seconds: Optional[float] = ...) -> Solution: ...


def solve(boards: Any, goal: Optional[BoardLike] = None, *,
          metric: str = "stm", threads: int = 1, nodes: int = 0,
          effort: str = "none", progress: Optional[Progress] = None,
          seconds: Optional[float] = None
          ) -> Union[Solution, List[Solution]]:
    """Finds shortest solutions, and proves that none is shorter.

    boards is one board or puzzle, or many: a list, or an array of shape
    (n, height, width); one of shape (height, width) is one board. goal is a
    board or a layout such as "snake", "rows" if there is none; puzzles have
    their own. metric is "stm" (moves of single tiles) or "mtm" (slides of
    several).

    Up to 16 cells every length is proven. Beyond, a proof may take days: set
    `nodes`, a budget for each board; `effort`, "quick" (tens of milliseconds),
    "good" or "best" (seconds); or `seconds` for the whole call, after which
    each board that is left still gets a solution by rows: up to 45 ms of 15x15.
    The result is then an interval, lower..upper.

    progress(done, total) is called several times a second; False from it, an
    exception or Ctrl-C end the call. Without the GIL other threads run.

    >>> solution = solve("8 6 7/2 5 4/3 0 1")
    >>> solution.length, solution.path
    (31, 'RDLULDRDLUR2UL2DRDRU2LD2RU2LDLU')
    """
    single = _is_board(boards)
    puzzles = [board if isinstance(board, Puzzle) else Puzzle(board, goal)
               for board in ([boards] if single else boards)]
    solutions = solver_of(threads).solve(puzzles, metric, nodes, effort,
                                         progress, seconds)
    return solutions[0] if single else solutions


def lengths(boards: "BoardsLike", goal: Optional[BoardLike] = None, *,
            metric: str = "stm", threads: int = 1,
            progress: Optional[Progress] = None) -> "NDArray[numpy.uint16]":
    """Optimal lengths of boards of one size.

    They are an array of shape (n, height, width), or a list of boards. All have one goal: a board or a layout. The result has shape (n,). Each is
    proven: beyond 16 cells use `solve`, whose searches have limits.

    >>> import numpy
    >>> lengths(numpy.array([[[1, 2], [0, 3]], [[0, 1], [3, 2]]]))
    array([1, 2], dtype=uint16)
    """
    return solver_of(threads).lengths(boards, goal, metric, progress)
