"""The tour of the README is real: every command is run, and prints what stands there.

python -m tests.plugins.test_readme   writes the output of today's commands into it
"""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
INDENT = "    "
PROMPT = INDENT + "$ "


def filled(text: str, folder: str) -> str:
    """The text with the output of each `$ command` below it, run one after the other in a folder."""
    env = {**os.environ, "XDG_DATA_HOME": folder, "COLUMNS": "80", "NO_COLOR": "1"}
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    lines: list[str] = []
    old_output = False
    for line in text.splitlines():
        if line.startswith(PROMPT):
            command = line.removeprefix(PROMPT)
            done = subprocess.run(command, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=True)
            shown = (done.stdout + done.stderr).splitlines()
            lines += [line, *((INDENT + out).rstrip() for out in shown)]
            old_output = True
        elif not (old_output and line.startswith(INDENT)):
            lines.append(line)
            old_output = False
    return "\n".join(lines) + "\n"


def test_the_commands_of_the_readme_print_what_stands_there(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    assert filled(text, str(tmp_path)) == text


def test_the_python_of_the_readme_answers_what_stands_there() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert found.attempted > 3
    assert found.failed == 0


def test_the_readme_has_the_two_lines_that_set_up_and_go() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert INDENT + "pip install . && wargame run diplomacy" in lines
    assert INDENT + "pip install '.[test]' && pytest" in lines


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        README.write_text(filled(README.read_text(encoding="utf-8"), made), encoding="utf-8")
