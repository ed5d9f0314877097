"""Prints what the module does, without NumPy, for comparisons of machines."""

import os
import sys
import tempfile
from typing import Any, Callable

import loyd

RECORD = "loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg"


def failed(work: Callable[..., Any], *arguments: Any, **more: Any) -> None:
    try:
        work(*arguments, **more)
    except loyd.Error as error:
        print(error.code.name, error)
    else:
        sys.exit("no error")


def main() -> None:
    assert "numpy" not in sys.modules
    print(loyd.version())
    puzzle = loyd.draw("4x4/snake~g1~monday~17")
    print(puzzle, puzzle.id, loyd.check(puzzle.start, puzzle.goal))
    print(loyd.solve(puzzle).path, loyd.daily("2026-01-05"))
    print(loyd.generate("4x4", seed="monday", count=3, stm=(40, 45)))
    print([(found.length, found.path) for found in loyd.solve(
        ["8 6 7/2 5 4/3 0 1", "1 2/0 3"], metric="mtm")])
    print(loyd.game(RECORD), loyd.analyse([RECORD]))
    print(puzzle.start.svg())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # messages have the path
        catalogue = loyd.Catalogue("my.db")
        print(catalogue.generate("3x3", seed="x", count=200, mtm=True))
        print(catalogue.count(stm=(20, None)))
        for entry in catalogue.find(order="-stm", limit=20):
            print(entry)
        failed(catalogue.count, band="hrad")
        failed(loyd.Catalogue("none.db").count)
        os.chdir("/")
    failed(loyd.Board, "1 1/2 0")
    failed(loyd.solve, "1 2 3/4 5 6/8 7 0")


if __name__ == "__main__":
    main()
