"""Records for game databases, written by the tests themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from komadai import BLACK, STARTPOS, WHITE, Board, Handicap, Move, Outcome, Termination, kifu
from komadai.kifu import Ending, Game
from tests.study.database.reference import Played

OUTCOMES = {
    "black": Outcome(BLACK, Termination.RESIGNATION),
    "white": Outcome(WHITE, Termination.RESIGNATION),
    "draw": Outcome(None, Termination.SENNICHITE),
    None: None,
}


def game_of(played: Played, headers: Mapping[str, str] | None = None) -> Game:
    """The game as a record."""
    game = Game(played.sfen, headers)
    node = game.root
    for move in played.moves:
        node = node.add(Move.from_usi(move))
    outcome = OUTCOMES[played.result]
    if outcome is not None:
        node.ending = Ending(outcome)
    return game


def write_csa(path: Path, games: Iterable[Game]) -> Path:
    """A CSA file with all of these games."""
    path.write_text("/\n".join(kifu.write(game, "csa") for game in games), "utf-8")
    return path


def named(played: Iterable[Played]) -> list[Game]:
    """The games with different players, dates and events."""
    return [
        game_of(
            each,
            {
                "black": f"Player {number % 7}",
                "white": f"選手{number % 5}",
                "started": f"{1990 + number % 10}/{1 + number % 12:02}/{1 + number % 28:02}",
                "event": f"Event {number}",
            },
        )
        for number, each in enumerate(played)
    ]


def random_games(count: int, seed: int = 1, plies: int = 30) -> list[Played]:
    """Games of which many transpose into each other, with handicaps, set-up starts and all results."""
    rng = Random(seed)
    starts = [STARTPOS] * 6 + [Handicap.named("rook").sfen, "4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1"]
    return [
        Played(
            moves_from(rng, start := rng.choice(starts), rng.randint(0, plies)),
            rng.choice(["black", "white", "draw", None]),
            start,
        )
        for _ in range(count)
    ]


def moves_from(rng: Random, sfen: str, plies: int) -> Sequence[str]:
    """Legal moves; few different ones at each ply, so that games meet again."""
    board = Board(sfen)
    moves = []
    for _ in range(plies):
        legal = sorted(board.legal_moves, key=lambda move: move.usi())
        if not legal:
            break
        move = legal[rng.randrange(min(3, len(legal)))]
        moves.append(move.usi())
        board.push(move)
    return moves
