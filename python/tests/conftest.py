"""The command that was built with the module, for comparisons."""

import base64
import json
import os
import subprocess
import zlib
from typing import Any, Callable, List, Sequence

import pytest

LOYD = os.environ["LOYD"]


@pytest.fixture(scope="session")
def command() -> Callable[..., List[Any]]:
    """Runs the command; returns its lines, read as JSON unless text=True."""

    def run(*arguments: Any, text: bool = False) -> List[Any]:
        said = subprocess.run([LOYD, *map(str, arguments)], check=True,
                              capture_output=True, text=True).stdout
        return [line if text else json.loads(line)
                for line in said.splitlines()]

    return run


def number(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value % 128 + 128])
        value //= 128
    return out + bytes([value])


@pytest.fixture(scope="session")
def record() -> Callable[..., str]:
    """The text of a game record, as docs/formats.md has it."""

    def write(recipe: str, slides: Sequence[str], ms: int, began: int = 0,
              hints: Sequence[int] = ()) -> str:
        text = recipe.encode()
        out = b"\0" + number(len(text)) + text + number(began) + \
            number(len(slides))
        for slide in slides:
            out += bytes([4 * (int(slide[1:] or 1) - 1) +
                          "URDL".index(slide[0])]) + number(ms)
        out += number(len(hints))
        for before, hint in zip([0, *hints], hints):
            out += number(hint - before)
        out += zlib.crc32(out).to_bytes(4, "little")
        return "loydgame1." + base64.urlsafe_b64encode(out).decode().rstrip("=")

    return write
