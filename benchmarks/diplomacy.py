"""Adjudication speed against the PyPI package `diplomacy` (extra `bench`), same orders, same run.

    python benchmarks/diplomacy.py [PHASES] [SEED] [-v]

Random full-board games are played with the package; then the orders of every movement phase go, as text, to us.
Measured is processor time, so that other work on the machine does not count. `-v` shows where positions differ.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path = [p for p in sys.path if Path(p or ".").resolve() != Path(__file__).parent]  # this file is no package

from diplomacy import Game  # noqa: E402

from wargame.games.diplomacy import adjudicate  # noqa: E402

Sheets = dict[str, list[str]]
LAST_YEAR = "1915"


def phases(count: int, seed: int) -> Iterator[tuple[Sheets, Sheets, Sheets, float]]:
    """Units, orders, units after and the package's time of each movement phase."""
    rng = random.Random(seed)
    game = Game()
    while count:
        if game.is_game_done or game.get_current_phase()[1:5] > LAST_YEAR:
            game = Game()
        possible = game.get_all_possible_orders()
        orders = {
            power: [rng.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]]
            for power in game.powers
        }
        movement = game.phase_type == "M"
        units = {name: list(power.units) for name, power in game.powers.items() if power.units}
        start = time.process_time()
        for power, texts in orders.items():
            game.set_orders(power, texts)
        game.process()
        spent = time.process_time() - start
        if movement:
            count -= 1
            after = {n: sorted(u for u in p.units if not u.startswith("*")) for n, p in game.powers.items()}
            written = {p: [o.replace(" VIA", " VIA CONVOY") for o in texts] for p, texts in orders.items() if texts}
            yield units, written, {n: u for n, u in after.items() if u}, spent


def main(count: int, seed: int, verbose: bool) -> None:
    adjudicate({}, {})  # both maps are loaded before the clock starts
    played = list(phases(count, seed))
    theirs = sum(spent for *_, spent in played)
    gc.collect()  # what the package left behind is swept on nobody's clock
    start = time.process_time()
    found = [adjudicate(units, orders, "datc").units for units, orders, _, _ in played]
    ours = time.process_time() - start
    written = sum(len(texts) for _, orders, _, _ in played for texts in orders.values())
    equal = 0
    for (units, orders, after, _), here in zip(played, found, strict=True):
        equal += here == after
        if verbose and here != after:
            print({p: sorted(set(here.get(p, ())) ^ set(after.get(p, ()))) for p in units}, orders)
    print(f"{count} movement phases, {written / count:.1f} orders each")
    print(f"diplomacy package: {count / theirs:8.0f} phases/s")
    print(f"wargame:           {count / ours:8.0f} phases/s")
    print(f"ratio:             {theirs / ours:8.1f}")
    print(f"same positions:    {equal} of {count}")


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    main(*(numbers + [1500, 1][len(numbers) :]), "-v" in sys.argv)
