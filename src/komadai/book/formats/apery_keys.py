"""The keys of positions in Apery's books: hashes of 64 bits.

Apery takes them from the Mersenne Twister MT19937-64 (Matsumoto and Nishimura) with its usual seed, 5489,
in this order: for each of 31 codes of pieces (0 is no piece) a number for each square; for each kind of
piece in hand (pawn, lance, knight, silver, gold, bishop, rook) a number for each count from 0 to 18; one
for White to move. A key is the exclusive or of the pieces on the board, of the hand of the side to move
(counts of 0 too; the other hand follows from these), and of White's number. Codes are 1 to 14 for pawn,
lance, knight, silver, bishop, rook, gold, king and the promoted six in that order, 16 more for White's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

_LETTERS: Final = "PLNSBRGK"
_HANDS: Final = "PLNSGBR"
_WHITE: Final = 16
_PROMOTED: Final = 8
_CODES: Final = 31
_COUNTS: Final = 19

_SIZE: Final = 312
_MIDDLE: Final = 156
_SEED: Final = 5489
_64: Final = (1 << 64) - 1
_UPPER, _LOWER = 0xFFFFFFFF80000000, 0x7FFFFFFF
_TWIST: Final = 0xB5026F5AA96619E9


@cache
def _tables() -> tuple[dict[str, list[int]], list[list[int]], int]:
    """Numbers of each piece (as SFEN writes it) by square, of each kind in hand by count, and of White."""
    numbers = mersenne_twister(_CODES * 81 + len(_HANDS) * _COUNTS + 1)
    pieces: dict[str, list[int]] = {}
    for at, letter in enumerate(_LETTERS, 1):
        for code, name in ((at, letter), (at + _PROMOTED, f"+{letter}")):
            if name not in ("+G", "+K"):
                for each, number in ((name, code), (name.lower(), code + _WHITE)):
                    pieces[each] = numbers[number * 81 : number * 81 + 81]
    start = _CODES * 81
    hands = [numbers[start + at * _COUNTS : start + (at + 1) * _COUNTS] for at in range(len(_HANDS))]
    return pieces, hands, numbers[-1]


def key_of(place: str) -> int:
    """The key of a position given as an SFEN; the move number may be left out."""
    pieces, hands, white = _tables()
    squares, turn, hand = place.split(" ")[:3]
    key = white if turn == "w" else 0
    file, rank = 8, 0
    promoted = ""
    for each in squares:
        if each == "/":
            file, rank = 8, rank + 1
        elif each == "+":
            promoted = "+"
        elif each.isdigit():
            file -= int(each)
        else:
            key ^= pieces[promoted + each][file * 9 + rank]
            promoted = ""
            file -= 1
    counts = dict.fromkeys(_HANDS, 0)
    number = ""
    for each in hand:
        if each.isdigit():
            number += each
        elif each != "-":
            if each.isupper() == (turn == "b"):
                counts[each.upper()] = int(number or 1)
            number = ""
    for at, each in enumerate(_HANDS):
        key ^= hands[at][counts[each]]
    return key


def mersenne_twister(count: int) -> list[int]:
    """The first numbers of MT19937-64 with its usual seed."""
    state = [_SEED]
    for at in range(1, _SIZE):
        before = state[-1]
        state.append((6364136223846793005 * (before ^ before >> 62) + at) & _64)
    numbers: list[int] = []
    while len(numbers) < count:
        for at in range(_SIZE):
            mixed = state[at] & _UPPER | state[(at + 1) % _SIZE] & _LOWER
            state[at] = state[(at + _MIDDLE) % _SIZE] ^ mixed >> 1 ^ (_TWIST if mixed & 1 else 0)
        for each in state:
            each ^= each >> 29 & 0x5555555555555555
            each ^= each << 17 & 0x71D67FFFEDA60000 & _64
            each ^= each << 37 & 0xFFF7EEE000000000 & _64
            numbers.append(each ^ each >> 43)
    return numbers[:count]
