"""KIF, the record format of Japanese programs: headers, moves with times, comments, variations.

Lines that hold what a program must understand are in Japanese, as every reader expects them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.notation import bod, relation
from komadai.notation.csa import square_digits
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color
from komadai.squares import square_japanese

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu.game import Game, Node

HEADER_NAMES: Final = {
    "started": "開始日時",
    "ended": "終了日時",
    "event": "棋戦",
    "site": "場所",
    "time_limit": "持ち時間",
    "opening": "戦型",
}
"""Our keys and KIF's; the players' depend on the handicap."""

HANDICAP_NAMES: Final = {
    "even": "平手",
    "lance": "香落ち",
    "right-lance": "右香落ち",
    "bishop": "角落ち",
    "rook": "飛車落ち",
    "rook-lance": "飛香落ち",
    "two-piece": "二枚落ち",
    "four-piece": "四枚落ち",
    "five-piece": "五枚落ち",
    "five-piece-left": "左五枚落ち",
    "six-piece": "六枚落ち",
    "eight-piece": "八枚落ち",
    "ten-piece": "十枚落ち",
}
"""The handicaps for which KIF has a name that all programs understand alike (三枚落ち and 七枚落ち
they do not: another lance, another silver); of other starts a diagram is written."""

WORDS: Final = {
    Termination.CHECKMATE: "詰み",
    Termination.NO_LEGAL_MOVES: "詰み",
    Termination.RESIGNATION: "投了",
    Termination.TIME_FORFEIT: "切れ負け",
    Termination.SENNICHITE: "千日手",
    Termination.IMPASSE_AGREED: "持将棋",
    Termination.TRY: "トライ",
    Termination.MOVE_LIMIT: "最大手数",
    Termination.INTERRUPTED: "中断",
}
"""The word in the place of a move that ends a line, where it does not depend on who won."""

_FOULS: Final = (Termination.ILLEGAL_MOVE, Termination.PERPETUAL_CHECK, Termination.FAILED_DECLARATION)


def write(game: Game) -> str:
    """The game as a KIF file."""
    lines = [*_headers(game), "手数----指手---------消費時間--"]
    lines += _comment(game.root)
    if game.root.outcome is not None:
        lines += _ending(game, game.root, 0, game.root.outcome, game.board(), _Clock())
    # Depth first without recursion; the branches of a line are written from its last move to its
    # first, so that "変化：n手" always goes back along the line just written.
    waiting: list[tuple[Node, bool]] = [(game.root.children[0], False)] if game.root.children else []
    while waiting:
        first, is_variation = waiting.pop()
        if is_variation:
            lines += ["", f"変化：{first.ply}手"]
        lines += _line(game, first)
        for node in [first, *first.main_line()]:
            if node is first and is_variation:
                continue  # its brothers wait already
            siblings = node.parent.children[1:] if node.parent else []
            waiting += [(sibling, True) for sibling in reversed(siblings)]
    return "\n".join(lines) + "\n"


def _headers(game: Game) -> Iterator[str]:
    name = _handicap_name(game)
    headers = dict(game.headers)
    for key in ("started", "ended", "event", "site", "time_limit"):
        if headers.get(key):
            yield _header(HEADER_NAMES[key], headers.pop(key))
    yield f"手合割：{name or 'その他'}"
    if name is None:
        yield from bod.write(game.board()).splitlines()
    yield _header(_side(game, Color.BLACK), headers.pop("black", ""))
    yield _header(_side(game, Color.WHITE), headers.pop("white", ""))
    for key, value in headers.items():
        yield _header(HEADER_NAMES.get(key, key), value)


def _handicap_name(game: Game) -> str | None:
    return HANDICAP_NAMES.get(game.handicap.key) if game.handicap else None


def _side(game: Game, color: Color) -> str:
    """先手 and 後手; 下手 and 上手 in a handicap that KIF knows (a diagram is always 先手's and 後手's)."""
    return color.japanese if _handicap_name(game) in (None, "平手") else color.japanese_handicap


def _header(name: str, value: str) -> str:
    """One line: what a player calls himself may not begin another."""
    return f"{' '.join(name.replace('：', ':').split())}：{' '.join(value.split())}"


def _comment(node: Node) -> list[str]:
    return [f"*{line}" for line in node.comment.splitlines()]


class _Clock:
    """The seconds each side has used so far, as the second column of times shows them."""

    def __init__(self) -> None:
        self.used = [0, 0]

    def spent(self, color: Color, time_ms: int | None) -> str:
        if time_ms is None:
            return ""
        seconds = max(time_ms, 0) // 1000
        self.used[color] += seconds
        minutes, total = divmod(seconds, 60), self.used[color]
        return f"({minutes[0]:2}:{minutes[1]:02}/{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"


def _line(game: Game, first: Node) -> Iterator[str]:
    """The moves from this node to the end of its line."""
    board, clock = game.board(), _Clock()
    previous: Move | None = None
    before = [*first.path()][:0:-1]
    for node in before:
        if node.move is not None:
            clock.spent(board.turn, node.time_ms)
            board.push_unchecked(node.move)
            previous = node.move
    ply = len(before)
    for node in [first, *first.main_line()]:
        move = node.move
        if move is None:
            continue
        ply += 1
        text = move_text(board, move, previous)
        branches = node.parent is not None and node.parent.children[-1] is not node
        spent = clock.spent(board.turn, node.time_ms)
        # Two columns for every character, as the moves are Japanese.
        yield f"{ply:4} {text}{' ' * (14 - _width(text))}{spent}{'+' if branches else ''}".rstrip()
        yield from _comment(node)
        board.push_unchecked(move)
        previous = move
        if node.outcome is not None:
            yield from _ending(game, node, ply, node.outcome, board, clock)


def _width(text: str) -> int:
    return sum(1 if character.isascii() else 2 for character in text)


def move_text(board: Board, move: Move, previous: Move | None) -> str:
    """A move as KIF writes it: ``７六歩(77)``, ``同　銀(42)``, ``４五桂打``, ``２二角成(88)``."""
    _, kind = relation.mover(board, move)
    if move.from_square is None:
        return f"{square_japanese(move.to_square)}{kind.japanese}打"
    same = previous is not None and previous.to_square == move.to_square
    where = "同　" if same else square_japanese(move.to_square)
    return f"{where}{kind.japanese}{'成' if move.promotion else ''}({square_digits(move.from_square)})"


def _ending(game: Game, node: Node, ply: int, outcome: Outcome, board: Board, clock: _Clock) -> Iterator[str]:
    turn = board.turn
    word = ending_word(outcome, turn)
    spent = clock.spent(turn, node.outcome_ms)
    yield f"{ply + 1:4} {word}{' ' * (14 - _width(word))}{spent}".rstrip()
    # 投了 alone means that the side to move resigned; one can resign while the other thinks, too.
    out_of_turn = outcome.termination is Termination.RESIGNATION and outcome.winner is turn
    if outcome.infraction is not None or outcome.termination in _FOULS or out_of_turn:
        yield f"*{outcome.text('ja', handicap=game.is_handicap)}"
    yield f"まで{ply}手で{_result(game, outcome, word, turn)}"


def ending_word(outcome: Outcome, turn: Color) -> str:
    """The word that ends a line when this side is to move: 投了, 千日手, 反則負け …"""
    won = outcome.winner is turn
    if outcome.termination in _FOULS:
        return "反則勝ち" if won else "反則負け"
    if outcome.termination is Termination.IMPASSE_DECLARATION:
        return "入玉勝ち" if won else "持将棋"
    return WORDS[outcome.termination]


def _result(game: Game, outcome: Outcome, word: str, turn: Color) -> str:
    """What follows "まで…手で" in the last line."""
    if word in ("反則勝ち", "反則負け", "入玉勝ち"):
        return f"{_side(game, turn)}の{word}"
    if outcome.winner is None or word == "詰み":
        return word
    reason = {"切れ負け": "時間切れにより", "トライ": "トライにより"}.get(word, "")
    return f"{reason}{_side(game, outcome.winner)}の勝ち"
