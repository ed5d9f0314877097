"""Boards from recipes: each determines one board on every machine."""

from __future__ import annotations

import secrets
from operator import index
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Tuple, Union

from loyd._call import c_text, check, text
from loyd._native import ffi, lib
from loyd.board import Puzzle, _board, layout_of
from loyd.solving import Solver, solver_of

if TYPE_CHECKING:
    import datetime

    from loyd.board import Boards

#: "YYYY-MM-DD", or what prints as this.
Date = Union[str, "datetime.date"]

#: Boards that generate_arrays draws at a time: less than a second.
CHUNK = 1 << 20


def _generator(recipe: Any) -> Any:
    made, why = ffi.new("loyd_generator **"), ffi.new("loyd_why *")
    check(lib.loyd_generator_new(recipe, ffi.NULL, made, why), why)
    return ffi.gc(made, lib.loyd_generator_free)


def _fresh_seed() -> str:
    """A new seed, as the command draws one."""
    return "".join(secrets.choice("0123456789abcdefghjkmnpqrstvwxyz")
                   for _ in range(16))


def _recipe(size: str, layout: str, seed: Optional[str],
            stm: Optional[Tuple[int, int]]) -> Any:
    if seed is None:
        seed = _fresh_seed()
    recipe, written = ffi.new("loyd_recipe *"), seed.encode()
    if len(written) > lib.LOYD_SEED_MAX:
        raise ValueError(f"the seed has {len(written)} bytes: expected at most"
                         f" {lib.LOYD_SEED_MAX}")
    recipe.layout = layout_of(size, layout)[0]
    recipe.seed_len = len(written)
    ffi.memmove(recipe.seed, written, len(written))
    if stm is not None:
        if len(stm) != 2 or None in stm:
            raise ValueError(f"stm: expected (low, high), two numbers of moves"
                             f", not {stm!r}")
        recipe.target = lib.LOYD_TARGET_STM
        recipe.target_low, recipe.target_high = stm
        lib.loyd_target_method(recipe)
    return recipe


def _places(first: int, count: int) -> Tuple[int, int]:
    """The two, checked."""
    first, count = index(first), index(count)
    if first < 0 or count < 0 or first + count >= 1 << 64:
        raise ValueError(f"first={first}, count={count}: expected no negative "
                         "number, and a sum below 2^64")
    return first, count


def _puzzle(native: Any, recipe: Any) -> Puzzle:
    """A loyd_puzzle, with the text of its recipe unless that is None."""
    puzzle = Puzzle.__new__(Puzzle)
    puzzle.start = _board(ffi.addressof(native, "start"))
    puzzle.goal = _board(ffi.addressof(native, "goal"))
    puzzle.recipe = None
    if recipe is not None:
        out = ffi.new("char[]", lib.LOYD_RECIPE_TEXT)
        lib.loyd_recipe_print(recipe, out)
        puzzle.recipe = text(out)
    return puzzle


def _drawn(recipe: Any, generator: Any, first: int, count: int,
           solver: Optional[Solver]) -> Iterator[Puzzle]:
    why, native = ffi.new("loyd_why *"), ffi.new("loyd_puzzle *")
    for index in range(first, first + count):
        def work(made: Any, why: Any) -> int:
            return int(lib.loyd_generator_draw(
                generator[0], made, index, 0, native, ffi.NULL, why))

        if recipe.target == lib.LOYD_TARGET_NONE:
            check(work(ffi.NULL, why), why)
        else:
            (solver or solver_of()).run(work)
        recipe.index = index
        yield _puzzle(native, recipe)


def draw(recipe: str) -> Puzzle:
    """The puzzle of a recipe.

    >>> draw("3x3/snake~g1~monday~17").start
    Board('8 2 7/0 3 1/6 5 4')
    """
    written = recipe.encode()
    parsed, why = ffi.new("loyd_recipe *"), ffi.new("loyd_why *")
    check(lib.loyd_recipe_parse(written, len(written), parsed, why), why)
    return next(_drawn(parsed, _generator(parsed), parsed.index, 1, None))


def _date_text(date: Date) -> str:
    """A date as text; a datetime has a time too, which does not count."""
    return str(date.date() if hasattr(date, "date") else date)


def _date(date: Date) -> Any:
    """A checked loyd_date."""
    native, why = ffi.new("loyd_date *"), ffi.new("loyd_why *")
    written = _date_text(date).encode()
    check(lib.loyd_date_parse(written, len(written), native, why), why)
    return native


def _year_month_day(date: Any) -> Tuple[int, int, int]:
    """What orders two loyd_dates."""
    return date.year, date.month, date.day


def _day(store: Any, channel: Any, date: Date) -> Any:
    """The loyd_day of a date, and the loyd_channel of a name."""
    native, why = ffi.new("loyd_channel *"), ffi.new("loyd_why *")
    day = ffi.new("loyd_day *")
    check(lib.loyd_channel_get(store, c_text(channel), native, why), why)
    check(lib.loyd_channel_day(store, native, _date(date), 0, day, ffi.NULL,
                               why), why)
    return day, native


def daily(date: Date) -> Puzzle:
    """The puzzle of a date of the channel `daily`, which is built in.

    Its recipe is None where the channel's order of boards decides. Other channels
    are in catalogues: see `Catalogue.daily`.

    >>> daily("2026-01-05").recipe
    '3x3/rows~g1,stm=10..17~daily/2026-01-05~0'
    """
    day, channel = _day(ffi.NULL, "daily", date)
    native, found = ffi.new("loyd_puzzle *"), ffi.new("loyd_solution *")
    solver_of().run(lambda made, why: int(lib.loyd_channel_puzzle(
        ffi.NULL, channel, ffi.addressof(day, "date"), 0, ffi.NULL, made, native,
        found, why)))
    lib.loyd_moves_free(ffi.addressof(found, "path"))
    return _puzzle(native,
                   ffi.addressof(day, "recipe") if day.has_recipe else None)


def generate(size: str, *, layout: str = "rows", seed: Optional[str] = None,
             count: int = 1, first: int = 0,
             stm: Optional[Tuple[int, int]] = None, threads: int = 1
             ) -> List[Puzzle]:
    """Boards first..first+count-1 of a series.

    Without a seed it is a new series each time; `Puzzle.recipe` has the seed.
    size is such as "4x4" or "4", layout such as "snake" or "random". Without
    stm every solvable board is equally likely; with stm=(40, 45) every one
    whose optimal length is 40 to 45 moves, in STM.

    >>> puzzles = generate("3x3", seed="monday", count=2, stm=(9, 10))
    >>> [puzzle.recipe for puzzle in puzzles]
    ['3x3/rows~g1,stm=9..10~monday~0', '3x3/rows~g1,stm=9..10~monday~1']
    """
    recipe = _recipe(size, layout, seed, stm)
    first, count = _places(first, count)
    solver = solver_of(threads) if stm is not None else None
    return list(_drawn(recipe, _generator(recipe), first, count, solver))


def generate_arrays(size: str, *, layout: str = "rows",
                    seed: Optional[str] = None, count: int = 1, first: int = 0
                    ) -> Tuple["Boards", "Boards"]:
    """The same boards as arrays: starts and goals.

    Both have shape (count, height, width). Unless the layout draws its goals,
    those are one board, shown count times, and cannot be written to.

    >>> starts, goals = generate_arrays("4x3", seed="monday", count=1000)
    >>> starts.shape, starts.dtype, goals.shape
    ((1000, 3, 4), dtype('uint8'), (1000, 3, 4))
    """
    import numpy

    recipe, why = _recipe(size, layout, seed, None), ffi.new("loyd_why *")
    first, count = _places(first, count)
    generator = _generator(recipe)
    shape = (count, recipe.layout.height, recipe.layout.width)
    starts = numpy.empty(shape, numpy.uint8)
    drawn = numpy.empty(shape, numpy.uint8) if recipe.layout.is_drawn else None
    for i in range(0, count, CHUNK):  # Ctrl-C between two of them
        check(lib.loyd_generator_draw_many(
            generator[0], first + i, min(CHUNK, count - i), 0,
            ffi.from_buffer("uint8_t[]", starts[i:]),
            ffi.NULL if drawn is None else
            ffi.from_buffer("uint8_t[]", drawn[i:]), why), why)
    if drawn is None:
        goal = _board(ffi.addressof(recipe.layout, "goal")).array()
        return starts, numpy.broadcast_to(goal, shape)
    return starts, drawn
