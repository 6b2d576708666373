"""An argument of the wrong type raises the package's error, which names the argument."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import komadai
from komadai import Board, Color, Move, kifu, tsume
from komadai.engine import EngineOption, Info, Limits, MateResult, PlayResult, Score, UsiEngine, WinRateModel
from komadai.errors import ArgumentTypeError, RangeError
from komadai.kifu import Analysis, Game, Run

PROBLEM = Board("4k4/9/4P4/9/9/9/9/9/9 b G 1", validate=False)
"""Mate in 1: G*5b."""
OBJECT = object()

_CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    # name: function, valid arguments, wrong values of single arguments
    "Analysis.from_score": (
        Analysis.from_score,
        {"score": Score(30, turn=Color.BLACK)},
        {"score": (None, 3, OBJECT, []), "line": (None, 3, OBJECT)},
    ),
    "Run.of": (
        Run.of,
        {"moves": [Move.from_usi("7g7f")], "times_ms": [None]},
        {"moves": (None, 3, OBJECT), "times_ms": (None, 3, OBJECT)},
    ),
    "detect": (kifu.detect, {"text": "V2.2"}, {"text": (None, 3, OBJECT, [], b"V2.2")}),
    "link_query": (kifu.link_query, {"game": Game()}, {"game": (None, 3, OBJECT, [], Board())}),
    "write": (
        kifu.write,
        {"game": Game(), "format": "kif"},
        {"game": (None, 3, OBJECT, [], Board()), "format": (None, 3, OBJECT, [])},
    ),
    "save": (
        kifu.save,
        {"game": Game(), "path": "game.kif"},
        {
            "game": (None, 3, OBJECT, []),
            "path": (None, 3, OBJECT, []),
            "format": (3, OBJECT, []),
            "encoding": (3, OBJECT, []),
        },
    ),
    "scan": (
        kifu.scan,
        {"path": "."},
        {"path": (None, 3, OBJECT, []), "visitor": (None, 3, OBJECT, []), "format": (3, OBJECT, [])},
    ),
    "helpmate": (
        tsume.helpmate,
        {"board": PROBLEM, "n": 1},
        {
            "board": (None, 3, OBJECT, []),
            "n": (None, OBJECT, [], "1", 1.5),
            "seconds": (OBJECT, [], "1"),
            "nodes": (OBJECT, [], "1", 1.5),
            "memory_mb": (None, OBJECT, [], "1"),
            "most": (None, OBJECT, [], "1"),
            "progress": (3, OBJECT, []),
        },
    ),
    "hisshi": (
        tsume.hisshi,
        {"board": PROBLEM},
        {
            "board": (None, 3, OBJECT, []),
            "n": (None, OBJECT, [], "1", 1.5),
            "seconds": (OBJECT, [], "1"),
            "nodes": (OBJECT, [], "1", 1.5),
            "memory_mb": (None, OBJECT, [], "1"),
            "progress": (3, OBJECT, []),
        },
    ),
    "inspect": (
        tsume.inspect,
        {"board": PROBLEM},
        {
            "board": (None, 3, OBJECT, []),
            "solution": (3, OBJECT, "5c5b", ["G*5b"]),
            "seconds": (OBJECT, [], "1"),
            "nodes": (OBJECT, [], "1", 1.5),
            "memory_mb": (OBJECT, [], "1"),
            "progress": (3, OBJECT, []),
        },
    ),
    "solve": (
        tsume.solve,
        {"board": PROBLEM},
        {
            "board": (None, 3, OBJECT, []),
            "plies": (OBJECT, [], "1", 1.5),
            "seconds": (OBJECT, [], "1"),
            "nodes": (OBJECT, [], "1", 1.5),
            "memory_mb": (OBJECT, [], "1"),
            "threads": (OBJECT, [], "1"),
            "progress": (3, OBJECT, []),
        },
    ),
    "solve_many": (
        tsume.solve_many,
        {"problems": [PROBLEM]},
        {
            "problems": (None, 3, OBJECT, [3], [None]),
            "plies": (OBJECT, [], "1", 1.5),
            "seconds": (OBJECT, [], "1"),
            "nodes": (OBJECT, [], "1", 1.5),
            "memory_mb": (OBJECT, [], "1"),
        },
    ),
    "EngineOption.parse": (
        EngineOption.parse,
        {"line": "option name A type button"},
        {"line": (None, 3, OBJECT, [], b"option")},
    ),
    "Info.parse": (Info.parse, {"line": "info depth 1"}, {"line": (None, 3, OBJECT, [], b"info")}),
    "Limits.parse": (
        Limits.parse,
        {"words": ["nodes", "5"]},
        {"words": (None, 3, OBJECT, "nodes 5", [3], ["nodes", None])},
    ),
    "Limits.for_seconds": (Limits.for_seconds, {"seconds": 1}, {"seconds": (None, OBJECT, [], "1")}),
    "Limits": (
        Limits,
        {},
        {"nodes": (OBJECT, [], "1", 1.5), "mate": (OBJECT, [], "1"), "searchmoves": (3, OBJECT, ["7g7f"])},
    ),
    "MateResult.parse": (
        MateResult.parse,
        {"line": "checkmate nomate"},
        {"line": (None, 3, OBJECT, [], b"checkmate")},
    ),
    "PlayResult.parse": (
        PlayResult.parse,
        {"line": "bestmove 7g7f"},
        {"line": (None, 3, OBJECT, [], b"bestmove")},
    ),
    "Score.from_number": (Score.from_number, {"number": 30}, {"number": (None, OBJECT, [], "30", 1.5)}),
    "WinRateModel": (WinRateModel, {"scale": 600.0}, {"scale": (None, OBJECT, [], "600")}),
    "WinRateModel.of_evaluation": (
        WinRateModel.of_evaluation,
        {"path": None},
        {"path": (3, OBJECT, [], b"network.bin")},
    ),
    "engine.open": (
        komadai.engine.open,
        {},
        {
            "command": (3, OBJECT),
            "options": (3, OBJECT, [], "USI_Hash"),
            "timeout": (None, OBJECT, [], "1"),
            "restarts": (None, OBJECT, [], "1"),
            "cwd": (3, OBJECT, []),
            "env": (3, OBJECT, []),
        },
    ),
    "mate_within": (
        komadai._core.mate_within,
        {"board": PROBLEM, "plies": 1},
        {"board": (None, 3, OBJECT, [])},
    ),
}


def _cases() -> Iterator[Any]:
    for name, (function, valid, wrong) in _CALLS.items():
        for argument, values in wrong.items():
            for value in values:
                shown = "object" if value is OBJECT else repr(value)
                yield pytest.param(
                    function, {**valid, argument: value}, argument, id=f"{name}-{argument}-{shown}"
                )


def _called(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The result of the call; of a generator the first value."""
    result = function(**arguments)
    return next(result, None) if isinstance(result, Iterator) else result


@pytest.mark.parametrize(("function", "arguments", "name"), list(_cases()))
def test_the_error_names_the_argument(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentTypeError, match=rf"\b{name}\b.*expected|expected.*\b{name}\b"):
        _called(function, arguments)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [each for each in _CALLS if each not in ("engine.open", "Limits")])
def test_the_valid_arguments_of_the_table_are_accepted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, valid, _ = _CALLS[name]
    _called(function, valid)


_REQUESTS: dict[str, tuple[str, Callable[[UsiEngine, Any], Any]]] = {
    # the request: the argument, and a call with a wrong one
    "play: position": ("position", lambda engine, wrong: engine.play(wrong, seconds=1)),
    "play: limits": ("limits", lambda engine, wrong: engine.play(Board(), wrong)),
    "play: seconds": ("seconds", lambda engine, wrong: engine.play(Board(), seconds=wrong)),
    "play: on_info": ("on_info", lambda engine, wrong: engine.play(Board(), seconds=1, on_info=wrong)),
    "start: limits": ("limits", lambda engine, wrong: engine.start(Board(), wrong)),
    "analyse: limits": ("limits", lambda engine, wrong: anext(engine.analyse(Board(), wrong))),
    "analyse: seconds": ("seconds", lambda engine, wrong: anext(engine.analyse(Board(), seconds=wrong))),
    "analyse_lines: limits": ("limits", lambda engine, wrong: engine.analyse_lines(Board(), wrong)),
    "mate: seconds": ("seconds", lambda engine, wrong: engine.mate(Board(), seconds=wrong)),
    "mate: on_info": ("on_info", lambda engine, wrong: engine.mate(Board(), seconds=1, on_info=wrong)),
    "ready: timeout": ("timeout", lambda engine, wrong: engine.ready(wrong)),
    "configure: options": ("options", lambda engine, wrong: engine.configure(wrong)),
    "set_option: name": ("name", lambda engine, wrong: engine.set_option(wrong, 1)),
    "send: line": ("line", lambda engine, wrong: engine.send(wrong)),
}


@pytest.mark.parametrize("wrong", [3.5j, OBJECT, []], ids=["complex", "object", "list"])
@pytest.mark.parametrize("request_", _REQUESTS)
def test_a_request_to_an_engine_names_the_argument_before_anything_is_sent(request_: str, wrong: Any) -> None:
    engine = UsiEngine(None, None, None)  # no process is started
    name, call = _REQUESTS[request_]

    async def body() -> None:
        await call(engine, wrong)

    with pytest.raises(ArgumentTypeError, match=f"^{name}: expected"):
        asyncio.run(body())
    assert not engine.transcript


@pytest.mark.parametrize("wrong", [None, 3, OBJECT, []], ids=["None", "3", "object", "list"])
@pytest.mark.parametrize(
    "method",
    [
        "push",
        "push_unchecked",
        "is_legal",
        "is_capture",
        "gives_check",
        "push_text",
        "push_csa",
        "set_position",
    ],
)
def test_methods_of_a_board_raise_the_packages_error(method: str, wrong: Any) -> None:
    board = Board()
    with pytest.raises(ArgumentTypeError, match="expected"):
        getattr(board, method)(wrong)
    assert board == Board()


@pytest.mark.parametrize(
    ("name", "number"), [("nodes", -1), ("nodes", 2**70), ("memory_mb", 0), ("memory_mb", 2**70)]
)
@pytest.mark.parametrize("search", ["helpmate", "hisshi", "inspect", "solve", "solve_many"])
def test_a_number_that_the_native_search_cannot_hold_is_out_of_range(
    search: str, name: str, number: int
) -> None:
    function, valid, _ = _CALLS[search]
    with pytest.raises(RangeError, match=f"^{name}: expected"):
        _called(function, {**valid, name: number})
