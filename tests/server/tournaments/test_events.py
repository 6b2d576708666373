"""Events on the server: a Swiss event from its entries to the crosstable, the arbiter, races, files."""

from __future__ import annotations

import csv
import io
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from komadai.publish import event_sheets
from komadai.server.people.store import PeopleStore
from komadai.tournaments import Act, Tournament
from tests.server.conftest import Guest, code, start_server
from tests.server.tournaments.people import Club, Person


def test_a_swiss_event_of_eight_players_goes_from_its_entries_to_its_crosstable(club: Club) -> None:
    """Two play on the server, the others over the board, and the arbiter enters their results."""
    arbiter = club.person("Chief")
    first, second = club.person("First"), club.person("Second")
    event = arbiter.create(rounds=3, clock={"main_ms": 600000, "byoyomi_ms": 30000})
    first.do(event, "join")
    for number in range(3, 6):
        arbiter.do(event, "add", name=f"Guest {number}", rank="1 dan")
    second.do(event, "join")
    for number in range(6, 9):
        view = arbiter.do(event, "add", name=f"Guest {number}", club="Kita")
    # First is the fourth seed and Second the eighth: the ranks come before them.
    assert [player["name"] for player in view["players"] if player["account"]] == ["First", "Second"]
    assert view["status"] == "open"

    arbiter.do(event, "force", black=1, white=5)
    for number in range(1, 4):
        view = arbiter.do(event, "pair")
        assert len(view["rounds"][-1]["games"]) == 4
        view = arbiter.do(event, "start")
        for game in view["rounds"][-1]["games"]:
            if game["game"]:
                assert {game["black"], game["white"]} == {1, 5}
                loser, winner = (first, second) if game["black"] == 1 else (second, first)
                loser.resign(game["game"], winner)
                view = arbiter.see(event)
                ended = view["rounds"][-1]["games"][game["board"] - 1]
                assert (ended["result"], ended["playing"]) == ("white", False)
            else:
                arbiter.do(event, "result", round=number, board=game["board"], result="black")
    view = arbiter.do(event, "finish")
    met = [frozenset((g["black"], g["white"])) for each in view["rounds"] for g in each["games"]]
    assert len(met) == len(set(met)) == 12, "nobody meets twice"
    assert sum(player["points"] for player in view["players"]) == 12
    assert [line["place"] for line in view["table"]] == sorted(line["place"] for line in view["table"])
    assert all(len(line["cells"]) == 3 for line in view["table"])

    guest = Guest(club.client)
    table = guest.get(f"/api/events/{event}/table/csv?language=en")
    assert "attachment" in table.headers["content-disposition"]
    lines = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert lines[0][:3] == ["Line", "Place", "Name"]
    assert len(lines) == 9
    assert guest.get(f"/api/events/{event}/table/pdf?language=ja").content.startswith(b"%PDF")
    assert guest.get(f"/api/events/{event}/rounds/1/sheet.pdf").content.startswith(b"%PDF")
    assert len(guest.get(f"/api/events/{event}/table/json").json()["games"]) == 12
    assert code(guest.get(f"/api/events/{event}/rounds/4/sheet.pdf")) == "not_found"
    (listed,) = guest.get("/api/events").json()["events"]
    assert (listed["status"], listed["players"], listed["round"]) == ("finished", 8, 3)


def test_a_lineup_is_known_to_its_captain_and_the_arbiter_until_the_round_begins(club: Club) -> None:
    arbiter, captain, other = club.person("Chief"), club.person("Captain"), club.person("Other")
    event = arbiter.create(system="round-robin", boards=2)
    for team, account in (("Kita", "Captain"), ("Minami", "Other")):
        members = [{"name": f"{team} {number}", "rank": "1 dan"} for number in range(1, 4)]
        view = arbiter.do(event, "add", name=team, account=account, members=members)
    assert (view["boards"], view["online"], view["can_join"]) == (2, True, False)
    arbiter.do(event, "pair")
    assert captain.do(event, "lineup", player=1, members=[3, 1])["players"][0]["lineup"] == [1, 3]
    assert code(other.ask(event, "lineup", player=1, members=[1])) == "not_arbiter"
    assert other.see(event)["players"][0]["lineup"] is None
    captain.do(event, "member", player=1, member={"name": "Kita 4"})
    assert code(arbiter.ask(event, "record", round=1, board=1, account="Chief")) == "event_refused"
    (match,) = arbiter.do(event, "start")["rounds"][0]["games"]
    shown = {name for board in match["boards"] for name in (board["black"], board["white"])}
    assert shown == {"Kita 1", "Kita 3", "Minami 1", "Minami 2"}
    assert code(captain.ask(event, "lineup", player=1, members=[1, 2])) == "event_refused"
    arbiter.do(event, "result", round=1, board=1, seat=1, result="black")
    (match,) = arbiter.do(event, "result", round=1, board=1, seat=2, result="draw")["rounds"][0]["games"]
    assert (match["result"], match["board_points"]) == ("black", ["1½", "½"])
    log = [entry["text"]["en"] for entry in arbiter.get(f"/api/events/{event}/log").json()["entries"]]
    assert log[0] == "Round 1, board 1.2: draw"
    assert "Kita handed in a lineup." in log


def test_a_withdrawal_and_a_pairing_at_the_same_moment_have_an_order(club: Club) -> None:
    arbiter = club.person("Chief")
    for _ in range(3):
        event = arbiter.create(rounds=2, online=False)
        for number in range(1, 7):
            arbiter.do(event, "add", name=f"P{number}")
        with ThreadPoolExecutor(2) as pool:
            paired = pool.submit(arbiter.ask, event, "pair")
            withdrawn = pool.submit(arbiter.ask, event, "withdraw", player=6)
            assert (paired.result().status_code, withdrawn.result().status_code) == (200, 200)
        games = arbiter.see(event)["rounds"][0]["games"]
        mine = [game for game in games if 6 in (game["black"], game["white"])]
        others = [game for game in games if game not in mine]
        if mine:  # the pairing came first: the opponent wins without play
            side = "black" if mine[0]["white"] == 6 else "white"
            assert mine[0]["result"] == f"{side}-walkover"
        else:  # the withdrawal came first: five are paired
            assert [game["bye"] for game in others].count("full") == 1
        assert all(game["result"] is None for game in others)


def test_only_arbiters_act_and_the_owner_names_them(club: Club) -> None:
    owner, helper, player = club.person("Sponsor"), club.person("Helper"), club.person("Player")
    event = owner.create()
    player.do(event, "join")
    assert code(player.ask(event, "add", name="Friend")) == "not_arbiter"
    assert code(player.ask(event, "pair")) == "not_arbiter"
    assert code(helper.ask(event, "arbiter", account="Player")) == "not_owner"
    assert code(owner.ask(event, "arbiter", account="Nobody")) == "no_such_account"
    assert owner.do(event, "arbiter", account="Helper")["arbiters"] == ["Helper"]
    helper.do(event, "add", name="Friend")
    assert helper.see(event)["arbiter"] is True
    assert code(player.ask(event, "withdraw", player=2)) == "not_arbiter"
    assert player.do(event, "withdraw", player=1)["players"][0]["withdrawn"] is True
    owner.do(event, "arbiter", account="Helper", on=False)
    assert code(helper.ask(event, "add", name="Another")) == "not_arbiter"
    assert code(Person(club.client).ask(event, "join")) == "no_account"


def test_the_arbiter_hears_a_claim_and_corrects_a_result_two_rounds_later(club: Club) -> None:
    arbiter, player = club.person("Chief"), club.person("Player")
    event = arbiter.create(rounds=3, online=False)
    player.do(event, "join")
    for number in range(2, 5):
        arbiter.do(event, "add", name=f"P{number}")
    for number in range(1, 4):
        arbiter.do(event, "pair")
        for board in (1, 2):
            view = arbiter.do(event, "result", round=number, board=board, result="black")
    game = next(game for game in view["rounds"][0]["games"] if 1 in (game["black"], game["white"]))
    before = view["players"][0]["points"]
    player.do(event, "claim", round=1, board=game["board"], text="the result is wrong")
    assert Person(club.client).see(event)["claims"] == []
    arbiter.do(event, "rule", claim=1, accepted=True, text="the record shows it")
    result = "black" if game["white"] == 1 else "white"
    new = "draw" if result == game["result"] else result
    place = {"round": 1, "board": game["board"], "corrects": game["result"]}
    view = arbiter.do(event, "result", **place, result=new, reason="claim 1")
    assert view["players"][0]["points"] < before or before == 0
    log = arbiter.get(f"/api/events/{event}/log").json()["entries"]
    assert "corrected" in log[0]["text"]["en"]
    assert "claim 1" in log[0]["text"]["en"]
    assert log[0]["by"]["en"] == "Chief"
    assert log[-1]["text"]["ja"] == "大会を作成"


def test_a_refused_command_says_why_in_both_languages(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create()
    answer = arbiter.ask(event, "pair")
    assert code(answer) == "event_refused"
    assert answer.json()["error"]["message"]["en"] == "at least two players are needed."
    assert "2人以上" in answer.json()["error"]["message"]["ja"]
    assert code(arbiter.ask(event, "add", name="X", rank="meijin")) == "event_refused"
    assert code(arbiter.ask(event, "dance")) == "invalid"
    assert code(arbiter.get("/api/events/nowhere")) == "not_found"
    assert code(arbiter.post("/api/events", {"name": " "})) == "invalid"


def test_a_page_is_told_of_every_change(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create()
    with arbiter.connect() as socket:
        assert socket.ask("subscribe", topic={"type": "event", "id": event})["type"] == "done"
        version = arbiter.do(event, "add", name="Wada")["version"]
        while (message := socket.receive())["version"] < version:
            pass
        topic = {"type": "event", "id": event}
        assert message == {"topic": topic, "type": "event", "event": event, "version": version, "game": None}


def test_a_knockout_draw_is_replayed_with_exchanged_colours(club: Club) -> None:
    arbiter, first, second = club.person("Chief"), club.person("First"), club.person("Second")
    event = arbiter.create(system="knockout", clock={"main_ms": 600000})
    for player in (first, second):
        player.do(event, "join")
    arbiter.do(event, "pair")
    (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
    assert code(arbiter.ask(event, "replay", round=1, board=1)) == "playing"
    with first.connect() as socket:
        socket.subscribe(game["game"])
        assert socket.ask("abort")["type"] == "done"
    view = arbiter.do(event, "replay", round=1, board=1, exchange=True)
    again = view["rounds"][0]["games"][0]
    assert again["game"] != game["game"]
    assert again["playing"] is True
    seen = second.get(f"/api/games/{again['game']}").json()
    assert (seen["you"], game["black"]) == ("black", 1)
    first.resign(again["game"], second)
    assert arbiter.see(event)["table"][0]["player"] == 2


def test_the_name_of_a_deleted_account_leaves_its_events(club: Club, tmp_path: Path) -> None:
    arbiter, player = club.person("Chief"), club.person("Player")
    event = arbiter.create()
    player.do(event, "join")
    exported = player.get("/api/account/export").json()["events"]
    assert exported == [{"event": event, "player": 1}]
    assert player.post("/api/account/delete", {"password": "to the ninth rank"}).status_code == 200
    assert "Player" not in arbiter.get(f"/api/events/{event}/table/csv").text


def test_a_name_stays_in_memory_when_the_deletion_of_its_account_is_not_committed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter, player = club.person("Chief"), club.person("Player")
    event = arbiter.create()
    player.do(event, "join")

    async def fail(*_: object) -> None:
        raise OperationalError("update", {}, Exception("disk full"))

    with monkeypatch.context() as broken:
        broken.setattr(PeopleStore, "retire_former_names", fail)
        answer = player.post("/api/account/delete", {"password": "to the ninth rank"})
    assert answer.status_code >= 500
    assert arbiter.see(event)["players"][0]["name"] == "Player"


def test_commands_decide_where_nothing_else_changes_the_event(club: Club) -> None:
    """In a thread they would read it while the event loop changes it."""
    event = club.person("Chief").create(online=False)
    service = club.client.app.state.tournaments
    threads = []

    async def enter() -> None:
        loaded = await service.load(event)

        def decide(state: Tournament) -> Act:
            threads.append(threading.get_ident())
            return state.enter("Wada", at=0)

        async with loaded.lock:
            await loaded.act("", decide)
        threads.append(threading.get_ident())

    club.client.blocking_portal.call(enter)
    assert len(set(threads)) == 1


@pytest.mark.parametrize(
    ("sheet", "address"),
    [("crosstable_pdf", "table/pdf"), ("pairings_pdf", "rounds/1/sheet.pdf")],
)
def test_sheets_are_made_of_an_event_that_does_not_change_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch, sheet: str, address: str
) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(online=False)
    for name in ("Wada", "Oyama"):
        arbiter.do(event, "add", name=name)
    arbiter.do(event, "pair")
    made: list[Tournament] = []

    def make(event: Tournament, *_: object, **__: object) -> bytes:
        made.append(event)
        return b"%PDF"

    monkeypatch.setattr(event_sheets, sheet, make)
    assert arbiter.get(f"/api/events/{event}/{address}").content == b"%PDF"
    (printed,) = made
    kept = club.client.app.state.tournaments._loaded[event].event
    assert printed is not kept
    assert printed.rounds == kept.rounds


def test_an_event_outlives_the_server(tmp_path: Path) -> None:
    with start_server(tmp_path) as client:
        arbiter = Club(client).person("Chief")
        event = arbiter.create(online=False)
        for number in range(1, 5):
            arbiter.do(event, "add", name=f"P{number}")
        before = arbiter.do(event, "pair")
    with start_server(tmp_path) as client:
        again = Person(client)
        again.cookie = arbiter.cookie
        assert again.see(event)["rounds"] == before["rounds"]


def test_texts_are_stored_in_one_line_without_anything_invisible(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(name="Cup\u202e \n 秋", place="Hall\u200b", online=False)
    view = arbiter.do(event, "add", name="Wa\u2066da e" + "\u0301" * 30, club="\u202eKita\x00")
    assert (view["name"], view["place"]) == ("Cup 秋", "Hall")
    assert (view["players"][0]["name"], view["players"][0]["club"]) == ("Wada é\u0301\u0301\u0301", "Kita")
    for name in ("\u200b", "\u3164", "㌖" * 20):  # the last one becomes six letters each
        assert code(arbiter.ask(event, "add", name=name)) == "invalid"
    assert len(arbiter.see(event)["players"]) == 1
