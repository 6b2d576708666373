"""The HTTP call for the names in a line of a record; see docs/wire.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai import study
from komadai.kifu import Game
from komadai.play.texts import Text
from komadai.server.games import fair_play
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.positions import move_input
from komadai.server.records.positions import board_of
from komadai.server.server_clock import ServerClock
from komadai.server.study import names_wire as wire
from komadai.server.study import proverb_views
from komadai.study.reading import term_of, terms_by_id

if TYPE_CHECKING:
    from komadai.study.naming.rules import Kind


@post("/api/names", status_code=200, body=wire.NamesRequest, answers=wire.NamesAnswer)
async def names(
    request: AnyRequest, clock: NamedDependency[ServerClock], quotas: NamedDependency[RequestQuotas]
) -> Response[bytes]:
    """The names of openings, castles and attacks in a line of moves, and the proverbs that fit.

    Who plays against a person gets no proverbs, nor does a line through a protected position.
    """
    quotas.call(guest_of(request), clock.now_ms())
    ask = await body_of(request, wire.NamesRequest)
    helps = not await fair_play.plays_a_person(request) and not await fair_play.is_protected(request, ask)
    return answer(names_in(ask, proverbs=helps))


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


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (names,)
