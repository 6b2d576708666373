"""Profiles with ratings and ranks, rating graphs, following, blocking and reporting, over HTTP."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from komadai.messages.text import Text
from komadai.play.events import ClockSettings
from komadai.ratings.ranks import Rank
from komadai.server.people.profiles import professional_text
from komadai.server.people.social import social
from komadai.server.ratings.service import GameResult
from tests.server.conftest import begin_two, code
from tests.server.people.accounts import PASSWORD, Browser

NUMBERS = count(1)
RAPID = ClockSettings(main_ms=600_000, byoyomi_ms=30_000)


@pytest.fixture
def pair(client: TestClient[Any]) -> tuple[Browser, Browser]:
    """Two accounts."""
    number = next(NUMBERS)
    browsers = Browser(client), Browser(client)
    for browser, letter in zip(browsers, "ab", strict=True):
        browser.register(f"t{number}_{letter}", display_name=f"棋士{letter}")
    return browsers


def name_of(browser: Browser) -> str:
    assert browser.account is not None
    return str(browser.account["name"])


def reports_of(reporter: Browser) -> list[Any]:
    """All reports of a person, as they are stored."""

    async def read() -> list[Any]:
        query = sa.select(social.reports).where(social.reports.c.reporter_id == reporter.id)
        async with reporter.client.app.state.people.store.engine.connect() as connection:
            return list((await connection.execute(query.order_by(social.reports.c.id))).mappings())

    with reporter.client.portal() as portal:
        return portal.call(read)


def close_reports(reporter: Browser) -> None:
    state = reporter.client.app.state
    with reporter.client.portal() as portal:
        for each in reports_of(reporter):
            assert portal.call(state.social.close_report, each["id"], reporter.id, 1)


def rate(black: Browser, white: Browser, winner: Any, games: int = 1, **more: Any) -> None:
    """Ends rated games between two accounts."""
    with black.client.portal() as portal:
        for _ in range(games):
            game_id = black.begin()
            result = GameResult(
                game_id=game_id,
                black=black.id,
                white=white.id,
                winner=winner,
                at_ms=black.client.app.state.clock.now_ms(),
                clock=RAPID,
                **more,
            )
            portal.call(black.client.app.state.ratings.rate, result)


class TestProfile:
    def test_a_new_account_has_an_empty_profile(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        profile = other.get(f"/api/people/{name_of(one).upper()}").json()
        assert (profile["name"], profile["display_name"], profile["kind"]) == (
            name_of(one),
            "棋士a",
            "person",
        )
        assert profile["ratings"] == []
        assert (profile["yours"], profile["follows"], profile["blocks"]) == (False, False, False)
        assert one.get(f"/api/people/{name_of(one)}").json()["yours"] is True

    def test_nobody_has_this_name(self, pair: tuple[Browser, Browser]) -> None:
        answer = pair[0].get("/api/people/nobody_9")
        assert (answer.status_code, code(answer)) == (404, "no_such_account")

    def test_the_rank_is_hidden_until_the_rating_is_settled(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        rate(one, other, "black")
        rating = other.get(f"/api/people/{name_of(one)}").json()["ratings"][0]
        assert rating["rank"] == {"en": "?", "ja": "?"}
        assert (rating["speed"], rating["games"]) == ("rapid", 1)
        for _ in range(9):
            rate(one, other, "white")
            rate(one, other, "black")
        rating = other.get(f"/api/people/{name_of(one)}").json()["ratings"][0]
        assert rating["deviation"] <= 110
        assert rating["rank"]["en"].endswith(("dan", "kyu"))

    def test_the_professional_rank_is_given_by_both_opinions(self) -> None:
        assert professional_text(Rank.dan(4)) == Text("6 kyu or 2 dan", "6級または二段")
        assert professional_text(Rank.dan(6)) == Text("4 kyu or 4 dan", "4級または四段")
        assert professional_text(Rank.dan(3)) is None

    def test_the_graph_has_the_rating_after_each_game(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        rate(one, other, "black", games=22)
        history = other.get(f"/api/people/{name_of(one)}/ratings?speed=rapid").json()
        assert len(history["ratings"]) == 22
        assert history["ratings"] == sorted(history["ratings"])
        assert code(one.get(f"/api/people/{name_of(one)}/ratings?speed=warp")) == "invalid"

    def test_a_deleted_account_has_no_profile(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        rate(one, other, "black")
        gone = name_of(other)
        other.post(f"/api/people/{name_of(one)}/follow", {"on": True})
        other.enter("delete", password=PASSWORD)
        assert code(one.get(f"/api/people/{gone}")) == "no_such_account"

    def test_ratings_are_exported(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        rate(one, other, None)
        data = one.get("/api/account/export").json()
        assert [list(each) for each in data["ratings"]] == [["rating"], ["game"]]
        assert data["ratings"][1]["game"]["points"] == 0.5


class TestRelations:
    def test_one_follows_and_blocks_and_ends_both(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        path = f"/api/people/{name_of(other)}"
        for relation in ("follow", "block"):
            assert one.post(f"{path}/{relation}", {"on": True}).json() == {"on": True}
            one.post(f"{path}/{relation}", {"on": True})
        profile = one.get(path).json()
        assert (profile["follows"], profile["blocks"]) == (True, True)
        assert other.get(f"/api/people/{name_of(one)}").json()["follows"] is False
        lists = one.get("/api/account/people").json()
        assert [each["name"] for each in lists["follows"] + lists["blocks"]] == [name_of(other)] * 2
        one.post(f"{path}/block", {"on": False})
        assert one.get("/api/account/people").json()["blocks"] == []

    def test_nobody_follows_themselves(self, pair: tuple[Browser, Browser]) -> None:
        assert code(pair[0].post(f"/api/people/{name_of(pair[0])}/follow", {"on": True})) == "yourself"

    def test_a_guest_follows_nobody(self, pair: tuple[Browser, Browser]) -> None:
        guest = Browser(pair[0].client)
        answer = guest.post(f"/api/people/{name_of(pair[0])}/follow", {"on": True})
        assert (answer.status_code, code(answer)) == (401, "no_account")

    @pytest.mark.parametrize("relation", ["admire", "follows"])
    def test_another_relation_does_not_exist(self, pair: tuple[Browser, Browser], relation: str) -> None:
        answer = pair[0].post(f"/api/people/{name_of(pair[1])}/{relation}", {"on": True})
        assert answer.status_code == 404

    def test_a_report_waits_for_a_moderator(self, pair: tuple[Browser, Browser]) -> None:
        one, other = pair
        path = f"/api/people/{name_of(other)}/report"
        body = {"reason": "language", "text": "  insults  "}
        assert one.post(path, body).status_code == 201
        assert code(one.post(path, {"reason": "boring"})) == "invalid"
        assert code(one.post(path, {**body, "text": "x" * 1001})) == "invalid"
        reported = one.get("/api/account/export").json()["relations"]
        assert reported[0]["report"]["text"] == "insults"

    def test_not_more_than_twenty_wait(
        self, pair: tuple[Browser, Browser], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(social, "MAX_OPEN_REPORTS", 1)
        one, other = pair
        third = Browser(one.client)
        third.register(f"third_{next(NUMBERS)}")
        for path in (f"/api/people/{name_of(other)}/report", f"/api/people/{name_of(third)}/report"):
            answer = one.post(path, {"reason": "other"})
        assert code(answer) == "too_many"

    def test_reports_of_one_person_about_another_are_one_until_a_moderator_closes_it(
        self, pair: tuple[Browser, Browser]
    ) -> None:
        one, other = pair
        path = f"/api/people/{name_of(other)}/report"
        for reason, text in (
            ("language", "insults"),
            ("other", ""),
            ("stalling", "waits"),
            ("stalling", "waits"),
        ):
            assert one.post(path, {"reason": reason, "text": text}).status_code == 201
        (report,) = reports_of(one)
        assert (report["reason"], report["text"]) == ("stalling", "insults\nwaits")
        close_reports(one)
        one.post(path, {"reason": "name"})
        assert [each["reason"] for each in reports_of(one)] == ["stalling", "name"]

    def test_a_report_about_a_game_that_its_reporter_may_not_watch_is_refused(
        self, pair: tuple[Browser, Browser]
    ) -> None:
        one, other = pair
        path = f"/api/people/{name_of(other)}/report"
        private = begin_two(other, Browser(one.client), visibility="private")
        for game in ("nosuchgame22", private):
            answer = one.post(path, {"reason": "other", "game": game})
            assert (code(answer), answer.json()["error"]["field"]) == ("not_found", "game")
        assert reports_of(one) == []

    def test_a_report_about_a_game_is_about_its_players_and_those_who_write_there(
        self, pair: tuple[Browser, Browser]
    ) -> None:
        one, other = pair
        body = {"reason": "other", "game": begin_two(one, Browser(one.client))}
        path = f"/api/people/{name_of(other)}/report"
        assert code(one.post(path, body)) == "not_in_game"
        with other.open(body["game"]) as page:
            page.ask("say", phrase="hello")
        assert one.post(path, body).status_code == 201
        assert one.post(path, body | {"game": begin_two(one, other)}).status_code == 201
        chat, game = msgspec.json.decode(reports_of(one)[0]["chat"]), reports_of(one)[0]["game_id"]
        assert chat == [f"watchers {name_of(other)}: hello"], "the chat of the first game is kept"
        assert game != body["game"]
