"""Writes what the module for browsers takes from the sources in Python: ``browser_data.py GENERATED OUT``.

GENERATED gets the bytes of the built-in evaluation and the names of pieces as C++ reads them, OUT the data
that a page loads; docs/browser.md lists them. Choices, lists of variants and lessons have the types that a
server sends.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Literal

import msgspec

import komadai
from komadai._core import UsiOptions
from komadai.engine.levels import LEVELS
from komadai.engine.program import OUR_ENGINE, EngineRules
from komadai.engine.usi.search_request import VARIED_NOISE, VARIED_PLIES
from komadai.errors import VariantError
from komadai.furigoma import ON_ITS_SIDE
from komadai.handicap import HANDICAPS
from komadai.impasse import ImpasseRule
from komadai.kifu.formats.kif.endings import summary
from komadai.kifu.tree.ending_words import ending_word
from komadai.kifu.tree.game import Ending
from komadai.message_texts import TEXTS
from komadai.messages.text import Text
from komadai.outcome import CONDITION_TEXTS, Infraction, Outcome, Termination
from komadai.pieces import Color, PieceType
from komadai.play.boards import variant_key
from komadai.play.errors import COMMAND_ERRORS
from komadai.play.state import color_name
from komadai.score import KOMADAI_WIN_RATE
from komadai.server.errors import ApiError
from komadai.server.games import views as games
from komadai.server.lessons import views as lessons
from komadai.server.lessons.store import LessonProgress
from komadai.server.settings import Settings
from komadai.server.variants import views as variants
from komadai.study.game_review import accuracy, explanation, judgement
from komadai.study.game_review.evaluation import LONGEST_LINE, SOLVER_NODES
from komadai.study.game_review.report import CLASS_NAMES
from komadai.study.lessons import chapters
from komadai.tsume.problems import problems
from komadai.variants import NAMES, Variant
from komadai.variants.definition import description
from komadai.variants.evaluation_weights import shipped_weights
from komadai.variants.levels import LEVELS as VARIANT_LEVELS
from komadai.variants.notation.western import abbreviations

Language = Literal["en", "ja"]

WEIGHTS = Path(__file__).resolve().parents[1] / "cpp" / "eval" / "handmade.weights"


def every_variant() -> Iterator[tuple[str, Variant]]:
    """Every variant with each choice of its options that can be played, by its key."""
    for name in NAMES:
        options = Variant.named(name).options
        for values in product(*([value.name for value in option.values] for option in options)):
            chosen = dict(zip((option.name for option in options), values, strict=True))
            try:
                yield variant_key(name, chosen), Variant.named(name, **chosen)
            except VariantError:
                continue  # two of the options exclude each other


def variant_data(key: str, variant: Variant) -> dict[str, object]:
    """The variant as ``VariantRules`` and ``VariantSearch`` take it, with the names of its kinds."""
    weights = shipped_weights(variant.name)
    western = abbreviations(variant)
    return {
        "key": key,
        "defaults": {option.name: option.default for option in variant.options},
        "sfen": variant.sfen,
        "files": variant.files,
        "ranks": variant.ranks,
        "description": description(variant),
        "weights": None if weights is None else list(weights),
        "kinds": {
            kind.id: {
                "name": kind.name,
                "kanji": kind.kanji or kind.name,
                "western": western[kind.id],
                "promotes": kind.promotes_to is not None,
                "burns": kind.burns,
            }
            for kind in variant.kinds
        },
    }


def level_data() -> dict[str, object]:
    """The levels: options of ``go``, and what a page shows of them."""
    return {
        "shogi": [asdict(level) | {"options": level.skill()} for level in LEVELS],
        "variants": [asdict(level) for level in VARIANT_LEVELS],
    }


def in_both(text: Callable[[Language], str]) -> dict[str, str]:
    """A text of the library as the page has it."""
    return {"en": text("en"), "ja": text("ja")}


def handicap_data() -> list[dict[str, object]]:
    """The handicaps, the even game first."""
    return [
        {
            "key": handicap.key,
            "name": in_both(handicap.name),
            "sfen": handicap.sfen,
            "compensation": handicap.compensation,
            "ranks": handicap.ranks,
        }
        for handicap in HANDICAPS
    ]


def impasse_data() -> dict[str, object]:
    """The rules of an impasse by their keys."""
    return {rule.value: in_both(rule.name_in) for rule in ImpasseRule}


def problem_data() -> list[dict[str, object]]:
    """The packaged mate problems, with their solutions."""
    return [
        {
            "id": problem.id,
            "sfen": problem.sfen,
            "moves": [move.usi() for move in problem.moves],
            "difficulty": problem.difficulty.score,
        }
        for problem in problems()
    ]


def text_data() -> dict[str, object]:
    """Texts by code: of errors (``komadai.messages`` fills their braces), infractions and endings."""
    return {
        "errors": {code: {"en": english, "ja": japanese} for code, (english, japanese) in TEXTS.items()},
        "infractions": {each.value: in_both(each.text) for each in Infraction},
        "terminations": {each.value: in_both(each.text) for each in Termination},
        "conditions": {
            key: {"en": english, "ja": japanese} for key, (english, japanese) in CONDITION_TEXTS.items()
        },
        "illegal": {each.value: refusal(ApiError("illegal", why=Text.of(each))) for each in Infraction},
    }


def refusal(error: ApiError) -> dict[str, object]:
    """How a server refuses a call."""
    return {"status": error.status, "text": built(error.text)}


def option_data() -> dict[str, object]:
    """The choices of a new game, as a server sends them."""
    return built(games.options(Settings(data_dir=Path())))


def lesson_data() -> dict[str, dict[str, object]]:
    """The course, and each lesson, as a server sends them to who has done nothing yet."""
    return {
        "course": built(lessons.course({}, [], 0)),
        **{
            f"lessons/{each.id}": built(lessons.lesson(each, LessonProgress(guest_id="", lesson=each.id)))
            for chapter in chapters()
            for each in chapter.lessons
        },
    }


def review_data() -> dict[str, object]:
    """What reviews judge and explain moves by."""
    return {
        "engine": f"Komadai {komadai.__version__}",
        "scale": KOMADAI_WIN_RATE.scale,
        "solver_nodes": SOLVER_NODES,
        "longest_line": LONGEST_LINE,
        "losses": {
            "inaccuracy": judgement.INACCURACY,
            "mistake": judgement.MISTAKE,
            "blunder": judgement.BLUNDER,
        },
        "accuracy": {"rate": accuracy.RATE, "flatness": accuracy.FLATNESS},
        "compensations": {
            each.sfen.rpartition(" ")[0]: each.compensation for each in HANDICAPS if each.key != "even"
        },
        "line_moves": explanation.LINE_MOVES,
        "mate_moves": explanation.MATE_MOVES,
        "classes": {kind: text._asdict() for kind, text in CLASS_NAMES.items()},
        "standings": [[share, text._asdict()] for share, text in explanation.STANDINGS],
        "sentences": {key: text._asdict() for key, text in explanation.SENTENCES.items()},
    }


def built(value: object) -> dict[str, object]:
    """A value of the wire as JSON has it."""
    data: dict[str, object] = msgspec.to_builtins(value)
    return data


def game_data() -> dict[str, object]:
    """What a game in the page needs besides the rules: see web/src/device_games/data.ts."""
    return {
        "impasse": {
            rule.value: {
                "by": "declaration" if rule.has_declaration else "agreement" if rule.has_agreement else None,
                "counts_whole_board": rule.counts_whole_board,
            }
            for rule in ImpasseRule
        },
        "conditions": {key: {"en": en, "ja": ja} for key, (en, ja) in CONDITION_TEXTS.items()},
        "infractions": {each.value: in_both(each.text) for each in Infraction},
        "own_conditions": {key: built(text) for key, text in games.ENTERED.items()},
        "results": result_sentences(),
        "engine_failed": built(games.NO_RESULT["engine_failed"]),
        "refusals": {code: built(text) for code, text in COMMAND_ERRORS.items()},
        "you": built(games.YOU),
        "sides": [built(player.name) for player in games.BOTH],
        "computer": [built(games.computer_name(OUR_ENGINE, level.level)) for level in LEVELS],
        "untimed_ms": EngineRules().untimed_ms,
        "resign_value": UsiOptions([], len(LEVELS), False).number("ResignValue"),
        "pawn_on_its_side": ON_ITS_SIDE,
        "variety": {"plies": VARIED_PLIES, "noise": VARIED_NOISE},
    }


def kif_data() -> dict[str, object]:
    """The words of KIF files: see web/src/device_games/record_file.ts."""
    words: dict[str, list[str]] = {}
    for outcome in outcomes():
        for turn, handicap in product(Color, (False, True)):
            ending = Ending(outcome)
            line = summary(ending, 0, turn, handicap=handicap).replace("0手", "{ply}手")
            key = "/".join([result_key(outcome), color_name(turn), "01"[handicap]])
            words[key] = [ending_word(ending, turn), line]
    return {
        "pieces": {kind.symbol: {"name": kind.japanese, "sign": kind.kanji} for kind in PieceType},
        "handicaps": {handicap.sfen: handicap.japanese for handicap in HANDICAPS},
        "endings": words,
    }


def outcomes() -> Iterator[Outcome]:
    """Every outcome; a failed declaration with ``{failed}`` in place of its conditions."""
    for winner, ending in product((None, *Color), Termination):
        broken = (None, *Infraction) if ending is Termination.ILLEGAL_MOVE else (None,)
        failed = ("{failed}",) if ending is Termination.FAILED_DECLARATION else ()
        for infraction in broken:
            yield Outcome(winner, ending, infraction, failed)


def result_key(outcome: Outcome) -> str:
    """What names an outcome in the data."""
    winner, infraction = outcome.winner, outcome.infraction
    who = "none" if winner is None else color_name(winner)
    return f"{who}/{outcome.termination.value}/{infraction.value if infraction else ''}"


def result_sentences() -> dict[str, dict[str, str]]:
    """The sentences for results, by winner, ending, broken rule and whether the game has a handicap.

    ``{failed}`` stands for the conditions that a declaration did not meet.
    """
    return {
        f"{result_key(outcome)}/{'01'[handicap]}": {
            language: outcome.text(language, handicap=handicap) for language in ("en", "ja")
        }
        for outcome in outcomes()
        for handicap in (False, True)
    }


def piece_names() -> str:
    """The names that texts of moves use, as tables of C++ by piece type and by side."""
    kinds = list(PieceType)
    assert kinds == list(range(1, 15)), "the tables are indexed by the piece types of C++"

    names = {
        "JAPANESE_NAMES": [kind.japanese for kind in kinds],
        "ENGLISH_NAMES": [kind.english for kind in kinds],
        "SYMBOLS": [kind.symbol for kind in kinds],
    }
    sides = [[color.japanese for color in Color], [color.japanese_handicap for color in Color]]
    tables = [f"{name}[] = {{{literals(['', *texts])}}};" for name, texts in names.items()]
    tables.append(f"SIDES[][2] = {{{', '.join(f'{{{literals(two)}}}' for two in sides)}}};")
    return "".join(f"constexpr const char* {table}\n" for table in tables)


def literals(texts: list[str]) -> str:
    """The texts as literals of C++, which have no need of escapes."""
    return ", ".join(f'"{text}"' for text in texts)


def write(path: Path, text: str) -> None:
    """Leaves a file that would not change as it is, so that nothing is compiled again."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def weight_planes() -> bytes:
    """The built-in evaluation as cpp/browser/built_in.cpp reads it: compressed, it is a fifth smaller.

    The low bytes of all numbers, then the high ones, of zigzag codes (0, -1, 1, -2 → 0, 1, 2, 3).
    """
    file = WEIGHTS.read_bytes()
    numbers = array("h", file)
    if sys.byteorder == "big":
        numbers.byteswap()
    codes = array("H", (2 * n if n >= 0 else -2 * n - 1 for n in numbers))
    return bytes(code & 255 for code in codes) + bytes(code >> 8 for code in codes)


def file_name(key: str) -> str:
    """The name of a variant's file, without signs that file systems forbid."""
    return key.replace(":", "+")


def main(generated: Path, out: Path) -> None:
    write(generated / "handmade_weights.inc", ",".join(map(str, weight_planes())) + "\n")
    write(generated / "piece_names.inc", piece_names())
    data = {
        "levels": level_data(),
        "handicaps": handicap_data(),
        "impasse_rules": impasse_data(),
        "options": option_data(),
        "problems": problem_data(),
        "review": review_data(),
        "texts": text_data(),
        **lesson_data(),
        "variants": built(variants.listed()),
        "games": game_data(),
        "kif": kif_data(),
        **{f"variants/{file_name(key)}": variant_data(key, each) for key, each in every_variant()},
        **{f"variant_views/{name}": built(variants.view(Variant.named(name))) for name in NAMES},
    }
    for name, value in data.items():
        write(out / f"{name}.json", json.dumps(value, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
