"""The random generator: its whole state is one integer, and it is the same on every machine and Python version."""

from __future__ import annotations

from typing import Any

MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """The finaliser of SplitMix64: spreads any 64-bit integer evenly."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def seeded(seed: int) -> int:
    """The generator's state for a seed."""
    return mix((seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK)


class Source:
    """Picks numbers; `state` is the whole state of the generator.

    >>> [Source(seeded(7)).pick(6) for _ in range(3)]
    [3, 3, 3]
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def pick(self, below: int) -> int:
        """A number from 0 to `below` - 1, all equally likely (the uneven remainder is rejected)."""
        limit = (1 << 64) - (1 << 64) % below
        while True:
            self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
            value = mix(self.state)
            if value < limit:
                return value % below

    def choice(self, items: Any) -> Any:
        return items[self.pick(len(items))]


def answer(question: Any, state: int) -> tuple[Any, int]:
    """The answer of chance to a Roll or Draw, and the next state of the generator."""
    source = Source(state)
    return question.draw(source.pick), source.state
