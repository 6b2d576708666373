"""Each list takes a fixed number of statements of the database, whether it has two entries or many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from itertools import count
from typing import Any, get_args

import pytest
from litestar.testing import TestClient

from komadai.server.games.storage.store import Which
from komadai.server.games.wire import SayCommand
from komadai.server.http import openapi
from komadai.server.lobby import quick_pairing
from komadai.server.lobby.challenges import Challenges
from tests.server.conftest import UNLIMITED, Guest, Socket, begin_two, start_server
from tests.server.people.accounts import Browser, give_role
from tests.server.statements import Statements
from tests.server.tournaments.people import Person

pytestmark = pytest.mark.timeout(900)
"""The first test waits for a server on which everything is made seven times."""
CLOCKS = (
    {"main_ms": 60_000, "byoyomi_ms": 5_000},
    {"main_ms": 600_000, "byoyomi_ms": 30_000},
    {"main_ms": 3_600_000, "byoyomi_ms": 60_000},
)
"""Of blitz, rapid and classical games."""
VARIANTS = ("shogi", "minishogi")
QUICK = {"main_ms": 300_000}
FEW, MORE = 2, 5


class World:
    """A server on which everything can be made once more."""

    def __init__(self, client: TestClient[Any], pages: ExitStack) -> None:
        self.client, self._pages, self._numbers = client, pages, count(1)
        self.person("viewer")
        give_role(client, "viewer", "admin")
        self.viewer = Person(client)
        self.viewer.log_in("viewer")
        self.other = self.person("other")
        self._speakers = iter((self.viewer, self.other))
        self.event = self.viewer.create(rounds=3, clock=CLOCKS[1])
        self.study = self.viewer.post("/api/studies", {"name": "Study", "visibility": "public"}).json()
        self.school = self.viewer.post("/api/lessons/classes", {"name": "Club"}).json()["id"]
        self.game = begin_two(self.viewer, self.other, clock=CLOCKS[1], visibility="public")
        self.challenge = self.made(self.viewer.post("/api/challenges", {"clock": CLOCKS[1]}))["id"]
        self.season = self._next_season(None)
        self.made(self.viewer.post("/api/lobby/quick", {"clock": QUICK}))

    def person(self, name: str) -> Person:
        person = Person(self.client)
        person.register(name)
        return person

    def page(self, guest: Guest) -> Socket:
        """A page that stays open."""
        return self._pages.enter_context(guest.connect())

    def grow(self) -> None:
        """One more of everything that a list shows."""
        number = next(self._numbers)
        clock, variant = CLOCKS[number % 3], VARIANTS[number % 2]
        person, friend = self.person(f"person{number}"), self.person(f"friend{number}")
        blocked, guest = self.person(f"blocked{number}"), Guest(self.client)
        viewer = self.viewer
        # the lobby: seeks of accounts and of guests, an invitation, people, public games
        for each in (person, guest):
            seek = {"listed": True, "side": "furigoma", "clock": clock, "variant": variant, "rated": True}
            self.made(each.post("/api/challenges", seek))
        self.made(person.post("/api/challenges", {"listed": True, "days": 3, "rating_within": 2000}))
        assert self.page(person).ask("subscribe", topic={"type": "lobby"})["type"] == "done"
        game = begin_two(person, friend, clock=clock, variant=variant, visibility="public", rated=True)
        for player in (person, friend):
            assert self.page(player).subscribe(game)["type"] == "done"
        with person.open(game) as page:
            assert page.ask("move", usi=page.game["position"]["legal"][0])["type"] == "done"
        # games of the viewer: running, by correspondence, finished
        begin_two(viewer, person, days=3)
        ended = begin_two(viewer, friend, clock=CLOCKS[1], visibility="public")
        viewer.resign(ended, friend)
        # people
        viewer.post(f"/api/people/person{number}/follow", {"on": True})
        viewer.post(f"/api/people/blocked{number}/block", {"on": True})
        self.made(viewer.post(f"/api/people/friend{number}/report", {"reason": "other", "text": "?"}))
        act = {"act": "warn", "reason": "test"}
        assert viewer.post(f"/api/moderation/people/friend{number}/act", act).status_code == 200
        Browser(self.client).log_in("viewer")
        self.made(viewer.post("/api/account/tokens", {"name": f"{number}", "scopes": ["read"]}))
        robot = self.person(f"robot{number}")
        assert robot.post("/api/account/bot", {}).status_code == 200
        # events
        cup = viewer.create(name=f"Cup {number}", rounds=3)
        viewer.do(cup, "add", name="Guest")
        person.do(self.event, "join")
        self.season = self._next_season(self.season)
        # studies
        made = self.made(viewer.post("/api/studies", {"name": f"{number}", "visibility": "public"}))
        assert made["id"]
        study = f"/api/studies/{self.study['id']}"
        viewer.post(f"{study}/people", {"name": f"person{number}", "may_write": True})
        viewer.post(f"{study}/chapters", {"name": f"{number}"})
        operation = {"type": "comment", "node": 0, "text": f"{number}"}
        path = f"{study}/chapters/{self.study['chapter']}/operations"
        self.made(person.post(path, {"operation": operation}))
        # spectators and readers; seeks of people whom the viewer does not see
        for each in (person, guest):
            page = self.page(each)
            assert page.subscribe(self.game)["type"] == "done"
            topic = {"type": "chapter", "id": self.study["chapter"]}
            assert page.ask("subscribe", topic=topic)["type"] == "done"
        same = {"listed": True, "side": "furigoma", "clock": QUICK, "rated": True, "visibility": "public"}
        self.made(blocked.post("/api/challenges", same))
        # lessons
        self.made(viewer.post("/api/lessons/classes", {"name": f"{number}"}))
        person.post(f"/api/lessons/classes/{self.school}/pupils", {"name": f"Pupil {number}"})

    def _next_season(self, before: str | None) -> str:
        """A match for a title, which is over."""
        viewer = self.viewer
        if before is None:
            match = viewer.create(system="title-match", rounds=1, title="Meijin", online=False, vacant=True)
        else:
            match = viewer.create(previous=before)
        for number in range(len(viewer.see(match)["players"]), 2):
            viewer.do(match, "add", name=f"Player {number} of {match}")
        viewer.do(match, "pair")
        viewer.do(match, "result", round=1, board=1, result="black")
        viewer.do(match, "finish")
        return match

    def pushes(self) -> dict[str, Callable[[], Any]]:
        """What is sent to all pages at a change."""
        state = self.client.app.state
        studies, registry = state.live_chapters, state.registry
        chapter, live = studies.opened.get(self.study["chapter"]), registry._games[self.game]
        say = SayCommand(id="s", game=self.game, event=0, phrase="hello")
        speaker = next(self._speakers)
        return {
            "the lobby to its pages": state.lobby.send,
            "the people of a chapter to its pages": lambda: studies.send_people(chapter),
            "a study to its pages": lambda: studies.show_study(self.study["id"]),
            "a game to its pages": live.refresh_names,
            "a line of the chat to its readers": lambda: live.command(speaker.id, say, state.clock.now_ms()),
        }

    def made(self, answer: Any) -> Any:
        assert answer.status_code == 201, answer.text
        return answer.json()

    def forget(self) -> None:
        """What the server keeps in memory for a minute is read again."""
        state = self.client.app.state
        for cache in (state.lobby._viewers, state.lobby._known):
            cache.clear()
        state.tv._found = None


EXPLORER = ("/api/explorer/databases", "/api/explorer/names", "/api/explorer/statistics")
"""It reads each finished game once, and then its own files."""
NO_STATEMENTS = (
    "/api/options", "/api/analysis/options", "/api/records/options", "/api/reading", "/api/reading/glossary",
    "/api/reading/games/{game_id}", "/api/thinking/measured", "/api/variants", "/api/variants/{name}",
    "/api/variants/{name}/hints", "/api/variants/{name}/solved", "/api/variants/{name}/values", "/api/mail",
)  # fmt: skip
"""What the program or its files know; no list of the database."""
FILES = (
    "/api/account/export", "/api/challenges/{challenge_id}/qr.svg", "/api/events/{event_id}/qr.svg",
    "/api/events/{event_id}/reports/{day}/sheet.pdf",
    "/api/events/{event_id}/rounds/{round_number}/sheet.pdf", "/api/events/{event_id}/table/{kind}",
    "/api/explorer/record", "/api/games/{game_id}/record",
    "/api/lessons/booklet.pdf", "/api/programs/games/{game_id}/csa", "/api/studies/{study_id}/export",
    "/api/reviews/jobs/{job_id}/files/{kind}", "/api/variants/{name}/board.svg",
    "/api/variants/{name}/paper.pdf",
)  # fmt: skip
"""Of one thing; the export is sent game by game."""
JOBS = (
    "/api/analysis/jobs/{job_id}", "/api/analysis/brinkmate/{job_id}", "/api/moderation/figures/{job_id}",
    "/api/explorer/imports/{job_id}", "/api/reviews/jobs/{job_id}", "/api/thinking/jobs/{job_id}",
    "/api/tsume/jobs/{job_id}",
)  # fmt: skip
OF_PROGRAMS = (
    "/api/bot/account", "/api/bot/events", "/api/bot/games/{game_id}/stream", "/api/bot/seeks",
)  # fmt: skip
"""With a token; ``seeks`` is the lobby."""
ONE_THING = (
    "/api/events/{event_id}/reports/{day}", "/api/studies/{study_id}/chapters/{chapter_id}/review",
    "/api/tsume/problems/{problem_id}",
)  # fmt: skip
NO_LISTS = {*EXPLORER, *NO_STATEMENTS, *FILES, *JOBS, *OF_PROGRAMS, *ONE_THING}
"""All other calls are counted."""


def lists(world: World, routes: Iterable[str]) -> dict[str, list[str]]:
    """The calls of pages that read the database, with the paths that are asked for."""
    event, study = f"/api/events/{world.event}", f"/api/studies/{world.study['id']}"
    values = {
        "challenge_id": world.challenge, "class_id": world.school, "day": "2026-11-27",
        "event_id": world.event, "game_id": world.game, "lesson_id": "goro-pawn", "name": "friend1",
        "study_id": world.study["id"],
    }  # fmt: skip
    several = {
        "/api/events/{event_id}": [event, f"/api/events/{world.season}"],
        "/api/games": [f"/api/games?which={which}" for which in get_args(Which)],
        "/api/people/{name}": ["/api/people/viewer"],
        "/api/people/{name}/games": ["/api/people/viewer/games", "/api/people/friend1/games"],
        "/api/people/{name}/ratings": ["/api/people/viewer/ratings"],
        "/api/studies": ["/api/studies?list=own", "/api/studies?list=public"],
        "/api/studies/{study_id}/embed": [f"{study}/embed"],
    }
    return {route: several.get(route) or [route.format_map(values)] for route in routes}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """The statements of each list, and of what is sent to all pages: with few entries, and with many."""
    found: dict[str, list[list[str]]] = {}
    counter = Statements()
    with (
        pytest.MonkeyPatch.context() as patch,
        # A game whose side to move does not begin must not end meanwhile, however loaded the machine is.
        start_server(tmp_path_factory.mktemp("server"), limits=UNLIMITED, first_move_ms=3_600_000) as client,
        ExitStack() as pages,
        counter.listening(client.app),
    ):
        patch.setattr(Challenges, "_end_seek_later", lambda *_: None)
        patch.setattr(quick_pairing, "LOOK_AGAIN_S", 3_600.0)
        calls = openapi.calls(client.app.routes)
        routes = {path for path, method, _ in calls if method.lower() == "get"} - NO_LISTS
        world = World(client, pages)
        for amount in (FEW, MORE):
            for _ in range(amount):
                world.grow()
            for template, paths in lists(world, routes).items():
                for number, path in enumerate(paths, 1):
                    world.forget()
                    world.viewer.get("/api/session")  # the session is read now and again
                    answer = world.viewer.get(path)
                    assert answer.status_code == 200, (path, answer.text)
                    found.setdefault(f"{template} ({number})", []).append(list(counter.last))
            for name, send in world.pushes().items():
                world.forget()
                found.setdefault(name, []).append(client.blocking_portal.call(counter.of, send))
            world.forget()
            world.made(world.viewer.post("/api/lobby/quick", {"clock": QUICK}))
            found.setdefault("quick pairing", []).append(list(counter.last))
    return found


def test_a_list_takes_the_same_statements_with_two_entries_and_with_many(
    measured: dict[str, list[list[str]]],
) -> None:
    differing = {
        name: (len(counted[0]), len(counted[1]), (Counter(counted[1]) - Counter(counted[0])).most_common(3))
        for name, counted in measured.items()
        if len(counted[0]) != len(counted[1])
    }
    assert not differing


def test_the_calls_that_are_not_counted_exist(client: TestClient[Any]) -> None:
    assert {path for path, _, _ in openapi.calls(client.app.routes)} >= NO_LISTS
