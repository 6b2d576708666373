"""Who plays against a person gets no help from the server until the game is over."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from komadai import STARTPOS
from komadai.messages.text import Text
from komadai.server.games.live import game_registry
from komadai.server.jobs.job_queue import Job
from tests.server.conftest import Guest, Server, begin_two, code

JOBS = ("thinking/jobs", "tsume/jobs", "reviews/jobs", "analysis/jobs", "analysis/brinkmate")
CALLS: dict[str, tuple[str, Any]] = {
    **{f"/api/{path}/none": ("get", None) for path in JOBS},
    **{f"/api/{path}/none/stop": ("post", {}) for path in JOBS},
    "/api/reviews/jobs/none/files/html": ("get", None),
    "/api/thinking/jobs": ("post", {"sfen": STARTPOS}),
    "/api/tsume/jobs": ("post", {"kind": "solve", "sfen": STARTPOS, "seconds": 5}),
    "/api/tsume/step": ("post", {"sfen": STARTPOS, "moves": []}),
    "/api/reviews/jobs": ("post", {}),
    "/api/analysis/jobs": ("post", {"engines": ["nobody"]}),
    "/api/analysis/brinkmate": ("post", {}),
    "/api/coach": ("post", {"moves": []}),
    "/api/explorer": ("post", {"sfen": STARTPOS}),
    "/api/explorer/like": ("post", {"moves": []}),
    "/api/explorer/pattern": ("post", {}),
    "/api/studies/study/chapters/chapter/review": ("get", None),
    "/api/studies/study/chapters/chapter/review?keep": ("post", {"job": "none"}),
    "/api/variants/dobutsu/hints?sfen=x": ("get", None),
    "/api/variants/dobutsu/values?sfen=x": ("get", None),
}


def refused(guest: Guest, path: str) -> bool:
    """Whether the call is refused because of a running game."""
    method, body = CALLS[path]
    answer = guest.get(path) if method == "get" else guest.post(path, body)
    if answer.status_code == 403:
        assert code(answer) == "playing"
        return True
    return answer.status_code >= 400 and code(answer) == "playing"


@pytest.mark.parametrize("path", CALLS)
def test_both_players_are_refused_until_the_end_and_spectators_are_not(
    client: TestClient[Any], path: str
) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(black, white)
    assert [refused(guest, path) for guest in (black, white, watcher)] == [True, True, False]
    with black.open(game_id) as page:
        page.ask("abort")
    assert not refused(black, path)
    assert not refused(white, path)


def test_names_of_a_line_come_without_proverbs_while_one_plays_a_person(client: TestClient[Any]) -> None:
    line = {"start_sfen": "4k4/9/9/9/5n3/9/9/9/4K4 b S 1", "moves": ["S*4f"]}
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    begin_two(black, white)
    assert black.post("/api/names", line).json()["proverbs"] == []
    assert watcher.post("/api/names", line).json()["proverbs"] != []


def test_who_plays_the_computer_may_ask(client: TestClient[Any]) -> None:
    guest = Guest(client)
    guest.begin()
    guest.begin(both=True)
    assert not any(refused(guest, path) for path in CALLS)


def test_who_plays_a_person_cannot_ask_the_computer_by_playing_it(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    before = black.begin(side="black")
    game_id = begin_two(black, white)
    with black.open(before) as page:
        assert page.ask("move", usi="7g7f")["code"] == "playing"
        assert page.ask("typed", text="P-7f")["code"] == "playing"
    assert code(black.post("/api/games", {"side": "black", "engine": "good"})) == "playing"
    assert black.begin(both=True), "two people at one board get no help"
    with black.open(game_id) as page:
        assert page.ask("abort")["type"] == "done"
    with black.open(before) as page:
        assert page.ask("move", usi="7g7f")["type"] == "done"


def test_every_call_that_helps_is_tested(client: TestClient[Any]) -> None:
    helping = {
        route.path
        for route in client.app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if isinstance(handler, HTTPRouteHandler) and handler.opt.get("helps")
    }
    parameters = {"dobutsu": "{name:str}", "none": "{job_id:str}", "html": "{kind:str}"}
    parameters |= {"study": "{study_id:str}", "chapter": "{chapter_id:str}"}
    tested = set()
    for path in CALLS:
        parts = path.partition("?")[0].split("/")
        tested.add("/".join(parameters.get(part, part) for part in parts))
    assert helping == tested


def playing(guest: Guest) -> str | None:
    """The game for which the guest gets no help, as the page learns it."""
    game: str | None = guest.get("/api/playing").json()["game"]
    return game


def test_after_a_restart_help_is_away_before_anybody_has_opened_the_game(server: Server) -> None:
    with server() as client:
        black, white = Guest(client), Guest(client)
        game_id = begin_two(black, white)
        over = begin_two(Guest(client), white)
        with white.open(over) as page:
            page.ask("abort")
    with server() as client:
        black.client = white.client = client
        for guest in (black, white):
            assert playing(guest) == game_id
            assert refused(guest, "/api/analysis/jobs")
            assert code(guest.post("/api/games", {"side": "black", "engine": "good"})) == "playing"
        with black.open(game_id) as page:
            page.ask("abort")
        assert playing(white) is None
        assert white.begin()


def test_after_a_day_without_a_move_only_the_position_is_without_help(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
    game_id = begin_two(black, white, sfen=sfen)
    forget(client, game_id)
    assert playing(black) == game_id
    pass_time(client, game_registry.QUIET_MS + 1)
    forget(client, game_id)
    assert (playing(black), playing(white)) == (None, None)
    for guest in (black, white):
        assert refused(guest, "/api/explorer") is False
        assert code(guest.post("/api/explorer", {"sfen": sfen, "database": "games"})) == "playing"


def forget(client: TestClient[Any], game_id: str) -> None:
    """Removes the game from memory, as the server does a minute after its last page was closed."""
    client.app.state.registry._games.pop(game_id, None)


def pass_time(client: TestClient[Any], ms: int) -> None:
    """Lets the server's clock go on by this much."""
    client.app.state.clock.zero_ns += ms * 1_000_000


class Endless:
    """A task that goes on until it is stopped."""

    group = "endless"

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def run(self) -> Text | None:
        self.stopped.wait(60)
        return None

    def stop(self) -> None:
        self.stopped.set()

    def message(self, job: Job) -> dict[str, str]:
        return {"type": "pong", "state": job.state}


def submit(client: TestClient[Any], guest: Guest, *, helps: bool) -> Job:
    job = Job(guest.id, Endless(), helps=helps)

    async def queue() -> None:
        client.app.state.jobs.submit(job, guest.id)

    with client.portal() as portal:
        portal.call(queue)
    return job


def test_a_job_that_helps_ends_when_a_game_begins(client: TestClient[Any]) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    helping = [submit(client, guest, helps=True) for guest in (black, white)]
    harmless = submit(client, black, helps=False)
    others = submit(client, watcher, helps=True)
    begin_two(black, white)
    assert [job.stopped for job in helping] == [True, True]
    assert [job.stopped for job in (harmless, others)] == [False, False]
    for job in (harmless, others):
        job.stop()


def test_what_a_job_has_found_is_not_shown_until_the_end(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    ask = {"sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "kind": "solve", "seconds": 5}
    made = black.post("/api/tsume/jobs", ask).json()["id"]
    topic = {"type": "job", "id": made}
    game_id = begin_two(black, white)
    path = f"/api/tsume/jobs/{made}"
    assert code(black.get(path)) == code(black.post(f"{path}/stop", {})) == "playing"
    with black.connect() as page:
        assert page.ask("subscribe", topic=topic)["code"] == "playing"
    with black.open(game_id) as page:
        page.ask("abort")
        assert page.ask("subscribe", topic=topic)["type"] == "done"
    assert black.get(path).status_code == 200


def test_the_page_learns_that_help_is_away(client: TestClient[Any]) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    black.begin()
    assert playing(black) is None
    game_id = begin_two(black, white)
    assert (playing(black), playing(white), playing(watcher)) == (game_id, game_id, None)
    with black.open(game_id) as page:
        page.ask("abort")
    assert (playing(black), playing(white)) == (None, None)
