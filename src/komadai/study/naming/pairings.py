"""The four pairings of static and ranging rook. They divide all games from the usual starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.study.naming.rules import Rule, rule_of

if TYPE_CHECKING:
    from komadai.study.naming.position import TrackedPosition

DECIDED: Final = 30
"""The ply by which a rook that has not moved to the left counts as static."""

_TEXTS: Final = {
    (False, False): ("ai_ibisha", "相居飛車", "Double static rook"),
    (True, True): ("aifuribisha", "相振り飛車", "Double ranging rook"),
    (False, True): ("ibisha_tai_furibisha", "居飛車対振り飛車", "Static rook against ranging rook"),
    (True, False): ("furibisha_tai_ibisha", "振り飛車対居飛車", "Ranging rook against static rook"),
}
"""By whether the own and the other rook range: the name from the own side."""

RULES: Final = {
    key: rule_of(1000 + number, {"kind": "opening", "id": text[0], "ja": text[1], "en": text[2]})
    for number, (key, text) in enumerate(_TEXTS.items())
}


PAIRING_IDS: Final = frozenset(each.id for each in RULES.values())


def pairings(ranging: list[int | None], position: TrackedPosition) -> list[tuple[Rule, int, int]]:
    """The pairing from each side: rule, side and the ply at which both rooks are decided.

    ``ranging``: by side, the ply at which its rook moved to the left; None for a static rook. ``position``:
    the end of the game. The list is empty if the game ended before both were decided.
    """
    decided: list[int] = []
    for side in (0, 1):
        ply = ranging[side]
        if ply is None:
            ply = min(position.pawn_on_2e[side] or DECIDED, DECIDED)
        decided.append(ply)
    if position.ply < max(decided):
        return []
    kinds = [ply is not None for ply in ranging]
    return [(RULES[kinds[side], kinds[1 - side]], side, max(decided)) for side in (0, 1)]
