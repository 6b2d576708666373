"""The libraries compared, and how one says the same things in each.

The fragments are put into the loops of ``rows.py``, as ``timeit`` does it, so that all libraries
run the same loops. Each is asked in the fastest way it offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import komadai


@dataclass(frozen=True)
class Library:
    """Fragments of Python. They speak of ``sfen``, ``board``, ``move`` and ``moves``."""

    package: str
    imports: str
    board: str | None = None
    """A new board from ``sfen``."""
    move: str | None = None
    """7g7f on ``board``."""
    moves: str | None = None
    """The legal moves as the library gives them, to iterate over and to count."""
    indexed: str | None = None
    """The legal moves as something one can pick from by number."""
    listed: str | None = None
    """The legal moves as a list."""
    parse: str | None = None
    """``sfen`` read, into ``board`` if that is faster than a new one."""
    write: str | None = None
    pop: str | None = None
    push: str | None = None
    """``move`` played, the library trusting that it is legal; None if it never does."""
    push_checked: str | None = None
    """``move`` played, the library making sure that it is legal; None if it can't."""
    perft: str | None = None
    """Its own perft to ``depth`` on one thread; None if it has none."""
    vector: str | None = None
    """1,024 games stepped together, with the planes that ``observation`` names; None if it has none."""
    mate: str | None = None
    """Whether there is a mate at once on ``board``; None if the library has no such function."""
    record_imports: str | None = None
    """For the fragments below; each is the number of games read from the bytes ``csa``, ``kif`` …"""
    csa_moves: str | None = None
    csa_games: str | None = None
    csa_visited: str | None = None
    kif_moves: str | None = None
    kif_games: str | None = None
    kif_sjis_games: str | None = None
    ki2_games: str | None = None
    note: str = ""

    @property
    def version(self) -> str | None:
        """None: not installed."""
        if self.package == "komadai":
            return komadai.__version__  # the checkout's, installed or not
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


KOMADAI = Library(
    package="komadai",
    imports="from komadai import Board, Move",
    board="Board(sfen)",
    move="Move.from_usi('7g7f')",
    moves="board.legal_moves",
    indexed="board.legal_moves",
    listed="list(board.legal_moves)",
    parse="Board(sfen)",
    write="board.sfen()",
    push="board.push_unchecked(move)",
    push_checked="board.push(move)",
    pop="board.pop()",
    perft="board.perft(depth)",
    vector="__import__('komadai.env').env.VectorEnv(1024, seed=1, observation=observation)",
    mate="board.mate_in_1() is not None",
    record_imports="from komadai.kifu import GameBuilder, MainLines, parse",
    csa_moves="sum(1 for _ in parse(csa, MainLines()))",
    csa_games="sum(1 for _ in parse(csa, GameBuilder()))",
    csa_visited="sum(node.time_ms is not None and node.move is not None "
    "for game in parse(csa, GameBuilder()) for node in game.main_line())",
    kif_moves="sum(1 for _ in parse(kif, MainLines()))",
    kif_games="sum(1 for _ in parse(kif, GameBuilder()))",
    kif_sjis_games="sum(1 for _ in parse(kif_sjis, GameBuilder()))",
    ki2_games="sum(1 for _ in parse(ki2, GameBuilder()))",
)

CSHOGI = Library(
    package="cshogi",
    imports="from cshogi import Board",
    board="Board(sfen)",
    move="board.move_from_usi('7g7f')",
    moves="board.legal_moves",
    indexed="list(board.legal_moves)",
    listed="list(board.legal_moves)",
    parse="board.set_sfen(sfen)",
    write="board.sfen()",
    push="board.push(move)",
    push_checked="board.is_legal(move) and board.push(move)",
    pop="board.pop()",
    mate="board.mate_move_in_1ply() != 0",
    vector="__import__('benchmarks.stepped_games').stepped_games.CshogiGames(64, observation)",
    record_imports="from cshogi import CSA, KIF",
    csa_moves="len(CSA.Parser.parse_str(csa.decode()))",
    csa_games="len(CSA.Parser.parse_str(csa.decode()))",
    csa_visited="sum(time is not None and move is not None for game in CSA.Parser.parse_str(csa.decode()) "
    "for move, time in zip(game.moves, game.times))",
    kif_moves="bool(KIF.Parser.parse_str(kif.decode()))",
    kif_games="bool(KIF.Parser.parse_str(kif.decode()))",
    kif_sjis_games="bool(KIF.Parser.parse_str(kif_sjis.decode('cp932')))",
    note="Moves are plain integers. `push` checks nothing: an illegal move leads to a wrong position "
    "or to a segmentation fault. Records are read as lists of moves, which are not checked either. Mates in "
    "1 are searched only among moves to squares next to the king and knights' moves.",
)

RSSHOGI = Library(
    package="rsshogi",
    imports="from rsshogi.core import Board, Move",
    board="Board(sfen)",
    move="Move.from_usi('7g7f')",
    moves="board.legal_moves()",
    indexed="board.legal_moves()",
    listed="board.legal_moves()",
    parse="board.set_sfen(sfen)",
    write="board.to_sfen()",
    push_checked="board.apply_move(move)",
    pop="board.undo_move(move)",
    record_imports="from rsshogi.record import Record",
    csa_moves="len(Record.from_csa_games_str(csa.decode()))",
    csa_games="len(Record.from_csa_games_str(csa.decode()))",
    csa_visited="sum(each.time_ms is not None and each.move is not None "
    "for game in Record.from_csa_games_str(csa.decode()) for each in game.moves)",
    kif_moves="bool(Record.from_kif_str(kif.decode()))",
    kif_games="bool(Record.from_kif_str(kif.decode()))",
    kif_sjis_games="bool(Record.from_kif_str(kif_sjis.decode('cp932')))",
    ki2_games="bool(Record.from_ki2_str(ki2.decode()))",
    note="Checks every move it plays; there is no unchecked way.",
)

NSHOGI = Library(
    package="nshogi",
    imports="from nshogi.io.sfen import make_state_from_sfen, move_from_sfen",
    board="make_state_from_sfen(sfen)",
    move="move_from_sfen(board, '7g7f')",
    moves="board.legal_moves",
    indexed="board.legal_moves",
    listed="board.legal_moves",
    parse="make_state_from_sfen(sfen)",
    write="board.to_sfen()",
    push="board.do_move(move)",
    pop="board.undo_move()",
    note="Lists no unpromoted moves of rook, bishop and pawn where they could promote: 198 of the 207 moves "
    "and 562 of the 593. `do_move` checks nothing.",
)

PYTHON_SHOGI = Library(
    package="python-shogi",
    imports="from shogi import Board, Move",
    board="Board(sfen)",
    move="Move.from_usi('7g7f')",
    moves="board.legal_moves",
    indexed="list(board.legal_moves)",
    listed="list(board.legal_moves)",
    parse="board.set_sfen(sfen)",
    write="board.sfen()",
    push="board.push(move)",
    push_checked="board.is_legal(move) and board.push(move)",
    pop="board.pop()",
    note="Written in Python.",
)

OPEN_SPIEL = Library(
    package="open_spiel",
    imports="import pyspiel",
    vector="__import__('benchmarks.stepped_games').stepped_games.OpenSpielGames(64, observation)",
    note="Only in the rows of games stepped together; its planes are its observation tensor. It and cshogi "
    "step 64 games one after the other in Python.",
)

LIBRARIES = (KOMADAI, CSHOGI, RSSHOGI, NSHOGI, PYTHON_SHOGI, OPEN_SPIEL)
