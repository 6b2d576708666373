"""A slow, independent reference for the categories of moves; it shares only the piece values with the core.

Positions are those of the slow rules (tests/reference.py), moves are USI texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference import Position, Square, color_of, number, other, rank_seen_by, read_square, type_of

# Centipawns on the board and in hand, as cpp/eval/values.h has them.
VALUE = {
    "P": 90, "L": 260, "N": 290, "S": 430, "B": 650, "R": 780, "G": 500, "K": 0,
    "+P": 480, "+L": 480, "+N": 490, "+S": 500, "+B": 900, "+R": 1080,
}  # fmt: skip
IN_HAND = {"P": 98, "L": 285, "N": 310, "S": 470, "B": 720, "R": 850, "G": 550}
# The order in which pieces are risked in an exchange.
RISKED = ["P", "L", "N", "+P", "+L", "+N", "S", "+S", "G", "B", "R", "+B", "+R", "K"]
NAMES = {"P": "pawn", "L": "lance", "N": "knight", "S": "silver", "B": "bishop", "R": "rook", "G": "gold"}
MAJOR = ("B", "R", "+B", "+R")


def capture_value(kind: str) -> int:
    return 0 if kind == "K" else VALUE[kind] + IN_HAND[kind.lstrip("+")]


def promotion_value(kind: str) -> int:
    return VALUE[f"+{kind}"] - VALUE[kind]


def exchange_gain(position: Position, to: Square, side: str) -> int:
    """The gain of the side from captures on the square, at least 0: it may decline."""
    attackers = position.attackers(side, to)
    if not attackers:
        return 0
    start = min(attackers, key=lambda s: (RISKED.index(type_of(position.board[s])), number(s)))
    kind = type_of(position.board[start])
    after = position.copy()
    del after.board[start]
    if kind == "K" and after.attackers(other(side), to):
        return 0
    gain = capture_value(type_of(position.board[to]))
    if kind in "PLNSBR" and min(rank_seen_by(side, to), rank_seen_by(side, start)) <= 3:
        gain += promotion_value(kind)
        kind = f"+{kind}"
    after.board[to] = kind if side == "b" else kind.lower()
    return max(0, gain - exchange_gain(after, to, other(side)))


def gains(position: Position, move: str, minimum: int) -> bool:
    """Whether the exchange on the move's target square gains at least ``minimum``. It certainly does if that
    much is gained even when the moved piece is lost."""
    to = read_square(move[2:4])
    gain = capture_value(type_of(position.board[to])) if to in position.board else 0
    if move.endswith("+"):
        gain += promotion_value(type_of(position.board[read_square(move[:2])]))
    after = position.after(move)
    if gain < minimum:
        return False
    if gain - capture_value(type_of(after.board[to])) >= minimum:
        return True
    return gain - exchange_gain(after, to, after.turn) >= minimum


def distance(a: Square, b: Square | None) -> int:
    return 9 if b is None else max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def dangers(position: Position) -> set[Square]:
    """The pieces of the side to move, except pawns and king, that are in danger of being captured at a
    loss."""
    us = position.turn
    found = set()
    for square, piece in position.board.items():
        kind = type_of(piece)
        if color_of(piece) != us or kind in ("P", "K"):
            continue
        attackers = [type_of(position.board[a]) for a in position.attackers(other(us), square)]
        cheaper = any(a != "K" and VALUE[a] < VALUE[kind] for a in attackers)
        if attackers and (cheaper or not position.attackers(us, square)):
            found.add(square)
    return found


def basic(position: Position, move: str, lost: bool) -> str:
    us = position.turn
    drop = move[1] == "*"
    to = read_square(move[2:4])
    start = None if drop else read_square(move[:2])
    kind = move[0] if start is None else type_of(position.board[start])
    if checkers := position.checkers(us):
        if to in checkers:
            return "king-takes-checker" if kind == "K" else "take-checker"
        if kind == "K":
            return "king-flees"
        return ("drop" if drop else "move") + "-between" + "-lost" * lost
    if to in position.board:
        if lost:
            return "capture-lost"
        for minimum, what in ((1200, "gains-major"), (500, "gains-piece"), (100, "gains-pawn")):
            if gains(position, move, minimum):
                return f"capture-{what}"
        return "capture-even"
    if kind == "K":
        assert start is not None
        if rank_seen_by(us, to) >= 8:
            return "king-at-home"
        return "king-forward" if rank_seen_by(us, to) < rank_seen_by(us, start) else "king-other"
    if lost:
        return "drop-lost" if drop else "move-lost"
    enemy, own = position.king(other(us)), position.king(us)
    if start is None:
        place = (
            "at-enemy" if distance(to, enemy) <= 2 else "at-own" if distance(to, own) <= 2 else "elsewhere"
        )
        return f"drop-{NAMES[kind]}-{place}"
    if kind == "P":
        ahead = (to[0], to[1] + (-1 if us == "b" else 1))
        if position.board.get(ahead) == ("p" if us == "b" else "P"):
            return "pawn-meets-pawn"
        rook = "R" if us == "b" else "r"
        if any(square[0] == to[0] and piece == rook for square, piece in position.board.items()):
            return "pawn-before-rook"
        return "pawn-on-edge" if to[0] in (1, 9) else "pawn-other"
    name = {"+B": "horse", "+R": "dragon"}.get(kind) or ("gold" if kind[0] == "+" else NAMES[kind])
    nearer = distance(to, enemy) < distance(start, enemy), distance(to, own) < distance(start, own)
    return f"{name}-{'to-enemy' if nearer[0] else 'to-own' if nearer[1] else 'other'}"


def categories(position: Position, move: str, last: str | None) -> Iterator[str]:
    """All categories of a move, the basic one first. ``last`` is the move that led to the position."""
    us, them = position.turn, other(position.turn)
    lost = not gains(position, move, 0)
    yield basic(position, move, lost)
    if position.in_check(us):
        return
    drop = move[1] == "*"
    by = "drop" if drop else "move"
    to = read_square(move[2:4])
    start = None if drop else read_square(move[:2])
    kind = move[0] if start is None else type_of(position.board[start])
    last_to = read_square(last[2:4]) if last else None
    if to == last_to:
        yield "recapture" + "-lost" * lost
    after = position.after(move)
    if after.in_check(them):
        yield f"check-by-{by}" + "-lost" * lost
    if lost:
        return
    if move.endswith("+"):
        yield "promote-" + ("pawn" if kind == "P" else "major" if kind in MAJOR else "minor")
    in_danger = dangers(position)
    new = {square for square in in_danger if last_to in position.attackers(them, square)}
    if start in in_danger:
        yield ("escape-major" if kind in MAJOR else "escape-minor") + ("" if start in new else "-old")
    aims = after.attacks(to) - (set() if start is None else position.attacks(start))
    guarded = aims & (in_danger - {start})
    if guarded:
        yield "guard" if guarded & new else "guard-old"
    then = type_of(after.board[to])
    targets = []
    for square in aims:
        piece = after.board.get(square)
        if piece is None or color_of(piece) == us or type_of(piece) == "P":
            continue
        dearer = then != "K" and VALUE[type_of(piece)] > VALUE[then]
        if type_of(piece) == "K" or dearer or not after.attackers(them, square):
            targets.append(type_of(piece))
    if len(targets) > 1:
        yield f"fork-by-{by}"
    elif targets and targets != ["K"]:
        yield f"attack-{'major' if targets[0] in MAJOR else 'minor'}-by-{by}"
