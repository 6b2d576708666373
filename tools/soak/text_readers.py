"Fuzz of the text readers, each by its own format name: records, SFEN, BOD, USI lines, moves, books as text."

from __future__ import annotations

from komadai import Board, kifu, notation
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import EngineOption
from komadai.engine.transitions import Transitions
from komadai.kifu import FORMATS
from soak.mutations import WORDS, damaged, random_game
from soak.round import Round

USI_LINES = (
    "info depth 12 seldepth 20 score cp 34 nodes 12345 nps 1000 hashfull 3 time 99 multipv 2 pv 7g7f 3c3d",
    "info depth 3 score mate -5 lowerbound pv P*5e string x", "bestmove 7g7f ponder 3c3d", "bestmove resign",
    "checkmate 7g7f 3c3d", "checkmate nomate", "option name USI_Hash type spin default 16 min 1 max 1024",
    "option name Style type combo default a var a var b c", "option name Book type filename default <empty>",
    "go btime 1000 wtime 1000 byoyomi 500 searchmoves 7g7f", "go mate infinite", "go ponder depth 5 nodes 99",
)  # fmt: skip


def run(this: Round) -> None:
    """Tries damaged texts of every format until the time is up."""
    shipped = Transitions.shipped().text()
    bod = kifu.write(kifu.Game("4k4/9/4P4/9/9/9/9/9/4K4 b RG2P 1"), "kif").encode()
    while this.goes_on:
        game = random_game(this.rng)
        for key, format in FORMATS.items():
            data = damaged(this.rng, _written(this, game, key))
            if format.can_read:
                _read(this, f"{key}", data, key)
            if this.rng.random() < 0.2:
                _read(this, "detected", data, None)
        _read(this, "bod", damaged(this.rng, bod), "kif")
        sfen = damaged(this.rng, Board().sfen().encode()).decode("utf-8", "replace")
        with this.trying("sfen", sfen.encode("utf-8", "replace")):
            board = Board(sfen)
            board.outcome()
            list(board.legal_moves)
        text = damaged(
            this.rng, this.rng.choice(["P-7f", "▲７六歩", "7g7f", "+7776FU", "同　銀右上成"]).encode()
        )
        move = text.decode("utf-8", "replace")
        with this.trying("move text", text):
            notation.read(Board(), move)
        line = damaged(this.rng, this.rng.choice(USI_LINES).encode()).decode("utf-8", "replace")
        with this.trying("usi line", line.encode("utf-8", "replace")):
            Info.parse(line)
        for what, parse in (
            ("bestmove", PlayResult.parse),
            ("checkmate", MateResult.parse),
            ("option", EngineOption.parse),
        ):
            with this.trying(what, line.encode("utf-8", "replace")):
                parse(line)
        with this.trying("go", line.encode("utf-8", "replace")):
            Limits.parse(line.split()[1:])
        table = damaged(this.rng, shipped.encode()).decode("utf-8", "replace")
        with this.trying("transitions", table.encode("utf-8", "replace")):
            Transitions.parse(table)


def _written(this: Round, game: kifu.Game, key: str) -> bytes:
    """The game in this format; a few words where the format cannot be written."""
    if not FORMATS[key].can_write:
        return "".join(this.rng.choices(WORDS, k=20)).encode()
    with this.trying(f"{key} written", b""):
        return kifu.write(game, key).encode(this.rng.choice(["utf-8", "utf-8", "cp932"]), "replace")
    return b""


def _read(this: Round, what: str, data: bytes, key: str | None) -> None:
    """Reads a record; what was read must be writable in every format and readable again."""
    with this.trying(what, data):
        for game in kifu.parse(data, kifu.GameBuilder(), key):
            for other, format in FORMATS.items():
                if not format.can_write or this.rng.random() > 0.3:
                    continue
                text = kifu.write(game, other)
                if format.can_read and game.moves():
                    again = next(iter(kifu.parse(text, kifu.GameBuilder(), other)))
                    before = [node.move for node in game.main_line()]
                    after = [node.move for node in again.main_line()]
                    if after != before[: len(after)]:
                        this.finding(f"{other}: another move after writing and reading", text, data)
