"""Catalogues, read in a child process."""

import contextlib
import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Iterator, List

import pytest

import loyd


@pytest.fixture(scope="module")
def made(command: Any, tmp_path_factory: Any) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("catalogue") / "my.db"
    for size in ("4x4", "3x3", "5x5"):
        command("generate", size, "--seed", "x", "--count", "30" if size !=
                "5x5" else "2", "--db", path, text=True)
    command("rate", "--traits", "--size", "3x3", "--db", path, text=True)
    yield path


def test_entries_are_those_of_find(made: Any, command: Any) -> None:
    lines = command("find", "--db", made, "--json")
    entries = list(loyd.Catalogue(made).find())
    assert len(entries) == 62
    for entry, line in zip(entries, lines):
        assert {name: value for name, value in dataclasses.asdict(
            entry).items() if value is not None} == line
    assert entries[0] == dataclasses.replace(entries[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        entries[0].stm = 3  # type: ignore[misc]


def test_fields_are_those_of_the_library() -> None:
    from loyd._call import text
    from loyd._native import ffi, lib

    field = ffi.new("loyd_field *")
    names: List[str] = []
    at = 0
    while lib.loyd_field_get(at, field):
        if not field.is_asked:
            names.append(text(field.name))
        at += 1
    assert sorted(names) == sorted(
        field.name for field in dataclasses.fields(loyd.Entry))


def test_filters(made: Any, command: Any) -> None:
    catalogue = loyd.Catalogue(made)
    cases: List[Any] = [
            ({"size": "4x4", "stm": (50, None), "order": "-stm", "limit": 3},
             ["--size", "4x4", "--stm", "50..", "--order", "-stm", "--limit",
              "3"]),
            ({"band": ["hard", "expert"], "size": ["3x3", "4x4"]},
             ["--band", "hard,expert", "--size", "3x3,4x4"]),
            ({"pick": "a", "limit": 4}, ["--pick", "a", "--limit", "4"]),
            ({"distinct": True, "recipe": "3x3/*"},
             ["--distinct", "--recipe", "3x3/*"]),
            ({"mtm_status": "proven", "used": "no"},
             ["--mtm-status", "proven", "--used", "no"]),
            ({"where": "stm > 20 AND gap = 0", "stm": "20..60,70.."},
             ["--where", "stm > 20 AND gap = 0", "--stm", "20..60,70.."])]
    for filters, options in cases:
        wanted = [line["puzzle_id"] for line in command(
            "find", "--db", made, "--json", *options)]
        assert wanted == [e.puzzle_id for e in catalogue.find(**filters)]
        assert len(wanted) == catalogue.count(**filters)
        assert len(wanted) == len(catalogue.find(**filters))
    ids = [entry.puzzle_id for entry in catalogue.find()]
    assert [entry.puzzle_id for entry in catalogue.find(
        ids=ids[:9], not_in=[ids[3], "0" * 16])] == ids[:3] + ids[4:9]
    assert len(catalogue.find(ids=[])) == 0
    with pytest.raises(loyd.Error, match="whole"):
        catalogue.count(ids=["0a"])


def test_errors(made: Any, tmp_path: Path) -> None:
    catalogue = loyd.Catalogue(made)
    cases: List[Any] = [({"band": "hrad"}, "NOT_FOUND"),
                        ({"where": "stm >"}, "SYNTAX"),
                        ({"recipe": "\ud800"}, "SYNTAX"),
                        ({"stm": (5, 4)}, "RANGE")]
    for filters, code in cases:
        with pytest.raises(loyd.Error) as error:
            next(catalogue.find(**filters))
        assert error.value.code.name == code
    call: Any
    for call in (catalogue.find, catalogue.count):
        with pytest.raises(TypeError, match="'colour' is not a column"):
            call(colour="red")
    with pytest.raises(loyd.Error) as error:
        loyd.Catalogue(tmp_path / "none.db").count()
    assert error.value.code == loyd.Code.NOT_FOUND
    with pytest.raises(loyd.Error, match="NUL"):
        loyd.Catalogue(f"{made}\0").count()
    (tmp_path / "text.db").write_text("text, " * 1000)
    with pytest.raises(loyd.Error) as error:
        loyd.Catalogue(tmp_path / "text.db").count()
    assert error.value.code == loyd.Code.FOREIGN


def test_an_abandoned_iterator_leaves_no_process(made: Any) -> None:
    found = loyd.Catalogue(made).find()
    next(found)
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    assert children.read_text().split() != []
    del found
    assert children.read_text().split() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_long_job_ends_with_its_program(number: int, tmp_path: Path) -> None:
    """Only the program gets the signal, unlike with Ctrl-C in a terminal."""
    path = tmp_path / "long.db"
    program = ("import loyd, signal, sys\n"
               # A job in the background of a shell ignores it.
               "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
               "loyd.Catalogue(sys.argv[1]).generate('3x3', count=10**9)\n")
    parent = subprocess.Popen([sys.executable, "-c", program, str(path)],
                              stderr=subprocess.PIPE, start_new_session=True)
    try:
        for _ in range(6000):
            if path.exists() and path.stat().st_size:
                break
            time.sleep(0.01)
        parent.send_signal(number)
        # Both have the pipe: it ends when the second of them does.
        said = parent.communicate(timeout=60)[1]
        assert parent.returncode == -number
        assert (b"\nKeyboardInterrupt" in said) == (number == signal.SIGINT)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()


@pytest.fixture(scope="module")
def large(tmp_path_factory: Any) -> Path:
    """More rows than the pipe of a reader has room for."""
    path: Path = tmp_path_factory.mktemp("large") / "my.db"
    assert loyd.Catalogue(path).generate("3x3", count=9000) > 8000
    return path


def test_fork(large: Path) -> None:
    """A child takes no rows from its parent."""
    found = loyd.Catalogue(large).find()
    next(found)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            list(found)
        except RuntimeError:
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert 1 + len(list(found)) == loyd.Catalogue(large).count()


def test_a_reader_ends_with_its_program(large: Path) -> None:
    program = ("import loyd, os, sys\n"
               "found = loyd.Catalogue(sys.argv[1]).find()\n"
               "next(found)\n"
               "os.kill(os.getpid(), 9)\n")
    said = subprocess.run([sys.executable, "-c", program, str(large)],
                          capture_output=True, timeout=60)
    assert said.returncode == -9 and said.stderr == b""


def test_pandas(made: Any) -> None:
    frame = loyd.Catalogue(made).find(size="4x4").to_pandas()
    assert list(frame.columns) == [field.name for field in
                                   dataclasses.fields(loyd.Entry)]
    assert frame["stm"].between(30, 80).all() and len(frame) == 30


def test_a_pack(made: Any, command: Any, tmp_path: Path) -> None:
    n = loyd.Catalogue(made).export(tmp_path / "py", title="Mine", size="3x3")
    command("export", "--db", made, "--out", tmp_path / "c", "--title",
            "Mine", "--size", "3x3", text=True)
    assert n == 30
    assert (tmp_path / "py" / "SHA256SUMS").read_text() == (
        tmp_path / "c" / "SHA256SUMS").read_text()


def test_a_volume_marks_its_puzzles(made: Any, tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    path.write_bytes(made.read_bytes())
    catalogue = loyd.Catalogue(path)
    for volume, date in (1, None), (2, "2026-02-01"):
        assert catalogue.export(tmp_path / str(volume), pack="p", count=10,
                                size="3x3", date=date) == 10
        assert catalogue.count(used="yes") == 10 * volume
    with pytest.raises(loyd.Error):
        catalogue.export(tmp_path / "3", pack="p", count=11, size="3x3")


def test_the_locks_of_this_process_survive(made: Any, tmp_path: Path) -> None:
    """Python's copy of SQLite keeps its lock when the module reads."""
    path = tmp_path / "locked.db"
    path.write_bytes(made.read_bytes())
    other = ("import sqlite3, sys\n"
             "db = sqlite3.connect(sys.argv[1], timeout=0)\n"
             "db.execute('BEGIN IMMEDIATE')\n")
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    assert loyd.Catalogue(path).count() == 62
    assert sum(1 for _ in loyd.Catalogue(path).find()) == 62
    said = subprocess.run([sys.executable, "-c", other, str(path)],
                          capture_output=True, text=True)
    assert "database is locked" in said.stderr
    db.execute("ROLLBACK")
    db.close()


def test_beside_a_writer(made: Any, tmp_path: Path) -> None:
    """Another copy of SQLite in this process writes: its locks hold."""
    path = tmp_path / "shared.db"
    path.write_bytes(made.read_bytes())
    rounds = int(os.environ.get("LOYD_ROUNDS", "12"))
    errors: List[BaseException] = []

    def write() -> None:
        try:
            db = sqlite3.connect(path, timeout=30)
            for i in range(rounds * 20):
                with db:
                    db.execute("UPDATE series SET text = text")
            db.close()
        except BaseException as error:
            errors.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    catalogue = loyd.Catalogue(path)
    for _ in range(rounds):
        assert sum(1 for _ in catalogue.find()) == 62
        with sqlite3.connect(path) as db:
            assert db.execute("SELECT count(*) FROM puzzles").fetchone() == (
                62,)
        db.close()
    writer.join()
    assert not errors
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def test_arguments(made: Any, tmp_path: Path) -> None:
    import numpy

    catalogue = loyd.Catalogue(os.fsencode(tmp_path / "é.db"))
    three: Any = numpy.int64(3)
    assert catalogue.generate("3x3", count=three) == 3
    assert catalogue.count(stm={18, 22}) == sum(
        entry.stm in (18, 22) for entry in catalogue.find())
    for first, count in ((0, -1), (-1, 1), (0, 1 << 64), ((1 << 64) - 1, 1)):
        generate: Any
        for generate in (catalogue.generate, loyd.generate,
                         loyd.generate_arrays):
            with pytest.raises(ValueError, match="2\\^64"):
                generate("3x3", first=first, count=count)
    with pytest.raises(TypeError):
        catalogue.generate("3x3", count=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="stm: expected"):
        loyd.generate("3x3", stm=(30, None))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a range"):
        catalogue.count(stm=(1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(loyd.Error, match="none.db: "):
        loyd.Catalogue(tmp_path / "none.db").count()


def test_stats(made: Any) -> None:
    catalogue = loyd.Catalogue(made)
    rows = catalogue.stats(["size"], status="proven")
    for row in rows:
        stm = [entry.stm or 0 for entry in
               catalogue.find(size=row["size"], status="proven")]
        assert (row["count"], row["least"], row["greatest"]) == (
            len(stm), min(stm), max(stm))
        assert row["mean"] == pytest.approx(sum(stm) / len(stm), abs=0.001)
    assert sum(row["count"] for row in rows) == catalogue.count(
        status="proven")
    assert catalogue.stats(None, None) == [{"count": catalogue.count()}]
    assert {"size", "layout", "status", "mean"} < set(catalogue.stats()[0])
    for wrong in ({"by": "colour"}, {"of": "colour"}, {"colour": 1},
                  {"by": "where"}):
        with pytest.raises(TypeError, match="is not a column"):
            catalogue.stats(**wrong)  # type: ignore[arg-type]


def test_entries_can_be_solved(made: Any) -> None:
    entries = list(loyd.Catalogue(made).find(size="4x4", limit=3))
    solutions = loyd.solve(entry.puzzle for entry in entries)
    assert [found.length for found in solutions] == [
        entry.stm for entry in entries]
    assert [found.puzzle.id for found in solutions] == [
        entry.puzzle_id for entry in entries]


def test_what_is_not_read_starts_no_process(made: Any) -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    before = children.read_text()
    found = loyd.Catalogue(made).find()
    assert children.read_text() == before
    assert next(found).puzzle_id
