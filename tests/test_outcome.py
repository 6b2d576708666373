"""How games end, as values."""

import json
import pickle
from itertools import product

import pytest

from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import BLACK, WHITE, Color

EVERY = [
    Outcome(winner, termination, infraction, failed)
    for winner, termination, infraction, failed in product(
        (None, BLACK, WHITE), Termination, (None, Infraction.NIFU), ((), ("points", "turn"))
    )
]


def test_every_outcome_survives_json_pickle_and_repr() -> None:
    for outcome in EVERY:
        assert Outcome.from_dict(json.loads(json.dumps(outcome.as_dict()))) == outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        assert eval(repr(outcome), {"Outcome": Outcome, **Color.__members__, **_members()}) == outcome
    assert len(set(EVERY)) == len(EVERY)


def _members() -> dict[str, object]:
    return {**Termination.__members__, "NIFU": Infraction.NIFU}


def test_every_ending_and_every_infraction_has_a_name_in_both_languages() -> None:
    for value in (*Termination, *Infraction):
        assert value.text("en").isascii()
        assert not value.text("ja").isascii()
    for outcome in EVERY:
        assert outcome.text("en")
        assert outcome.text("ja")


INFRACTIONS_OF_2024 = (
    *(Infraction.NIFU, Infraction.UCHIFUZUME, Infraction.DEAD_PIECE, Infraction.PROMOTED_DROP),
    *(Infraction.OUT_OF_TURN, Termination.PERPETUAL_CHECK, Infraction.LEFT_IN_CHECK),
    *(Infraction.WRONG_MOVEMENT, Infraction.MATTA, Termination.TIME_FORFEIT),
    *(Infraction.CLOCK_STOPPED_EARLY, Infraction.OUTSIDE_HELP, Infraction.OTHER),
    Infraction.RULING_IGNORED,
)
"""Those that lose a game by the regulations of professionals of 2024, in their order."""


def test_the_fourteen_infractions_of_2024_have_a_value_each() -> None:
    assert len(set(INFRACTIONS_OF_2024)) == 14
    ignored = Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.RULING_IGNORED)
    assert ignored.text("ja") == "後手の勝ち（反則：審判の裁定に従わない行為）"


@pytest.mark.parametrize(
    ("outcome", "english", "japanese"),
    [
        (Outcome(BLACK, Termination.CHECKMATE), "Black wins by checkmate", "先手の勝ち（詰み）"),
        (
            Outcome(WHITE, Termination.RESIGNATION),
            "White wins: Black’s resignation",
            "後手の勝ち（投了）",
        ),
        (
            Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.NIFU),
            "White wins: Black’s illegal move: a second unpromoted pawn on the file (nifu)",
            "後手の勝ち（反則：二歩）",
        ),
        (
            Outcome(None, Termination.SENNICHITE),
            "Draw by fourfold repetition (sennichite)",
            "引き分け（千日手）",
        ),
        (Outcome(None, Termination.INTERRUPTED), "No result: interruption", "中断"),
        (
            Outcome(BLACK, Termination.FAILED_DECLARATION, failed=("king_in_zone", "points")),
            "Black wins: White’s failed declaration: "
            "not met: the king is in the promotion zone, enough points",
            "先手の勝ち（宣言の条件不備：「玉が敵陣三段目以内にいる」「点数が足りている」を満たしていない）",
        ),
    ],
)
def test_an_outcome_in_words(outcome: Outcome, english: str, japanese: str) -> None:
    assert (outcome.text("en"), outcome.text("ja")) == (english, japanese)


def test_in_a_handicap_game_the_sides_are_shitate_and_uwate() -> None:
    assert Outcome(WHITE, Termination.RESIGNATION).text("ja", handicap=True) == "上手の勝ち（投了）"


def test_who_lost_and_what_is_a_draw() -> None:
    assert Outcome(BLACK, Termination.TRY).loser is WHITE
    assert Outcome(None, Termination.SENNICHITE).is_draw
    assert not Outcome(None, Termination.INTERRUPTED).is_draw
    assert not Outcome(BLACK, Termination.TRY).is_draw


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"winner": "red", "termination": "checkmate"},
        {"winner": None, "termination": "boredom"},
        {"winner": None, "termination": "illegal_move", "infraction": "ugly"},
        {"winner": None, "termination": "try", "failed": "points"},
        {"winner": None, "termination": "try", "score": 3},
    ],
)
def test_data_that_is_no_outcome(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"expected|is not a valid|has no"):
        Outcome.from_dict(data)


def test_an_outcome_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Outcome(BLACK, Termination.TRY).winner = WHITE
