"""Makes the pictures of the page: of a lived-in server with people, games, an event and a study.

`python tools/page_images.py` writes those of the documentation into docs/images.
`python tools/page_images.py FOLDER [SCENE…]` writes every scene, or those named, on each screen: a desktop, a
small window, a phone, dark, and in Japanese; SCENE:SCREEN is one picture. It needs Chromium, as the tests of
the page do.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import Any, Final

import msgspec
from chromium import system_chromium
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, StorageState, sync_playwright
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from komadai import kifu
from komadai.server.connections import SOCKET_VERSION
from komadai.server.positions.views import move_text
from komadai.variants import Board

ROOT: Final = Path(__file__).parents[1]
IMAGES: Final = ROOT / "docs/images"
STUDY: Final = ROOT / "tests/e2e/study.kifu"
"""The game of the pictures, with times, comments and variations; move 72 is a mistake."""
PASSWORD: Final = "to the ninth rank"
QUALITY: Final = 78
"""The quality of the WebP files."""
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SCREENS: Final[dict[str, dict[str, Any]]] = {
    "light": {"viewport": {"width": 1440, "height": 900}},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "1024": {"viewport": {"width": 1024, "height": 700}},
    "phone": PHONE,
    "short-phone": PHONE | {"viewport": {"width": 390, "height": 664}},
    "ja": {"viewport": {"width": 1440, "height": 900}, "locale": "ja-JP"},
    "ja-phone": PHONE | {"locale": "ja-JP"},
}
CLOCK: Final = {"main_ms": 3_600_000, "byoyomi_ms": 30_000, "periods": 3, "increment_ms": 0}
"""As long as all pictures take."""
GAME: Final = {"side": "black", "handicap": "even", "clock": CLOCK, "rated": True, "visibility": "public"}
TRAPPED_ROOK: Final = "4k4/3g1g3/9/9/9/9/5PP2/4G2Sr/6KN1 b P 1"
LIMITS: Final = ("address", "guest", "new_games", "address_games", "messages", "guest_messages")
"""The limits of the server that people do not reach."""
TIMEOUT_MS: Final = 240_000
"""The time limit of a review, on a busy machine."""


class Person:
    """An account, and its session."""

    def __init__(self, browser: Browser, address: str, name: str, shown: str) -> None:
        self.address, self.name = address, name
        self.context = browser.new_context(base_url=address)
        self.csrf = ""
        self.csrf = self.get("/api/session")["csrf"]
        account = {"name": name, "password": PASSWORD, "display_name": shown}
        self.csrf = self.post("/api/account/register", account)["csrf"]

    def post(self, path: str, body: dict[str, Any] | bytes | None = None) -> dict[str, Any]:
        return self._call("POST", path, body or {})

    def get(self, path: str) -> dict[str, Any]:
        return self._call("GET", path)

    def _call(self, method: str, path: str, body: dict[str, Any] | bytes | None = None) -> dict[str, Any]:
        headers = {"X-CSRF-Token": self.csrf, "Origin": self.address}
        answer = self.context.request.fetch(path, method=method, data=body, headers=headers)
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.text()}")
        found: dict[str, Any] = answer.json()
        return found

    def socket(self) -> Any:
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in self.context.cookies())
        address = self.address.replace("http", "ws", 1) + f"/api/socket?version={SOCKET_VERSION}"
        return connect(address, legacy=True, additional_headers={"Cookie": cookies, "Origin": self.address})

    def forget_language(self) -> None:
        """Takes the settings from the account: without a language among them, that of the browser counts."""
        self.post("/api/account/preferences", {"preferences": {}})

    def browser(self) -> StorageState:
        """Their session and records; without settings, which have a language."""
        state = self.context.storage_state(indexed_db=True)
        for origin in state["origins"]:
            origin["localStorage"] = []
        return state

    def follow(self, *topics: dict[str, Any]) -> None:
        """Has a page with these topics open from now on."""
        socket = self.socket()
        for topic in topics:
            socket.send(json.dumps({"id": "c", "type": "subscribe", "topic": topic}))

        def read() -> None:
            with suppress(ConnectionClosed):  # the server ends
                for text in socket:
                    answer_ping(socket, topics[0].get("id"), json.loads(text))

        Thread(target=read, daemon=True).start()

    def wait(self, **terms: Any) -> None:
        """Waits in the lobby for a game."""
        waiting = GAME | {"listed": True, "rated": False, "side": "furigoma"} | terms
        challenge = self.post("/api/challenges", waiting)["id"]
        self.follow({"type": "challenge", "id": challenge}, {"type": "lobby"})


def answer_ping(socket: Any, game: str | None, message: dict[str, Any]) -> None:
    """The server measures the delay of a player's network."""
    if message["type"] == "ping":
        socket.send(json.dumps({"type": "pong", "id": "p", "game": game, "number": message["number"]}))


class Table:
    """The sockets of the two players of a game."""

    def __init__(self, black: Person, white: Person, **terms: Any) -> None:
        self.players = (black, white)
        challenge = black.post("/api/challenges", GAME | terms)["id"]
        self.game: str = white.post(f"/api/challenges/{challenge}/accept")["id"]

    def __enter__(self) -> Table:
        self.sockets = [player.socket() for player in self.players]
        for number in (0, 1):
            self._ask(number, type="subscribe", topic={"type": "game", "id": self.game, "after": None})
        return self

    def __exit__(self, *error: object) -> None:
        for socket in self.sockets:
            socket.close()

    def _ask(self, number: int, **command: Any) -> None:
        self.sockets[number].send(json.dumps({"id": "c", **command}))
        while (answer := json.loads(self.sockets[number].recv())).get("re") != "c":
            answer_ping(self.sockets[number], self.game, answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{command}: {answer}")

    def do(self, number: int, **command: Any) -> None:
        """A command of Black (0) or White (1)."""
        event = self.players[number].get(f"/api/games/{self.game}")["event"]
        self._ask(number, game=self.game, event=event, **command)

    def play(self, moves: list[str], loser: int | None = None) -> str:
        for ply, usi in enumerate(moves):
            self.do(ply % 2, type="move", usi=usi)
        if loser is not None:
            self.do(loser, type="resign", word="makemashita")
        return self.game


@dataclass
class Club:
    """The server's people, and what they left there. What takes long is made when a scene asks for it."""

    browser: Browser
    clara: Person
    """She plays, so that she gets no help."""
    yuki: Person
    """Yuki studies."""
    novak: Person
    game: str
    """A running game of Clara's, with a chat."""
    over: str
    event: str

    @classmethod
    def found(cls, browser: Browser, address: str) -> Club:
        clara, aoki, mori, kim, novak, sato, yuki = (
            Person(browser, address, name, shown)
            for name, shown in (
                ("clara", "Clara Berg"),
                ("aoki", "青木 一郎"),
                ("mori", "Mori"),
                ("kim", "Kim"),
                ("novak", "Novak"),
                ("sato", "佐藤"),
                ("yuki", "Yuki"),
            )
        )
        moves = [move.usi() for move in kifu.read(STUDY).moves()]
        for loser in (1, 0, 1, 1, 0):
            with Table(clara, aoki) as table:
                over = table.play(moves[:30], loser)
        with Table(mori, kim) as table:
            table.play(moves[:58])
        with Table(clara, mori, clock=None, days=3, rated=False) as table:
            table.play(moves[:24])
        with Table(clara, aoki) as table:
            running = table.play(moves[:72])
            table.do(1, type="say", phrase="onegai")
            table.do(0, type="say", phrase="onegai")
        aoki.follow({"type": "game", "id": running, "after": None})
        kim.wait(clock=CLOCK | {"main_ms": 600_000, "periods": 1})
        novak.wait(clock=CLOCK | {"main_ms": 300_000, "byoyomi_ms": 0, "increment_ms": 10_000})
        mori.wait(clock=None, days=3)
        sato.wait(handicap="two-piece", clock=CLOCK | {"main_ms": 1_200_000})
        tomorrow = int(time.time() * 1000) // 86_400_000 * 86_400_000 + 153_000_000
        fast = CLOCK | {"main_ms": 300_000, "byoyomi_ms": 0, "increment_ms": 5_000}
        clara.post("/api/events", {"name": "Arena", "system": "arena", "clock": fast, "starts_ms": tomorrow})
        return cls(browser, clara, yuki, novak, running, over, swiss(clara))

    @cached_property
    def explorer(self) -> str:
        """The explorer at a record, with the games of the program as its database."""
        self.yuki.post("/api/explorer/starter")
        while not self.yuki.get("/api/explorer/databases")["starter"]["added"]:
            time.sleep(1)
        return f"{self.reviewed}?tab=explorer"

    @cached_property
    def reviewed(self) -> str:
        """A record of Yuki's browser, reviewed."""
        self.yuki.forget_language()
        page = self.yuki.context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.goto("/records")
        page.locator("input[data-records]").set_input_files(STUDY)
        page.wait_for_url(re.compile(r"/records/[\w-]+$"))
        address = page.url
        page.goto(f"{address}?tab=review")
        press(page, "Search depth")
        press(page, "Quick", "menuitemradio")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("heading", name="Mistakes").wait_for()
        page.close()
        return address

    @cached_property
    def study(self) -> Page:
        """Novak's page of a study to which Yuki is invited."""
        read = self.novak.post("/api/records/read", STUDY.read_bytes())["games"][0]
        record = {key: read[key] for key in ("variant", "headers", "start_sfen", "handicap", "nodes")}
        chapter = {"name": "The game", "record": record}
        new = {"name": "Against the Fourth-file rook", "record": record, "chapter": "The game"}
        study = self.novak.post("/api/studies", new)["id"]
        for name in ("What if 72 R-6c", "The endgame"):
            self.novak.post(f"/api/studies/{study}/chapters", chapter | {"name": name})
        self.novak.post(f"/api/studies/{study}/people", {"name": "yuki"})
        page = self.novak.context.new_page()
        page.goto(f"/study/{study}")
        return page

    @cached_property
    def match(self) -> str:
        """A title match, over."""
        return match_of_1982(self.clara)

    @cached_property
    def coached(self) -> str:
        """A game with the computer in which the coach has something to say."""
        game = {"side": "black", "level": 1, "sfen": TRAPPED_ROOK}
        return f"/game/{self.yuki.post('/api/games', game)['id']}"

    @cached_property
    def solved(self) -> str:
        """A game of dobutsu for two."""
        game = {"variant": "dobutsu", "both": True, "impasse": "none"}
        return f"/game/{self.yuki.post('/api/games', game)['id']}"


class Event:
    """An event at the board, and the commands of its arbiter."""

    def __init__(self, arbiter: Person, **settings: Any) -> None:
        self.arbiter = arbiter
        self.id: str = arbiter.post("/api/events", {"online": False, **settings})["id"]

    def __call__(self, kind: str, **more: Any) -> dict[str, Any]:
        return self.arbiter.post(f"/api/events/{self.id}/commands", {"command": {"type": kind, **more}})


def swiss(arbiter: Person) -> str:
    """A Swiss event of eight players, over."""
    do = Event(arbiter, name="秋のクラブ大会", rounds=3, place="公民館")
    for number, name in enumerate(("青木", "石田", "上野", "遠藤", "大川", "木下", "佐野", "高木")):
        do("add", name=name, rank=f"{number + 1} kyu")
    for number in (1, 2, 3):
        do("pair")
        for game in do("start")["rounds"][-1]["games"]:
            result = "white" if game["board"] == number else "black"
            do("result", round=number, board=game["board"], result=result)
    do("finish")
    return do.id


def match_of_1982(arbiter: Person) -> str:
    """The Meijin match of 1982: an impasse in game 1, repetitions in games 6 and 8, Black never beaten."""
    do = Event(
        arbiter,
        name="Meijin match of 1982",
        system="title-match",
        rounds=7,
        title="Meijin",
        after_replay="exchanged",
    )
    holder, challenger = 1, 2
    do("add", name="Nakahara Makoto")
    do("add", name="Katō Hifumi")
    for number in range(1, 9):
        game = do("pair")["rounds"][-1]["games"][0]
        tossed = {1: challenger, 8: holder}.get(number, game["black"])
        if tossed != game["black"]:
            do("colors", round=number, board=1, black=tossed)
        if number in {6, 8}:
            do("sennichite", round=number, board=1)
        do("result", round=number, board=1, result="draw" if number == 1 else "black")
    do("finish")
    return do.id


def go_to(page: Page, ply: int) -> None:
    """Shows the position after this many moves of the game."""
    page.get_by_role("tablist").wait_for()
    page.keyboard.press("Home")
    for _ in range(ply):
        page.keyboard.press("ArrowRight")


def engine(page: Page) -> None:
    """Turns the engine on at the mistake, and waits for its lines."""
    go_to(page, 71)
    page.keyboard.press("l")
    page.locator("ol li").first.wait_for(timeout=TIMEOUT_MS)
    page.wait_for_timeout(6000)


def review(page: Page) -> None:
    go_to(page, 72)
    show(page, page.get_by_role("heading", name=re.compile("^(Mistakes|悪手と疑問手)")))


def show(page: Page, part: Locator) -> None:
    """Scrolls to a part of the panel, of which a phone shows little at once."""
    if page.viewport_size == PHONE["viewport"]:
        top = "(part) => part.getBoundingClientRect().top"
        down = part.evaluate(top) - page.get_by_role("tabpanel").evaluate(top)
        page.get_by_role("tabpanel").evaluate("(panel, down) => panel.scrollBy(0, down)", down)
        page.wait_for_timeout(500)


def comment(page: Page) -> None:
    go_to(page, 31)


def press(page: Page, name: str, role: Any = "button") -> None:
    """Presses what begins with one of these names, one for each language: ``Begin|開始``."""
    page.get_by_role(role, name=re.compile(f"^({name})")).locator("visible=true").first.click()


def mistakes(page: Page) -> None:
    press(page, "Learn from mistakes|悪手から学ぶ")
    page.wait_for_timeout(1000)


def explore(page: Page) -> None:
    go_to(page, 2)
    press(page, "Database:|データベース:")
    press(page, "Games of the program|プログラム", "menuitemradio")
    page.get_by_role("table").get_by_role("row").nth(3).wait_for(timeout=TIMEOUT_MS)
    show(page, page.get_by_role("table"))


def lesson(page: Page) -> None:
    page.locator("[data-name]").first.wait_for()
    page.keyboard.press("n")


def keys(pressed: str) -> Callable[[Page], None]:
    """Presses these keys in a lesson: S shows the answer, N goes on, a number answers."""

    def act(page: Page) -> None:
        page.locator("[data-name]").first.wait_for()
        for key in pressed:
            page.keyboard.press(key)
            page.wait_for_timeout(300)

    return act


def wrong_check(page: Page) -> None:
    """Gives the problem's king a check that does not mate."""
    for square in ("6f", "4d"):
        page.wait_for_timeout(1000)
        page.locator(f'#board [data-name="{square}"]').click()


def hint(page: Page) -> None:
    """Turns the coach on, and waits for what it says."""
    press(page, "More|Offer|その他|申し出")
    page.get_by_role("switch", name=re.compile("^(Coach|コーチ)")).check()
    press(page, "Close|閉じる")
    page.locator("path.arrow").first.wait_for(timeout=TIMEOUT_MS)


def search(page: Page) -> None:
    press(page, "Search|読ませる")
    page.get_by_role("table").first.wait_for(timeout=TIMEOUT_MS)
    page.wait_for_timeout(10_000)


def values(page: Page) -> None:
    """Shows the values of the moves at the start of dobutsu, as a server does that has the table of them."""
    state = {"ready": True, "begun": False, "allowed": True, "job": None}
    moves = [
        {
            "usi": usi,
            "text": msgspec.to_builtins(move_text(Board("dobutsu"), Board("dobutsu").push_usi(usi))),
            "value": {"result": "loss", "plies": plies},
        }
        for usi, plies in (("2d1c", 78), ("2d3c", 78), ("1d1c", 78), ("2c2b", 76))
    ]

    def answer(route: Route) -> None:
        route.fulfill(json={"value": {"result": "loss", "plies": 78}, "moves": moves})

    page.route("**/api/variants/dobutsu/solved", lambda route: route.fulfill(json=state))
    page.route("**/api/variants/dobutsu/values?**", answer)
    page.reload()
    page.locator("main h1, main #board").first.wait_for(state="attached")


@dataclass(frozen=True)
class Scene:
    path: Callable[[Club], str]
    """The address."""
    by: str = "clara"
    """The viewer: Clara, Yuki, or a guest without history."""
    act: Callable[[Page], None] = lambda page: None
    """The actions before the picture."""
    meanwhile: Callable[[Club], None] = lambda club: None
    """The actions of others once the page is open."""


def at(path: str, **more: Any) -> Scene:
    return Scene(lambda _: path, **more)


SCENES: Final[dict[str, Scene]] = {
    "start-new": at("/", by="guest"),
    "start-back": at("/"),
    "lobby": at("/lobby"),
    "lobby-sheet": at("/lobby?custom"),
    "computer": at("/computer", by="guest"),
    "games": at("/games"),
    "watch": at("/tv"),
    "game": Scene(lambda club: f"/game/{club.game}"),
    "game-chat": Scene(lambda club: f"/game/{club.game}", act=lambda page: press(page, "Chat|チャット")),
    "game-over": Scene(lambda club: f"/game/{club.over}"),
    "lessons": at("/lessons", by="guest"),
    "lesson": at("/lessons/goro-gold", by="guest", act=lesson),
    "lesson-attack": at("/lessons/climbing-silver", by="guest", act=keys("sn" * 7)),
    "lesson-crab": at("/lessons/crab", by="guest", act=keys("n" + "sn" * 7 + "s")),
    "lesson-small-board": at("/lessons/goro-last-rules", by="guest", act=keys("2")),
    "lesson-impasse": at("/lessons/impasse-24", by="guest", act=keys("3")),
    "variants": at("/variants", by="guest"),
    "chu": at("/variants/chu", by="guest"),
    "goro-goro": at("/variants/goro-goro", by="guest"),
    "taikyoku": at("/variants/taikyoku", by="guest"),
    "dobutsu": Scene(lambda club: club.solved, act=values, by="yuki"),
    "reading": at("/reading/glossary/tokin", by="guest"),
    "links": at("/reading/links", by="guest"),
    "tsume": at("/tsume/5-9cf1fdfd04", by="guest", act=wrong_check),
    "course": at("/tsume/course", by="guest"),
    "clock": at("/tsume/clock", by="guest"),
    "position": at("/tsume/position", by="guest"),
    "analyse": Scene(lambda club: club.reviewed.rpartition("/")[0], by="yuki"),
    "workbench": Scene(lambda club: club.reviewed, act=engine, by="yuki"),
    "workbench-review": Scene(lambda club: f"{club.reviewed}?tab=review", act=review, by="yuki"),
    "workbench-comments": Scene(lambda club: f"{club.reviewed}?tab=comments", act=comment, by="yuki"),
    "published": Scene(
        lambda _: (ROOT / "docs/study/review-example.html").as_uri(),
        act=lambda page: page.set_viewport_size({"width": 1180, "height": 1180}),
        by="guest",
    ),
    "explorer": Scene(lambda club: club.explorer, act=explore, by="yuki"),
    "mistakes": Scene(lambda club: f"{club.reviewed}?tab=review", act=mistakes, by="yuki"),
    "studies": at("/studies", by="yuki"),
    "workbench-study": Scene(
        lambda club: f"{club.study.url}?tab=chapters", meanwhile=lambda club: go_to(club.study, 71), by="yuki"
    ),
    "statistics": Scene(
        lambda club: club.explorer and "/statistics?database=program",
        act=lambda page: page.mouse.wheel(0, 590),  # past the years, which the program's games do not have
        by="yuki",
    ),
    "thinking": at("/thinking", act=search, by="yuki"),
    "events": at("/events"),
    "event": Scene(lambda club: f"/events/{club.event}"),
    "title-match": Scene(lambda club: f"/events/{club.match}", by="guest"),
    "people": at("/people"),
    "profile": at("/people/clara"),
    "programs": at("/programs"),
    "login": at("/login", by="guest"),
    "register": at("/register", by="guest"),
    "account": at("/account"),
    "nowhere": at("/nowhere", by="guest"),
    # The last, since Yuki gets no help elsewhere while this game runs.
    "coach": Scene(lambda club: club.coached, act=hint, by="yuki"),
}

DOCUMENTED: Final = {
    "play-light.png": "game:light",
    "play-dark.webp": "game:dark",
    "play-phone.webp": "game:phone",
    "club-lobby.webp": "lobby:light",
    "club-lobby-phone.webp": "lobby:ja-phone",
    "club-game.webp": "game-chat:light",
    "club-game-phone.webp": "game:ja-phone",
    "club-profile.webp": "profile:light",
    "club-profile-phone.webp": "profile:ja-phone",
    "club-event-phone.webp": "event:ja-phone",
    "event.webp": "event:light",
    "tsume-light.webp": "tsume:light",
    "tsume-phone.webp": "tsume:ja-phone",
    "tsume-course.webp": "course:light",
    "variants-gallery.webp": "variants:light",
    "variants-chu.webp": "chu:light",
    "variants-chu-phone.webp": "chu:phone",
    "variants-goro-goro-phone.webp": "goro-goro:phone",
    "variants-taikyoku.webp": "taikyoku:light",
    "variants-taikyoku-phone.webp": "taikyoku:phone",
    "variants-dobutsu.webp": "dobutsu:light",
    "records-light.webp": "workbench-comments:light",
    "records-phone.webp": "workbench-comments:phone",
    "review.webp": "published:light",
    "statistics.webp": "statistics:light",
    "study-together-light.webp": "workbench-study:light",
    "thinking.webp": "thinking:light",
    "title-match.webp": "title-match:light",
    **{
        f"study/{scene}-{device}.webp": f"{scene}:{screen}"
        for scene in ("lesson-attack", "lesson-crab", "lesson-small-board", "lesson-impasse", "links")
        for device, screen in (("desktop", "light"), ("phone", "ja-phone"))
    },
} | {
    f"study/{name}-{device}-{language}.webp": f"{scene}:{screen}"
    for name, scene in {
        "analysis": "workbench",
        "review": "workbench-review",
        "explorer": "explorer",
        "lesson": "lesson",
        "coach": "coach",
    }.items()
    for device, language, screen in (
        ("desktop", "en", "light"),
        ("desktop", "ja", "ja"),
        ("phone", "en", "phone"),
        ("phone", "ja", "ja-phone"),
    )
}
"""The pictures of docs/images: their scene and screen."""


def shoot(club: Club, scene: str, screen: str, file: Path) -> None:
    shown = SCENES[scene]
    path = shown.path(club)
    person = {"clara": club.clara, "yuki": club.yuki}.get(shown.by)
    if person is not None:
        person.forget_language()
    context: BrowserContext = club.browser.new_context(
        **({"locale": "en-GB", "color_scheme": "light"} | SCREENS[screen]),
        base_url=club.clara.address,
        reduced_motion="reduce",
        storage_state=None if person is None else person.browser(),
    )
    page = context.new_page()
    try:
        page.goto(path)
        page.locator("h1, #board").first.wait_for(state="attached")
        shown.meanwhile(club)
        shown.act(page)
        page.wait_for_timeout(1200)  # texts and pictures that are loaded after the page
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        context.close()
    picture.save(file, quality=QUALITY, method=6, optimize=True)


def wanted(arguments: list[str]) -> Iterable[tuple[Path, str, str]]:
    """The pictures to make: file, scene, screen."""
    if not arguments:
        for name, each in DOCUMENTED.items():
            scene, _, screen = each.partition(":")
            yield IMAGES / name, scene, screen
        return
    folder, *names = arguments
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names or SCENES:
        scene, _, one = name.partition(":")
        for screen in [one] if one else SCREENS:
            yield Path(folder) / f"{scene}-{screen}.png", scene, screen


def make(browser: Browser, address: str, arguments: list[str]) -> None:
    club = Club.found(browser, address)
    for file, scene, screen in wanted(arguments):
        try:
            shoot(club, scene, screen, file)
        except Exception as error:  # a scene that cannot be made does not end the others
            print(f"{scene} {screen}: {error}", file=sys.stderr)


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        config = Path(data) / "komadai" / "config.toml"
        config.parent.mkdir()
        free = "\n".join(f"{name} = {{ per_second = 1000, burst = 10000 }}" for name in LIMITS)
        config.write_text(f"[server.limits]\n{free}\n", "utf-8")
        server = subprocess.Popen(
            [sys.executable, "-m", "komadai", "serve", "--no-browser", "--port", "0", "--data-dir", data],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_CONFIG_HOME": data},
        )
        assert server.stdout is not None
        try:
            found = re.search(r"http://[^/\s]+", server.stdout.readline())
            assert found is not None, "the server did not start"
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=system_chromium(), args=["--no-sandbox"])
                make(browser, found[0], sys.argv[1:])
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
