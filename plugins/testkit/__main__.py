"""`python -m wargame.plugins.testkit index TITLE [--check]`, and `trace` for `check_other_processes`."""

from __future__ import annotations

import json
import sys

from wargame.core.engine.errors import WargameError
from wargame.plugins.testkit.conformance import trace
from wargame.plugins.testkit.rule_index import Failed, check_index, check_rule_markers, index_text, title_folder


def main(words: list[str]) -> int:
    """`index TITLE [--check]`, or `trace` (for `check_other_processes`): see the module's text."""
    if words == ["trace"]:
        sys.stdout.write(json.dumps(trace(**json.loads(sys.stdin.read()))))
        return 0
    if words[:1] != ["index"] or not 2 <= len(words) <= 3 or words[2:] not in ([], ["--check"]):
        sys.stderr.write("usage: python -m wargame.plugins.testkit index TITLE [--check]\n")
        return 2
    try:
        if words[2:]:
            check_index(words[1])
        else:
            path = title_folder(words[1]) / "tested.toml"
            path.write_text(index_text(check_rule_markers(words[1])), encoding="utf-8")
    except (Failed, WargameError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
