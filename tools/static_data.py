"""Writes what the edition without a server has as data: ``static_data.py OUT``.

These are answers of the server that are the same for everybody: what it answers to
``GET /api/reading/glossary`` is in ``reading/glossary.json``. A call that the page cannot answer itself is
answered by such a file.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from browser_data import built, every_variant
from litestar.testing import TestClient
from progress_cases import weights

from komadai.server.app import create_app
from komadai.server.rate_limits import Limits, Rate
from komadai.server.settings import Settings
from komadai.server.tsume import progress
from komadai.server.tsume.problem_selection import CANDIDATES, first_rating
from komadai.server.tsume.service import TODAYS_PLIES
from komadai.server.tsume.store import HISTORY
from komadai.tsume.grades import grades
from komadai.server.variants import views as variants
from komadai.tsume.problems import problems
from komadai.variants import NAMES, Variant
from komadai.variants.pictures.board import Style, render

HERE = "http://127.0.0.1:8000"
UNLIMITED = Limits(address=Rate(10_000, 10_000), guest=Rate(10_000, 10_000))


BROWSER = Path("build/browser")
OF_THE_MODULE = {
    "texts.json": "texts.json",
    "options.json": "options.json",
    "course.json": "lessons.json",
    "lessons": "lessons",
}
"""What ``make browser`` has written there with the types of the server, and the names of its answers."""


def tsume_data() -> dict[str, object]:
    """The mate problems and the grades, and the numbers by which they are chosen, rated and repeated."""
    return {
        "problems": [
            {
                "id": problem.id,
                "sfen": problem.sfen,
                "moves": [move.usi() for move in problem.moves],
                "rating": first_rating(problem).rating,
            }
            for problem in problems()
        ],
        "grades": [
            {
                "kyu": grade.kyu,
                "plies": grade.plies,
                "problems": [problem.id for problem in grade.problems],
                "selection": [problem.id for problem in grade.selection],
            }
            for grade in grades()
        ],
        "weights": weights(),
        "deviation": first_rating(problems()[0]).deviation,
        "beginner": asdict(progress.BEGINNER),
        "min_deviation": progress.MIN_DEVIATION,
        "candidates": CANDIDATES,
        "first": {"plies": progress.FIRST_PLIES, "level": progress.FIRST_LEVEL},
        "run": {
            "ms": progress.RUN_MS,
            "misses": progress.RUN_MISSES,
            "start": progress.RUN_START,
            "step": progress.RUN_STEP,
        },
        "todays_plies": TODAYS_PLIES,
        "history": HISTORY,
    }


NEEDS_A_SERVER = {"solvable": False, "hints": False, "printable": False}
"""What of a variant a page without a server does not have."""
PICTURE_FACES: tuple[Style, ...] = ("one", "both")
"""The faces of the pictures: the page takes the nearer ones."""
LARGE = 16
"""The pictures of larger boards have pieces without faces, as those of a server."""


def variant_data() -> Iterator[tuple[str, object]]:
    """The gallery, each variant, and what differs in it with each choice of its options."""
    yield "variants", built(variants.listed())
    usual = {name: variant_view(Variant.named(name)) for name in NAMES}
    differing: dict[str, dict[str, object]] = {}
    for key, variant in every_variant():
        if key != variant.name:
            found = differences(variant_view(variant), usual[variant.name])
            differing.setdefault(variant.name, {})[key] = found
    for name in NAMES:
        yield f"variants/{name}", usual[name]
    for name, others in differing.items():
        yield f"variants/{name}.options", others


def variant_view(variant: Variant) -> dict[str, Any]:
    return built(variants.view(variant)) | NEEDS_A_SERVER


def differences(view: dict[str, Any], usual: dict[str, Any]) -> dict[str, object]:
    """The fields of a variant that another choice of its options changes, and the pieces that it changes."""
    assert [piece["id"] for piece in view["pieces"]] == [piece["id"] for piece in usual["pieces"]]
    found = {field: value for field, value in view.items() if value != usual[field]}
    return found | {"pieces": [piece for piece in view["pieces"] if piece not in usual["pieces"]]}


def pictures() -> Iterator[tuple[str, str]]:
    """The start of each variant as a picture, with each of these faces."""
    for name in NAMES:
        variant = Variant.named(name)
        for faces in PICTURE_FACES:
            style: Style = "plain" if variant.files > LARGE else faces
            yield f"variants/{name}.{faces}.svg", render(variant, style=style, size=None)


def main(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        TestClient(create_app(Settings(data_dir=Path(folder), limits=UNLIMITED)), base_url=HERE) as server,
    ):

        def write(address: str) -> Any:
            """Writes the answer to a call, and returns it."""
            answer = server.get(f"/api/{address}")
            answer.raise_for_status()
            file = out / f"{address}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(answer.content)
            return answer.json()

        for game in write("reading")["games"]:
            write(f"reading/games/{game['id']}")
        write("reading/glossary")
        write("records/options")
    (out / "tsume.json").write_text(json.dumps(tsume_data()), "utf-8")
    (out / "variants").mkdir()
    for name, value in variant_data():
        (out / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    for name, picture in pictures():
        (out / name).write_text(picture, "utf-8")
    for ours, name in OF_THE_MODULE.items():
        (shutil.copytree if (BROWSER / ours).is_dir() else shutil.copy)(BROWSER / ours, out / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
