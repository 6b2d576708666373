"""Warns on standard error of the parts of records that a command passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note, counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from komadai.kifu import Deviation, Report

MAX_NOTES: Final = 20
"""The number of warnings that are printed; the others are counted."""


def print_warning(note: Note) -> None:
    """Prints a warning on standard error."""
    write_line(error_console(), localized(f"warning: {note}", f"警告：{note}"))


def print_number(name: str, count: int) -> None:
    """Prints the number of warnings of a record of which the game is shown."""
    text = localized(
        f"{counted(count, 'warning')}; komadai convert --check lists them",
        f"警告{count:,}件（komadai convert --check で確認できます）",
    )
    write_line(error_console(), printable(f"{name}: {text}"))


class PassedOver:
    """Passes on the first warnings of all records, and counts the others."""

    def __init__(self, on_note: Callable[[Note], object] = print_warning) -> None:
        self.count: int = 0
        self._on_note = on_note

    def report(self, name: str) -> Report:
        """A report for the reader of a record, whose warnings are passed on."""
        from komadai.kifu import Report

        return Report(keeps=False, on_add=lambda deviation: self.deviations(name, [deviation]))

    def deviations(self, name: str, deviations: Iterable[Deviation]) -> None:
        """Passes on the warnings of a record that was read."""
        for each in deviations:
            if self.count < MAX_NOTES:
                self._on_note(Note.of_deviation(name, 0, each))
            self.count += 1

    def merge(self, notes: list[Note], count: int) -> None:
        """Passes on the warnings of another process: the first ones, and the number of all."""
        for note in notes[: max(0, MAX_NOTES - self.count)]:
            self._on_note(note)
        self.count += count

    def print_rest(self) -> None:
        """Prints how many warnings were not passed on."""
        if self.count > MAX_NOTES:
            more = self.count - MAX_NOTES
            text = localized(
                f"{counted(more, 'more warning')} (komadai convert --check --json lists all)",
                f"ほかに警告{more:,}件（komadai convert --check --json で一覧）",
            )
            write_line(error_console(), text)
