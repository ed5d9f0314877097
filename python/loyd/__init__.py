"""Sliding puzzles: generated, solved with proofs, and searched in catalogues.

>>> import loyd
>>> puzzle = loyd.draw("4x4/snake~g1~monday~17")
>>> loyd.check(puzzle.start, puzzle.goal)
True

Directions are those in which tiles move: U, R, D and L. Lengths are in moves
of single tiles (STM), or with metric="mtm" in slides.
"""

from typing import TYPE_CHECKING, List

from loyd._call import Code, Error
from loyd.board import Board, Puzzle
from loyd.board import checked as check
from loyd.games import Analysis, Game, analyse, game
from loyd.generating import daily, draw, generate, generate_arrays
from loyd.solving import Solution, Solver, lengths, solve

if TYPE_CHECKING:
    from loyd.catalogue import (Ability, Added, Catalogue, Day, Entry,
                                Observed, Played)
else:
    def __getattr__(name: str) -> object:
        """Catalogues are imported when they are used: this takes as long as
        all the rest."""
        if name not in __all__:
            raise AttributeError(f"module 'loyd' has no attribute '{name}'")
        import importlib

        return getattr(importlib.import_module("loyd.catalogue"), name)


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})


def version() -> str:
    """The version of the library."""
    from loyd._call import text
    from loyd._native import lib

    return text(lib.loyd_version())


#: The same.
__version__ = version()

__all__ = ["Ability", "Added", "Analysis", "Board", "Catalogue", "Code", "Day",
           "Entry", "Error", "Game", "Observed", "Played", "Puzzle",
           "Solution", "Solver", "analyse", "check", "daily", "draw", "game",
           "generate", "generate_arrays", "lengths", "solve", "version"]
