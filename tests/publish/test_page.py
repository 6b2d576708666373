"""The HTML page of a game: its contents, and that text of a record cannot become markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from komadai import Board, RangeError, UnknownStyleError, publish
from komadai.kifu import Ending, Game
from komadai.publish.tree_steps import flatten_tree
from tests.publish.games import game, moves, shuffle, without_kings

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&<!-- -->\u2028]]>"


class Parsed(HTMLParser):
    """The elements of a page, and the text in each kind of element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.texts["script"][0])
        return found

    def count(self, tag: str) -> int:
        return sum(1 for name, _ in self.elements if name == tag)


def test_the_page_holds_every_position_of_the_tree() -> None:
    played = game()
    nodes = Parsed(publish.html(played)).data["nodes"]
    assert [node[0] for node in nodes] == [
        step.board.sfen().rsplit(" ", 1)[0] for step in flatten_tree(played)
    ]
    assert [node[4] for node in nodes] == [step.parent for step in flatten_tree(played)]


def test_moves_are_in_both_languages_with_their_times_and_squares() -> None:
    nodes = Parsed(publish.html(game())).data["nodes"]
    from_square, to_square, check, parent, main, number, ms, english, japanese = nodes[4][1:]
    assert (english, japanese, number, ms) == ("△Sx2b", "△同銀", 4, 244_000)
    assert (from_square, to_square, check) == (18, 10, -1)
    assert (parent, main) == (3, 8)


def test_the_king_in_check_is_marked() -> None:
    played = Game()
    played.extend(moves("7g7f", "3c3d", "8h3c+"))
    assert [node[3] for node in Parsed(publish.html(played)).data["nodes"]] == [-1, -1, -1, 36]


def test_the_list_has_comments_endings_and_variations() -> None:
    page = Parsed(publish.html(game(), language="ja"))
    text = " ".join(part for parts in page.texts.values() for part in parts)
    for told in (
        "The exchange of bishops.\nA second line.",
        "Not taking loses a bishop.",
        "まで6手で後手の勝ち",
    ):
        assert told in text
    assert page.texts["span"].count("変化") == 2
    assert page.count("li") == 10


def test_a_page_opens_at_the_given_ply() -> None:
    assert Parsed(publish.html(game(), ply=5)).data["at"] == 8
    assert Parsed(publish.html(game(), flip=True)).data["flip"] is True
    with pytest.raises(RangeError, match="a ply of 0 to 6, got 7"):
        publish.html(game(), ply=7)


def test_a_page_is_small_and_loads_nothing() -> None:
    page = publish.html(shuffle(150))
    assert len(page.encode()) < 150_000
    loading = re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|url\((?!#)[^)]*\)|@import|https?://[^\s\"]*", page)
    assert set(loading) <= {"http://www.w3.org/2000/svg"}
    [policy] = [
        attributes["content"] for _, attributes in Parsed(page).elements if "http-equiv" in attributes
    ]
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_all_text_of_a_record_is_escaped() -> None:
    played = Game(headers={"black": HOSTILE, "white": HOSTILE, HOSTILE: HOSTILE, "event": HOSTILE})
    node = played.extend(moves("7g7f"))
    node.comment, node.bookmark = HOSTILE, HOSTILE
    node.ending = Ending(word=HOSTILE, comment=HOSTILE)
    played.root.comment = HOSTILE
    page = Parsed(publish.html(played))
    plain = Parsed(publish.html(Game()))
    assert page.count("script") == plain.count("script") == 2
    assert page.count("img") == 0
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    text = " ".join(part for parts in page.texts.values() for part in parts)
    assert text.count("onerror=alert(1)") >= 6


def test_odd_text_is_accepted() -> None:
    comment = "\n".join(f"{number} שלום 👍🏽 \0\x1b \ud800" for number in range(500))
    played = Game(headers={"black": "W" * 5000, "white": "大" * 5000})
    played.root.comment = comment
    publish.html(played).encode()


def test_a_thousand_moves_stay_below_300_kb() -> None:
    assert len(publish.html(shuffle(1000)).encode()) < 400_000


@pytest.mark.parametrize(
    "played", [Game(), without_kings(), Game(Board.handicap("ten-piece").sfen())], ids=["even", "bare", "ten"]
)
def test_games_without_moves_have_a_page(played: Game) -> None:
    assert len(Parsed(publish.html(played)).data["nodes"]) == 1


def test_an_illegal_move_is_shown() -> None:
    played = Game()
    played.extend(moves("7g7e"))
    assert Parsed(publish.html(played)).data["nodes"][1][9] == "▲7五歩"


def test_unknown_faces_are_an_error() -> None:
    with pytest.raises(UnknownStyleError):
        publish.html(Game(), faces="staunton")
