"""Documented modules that moved can still be imported by their former paths."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import komadai.tsume
from komadai import tournaments
from komadai.moved import MOVED, PACKAGES

FORMER: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "data" / "former_names.toml").read_text("utf-8")
)
"""The modules of packages that moved, and what was in them."""


@pytest.mark.parametrize("old", MOVED)
def test_a_former_path_is_the_module_itself(old: str) -> None:
    module = import_module(MOVED[old])
    assert import_module(old) is module
    assert module.__spec__ is not None
    assert module.__spec__.name == module.__name__ == MOVED[old]


@pytest.mark.parametrize("old", PACKAGES)
def test_a_former_package_is_the_package_itself(old: str) -> None:
    assert import_module(old) is import_module(PACKAGES[old])
    parent, _, name = old.rpartition(".")
    assert getattr(import_module(parent), name) is import_module(PACKAGES[old])


@pytest.mark.parametrize("old", FORMER)
def test_a_module_of_a_former_package_has_its_names(old: str) -> None:
    module = import_module(old)
    assert [name for name in FORMER[old] if not hasattr(module, name)] == []


def test_a_tournament_of_a_former_program_is_a_tournament() -> None:
    events = import_module("komadai.events")
    acts = import_module("komadai.events.acts")
    cup = events.replay([acts.Created(at=0, settings=acts.Settings(name="Cup", system="ladder"))])
    assert isinstance(cup, tournaments.Event)
    assert (events.replay, acts.Created) == (tournaments.replay, tournaments.Created)
    for name in ("Wada", "Oyama"):
        cup.apply(cup.enter(name, at=0))
    assert isinstance(cup, tournaments.Ladder)
    cup.apply(cup.challenge(2, 1, at=0))
    assert import_module("komadai.events.ladder").busy(cup) == {1, 2}


def test_former_paths_named_like_functions_leave_the_functions_alone() -> None:
    inspect, mine = import_module("komadai.tsume.inspect"), import_module("komadai.tsume.mine")
    assert inspect.Inspector is komadai.tsume.Inspector
    assert mine.mine is komadai.tsume.mine
    assert komadai.tsume.inspect is inspect.inspect


def test_modules_by_former_paths_leave_the_functions_of_their_package_alone() -> None:
    for old in FORMER:
        import_module(old)
    assert callable(tournaments.standings)
    assert import_module("komadai.tournaments.kinds") is tournaments.kinds


def test_a_module_of_a_former_package_is_imported_from_it() -> None:
    from komadai.events import knockout, round_robin, swiss  # type: ignore[import-not-found]
    from komadai.events.kinds import title_match  # type: ignore[import-not-found]

    assert knockout is import_module("komadai.events.knockout")
    assert round_robin.pairs is import_module("komadai.tournaments.kinds.round_robin.berger").pairs
    assert swiss.SwissSystem is tournaments.SwissSystem
    assert callable(title_match.winner)


def test_an_unknown_path_is_still_an_import_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"komadai\.book\.nothing"):
        import_module("komadai.book.nothing")


def test_a_former_path_can_be_the_first_import() -> None:
    script = "from komadai.tsume.inspect import Inspector; from komadai.book.yaneuraou import YaneuraOuBook"
    subprocess.run([sys.executable, "-c", script], check=True)
    script = "from komadai.events.kinds.arena import Arena; import komadai; print(komadai.events.replay)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_former_names_of_classes_are_accepted() -> None:
    from komadai.book.making import record_input
    from komadai.play import game

    assert (game.Game, record_input.PlayedGame) == (game.GameMachine, record_input.RatedGame)


def test_former_names_of_limits_are_accepted() -> None:
    from komadai import clock
    from komadai.play import conditional

    assert (clock.MOST_PERIODS, clock.MOST_DAYS) == (clock.MAX_PERIODS, clock.MAX_DAYS)
    assert (conditional.MOST_LINES, conditional.MOST_MOVES) == (conditional.MAX_LINES, conditional.MAX_MOVES)
