"""The error of everything that an event refuses."""

from __future__ import annotations

import re
from typing import Final

from komadai.errors import FileError, KomadaiError
from komadai.extras import extra

with extra("events"):
    import msgspec

_TOO_LONG: Final = re.compile(r"length <= (\d+) - at `\$\.([a-z]+)`")


class EventError(KomadaiError, ValueError):
    """An event refuses this; nothing has changed.

    ``message`` has a code of `komadai.message_texts.events.EVENTS` and the text in both languages.
    """


class EventFileError(EventError, FileError):
    """The file of an event, or a list of players, cannot be read or written, or is damaged."""

    exit_status = 1


def unfit(error: msgspec.ValidationError) -> EventError:
    """The error that says which text of an act or of settings is too long."""
    found = _TOO_LONG.search(str(error))
    if found is None:
        return EventError(str(error))
    return EventError.with_code("event-text-too-long", part=found[2], most=int(found[1]))
