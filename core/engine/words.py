"""Words for sentences."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A small number as a sentence says it.

    >>> in_words(6), in_words(40)
    ('six', '40')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
