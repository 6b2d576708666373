"""A reviewed move in words: what it allowed, what was better, the line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai.pieces import Color, PieceType
from komadai.publish import wording
from komadai.study.game_review.material import Exchange, exchange, forked
from komadai.study.game_review.report import CLASS_NAMES, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from komadai._core import Board, Move
    from komadai.outcome import Infraction, Language
    from komadai.study.game_review.evaluation import Evaluation
    from komadai.study.game_review.report import MoveClass

    Spell = Callable[[Board, Move, Move | None, Language], str]
    """Writes a move of a board, after the move before it, for a sentence in this language."""

LINE_MOVES: Final = 6
"""The number of moves of a line that a text has; a mate is written to its end, up to the next number."""
MATE_MOVES: Final = 15
MATERIAL: Final = 2
"""An exchange is mentioned if it wins or loses at least this number of pawns."""

_PIECES: Final = {
    PieceType.PAWN: Text("a pawn", "歩"),
    PieceType.LANCE: Text("a lance", "香"),
    PieceType.KNIGHT: Text("a knight", "桂"),
    PieceType.SILVER: Text("a silver", "銀"),
    PieceType.GOLD: Text("a gold", "金"),
    PieceType.BISHOP: Text("a bishop", "角"),
    PieceType.ROOK: Text("a rook", "飛車"),
    PieceType.KING: Text("the king", "玉"),
    PieceType.PRO_PAWN: Text("a tokin", "と金"),
    PieceType.PRO_LANCE: Text("a promoted lance", "成香"),
    PieceType.PRO_KNIGHT: Text("a promoted knight", "成桂"),
    PieceType.PRO_SILVER: Text("a promoted silver", "成銀"),
    PieceType.HORSE: Text("a horse", "馬"),
    PieceType.DRAGON: Text("a dragon", "龍"),
}

_STANDING: Final = (
    (0.90, Text("winning", "勝勢")),
    (0.75, Text("clearly better", "優勢")),
    (0.60, Text("better", "有利")),
)
"""From this win rate on a side stands so."""


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """A move with the evaluations before and after it.

    ``before`` and ``after`` are the evaluations of the two positions, ``wins`` the mover's win rates in them,
    0 to 1; ``after`` is None if the move is illegal, and ``infraction`` says why. ``handicap``: the players
    are called 下手 and 上手.
    """

    board: Board
    move: Move
    previous: Move | None
    before: Evaluation
    after: Evaluation | None
    wins: tuple[float, float] | None
    move_class: MoveClass
    infraction: Infraction | None = None
    handicap: bool = False


def explain(facts: MoveFacts, spell: Spell = wording.move) -> Text:
    """The text of a move, in both languages; ``spell`` writes the moves in it."""
    return Text(_English(facts, spell).text(), _Japanese(facts, spell).text())


class _Writer:
    """The sentences of a move in one language."""

    language: Language

    def __init__(self, facts: MoveFacts, spell: Spell) -> None:
        self._facts = facts
        self._spell = spell
        self._mover = facts.board.turn
        self._next = facts.board.copy()
        self._reply: tuple[Move, ...] = ()
        if facts.after is not None:
            self._next.push(facts.move)
            self._reply = facts.after.line
        self._best = facts.before.line

    def text(self) -> str:
        """All sentences. A line that was cut off ends with its ellipsis alone."""
        return self._sentences().replace("….", "…").replace("…。", "…")

    def _sentences(self) -> str:
        facts = self._facts
        if facts.infraction is not None:
            return self.illegal(facts.infraction)
        if facts.move_class == "best":
            return self.best()
        if facts.move_class == "good":
            return self.join(self.good(), self.better())
        return self.join(self.verdict(), self.allowed(), self.better())

    # -- sentences

    def illegal(self, infraction: Infraction) -> str:
        raise NotImplementedError

    def best(self) -> str:
        raise NotImplementedError

    def good(self) -> str:
        raise NotImplementedError

    def verdict(self) -> str:
        raise NotImplementedError

    def allowed(self) -> str:
        raise NotImplementedError

    def better(self) -> str:
        raise NotImplementedError

    def join(self, *sentences: str) -> str:
        raise NotImplementedError

    # -- facts

    def name(self, kind: PieceType) -> str:
        """The piece in prose."""
        return _PIECES[kind][self.language == "ja"]

    def names(self, kinds: Sequence[PieceType]) -> str:
        raise NotImplementedError

    def side(self, color: Color) -> str:
        raise NotImplementedError

    def move(self, board: Board, move: Move, previous: Move | None) -> str:
        """A move as people write it."""
        return self._spell(board, move, previous, self.language)

    def line(self, board: Board, line: Sequence[Move], previous: Move | None, limit: int) -> str:
        """The beginning of a line of moves."""
        board = board.copy()
        words = []
        for move in line[:limit]:
            words.append(self.move(board, move, previous))
            board.push_unchecked(move)
            previous = move
        more = " …" if len(line) > limit else ""
        return (" " if self.language == "en" else "").join(words) + more

    @property
    def best_move(self) -> str:
        return self.move(self._facts.board, self._best[0], self._facts.previous)

    @property
    def best_line(self) -> str:
        limit = MATE_MOVES if self.mate_missed else LINE_MOVES
        return self.line(self._facts.board, self._best, self._facts.previous, limit)

    @property
    def reply_line(self) -> str:
        """The opponent's best line after a colon; empty if it has no more moves than the answer."""
        if len(self._reply) < 2 and not self.mate_allowed:
            return ""
        limit = MATE_MOVES if self.mate_allowed else LINE_MOVES
        colon = ": " if self.language == "en" else "："
        return colon + self.line(self._next, self._reply, self._facts.move, limit)

    @property
    def mate_missed(self) -> int:
        """The plies of the mate that the mover had; 0 if there was none."""
        return _mate_for(self._facts.before, self._mover)

    @property
    def mate_allowed(self) -> int:
        """The plies of the mate that the opponent has now."""
        after = self._facts.after
        return 0 if after is None else _mate_for(after, self._mover.opponent)

    @property
    def lost(self) -> Exchange:
        """Computes the opponent's gain by the move and the answer to it, compared with the best line."""
        return exchange(self._facts.board, (self._facts.move, *self._reply), self._mover.opponent)

    @property
    def won(self) -> Exchange:
        """Computes the mover's gain by the best line."""
        return exchange(self._facts.board, self._best, self._mover)

    @property
    def fork(self) -> list[PieceType]:
        """The pieces that the opponent's answer forks; fewer than two are no fork."""
        board = self._next.copy()
        board.push_unchecked(self._reply[0])
        return forked(board, self._reply[0].to_square)

    @property
    def promotes(self) -> PieceType | None:
        """The horse or dragon that the opponent's answer makes."""
        move = self._reply[0]
        piece = None if move.from_square is None else self._next.piece_at(move.from_square)
        if piece is None or not move.promotion or piece.type not in (PieceType.BISHOP, PieceType.ROOK):
            return None
        return piece.type.promoted

    def standing(self, win: float) -> tuple[Color, str] | None:
        """The side that stands better at this win rate of the mover, and how much; None: about equal."""
        side, share = (self._mover, win) if win >= 0.5 else (self._mover.opponent, 1 - win)
        for limit, words in _STANDING:
            if share >= limit:
                return side, words[self.language == "ja"]
        return None


class _English(_Writer):
    language = "en"

    def illegal(self, infraction: Infraction) -> str:
        return f"An illegal move: {infraction.text('en')}. It loses the game."

    def best(self) -> str:
        if self._next.is_checkmate():
            return "Checkmate."
        if len(self._facts.board.legal_moves) == 1:
            return "The only legal move."
        if self.mate_missed:
            return f"Best move: it mates in {self.mate_missed}."
        return "Best move: the engine's first choice."

    def good(self) -> str:
        if self._best and self.mate_missed and _mate_for(self._facts.after, self._mover):
            return "A good move: it mates, too."
        return "A good move."

    def verdict(self) -> str:
        facts = self._facts
        text = CLASS_NAMES[facts.move_class].en
        if facts.move_class == "missed_mate":
            text += f": {self.side(self._mover)} had a mate in {self.mate_missed}"
        if facts.wins is None or round(100 * facts.wins[0]) <= round(100 * facts.wins[1]):
            return f"{text}."
        before, after = (f"{100 * win:.0f}%" for win in facts.wins)
        if facts.move_class == "missed_mate":
            return f"{text}; after this move the win rate is {after}."
        return f"{text}: {self.side(self._mover)}'s win rate falls from {before} to {after}."

    def allowed(self) -> str:
        opponent = self.side(self._mover.opponent)
        if self.mate_allowed:
            return f"It allows {opponent} to mate in {self.mate_allowed}{self.reply_line}."
        if not self._reply:
            return ""
        reply = self.move(self._next, self._reply[0], self._facts.move)
        if self.lost.balance >= MATERIAL:
            price = f" for {self.names(self.lost.lost)}" if self.lost.lost else ""
            return f"It allows {reply}, which wins {self.names(self.lost.won)}{price}{self.reply_line}."
        if len(self.fork) > 1:
            return f"It allows {reply}, which attacks {self.names(self.fork)} at once{self.reply_line}."
        if self.promotes is not None:
            return f"It allows {reply}, which makes {self.name(self.promotes)}{self.reply_line}."
        standing = None if self._facts.wins is None else self.standing(self._facts.wins[1])
        state = "the game is about equal"
        if standing is not None:
            state = f"{self.side(standing[0])} is {standing[1]}"
        return f"After {reply} {state}{self.reply_line}."

    def better(self) -> str:
        if not self._best:
            return ""
        if self._facts.move_class == "good":
            return f"The engine prefers {self.best_line}."
        if self.mate_missed:
            return f"The mate was {self.best_line}."
        reason = ""
        standing = None if self._facts.wins is None else self.standing(self._facts.wins[0])
        if self.won.balance >= MATERIAL:
            price = f" for {self.names(self.won.lost)}" if self.won.lost else ""
            reason = f", which wins {self.names(self.won.won)}{price}"
        elif standing is None:
            reason = ", which keeps the game about equal"
        elif standing[0] == self._mover:
            reason = f", after which {self.side(self._mover)} is {standing[1]}"
        line = f": {self.best_line}" if len(self._best) > 1 else ""
        return f"Better was {self.best_move}{reason}{line}."

    def join(self, *sentences: str) -> str:
        return " ".join(filter(None, sentences))

    def names(self, kinds: Sequence[PieceType]) -> str:
        words = [
            self.name(kind) if count == 1 else f"{count} {self.name(kind).split(' ', 1)[1]}s"
            for kind, count in Counter(kinds).items()
        ]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

    def side(self, color: Color) -> str:
        return color.english


class _Japanese(_Writer):
    language = "ja"

    def illegal(self, infraction: Infraction) -> str:
        return f"反則（{infraction.text('ja')}）。この手で負けになりました。"

    def best(self) -> str:
        if self._next.is_checkmate():
            return "詰みました。"
        if len(self._facts.board.legal_moves) == 1:
            return "唯一の合法手です。"
        if self.mate_missed:
            return f"最善手。{self.mate_missed}手詰の手順です。"
        return "最善手。エンジンの第一候補です。"

    def good(self) -> str:
        if self._best and self.mate_missed and _mate_for(self._facts.after, self._mover):
            return "良い手です。この手でも詰みます。"
        return "良い手です。"

    def verdict(self) -> str:
        facts = self._facts
        text = CLASS_NAMES[facts.move_class].ja
        if facts.move_class == "missed_mate":
            text += f"。{self.side(self._mover)}に{self.mate_missed}手詰がありました"
        if facts.wins is None or round(100 * facts.wins[0]) <= round(100 * facts.wins[1]):
            return f"{text}。"
        before, after = (f"{100 * win:.0f}％" for win in facts.wins)
        if facts.move_class == "missed_mate":
            return f"{text}。この手の後の勝率は{after}です。"
        return f"{text}。{self.side(self._mover)}の勝率が{before}から{after}に下がりました。"

    def allowed(self) -> str:
        opponent = self.side(self._mover.opponent)
        if self.mate_allowed:
            return f"{opponent}に{self.mate_allowed}手詰が生じました{self.reply_line}。"
        if not self._reply:
            return ""
        reply = self.move(self._next, self._reply[0], self._facts.move)
        line = f"{self.reply_line}。"
        if self.lost.balance >= MATERIAL:
            price = f"{self.names(self.lost.lost)}と引き換えに" if self.lost.lost else ""
            return f"{reply}で、{price}{self.names(self.lost.won)}を取られます{line}"
        if len(self.fork) > 1:
            return f"{reply}が{self.names(self.fork)}の両取りになります{line}"
        if self.promotes is not None:
            return f"{reply}と{self.name(self.promotes)}を作られます{line}"
        standing = None if self._facts.wins is None else self.standing(self._facts.wins[1])
        state = "互角です" if standing is None else f"{self.side(standing[0])}{standing[1]}です"
        return f"{reply}で{state}{line}"

    def better(self) -> str:
        if not self._best:
            return ""
        if self._facts.move_class == "good":
            return f"エンジンの最善は{self.best_line}。"
        if self.mate_missed:
            return f"正解の手順は{self.best_line}。"
        standing = None if self._facts.wins is None else self.standing(self._facts.wins[0])
        if self.won.balance >= MATERIAL:
            price = f"{self.names(self.won.lost)}と引き換えに" if self.won.lost else ""
            reason = f"なら{price}{self.names(self.won.won)}を取れました"
        elif standing is None:
            reason = "なら互角でした"
        elif standing[0] == self._mover:
            reason = f"なら{self.side(self._mover)}{standing[1]}でした"
        else:
            reason = "が勝りました"
        line = f"：{self.best_line}" if len(self._best) > 1 else ""
        return f"{self.best_move}{reason}{line}。"

    def join(self, *sentences: str) -> str:
        return "".join(sentences)

    def names(self, kinds: Sequence[PieceType]) -> str:
        return "と".join(
            self.name(kind) if count == 1 else f"{self.name(kind)}{count}枚"
            for kind, count in Counter(kinds).items()
        )

    def side(self, color: Color) -> str:
        return color.japanese_handicap if self._facts.handicap else color.japanese


def _mate_for(evaluation: Evaluation | None, side: Color) -> int:
    """The plies in which this side mates; 0 if it does not, or the length is not known."""
    score = None if evaluation is None else evaluation.score
    if score is None or not score.mate:
        return 0
    plies = score.pov(side).mate or 0
    return max(plies, 0)
