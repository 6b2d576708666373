"""The judge's report, with the ways to write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import kifu
from komadai.tsume.judge import report_record, report_text
from komadai.tsume.judge.report_types import WEIGHTS, Attack, Defence, Finding, ReportData, Step

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language


__all__ = ["WEIGHTS", "Attack", "Defence", "Finding", "Report", "ReportData", "Step"]


class Report(ReportData):
    """The result of an inspection. The moves are those from ``sfen``."""

    __slots__ = ()

    def text(self, language: Language = "en") -> str:
        """The report as text; every line ends with ``\\n``."""
        return report_text.write(self, language)

    def game(self, language: Language = "en") -> Game:
        """The solution as a record: the main line, 変化 and 紛れ as variations, the findings as comments."""
        return report_record.build(self, language)

    def kif(self) -> str:
        """:meth:`game` in Japanese, as a KIF file."""
        return kifu.write(self.game("ja"), "kif")
