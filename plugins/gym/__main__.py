"""`python -m wargame.plugins.gym freeze TITLE`: write, or add to, the vocabulary of a title."""

from __future__ import annotations

import argparse
import sys

from wargame.core.engine.errors import WargameError
from wargame.plugins.gym.vocabulary import Vocabulary, grow, vocabulary_file


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m wargame.plugins.gym")
    commands = parser.add_subparsers(required=True)
    freeze = commands.add_parser("freeze", help="write vocabulary.json beside the title, or add to it")
    freeze.add_argument("title")
    freeze.add_argument("--games", type=int, default=40, help="random games to grow it from (default 40)")
    asked = parser.parse_args()
    try:
        path = vocabulary_file(asked.title)
        grown = grow(asked.title, asked.games, Vocabulary.read(path) if path.is_file() else None)
    except WargameError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    grown.write(path)
    sys.stdout.write(f"{path}: {len(grown.actions)} answers, {len(grown.units)} units, {len(grown.places)} places\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
