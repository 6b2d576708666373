"""Messages in both languages."""

from __future__ import annotations

import re

from komadai.message_texts import TEXTS
from komadai.messages import Message


def english_and_japanese(message: Message) -> None:
    assert isinstance(message, Message), message
    assert message == message.text("en")
    japanese = re.sub("「[^」]*」|『.*?』", "", message.text("ja"))
    assert not japanese.isascii()
    assert message.code in TEXTS


def within(message: object) -> set[str]:
    """The code of a message, and of those in its parameters."""
    if not isinstance(message, Message):
        return set()
    return {message.code}.union(*map(within, message.params.values()))
