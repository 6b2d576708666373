"""Board diagrams as KIF files have them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import Board, KomadaiError
from komadai.errors import NotationError
from komadai.handicap import HANDICAPS
from komadai.notation import bod

TSUME = """\
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v香|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ ・ ・ ・v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ 龍|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　銀二
手数＝12  △８八玉  まで
"""


def test_all_the_rest_means_pieces_neither_on_the_board_nor_in_the_other_hand() -> None:
    assert bod.read(TSUME).sfen() == "7nl/8k/7pp/9/8+R/9/9/9/9 b G2Sr2b3g2s3n3l16p 13"


def test_a_diagram_may_name_the_side_to_move() -> None:
    assert bod.read(TSUME.replace("手数＝12", "後手番\n手数＝12")).sfen().split()[1] == "w"


@pytest.mark.parametrize("handicap", HANDICAPS, ids=str)
def test_a_written_diagram_is_read_back(handicap: object) -> None:
    board = Board.handicap(handicap)  # type: ignore[arg-type]
    for named in (False, True):
        assert bod.read(bod.write(board, handicap=named)) == board


def test_promoted_pieces_have_an_abbreviated_and_a_cursive_sign() -> None:
    diagram = bod.write(Board("4k4/9/9/9/9/9/+N+L+S+P5/9/4K4 b - 1"))
    assert "圭 杏 全 と" in diagram
    assert bod.read(diagram.replace("圭 杏 全 と", "今 仝 全 个")) == bod.read(diagram)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("v玉|二", "v王v王|二", "nine squares"),
        ("v玉|二", "v鳳|二", "expected pieces"),
        ("銀二", "鳳", "pieces in hand"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", "", "nine ranks"),
        ("+---", "こんにちは", "line of a board diagram"),
        (" ・ 龍|", "v玉 龍|", "against the rules"),
    ],
)
def test_an_error_gives_the_problem_and_the_line(old: str, new: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        bod.read(TSUME.replace(old, new))


@given(st.lists(st.sampled_from([*TSUME.split("\n"), "|||", "先手の持駒：歩九十九香99", "手数＝99999"])))
def test_any_diagram_raises_only_notation_errors(lines: list[str]) -> None:
    with suppress(KomadaiError):
        bod.read("\n".join(lines))
