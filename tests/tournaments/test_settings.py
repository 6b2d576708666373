"""The settings of the kinds: made of values, limited, and read from logs that have more."""

from __future__ import annotations

from typing import Any

import pytest

from komadai.tournaments import KINDS, EventError, Settings, settings_of
from komadai.tournaments.core.settings import options_of
from komadai.tournaments.settings import SETTINGS
from tests.tournaments.players import refusal


def test_settings_are_those_of_their_kind_and_of_a_swiss_event_if_none_is_said() -> None:
    assert Settings(name="Cup").system == "swiss"
    ladder = Settings(name="Cup", system="ladder", reach=5, rounds=9)
    assert (ladder.system, ladder.reach) == ("ladder", 5)  # type: ignore[union-attr]
    assert not hasattr(ladder, "rounds"), "a field of other kinds is left out"
    with pytest.raises(TypeError, match="tempo"):
        Settings(name="Cup", tempo=3)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": "x" * 61}, "event-text-too-long"),
        ({"system": "knockout", "boards": 3}, "event-teams-kind"),
    ],
)
def test_values_that_no_event_can_have_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(EventError) as error:
        settings_of({"name": "Cup", **values})
    assert refusal(error.value) == message


def test_a_number_has_the_limits_of_its_field() -> None:
    for system, field, wrong in (("swiss", "rounds", 31), ("arena", "minutes", 4), ("ladder", "reach", 0)):
        with pytest.raises(EventError, match=field):
            settings_of({"name": "Cup", "system": system, field: wrong})


def test_each_kind_has_settings_and_an_option_means_the_same_in_all_of_them() -> None:
    assert SETTINGS.keys() == KINDS.keys()
    meant: dict[str, set[str]] = {}
    for settings in SETTINGS.values():
        for field in options_of(settings):
            meant.setdefault(field.option.name, set()).add(field.name)
    assert {name: fields for name, fields in meant.items() if len(fields) > 1} == {}
