"""The tables of matches and tournaments exist in English and Japanese."""

from __future__ import annotations

import string
from typing import get_args

import pytest

from komadai.cli.match import texts
from komadai.match.player import FaultKind
from komadai.match.rules import Adjudication
from komadai.outcome import Termination


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", texts._TEXTS)
def test_both_languages_have_the_same_values(key: str) -> None:
    english, japanese = texts._TEXTS[key]
    assert parameters(english) == parameters(japanese)


def test_every_ending_and_fault_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for language in ("en", "ja"):
        monkeypatch.setenv("KOMADAI_LANG", language)
        adjudications = [f"adjudicated: {each}" for each in get_args(Adjudication)]
        for key in [*Termination, *adjudications]:
            assert texts.ending(key).isascii() == (language == "en")
        for kind in get_args(FaultKind):
            assert texts.faults({kind: 2}).isascii() == (language == "en")
