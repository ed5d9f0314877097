"""Game records."""

import re
from typing import Any

import pytest

import loyd

RECORD = "loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg"


def test_the_same_as_the_command(command: Any) -> None:
    game = loyd.game("ann," + RECORD)
    line, = command("play", "check", "--json", RECORD)
    assert (game.puzzle.id, game.stm, game.mtm, game.ms, len(game.hints)) == (
        line["puzzle_id"], line["stm"], line["mtm"], line["ms"], line["hints"])
    assert game.record == RECORD and game.player == "ann"
    assert "<animateTransform" in game._repr_svg_()
    for metric in ("stm", "mtm"):
        line, = command("play", "analyse", "--json", "--metric", metric,
                        RECORD)
        analysis, = loyd.analyse([game], metric=metric)
        assert [(p.left, p.lost) for p in analysis.positions] == [
            (p["left"], p.get("lost", 0)) for p in line["positions"]]
        assert analysis.lost == line["lost_lower"] == line["lost_upper"]


def test_a_detour_in_a_game_of_a_recipe(record: Any) -> None:
    puzzle = loyd.draw("3x3/rows~g1~monday~0")
    solution = loyd.solve(puzzle)
    path = solution.path or ""
    away = next(d for d in "URDL" if d != path[0] and can(puzzle.start, d))
    back = "DLUR"["URDL".index(away)]
    slides = [away, back] + re.findall(r"[URDL]\d*", path)
    game = loyd.game(record(puzzle.recipe, slides, 500))
    assert game.puzzle == puzzle and game.puzzle.recipe == puzzle.recipe
    assert game.solved and game.stm == solution.lower + 2
    analysis, = loyd.analyse([game])
    assert analysis.lost == 2 and analysis.positions[0].lost == 2
    assert sum(position.lost for position in analysis.positions) == 2


def can(board: loyd.Board, direction: str) -> bool:
    try:
        return bool(board.move(direction))
    except loyd.Error:
        return False


def test_errors() -> None:
    with pytest.raises(loyd.Error) as error:
        loyd.game(RECORD[:-1] + "h")
    assert error.value.code == loyd.Code.CORRUPT
    assert loyd.analyse([]) == []
    assert loyd.analyse(RECORD) == loyd.analyse([RECORD])
