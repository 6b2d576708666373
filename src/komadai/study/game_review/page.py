"""A review as one HTML file: the page of the game with graph, accuracy, mistakes and milestones."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from komadai.pieces import Color
from komadai.publish import page, wording
from komadai.publish.tree_steps import flatten_tree, main_line
from komadai.study.game_review import graph
from komadai.study.game_review.record import annotated, side_name, summary
from komadai.study.game_review.report import CLASS_NAMES, ERRORS, MILESTONE_NAMES, STYLE_NAMES, Text
from komadai.study.game_review.sayings import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.tree_steps import Step
    from komadai.study.game_review.report import Review

    Switch = Callable[[Text], str]
    """A text that the page can switch to the other language, as markup."""


def html(
    game: Game, review: Review, *, flip: bool = False, faces: str = "kaisei", language: Language = "en"
) -> str:
    """The page. It loads no other file; both languages are in it, ``language`` is the initial one.

    Raises UnknownStyleError.
    """
    wording.check(language)
    copy = annotated(game, review, comments=False, analyses=False)
    steps = {step.ply: step.index for step in flatten_tree(copy) if step.depth == 0}
    texts = move_texts(game)[: len(review.moves)]
    moves = dict(zip(steps, (None, *review.moves), strict=False))

    def note(step: Step) -> page.Note | None:
        move = moves.get(step.ply) if step.depth == 0 else None
        if move is not None and move.is_error:
            return page.Note(move.move_class, move.text.en, move.text.ja)
        if move is not None and move.proverb is not None:
            return page.Note("proverb", *sentence(move.proverb))
        return None

    def switch(text: Text) -> str:
        return page.switch(text.en, text.ja, language)

    picture = graph.svg(game, review, texts, steps.__getitem__)
    panel = page.Panel(
        html="".join(
            [
                f'<section id="review"><div class="review-graph">{picture}'
                '<output id="win-rate"></output></div>',
                _legend(switch),
                f"<p>{switch(summary(game, review))}</p>",
                _table(game, review, switch),
                _errors(review, texts, steps, switch),
                _milestones(review, steps, switch),
                f'<script type="application/json" id="review-data">{_data(review, steps)}</script>',
                "</section>\n",
            ]
        ),
        style=_part("page.css"),
        script=_part("page.js"),
        note=note,
    )
    return page.html(copy, ply=0, flip=flip, faces=faces, language=language, panel=panel)


def move_texts(game: Game) -> list[Text]:
    """The moves of the main line as people write them."""
    steps = list(main_line(game))[1:]
    return [Text(step.text("en"), step.text("ja")) for step in steps]


def _data(review: Review, steps: dict[int, int]) -> str:
    """The win rates by the index of their step."""
    wins = [review.start_win, *(move.win for move in review.moves)]
    known = {steps[ply]: [ply, win] for ply, win in enumerate(wins) if ply in steps}
    return page.script_json({"wins": known})


def _legend(switch: Switch) -> str:
    items = "".join(
        f'<li><span class="swatch {kind}" aria-hidden="true"></span>{switch(CLASS_NAMES[kind])}</li>'
        for kind in ERRORS
    )
    shapes = switch(Text("● Black, ◆ White, ▼ milestone", "●先手 ◆後手 ▼節目"))
    return f'<ul class="legend">{items}<li>{shapes}</li></ul>'


def _table(game: Game, review: Review, switch: Switch) -> str:
    counts = [review.counts(side) for side in Color]
    names = "".join(f'<th scope="col">{"▲△"[side]} {switch(side_name(game, side))}</th>' for side in Color)
    accuracies = "".join(f"<td>{'–' if each is None else f'{each:.1f}%'}</td>" for each in review.accuracy)
    rows = "".join(
        f'<tr><th scope="row">{switch(name)}</th>'
        + "".join(f"<td>{each[kind]}</td>" for each in counts)
        + "</tr>"
        for kind, name in CLASS_NAMES.items()
    )
    styles = "".join(
        f'<tr><th scope="row">{switch(name)}</th>'
        + "".join(f"<td>{'–' if each is None else round(getattr(each, key))}</td>" for each in review.style)
        + "</tr>"
        for key, name in STYLE_NAMES.items()
    )
    return (
        f"<table><thead><tr><td></td>{names}</tr></thead><tbody>"
        f'<tr><th scope="row">{switch(Text("Accuracy", "正確さ"))}</th>{accuracies}</tr>{rows}{styles}'
        "</tbody></table>"
    )


def _errors(review: Review, texts: list[Text], steps: dict[int, int], switch: Switch) -> str:
    title = switch(Text("Mistakes", "悪手と疑問手"))
    errors = review.errors()
    if not errors:
        return f"<h2>{title}</h2><p>{switch(Text('None.', 'ありません。'))}</p>"
    items = "".join(
        f'<li class="{move.move_class}"><a href="#{steps[move.ply]}">{move.ply} '
        f"{switch(texts[move.ply - 1])}</a> {switch(move.text)}</li>"
        for move in errors
    )
    return f'<h2>{title}</h2><ul class="errors">{items}</ul>'


def _milestones(review: Review, steps: dict[int, int], switch: Switch) -> str:
    if not review.milestones:
        return ""
    items = "".join(
        f'<li><a href="#{steps[ply]}">{ply}</a> {switch(MILESTONE_NAMES[kind])}</li>'
        for ply, kind in review.milestones
        if ply in steps
    )
    return f"<h2>{switch(Text('Milestones', '節目'))}</h2><ul>{items}</ul>"


@cache
def _part(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")
