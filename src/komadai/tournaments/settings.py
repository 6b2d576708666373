"""The settings of a tournament of any kind, made of values: of a request, a command line, a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from komadai.extras import extra
from komadai.tournaments.core.settings import CommonSettings, TeamSettings
from komadai.tournaments.errors import EventError, unfit
from komadai.tournaments.kinds import KindSettings

with extra("events"):
    import msgspec

SETTINGS: Final[dict[str, type[CommonSettings]]] = {
    each.__struct_config__.tag: each for each in get_args(KindSettings)
}
"""The settings of each kind."""
FIELDS: Final = {name for each in SETTINGS.values() for name in each.__struct_fields__}
"""The fields of all kinds."""


def settings_of(values: Mapping[str, object]) -> KindSettings:
    """The settings with these values and ``system``, without ``system`` those of a Swiss event.

    Fields of other kinds are left out. Raises EventError for a value that is too large or too long, and for
    teams in a kind that they cannot play.
    """
    kind = SETTINGS[str(values.get("system", "swiss"))]
    if values.get("boards") and not issubclass(kind, TeamSettings):
        raise EventError.with_code("event-teams-kind")
    own = {name: values[name] for name in kind.__struct_fields__ if name in values}
    try:
        found: KindSettings = msgspec.convert({**own, "system": kind.__struct_config__.tag}, kind)  # type: ignore[assignment]
    except msgspec.ValidationError as error:
        raise unfit(error) from error
    return found


def Settings(**values: Any) -> KindSettings:
    """The settings of a tournament of the kind ``system``. Raises TypeError for a field that no kind has.

    >>> Settings(name="Cup", system="ladder").reach
    3
    """
    unknown = values.keys() - FIELDS - {"system"}
    if unknown:
        raise TypeError(f"Settings() has no field {unknown.pop()!r}")
    return settings_of(values)


def check_settings(settings: CommonSettings) -> None:
    """Raises EventError if the settings do not fit the kind of event, or the variant."""
    settings.check()
