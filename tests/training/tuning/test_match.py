"""Matches of two variants at fixed nodes, and the tuning of parameters by them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from komadai import Board
from komadai._core import Search
from komadai.errors import RangeError
from komadai.match.openings import shipped
from komadai.match.statistics import Sprt
from komadai.training.tuning.ledger import Ledger, LedgerError
from komadai.training.tuning.match import MatchSettings, MatchState, play_match
from komadai.training.tuning.pair import PairPlayer, PairTask, opening_of
from komadai.training.tuning.spsa import SpsaSettings, SpsaState, tune
from komadai.training.tuning.variant import Variant
from komadai.training.tuning.weight_groups import GROUPS
from tests.training.inline_workers import inline

WEAK = Variant("material")
STRONG = Variant("")
SETTINGS = MatchSettings(first=STRONG, second=WEAK, nodes=60, games=8, seed=2)
SPSA = SpsaSettings(parameters=("futility_base", "lmr_base"), nodes=40, games=16, seed=3, batch=4)


class Interrupted(Exception):
    """Ends a match in a test."""


def interrupt_after(pairs: int) -> Any:
    def on_progress(state: MatchState) -> None:
        if state.pairs >= pairs:
            raise Interrupted

    return on_progress


def test_the_colours_of_a_pair_are_changed() -> None:
    task = PairTask(STRONG, STRONG, 0, 60)
    played = PairPlayer().play(task)
    assert played.points[0] + played.points[1] == 1  # equal players: both games are the same
    assert played.moves[0] == played.moves[1]


def test_a_pair_depends_on_its_task_only() -> None:
    player = PairPlayer()
    task = PairTask(Variant(parameters={"lmr_base": 900}), WEAK, 3, 60)
    first = player.play(task)
    player.play(PairTask(WEAK, STRONG, 4, 60))
    assert player.play(task) == first == PairPlayer().play(task)
    board = shipped()[3].board()
    for usi in first.moves[0].split():
        board.push_usi(usi)
    assert isinstance(board, Board)


def test_every_opening_comes_up_before_one_is_repeated() -> None:
    count = len(shipped())
    first = [opening_of(1, pair) for pair in range(count)]
    assert sorted(first) == list(range(count))
    assert [opening_of(1, pair + count) for pair in range(count)] != first
    assert [opening_of(2, pair) for pair in range(count)] != first


def test_the_better_evaluation_wins(tmp_path: Path) -> None:
    report = play_match(tmp_path, SETTINGS, inline())
    assert report["games"] == 8
    assert report["points"] > 4


def test_an_interrupted_match_has_the_same_result(tmp_path: Path) -> None:
    whole = play_match(tmp_path / "whole", SETTINGS, inline())
    with pytest.raises(Interrupted):
        play_match(tmp_path / "parts", SETTINGS, inline(3), on_progress=interrupt_after(2))
    with (tmp_path / "parts" / "pairs.jsonl").open("a") as file:
        file.write('{"pair":99,"poi')  # what a kill in the middle of a write leaves
    assert play_match(tmp_path / "parts", SETTINGS, inline(2)) == whole
    for name in ("whole", "parts"):
        lines = [json.loads(line) for line in (tmp_path / name / "pairs.jsonl").read_text().splitlines()]
        assert sorted(line["pair"] for line in lines[1:]) == [0, 1, 2, 3]


def test_a_test_ends_a_match_at_the_pair_that_decides_it(tmp_path: Path) -> None:
    settings = MatchSettings(first=STRONG, second=STRONG, nodes=10, games=10_000, sprt=Sprt(100, 400))
    report = play_match(tmp_path, settings, inline(5))
    assert report["sprt"]["decision"] == "H0"
    state = MatchState(settings)
    while not state.is_over:  # equal players score a point in each pair
        state.add(1.0)
    assert report["games"] == 2 * state.pairs < 100


def test_the_least_number_of_games_is_played_after_the_decision(tmp_path: Path) -> None:
    test = Sprt(100, 400)
    settings = MatchSettings(first=STRONG, second=STRONG, nodes=10, games=10_000, sprt=test)
    decided = play_match(tmp_path, settings, inline())
    longer = play_match(tmp_path, replace(settings, least=decided["games"] + 8), inline())
    assert longer["games"] == decided["games"] + 8
    assert longer["sprt"]["decision"] == "H0"


def test_other_settings_are_refused(tmp_path: Path) -> None:
    play_match(tmp_path, MatchSettings(nodes=10, games=2), inline())
    with pytest.raises(LedgerError, match="nodes was 10 and is 11 now"):
        play_match(tmp_path, MatchSettings(nodes=11, games=2), inline())
    other = Variant(parameters={"lmr_base": 900})
    with pytest.raises(LedgerError, match="first was"):
        play_match(tmp_path, MatchSettings(first=other, nodes=10, games=2), inline())


def test_a_damaged_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Ledger(path, {"a": 1}) as ledger:
        ledger.add({"b": 2})
        with pytest.raises(LedgerError, match="in use"):
            Ledger(path, {"a": 1})
    path.write_bytes(path.read_bytes() + b"[1]\n")
    with pytest.raises(LedgerError, match="line 3: expected a JSON object"):
        Ledger(path, {"a": 1})


def test_parameters_are_checked() -> None:
    with pytest.raises(RangeError, match="expected one of aspiration"):
        Variant(parameters={"none": 1})
    with pytest.raises(RangeError, match="expected a whole number from 5 to 200, got 1000"):
        Variant(parameters={"aspiration": 1000})
    with pytest.raises(RangeError, match="weights 'none': expected one of material_pawn"):
        Variant(weights={"none": 1})
    with pytest.raises(RangeError, match="from 0 to 300, got -1"):
        Variant(weights={"curve": -1})
    with pytest.raises(RangeError, match="the evaluation material has none"):
        Variant("material", weights={"curve": 50})
    with pytest.raises(RangeError, match="'none'"):
        SpsaSettings(parameters=("none",))
    with pytest.raises(RangeError, match="batch"):
        SpsaSettings(batch=0)


def test_tuning_moves_parameters_towards_the_winner() -> None:
    """With results that prefer large values, all parameters rise to their maximum."""
    settings = SpsaSettings(parameters=("futility_per_ply", "probcut_margin"), rate=1.0, games=400)
    state = SpsaState(settings)
    start = dict(state.values)
    for step in range(settings.steps):
        first, second = state.variants(step)
        sums = [sum(side.parameters.values()) for side in (first, second)]
        state.add(2.0 if sums[0] > sums[1] else 0.0 if sums[0] < sums[1] else 1.0)
    for name, value in state.values.items():
        _, _, high = Search.parameters()[name]
        assert start[name] < value <= high


def test_all_of_a_kind_can_be_tuned() -> None:
    assert SpsaSettings().names == tuple(Search.parameters())
    names = SpsaSettings(parameters=("weights", "lmr_base", "weights.curve")).names
    assert len(names) == len(GROUPS) + 1
    assert {"weights.curve", "weights.tempo_opening", "lmr_base"} < set(names)


def test_weights_are_tuned_by_games(tmp_path: Path) -> None:
    settings = SpsaSettings(
        parameters=("weights.material_rook", "lmr_base"), start={"weights.curve": 90}, nodes=40, games=8
    )
    report = tune(tmp_path, settings, inline(2))
    assert set(report["values"]) == {"weights.material_rook", "lmr_base"}
    assert set(report["parameters"]) == {"lmr_base"}
    assert report["weights"] == {
        "curve": 90,
        "material_rook": round(report["values"]["weights.material_rook"]),
    }


def test_a_variant_plays_with_its_weights() -> None:
    nothing = dict.fromkeys((name for name in GROUPS if name.startswith("material_")), 0)
    player = PairPlayer()
    games = [player.play(PairTask(STRONG, Variant(weights=nothing), pair, 200)).points for pair in range(3)]
    assert sum(map(sum, games)) > 3
    again = player.play(PairTask(STRONG, Variant(weights={"curve": 100}), 0, 200))
    assert again.moves == player.play(PairTask(STRONG, STRONG, 0, 200)).moves


def test_interrupted_tuning_has_the_same_result(tmp_path: Path) -> None:
    whole = tune(tmp_path / "whole", SPSA, inline())
    assert whole["games"] == 16

    def interrupt(state: SpsaState) -> None:
        if state.step >= 3:
            raise Interrupted

    with pytest.raises(Interrupted):
        tune(tmp_path / "parts", SPSA, inline(3), on_progress=interrupt)
    assert tune(tmp_path / "parts", SPSA, inline(2)) == whole
