"""Games to explore."""

from __future__ import annotations

from tests.study.database.reference import Played

GAMES = [
    Played(["7g7f", "3c3d", "2g2f"], "black"),
    Played(["2g2f", "3c3d", "7g7f", "8c8d"], "white"),
    Played(["7g7f", "8c8d"], "draw"),
    Played(["7g7f"]),
]


MINO = Played(
    [
        *("7g7f", "3c3d", "6g6f", "8c8d", "2h6h", "5a4b", "5i4h", "4b3b", "4h3h"),
        *("7a6b", "3h2h", "5c5d", "3i3h", "8d8e", "8h7g", "6a5b", "6i5h"),
    ],
    "black",
)
"""A fourth-file rook with a Mino castle."""
