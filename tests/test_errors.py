"""Errors: one root, the built-in class Python expects, and a sentence that says where and what."""

import inspect
import pickle
from pathlib import Path

import pytest

from komadai import errors
from komadai.errors import (
    AmbiguousMoveError,
    FlagFallenError,
    IllegalMoveError,
    KomadaiError,
    NotationError,
    SfenError,
)
from komadai.outcome import Infraction
from komadai.pieces import WHITE

MOVE = "P*5e"  # stands for a Move: an error only prints it


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (SfenError("has 8 ranks; expected 9", "board", 8), "board, rank 8: has 8 ranks; expected 9"),
        (SfenError("expected 'b' or 'w'", "turn"), "turn: expected 'b' or 'w'"),
        (
            IllegalMoveError(MOVE, Infraction.NIFU),  # type: ignore[arg-type]
            "P*5e is illegal: a second unpromoted pawn on the file (nifu)",
        ),
        (NotationError("expected a square", "7z", 3, 4), "line 3, column 4: expected a square: '7z'"),
        (NotationError("the file is empty"), "the file is empty"),
        (AmbiguousMoveError("G-5h", ["4i5h", "6i5h"]), "could be 4i5h or 6i5h: 'G-5h'"),  # type: ignore[list-item]
        (FlagFallenError(WHITE), "White’s time was up"),
    ],
)
def test_an_error_says_where_and_what_and_survives_pickling(error: KomadaiError, sentence: str) -> None:
    assert str(error) == sentence
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == sentence
    assert vars(copy) == vars(error)


def test_every_error_has_the_one_root() -> None:
    classes = [each for _, each in inspect.getmembers(errors, inspect.isclass)]
    assert len(classes) > 15
    assert all(issubclass(each, KomadaiError) for each in classes)


def test_the_reference_has_every_error_in_its_table() -> None:
    table = (Path(__file__).parents[1] / "docs" / "reference" / "errors.md").read_text("utf-8")
    for name, _ in inspect.getmembers(errors, inspect.isclass):
        assert f"`{name}`" in table


def test_every_error_is_the_built_in_class_that_fits() -> None:
    engine_errors = {errors.EngineError, errors.EngineCrashed, errors.EngineProtocolError}
    for _, each in inspect.getmembers(errors, inspect.isclass):
        if each is errors.EngineTimeout:
            assert issubclass(each, TimeoutError)
        elif each is errors.MissingPackageError:
            assert issubclass(each, ImportError)
        elif each is errors.ArgumentTypeError:
            assert issubclass(each, TypeError)
        elif each is not KomadaiError and each not in engine_errors:
            assert issubclass(each, ValueError)
