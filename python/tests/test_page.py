"""The examples of docs/python.md print what it says, and the notebook runs.

LOYD_PAGE is the page; with LOYD_WRITE it is written with what they print.
"""

import contextlib
import io
import os
import re
import sys
from pathlib import Path
from typing import Any, Dict, Match

import pytest

PAGE = Path(os.environ["LOYD_PAGE"])
EXAMPLE = re.compile(r"```python\n(.*?)```(\n\n```text\n)(.*?)```", re.S)


def test_the_examples(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    names: Dict[str, Any] = {"__name__": "example"}

    def run(example: Match[str]) -> str:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(example[1], str(PAGE), "exec"), names)
        return f"```python\n{example[1]}```{example[2]}{said.getvalue()}```"

    page = PAGE.read_text()
    examples, end, rest = page.partition("## The headers alone")
    written = EXAMPLE.sub(run, examples) + end + rest
    if "LOYD_WRITE" in os.environ:
        PAGE.write_text(written)
    assert len(EXAMPLE.findall(examples)) == examples.count("```python") == 8
    assert written == page
    assert (tmp_path / "lengths.svg").exists()
    assert (tmp_path / "pack" / "manifest.json").exists()


def test_the_notebook(tmp_path: Path, monkeypatch: Any) -> None:
    nbformat = pytest.importorskip("nbformat")
    preprocessors = pytest.importorskip("nbconvert.preprocessors")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    notebook = nbformat.read(PAGE.with_name("loyd.ipynb"), 4)
    preprocessors.ExecutePreprocessor(timeout=60).preprocess(
        notebook, {"metadata": {"path": str(tmp_path)}})
    shown = [output.get("data", {}) for cell in notebook.cells
             for output in cell.get("outputs", [])]
    assert sum("image/svg+xml" in data for data in shown) == 2
