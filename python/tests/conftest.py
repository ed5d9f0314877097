"""The command that was built with the module, for comparisons."""

import json
import os
import subprocess
from typing import Any, Callable, List

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
