"""The graph of a review: Black's win rate by move, errors as dots, milestones, time bars; as SVG.

A circle is an error of Black, a diamond one of White; larger dots are larger errors.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from komadai.pieces import BLACK
from komadai.study.game_review.report import CLASS_NAMES, MILESTONE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from komadai.kifu import Game
    from komadai.study.game_review.report import MoveClass, Review, ReviewedMove, Text

WIDTH: Final = 760
PLOT: Final = 150
BARS: Final = 34
"""The height of the win rates, and of the bars of the used times below them."""
RADIUS: Final[dict[MoveClass, float]] = {
    "inaccuracy": 3.5,
    "mistake": 4.5,
    "blunder": 6.0,
    "missed_mate": 6.0,
}
COLORS: Final[dict[MoveClass, str]] = {
    "inaccuracy": "#b7791f",
    "mistake": "#d2601a",
    "blunder": "#b3261e",
    "missed_mate": "#6b3fa0",
}


def svg(
    game: Game,
    review: Review,
    texts: Sequence[Text],
    link: Callable[[int], int] | None = None,
) -> str:
    """The graph as an SVG element.

    ``texts`` are the moves as people write them. ``link`` gives for a ply the index of its step on a page, to
    which its dot then is a link.
    """
    times = [node.time_ms for node in game.main_line()][: len(review.moves)]
    has_times = any(times)
    height = PLOT + (BARS if has_times else 0)
    last = max(1, len(review.moves))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -4 {WIDTH + 16} {height + 8}" class="graph" '
        'data-last="{}" role="group" data-label-en="Win rate of Black by move" '
        'data-label-ja="先手の勝率の推移">'.format(last),
        f'<rect class="ground" x="0" y="0" width="{WIDTH}" height="{PLOT}" fill="#fffaf0" stroke="#dccfb8"/>',
        _area(review, last),
        f'<path class="middle" d="M0 {PLOT / 2}H{WIDTH}" stroke="#9a8f80" stroke-dasharray="3 3" '
        'fill="none"/>',
        *(
            _milestone(ply, last, MILESTONE_NAMES[kind])
            for ply, kind in review.milestones
            if 0 <= ply <= last
        ),
    ]
    if has_times:
        parts += _bars(times, last, review)
    parts.append('<path class="cursor" d="M0 0" stroke="#123f8c" stroke-width="2" fill="none"/>')
    parts += [
        _dot(move, last, text, None if link is None else link(move.ply))
        for move, text in zip(review.moves, texts, strict=True)
        if move.is_error
    ]
    return "".join([*parts, "</svg>"])


def _x(ply: float, last: int) -> float:
    return ply / last * WIDTH


def _y(win: float) -> float:
    return (1 - win) * PLOT


def _area(review: Review, last: int) -> str:
    """Black's share: below the curve."""
    points = [(0, review.start_win)] + [(move.ply, move.win) for move in review.moves]
    known = [(ply, win) for ply, win in points if win is not None]
    if not known:
        return ""
    curve = "L".join(f"{_x(ply, last):.1f} {_y(win):.1f}" for ply, win in known)
    first, end = _x(known[0][0], last), _x(known[-1][0], last)
    return (
        f'<path class="area" d="M{first:.1f} {PLOT}L{curve}L{end:.1f} {PLOT}Z" fill="#d9c7a8"/>'
        f'<path class="curve" d="M{curve}" fill="none" stroke="#2b2118" stroke-width="1.5" '
        'stroke-linejoin="round"/>'
    )


def _milestone(ply: int, last: int, name: Text) -> str:
    x = _x(ply, last)
    return (
        f'<g class="milestone"><title>{escape(f"{ply}: {name.en} / {name.ja}")}</title>'
        f'<path d="M{x:.1f} 0V{PLOT}" stroke="#2f6b38" stroke-dasharray="2 4" fill="none"/>'
        f'<path d="M{x - 4:.1f} 0h8l-4 6z" fill="#2f6b38"/></g>'
    )


def _bars(times: Sequence[int | None], last: int, review: Review) -> list[str]:
    """A bar for the time of each move: Black's filled, White's hollow."""
    longest = max(time or 0 for time in times)
    width = max(0.8, WIDTH / last * 0.7)
    bars = []
    for move, time in zip(review.moves, times, strict=True):
        height = (time or 0) / longest * (BARS - 6)
        look = 'fill="#6f6152"' if move.side == BLACK else 'fill="none" stroke="#6f6152" stroke-width="0.8"'
        bars.append(
            f'<rect class="time {move.side.key}" x="{_x(move.ply - 0.5, last) - width / 2:.1f}" '
            f'y="{PLOT + BARS - height:.1f}" width="{width:.1f}" height="{height:.1f}" {look}/>'
        )
    return bars


def _dot(move: ReviewedMove, last: int, text: Text, step: int | None) -> str:
    x, y = _x(move.ply, last), _y(0.5 if move.win is None else move.win)
    radius = RADIUS[move.move_class]
    look = f'class="dot {move.move_class}" fill="{COLORS[move.move_class]}" stroke="#fffaf0" stroke-width="1"'
    if move.side == BLACK:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {look}/>'
    else:
        side = 1.25 * radius
        shape = f'<path d="M{x:.1f} {y - side:.1f}l{side} {side}l-{side} {side}l-{side} -{side}z" {look}/>'
    if step is None:
        return shape
    names = CLASS_NAMES[move.move_class]
    english, japanese = (f"{move.ply} {text.en}: {names.en}", f"{move.ply} {text.ja}：{names.ja}")
    return (
        f'<a href="#{step}" data-label-en="{escape(english)}" data-label-ja="{escape(japanese)}">{shape}</a>'
    )
