"""The colours of sides, the ink that can be read on them, and the stylesheet of a theme."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from rich.color import Color, ColorParseError

SAFE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442")  # Okabe and Ito
SOFT = {
    "red": "#c8553d",
    "blue": "#4c78a8",
    "green": "#6b8e4e",
    "grey50": "#8a8d8f",
}  # plain names, as printed counters look


def side_colours(sides: Sequence[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """A colour for each side, the title's own where it has one."""
    spare = iter(SAFE * 3)
    return {side: _hex(wanted[side]) if side in wanted else next(spare) for side in sides}


def _hex(colour: str) -> str:
    if colour in SOFT:
        return SOFT[colour]
    try:
        return Color.parse(colour).get_truecolor().hex
    except ColorParseError:
        return SAFE[0]


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read better."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return "#000000" if 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.18 else "#ffffff"


def side_rules(colours: Mapping[str, str]) -> str:
    """The style of what belongs to each side."""
    made = []
    for number, colour in enumerate(colours.values()):
        ink = ink_on(colour)
        own = f".side-{number}"
        made.append(
            f"{own} .counter{{fill:{colour}}}{own} .on{{fill:{ink}}}{own} .lost,{own} .on-line{{stroke:{ink}}}"
            f"{own} .icon{{fill:{ink};stroke:{ink}}}.held{own}{{fill:{colour}}}"
            f".front{own},.node{own},.arrow{own} .arrow-line,.arrow{own} .arrow-cross{{stroke:{colour}}}"
            f".arrow{own} .arrow-head{{fill:{colour}}}"
        )
    return "".join(made)


@lru_cache(maxsize=8)
def stylesheet(theme: str) -> str:
    """The stylesheet with the colours of a theme written in, for a file that stands alone."""
    text = (files("wargame.plugins.maps.svg") / "style.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    values: dict[str, str] = {}
    for block in re.finditer(r'(?::root, )?\[data-theme="(\w+)"\]\s*\{(.*?)\}', text, re.DOTALL):
        if block[1] == theme:
            values = dict(re.findall(r"--([\w-]+):\s*([^;]+);", block[2]))
    rules = re.sub(r'(?::root, )?\[data-theme="\w+"\]\s*\{.*?\}', "", text, flags=re.DOTALL)
    rules = re.sub(r"var\(--([\w-]+)\)", lambda found: values[found[1]], rules)
    return " ".join(rules.split())
