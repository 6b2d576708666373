"""Reads records and adds their games to a database."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from komadai.errors import DatabaseError, KomadaiError
from komadai.kifu.diagnostics import Report
from komadai.kifu.read import parse
from komadai.study.database.imported_game import ImportedGame, ImportReader, error_of, imported

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.kifu.read import Source
    from komadai.kifu.reading.block_reader import Blocks
    from komadai.kifu.tree.game import Game
    from komadai.study.database.importer import ImportCount, Importer


class ImportSession:
    """Adds records to a database; see :meth:`komadai.study.Database.importing`."""

    def __init__(self, importer: Importer) -> None:
        self._importer = importer
        self._reader = ImportReader()

    @property
    def count(self) -> ImportCount:
        """The games so far. Those of the last batch are counted when the session ends."""
        return self._importer.count

    def add(self, game: Game | ImportedGame) -> None:
        """Adds a game; its main line ends before the first illegal move. Raises DatabaseError."""
        self._importer.add(game if isinstance(game, ImportedGame) else imported(game))

    def add_record(
        self,
        name: str,
        source: Source | Blocks | Exception,
        on_error: Callable[[str, int, Exception], object],
        on_game: Callable[[], object] | None = None,
        *,
        report: Report | None = None,
    ) -> None:
        """Adds the games of a record. An exception in place of the record is an error of reading it.

        ``on_error(name, game, error)`` is called for errors of the record (``game`` is 0 if none could be
        read), ``on_game()`` after each game. Warnings go to ``report``. Raises DatabaseError.
        """
        if isinstance(source, Exception):
            on_error(name, 0, source)
            return
        number = 0
        report = Report(keeps=False) if report is None else report
        copies: Counter[int] = Counter()
        try:
            for number, game in enumerate(parse(source, self._reader, report=report), 1):
                if game.problem is not None:
                    on_error(name, number, error_of(game))
                else:
                    self._importer.add(game, self._copy(game, copies))
                if on_game is not None:
                    on_game()
        except DatabaseError:
            raise
        except (KomadaiError, OSError) as error:
            on_error(name, number and number + 1, error)

    @staticmethod
    def _copy(game: ImportedGame, copies: Counter[int]) -> int:
        """How often the record had the same game before, if nothing but its place tells it apart.

        Lines of USI have no headers: equal lines of one file are several games, but the file imported again
        adds none.
        """
        if not game.is_anonymous:
            return 0
        fingerprint = game.fingerprint()
        copies[fingerprint] += 1
        return copies[fingerprint] - 1
