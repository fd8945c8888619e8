"""Reads what a person types as one of a question's legal answers, or as a list to choose from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import attrs

from wargame.core.engine.actions import Action, Notation
from wargame.core.engine.errors import IllegalAction, NotUnderstood
from wargame.core.engine.questions import Draw, Question, Roll
from wargame.plugins.answers.names import Names
from wargame.plugins.maps.text import fold

LISTED = 5_000  # more results of a roll than this are not written out
SAMPLE = 200  # answers looked at to learn what the fields of an action hold
ALL = "all"


def can_be_listed(question: Question) -> bool:
    """Whether all legal answers of a question can be written out; those to many dice or a draw cannot."""
    if isinstance(question, Roll):
        return int(question.faces**question.count) <= LISTED
    return not isinstance(question, Draw)


def how_to_answer(question: Question) -> str:
    """How to answer a question whose answers are not listed: the dice that fell, what was drawn."""
    if isinstance(question, Roll):
        example = " ".join(str(1 + i % question.faces) for i in range(question.count))
        return f"Write the dice as they fell, for example '{example}'."
    if isinstance(question, Draw):
        # what may be drawn is not said: it may be a secret what is left in the cup
        return f"Write 'draw' and the {question.count} drawn, in that order, separated by commas."
    return "No answer can be listed here; write one."


@attrs.frozen
class Reading:
    """What a text means: an answer, or several to choose from, or the reason it is refused."""

    answer: Action | None = None
    pick: tuple[Action, ...] = ()
    refusal: IllegalAction | None = None


class Reader:
    """Reads the answers to one question; numbers are those of the list shown last, if answers are `numbered`.

    `names` gives the units and spaces that the side asked can see, and is called only when needed.
    """

    def __init__(
        self, question: Question, notation: Notation, names: Callable[[], Names] = Names, numbered: bool = True
    ) -> None:
        self.question = question
        self.notation = notation
        self.names = names
        self.offered: Sequence[Action] = () if isinstance(question, Roll | Draw) else question.actions
        self.texts = [str(action) for action in self.offered]
        self.numbered: Sequence[Action] = self.offered if numbered else ()
        self.listed = False  # whether the person has seen the numbers
        self._expanded: list[str] | None = None

    def show_as(self, answers: Sequence[Action]) -> None:
        """Let numbers be those of this list from now on."""
        self.listed = True
        if answers:
            self.numbered = answers

    # --- what a text means --------------------------------------------------------------------------------------

    def read(self, text: str) -> Reading:
        """An answer in full, a number of the list, or words that fit only one answer."""
        action, refusal = self._written_out(text)
        if refusal is None:
            return Reading(action)
        if text.isdigit() and self.offered:
            return self._number(text)
        illegal = not isinstance(refusal, NotUnderstood)
        if illegal and self._names_what_is_there(action):
            out_of_place = type(action) not in {type(one) for one in self.offered[:SAMPLE]}
            return Reading(None, self.matching(text)[1] if out_of_place else self._fitting(text, _exact), refusal)
        sure, near = self.matching(text)
        if sure:
            return Reading(near[0]) if len(near) == 1 else Reading(None, near)
        reason = self._why_not(text)
        if reason is not None:
            return Reading(refusal=reason)
        if illegal or near:
            return Reading(refusal=refusal) if illegal else Reading(None, near)
        return Reading(refusal=self._out_of_place(text) or refusal)

    def _names_what_is_there(self, action: Action | None) -> bool:
        """Whether an action names units and spaces by their ids; otherwise a part of a name may be meant."""
        same = [one for one in self.offered[:SAMPLE] if type(one) is type(action)]
        names = self.names()
        if action is None or not same or not attrs.has(type(action)):
            return True
        for field in attrs.fields(type(action)):
            value = getattr(action, field.name)
            written = value if isinstance(value, tuple) else (value,)
            unknown = any(isinstance(one, str) and not names.kind(one) for one in written)
            if unknown and _kind_of_field(same, field.name, names):
                return False
        return True

    def _written_out(self, text: str) -> tuple[Action | None, IllegalAction | None]:
        """The action written out in full, and why it is refused."""
        try:
            action = self.question.read(text, self.notation)
        except IllegalAction as error:
            return None, error
        refusal = self.question.why_not(action)
        return action, None if refusal is None else IllegalAction(*refusal)

    def _number(self, text: str) -> Reading:
        """A number of the list or of a space; a list of both if both fit and no list has been shown."""
        number = int(text)
        by_number = self.numbered[number - 1] if 1 <= number <= len(self.numbered) else None
        if by_number is not None and self.listed:
            return Reading(by_number)
        named = self._fitting(text, _alone)
        if by_number is not None:
            others = tuple(one for one in named if one != by_number)
            return Reading(None, (by_number, *others)) if others else Reading(by_number)
        if named:
            return Reading(named[0]) if len(named) == 1 else Reading(None, named)
        if not self.numbered:
            missing = IllegalAction(self.question.rule, f"No answer here is called '{text}'.")
        else:
            missing = IllegalAction("", f"The list has no number {number}; it has 1 to {len(self.numbered)}.")
        return Reading(refusal=self._why_not(text) or missing)

    def is_answer(self, text: str) -> bool:
        """Whether a text is one of the legal answers, written out."""
        folded = " ".join(text.split()).casefold()
        return any(folded == one.casefold() for one in self.texts)

    def verbs(self) -> set[str]:
        """The first words of the answers."""
        return {text.partition(" ")[0].casefold() for text in self.texts}

    # --- words that fit answers ---------------------------------------------------------------------------------

    def matching(self, text: str) -> tuple[bool, tuple[Action, ...]]:
        """The answers that fit some words: closely (each begins a word of the answer, in this order) or loosely.

        Whole words win over the beginnings of longer ones (`GE-1` is not `GE-17`), and what is written in an answer
        over the names of what it means (`III` is GE-III rather than the III Reserve Corps).
        """
        written = self._fitting(text, _exact, [fold(one) for one in self.texts])
        if written:
            return True, written
        several = (_alone,) if " " in text else ()  # the end of a path is then not one space of it
        for fits in (*several, _exact, _begun_exact, _begun):
            found = self._fitting(text, fits)
            if found:
                return True, found
        anywhere = fold(text).split()
        if len(text.strip()) < 2:  # one letter is in nearly all of them
            return False, ()
        return False, self._those(lambda one: all(word in one for word in anywhere))

    def _fitting(
        self, text: str, pattern: Callable[[list[str]], str], among: Sequence[str] | None = None
    ) -> tuple[Action, ...]:
        in_order = re.compile(pattern([re.escape(word) for word in fold(text).split()]))
        return self._those(lambda one: in_order.search(one) is not None, among)

    def _those(self, fits: Callable[[str], bool], among: Sequence[str] | None = None) -> tuple[Action, ...]:
        if among is None:
            if self._expanded is None:
                names = self.names()
                self._expanded = [names.expanded(text) for text in self.texts]
            among = self._expanded
        return tuple(a for a, one in zip(self.offered, among, strict=True) if fits(one))

    # --- several answers in one line ----------------------------------------------------------------------------

    def several(self, text: str) -> tuple[str, ...]:
        """The answers in a line such as `take all` or `take GE-II GE-III`; () if it holds only one."""
        verb, _, rest = text.partition(" ")
        own = [t for t in self.texts if t.partition(" ")[0].casefold() == verb.casefold() and " " in t]
        if not own or not rest.strip() or self.is_answer(text):
            return ()
        if rest.strip().casefold() == ALL:
            return tuple(own)
        parts = [part.strip() for part in rest.split(",")] if "," in rest else rest.split()
        if len(parts) < 2 or any(len(t.split()) != 2 for t in own):
            return ()
        return tuple(f"{verb} {part}" for part in parts if part)

    # --- why a short form is refused ----------------------------------------------------------------------------

    def _why_not(self, text: str) -> IllegalAction | None:
        """Why an answer with the unit or space that a short form names would be refused."""
        vague: IllegalAction | None = None
        for action in self._put_into_forms(text.split()):
            refusal = self.question.why_not(action)
            if refusal is None:
                continue
            if refusal != Question.reason(self.question, action):
                return IllegalAction(*refusal)
            vague = vague or IllegalAction(*refusal)
        return vague

    def _out_of_place(self, text: str) -> IllegalAction | None:
        """The refusal of what names units or spaces that no answer to this question is about."""
        if not self.names().find_all(text.split()):
            return None
        return IllegalAction(self.question.rule, f"'{text}' is not possible here: {self.question.prompt}")

    def _put_into_forms(self, words: list[str]) -> Iterator[Action]:
        names = self.names()
        samples: dict[type[Action], list[Action]] = {}
        for action in self.offered[:SAMPLE]:
            samples.setdefault(type(action), []).append(action)
        for same in samples.values():
            if not attrs.has(type(same[0])):
                continue
            verb = str(same[0]).split()[0].casefold()
            begun = len(words) > 1 and verb.startswith(words[0].casefold())
            filled = _filled(same, words[1:] if begun else words, names)
            if filled is not None:
                yield filled


def _filled(same: Sequence[Action], words: Sequence[str], names: Names) -> Action | None:
    """An answer like these with what the words name in its fields; None if it has no fields for them."""
    changed: dict[str, str | tuple[str, ...]] = {}
    kinds = {f.name: _kind_of_field(same, f.name, names) for f in attrs.fields(type(same[0]))}
    rest: list[str] = []
    for word in words:  # what is neither unit nor space nor card, such as the use of a card
        use = next((n for n, kind in kinds.items() if not kind and word in {getattr(a, n) for a in same}), None)
        if use is None:
            rest.append(word)
        else:
            changed[use] = word
    found = names.find_all(rest)
    if not found:
        return None
    for kind, id in found:
        name = next((name for name, holds in kinds.items() if holds == kind and name not in changed), None)
        if name is None:
            return None
        changed[name] = (id,) if isinstance(getattr(same[0], name), tuple) else id
    return attrs.evolve(same[0], **changed)


def _kind_of_field(same: Sequence[Action], name: str, names: Names) -> str:
    for action in same:
        value = getattr(action, name)
        one = value[0] if isinstance(value, tuple) and value else value
        kind = names.kind(one) if isinstance(one, str) else ""
        if kind:
            return kind
    return ""


# --- patterns ----------------------------------------------------------------------------------------------------


def _exact(words: list[str]) -> str:
    """Whole words in this order."""
    return ".*?".join(rf"(?<!\w){word}(?!\w)" for word in words)


def _begun_exact(words: list[str]) -> str:
    """The beginning of a word, then whole words."""
    return ".*?".join((rf"(?<![^\W_]){words[0]}", *(rf"(?<!\w){word}(?!\w)" for word in words[1:])))


def _begun(words: list[str]) -> str:
    """The beginnings of words."""
    return ".*?".join(rf"(?<![^\W_]){word}" for word in words)


def _alone(words: list[str]) -> str:
    """Words with blanks around them: a number that is not part of a name."""
    return ".*?".join(rf"(?<!\S){word}(?!\S)" for word in words)
