"""Where a person's answers come from: a terminal, with completion by the Tab key, or the lines of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

Candidates = Callable[[str], Sequence[str]]


def somebody_types() -> bool:
    """Whether there is a terminal to type at."""
    return sys.stdin.isatty()


class Keyboard:
    """Reads lines; `live` if somebody types them."""

    def __init__(self) -> None:
        self.live = somebody_types()
        self._candidates: Candidates = lambda text: ()
        self._found: Sequence[str] = ()
        if self.live:
            self._offer_completion()

    def _offer_completion(self) -> None:
        try:
            import readline
        except ImportError:  # a Python without it: answers are typed in full or picked by number
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")  # an answer is completed as a whole, spaces and all
        edit_line = "libedit" in (readline.__doc__ or "")  # what macOS has in its place
        readline.parse_and_bind("bind ^I rl_complete" if edit_line else "tab: complete")

    def _complete(self, text: str, number: int) -> str | None:
        if number == 0:
            self._found = self._candidates(text)
        return self._found[number] if number < len(self._found) else None

    def forget(self) -> None:
        """What was typed so far no longer comes back with the arrow keys: somebody else types now."""
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def line(self, prompt: str, candidates: Candidates = lambda text: ()) -> str | None:
        """The next line without blanks around it; None at the end of input."""
        self._candidates = candidates
        try:
            if self.live:
                return input(prompt).strip()
            line = sys.stdin.readline()
        except EOFError:
            return None
        return line.strip() if line else None
