"""``python -m benchmarks.browser_records``: what the records of the edition without a server lose.

There tsshogi reads and writes the files (``web/src/offline/records.ts``, run in Node). What it reads is compared
with what ``komadai.kifu`` reads, and what it writes with the game that was written. The other choice was the
readers of the core in C++; they know the regular form of four formats, so the table says how many of the files
have it. ``make static`` comes first.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import report
from komadai import Color, Move, Outcome, Termination, kifu
from komadai.errors import KomadaiError
from komadai.handicap import HANDICAPS
from komadai.kifu.formats.csa import fast_reader as csa
from komadai.kifu.formats.kif import fast_reader as kif
from komadai.kifu.losses import differences
from komadai.kifu.reading.encoding import text_of
from komadai.server.records import from_wire, to_wire
from komadai.server.records import wire as wr
from komadai.study.database import starter

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT.parent / "shared/data"
SERVICE: Final = ROOT / "web/dev/records.js"
FORMATS: Final = ("kif", "ki2", "csa", "jkf", "usi", "usen")
CORE: Final = ("kif", "ki2", "csa", "usi")
"""The formats of which the core knows the regular form."""
MADE_UP: Final = 300
COMMENTS: Final = (
    "ここで長考。",
    "The usual move.",
    "△３四歩が本筋か",
    "二行\nの感想",
    "*と#と&",
    "変化：2手",
)
ENDINGS: Final = (
    Termination.RESIGNATION,
    Termination.TIME_FORFEIT,
    Termination.SENNICHITE,
    Termination.IMPASSE_AGREED,
    Termination.INTERRUPTED,
)


class Browser:
    """The records of the page, in Node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def read(self, file: bytes) -> list[kifu.Game] | None:
        """The games of the file; None if it is refused."""
        answer = self._ask({"read": base64.b64encode(file).decode()})
        if "error" in answer:
            return None
        games = msgspec.convert(answer["read"], wr.ReadAnswer).games
        return [game for each in games if isinstance(game := from_wire.game_of(each)[0], kifu.Game)]

    def write(self, game: kifu.Game, format: str) -> tuple[str, list[dict[str, str]]] | None:
        """The text of the file, and the losses that the page tells; None if it is refused."""
        answer = self._ask({"write": {"record": msgspec.to_builtins(to_wire.record(game)), "format": format}})
        if "error" in answer:
            return None
        return base64.b64decode(answer["file"]).decode(), answer["losses"]


@contextmanager
def opened() -> Iterator[Browser]:
    command = ["node", str(SERVICE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Browser(process)
        assert process.stdin is not None
        process.stdin.close()


# -- games


def handed() -> Iterator[kifu.Game]:
    """The 2,392 games that are kept as USI."""
    for name in ("gsdb", "wcsc28"):
        for line in (DATA / "games" / name / "games.jsonl").read_text("utf-8").splitlines():
            moves = json.loads(line)["moves"]
            yield kifu.read(f"position startpos moves {moves if isinstance(moves, str) else ' '.join(moves)}")


def made_up(seed: int, packed_moves: bytes) -> kifu.Game:
    """A game with comments, variations within variations, times and endings."""
    chance = random.Random(seed)
    handicap = chance.choice(HANDICAPS[1:]) if seed % 4 == 0 else None
    game = kifu.Game(handicap.sfen) if handicap else kifu.Game()
    game.headers |= {"black": "先手 太郎", "white": "White, Hanako", "event": "第1期", "備考": "a: b"}
    game.headers |= {"started": "2026/01/01 10:00:00", "site": "東京"}
    node = game.root
    for at in range(0, len(packed_moves), 2):
        board = game.board(node)
        move = Move.from_int(int.from_bytes(packed_moves[at : at + 2], "little"))
        if handicap:
            legal = list(board.legal_moves)
            if not legal or at > 120:
                break
            move = chance.choice(legal)
        node = annotated(node.add(move), chance)
        if chance.random() < 0.08:
            branch(game, node, chance, 2)
    node.ending = kifu.Ending(outcome(chance, game.board(node).turn), time_ms=3000)
    game.root.comment = chance.choice(COMMENTS)
    return game


def annotated(node: kifu.Node, chance: random.Random) -> kifu.Node:
    node.time_ms = 1000 * chance.randrange(1, 300)
    if chance.random() < 0.3:
        node.comment = chance.choice(COMMENTS)
    return node


def branch(game: kifu.Game, beside: kifu.Node, chance: random.Random, depth: int) -> None:
    """Adds a variation beside this move."""
    node = beside.parent
    assert node is not None
    played = {child.move for child in node.children}
    for _ in range(chance.randrange(1, 8)):
        legal = [move for move in game.board(node).legal_moves if move not in played]
        if not legal:
            return
        node = annotated(node.add(chance.choice(legal)), chance)
        played = set()
        if depth > 1 and chance.random() < 0.2:
            branch(game, node, chance, depth - 1)


def outcome(chance: random.Random, turn: Color) -> Outcome:
    ending = chance.choice(ENDINGS)
    loses = ending in {Termination.RESIGNATION, Termination.TIME_FORFEIT}
    return Outcome(turn.opponent if loses else None, ending)


# -- comparison


def plain(game: kifu.Game) -> kifu.Game:
    """The game with the analyses of engines as the comments from which they were read."""
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        texts = [node.comment, *(analysis.text for analysis in node.analyses)]
        node.comment = "\n".join(sorted(line for text in texts for line in text.splitlines() if line.strip()))
        node.analyses = []
    return game


class Tally:
    """What was lost in a number of files."""

    def __init__(self) -> None:
        self.files = self.refused = self.same = self.unsaid = self.regular = 0
        self.lost: Counter[str] = Counter()

    def compare(self, game: kifu.Game, found: kifu.Game | None) -> Counter[str]:
        lost = Counter({"games": 1}) if found is None else differences(plain(game), plain(found))
        self.lost += lost
        return lost

    def row(self, *names: str) -> str:
        lost = " · ".join(f"{name} {count:,}" for name, count in self.lost.most_common())
        return f"| {' | '.join(names)} | {self.files:,} | {self.refused:,} | {self.same:,} | {lost} |"


def is_regular(file: bytes, format: str) -> bool:
    """Whether the core's reader of the format knows all of it."""
    if format not in CORE:
        return False
    text = text_of(file)
    if format == "usi":
        return True
    read = csa.read_regular if format == "csa" else kif.read_regular
    at = 0
    while at < len(text):
        game = read(text, at, True) or read(text, at, False)
        if game is None or game.end <= at:
            return False
        at = game.end
    return True


def reading(browser: Browser, files: Iterable[tuple[str, bytes]], told: list[str] | None = None) -> Tally:
    """Reads files with both; those that ``komadai.kifu`` refuses do not count. ``told`` gets a line a loss."""
    tally = Tally()
    for name, file in files:
        try:
            games = list(kifu.read_all(file))
        except KomadaiError:
            continue
        if not games:
            continue
        tally.files += 1
        format = kifu.detect(text_of(file))
        tally.regular += format is not None and is_regular(file, format)
        found = browser.read(file)
        tally.refused += found is None
        lost: Counter[str] = Counter()
        if found is not None:
            for at, game in enumerate(games):
                lost += tally.compare(game, found[at] if at < len(found) else None)
        tally.same += found is not None and not lost
        if told is not None and (found is None or lost):
            told.append(f"{name} ({format}): {'refused' if found is None else dict(lost)}")
    return tally


def writing(browser: Browser, games: Iterable[kifu.Game], format: str) -> Tally:
    """Writes games in the page, and reads them with ``komadai.kifu``. Counts what we would have kept."""
    tally = Tally()
    for game in games:
        tally.files += 1
        written = browser.write(game, format)
        if written is None:
            tally.refused += 1
            continue
        text, said = written
        try:
            lost = differences(game, kifu.read(text))
        except KomadaiError:
            lost = Counter({"games": 1})
        tally.unsaid += bool(lost) != bool(said)
        lost -= differences(game, kifu.read(kifu.write(game, format)))
        tally.lost += lost
        tally.same += not lost
    return tally


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in {".json", ".md", ".tsv", ".db", ".py"}:
            yield str(path.relative_to(folder)), path.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser_records", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each of so many games (default: 1)")
    parser.add_argument("--losses", action="store_true", help="name each file that loses something")
    asked = parser.parse_args()
    load = report.load()
    rows, told = [], list[str]()
    of = "| files | | number | refused | the same | what differs in the others |"
    rule = "| --- | --- | ---: | ---: | ---: | --- |"
    known = starter.facts().told
    stored = islice(starter.games(), known, known + MADE_UP, asked.every)
    own = [made_up(seed, game.moves) for seed, game in enumerate(stored)]
    all_handed = list(islice(handed(), 0, None, asked.every)) if DATA.is_dir() else []
    with opened() as browser:
        if DATA.is_dir():
            for name, folder in (
                ("odd files", DATA / "games/odd"),
                ("WCSC28, CSA as stored", DATA / "games/wcsc28/csa"),
                ("small cases", DATA / "cases"),
            ):
                tally = reading(browser, files_in(folder), told)
                rows.append(tally.row(name, f"{tally.regular} regular"))
        for name, games in (("handed games", all_handed), ("made-up games", own)):
            for format in FORMATS if games else ():
                texts = ((f"{name} {at}", kifu.write(game, format)) for at, game in enumerate(games))
                tally = reading(browser, ((name, text.encode()) for name, text in texts), told)
                rows.append(tally.row(f"{name}, {format}", f"{tally.regular:,} regular"))
        read = "\n".join([of, rule, *rows])
        rows = []
        for format in FORMATS:
            tally = writing(browser, own, format)
            rows.append(tally.row(f"made-up games, {format}", f"{tally.unsaid} told wrongly"))
    print(report.measured("\n".join([read, "", of, rule, *rows]), load))
    if asked.losses:
        print("", *told, sep="\n")


if __name__ == "__main__":
    main()
