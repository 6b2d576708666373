"""The error of everything that an event refuses."""

from __future__ import annotations

from komadai.errors import FileError, KomadaiError


class EventError(KomadaiError, ValueError):
    """An event refuses this; nothing has changed.

    ``message`` has a code of `komadai.message_texts.events.EVENTS` and the text in both languages.
    """


class EventFileError(EventError, FileError):
    """The file of an event, or a list of players, cannot be read or written, or is damaged."""

    exit_status = 1
