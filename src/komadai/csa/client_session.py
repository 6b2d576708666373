"""A client's side of a session with a CSA server, as a state machine: lines of the server to events.

Nothing here does input or output. `ClientSession.receive` takes each line of the server and returns what it
means; the caller answers a `Proposed` with ``AGREE``, and sends moves while `ClientGame.is_my_turn`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from komadai.csa.endings import REASONS, RESULTS, GameEnd
from komadai.csa.errors import CsaProtocolError
from komadai.csa.game_summary import GameSummary, SummaryReader
from komadai.errors import KomadaiError
from komadai.kifu.comments.floodgate_comments import write_analysis
from komadai.kifu.tree.from_game import PlayedMove, from_game
from komadai.notation import csa
from komadai.outcome import Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.csa.times import RemainingTimes
    from komadai.kifu import Analysis, Game

_MOVE: Final = re.compile(r"([+-]\d{4}[A-Z]{2})(?:,T(\d{1,9}))?(?:,.*)?", re.A | re.S)
_MAX_STATE_LINES: Final = 100
_MATE_CENTIPAWNS: Final = 30_000
"""The score that is sent for a mate: CSA has only numbers."""


class ClientGame:
    """A game in which the client plays. The server decides about moves and times; this follows it."""

    def __init__(self, summary: GameSummary) -> None:
        if summary.your_turn is None:
            raise CsaProtocolError("Game_Summary: expected Your_Turn")
        self.summary = summary
        self.color: Final = summary.your_turn
        self.board: Final = summary.board()
        self.remaining: RemainingTimes = summary.remaining()
        self.moves: list[PlayedMove] = []
        """The moves of the game, with the time charged in milliseconds."""
        self.started: Final = datetime.now(UTC)
        self.end: GameEnd | None = None
        self.used_ms: int = 0
        """The part of the running turn that was used before the client took up the game again."""
        self._analyses: dict[int, Analysis] = {}
        """The client's analyses by ply."""

    @property
    def opponent(self) -> str:
        """The opponent's name."""
        return self.summary.names[self.color.opponent]

    @property
    def is_my_turn(self) -> bool:
        """Whether the client has to move."""
        return self.end is None and self.board.turn is self.color

    def play(self, text: str, spent: int) -> None:
        """A move that the server accepted. Raises CsaProtocolError if it is illegal."""
        try:
            move = csa.read(self.board, text)
        except KomadaiError as error:
            raise CsaProtocolError(f"move {len(self.moves) + 1}: {error}") from error
        color = self.board.turn
        self.used_ms = 0
        times = self.remaining.times(color)
        self.remaining = self.remaining.after(color, spent)
        analysis = self._analyses.pop(len(self.moves), None)
        self.board.push(move)
        self.moves.append(PlayedMove(move, spent * times.unit_ms, analysis))

    def resume(self, state: dict[str, str]) -> None:
        """Takes over the block ``Reconnect_State``: the time of the running turn that was used before."""
        name = ("Black_Time_Remaining_Ms", "White_Time_Remaining_Ms")[self.board.turn]
        left = state.get(name, "")
        if left.isascii() and left.isdigit():
            times = self.remaining.times(self.board.turn)
            had = self.remaining.left_ms(self.board.turn) + times.increment_ms
            self.used_ms = max(had - int(left[:12]), 0)

    def move_line(self, move: Move, analysis: Analysis | None = None) -> str:
        """The line that sends a move, with the analysis as floodgate's comment: ``+7776FU,'* 35 -3334FU``.

        The score is from Black's point of view, the line follows the move.
        """
        text = csa.write(self.board, move)
        if analysis is None:
            return text
        self._analyses[len(self.moves)] = analysis
        if analysis.centipawns is None and (score := analysis.score) is not None:
            centipawns = _MATE_CENTIPAWNS if score.black().number() > 0 else -_MATE_CENTIPAWNS
            analysis = type(analysis)(centipawns, line=analysis.line, nodes=analysis.nodes)
        after = self.board.copy()
        after.push(move)
        comment = write_analysis(after, analysis)
        return text if comment is None else f"{text},'{comment}"

    def record(self) -> Game:
        """The game so far as a record."""
        summary = self.summary
        outcome = None if self.end is None else self.end.outcome(self.color)
        times = summary.times[0]
        headers = {
            "black": summary.names[0],
            "white": summary.names[1],
            "event": summary.game_id,
            "time_limit": "" if (control := times.control()) is None else str(control),
        }
        given = [PlayedMove(each.move, each.spent * times.unit_ms) for each in summary.given]
        return from_game(
            [*given, *self.moves], outcome, headers=headers, started=self.started, sfen=summary.sfen
        )


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """The login was accepted."""

    name: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The login was refused."""

    line: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """The server proposes a game; it begins when both players have agreed."""

    summary: GameSummary


@dataclass(frozen=True, slots=True)
class Rejected:
    """A player or the server rejected the proposed game."""

    line: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game began, or was taken up again after a lost connection."""

    game: ClientGame
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of either side was accepted."""

    game: ClientGame
    color: Color


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    game: ClientGame


@dataclass(frozen=True, slots=True)
class LoggedOut:
    """The server confirms the logout."""


Event = LoggedIn | Refused | Proposed | Rejected | Started | Moved | Ended | LoggedOut


@dataclass(slots=True)
class ClientSession:
    """The session from the client's side."""

    name: str
    game: ClientGame | None = None
    """The game that is played; None before and after it."""
    _state: dict[str, str] | None = None
    """The lines of an open block ``Reconnect_State``."""
    _summary: SummaryReader = field(default_factory=SummaryReader)
    _proposed: GameSummary | None = None
    _reason: Termination | None = None
    _illegal: CsaProtocolError | None = None
    """Why the opponent's last move is illegal. Some servers send it before they say that it loses."""

    def receive(self, line: str) -> Event | None:
        """Reads a line of the server; None for lines that mean nothing to a player.

        Raises CsaProtocolError for a block or move that cannot be read.
        """
        if self._summary.is_open:
            summary = self._summary.read(line)
            if summary is not None:
                self._proposed = summary
                return Proposed(summary)
            return None
        if self._state is not None:
            return self._receive_state(self._state, line)
        if line == "BEGIN Game_Summary":
            self._summary.begin()
            return None
        if line == "BEGIN Reconnect_State":
            self._state = {}
            return None
        if line.startswith("LOGIN:"):
            if line == f"LOGIN:{self.name} OK":
                return LoggedIn(self.name)
            return Refused(line)
        if line.startswith("LOGOUT:"):
            return LoggedOut()
        if line.startswith("REJECT:"):
            self._proposed = None
            return Rejected(line)
        if line.startswith("START:"):
            if self._proposed is None:
                return None
            self.game, self._proposed, self._reason = ClientGame(self._proposed), None, None
            return Started(self.game)
        return None if self.game is None else self._receive_in_game(self.game, line)

    def connection_lost(self) -> Ended | None:
        """The connection ended. If a game was being played, how it ended as far as the server said."""
        if self.game is None:
            return None
        return self._end(self.game, GameEnd("none", self._reason or Termination.CONNECTION_LOST))

    def _receive_state(self, state: dict[str, str], line: str) -> Event | None:
        if line != "END Reconnect_State":
            name, _, value = line.partition(":")
            if len(state) < _MAX_STATE_LINES:
                state[name] = value.strip()
            return None
        self._state = None
        if self._proposed is None:
            return None
        self.game, self._proposed, self._reason = ClientGame(self._proposed), None, None
        self.game.resume(state)
        return Started(self.game, resumed=True)

    def _receive_in_game(self, game: ClientGame, line: str) -> Event | None:
        word = line.partition(",")[0].strip()
        if self._illegal is not None and word != "#ILLEGAL_MOVE":
            raise self._illegal
        self._illegal = None
        if word[:1] in ("+", "-"):
            color = game.board.turn
            match = _MOVE.fullmatch(line)
            try:
                if match is None:
                    raise CsaProtocolError(f"move {len(game.moves) + 1}: cannot be read: {line[:40]}")
                game.play(match[1], int(match[2] or 0))
            except CsaProtocolError as error:
                if color is game.color:
                    raise
                self._illegal = error
                return None
            return Moved(game, color)
        if word == "#CHUDAN":
            return self._end(game, GameEnd("none", Termination.INTERRUPTED))
        if word in RESULTS:
            return self._end(game, GameEnd(RESULTS[word], self._reason))
        if word in REASONS:
            self._reason = REASONS[word]
        return None

    def _end(self, game: ClientGame, end: GameEnd) -> Ended:
        game.end = end
        self.game = None
        return Ended(game)
