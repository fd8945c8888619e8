"""The save file: killed processes, full disks, torn lines, other versions; what replays is what was played."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wargame.core.engine import journal
from wargame.core.engine.actions import PASS
from wargame.core.engine.errors import FileInUse, SaveError, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Phase
from wargame.core.engine.state import State
from wargame.plugins.testkit import snapshot

from .support import ask, phases, pick, picks, play, skirmish

quick = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
ROOT = Path(__file__).parents[2]


def load(path: Path) -> Game:
    saved = journal.read(path)
    head = saved.header

    def make(position: Any) -> Game:
        return skirmish(seed=head["seed"], options=head["options"], dice=head["dice"], position=position)

    return journal.load(saved, make)


def begun(path: Path, **given: Any) -> Game:
    game = skirmish(**given)
    game.save(path)
    return game


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def whole(game: Game) -> Any:
    return snapshot(game), [e.as_dict() for e in game.events], [a.as_list() for a in game.journal], game.undo_stop


def told(call: Callable[[], Any]) -> str:
    """What the user is told, if it goes wrong."""
    try:
        call()
    except WargameError as error:
        return str(error)
    return ""


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is what makes a save safe and these tests slow; two of them look whether it is done."""
    monkeypatch.setattr("os.fsync", lambda number: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# --- what replays is what was played ---------------------------------------------------------------------------------


@given(picks, st.integers(0, 99), st.lists(st.booleans(), max_size=40))
@quick
def test_a_loaded_game_is_the_game_played_undone_answers_included(
    path: Path, chosen: Any, seed: int, undone: list[bool]
) -> None:
    game = begun(path, seed=seed)
    for numbers, back in zip(chosen, undone, strict=False):
        if not game.decisions:
            break
        side, action = pick(game, numbers)
        game.apply(action, side)
        if back:
            game.undo()
    assert whole(load(path)) == whole(game)


@given(picks, st.integers(0, 99))
@quick
def test_a_file_cut_off_anywhere_gives_an_earlier_moment_of_the_game(path: Path, chosen: Any, seed: int) -> None:
    game = begun(path, seed=seed)
    moments = [game.digest()]
    play(game, chosen, lambda g: moments.append(g.digest()))
    data = path.read_bytes()
    first = data.index(b"\n") + 1
    for cut in range(first, len(data), max(1, (len(data) - first) // 8)):
        path.write_bytes(data[:cut])
        found = load(path)
        assert bool(found.warnings) == (data[cut - 1 : cut] != b"\n")
        # an answer may stand without the dice that followed it: chance then answers as it did
        assert found.digest() in moments
        play(found, [(1, 2), (0, 0)])
        assert whole(load(path)) == whole(found)


@given(picks, picks, st.integers(0, 99), st.integers(0, 3))
@quick
def test_a_game_begun_from_a_position_is_saved_and_loaded(
    path: Path, chosen: Any, after: Any, seed: int, back: int
) -> None:
    game = skirmish(position=play(skirmish(seed=seed), chosen).position())
    game.save(path)
    play(game, after)
    for _ in range(min(back, len([a for a in game.journal if a.side != "chance"]))):
        game.undo()
    assert whole(load(path)) == whole(game)


def test_dice_that_were_torn_off_are_written_again(path: Path) -> None:
    game = begun(path, seed=1)
    play(game, [(0, 0)] * 4)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b'["chance"')])
    load(path)
    assert path.read_bytes() == data


def test_a_last_line_of_very_many_brackets_is_dropped_like_any_other_that_is_broken(path: Path) -> None:
    begun(path)
    with path.open("ab") as file:
        file.write(b"[" * 100_000 + b"\n")
    assert load(path).warnings == [f"{path}: the last line was torn off and is dropped."]


def test_hashes_and_positions_are_written_now_and_then(path: Path) -> None:
    game = phases(Phase("a", lambda s: ask("red"), repeat=True))
    game.save(path)
    for _ in range(journal.POSITION_EVERY):
        game.apply("pass")
    kinds = [next(iter(line)) for line in lines(path)[1:] if isinstance(line, dict)]
    assert kinds == ["hash"] * (journal.POSITION_EVERY // journal.HASH_EVERY) + ["position"]


def test_what_was_recorded_of_answers_taken_back_no_longer_counts(path: Path) -> None:
    game = phases(Phase("a", lambda s: ask("red"), repeat=True))
    game.save(path)
    for _ in range(journal.POSITION_EVERY + 1):
        game.apply("pass")
    game.undo()
    saved = journal.read(path)
    assert [count for _, count, _ in saved.positions] == [journal.POSITION_EVERY]
    assert saved.hashes[-1][1] == journal.POSITION_EVERY
    game.undo()
    saved = journal.read(path)
    assert saved.positions == []
    assert saved.hashes[-1][1] == journal.POSITION_EVERY - journal.HASH_EVERY


def test_a_loaded_game_goes_on_with_its_hashes(path: Path) -> None:
    game = begun(path, options={"last_turn": 99})
    play(game, [(0, 0)] * 4)
    for _ in range(8):
        for text in ("move r1 B", "done", "done", "move r1 A", "done", "done") * 3:
            game.apply(text)
        game = load(path)
    hashes = [line["answers"] for line in lines(path) if isinstance(line, dict) and "hash" in line]
    assert len(hashes) == len(game.journal) // journal.HASH_EVERY > 0
    assert whole(load(path)) == whole(game)


def test_half_a_character_is_saved_and_read_back(path: Path) -> None:
    game = begun(path)
    line = journal._line(["red", "say \udce4 \u2028"])
    assert line.count(b"\n") == 1
    assert json.loads(line) == ["red", "say \udce4 \u2028"]
    game.save(path)


# --- crashes -----------------------------------------------------------------------------------------------------

PLAYER = """
import sys
from tests.core.support import skirmish
game = skirmish(seed=3, options={"last_turn": 100000})
game.save(sys.argv[1])
for side in ("red", "blue"):
    game.apply("bid 1", side), game.apply("done", side)
while True:
    for text in ("move r1 B", "done", "done", "move r1 A", "done", "done"):
        game.apply(text)
        print(len(game.journal), flush=True)
"""


def test_a_killed_process_loses_no_answer_it_acknowledged(path: Path) -> None:
    words = [sys.executable, "-c", PLAYER, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT) as player:
        assert player.stdout is not None
        told = [player.stdout.readline() for _ in range(70)]
        time.sleep(0.02)
        os.kill(player.pid, signal.SIGKILL)
        told += player.stdout.readlines()
    acknowledged = [int(line) for line in told if line.endswith("\n")][-1]
    game = load(path)
    assert len(game.journal) >= acknowledged >= 70
    game.apply(game.decisions["red"].actions[-1] if "red" in game.decisions else "done")
    assert load(path).warnings == []


class Failing:
    """A file on a disk that is full after some bytes: the first write is cut short, the next fails."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = data[: self.room]
        self.room -= len(taken)
        return int(self.file.write(taken))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 1, 9])
def test_on_a_full_disk_an_answer_is_not_given_and_the_file_stays_whole(path: Path, room: int) -> None:
    game = begun(path, seed=1)
    game.apply("bid 1", "red")
    before, data = whole(game), path.read_bytes()
    writer: Any = game.listener
    disk, writer._file = writer._file, Failing(writer._file, room)
    with pytest.raises(SaveError, match=r"Cannot write .*game.jsonl: No space left on device\."):
        game.apply("bid 2", "blue")
    assert whole(game) == before
    assert path.read_bytes() == data
    with pytest.raises(SaveError, match="No space left"):
        game.undo()
    assert whole(game) == before
    writer._file = disk
    game.apply("bid 3", "blue")
    assert whole(load(path)) == whole(game)


def test_an_interrupt_while_saving_takes_the_answer_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(path, seed=1)
    before = whole(game)

    def interrupted(number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.apply("bid 1", "red")
    monkeypatch.undo()
    assert whole(game) == whole(load(path)) == before


def test_saving_over_a_game_keeps_the_old_file_until_the_new_one_is_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(path, seed=1).apply("bid 1", "red")
    old = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    game = skirmish(seed=2)
    with pytest.raises(SaveError, match="No space left"):
        game.save(path)
    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]
    assert game.listener is None


def test_a_game_may_be_saved_again_to_its_own_file_and_to_another(path: Path, tmp_path: Path) -> None:
    game = begun(path, seed=1)
    game.apply("bid 1", "red")
    game.save(path)
    game.apply("bid 2", "blue")
    assert whole(load(path)) == whole(game)
    other = tmp_path / "deep/in/other.jsonl"
    game.save(other)
    game.apply("done", "red")
    assert whole(load(other)) == whole(game)
    assert len(load(path).journal) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a system without /dev/full")
def test_devices_are_written_to_and_never_replaced() -> None:
    begun(Path("/dev/null")).apply("bid 1", "red")
    with pytest.raises(SaveError, match=r"Cannot write /dev/full: No space left on device\."):
        begun(Path("/dev/full"))
    assert not Path("/dev/null").is_file()
    assert not Path("/dev/full").is_file()


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"Cannot write .*: Is a directory\."):
        begun(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match=r"Cannot write .*file/game: (Not a directory|File exists)\."):
        begun(tmp_path / "file/game")


def test_a_file_that_cannot_be_written_is_loaded_with_a_warning(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(path)

    whole_open = Path.open

    def locked(path: Path, mode: str = "r", **given: Any) -> Any:
        if "+" in mode:
            raise PermissionError(errno.EACCES, "Permission denied")
        return whole_open(path, mode, **given)

    monkeypatch.setattr(Path, "open", locked)
    again = load(path)
    assert whole(again) == whole(game)
    assert again.listener is None
    assert again.warnings == [f"{path} cannot be written to; the game is not saved from here on."]
    again.apply("bid 1", "red")


# --- two programs --------------------------------------------------------------------------------------------------

HOLDER = """
import sys
from tests.core.support import skirmish
game = skirmish(seed=3)
game.save(sys.argv[1])
game.apply("bid 1", "red")
print("saved", flush=True)
answer = sys.stdin.readline().strip()
try:
    game.apply(answer, "blue")
except Exception as error:
    print(error)
"""


@pytest.fixture
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that plays the game of the file."""
    pipe: Any = subprocess.PIPE
    words = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "saved\n"
        yield holder
        holder.kill()


def test_the_program_that_answers_second_is_refused(path: Path, held: subprocess.Popen[str]) -> None:
    game = load(path)
    game.apply("bid 2", "blue")
    before = path.read_bytes()
    out, _ = held.communicate("bid 3\n")
    assert "was changed by another program; save under another name to go on." in out
    assert path.read_bytes() == before
    assert whole(load(path)) == whole(game)


def test_a_file_that_grew_while_it_was_read_is_not_gone_on_with(path: Path) -> None:
    game = begun(path)
    saved = journal.read(path)
    game.apply("bid 1", "red")
    with pytest.raises(FileInUse, match=r"game.jsonl was changed by another program\."):
        journal.load(saved, lambda position: skirmish())


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(path.read_bytes() + b'["blue","bid 1"]\n'),
        lambda path: os.truncate(path, path.stat().st_size - 5),
        lambda path: (path.rename(path.with_name("away")), path.write_bytes(b"{}\n")),
        lambda path: path.unlink(),
    ],
    ids=["grown", "cut", "replaced", "removed"],
)
def test_a_file_that_somebody_else_changed_is_not_written_to(path: Path, change: Callable[[Path], Any]) -> None:
    game = begun(path, seed=1)
    game.apply("bid 1", "red")
    before = whole(game)
    change(path)
    data = path.read_bytes() if path.exists() else None
    with pytest.raises(FileInUse, match=r"was (changed|removed) by another program; save under another name to go on"):
        game.apply("bid 2", "blue")
    assert whole(game) == before
    assert (path.read_bytes() if path.exists() else None) == data
    game.save(path.with_name("other"))
    game.apply("bid 2", "blue")
    assert whole(load(path.with_name("other"))) == whole(game)


def test_of_two_games_of_one_program_the_first_to_write_keeps_the_file(path: Path) -> None:
    first = begun(path, seed=1)
    second = load(path)
    first.apply("bid 1", "red")
    second.apply("bid 2", "red")
    assert second.warnings == [f"Another game writes to {path} now; this one is not saved any more."]
    second.apply("bid 1", "blue")
    assert whole(load(path)) == whole(first)


def test_a_game_saved_over_another_of_the_program_takes_its_file(path: Path) -> None:
    first, second = begun(path, seed=1), begun(path, seed=2)
    first.apply("bid 1", "red")
    assert first.warnings == [f"Another game writes to {path} now; this one is not saved any more."]
    assert whole(load(path)) == whole(second)


def test_the_file_stays_its_own_where_the_program_changes_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begun(Path("game.jsonl"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    game.apply("bid 1", "red")
    assert len(load(tmp_path / "game.jsonl").journal) == 1


# --- files that are wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wargame": 99}, "line 1: save format 99 is unknown; this version reads 1"),
        ({"seed": None}, "line 1: 'seed' cannot be null"),
        ({"options": []}, r"line 1: 'options' cannot be \[\]"),
        ({"title": 3}, "line 1: 'title' cannot be 3"),
        ({"position": "x"}, "line 1: 'position' cannot be \"x\""),
    ],
)
def test_a_wrong_header_is_named(path: Path, change: dict[str, Any], said: str) -> None:
    begun(path)
    path.write_text(json.dumps({**lines(path)[0], **change}) + "\n")
    with pytest.raises(SaveError, match=said):
        load(path)


@pytest.mark.parametrize("data", [b"", b"\n", b"x", b"[]\n", b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"])
def test_what_is_no_save_file_is_told(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(SaveError, match=r"line 1: (this is not a wargame save file|not a line of a save file)"):
        load(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"Cannot read .*gone: No such file or directory\."):
        journal.read(tmp_path / "gone")


@given(st.data())
@quick
def test_whatever_is_changed_in_a_file_is_one_sentence_or_another_game(path: Path, data: st.DataObject) -> None:
    play(begun(path, seed=5), [(n, n * 5) for n in range(12)])
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(raw)
    assert "\n" not in told(lambda: load(path))


@given(st.data())
@quick
def test_whatever_is_changed_in_a_position_is_one_sentence_or_another_game(data: st.DataObject) -> None:
    position: Any = json.loads(json.dumps(play(skirmish(seed=5), [(n, n * 5) for n in range(12)]).position()))
    where, keys = position, data.draw(st.lists(st.integers(0, 30), min_size=1, max_size=4))
    for n, key in enumerate(keys):
        inner = list(where) if isinstance(where, dict) else range(len(where))
        if not inner:
            return
        name = inner[key % len(inner)]
        if n == len(keys) - 1 or not isinstance(where[name], dict | list):
            where[name] = data.draw(st.sampled_from([None, -1, 99, "x", "r1", [], {}, [["red", "done"]], True]))
            break
        where = where[name]
    assert "\n" not in told(lambda: skirmish(position=position))


# --- other versions ------------------------------------------------------------------------------------------------


def game_of(run: Callable[[State], Procedure[Any]], version: str, position: Any = None) -> Game:
    game = phases(Phase("a", run, repeat=True), position=position)
    object.__setattr__(game.title, "version", version)
    return game


def stumble(s: State) -> Procedure[None]:
    """Newer rules, in which the answer 'pass' runs into something unforeseen."""
    answer = yield from ask("red")
    if answer == PASS:
        raise KeyError("gone")


def saved_by_old_version(path: Path, last: str) -> Game:
    game = game_of(lambda s: ask("red"), "1")
    game.save(path)
    for _ in range(journal.POSITION_EVERY):
        game.apply("pass")
    game.apply(last)
    return game


def test_newer_rules_that_stumble_over_an_old_answer_go_on_from_a_position(path: Path) -> None:
    saved_by_old_version(path, "pass")
    again = journal.load(journal.read(path), lambda position: game_of(stumble, "2", position))
    assert "line 2: 'pass' cannot be played here. (KeyError: 'gone')" in again.warnings[0]
    assert "its last 1 answers are lost (the old file is kept as game.jsonl.old)" in again.warnings[0]
    assert again.journal == []
    before = snapshot(again)
    final = journal.load(journal.read(path), lambda position: game_of(stumble, "2", position))
    assert snapshot(final) == before
    assert final.warnings == []


def test_an_old_file_that_was_kept_before_is_kept_too(path: Path) -> None:
    path.with_name("game.jsonl.old").write_text("an older game")
    saved_by_old_version(path, "pass")
    again = journal.load(journal.read(path), lambda position: game_of(stumble, "2", position))
    assert "(the old file is kept as game.jsonl.old2)" in again.warnings[0]
    assert path.with_name("game.jsonl.old").read_text() == "an older game"
    assert len(lines(path.with_name("game.jsonl.old2"))) > journal.POSITION_EVERY


def test_the_same_version_that_does_not_replay_is_refused_with_the_line(path: Path) -> None:
    saved_by_old_version(path, "pass")
    with pytest.raises(SaveError, match=r"line 2: 'pass' cannot be played here\. \(KeyError: 'gone'\)"):
        journal.load(journal.read(path), lambda position: game_of(stumble, "1", position))
    assert not path.with_name("game.jsonl.old").exists()


def test_an_old_game_whose_beginning_is_gone_goes_on_from_a_position(path: Path) -> None:
    old = saved_by_old_version(path, "pass")

    def make(position: Any) -> Game:
        if position is None:
            raise WargameError("T has no scenario 's'.")
        return game_of(lambda s: ask("red"), "2", position)

    again = journal.load(journal.read(path), make)
    assert "no longer replays (T has no scenario 's'.)" in again.warnings[0]
    assert "its last 0 answers are lost" in again.warnings[0]
    assert snapshot(again)["state"] == snapshot(old)["state"]


def test_an_old_game_without_a_position_that_can_be_read_is_refused(path: Path) -> None:
    game = game_of(lambda s: ask("red"), "1")
    game.save(path)
    game.apply("pass")
    with pytest.raises(SaveError, match="line 2"):
        journal.load(journal.read(path), lambda position: game_of(stumble, "2", position))


def test_an_old_game_without_a_position_whose_answers_are_all_legal_goes_on(path: Path) -> None:
    game = game_of(lambda s: ask("red"), "1")
    game.save(path)
    game.apply("pass")
    with path.open("a") as file:
        file.write('{"hash":"of the old state","answers":1}\n')
    again = journal.load(journal.read(path), lambda position: game_of(lambda s: ask("red"), "2", position))
    assert "all its 1 answers were played again" in again.warnings[0]
    assert [answer.action for answer in again.journal] == [answer.action for answer in game.journal]
    assert path.with_name("game.jsonl.old").exists()
    with pytest.raises(SaveError, match="another position than saved"):
        journal.load(
            journal.read(path.with_name("game.jsonl.old")),
            lambda position: game_of(lambda s: ask("red"), "1", position),
        )


# --- old saves -------------------------------------------------------------------------------------------------------


def test_a_save_of_the_first_format_in_mid_battle_still_loads(tmp_path: Path) -> None:
    """Never make this file anew: whoever has one like it wants to go on."""
    path = tmp_path / "old.jsonl"
    path.write_bytes((Path(__file__).parent / "saves/mid-battle.jsonl").read_bytes())
    game = load(path)
    assert game.warnings == []
    assert game.decision is not None
    assert game.decision.prompt == "Roll 1d6 for the attack"
    game.apply("4")
    assert game.state.units_at("D") == ("r1",)
    assert game.result is not None
    assert game.result.text == "red wins (4.1): the other side is gone"
