"""Profiles: an account, its ratings with ranks and its rating graph, as wire types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from komadai.messages.text import Text
from komadai.play.boards import SHOGI
from komadai.ratings.ranks import AMATEUR, UNSETTLED, Rank, professional
from komadai.ratings.speeds import Speed
from komadai.server.people import wire as people_wire
from komadai.server.people.social.social import Relation
from komadai.server.people.store import Account
from komadai.server.ratings.service import current
from komadai.server.ratings.store import RatingRow

DELETED: Final = Text("deleted", "退会した人")
GUEST: Final = Text("Guest", "ゲスト")


def display_name(account: Account | None) -> Text:
    """The name of a person as others see it; None: a guest."""
    if account is None:
        return GUEST
    return DELETED if account.deleted_ms is not None else Text(account.display_name, account.display_name)


def person_name(account: Account | None, rank: Text | None = None) -> people_wire.PersonName:
    """A person in a list."""
    name = account.name if account is not None and account.deleted_ms is None else None
    return people_wire.PersonName(name=name, display=display_name(account), rank=rank)


def rank_text(row: RatingRow, now_ms: int) -> Text:
    """The rank of a rating, or "?" while it is not settled."""
    rating = current(row, now_ms)
    rank = AMATEUR.settled_rank(rating.rating, rating.deviation)
    return Text(UNSETTLED, UNSETTLED) if rank is None else Text(rank.english, rank.japanese)


def professional_text(rank: Rank) -> Text | None:
    """The professional rank that equals this one, by both opinions; None below the professional scale."""
    by_school, by_strength = professional(rank), professional(rank, "hare")
    if by_school is None or by_strength is None:
        return None
    return Text(
        f"{by_school.english} or {by_strength.english}", f"{by_school.japanese}または{by_strength.japanese}"
    )


def rating_view(row: RatingRow, now_ms: int) -> people_wire.RatingView:
    """A rating as others see it."""
    rating = current(row, now_ms)
    rank = AMATEUR.settled_rank(rating.rating, rating.deviation) if row.variant == SHOGI else None
    return people_wire.RatingView(
        variant=row.variant,
        speed=cast("Speed", row.speed),
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=row.games,
        rank=rank_text(row, now_ms),
        professional=None if rank is None else professional_text(rank),
    )


def profile(
    account: Account,
    ratings: Sequence[RatingRow],
    relations: set[Relation],
    *,
    yours: bool,
    now_ms: int,
) -> people_wire.ProfileView:
    """An account as others see it."""
    return people_wire.ProfileView(
        name=account.name,
        display_name=account.display_name,
        about=account.about,
        kind=account.kind,
        role=account.role,
        created_ms=account.created_ms,
        closed=account.is_banned(now_ms),
        bot=account.bot,
        ratings=[rating_view(row, now_ms) for row in ratings],
        yours=yours,
        follows="follow" in relations,
        blocks="block" in relations,
    )
