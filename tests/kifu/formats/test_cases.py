"""Small records of programs and people, with the moves, the result and the warnings of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import BLACK, WHITE, Infraction, Outcome, Termination, kifu
from komadai.kifu import FORMATS

HEAD = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n"
RESIGNED = Termination.RESIGNATION

# A record, its moves, its result, the first words of each warning.
OWN: dict[str, tuple[str, str, Outcome | None, list[str]]] = {
    "a variation line between the head and the moves": (
        f"{HEAD}変化：1手\n1 ２六歩(27)\n2 ８四歩(83)\n\n変化：1手\n1 ７六歩(77)\n",
        "2g2f 8c8d", None, ["a variation before any move"],
    ),
    "a PSN whose comment is a KI2 file": (
        '[Sente "甲"]\n1.P2g-2f {\n手合割：平手\n先手：乙\n▲７六歩 △３四歩\nまで2手で先手の勝ち\n} '
        "2.P8c-8d Resigns\n",
        "2g2f 8c8d", Outcome(WHITE, RESIGNED), [],
    ),
    "a tokin that is made": (
        f"{HEAD}1 ２六歩(27)\n2 ９四歩(93)\n3 ２五歩(26)\n4 ９五歩(94)\n5 ２四歩(25)\n6 同　歩(23)\n"
        "7 ２四飛(28)\n8 ９六歩(95)\n9 ２二龍(24)\n10 ９七と(96)\n11 中断\n",
        "2g2f 9c9d 2f2e 9d9e 2e2d 2c2d 2h2d 9e9f 2d2b+ 9f9g+",
        Outcome(None, Termination.INTERRUPTED), ["written with the piece it becomes"] * 2,
    ),
    "a game drawn by sennichite": (
        f"{HEAD}1 ２六歩(27)\nまで1手で千日手により引き分け\n",
        "2g2f", Outcome(None, Termination.SENNICHITE), [],
    ),
    "a game lost by uchifuzume": (
        f"{HEAD}1 ２六歩(27)\nまで1手で先手の打ち歩詰めにより後手の勝ち\n",
        "2g2f", Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.UCHIFUZUME), [],
    ),
    "a game won by declaration": (
        f"{HEAD}1 ２六歩(27)\nまで1手で後手の宣言勝ち\n",
        "2g2f", Outcome(WHITE, Termination.IMPASSE_DECLARATION), [],
    ),
    "a reason nobody knows": (
        f"{HEAD}1 ２六歩(27)\nまで1手で停電により先手の勝ち\n",
        "2g2f", None, ["an ending that is not understood"],
    ),
    "two winners": (
        f"{HEAD}1 ２六歩(27)\n2 投了\nまで1手で後手の勝ち\n",
        "2g2f", Outcome(WHITE, RESIGNED), ["the ending above names another winner"],
    ),
    "a turned board and a time twice": (
        f"盤面回転\n{HEAD}1 ２六歩(27) ( 0:01/00:00:01) ( 0:01/00:00:01)\n2 切れ負け\n",
        "2g2f", Outcome(BLACK, Termination.TIME_FORFEIT), [],
    ),
}  # fmt: skip

# The name of a file; its moves, result and whether it has a warning.
GIVEN: dict[str, tuple[str, Outcome | None, bool]] = {
    "01_stray_henka_head.kif": ("7g7f 8c8d 2g2f 8d8e", None, True),
    "04_psn_loses_game.kif": ("7g7f 3c3d", Outcome(WHITE, RESIGNED), False),
    "05_psn_comment_of_headers.psn": ("7g7f 3c3d 2g2f", Outcome(BLACK, RESIGNED), False),
    "08_result_piece.ki2": ("7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e3d", Outcome(BLACK, RESIGNED), True),
    "10_result_piece.kif": ("7g7f 3c3d 8h2b+ 3a2b", Outcome(WHITE, RESIGNED), True),
    "12_made_perpetual.kif": ("7g7f 3c3d", Outcome(BLACK, Termination.PERPETUAL_CHECK), False),
    "13_made_time_loss.kif": ("7g7f 3c3d", Outcome(WHITE, Termination.TIME_FORFEIT), False),
    "16_made_nifu.kif": (
        "7g7f 3c3d", Outcome(BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU), False,
    ),
    "17_resign_contradicts_made.kif": ("7g7f 3c3d", Outcome(BLACK, RESIGNED), True),
    "18_board_rotated.kif": ("7g7f", Outcome(BLACK, RESIGNED), False),
    "21_time_twice.kif": ("7g7f", Outcome(None, Termination.INTERRUPTED), False),
    "31_diagram_ply58.kif": ("3c3d 2g2f", Outcome(BLACK, RESIGNED), False),
    "36_western_setup.kif": ("G*2b", Outcome(BLACK, Termination.CHECKMATE), False),
    "37_name_like_a_record.kif": ("7g7f 3c3d", Outcome(WHITE, RESIGNED), False),
}  # fmt: skip


def usi(game: kifu.Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def returns_from_every_format(game: kifu.Game) -> None:
    for key, format in FORMATS.items():
        if format.can_write:
            found = kifu.read(kifu.write(game, key))
            assert usi(found) == usi(game), key
            assert found.sfen.split()[:3] == game.sfen.split()[:3], key
            # An unknown word is kept.
            assert all("kept as a word" in each.message for each in found.warnings), key


@pytest.mark.parametrize("name", OWN)
def test_a_record_gives_its_moves_result_and_warnings(name: str) -> None:
    text, moves, outcome, warnings = OWN[name]
    game = kifu.read(text)
    assert usi(game) == moves
    assert game.outcome == outcome
    assert [each.message.partition(";")[0] for each in game.warnings] == warnings
    returns_from_every_format(game)


@pytest.mark.parametrize("name", GIVEN)
def test_a_shared_case_gives_its_moves_result_and_warning(shared_data: Path, name: str) -> None:
    file = shared_data / "cases" / name
    if not file.is_file():
        pytest.skip(f"no case {name}")
    moves, outcome, is_odd = GIVEN[name]
    game = kifu.read(file)
    assert usi(game) == moves
    assert game.outcome == outcome
    assert bool(game.warnings) == is_odd
    returns_from_every_format(game)
