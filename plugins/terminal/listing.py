"""Answers in columns with their numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.console import Console

ROWS = 18  # how many rows of a longer list are shown


def print_list(console: Console, texts: Sequence[str], whole: bool = False) -> None:
    """As many columns as there is room for; of a long list the first rows."""
    digits = len(str(len(texts)))
    wide = max(map(len, texts), default=0) + digits + 3
    columns = max(1, console.width // wide)
    rows = -(-len(texts) // columns)
    shown = rows if whole else min(rows, ROWS)
    for row in range(shown):
        line = ""
        for number in range(row * columns, min((row + 1) * columns, len(texts))):
            line += f"{number + 1:>{digits}} {texts[number]}".ljust(wide)
        broken = textwrap.wrap(line, console.width, subsequent_indent=" " * (digits + 1))  # only one column can need it
        console.print("\n".join(broken if len(broken) > 1 else [line.rstrip()]), markup=False, soft_wrap=True)
    if shown < rows:
        more = len(texts) - shown * columns
        console.print(f"{more} more: write a part of an answer to see those with it, 'list' shows all.")
    if not texts:
        console.print("No answer fits; Enter lists those there are.")
