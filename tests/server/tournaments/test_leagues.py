"""Leagues by correspondence on the server: members are put in touch, play, and are reported."""

from __future__ import annotations

from tests.server.conftest import Guest, code
from tests.server.tournaments.people import Club


def test_members_are_put_in_touch_play_by_correspondence_and_are_reported(club: Club) -> None:
    chief, ann, ben = club.person("Chief"), club.person("Ann"), club.person("Ben")
    event = chief.create(system="league", days=3, handicaps="by-rank")
    ann.do(event, "join", opponents=1, languages=["en", "de"])
    chief.do(event, "add", name="By letter", rank="3 dan", opponents=1, languages=["ja"])
    view = chief.see(event)
    assert view["rounds"] == [], "nobody shares a language"
    ben.do(event, "join", opponents=2, languages=["de"])
    (played,) = chief.see(event)["rounds"][0]["games"]
    assert {played["black"], played["white"]} == {1, 3}
    assert ann.get(f"/api/games/{played['game']}").json()["days"] == 3
    winner, loser = (ann, ben) if played["white"] == 1 else (ben, ann)
    loser.resign(played["game"], winner)
    view = chief.see(event)
    assert len(view["rounds"]) == 2, "they are put in touch again"
    assert [player["points"] for player in view["players"]][1] == 1750
    assert sorted([view["players"][0]["points"], view["players"][2]["points"]]) == [982, 1018]
    assert code(ann.ask(event, "wants", player=3, opponents=0)) == "not_arbiter"
    assert ann.do(event, "wants", player=1, opponents=0)["players"][0]["wanted"] == 0
    assert code(ann.ask(event, "wants", player=1, opponents=1, languages=["German"])) == "invalid"

    guest = Guest(club.client)
    report = guest.get(f"/api/events/{event}/reports/{view['league']['today']}").json()
    assert report["lines"][0]["name"] == "By letter"
    assert sum(line["won"] for line in report["lines"]) == 1
    sheet = guest.get(f"/api/events/{event}/reports/2026-12-31/sheet.pdf?language=ja")
    assert sheet.content.startswith(b"%PDF")
    for wrong in ("tomorrow", "1066-10-14"):
        assert code(guest.get(f"/api/events/{event}/reports/{wrong}")) == "not_found"
    other = chief.create()
    assert code(guest.get(f"/api/events/{other}/reports/2026-12-31")) == "not_found"


def test_a_tori_league_has_its_own_games_and_the_result_of_a_letter_is_entered_by_a_player(
    club: Club,
) -> None:
    chief, ann = club.person("Chief"), club.person("Ann")
    event = chief.create(system="league", variant="tori", days=7)
    ann.do(event, "join", opponents=1)
    chief.do(event, "add", name="By letter", opponents=1)
    (played,) = chief.see(event)["rounds"][0]["games"]
    assert played["game"] is None
    ann.do(event, "result", round=1, board=1, result="black")
    assert sorted(player["points"] for player in chief.see(event)["players"]) == [982, 1018]
