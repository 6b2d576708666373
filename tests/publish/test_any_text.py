"""Records with any text can be published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from komadai import UnknownStyleError, publish
from komadai.kifu import Ending, Game
from tests.publish.games import moves

ANY = st.text(st.characters(codec=None), max_size=60)


def with_text(text: str) -> Game:
    game = Game(headers={"black": text, "white": text, text or "x": text, "event": text})
    node = game.extend(moves("7g7f", "3c3d"))
    node.comment = node.bookmark = text
    node.ending = Ending(word=text, comment=text)
    game.root.add(moves("2g2f")[0], comment=text)
    return game


@settings(max_examples=10)
@given(ANY)
@example("\ud800\udfff\ufffe\0\x1b")
@example("\u202e\u2066\u200d\u0301")
@example("#panic() $x$ ```` `` /* // \\u{0} @a <b> *c* _d_ =e -f +g")
@example('"],"x":[{}]}')
def test_any_text_can_be_published(text: str) -> None:
    game = with_text(text)
    assert publish.html(game).encode().endswith(b"</html>\n")
    assert publish.pdf(game, language="ja").startswith(b"%PDF")
    assert publish.gif(game, size=160).startswith(b"GIF89a")


def test_an_unknown_language_is_an_error() -> None:
    klingon: Any = "tlh"
    publishers: tuple[Callable[..., object], ...] = (publish.html, publish.pdf, publish.gif, publish.mp4)
    for publisher in publishers:
        with pytest.raises(UnknownStyleError, match="'tlh'"):
            publisher(Game(), language=klingon)
