"""Writes the cases by which the page's copy of `komadai.play` is tested: ``game_cases.py``.

web/src/device_games/game_machine.ts and clock.ts do for a game in the page what `komadai.play.game` and
`komadai.clock` do on the server. The cases are random commands at random times with the events that the
library answers, and what the clocks show then; web/tests/device_games/game_cases.json has them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from komadai import Board, Move
from komadai.errors import KomadaiError
from komadai.furigoma import toss
from komadai.handicap import HANDICAPS
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.game import GameMachine, replay
from komadai.play.state import color_name

FILE: Final = Path(__file__).parents[1] / "web/tests/device_games/game_cases.json"
GAMES: Final = 56
COMMANDS: Final = 12
CLOCKS: Final = (
    None,
    ev.ClockSettings(main_ms=60_000),
    ev.ClockSettings(main_ms=0, byoyomi_ms=10_000),
    ev.ClockSettings(main_ms=20_000, byoyomi_ms=10_000),
    ev.ClockSettings(main_ms=5_000, byoyomi_ms=10_000, periods=3),
    ev.ClockSettings(main_ms=15_000, increment_ms=4_000),
    ev.ClockSettings(main_ms=1_000, byoyomi_ms=8_000, periods=2, increment_ms=3_000),
)


def cases() -> list[dict[str, Any]]:
    """The games: how each begins, and its commands with what comes of them."""
    rng = random.Random(49)
    return [_game(rng, number) for number in range(GAMES)]


def _game(rng: random.Random, number: int) -> dict[str, Any]:
    handicap = rng.choice(HANDICAPS[:6]) if rng.random() < 0.3 else HANDICAPS[0]
    two = rng.random() < 0.3
    players, colors = ev.person_against_engine(rng.choice(("black", "white", "furigoma")), "komadai", 3)
    created = ev.Created(
        at=1_000,
        players=(ev.Person(), ev.Person()) if two else players,
        colors="fixed" if two else colors,
        handicap=handicap.key,
        start_sfen=handicap.sfen,
        clock=CLOCKS[number % len(CLOCKS)],
        impasse="27-point",
        illegal=rng.choice(("refuse", "lose")),
        take_back=rng.random() < 0.8,
    )
    game = replay([created])
    at, steps = created.at, []
    for name in _commands(rng, game):
        at += rng.choice((-500, 0, 300, 1_500, 2_500, 6_000, 9_999, 10_000, 10_001, 14_000))
        command, expected = _step(rng, game, name, at)
        for event in expected.get("events", ()):
            game.apply(ev.decode_event(json.dumps(event)))
        steps.append({**command, **expected, **_shown(game, at + 700)})
        if game.outcome is not None and rng.random() < 0.5:
            break
    return {"created": _plain(created), "steps": steps}


def _commands(rng: random.Random, game: GameMachine) -> Iterator[str]:
    while game.colors is None:
        yield "throw"
    yield "resume"
    for _ in range(COMMANDS):
        if game.paused and game.outcome is None and rng.random() < 0.8:
            yield "resume"
        else:
            yield rng.choices(
                ("move", "illegal", "take_back", "resign", "declare", "pause", "tick", "interrupt"),
                (60, 3, 9, 2, 2, 6, 6, 1),
            )[0]


def _step(rng: random.Random, game: GameMachine, name: str, at: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A command, and the events or the refusal that it leads to."""
    color = game.turn if rng.random() < 0.95 else game.turn.opponent
    command: dict[str, Any] = {"command": name, "at": at, "color": color_name(color)}
    move: Move | None = None
    if name == "throw":
        command["pawns"] = toss(rng)
    if name in ("move", "illegal"):
        move = rng.choice(game.shogi_board.legal_moves) if name == "move" else Move.from_usi("5e5d")
        command |= {"command": "move", "usi": move.usi(), "judged": _judged(game.shogi_board, move)}
    try:
        events = _ask(game, command, color, move)
    except (CommandError, KomadaiError) as error:
        return command, {"refused": getattr(error, "code", "")}
    if name == "declare":
        ended = next(event for event in events if isinstance(event, ev.Ended))
        command["ending"] = _ending(ended)
    return command, {"events": [_plain(event) for event in events]}


def _ask(game: GameMachine, command: dict[str, Any], color: Color, move: Move | None) -> list[ev.Event]:
    at = command["at"]
    match command["command"]:
        case "throw":
            return game.throw_pawns(command["pawns"], at)
        case "resume":
            return game.resume(at)
        case "pause":
            return game.pause(at)
        case "tick":
            return game.tick(at)
        case "move":
            return game.move(color, move, at)
        case "take_back":
            return game.take_back(color, at)
        case "resign":
            return game.resign(color, at, "makemashita")
        case "interrupt":
            return game.interrupt("engine_failed", at)
        case _:
            return game.declare(color, at)


def _judged(board: Board, move: Move) -> dict[str, Any]:
    infraction = board.infraction(move)
    if infraction is not None:
        return {"infraction": infraction.value, "ending": None}
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return {"infraction": None, "ending": None if outcome is None else outcome.as_dict()}


def _ending(event: ev.Ended) -> dict[str, Any]:
    plain = _plain(event)
    return {key: plain[key] for key in ("winner", "termination", "infraction", "failed")}


def _shown(game: GameMachine, at: int) -> dict[str, Any]:
    """The clocks at this moment, the deadline, and whose turn it is."""
    clock = game.clock
    faces = None
    if clock is not None:
        faces = [
            [face.phase, face.remaining_ms, face.periods]
            for face in (clock.face(color, at) for color in Color)
        ]
    return {
        "seen": at,
        "faces": faces,
        "deadline": game.deadline,
        "turn": color_name(game.turn),
        "plies": len(game.moves),
        "over": game.outcome is not None,
    }


def _plain(event: ev.Event) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(ev.encode_event(event))
    return plain


def text() -> str:
    """The file: one game a line."""
    return "[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
