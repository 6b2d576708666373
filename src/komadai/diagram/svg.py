"""A position as a complete, stand-alone SVG picture, drawn from outlines: no font is needed.

Lengths are in board units: a square is 66 wide and 72.6 high.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple
from zlib import crc32

from komadai._core import Board, Move
from komadai.diagram import faces as piece_faces
from komadai.errors import ArgumentTypeError, InvalidSquareError, RangeError, UnknownStyleError
from komadai.pieces import HAND_TYPES, Color, Piece, PieceType
from komadai.squares import square

SQUARE_WIDTH, SQUARE_HEIGHT = 66.0, 72.6
STAND_WIDTH, GAP, STAND_PITCH = 96.0, 16.0, 82.0
MARK_SPACE: Final = 34.0
"""The length of the end of a stand that shows whose it is."""

Coordinates = Literal["japanese", "western", "numbers"]
RANK_LABELS: Final = {"japanese": "一二三四五六七八九", "western": "abcdefghi", "numbers": "123456789"}
RED, GREEN, INK = "#b3261e", "#2f6b38", "#2b2118"
PAPER: Final = {False: "#f7f1e5", True: "#1d1916"}


class Point(NamedTuple):
    x: float
    y: float


class Layout(NamedTuple):
    """The places of board, squares and stands in the picture."""

    flip: bool
    margin: float
    hands: bool

    @property
    def board_left(self) -> float:
        return STAND_WIDTH + GAP if self.hands else 0

    @property
    def board_size(self) -> Point:
        return Point(9 * SQUARE_WIDTH + 2 * self.margin, 9 * SQUARE_HEIGHT + 2 * self.margin)

    @property
    def size(self) -> Point:
        return Point(self.board_size.x + 2 * self.board_left, self.board_size.y)

    @property
    def grid(self) -> Point:
        """The upper left corner of the lines."""
        return Point(self.board_left + self.margin, self.margin)

    def corner(self, number: int) -> Point:
        """The upper left corner of a square."""
        column, row = 8 - number // 9, number % 9
        if self.flip:
            column, row = 8 - column, 8 - row
        return Point(self.grid.x + column * SQUARE_WIDTH, self.grid.y + row * SQUARE_HEIGHT)

    def centre(self, number: int) -> Point:
        corner = self.corner(number)
        return Point(corner.x + SQUARE_WIDTH / 2, corner.y + SQUARE_HEIGHT / 2)

    def turned(self, color: Color) -> bool:
        """Whether this side's pieces point down in the picture."""
        return (color is Color.WHITE) != self.flip

    def stand_place(self, color: Color, index: int) -> Point:
        """The middle of the index-th piece type of a stand, counted from the owner's far end."""
        size = self.size
        along = MARK_SPACE + STAND_PITCH * (index + 0.5)
        if self.turned(color):
            return Point(STAND_WIDTH / 2, stand_height(7) - along)
        return Point(size.x - STAND_WIDTH / 2, size.y - stand_height(7) + along)


def stand_height(kinds: int) -> float:
    """The height of a stand that holds this number of piece types."""
    return MARK_SPACE + STAND_PITCH * max(kinds, 1) + 8


def render(
    board: Board,
    *,
    faces: str = "kaisei",
    flip: bool = False,
    coordinates: Coordinates | None = "japanese",
    hands: bool = True,
    last_move: Move | Literal[False] | None = None,
    arrows: Iterable[Move | Sequence[int | str]] = (),
    marks: Iterable[int | str | tuple[int | str, str]] = (),
    higher: Color | None = None,
    size: int | None = 640,
    dark: bool | None = None,
) -> str:
    """The position as an SVG document.

    faces: ``kaisei`` (clear), ``yuji`` (brush), ``two`` (the whole name), ``bilingual`` (with a letter),
    ``western`` (symbols), ``animals`` or ``moves`` (dots and arrows).
    flip: White at the bottom.
    coordinates: files 1-9 above; at the right the ranks in kanji (``japanese``), as a-i
    (``western``) or 1-9 (``numbers``); None for none.
    hands: whether to draw the stands.
    last_move: the move to show as the last one; None takes the board's own, False shows none.
    arrows: moves, or pairs of squares; a drop's arrow starts at the stand.
    marks: squares, or pairs of a square and a shape of :data:`MARKS` (default ``ring``).
    higher: the side whose king is written 王 (the stronger player's); both are 玉 otherwise.
    size: the width in pixels; None omits it, so that the page decides.
    dark: fill the background light (False) or dark (True); None leaves it transparent.

    Squares are numbers 0-80 or names such as ``"7g"``.

    Raises UnknownStyleError for an unknown set, label or mark, RangeError for a size that is not positive,
    InvalidSquareError for what is no square or an arrow that is no pair of different squares,
    ArgumentTypeError for an argument of another type.
    """
    _check_types(board, faces, last_move, arrows, marks, size)
    if coordinates is not None and (not isinstance(coordinates, str) or coordinates not in RANK_LABELS):
        raise UnknownStyleError(
            f"expected coordinates of {', '.join(RANK_LABELS)} or None, got {coordinates!r}"
        )
    if size is not None and size <= 0:
        raise RangeError(f"expected a width in pixels above 0, got {size!r}")
    layout = Layout(flip, 30.0 if coordinates else 18.0, hands)
    pieces = _Pieces(faces, higher)
    last = board.peek() if last_move is None else last_move

    layers = [_wood(layout)]
    if last:
        layers.append(_last_move(layout, last))
    layers += [_lines(layout), _labels(layout, coordinates)]
    layers += [_checks(layout, board), '<g filter="url(#shadow)">']
    for number in board.pieces():
        piece = board.piece_at(number)
        if piece is not None:
            layers.append(pieces.draw(piece, layout.centre(number), layout.turned(piece.color)))
    layers.append("</g>")
    if hands:
        layers += [_stand(layout, board, color, pieces) for color in Color]
    layers += [_mark(layout, mark) for mark in marks]
    layers += [_arrow(layout, board, arrow) for arrow in arrows]

    width, height = layout.size
    background = "" if dark is None else f'<rect width="100%" height="100%" fill="{PAPER[bool(dark)]}"/>'
    pixels = "" if size is None else f' width="{size}" height="{_number(size * height / width)}"'
    content = f"{_defined(pieces)}{background}{''.join(layers)}"
    # A page (a notebook) may hold several pictures, whose ids must differ.
    prefix = f"k{crc32(content.encode()):08x}"
    content = content.replace('id="', f'id="{prefix}-').replace("url(#", f"url(#{prefix}-")
    content = content.replace('href="#', f'href="#{prefix}-')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}"{pixels} '
        f'role="img"><title>Shogi position {board.sfen()}</title>{content}</svg>'
    )


def _check_types(
    board: object, faces: object, last_move: object, arrows: object, marks: object, size: object
) -> None:
    if not isinstance(board, Board):
        raise ArgumentTypeError(f"board: expected a Board, got {board!r}")
    if not isinstance(faces, str):
        raise ArgumentTypeError(f"faces: expected the name of a set, got {faces!r}")
    if not (last_move is None or last_move is False or isinstance(last_move, Move)):
        raise ArgumentTypeError(f"last_move: expected a Move, False or None, got {last_move!r}")
    for name, values in (("arrows", arrows), ("marks", marks)):
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise ArgumentTypeError(f"{name}: expected several, such as a list, got {values!r}")
    if not (size is None or isinstance(size, int)):
        raise ArgumentTypeError(f"size: expected a width in pixels as an int, got {size!r}")


# -- parts, for programs that compose pictures themselves ---------------------------------------

SHADOW_SPACE: Final = 4.0
"""The margin of a piece's picture around the square, for the shadow."""
RING: Final = f'<circle r="32" fill="{RED}" fill-opacity=".18" stroke="{RED}" stroke-width="3"/>'
"""The mark under a king in check."""
WASH: Final = "#cf3d26"
"""The colour of the squares of the last move."""
WASH_TO, WASH_FROM = 0.38, 0.2
"""Its opacity on the target and on the origin."""


def piece(piece: Piece, *, turned: bool, faces: str = "kaisei", higher: Color | None = None) -> str:
    """One piece with its shadow, in the middle of a square with SHADOW_SPACE around it, as an SVG document.

    ``turned``: it points down. Raises UnknownStyleError.
    """
    pieces = _Pieces(faces, higher)
    width, height = SQUARE_WIDTH + 2 * SHADOW_SPACE, SQUARE_HEIGHT + 2 * SHADOW_SPACE
    drawn = pieces.draw(piece, Point(0, 0), turned)
    return _part(
        f"{_number(-width / 2)} {_number(-height / 2)} {_number(width)} {_number(height)}",
        f'{_defined(pieces)}<g filter="url(#shadow)">{drawn}</g>',
    )


def ring() -> str:
    """The mark of a king in check, in the middle of a square, as an SVG document."""
    box = (
        f"{_number(-SQUARE_WIDTH / 2)} {_number(-SQUARE_HEIGHT / 2)} {_number(SQUARE_WIDTH)} {SQUARE_HEIGHT}"
    )
    return _part(box, RING)


def stand(
    board: Board, color: Color, *, flip: bool = False, faces: str = "kaisei", margin: float = 30.0
) -> str:
    """One side's stand in a column as high as the picture with this margin, as an SVG document."""
    layout, pieces = Layout(flip, margin, True), _Pieces(faces, None)
    drawn = _stand(layout, board, color, pieces)
    left = 0.0 if layout.turned(color) else layout.size.x - STAND_WIDTH
    return _part(
        f"{_number(left)} 0 {_number(STAND_WIDTH)} {_number(layout.size.y)}", f"{_defined(pieces)}{drawn}"
    )


class Kit(NamedTuple):
    """The SVG parts for a page that composes its own pictures."""

    definitions: str
    """For ``<defs>``: wood, ``shadow``, the pieces by name: ``P``, ``pP`` promoted, ``Pt`` turned round."""
    ground: str
    """Wood and lines, the same from both sides."""
    labels: dict[tuple[Coordinates, bool], str]
    """Files and ranks, by coordinates and by whether White is at the bottom."""
    ring: str
    """The mark of a king in check, around (0, 0)."""


def kit(faces: str = "kaisei") -> Kit:
    """The parts for a page with boards without stands, ``Layout(flip, 30, False)``.

    Raises UnknownStyleError.
    """
    pieces = _Pieces(faces, None)
    for kind in PieceType:
        for turned in (False, True):
            pieces.draw(Piece(Color.BLACK, kind), Point(0, 0), turned)
    layouts = {flip: Layout(flip, 30.0, False) for flip in (False, True)}
    written: tuple[Coordinates, ...] = ("japanese", "western")
    labels = {(ranks, flip): _labels(layouts[flip], ranks) for ranks in written for flip in layouts}
    ground = _wood(layouts[False]) + _lines(layouts[False])
    return Kit(_DEFINITIONS + "".join(pieces.definitions()), ground, labels, RING)


def _part(box: str, content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{content}</svg>'


def _defined(pieces: _Pieces) -> str:
    return "".join(["<defs>", _DEFINITIONS, *pieces.definitions(), "</defs>"])


# -- the board ---------------------------------------------------------------------------------

_DEFINITIONS: Final = (
    '<linearGradient id="kaya" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e3bd76"/>'
    '<stop offset=".45" stop-color="#efd092"/><stop offset="1" stop-color="#e0b768"/></linearGradient>'
    '<linearGradient id="stand" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c99a55"/>'
    '<stop offset="1" stop-color="#b98743"/></linearGradient>'
    # Grain: noise stretched along the board, faint and brown.
    '<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">'
    '<feTurbulence type="fractalNoise" baseFrequency=".006 .22" numOctaves="3" seed="5"/>'
    '<feColorMatrix values="0 0 0 0 .47 0 0 0 0 .29 0 0 0 0 .08 .55 0 0 0 -.21"/>'
    '<feComposite operator="in" in2="SourceGraphic"/></filter>'
    '<filter id="shadow" x="-5%" y="-5%" width="110%" height="110%">'
    '<feDropShadow dx="1.4" dy="2.2" stdDeviation="1.1" flood-color="#3a2208" flood-opacity=".5"/></filter>'
)


def _number(value: float) -> str:
    """A length with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def _rect(x: float, y: float, width: float, height: float, attributes: str) -> str:
    return (
        f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}" '
        f"{attributes}/>"
    )


def _wood(layout: Layout) -> str:
    left, (width, height) = layout.board_left, layout.board_size
    return _rect(left, 0, width, height, 'rx="5" fill="url(#kaya)"') + _rect(
        left, 0, width, height, 'rx="5" fill="#000" filter="url(#grain)"'
    )


def _lines(layout: Layout) -> str:
    left, top = layout.grid
    right, bottom = left + 9 * SQUARE_WIDTH, top + 9 * SQUARE_HEIGHT
    path = "".join(
        f"M{_number(left + i * SQUARE_WIDTH)} {_number(top)}V{_number(bottom)}" for i in range(1, 9)
    )
    path += "".join(
        f"M{_number(left)} {_number(top + i * SQUARE_HEIGHT)}H{_number(right)}" for i in range(1, 9)
    )
    stars = "".join(
        f'<circle cx="{_number(left + x * SQUARE_WIDTH)}" cy="{_number(top + y * SQUARE_HEIGHT)}" r="3.2"/>'
        for x in (3, 6)
        for y in (3, 6)
    )
    frame = _rect(
        left, top, 9 * SQUARE_WIDTH, 9 * SQUARE_HEIGHT, f'fill="none" stroke="{INK}" stroke-width="2.2"'
    )
    return f'<path d="{path}" stroke="{INK}" stroke-width="1"/><g fill="{INK}">{stars}</g>{frame}'


def _text(text: str, at: Point, size: float, colour: str) -> str:
    """Digits, letters a-i or kanji numbers, centred, as outlines."""
    outlines = piece_faces.glyphs("labels")
    advance, scale = size * 0.56, size / 1000
    start = at.x - advance * (len(text) - 1) / 2
    return "".join(
        f'<path fill="{colour}" transform="translate({_number(start + i * advance)} {_number(at.y)}) '
        f'scale({scale:g})" d="{outlines[character]}"/>'
        for i, character in enumerate(text)
    )


def _labels(layout: Layout, coordinates: Coordinates | None) -> str:
    if coordinates is None:
        return ""
    ranks = RANK_LABELS[coordinates]
    above, beside = layout.grid.y - 15, layout.grid.x + 9 * SQUARE_WIDTH + 15
    labels = [_text(str(file + 1), Point(layout.centre(file * 9).x, above), 18, INK) for file in range(9)] + [
        _text(ranks[rank], Point(beside, layout.centre(rank).y), 18, INK) for rank in range(9)
    ]
    return "".join(labels)


# -- pieces and stands -------------------------------------------------------------------------


class _Pieces:
    """Draws pieces and collects the definitions that the picture needs."""

    def __init__(self, faces: str, higher: Color | None) -> None:
        self.glyphs = piece_faces.glyphs(faces)
        self.body = piece_faces.body()
        self.placing = self.body["glyph"][faces]
        self.higher = higher
        self.used: dict[str, str] = {}

    def draw(self, piece: Piece, at: Point, turned: bool) -> str:
        key = piece.type.symbol
        if piece.type is PieceType.KING and piece.color is self.higher:
            key = "K2"
        name = key.replace("+", "p") + ("t" if turned else "")
        if name not in self.used:
            self.used[name] = self._define(name, key, turned)
        return f'<use href="#{name}" x="{_number(at.x)}" y="{_number(at.y)}"/>'

    def _define(self, name: str, key: str, turned: bool) -> str:
        body, colours = self.body, self.body["colours"]
        scale = body["scale"][key.removeprefix("+")[0]]
        turn = ' transform="rotate(180)"' if turned else ""
        ink = colours["promoted" if key.startswith("+") else "ink"]
        edge = body["edge_turned" if turned else "edge"]
        glyph = self.placing
        return (
            f'<g id="{name}"><g transform="scale({scale})">'
            f'<path{turn} d="{body["outline"]}" fill="url(#face)" stroke="{colours["rim"]}" '
            f'stroke-width=".9" stroke-linejoin="round"/>'
            f'<path d="{edge}" fill="none" stroke="{colours["edge"]}" stroke-width="1.3"/>'
            f'<path transform="{"rotate(180) " if turned else ""}translate(0 {glyph["dy"]}) '
            f'scale({glyph["scale"]})" fill="{ink}" d="{self.glyphs[key]}"/></g></g>'
        )

    def definitions(self) -> Iterable[str]:
        colours = self.body["colours"]
        yield (
            # In the picture's own direction: the light does not turn with the piece.
            '<linearGradient id="face" x1="0" y1="0" x2="0" y2="1">'
            f'<stop offset="0" stop-color="{colours["face_top"]}"/>'
            f'<stop offset="1" stop-color="{colours["face_bottom"]}"/></linearGradient>'
        )
        yield from self.used.values()


_STAND_ORDER: Final = (*HAND_TYPES[:-3:-1], *HAND_TYPES[4::-1])
"""From the owner's far end: rook, bishop, gold, silver, knight, lance, pawn."""


def _held(board: Board, color: Color) -> list[PieceType]:
    hand = board.hand(color)
    return [piece_type for piece_type in _STAND_ORDER if hand[piece_type]]


def _stand_offset(kinds: int) -> int:
    """A stand grows from its owner's near end; unused places at the far end are left out."""
    return 7 - max(kinds, 1)


def _stand(layout: Layout, board: Board, color: Color, pieces: _Pieces) -> str:
    kinds, hand = _held(board, color), board.hand(color)
    turned = layout.turned(color)
    width, height = layout.size
    tall = stand_height(len(kinds))
    left, top = (0.0, 0.0) if turned else (width - STAND_WIDTH, height - tall)
    parts = [_rect(left, top, STAND_WIDTH, tall, 'rx="5" fill="url(#stand)"')]
    mark = Point(left + STAND_WIDTH / 2, top + tall - MARK_SPACE / 2 if turned else top + MARK_SPACE / 2)
    parts.append(_side_mark(mark, color, board.turn is color, turned))
    offset = _stand_offset(len(kinds))
    places = [(kind, layout.stand_place(color, offset + i)) for i, kind in enumerate(kinds)]
    parts.append('<g filter="url(#shadow)">')
    parts += [pieces.draw(Piece(color, kind), place, turned) for kind, place in places]
    parts.append("</g>")
    for kind, (x, y) in places:
        if hand[kind] > 1:
            parts.append(f'<circle cx="{_number(x + 27)}" cy="{_number(y + 22)}" r="13" fill="{INK}"/>')
            parts.append(_text(str(hand[kind]), Point(x + 27, y + 22), 19, "#fff"))
    return "".join(parts)


def _side_mark(at: Point, color: Color, to_move: bool, turned: bool) -> str:
    """☗ or ☖ at the end of a stand; an underline where that side is to move."""
    turn = " rotate(180)" if turned else ""
    fill = INK if color is Color.BLACK else "#fff7e0"
    bar = (
        f'<path d="M-13 13.5H13" stroke="{RED}" stroke-width="3.5" stroke-linecap="round"/>'
        if to_move
        else ""
    )
    return (
        f'<g transform="translate({_number(at.x)} {_number(at.y)}){turn}">'
        f'<path d="M0-11 6.5-8 9 9H-9L-6.5-8Z" fill="{fill}" stroke="{INK}" '
        f'stroke-width="1.4" stroke-linejoin="round"/>{bar}</g>'
    )


# -- marks -------------------------------------------------------------------------------------


def _last_move(layout: Layout, move: Move) -> str:
    washed = [(move.to_square, WASH_TO)]
    if move.from_square is not None:
        washed.append((move.from_square, WASH_FROM))
    return "".join(
        _rect(*layout.corner(number), SQUARE_WIDTH, SQUARE_HEIGHT, f'fill="{WASH}" fill-opacity="{strength}"')
        for number, strength in washed
    )


def _checks(layout: Layout, board: Board) -> str:
    king = board.king(board.turn) if board.is_check() else None
    if king is None:
        return ""
    x, y = layout.centre(king)
    return f'<g transform="translate({_number(x)} {_number(y)})">{RING}</g>'


MARKS: Final = {
    "ring": f'<circle r="31" fill="none" stroke="{RED}" stroke-width="3.5"/>',
    "dot": f'<circle r="9" fill="{GREEN}" fill-opacity=".7"/>',
    "frame": (
        f'<rect x="-31" y="-34.3" width="62" height="68.6" rx="3" fill="none" stroke="{GREEN}" '
        'stroke-width="3.5"/>'
    ),
    "cross": f'<path d="M-20-20 20 20M20-20-20 20" stroke="{RED}" stroke-width="5" stroke-linecap="round"/>',
}
"""The shapes a square can be marked with; shapes differ, so that colour is not needed to tell them apart."""


def _mark(layout: Layout, mark: int | str | tuple[int | str, str]) -> str:
    if isinstance(mark, tuple) and len(mark) != 2:
        raise UnknownStyleError(f"expected a square or a pair of a square and a mark, got {mark!r}")
    where, shape = mark if isinstance(mark, tuple) else (mark, "ring")
    if not isinstance(shape, str) or shape not in MARKS:
        raise UnknownStyleError(f"expected a mark of {', '.join(MARKS)}, got {shape!r}")
    x, y = layout.centre(square(where))
    return f'<g transform="translate({_number(x)} {_number(y)})">{MARKS[shape]}</g>'


def _arrow(layout: Layout, board: Board, arrow: Move | Sequence[int | str]) -> str:
    if not isinstance(arrow, Move):
        if not isinstance(arrow, Sequence):
            raise ArgumentTypeError(f"expected a move or a pair of squares as an arrow, got {arrow!r}")
        if isinstance(arrow, str) or len(arrow) != 2:
            raise InvalidSquareError(f"expected a move or a pair of squares as an arrow, got {arrow!r}")
        start, end = (layout.centre(square(where)) for where in arrow)
    else:
        end = layout.centre(arrow.to_square)
        if arrow.from_square is not None:
            start = layout.centre(arrow.from_square)
        else:
            kinds = _held(board, board.turn)
            index = kinds.index(arrow.drop) if arrow.drop is not None and arrow.drop in kinds else 0
            start = layout.stand_place(board.turn, _stand_offset(len(kinds)) + index)
            if not layout.hands:
                start = Point(end.x, end.y + (-1 if layout.turned(board.turn) else 1) * SQUARE_HEIGHT)
    dx, dy = end.x - start.x, end.y - start.y
    length = (dx * dx + dy * dy) ** 0.5
    if not length:
        raise InvalidSquareError(f"an arrow needs two different squares, got {arrow!r}")
    tip, neck = length - 6, length - 32
    # Drawn along the x axis and turned into place.
    cosine, sine = dx / length, dy / length
    return (
        f'<path transform="matrix({cosine:.4f} {sine:.4f} {-sine:.4f} {cosine:.4f} {_number(start.x)} '
        f'{_number(start.y)})" d="M8-5H{_number(neck)}V-15L{_number(tip)} 0 {_number(neck)} 15V5H8Z" '
        f'fill="{GREEN}" fill-opacity=".78" stroke="#fff" stroke-opacity=".6" stroke-width="1.2"/>'
    )
