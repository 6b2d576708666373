"""A review for printing: the score sheet with graph and accuracy, then the game with explained mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.pieces import Color
from komadai.publish import sheet
from komadai.study.game_review import graph
from komadai.study.game_review.page import move_texts
from komadai.study.game_review.record import annotated, side_name, summary
from komadai.study.game_review.report import CLASS_NAMES, STYLE_NAMES, Text

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.sheet import Paper
    from komadai.study.game_review.report import Review


def pdf(
    game: Game,
    review: Review,
    *,
    every: int = 20,
    paper: Paper = "a4",
    flip: bool = False,
    language: Language = "en",
) -> bytes:
    """The PDF; the parameters are those of :func:`komadai.publish.pdf`.

    Raises RangeError, UnknownStyleError, MissingPackageError.
    """
    index = language == "ja"
    copy = annotated(game, review, language, analyses=False)
    # The summary stands on the first page, with the graph.
    copy.root.comment = game.root.comment
    counts = [review.counts(side) for side in Color]
    rows = [
        [
            Text("Accuracy", "正確さ")[index],
            *("–" if each is None else f"{each:.1f}%" for each in review.accuracy),
        ],
        *([name[index], *(str(each[kind]) for each in counts)] for kind, name in CLASS_NAMES.items()),
        *(
            [
                name[index],
                *("–" if each is None else str(round(getattr(each, key))) for each in review.style),
            ]
            for key, name in STYLE_NAMES.items()
        ),
    ]
    overview = sheet.Overview(
        svg=graph.svg(game, review, move_texts(game)[: len(review.moves)]),
        caption=summary(game, review)[index],
        legend=Text(
            "Win rate of Black by move. Circles: errors of Black. Diamonds: errors of White. "
            "Triangles: milestones.",
            "先手の勝率の推移。丸は先手、菱形は後手の悪手など、三角は節目。",
        )[index],
        heads=["", *(f"{'▲△'[side]} {side_name(game, side)[index]}" for side in Color)],
        rows=rows,
    )
    return sheet.pdf(copy, every=every, paper=paper, flip=flip, language=language, overview=overview)
