"""Games and positions as pictures, films, pages and sheets: PNG, GIF, MP4, HTML, PDF.

>>> from komadai import kifu, publish
>>> game = kifu.read("startpos moves 7g7f 3c3d 8h2b+")
>>> publish.html(game)[:15]
'<!doctype html>'

``html`` needs no other package; the others need ``pip install 'komadai[publish]'`` and raise
MissingPackageError without it. :meth:`komadai.Board.svg` draws one position as SVG. All of them raise
ArgumentTypeError for an argument of the wrong type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.publish.arguments import check_game
from komadai.publish.position_png import png

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.sheet import Paper
    from komadai.publish.tree_steps import Progress

__all__ = ["gif", "html", "mp4", "pdf", "png"]


def gif(
    game: Game,
    *,
    size: int = 480,
    delay: float = 1.0,
    start: int = 0,
    flip: bool = False,
    faces: str = "kaisei",
    language: Language = "en",
    progress: Progress | None = None,
) -> bytes:
    """The main line as an animated GIF that repeats forever; the last position is shown longer.

    size: the width in pixels, 160 to 2000. delay: seconds for each move, 0.02 to 60. start: the ply of the
    first frame. flip: White at the bottom. faces: as for :meth:`komadai.Board.svg`. language: the
    language of moves and captions. ``progress(done, total)`` is called after each frame.

    Raises RangeError for a number out of range, UnknownStyleError for unknown faces, IllegalMoveError for a
    game with a move that cannot be played at all, MissingPackageError.
    """
    from komadai.publish import animation
    from komadai.publish.frames import Film

    check_game(game, size=size, delay=delay, start=start)
    return animation.gif(
        Film(
            game, width=size, delay=delay, start=start, flip=flip, faces=faces, language=language,
            progress=progress,
        )
    )  # fmt: skip


def mp4(
    game: Game,
    *,
    size: int = 720,
    delay: float = 1.0,
    start: int = 0,
    flip: bool = False,
    faces: str = "kaisei",
    language: Language = "en",
    progress: Progress | None = None,
) -> bytes:
    """The main line as a video: MP4 with H.264, without sound. The parameters are those of :func:`gif`."""
    from komadai.publish import film
    from komadai.publish.frames import Film

    check_game(game, size=size, delay=delay, start=start)
    return film.mp4(
        Film(
            game, width=size, delay=delay, start=start, flip=flip, faces=faces, language=language,
            progress=progress,
        )
    )  # fmt: skip


def html(
    game: Game, *, ply: int = 0, flip: bool = False, faces: str = "kaisei", language: Language = "en"
) -> str:
    """The game as one HTML page to click through: variations, comments, times, both languages.

    The page loads no other file and needs no network; it contains every position. ply: the ply of the main
    line that is shown first. language: the initial language. Raises RangeError for a ply that does not
    exist, UnknownStyleError, IllegalMoveError for a game with a move that cannot be played at all.
    """
    from komadai.publish import page

    check_game(game, ply=ply)
    return page.html(game, ply=ply, flip=flip, faces=faces, language=language)


def pdf(
    game: Game,
    *,
    every: int = 20,
    paper: Paper = "a4",
    flip: bool = False,
    language: Language = "en",
) -> bytes:
    """The game for printing: a score sheet with moves and times, then the game with diagrams and comments.

    every: the maximum number of moves before a diagram; 0 for the score sheet alone. paper:
    ``a4`` or ``letter``. Raises RangeError, UnknownStyleError for other paper, IllegalMoveError for a
    game with a move that cannot be played at all, MissingPackageError.
    """
    from komadai.publish import sheet

    check_game(game, every=every)
    return sheet.pdf(game, every=every, paper=paper, flip=flip, language=language)
