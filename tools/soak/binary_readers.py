"""Fuzz of the binary readers: opening books (.db, .bin, .sbk, .ybb) and weights of the evaluation."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import komadai.book
from komadai import Board, Move
from komadai._core import Evaluation
from komadai.book import BookEntry, BookMove, save
from soak.mutations import damaged, random_game
from soak.round import Round

SUFFIXES = (".db", ".ybb", ".bin", ".sbk")
_HEADER = 32
"""Bytes before the body of a file of weights: magic, version, length, checksum."""
WEIGHTS = Path(__file__).parents[2] / "cpp" / "eval" / "handmade.weights"


def run(this: Round) -> None:
    """Tries damaged files until the time is up."""
    weights = WEIGHTS.read_bytes()
    while this.goes_on:
        entries = _entries(this)
        for suffix in SUFFIXES:
            path = this.folder / f"book{suffix}"
            path.unlink(missing_ok=True)
            with this.trying(f"{suffix} written", b""):
                save(entries, path)
            if not path.exists():
                continue
            whole = path.read_bytes()
            for _ in range(20):
                data = damaged(this.rng, whole)
                path.write_bytes(data)
                with this.trying(suffix, data, allowed=(OSError,)), komadai.book.open(path) as book:
                    for entry, _ in zip(book, range(200), strict=False):
                        len(entry.moves)
                    book.entry(Board())
        for _ in range(10):
            data = damaged(this.rng, weights)
            if this.rng.random() < 0.5:
                data = _with_checksum(data)
            file = this.folder / "weights"
            file.write_bytes(data)
            with this.trying("weights", data):
                Evaluation(str(file)).value(Board())


def _entries(this: Round) -> list[BookEntry]:
    """A book of the positions of a random game."""
    game = random_game(this.rng, plies=20)
    board = game.board(game.root)
    entries: list[BookEntry] = []
    for node in game.main_line():
        assert node.move is not None
        moves: list[Move] = this.rng.sample(list(board.legal_moves), k=min(3, len(list(board.legal_moves))))
        chosen = [BookMove(each, score=this.rng.randrange(-500, 500), depth=5) for each in moves]
        entries.append(BookEntry(board.sfen().rsplit(" ", 1)[0], tuple(chosen)))
        board.push(node.move)
    return entries


def _with_checksum(data: bytes) -> bytes:
    """The file with a length and a checksum that fit its body, so that the body itself is read."""
    body = data[_HEADER:]
    return data[: _HEADER - 8] + struct.pack("<II", len(body), zlib.crc32(body)) + body
