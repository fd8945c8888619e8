"""What bots thought when they answered, as far as each person may see it: for `why` and for the log.

A thought may give away what its side keeps hidden: a card in its hand is among the alternatives. So whatever was
considered is shown to another side only if it would have been possible too with everything dealt anew that this side
may not know. When the game is over, everything is shown.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.core.title.plans import Plan
from wargame.plugins.bots.thought import Option, Thought
from wargame.plugins.bots.worlds import WIN

DEALT = 3  # how often the hidden parts are dealt anew to see whether a plan depends on them
KEPT = 400  # thoughts that are remembered for a game
ALTERNATIVES = 3  # alternatives that are named for a decision
EQUAL = 0.005  # a difference that would be printed as 0.00


@attrs.frozen
class Remembered:
    """A thought, and when it was thought: in which turn of its side, before which events and answers."""

    thought: Thought
    turn: int
    events: int
    at_once_since: int | None
    open_to: Mapping[str, tuple[bool, ...]]  # for each viewer, which of the options show nothing hidden


@attrs.define
class Memory:
    """The thoughts of all bots of a game, for the people who play it."""

    kept: list[Remembered] = attrs.field(factory=list)

    def note(self, game: Game, thoughts: Sequence[Thought], viewers: Collection[str]) -> None:
        """Remember what a bot has just thought; its answer is not given yet."""
        self.forget_after(game)
        viewers = [viewer for viewer in viewers if viewer != CHANCE]
        for thought in thoughts[-1:]:
            if thought.answers == len(game.journal) and (thought.options or thought.reason):
                open_to = {viewer: _open_options(game, thought, viewer) for viewer in viewers}
                one = Remembered(thought, game.turns, len(game.events), game.at_once_since, open_to)
                self.kept = [*self.kept[1 - KEPT :], one]

    def forget_after(self, game: Game) -> None:
        """Forget what belongs to answers that were taken back."""
        self.kept = [one for one in self.kept if one.thought.answers <= len(game.journal)]

    def last_turn(self, game: Game, viewer: str) -> list[Thought]:
        """What a viewer may know of the last turn in which a bot decided something."""
        self.forget_after(game)
        turn = self.kept[-1].turn if self.kept else 0
        return [thought for one in self.kept if one.turn == turn and (thought := shown(one, game, viewer)) is not None]

    def reasons(self, game: Game, viewer: str) -> dict[int, list[Thought]]:
        """Decisions that were taken for a reason, by the number of events before them."""
        self.forget_after(game)
        found: dict[int, list[Thought]] = {}
        for one in self.kept:
            if one.thought.reason and (thought := shown(one, game, viewer)) is not None:
                found.setdefault(one.events, []).append(thought)
        return found


def shown(one: Remembered, game: Game, viewer: str) -> Thought | None:
    """A thought without what the viewer may not know; None if nothing is left of it."""
    thought = one.thought
    if game.result is not None or thought.side == viewer:
        return thought
    if one.at_once_since is not None and one.at_once_since == game.at_once_since:
        return None  # others still have to answer the same question
    if thought.secret:
        return None
    if not thought.options:
        return thought if _has_come_out(one, game, viewer) or _is_common(thought.action) else None
    visible = one.open_to.get(viewer, ())
    options = tuple(option for option, open_ in zip(thought.options, visible, strict=False) if open_)
    chosen = thought.options[0]
    if chosen not in options:
        if not _has_come_out(one, game, viewer):
            return None
        options = (chosen, *options)
    return attrs.evolve(thought, options=options)


def _is_common(action: object) -> bool:
    """Whether an answer names nothing: yes, no, done, pass."""
    return not any(_words(action))


def _has_come_out(one: Remembered, game: Game, viewer: str) -> bool:
    """Whether the viewer has seen since what the answer names: a card that was played, a unit that marched."""
    named = set(_words(one.thought.action))
    seen = {
        value for event in game.events_for(viewer, one.events) for value in event.fields.values()
        if isinstance(value, str)
    }  # fmt: skip
    return bool(named) and named <= seen


def _words(action: object) -> Iterator[str]:
    """The texts in the fields of an answer."""
    if isinstance(action, Action):
        for value in attrs.astuple(action, recurse=False):
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, str):
                    yield part


# --- what a plan gives away ------------------------------------------------------------------------------------------


def _open_options(game: Game, thought: Thought, viewer: str) -> tuple[bool, ...]:
    """Which options would be possible whatever is hidden from the viewer."""
    copies = [] if game.at_once else _dealt_anew(game, viewer)
    found = []
    for option in thought.options:
        plan = option.plan
        possible = game.at_once or bool(copies)
        if possible and copies:
            far = _follow(game, thought.side, plan)
            possible = far > 0 and all(_follow(copy, thought.side, plan) == far for copy in copies)
        found.append(possible and not _names_hidden(game, viewer, plan))
    return tuple(found)


def _dealt_anew(game: Game, viewer: str) -> list[Game]:
    """Copies of the game as the viewer must think possible; none if what was drawn in secret cannot be dealt anew."""
    try:
        return [game.fork(viewer, seed) for seed in range(1, DEALT + 1)]
    except WargameError:
        return []


def _follow(game: Game, side: str, plan: Plan) -> int:
    """How many answers of a plan can be given one after the other, until chance or another side is asked."""
    copy = game.fork()
    copy.dice = "manual"
    for number, action in enumerate(plan.answers):
        question = copy.decisions.get(side)
        if question is None or CHANCE in copy.decisions or not question.accepts(action):
            return number
        copy.apply(action, side)
    return len(plan.answers)


def _names_hidden(game: Game, viewer: str, plan: Plan) -> bool:
    """Whether a plan names a card (a chit, a marker) that the viewer sees nowhere."""
    cards = {str(item) for pile in game.state.piles.values() for item in pile}
    named = {word for action in plan.answers for word in _words(action)} & cards
    if not named:
        return False
    position = json.dumps(game.view(viewer)["state"], default=str)
    return any(json.dumps(word) not in position for word in named)


# --- in words --------------------------------------------------------------------------------------------------------


def lines(thought: Thought) -> Iterator[str]:
    """A thought as it is printed: the question, what was chosen, why, what else there was, what was feared."""
    rule = f" ({thought.rule})" if thought.rule else ""
    yield f"{thought.side}, {thought.phase}: {thought.prompt}{rule}"
    yield f"  {chosen_name(thought)}{f': {thought.reason}' if thought.reason else ''}"
    for option, worse in alternatives(thought):
        yield f"  rather than {option.plan.name}{by_how_much(worse)}"
    if thought.fears:
        yield f"  it fears: {'; '.join(thought.fears)}"


def reason_line(thought: Thought) -> str:
    """A decision that was taken for a reason, in one line."""
    return f"{thought.side} decides '{chosen_name(thought)}': {thought.reason}"


def chosen_name(thought: Thought) -> str:
    return thought.options[0].plan.name if thought.options else str(thought.action)


def alternatives(thought: Thought) -> list[tuple[Option, float | None]]:
    """The best alternatives, and by how much each was found worse than what was chosen."""
    best, *others = thought.options or (None,)
    tried = [option for option in others if option.value is not None][:ALTERNATIVES]
    if best is None or best.value is None:
        return [(option, None) for option in tried]
    return [(option, max(0.0, best.value - option.value)) for option in tried if option.value is not None]


def by_how_much(worse: float | None) -> str:
    """How much worse an alternative is; nothing, if that is not known."""
    if worse is None:
        return ""
    if worse > WIN / 2:
        return " (that costs the game)"
    return f" ({worse:.2f} worse)" if worse >= EQUAL else " (just as good)"


def as_data(thought: Thought) -> dict[str, Any]:
    """The same for the browser, JSON-able."""
    return {
        "side": thought.side, "date": thought.date, "phase": thought.phase, "prompt": thought.prompt,
        "rule": thought.rule, "chosen": chosen_name(thought), "reason": thought.reason,
        "instead": [{"name": option.plan.name, "worse": worse} for option, worse in alternatives(thought)],
        "fears": list(thought.fears),
    }  # fmt: skip
