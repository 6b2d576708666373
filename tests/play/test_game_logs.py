"""Logs that servers of earlier versions stored are read as the same games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from komadai import Color
from komadai.play import events as ev
from komadai.play.events import decode_event, encode_event
from komadai.play.game import GameMachine, replay

FOLDER = Path(__file__).parents[1] / "data" / "game_logs"
LOGS = sorted(FOLDER.glob("*/*.jsonl"))


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def state_of(game: GameMachine) -> dict[str, Any]:
    outcome, clock = game.outcome, game.clock
    winner = None if outcome is None else outcome.winner
    return {
        "sfen": game.board.sfen(),
        "moves": [played.move.usi() for played in game.moves],
        "ms": [played.ms for played in game.moves],
        "events": game.count,
        "outcome": None if outcome is None else outcome.termination.value,
        "winner": None if winner is None else winner.key,
        "clock": None if clock is None else [[side.main_ms, side.periods] for side in clock.sides],
    }


@pytest.mark.parametrize("path", LOGS, ids=[f"{path.parent.name}/{path.stem}" for path in LOGS])
def test_an_old_log_is_read_as_the_same_game(path: Path) -> None:
    expected = json.loads((path.parent / "games.json").read_text(encoding="utf-8"))[path.stem]
    first_player = expected.pop("first_player", None)
    game = replay(decode_event(line) for line in lines_of(path))
    assert state_of(game) == expected
    if first_player is not None:
        assert game.colors is not None
        assert game.colors[0] == Color[first_player.upper()]


@pytest.mark.parametrize("folder", ["created_1", "created_2"])
def test_the_old_logs_have_every_kind_of_event(folder: str) -> None:
    kinds = {
        type(decode_event(line)) for path in LOGS if path.parent.name == folder for line in lines_of(path)
    }
    later = {ev.TwoPersons, ev.ProgramRules, ev.Offered, ev.Declined, ev.Claimed}
    later |= {ev.ProfessionalRules, ev.TimesKept, ev.TimeGiven, ev.Adjourned, ev.Sealed, ev.Opened}
    later |= {ev.Correspondence, ev.Planned, ev.Rested, ev.Recorded, ev.ThrownOnSide}
    missing = later | ({ev.TouchMove} if folder == "created_1" else set())
    assert kinds == set(ev.Event.__args__) - missing


def test_the_logs_of_two_persons_have_the_events_of_their_rules() -> None:
    kinds = {
        type(decode_event(line))
        for path in LOGS
        if path.parent.name == "two_persons"
        for line in lines_of(path)
    }
    assert kinds > {ev.ProfessionalRules, ev.TimesKept, ev.TimeGiven, ev.Adjourned, ev.Sealed, ev.Opened}


def test_a_pawn_on_its_side_is_read_alike_from_both_kinds_of_throw() -> None:
    before, now = (
        [decode_event(line) for line in lines_of(FOLDER / "furigoma" / f"{name}.jsonl")]
        for name in ("on_its_side_as_thrown", "on_its_side")
    )
    assert {ev.Thrown, ev.ThrownOnSide} & set(map(type, before)) == {ev.Thrown}
    assert {ev.Thrown, ev.ThrownOnSide} & set(map(type, now)) == {ev.ThrownOnSide}
    assert replay(before).throws == replay(now).throws
    assert replay(before).colors == replay(now).colors == (Color.WHITE, Color.BLACK)


def test_an_event_that_is_written_again_has_the_stored_text() -> None:
    for path in LOGS:
        for line in lines_of(path):
            if not line.startswith('{"type":"created"'):
                assert encode_event(decode_event(line)) == line, path.name
