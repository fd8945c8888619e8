"""What a side's picture calls the units and spaces whose ids stand in answers: to read them, and to describe them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import Action
from wargame.core.title.picture import Cell, Picture, Piece
from wargame.plugins.maps.text import fold, name_of, plain

UNIT, SPACE, OTHER = "unit", "space", "other"  # other: a card, a chit
IN_SHORT = 3  # how many units of a space an answer's description names
PARTS = re.compile(r"[-+,]")  # what separates the spaces of a path or the units of a group


@attrs.frozen
class Names:
    """Units and spaces by id, and how a person may call them."""

    pieces: Mapping[str, tuple[Piece, Cell]] = attrs.field(factory=dict)
    cells: Mapping[str, Cell] = attrs.field(factory=dict)
    _called: Mapping[str, Sequence[tuple[str, str]]] = attrs.field(factory=dict)  # (kind, id) by folded name
    _explained: Mapping[str, str] = attrs.field(factory=dict)  # what the question shows beside an id, such as a card's

    @classmethod
    def of(cls, picture: Picture) -> Names:
        pieces: dict[str, tuple[Piece, Cell]] = {}
        cells: dict[str, Cell] = {}
        called: dict[str, list[tuple[str, str]]] = defaultdict(list)

        def call(name: str, kind: str, id: str) -> None:
            one = (kind, id)
            if name and one not in called[fold(name)]:
                called[fold(name)].append(one)

        for cell in (*picture.cells, *picture.boxes):
            cells[cell.id] = cell
            for name in (cell.id, cell.label, cell.label.removeprefix(cell.id).strip()):
                call(name, SPACE, cell.id)
            for piece in cell.pieces:
                id = piece.id or piece.text
                pieces.setdefault(id, (piece, cell))
                for name in (id, piece.text, piece.name):
                    call(name, UNIT, id)
        return cls(pieces, cells, called)

    def explained_by(self, shown: Any) -> Names:
        """With what a question shows: a text there that begins with an id names it, as `ap_02 4/4 Blockade`."""
        found = {id: text for id, _, text in (line.partition(" ") for line in _texts(shown)) if text}
        called = {fold(text): [(OTHER, id)] for id, text in found.items()}
        return attrs.evolve(self, explained=found, called={**called, **self._called}) if found else self

    # --- reading ------------------------------------------------------------------------------------------------

    def find(self, text: str, kind: str = "") -> tuple[str, str] | None:
        """The kind and id of the one unit or space called so, whole or by the start of its name; an exact id first."""
        folded = fold(text.strip())
        for sort, known in ((UNIT, self.pieces), (SPACE, self.cells), (OTHER, self._explained)):
            for id in known if kind in ("", sort) else ():
                if id.casefold() == text.strip().casefold():
                    return sort, id
        exact = [one for one in self._called.get(folded, ()) if kind in ("", one[0])]
        if len(exact) == 1:
            return exact[0]
        if exact or not folded:
            return None
        starts = re.compile(rf"(?<![^\W_]){re.escape(folded)}")
        for fits in (starts.match, starts.search):  # the beginning of a name, then of any word in it
            begun = {one for name, ones in self._called.items() if fits(name) for one in ones if kind in ("", one[0])}
            if begun:
                return begun.pop() if len(begun) == 1 else None
        return None

    def find_all(self, words: Sequence[str], kind: str = "") -> list[tuple[str, str]] | None:
        """What a row of words names one after the other, names of several words included; None if any is unknown."""
        found: list[tuple[str, str]] = []
        rest = list(words)
        while rest:
            for length in range(len(rest), 0, -1):
                one = self.find(" ".join(rest[:length]), kind)
                if one is not None:
                    found.append(one)
                    rest = rest[length:]
                    break
            else:
                return None
        return found

    def kind(self, id: str) -> str:
        """`unit`, `space`, `other` or, for what is not known, an empty text."""
        return UNIT if id in self.pieces else SPACE if id in self.cells else OTHER if id in self._explained else ""

    def expanded(self, text: str) -> str:
        """An answer with the names of all that it mentions beside it, folded: what typed words are compared with."""
        made: list[str] = []
        for word in text.split():
            made += [word, self._explained.get(word, "")]
            for part in (word,) if self.kind(word) else PARTS.split(word):
                if part in self.pieces:
                    piece = self.pieces[part][0]
                    made += [name for name in (piece.text, piece.name) if name != word]
                if part in self.cells:
                    made.append(self.cells[part].label)
        return fold(" ".join(made))

    # --- describing ---------------------------------------------------------------------------------------------

    def described(self, answers: Sequence[object]) -> list[str]:
        """Answers with what they are about in brackets: the name of a space; a unit's factors, state and place.

        A unit that is the same in all of them is not described again and again.
        """
        texts = [str(answer) for answer in answers]
        differing: dict[tuple[str, int], set[str]] = defaultdict(set)
        split = [text.split() for text in texts]
        for words in split:
            for place, word in enumerate(words):
                differing[words[0], place].add(word)
        alone = {words[0] for words in split if words and sum(words[0] == w[0] for w in split if w) == 1}
        made: list[str] = []
        for answer, text, words in zip(answers, texts, split, strict=True):
            numbers = _numbers(answer)
            told = [
                self.describe(word, words)
                for place, word in enumerate(words)
                if word not in numbers
                and (word not in self.pieces or len(differing[words[0], place]) > 1 or words[0] in alone)
            ]
            brackets = "; ".join(part for part in told if part)
            made.append(f"{text} ({brackets})" if brackets else text)
        return made

    def describe(self, word: str, beside: Sequence[str] = ()) -> str:
        """What a word of an answer stands for; nothing that the answer says already.

        A space is described by who is in it, unless the answer names units.
        """
        if word in self.pieces:
            return self._unit(word, beside)
        if word in self._explained and word not in self.cells:
            return self._explained[word]
        last = word if word in self.cells else PARTS.split(word)[-1]
        if last not in self.cells:
            return ""
        cell = self.cells[last]
        name = cell.label.removeprefix(last).strip()
        name = "" if plain(name) in plain(" ".join(beside)) else name
        units = "" if any(other in self.pieces for other in beside) else _in_short(cell, " ".join(beside))
        return ": ".join(part for part in (name, units) if part)

    def _unit(self, id: str, beside: Iterable[str]) -> str:
        piece, cell = self.pieces[id]
        if not (piece.name or piece.values or piece.state):
            return ""
        name = full_name(piece)
        facts = " ".join(part for part in (name, piece.values) if part)
        place = "" if cell.id in beside else f"in {name_of(cell)}"
        return ", ".join(part for part in (facts, *piece.state, place) if part)


def full_name(piece: Piece) -> str:
    """What a piece is called besides its id: as on the map, and in full."""
    names = [piece.name] if fold(piece.text) in fold(f"{piece.id} {piece.name}") else [piece.text, piece.name]
    return ", ".join(name for name in names if name and fold(name) != fold(piece.id or piece.text))


def _numbers(answer: object) -> set[str]:
    """The words of an answer that are numbers of something, not names: three points are not hex 3."""
    if not isinstance(answer, Action):
        return set()
    return {str(value) for value in attrs.astuple(answer, recurse=False) if isinstance(value, int)}


def _texts(shown: object) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, Mapping):
        for value in shown.values():
            yield from _texts(value)
    elif isinstance(shown, list | tuple):
        for value in shown:
            yield from _texts(value)


def _in_short(cell: Cell, said: str) -> str:
    """Who is in a space, with factors, as far as it is not said already; of many the first."""
    units = [piece for piece in cell.pieces if fold(piece.text) not in fold(said)]
    told = [f"{piece.text} {piece.values}".strip() for piece in units[:IN_SHORT]]
    more = len(units) - len(told)
    return ", ".join([*told, *([f"{more} more"] if more else [])])
