"""Players written as a list."""

from __future__ import annotations

import pytest

from komadai.tournaments.player_list import Entry, enter_lines, read_line
from tests.tournaments.players import event


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Wada", Entry("Wada")),
        ("Wada, 3 kyu", Entry("Wada", -3)),
        ("Wada;3k;1480;Kita", Entry("Wada", -3, 1480, "Kita")),
        ("Tanaka Ichiro, 2 dan, Kyoto", Entry("Tanaka Ichiro", 1, 0, "Kyoto")),
        ("Wada, shodan", Entry("Wada", 0)),
        ("Wada Jun nidan", Entry("Wada Jun", 1)),
        ("Wada, Sandan, , Kita", Entry("Wada", 2, 0, "Kita")),
        ("Wada, ikkyu", Entry("Wada", -1)),
        ("Wada\t\t1480", Entry("Wada", None, 1480)),
        ("Jun de Vries 2 dan", Entry("Jun de Vries", 1)),
        ("Wada 2d", Entry("Wada", 1)),
        ("佐藤、二段", Entry("佐藤", 1)),
        ("佐藤 初段", Entry("佐藤", 0)),
        ("Henry 8", Entry("Henry 8")),
        ("2 dan", Entry("2 dan")),
    ],
)
def test_a_line_is_a_name_and_what_is_known(line: str, entry: Entry) -> None:
    assert read_line(line) == entry


def test_right_lines_enter_and_wrong_ones_are_named() -> None:
    made = event(1)
    found = enter_lines(made, "name,rank\nMori, 2 kyu\n\nP1\nKim, 77 dan\nmori\nOda", at=0)
    assert [each.name for each in found.entered] == ["Mori", "Oda"]
    assert [number for number, _ in found.problems] == [4, 5, 6]
    assert [player.name for player in made.players.values()] == ["P1", "Mori", "Oda"]
