"""Studies on a running server: who may do what, one tree for several pages, races, export and deletion."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from komadai import kifu
from komadai.server.rate_limits import Rate
from komadai.server.studies import service
from komadai.server.studies.access import Action, Role, Visibility, Writers, is_allowed
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, Server, code, start_server
from tests.server.studies.studies import PASSWORD, Study, account, register, together

RECORD = {
    "headers": [{"name": "black", "value": "A"}],
    "nodes": [
        {"parent": None},
        {"parent": 0, "usi": "7g7f", "comment": "first", "ms": 3000},
        {"parent": 1, "usi": "3c3d"},
    ],
}


def test_two_pages_see_one_tree(client: TestClient[Any]) -> None:
    ann, ben = Guest(client), Guest(client)
    mine = Study.new(ann, record=RECORD, visibility="unlisted", writers="link")
    theirs = mine.of(ben)
    with mine.page() as page, theirs.page() as other:
        assert [node["usi"] for node in page.chapter["nodes"]] == [None, "7g7f", "3c3d"]
        assert page.chapter["can_write"]
        node = theirs.do("add", node=2, usi="2g2f")
        mine.do("comment", node=node, text="solid")
        theirs.do("mark", node=node, name="main", shapes=["2f", "2h2f"])
        for each in (page.until(6), other.until(6)):
            assert each[node]["comment"] == "solid"
            assert (each[node]["bookmark"], each[node]["shapes"]) == ("main", ["2f", "2h2f"])
            assert each[node]["text"]["usi"] == "2g2f"
            assert each[2]["children"] == [node]
            assert page.chapter["can_undo"]
        assert page.nodes == other.nodes
        theirs.do("undo")
        assert page.until(7)[node]["shapes"] == []
        assert mine.do("undo") == node
        assert other.until(8)[node]["comment"] == ""
        assert other.chapter["can_redo"]
        theirs.do("redo")
        assert page.until(9)[node]["shapes"] == ["2f", "2h2f"]
        people = {each["you"]: each["name"]["en"] for each in page.people}
        assert set(people) == {True, False}


def test_a_page_that_comes_back_gets_only_what_it_has_not(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client))
    with study.page() as page:
        count = page.chapter["count"]
    with study.page(after=count) as page:
        assert page.chapter == {}
    study.do("add", node=0, usi="7g7f")
    with study.page(after=count) as page:
        assert len(page.nodes) == 2


def test_the_tree_and_its_errors_survive_a_restart(server: Server) -> None:
    with server(limits=UNLIMITED) as client:
        study = Study.new(Guest(client), record=RECORD)
        study.do("delete", node=2)
        assert code(study.ask("comment", node=2, text="?")) == "no_such_node"
        assert code(study.ask("add", node=1, usi="7g7f")) == "illegal_move"
        assert code(study.ask("add", node=1, usi="x")) == "unreadable_move"
        assert code(study.ask("mark", node=1, shapes=["?"])) == "bad_marks"
        cookie, token = study.guest.cookie, study.guest.csrf
    with server(limits=UNLIMITED) as client:
        study.guest.client, study.guest.cookie, study.guest.csrf = client, cookie, token
        assert [node["usi"] for node in study.seen()["nodes"]] == [None, "7g7f"]
        study.do("undo")
        assert code(study.ask("undo")) == "no_such_operation"
        assert len(study.seen()["nodes"]) == 3


@pytest.mark.parametrize("writers", get_args(Writers))
@pytest.mark.parametrize("visibility", get_args(Visibility))
def test_who_may_do_what(visibility: Visibility, writers: Writers) -> None:
    def may(role: Role, action: Action) -> bool:
        return is_allowed(role, visibility, writers, action)

    assert all(may("owner", action) for action in get_args(Action))
    assert not any(may(role, "manage") for role in ("writer", "reader", "other"))
    assert may("writer", "watch")
    assert may("reader", "watch")
    assert may("other", "watch") == (visibility != "private")
    assert may("writer", "write") == (writers != "owner")
    assert may("reader", "write") == (writers == "link")
    assert may("other", "write") == (writers == "link" and visibility != "private")


def test_a_private_study_is_hidden_until_one_is_invited(client: TestClient[Any]) -> None:
    owner, friend = account(client, "st_owner"), account(client, "st_friend")
    study = Study.new(owner)
    theirs = study.of(friend)
    assert code(theirs.view) == "not_found"
    assert code(theirs.ask("add", node=0, usi="7g7f")) == "not_found"
    assert code(study.invite("nobody_here")) == "no_such_account"
    assert code(study.invite("st_owner")) == "yourself"
    assert study.invite("ST_friend", may_write=False).status_code == 200
    assert theirs.view.json()["can_write"] is False
    assert code(theirs.ask("add", node=0, usi="7g7f")) == "cannot_write"
    assert code(theirs.settings(visibility="public")) == "cannot_write"
    assert [each["id"] for each in friend.get("/api/studies").json()["studies"]] == [study.id]
    study.invite("st_friend")
    theirs.do("add", node=0, usi="7g7f")
    with theirs.page() as page:
        study.invite("st_friend", invited=False)
        assert page.wait_for("chapter_gone")["chapter"] == study.chapter
    assert code(theirs.view) == "not_found"


def test_only_a_study_that_is_not_private_is_embedded(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD)
    second = study.guest.post(f"{study.path}/chapters", {"name": "Second"}).json()["chapter"]
    path = f"{study.path}/embed"

    def ask(query: str = "") -> Any:
        client.cookies.clear()
        return client.get(path + query)

    assert code(ask()) == "not_found"
    assert code(study.guest.get(path)) == "not_found"  # the owner is a stranger to a frame, too
    for visibility in ("unlisted", "public"):
        study.settings(visibility=visibility)
        answer = ask()
        assert "set-cookie" not in answer.headers
        shown = answer.json()
        assert [each["name"] for each in shown["chapters"]] == ["1", "Second"]
        assert [node["usi"] for node in shown["chapter"]["nodes"]] == [None, "7g7f", "3c3d"]
        assert shown["chapter"]["nodes"][1]["comment"] == "first"
        assert ask(f"?chapter={second}").json()["chapter"]["id"] == second
        assert ask("?chapter=gone").json()["chapter"]["id"] == study.chapter
    study.settings(visibility="private")
    assert code(ask()) == "not_found"


def test_public_studies_are_listed_for_everybody(client: TestClient[Any]) -> None:
    owner, other = Guest(client), Guest(client)
    study, hidden = Study.new(owner, name="Listed", visibility="public"), Study.new(owner)
    ids = {each["id"] for each in other.get("/api/studies?list=public").json()["studies"]}
    assert study.id in ids
    assert hidden.id not in ids
    assert other.get("/api/studies").json() == {"studies": [], "next": None}
    assert len(owner.get("/api/studies").json()["studies"]) == 2
    assert code(other.get("/api/studies?list=all")) == "invalid"


def test_a_list_says_how_many_people_are_in_a_study(client: TestClient[Any]) -> None:
    owner, reader = Guest(client), Guest(client)
    study = Study.new(owner, name="Full", visibility="public")

    def here() -> int:
        (found,) = [each for each in owner.get("/api/studies").json()["studies"] if each["id"] == study.id]
        return int(found["here"])

    assert here() == 0
    with study.page(), study.page(), study.of(reader).page():
        assert here() == 2, "a person with two pages is one"
    until(lambda: here() == 0, "both have left")


def test_long_lists_come_in_pages(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAGE", 2)
    monkeypatch.setattr(service, "MAX_STUDIES", 3)
    owner = Guest(client)
    made = [Study.new(owner).id for _ in range(3)]
    first = owner.get("/api/studies").json()
    rest = owner.get(f"/api/studies?before={first['next']}").json()
    assert {each["id"] for each in first["studies"] + rest["studies"]} == set(made)
    assert rest["next"] is None
    assert code(owner.post("/api/studies", {"name": "one more"})) == "too_many"


def test_chapters_are_added_renamed_moved_and_deleted(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client))
    chapters = f"{study.path}/chapters"
    assert code(study.guest.post(f"{chapters}/{study.chapter}/delete", {})) == "last_chapter"
    with study.page() as page:
        second = study.guest.post(chapters, {"name": "Second", "record": RECORD}).json()["chapter"]
        assert len(page.wait_for("study")["study"]["chapters"]) == 2
    moved = study.guest.post(f"{chapters}/{second}", {"name": " Now  first ", "place": 1}).json()
    assert [each["name"] for each in moved["chapters"]] == ["Now first", "1"]
    assert code(study.guest.post(f"{chapters}/{second}", {"name": "\u200b", "place": 1})) == "invalid"
    with study.page() as page:
        assert study.guest.post(f"{chapters}/{study.chapter}/delete", {}).status_code == 200
        assert page.wait_for("chapter_gone")
    assert code(study.ask("add", node=0, usi="7g7f")) == "not_found"


def test_a_record_that_cannot_be_played_is_refused(client: TestClient[Any]) -> None:
    guest = Guest(client)
    bad = {"nodes": [{"parent": None}, {"parent": 0, "usi": "5e5d"}]}
    answer = guest.post("/api/studies", {"name": "x", "record": bad})
    assert code(answer) == "invalid"
    assert answer.json()["error"]["field"] == "record.nodes[1].usi"
    long = {"nodes": [{"parent": None}, *({"parent": 0, "usi": "7g7f"} for _ in range(5_000))]}
    assert code(guest.post("/api/studies", {"name": "x", "record": long})) == "too_many_moves"


def test_all_chapters_are_exported_in_every_format(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD, visibility="unlisted")
    study.guest.post(f"{study.path}/chapters", {"name": "二つ目/../x"})
    study.do("add", node=1, usi="8c8d")
    for choice in study.guest.get("/api/records/options").json()["formats"]:
        answer = study.of(Guest(client)).guest.get(f"{study.path}/export?format={choice['key']}")
        assert answer.status_code == 200, answer.text
        names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
        assert [name.partition(".")[0] for name in names] == ["01-1", "02-二つ目-x"]
    one = study.guest.get(f"{study.path}/export?format=kif&chapter={study.chapter}")
    game = kifu.read(one.content.decode())
    assert [str(node.move) for node in game.root.children[0].children] == ["3c3d", "8c8d"]
    assert game.root.children[0].time_ms == 3000
    assert json.loads(one.headers["X-Komadai-Losses"]) == []
    assert code(study.guest.get(f"{study.path}/export?format=doc")) == "invalid"
    by_former_name = study.guest.get(f"{study.path}/export?format=western&chapter={study.chapter}")
    assert by_former_name.status_code == 200


def test_a_copy_is_ones_own(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD, visibility="public")
    study.do("add", node=1, usi="8c8d")
    reader = Guest(client)
    copy = Study(reader, reader.post(f"{study.path}/clone", {}).json())
    assert copy.view.json()["mine"]
    assert copy.view.json()["visibility"] == "private"
    copy.do("delete", node=1)
    assert len(copy.seen()["nodes"]) == 1
    assert len(study.seen()["nodes"]) == 4
    assert code(study.of(reader).ask("delete", node=1)) == "cannot_write"


def test_a_deleted_study_is_gone_for_all(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), visibility="public")
    study.do("add", node=0, usi="7g7f")
    reader = study.of(Guest(client))
    assert code(reader.guest.post(f"{study.path}/delete", {})) == "cannot_write"
    with reader.page() as page:
        assert study.guest.post(f"{study.path}/delete", {}).status_code == 200
        assert page.wait_for("chapter_gone")
    assert code(study.view) == "not_found"


def test_operations_have_a_rate(server: Server) -> None:
    limits = dataclasses.replace(UNLIMITED, study_operations=Rate(0.001, 2))
    with server(limits=limits) as client:
        study = Study.new(Guest(client))
        study.do("add", node=0, usi="7g7f")
        study.do("add", node=0, usi="2g2f")
        assert code(study.ask("undo")) == "slow_down"


# -- races


def test_two_who_add_one_move_at_once_have_one_node(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), visibility="unlisted", writers="link")
    guests = [study.of(Guest(client)) for _ in range(6)]
    nodes = together(*(lambda each=each: each.do("add", node=0, usi="7g7f") for each in guests))
    assert len(set(nodes)) == 1
    chapter = study.seen()
    assert (len(chapter["nodes"]), chapter["count"]) == (2, 7)
    others = together(
        *(
            lambda each=each, usi=usi: each.do("add", node=nodes[0], usi=usi)
            for each, usi in zip(guests, ["3c3d", "8c8d", "4a3b", "6a5b", "9c9d", "1c1d"], strict=True)
        )
    )
    assert len(set(others)) == 6


def test_of_a_deletion_and_an_addition_below_either_comes_first(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD, visibility="unlisted", writers="link")
    other = study.of(Guest(client))
    deleted, added = together(
        lambda: study.ask("delete", node=1), lambda: other.ask("add", node=2, usi="2g2f")
    )
    assert deleted.status_code == 201
    assert added.status_code == 201 or code(added) == "no_such_node"
    assert len(study.seen()["nodes"]) == 1


def test_of_an_undo_and_an_addition_below_one_is_refused(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), visibility="unlisted", writers="link")
    other = study.of(Guest(client))
    node = study.do("add", node=0, usi="7g7f")
    undone, added = together(lambda: study.ask("undo"), lambda: other.ask("add", node=node, usi="3c3d"))
    outcomes = (undone.status_code, added.status_code)
    assert outcomes in ((201, 409), (409, 201))
    assert code(added if outcomes[1] == 409 else undone) in ("no_such_node", "built_upon")


def test_a_study_that_is_deleted_takes_no_addition_at_the_same_time(
    server: Server, database_url: str | None
) -> None:
    with server(limits=UNLIMITED, database=database_url) as client:
        study = Study.new(Guest(client), record=RECORD)
        study.do("comment", node=1, text="mine")
        gone, *added = together(
            lambda: study.guest.post(f"{study.path}/delete", {}),
            *(lambda usi=usi: study.ask("add", node=0, usi=usi) for usi in ("7g7f", "2g2f", "5g5f")),
        )
        assert gone.status_code == 200
        assert all(each.status_code == 201 or code(each) == "not_found" for each in added)
        assert code(study.view) == "not_found"


def test_the_database_orders_the_operations_of_several_processes(tmp_path: Path) -> None:
    """Another process has stored operations that this one has not seen."""
    with start_server(tmp_path, limits=UNLIMITED) as client:
        study = Study.new(Guest(client), record=RECORD)
        study.do("comment", node=1, text="mine")
        with study.page() as page:
            engine = sa.create_engine(f"sqlite:///{tmp_path / 'komadai.sqlite'}")
            for number, body in (
                (4, {"type": "add", "parent": 1, "usi": "8c8d"}),
                (5, {"type": "delete", "node": 2}),
            ):
                with engine.begin() as connection:
                    connection.execute(
                        sa.text("INSERT INTO study_operations VALUES (:chapter, :number, :author, 1, :body)"),
                        {
                            "chapter": study.chapter,
                            "number": number,
                            "author": study.guest.id,
                            "body": json.dumps(body),
                        },
                    )
            engine.dispose()
            assert code(study.ask("add", node=2, usi="2g2f")) == "no_such_node"
            assert page.until(6)[1]["children"] == [4]
            assert study.do("add", node=4, usi="2g2f") == 6


# -- personal data


def test_a_guests_studies_go_with_them_into_their_account(client: TestClient[Any]) -> None:
    person = Guest(client)
    study = Study.new(person)
    study.do("add", node=0, usi="7g7f")
    register(person, "st_mover")
    assert study.view.json()["owner"]["name"] == "st_mover"
    study.do("undo")
    assert study.seen()["people"][0]["name"]["en"] == "st_mover"


def test_an_account_exports_and_deletes_what_it_has_written(client: TestClient[Any]) -> None:
    owner, writer = Guest(client), account(client, "st_writer")
    own = Study.new(writer, name="Mine", record=RECORD)
    shared = Study.new(owner, visibility="unlisted", writers="link")
    theirs = shared.of(writer)
    node = theirs.do("add", node=0, usi="7g7f")
    theirs.do("comment", node=node, text="my secret plan")
    exported = writer.get("/api/account/export").json()["studies"]
    assert exported[0]["name"] == "Mine"
    assert exported[0]["chapters"][0]["record"]["nodes"][1]["comment"] == "first"
    assert "my secret plan" in {each["body"].get("text") for each in exported if "body" in each}
    assert writer.post("/api/account/delete", {"password": PASSWORD}).status_code == 200
    client.cookies.clear()
    assert code(owner.get(own.path)) == "not_found"
    chapter = shared.seen()
    assert [each["comment"] for each in chapter["nodes"]] == ["", ""]
    assert chapter["people"][chapter["nodes"][1]["by"]]["name"]["en"] == "deleted"
