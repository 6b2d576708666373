"""Hints for beginners: friendly sentences about a position, from the rules and a short search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from komadai.errors import SfenError
from komadai.messages.text import Text
from komadai.server.variants import wire
from komadai.variants import Board, Move
from komadai.variants.notation.japanese import square_text
from komadai.variants.pictures import animals

if TYPE_CHECKING:
    from komadai.variants import PieceKind, Variant
    from komadai.variants.pictures.board import Style

    Naming = Callable[[PieceKind], Text]

LARGEST: Final = 36
"""Hints are for boards of at most this many squares."""
NODES: Final = 20_000
"""The positions that the search for a good move may visit."""
MATE_NODES: Final = 20_000

CHECK: Final = Text(
    "Careful, your {royal} is attacked! Move it away, take the attacker, or put a piece in between.",
    "あぶない！　{royal}が取られそうです。逃げる、相手の駒を取る、間に駒を置く、のどれかで守りましょう。",
)
MATE: Final = Text(
    "You can win with your next move. Can you see it?", "次の一手で勝てます。見つけられるかな？"
)
FREE: Final = Text(
    "You can take the {piece} on {square}, and nothing takes back.",
    "{square}の{piece}をただで取れます。",
)
TAKE: Final = Text(
    "You can take the {piece} on {square}, but your piece can be taken back.",
    "{square}の{piece}を取れますが、取り返されます。",
)
DANGER: Final = Text(
    "Look out: your {piece} on {square} can be taken.", "気をつけて。{square}の{piece}が取られそうです。"
)
MOVABLE: Final = Text("{count} of your pieces can move.", "動かせる駒は{count}枚あります。")
ONE_MOVABLE: Final = Text("Only one of your pieces can move.", "動かせる駒は一枚だけです。")
ALSO_DROP: Final = Text(" You can also drop a piece from your hand.", "持駒も打てます。")
ONLY_DROP: Final = Text("You can only drop a piece from your hand.", "持駒を打つことしかできません。")
WIN: Final = Text("Win now: {move}!", "{move}で勝ちです！")
MATE_IN: Final = Text(
    "There is a mate in {plies}. It begins with {move}.", "{plies}手詰があります。初手は{move}。"
)
TRY: Final = Text("How about this: {move}?", "{move}はどうでしょう。")
MOVE: Final = Text("{piece} to {square}", "{square}{piece}")
PROMOTION: Final = Text("{piece} to {square}, and turn it over", "{square}{piece}成")
DROP: Final = Text("drop the {piece} on {square}", "{square}{piece}打")


def hints(board: Board, faces: Style = "one") -> wire.BeginnerHints:
    """Hints from the gentlest to the move itself, which is the last one; none if the game is over.

    A hint about captures or dangers names the most valuable piece. A piece is called what its face shows.
    """
    name = _naming(board.variant, faces)
    if board.is_game_over():
        return wire.BeginnerHints([])
    moves = board.legal_moves
    winning = [move for move in moves if _wins(board, move)]
    return wire.BeginnerHints(
        [*_observations(board, moves, winning, name), *_suggestion(board, winning, name)]
    )


def _naming(variant: Variant, faces: Style) -> Naming:
    """How pieces with these faces are called: by their animals, with their letters, or by their names."""
    pictured = faces == "pictures" or (animals.drawn(variant) and faces in ("one", "both"))
    shown = animals.words(variant) if pictured else {}

    def name(kind: PieceKind) -> Text:
        if kind.id in shown:
            return Text(*shown[kind.id])
        japanese = kind.kanji or kind.face or kind.name
        if faces == "letters":
            japanese = f"{kind.id.removeprefix('+')}（{japanese}）"
        return Text(kind.name.lower(), japanese)

    return name


def _observations(
    board: Board, moves: list[Move], winning: list[Move], name: Naming
) -> Iterator[wire.BeginnerHintView]:
    royals = [at for at in board.royals(board.turn) if board.is_attacked(at, board.turn.opponent)]
    if winning:
        yield wire.BeginnerHintView("mate", MATE, [], None)
    elif royals:
        yield _hint("check", CHECK.filled(royal=name(_kind_at(board, royals[0]))), board, royals)
    if not winning:
        yield from _captures(board, moves, name)
        if not royals:
            yield from _dangers(board, name)
    yield _movable(board, moves)


def _captures(board: Board, moves: list[Move], name: Naming) -> Iterator[wire.BeginnerHintView]:
    """The best piece that can be taken, preferably without being taken back."""
    best: tuple[tuple[bool, int], int] | None = None
    for move in moves:
        if move.drop is None and board.piece_at(move.to_square) is not None:
            rank = not _can_take_back(board, move), _worth(_kind_at(board, move.to_square))
            if best is None or rank > best[0]:
                best = rank, move.to_square
    if best is None:
        return
    (free, _), square = best
    text = (FREE if free else TAKE).filled(piece=name(_kind_at(board, square)), square=_square(board, square))
    yield _hint("take", text, board, [square])


def _dangers(board: Board, name: Naming) -> Iterator[wire.BeginnerHintView]:
    """The best own piece that the opponent could take if it were the opponent's turn."""
    fields = board.sfen().split()
    fields[1] = "b" if fields[1] == "w" else "w"
    try:
        turned = Board(board.variant, " ".join(fields))
    except SfenError:
        return
    attacked = [
        move.to_square
        for move in turned.legal_moves
        if move.drop is None and turned.piece_at(move.to_square) is not None and _is_bad_for_us(turned, move)
    ]
    if attacked:
        square = max(attacked, key=lambda at: _worth(_kind_at(board, at)))
        text = DANGER.filled(piece=name(_kind_at(board, square)), square=_square(board, square))
        yield _hint("danger", text, board, [square])


def _is_bad_for_us(turned: Board, move: Move) -> bool:
    """Whether the opponent gains by this capture: it is not taken back, or takes the better piece."""
    if not _can_take_back(turned, move):
        return True
    return _worth(_kind_at(turned, move.to_square)) > _worth(_kind_at(turned, move.from_square or 0))


def _movable(board: Board, moves: list[Move]) -> wire.BeginnerHintView:
    squares = sorted({move.from_square for move in moves if move.from_square is not None})
    drops = any(move.drop is not None for move in moves)
    if not squares:
        return wire.BeginnerHintView("movable", ONLY_DROP, [], None)
    text = (ONE_MOVABLE if len(squares) == 1 else MOVABLE).filled(count=len(squares))
    if drops:
        text = Text(text.en + ALSO_DROP.en, text.ja + ALSO_DROP.ja)
    return _hint("movable", text, board, squares)


def _suggestion(board: Board, winning: list[Move], name: Naming) -> Iterator[wire.BeginnerHintView]:
    from komadai.variants.search import Engine, find_mate  # loads the search when it is first needed

    if winning:
        yield _move_hint(WIN.filled(move=_move_text(board, winning[0], name)), board, winning[0])
        return
    mate = find_mate(board, nodes=MATE_NODES)
    if mate.found and mate.moves:
        text = MATE_IN.filled(plies=len(mate.moves), move=_move_text(board, mate.moves[0], name))
        yield _move_hint(text, board, mate.moves[0])
        return
    lines = Engine(board.variant).analyse(board, nodes=NODES)
    if lines:
        move = lines[0].pv[0]
        yield _move_hint(TRY.filled(move=_move_text(board, move, name)), board, move)


def _wins(board: Board, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner is board.turn


def _can_take_back(board: Board, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    return any(reply.to_square == move.to_square and reply.drop is None for reply in after.legal_moves)


def _kind_at(board: Board, square: int) -> PieceKind:
    piece = board.piece_at(square)
    assert piece is not None, "the square has a piece"
    return piece.kind


def _worth(kind: PieceKind) -> int:
    """The value of a piece in centipawns; without one, by the number of its moves."""
    if kind.royal:
        return 30_000
    return kind.value or 100 * len(kind.paths)


def _square(board: Board, square: int) -> Text:
    name = board.square_name(square)
    return Text(name, square_text(name))


def _move_text(board: Board, move: Move, name: Naming) -> Text:
    square = _square(board, move.to_square)
    if move.drop is not None:
        return DROP.filled(piece=name(board.variant.pieces[move.drop]), square=square)
    kind = _kind_at(board, move.from_square or 0)
    return (PROMOTION if move.promotion else MOVE).filled(piece=name(kind), square=square)


def _move_hint(text: Text, board: Board, move: Move) -> wire.BeginnerHintView:
    squares = [move.to_square] if move.from_square is None else [move.from_square, move.to_square]
    return wire.BeginnerHintView("move", text, [board.square_name(each) for each in squares], move.usi())


def _hint(kind: wire.BeginnerHintKind, text: Text, board: Board, squares: list[int]) -> wire.BeginnerHintView:
    return wire.BeginnerHintView(kind, text, [board.square_name(square) for square in squares], None)
