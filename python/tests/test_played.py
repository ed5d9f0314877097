"""Games of catalogues."""

import dataclasses
import re
import shutil
from pathlib import Path
from typing import Any, Dict, List

import pytest

import loyd

MS = {"ann": 300, "bo_1": 700, "C-c": 450}


@pytest.fixture(scope="module")
def made(tmp_path_factory: Any) -> Any:
    path = tmp_path_factory.mktemp("played") / "my.db"
    loyd.Catalogue(path).generate("3x3", seed="x", count=4)
    return path


def records(record: Any, puzzle: loyd.Puzzle) -> List[str]:
    """A game of each player; that of C-c has a hint and is not solved."""
    slides = re.findall(r"[URDL]\d*", loyd.solve(puzzle).path or "")
    lines = []
    for player, ms in MS.items():
        is_last = player == "C-c"
        lines.append(player + "," + record(
            puzzle.recipe, slides[:-1] if is_last else slides, ms,
            1769904000000, [1] if is_last else []))
    return lines


def shown(row: Any) -> Dict[str, Any]:
    return {name: value for name, value in dataclasses.asdict(row).items()
            if value is not None}


def test_the_same_as_the_command(made: Any, command: Any, record: Any,
                                 tmp_path: Path) -> None:
    own, other = tmp_path / "own.db", tmp_path / "other.db"
    for path in (own, other):
        shutil.copy(made, path)
    catalogue = loyd.Catalogue(own)
    lines = [line for puzzle in loyd.generate("3x3", seed="x", count=4)
             for line in records(record, puzzle)]
    (tmp_path / "games").write_text("\n".join(lines))
    for n in (12, 0):
        line, = command("play", "import", tmp_path / "games", "--db", other,
                        "--json")
        added = catalogue.add_games(iter(lines))
        assert (added.games, added.duplicates, len(added.refused)) == (
            line["games"], line["duplicates"], line["bad"]) == (n, 12 - n, 0)
    cases: List[Dict[str, str]] = [
        {}, {"player": "bo_1"},
        {"puzzle": loyd.draw("3x3/rows~g1~x~2").id}]
    for options in cases:
        games = list(catalogue.games(**options))
        wanted = command("play", "list", "--db", other, "--json", *[
            text for name, value in options.items()
            for text in (f"--{name}", value)])
        assert [shown(game) for game in games] == wanted
        assert len(games) == (4 if "player" in options else
                              3 if "puzzle" in options else 12)
    assert list(catalogue.games(puzzle=loyd.draw("3x3/rows~g1~x~2"))) == games
    assert {name for line in wanted for name in line} == {
        field.name for field in dataclasses.fields(loyd.Played)}
    assert len(catalogue.games().to_pandas()) == 12

    line, = command("play", "rate", "--db", other, "--json")
    observed = shown(catalogue.rate_games())
    assert observed.pop("has_converged") in (True, False)
    assert observed == line
    assert [entry.difficulty for entry in catalogue.find(order="difficulty")
            ] == [line["difficulty"] for line in command(
                "find", "--db", other, "--json", "--order", "difficulty")]

    players = list(catalogue.players())
    assert [dataclasses.asdict(player) for player in players] == command(
        "play", "players", "--db", other, "--json")
    assert [player.player for player in players] == ["ann", "bo_1"]
    # Nothing waits in another file.
    assert [path.name for path in tmp_path.glob("own*")] == ["own.db"]


def test_what_is_refused(made: Any, record: Any, tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    shutil.copy(made, path)
    catalogue = loyd.Catalogue(path)
    good = records(record, loyd.draw("3x3/rows~g1~x~0"))[0]
    other = records(record, loyd.draw("3x3/rows~g1~y~0"))[0]
    game = loyd.game(good)
    assert game.player == "ann"
    added = catalogue.add_games([
        good.replace(",", ",\n "), game, other, "# a comment",
        dataclasses.replace(game, player=None), "bo,loydgame1.AAAA", "\ud800"])
    assert (added.games, added.duplicates) == (1, 1)
    assert list(added.refused) == [2, 4, 5, 6]
    assert "no puzzle" in added.refused[2]
    assert "is no player" in added.refused[4]
    assert catalogue.add_games([]) == loyd.Added(0, 0, {})
    assert catalogue.add_games(good) == loyd.Added(0, 1, {})
    assert catalogue.add_games(game) == loyd.Added(0, 1, {})


def test_without_games(made: Any, command: Any, tmp_path: Path) -> None:
    shutil.copy(made, tmp_path / "my.db")
    catalogue = loyd.Catalogue(tmp_path / "my.db")
    line, = command("play", "rate", "--db", tmp_path / "my.db", "--json")
    observed = catalogue.rate_games()
    assert observed.puzzles == 0 and observed.mean is None
    assert shown(observed).items() >= line.items()
    assert list(catalogue.games()) == []


def test_errors(made: Any, tmp_path: Path) -> None:
    catalogue = loyd.Catalogue(made)
    for arguments in ({"player": "a b"}, {"puzzle": "abc"}, {"puzzle": "!"}):
        with pytest.raises(loyd.Error) as error:
            next(catalogue.games(**arguments))
        assert error.value.code == loyd.Code.SYNTAX
    with pytest.raises(ZeroDivisionError):
        catalogue.add_games(str(1 // n) for n in (1, 0))
    none = loyd.Catalogue(tmp_path / "none.db")
    calls: List[Any] = [none.rate_games, lambda: none.add_games([]),
                        lambda: next(none.games())]
    for call in calls:
        with pytest.raises(loyd.Error) as error:
            call()
        assert error.value.code == loyd.Code.NOT_FOUND
