"""Reads the games of an uploaded record file, pasted text or archive."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from komadai.errors import KomadaiError
from komadai.kifu import Game, GameBuilder, Node, VariantGame, detect, parse
from komadai.kifu.diagnostics import Report
from komadai.kifu.reading.encoding import text_of
from komadai.kifu.reading.visitor import SKIP, Skip, Visitor
from komadai.kifu.scan import Budget, unpacked
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.records import to_wire
from komadai.server.records import wire as wr
from komadai.server.records.from_wire import MAX_MOVES, TOO_MANY, weight
from komadai.server.records.to_wire import plain

MAX_GAMES: Final = 50
"""The maximum number of games in one answer."""
MAX_SKIPPED: Final = 10_000
"""The maximum number of games that can be skipped."""
MAX_UNPACKED: Final = 16 * 1024 * 1024
"""The maximum number of bytes unpacked from an archive."""
MAX_UNREAD: Final = 20
"""The maximum number of unreadable files that are listed."""
NOTHING: Final = Text("there is no record in it", "棋譜が含まれていません")


class _Counter(Visitor[None]):
    """Skips all games, to count them."""

    takes_variants = True

    def begin_game(self) -> Skip | None:
        return SKIP

    def end_game(self) -> None:
        return None


def read(data: bytes, format: str | None = None, first: int = 0) -> wr.ReadAnswer:
    """Reads a file or archive, without its first ``first`` games.

    ``format`` is a key of `komadai.kifu.FORMATS`; None detects it. Raises ApiError: ``unreadable`` if there
    is no game in it, ``too_many_moves`` if the first game to return is too large.
    """
    reader = _Reader(format, first)
    more = reader.read(data)
    if not reader.games and not reader.skipped:
        raise reader.error or ApiError("unreadable", why=NOTHING)
    return wr.ReadAnswer(format=reader.format or "", games=reader.games, more=more, unread=reader.unread)


class _Reader:
    """Reads games until the answer is full."""

    def __init__(self, format: str | None, first: int) -> None:
        self._asked = format
        self._to_skip = first
        self._moves = 0
        self.skipped = 0
        self.format = format
        """The format of the first text that could be read."""
        self.games: list[wr.GameRecord] = []
        self.unread: list[wr.UnreadFile] = []
        self.error: ApiError | None = None
        """The error of the first text that could not be read."""

    def read(self, data: bytes) -> bool:
        """Reads until the answer is full. Returns whether there are more games."""
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

    def _games(self, source: bytes) -> Iterator[Game | VariantGame]:
        report = Report()
        text = text_of(source, report)
        key = self._asked or detect(text)
        if self._to_skip and (count := self._count(text, key)) <= self._to_skip:
            self._to_skip -= count
            self.skipped += count
            return
        for game in parse(text, GameBuilder(variants=True), key, report=report):
            self.format = self.format or key
            if self._to_skip:
                self._to_skip -= 1
                self.skipped += 1
            else:
                yield game

    def _count(self, text: str, key: str | None) -> int:
        return sum(1 for _ in parse(text, _Counter(), key))

    def _take(self, game: Game | VariantGame) -> bool:
        """Adds a game; False if the answer is full."""
        moves = _size(game) * weight(game)
        self._moves += moves
        if len(self.games) == MAX_GAMES or (self.games and self._moves > MAX_MOVES):
            return False
        if moves > MAX_MOVES:
            raise ApiError("too_many_moves", why=TOO_MANY)
        self.games.append(to_wire.record(game))
        return True

    def _note(self, name: str, error: Exception) -> None:
        api_error = error if isinstance(error, ApiError) else ApiError("unreadable", why=why(error))
        self.error = self.error or api_error
        if (name or self.games) and len(self.unread) < MAX_UNREAD:
            self.unread.append(wr.UnreadFile(name, api_error.text))


def _size(game: Game | VariantGame) -> int:
    count = 0
    waiting: list[Node[Any]] = [game.root]
    while waiting:
        node = waiting.pop()
        count += len(node.children)
        waiting += node.children
    return count


def why(error: Exception) -> Text:
    """The reason of an error, with line, column and text if they are known."""
    text = Text.of_error(error)
    return Text(plain(text.en), plain(text.ja))
