"""Days of channels, whose ledgers are in catalogues."""

import dataclasses
import datetime
import json
import re
import shutil
from pathlib import Path
from typing import Any, Dict, Iterable, List

import pytest

import loyd

TODAY = "2026-05-01"
SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def made(command: Any, tmp_path_factory: Any) -> Any:
    """A catalogue with two channels: kids, with tiers and a secret, and odd,
    whose days come from the catalogue."""
    folder = tmp_path_factory.mktemp("days")
    (folder / "kids.json").write_text(json.dumps({"tiers": [
        {"tier": "easy", "title": "\u00fcben, \"1\"", "size": "2x2",
         "layout": "rows", "stm": "1..6"},
        {"title": "far", "size": "4x3", "layout": "snake", "stm": "24..30"}]}))
    (folder / "odd.json").write_text(json.dumps(
        {"every": {"title": "odd", "from": {"size": "3x3"}}}))
    (folder / "secret").write_text(SECRET.hex())
    (folder / "secret").chmod(0o600)
    path = folder / "my.db"
    command("generate", "3x3", "--seed", "x", "--count", "20", "--db", path,
            text=True)
    command("channel", "create", "kids", "--db", path, "--start", "2026-01-01",
            "--schedule", folder / "kids.json", "--secret", folder / "secret",
            text=True)
    command("channel", "create", "odd", "--db", path, "--start", "2026-01-01",
            "--schedule", folder / "odd.json", text=True)
    return path


def shown(days: Iterable[loyd.Day]) -> List[Dict[str, Any]]:
    return [{name: value for name, value in dataclasses.asdict(day).items()
             if value is not None} for day in days]


def test_days_are_those_of_the_command(made: Any, command: Any, tmp_path: Path
                                       ) -> None:
    """Both decide the same days, and show and store them equally."""
    own, other = tmp_path / "own.db", tmp_path / "other.db"
    seen = set()
    for path in (own, other):
        shutil.copy(made, path)
    for channel, *secret in (("daily",), ("odd",),
                             ("kids", "--secret", made.parent / "secret")):
        lines = command("daily", "2026-01-05", "--db", other, "--channel",
                        channel, "--today", TODAY, "--json", *secret)
        days = loyd.Catalogue(own).daily(
            datetime.date(2026, 1, 5), channel, today=TODAY,
            secret=SECRET if secret else None)
        assert shown(days) == lines
        assert len(days) == (2 if channel == "kids" else 1)
        seen |= {name for line in lines for name in line}
    for arguments in (("channel", "list"), ("digest",)):
        assert (command(*arguments, "--db", own, text=True) ==
                command(*arguments, "--db", other, text=True))
    fields = {field.name for field in dataclasses.fields(loyd.Day)}
    assert fields - seen <= {field.name for field in
                             dataclasses.fields(loyd.Entry)}


def test_a_ledger(made: Any, command: Any, tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    shutil.copy(made, path)
    catalogue = loyd.Catalogue(path)
    assert list(catalogue.days()) == []
    catalogue.daily("2026-01-05", "kids", today=TODAY, secret=SECRET)
    days = list(catalogue.days("kids"))
    assert [(day.date, day.tier) for day in days] == [
        (f"2026-01-0{n}", tier) for n in range(1, 6)
        for tier in ("easy", "far")]
    assert {day.head for day in days} == {days[-1].hash}
    assert shown(days) == [line for n in range(1, 6) for line in command(
        "daily", f"2026-01-0{n}", "--db", path, "--channel", "kids", "--today",
        TODAY, "--json")]
    assert list(catalogue.days("kids", first="2026-01-02",
                               last=datetime.date(2026, 1, 3))) == days[2:6]
    assert list(catalogue.days("kids", first="2026-01-05")) == days[8:]
    # What is decided needs no secret.
    assert catalogue.daily("2026-01-04", "kids", today=TODAY) == days[6:8]
    frame = catalogue.days("kids").to_pandas()
    assert list(frame.columns)[:2] == ["date", "day_no"] and len(frame) == 10
    with pytest.raises(dataclasses.FrozenInstanceError):
        days[0].date = "2026-01-01"  # type: ignore[misc]


def test_a_game_of_a_secret_day(made: Any, record: Any, tmp_path: Path
                                ) -> None:
    path = tmp_path / "my.db"
    shutil.copy(made, path)
    catalogue = loyd.Catalogue(path)
    day = catalogue.daily("2026-01-01", "kids", today=TODAY, secret=SECRET)[1]
    moves = re.findall(r"[URDL]\d*", day.path or "")
    line = "ann," + record(day.recipe, moves, 500)
    assert "secret" in catalogue.add_games([line]).refused[0]
    assert catalogue.add_games([line], secret=SECRET).games == 1
    game, = catalogue.games()
    assert (game.puzzle_id, game.stm) == (day.puzzle_id, day.stm)


def test_errors(made: Any, tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    shutil.copy(made, path)
    cases: List[Any] = [
        ({"date": "2026-01-32"}, "DATE"), ({"date": "1 May"}, "SYNTAX"),
        ({"date": "2026-05-02"}, "DATE"), ({"date": "2025-12-31"}, "DATE"),
        ({"channel": "none"}, "NOT_FOUND"), ({"channel": "No"}, "SYNTAX"),
        ({"channel": "kids"}, "SECRET"),
        ({"channel": "kids", "secret": bytes(32)}, "SECRET"),
        ({"channel": "kids", "secret": b"short"}, "SECRET"),
        ({"channel": "odd"}, "EMPTY")]
    for arguments, code in cases:
        for each in (path, tmp_path / "none.db"):
            if each == path or code in ("DATE", "SYNTAX", "NOT_FOUND"):
                wish: Dict[str, Any] = {"date": TODAY, "today": TODAY}
                with pytest.raises(loyd.Error) as error:
                    loyd.Catalogue(each).daily(**{**wish, **arguments})
                assert error.value.code.name == code
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(loyd.Error) as error:
        next(loyd.Catalogue(path).days("none"))
    assert error.value.code == loyd.Code.NOT_FOUND
    moment = datetime.datetime(2026, 1, 2, 3, 4)
    assert loyd.daily(moment) == loyd.daily("2026-01-02")
    assert loyd.Catalogue(path).daily(moment) == loyd.Catalogue(path).daily(
        "2026-01-02")
    with pytest.raises(loyd.Error, match="is in the future"):
        loyd.Catalogue(path).daily("9999-12-31")
