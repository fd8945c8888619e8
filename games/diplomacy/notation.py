"""Reading orders as people write them, in English or in the rulebook's Spanish (VII.2, VII.4, X.1, XIII.1).

Each place word may stand for several spaces (`Gal` is Wales in the table and Galicia in an example). All readings are
tried in the position: if exactly one is possible it is carried out; otherwise the order is void and says why (VII.2).
Names and abbreviations of the table go before other spellings (`MNo`: the table's Norwegian Sea, or else XIII.1's
North Sea).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import product

from .geography import Geography
from .orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    RETREAT,
    SUPPORT,
    Order,
    Position,
    VoidOrder,
    fit_order,
    on_the_map,
)

UNITS = {"A": "A", "ARMY": "A", "E": "A", "EJERCITO": "A", "F": "F", "FLEET": "F", "FLOTA": "F"}
HOLDS = ("H", "HOLD", "HOLDS", "STAND", "STANDS", "M", "P", "MANTIENE", "MANTENER", "MANTENERSE", "OCUPA", "OCUPAR")
VERBS = {
    **dict.fromkeys(HOLDS, HOLD),
    **dict.fromkeys(("-", "MOVE", "MOVES", "TO", "MUEVE", "MOVER"), MOVE),
    **dict.fromkeys(("S", "SUPPORT", "SUPPORTS", "A", "APOYA", "APOYAR"), SUPPORT),
    **dict.fromkeys(("C", "CONVOY", "CONVOYS", "T", "TRANSPORTA", "TRANSPORTAR"), CONVOY),
    **dict.fromkeys(("R", "RETREAT", "RETREATS", "RETIRA", "RETIRARSE"), RETREAT),
    **dict.fromkeys(("D", "DISBAND", "DISBANDS", "REMOVE", "REMOVES", "ELIMINA", "ELIMINAR"), DISBAND),
    **dict.fromkeys(("B", "BUILD", "BUILDS", "CONSTRUYE", "CONSTRUIR"), BUILD),
}
FIRST = ("BUILD", "CONSTRUYE", "CONSTRUIR", "DISBAND", "REMOVE", "ELIMINA", "ELIMINAR")  # may stand before the unit
TOWARDS = ("-", "TO", "A", "AL")
BY_SEA = (["VIA", "CONVOY"], ["VIA"], ["BY", "CONVOY"], ["POR", "MAR"])
NOISE = {"IN", "AT", "THE", "OF", "EN", "EL", "LA", "DE", "DEL", "SE", "MOVIMIENTO"}
COASTS = {"NC": "NC", "CN": "NC", "SC": "SC", "CS": "SC", "EC": "EC", "CE": "EC"}
COAST_WORDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(NORTH|SOUTH|EAST) COAST", lambda m: m[1][0] + "C"),
    (r"(?:- )?COSTA (NORTE|SUR|ESTE)", lambda m: m[1][0] + "C"),
)
NATIONS = ("ENGLISH", "GERMAN", "RUSSIAN", "TURKISH", "AUSTRIAN", "ITALIAN", "FRENCH")


def plain(text: str) -> str:
    """Upper case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).upper()


def _words(text: str) -> list[str]:
    text = plain(text)
    for pattern, coast in COAST_WORDS:
        text = re.sub(pattern, coast, text)
    text = re.sub(r"\bMID-ATLANTIC", "MID ATLANTIC", text.replace(".", " "))
    text = re.sub(r"-+>|=>|[–—→-]", " - ", text)
    return [word for word in re.sub(r"[(),:;/]", " ", text).split() if word not in NOISE]


@lru_cache(maxsize=8)
def _names(geo: Geography, loose: bool) -> dict[str, frozenset[str]]:
    """What each name (and, read loosely, each other spelling) may stand for, as the reader sees its words."""
    found: dict[str, set[str]] = {}
    for space in geo.spaces.values():
        for name in (*space.names(), *(space.spellings() if loose else ())):
            found.setdefault(" ".join(w for w in _words(name) if w != "-"), set()).add(space.id)
    return {name: frozenset(ids) for name, ids in found.items()}


@lru_cache(maxsize=4)
def _nations(geo: Geography) -> frozenset[str]:
    names = (plain(word) for p in geo.powers.values() for word in (p.name, p.name_es))
    spanish = [plain(p.adjective_es) for p in geo.powers.values()]
    of_fleets = (word.removesuffix("O") + "A" for word in spanish)  # una flota rusa, inglesa
    return frozenset({*NATIONS, *names, *spanish, *of_fleets})


def places(chunk: str, geo: Geography, loose: bool) -> frozenset[str]:
    """All spaces some words may stand for: a name or abbreviation, or the beginning of a name (VII.4)."""
    names = _names(geo, loose)
    if chunk in names:
        return names[chunk]
    if len(chunk) < 3:
        return frozenset()
    start = f"{chunk} " if " " in chunk else chunk
    return frozenset().union(*(ids for name, ids in names.items() if name.startswith(start)))


class _Reader:
    """Reads words from left to right."""

    def __init__(self, text: str, geo: Geography, loose: bool) -> None:
        self.text, self.geo, self.loose, self.words, self.at = text, geo, loose, _words(text), 0

    def places(self, chunk: str) -> frozenset[str]:
        return places(chunk, self.geo, self.loose)

    def peek(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def take(self, *words: str) -> bool:
        """Whether the next word is one of these; if so it is read."""
        found = self.peek() in words
        self.at += found
        return found

    def fail(self, what: str) -> VoidOrder:
        return VoidOrder("VII.2", f"'{self.text}' cannot be understood: {what}.")

    def nation(self) -> None:
        """The nationality of the other unit (X.1), which its space tells anyway."""
        word, follows = self.peek(), self.peek(1)
        if len(word) >= 3 and any(nation.startswith(word) for nation in _nations(self.geo)):
            self.at += follows in UNITS or (follows not in VERBS and bool(self.places(follows)))

    def unit(self) -> str:
        """The letter or word for a unit, if there is one and a place follows."""
        self.nation()
        follows = self.peek(1)
        if self.peek() not in UNITS or not follows:
            return ""
        if follows in VERBS and not self.places(f"{follows} {self.peek(2)}"):  # `S. Petersburgo` is no support
            return ""
        self.at += 1
        return UNITS[self.words[self.at - 1]]

    def other_unit(self) -> str:
        """The unit supported or convoyed, `apoya a ejército` and `apoya al ejército` too."""
        self.at += self.peek() in ("A", "AL") and self.peek(1) in UNITS
        return self.unit()

    def place(self) -> list[str]:
        """The locations the next words may stand for, the longest name first."""
        self.nation()
        for length in (3, 2, 1):
            chunk = self.words[self.at : self.at + length]
            found = self.places(" ".join(chunk)) if len(chunk) == length else frozenset()
            if found:
                self.at += length
                coast = COASTS.get(self.peek(), "")
                self.at += bool(coast)
                known = self.geo.space_of
                return [f"{s}/{coast}" if f"{s}/{coast}" in known else s for s in sorted(found)]
        raise self.fail(f"'{self.peek()}' is no space" if self.peek() else "a space is missing")

    def over_sea(self, letter: str, zones: list[str]) -> None:
        """An army's way may be written zone by zone (XIII.2); any other order of two moves is none (VII.1)."""
        if letter == "F" or all(self.geo.spaces[self.geo.space_of[z]].type != "sea" for z in zones):
            raise self.fail("only an army at sea goes farther than one space")


def read_any(text: str, power: str, position: Position) -> Order:
    """An order in plain notation or as people write it; VoidOrder if it cannot be carried out."""
    found, _, _ = on_the_map(text.upper(), position.geo)
    if found is None:
        return read_order(text, power, position)
    try:
        return fit_order(found, power, position)
    except VoidOrder:
        return read_order(text, power, position)  # `F GAL - LON` may be Spanish for Wales


def read_order(text: str, power: str, position: Position) -> Order:
    """The one order this text can mean for this power in this position; VoidOrder if there is none, or several."""
    return only_possible(text, position.geo, lambda order: fit_order(order, power, position))


def only_possible(text: str, geo: Geography, fit: Callable[[Order], Order]) -> Order:
    """The one reading of a text that `fit` finds possible (VII.2)."""
    faults: list[VoidOrder] = []
    for loose in (False, True):
        possible: dict[Order, None] = {}
        try:
            for order in readings(text, geo, loose):
                try:
                    possible[fit(order)] = None
                except VoidOrder as fault:
                    faults.append(fault)
        except VoidOrder as fault:
            faults.append(fault)
        if len(possible) == 1:
            return next(iter(possible))
        if possible:
            raise VoidOrder("VII.2", f"'{text}' may mean {' or '.join(order.text for order in possible)}.")
    raise min(faults, key=lambda fault: (fault.rule == "VII.2", fault.rule == "VII.1"))


def readings(text: str, geo: Geography, loose: bool = True) -> list[Order]:
    """Every order this text may write, possible or not; VoidOrder if it writes none."""
    words = _Reader(text, geo, loose)
    verb = VERBS[words.peek()] if words.peek() in FIRST else None
    words.at += verb is not None
    letter, origin = words.unit(), words.place()
    if verb is None:
        verb = VERBS.get(words.peek(), HOLD if not words.peek() else None)
        if verb is None:
            raise words.fail(f"'{words.peek()}' is no order")
        words.at += 1
    others, targets, other_letter, via = [""], [""], "", False
    if verb in (SUPPORT, CONVOY):
        other_letter, others = words.other_unit(), words.place()
        if not words.take(*HOLDS) and words.peek():
            if not words.take("MOVE", "MOVES", "MUEVE", *TOWARDS):
                raise words.fail(f"'{words.peek()}' is not expected here")
            words.take(*TOWARDS)
            targets = words.place()
    elif verb in (MOVE, RETREAT):
        words.take(*TOWARDS)
        targets = words.place()
        while words.take("-"):
            words.over_sea(letter, targets)
            targets, via = words.place(), True
    via = via or words.words[words.at :] in BY_SEA
    if words.peek() and words.words[words.at :] not in BY_SEA:
        raise words.fail(f"'{words.peek()}' is not expected here")
    if verb == CONVOY and targets == [""]:
        raise words.fail("the army's destination is missing")
    if verb == BUILD and not letter and any(_may_stand("F", a, geo) for a in origin):
        raise VoidOrder("XIV.2", f"'{text}' does not say whether an army or a fleet is built.")
    return [
        Order(f"{letter or 'A'} {a}", verb, f"{other_letter or 'A'} {b}" if b else "", c, via)
        for a, b, c in product(_of_kind(letter, origin, geo), _of_kind(other_letter, others, geo), targets)
    ]


def _of_kind(letter: str, locations: list[str], geo: Geography) -> list[str]:
    """Leave out where a unit of this kind cannot be at all: `F Tir` is no fleet in Tyrolia."""
    fit = [x for x in locations if not x or not letter or _may_stand(letter, x, geo)]
    return fit or locations


def _may_stand(letter: str, location: str, geo: Geography) -> bool:
    kind = geo.spaces[geo.space_of[location]].type
    return kind == "coastal" or (letter == "F") == (kind == "sea")
