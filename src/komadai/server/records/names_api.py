"""The HTTP call for the names in a line of a record; see docs/wire.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, cast, runtime_checkable

from litestar import post
from litestar.params import JSONBody

from komadai import study
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest
from komadai.server.positions import move_input
from komadai.server.records import names_wire as wire
from komadai.server.records import proverb_views
from komadai.server.records.positions import board_of
from komadai.study.library import term_of, terms_by_id

if TYPE_CHECKING:
    from komadai.study.naming.rules import Kind


@runtime_checkable
class HelpRules(Protocol):
    """The part of `games.fair_play.FairPlay` that is needed here."""

    async def plays_a_person(self, request: AnyRequest) -> bool:
        """Whether the sender is in a running live game of two persons."""

    async def is_protected(self, request: AnyRequest, message: object) -> bool:
        """Whether the message is about a position of a running game of the sender."""


class NameCalls(Calls):
    """The names in a line of moves."""

    path = "/api/names"
    fair_play: HelpRules

    @post("/", status_code=200)
    async def names(self, request: AnyRequest, data: JSONBody[wire.NamesRequest]) -> wire.NamesAnswer:
        """The names of openings, castles and attacks in a line of moves, and the proverbs that fit.

        Who plays against a person gets no proverbs, nor does a line through a protected position. At most
        1,000 moves. A move has one proverb at most, with the squares and arrows that show why.
        """
        helps = not await self.fair_play.plays_a_person(request) and not await self.fair_play.is_protected(
            request, data
        )
        return names_in(data, proverbs=helps)


def names_in(ask: wire.NamesRequest, *, proverbs: bool = True) -> wire.NamesAnswer:
    """The answer to the request, with proverbs or without. Raises ApiError."""
    game = Game()
    game.sfen = board_of(ask.start_sfen, "start_sfen").sfen()
    game.extend(map(move_input.from_usi, ask.moves))
    phases = study.phases(game)
    return wire.NamesAnswer(
        names=[_view(name) for name in study.names(game, proverbs=False)],
        proverbs=[proverb_views.proverb(each) for each in study.proverbs_in(game)] if proverbs else [],
        middle_game=phases.middle_game,
        endgame=phases.endgame,
    )


def _view(name: study.Name) -> wire.NameView:
    kind = cast("Kind", name.kind)
    return wire.NameView(
        ply=name.ply,
        side=name.side,
        kind=kind,
        id=name.id,
        is_pairing=name.is_pairing,
        text=Text(name.en, name.ja),
        term=term if (term := term_of(kind, name.id)) in terms_by_id() else None,
        until=name.until,
    )


CALLS: Final = (NameCalls,)
