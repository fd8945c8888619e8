"""The sequence of play, declared; its loops belong to the kernel.

    TURN = Sequence(
        "turn",
        Phase("random events", random_events, when=from_turn(5)),
        Phase("Russian movement", move_one_stack, side="ru", repeat=True),
        Sequence("action rounds", Phase("Allied action", action, side="ap"), ..., times=6),
        Phase("end of turn", end_of_turn),
        repeat=True,
    )

Where a game stands in it is `state.agenda`: for each level, (step, how many rounds are over).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import attrs

from wargame.core.engine.errors import WargameError
from wargame.core.engine.state import State

IDLE = 1000  # so many rounds without a phase are a mistake in the sequence
Test = Callable[[Any], bool]


@attrs.frozen
class Phase:
    """One named step that runs a procedure.

    `run(state)`, or `run(state, side)` if a side is given (a name, or a function of the state): a procedure, or a plain
    function if it asks nothing. `when(state)` false: skipped. `repeat`: run again until it returns DONE, each time from
    a fresh copy of the state.
    """

    name: str
    run: Callable[..., Any]
    side: str | Callable[[Any], str] | None = None
    when: Test | None = None
    repeat: bool = False

    def start(self, state: State) -> Generator[Any, Any, Any]:
        """The procedure, set going by its first `send`."""
        sides = () if self.side is None else (self.side(state) if callable(self.side) else self.side,)
        found = self.run(state, *sides)
        return found if isinstance(found, Generator) else _asks_nothing(found)


def _asks_nothing(value: Any) -> Generator[Any, Any, Any]:
    yield from ()
    return value


@attrs.frozen(init=False)
class Sequence:
    """Steps in order, phases or further sequences.

    `times`: so many rounds (a number or a function of the state, asked after each). `until(state)`: rounds until it is
    true, at least one. `repeat`: rounds until the game is over. `when(state)` false: skipped whole.
    """

    name: str
    steps: tuple[Phase | Sequence, ...]
    when: Test | None
    times: int | Callable[[Any], int]
    until: Test | None
    repeat: bool

    def __init__(
        self,
        name: str,
        *steps: Phase | Sequence,
        when: Test | None = None,
        times: int | Callable[[Any], int] = 1,
        until: Test | None = None,
        repeat: bool = False,
    ) -> None:
        self.__attrs_init__(name, steps, when, times, until, repeat)

    def again(self, state: State, rounds: int) -> bool:
        """Whether another round begins after `rounds` of them."""
        if self.repeat:
            return True
        if self.until is not None:
            return not self.until(state)
        return rounds < (self.times(state) if callable(self.times) else self.times)


def due(step: str) -> Test:
    """For `when`: the step was scheduled for this turn."""
    return lambda state: state.turn in state.scheduled.get(step, ())


def from_turn(turn: int) -> Test:
    """For `when`: only from this turn on."""
    return lambda state: bool(state.turn >= turn)


def find(root: Sequence, agenda: tuple[tuple[int, int], ...]) -> Phase | None:
    """The phase at which the agenda stands."""
    node: Phase | Sequence = root
    for step, _ in agenda:
        if not isinstance(node, Sequence):
            return None
        node = node.steps[step]
    return node if isinstance(node, Phase) else None


def first(root: Sequence, state: State) -> tuple[tuple[int, int], ...] | None:
    """The agenda at the first phase to be played; None if there is none."""
    return _enter(root, state, [])


def following(root: Sequence, state: State) -> tuple[tuple[int, int], ...] | None:
    """The agenda after the phase at which the state stands; None when the sequence is over."""
    chain = [root]
    for step, _ in state.agenda[:-1]:
        chain.append(chain[-1].steps[step])  # type: ignore[arg-type]
    path = list(state.agenda)
    while path:
        node, (step, rounds) = chain[len(path) - 1], path.pop()
        found = _onward(node, state, path, step + 1, rounds)
        if found is not None:
            return found
    return None


def ended(
    root: Sequence, before: tuple[tuple[int, int], ...], now: tuple[tuple[int, int], ...]
) -> Generator[str, None, None]:
    """The names of the sequences of which a round is over between two agendas."""
    node: Phase | Sequence = root
    over = False
    for level, (step, rounds) in enumerate(before):
        assert isinstance(node, Sequence)
        if over or level >= len(now) or now[level][1] != rounds:
            over = True
            yield node.name
        elif now[level][0] != step:
            over = True
        node = node.steps[step]


def _onward(
    node: Sequence, state: State, above: list[tuple[int, int]], step: int, rounds: int
) -> tuple[tuple[int, int], ...] | None:
    """The first phase to be played in `node` from `step` on, in this round or the next."""
    idle = 0
    while True:
        while step < len(node.steps):
            inner = node.steps[step]
            if inner.when is None or inner.when(state):
                if isinstance(inner, Phase):
                    return (*above, (step, rounds))
                found = _enter(inner, state, [*above, (step, rounds)])
                if found is not None:
                    return found
            step += 1
        rounds += 1
        idle += 1
        if not node.again(state, rounds):
            return None
        if idle > IDLE:
            raise WargameError(f"Sequence '{node.name}' never ends: none of its phases is ever played.")
        step = 0


def _enter(node: Sequence, state: State, above: list[tuple[int, int]]) -> tuple[tuple[int, int], ...] | None:
    return _onward(node, state, above, 0, 0)
