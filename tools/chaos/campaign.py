"""A number of kills on one folder, which continues where an earlier run ended."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from chaos import old_database
from chaos.load import GUESTS, Guest
from chaos.server_process import Server, engines_left

STAGES: Final = {"play": 70, "start": 15, "migration": 10, "shutdown": 5, "worker": 70}
"""When the server is killed, with weights; ``worker``: one of several processes is killed at play."""
RESTART_SECONDS: Final = 60.0
DAY_S: Final = 86_400.0
JUMPS: Final = 0.2
"""The share of starts for which the wall clock has jumped by up to a day, forward or back."""


class State(msgspec.Struct):
    """The memory of a run: the kills, the guests with their acknowledged moves, the findings."""

    seed: int
    kills: dict[str, int] = {}
    clock_jumps: int = 0
    engines: int = 0
    guests: list[Guest] = []
    findings: list[str] = []

    @property
    def count(self) -> int:
        """The number of kills."""
        return sum(self.kills.values())

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(game.acknowledged) for guest in self.guests for game in guest.games.values())


class Campaign:
    """Kills of servers on the folder ``data``; the state is in ``state.json`` after each kill."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        database: str | None = None,
        workers: int = 1,
        play_s: float = 3.0,
        report: Callable[[str], None] = print,
    ) -> None:
        """Continues the campaign of this folder, or begins one."""
        self._folder = folder
        self._data = folder / "data"
        self._data.mkdir(parents=True, exist_ok=True)
        self._database = database
        self._workers = workers
        self._play_s = play_s
        self._report = report
        path = folder / "state.json"
        if path.exists():
            self.state = msgspec.json.decode(path.read_bytes(), type=State)
        else:
            self.state = State(seed, guests=[Guest() for _ in range(GUESTS)])
        # A campaign that is continued goes on with other numbers.
        self._rng = Random(f"{self.state.seed} {self.state.count}")
        self._start_s = 2.0
        """How long a start takes, as last measured."""

    def run(self, kills: int) -> State:
        """Kills at random until the campaign has this number of kills; then checks everything once more."""
        left_out = {"migration" if self._database is not None else "", "worker" if self._workers == 1 else ""}
        stages = [stage for stage in STAGES if stage not in left_out]
        weights = [STAGES[stage] for stage in stages]
        missing = max(0, kills - self.state.count)
        chosen = self._rng.choices(stages, weights, k=missing)
        if self.state.count == 0:
            chosen[:1] = ["play"]  # the first start creates the tables, and measures how long it takes
        return self.run_stages(chosen)

    def run_stages(self, stages: Sequence[str]) -> State:
        """Kills once in each of these stages, up to the first finding; then checks everything once more."""
        for stage in stages:
            if self.state.findings:
                break
            began = time.monotonic()
            getattr(self, f"_{stage}")()
            self.state.kills[stage] = self.state.kills.get(stage, 0) + 1
            self._save(stage, time.monotonic() - began)
        self._check_all()
        self._save("end", 0.0)
        return self.state

    # -- one kill each

    def _play(self) -> None:
        with _Killed(self) as server:
            if url := self._checked_address(server):
                for guest in self.state.guests:
                    guest.play(url, self._rng)
                time.sleep(self._rng.uniform(0.05, self._play_s))

    def _worker(self) -> None:
        with _Killed(self) as server:
            if url := self._checked_address(server):
                for guest in self.state.guests:
                    guest.play(url, self._rng)
                time.sleep(self._rng.uniform(0.05, self._play_s))
                workers = server.workers()
                os.kill(self._rng.choice(workers), signal.SIGKILL)
                # Those who were connected to another worker play on; new people come at once.
                with Guest().client(url) as client:
                    if not (answer := client.get("/healthz")).is_success:
                        self._finding(f"after the kill of a worker: {answer.status_code}")
                time.sleep(self._rng.uniform(0.05, self._play_s))
                end = time.monotonic() + RESTART_SECONDS
                while len(server.workers()) < len(workers):
                    if time.monotonic() > end:
                        self._finding(f"a killed worker was not started again: {_end_of_log(self._data)}")
                        break
                    time.sleep(0.05)

    def _start(self) -> None:
        with _Killed(self):
            time.sleep(self._rng.uniform(0.0, 1.1 * self._start_s))

    def _shutdown(self) -> None:
        with _Killed(self) as server:
            if url := self._checked_address(server):
                for guest in self.state.guests:
                    guest.play(url, self._rng)
                time.sleep(self._rng.uniform(0.05, 0.5 * self._play_s))
                server.process.terminate()
                time.sleep(self._rng.uniform(0.0, 0.3))

    def _migration(self) -> None:
        template, folder = self._folder / "old.sqlite", self._folder / "migration"
        if not template.exists():
            old_database.make(template)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        path = folder / "komadai.sqlite"
        shutil.copyfile(template, path)
        server = Server(folder)
        time.sleep(self._rng.uniform(0.3, 1.3) * self._start_s)
        server.kill()
        server = Server(folder)
        if not server.address():
            self._finding(f"no start after a kill in a migration: {_end_of_log(folder)}")
        server.stop()
        for wrong in old_database.wrong_with(path):
            self._finding(f"after a kill in a migration: {wrong}")
        if old_database.digest_of_accounts(path) != old_database.digest_of_accounts(template):
            self._finding("accounts differ after a kill in a migration")

    # -- parts

    def started(self) -> Server:
        """Starts a server on the data; its clock may have jumped."""
        offset = 0.0
        if self._rng.random() < JUMPS:
            offset = self._rng.uniform(-DAY_S, DAY_S)
            self.state.clock_jumps += 1
        return Server(self._data, clock_offset_s=offset, database=self._database, workers=self._workers)

    def after_kill(self, engines: list[int]) -> None:
        """Checks that the engines of the killed server have ended."""
        self.state.engines += len(engines)
        for pid in engines_left(engines):
            self._finding(f"engine process {pid} has outlived its server")

    def _checked_address(self, server: Server) -> str:
        """The address of a server that has started, whose games are checked; empty if it does not start."""
        began = time.monotonic()
        url = server.address()
        if not url:
            self._finding(f"the server does not start: {_end_of_log(self._data)}")
            return ""
        self._start_s = time.monotonic() - began
        for guest in self.state.guests:
            for wrong in guest.lost(url):
                self._finding(wrong)
        return url

    def _check_all(self) -> None:
        server = Server(self._data, database=self._database, workers=self._workers)
        self._checked_address(server)
        server.stop()
        if self._database is None:
            with closing(sqlite3.connect(self._data / "komadai.sqlite")) as raw:
                if (result := raw.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                    self._finding(f"the database is damaged: {result}")

    def _finding(self, text: str) -> None:
        self.state.findings.append(text)
        self._report(f"FOUND: {text}")

    def _save(self, stage: str, seconds: float) -> None:
        path = self._folder / "state.json"
        draft = path.with_suffix(".part")
        draft.write_bytes(msgspec.json.encode(self.state))
        draft.replace(path)
        line: dict[str, Any] = {
            "kill": self.state.count,
            "stage": stage,
            "seconds": round(seconds, 2),
            "acknowledged": self.state.acknowledged,
        }
        with (self._folder / "kills.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


class _Killed:
    """A server that is killed at the end of the block."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign

    def __enter__(self) -> Server:
        self._server = self._campaign.started()
        return self._server

    def __exit__(self, *_: object) -> None:
        engines = self._server.engines()
        self._server.kill()
        self._campaign.after_kill(engines)


def _end_of_log(folder: Path) -> str:
    return (folder / "server.log").read_text(errors="replace")[-2000:]
