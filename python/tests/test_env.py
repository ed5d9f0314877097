"""The environments, and the judge of answers."""

import copy
import pickle
import re
from typing import Any, List

import numpy
import pytest

import loyd
from loyd.env import SlidingPuzzle, VectorSlidingPuzzle, verify


def test_an_optimal_agent_gets_minus_the_optimum() -> None:
    env = SlidingPuzzle("3x3", "snake", "monday", (10, 30), render_mode="ansi")
    for _ in range(3):
        board, info = env.reset()
        path = loyd.solve(loyd.Board(board), "snake").path or ""
        assert 10 <= info["optimum"] <= 30
        total, terminated = 0.0, False
        for action in loyd.board.directions(path):
            assert not terminated and info["action_mask"][action] == 1
            board, reward, terminated, truncated, info = env.step(action)
            total += reward
        assert terminated and not truncated and total == -info["optimum"]
        assert env.render() == "1 2 3\n6 5 4\n7 8 0"


def test_seeds_repeat_and_illegal_actions_change_nothing() -> None:
    env = SlidingPuzzle("3x3", max_steps=2)
    first, _ = env.reset(seed=5)
    second, _ = env.reset()
    again, _ = env.reset(seed=5)
    assert (first == again).all() and (first != second).any()
    given, info = env.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert info["optimum"] == 1 and info["action_mask"].tolist() == [
        0, 1, 1, 1]
    board, _, terminated, truncated, _ = env.step(0)
    assert (board == given).all() and not terminated and not truncated
    assert env.step(1)[3]
    with pytest.raises(ValueError):
        env.step(4)


def test_environments_are_copied_and_closed() -> None:
    envs: List[Any] = [SlidingPuzzle("3x3", seed="x"),
                       VectorSlidingPuzzle(2, "3x3", seed="x")]
    for env, action in zip(envs, (0, [0, 0])):
        with pytest.raises(RuntimeError, match="reset"):
            env.step(action)
        env.reset()
        for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert (copied.reset()[0] == copy.deepcopy(env).reset()[0]).all()
            copied.close()


def test_the_vectorised_form_does_the_same() -> None:
    many = VectorSlidingPuzzle(7, "3x3", seed="v", length=(2, 4), max_steps=9)
    boards, info = many.reset()
    puzzles = loyd.generate("3x3", seed="v", stm=(2, 4), count=7)
    assert (boards == [p.start.array() for p in puzzles]).all()
    assert info["optimum"].tolist() == [s.lower for s in loyd.solve(puzzles)]
    random = numpy.random.default_rng(1)
    ended = numpy.zeros(7, bool)
    ends = 0
    for _ in range(40):
        actions = random.integers(0, 4, 7)
        before = boards
        boards, rewards, terminated, truncated, info = many.step(actions)
        for i in numpy.flatnonzero(~ended):
            board = loyd.Board(before[i])
            try:
                board = board.move("URDL"[actions[i]])
            except loyd.Error:
                pass
            assert (board.array() == boards[i]).all() and rewards[i] == -1
            assert terminated[i] == (board == loyd.board.goal_of("3x3"))
        assert (rewards[ended] == 0).all()
        ended = terminated | truncated
        ends += int(ended.sum())
    assert ends > 14


@pytest.mark.parametrize("answer", [
    "LDLU", "l d l u", "left, down, left, up", "←↓←↑", '["L","D","L","U"]',
    '["left", "down", "left", "up"]', "[left, down, left, up]",
    "```\nLDLU\n```", "```text\nL D\nL U\n```", "The answer is: LDLU",
    "Final answer: **L, D, L, U**", "L D L U.",
    '{"moves": ["L", "D", "L", "U"]}', ["L", "D", "L", "U"], "7 8 5 6",
    "[7, 8, 5, 6]", [7, 8, 5, 6], "← ↓ ← ↑", "⬅️⬇️⬅️⬆️",
    "7 -> 8 -> 5 -> 6",
    "Left\nDown\nLeft\nUp", "LD LU", "1. Left\n2. Down\n3. Left\n4. Up",
    "Moves:\n1) 7\n2) 8\n3) 5\n4) 6", "7.\n8.\n5.\n6."])
def test_spellings(answer: Any) -> None:
    board = loyd.Board("1 2 3/4 5 6/7 8 0").move("DRUR")
    verdict = verify(board, answer)
    assert (verdict.legal, verdict.solved, verdict.path, verdict.wasted) == (
        True, True, "LDLU", 0), verdict


def test_directions_of_the_blank() -> None:
    assert verify("1 2 3/4 5 6/7 0 8", "right", moves="blank").solved
    assert verify("1 2 3/4 5 6/7 0 8", "8", moves="blank").solved
    with pytest.raises(ValueError):
        verify("1 2/0 3", "L", moves="hole")


@pytest.mark.parametrize("answer, problem", [
    ("", "the goal is not reached"), ("I do not know", "no move: 'I'"),
    ("U", "move 1 is impossible"), ("9", "there is no tile 9"),
    ("1", "tile 1 is not next to the blank"), ("[[1]]", "expected a list"),
    ('{"a": 1}', "no single list"), ("[" * 100000, "no move|reached"),
    ("R" * 10**6, "more than"), ("LR" * 10**5, "more than 100000|number"),
    ("9" * 5000, "there is no tile"), ("٣", "no move"), ([True], "expected"),
    (None, "expected a list"), ("U99999", "no move"), ("`" * 10**7, "charact"),
    ("```" + " " * 10**5 + "x", "no move"), ("L" * 10**7, "character"),
    ("answer" + " " * 10**5 + "x", "no move")], ids=range(19))
def test_wrong_answers(answer: Any, problem: str) -> None:
    verdict = verify("1 2 3/4 5 6/7 0 8", answer)
    assert not verdict.solved
    assert re.search(problem, verdict.problem), verdict.problem


def test_waste() -> None:
    assert verify("1 2 3/4 5 6/7 0 8", "RLL").wasted == 2
    assert verify("1 2 3/4 5 6/7 0 8", "R").wasted == 2
    unsolvable = verify("1 2 3/4 5 6/8 0 7", "L")
    assert unsolvable.optimum is unsolvable.wasted is None
    assert unsolvable.legal and not unsolvable.solved


def test_the_checker_of_gymnasium() -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker",
                                  reason="gymnasium is not installed")
    checker.check_env(SlidingPuzzle("3x3"), skip_render_check=True)
