"""Counts of positions that others have published, most of them from Fairy-Stockfish."""

import pytest

from komadai.variants import Board

PERFT = {
    "shogi": (30, 900, 25470, 719731),
    "goro-goro": (16, 250, 4166, 67517, 1186299),
    "goro-goro-plus": (39, 1438, 44436, 1330443),
    "minishogi": (14, 181, 2512, 35401, 533203),
    "dobutsu": (4, 17, 123, 976, 8122, 71677, 643982),
    "tori": (17, 288, 5430, 103857, 2179749),
    "sho": (26, 676, 17368, 445372),
    "kyoto": (12, 137, 1636, 18268, 225903),
    "judkins": (20, 336, 6183, 118345),
    "micro": (9, 80, 767, 7256, 71328),
    "euroshogi": (None, None, None, 380499),
    "yari": (None, None, None, 158404),
    "makruk": (None, None, None, 273026),
    "shatranj": (None, None, None, 68122),
    "chu": (36, 1296),
}


@pytest.mark.parametrize("name", PERFT)
def test_perft_agrees_with_published_counts(name: str) -> None:
    board = Board(name)
    for depth, count in enumerate(PERFT[name], 1):
        if count is not None:
            assert board.perft(depth) == count, f"{name} at depth {depth}"
