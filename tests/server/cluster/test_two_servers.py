"""Two servers on one PostgreSQL database: people who are connected to different ones meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from komadai import STARTPOS
from tests.processes import until
from tests.server.cluster.conftest import Pair
from tests.server.conftest import Guest, Socket, begin_two, code
from tests.server.postgresql import Cluster


@contextmanager
def table(pair: Pair, **choices: Any) -> Iterator[tuple[Socket, Socket]]:
    """The pages of Black, at the first server, and of White, at the second."""
    black, white = Guest(pair[0]), Guest(pair[1])
    game_id = begin_two(black, white, **choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.until(lambda game: game["attendance"]["white"] == "here")
        second.until(lambda game: game["attendance"]["black"] == "here")
        yield first, second


def clock_runs(side: str) -> Callable[[dict[str, Any]], bool]:
    """Whether this side's clock runs."""
    return lambda game: bool(game["clocks"]["running"] == side)


def has_moves(number: int) -> Callable[[dict[str, Any]], bool]:
    """Whether the game has this number of moves."""
    return lambda game: len(game["moves"]) == number


def test_two_persons_play_a_game_over_two_servers(pair: Pair) -> None:
    with table(pair, clock={"main_ms": 600_000}) as (black, white):
        for number, (usi, page) in enumerate([("7g7f", black), ("3c3d", white), ("2g2f", black)], 1):
            turn = "black" if page is black else "white"
            page.until(clock_runs(turn))
            assert page.ask("move", usi=usi)["type"] == "done"
            for each in (black, white):
                each.until(has_moves(number))
        assert black.usi == white.usi == ["7g7f", "3c3d", "2g2f"]
        assert white.ask("resign")["type"] == "done"
        for each in (black, white):
            each.until(lambda game: game["status"] == "finished")
        assert black.game["result"]["winner"] == white.game["result"]["winner"] == "black"


def test_of_a_move_and_a_resignation_at_two_servers_one_comes_first(pair: Pair) -> None:
    with table(pair) as (black, white):
        black.send("move", usi="7g7f")
        white.send("resign")
        for each in (black, white):
            each.until(lambda game: game["status"] == "finished")
        assert black.usi == white.usi


def test_what_is_said_and_the_rematch_reach_the_other_server(pair: Pair) -> None:
    with table(pair) as (black, white):
        black.send("say", phrase="onegai")
        lines: list[dict[str, Any]] = []
        while not lines:
            message = white.receive()
            lines = message["lines"] if message["type"] == "chat" else []
        assert lines[0]["phrase"] == "onegai"
        white.ask("resign")
        black.until(lambda game: game["status"] == "finished")


def test_a_player_who_leaves_is_away_for_those_at_another_server(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.games.live.presence.AWAY_AFTER_MS", 100)
    black, white = Guest(pair[0]), Guest(pair[1])
    game_id = begin_two(black, white)
    with black.open(game_id) as first:
        with white.open(game_id):
            first.until(lambda game: game["attendance"]["white"] == "here")
        first.until(lambda game: game["attendance"]["white"] == "away")


def test_a_seek_is_shown_at_both_servers_and_ends_with_its_last_page(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 1.0)
    maker, other = Guest(pair[0]), Guest(pair[1])

    def seeks() -> list[str]:
        return [seek["id"] for seek in other.get("/api/lobby").json()["seeks"]]

    made = maker.post("/api/challenges", {"listed": True}).json()["id"]
    maker.client = pair[1]  # the page's socket is at another server than its request
    with maker.connect() as page:
        page.ask("subscribe", topic={"type": "challenge", "id": made})
        at_first = len(seeks())
        until(lambda: made in seeks(), "the seek")
        with pytest.raises(AssertionError):
            until(lambda: made not in seeks(), "an end that must not come", 2.0)
        assert at_first
    until(lambda: made not in seeks(), "the end of the seek")


def test_a_flag_falls_once_though_two_servers_have_the_game(
    pair: Pair, database: str, postgresql: Cluster
) -> None:
    with table(pair, clock={"main_ms": 1_000}) as (black, white):
        black.ask("move", usi="7g7f")
        for each in (black, white):
            each.until(lambda game: game["status"] == "finished")
        name = database.rpartition("/")[2]
        query = f"SELECT count(*) FROM events WHERE game_id = '{black.game_id}' AND body LIKE '%flagged%'"
        assert postgresql.sql(name, query) == "1"


def test_who_plays_at_one_server_gets_no_help_at_the_other(pair: Pair) -> None:
    black, white = Guest(pair[0]), Guest(pair[0])
    game_id = begin_two(black, white)
    with black.open(game_id) as page, white.open(game_id):
        page.ask("move", usi="7g7f")
        black.client = pair[1]
        until(lambda: code(black.post("/api/tsume/jobs", {})) == "playing", "the lease of the game")
        page.ask("resign")
        until(lambda: code(black.post("/api/tsume/jobs", {})) == "invalid", "the end of the game")


def test_help_is_away_and_jobs_that_help_end_at_every_server(pair: Pair) -> None:
    black, white, friend = Guest(pair[0]), Guest(pair[0]), Guest(pair[1])
    stopped: list[str] = []
    pair[1].app.state.registry.contest_listeners.append(stopped.append)
    game_id = begin_two(black, white)
    black.client = white.client = pair[1]
    for guest in (black, white):
        assert guest.get("/api/playing").json() == {"game": game_id}
        assert code(guest.post("/api/explorer", {"sfen": STARTPOS})) == "playing"
    assert friend.get("/api/playing").json() == {"game": None}
    until(lambda: set(stopped) == {black.id, white.id}, "the other server learns who plays")
