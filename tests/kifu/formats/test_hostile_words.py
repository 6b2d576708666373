"""Comments, names and headers may look like any format: every written text is detected as its format."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from komadai import Board, Move, kifu
from komadai.kifu import FORMATS

WRITTEN = [key for key, each in FORMATS.items() if each.can_write]
LINES = (
    *(
        "▲７六歩",
        "▲歩-76 △歩-34",
        "▲P-7f",
        "△同　歩",
        "同　歩",
        "▲Resigns",
        "変化：1手",
        "変化：99手",
        "先手：x",
    ),
    *(
        "手合割：平手",
        "手数----指手---------消費時間--",
        "1 ７六歩(77)",
        "まで1手で先手の勝ち",
        "開始日時：2026",
    ),
    *(
        "先手の持駒：なし",
        "|v香v桂v銀v金v玉v金v銀v桂v香|一",
        "+---------------------------+",
        "# KIF",
        "*x",
        "&x",
    ),
    *("V2.2", "N+x", "$EVENT:x", "PI", "+", "+7776FU", "-3334FU", "%TORYO", "'CSA encoding=UTF-8", "T5"),
    *("7776FU3334FU", "x 7776FU3334FU", "startpos moves 7g7f", "position startpos", "moves 7g7f", "7g7f"),
    *("sfen 9/9/9/9/9/9/9/9/9 b - 1", "~0.7ku2jm6y2.r", "?usen=~0.7ku", '[Sente "x"]', "1.P7g-7f", "1-0"),
    *('{"header": {}, "moves": [{}]}', '"moves": [', "}", "{", ")", "...", "…", "Black: K5i In hand: R"),
    *(
        "White: K5a",
        "White to move",
        "Rook handicap",
        "A vs B",
        "A vs B, 1834",
        "終了",
        "盤面回転",
        "\\",
        '"',
    ),
)
words = st.lists(st.sampled_from(LINES) | st.text(max_size=8), min_size=1, max_size=40).map("\n".join)
names = st.sampled_from(LINES) | st.text(max_size=12)
SFENS = (
    kifu.Game().sfen,
    Board.handicap("two-piece").sfen(),
    "9/9/4k4/9/4P4/9/9/9/4K4 b RB2G2Srb2g2s4n4l17p 1",
    "9/9/4k4/9/4P4/9/9/9/4K4 w RB2G2S4N4L17Prb2g2s 1",
)


def written_and_read(game: kifu.Game, format: str) -> kifu.Game:
    text = kifu.write(game, format)
    known = kifu.detect(text)
    if format == "ki2" and not game.moves():
        # Without moves, KI2 and KIF cannot be distinguished.
        assert known in ("kif", "ki2")
    else:
        assert known == format.removesuffix("3"), text
    return kifu.read(text)


def with_words(sfen: str, comments: list[str], headers: dict[str, str], black: str, white: str) -> kifu.Game:
    game = kifu.Game()
    game.sfen = sfen
    board = game.board()
    node = game.root
    for comment in comments:
        node.comment = comment
        move: Move = min(board.legal_moves, key=lambda move: move.usi())
        node = node.add(move)
        board.push(move)
    game.headers = {"black": black, "white": white, **headers}
    return game


@pytest.mark.parametrize("format", WRITTEN)
@given(
    sfen=st.sampled_from(SFENS),
    comments=st.lists(words, max_size=3),
    headers=st.dictionaries(names, names, max_size=8),
    black=names,
    white=names,
)
@settings(max_examples=60, deadline=None)
@example(SFENS[0], [], {}, "▲歩-76", "△歩-34")
@example(SFENS[0], ["{\n" * 20], {"startpos moves 7g7f": "~0.7ku"}, "position startpos moves", "V2.2")
def test_every_written_text_is_detected_as_its_format(
    format: str, sfen: str, comments: list[str], headers: dict[str, str], black: str, white: str
) -> None:
    game = with_words(sfen, comments, headers, black, white)
    found = written_and_read(game, format)
    assert [move.usi() for move in found.moves()] == [move.usi() for move in game.moves()]
    assert found.sfen == game.sfen


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("line", LINES)
def test_lines_of_other_formats_may_be_comments_headers_and_names(format: str, line: str) -> None:
    many = "\n".join([line] * 30)
    for game in (
        with_words(SFENS[0], [many, "", many], {}, "A", "B"),
        with_words(SFENS[0], ["", ""], {}, line, line),
        with_words(SFENS[0], [""], {line: line, "event": line, "site": line, "started": line}, "A", "B"),
        with_words(SFENS[0], [], {f"{line}{at}": line for at in range(20)}, "", ""),
    ):
        found = written_and_read(game, format)
        assert [move.usi() for move in found.moves()] == [move.usi() for move in game.moves()]
        assert found.sfen == game.sfen


@pytest.mark.parametrize("line", [line for line in LINES if "}" not in line])
@pytest.mark.parametrize("head", ['[Sente "A"]\n\n', "", 'A game\n[Sente "A"]\n'])
def test_psn_is_detected_with_any_comments(head: str, line: str) -> None:
    many = "\n".join([line] * 10)
    text = f"{head}1.P7g-7f {{{many}\n}} 2.P3c-3d Resigns\n"
    assert kifu.detect(text) == "psn"
    assert [move.usi() for move in kifu.read(text).moves()] == ["7g7f", "3c3d"]


@pytest.mark.parametrize("sfen", SFENS)
def test_western_text_has_its_start_position(sfen: str) -> None:
    for plies in range(3):
        game = with_words(sfen, [""] * plies, {}, "A", "B")
        found = kifu.read(kifu.write(game, "western-text"))
        assert found.sfen == sfen
        assert found.moves() == game.moves()
        assert not found.warnings


def test_a_position_against_the_rules_is_read_back_with_a_warning() -> None:
    game = kifu.Game()
    game.sfen = "4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1"
    game.root.add(Move.from_usi("5e5d"))
    found = kifu.read(kifu.write(game, "western-text"))
    assert found.sfen == game.sfen
    assert found.moves() == game.moves()
    assert len(found.warnings) == 1
