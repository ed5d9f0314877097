"""Boards, puzzles and pictures of them."""

from __future__ import annotations

from operator import index
from typing import (TYPE_CHECKING, Any, Iterable, Optional, Sequence, Tuple,
                    Union)

from loyd._call import Error, c_text, check, printed, text
from loyd._native import ffi, lib

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    #: Boards of one size: (n, height, width), 0 for the blank.
    Boards = NDArray[numpy.uint8]

BoardLike = Union[str, "Board", Sequence[Sequence[int]], "Boards"]

DIRECTIONS = "URDL"


class Board:
    """A board of height x width cells, each 2..15; 0 is the blank.

    Made of a text, of rows of labels or of an array of shape (height, width).
    Boards never change, and are equal if their sizes and labels are.

    >>> board = Board("1 2 3/4 5 6/7 0 8")
    >>> board.rows
    ((1, 2, 3), (4, 5, 6), (7, 0, 8))
    >>> print(board.move("L"))
    1 2 3/4 5 6/7 8 0
    """

    __slots__ = ("width", "height", "cells")

    width: int
    height: int
    cells: bytes  #: the labels, row by row

    def __init__(self, board: BoardLike) -> None:
        if isinstance(board, Board):
            self._set(board.width, board.height, board.cells)
            return
        if isinstance(board, str):
            written = board.encode()
            native, why = ffi.new("loyd_board *"), ffi.new("loyd_why *")
            check(lib.loyd_board_parse(written, len(written), 0, 0, native,
                                       why), why)
        else:
            try:
                rows = [[index(label) for label in row] for row in board]
            except TypeError:
                raise TypeError("a board is a text, rows of whole numbers or "
                                "an array of them with two dimensions, not "
                                f"{board!r:.40}") from None
            if len({len(row) for row in rows}) != 1:
                raise Error(lib.LOYD_E_SHAPE)
            labels = [label for row in rows for label in row]
            native = _native(len(rows[0]), len(rows), labels)
        self._set(native.width, native.height,
                  bytes(ffi.buffer(native.cell, native.width * native.height)))

    def _set(self, width: int, height: int, cells: bytes) -> None:
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "cells", cells)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("boards do not change")

    def __reduce__(self) -> Tuple[Any, ...]:
        return Board, (str(self),)

    @property
    def rows(self) -> Tuple[Tuple[int, ...], ...]:
        """The labels, row by row."""
        w = self.width
        return tuple(tuple(self.cells[i * w:(i + 1) * w])
                     for i in range(self.height))

    @property
    def size(self) -> str:
        """The size, such as "4x4": width, then height."""
        return f"{self.width}x{self.height}"

    def array(self) -> "Boards":
        """A new array of shape (height, width)."""
        import numpy

        return numpy.frombuffer(self.cells, numpy.uint8).reshape(
            self.height, self.width).copy()

    def move(self, moves: str) -> "Board":
        """The board after moves such as "U2R", the directions of tiles."""
        native = self.native()
        for i, direction in enumerate(directions(moves)):
            if not lib.loyd_board_move(native, direction):
                raise Error(lib.LOYD_E_MOVE, f"move {i + 1} is impossible")
        return _board(native)

    def native(self) -> Any:
        """A new loyd_board of the C library."""
        native = ffi.new("loyd_board *")
        native.width, native.height = self.width, self.height
        ffi.memmove(native.cell, self.cells, len(self.cells))
        return native

    def __str__(self) -> str:
        out = ffi.new("char[]", lib.LOYD_BOARD_TEXT)
        lib.loyd_board_print(self.native(), lib.LOYD_FORM_ROWS, out)
        return text(out)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (
            (self.width, self.cells) == (other.width, other.cells))

    def __hash__(self) -> int:
        return hash((self.width, self.cells))

    def svg(self, title: str = "") -> str:
        """A picture, with a title that screen readers read out."""
        native, name = self.native(), c_text((title or str(self)).encode())
        return printed(lambda out, size: int(
            lib.loyd_board_svg(native, ffi.NULL, name, out, size)))

    def _repr_svg_(self) -> str:
        return self.svg()


def _native(width: int, height: int, labels: Sequence[int]) -> Any:
    """A checked loyd_board."""
    native, why = ffi.new("loyd_board *"), ffi.new("loyd_why *")
    if not (len(labels) <= lib.LOYD_CELLS_MAX):
        raise Error(lib.LOYD_E_SIZE)
    if not all(0 <= label <= 255 for label in labels):
        raise Error(lib.LOYD_E_LABEL)
    native.width, native.height = width, height
    ffi.memmove(native.cell, bytes(labels), len(labels))
    check(lib.loyd_board_check(native, why), why)
    return native


def _board(native: Any) -> Board:
    """The Board of a valid loyd_board."""
    board = Board.__new__(Board)
    board._set(native.width, native.height, bytes(
        ffi.buffer(native.cell, native.width * native.height)))
    return board


def directions(moves: str) -> bytes:
    """The directions 0..3 (U, R, D, L) of moves such as "U2RD"."""
    parsed, why = ffi.new("loyd_moves *"), ffi.new("loyd_why *")
    written = moves.encode()
    check(lib.loyd_moves_parse(written, len(written), parsed, why), why)
    try:
        return bytes(ffi.buffer(parsed.dir, parsed.n)) if parsed.n else b""
    finally:
        lib.loyd_moves_free(parsed)


def layout_of(size: str, layout: str) -> Any:
    """The loyd_layout of a size such as "4x4" and a text such as "snake"."""
    why, out = ffi.new("loyd_why *"), ffi.new("loyd_layout *")
    sides = ffi.new("uint8_t[2]")
    size_text, layout_text = str(size).encode(), layout.encode()
    check(lib.loyd_size_parse(size_text, len(size_text), sides, sides + 1,
                              why), why)
    check(lib.loyd_layout_parse(layout_text, len(layout_text), sides[0],
                                sides[1], out, why), why)
    return out


def goal_of(size: str, goal: Optional[BoardLike] = None) -> Board:
    """The goal of a layout, "rows" if there is none, or the board itself.

    >>> goal_of("3x3", "snake")
    Board('1 2 3/6 5 4/7 8 0')
    """
    if goal is None:
        goal = "rows"
    if not isinstance(goal, str) or goal.lstrip()[:1].isdigit():
        return Board(goal)
    layout = layout_of(size, goal)
    if layout.is_drawn:
        raise Error(lib.LOYD_E_UNSUPPORTED, "the layout has no fixed goal")
    return _board(ffi.addressof(layout, "goal"))


class Puzzle:
    """A start, a goal, and where known the recipe that drew them.

    >>> Puzzle("0 1 2/4 5 3/7 8 6").id
    'hata30q1t6y5qrwp'
    """

    __slots__ = ("start", "goal", "recipe")

    def __init__(self, start: BoardLike, goal: Optional[BoardLike] = None,
                 recipe: Optional[str] = None) -> None:
        self.start = Board(start)
        self.goal = goal_of(self.start.size, goal)
        self.recipe = recipe

    @property
    def id(self) -> str:
        """The id: 16 characters, a hash of both boards."""
        id_, out = ffi.new("loyd_id *"), ffi.new("char[]",
                                                 lib.LOYD_ID_CHARS + 1)
        native = ffi.new("loyd_puzzle *")
        fill(native, self)
        lib.loyd_puzzle_id(native, id_)
        lib.loyd_id_print(id_, out)
        return text(out)

    def __repr__(self) -> str:
        recipe = f", recipe={self.recipe!r}" if self.recipe else ""
        return f"Puzzle({str(self.start)!r}, {str(self.goal)!r}{recipe})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and (
            (self.start, self.goal) == (other.start, other.goal))

    def __hash__(self) -> int:
        return hash((self.start, self.goal))

    def _repr_svg_(self) -> str:
        return self.start.svg()


def fill(native: Any, puzzle: Puzzle) -> None:
    """Writes a puzzle into a loyd_puzzle that is all zero."""
    for board, place in ((puzzle.start, native.start),
                         (puzzle.goal, native.goal)):
        place.width, place.height = board.width, board.height
        ffi.memmove(place.cell, board.cells, len(board.cells))


def checked(start: BoardLike, goal: Optional[BoardLike] = None) -> bool:
    """Whether moves lead from start to goal, a board or a layout.

    Parity alone decides; nothing is searched. It is `loyd.check`.

    >>> checked("1 2 3/4 5 6/8 7 0")
    False
    >>> checked("1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/8 7 0")
    True
    """
    puzzle = Puzzle(start, goal)
    solvable, why = ffi.new("bool *"), ffi.new("loyd_why *")
    check(lib.loyd_solvable(puzzle.start.native(), puzzle.goal.native(),
                            solvable, why), why)
    return bool(solvable[0])


def animation(start: Board, moves: Iterable[int], seconds: float = 0.4) -> str:
    """An SVG picture of a board in which tiles move, again and again.

    moves are directions 0..3, seconds the time of each. The last board stays
    for as long as four moves."""
    w, h, cell = start.width, start.height, 40
    cells, blank = list(start.cells), start.cells.index(0)
    places = {label: [(i % w, i // w)] for i, label in enumerate(cells)
              if label}
    n = 0
    for direction in moves:
        tile_cell = blank + (w, -1, -w, 1)[direction]
        label = cells[tile_cell]
        cells[blank], cells[tile_cell] = label, 0
        for each, path in places.items():
            path.append((blank % w, blank // w) if each == label else path[-1])
        blank, n = tile_cell, n + 1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w * cell}" '
             f'height="{h * cell}" viewBox="0 0 {w * cell} {h * cell}">'
             f'<rect width="{w * cell}" height="{h * cell}" fill="#ddd"/>']
    for label, path in places.items():
        x, y = (v * cell for v in path[0])
        shifts = [(px * cell - x, py * cell - y) for px, py in path]
        moving = ""
        if len(set(shifts)) > 1:
            shifts += [shifts[-1]] * 4
            values = ";".join(f"{sx},{sy}" for sx, sy in shifts)
            moving = (f'<animateTransform attributeName="transform" '
                      f'type="translate" dur="{(n + 4) * seconds:g}s" '
                      f'repeatCount="indefinite" values="{values}"/>')
        parts.append(
            f'<g><rect x="{x + 1}" y="{y + 1}" width="{cell - 2}" '
            f'height="{cell - 2}" rx="4" fill="#fff" stroke="#555"/>'
            f'<text x="{x + cell // 2}" y="{y + cell // 2 + 6}" '
            f'text-anchor="middle" font-family="sans-serif" font-size="17">'
            f'{label}</text>{moving}</g>')
    return "".join(parts) + "</svg>\n"
