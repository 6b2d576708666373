"""The files of a review that can be downloaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from komadai import kifu
from komadai.errors import MissingPackageError
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.records.export import File
from komadai.study import Review
from komadai.study.game_review import page, sheet
from komadai.study.game_review.record import annotated

if TYPE_CHECKING:
    from komadai.outcome import Language


def _kif(game: Game, review: Review, language: Language) -> File:
    return File(kifu.write(annotated(game, review, language), "kif").encode(), "text/plain", "kifu")


def _html(game: Game, review: Review, language: Language) -> File:
    return File(page.html(game, review, language=language).encode(), "text/html", "html")


def _pdf(game: Game, review: Review, language: Language) -> File:
    return File(sheet.pdf(game, review, language=language), "application/pdf", "pdf")


def _json(game: Game, review: Review, language: Language) -> File:
    return File(json.dumps(review.to_json(), ensure_ascii=False).encode(), "application/json", "json")


KINDS: Final[Mapping[str, Callable[[Game, Review, Language], File]]] = {
    "kif": _kif,
    "html": _html,
    "pdf": _pdf,
    "json": _json,
}


def write(game: Game, review: Review, kind: str, language: Language) -> File:
    """A review as a file. Raises ApiError ``invalid`` if this server cannot make it."""
    try:
        return KINDS[kind](game, review, language)
    except MissingPackageError as error:
        raise ApiError("invalid", "kind", why=Text.of_error(error)) from error
