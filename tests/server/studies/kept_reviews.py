"""The review that is kept with a chapter."""

from __future__ import annotations

from typing import Any

from tests.server.reviews.reviews import MOVES, begun, finished
from tests.server.studies.studies import Study

RECORD = {"nodes": [{}, *({"parent": ply, "usi": usi} for ply, usi in enumerate(MOVES))]}


def kept(study: Study) -> Any:
    answer = study.guest.get(f"{study.path}/chapters/{study.chapter}/review")
    assert answer.status_code == 200, answer.text
    return answer.json()["review"]


def keep(study: Study, job: dict[str, Any]) -> Any:
    return study.guest.post(f"{study.path}/chapters/{study.chapter}/review", {"job": job["id"]})


def reviewed(study: Study) -> dict[str, Any]:
    job = finished(study.guest, begun(study.guest, *MOVES))
    assert keep(study, job).status_code == 200
    review: dict[str, Any] = job["review"]
    return review
