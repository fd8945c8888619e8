"""The browser's server: seats and what they see, answers given once, refusals, undo, strangers kept out."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from wargame.plugins import list_titles, load_game, new_game
from wargame.plugins.match.apart import errand, run_errand
from wargame.plugins.web.app import make_app
from wargame.plugins.web.guard import BODY
from wargame.plugins.web.server import host_key

KEY = "the-key"
HOME = {"x-key": KEY}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(tmp_path, key=KEY, hosts=("testserver",))
    with TestClient(app, raise_server_exceptions=False) as made:
        yield made
    app.state.service.bot_pool.close()


def begin(client: TestClient, title: str = "when_eagles_fight", **players: str) -> dict[str, str]:
    """The tokens of the seats of a new game."""
    made = client.post("/api/games", json={"title": title, "seed": 7, "players": players}, headers=HOME).json()
    assert made["ok"], made
    return dict(made["links"])


def view(client: TestClient, token: str, **query: Any) -> dict[str, Any]:
    return dict(client.get(f"/api/seat/{token}/view", params=query).json())


def answer(client: TestClient, token: str, action: str, rev: str, id: str = "1") -> Any:
    return client.post(f"/api/seat/{token}/answer", json={"rev": rev, "id": id, "action": action})


@pytest.mark.parametrize("title", list_titles())
def test_a_seat_sees_its_question_its_board_and_what_answers_are_about(client: TestClient, title: str) -> None:
    sides = new_game(title).title.sides
    links = begin(client, title, **dict.fromkeys(sides, "link"))
    views = {side: view(client, links[side]) for side in sides}
    asked = {side for side, seen in views.items() if seen["question"]}
    assert asked == set(views[sides[0]]["asked"])
    seen = views[min(asked)]
    assert seen["question"]["answers"]
    assert seen["cells"]
    ground = client.get(f"/api/seat/{links[sides[0]]}/ground.svg").text
    assert all(f'id="space-{id}"' in ground for id in seen["cells"])


def test_an_answer_is_given_saved_and_shown_as_a_change(client: TestClient, tmp_path: Path) -> None:
    links = begin(client, cp="link", ru="link")
    before = view(client, links["cp"])
    made = answer(client, links["cp"], "stack 2226", before["rev"]).json()
    assert made["ok"]
    assert not made["view"]["whole"]
    answer(client, links["cp"], "step AH-KMR 2325", made["view"]["rev"], "2")
    other = view(client, links["ru"], have=before["rev"])
    assert other["answers"] == 2
    assert load_game(next(tmp_path.glob("*.jsonl"))).state.units["AH-KMR"].at == "2325"


def test_a_click_on_a_space_that_answers_nothing_is_refused_by_the_rule(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    found = client.get(f"/api/seat/{links['cp']}/refusal", params={"space": "2926"}).json()["refusal"]
    assert found == {"rule": "12.1", "message": "You have no units in 2926."}
    assert view(client, links["cp"])["answers"] == 0
    assert client.get(f"/api/seat/{links['ru']}/refusal", params={"space": "2926"}).status_code == 422
    unknown = client.get(f"/api/seat/{links['cp']}/refusal", params={"space": "no"}).json()["refusal"]
    assert unknown["message"] == "Nothing can be done with no now."


def test_sides_have_names_for_people(client: TestClient) -> None:
    links = begin(client, ru="me", cp="link")
    assert view(client, links["me"])["sides"]["cp"]["name"] == "Central Powers"
    seats = client.get(f"/api/seat/{links['me']}/links").json()["seats"]
    assert [seat["names"] for seat in seats] == [["Russians"], ["Central Powers"], []]
    titles = client.get("/api/titles", headers=HOME).json()["titles"]
    assert {title["id"]: title["sides"] for title in titles}["traces_of_war"] == {"soviet": "Soviet", "axis": "Axis"}


def test_an_answer_sent_twice_is_given_once(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    rev = view(client, links["cp"])["rev"]
    for _ in range(2):
        assert answer(client, links["cp"], "stack 2226", rev).json()["ok"]
    assert view(client, links["cp"])["answers"] == 1


def test_an_answer_to_an_earlier_position_gets_the_present_one(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    rev = view(client, links["cp"])["rev"]
    answer(client, links["cp"], "stack 2226", rev)
    stale = answer(client, links["cp"], "stack 2614", rev, "2")
    assert stale.status_code == 409
    assert stale.json()["view"]["answers"] == 1


def test_an_illegal_answer_is_refused_with_its_rule_and_changes_nothing(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    seen = view(client, links["cp"])
    answer(client, links["cp"], "stack 2226", seen["rev"])
    seen = view(client, links["cp"])
    refused = answer(client, links["cp"], "step AH-KMR 2419", seen["rev"], "2")
    assert refused.status_code == 422
    assert refused.json()["error"]["rule"] == "12.1"
    assert view(client, links["cp"]) == seen


@pytest.mark.parametrize("text", ["2226", "KRAKOW", "stack krak"])
def test_a_name_is_taken_for_the_answer_as_at_the_terminal(client: TestClient, tmp_path: Path, text: str) -> None:
    links = begin(client, cp="link", ru="link")
    seen = view(client, links["cp"])
    place = next(one["text"] for one in seen["question"]["answers"] if one["text"].startswith("stack 2226"))
    answer(client, links["cp"], text, seen["rev"])
    (given,) = load_game(next(tmp_path.glob("*.jsonl"))).journal
    assert str(given.action) == place


@pytest.mark.parametrize(("text", "said"), [("stack", "did you mean stack "), ("1", "No answer here is called '1'.")])
def test_what_fits_several_answers_or_none_is_not_guessed(client: TestClient, text: str, said: str) -> None:
    links = begin(client, cp="link", ru="link")
    seen = view(client, links["cp"])
    refused = answer(client, links["cp"], text, seen["rev"])
    assert refused.status_code == 422
    assert said in refused.json()["error"]["message"]
    assert view(client, links["cp"]) == seen


@pytest.mark.parametrize("who", ["ru", "spectator"])
def test_who_is_not_asked_cannot_answer(client: TestClient, who: str) -> None:
    links = begin(client, cp="link", ru="link")
    rev = view(client, links[who])["rev"]
    assert answer(client, links[who], "stack 2226", rev).status_code == 422
    assert view(client, links["cp"])["answers"] == 0


def test_undo_takes_back_ones_own_last_answer_and_nobody_elses(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    answer(client, links["cp"], "stack 2226", view(client, links["cp"])["rev"])
    seen = view(client, links["cp"])
    assert seen["can_undo"]
    assert not view(client, links["ru"])["can_undo"]
    refused = client.post(f"/api/seat/{links['ru']}/undo", json={"rev": seen["rev"]})
    assert refused.status_code == 422
    assert client.post(f"/api/seat/{links['cp']}/undo", json={"rev": seen["rev"]}).json()["ok"]
    assert view(client, links["cp"])["answers"] == 0


def test_after_undo_the_same_number_of_answers_is_another_revision(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    revisions = []
    for action in ("stack 2226", "stack 2614"):
        answer(client, links["cp"], action, view(client, links["cp"])["rev"], action)
        revisions.append(view(client, links["cp"])["rev"])
        client.post(f"/api/seat/{links['cp']}/undo", json={"rev": revisions[-1]})
    assert revisions[0] != revisions[1]
    assert revisions[0].split(".")[0] == revisions[1].split(".")[0] == "1"


def test_seats_and_games_survive_a_restart(client: TestClient, tmp_path: Path) -> None:
    links = begin(client, cp="link", ru="link")
    answer(client, links["cp"], "stack 2226", view(client, links["cp"])["rev"])
    before = view(client, links["cp"])
    with TestClient(make_app(tmp_path, key=KEY, hosts=("testserver",))) as again:
        assert view(again, links["cp"]) == before


def test_when_another_program_goes_on_with_the_file_its_answer_holds(client: TestClient, tmp_path: Path) -> None:
    links = begin(client, cp="link", ru="link")
    seen = view(client, links["cp"])
    (file,) = tmp_path.glob("*.jsonl")
    command = [str(Path(sys.executable).with_name("wargame")), "resume", str(file)]
    subprocess.run(command, input="stack 2226\n", text=True, check=True, capture_output=True, timeout=60)
    refused = answer(client, links["cp"], "stack 1922", seen["rev"])
    assert refused.status_code == 409
    assert "Another program" in refused.json()["error"]["message"]
    fresh = refused.json()["view"]
    assert (fresh["answers"], "2226" in fresh["question"]["prompt"]) == (1, True)
    assert answer(client, links["cp"], "step AH-KMR 2325", fresh["rev"], "2").json()["ok"]
    assert len(load_game(file).journal) == 2


def test_bots_answer_by_themselves(client: TestClient) -> None:
    links = begin(client, "diplomacy", **dict.fromkeys(new_game("diplomacy").title.sides[1:], "random"))
    power = new_game("diplomacy").title.sides[0]
    assert view(client, links["me"])["me"] == power
    deadline = time.monotonic() + 60
    while view(client, links["me"])["asked"] != [power]:  # all others have written their orders
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert view(client, links["me"])["answers"] >= 6


def test_a_worker_thinks_of_a_legal_answer() -> None:
    game = new_game("when_eagles_fight", seed=7)
    text = run_errand(errand(game, "cp", "random")).answer
    game.apply(text, "cp")
    assert len(game.journal) == 1


def test_the_replay_shows_what_was_seen_then(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    first = view(client, links["cp"])
    answer(client, links["cp"], "stack 2226", first["rev"], "1")
    answer(client, links["cp"], "step AH-KMR 2325", view(client, links["cp"])["rev"], "2")
    then = client.get(f"/api/seat/{links['cp']}/replay", params={"at": 0}).json()
    assert then["cells"] == first["cells"]
    assert (then["at"], then["of"], then["question"]) == (0, 2, None)
    now = client.get(f"/api/seat/{links['cp']}/replay", params={"at": 2}).json()
    assert now["cells"] == view(client, links["cp"])["cells"]


def test_at_one_table_a_curtain_hides_one_side_from_the_other(client: TestClient) -> None:
    links = begin(client, "diplomacy", **dict.fromkeys(new_game("diplomacy").title.sides, "me"))
    token = links["me"]
    drawn = client.get(f"/api/seat/{token}/view").json()
    if "curtain" not in drawn:
        pytest.fail("orders are secret, so a curtain is drawn")
    assert set(drawn) == {"rev", "curtain", "name", "title", "seat"}
    shown = client.post(f"/api/seat/{token}/look", json={"side": drawn["curtain"]}).json()["view"]
    assert shown["me"] == drawn["curtain"]
    assert shown["question"]["side"] == drawn["curtain"]


def test_a_card_tells_of_supply_and_reach_and_a_fort_has_neither(client: TestClient) -> None:
    links = begin(client, "grand_illusion", german="link", allied="link")
    path = f"/api/seat/{links['german']}/unit"
    army = client.get(path, params={"id": "GE-IV"}).json()
    assert army["supply"]["rows"]
    for nothing in ("Versailles", "", "no such unit"):
        assert client.get(path, params={"id": nothing}).json() == {"ok": True, "supply": None, "goes": []}


def test_a_rule_is_shown_with_gist_and_reading(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    rule = client.get(f"/api/seat/{links['cp']}/rule", params={"number": "9.6"}).json()
    assert rule["gist"]
    assert rule["reading"]
    assert client.get(f"/api/seat/{links['cp']}/rule", params={"number": "99.99"}).status_code == 400


def test_the_owner_gives_a_seat_a_new_address(client: TestClient) -> None:
    links = begin(client, ru="link")
    given = client.get(f"/api/seat/{links['me']}/links").json()
    assert {tuple(seat["sides"]) for seat in given["seats"]} == {("cp",), ("ru",), ()}
    assert client.get(f"/api/seat/{links['ru']}/links").status_code == 403
    assert client.post(f"/api/seat/{links['me']}/links", json={"token": links["ru"]}).json()["ok"]
    assert client.get(f"/api/seat/{links['ru']}/view").status_code == 404


# --- strangers -------------------------------------------------------------------------------------------------------


def test_the_start_page_needs_its_key(client: TestClient) -> None:
    for call in (client.get("/api/games"), client.get("/api/titles"), client.post("/api/games", json={"title": "x"})):
        assert call.status_code == 403
        assert "wargame serve" in call.json()["error"]["message"]


def test_another_host_name_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403


def test_another_page_cannot_answer(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    said = {"rev": view(client, links["cp"])["rev"], "id": "1", "action": "stack 2226"}
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert client.post(f"/api/seat/{links['cp']}/answer", json=said, headers=headers).status_code == 403


def test_every_page_forbids_scripts_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/table/x", "/static/table.js", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_pages_load_nothing_from_elsewhere(client: TestClient) -> None:
    for name in ("/", "/table/x", "/static/table.js", "/static/style.css", "/static/map.css", "/static/start.js"):
        text = client.get(name).text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text
        assert "<script>" not in text
        assert " style=" not in text


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/app.py", "/table"])
def test_nothing_else_can_be_read(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_requests_are_bounded(client: TestClient) -> None:
    links = begin(client, cp="link", ru="link")
    path = f"/api/seat/{links['cp']}/answer"
    assert client.post(path, content=b"x" * (BODY + 1)).status_code == 413
    assert client.post(path, content=iter([b"x" * BODY, b"y"])).status_code == 413
    assert client.post(path, content=b"{").status_code == 400
    assert client.post(path, json=["no"]).status_code == 400
    assert client.post(path, json={"rev": 3}).status_code == 400


def test_too_many_requests_are_refused(client: TestClient) -> None:
    found = {client.get("/api/seat/nobody/view").status_code for _ in range(90)}
    assert 429 in found


def test_pages_of_several_people_at_one_address_get_all_their_scripts(client: TestClient) -> None:
    scripts = [f"/static/{name}" for name in ("table.js", "board.js", "net.js", "style.css") * 40]
    assert {client.get(path).status_code for path in scripts} == {200}


def test_the_files_of_seats_and_key_are_their_owners_alone(client: TestClient, tmp_path: Path) -> None:
    begin(client, cp="link", ru="link")
    (seats,) = tmp_path.glob("*.seats.json")
    key = host_key(tmp_path)
    assert host_key(tmp_path) == key
    for file in (seats, tmp_path / ".serve-key"):
        assert file.stat().st_mode & 0o077 == 0
    assert json.loads(seats.read_text())["seats"]


def test_the_command_prints_an_address_that_opens_and_stops_with_ctrl_c(tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("wargame")),
        "serve",
        "--port",
        "0",
        "--folder",
        str(tmp_path / "new"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        assert "Only this machine" in running.stdout.readline()
        address = running.stdout.readline().split()[1]
        page = httpx2.get(address.split("#")[0], timeout=60)
        assert page.status_code == 200
        key = address.split("key=")[1]
        assert httpx2.get(address.split("#")[0] + "api/games", headers={"x-key": key}).json() == {"games": []}
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [str(Path(sys.executable).with_name("wargame")), "serve", "--port", port, "--folder", str(tmp_path)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
