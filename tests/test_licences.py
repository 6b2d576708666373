"""The wheel's metadata name the licence of everything in it, and have the texts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "komadai"
OF_OTHERS = ROOT / "packaging" / "licenses"
"""The licences of code of others that is compiled into the core or the page."""
METADATA = """
import sys
sys.path.insert(0, "tools")
import build_backend
build_backend.prepare_metadata_for_build_wheel(sys.argv[1])
"""


@pytest.fixture(scope="module")
def dist_info(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("metadata")
    subprocess.run(
        [sys.executable, "-c", METADATA, str(folder)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )
    (found,) = folder.glob("*.dist-info")
    return found


@pytest.fixture(scope="module")
def metadata(dist_info: Path) -> Message:
    return HeaderParser().parsestr((dist_info / "METADATA").read_text("utf-8"))


def licences(metadata: Message) -> set[str]:
    return set(metadata["License-Expression"].split(" AND "))


def test_the_expression_names_each_licence(metadata: Message) -> None:
    assert licences(metadata) == {"MIT", "OFL-1.1", "Unicode-3.0", "BSD-3-Clause", "ISC"}


def test_the_faces_of_the_pieces_have_licences_that_are_named(metadata: Message) -> None:
    sets = [json.loads(path.read_text("utf-8")) for path in (PACKAGE / "diagram" / "faces").glob("*.json")]
    named = {name for each in sets for name in each.get("license", "MIT").split(" AND ")}
    assert "OFL-1.1" in named
    assert named <= licences(metadata)


def test_every_text_of_a_licence_is_in_the_wheel(dist_info: Path, metadata: Message) -> None:
    texts = [ROOT / "LICENSE", *PACKAGE.rglob("LICENSE*"), *OF_OTHERS.glob("*.txt")]
    texts = [path for path in texts if "static" not in path.parts]
    assert {path.relative_to(ROOT).as_posix() for path in texts} == set(metadata.get_all("License-File", []))
    for path in texts:
        assert (dist_info / "licenses" / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


def test_code_of_others_in_the_core_and_the_page_has_the_text_of_its_licence() -> None:
    sources = [path for suffix in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{suffix}")]
    imported = {
        found[1]
        for path in sources
        if not path.name.endswith(".test.ts")
        for found in re.finditer(r'^\s*import\b[^"\';]*from "([^."][^/"]*)', path.read_text("utf-8"), re.M)
    }
    compiled_in = {"nanobind", "robin-map"}  # nanobind's own tables
    used_by_svelte = {"clsx"}
    not_in_the_wheel = {path.stem for path in (ROOT / "web/static/public/licences").glob("*.txt")}
    texts = {path.stem for path in OF_OTHERS.glob("*.txt")} | not_in_the_wheel
    assert texts == imported | compiled_in | used_by_svelte
