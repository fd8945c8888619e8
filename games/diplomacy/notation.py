"""Reading orders as people write them, in English or in the rulebook's Spanish (VII.2, VII.4, X.1, XIII.1).

Each place word may stand for several spaces (`Gal` is Wales in the table and Galicia in an example). All readings are
tried in the position: if exactly one is possible it is carried out; otherwise the order is void and says why (VII.2).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import product

from .geography import geography
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, VoidOrder, fit_order

UNITS = {"A": "A", "ARMY": "A", "E": "A", "EJERCITO": "A", "F": "F", "FLEET": "F", "FLOTA": "F"}
VERBS = {
    **dict.fromkeys(("H", "HOLD", "HOLDS", "M", "P", "MANTIENE", "MANTENER"), HOLD),
    **dict.fromkeys(("-", "MOVE", "MOVES", "TO", "MUEVE"), MOVE),
    **dict.fromkeys(("S", "SUPPORT", "SUPPORTS", "A", "APOYA"), SUPPORT),
    **dict.fromkeys(("C", "CONVOY", "CONVOYS", "T", "TRANSPORTA"), CONVOY),
}
COASTS = {"NC": "NC", "CN": "NC", "SC": "SC", "CS": "SC", "EC": "EC", "CE": "EC"}
COAST_WORDS = (
    (r"(NORTH|SOUTH|EAST) COAST", lambda m: m[1][0] + "C"),
    (r"(?:- )?COSTA (NORTE|SUR|ESTE)", lambda m: m[1][0] + "C"),
)


def plain(text: str) -> str:
    """Upper case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).upper()


def _key(text: str) -> str:
    return re.sub(r"[^A-Z]", "", plain(text))


@lru_cache(maxsize=1)
def _names() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for space in geography().spaces.values():
        for name in (space.id, space.name, space.name_es, space.abbr_es, *space.aliases, *space.aliases_es):
            found.setdefault(_key(name), set()).add(space.id)
    return {name: frozenset(ids) for name, ids in found.items()}


@lru_cache(maxsize=1)
def _nations() -> frozenset[str]:
    powers = geography().powers.values()
    english = ("ENGLISH", "GERMAN", "RUSSIAN", "TURKISH", "AUSTRIAN", "ITALIAN", "FRENCH")
    return frozenset({*english, *(_key(w) for p in powers for w in (p.name, p.name_es, p.adjective_es))})


@lru_cache(maxsize=1)
def _long_names() -> frozenset[str]:
    spaces = geography().spaces.values()
    names = (name for s in spaces for name in (s.name, s.name_es, *s.aliases_es) if " " in name or "-" in name)
    return frozenset(plain(name).replace(".", "").replace("-", " ") for name in names)


def places(word: str) -> frozenset[str]:
    """All spaces a word may stand for: a name or abbreviation, or the first letters of a name (VII.4)."""
    if " " in word and word not in _long_names():
        return frozenset()
    key = _key(word)
    if key in _names():
        return _names()[key]
    if len(key) < 3:
        return frozenset()
    return frozenset().union(*(ids for name, ids in _names().items() if name.startswith(key)))


def _is_nation(word: str) -> bool:
    return len(word) >= 3 and any(nation.startswith(word) for nation in _nations())


def _words(text: str) -> list[str]:
    text = plain(text)
    for pattern, coast in COAST_WORDS:
        text = re.sub(pattern, coast, text)
    text = re.sub(r"\bMID-ATLANTIC", "MID ATLANTIC", text.replace(".", ""))
    text = re.sub(r"-+>|=>|[–—-]", " - ", text)
    return re.sub(r"[(),:;/]", " ", text).split()


class _Reader:
    """Reads words from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.words, self.at = text, _words(text), 0

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def fail(self, what: str) -> VoidOrder:
        return VoidOrder("VII.2", f"'{self.text}' cannot be understood: {what}.")

    def unit(self) -> str:
        """The letter or word for a unit, if there is one and a place follows."""
        if self.peek() in UNITS and self.at + 1 < len(self.words) and self.words[self.at + 1] not in VERBS:
            self.at += 1
            return UNITS[self.words[self.at - 1]]
        return ""

    def place(self) -> list[str]:
        """The locations the next words may stand for, the longest name first."""
        follows = self.words[self.at + 1] if self.at + 1 < len(self.words) else ""
        if _is_nation(self.peek()) and follows not in VERBS and places(follows):
            self.at += 1  # X.1: the nationality of the other unit
        for length in (3, 2, 1):
            chunk = self.words[self.at : self.at + length]
            found = places(" ".join(chunk)) if len(chunk) == length and "-" not in chunk else frozenset()
            if found:
                self.at += length
                coast = COASTS.get(self.peek(), "")
                self.at += bool(coast)
                known = geography().space_of
                return [f"{s}/{coast}" if f"{s}/{coast}" in known else s for s in sorted(found)]
        raise self.fail(f"'{self.peek()}' is no space" if self.peek() else "a space is missing")


def read_order(text: str, power: str, position: Position) -> Order:
    """The one order this text can mean for this power in this position; VoidOrder if there is none, or several."""
    readings = _readings(text)
    possible: dict[Order, None] = {}
    faults: list[VoidOrder] = []
    for order in readings:
        try:
            possible[fit_order(order, power, position)] = None
        except VoidOrder as fault:
            faults.append(fault)
    if len(possible) == 1:
        return next(iter(possible))
    if possible:
        meanings = " or ".join(order.text for order in possible)
        raise VoidOrder("VII.2", f"'{text}' may mean {meanings}.")
    own = [f for f in faults if f.rule != "VII.1"]
    raise (own or faults)[0]


def _readings(text: str) -> list[Order]:
    words = _Reader(text)
    letter, origin = words.unit(), words.place()
    verb = VERBS.get(words.peek(), HOLD if not words.peek() else None)
    if verb is None:
        raise words.fail(f"'{words.peek()}' is no order")
    words.at += 1
    others: list[str] = [""]
    targets: list[str] = [""]
    other_letter = ""
    if verb in (SUPPORT, CONVOY):
        other_letter, others = words.unit(), words.place()
        if words.peek() in ("H", "HOLD", "HOLDS", "M"):
            words.at += 1
        elif words.peek():
            if VERBS.get(words.peek()) != MOVE:
                raise words.fail(f"'{words.peek()}' is not expected here")
            words.at += 1
            targets = words.place()
    elif verb == MOVE:
        targets = words.place()
    via = words.words[words.at :] in (["VIA", "CONVOY"], ["VIA"], ["BY", "CONVOY"], ["POR", "MAR"])
    if not via and words.peek():
        raise words.fail(f"'{words.peek()}' is not expected here")
    if verb == CONVOY and targets == [""]:
        raise words.fail("the army's destination is missing")
    return [
        Order(f"{letter or 'A'} {a}", verb, f"{other_letter or 'A'} {b}" if b else "", c, via)
        for a, b, c in product(origin, others, targets)
        if _fits_letter(letter, a) and (not b or _fits_letter(other_letter, b))
    ]


def _fits_letter(letter: str, location: str) -> bool:
    """Whether a unit of this kind can be there at all: `F Tir` is no fleet in Tyrolia."""
    kind = geography().spaces[geography().space_of[location]].type
    return not letter or kind == "coastal" or (letter == "F") == (kind == "sea")
