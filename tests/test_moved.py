"""Documented modules that moved can still be imported by their former paths."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import komadai.tsume
from komadai.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_a_former_path_is_the_module_itself(old: str) -> None:
    module = import_module(MOVED[old])
    assert import_module(old) is module
    assert module.__spec__ is not None
    assert module.__spec__.name == module.__name__ == MOVED[old]


def test_former_paths_named_like_functions_leave_the_functions_alone() -> None:
    inspect, mine = import_module("komadai.tsume.inspect"), import_module("komadai.tsume.mine")
    assert inspect.Inspector is komadai.tsume.Inspector
    assert mine.mine is komadai.tsume.mine
    assert komadai.tsume.inspect is inspect.inspect


def test_an_unknown_path_is_still_an_import_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"komadai\.book\.nothing"):
        import_module("komadai.book.nothing")


def test_a_former_path_can_be_the_first_import() -> None:
    script = "from komadai.tsume.inspect import Inspector; from komadai.book.yaneuraou import YaneuraOuBook"
    subprocess.run([sys.executable, "-c", script], check=True)
