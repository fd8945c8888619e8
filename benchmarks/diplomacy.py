"""Adjudication speed against the PyPI package `diplomacy` (extra `bench`), same orders, same run.

    python benchmarks/diplomacy.py [PHASES] [SEED]

Random full-board games are played with the package; every movement phase's orders go, as text, to both.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path = [p for p in sys.path if Path(p or ".").resolve() != Path(__file__).parent]  # this file is no package

from diplomacy import Game  # noqa: E402

from wargame.games.diplomacy import adjudicate  # noqa: E402


def main(phases: int, seed: int) -> None:
    rng = random.Random(seed)
    theirs = ours = 0.0
    done = equal = 0
    positions = []
    game = Game()
    while done < phases:
        if game.is_game_done or game.get_current_phase()[1:5] > "1915":
            game = Game()
        possible = game.get_all_possible_orders()
        orders = {
            power: [rng.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]]
            for power in game.powers
        }
        movement = game.phase_type == "M"
        units = {name: list(power.units) for name, power in game.powers.items() if power.units}
        start = time.perf_counter()
        for power, texts in orders.items():
            game.set_orders(power, texts)
        game.process()
        spent = time.perf_counter() - start
        if movement:
            theirs += spent
            done += 1
            after = {n: sorted(u for u in p.units if not u.startswith("*")) for n, p in game.powers.items()}
            plain = {p: [o.replace(" VIA", " VIA CONVOY") for o in texts] for p, texts in orders.items() if texts}
            positions.append((units, plain, {n: u for n, u in after.items() if u}))
    adjudicate({}, {})  # both maps are loaded before the clock starts
    start = time.perf_counter()
    results = [adjudicate(units, orders, "datc") for units, orders, _ in positions]
    ours = time.perf_counter() - start
    for (units, orders, after), found in zip(positions, results, strict=True):
        if found.units == after:
            equal += 1
        elif "-v" in sys.argv:
            print({p: sorted(set(found.units.get(p, ())) ^ set(after.get(p, ()))) for p in units}, orders)
    print(
        f"{done} movement phases, {sum(len(o) for _, os, _ in positions for o in os.values()) / done:.1f} orders each"
    )
    print(f"diplomacy package: {done / theirs:8.0f} phases/s")
    print(f"wargame:           {done / ours:8.0f} phases/s")
    print(f"ratio:             {theirs / ours:8.1f}")
    print(f"same positions:    {equal} of {done}")


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    main(*(numbers + [1500, 1][len(numbers) :]))
