"""Game records: how boards were played, and where moves were lost."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable, List, Optional, Tuple, Union

from loyd._call import check, text
from loyd._native import ffi, lib
from loyd.board import DIRECTIONS, Puzzle, _board, animation
from loyd.solving import METRICS, _known, solver_of


@dataclasses.dataclass(frozen=True)
class Slide:
    """One or more tiles of a line, moved at once."""

    ms: int  #: milliseconds since the slide before
    direction: str  #: U, R, D or L
    tiles: int


@dataclasses.dataclass(frozen=True)
class Game:
    """A game that was replayed: its moves are real, its times may not be."""

    puzzle: Puzzle
    player: Optional[str]
    began: int  #: milliseconds since 1970-01-01 in UTC
    slides: Tuple[Slide, ...]
    hints: Tuple[int, ...]  #: slides made before each hint
    solved: bool
    stm: int  #: tiles moved
    mtm: int  #: slides, each run in one direction counted once
    ms: int  #: the time of the game, in milliseconds
    record: str  #: its text, loydgame1...

    def _repr_svg_(self) -> str:
        return animation(self.puzzle.start, [
            DIRECTIONS.index(slide.direction) for slide in self.slides
            for _ in range(slide.tiles)])


@dataclasses.dataclass(frozen=True)
class Position:
    """The start of a game, or the board after a slide."""

    slide: int  #: slides before it
    left: int  #: the length of a shortest solution from here
    lost: int  #: what the next slide loses; 0 at the end


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What the moves of a game are worth, in moves of the metric."""

    metric: str
    moves: int
    lower: int  #: lower <= optimum of the start <= upper
    upper: int
    left: Optional[int]  #: the length left at the end, 0 if it is solved
    positions: Tuple[Position, ...]  #: none beyond 16 cells

    @property
    def lost(self) -> Optional[int]:
        """The moves lost in all, if the optimum is proven."""
        if self.lower != self.upper or self.left is None:
            return None
        return max(0, self.moves + self.left - self.upper)


def _parsed(record: str) -> Tuple[Any, str]:
    """A loyd_game with boards, and the player."""
    native = ffi.gc(ffi.new("loyd_game *"), lib.loyd_game_free)
    player = ffi.new("char[]", lib.LOYD_PLAYER_MAX + 1)
    written, why = record.encode(), ffi.new("loyd_why *")
    check(lib.loyd_played_parse(written, len(written), player, native, why),
          why)
    if native.recipe:
        solver_of().run(lambda made, why: int(lib.loyd_game_draw(
            native, made, ffi.NULL, why)))
    return native, text(player)


def game(record: str) -> Game:
    """Reads and replays a record: its text, or PLAYER,TEXT.

    >>> played = game("loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQD"
    ...               "AQEe9aZg")
    >>> played.solved, played.stm, played.mtm, played.ms
    (True, 4, 2, 2260)
    """
    native, player = _parsed(record)
    facts, why = ffi.new("loyd_game_facts *"), ffi.new("loyd_why *")
    check(lib.loyd_game_check(native, facts, why), why)
    out = ffi.new("char[]", lib.LOYD_GAME_CHARS_MAX + 1)
    if lib.loyd_game_print(native, out, len(out)) == 0:
        raise MemoryError
    boards = native.puzzle
    return Game(
        Puzzle(_board(ffi.addressof(boards, "start")),
               _board(ffi.addressof(boards, "goal")),
               text(native.recipe) if native.recipe else None),
        player or None, native.began,
        tuple(Slide(slide.ms, DIRECTIONS[slide.dir], slide.tiles)
              for slide in native.slides[0:native.n_slides]),
        tuple(native.hints[0:native.n_hints]) if native.n_hints else (),
        bool(facts.is_solved), facts.stm, facts.mtm, facts.ms, text(out))


def analyse(games: Union[str, Game, Iterable[Union[str, Game]]], *,
            metric: str = "stm", threads: int = 1) -> List[Analysis]:
    """Where one game or many lost moves: records, or results of `game`.

    >>> analysis, = analyse("loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQC"
    ...                     "B7AOBKQDAQEe9aZg")
    >>> analysis.lost, [position.left for position in analysis.positions]
    (0, [4, 2, 0])
    """
    if isinstance(games, (str, Game)):
        games = [games]
    parsed = [_parsed(each.record if isinstance(each, Game) else each)[0]
              for each in games]
    n = len(parsed)
    # Shallow copies: `parsed` owns what they point to.
    native = ffi.new("loyd_game[]", max(n, 1))
    for i, each in enumerate(parsed):
        native[i] = each[0]
    found = ffi.new("loyd_analysis[]", max(n, 1))
    number = _known(METRICS, "metric", metric)
    try:
        solver_of(threads).run(lambda made, why: int(lib.loyd_games_analyse(
            made, native, n, number, found, why)))
        return [Analysis(
            metric, each.moves, each.lower, each.upper,
            None if each.end == lib.LOYD_LENGTH_UNKNOWN else each.end,
            tuple(Position(at.slide, at.left, at.lost)
                  for at in each.positions[0:each.n]) if each.n else ())
            for each in found[0:n]]
    finally:
        for i in range(n):
            lib.loyd_analysis_free(ffi.addressof(found, i))
