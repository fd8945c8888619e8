"""The sequence of play: a title declares it, the kernel runs it.

    TURN = Sequence(
        "turn",
        Phase("random events", random_events, when=from_turn(5)),
        Phase("Russian movement", move_one_stack, side="ru", repeat=True),
        Sequence("action rounds", Phase("Allied action", action, side="ap"), ..., times=6),
        Phase("end of turn", end_of_turn),
        repeat=True,
    )

`state.agenda` says where a game stands in it: for each level, the number of the step and of completed rounds.

A variant changes the sequence of its title by the names of the steps; each method returns a new sequence:

    turn.replace("weather", Phase("storms", storms)).insert_after("supply", Phase("plunder", plunder)).drop("truce")
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import attrs

from wargame.core.engine.errors import WargameError
from wargame.core.engine.mistakes import mistaken
from wargame.core.engine.questions import Question, Together
from wargame.core.engine.state import State

IDLE = 1000  # this many rounds without a phase mean that the sequence is wrong
Test = Callable[[Any], bool]


@attrs.frozen
class Phase:
    """One named step that runs a procedure.

    `run(state)`, or `run(state, side)` if there is a `side` (a name or a function of the state), is a procedure, or a
    plain function if it asks nothing. The phase is skipped if `when(state)` is false. With `repeat` it runs again until
    the procedure returns DONE.
    """

    name: str
    run: Callable[..., Any]
    side: str | Callable[[Any], str] | None = None
    when: Test | None = None
    repeat: bool = False

    def side_in(self, state: State) -> str | None:
        """The side whose phase it is; None if it belongs to no side."""
        return self.side(state) if callable(self.side) else self.side

    def start(self, state: State, side: str | None) -> Generator[Any, Any, Any]:
        """The procedure, not yet started, for the side whose phase it is."""
        sides = () if side is None else (side,)
        found = self.run(state, *sides)
        if isinstance(found, Generator):
            return found
        if isinstance(found, Question | Together):
            text = "it returns a question, which nobody is asked. Write 'answer = yield' in front of the question."
            raise mistaken(f"phase '{self.name}'", self.run, text)
        return _asks_nothing(found)


def _asks_nothing(value: Any) -> Generator[Any, Any, Any]:
    yield from ()
    return value


@attrs.frozen(init=False)
class Sequence:
    """Phases and other sequences, in order.

    `times` is the number of rounds, or a function of the state that is asked after each round. With `until(state)`
    rounds follow until it is true, at least one. With `repeat` they follow until the game is over. The whole sequence
    is skipped if `when(state)` is false.
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
        """Whether another round follows after `rounds` of them."""
        if self.repeat:
            return True
        if self.until is not None:
            return not self.until(state)
        return rounds < (self.times(state) if callable(self.times) else self.times)

    # --- changing it, for variants ---------------------------------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """The names of all steps, at any depth, in order, each once."""
        found: dict[str, None] = {}
        for step in self.steps:
            found[step.name] = None
            if isinstance(step, Sequence):
                found.update(dict.fromkeys(step.names()))
        return tuple(found)

    def replace(self, name: str, *steps: Phase | Sequence) -> Sequence:
        """The sequence with other steps in place of the phase or sequence of this name.

        Where several steps have the name, all of them are replaced; the same goes for the other methods.

        >>> Sequence("turn", Phase("move", print), Phase("fight", print)).replace("fight", Phase("talk", print)).names()
        ('move', 'talk')
        """
        return self._changed(name, lambda step: steps)

    def insert_before(self, name: str, *steps: Phase | Sequence) -> Sequence:
        """The sequence with more steps before the phase or sequence of this name, as often as that is played."""
        return self._changed(name, lambda step: (*steps, step))

    def insert_after(self, name: str, *steps: Phase | Sequence) -> Sequence:
        """The sequence with more steps after the phase or sequence of this name, as often as that is played."""
        return self._changed(name, lambda step: (step, *steps))

    def drop(self, name: str) -> Sequence:
        """The sequence without the phase or sequence of this name; a sequence that is left empty goes too."""
        return self._changed(name, lambda step: ())

    def _changed(self, name: str, change: Callable[[Phase | Sequence], tuple[Phase | Sequence, ...]]) -> Sequence:
        names = self.names()
        if name not in names:
            raise WargameError(f"Sequence '{self.name}' has no step '{name}'; it has: {', '.join(names)}.")
        return self._with(name, change)

    def _with(self, name: str, change: Callable[[Phase | Sequence], tuple[Phase | Sequence, ...]]) -> Sequence:
        steps: list[Phase | Sequence] = []
        for step in self.steps:
            if step.name == name:
                steps += change(step)
                continue
            inner = step._with(name, change) if isinstance(step, Sequence) else step
            if isinstance(inner, Phase) or inner.steps:
                steps.append(inner)
        return Sequence(
            self.name, *steps, when=self.when, times=self.times, until=self.until, repeat=self.repeat
        )  # fmt: skip


def due(step: str) -> Test:
    """For `when`: this step is scheduled for the current turn."""
    return lambda state: state.turn in state.scheduled.get(step, ())


def from_turn(turn: int) -> Test:
    """For `when`: from this turn on."""
    return lambda state: bool(state.turn >= turn)


def find(root: Sequence, agenda: tuple[tuple[int, int], ...]) -> Phase | None:
    """The phase to which the agenda points."""
    node: Phase | Sequence = root
    for step, _ in agenda:
        if not isinstance(node, Sequence):
            return None
        node = node.steps[step]
    return node if isinstance(node, Phase) else None


def first(root: Sequence, state: State) -> tuple[tuple[int, int], ...] | None:
    """The agenda of the first phase to play; None if there is none."""
    return _enter(root, state, [])


def following(root: Sequence, state: State) -> tuple[tuple[int, int], ...] | None:
    """The agenda of the phase after the current one; None when the sequence is over."""
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
    """The names of the sequences that completed a round between two agendas."""
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
    """The first phase to play in `node` from `step` on, in this round or the next."""
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
