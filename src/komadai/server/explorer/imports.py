"""Jobs that add games to the databases of the data folder: those that come with Komadai, uploaded files."""

from __future__ import annotations

import io
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

from komadai.errors import DatabaseError
from komadai.kifu.scan import Budget, opened
from komadai.messages.text import Text
from komadai.server.explorer import wire as ew
from komadai.server.jobs.job_queue import Job
from komadai.server.records.import_file import MAX_UNREAD, why
from komadai.server.records.wire import UnreadFile
from komadai.study import Database, ImportCount
from komadai.study.database import starter
from komadai.study.database.import_session import ImportSession

log: Final = logging.getLogger(__name__)

PROGRAM: Final = "program"
"""The key of the database of the games that come with Komadai."""
IMPORTED: Final = "imported"
"""The key of the database of uploaded files."""
NAMES: Final = {
    PROGRAM: Text("Games of the program", "プログラム同士の対局"),
    IMPORTED: Text("Imported games", "取り込んだ棋譜"),
}
MAX_UNPACKED: Final = 256 * 1024 * 1024
"""The maximum number of bytes unpacked from an archive."""
WAIT_S: Final = 5.0
"""How long a job waits for one before it, which may have just been stopped."""
TAKEN: Final = Text(
    "Other games are being added. Try again later.",
    "ほかの棋譜を取り込み中です。後でもう一度お試しください。",
)
NOT_WRITTEN: Final = Text("The database cannot be written: {why}.", "データベースに書き込めません：{why}")
NOTHING: Final = Text("There is no game in this file.", "このファイルには対局がありません。")
_READING: Final = Text("Reading games", "棋譜を読んでいます")
_STORING: Final = Text("Storing games", "対局を保存しています")
_NAMING: Final = Text("Recognizing openings and castles", "戦型と囲いを認識しています")


def folder_of(data_dir: Path, key: str) -> Path:
    """The folder of a database of the data folder."""
    return data_dir / f"{key}.kdb"


class _Stopped(Exception):
    """The job was stopped."""


class ImportTask:
    """Adds games to a database and recognizes their openings and castles."""

    group = "import"

    def __init__(self, key: str, data_dir: Path, lock: Lock, name: str = "", data: bytes = b"") -> None:
        """``lock``: one task writes at a time. ``name`` and ``data``: the uploaded file, for ``IMPORTED``."""
        self.name: Final = name
        self.key: Final = key
        self.games: int = 0
        """Games that were read."""
        self.count: ImportCount = ImportCount()
        self.stage: Text | None = None
        self.done: int = 0
        self.total: int | None = None
        """The number up to which ``done`` counts in this stage; None: not known."""
        self.unread: list[UnreadFile] = []
        self._folder = folder_of(data_dir, key)
        self._lock = lock
        self._data = data
        self._stopped = False

    def run(self) -> Text | None:
        """Adds the games. Returns the error for the user if there is no game or nothing can be written."""
        if not self._lock.acquire(timeout=WAIT_S):
            return TAKEN
        try:
            if self.key == PROGRAM:
                self._build()
            else:
                with Database(self._folder, create=True) as database:
                    self._add(database, self._read_file)
        except _Stopped:
            return None
        except (DatabaseError, OSError) as error:
            log.error("games cannot be added to %s: %s", self._folder, error)
            return NOT_WRITTEN.filled(why=why(error))
        finally:
            self._data = b""
            self._lock.release()
        return None if self.games else NOTHING

    def stop(self) -> None:
        """Makes ``run`` return soon. Of an uploaded file the games that are stored stay."""
        self._stopped = True

    def message(self, job: Job) -> ew.ImportMessage:
        """The job's state for the page."""
        return ew.ImportMessage(self.view(job))

    def view(self, job: Job) -> ew.ImportJobView:
        """The job's state."""
        return ew.ImportJobView(
            id=job.id,
            database=self.key,
            file=self.name,
            state=job.state,
            stopped=job.stopped,
            error=job.error,
            stage=self.stage,
            done=self.done,
            total=self.total,
            games=self.games,
            added=self.count.added,
            duplicates=self.count.duplicates,
            unread=list(self.unread),
        )

    def _build(self) -> None:
        """Makes the database beside its place, so that it is there as a whole or not at all."""
        beside = self._folder.with_suffix(".new")
        shutil.rmtree(beside, ignore_errors=True)
        try:
            with Database(beside, create=True) as database:
                self._add(database, self._read_starter)
            beside.rename(self._folder)
        finally:
            shutil.rmtree(beside, ignore_errors=True)

    def _add(self, database: Database, read: Callable[[ImportSession], None]) -> None:
        self.stage = _READING
        with database.importing() as session:
            self.count = session.count
            read(session)
            self.stage, self.total = _STORING, None
        self.stage, self.done, self.total = _NAMING, 0, self.count.added
        database.recognise_names(self._named)

    def _read_starter(self, session: ImportSession) -> None:
        facts = starter.facts()
        self.total = facts.games + facts.told
        for game in starter.games():
            session.add(game)
            self._count_game()

    def _read_file(self, session: ImportSession) -> None:
        stream = io.BufferedReader(io.BytesIO(self._data))
        budget = Budget(MAX_UNPACKED)
        for name, data in opened(self.name, stream, budget=budget):
            session.add_record(name, data, self._note, self._count_game)
            if budget.left < 0:
                return

    def _count_game(self) -> None:
        self.games += 1
        self.done += 1
        self._check()

    def _named(self, done: int, games: int) -> None:
        self.done, self.total = done, games
        self._check()

    def _check(self) -> None:
        if self._stopped:
            raise _Stopped

    def _note(self, name: str, game: int, error: Exception) -> None:
        if len(self.unread) < MAX_UNREAD:
            self.unread.append(UnreadFile(name, Text("{why}.", "{why}").filled(why=why(error))))
