"""A game as a film: pictures of one size, each with the time it is shown.

The wood, each kind of piece and each stand are drawn only once, from the parts of the SVG. Frames are
composed of these pictures, which takes a few milliseconds each.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai._core import Board
from komadai.diagram import svg
from komadai.errors import RangeError
from komadai.pieces import Color, Piece
from komadai.publish import typeset, wording
from komadai.publish.tree_steps import main_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.tree_steps import Progress, Step

EMPTY = "9/9/9/9/9/9/9/9/9 b - 1"
SMALLEST, LARGEST = 160, 2000
"""The minimum and maximum width of a film in pixels."""

_AT_ONCE = 200
"""The number of captions that are typeset at once: few, so that it can be stopped soon; enough to be fast."""


class Frame(NamedTuple):
    """A picture and for how many milliseconds it is shown."""

    image: Image
    milliseconds: int


class Film:
    """The frames of a game's main line."""

    def __init__(
        self,
        game: Game,
        *,
        width: int,
        delay: float,
        start: int = 0,
        flip: bool = False,
        faces: str = "kaisei",
        language: Language = "en",
        progress: Progress | None = None,
    ) -> None:
        """``width`` in pixels, 160 to 2000; ``delay`` in seconds a move, 0.02 to 60; ``start`` is the ply of
        the first frame. Raises RangeError for values outside of these ranges.
        """
        if not SMALLEST <= width <= LARGEST:
            raise RangeError(f"expected a width of {SMALLEST} to {LARGEST} pixels, got {width!r}")
        wording.check(language)
        if not 0.02 <= delay <= 60:
            raise RangeError(f"expected 0.02 to 60 seconds a move, got {delay!r}")
        self._game = game
        self._delay = round(delay * 1000)
        self._language = language
        self._progress = progress
        self._steps = list(main_line(game))
        if not 0 <= start < len(self._steps):
            raise RangeError(f"expected a ply of 0 to {len(self._steps) - 1}, got {start!r}")
        self._steps = self._steps[start:]
        self._layout = svg.Layout(flip, 30.0, True)
        self._flip, self._faces = flip, faces
        self.width: int = width
        self._scale = width / self._layout.size.x
        self._strip = max(20, round(40 * self._scale * 1.25))
        board = round(self._layout.size.y * self._scale)
        # Width and height of films must be even.
        self.width -= self.width % 2
        self.height: Final = (board + 2 * self._strip + 1) // 2 * 2
        self._parts = _Parts(self._scale, flip, faces)
        self._ground = self._empty(board)

    def __len__(self) -> int:
        """The number of frames."""
        return len(self._steps)

    def __iter__(self) -> Iterator[Frame]:
        """The frames; the last one is shown longer."""
        for first in range(0, len(self._steps), _AT_ONCE):
            steps = self._steps[first : first + _AT_ONCE]
            for count, image in enumerate(self._pictures(steps), first + 1):
                if self._progress is not None:
                    self._progress(count, len(self._steps))
                last = count == len(self._steps)
                yield Frame(image, self._delay * 3 + 1000 if last else self._delay)

    def ends(self) -> list[Image]:
        """The first and the last picture."""
        return list(self._pictures([self._steps[0], self._steps[-1]]))

    def _pictures(self, steps: Sequence[Step]) -> Iterator[Image]:
        above = Color.BLACK if self._flip else Color.WHITE
        below = self._player(above.opponent)
        top, *captions = self._captions(
            [
                (self._player(above), self._event(), False),
                *((below, self._caption(step), True) for step in steps),
            ]
        )
        for step, caption in zip(steps, captions, strict=True):
            image = typeset.pillow().new("RGB", (self.width, self.height), svg.PAPER[False])
            image.paste(top, (0, 0))
            image.paste(self._position(step.board), (0, self._strip))
            image.paste(caption, (0, self.height - self._strip))
            yield image

    def _player(self, color: Color) -> str:
        return f"{'▲△'[color]} {wording.name(self._game, color, self._language)}"

    def _event(self) -> str:
        parts = [wording.line(self._game.headers.get(key, "")) for key in ("event", "started")]
        return "　".join(part for part in parts if part)

    def _caption(self, step: Step) -> str:
        """The text below the board: the move, and the ending of the game."""
        ending = step.node.ending
        if ending is not None:
            text = wording.ending(self._game, ending, step.ply, step.board.turn, self._language)
            return text if step.ply == 0 else f"{step.text(self._language)}　{text}"
        if step.ply == 0:
            return wording.word("start", self._language)
        return f"{step.number}　{step.text(self._language)}"

    def _captions(self, strips: list[tuple[str, str, bool]]) -> list[Image]:
        """Pictures of strips: the text on the left, that on the right, whether the latter is by Komadai."""
        data = {
            "width": self.width,
            "height": self._strip,
            "size": self._strip * 0.42,
            "lang": self._language,
            "strips": [{"left": left, "right": right, "ours": ours} for left, right, ours in strips],
        }
        return typeset.images("captions.typ", data)

    def _empty(self, height: int) -> Image:
        """A picture of the wood with its lines and labels, without stands."""
        board = Board(EMPTY, validate=False)
        ranks: svg.Coordinates = "japanese" if self._language == "ja" else "western"
        picture = svg.render(board, flip=self._flip, coordinates=ranks, size=None, dark=False)
        [image] = typeset.vectors([(picture, self.width, height)])
        column = round(svg.STAND_WIDTH * self._scale) + 1
        for left in (0, self.width - column):
            image.paste(svg.PAPER[False], (left, 0, left + column, height))
        return image

    def _position(self, board: Board) -> Image:
        image = self._ground.copy()
        last = board.peek()
        if last is not None:
            self._wash(image, last.to_square, svg.WASH_TO)
            if last.from_square is not None:
                self._wash(image, last.from_square, svg.WASH_FROM)
        king = board.king(board.turn) if board.is_check() else None
        if king is not None:
            self._put(image, self._parts.ring(), king)
        for number in board.pieces():
            piece = board.piece_at(number)
            if piece is not None:
                self._put(image, self._parts.piece(piece, self._layout.turned(piece.color)), number)
        for color in Color:
            stand = self._parts.stand(board, color)
            left = 0 if self._layout.turned(color) else self.width - stand.width
            image.alpha_composite(stand, (left, image.height - stand.height))
        return image

    def _wash(self, image: Image, number: int, strength: float) -> None:
        corner = self._layout.corner(number)
        left, top = round(corner.x * self._scale), round(corner.y * self._scale)
        right = round((corner.x + svg.SQUARE_WIDTH) * self._scale)
        bottom = round((corner.y + svg.SQUARE_HEIGHT) * self._scale)
        box = (left, top, right, bottom)
        colour = typeset.pillow().new("RGBA", (right - left, bottom - top), svg.WASH)
        image.paste(typeset.pillow().blend(image.crop(box), colour, strength), box)

    def _put(self, image: Image, part: Image, number: int) -> None:
        x, y = self._layout.centre(number)
        at = (round(x * self._scale - part.width / 2), round(y * self._scale - part.height / 2))
        # The shadow of a piece at the edge of the board is narrower than the margin of the picture.
        image.alpha_composite(part, at)


class _Parts:
    """Draws each part on first use, and caches it."""

    def __init__(self, scale: float, flip: bool, faces: str) -> None:
        self._scale, self._flip, self._faces = scale, flip, faces
        self.piece = cache(self._piece)
        self.ring = cache(self._ring)
        self._stands: dict[tuple[object, ...], Image] = {}

    def _draw(self, picture: str, width: float, height: float) -> Image:
        return typeset.vectors([(picture, round(width * self._scale), round(height * self._scale))])[0]

    def _piece(self, piece: Piece, turned: bool) -> Image:
        space = 2 * svg.SHADOW_SPACE
        picture = svg.piece(piece, turned=turned, faces=self._faces)
        return self._draw(picture, svg.SQUARE_WIDTH + space, svg.SQUARE_HEIGHT + space)

    def _ring(self) -> Image:
        return self._draw(svg.ring(), svg.SQUARE_WIDTH, svg.SQUARE_HEIGHT)

    def stand(self, board: Board, color: Color) -> Image:
        """The column of a side's stand, as high as the board."""
        key = (color, board.hand(color), board.turn is color)
        if key not in self._stands:
            picture = svg.stand(board, color, flip=self._flip, faces=self._faces)
            height = svg.Layout(self._flip, 30.0, True).size.y
            self._stands[key] = self._draw(picture, svg.STAND_WIDTH, height)
        return self._stands[key]
