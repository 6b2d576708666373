"""Options that several kinds of events have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from komadai.cli.shared.language import localized


class ScaleName(StrEnum):
    """The tables of ranks."""

    AMATEUR = "amateur"
    FESA = "fesa"


VariantOption = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="NAME",
        help=localized(
            "The variant that is played, such as minishogi or tori.",
            "対局する将棋の種類（minishogi、tori など）。",
        ),
    ),
]
BoardsOption = Annotated[
    int,
    typer.Option(
        "--teams",
        min=0,
        max=20,
        metavar="BOARDS",
        help=localized("Teams play, on this number of boards.", "団体戦にする。1チームの出場人数。"),
    ),
]
ReachOption = Annotated[
    int,
    typer.Option(
        "--reach",
        min=1,
        max=20,
        metavar="PLACES",
        help=localized(
            "Of a ladder: how many places above can be challenged.", "ラダー戦で挑戦できる順位の差。"
        ),
    ),
]
AnswerDaysOption = Annotated[
    int,
    typer.Option(
        "--answer-days",
        min=1,
        max=60,
        metavar="DAYS",
        help=localized(
            "Of a ladder: the days to answer a challenge.", "ラダー戦で挑戦に返事をする期限（日数）。"
        ),
    ),
]
IdleDaysOption = Annotated[
    int,
    typer.Option(
        "--idle-days",
        min=0,
        max=365,
        metavar="DAYS",
        help=localized(
            "Of a ladder: who is idle for so many days slides down a place; 0: nobody.",
            "ラダー戦で、対局しないと順位が一つ下がる日数。0は下がらない。",
        ),
    ),
]
ScaleOption = Annotated[
    ScaleName,
    typer.Option(
        "--scale",
        help=localized(
            "Whose table gives a rank to players with only a rating: amateur, or fesa (European federation).",
            "レーティングから段級位を決める表：amateur、または fesa（欧州将棋連盟）。",
        ),
    ),
]


def checked_variant(key: str) -> str:
    """The key of a variant. Raises VariantError for one that there is not."""
    if key != "shogi":
        from komadai.play.boards import variant_of

        variant_of(key)
    return key
