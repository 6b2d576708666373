"""The proverbs of a game: at most one a move, each once for a side, the same for both sides."""

from __future__ import annotations

import re

import pytest

from komadai import ArgumentTypeError, kifu, study
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.table import DETECTORS
from tests.study.naming.games import game, turned

KNIGHT = "4k4/9/9/9/5n3/9/9/9/4K4 b S 1"


def test_a_proverb_comes_with_squares_arrows_and_a_sentence_in_both_languages() -> None:
    (said,) = study.proverbs_in(game("S*4f", KNIGHT))
    assert (said.ply, said.proverb.id) == (1, "keito_no_gin")
    assert said.squares == ("4f", "4e")
    assert said.arrows == (("4f", "4e"),)
    assert said.text.en == "The silver on 4f stands in front of the knight on 4e, which cannot attack it."
    assert "４六" in said.text.ja


def test_it_is_said_of_white_as_of_black() -> None:
    (said,) = study.proverbs_in(turned(game("S*4f", KNIGHT)))
    assert said.side.key == "white"
    assert said.squares == ("6d", "6e")


def test_it_is_said_once_for_a_side() -> None:
    moves = "S*4f 5a5b 4f3e 5b5a 3e4f"
    assert [each.ply for each in study.proverbs_in(game(moves, KNIGHT))] == [1]


def test_it_is_among_the_names() -> None:
    (name,) = [each for each in study.names(game("S*4f", KNIGHT)) if each.kind == "proverb"]
    assert (name.ply, name.side, name.id, name.ja) == (1, "black", "keito_no_gin", "桂頭の銀定跡なり")
    assert study.names(game("S*4f", KNIGHT), proverbs=False) == []


def test_the_search_ends_at_a_move_that_cannot_be_played() -> None:
    assert [each.ply for each in study.proverbs_in(game("S*4f 5a5d", KNIGHT))] == [1]


def test_a_game_of_a_variant_has_none() -> None:
    assert study.proverbs_in(kifu.VariantGame("minishogi")) == []
    with pytest.raises(ArgumentTypeError, match="game"):
        study.proverbs_in("7g7f")  # type: ignore[arg-type]


def test_every_proverb_has_a_detector_or_is_measured() -> None:
    for proverb in study.all_proverbs().values():
        assert (proverb.id in DETECTORS) is not proverb.measured


def test_the_24_of_the_documents_and_the_attacks_and_defences_are_there() -> None:
    assert len(study.all_proverbs()) == 30
    assert len({each.ja for each in study.all_proverbs().values()}) == 30


@pytest.mark.parametrize("proverb", study.all_proverbs().values(), ids=lambda proverb: proverb.id)
def test_both_languages_name_the_same_squares(proverb: study.Proverb) -> None:
    for each in (proverb.said, proverb.hint, proverb.chance, proverb.warning):
        if each is not None:
            english, japanese = (set(re.findall(r"{\w+}", text)) for text in each)
            assert japanese == english


def test_squares_are_written_as_in_each_language() -> None:
    evidence = Evidence((40,))
    assert (evidence.english("{0}"), evidence.japanese("{0}")) == ("5e", "５五")
    assert Evidence((0,)).turned() == Evidence((80,))
