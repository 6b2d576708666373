"""The check that type checkers know every public type finds those that they do not know."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import npm
import verify_types

pytestmark = pytest.mark.skipif(
    not (npm.WEB / "node_modules" / "pyright").is_dir(), reason="the packages of the page are not installed"
)


def _package(folder: Path, text: str) -> Path:
    package = folder / "pieces"
    package.mkdir()
    (package / "py.typed").touch()
    (package / "__init__.py").write_text(text, encoding="utf-8")
    return package


def test_an_attribute_without_an_annotation_is_found_with_its_place(tmp_path: Path) -> None:
    package = _package(
        tmp_path,
        """class Hand:
    def __init__(self) -> None:
        self.pawns = 0

    def take_pawn(self) -> None:
        self.pawns += 1


def pawns(hand: Hand) -> int:
    return hand.pawns
""",
    )
    (line,) = verify_types.faults(verify_types.report(package))
    assert line.startswith("pieces.Hand.pawns: Type is missing type annotation")
    assert line.endswith(f"({package / '__init__.py'}:6)")


def test_a_base_class_that_is_not_found_is_named(tmp_path: Path) -> None:
    package = _package(tmp_path, "from no_such_package import Piece\n\n\nclass Pawn(Piece): ...\n")
    assert "pieces.Pawn: Type of base class unknown" in verify_types.faults(verify_types.report(package))


def test_a_package_whose_types_are_all_known_has_no_faults(tmp_path: Path) -> None:
    package = _package(tmp_path, "class Hand:\n    pawns: int = 0\n")
    found = verify_types.report(package)
    assert found["typeCompleteness"]["symbols"]
    assert verify_types.faults(found) == []


def test_a_package_without_py_typed_is_a_fault(tmp_path: Path) -> None:
    package = _package(tmp_path, "")
    (package / "py.typed").unlink()
    assert verify_types.faults(verify_types.report(package)) == ["No py.typed file found"]
