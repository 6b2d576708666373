"""A game over its socket: moves, refusals, take-backs, reconnection, flags and broken engines."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from komadai.server.http import middleware
from komadai.server.rate_limits import Limits, Rate
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, Server


def test_a_move_is_shown_then_acknowledged_and_answered(guest: Guest) -> None:
    with guest.open(guest.begin()) as page:
        assert page.game["you"] == "black"
        assert len(page.game["position"]["legal"]) == 30
        tag = page.send("move", usi="7g7f")
        shown = page.receive()
        assert shown["type"] == "update"
        assert shown["keep"] == 0
        assert shown["moves"][0]["text"]["japanese"] == "▲7六歩"
        assert shown["position"]["legal"] == []
        assert shown["thinking"] is True
        assert page.receive() == {"type": "done", "re": tag}
        game = page.until(lambda game: len(game["moves"]) == 2)
        assert game["thinking"] is False
        assert game["position"]["turn"] == "black"
        assert game["position"]["last"] == game["moves"][1]["usi"]


def test_moves_may_be_typed_in_any_notation(guest: Guest) -> None:
    for text in ("76fu", "P-7f", "P-76", "7g7f", "７六歩"):
        with guest.open(guest.begin()) as page:
            assert page.ask("typed", text=text)["type"] == "done"
            assert page.usi[0] == "7g7f"


def test_text_that_is_not_a_move_is_refused_with_a_reason(guest: Guest) -> None:
    with guest.open(guest.begin()) as page:
        assert page.ask("typed", text="hello")["code"] == "not_a_move"
        assert page.ask("move", usi="9z9z")["code"] == "not_a_move"
        illegal = page.ask("move", usi="7g7e")
        assert illegal["code"] == "illegal"
        assert "動けない" in illegal["message"]["ja"]
        assert page.game["moves"] == []


def test_an_illegal_move_loses_if_the_game_is_set_so(guest: Guest) -> None:
    with guest.open(guest.begin(illegal="lose")) as page:
        assert page.ask("move", usi="7g7e")["type"] == "done"
        assert page.game["result"]["termination"] == "illegal_move"
        assert page.game["result"]["infraction"] == "wrong_movement"
        assert page.game["result"]["winner"] == "white"


def test_a_command_against_an_older_state_is_stale(guest: Guest) -> None:
    with guest.open(guest.begin()) as page:
        first = page.event
        page.ask("move", usi="7g7f")
        page.until(lambda game: len(game["moves"]) == 2)
        assert page.ask("move", usi="2g2f", event=first)["code"] == "stale"
        assert page.ask("move", usi="2g2f", event=page.event + 1)["code"] == "stale"
        assert page.ask("move", usi="2g2f")["type"] == "done"


def test_two_pages_of_one_guest_show_the_same_game(guest: Guest) -> None:
    game_id = guest.begin()
    with guest.open(game_id) as one, guest.open(game_id) as two:
        one.ask("move", usi="7g7f")
        one.until(lambda game: len(game["moves"]) == 2)
        two.until(lambda game: len(game["moves"]) == 2)
        assert one.usi == two.usi
        two.ask("resign")
        assert one.until(lambda game: game["status"] == "finished")["result"]["winner"] == "white"


def test_another_guest_is_a_spectator_and_cannot_play(client: TestClient[Any], guest: Guest) -> None:
    game_id = guest.begin()
    other = Guest(client)
    with guest.open(game_id) as mine, other.open(game_id) as theirs:
        assert theirs.game["you"] is None
        assert theirs.game["position"]["legal"] == []
        for command, more in (
            ("move", {"usi": "7g7f"}),
            ("typed", {"text": "7g7f"}),
            ("resign", {}),
            ("declare", {}),
            ("take_back", {}),
        ):
            assert theirs.ask(command, **more)["code"] == "not_yours"
        assert theirs.ask("ping")["type"] == "done"
        mine.ask("move", usi="7g7f")
        assert theirs.until(lambda game: len(game["moves"]) == 2)["position"]["legal"] == []
        assert other.post(f"/api/games/{game_id}/rematch").json()["error"]["code"] == "not_yours"


def test_a_spectator_does_not_start_the_clock(client: TestClient[Any], guest: Guest) -> None:
    game_id = guest.begin(clock={"main_ms": 60_000})
    with Guest(client).open(game_id) as theirs:
        assert theirs.game["clocks"]["running"] is None
    with guest.open(game_id) as mine:
        assert mine.game["clocks"]["running"] == "black"


def test_a_page_that_reconnects_gets_what_has_changed(guest: Guest) -> None:
    game_id = guest.begin()
    with guest.open(game_id) as page:
        page.ask("move", usi="7g7f")
        page.until(lambda game: len(game["moves"]) == 2)
        seen, moves = page.event, page.usi
    with guest.open(game_id) as page:
        page.ask("move", usi="2g2f")
        page.until(lambda game: len(game["moves"]) == 4)
        moves = page.usi
    with guest.connect() as page:
        page.game_id = game_id
        page.send("subscribe", topic={"type": "game", "id": game_id, "after": seen})
        message = page.receive()
    assert message["type"] == "update"
    assert message["keep"] == 2
    assert [move["usi"] for move in message["moves"]] == moves[2:]


@pytest.mark.parametrize("after", [999, None])
def test_after_an_unknown_event_the_whole_game_is_sent(guest: Guest, after: int | None) -> None:
    with guest.connect() as page:
        page.send("subscribe", topic={"type": "game", "id": guest.begin(), "after": after})
        assert page.receive()["type"] == "game"


class TestSubscriptions:
    def test_one_socket_has_several_games(self, guest: Guest) -> None:
        first, second = guest.begin(), guest.begin()
        with guest.open(first) as page:
            page.subscribe(second)
            for game_id in (first, second):
                page.send("move", game=game_id, event=1 + 1, usi="7g7f")
            moved: set[str] = set()
            accepted = 0
            while moved != {first, second} or accepted < 2:  # the answers and updates come in any order
                message = page.receive()
                assert message["type"] != "error"
                accepted += message["type"] == "done"
                if message["type"] == "update" and len(message["moves"]) > 0:
                    moved.add(message["game"])

    def test_after_unsubscribing_nothing_more_is_sent(self, guest: Guest) -> None:
        game_id = guest.begin(engine="slow")
        with guest.open(game_id) as page, guest.open(game_id) as other:
            topic = {"type": "game", "id": game_id}
            assert page.ask("unsubscribe", topic=topic)["type"] == "done"
            assert page.ask("unsubscribe", topic=topic)["type"] == "done"
            other.ask("move", usi="7g7f")
            page.send("ping")
            assert page.receive()["type"] == "done"

    def test_subscribing_again_sends_the_state_again(self, guest: Guest) -> None:
        game_id = guest.begin()
        with guest.open(game_id) as page:
            page.send("subscribe", topic={"type": "game", "id": game_id})
            assert page.receive()["type"] == "game"
            assert page.receive()["type"] == "done"

    def test_a_topic_that_does_not_exist_is_an_error(self, guest: Guest) -> None:
        with guest.connect() as page:
            assert page.subscribe("nosuchgame22")["code"] == "not_found"
            assert page.ask("subscribe", topic={"type": "job", "id": "0" * 16})["code"] == "not_found"
            assert page.ask("subscribe", topic={"type": "weather", "id": "x"})["code"] == "invalid"
            assert page.ask("ping")["type"] == "done"

    def test_the_number_of_subscriptions_is_limited(self, server: Server) -> None:
        with server(limits=Limits(subscriptions_per_socket=2)) as client:
            guest = Guest(client)
            first, second, third = (guest.begin() for _ in range(3))
            with guest.open(first) as page:
                assert page.subscribe(second)["type"] == "done"
                assert page.subscribe(third)["code"] == "too_many_subscriptions"
                page.ask("unsubscribe", topic={"type": "game", "id": first})
                assert page.subscribe(third)["type"] == "done"


class TestTakeBack:
    def test_a_take_back_removes_the_engines_reply_too(self, guest: Guest) -> None:
        with guest.open(guest.begin()) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            assert page.ask("take_back")["type"] == "done"
            assert page.game["moves"] == []
            assert len(page.game["position"]["legal"]) == 30

    def test_a_take_back_stops_the_search_of_the_engine(self, guest: Guest) -> None:
        with guest.open(guest.begin(engine="slow", clock={"main_ms": 600_000})) as page:
            page.ask("move", usi="7g7f")
            assert page.ask("take_back")["type"] == "done"
            assert page.game["thinking"] is False
            assert page.ask("move", usi="2g2f")["type"] == "done"
            page.until(lambda game: len(game["moves"]) == 2)
            assert page.usi[0] == "2g2f"

    def test_a_take_back_is_refused_if_the_game_does_not_allow_it(self, guest: Guest) -> None:
        with guest.open(guest.begin(take_back=False)) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            assert page.ask("take_back")["code"] == "no_take_backs"


class TestTime:
    def test_the_flag_falls_on_the_server(self, guest: Guest) -> None:
        with guest.open(guest.begin(clock={"main_ms": 300})) as page:
            game = page.until(lambda game: game["status"] == "finished")
            assert game["result"]["termination"] == "time_forfeit"
            assert game["clocks"]["black"]["remaining_ms"] == 0
            assert game["clocks"]["running"] is None

    def test_the_flag_falls_without_any_connected_page(self, guest: Guest) -> None:
        game_id = guest.begin(clock={"main_ms": 300})
        with guest.open(game_id):
            pass
        until(lambda: guest.get("/api/games").json()["games"][0]["result"], "the fall of the flag")
        (game,) = guest.get("/api/games").json()["games"]
        assert game["result"]["termination"] == "time_forfeit"

    def test_a_command_after_flag_fall_is_refused(self, guest: Guest) -> None:
        with guest.open(guest.begin(clock={"main_ms": 200})) as page:
            time.sleep(0.4)
            assert page.ask("move", usi="7g7f")["code"] == "finished"

    def test_a_reload_costs_only_the_time_it_takes(self, guest: Guest) -> None:
        game_id = guest.begin(clock={"main_ms": 60_000})
        with guest.open(game_id) as page:
            before = page.game["clocks"]["black"]["remaining_ms"]
        with guest.open(game_id) as page:
            after = page.game["clocks"]["black"]["remaining_ms"]
        assert before - 2_000 < after <= before

    def test_an_engine_that_hangs_does_not_lose_on_time(self, server: Server) -> None:
        with server() as client:
            guest = Guest(client)
            clock = {"main_ms": 0, "byoyomi_ms": 4_000}
            with guest.open(guest.begin(engine="hang-once", clock=clock)) as page:
                page.ask("move", usi="7g7f")
                assert page.until(lambda game: len(game["moves"]) == 2)["status"] == "playing"


class TestBrokenEngines:
    @pytest.mark.parametrize(("engine", "word"), [("crash-once", "stopped"), ("hang-once", "not answer")])
    def test_after_a_failure_a_new_engine_continues(self, guest: Guest, engine: str, word: str) -> None:
        with guest.open(guest.begin(engine=engine)) as page:
            page.ask("move", usi="7g7f")
            notice = page.until(lambda game: bool(game.get("notice")))["notice"]
            assert word in notice["en"]
            assert page.until(lambda game: len(game["moves"]) == 2)["status"] == "playing"
            assert page.ask("move", usi="2g2f")["type"] == "done"

    @pytest.mark.parametrize("engine", ["crash", "hang", "illegal"])
    def test_after_three_failures_in_a_row_the_game_is_interrupted(self, guest: Guest, engine: str) -> None:
        with guest.open(guest.begin(engine=engine)) as page:
            page.ask("move", usi="7g7f")
            game = page.until(lambda game: game["status"] == "finished")
            assert game["result"]["winner"] is None
            assert game["result"]["termination"] == "interrupted"
            assert "engine failed" in game["result"]["text"]["en"]
            assert game["thinking"] is False

    def test_an_engine_may_resign(self, guest: Guest) -> None:
        with guest.open(guest.begin(engine="resign")) as page:
            page.ask("move", usi="7g7f")
            game = page.until(lambda game: game["status"] == "finished")
            assert game["result"]["winner"] == "black"
            assert game["result"]["termination"] == "resignation"

    def test_an_engine_with_a_false_declaration_loses(self, guest: Guest) -> None:
        with guest.open(guest.begin(engine="win")) as page:
            page.ask("move", usi="7g7f")
            game = page.until(lambda game: game["status"] == "finished")
            assert game["result"]["winner"] == "black"
            assert game["result"]["termination"] == "failed_declaration"

    def test_a_declaration_without_an_impasse_rule_is_an_engine_failure(self, guest: Guest) -> None:
        with guest.open(guest.begin(engine="win", impasse="none")) as page:
            page.ask("move", usi="7g7f")
            assert (
                page.until(lambda game: game["status"] == "finished")["result"]["termination"]
                == "interrupted"
            )


class TestTheEnginesTurn:
    def test_the_engine_moves_first_if_the_person_is_white(self, guest: Guest) -> None:
        with guest.open(guest.begin(side="white")) as page:
            game = page.until(lambda game: len(game["moves"]) == 1)
            assert game["you"] == "white"

    def test_the_engine_moves_first_as_the_giver_of_a_handicap(self, guest: Guest) -> None:
        with guest.open(guest.begin(side="black", handicap="two-piece")) as page:
            game = page.until(lambda game: len(game["moves"]) == 1)
            assert game["moves"][0]["color"] == "white"

    def test_the_person_may_be_the_giver(self, guest: Guest) -> None:
        with guest.open(guest.begin(side="white", handicap="lance")) as page:
            assert page.game["position"]["turn"] == "white"
            assert page.game["position"]["legal"]


class TestInvalidMessages:
    TEXTS = (
        "",
        "{",
        "[" * 1000,
        "null",
        "42",
        '"move"',
        "[]",
        "{}",
        '{"type": "fly", "id": "x"}',
        '{"type": "move", "id": "x", "event": 1, "usi": "7g7f"}',
        '{"type": "subscribe", "id": "x"}',
        '{"type": "subscribe", "id": "x", "topic": "game"}',
        '{"type": "subscribe", "id": "x", "topic": {"type": "game", "id": "x", "after": -1}}',
        '{"type": "move", "id": "x", "game": "g", "event": 1}',
        '{"type": "move", "id": "x", "game": "g", "event": "1", "usi": "7g7f"}',
        '{"type": "move", "id": "x", "game": "g", "event": 1e400, "usi": "7g7f"}',
        '{"type": "move", "id": "x", "game": "g", "event": -1, "usi": "7g7f"}',
        '{"type": "move", "id": "x", "game": "g", "event": 99999999999999999999999, "usi": "7g7f"}',
        '{"type": "move", "id": 7, "event": 1, "usi": "7g7f"}',
        '{"type": "move", "id": "x", "game": "g", "event": 1, "usi": "7g7f", "more": 1}',
        '{"type": "typed", "id": "x", "game": "g", "event": 1, "text": "' + "a" * 41 + '"}',
        '{"type": "ping", "id": "' + "a" * 41 + '"}',
        '{"type": "ping"}',
        '{"type": "ping", "id": "\\ud800"}',
        "\x00",
    )

    def test_invalid_messages_are_refused_and_the_socket_stays_open(self, guest: Guest) -> None:
        with guest.open(guest.begin()) as page:
            for text in self.TEXTS:
                page.session.send_text(text)
                message = page.receive()
                assert message["type"] == "error", text
                assert message["code"] in ("bad_json", "invalid"), text
            assert page.ask("move", usi="7g7f")["type"] == "done"

    def test_bytes_that_are_not_text_are_refused(self, guest: Guest) -> None:
        with guest.open(guest.begin()) as page:
            page.session.send_bytes(b"\xff\xfe\x00")
            assert page.receive()["code"] == "bad_json"

    def test_a_message_that_is_too_large_closes_the_socket(self, guest: Guest) -> None:
        with guest.open(guest.begin()) as page:
            page.session.send_text("x" * 5_000)
            with pytest.raises(WebSocketDisconnect) as end:
                page.receive()
            assert end.value.code == 1009


class TestLimits:
    def test_too_many_messages_are_refused_and_then_close_the_socket(self, server: Server) -> None:
        with server(limits=Limits(messages=Rate(0.1, 4))) as client:  # one for the subscription
            guest = Guest(client)
            with guest.open(guest.begin()) as page:
                for _ in range(3):
                    assert page.ask("ping")["type"] == "done"
                assert page.ask("ping")["code"] == "slow_down"
                for _ in range(4):
                    page.send("ping")
                with pytest.raises(WebSocketDisconnect) as end:
                    page.until(lambda _: False)
                assert end.value.code == 4429

    def test_the_messages_of_a_guest_are_limited_on_all_sockets_together(self, server: Server) -> None:
        limits = Limits(messages=UNLIMITED.messages, guest_messages=Rate(0.1, 4))
        with server(limits=limits) as client:
            guest, other = Guest(client), Guest(client)
            with guest.connect() as first, guest.connect() as second, other.connect() as third:
                answers = [page.ask("ping") for page in (first, second, first, second, first, second)]
                assert [answer["type"] for answer in answers] == ["done"] * 4 + ["error"] * 2
                assert third.ask("ping")["type"] == "done"

    def test_what_another_process_passes_on_was_counted_there(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        limits = Limits(sockets_per_guest=1, sockets_per_address=1, address=Rate(0.001, 8))
        with server(limits=limits) as client:
            guest = Guest(client)
            monkeypatch.setattr(middleware, "_is_unix_socket", lambda scope: True)
            with guest.connect(), guest.connect(), guest.connect():
                statuses = {client.get("/healthz").status_code for _ in range(20)}
        assert statuses == {200}

    def test_the_number_of_sockets_of_a_guest_is_limited(self, server: Server) -> None:
        with server(limits=Limits(sockets_per_guest=2)) as client:
            guest = Guest(client)
            game_id = guest.begin()
            with (
                guest.open(game_id),
                guest.open(game_id),
                pytest.raises(WebSocketDisconnect, match="too_many_sockets"),
                guest.connect(),
            ):
                pytest.fail("the socket was accepted")
            for _ in range(1000):  # the server notices a closed page a moment later
                try:
                    with guest.open(game_id):
                        return
                except (WebSocketDisconnect, RuntimeError):
                    time.sleep(0.05)
            pytest.fail("closed sockets still count")


@pytest.mark.parametrize("topic", ["lobby", "challenge"])
def test_a_subscription_that_fails_leaves_nobody_in_the_lobby(
    client: TestClient[Any], guest: Guest, monkeypatch: pytest.MonkeyPatch, topic: str
) -> None:
    """The database fails when it is to store that the page is open."""
    lobby = client.app.state.lobby
    seek = guest.post("/api/challenges", {"side": "black", "listed": True}).json()["id"]

    async def fails(*_: object) -> None:
        raise OSError("disk I/O error")

    with guest.connect() as page:
        monkeypatch.setattr(client.app.state.core.cluster, "set_presence", fails)
        wanted = {"type": "lobby"} if topic == "lobby" else {"type": "challenge", "id": seek}
        assert page.ask("subscribe", topic=wanted)["code"] == "not_saved"
        monkeypatch.undo()
        assert client.blocking_portal.call(lobby.present) == set()
        guest.post(f"/api/challenges/{seek}/withdraw", {})
        tag = page.send("ping")
        assert page.receive() == {"type": "done", "re": tag}, "the page hears of nothing it could not watch"
