"""The pairings of a round and the crosstable on paper, read by PDFium."""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]
import pytest

from komadai.errors import UnknownStyleError
from komadai.publish import event_sheets
from komadai.tournaments import EventError
from tests.tournaments.players import event, play


def text(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    try:
        return "\n".join(page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document)
    finally:
        document.close()


def test_the_pairings_have_boards_players_points_and_results() -> None:
    made = event(3, rounds=2)
    play(made)
    sheet = text(event_sheets.pairings_pdf(made, 1))
    for each in ("Cup", "Round 1", "P1 5 dan (0)", "1 – 0", "P3 4 dan (0)", "bye"):
        assert each in sheet
    made.apply(made.pair(at=0))
    japanese = text(event_sheets.pairings_pdf(made, 2, language="ja"))
    for each in ("2回戦", "▲先手", "不戦勝", "(1)"):
        assert each in japanese


def test_the_crosstable_leaves_empty_columns_out() -> None:
    made = event(4, rounds=3)
    play(made)
    sheet = text(event_sheets.crosstable_pdf(made))
    assert "Table after round 1" in sheet
    assert "SOSOS" in sheet
    assert "Club" not in sheet
    assert "1回戦終了時の成績" in text(event_sheets.crosstable_pdf(made, language="ja"))


def test_a_name_is_text_and_never_markup() -> None:
    made = event(1)
    made.apply(made.enter('#import "x.typ" *bold* $x$', at=0))
    assert '#import "x.typ" *bold* $x$' in text(event_sheets.crosstable_pdf(made))


def test_many_rounds_lie_across_and_many_players_take_several_pages() -> None:
    made = event(16, "round-robin")
    for _ in range(8):
        made.apply(made.pair(at=0))
    document = pypdfium2.PdfDocument(event_sheets.crosstable_pdf(made, paper="letter"))
    width, height = document[0].get_size()
    document.close()
    assert width > height
    crowd = pypdfium2.PdfDocument(event_sheets.crosstable_pdf(event(120)))
    assert len(crowd) > 1
    crowd.close()


def test_what_does_not_exist_is_refused() -> None:
    made = event(2)
    with pytest.raises(EventError):
        event_sheets.pairings_pdf(made, 1)
    with pytest.raises(UnknownStyleError):
        event_sheets.crosstable_pdf(made, paper="a3")  # type: ignore[arg-type]
