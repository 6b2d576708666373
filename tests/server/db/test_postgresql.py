"""A server whose games are in PostgreSQL, also while PostgreSQL crashes and comes back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai.server import monitoring
from komadai.server.errors import StartError
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, Server, code
from tests.server.postgresql import Cluster


@pytest.fixture
def restarted(postgresql: Cluster) -> Iterator[Cluster]:
    """A cluster that the test may stop."""
    yield postgresql
    postgresql.stop()
    postgresql.start()


def test_games_and_problems_are_kept_over_a_restart(server: Server, postgresql: Cluster) -> None:
    url = postgresql.create()
    with server(database=url, limits=UNLIMITED) as client:
        guest = Guest(client)
        game_id = guest.begin()
        with guest.open(game_id) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("take_back")
            page.ask("move", usi="2g2f")
            page.until(lambda game: len(game["moves"]) == 2)
            page.ask("resign")
        rematch = guest.post(f"/api/games/{game_id}/rematch").json()["id"]
        problem = guest.post("/api/tsume/next", {}).json()
        given_up = guest.post("/api/tsume/give-up", {"problem": problem["id"], "line": [], "signature": ""})
        assert given_up.status_code == 200, given_up.text
        before = [guest.get(path).json() for path in (f"/api/games/{game_id}", "/api/tsume")]
    with server(database=url, limits=UNLIMITED) as client:
        guest.client = client
        after = [guest.get(path).json() for path in (f"/api/games/{game_id}", "/api/tsume")]
        assert after == before
        assert {game["id"] for game in guest.get("/api/games").json()["games"]} == {game_id, rematch}


def test_a_move_is_refused_while_postgresql_is_away_and_none_is_lost(
    server: Server, restarted: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "VALID_S", 0.0)
    with server(database=restarted.create(), limits=UNLIMITED) as client:
        guest = Guest(client)
        game_id = guest.begin(clock={"main_ms": 600_000})
        with guest.open(game_id) as page:
            page.ask("move", usi="7g7f")
            page.until(lambda game: len(game["moves"]) == 2)
            restarted.stop(signal.SIGQUIT)
            assert page.ask("move", usi="2g2f")["code"] == "not_saved"
            assert client.get("/healthz").status_code == 503
            assert code(guest.post("/api/games", {"side": "black", "engine": "good"})) == "not_saved"
            restarted.start()
            until(lambda: client.get("/healthz").status_code == 200, "the database")
            assert page.ask("move", usi="2g2f")["type"] == "done"
            page.until(lambda game: len(game["moves"]) == 4)
            assert page.usi[:3:2] == ["7g7f", "2g2f"]
    assert [each["usi"] for each in page.game["moves"]][:3:2] == ["7g7f", "2g2f"]


def test_without_a_running_postgresql_the_start_fails_with_one_line(
    tmp_path: Path, server: Server, restarted: Cluster
) -> None:
    url = restarted.create()
    restarted.stop()
    with pytest.raises((StartError, ExceptionGroup)) as caught, server(database=url):
        pass
    error: BaseException = caught.value
    while isinstance(error, ExceptionGroup):
        (error,) = error.exceptions
    assert isinstance(error, StartError)
    assert "cannot open the database" in str(error)
    assert "\n" not in str(error)


def test_a_database_that_does_not_exist_is_an_error_that_names_it(
    server: Server, postgresql: Cluster
) -> None:
    with pytest.raises((StartError, ExceptionGroup)) as caught, server(database=postgresql.url("no_such")):
        pass
    error: BaseException = caught.value
    while isinstance(error, ExceptionGroup):
        (error,) = error.exceptions
    assert isinstance(error, StartError)
    assert "no_such" in str(error)
