"""The rules in the build for browsers are those of the library: counts, outcomes, infractions, impasse."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from komadai import Board, Move, PieceType, Termination
from komadai._core import impasse_conditions, impasse_winner_by_agreement, impasse_winner_by_declaration
from komadai.enums import Color
from komadai.impasse import ImpasseRule, after_move
from komadai.variants import NAMES
from komadai.variants import Board as VariantBoard
from tests.amounts import examples
from tests.browser.conftest import Module

MOST_LEAVES = 1_000_000
# Both kings have entered; in the second game one side has hardly a piece.
ENTERED = (
    "1+P+P+P+P+P3/1K+R+B5/2+S+S5/9/9/9/5+s+s2/5+b+rk1/3+p+p+p+p+p1 b 2G2N2L4P2g2n2l4p 1",
    "3+P5/1K7/9/9/9/9/5+s+s2/5+b+rk1/3+p+p+p+p+p1 w rb2s4g4n4l12p 1",
    # The kings can reach the squares of the try rules.
    "9/3K5/9/9/9/9/9/5k3/9 b - 1",
)
FULL_HANDS = "4k4/9/9/9/9/9/9/9/4K4 b RBGS2N2L9Prb3g3s2n2l9p 1"
ROOK_AGAINST_KING = "4k4/9/9/9/9/9/9/8R/4K4 b - 1"
RULES = [rule.value for rule in ImpasseRule]
COMPENSATION = (0, 3)


def test_perft_of_the_shared_data(module: Module, perft_data: dict[str, Any]) -> None:
    known = [
        ({"sfen": data["sfen"], "depth": depth}, leaves)
        for data in perft_data.values()
        for depth, leaves in enumerate(data["leaves"], 1)
        if leaves is not None and leaves <= MOST_LEAVES
    ]
    assert len(known) >= 5
    assert module("perft", [item for item, _ in known]) == [leaves for _, leaves in known]


def test_perft_of_every_variant(module: Module) -> None:
    counts = [(name, depth) for name in NAMES for depth in (1, 2)]
    counts += [(name, 4) for name in ("minishogi", "dobutsu", "kyoto", "tori")]
    items = [{"name": name, "depth": depth} for name, depth in counts]
    assert module("variant_perft", items) == [VariantBoard(name).perft(depth) for name, depth in counts]


def chosen(board: Board, kind: str, rng: Random) -> Move:
    """A legal move: one back, one with check, one of the king, or any."""
    moves = list(board.legal_moves)
    if kind in {"attack", "perpetual"}:
        moves = [move for move in moves if board.gives_check(move)] or moves
    if kind == "entered" and rng.random() < 0.5:
        moves = [move for move in moves if move.from_square == board.king(board.turn)] or moves
    if kind in {"repeated", "perpetual"} and len(board.history) >= 2 and rng.random() < 0.9:
        last = board.history[-2]
        back = (last.to_square, last.from_square)
        moves = [move for move in moves if (move.from_square, move.to_square) == back] or moves
    return rng.choice(moves)


def number(color: Color | None) -> int | None:
    return None if color is None else int(color)


def impasse(board: Board, rule: ImpasseRule) -> list[Any]:
    """What the library says about an impasse of the side to move, in the module's words."""
    given = board, rule.value
    conditions = impasse_conditions(*given, board.turn, COMPENSATION, True)
    return [
        after_move(board, rule) is not None,
        [dict(zip(("condition", "met", "value", "needed"), each, strict=True)) for each in conditions],
        number(impasse_winner_by_agreement(*given, COMPENSATION)),
        number(impasse_winner_by_declaration(*given, board.turn, COMPENSATION)),
    ]


def game(kind: str, rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A random game as the module gets it, and what the module must say about it."""
    roots = {"entered": rng.choice(ENTERED), "perpetual": ROOK_AGAINST_KING, "attack": FULL_HANDS}
    root = roots.get(kind, Board().sfen())
    board, plies = Board(root), list[list[Any]]()
    while len(plies) < 100 and not board.is_game_over() and not after_move(board, ImpasseRule.TRY_ONE_KING):
        board.push(chosen(board, kind, rng))
        outcome = board.outcome()
        told = outcome and {"termination": outcome.termination.value, "winner": number(outcome.winner)}
        plies.append([told, board.repetition_count(), len(board.legal_moves), board.is_check()])
    moves = [move.usi() for move in board.history]
    tried = [Move.normal(a, b, rng.random() < 0.5) for a, b in (rng.sample(range(81), 2) for _ in range(30))]
    tried += [Move.dropping(PieceType(rng.randrange(1, 8)), rng.randrange(81)) for _ in range(10)]
    item = {"root": root, "moves": moves, "tried": [move.usi() for move in tried], "rules": RULES}
    return item | {"compensation": COMPENSATION}, {
        "plies": plies,
        "sfen": board.sfen(),
        "history": moves,
        "legal": sorted(move.usi() for move in board.legal_moves),
        "infractions": [infraction.value if (infraction := board.infraction(m)) else "" for m in tried],
        "impasse": [impasse(board, rule) for rule in ImpasseRule],
    }


def test_games_have_the_same_outcomes_and_refusals(module: Module) -> None:
    rng = Random(49)
    kinds = ("random", "repeated", "perpetual", "attack", "entered")
    games = [game(kinds[n % len(kinds)], rng) for n in range(examples(300, 2000))]
    for answer, (item, expected) in zip(module("game", [item for item, _ in games]), games, strict=True):
        assert answer == expected, item
    ends = [expected["plies"][-1][0] for _, expected in games]
    reasons = {Termination.CHECKMATE, Termination.SENNICHITE, Termination.PERPETUAL_CHECK}
    assert {end["termination"] for end in ends if end} >= reasons
    assert {one[2] for _, expected in games for one in expected["impasse"]} == {0, 1, None}
    assert any(tried for _, expected in games for tried, *_ in expected["impasse"])
    assert len({one for _, expected in games for one in expected["infractions"]}) >= 8


def written_anywhere(board: VariantBoard, rng: Random) -> list[str]:
    """Moves from one square to another and drops, most of them illegal."""
    squares = [board.square_name(at) for at in range(board.variant.files * board.variant.ranks)]
    origins = [board.square_name(at) for at in board.piece_map()]
    moves = [f"{rng.choice(origins)}{rng.choice(squares)}{rng.choice(['', '+'])}" for _ in range(60)]
    moves += [f"{kind.id}*{rng.choice(squares)}" for kind in board.variant.kinds for _ in range(2)]
    return [move for move in moves if board.read_move(move) is not None]


def infraction_of(board: VariantBoard, usi: str) -> str:
    move = board.parse_move(usi) or board.read_move(usi)
    assert move is not None
    return board.infraction(move) or ""


@pytest.mark.parametrize("name", NAMES)
def test_games_of_variants_end_alike_and_refuse_the_same_moves(name: str, module: Module) -> None:
    rng = Random(name)
    board, plies = VariantBoard(name), list[list[Any]]()
    for _ in range(100):
        moves = board.legal_moves
        if not moves or board.is_game_over():
            break
        move = rng.choice(moves)
        board.push(move)
        result = board.result()
        end = result and {"end": result[0], "winner": result[1]}
        plies.append([move.usi(), end, board.repetition_count()])
    tried = written_anywhere(board, rng)
    item = {"name": name, "moves": [usi for usi, *_ in plies], "tried": tried}
    (answer,) = module("variant_game", [item])
    assert answer == {
        "plies": plies,
        "sfen": board.sfen(),
        "legal": sorted(move.usi() for move in board.legal_moves),
        "infractions": [infraction_of(board, usi) for usi in tried],
    }
    assert len({*answer["infractions"]}) >= 2


@pytest.mark.parametrize(
    ("call", "values", "code"),
    [
        ("", ["lnsgkgsnx/9/9/9/9/9/9/9/9 b - 1"], {"code": "sfen-not-a-piece", "rank": 1}),
        ("play", ["startpos", "7g7e"], {"code": "illegal-move", "infraction": "wrong_movement"}),
        ("play", ["startpos", "nonsense"], {"code": "move-usi-expected", "text": "nonsense"}),
        ("hash", ["startpos", 0], {"code": "hash-expected"}),
        ("solve", ["startpos", False], {"code": "no-check"}),
        ("go", ["startpos", {"depth": 1.5}], {"type": "RangeError"}),
        ("go", ["startpos", {"depth": 1, "moves": ["nonsense"]}], {"code": "move-usi-expected"}),
        ("go", ["startpos", {"depth": 1, "impasse": "nonsense"}], {"code": "impasse-rule-expected"}),
    ],
)
def test_bad_input_is_an_error_with_a_code(
    call: str, values: list[Any], code: dict[str, str], module: Module
) -> None:
    (answer,) = module("refused", [{"call": call, "values": values}])
    assert answer.items() >= code.items()
