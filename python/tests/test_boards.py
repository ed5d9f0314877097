"""Boards, puzzles, recipes and arrays."""

import datetime
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy
import pytest

import loyd
from loyd.board import animation


def test_the_same_as_the_command(command: Any) -> None:
    lines = command("generate", "4x4", "--layout", "snake", "--seed", "x",
                    "--count", "5", "--json")
    puzzles = loyd.generate("4x4", layout="snake", seed="x", count=5)
    assert [(str(p.start), str(p.goal), p.recipe, p.id) for p in puzzles] == [
        (line["board"], line["goal"], line["recipe"], line["puzzle_id"])
        for line in lines]
    assert loyd.draw(puzzles[3].recipe or "") == puzzles[3]
    assert loyd.generate("4x4", layout="snake", seed="x", first=4) == [
        puzzles[4]]


def test_a_target() -> None:
    puzzles = loyd.generate("4x4", seed="monday", count=4, stm=(40, 45))
    assert all(40 <= found.lower <= 45 for found in loyd.solve(puzzles))
    assert [loyd.draw(p.recipe or "") for p in puzzles] == puzzles


@pytest.mark.parametrize("layout", ["rows", "random"])
def test_arrays_are_the_same_boards(layout: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(loyd.generating, "CHUNK", 100)
    starts, goals = loyd.generate_arrays("3x4", layout=layout, seed="x",
                                         count=150, first=7)
    puzzles = loyd.generate("3x4", layout=layout, seed="x", count=150, first=7)
    assert starts.shape == goals.shape == (150, 4, 3)
    for puzzle, start, goal in zip(puzzles, starts, goals):
        assert puzzle == loyd.Puzzle(start, goal)
        assert (puzzle.start.array() == start).all()


def test_days_are_those_of_the_command(command: Any) -> None:
    for date in [datetime.date(2026, 1, 5)] + [
            datetime.date(2026, 12, day) for day in range(28, 32)] + [
            datetime.date(2027, 1, day) for day in range(1, 15)]:
        line, = command("daily", str(date), "--today", str(date), "--json")
        puzzle = loyd.daily(date)
        assert (puzzle.id, puzzle.recipe) == (
            line["puzzle_id"], line.get("recipe")), date


def test_boards() -> None:
    board = loyd.Board("1 2 3/4 5 6/7 8 0")
    assert board == loyd.Board(board.rows) == loyd.Board(board.array())
    assert pickle.loads(pickle.dumps(board)) == board
    assert len({board, loyd.Board("3x3:1,2,3,4,5,6,7,8,0")}) == 1
    assert board.move("DRUL") != board.move("D")
    with pytest.raises(AttributeError):
        board.width = 4
    for bad, code in [("1 1/2 0", "LABEL"), ([[1, 2], [3]], "SHAPE"),
                      ([[1, 2], [3, 300]], "LABEL"), ("q", "SYNTAX"),
                      ([[1, 2], [3, -1]], "LABEL"), ([[0]], "SIZE"),
                      (numpy.zeros((20, 20), numpy.uint8), "SIZE"),
                      ("1 2/3 \0", "ENCODING")]:
        with pytest.raises(loyd.Error) as error:
            loyd.Board(bad)  # type: ignore[arg-type]
        assert error.value.code.name == code and str(error.value)
    with pytest.raises(TypeError):
        loyd.Board(numpy.array([[1, 2], [3.7, 0]]))
    for other in (b"1 2/3 0", 5, None, [1, 2]):
        with pytest.raises(TypeError, match="a board is a text, rows"):
            loyd.Board(other)  # type: ignore[arg-type]
    with pytest.raises(loyd.Error, match="move 3 is impossible"):
        board.move("DU3")


def test_checks() -> None:
    assert loyd.check("1 2 3/6 5 4/7 8 0", "snake")
    assert not loyd.check("1 2 3/6 5 4/8 7 0", "snake")
    with pytest.raises(loyd.Error, match="no fixed goal"):
        loyd.check("1 2 3/6 5 4/8 7 0", "random")
    with pytest.raises(loyd.Error) as error:
        loyd.check("1 2 3/6 5 4/8 7 0", "1 2/3 0")
    assert error.value.code == loyd.Code.SHAPE


def test_pictures() -> None:
    solution = loyd.solve("0 1 2/4 5 3/7 8 6")
    picture = solution._repr_svg_()
    assert picture == animation(solution.puzzle.start, b"\3\3\0\0")
    assert picture.count("<animateTransform") == 4
    assert 'values="0,0;-40,0;-40,0;-40,0;-40,0;' in picture
    assert "<svg" in solution.puzzle._repr_svg_()
    assert "&lt;b&gt;" in solution.puzzle.start.svg("<b>")
    # A title is UTF-8 in any locale.
    shown = subprocess.run(
        [sys.executable, "-c", "import loyd; print(ascii("
         "loyd.Board('1 2/3 0').svg('\\xe9')).count('>\\\\xe9<'))"], check=True,
        capture_output=True, text=True, env={
            **os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0",
            "PYTHONUTF8": "0"})
    assert shown.stdout == "1\n"


def test_codes_are_those_of_the_header() -> None:
    from loyd._native import lib

    assert {f"LOYD_E_{code.name}": code.value for code in loyd.Code} == {
        name: getattr(lib, name) for name in dir(lib)
        if name.startswith("LOYD_E_") and name != "LOYD_E_COUNT_"}


def test_catalogues_are_imported_when_they_are_used() -> None:
    program = ("import loyd, sys\n"
               "print('loyd.catalogue' in sys.modules, hasattr(loyd, 'none'),"
               " set(loyd.__all__) - set(dir(loyd)), loyd.Entry.__name__)")
    said = subprocess.run([sys.executable, "-c", program], check=True,
                          capture_output=True, text=True).stdout
    assert said == "False False set() Entry\n"


def test_seeds_are_new() -> None:
    one, two = (loyd.generate("4x4")[0] for _ in range(2))
    assert one != two and loyd.draw(one.recipe or "") == one
    starts = [loyd.generate_arrays("4x4")[0].tolist() for _ in range(2)]
    assert starts[0] != starts[1]


def test_errors_are_plain() -> None:
    import numpy

    for wrong in (numpy.zeros((2, 3, 3), int), numpy.zeros((3, 3))):
        with pytest.raises(TypeError, match="a board is a text, rows"):
            loyd.Board(wrong)


def test_version() -> None:
    assert loyd.__version__ == loyd.version()
