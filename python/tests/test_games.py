"""Game records."""

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


def test_errors() -> None:
    with pytest.raises(loyd.Error) as error:
        loyd.game(RECORD[:-1] + "h")
    assert error.value.code == loyd.Code.CORRUPT
    assert loyd.analyse([]) == []
