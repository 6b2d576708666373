"""A review as a record, an HTML page and a PDF."""

from __future__ import annotations

import json
import re
from functools import cache
from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]

from komadai import Move, kifu
from komadai.kifu import Game
from komadai.publish.tree_steps import flatten_tree
from komadai.study import Review, review
from komadai.study.game_review.graph import svg
from komadai.study.game_review.page import html, move_texts
from komadai.study.game_review.record import MARK, annotated
from komadai.study.game_review.sheet import pdf

ROOK_LOST = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"


@cache
def reviewed() -> tuple[Game, Review]:
    game = kifu.read(ROOK_LOST)
    for node, seconds in zip(game.main_line(), range(1, 12), strict=True):
        node.time_ms = 1000 * seconds
    game.headers["black"] = "A <b>B</b>"
    return game, review(game, nodes=2000)


def test_the_game_itself_is_not_changed() -> None:
    game, result = reviewed()
    before = kifu.write(game, "kif")
    annotated(game, result)
    assert kifu.write(game, "kif") == before


def test_comments_and_variations_of_the_record_are_kept() -> None:
    game, result = reviewed()
    own = annotated(game, result, comments=False, analyses=False)
    last = own.end
    last.comment = "my comment"
    again = annotated(own, result, "ja")
    assert again.end.comment.startswith(f"my comment\n{MARK}悪手")
    # The better line is in the tree already.
    assert len(list(flatten_tree(again))) == len(list(flatten_tree(own)))


def test_a_game_of_a_thousand_moves_can_be_annotated() -> None:
    game = Game("4k4/9/9/9/9/9/9/9/4K4 b - 1")
    game.extend(map(Move.from_usi, ["5i5h", "5a5b", "5h5i", "5b5a"] * 250))
    copy = annotated(game, Review("", 1, (None, None), (), ()))
    assert copy.moves() == game.moves()
    assert copy.root is not game.root


def test_a_record_with_a_review_is_read_back_as_written() -> None:
    game, result = reviewed()
    for format in ("kif", "csa", "jkf"):
        copy = kifu.read(kifu.write(annotated(game, result, "ja"), format), format)
        assert copy.warnings == []
        assert copy.moves() == game.moves()


def test_the_page_has_every_error_in_both_languages() -> None:
    game, result = reviewed()
    page = html(game, result)
    for move in result.errors():
        assert f'data-en="{move.text.en}"'.replace("'", "&#x27;") in page
        assert f'data-ja="{move.text.ja}"' in page
    assert "<b>B</b>" not in page
    found = re.search(r'id="review-data">(.*?)</script>', page)
    assert found is not None
    assert [ply for ply, _ in json.loads(found[1])["wins"].values()] == list(range(12))


def test_the_graph_has_a_dot_for_each_error_and_a_bar_for_each_time() -> None:
    game, result = reviewed()
    picture = svg(game, result, move_texts(game))
    assert picture.count('class="dot ') == len(result.errors())
    assert picture.count('class="time ') == 11
    assert picture.count('class="milestone"') == len(result.milestones)
    assert "<a " not in picture
    assert svg(game, result, move_texts(game), link=int).count("<a ") == len(result.errors())


def test_a_game_without_moves_and_times_has_a_graph() -> None:
    game = Game()
    result = review(game, nodes=50)
    assert "<svg" in svg(game, result, [])
    assert "Accuracy" in html(game, result)


def test_the_pdf_has_the_accuracy_and_the_explanations() -> None:
    game, result = reviewed()
    for language, word in (("en", "Blunder: Black"), ("ja", "悪手")):
        document = pypdfium2.PdfDocument(BytesIO(pdf(game, result, language=language)))  # type: ignore[arg-type]
        text = "".join(page.get_textpage().get_text_bounded() for page in document)
        assert word in " ".join(text.split())
        assert "Komadai" in text
