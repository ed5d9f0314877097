"""Solutions, and what happens around long calls."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any, List

import numpy
import pytest

import loyd

#: A board that takes long, on any machine.
HARD = str(loyd.generate("5x5", seed="hard")[0].start)


def test_the_same_as_the_command(command: Any) -> None:
    puzzles = loyd.generate("3x4", seed="x", count=20)
    for metric in ("stm", "mtm"):
        paths = command("solve", "--metric", metric, *[
            str(puzzle.start) for puzzle in puzzles], text=True)
        assert paths == [f"{found.length}\t{found.path}"
                         for found in loyd.solve(puzzles, metric=metric)]


def test_threads_change_nothing() -> None:
    starts, _ = loyd.generate_arrays("4x4", seed="x", count=8)
    one, two = loyd.solve(starts), loyd.solve(starts, threads=2)
    assert [found.path for found in one] == [found.path for found in two]
    assert loyd.lengths(starts).tolist() == [found.length for found in one]
    assert loyd.lengths(starts[:0]).shape == (0,) and loyd.solve([]) == []


def test_errors() -> None:
    with pytest.raises(loyd.Error, match="puzzle 1: ") as error:
        loyd.solve(["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0"])
    assert error.value.code == loyd.Code.UNSOLVABLE
    with pytest.raises(ValueError, match="expected stm, mtm"):
        loyd.solve("1 2 3/4 5 6/7 8 0", metric="xtm")
    for threads in (-1, 257):
        with pytest.raises(ValueError, match="threads: expected 1..256"):
            loyd.solve("1 2/0 3", threads=threads)
    with pytest.raises(TypeError):
        loyd.lengths(numpy.zeros((1, 3, 3)))  # type: ignore[arg-type]
    with pytest.raises(loyd.Error, match="2 dimensions"):
        loyd.lengths(numpy.zeros((3, 3), numpy.uint8))
    with pytest.raises(loyd.Error) as error:
        loyd.lengths(numpy.zeros((1, 3, 3), numpy.uint8))
    assert error.value.code == loyd.Code.LABEL


def test_one_board_or_many() -> None:
    rows = [[0, 1, 2], [4, 5, 3], [7, 8, 6]]
    array = numpy.array(rows)
    ones: List[Any] = ["0 1 2/4 5 3/7 8 6", loyd.Board(rows), loyd.Puzzle(rows),
                       rows, tuple(map(tuple, rows)), array, list(array)]
    for one in ones:
        assert loyd.solve(one).path == "L2U2"
    manies: List[Any] = [[rows], (loyd.Board(rows),), array[None], [array],
                         iter([rows])]
    assert loyd.solve(rows).length == 4  # and its type
    for many in manies:
        assert [found.path for found in loyd.solve(many)] == ["L2U2"]


def test_the_folder_of_tables(tmp_path: Any, monkeypatch: Any) -> None:
    small, large = loyd.Puzzle("1 2/0 3"), loyd.generate("6x3", seed="x")[0]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()

    def kept(cache: str, puzzle: loyd.Puzzle) -> bool:
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        monkeypatch.setenv("HOME", str(tmp_path / "file"))
        loyd.Solver().solve([puzzle], nodes=1)
        return any(tmp_path.rglob("loyd/*"))

    assert not kept(str(tmp_path / "file"), large)
    assert not kept("relative", small)
    assert not (tmp_path / "relative").exists()
    assert kept(str(tmp_path), large)


def test_an_interval_when_the_time_is_up() -> None:
    found = loyd.solve(HARD, seconds=0.2)
    assert found.is_stopped and found.length is None
    assert found.upper is not None and found.lower < found.upper
    quick = loyd.solve(HARD, effort="quick")
    assert not quick.is_stopped and quick.lower < (quick.upper or 0)


def test_progress_cannot_use_its_solver() -> None:
    solver = loyd.Solver(cache="")
    puzzle = loyd.Puzzle("1 2/0 3")
    with pytest.raises(RuntimeError, match="cannot use the solver"):
        solver.solve([loyd.Puzzle(HARD)],
                     progress=lambda done, total: solver.solve([puzzle]))
    assert solver.solve([puzzle])[0].length == 1


def test_progress_cancels() -> None:
    seen: List[int] = []
    solver = loyd.Solver(cache="")

    def progress(done: int, total: int) -> bool:
        seen.append(total)
        return len(seen) < 3

    with pytest.raises(loyd.Error) as error:
        solver.solve([loyd.Puzzle(HARD)], progress=progress)
    assert error.value.code == loyd.Code.CANCELLED and len(seen) >= 3
    assert solver.polls > 2
    with pytest.raises(ZeroDivisionError):
        solver.solve([loyd.Puzzle(HARD)], progress=lambda *_: 1 // 0)
    assert solver.solve([loyd.Puzzle("1 2/0 3")])[0].length == 1


def test_ctrl_c() -> None:
    program = ("import loyd, signal\n"
               # A job in the background of a shell ignores it.
               "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
               "try:\n"
               "    print('ready', flush=True)\n"
               f"    loyd.solve({HARD!r})\n"
               "except KeyboardInterrupt:\n"
               "    print(loyd.solve('1 2/0 3').length)\n")
    child = subprocess.Popen([sys.executable, "-c", program], text=True,
                             stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    try:
        assert child.communicate(timeout=120)[0] == "1\n"
    finally:
        child.kill()
    assert child.returncode == 0


def test_other_threads_run_meanwhile() -> None:
    """The search ends when another thread has counted, not by its nodes."""
    counts = [0]
    has_ended = threading.Event()

    def count() -> None:
        while not has_ended.wait(0.001):
            counts[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(loyd.Error) as error:
            loyd.solve(HARD, nodes=10 ** 8,
                       progress=lambda done, total: counts[0] < 20)
    finally:
        has_ended.set()
        thread.join()
    assert error.value.code == loyd.Code.CANCELLED


def test_a_solver_is_for_one_thread_at_a_time() -> None:
    solver, has_begun, may_end = loyd.Solver(), threading.Event(), False

    def progress(done: int, total: int) -> bool:
        has_begun.set()
        return not may_end

    def first() -> None:
        with pytest.raises(loyd.Error):
            solver.solve([loyd.Puzzle(HARD)], progress=progress)

    threads = [threading.Thread(target=first), threading.Thread(
        target=solver.solve, args=([loyd.Puzzle("1 2/0 3")],))]
    threads[0].start()
    has_begun.wait()
    threads[1].start()
    threads[1].join(0.3)
    waits = threads[1].is_alive()
    may_end = True
    for thread in threads:
        thread.join(60)
    assert waits


@pytest.mark.parametrize("solvers", [1, 8])
def test_threads_with_solvers(solvers: int) -> None:
    """Eight threads share a solver, or each has its own."""
    puzzles = loyd.generate("3x3", seed="threads", count=8)
    wanted = [found.path for found in loyd.solve(puzzles)]
    several = [loyd.Solver() for _ in range(solvers)]
    results: List[Any] = [None] * 8

    def work(i: int) -> None:
        results[i] = several[i % solvers].solve([puzzles[i]])[0].path

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == wanted


def test_fork() -> None:
    """Meanwhile another thread uses the solver."""
    wanted = loyd.solve("8 6 7/2 5 4/3 0 1", threads=2).path
    solver = loyd.solving.solver_of(2)
    has_begun, has_forked = threading.Event(), threading.Event()

    def progress(done: int, total: int) -> bool:
        has_begun.set()
        return not has_forked.is_set()

    def work() -> None:
        with pytest.raises(loyd.Error):
            solver.solve([loyd.Puzzle(HARD)], progress=progress)

    thread = threading.Thread(target=work)
    thread.start()
    assert has_begun.wait(60)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            is_same = loyd.solve("8 6 7/2 5 4/3 0 1",
                                 threads=2).path == wanted
            try:
                solver.solve([])
            except RuntimeError:
                code = 0 if is_same else 2
        finally:
            os._exit(code)
    has_forked.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0


def test_lengths_of_texts() -> None:
    assert loyd.lengths(["1 2 3/4 5 6/7 0 8",
                         loyd.Board("8 6 7/2 5 4/3 0 1")]).tolist() == [1, 31]
    with pytest.raises(loyd.Error, match="differ in size"):
        loyd.lengths(["1 2/0 3", "1 2 3/4 5 6/7 0 8"])


def test_seconds() -> None:
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError, match="seconds="):
            loyd.solve("1 2 3/4 5 6/7 0 8", seconds=wrong)
