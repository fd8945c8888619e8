"""6: cards. A hand is seen only by its owner; the title declares that, and views and bots follow from it."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import Action, action
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics import cards
from wargame.core.mechanics.answers import Rebuild, Restore
from wargame.core.mechanics.choosing import choose_one

from .model import State
from .movement import STACKING, give_order


@action("play {card} for orders")
class PlayOrders(Action):
    card: str


@action("play {card} for event")
class PlayEvent(Action):
    card: str


ACTIONS = (PlayOrders, PlayEvent, Restore, Rebuild)


def deal(s: State) -> Procedure[None]:
    """6.1: both hands are filled from the deck; the discards are shuffled into it when it runs out."""
    for side in s.title.sides:
        hand = f"hand:{side}"
        yield from cards.fill(s, "deck", hand, s.data.numbers.hand, discards="discard", rule="6.1", only=side)


def why_not_play(s: State, side: str, play: PlayOrders | PlayEvent) -> Refusal | None:
    return cards.why_not_take(s, f"hand:{side}", play.card, "6.2", "You do not hold {item}.")


def why_not_event(s: State, side: str, play: PlayEvent) -> Refusal | None:
    if refusal := why_not_play(s, side, play):
        return refusal
    event = s.data.cards[play.card].event
    if not event:
        return Refusal("6.3", f"{s.data.cards[play.card].name} has no event.")
    return None if answers(s, side, event) else Refusal("6.3", f"There is nobody for {s.data.cards[play.card].name}.")


def play_card(s: State, side: str) -> Procedure[None]:
    """6.2: a side plays a card, for orders or for its event."""
    hand = s.pile(f"hand:{side}")
    why_not = {PlayOrders: partial(why_not_play, s, side), PlayEvent: partial(why_not_event, s, side)}
    answer = yield offer(side, [*map(PlayOrders, hand), *map(PlayEvent, hand)], why_not, "Play which card?", "6.2")
    card = s.data.cards[answer.card]
    s.transfer(card.id, f"hand:{side}", "discard")
    s.note("{side} plays {card}", "6.2", side=side, card=card.name)
    s.allowed = card.orders if isinstance(answer, PlayOrders) else 0
    if isinstance(answer, PlayEvent):
        yield from happen(s, side, card.event)


def order(s: State, side: str) -> Procedure[Any]:
    """6.2: the orders of the card that was played."""
    return give_order(s, side, s.allowed)


def answers(s: State, side: str, event: str) -> list[Action]:
    """6.3: what the event makes possible: a reduced unit gets a step back, or a lost one returns to its capital."""
    if event == "reserves":
        return [Restore(unit) for unit in s.units_on_map(side) if s.units[unit].steps < s.counter(unit).steps]
    lost = [unit for unit, counter in s.title.counters.items() if counter.side == side and unit not in s.units]
    capitals = [space.id for space in s.board.spaces if space.home == side and space.points > 1]
    return [
        Rebuild(unit, to)
        for unit in lost
        for to in capitals
        if s.control[to] == side and STACKING.can_stand(s, [unit], to)
    ]


def happen(s: State, side: str, event: str) -> Procedure[None]:
    possible = answers(s, side, event)

    def why_not(action: Any) -> Refusal | None:
        return None if action in possible else Refusal("6.3", f"The event does not allow '{action}'.")

    classes = {type(action): why_not for action in possible}
    answer = yield from choose_one(offer(side, possible, classes, "Which unit?", "6.3", all_legal=True))
    if isinstance(answer, Restore):
        s.restore(answer.unit, "6.3")
    else:
        s.place(answer.unit, answer.to, 1, "6.3")
