"""Makes the pictures of docs/how-to/club.md: a club's server with two people, on a desktop and on a phone.

`python tools/club_images.py [FOLDER]` starts a server, plays a little, and writes the pictures into
docs/images. It needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect

from komadai.server.connections import SOCKET_VERSION

IMAGES: Final = Path(__file__).parents[1] / "docs/images"
PASSWORD: Final = "to the ninth rank"
COLOURS: Final = 64
"""Of a picture's palette."""
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "locale": "ja-JP",
    "has_touch": True,
    "is_mobile": True,
}
CLOCK: Final = {"main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 3, "increment_ms": 0}
CHALLENGE: Final = {
    "side": "black",
    "handicap": "even",
    "clock": CLOCK,
    "rated": True,
    "visibility": "public",
}
OPENING: Final = "7g7f 8c8d 6g6f 3c3d 7i6h 7a6b 5g5f 5c5d 3i4h 3a4b 6i7h 4a3b 5i6i 5a4a 6h7g 4b3c"
MOVES: Final = OPENING.split()


class Person:
    """An account in a browser of its own."""

    def __init__(self, browser: Browser, address: str, name: str, shown: str, **screen: Any) -> None:
        self.address, self.name = address, name
        self.context = browser.new_context(base_url=address, reduced_motion="reduce", **screen)
        self.csrf = ""
        self.csrf = self._call("GET", "/api/session")["csrf"]
        account = {"name": name, "password": PASSWORD, "display_name": shown}
        self.csrf = self.post("/api/account/register", account)["csrf"]
        self.page: Page = self.context.new_page()

    def post(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._call("POST", path, body or {})

    def get(self, path: str) -> dict[str, Any]:
        return self._call("GET", path)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"X-CSRF-Token": self.csrf, "Origin": self.address}
        answer = self.context.request.fetch(path, method=method, data=body, headers=headers)
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.text()}")
        found: dict[str, Any] = answer.json()
        return found

    def shoot(self, folder: Path, name: str, path: str | None = None, height: int = 0) -> None:
        """Writes the picture of a page, with a palette; in a higher window, if ``height`` is given."""
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({**size, "height": height or size["height"]})
        if path is not None:
            self.page.goto(path)
        self.page.locator("main h1, main #board").first.wait_for(state="attached")
        self.page.wait_for_timeout(1000)  # texts and pictures that are loaded after the page
        picture = Image.open(io.BytesIO(self.page.screenshot()))
        self.page.set_viewport_size(size)
        picture.quantize(COLOURS).save(folder / name, optimize=True)


class Table:
    """The sockets of the two players of a game."""

    def __init__(self, black: Person, white: Person) -> None:
        self.players = (black, white)
        challenge = black.post("/api/challenges", CHALLENGE)["id"]
        self.game: str = white.post(f"/api/challenges/{challenge}/accept")["id"]

    def __enter__(self) -> Table:
        self.sockets = [self._socket(player) for player in self.players]
        for number in (0, 1):
            self._ask(number, type="subscribe", topic={"type": "game", "id": self.game, "after": None})
        return self

    def __exit__(self, *error: object) -> None:
        for socket in self.sockets:
            socket.close()

    def _socket(self, player: Person) -> Any:
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in player.context.cookies())
        address = player.address.replace("http", "ws", 1) + f"/api/socket?version={SOCKET_VERSION}"
        return connect(address, legacy=True, additional_headers={"Cookie": cookies, "Origin": player.address})

    def _ask(self, number: int, **command: Any) -> None:
        self.sockets[number].send(json.dumps({"id": "c", **command}))
        while (answer := json.loads(self.sockets[number].recv())).get("re") != "c":
            if answer["type"] == "ping":
                pong = {"type": "pong", "id": "p", "game": self.game, "number": answer["number"]}
                self.sockets[number].send(json.dumps(pong))
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


def make(folder: Path, browser: Browser, address: str) -> None:
    clara = Person(browser, address, "clara", "Clara Berg", **DESKTOP)
    aoki = Person(browser, address, "aoki", "青木 一郎", **PHONE)
    for loser in (1, 0, 1, 1, 0):
        with Table(clara, aoki) as table:
            table.play(MOVES[:6], loser)
    with Table(aoki, clara) as table:
        game = table.play(MOVES)
        for person in (clara, aoki):
            person.page.goto(f"/game/{game}")
        table.do(0, type="say", phrase="onegai")
        table.do(1, type="say", phrase="onegai")
        clara.shoot(folder, "club-game.png")
        aoki.shoot(folder, "club-game-phone.png", height=1060)
    for person in (clara, aoki):
        person.page.goto("/lobby")
        person.page.wait_for_timeout(1500)
    # A seek ends five seconds after its page was closed, so that both pictures are taken at once.
    for person in (clara, aoki):
        person.post("/api/challenges", {**CHALLENGE, "listed": True, "side": "furigoma"})
    clara.shoot(folder, "club-lobby.png", height=1160)
    aoki.shoot(folder, "club-lobby-phone.png", height=1300)
    clara.shoot(folder, "club-profile.png", "/people/clara")
    aoki.shoot(folder, "club-profile-phone.png", "/people/aoki")
    aoki.shoot(folder, "club-event-phone.png", f"/events/{swiss(clara)}")


def swiss(arbiter: Person) -> str:
    """A Swiss event of eight players, over."""
    event: str = arbiter.post(
        "/api/events", {"name": "秋のクラブ大会", "rounds": 3, "online": False, "place": "公民館"}
    )["id"]

    def do(kind: str, **more: Any) -> dict[str, Any]:
        return arbiter.post(f"/api/events/{event}/commands", {"command": {"type": kind, **more}})

    for number, name in enumerate(("青木", "石田", "上野", "遠藤", "大川", "木下", "佐野", "高木")):
        do("add", name=name, rank=f"{number + 1} kyu")
    for number in (1, 2, 3):
        do("pair")
        for game in do("start")["rounds"][-1]["games"]:
            result = "white" if game["board"] == number else "black"
            do("result", round=number, board=game["board"], result=result)
    do("finish")
    return event


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    with tempfile.TemporaryDirectory() as data:
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
                path = os.environ.get("KOMADAI_CHROMIUM") or shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                make(folder, browser, found[0])
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
