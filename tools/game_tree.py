"""Measures the branching and the length of games for the page "How the program thinks".

    komadai match A=komadai B=komadai --nodes 3000 -g 300 -j 1 --seed 1 -o selfplay/
    python tools/game_tree.py games=GAMES.jsonl programs=PROGRAMS.jsonl selfplay=selfplay/ --write

A collection is a name and where its games are: files and folders of records in any format, or a file of JSON
lines whose "moves" are USI moves (and "start" the SFEN of another start position, if any). Games from the
even start position count; games with the same moves count once. Their results are those of the records; in
JSON lines "result" ("1-0", "0-1", "1/2-1/2"), or "win" and "endgame" as in CSA. The match that plays
the games of a collection is resumable, and its openings depend on the seed only.

Branching: the mean number of legal moves over the positions in which a move was played. Length: the mean
number of moves of a game. Draws are counted among the games whose result is known. Of each first move that
100 games or more begin with: how many of those with a winner Black has won.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from komadai import STARTPOS, Board, Color, Move, Termination, kifu

FILE: Final = Path(__file__).parents[1] / "src" / "komadai" / "server" / "thinking" / "measured.json"
GROUP: Final = 10
"""Plies of a group of ``by_ply``."""
MIN_POSITIONS: Final = 100
"""Groups of fewer positions are left out."""
MIN_FIRST: Final = 100
"""First moves of fewer games are left out."""
DRAWN: Final = frozenset({Termination.SENNICHITE, Termination.IMPASSE_AGREED, Termination.MOVE_LIMIT})


Result = Literal["black", "white", "draw"] | None
"""The winner; None if that is not known."""


def games_of(path: Path) -> Iterator[tuple[Sequence[Move], Result]]:
    """The moves and the result of each game that began from the even start position."""
    if path.suffix == ".jsonl":
        for text in path.read_text("utf-8").splitlines():
            game = json.loads(text)
            if not game.get("start") and not game.get("handicap"):
                yield [Move.from_usi(usi) for usi in game["moves"].split()], result_of(game)
        return
    for record in kifu.scan(path):
        if record.sfen == STARTPOS:
            outcome = record.outcome
            result: Result = None
            if outcome is not None and outcome.winner is not None:
                result = "black" if outcome.winner is Color.BLACK else "white"
            elif outcome is not None and outcome.termination in DRAWN:
                result = "draw"
            yield record.moves(), result


def result_of(game: dict[str, Any]) -> Result:
    """The result in a JSON line."""
    if game.get("endgame") in ("%SENNICHITE", "%JISHOGI"):
        return "draw"
    written = str(game.get("result") or game.get("win") or "").replace(" ", "")
    words: dict[str, Result] = {
        "1-0": "black",
        "sente": "black",
        "0-1": "white",
        "gote": "white",
        "1/2-1/2": "draw",
        "Sennichite": "draw",
    }
    return words.get(written)


def measure(key: str, games: Iterable[tuple[Sequence[Move], Result]]) -> dict[str, Any]:
    """The numbers of one collection."""
    seen: set[tuple[Move, ...]] = set()
    legal, positions = defaultdict[int, int](int), defaultdict[int, int](int)
    results, firsts, wins = Counter[Result](), Counter[str](), Counter[str]()
    for game, result in games:
        if not game or tuple(game) in seen:
            continue
        seen.add(tuple(game))
        results[result] += 1
        if result in ("black", "white"):
            firsts[game[0].usi()] += 1
            wins[game[0].usi()] += result == "black"
        board = Board()
        for ply, move in enumerate(game):
            legal[ply // GROUP] += len(board.legal_moves)
            positions[ply // GROUP] += 1
            board.push(move)
    lengths = [len(game) for game in seen]
    count = sum(positions.values())
    if not count:
        raise SystemExit(f"{key}: no game from the even start position")
    by_ply = []
    for group in sorted(positions):
        if positions[group] < MIN_POSITIONS:
            break
        by_ply.append(round(legal[group] / positions[group], 1))
    return {
        "key": key,
        "games": len(lengths),
        "positions": count,
        "branching": round(sum(legal.values()) / count, 1),
        "plies": round(sum(lengths) / len(lengths), 1),
        "longest": max(lengths),
        "decided": results["black"] + results["white"],
        "draws": results["draw"],
        "first_moves": [
            {"usi": usi, "games": games, "black_wins": wins[usi]}
            for usi, games in firsts.most_common()
            if games >= MIN_FIRST
        ],
        "by_ply": by_ply,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures the collections of the command line, and prints or writes their numbers."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("collections", nargs="+", metavar="NAME=PATH")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name} of the server")
    options = parser.parse_args(arguments)
    measured = []
    for each in options.collections:
        key, equals, path = each.partition("=")
        if not equals or not Path(path).exists():
            parser.error(f"{each}: expected NAME=PATH with an existing file or folder")
        measured.append(measure(key, games_of(Path(path))))
    text = json.dumps({"collections": measured}, indent=1) + "\n"
    print(text, end="")
    if options.write:
        FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
