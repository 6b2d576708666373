"""A database of the first playable state (commit 5d507427) opens, and all that was stored is there.

It was made by the server of that commit: accounts, games, events of every kind, a study, a class, lessons and
mate problems. The dump of PostgreSQL has the same rows in the tables that this commit made there.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import UNLIMITED, start_server
from tests.server.people.accounts import Browser
from tests.server.postgresql import Cluster

DATA = Path(__file__).parents[2] / "data" / "databases"
SYSTEMS = {
    "swiss", "round-robin", "knockout", "title-match", "ladder", "league", "arena", "simul",
}  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def client(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient[Any]]:
    folder, url = tmp_path_factory.mktemp("server"), None
    if request.param == "sqlite":
        stored = gzip.decompress((DATA / "first_playable.sqlite.gz").read_bytes())
        (folder / "komadai.sqlite").write_bytes(stored)
    else:
        cluster: Cluster = request.getfixturevalue("postgresql")
        url = cluster.create()
        dump = gzip.decompress((DATA / "first_playable.sql.gz").read_bytes())
        cluster.sql(url.rpartition("/")[2], dump.decode())
    with start_server(folder, database=url, limits=UNLIMITED) as running:
        yield running


@pytest.fixture
def ann(client: TestClient[Any]) -> Browser:
    return logged_in(client, "ann")


def logged_in(client: TestClient[Any], name: str) -> Browser:
    browser = Browser(client)
    answer = browser.log_in(name)
    assert answer.status_code == 200, answer.text
    return browser


def read(browser: Browser, path: str) -> Any:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_each_account_logs_in_with_its_password(client: TestClient[Any]) -> None:
    for name in ("chief", "ann", "ben", "cho", "dan", "eri", "fay", "gen"):
        account = logged_in(client, name).account
        assert account is not None
        assert account["name"] == name


def test_events_of_every_kind_have_their_players_and_rounds(client: TestClient[Any]) -> None:
    chief = logged_in(client, "chief")
    listed = read(chief, "/api/events")["events"]
    events = [read(chief, f"/api/events/{each['id']}") for each in listed]
    assert {each["system"] for each in events} == SYSTEMS
    assert len(events) == 10  # with a season of the title match, and an event of teams
    for event in events:
        assert event["players"], event["name"]
        assert read(chief, f"/api/events/{event['id']}/log")["entries"], event["name"]
    by_name = {each["name"]: each for each in events}
    (first, second) = by_name["Cup swiss"]["rounds"]
    assert sorted(game["result"] for game in first["games"]) == ["black", "white"]
    assert all(game["result"] is None for game in second["games"])


def test_games_have_their_moves_and_results(ann: Browser) -> None:
    games = [read(ann, f"/api/games/{id}") for id in ann.games]
    assert len(games) == 4
    assert sorted(len(game["moves"]) for game in games) == [0, 0, 1, 2]
    (over,) = [game for game in games if game["result"] is not None]
    assert over["result"]["termination"] == "resignation"
    with ann.open(over["id"]) as page:
        assert page.game["id"] == over["id"]


def test_a_game_of_a_variant_goes_on(client: TestClient[Any]) -> None:
    (id,) = logged_in(client, "cho").games[-1:]
    game = read(logged_in(client, "dan"), f"/api/games/{id}")
    assert game["variant"].partition(":")[0] == "minishogi"


def test_a_study_has_its_moves_and_comments(ann: Browser) -> None:
    studies = read(ann, "/api/studies?list=own")["studies"]
    (study,) = [each for each in studies if each["name"] == "Yagura"]
    path = f"/api/studies/{study['id']}"
    (chapter,) = read(ann, path)["chapters"]
    file = ann.get(f"{path}/export?format=kif&chapter={chapter['id']}")
    assert file.status_code == 200, file.text
    assert "７六歩" in file.text
    assert "Hello" in file.text


def test_people_lessons_and_mate_problems_are_as_they_were(ann: Browser) -> None:
    people = read(ann, "/api/account/people")
    assert {name: [each["name"] for each in found] for name, found in people.items()} == {
        "follows": ["ben"],
        "blocks": ["cho"],
    }
    assert read(ann, "/api/lessons/goro-pawn")["reached"] == 1
    assert [each["name"] for each in read(ann, "/api/lessons/classes")["classes"]] == ["Club"]
    assert read(ann, "/api/tsume")["tried"] == 1
