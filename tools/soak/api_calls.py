"""Calls of the Python API with wild values from several threads."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Any

import komadai
from komadai import Board, Move, kifu, notation, tsume
from komadai.clock import TimeControl
from komadai.handicap import Handicap
from soak.mutations import random_game, wild_value
from soak.round import Round

THREADS = 4
# What a wrong type or a number out of range may raise besides Komadai's own errors.
ALLOWED = (TypeError, ValueError, IndexError, KeyError, OverflowError, OSError)
_LONG = {"perft", "perft_divide"}
"""Methods that count for hours with a large number."""


def run(this: Round) -> None:
    """Calls methods of shared and own objects until the time is up."""
    shared: list[object] = [Board(), random_game(this.rng), Board().legal_moves, Board().hand(komadai.BLACK)]
    seeds = [this.rng.randrange(2**62) for _ in range(THREADS)]
    threads = [Thread(target=_call, args=(this, Random(seed), shared)) for seed in seeds]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def _call(this: Round, rng: Random, shared: list[object]) -> None:
    functions: list[Callable[..., Any]] = [
        Board, Board.unpack, Board.handicap, Move.from_usi, kifu.Game, kifu.detect, Handicap.named,
        TimeControl.parse, notation.read, notation.write, tsume.solve, kifu.write,
    ]  # fmt: skip
    own = Board()
    while this.goes_on:
        values = [wild_value(rng) for _ in range(rng.randrange(3))]
        if rng.random() < 0.3:
            call: Callable[..., Any] = rng.choice(functions)
            name = getattr(call, "__qualname__", repr(call))
        else:
            target = rng.choice([own, own, *shared])
            names = [each for each in dir(target) if not each.startswith("__") and each not in _LONG]
            name = rng.choice(names)
            try:
                attribute = getattr(target, name)
            except Exception as error:
                if not isinstance(error, (komadai.KomadaiError, *ALLOWED)):
                    this.finding(f"{type(error).__name__} at {name}", str(error), name.encode())
                continue
            if not callable(attribute):
                continue
            call, name = attribute, f"{type(target).__name__}.{name}"
        if call is tsume.solve:
            values = [*values[:1]]
        data = f"{name}({', '.join(repr(each)[:80] for each in values)})".encode("utf-8", "replace")
        this.counts["api calls"] += 1
        try:
            call(*values)
        except (komadai.KomadaiError, *ALLOWED):
            pass
        except Exception as error:
            this.finding(f"{type(error).__name__} in {name}", traceback.format_exc(), data)
        if rng.random() < 0.05:
            own = Board()
