"""The review of a chapter, which is kept with it."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.studies import review_calls
from tests.server.conftest import UNLIMITED, Guest, Server, begin_two, code
from tests.server.games.openings import OPENING, play_opening
from tests.server.reviews.reviews import MOVES, begun, finished
from tests.server.studies.kept_reviews import RECORD, keep, kept, reviewed
from tests.server.studies.studies import PASSWORD, Study, account


def test_a_review_is_there_for_all_who_may_read_the_study(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD)
    assert kept(study) is None
    review = reviewed(study)
    other = Guest(client)
    path = f"{study.path}/chapters/{study.chapter}/review"
    assert kept(study) == review
    assert code(other.get(path)) == "not_found"
    study.settings(visibility="unlisted")
    assert kept(study.of(other)) == review


def test_only_whoever_may_write_keeps_a_review(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD, visibility="public")
    reader = study.of(Guest(client))
    assert code(keep(reader, finished(reader.guest, begun(reader.guest, *MOVES)))) == "cannot_write"


def test_a_new_review_takes_the_place_of_the_one_before(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD)
    reviewed(study)
    job = finished(study.guest, begun(study.guest, *MOVES[:3]))
    keep(study, job)
    assert len(kept(study)["moves"]) == 3


def test_the_others_at_a_chapter_hear_of_a_new_review(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD, visibility="public")
    with study.page() as own, study.of(Guest(client)).page() as page:
        reviewed(study)
        assert page.wait_for("chapter_reviewed")["chapter"] == study.chapter
        study.do("comment", node=0, text="the next message")
        while own.last["type"] != "chapter_update":
            assert own.socket.receive()["type"] != "chapter_reviewed", "who has made it knows"


def test_a_review_of_another_position_is_not_kept(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD)
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    assert code(keep(study, finished(study.guest, begun(study.guest, "3c3d", start=start)))) == "not_found"
    assert code(keep(study, {"id": "no job"})) == "not_found"
    assert kept(study) is None


def test_a_review_that_is_too_long_is_refused(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_calls, "MAX_BYTES", 1000)
    study = Study.new(Guest(client), record=RECORD)
    assert code(keep(study, finished(study.guest, begun(study.guest, *MOVES)))) == "invalid"


def test_a_copy_of_a_study_has_its_reviews(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), record=RECORD)
    review = reviewed(study)
    assert kept(Study(study.guest, study.guest.post(f"{study.path}/clone", {}).json())) == review


def test_a_review_survives_a_restart_and_goes_with_its_chapter(server: Server) -> None:
    with server(limits=UNLIMITED) as client:
        study = Study.new(Guest(client), record=RECORD)
        review = reviewed(study)
    with server(limits=UNLIMITED) as client:
        guest = study.guest
        guest.client = client
        assert kept(study) == review
        guest.post(f"{study.path}/chapters", {"name": "second"})
        path = f"{study.path}/chapters/{study.chapter}"
        assert guest.post(f"{path}/delete", {}).status_code == 200
        assert code(guest.get(f"{path}/review")) == "not_found"


def test_a_review_is_in_the_export_and_goes_with_its_study(client: TestClient[Any]) -> None:
    owner = account(client, "review_owner")
    study = Study.new(owner, record=RECORD, visibility="public")
    review = reviewed(study)
    exported = owner.get("/api/account/export").json()["studies"]
    assert exported[0]["chapters"][0]["review"] == review
    assert owner.post("/api/account/delete", {"password": PASSWORD}).status_code == 200
    client.cookies.clear()
    assert code(Guest(client).get(f"{study.path}/chapters/{study.chapter}/review")) == "not_found"


def test_a_review_of_a_game_that_is_not_over_is_not_shown_to_its_players(client: TestClient[Any]) -> None:
    study = Study.new(Guest(client), visibility="public")
    job = finished(study.guest, begun(study.guest, *OPENING))
    assert keep(study, job).status_code == 200
    black, white = Guest(client), Guest(client)
    play_opening(black, white, begin_two(black, white, days=3), range(len(OPENING)))
    path = f"{study.path}/chapters/{study.chapter}/review"
    assert code(black.get(path)) == code(white.get(path)) == "playing"
    assert kept(study) == job["review"]
