"""Structures of pawns."""

from __future__ import annotations

_FOURTH_FILE = "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h 1c1d 1g1f"


_TRANSPOSED = "7g7f 8c8d 6g6f 3c3d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h 9c9d 9g9f"


_SAME_CASTLE = "7g7f 8c8d 6g6f 5a4b 2h6h 4b3b 5i4h 7a6b 4h3h 1c1d 3h2h 9c9d 3i3h 3c3d 6i5h 8d8e 8h7g"


_STATIC = "7g7f 8c8d 2g2f 8d8e 2f2e 4a3b 8h7g 3c3d 6i7h 2b7g+ 7h7g 3a4b 3i3h 5a5b 9g9f 9c9d 1g1f"


FOURTH_FILE, TRANSPOSED, SAME_CASTLE, STATIC = (
    moves.split() for moves in (_FOURTH_FILE, _TRANSPOSED, _SAME_CASTLE, _STATIC)
)
