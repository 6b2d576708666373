"""Studies and their pages."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import Guest, Socket

PASSWORD = "a long enough sentence"


class Study:
    """A study as one guest uses it."""

    def __init__(self, guest: Guest, made: dict[str, Any]) -> None:
        self.guest, self.id, self.chapter = guest, made["id"], made["chapter"]
        self.path = f"/api/studies/{self.id}"

    @classmethod
    def new(cls, guest: Guest, **choices: Any) -> Study:
        answer = guest.post("/api/studies", {"name": "Openings", **choices})
        assert answer.status_code == 201, answer.text
        return cls(guest, answer.json())

    def of(self, guest: Guest) -> Study:
        return Study(guest, {"id": self.id, "chapter": self.chapter})

    def ask(self, kind: str, **fields: Any) -> Any:
        path = f"{self.path}/chapters/{self.chapter}/operations"
        return self.guest.post(path, {"operation": {"type": kind, **fields}})

    def do(self, kind: str, **fields: Any) -> int:
        answer = self.ask(kind, **fields)
        assert answer.status_code == 201, answer.text
        node: int = answer.json()["node"]
        return node

    def settings(self, **changes: Any) -> Any:
        new = {"name": "Openings", "visibility": "private", "writers": "invited", **changes}
        return self.guest.post(self.path, new)

    def invite(self, name: str, **choices: Any) -> Any:
        return self.guest.post(f"{self.path}/people", {"name": name, **choices})

    @property
    def view(self) -> Any:
        return self.guest.get(self.path)

    @contextmanager
    def page(self, after: int | None = None) -> Iterator[Page]:
        with self.guest.connect() as socket:
            page = Page(socket, self.chapter)
            answer = socket.ask("subscribe", topic={"type": "chapter", "id": self.chapter, "after": after})
            assert answer["type"] == "done", answer
            yield page

    def seen(self) -> dict[str, Any]:
        with self.page() as page:
            return page.chapter


class Page:
    """A page that shows a chapter and keeps up with its messages."""

    def __init__(self, socket: Socket, chapter: str) -> None:
        self.socket, self.id = socket, chapter
        self.chapter: dict[str, Any] = {}
        self.nodes: dict[int, Any] = {}
        self.people: list[Any] = []
        self.last: dict[str, Any] = {}
        receive = socket.receive

        def follow() -> dict[str, Any]:
            message = receive()
            self.take(message)
            return message

        socket.receive = follow  # type: ignore[method-assign]

    def take(self, message: dict[str, Any]) -> None:
        self.last = message
        if message["type"] == "chapter":
            self.chapter = message["chapter"]
            self.nodes = {node["id"]: node for node in self.chapter["nodes"]}
            self.people = self.chapter["people"]
        elif message["type"] == "chapter_update":
            self.chapter.update({key: message[key] for key in ("count", "can_undo", "can_redo")})
            self.nodes.update({node["id"]: node for node in message["nodes"]})
            for gone in message["gone"]:
                del self.nodes[gone]
        elif message["type"] == "chapter_people":
            self.people = message["people"]

    def until(self, count: int) -> dict[int, Any]:
        while self.chapter["count"] < count:
            self.socket.receive()
        return self.nodes

    def wait_for(self, kind: str) -> dict[str, Any]:
        while self.last["type"] != kind:
            self.socket.receive()
        return self.last


def register(person: Guest, name: str) -> Guest:
    """Makes the guest an account of this name."""
    answer = person.post("/api/account/register", {"name": name, "password": PASSWORD, "display_name": name})
    assert answer.status_code == 201, answer.text
    person.cookie = answer.headers["set-cookie"].partition(";")[0]
    person.client.cookies.clear()
    person.csrf = answer.json()["csrf"]
    return person


def account(client: TestClient[Any], name: str) -> Guest:
    return register(Guest(client), name)


def together(*calls: Any) -> list[Any]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]
