"""The games in bytes that someone sends: a record file, pasted text, an archive."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Game, GameBuilder, detect, parse
from komadai.kifu.reading.diagnostic_texts import in_japanese
from komadai.kifu.reading.diagnostics import Report
from komadai.kifu.reading.encoding import text_of
from komadai.kifu.reading.visitor import SKIP, Skip, Visitor
from komadai.kifu.scan import Budget, unpacked
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.records import to_wire
from komadai.server.records import wire as wr
from komadai.server.records.from_wire import MAX_MOVES, TOO_MANY
from komadai.server.records.to_wire import plain

MAX_GAMES: Final = 50
"""Games in one answer."""
MAX_PASSED: Final = 10_000
"""Games that can be passed over before them."""
MAX_UNPACKED: Final = 16 * 1024 * 1024
"""Bytes that may come out of an archive."""
MAX_UNREAD: Final = 20
"""Unreadable files of an archive that are told of."""
NOTHING: Final = Text("there is no record in it", "棋譜が含まれていません")


class _Nothing(Visitor[None]):
    """Passes over all games: they are only counted."""

    def begin_game(self) -> Skip | None:
        return SKIP

    def end_game(self) -> None:
        return None


def read(data: bytes, format: str | None = None, first: int = 0) -> wr.ReadAnswer:
    """The games of a file or archive, the ``first`` games passed over.

    ``format`` is a key of `komadai.kifu.FORMATS`, None to find out. Raises ApiError: ``unreadable`` if
    there is no game in it at all, ``too_many_moves`` if the first game asked for is too large.
    """
    found = _Found(format, first)
    more = found.read(data)
    if not found.games and not found.passed:
        raise found.error or ApiError("unreadable", why=NOTHING)
    return wr.ReadAnswer(format=found.format or "", games=found.games, more=more, unread=found.unread)


class _Found:
    """What has been read so far."""

    def __init__(self, format: str | None, first: int) -> None:
        self._asked = format
        self._to_pass = first
        self._moves = 0
        self.passed = 0
        self.format = format
        """That of the first text that could be read."""
        self.games: list[wr.GameRecord] = []
        self.unread: list[wr.UnreadFile] = []
        self.error: ApiError | None = None
        """Why the first text that could not be read could not."""

    def read(self, data: bytes) -> bool:
        """Reads until there is enough; whether there would be more."""
        budget = Budget(MAX_UNPACKED)
        stream = io.BufferedReader(io.BytesIO(data))
        for name, source in unpacked("", stream, budget=budget):
            try:
                if isinstance(source, Exception):
                    raise source
                for game in self._games(source):
                    if not self._take(game):
                        return True
            except (KomadaiError, OSError) as error:
                self._note(name.removeprefix("/"), error)
                if budget.left < 0:
                    return False
        return False

    def _games(self, source: bytes) -> Iterator[Game]:
        report = Report()
        text = text_of(source, report)
        key = self._asked or detect(text)
        if self._to_pass and (count := self._count(text, key)) <= self._to_pass:
            self._to_pass -= count
            self.passed += count
            return
        for game in parse(text, GameBuilder(), key, report=report):
            self.format = self.format or key
            if self._to_pass:
                self._to_pass -= 1
                self.passed += 1
            else:
                yield game

    def _count(self, text: str, key: str | None) -> int:
        return sum(1 for _ in parse(text, _Nothing(), key))

    def _take(self, game: Game) -> bool:
        """Adds a game; False if the answer is full."""
        moves = _size(game)
        self._moves += moves
        if len(self.games) == MAX_GAMES or (self.games and self._moves > MAX_MOVES):
            return False
        if moves > MAX_MOVES:
            raise ApiError("too_many_moves", why=TOO_MANY)
        self.games.append(to_wire.record(game))
        return True

    def _note(self, name: str, error: Exception) -> None:
        refused = error if isinstance(error, ApiError) else ApiError("unreadable", why=why(error))
        self.error = self.error or refused
        if (name or self.games) and len(self.unread) < MAX_UNREAD:
            self.unread.append(wr.UnreadFile(name, refused.message))


def _size(game: Game) -> int:
    count = 0
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        count += len(node.children)
        waiting += node.children
    return count


def why(error: Exception) -> Text:
    """What went wrong, with line, column and text where they are known."""
    if not isinstance(error, RecordError):
        return Text(plain(str(error)), plain(in_japanese(str(error))))
    japanese = in_japanese(error.reason)
    if error.line:
        japanese = f"{error.line}行目{error.column}文字目：{japanese}"
    if error.text:
        japanese += f"「{error.text}」"
    return Text(plain(str(error)), plain(japanese))
