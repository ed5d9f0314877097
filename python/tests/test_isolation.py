"""The child that reads a catalogue runs no file of the current folder."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, List

import pytest

import loyd

#: Modules of Python, of the module and of others, some in every child.
NAMES = ("_cffi_backend", "cffi", "contextlib", "encodings", "enum", "fcntl",
         "importlib", "json", "loyd", "numpy", "os", "re", "signal",
         "sitecustomize", "sqlite3", "struct", "threading", "typing",
         "usercustomize")

PROGRAM = """
import os, sys
sys.path[1:1] = sys.argv[3:]
import loyd.catalogue
os.chdir(sys.argv[1])
print(loyd.Catalogue(sys.argv[2]).count())
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder whose modules leave a mark, as files and as packages."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for i, name in enumerate(NAMES):
        path = folder / f"{name}.py"
        if i % 2:
            (folder / name).mkdir()
            path = folder / name / "__init__.py"
        path.write_text(f"open({str(tmp_path / 'marks')!r}, 'a')"
                        f".write('{name}\\n')\n")
    return folder


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    path = tmp_path / "my.db"
    assert loyd.Catalogue(path).generate("2x2", count=3) > 0
    return path


def run(python: str, options: List[str], program: List[str], *arguments: Any,
        **variables: str) -> None:
    said = subprocess.run(
        [python, *options, *program, *map(str, arguments)], text=True,
        capture_output=True, env={**os.environ, **variables})
    assert (said.returncode, said.stderr) == (0, "")
    assert int(said.stdout) > 0


@pytest.mark.parametrize("options", [[], ["-I"], ["-B"]])
@pytest.mark.parametrize("is_file", [False, True])
def test_the_current_folder(options: List[str], is_file: bool, hostile: Path,
                            catalogue: Path, tmp_path: Path) -> None:
    """With -c and without -I the current folder is in sys.path of the program,
    and the module is here in a relative one."""
    program = ["-c", PROGRAM]
    if is_file:
        (tmp_path / "program.py").write_text(PROGRAM)
        program = [str(tmp_path / "program.py")]
    place = Path(loyd.__file__).parent.parent
    run(sys.executable, options, program, hostile, catalogue,
        os.path.relpath(place))
    assert not (tmp_path / "marks").exists()


def test_a_virtual_environment(hostile: Path, catalogue: Path, tmp_path: Path
                               ) -> None:
    """The wheel is installed, and the program starts in the folder."""
    venv.create(tmp_path / "venv", symlinks=True)
    place = next((tmp_path / "venv" / "lib").glob("*/site-packages"))
    wheel = Path("../site")
    if not wheel.exists():
        wheel = Path(loyd.__file__).parent.parent
    shutil.copytree(wheel / "loyd", place / "loyd")
    shutil.copy(str(sys.modules["_cffi_backend"].__file__), place)
    (tmp_path / "program.py").write_text(PROGRAM)
    for option in ("-B", "-I"):
        run(str(tmp_path / "venv" / "bin" / "python"), [option],
            [str(tmp_path / "program.py")], hostile, catalogue)
    assert not (tmp_path / "marks").exists()


def test_a_hostile_folder_is_one(hostile: Path, tmp_path: Path) -> None:
    """Python runs its files where it is not isolated."""
    subprocess.run([sys.executable, "-c", "import json, struct"], cwd=hostile)
    assert (tmp_path / "marks").read_text().split() == ["json", "struct"]
