"""The games in bytes that someone sends: a record file, pasted text, an archive."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Game, GameBuilder, detect, parse
from komadai.kifu.diagnostics import Report
from komadai.kifu.reading.encoding import text_of
from komadai.kifu.reading.visitor import SKIP, Skip, Visitor
from komadai.kifu.scan import Budget, unpacked
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.records import to_wire
from komadai.server.records import wire as wr
from komadai.server.records.from_wire import MOST_MOVES, TOO_MANY
from komadai.server.records.to_wire import plain

MOST_GAMES: Final = 50
"""Games in one answer."""
MOST_PASSED: Final = 10_000
"""Games that can be passed over before them."""
MOST_UNPACKED: Final = 16 * 1024 * 1024
"""Bytes that may come out of an archive."""
MOST_UNREAD: Final = 20
"""Unreadable files of an archive that are told of."""
NOTHING: Final = Words("there is no record in it", "棋譜が含まれていません")


class _Nothing(Visitor[None]):
    """Passes over all games: they are only counted."""

    def begin_game(self) -> Skip | None:
        return SKIP

    def end_game(self) -> None:
        return None


def read(data: bytes, format: str | None = None, first: int = 0) -> wr.Records:
    """The games of a file or archive, the ``first`` games passed over.

    ``format`` is a key of `komadai.kifu.FORMATS`, None to find out. Raises Refused: ``unreadable`` if
    there is no game in it at all, ``too_many_moves`` if the first game asked for is too large.
    """
    found = _Found(format, first)
    more = found.read(data)
    if not found.games and not found.passed:
        raise found.error or Refused("unreadable", why=NOTHING)
    return wr.Records(format=found.format or "", games=found.games, more=more, unread=found.unread)


class _Found:
    """What has been read so far."""

    def __init__(self, format: str | None, first: int) -> None:
        self._asked = format
        self._to_pass = first
        self._moves = 0
        self.passed = 0
        self.format = format
        """That of the first text that could be read."""
        self.games: list[wr.Record] = []
        self.unread: list[wr.Unread] = []
        self.error: Refused | None = None
        """Why the first text that could not be read could not."""

    def read(self, data: bytes) -> bool:
        """Reads until there is enough; whether there would be more."""
        budget = Budget(MOST_UNPACKED)
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
        if len(self.games) == MOST_GAMES or (self.games and self._moves > MOST_MOVES):
            return False
        if moves > MOST_MOVES:
            raise Refused("too_many_moves", why=TOO_MANY)
        self.games.append(to_wire.record(game))
        return True

    def _note(self, name: str, error: Exception) -> None:
        refused = error if isinstance(error, Refused) else Refused("unreadable", why=why(error))
        self.error = self.error or refused
        if (name or self.games) and len(self.unread) < MOST_UNREAD:
            self.unread.append(wr.Unread(name, refused.message))


def _size(game: Game) -> int:
    count = 0
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        count += len(node.children)
        waiting += node.children
    return count


def why(error: Exception) -> Words:
    """What went wrong, with line, column and text where they are known."""
    if not isinstance(error, RecordError):
        japanese = error.message.text("ja") if isinstance(error, KomadaiError) else str(error)
        return Words(plain(str(error)), plain(japanese))
    japanese = error.message.text("ja")
    if error.line:
        japanese = f"{error.line}行目{error.column}文字目：{japanese}"
    if error.text:
        japanese += f"「{error.text}」"
    return Words(plain(str(error)), plain(japanese))
