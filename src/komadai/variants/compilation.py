"""A variant as the native engine takes it."""

from __future__ import annotations

from functools import lru_cache
from weakref import WeakValueDictionary

from komadai._core import VariantMove
from komadai._core import VariantRules as NativeRules
from komadai.variants.variant import PieceKind, Variant


def description(variant: Variant) -> dict[str, object]:
    """The rules as plain values. Kinds are named by their index, no kind by -1."""
    rules = variant.rules
    index = {kind.id: i for i, kind in enumerate(variant.kinds)}
    # Where several kinds promote to one, the captor gets the one of the same letters: S for +S.
    unpromoted = {kind.promotes_to: kind.id for kind in variant.kinds if kind.promotes_to}
    unpromoted |= {f"+{kind.id}": kind.id for kind in variant.kinds if kind.promotes_to == f"+{kind.id}"}

    def in_hand(kind: PieceKind) -> int:
        if kind.royal or not rules.drops:
            return -1
        return index[kind.hand or (unpromoted.get(kind.id, kind.id) if kind.promoted else kind.id)]

    return {
        "name": variant.name,
        "files": variant.files,
        "ranks": variant.ranks,
        "zone": variant.zone,
        "sfen": variant.sfen,
        "promotion": rules.promotion,
        "promotion_forced": rules.promotion_forced,
        "drops": rules.drops,
        "drop_faces": rules.drop_faces,
        "drop_stuck": rules.drop_stuck,
        "check": rules.check,
        "no_moves": rules.no_moves,
        "try": rules.try_rule,
        "bare_king": rules.bare_king,
        "check_wins": rules.check_wins,
        "repetition_count": rules.repetition.count,
        "repetition_result": rules.repetition.result,
        "perpetual_check": rules.repetition.perpetual_check,
        "lion": rules.lion,
        "kinds": [
            {
                "id": kind.id,
                "alias": kind.alias,
                "paths": [[(leg.dx, leg.dy, leg.max, int(leg.mode)) for leg in path] for path in kind.paths],
                "promotes_to": index[kind.promotes_to] if kind.promotes_to else -1,
                "hand": in_hand(kind),
                "royal": kind.royal,
                "jump_rank": kind.jump_rank,
                "burns": kind.burns,
                "contagious": index[kind.contagious] if kind.contagious else -1,
                "lion": kind.lion,
                "tsukegui": kind.tsukegui,
                "may_pass": kind.may_pass,
                "max_per_file": kind.max_per_file,
                "drop_mate": kind.drop_mate,
                "zone": -1 if kind.zone is None else kind.zone,
                "promotes_by": kind.promotes_by or "",
                "promotion_forced": kind.promotion_forced or "",
                "value": kind.value,
            }
            for kind in variant.kinds
        ],
    }


@lru_cache(maxsize=64)
def native_rules(variant: Variant) -> NativeRules:
    """The compiled rules; those of equal variants can be used together. Raises ValueError."""
    rules = NativeRules(description(variant))
    _VARIANTS[rules.identity] = variant
    return rules


_VARIANTS: WeakValueDictionary[int, Variant] = WeakValueDictionary()
"""The variants whose rules are in use, by the identity of the rules."""


def variant_of(move: VariantMove) -> Variant:
    """The variant whose move this is."""
    return _VARIANTS[move.rules_identity]
