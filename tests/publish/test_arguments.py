"""Arguments of the wrong type raise an error of the package with the name of the parameter."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import Board, kifu, publish
from komadai.errors import ArgumentTypeError, KomadaiError

GAME = kifu.Game()


@pytest.mark.parametrize("function", [publish.gif, publish.mp4, publish.html, publish.pdf])
@pytest.mark.parametrize("value", [Board(), None, "game.kif", 7])
def test_anything_but_a_game_is_refused(function: Any, value: object) -> None:
    with pytest.raises(ArgumentTypeError, match=r"game: expected a komadai\.kifu\.Game, got a \w+") as caught:
        function(value)
    assert isinstance(caught.value, KomadaiError)
    assert isinstance(caught.value, TypeError)


def test_the_error_for_a_board_says_how_to_make_a_game() -> None:
    with pytest.raises(ArgumentTypeError, match=r"Game\.from_board\(board\)"):
        publish.gif(Board())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "options"),
    [(publish.gif, {"size": "300"}), (publish.gif, {"delay": "1"}), (publish.mp4, {"start": 1.5}),
     (publish.html, {"ply": None}), (publish.pdf, {"every": "20"})],
)  # fmt: skip
def test_a_number_of_another_type_is_refused(function: Any, options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(ArgumentTypeError, match=f"{name}: expected a (whole )?number"):
        function(GAME, **options)


@pytest.mark.parametrize("value", [GAME, None, "startpos"])
def test_png_refuses_anything_but_a_board(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"board: expected a komadai\.Board"):
        publish.png(value)
