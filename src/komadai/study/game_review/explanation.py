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
    from collections.abc import Callable, Iterator, Sequence

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

STANDINGS: Final = (
    (0.90, Text("winning", "勝勢")),
    (0.75, Text("clearly better", "優勢")),
    (0.60, Text("better", "有利")),
)
"""From this win rate on a side stands so."""

SENTENCES: Final = {
    "illegal": Text(
        "An illegal move: {why}. It loses the game.", "反則（{why}）。この手で負けになりました。"
    ),
    "checkmate": Text("Checkmate.", "詰みました。"),
    "only_move": Text("The only legal move.", "唯一の合法手です。"),
    "best_mates": Text("Best move: it mates in {plies}.", "最善手。{plies}手詰の手順です。"),
    "best": Text("Best move: the engine's first choice.", "最善手。エンジンの第一候補です。"),
    "good_mates": Text("A good move: it mates, too.", "良い手です。この手でも詰みます。"),
    "good": Text("A good move.", "良い手です。"),
    "verdict": Text("{kind}.", "{kind}。"),
    "verdict_falls": Text(
        "{kind}: {side}'s win rate falls from {before}% to {after}%.",
        "{kind}。{side}の勝率が{before}％から{after}％に下がりました。",
    ),
    "missed": Text("{kind}: {side} had a mate in {plies}.", "{kind}。{side}に{plies}手詰がありました。"),
    "missed_falls": Text(
        "{kind}: {side} had a mate in {plies}; after this move the win rate is {after}%.",
        "{kind}。{side}に{plies}手詰がありました。この手の後の勝率は{after}％です。",
    ),
    "allows_mate": Text(
        "It allows {opponent} to mate in {plies}{line}.", "{opponent}に{plies}手詰が生じました{line}。"
    ),
    "allows_gain": Text(
        "It allows {reply}, which wins {pieces}{line}.", "{reply}で、{pieces}を取られます{line}。"
    ),
    "allows_exchange": Text(
        "It allows {reply}, which wins {pieces} for {price}{line}.",
        "{reply}で、{price}と引き換えに{pieces}を取られます{line}。",
    ),
    "allows_fork": Text(
        "It allows {reply}, which attacks {pieces} at once{line}.",
        "{reply}が{pieces}の両取りになります{line}。",
    ),
    "allows_promotion": Text(
        "It allows {reply}, which makes {pieces}{line}.", "{reply}と{pieces}を作られます{line}。"
    ),
    "leads": Text("After {reply} {state}{line}.", "{reply}で{state}{line}。"),
    "equal": Text("the game is about equal", "互角です"),
    "stands": Text("{side} is {standing}", "{side}{standing}です"),
    "prefers": Text("The engine prefers {moves}.", "エンジンの最善は{moves}。"),
    "mate_was": Text("The mate was {moves}.", "正解の手順は{moves}。"),
    "better": Text("Better was {best}{reason}{line}.", "{best}{reason}{line}。"),
    "gains": Text(", which wins {pieces}", "なら{pieces}を取れました"),
    "exchanges": Text(", which wins {pieces} for {price}", "なら{price}と引き換えに{pieces}を取れました"),
    "keeps_equal": Text(", which keeps the game about equal", "なら互角でした"),
    "would_stand": Text(", after which {side} is {standing}", "なら{side}{standing}でした"),
    "loses_less": Text("", "が勝りました"),
    "line": Text(": {moves}", "：{moves}"),
}
"""The sentences and their parts. The page has a copy for reviews on the device."""


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
    return Text(_Writer(facts, spell, "en").text(), _Writer(facts, spell, "ja").text())


class _Writer:
    """The sentences of a move in one language."""

    def __init__(self, facts: MoveFacts, spell: Spell, language: Language) -> None:
        self._facts = facts
        self._spell = spell
        self._language = language
        self._ja = language == "ja"
        self._mover = facts.board.turn
        self._next = facts.board.copy()
        self._reply: tuple[Move, ...] = ()
        if facts.after is not None:
            self._next.push(facts.move)
            self._reply = facts.after.line
        self._best = facts.before.line

    def text(self) -> str:
        """All sentences. A line that was cut off ends with its ellipsis alone."""
        between = "" if self._ja else " "
        return between.join(filter(None, self._sentences())).replace("….", "…").replace("…。", "…")

    def _sentences(self) -> Iterator[str]:
        facts = self._facts
        if facts.infraction is not None:
            yield self._say("illegal", why=facts.infraction.text(self._language))
        elif facts.move_class == "best":
            yield self._best_move()
        elif facts.move_class == "good":
            mates = self._best and self._mate_missed and _mate_for(facts.after, self._mover)
            yield self._say("good_mates" if mates else "good")
            yield self._better()
        else:
            yield self._verdict()
            yield self._allowed()
            yield self._better()

    # -- sentences

    def _best_move(self) -> str:
        if self._next.is_checkmate():
            return self._say("checkmate")
        if len(self._facts.board.legal_moves) == 1:
            return self._say("only_move")
        return self._say("best_mates" if self._mate_missed else "best", plies=self._mate_missed)

    def _verdict(self) -> str:
        facts = self._facts
        key = "missed" if facts.move_class == "missed_mate" else "verdict"
        before, after = (round(100 * win) for win in facts.wins or (0, 0))
        return self._say(
            f"{key}_falls" if before > after else key,
            kind=CLASS_NAMES[facts.move_class][self._ja],
            side=self._side(self._mover),
            plies=self._mate_missed,
            before=before,
            after=after,
        )

    def _allowed(self) -> str:
        """What the move allowed."""
        if self._mate_allowed:
            opponent = self._side(self._mover.opponent)
            return self._say(
                "allows_mate", opponent=opponent, plies=self._mate_allowed, line=self._reply_line
            )
        if not self._reply:
            return ""
        reply = self._move(self._next, self._reply[0], self._facts.move)
        words = {"reply": reply, "line": self._reply_line}
        lost, fork, made = self._lost, self._fork, self._promotes
        if lost.balance >= MATERIAL:
            return self._exchange("allows_gain", "allows_exchange", lost, **words)
        if len(fork) > 1:
            return self._say("allows_fork", pieces=self._names(fork), **words)
        if made is not None:
            return self._say("allows_promotion", pieces=self._name(made), **words)
        standing = None if self._facts.wins is None else self._standing(self._facts.wins[1])
        state = self._say("equal") if standing is None else self._say("stands", **standing[1])
        return self._say("leads", state=state, **words)

    def _better(self) -> str:
        """Returns the sentence about the better move; empty if there is none."""
        if not self._best:
            return ""
        if self._facts.move_class == "good":
            return self._say("prefers", moves=self._best_line)
        if self._mate_missed:
            return self._say("mate_was", moves=self._best_line)
        standing = None if self._facts.wins is None else self._standing(self._facts.wins[0])
        if self._won.balance >= MATERIAL:
            reason = self._exchange("gains", "exchanges", self._won)
        elif standing is None:
            reason = self._say("keeps_equal")
        elif standing[0] == self._mover:
            reason = self._say("would_stand", **standing[1])
        else:
            reason = self._say("loses_less")
        best = self._move(self._facts.board, self._best[0], self._facts.previous)
        line = self._say("line", moves=self._best_line) if len(self._best) > 1 else ""
        return self._say("better", best=best, reason=reason, line=line)

    # -- words

    def _say(self, key: str, **words: object) -> str:
        return SENTENCES[key][self._ja].format(**words)

    def _exchange(self, gain: str, exchanged: str, of: Exchange, **words: str) -> str:
        if not of.lost:
            return self._say(gain, pieces=self._names(of.won), **words)
        return self._say(exchanged, pieces=self._names(of.won), price=self._names(of.lost), **words)

    def _name(self, kind: PieceType) -> str:
        """The piece in prose."""
        return _PIECES[kind][self._ja]

    def _names(self, kinds: Sequence[PieceType]) -> str:
        counted = Counter(kinds).items()
        if self._ja:
            return "と".join(self._name(kind) + (f"{n}枚" if n > 1 else "") for kind, n in counted)
        words = [
            self._name(kind) if n == 1 else f"{n} {self._name(kind).split(' ', 1)[1]}s" for kind, n in counted
        ]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

    def _side(self, color: Color) -> str:
        if not self._ja:
            return color.english
        return color.japanese_handicap if self._facts.handicap else color.japanese

    def _move(self, board: Board, move: Move, previous: Move | None) -> str:
        """A move as people write it."""
        return self._spell(board, move, previous, self._language)

    def _line(self, board: Board, line: Sequence[Move], previous: Move | None, limit: int) -> str:
        """The beginning of a line of moves."""
        board = board.copy()
        words = []
        for move in line[:limit]:
            words.append(self._move(board, move, previous))
            board.push_unchecked(move)
            previous = move
        more = " …" if len(line) > limit else ""
        return ("" if self._ja else " ").join(words) + more

    # -- facts

    @property
    def _best_line(self) -> str:
        limit = MATE_MOVES if self._mate_missed else LINE_MOVES
        return self._line(self._facts.board, self._best, self._facts.previous, limit)

    @property
    def _reply_line(self) -> str:
        """The opponent's best line after a colon; empty if it has no more moves than the answer."""
        if len(self._reply) < 2 and not self._mate_allowed:
            return ""
        limit = MATE_MOVES if self._mate_allowed else LINE_MOVES
        return self._say("line", moves=self._line(self._next, self._reply, self._facts.move, limit))

    @property
    def _mate_missed(self) -> int:
        """The plies of the mate that the mover had; 0 if there was none."""
        return _mate_for(self._facts.before, self._mover)

    @property
    def _mate_allowed(self) -> int:
        """The plies of the mate that the opponent has now."""
        return _mate_for(self._facts.after, self._mover.opponent)

    @property
    def _lost(self) -> Exchange:
        """Computes the opponent's gain by the move and the answer to it, compared with the best line."""
        return exchange(self._facts.board, (self._facts.move, *self._reply), self._mover.opponent)

    @property
    def _won(self) -> Exchange:
        """Computes the mover's gain by the best line."""
        return exchange(self._facts.board, self._best, self._mover)

    @property
    def _fork(self) -> list[PieceType]:
        """The pieces that the opponent's answer forks; fewer than two are no fork."""
        board = self._next.copy()
        board.push_unchecked(self._reply[0])
        return forked(board, self._reply[0].to_square)

    @property
    def _promotes(self) -> PieceType | None:
        """The horse or dragon that the opponent's answer makes."""
        move = self._reply[0]
        piece = None if move.from_square is None else self._next.piece_at(move.from_square)
        if piece is None or not move.promotion or piece.type not in (PieceType.BISHOP, PieceType.ROOK):
            return None
        return piece.type.promoted

    def _standing(self, win: float) -> tuple[Color, dict[str, str]] | None:
        """The side that stands better at this win rate of the mover, and its words; None: about equal."""
        side, share = (self._mover, win) if win >= 0.5 else (self._mover.opponent, 1 - win)
        for limit, words in STANDINGS:
            if share >= limit:
                return side, {"side": self._side(side), "standing": words[self._ja]}
        return None


def _mate_for(evaluation: Evaluation | None, side: Color) -> int:
    """The plies in which this side mates; 0 if it does not, or the length is not known."""
    score = None if evaluation is None else evaluation.score
    if score is None or not score.mate:
        return 0
    plies = score.pov(side).mate or 0
    return max(plies, 0)
