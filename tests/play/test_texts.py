"""Texts for users: values are filled in, and stay what they are."""

from __future__ import annotations

import pytest

from komadai.messages import Message
from komadai.messages.text import Text

HOSTILE = ["{0.__class__}", "{why}", "{}", "{{", "}", "%s %(why)s", "{why.__class__.__mro__}"]


@pytest.mark.parametrize("value", HOSTILE)
def test_a_value_is_not_read_as_a_format(value: str) -> None:
    filled = Text("because of {why}", "理由：{why}").filled(why=value)
    assert filled == Text(f"because of {value}", f"理由：{value}")
    again = Text("so: {text}", "結果：{text}").filled(text=filled)
    assert again.en == f"so: because of {value}"
    message = Message("config-not-toml", {"path": value, "problem": value})
    assert str(message) == f"{value}: {value}"
    assert message.text("ja").count(value) >= 1


def test_a_text_in_a_text_is_filled_in_by_language() -> None:
    inner = Text("pawn", "歩")
    assert Text("a {piece}", "{piece}").filled(piece=inner) == Text("a pawn", "歩")
