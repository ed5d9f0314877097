"""For machine learning: an environment, and a judge of written answers.

The environment has the interface of Gymnasium, and its spaces where gymnasium
is installed; it works without.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import (TYPE_CHECKING, Any, Dict, List, Optional, Tuple,
                    Union)

import numpy

from loyd._call import Error
from loyd.board import DIRECTIONS, Board, BoardLike, Puzzle
from loyd.board import checked as check
from loyd.board import directions, goal_of
from loyd.generating import generate
from loyd.solving import solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from loyd.board import Boards

try:
    import gymnasium
    from gymnasium.vector import VectorEnv as _VectorBase

    _Base: Any = gymnasium.Env
except ImportError:
    gymnasium = None

    class _VectorBase:  # type: ignore[no-redef]
        def close(self) -> None:
            """Does nothing, as there is nothing to close."""

    _Base = _VectorBase

#: Puzzles drawn at a time.
BATCH = 64


class _Series:
    """The boards of a recipe, one after another."""

    def __init__(self, size: str, layout: str, seed: str,
                 length: Optional[Tuple[int, int]]) -> None:
        self._recipe: Dict[str, Any] = {"size": size, "layout": layout,
                                        "seed": seed, "stm": length}
        self._first = 0
        self._drawn: List[Puzzle] = []

    def __next__(self) -> Puzzle:
        if not self._drawn:
            count = BATCH if self._first else 1
            self._drawn = generate(**self._recipe, first=self._first,
                                   count=count)[::-1]
            self._first += count
        return self._drawn.pop()


class _Boards:
    """n boards of one size, the tiles of which move together.

    Actions are directions in which a tile moves: 0 up, 1 right, 2 down, 3
    left. An action without such a tile changes nothing."""

    def __init__(self, n: int, width: int, height: int) -> None:
        self.cells = numpy.zeros((n, height * width), numpy.uint8)
        self.goals = self.cells.copy()
        self.blanks = numpy.zeros(n, numpy.int64)
        self.shape = (n, height, width)
        # Of each cell, the one from which an action moves a tile to it, or -1.
        self.sources = numpy.full((height * width, 4), -1, numpy.int64)
        for cell in range(height * width):
            y, x = divmod(cell, width)
            for action, (dy, dx) in enumerate(((1, 0), (0, -1), (-1, 0),
                                               (0, 1))):
                if 0 <= y + dy < height and 0 <= x + dx < width:
                    self.sources[cell, action] = cell + dy * width + dx

    def put(self, i: int, puzzle: Puzzle) -> None:
        self.cells[i] = numpy.frombuffer(puzzle.start.cells, numpy.uint8)
        self.goals[i] = numpy.frombuffer(puzzle.goal.cells, numpy.uint8)
        self.blanks[i] = puzzle.start.cells.index(0)

    def move(self, actions: "NDArray[Any]") -> "NDArray[numpy.bool_]":
        """Moves a tile of each board; returns which moves were possible."""
        if not self.goals[0].any():
            raise RuntimeError("reset() comes before step()")
        actions = numpy.asarray(actions, numpy.int64)
        if ((actions < 0) | (actions > 3)).any():
            raise ValueError("an action is 0, 1, 2 or 3")
        sources = self.sources[self.blanks, actions]
        at = numpy.flatnonzero(sources >= 0)
        self.cells[at, self.blanks[at]] = self.cells[at, sources[at]]
        self.cells[at, sources[at]] = 0
        self.blanks[at] = sources[at]
        is_legal: "NDArray[numpy.bool_]" = sources >= 0
        return is_legal

    def masks(self) -> "NDArray[numpy.int8]":
        """Of each board and action, 1 if a tile can move: shape (n, 4)."""
        return (self.sources[self.blanks] >= 0).astype(numpy.int8)

    def solved(self) -> "NDArray[numpy.bool_]":
        is_solved: "NDArray[numpy.bool_]" = (
            self.cells == self.goals).all(axis=1)
        return is_solved

    def observed(self) -> "Boards":
        return self.cells.reshape(self.shape).copy()


class SlidingPuzzle(_Base):  # type: ignore[misc]
    """One puzzle at a time.

    An observation has shape (height, width), dtype uint8, 0 for the blank. An
    action is the direction in which a tile moves: 0 up, 1 right, 2 down, 3
    left; one without such a tile changes nothing. Each step has the reward -1,
    so that the greatest return is minus the optimum. An episode ends with the
    goal, and is truncated after `max_steps` steps.

    `info` has optimum (moves in STM of the start, proven), recipe, goal, and
    action_mask (four numbers 0 or 1). Boards of more than 16 cells need a
    `length`, a range of optimal lengths.

    >>> env = SlidingPuzzle("3x3", seed="monday", length=(10, 30))
    >>> board, info = env.reset()
    >>> board.shape, 10 <= info["optimum"] <= 30
    ((3, 3), True)
    >>> board, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated
    (-1.0, False)
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, size: str = "4x4", layout: str = "rows",
                 seed: str = "", length: Optional[Tuple[int, int]] = (10, 30),
                 max_steps: int = 1000,
                 render_mode: Optional[str] = None) -> None:
        self.size, self.layout, self.length = size, layout, length
        self.max_steps, self.render_mode = max_steps, render_mode
        self._series = _Series(size, layout, seed, length)
        start = goal_of(size)
        self._boards = _Boards(1, start.width, start.height)
        self._steps = 0
        if gymnasium is not None:
            self.action_space = gymnasium.spaces.Discrete(4)
            self.observation_space = gymnasium.spaces.Box(
                0, start.width * start.height, (start.height, start.width),
                numpy.uint8)

    def _info(self) -> Dict[str, Any]:
        return {"optimum": self._optimum, "recipe": self.puzzle.recipe,
                "goal": str(self.puzzle.goal),
                "action_mask": self._boards.masks()[0]}

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None
              ) -> Tuple["Boards", Dict[str, Any]]:
        """The next board. A seed begins the series of that seed, and
        options={"board": BOARD, "goal": GOAL} gives one."""
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._series = _Series(self.size, self.layout, str(seed),
                                   self.length)
        if options and "board" in options:
            self.puzzle = Puzzle(options["board"], options.get("goal"))
        else:
            self.puzzle = next(self._series)
        self._optimum = solve(self.puzzle).lower
        self._boards.put(0, self.puzzle)
        self._steps = 0
        return self._boards.observed()[0], self._info()

    def step(self, action: int
             ) -> Tuple["Boards", float, bool, bool, Dict[str, Any]]:
        """Moves a tile: observation, reward, terminated, truncated, info."""
        self._boards.move(numpy.array([action]))
        self._steps += 1
        is_solved = bool(self._boards.solved()[0])
        return (self._boards.observed()[0], -1.0, is_solved,
                not is_solved and self._steps >= self.max_steps, self._info())

    def render(self) -> Optional[str]:
        """The board as text, with render_mode="ansi"."""
        if self.render_mode != "ansi":
            return None
        return str(Board(self._boards.observed()[0])).replace("/", "\n")


class VectorSlidingPuzzle(_VectorBase):  # type: ignore[misc]
    """num_envs puzzles at once, as Gymnasium's vector environments.

    Observations have shape (num_envs, height, width). A board that ended is
    replaced in the next step, whose action for it is ignored and whose reward
    is 0. `info` has optimum, shape (num_envs,), and action_mask, shape
    (num_envs, 4).

    >>> env = VectorSlidingPuzzle(100, "3x3", seed="monday", length=None)
    >>> boards, info = env.reset()
    >>> boards.shape, info["optimum"].shape
    ((100, 3, 3), (100,))
    """

    metadata: Dict[str, Any] = {"autoreset_mode": "NextStep"}

    def __init__(self, num_envs: int, size: str = "4x4", layout: str = "rows",
                 seed: str = "", length: Optional[Tuple[int, int]] = (10, 30),
                 max_steps: int = 1000) -> None:
        self.num_envs, self.size, self.layout = num_envs, size, layout
        self.length, self.max_steps = length, max_steps
        self._series = _Series(size, layout, seed, length)
        start = goal_of(size)
        self._boards = _Boards(num_envs, start.width, start.height)
        self._steps = numpy.zeros(num_envs, numpy.int64)
        self._optima = numpy.zeros(num_envs, numpy.int64)
        self._has_ended = numpy.zeros(num_envs, numpy.bool_)
        if gymnasium is not None:
            metadata = getattr(gymnasium.vector, "AutoresetMode", None)
            if metadata is not None:
                self.metadata = {"autoreset_mode": metadata.NEXT_STEP}
            box = gymnasium.spaces.Box(
                0, start.width * start.height, (start.height, start.width),
                numpy.uint8)
            self.single_action_space = gymnasium.spaces.Discrete(4)
            self.single_observation_space = box
            batch = gymnasium.vector.utils.batch_space
            self.action_space = batch(self.single_action_space, num_envs)
            self.observation_space = batch(box, num_envs)

    def _renew(self, which: "NDArray[Any]") -> None:
        """New boards in the places that are listed."""
        puzzles = [next(self._series) for _ in which]
        for i, puzzle in zip(which, puzzles):
            self._boards.put(i, puzzle)
        if puzzles:
            self._optima[which] = [found.lower for found in solve(puzzles)]
        self._steps[which] = 0
        self._has_ended[which] = False

    def _info(self) -> Dict[str, Any]:
        return {"optimum": self._optima.copy(),
                "action_mask": self._boards.masks()}

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None
              ) -> Tuple["Boards", Dict[str, Any]]:
        """New boards everywhere; a seed begins the series of that seed."""
        if seed is not None:
            self._series = _Series(self.size, self.layout, str(seed),
                                   self.length)
        self._renew(numpy.arange(self.num_envs))
        return self._boards.observed(), self._info()

    def step(self, actions: "NDArray[Any]") -> Tuple[
            "Boards", "NDArray[numpy.float64]", "NDArray[numpy.bool_]",
            "NDArray[numpy.bool_]", Dict[str, Any]]:
        """Moves a tile of each: observations, rewards, terminated, truncated,
        info."""
        has_ended = self._has_ended.copy()
        self._boards.move(actions)
        self._steps += 1
        self._renew(numpy.flatnonzero(has_ended))
        is_solved = self._boards.solved() & ~has_ended
        is_late = (self._steps >= self.max_steps) & ~is_solved & ~has_ended
        self._has_ended = is_solved | is_late
        return (self._boards.observed(), numpy.where(has_ended, 0.0, -1.0),
                is_solved, is_late, self._info())


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What an answer is worth. Lengths are in STM."""

    legal: bool  #: it was understood, and each move is possible
    solved: bool  #: all moves are legal, and end at the goal
    moves: int  #: legal moves before the first illegal one
    path: str  #: these, as loyd writes them
    optimum: Optional[int]  #: of the board; None: not proven, or unsolvable
    wasted: Optional[int]  #: moves made + shortest from there - optimum
    problem: str  #: "", or what is wrong


#: No answer with more moves is read.
MOVES_MAX = 100000
#: Nor one with more characters.
ANSWER_MAX = 1000000
#: Of the search for the optimum of a board of more than 16 cells.
NODES = 10000000

_WORDS = {"u": 0, "up": 0, "↑": 0, "⬆": 0, "north": 0,
          "r": 1, "right": 1, "→": 1, "➡": 1, "east": 1,
          "d": 2, "down": 2, "↓": 2, "⬇": 2, "south": 2,
          "l": 3, "left": 3, "←": 3, "⬅": 3, "west": 3}
_HEAD = re.compile(
    r"(?:the )?(?:final )?(?:answer|solution|moves|path)(?: is)?", re.I)
_ARROWS = "↑→↓←⬆➡⬇⬅"
_LETTERS = re.compile(r"(?:[URDLurdl](?:[1-9][0-9]{0,2})?)+")
_ITEM = re.compile(r"\s*([0-9]{1,6})[.)]\s+(\S.*)")
_SPLIT = re.compile(r"[\s,;|.>'\"\[\]()-]+")


def _flat(value: Any) -> List[str]:
    """The words of a JSON value: a list, or an object with one list."""
    if isinstance(value, dict):
        lists = [each for each in value.values() if isinstance(each, (list,
                                                                      str))]
        if len(lists) != 1:
            raise ValueError("the object has no single list of moves")
        value = lists[0]
    if isinstance(value, str):
        return _words(value)
    if not isinstance(value, list) or not all(
            isinstance(each, (str, int)) and not isinstance(each, bool)
            for each in value):
        raise ValueError("expected a list of moves")
    return [word for each in value for word in (
        [str(each)] if isinstance(each, int) else _words(each))]


def _words(text: str) -> List[str]:
    """The words of an answer: directions or numbers of tiles."""
    if len(text) > ANSWER_MAX:
        raise ValueError(f"the answer has {len(text)} characters: expected at "
                         f"most {ANSWER_MAX}")
    text = text.replace("\ufe0f", "").strip()
    if text.startswith("```"):
        language, end, rest = text[3:].partition("\n")
        text = rest if end and language.strip().isalpha() else text
    head, colon, rest = text.partition(":")
    if colon and len(head) < 40 and _HEAD.fullmatch(head.strip("*` ")):
        text = rest
    text = text.strip("*` \n")
    items = [_ITEM.fullmatch(line) for line in text.split("\n")]
    if len(items) > 1 and all(item and int(item[1]) == i
                              for i, item in enumerate(items, 1)):
        text = " ".join(item[2] for item in items if item)
    if text[:1] in "[{" and text:
        try:
            return _flat(json.loads(text))
        except (json.JSONDecodeError, RecursionError):
            pass  # such as [up, down], which is no JSON
    text = re.sub("([" + _ARROWS + "])", r" \1 ", text)
    return [word for word in _SPLIT.split(text) if word]


def _meant(word: str, cells: List[int], blank: int, width: int, flip: int
           ) -> List[int]:
    """The directions 0..3 of tiles that a word means. Errors: ValueError."""
    if word.isdecimal() and word.isascii():
        if len(word) > 3 or int(word) not in cells or int(word) == 0:
            raise ValueError(f"there is no tile {word[:20]}")
        at = cells.index(int(word))
        for direction, to in enumerate(_sources(blank, width, len(cells))):
            if to == at:
                return [direction]
        raise ValueError(f"tile {word} is not next to the blank")
    if word.lower() in _WORDS:
        return [_WORDS[word.lower()] ^ flip]
    if _LETTERS.fullmatch(word):
        return [direction ^ flip for direction in directions(word.upper())]
    raise ValueError(f"no move: '{word[:40]}'")


def _sources(blank: int, width: int, n: int) -> Tuple[int, int, int, int]:
    """The cells whose tiles can move up, right, down and left, or -1."""
    x = blank % width
    return (blank + width if blank + width < n else -1, blank - 1 if x else -1,
            blank - width, blank + 1 if x < width - 1 else -1)


def _lengths(puzzle: Puzzle, end: Board) -> List[Optional[int]]:
    """The optima of the puzzle, and of its end board."""
    if not check(puzzle.start, puzzle.goal):
        return [None, None]
    nodes = NODES if len(end.cells) > 16 else 0
    return [found.length for found in solve(
        [puzzle, Puzzle(end, puzzle.goal)], nodes=nodes)]


def _text(moves: List[int]) -> str:
    return re.sub(r"(.)\1{1,998}", lambda run: f"{run[1]}{len(run[0])}",
                  "".join(DIRECTIONS[move] for move in moves))


def verify(board: Union[BoardLike, Puzzle], answer: Any,
           goal: Optional[BoardLike] = None, moves: str = "tile") -> Verdict:
    """Judges an answer to a puzzle, such as that of a language model.

    answer is a text or a list: letters (UDLR, also "U2RD"), words (up, Down),
    arrows, a JSON list of these, or the numbers of the tiles that move; also
    as a numbered list. A fence of Markdown and a beginning such as "Answer:"
    may be around it.
    Directions are those of tiles; with moves="blank" those of the blank.

    >>> verdict = verify("1 2 3/4 5 6/0 7 8", "Answer: left, left")
    >>> verdict.solved, verdict.path, verdict.optimum, verdict.wasted
    (True, 'L2', 2, 0)
    >>> verify("1 2 3/4 5 6/0 7 8", "[7, 7, 7, 8]").wasted
    2
    >>> verify("1 2 3/4 5 6/0 7 8", "left up").problem
    'move 2 is impossible'
    """
    if moves not in ("tile", "blank"):
        raise ValueError("moves: expected 'tile' or 'blank'")
    puzzle = board if isinstance(board, Puzzle) else Puzzle(board, goal)
    cells, width = list(puzzle.start.cells), puzzle.start.width
    blank, flip = cells.index(0), 2 if moves == "blank" else 0
    made: List[int] = []
    problem = ""
    try:
        words = _words(answer) if isinstance(answer, str) else _flat(answer)
        for word in words:
            for direction in _meant(word, cells, blank, width, flip):
                to = _sources(blank, width, len(cells))[direction]
                if to < 0:
                    raise ValueError(f"move {len(made) + 1} is impossible")
                if len(made) == MOVES_MAX:
                    raise ValueError(f"more than {MOVES_MAX} moves")
                cells[blank], cells[to], blank = cells[to], 0, to
                made.append(direction)
    except (ValueError, Error) as error:
        problem = str(error)
    is_legal = not problem
    end = Board([cells[i:i + width] for i in range(0, len(cells), width)])
    optimum, left = _lengths(puzzle, end)
    if is_legal and end != puzzle.goal:
        problem = "the goal is not reached"
    return Verdict(
        is_legal, not problem, len(made), _text(made), optimum,
        None if optimum is None or left is None
        else len(made) + left - optimum, problem)
