"""A foreign USI engine that counts leaves with ``go perft``, move by move: Fairy-Stockfish."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from komadai.engine.dialects.choice import choose_usi_variant, dialect_of, variant_option
from komadai.engine.dialects.dialect import Dialect
from komadai.engine.protocol.options import EngineOption
from komadai.errors import EngineProtocolError
from komadai.variants import Board

_COUNT = re.compile(r"(\S+): (\d+)")
_TOTAL = re.compile(r"Nodes searched: (\d+)")


@dataclass(frozen=True)
class Counts:
    """The leaves below each move, by the text of the move, and the seconds that the count took."""

    moves: dict[str, int]
    seconds: float

    @property
    def total(self) -> int:
        """All leaves."""
        return sum(self.moves.values())


class Referee:
    """A running engine. ``variant_file`` is Fairy-Stockfish's file of further variants (``VariantPath``)."""

    def __init__(self, command: str, variant_file: Path | None = None) -> None:
        self._engine = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.name = ""
        self._dialect: Dialect = dialect_of("shogi", "")
        self._options = self._read_options()
        if variant_file is not None:
            self._send(f"setoption name VariantPath value {variant_file}")
            self._options = self._read_options()

    def choose(self, variant: str) -> None:
        """Chooses a variant. Raises EngineUsageError if the engine does not have it."""
        option = variant_option(self._options)
        self._dialect = dialect_of(variant, self.name)
        name = choose_usi_variant(option, self._dialect, self.name)
        if option is not None:
            self._send(f"setoption name {option.name} value {name}")

    def perft(self, sfen: str, depth: int) -> Counts:
        """The leaves of a position, given as our SFEN, with their moves as the engine writes them."""
        self._send(f"position {self._dialect.position(sfen)}")
        began = perf_counter()
        self._send(f"go perft {depth}")
        moves: dict[str, int] = {}
        for line in self._lines():
            if match := _COUNT.fullmatch(line):
                moves[match[1]] = int(match[2])
            elif match := _TOTAL.fullmatch(line):
                counts = Counts(moves, perf_counter() - began)
                if counts.total != int(match[1]):
                    raise EngineProtocolError(
                        f"{self.name}: {counts.total} leaves in lines, {match[1]} in all"
                    )
                return counts
        raise EngineProtocolError(f"{self.name} ended at go perft {depth} of {sfen}")

    def write(self, board: Board) -> dict[str, str]:
        """The legal moves of a position: their text for the engine and ours."""
        return {self._dialect.write(move, board): move.usi() for move in board.legal_moves}

    def close(self) -> None:
        """Ends the engine."""
        if self._engine.poll() is None:
            self._send("quit")
        self._engine.communicate(timeout=10)

    def _read_options(self) -> dict[str, EngineOption]:
        options: dict[str, EngineOption] = {}
        self._send("usi")
        for line in self._lines():
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            elif line.startswith("option "):
                try:
                    option = EngineOption.parse(line)
                except EngineProtocolError:
                    continue
                options[option.name] = option
            elif line == "usiok":
                return options
        raise EngineProtocolError("the engine ended before usiok")

    def _send(self, line: str) -> None:
        assert self._engine.stdin is not None
        print(line, file=self._engine.stdin, flush=True)

    def _lines(self) -> Iterator[str]:
        assert self._engine.stdout is not None
        return map(str.strip, self._engine.stdout)
