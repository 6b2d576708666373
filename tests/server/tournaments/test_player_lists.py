"""Players entered from a list, and corrected afterwards."""

from __future__ import annotations

from tests.server.conftest import code
from tests.server.tournaments.people import Club

LIST = "Name, rank\nWada, 3 kyu\n\nKim 1 dan\n佐藤、二段\nJun de Vries\t14k\t1520\tKita\n"


def test_players_are_entered_from_a_list_together(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(online=False)
    view = arbiter.do(event, "add_list", players=LIST)
    assert [(each["name"], each["rank"]["en"], each["club"]) for each in view["players"]] == [
        ("Wada", "3 kyu", ""),
        ("Kim", "1 dan", ""),
        ("佐藤", "2 dan", ""),
        ("Jun de Vries", "14 kyu", "Kita"),
    ]
    assert arbiter.get("/api/events").json()["events"][0]["players"] == 4
    assert code(club.person("Other").ask(event, "add_list", players="Mori")) == "not_arbiter"


def test_a_wrong_line_keeps_everybody_out_unless_the_right_ones_shall_enter(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(online=False)
    arbiter.do(event, "add", name="Wada")
    text = "Mori, 2 kyu\nwada, 1 kyu\nNovak, 9 stones\nOda"
    refused = arbiter.ask(event, "add_list", players=text)
    assert code(refused) == "event_refused"
    error = refused.json()["error"]
    assert error["field"] == "players"
    assert "line 2: there is a player wada already" in error["message"]["en"]
    assert "line 3: 9 stones is not a rank" in error["message"]["en"]
    assert "2行目：" in error["message"]["ja"]
    assert error["lines"] == [2, 3]
    assert len(arbiter.see(event)["players"]) == 1
    view = arbiter.do(event, "add_list", players=text, only_right=True)
    assert [each["name"] for each in view["players"]] == ["Wada", "Mori", "Oda"]
    assert code(arbiter.ask(event, "add_list", players="\n \n")) == "event_refused"


def test_members_of_a_league_are_entered_with_the_usual_wants(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(system="league", days=3)
    view = arbiter.do(event, "add_list", players="Mori\nOda")
    assert [each["wanted"] for each in view["players"]] == [2, 2]


def test_the_arbiter_corrects_a_name_and_a_rank(club: Club) -> None:
    arbiter, player = club.person("Chief"), club.person("Novak")
    event = arbiter.create()
    player.do(event, "join")
    arbiter.do(event, "add", name="Mory", rank="2 kyu")
    view = arbiter.do(event, "correct", player=2, name=" Mori ")
    assert (view["players"][1]["name"], view["players"][1]["rank"]["en"]) == ("Mori", "2 kyu")
    view = arbiter.do(event, "correct", player=2, name="Mori", rank="1 kyu")
    assert view["players"][1]["rank"]["en"] == "1 kyu"
    told = [each["text"]["en"] for each in arbiter.get(f"/api/events/{event}/log").json()["entries"]]
    assert told[:2] == ["Mori was corrected to Mori, 1 kyu.", "Mory was corrected to Mori, 2 kyu."]
    assert code(player.ask(event, "correct", player=1, name="Novak the Great")) == "not_arbiter"
    for wrong, field in (({"name": "novak"}, "name"), ({"name": "Mori", "rank": "top"}, "rank")):
        refused = arbiter.ask(event, "correct", player=2, **wrong)
        assert (code(refused), refused.json()["error"]["field"]) == ("event_refused", field)


def test_a_deleted_account_is_named_in_no_correction(club: Club) -> None:
    arbiter, player = club.person("Chief"), club.person("Novak")
    event = arbiter.create()
    player.do(event, "join")
    arbiter.do(event, "correct", player=1, name="Jan Novak")
    assert player.post("/api/account/delete", {"password": "to the ninth rank"}).status_code == 200
    shown = arbiter.get(f"/api/events/{event}").text + arbiter.get(f"/api/events/{event}/log").text
    assert "Novak" not in shown
    assert arbiter.see(event)["players"][0]["name"] == "deleted player 1"
