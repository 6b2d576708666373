"""``check_room``: what in the reading room the core refutes, or what leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from komadai._core import Board, MateSolver
from komadai.enums import Color
from komadai.errors import KomadaiError
from komadai.extras import extra
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.squares import square_name
from komadai.study.lessons import find_lesson
from komadai.study.lessons.checker import facts_refuted
from komadai.study.library import articles
from komadai.study.library.model import Claims, Example
from komadai.study.naming.names import names
from komadai.study.naming.rules import SQUARES, all_rules

with extra("events"):
    import msgspec

_SOLVER_MB = 16
_SOLVER_NODES = 200_000


def check_room() -> list[str]:
    """Lists the errors in the library, a line each; empty if the core agrees with everything."""
    return [*_broken_links(), *_refuted(), *_empty()]


def check_example(example: Example) -> list[str]:
    """Lists the errors in an example: in its position and its claims."""
    try:
        board = Board(example.sfen)
        for name in example.marks:
            board.piece_at(name)
        after = board.copy()
        for usi in example.moves:
            after.push_usi(usi)
    except KomadaiError as error:
        return [str(error)]
    claims = msgspec.structs.replace(example.claims, line=example.moves)
    return [*facts_refuted(claims, board), *_claims(claims, example, board, after)]


def _claims(claims: Claims, example: Example, board: Board, after: Board) -> Iterator[str]:
    if claims.moves_from is not None:
        reached = {usi[2:4] for move in board.legal_moves if (usi := move.usi())[:2] == claims.moves_from}
        if reached != set(example.marks):
            yield f"{claims.moves_from} reaches {' '.join(sorted(reached))}"
    if claims.checkers is not None and len(after.checkers()) != claims.checkers:
        yield f"{len(after.checkers())} pieces give check"
    if claims.mate_in is not None and (found := _mate(board)) != claims.mate_in:
        yield f"the mate takes {found}"
    if claims.no_mate and _mate(board) is not None:
        yield "there is a mate"
    if claims.threat is not None:
        passed = board.copy()
        passed.push_pass()
        if (found := _mate(passed)) != claims.threat:
            yield f"the threatened mate takes {found}"
    if claims.named is not None and claims.named not in _names(example):
        yield f"the moves are not {claims.named}, but {_names(example)}"
    for name in claims.stands:
        if not _stands(after, name):
            yield f"{name} does not stand"


def _mate(board: Board) -> int | None:
    solver = MateSolver(_SOLVER_MB)
    solver.arm()
    found = solver.solve(board, attack=True, exact=True, nodes=_SOLVER_NODES)
    return found.plies if found.result == "mate" else None


def _names(example: Example) -> list[str]:
    game = Game(example.sfen)
    game.extend(list(_moves(example)))
    return [name.id for name in names(game, proverbs=False)]


def _moves(example: Example) -> Iterator[Any]:
    board = Board(example.sfen)
    for usi in example.moves:
        yield board.push_usi(usi)


def _stands(board: Board, name: str) -> bool:
    """Whether a pattern of this name stands for one of both sides."""
    rules = [rule for rule in all_rules().rules if rule.id == name and rule.patterns]
    for color in Color:
        mask = 0
        for place in range(SQUARES):
            piece = board.piece_at(square_name(place))
            if piece is not None and piece.color is color:
                seen = place if color is Color.BLACK else SQUARES - 1 - place
                mask |= 1 << (piece.type * SQUARES + seen)
        if any(mask & pattern == pattern for rule in rules for pattern in rule.patterns):
            return True
    return False


def _refuted() -> Iterator[str]:
    for term in articles.terms():
        if term.example is not None:
            yield from (f"{term.id}: {why}" for why in check_example(term.example))
    for game in articles.famous_games():
        if game.example is not None:
            yield from (f"{game.id}: {why}" for why in check_example(game.example))
        length = 0 if game.example is None else len(game.example.moves)
        for note in game.notes:
            if not 0 <= note.ply <= length:
                yield f"{game.id}: there is no ply {note.ply}"


def _broken_links() -> Iterator[str]:
    known, history = articles.terms_by_id(), articles.history()
    if len(known) != len(articles.terms()):
        all_ids = [term.id for term in articles.terms()]
        yield f"used twice: {sorted({id for id in all_ids if all_ids.count(id) > 1})}"
    sources = {source.id for source in history.source}
    games = {game.id for game in articles.famous_games()}
    for term in articles.terms():
        yield from (f"{term.id}: see {id}" for id in term.see if id not in known)
    for lesson, ids in articles.lesson_terms().items():
        if find_lesson(lesson) is None:
            yield f"there is no lesson {lesson}"
        yield from (f"lesson {lesson}: {id}" for id in ids if id not in known)
    for game in articles.famous_games():
        yield from (f"{game.id}: {id}" for id in game.terms if id not in known)
    yield from (
        f"{event.year.en}: game {event.game}"
        for event in history.event
        if event.game is not None and event.game not in games
    )
    entries: list[Any] = [
        *history.event,
        *history.house,
        *history.title,
        *articles.famous_games(),
        *articles.comparison().figure,
        *articles.comparison().difference,
        *articles.books(),
        *(entry for section in articles.world() for entry in section.entry),
        *(link for group in articles.links() for link in group.link),
    ]
    for entry in entries:
        yield from (f"source {id} is unknown" for id in entry.sources if id not in sources)


def _empty() -> Iterator[str]:
    """The texts that a language lacks."""
    things: list[Any] = [
        *articles.terms(),
        *articles.famous_games(),
        *articles.books(),
        *articles.world(),
        *articles.links(),
        articles.history(),
        articles.comparison(),
    ]
    for thing in things:
        name = getattr(thing, "id", getattr(thing, "title", type(thing).__name__))
        yield from (f"{name}: a text is empty" for text in _texts(thing) if not (text.en and text.ja))


def _texts(value: Any) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
