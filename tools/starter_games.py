"""Makes the games of the program that come with Komadai.

tools/starter_games.py play FOLDER --games 10000    # goes on where it stopped (Ctrl-C)
tools/starter_games.py pack FOLDER                  # writes the package's file

Game n depends on n, the settings below and the engine only, so it is the same on every machine. It begins
with up to 12 moves of the own book; up to ply 16 follow moves of a search for the best 5, a better one more
often. Then both sides search the same number of nodes for each move. A game ends by the rules, by a
declaration at impasse (27 points), by a mate that the search has found, by a score of 2000 centipawns in
four searches in a row, or as a draw after 320 moves. It is left out if the score after the opening is above
400.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from komadai import Board, Color, Move, Termination, __version__, book
from komadai._core import Search
from komadai.study.database.imported_game import DRAW
from komadai.study.database.starter import FILE, PackedGame, packed
from komadai.study.library import famous_games
from komadai.training.generation.game import GameEnd, GeneratedGame
from komadai.training.generation.game_store import GameStore
from komadai.training.generation.play import play_on
from komadai.training.generation.settings import GenerationSettings

SETTINGS: Final = GenerationSettings(
    seed=1, nodes=800, book_plies=12, random_moves=0, max_opening_score=400, resign_score=2000, resign_plies=4
)
VARIETY: Final = 25
"""The variety of the book's moves; 0 would be the best one always."""
OPENING_PLIES: Final = 16
OPENING_NODES: Final = 2_000
LINES: Final = 5
MARGIN: Final = 80
"""Opening moves that lose more centipawns against the best one are not played."""
WHOLE: Final = 100
"""Plies of a game of the reading room that is told from its first move to its last."""


def opening(search: Search, rng: Random) -> Board:
    """The first moves of a game: of the own book, then of short searches."""
    board, known = Board(), book.own()
    for _ in range(rng.randint(0, SETTINGS.book_plies)):
        move = known.choose(board, rng, variety=VARIETY)
        if move is None:
            break
        board.push(move)
    while board.ply < OPENING_PLIES and board.outcome() is None:
        board.push(choose(search, board, rng))
    return board


def choose(search: Search, board: Board, rng: Random) -> Move:
    """One of the best moves; the probability falls with what a move loses."""
    found: dict[int, dict[str, Any]] = {}
    search.clear()
    search.arm()
    best, _, _, _ = search.go(
        board,
        nodes=OPENING_NODES,
        multipv=LINES,
        on_report=lambda line: found.update({line["multipv"]: line}),
    )
    assert best is not None
    scores = {line["pv"][0]: line["cp"] for line in found.values() if line["mate"] is None and line["pv"]}
    top = scores.get(best)
    if top is None:
        return best
    weights = {move: max(0, MARGIN - max(0, top - score)) ** 3 for move, score in scores.items()}
    chosen: Move = rng.choices(list(weights), list(weights.values()))[0]
    return chosen


def game(search: Search, number: int) -> GeneratedGame:
    """The game of a number."""
    board = opening(search, Random(f"{SETTINGS.seed} {number}"))
    return play_on(board, SETTINGS, search, number, lambda turn: {"nodes": SETTINGS.nodes})


def identity() -> dict[str, Any]:
    """The settings that the games depend on."""
    return SETTINGS.identity() | {"opening": [VARIETY, OPENING_PLIES, OPENING_NODES, LINES, MARGIN]}


def play(folder: Path, games: int) -> None:
    """Plays the games that are missing of 0 to ``games - 1``."""
    search = Search(SETTINGS.hash_mb)
    began, played = monotonic(), 0
    with GameStore(folder, identity()) as store:
        for number in range(games):
            if number not in store.positions:
                store.add(game(search, number).to_bytes())
                played += 1
                if played % 50 == 0:
                    speed = played / (monotonic() - began)
                    print(f"{number + 1} of {games} games, {speed:.2f} a second", flush=True)


def pack(folder: Path) -> None:
    """Writes the games before the first that is missing, without uneven openings; equal ones once."""
    found: dict[bytes, PackedGame] = {}
    with GameStore(folder, identity()) as store:
        count = next(number for number in range(len(store.positions) + 1) if number not in store.positions)
        for each in store.games(count):
            if each.end is not GameEnd.UNEVEN:
                as_packed = ended(each)
                found.setdefault(as_packed.moves, as_packed)
        engine = identity()["engine"]
    how = {"version": __version__, "engine": engine, "seed": SETTINGS.seed, "nodes": SETTINGS.nodes}
    FILE.write_bytes(packed(how, told(), list(found.values())))
    print(f"{len(found)} of {count} games, {FILE.stat().st_size:,} bytes")


def ended(played: GeneratedGame) -> PackedGame:
    """A game with its ending. Who is to move resigns: the winner's turn at the end is taken back by a ply."""
    board, moves = Board(), [Move.from_psv(each) for each in played.moves]
    resigns = played.end in (GameEnd.MATE_FOUND, GameEnd.SCORE)
    if resigns and (len(moves) % 2 == 0) == (played.winner == 1):
        moves.pop()
    for move in moves:
        board.push(move)
    outcome = board.outcome()
    if resigns:
        ending = Termination.RESIGNATION
    elif outcome is not None:
        ending = outcome.termination
    elif played.end is GameEnd.DECLARATION:
        ending = Termination.IMPASSE_DECLARATION
    else:
        ending = Termination.MOVE_LIMIT
    result = DRAW if played.winner == 0 else int(Color(played.winner != 1))
    return PackedGame(
        played.number, ending, result, b"".join([int(move).to_bytes(2, "little") for move in moves])
    )


def told() -> list[dict[str, Any]]:
    """The whole games of the reading room. In each of them the loser resigns after the last move."""
    found = []
    for each in famous_games():
        if each.example is None or len(each.example.moves) < WHOLE:
            continue
        names = zip(each.title.en.split(" – "), each.title.ja.split("－"), strict=True)
        black, white = (f"{japanese} ({english})" for english, japanese in names)
        board = Board(each.example.sfen)
        for move in each.example.moves:
            board.push(Move.from_usi(move))
        found.append(
            {
                "headers": {"black": black, "white": white, "started": each.year},
                "sfen": each.example.sfen,
                "moves": " ".join(each.example.moves),
                "winner": "white" if board.turn == Color.BLACK else "black",
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "pack"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    chosen = parser.parse_args()
    if chosen.what == "play":
        play(chosen.folder, chosen.games)
    else:
        pack(chosen.folder)


if __name__ == "__main__":
    main()
