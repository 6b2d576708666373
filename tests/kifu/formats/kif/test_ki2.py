"""KI2 files: moves as books print them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Move, Outcome, Termination, kifu, notation
from komadai.errors import RecordError
from komadai.kifu import Game
from tests.kifu.trees import random_tree, shape

BLACK, WHITE = Color.BLACK, Color.WHITE


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_a_whole_file() -> None:
    game = Game(headers={"black": "羽生", "white": "森内"})
    game.extend(map(Move.from_usi, ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "4a5b", "4e6c+", "5b6c"]))
    game.end.comment = "角を取った"
    game.outcome = Outcome(WHITE, Termination.RESIGNATION)
    text = kifu.write(game, "ki2")
    assert text == (
        "手合割：平手\n"
        "先手：羽生\n"
        "後手：森内\n"
        "\n"
        "▲７六歩      △３四歩      ▲２二角成    △同　銀      ▲４五角      △５二金左\n"
        "▲６三角成    △同　金\n"
        "*角を取った\n"
        "まで8手で後手の勝ち\n"
    )
    assert shape(kifu.read(text)) == shape(game)


@pytest.mark.parametrize(
    "text",
    [
        "▲７六歩△３四歩▲２二角成△同銀▲４五角",
        "☗７六歩　☖３四歩　☗２二角成　☖同　銀　☗４五角打",
        "▲76歩 △34歩 ▲22角成 △同銀 ▲45角",
        "▲ ７六歩 △ ３四歩\n▲２二角成\n\n△２二同銀　▲４五角",
        "▲７六歩 ▽３四歩 ▲２二角成(88) ▽同銀(31) ▲４五角打\n",
    ],
)
def test_the_ways_to_write_moves(text: str) -> None:
    game = kifu.read(text)
    assert usi(game) == "7g7f 3c3d 8h2b+ 3a2b B*4e"
    assert game.warnings == []


def test_words_distinguish_pieces() -> None:
    game = kifu.read("▲５八金右 △５二金左 ▲６八金寄 △６二金直 ▲５八金右", "ki2")
    assert usi(game) == "4i5h 4a5b 5h6h 6a6b"
    # Black's golds are on 6h and 6i: neither is to the right of 5h.
    assert game.end.ending == kifu.Ending(word="５八金右")
    assert [each.text for each in game.warnings] == ["５八金右"]


def test_a_wrong_mark_does_not_matter() -> None:
    game = kifu.read("▲７六歩 ▲３四歩")
    assert usi(game) == "7g7f 3c3d"
    assert [(each.column, each.text, each.message) for each in game.warnings] == [
        (6, "▲３四歩", "White is to move")
    ]


def test_other_text_in_a_line_of_moves_is_reported() -> None:
    game = kifu.read("▲７六歩 △３四歩 これは ▲２六歩")
    assert usi(game) == "7g7f 3c3d"
    assert game.warnings[0].text == "これは ▲２六歩"


def test_variations_and_results() -> None:
    game = kifu.read(
        "▲７六歩    △３四歩\n*よくある手\nまで2手で中断\n\n"
        "変化：2手\n△８四歩    ▲２六歩\nまで3手で先手の勝ち\n"
    )
    assert usi(game) == "7g7f 3c3d"
    assert game.end.comment == "よくある手"
    assert game.outcome == Outcome(None, Termination.INTERRUPTED)
    variation = next(game.main_line()).variations[0]
    assert [node.outcome for node in variation.main_line()] == [Outcome(BLACK, Termination.RESIGNATION)]
    assert game.warnings == []


def test_an_illegal_move_is_kept() -> None:
    game = kifu.read(
        "▲２六歩 △３四歩 ▲２五歩 △３五歩 ▲２四歩 △同歩 ▲同飛 △８四歩打\nまで8手で先手の反則勝ち\n"
    )
    assert usi(game).endswith("P*8d")
    assert game.outcome == Outcome(BLACK, Termination.ILLEGAL_MOVE)
    assert shape(kifu.read(kifu.write(game, "ki2"))) == shape(game)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_a_written_game_is_read_back_except_for_times(seed: int) -> None:
    game = random_tree(seed)
    again = kifu.read(kifu.write(game, "ki2"), "ki2")
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        node.time_ms = None
        if node.ending is not None:
            node.ending.time_ms = None
    assert shape(again) == shape(game)
    assert again.warnings == []


PARTS = [
    "▲７六歩",
    "△３四歩",
    "▲同歩",
    "△５五角",
    "▲５八金右",
    "△投了",
    "▲９九角成(88)",
    "まで2手で千日手",
    "変化：2手",
    "*あ",
    "△１一金打",
    "手合割：二枚落ち",
]


@given(st.lists(st.sampled_from(PARTS) | st.sampled_from([" ", "\n", "　", "x"]), max_size=40))
@settings(max_examples=300)
def test_any_moves_in_any_order_are_read_and_written(parts: list[str]) -> None:
    try:
        games = list(kifu.read_all("".join(parts), "ki2"))
    except RecordError:
        return
    for game in games:
        again = kifu.read(kifu.write(game, "ki2"), "ki2")
        assert again.moves() == game.moves()


def test_odd_files_are_read_and_written_back_completely(shared_data: Path) -> None:
    paths = [path for path in sorted((shared_data / "games" / "odd").rglob("*.ki2*")) if path.is_file()]
    assert len(paths) > 10
    for path in paths:
        game = kifu.read(path, "ki2")
        assert shape(kifu.read(kifu.write(game, "ki2"), "ki2")) == shape(game), path


def test_moves_with_numbers_in_one_line_are_read() -> None:
    game = kifu.read("手合割：平手\n1.▲７六歩 2.△３四歩　3. ▲２六歩\n")
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d", "2g2f"]
    assert not game.warnings


# Positions in which the shortest form of the guideline does not count a pinned piece; the move, its shortest
# form, and its form in a file.
PINNED = [
    ("8l/6+Rbk/5K1p1/6+R2/9/8b/9/9/9 b 4g4s4n3l17p 3", "3b2c", "23龍", "２三龍引"),
    (
        "l3kg1+R1/4r2+P1/p1np1g2+L/1pps1p1p1/6p2/1PPGP4/P1NP1PNG1/2S2KS2/L8 w BSN3Pblp 104",
        "4c4b",
        "42金",
        "４二金引",
    ),
    (
        "ln1gg1+L1p/1s1k1g1+R1/p1pppp3/6p2/8B/2P3Pp1/P2PPK2P/3S1S3/L4+rSNL b BN2Pgn2p 55",
        "6h5i",
        "59銀",
        "５九銀左",
    ),
]


@pytest.mark.parametrize(("sfen", "usi", "short", "words"), PINNED)
def test_a_move_is_distinguished_from_those_of_pinned_pieces(
    sfen: str, usi: str, short: str, words: str
) -> None:
    game = Game(sfen)
    game.extend([Move.from_usi(usi)])
    text = kifu.write(game, "ki2")
    assert words in text
    assert kifu.read(text).moves() == game.moves()
    assert notation.read(Board(sfen), short) == Move.from_usi(usi)
