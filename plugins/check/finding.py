"""What a check finds, and where: values that are sorted and shown as a table."""

from __future__ import annotations

import inspect
import re
import traceback
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine.errors import WargameError

ERROR, WARNING = "error", "warning"
MISTAKE = re.compile(r"Mistake in (?P<what>.*?) ?\((?P<file>[^()]+), line (?P<line>\d+)\): (?P<text>.*)", re.DOTALL)
HOOK = re.compile(r"wargame_\w+|phase '[^']*'")
PLACED = re.compile(r"(?P<file>\S+\.(?:csv|toml|py))(?:, line (?P<line>\d+))?[,:]? ?(?P<text>.*)", re.DOTALL)


@attrs.frozen
class Finding:
    """One thing that is wrong: how bad, what, how to mend it, and where it is."""

    level: str
    text: str
    hint: str = ""
    file: str = ""
    line: int = 0
    hook: str = ""  # the hook, or the phase during which it was found

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


def of_function(function: Any) -> tuple[str, int]:
    """The file and line where a function or class is defined."""
    try:
        function = inspect.unwrap(function)
        return inspect.getsourcefile(function) or "", inspect.getsourcelines(function)[1]
    except (TypeError, OSError):
        return "", 0


def unwrapped(function: Any) -> Any:
    """The function in a `functools.partial`."""
    while isinstance(function, partial):
        function = function.func
    return function


def of_error(error: BaseException, folder: Path) -> tuple[str, int]:
    """The line of a title's own files where an exception was raised; else the place that its text names."""
    if isinstance(error, WargameError) and (found := MISTAKE.search(str(error))):
        return found["file"], int(found["line"])
    if isinstance(error, WargameError) and (found := PLACED.search(str(error))) and found["line"]:
        return found["file"], int(found["line"])
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(folder)]
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)


def described(error: BaseException) -> str:
    """An exception in one line, without the place that is shown beside it."""
    text = " ".join(str(error).split())
    if found := MISTAKE.search(text):
        return found["text"]
    found = PLACED.match(text)
    if found and found["text"] and found["line"]:
        text = found["text"]
    return text if type(error).__module__.startswith("wargame.") else f"{type(error).__name__}: {text}"


def hook_of(error: BaseException, otherwise: str) -> str:
    """The hook or phase that an error names."""
    found = MISTAKE.search(str(error))
    named = HOOK.search(found["what"]) if found else None
    return named[0] if named else otherwise
