"""Games that are added on the page: those that come with Komadai, and files of people who may add some."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import STARTPOS
from komadai.server.explorer import imports
from komadai.server.people.store import Role
from komadai.server.rate_limits import Limits
from komadai.study.database import starter
from tests.server.conftest import UNLIMITED, Guest, code, start_server
from tests.server.explorer.games import GAMES, MINO
from tests.server.people.accounts import somebody
from tests.study.database.reference import Played
from tests.study.database.samples import named, write_csa

OTHERS = [Played(["5g5f", "5c5d"], "white"), Played(["1g1f"])]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A fresh server for people at its own machine."""
    with start_server(tmp_path / "data", limits=UNLIMITED) as running:
        yield running


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The first hundred of the games that come with Komadai stand for all of them."""
    games = list(islice(starter.games(), 100))
    monkeypatch.setattr(starter, "games", lambda: iter(games))
    return games


def csa(folder: Path, games: list[Played]) -> bytes:
    return write_csa(folder / "games.csa", named(games)).read_bytes()


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def send(guest: Guest, data: bytes, name: str = "games.csa") -> Any:
    path = f"/api/explorer/import?name={name}"
    return guest.client.post(path, content=data, headers=guest.headers())


def finished(guest: Guest, answer: Any) -> dict[str, Any]:
    """The job of this answer, when it is done; what it reports is read from the socket."""
    assert answer.status_code == 201, answer.text
    with guest.connect() as page:
        page.send("subscribe", topic={"type": "job", "id": answer.json()["id"]})
        while True:
            message = page.receive()
            if message["type"] == "import" and message["job"]["state"] == "done":
                job: dict[str, Any] = message["job"]
                return job


def databases(guest: Guest) -> dict[str, int]:
    listed = guest.get("/api/explorer/databases").json()["databases"]
    return {each["key"]: each["games"] for each in listed}


def test_a_fresh_server_offers_the_games_that_come_with_komadai(guest: Guest) -> None:
    found = guest.get("/api/explorer/databases").json()
    assert [each["key"] for each in found["databases"]] == ["here"]
    assert found["may_add"] is True
    assert found["max_bytes"] == Limits().collection_body
    offer = found["starter"]
    assert (offer["games"], offer["nodes"]) == (starter.facts().games, starter.facts().nodes)
    assert offer["added"] is False
    assert offer["bytes"] > starter.FILE.stat().st_size, "the database has an index"


def test_one_call_makes_a_database_of_the_games_of_the_program(guest: Guest, few: list[Any]) -> None:
    job = finished(guest, guest.post("/api/explorer/starter", {}))
    assert (job["error"], job["stopped"], job["added"], job["duplicates"]) == (None, False, 100, 0)
    assert databases(guest) == {"here": 0, "program": 100}
    found = guest.get("/api/explorer/databases").json()
    assert found["databases"][1]["name"] == {"en": "Games of the program", "ja": "プログラム同士の対局"}
    assert found["starter"]["added"] is True
    answer = guest.post("/api/explorer", {"database": "program", "sfen": STARTPOS}).json()
    assert answer["moves"]
    names = guest.get("/api/explorer/names?database=program").json()
    assert names["complete"] is True
    assert names["castles"]


def test_the_games_of_the_program_are_added_once(guest: Guest, few: list[Any]) -> None:
    finished(guest, guest.post("/api/explorer/starter", {}))
    again = guest.post("/api/explorer/starter", {})
    assert (again.status_code, code(again)) == (400, "invalid")


class Held:
    """Yields the first of some values, and the others when the test lets it go on."""

    def __init__(self, values: Iterable[Any], first: int) -> None:
        self._values = values
        self._first = first
        self.waits = Event()
        self.goes_on = Event()

    def __iter__(self) -> Iterator[Any]:
        for number, each in enumerate(self._values):
            if number == self._first:
                self.waits.set()
                assert self.goes_on.wait(60)
            yield each

    def stop(self, guest: Guest, answer: Any) -> dict[str, Any]:
        """Stops the job after the first values; what it reports when it is done."""
        assert self.waits.wait(60)
        path = f"/api/explorer/imports/{answer.json()['id']}"
        running = guest.get(path).json()
        assert (running["state"], running["games"]) == ("working", self._first)
        assert guest.post(f"{path}/stop", {}).status_code == 200
        self.goes_on.set()
        return finished(guest, answer)


def test_a_stopped_job_leaves_no_part_of_the_games_of_the_program(
    guest: Guest, few: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    held = Held(few, 50)
    monkeypatch.setattr(starter, "games", lambda: iter(held))
    job = held.stop(guest, guest.post("/api/explorer/starter", {}))
    assert (job["stopped"], job["error"], job["added"]) == (True, None, 0)
    assert databases(guest) == {"here": 0}
    assert not list((tmp_path / "data").glob("program*"))
    assert guest.get("/api/explorer/databases").json()["starter"]["added"] is False


def test_files_and_archives_are_added_to_one_database_without_duplicates(
    guest: Guest, tmp_path: Path
) -> None:
    first, other = csa(tmp_path, [*GAMES, MINO]), csa(tmp_path, OTHERS)
    job = finished(guest, send(guest, first))
    assert (job["file"], job["games"], job["added"], job["duplicates"]) == ("games.csa", 5, 5, 0)
    archive = zipped(**{"first.csa": first, "other.csa": other, "broken.csa": b"\xff\xfe"})
    job = finished(guest, send(guest, archive, "games.zip"))
    assert (job["added"], job["duplicates"], job["error"]) == (2, 5, None)
    assert [each["name"] for each in job["unread"]] == ["games.zip/broken.csa"]
    assert databases(guest) == {"here": 0, "imported": 7}
    found = guest.get("/api/explorer/names?database=imported").json()
    assert found["complete"] is True
    assert "hon_mino" in [each["id"] for each in found["castles"]]


def test_a_file_without_a_game_is_an_error_in_both_languages(guest: Guest) -> None:
    job = finished(guest, send(guest, b"no game", "letter.txt"))
    assert job["error"] == {"en": imports.NOTHING.en, "ja": imports.NOTHING.ja}
    assert len(job["unread"]) == 1
    assert databases(guest) == {"here": 0}


def test_a_stopped_import_keeps_what_was_stored_before(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(guest, send(guest, csa(tmp_path, GAMES)))
    held = Held([("a", csa(tmp_path, OTHERS)), ("b", csa(tmp_path, [MINO]))], 1)
    monkeypatch.setattr(imports, "opened", lambda *_, **__: iter(held))
    assert held.waits.is_set() is False
    answer = send(guest, b"")
    assert held.waits.wait(60)
    guest.post(f"/api/explorer/imports/{answer.json()['id']}/stop", {})
    held.goes_on.set()
    job = finished(guest, answer)
    assert (job["stopped"], job["error"], job["added"]) == (True, None, 0)
    assert databases(guest) == {"here": 0, "imported": len(GAMES)}


def test_one_import_writes_at_a_time(guest: Guest, few: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(few, 1)
    monkeypatch.setattr(imports, "WAIT_S", 0.05)
    monkeypatch.setattr(starter, "games", lambda: iter(held))
    first = guest.post("/api/explorer/starter", {})
    assert held.waits.wait(60)
    other = Guest(guest.client)
    assert finished(other, send(other, b"x"))["error"]["en"] == imports.TAKEN.en
    held.goes_on.set()
    assert finished(guest, first)["error"] is None


def test_a_folder_that_cannot_be_written_is_the_error_of_the_job(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "data" / "imported.kdb").write_text("a file, no folder")
    job = finished(guest, send(guest, csa(tmp_path, GAMES)))
    assert job["error"]["en"].startswith("The database cannot be written")


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, collection_body=1000)
    with start_server(tmp_path / "data", limits=limits) as client:
        guest = Guest(client)
        assert guest.get("/api/explorer/databases").json()["max_bytes"] == 1000
        refused = send(guest, b"x" * 1001)
        assert (refused.status_code, code(refused)) == (413, "too_large")


@pytest.mark.parametrize(
    ("role", "may"), [(None, "no_account"), ("user", "not_moderator"), ("moderator", None), ("admin", None)]
)
def test_on_a_server_for_others_moderators_add_games(
    tmp_path: Path, few: list[Any], role: Role | None, may: str | None
) -> None:
    public = {"host_names": ("shogi.example.org", "127.0.0.1")}
    with start_server(tmp_path / "data", limits=UNLIMITED, **public) as client:
        person = Guest(client) if role is None else somebody(client, role)[0]
        assert person.get("/api/explorer/databases").json()["may_add"] is (may is None)
        headers = person.headers()
        answers = [
            client.post("/api/explorer/starter", json={}, headers=headers),
            client.post("/api/explorer/import?name=a", content=b"x", headers=headers),
        ]
        for answer in answers:
            assert (answer.status_code == 201) if may is None else (code(answer) == may)


def test_a_job_is_seen_by_its_owner_only(guest: Guest, few: list[Any]) -> None:
    answer = guest.post("/api/explorer/starter", {})
    path = f"/api/explorer/imports/{answer.json()['id']}"
    other = Guest(guest.client)
    assert code(other.get(path)) == "not_found"
    assert code(other.post(f"{path}/stop", {})) == "not_found"
    finished(guest, answer)
