"""Mistakes in the code of a title or another plugin, told in one sentence: where it is, what is wrong, what to do.

Nothing here runs until something is wrong. `broken("phase 'combat'", error)` makes the error to raise from any
exception; `place_of` finds the file and line of a function or of a procedure that waits for an answer.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, GeneratorType, TracebackType

from wargame.core.engine.errors import BrokenTitle, Misuse
from wargame.core.engine.result import Result

OURS = (Path(__file__).parents[1], Path(__file__).parents[2] / "plugins")
PYTHON = Path(os.__file__).parent
PACKAGES = ("site-packages", "dist-packages")
LIBRARIES = ("attr", "attrs", "cattrs", "click", "networkx", "pluggy")


def broken(what: str, error: Exception) -> BrokenTitle:
    """The error for an exception that was raised by `what`, such as "phase 'combat'": raise it `from error`."""
    if isinstance(error, Misuse):
        return BrokenTitle(f"Mistake in {what}{_inside(error.__traceback__)}: {error}")
    said = " ".join(f"{type(error).__name__}: {error}".rstrip(": .").split())
    where = _inside(error.__traceback__)
    advice = _advice(getattr(error, "obj", None))
    return BrokenTitle(f"Mistake in {what}{where}: {said}. {advice}; --debug shows the traceback.")


def _advice(found: object) -> str:
    """What to do about an exception that this object, if any, lacks something."""
    if isinstance(found, GeneratorType):
        return "Write 'yield from' in front of the procedure"
    if hasattr(found, "prompt"):
        return "Write 'yield' in front of the question, to get its answer"
    return "Correct the code there"


def brief(found: object) -> str:
    """An object as errors show it: the beginning of a long one."""
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:60]}..."


def mistaken(what: str, source: object, text: str) -> BrokenTitle:
    """The error for something that `what` did wrong; `source` is the function or procedure to correct."""
    return BrokenTitle(f"Mistake in {what}{place_of(source)}: {text}")


def place_of(source: object) -> str:
    """Where a function is defined, or where a procedure stands: ` (file, line 3)`; empty if that is not known."""
    if isinstance(source, GeneratorType):
        while isinstance(source.gi_yieldfrom, GeneratorType):
            source = source.gi_yieldfrom
        if source.gi_frame is not None:
            return _written(source.gi_code, source.gi_frame.f_lineno)
        return _written(source.gi_code, source.gi_code.co_firstlineno)
    while isinstance(source, partial):
        source = source.func
    code = getattr(getattr(source, "__func__", source), "__code__", None)
    return _written(code, code.co_firstlineno) if isinstance(code, CodeType) else ""


def is_result(found: object, sides: Collection[str]) -> bool:
    """Whether this is a Result whose winners are sides of the title."""
    if not isinstance(found, Result) or not isinstance(found.winners, tuple):
        return False
    return all(winner in sides for winner in found.winners)


def result_wanted(sides: Collection[str]) -> str:
    """What to give instead of something that is no result."""
    return f"None to play on, or Result((winner, ...), rule, reason); the sides are {', '.join(sides)}"


def place_in(error: BaseException) -> str:
    """Where an exception was raised, in the code of a title if it has a part in it: ` (file, line 3)`."""
    return _inside(error.__traceback__)


def _inside(trace: TracebackType | None) -> str:
    """The innermost line of a traceback that is neither the kernel's nor a library's; else the innermost of all."""
    frames: list[tuple[FrameType, int]] = []
    while trace is not None:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    own = [one for one in frames if not _is_foreign(one[0].f_code.co_filename)]
    for frame, line in reversed(own or frames):
        return _written(frame.f_code, line)
    return ""


def _is_foreign(file: str) -> bool:
    """Whether a file belongs to us or to a library, and not to a title or another plugin."""
    path = Path(file)
    if file.startswith("<") or any(path.is_relative_to(folder) for folder in OURS):
        return True
    packages = next((after for name, after in zip(path.parts, path.parts[1:], strict=False) if name in PACKAGES), "")
    return packages in LIBRARIES if packages else path.is_relative_to(PYTHON)


def _written(code: CodeType, line: int) -> str:
    path = Path(code.co_filename)
    here = Path.cwd()
    return f" ({path.relative_to(here) if path.is_relative_to(here) else path}, line {line})"
