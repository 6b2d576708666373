"""Scores: points of view, order, one number, win rates."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Color, Move, RangeError
from komadai.engine import Info
from komadai.errors import EvaluationFileError
from komadai.kifu import Analysis
from komadai.score import DEFAULT_WIN_RATE, KOMADAI_WIN_RATE, MATE, MATE_NEAR, Score, WinRateModel

turns = st.sampled_from([None, *Color])
scores = st.one_of(
    st.builds(lambda cp, turn: Score(cp=cp, turn=turn), st.integers(-50_000, 50_000), turns),
    st.builds(lambda mate, turn: Score(mate=mate, turn=turn), st.integers(-900, 900), turns),
    st.builds(lambda side, turn: Score(mate_for=side, turn=turn), st.sampled_from([-1, 1]), turns),
)

WORST_TO_BEST = [
    Score(mate=0),
    Score(mate=-1),
    Score(mate=-7),
    Score(mate_for=-1),
    Score(cp=-300),
    Score(cp=0),
    Score(cp=35_000),
    Score(mate_for=1),
    Score(mate=9),
    Score(mate=1),
]


def test_scores_are_ordered_from_being_mated_to_mating() -> None:
    assert sorted([WORST_TO_BEST[-1], *WORST_TO_BEST[:-1]]) == WORST_TO_BEST
    assert Score(mate=3) > Score(mate=5) > Score(cp=9999)
    assert Score(mate=-3) <= Score(mate=-3) <= Score(mate=-5)


def test_the_other_side_sees_them_in_the_opposite_order() -> None:
    assert sorted(-score for score in WORST_TO_BEST) == [-score for score in reversed(WORST_TO_BEST)]


@given(scores)
def test_the_opposite_of_the_opposite_is_the_score(score: Score) -> None:
    opposite = -score
    assert -opposite == score
    assert opposite.win_rate() == pytest.approx(1 - score.win_rate())


def test_a_bound_changes_its_direction_with_the_side() -> None:
    assert -Score(cp=30, bound="lower") == Score(cp=-30, bound="upper")


def test_a_score_of_the_side_to_move_is_seen_from_both_sides() -> None:
    score = Score(cp=80, turn=WHITE)
    assert (score.white().cp, score.black().cp) == (80, -80)
    assert score.black().turn == BLACK
    assert Score(mate=5, turn=BLACK).pov(WHITE).mate == -5


def test_a_score_without_a_turn_has_no_point_of_view() -> None:
    with pytest.raises(RangeError, match="point of view"):
        Score(cp=80).black()


def test_scores_of_different_points_of_view_are_not_compared() -> None:
    with pytest.raises(RangeError, match="different points of view"):
        assert Score(cp=1, turn=BLACK) < Score(cp=2, turn=WHITE)
    with pytest.raises(TypeError, match="compared with Scores"):
        assert Score(cp=1) < 2  # type: ignore[operator]


@pytest.mark.parametrize(
    "fields", [{}, {"cp": 1, "mate": 2}, {"mate": 3, "mate_for": -1}, {"cp": 1, "mate_for": 1}]
)
def test_a_score_is_either_centipawns_or_one_sides_mate(fields: dict[str, int]) -> None:
    with pytest.raises(RangeError, match="score"):
        Score(**fields)  # type: ignore[arg-type]


@given(scores)
def test_as_one_number_no_evaluation_is_above_a_mate(score: Score) -> None:
    assert score.is_mate == (abs(score.number()) >= MATE_NEAR)
    if not score.is_mate and abs(score.cp or 0) < MATE_NEAR:
        assert Score.from_number(score.number(), score.turn) == score


def test_a_mate_is_a_number_by_its_length() -> None:
    assert Score(mate=5).number() == MATE - 5
    assert Score(mate=0).number() == -MATE
    assert Score.from_number(3 - MATE) == Score(mate=-3)


@given(scores)
def test_usi_reads_what_it_writes(score: Score) -> None:
    read = Info.parse(f"info score {score.usi()}").score
    assert read is not None
    assert (read.cp, read.mate, read.mate_for) == (score.cp, score.mate, score.mate_for)


def network_head(description_length: int) -> bytes:
    """The head of a network of width 32, up to its description."""
    numbers = struct.pack("<III HHBBH 81x 3x I", 1, 0, 0, 32, 16, 1, 0, 1, description_length)
    return b"KOMADAI NETWORK".ljust(20, b"\0") + numbers


class TestWinRate:
    @given(scores, st.floats(50, 2000), st.floats(0, 500))
    def test_the_probabilities_add_up_to_one(self, score: Score, scale: float, margin: float) -> None:
        chances = score.wdl(WinRateModel(scale, margin))
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0

    def test_an_even_position_is_half_a_point(self) -> None:
        assert Score(cp=0).win_rate() == 0.5
        assert Score(cp=0).wdl(WinRateModel(600, draw_margin=100)).draw > 0

    @given(st.integers(-20_000, 20_000), st.integers(1, 500))
    def test_more_centipawns_are_no_smaller_chance(self, cp: int, more: int) -> None:
        assert Score(cp=cp).win_rate() <= Score(cp=cp + more).win_rate()

    def test_a_mate_is_certain(self) -> None:
        assert Score(mate=9).wdl() == (1, 0, 0)
        assert Score(mate_for=-1).wdl() == (0, 0, 1)

    def test_it_belongs_to_the_evaluation(self, tmp_path: Path) -> None:
        path = tmp_path / "my.weights"
        assert WinRateModel.of_evaluation(None) == KOMADAI_WIN_RATE
        assert WinRateModel.of_evaluation(path) == DEFAULT_WIN_RATE
        (tmp_path / "my.weights.json").write_text('{"win_rate": {"scale": 700}}')
        assert WinRateModel.of_evaluation(path) == WinRateModel(700)

    @pytest.mark.parametrize(
        ("description", "model"),
        [
            (b'{"win_rate": {"scale": 640, "draw_margin": 20}}', WinRateModel(640, 20)),
            (b'{"licence": "MIT"}', DEFAULT_WIN_RATE),
            (b"", DEFAULT_WIN_RATE),
        ],
    )
    def test_it_is_in_the_description_of_a_network(
        self, description: bytes, model: WinRateModel, tmp_path: Path
    ) -> None:
        (tmp_path / "my.net").write_bytes(network_head(len(description)) + description)
        assert WinRateModel.of_evaluation(tmp_path / "my.net") == model

    @pytest.mark.parametrize("description", [b"[]", b"{", b"\xff", b'{"win_rate": 3}'])
    def test_a_damaged_description_is_named(self, description: bytes, tmp_path: Path) -> None:
        (tmp_path / "my.net").write_bytes(network_head(len(description)) + description)
        with pytest.raises(EvaluationFileError, match=r"my\.net: expected"):
            WinRateModel.of_evaluation(tmp_path / "my.net")

    def test_another_file_has_the_default(self, tmp_path: Path) -> None:
        (tmp_path / "nn.bin").write_bytes(network_head(5)[:50])
        assert WinRateModel.of_evaluation(tmp_path / "nn.bin") == DEFAULT_WIN_RATE

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"win_rate": 3}', '{"win_rate": {"scale": -1}}'])
    def test_a_damaged_file_is_named(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "my.weights.json").write_text(text)
        with pytest.raises(EvaluationFileError, match=r"my\.weights\.json"):
            WinRateModel.of_evaluation(tmp_path / "my.weights")

    @pytest.mark.parametrize("scale", [0, -1, float("inf"), float("nan")])
    def test_the_scale_is_a_positive_number(self, scale: float) -> None:
        with pytest.raises(RangeError, match="scale"):
            WinRateModel(scale)


class TestAnalysisOfARecord:
    MOVES = (Move.from_usi("7g7f"), Move.from_usi("3c3d"), Move.from_usi("2g2f"))

    def test_scores_of_the_side_to_move_become_blacks(self) -> None:
        info = Info(depth=8, score=Score(cp=50), pv=self.MOVES, nodes=900)
        white = info.with_turn(WHITE).to_analysis(engine="Suisho")
        assert white == Analysis(-50, line=self.MOVES, depth=8, nodes=900, engine="Suisho")

    def test_the_nodes_own_move_is_not_part_of_its_line(self) -> None:
        info = Info(score=Score(cp=50), pv=self.MOVES).with_turn(BLACK)
        after = info.to_analysis(self.MOVES[0])
        other = info.to_analysis(self.MOVES[2])
        assert after is not None
        assert other is not None
        assert (after.line, other.line) == (self.MOVES[1:], ())

    @given(scores.filter(lambda score: score.turn is not None and score.mate != 0))
    def test_an_analysis_gives_its_score_back(self, score: Score) -> None:
        assert Analysis.from_score(score).score == score.black()

    def test_an_info_without_a_score_is_none(self) -> None:
        assert Info(pv=self.MOVES).to_analysis() is None
        assert Analysis().score is None

    def test_a_score_of_an_unknown_side_is_refused(self) -> None:
        with pytest.raises(RangeError, match="point of view"):
            Info(score=Score(cp=1)).to_analysis()
