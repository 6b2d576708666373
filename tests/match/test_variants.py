"""Matches of variants: openings, engines of both protocols, and what is refused."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai import ImpasseRule, Termination, kifu
from komadai.errors import EngineUsageError
from komadai.match import EngineSpec, Opening, Rules, read_program
from komadai.match.match import rules_facts
from komadai.match.openings import default_openings, random_openings, shipped
from komadai.match.worker import Worker
from komadai.variants import Board
from tests.match.engines import scripted, task

XBOARD = EngineSpec(
    "x",
    (sys.executable, str(Path(__file__).parents[1] / "engine" / "client" / "scripted_xboard_engine.py")),
    protocol="xboard",
)
RULES = Rules(ImpasseRule.NONE, max_moves=10, variant="minishogi")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def test_the_openings_of_a_variant_depend_on_the_seed_only() -> None:
    first = random_openings("minishogi", 1, count=20)
    assert first == random_openings.__wrapped__("minishogi", 1, count=20)
    assert first != random_openings("minishogi", 2, count=20)
    assert len({opening.board().sfen() for opening in first}) == 20
    assert all(opening.board().ply == 6 and not opening.board().outcome() for opening in first)


@pytest.mark.parametrize("variant", ["dobutsu", "chu"])
def test_an_opening_of_a_variant_is_written_read_and_pickled(variant: str) -> None:
    opening = random_openings(variant, 1, count=1)[0]
    assert Opening.parse(opening.usi(), variant) == opening
    assert pickle.loads(pickle.dumps(opening)) == opening
    assert isinstance(opening.board(), Board)


def test_standard_shogi_begins_with_the_shipped_openings() -> None:
    assert default_openings("shogi", 1) is shipped()


def test_two_xboard_engines_play_a_variant(worker: Worker) -> None:
    opening = Opening(Board("minishogi").sfen(), (), "minishogi")
    result = worker.play(task(XBOARD, XBOARD.named("y"), "movetime=1s", RULES, opening)).result
    assert result.fault is None
    assert result.outcome.termination is Termination.MOVE_LIMIT or result.plies < 10

    board = Board("minishogi")
    for move in result.moves.split():
        board.push_usi(move)


def test_a_match_of_a_variant_saves_records(worker: Worker) -> None:
    opening = random_openings("minishogi", 1, count=1)[0]
    formats = ("kif", "usi", "western-text")
    report = worker.play(task(XBOARD, XBOARD.named("y"), "movetime=1s", RULES, opening, records=formats))
    for format, text in report.records:
        game = kifu.read(text, format, variants=True)
        assert isinstance(game, kifu.VariantGame)
        assert game.variant.name == "minishogi"
        assert [move.usi() for move in game.moves()][:6] == [move.usi() for move in opening.moves]
    assert len(report.records) == 3


def test_an_illegal_move_of_a_variant_loses(worker: Worker) -> None:
    opening = Opening(Board("minishogi").sfen(), (), "minishogi")
    illegal = EngineSpec("illegal", (*XBOARD.command, "illegal"), protocol="xboard")
    result = worker.play(task(illegal, XBOARD, "movetime=1s", RULES, opening)).result
    assert (result.fault, result.culprit, result.winner) == ("illegal", "illegal", "x")


def test_an_engine_that_does_not_play_the_variant_ends_the_match(worker: Worker) -> None:
    opening = Opening(Board("minishogi").sfen(), (), "minishogi")
    with pytest.raises(EngineUsageError, match="does not play minishogi: it has no option USI_Variant"):
        worker.play(task(scripted("none"), XBOARD, "movetime=1s", RULES, opening))


def test_xboard_before_a_command_names_the_protocol() -> None:
    spec = read_program(f"other=xboard:{sys.executable} engine.py {{memory=64}}")
    assert (spec.protocol, spec.command[1:]) == ("xboard", ("engine.py",))
    assert spec.option_value("memory") == "64"
    assert read_program(sys.executable).protocol == "usi"


def test_journals_of_standard_matches_do_not_name_the_variant() -> None:
    """Matches that an earlier version began can be continued."""
    assert "variant" not in rules_facts(Rules())
    assert rules_facts(RULES)["variant"] == "minishogi"
