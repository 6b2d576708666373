"""Converts the entries of the reading room to wire types."""

from __future__ import annotations

from collections.abc import Iterable

from komadai._core import Board, Move
from komadai.handicap import Handicap
from komadai.messages.text import Text
from komadai.server.library import wire
from komadai.server.positions.wire import MoveView
from komadai.server.records.to_wire import play
from komadai.study import library
from komadai.study.library.model import Entry, Example, FamousGame


def glossary() -> wire.GlossaryView:
    """All entries of the glossary."""
    return wire.GlossaryView(
        terms=[
            wire.TermView(
                id=term.id,
                topic=term.topic,
                en=term.en,
                romaji=term.romaji,
                ja=term.ja,
                about=term.about,
                also=list(term.also),
                see=list(term.see),
                example=None if term.example is None else _example(term.example),
            )
            for term in library.terms()
        ]
    )


def room() -> wire.ReadingView:
    """The rest of the room, without the moves of the games."""
    history, comparison = library.history(), library.comparison()
    return wire.ReadingView(
        sources={source.id: source.text for source in history.source},
        timeline=[
            wire.TimelineEvent(
                year=event.year,
                text=event.text,
                sources=list(event.sources),
                game=event.game,
                variant=event.variant,
            )
            for event in history.event
        ],
        houses=_entries(history.house),
        titles=_entries(history.title),
        games=[
            wire.FamousGameLine(
                id=game.id,
                title=game.title,
                year=game.year,
                text=game.text,
                sfen=None if game.example is None else _last_position(game.example),
                plies=0 if game.example is None else len(game.example.moves),
            )
            for game in library.famous_games()
        ],
        figures=[
            wire.ChessFigure(
                id=figure.id,
                title=figure.title,
                shogi=figure.shogi,
                chess=figure.chess,
                sources=list(figure.sources),
            )
            for figure in comparison.figure
        ],
        differences=_entries(comparison.difference),
        books=[
            wire.BookView(
                title=book.title,
                author=book.author,
                publisher=book.publisher,
                year=book.year,
                about=book.about,
            )
            for book in library.books()
        ],
        world=[
            wire.ReadingSection(id=section.id, title=section.title, entries=_entries(section.entry))
            for section in library.world()
        ],
        links=[
            wire.LinkGroupView(
                id=group.id,
                title=group.title,
                links=[
                    wire.ReadingLink(
                        name=link.name,
                        about=link.about,
                        as_of=link.as_of,
                        address=link.address,
                        sources=list(link.sources),
                    )
                    for link in group.link
                ],
            )
            for group in library.links()
        ],
    )


def game(found: FamousGame) -> wire.FamousGameView:
    """A famous game with its moves."""
    return wire.FamousGameView(
        id=found.id,
        title=found.title,
        year=found.year,
        text=found.text,
        sources=list(found.sources),
        ours=found.ours,
        example=None if found.example is None else _example(found.example),
        notes=[wire.GameRemark(ply=note.ply, text=note.text) for note in found.notes],
        terms=links(found.terms),
    )


def links(ids: Iterable[str]) -> list[wire.TermLink]:
    """The names of these entries of the glossary."""
    terms = library.terms_by_id()
    return [wire.TermLink(id=id, text=Text(terms[id].en, terms[id].ja)) for id in ids]


def _entries(entries: Iterable[Entry]) -> list[wire.ReadingEntry]:
    return [
        wire.ReadingEntry(title=entry.title, text=entry.text, sources=list(entry.sources))
        for entry in entries
    ]


def _example(example: Example) -> wire.ExampleView:
    board = Board(example.sfen)
    handicap = Handicap.from_sfen(example.sfen)
    is_handicap = handicap is not None and handicap.key != "even"
    moves: list[MoveView] = []
    previous: Move | None = None
    for usi in example.moves:
        move = Move.from_usi(usi)
        moves.append(play(board, move, previous, is_handicap).view)
        previous = move
    return wire.ExampleView(
        sfen=example.sfen,
        marks=list(example.marks),
        arrows=list(example.arrows),
        text=example.text,
        moves=moves,
    )


def _last_position(example: Example) -> str:
    board = Board(example.sfen)
    for usi in example.moves:
        board.push_usi(usi)
    return board.sfen()
