"""``komadai event create``: its options are the fields of the settings of all kinds."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

from komadai.cli.event.options import checked_variant, choice, parameter, with_options
from komadai.cli.shared.help import DeferredCommand
from komadai.cli.shared.language import localized
from komadai.cli.shared.options import keyword, option
from komadai.cli.shared.output import make_folder

TITLE_MATCH: Final = "title-match"
"""The kind that ``komadai event title`` creates."""


class CreateCommand(DeferredCommand):
    """The command with its options."""

    @staticmethod
    def function() -> Callable[..., None]:
        """Creates the file of the event that the options describe."""
        from komadai.tournaments.core.settings import options_of
        from komadai.tournaments.settings import SETTINGS

        kinds = {key: each for key, each in SETTINGS.items() if key != TITLE_MATCH}
        fields = {field.name: field for each in kinds.values() for field in options_of(each)}
        switches = {name: each.option.sets for name, each in fields.items() if each.option.sets is not None}

        def create(file: Path, **values: Any) -> None:
            given = {name: value for name, value in values.items() if name not in switches}
            given |= {name: sets for name, sets in switches.items() if values[name]}
            _create(file, given)

        name, *others = (parameter(each) for each in fields.values())
        system = _system({key: each.hint for key, each in kinds.items()})
        file = localized("The file of the event.", "大会のファイル。")
        return with_options(create, file, [name, system, *others])


def _system(hints: dict[str, tuple[str, str]]) -> inspect.Parameter:
    """The option for the kind."""
    english = ", ".join(f"{key} ({hint})" if hint else key for key, (hint, _) in hints.items())
    japanese = "、".join(f"{key}（{hint}）" for key, (_, hint) in hints.items())
    declared = option(f"How it is paired: {english}.", f"対戦の方式：{japanese}。", "--system")
    return keyword("system", Annotated[choice("system", hints), declared], "swiss")


def _create(file: Path, values: dict[str, Any]) -> None:
    from komadai.tournaments import Created, EventFile, check_settings, settings_of

    checked_variant(values["variant"])
    settings = settings_of(values | {"name": " ".join(values["name"].split())})
    check_settings(settings)
    make_folder(file.parent)
    EventFile.create(file, Created(at=time.time_ns() // 1_000_000, settings=settings))
    print(localized(f"Created {file}.", f"{file}を作成しました。"))
