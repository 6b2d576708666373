"""Converts variants to wire types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec

import msgspec

from komadai.diagram import characters
from komadai.messages.text import Text
from komadai.server.variants import wire
from komadai.server.variants.hints import LARGEST
from komadai.server.variants.rule_texts import rules_of
from komadai.server.variants.solved import solvable
from komadai.variants import NAMES, Option, PieceKind, Variant
from komadai.variants.definition import description
from komadai.variants.pictures import animals
from komadai.variants.pictures.board import hand_of, pieces_of
from komadai.variants.pictures.move_marks import MoveMark, face_path, move_marks


@lru_cache(1)
def listed() -> wire.VariantList:
    """All variants that come with the library, in the order of the gallery."""
    return wire.VariantList([summary(Variant.named(name)) for name in NAMES])


def summary(variant: Variant) -> wire.VariantSummary:
    """A variant in the list."""
    counts = _counts(variant)
    return wire.VariantSummary(
        name=variant.name,
        names=_names(variant),
        files=variant.files,
        ranks=variant.ranks,
        pieces=counts.total(),
        kinds=len(counts),
        drops=variant.rules.drops,
        summary=_text(variant.summary),
        statistics=statistics().get(variant.name),
    )


@lru_cache(1)
def statistics() -> dict[str, wire.VariantStatistics]:
    """How games go, by the names of the variants that were measured."""
    file = files("komadai.variants").joinpath("statistics.json")
    if not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, wire.VariantStatistics])


@lru_cache(32)
def view(variant: Variant) -> wire.VariantView:
    """All that the page shows of a variant."""
    counts = _counts(variant)
    in_hand = _in_hand(variant)
    held = [kind.id for kind in variant.kinds if kind.id in in_hand.values()]
    return wire.VariantView(
        name=variant.name,
        names=_names(variant),
        files=variant.files,
        ranks=variant.ranks,
        zone=variant.zone,
        drops=variant.rules.drops,
        hand=held,
        sfen=variant.sfen,
        solvable=solvable(variant),
        printable=find_spec("typst") is not None,
        hints=variant.files * variant.ranks <= LARGEST,
        statistics=statistics().get(variant.name) if variant.chosen == _defaults(variant) else None,
        summary=_text(variant.summary),
        history=_text(variant.history),
        rules=rules_of(variant),
        pieces=[_piece(variant, kind, counts[kind.id], in_hand[kind.id]) for kind in variant.kinds],
        options=[_option(option, dict(variant.chosen)[option.name]) for option in variant.options],
        conflicts=[
            wire.VariantConflictView(_both(each.about, each.about_ja), _both(each.choice, each.choice_ja))
            for each in variant.conflicts
        ],
        sources=list(variant.sources),
        drawn=animals.drawn(variant),
        glyphs=_glyphs(variant),
        places=_places(),
    )


def _names(variant: Variant) -> wire.VariantNames:
    names = variant.names
    return wire.VariantNames(names["en"], names.get("ja", names["en"]), names.get("romaji", ""))


def _text(texts: Mapping[str, str]) -> Text:
    english = texts.get("en", "")
    return Text(english, texts.get("ja", english))


def _counts(variant: Variant) -> Counter[str]:
    """How many pieces of each kind Black has at the start, on the board and in hand."""
    counts = Counter(piece.id for piece in pieces_of(variant.sfen, variant.files) if not piece.white)
    counts.update(hand_of(variant.sfen))
    return counts


def _in_hand(variant: Variant) -> dict[str, str | None]:
    kinds = description(variant)["kinds"]
    assert isinstance(kinds, list)
    ids = [kind["id"] for kind in kinds]
    return {kind["id"]: None if kind["hand"] < 0 else ids[kind["hand"]] for kind in kinds}


def _piece(variant: Variant, kind: PieceKind, count: int, in_hand: str | None) -> wire.PieceKindView:
    return wire.PieceKindView(
        id=kind.id,
        name=Text(kind.name, kind.kanji or kind.name),
        romaji=kind.romaji,
        kanji=kind.kanji,
        face=kind.face,
        betza=kind.betza,
        promotes_to=kind.promotes_to,
        in_hand=in_hand,
        royal=kind.royal,
        value=kind.value or None,
        count=count,
        marks=[_mark(mark) for mark in move_marks(kind.paths)],
        moves=face_path(kind.paths),
        picture=animals.pictures(variant).get(kind.id, ""),
        note=_both(kind.note, kind.note_ja),
    )


def _mark(mark: MoveMark) -> wire.MoveMarkView:
    return wire.MoveMarkView(mark.kind, mark.dx, mark.dy, mark.max, mark.only, list(mark.then))


def _option(option: Option, chosen: str) -> wire.VariantOptionView:
    return wire.VariantOptionView(
        name=option.name,
        about=_both(option.about or option.name, option.about_ja),
        default=option.default,
        chosen=chosen,
        values=[
            wire.VariantOptionValueView(
                value.name,
                _both(value.label or value.name, value.label_ja),
                _both(value.who, value.who_ja),
            )
            for value in option.values
        ],
    )


def _both(english: str, japanese: str) -> Text:
    """The text; in English only, if the definition has no other."""
    return Text(english, japanese or english)


def _defaults(variant: Variant) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((option.name, option.default) for option in variant.options))


def _glyphs(variant: Variant) -> list[wire.Glyph]:
    shown: set[str] = set()
    for kind in variant.kinds:
        shown.update(kind.kanji, kind.face, kind.id.removeprefix("+"))
    outlines = characters.outlines()
    return [wire.Glyph(each, outlines[each]) for each in sorted(shown) if each in outlines]


def _places() -> wire.PlacesView:
    return wire.PlacesView(
        **{
            style: [[wire.PlaceView(*place) for place in places] for places in lists]
            for style, lists in characters.PLACES.items()
        }
    )
