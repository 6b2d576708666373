"""The error of everything that an event refuses."""

from __future__ import annotations

from komadai.errors import KomadaiError


class EventError(KomadaiError, ValueError):
    """An event refuses this; nothing has changed.

    ``message`` has a code of `komadai.message_texts.events.EVENTS` and the text in both languages.
    """
