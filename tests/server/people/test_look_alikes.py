"""Which words look the same."""

from __future__ import annotations

import pytest

from komadai.server.people.look_alikes import bare_look_of, look_of, mixes_alphabets


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("Alice", "alice"),
        ("аӏісе", "alice"),  # all Cyrillic
        ("ΑΚΙRΑ", "akira"),
        ("Ｈａｂｕ", "habu"),
        ("モデレ一夕一", "モデレーター"),  # kanji for katakana
        ("羽生善治", "羽生善治"),
    ],
)
def test_letters_that_are_drawn_alike_are_one_letter(text: str, look: str) -> None:
    assert look_of(text) == look


@pytest.mark.parametrize("text", ["運営", "【運営】", "運 営", "・運営・", "★運営★"])
def test_frames_and_spaces_hide_no_word(text: str) -> None:
    assert bare_look_of(text) == "運営"


@pytest.mark.parametrize("text", ["аlice", "alicе", "Ηabu", "good аlice", "x-аlice"])
def test_a_word_of_two_alphabets_is_noticed(text: str) -> None:
    assert mixes_alphabets(text)


@pytest.mark.parametrize("text", ["Алиса", "Alice Алиса", "羽生Habu", "Ωmega-Ω"[1:], "名人A", "γ将棋"])
def test_a_word_of_one_alphabet_is_ordinary(text: str) -> None:
    assert not mixes_alphabets(text)
