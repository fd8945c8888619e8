"""`python -m wargame.plugins.testkit`: the index of tested rules, illegal answers; see the package's text."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from wargame.core.engine.errors import WargameError
from wargame.plugins.testkit.games import Failed, scenarios
from wargame.plugins.testkit.illegal import all_faults, check_illegal_answers
from wargame.plugins.testkit.processes import check_other_processes, trace
from wargame.plugins.testkit.random_game import CHECKS, check_random_game
from wargame.plugins.testkit.recordings import difference, record
from wargame.plugins.testkit.rule_index import check_index, check_rule_markers, index_text, tests_folder, title_folder


def checks(asked: argparse.Namespace) -> int:
    """One line for each check; those that need something that the title does not have say what."""
    every, ran = scenarios(asked.title), Counter[str]()
    for scenario in every:
        ran += check_random_game(asked.title, scenario, asked.seed, steps=asked.answers).ran
        check_other_processes(asked.title, scenario, asked.seed)
        check_illegal_answers(asked.title, scenario, asked.seed, answers=asked.answers)
    lines = [f"{name}: {ran[name]} times" if ran[name] else f"{name}: not made, {why}" for name, why in CHECKS.items()]
    lines += [f"replay in other processes: {len(every)} times", f"illegal answers: {asked.answers * len(every)}"]
    lines.append(f"rules: {_rules_checked(asked.title, asked.tests)}")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _rules_checked(title: str, tests: Path | None) -> str:
    if ":" in title or not (title_folder(title) / "rules.toml").is_file():
        return "not checked, there is no rules.toml"
    found = check_rule_markers(title, tests)
    return f"{sum(map(len, found.values()))} tests of {len(found)} rules"


def index(asked: argparse.Namespace) -> int:
    if asked.check:
        check_index(asked.title, asked.tests)
        return 0
    path, found = title_folder(asked.title) / "tested.toml", check_rule_markers(asked.title, asked.tests)
    path.write_text(index_text(found), encoding="utf-8")
    count = sum(map(len, found.values()))
    sys.stdout.write(f"{path}: {count} marks of {len(found)} rules in {asked.tests or tests_folder(asked.title)}\n")
    return 0


def illegal(asked: argparse.Namespace) -> int:
    report = all_faults(asked.title, scenarios(asked.title), asked.seed, asked.answers)
    lines = [str(fault) for fault in report.faults.values()]
    for (phase, rule), actions in sorted(report.generic.items()):
        lines.append(f"phase '{phase}', rule {rule}: refuses without a reason of its own {', '.join(sorted(actions))}")
    lines.append(
        f"{asked.title}: {report.thrown} answers, {report.accepted} accepted, {len(report.faults)} kinds of fault"
    )
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.faults else 0


def recorded(asked: argparse.Namespace) -> int:
    for path in record(asked.title, asked.games, asked.out, asked.seed):
        sys.stdout.write(f"{path}\n")
    return 0


def compare(asked: argparse.Namespace) -> int:
    paths = sorted(asked.folder.glob("*.jsonl.gz"))
    different = [found for path in paths if (found := difference(path))]
    sys.stdout.write("".join(f"{line}\n" for line in different))
    sys.stdout.write(f"{len(paths) - len(different)} of {len(paths)} games are as recorded\n")
    return 1 if different or not paths else 0


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wargame.plugins.testkit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("checks", help="make each check of the conformance suite, tell which could be made")
    one.add_argument("title", metavar="TITLE")
    one.add_argument("--answers", type=int, default=2000, metavar="N", help="of a game, and made-up ones (2000)")
    one.add_argument("--seed", type=int, default=0, metavar="S")
    one.add_argument("--tests", type=Path, metavar="DIR", help="where the tests are (default: beside the title)")
    one.set_defaults(run=checks)
    one = commands.add_parser("index", help="write tested.toml beside the title's module: the tests of each rule")
    one.add_argument("title", metavar="TITLE")
    one.add_argument("--check", action="store_true", help="only say whether it is up to date")
    one.add_argument("--tests", type=Path, metavar="DIR", help="where the tests are (default: beside the title)")
    one.set_defaults(run=index)
    one = commands.add_parser("illegal", help="throw made-up answers at random games, list what goes wrong")
    one.add_argument("title", metavar="TITLE")
    one.add_argument("--answers", type=int, default=100_000, metavar="N")
    one.add_argument("--seed", type=int, default=0, metavar="S")
    one.set_defaults(run=illegal)
    one = commands.add_parser("record", help="record random games, to be compared after a redesign")
    one.add_argument("title", metavar="TITLE")
    one.add_argument("--games", type=int, default=200, metavar="N")
    one.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game; the next has the next")
    one.add_argument("--out", type=Path, required=True, metavar="DIR")
    one.set_defaults(run=recorded)
    one = commands.add_parser("compare", help="replay recorded games and say where they first differ")
    one.add_argument("folder", type=Path, metavar="DIR")
    one.set_defaults(run=compare)
    return parser


def main(words: list[str]) -> int:
    """The exit status: 0 if all is well, 1 after an error that was printed, 2 for wrong usage."""
    if words == ["trace"]:  # for check_other_processes
        sys.stdout.write(json.dumps(trace(**json.loads(sys.stdin.read()))))
        return 0
    try:
        asked = arguments().parse_args(words)
    except SystemExit as done:
        return int(done.code or 0)
    try:
        return int(asked.run(asked))
    except (Failed, WargameError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
