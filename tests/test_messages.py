"""Every error and warning has a code, and from it a text in English and one in Japanese."""

from __future__ import annotations

import ast
import errno
import os
import pickle
import random
import re
import string
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import komadai.book
from komadai import (
    BLACK,
    Board,
    Clock,
    Handicap,
    Move,
    PieceType,
    TimeControl,
    errors,
    kifu,
    message_texts,
    notation,
    variants,
)
from komadai.errors import KomadaiError, NotationError, RecordError, SfenError
from komadai.match.engine_spec import read_program
from komadai.message_texts import ACTIONS, TEXTS, WORDS
from komadai.messages import Message, os_error_message
from komadai.variants.notation import western
from tests.both_languages import english_and_japanese, within
from tests.kifu.trees import random_tree

SOURCE = Path(errors.__file__).parent
CORE = Path(__file__).parents[1] / "cpp"


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", TEXTS)
def test_both_languages_say_the_same_with_the_same_parameters(code: str) -> None:
    english, japanese = TEXTS[code]
    assert english
    assert japanese
    assert parameters(english) == parameters(japanese)
    if code not in ("other", "sfen-field", "jkf-at"):
        assert not japanese.isascii()


def test_every_action_and_word_is_there_in_both_languages() -> None:
    for english, japanese in [
        *ACTIONS.values(),
        *(pair for words in WORDS.values() for pair in words.values()),
    ]:
        assert english.isascii() or "一" in english
        assert not japanese.isascii()


def literals() -> set[str]:
    """All string literals of the package that may be codes, and those of the readers of positions in C++."""
    found = set()
    for name in ("rules/sfen.cpp", "rules/position_text.cpp"):
        found |= set(re.findall(r'"((?:sfen|position)-[a-z-]+)"', (CORE / name).read_text()))
    for path in (CORE / "variants").rglob("*.cpp"):
        found |= set(re.findall(r'"((?:sfen|variant|solve)-[a-z-]+)"', path.read_text()))
    for path in (CORE / "bindings").glob("*.cpp"):
        found |= set(re.findall(r'"(move-[a-z-]+)"', path.read_text()))
    found |= set(
        re.findall(r'case NotAProblem::\w+: return "([\w-]+)"', (CORE / "mate/solver.cpp").read_text())
    )
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "message_texts":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                first = node.args[0]
                assert not isinstance(first, ast.Constant) or first.value in TEXTS, (path, first.lineno)
    return found


def test_no_code_or_action_is_unused() -> None:
    used = literals()
    counted = {f"loss-{kind}" for kind in kifu.losses.__globals__["_KINDS"]}
    assert set(TEXTS) - used - counted == set()
    assert set(ACTIONS) - used == set()


# -- records

HEAD = "手合割：平手\n手数----指手---------消費時間--\n"
MOVES = "1 ７六歩(77)\n2 ３四歩(33)\n"
CSA = "PI\n+\n"
DIAGRAM = (
    "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n"
    "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
)
RECORDS: dict[str, list[tuple[str, str | bytes]]] = {
    "move-illegal": [("usi", "startpos moves 7g7f 7g7f"), ("kif", HEAD + "1 ２五歩(27)\n")],
    "move-resulting-piece": [("kif", HEAD + MOVES + "3 ２二馬(88)\n")],
    "move-other-piece": [("kif", HEAD + "1 ７六金(77)\n")],
    "move-piece-expected": [("csa", CSA + "+7776KI\n")],
    "move-no-such": [("csa", CSA + "+7777FU\n"), ("bonanza", "7776FU3334FU2726XX")],
    "move-no-such-because": [("ki2", "先手：a\n▲５八金\n")],
    "move-not-usi": [("usi", "startpos moves 7g7f xyz")],
    "move-expected": [("csa", CSA + "+7776XX\n"), ("ki2", "▲７六歩　なにか\n")],
    "move-without-previous-square": [("kif", HEAD + "1 同　歩(77)\n")],
    "move-without-origin": [("kif", HEAD + "1 ７六歩\n2 ３四歩(33)\n")],
    "move-after-unplayable": [("csa", CSA + "+5544FU\n-3334FU\n")],
    "move-number": [("kif", HEAD + "1 ７六歩(77)\n9 ３四歩(33)\n")],
    "move-number-goes-back": [("kif", HEAD + MOVES + "3 ２六歩(27)\n1 ２六歩(27)\n")],
    "move-after-ending": [("kif", HEAD + MOVES + "3 投了\n3 ２六歩(27)\n")],
    "move-missing": [("western-text", "a vs b\n\n▲P-76\t□P-34\n...\t□P-44\n")],
    "move-promotion-unclear": [("psn", "1. P-7f P-3d 2. Bx2b\n")],
    "move-cannot-follow": [("usi", "startpos moves 7g7f resign 3c3d")],
    "nothing-can-follow": [("western-text", "a vs b\n\n▲P-76\t□P-34\n▲Resigns\t□P-44\n")],
    "moves-expected": [("usi", "startpos 7g7f"), ("bonanza", "a\nb\n7776FU3334FU")],
    "side-to-move": [("ki2", "▲７六歩▲３四歩\n")],
    "side-to-move-sign": [("csa", CSA + "-7776FU\n")],
    "variation-before-moves": [("kif", HEAD + "変化：1手\n" + MOVES)],
    "variation-without-place": [("kif", HEAD + MOVES + "変化：9手\n9 ７八金(69)\n")],
    "variation-part-without-place": [("kif", HEAD + MOVES + "変化：9手\n9 ７八金(69)\n")],
    "variation-replaces-nothing": [("kif", HEAD + MOVES + "変化：3手\n3 ７八金(69)\n")],
    "variation-only-ends": [("kif", HEAD + MOVES + "3 投了\n変化：2手\n2 投了\n")],
    "variation-not-closed": [("psn", "1. P-7f P-3d (1... P-8d")],
    "variation-not-open": [("psn", "1. P-7f P-3d )")],
    "variation-no-move-to-replace": [("psn", '[Sente "a"]\n(1. P-7f) 1. P-2f')],
    "branch-empty": [("usen", "~0.7ku2jm.r~1..")],
    "branch-no-such-ply": [("usen", "~0.7ku2jm.r~9.2jm.")],
    "line-length": [("kif", HEAD + MOVES + "3 投了\nまで9手で後手の勝ち\n")],
    "game-length": [("bonanza", "1 2003/09/08 a b 2 9 e o\n7776FU3334FU")],
    "game-already-ended": [("csa", CSA + "+7776FU\n%TORYO\n-3334FU\n")],
    "line-already-ended": [("psn", "1. P-7f P-3d Resigns P-2f")],
    "ending-twice": [("kif", HEAD + MOVES + "3 投了\n4 中断\n")],
    "ending-not-understood": [("kif", HEAD + MOVES + "まで2手でなにか\n")],
    "ending-unknown": [("csa", CSA + "+7776FU\n%WOW\n")],
    "ending-or-move-expected": [("kif", HEAD + "1 ７六歩(77)\n2 なにか\n")],
    "ending-expected": [("psn", "1. P-7f P-3d Sente P-2f")],
    "ending-not-expected": [("jkf", '{"header":{},"moves":[{},{"special":"TORYO"},{"special":"CHUDAN"}]}')],
    "ending-other-winner": [("kif", HEAD + MOVES + "3 投了\nまで2手で先手の勝ち\n")],
    "ending-contradicted": [("kif", HEAD + MOVES + "3 投了\nまで2手で千日手\n")],
    "result-contradicts-ending": [("psn", '[Result "1-0"]\n1. P-7f P-3d Resigns\n')],
    "time-format": [("kif", HEAD + "1 ７六歩(77) (0:1.2.3/)\n")],
    "time-csa": [("csa", CSA + "+7776FU\nTx\n")],
    "time-without-move": [("csa", CSA + "T5\n+7776FU\n")],
    "time-without-brackets": [("psn", "1. P-7f 0:12 P-3d")],
    "text-after-time": [("kif", HEAD + "1 ７六歩(77) (0:12/00:00:12) なにか\n")],
    "mark-without-move": [("psn", '[Sente "a"]\n$1 1. P-7f')],
    "comment-without-game": [("csa", CSA + "+7776FU\n/\n'*after\n")],
    "comment-without-move": [("usen", "https://x.org/?u=~0.7ku2jm.r&c9=a")],
    "header-twice": [("kif", "先手：a\n先手：b\n" + HEAD + MOVES)],
    "header-or-move-expected": [("kif", "なにか\n" + HEAD + MOVES)],
    "header-or-move-missing": [("psn", "hello\n1. P-7f P-3d")],
    "move-or-comment-expected": [("kif", HEAD + MOVES + "なにか\n")],
    "handicap-unknown": [("kif", "手合割：十二枚落ち\n" + MOVES)],
    "handicap-missing": [("western-text", "a vs b\n\n□P-34\t▲P-76\n")],
    "handicap-lance": [("kif", "手合割：三枚落ち\n" + MOVES)],
    "handicap-silver": [("kif", "手合割：七枚落ち\n" + MOVES)],
    "filler-lines": [("kif", HEAD + "a\n" * 40 + MOVES)],
    "start-against-rules": [("usi", "sfen 4k4/9/4P4/9/4P4/9/9/9/4K4 w - 1")],
    "start-unreadable": [("usi", "startpos\nsfen 4k4/9 w - 1"), ("psn", '[SFEN "x y z"]\n1. P-7f')],
    "diagram-unreadable": [("kif", DIAGRAM + MOVES)],
    "diagram-ranks": [("kif", DIAGRAM + MOVES)],
    "diagram-piece": [("kif", "|v香x|一\n" + DIAGRAM + MOVES)],
    "diagram-squares": [("kif", "|v香|一\n" + DIAGRAM + MOVES)],
    "diagram-hand": [("kif", "先手の持駒：なにか\n" + DIAGRAM + MOVES)],
    "start-expected": [("csa", "+\n+7776FU\n")],
    "start-or-sfen-expected": [("usi", "7g7f 3c3d")],
    "csa-first-side": [("csa", "PI\n%TORYO\n")],
    "csa-first-side-before-moves": [("csa", "PI\n+7776FU\n")],
    "csa-statement": [("csa", CSA + "hello\n")],
    "csa-header": [("csa", "V2.2\nNx\n" + CSA)],
    "csa-version": [("csa", "V9\n" + CSA)],
    "csa-spaces": [("csa", CSA + " +7776FU\n")],
    "csa-capitals": [("csa", CSA + "+7776fu\n")],
    "csa-position": [("csa", "PI\nPX\n+\n")],
    "csa-no-such-piece": [("csa", "PI55FU\n+\n")],
    "csa-piece": [("csa", "P1-XX\n+\n")],
    "csa-rank": [("csa", "P1-KY\n+\n")],
    "csa-piece-and-square": [("csa", "P+00OU\n+\n")],
    "csa-square-and-piece": [("csa", "P+xxxx\n+\n")],
    "csa-hand": [("csa", "P+00HI00HI00HI\n+\n")],
    "usen-expected": [("usen", "~0.7ku2jm.r\nhello")],
    "usen-move-length": [("usen", "~0.7ku2j.r")],
    "usen-section": [("usen", "~0.7ku2jm.r~!!")],
    "usen-after-ending": [("usen", "~0.7ku2jm.r7ku")],
    "illegal-move-expected": [("usen", "~0.7ku2jm.i7")],
    "illegal-move-unplayable": [("usen", "~0.7ku2jm.i7ku")],
    "link-part": [("usen", "https://x.org/?u=~0.7ku2jm.r&zz=1")],
    "jkf-at": [("jkf", '{"x":1,"header":{},"moves":[{}]}')],
    "undecodable": [("kif", (HEAD + MOVES).encode() + b"*\x81\xff\n")],
    "nul-characters": [("kif", HEAD + MOVES + "*\0\n")],
}
MOVE = '"from":{"x":7,"y":7},"to":{"x":7,"y":6}'
JKF: dict[str, str] = {
    "jkf-unknown": '{"x":1,"header":{},"moves":[{}]}',
    "jkf-first-entry": f'{{"header":{{}},"moves":[{{"move":{{{MOVE},"piece":"FU"}}}}]}}',
    "jkf-object": '{"header":[],"moves":[{}]}',
    "jkf-objects": '{"header":{},"moves":[{},1,2,3]}',
    "jkf-list": '{"header":{},"moves":[{},{"forks":1}]}',
    "jkf-moves": '{"header":{},"moves":[{},{"forks":[1]}]}',
    "jkf-text": '{"header":{"a":1},"moves":[{}]}',
    "jkf-texts": '{"header":{},"moves":[{"comments":[1]}]}',
    "jkf-clock": '{"header":{},"moves":[{},{"time":{"now":1}}]}',
    "jkf-square": '{"header":{},"initial":{"preset":"OTHER","data":{}},"moves":[{}]}',
    "jkf-hand": '{"header":{},"initial":{"preset":"OTHER","data":{"hands":[{"XX":1},{}]}},"moves":[{}]}',
    "jkf-preset": '{"header":{},"initial":{"preset":"X","data":{}},"moves":[{}]}',
    "jkf-initial": '{"header":{},"initial":{"preset":"X"},"moves":[{}]}',
    "jkf-piece-and-target": '{"header":{},"moves":[{},{"move":{}}]}',
    "jkf-origin": '{"header":{},"moves":[{},{"move":{"from":1,"to":{"x":7,"y":6},"piece":"FU"}}]}',
    "jkf-relative": ('{"header":{},"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"FU","relative":"Z"}}]}'),
    "jkf-piece-there": f'{{"header":{{}},"moves":[{{}},{{"move":{{{MOVE},"piece":"KI"}}}}]}}',
}
ERRORS: dict[str, list[tuple[str | None, str | bytes]]] = {
    "record-unknown-format": [(None, "hello"), (None, "")],
    "record-empty": [("kif", "\n\n")],
    "record-no-game": [("csa", "'x\n")],
    "record-of-variant": [
        ("kif", "手合割：中将棋\n" + MOVES),
        ("usi", "variant chu position sfen 9/9 b - 1 moves 6i6h"),
    ],
    "record-of-unknown-variant": [
        ("kif", "手合割：安南将棋\n" + MOVES),
        ("usi", "variant annan startpos moves 7g7f"),
        ("western-text", "Variant: annan\n\n1. P-7f\n"),
        ("psn", '[Variant "annan"]\n\n1. P-7f\n'),
    ],
    "record-names-no-variant": [("western-text", "1. P-6h P-7e\n\nVariant: chu\n")],
    "record-no-game-expected": [("usi", "hello"), ("psn", "hello"), ("usen", "hello"), ("bonanza", "hello")],
    "json-invalid": [("jkf", "{")],
    "jkf-record": [("jkf", "{}")],
    "record-binary": [(None, random.Random(seed).randbytes(1 << seed)) for seed in range(8, 17)],
    "record-binary-kind": [(None, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))],
    "record-is-path": [(None, "game.kif"), ("kif", "/home/me/対局.kif"), (None, "C:\\game.CSA")],
}


@pytest.mark.parametrize("code", RECORDS)
def test_a_record_that_deviates_gets_this_warning(code: str) -> None:
    for format, text in RECORDS[code]:
        warnings = [each for game in kifu.read_all(text, format) for each in game.warnings]
        report = kifu.Report()
        list(kifu.parse(text, kifu.GameBuilder(), format, report=report))
        for warning in report.deviations:
            english_and_japanese(warning.message)
            assert (warning.code, warning.params) == (warning.message.code, warning.message.params)
        codes = set().union(*(within(each.message) for each in [*warnings, *report.deviations]))
        assert code in codes, (text, sorted(codes))


@pytest.mark.parametrize("code", JKF)
def test_a_jkf_record_that_deviates_gets_this_warning(code: str) -> None:
    game = kifu.read(JKF[code], "jkf")
    for warning in game.warnings:
        english_and_japanese(warning.message)
    assert code in set().union(*(within(each.message) for each in game.warnings))


@pytest.mark.parametrize("code", ERRORS)
def test_what_is_no_record_raises_this_error(code: str) -> None:
    for format, text in ERRORS[code]:
        with pytest.raises(RecordError) as caught:
            kifu.read(text, format)
        english_and_japanese(caught.value.message)
        assert caught.value.message.code == code


def test_most_codes_of_records_are_really_produced_here() -> None:
    produced = {*RECORDS, *JKF, *ERRORS}
    archives = {code for code in message_texts.records.RECORDS if code.startswith("archive-")}
    not_here = set(message_texts.records.RECORDS) - produced - archives
    # The rest needs files of hundreds of megabytes, or cannot be made on purpose.
    assert not_here <= {
        "record-source-type", "record-too-large", "record-format-too-large", "record-line-too-long",
        "json-too-deep", "not-encodable", "pieces-unreadable", "usen-move-same-square", "usen-move-drop",
        "diagram-line", "diagram-too-many-ranks", "variant-options", "jkf-no-move-to-replace",
        *(code for code in TEXTS if code.startswith("move-")),
    }  # fmt: skip


def test_a_text_that_is_no_move_of_a_variant() -> None:
    with pytest.raises(NotationError) as caught:
        western.read(variants.Board("chu"), "P-6a")
    assert caught.value.message.code == "move-no-legal"
    english_and_japanese(caught.value.message)


MOVE_ERRORS = {
    "move-too-long": "x" * 1000,
    "move-unreadable": "hello",
    "move-ambiguous": "金58",
    "move-without-previous": "同歩",
    "move-other-side": "△７六歩",
    "move-no-drop": "55と打",
    "move-none": "銀55",
    "move-illegal": "7g7e",
}


@pytest.mark.parametrize("code", MOVE_ERRORS)
def test_a_text_that_is_no_move_here(code: str) -> None:
    with pytest.raises(KomadaiError) as caught:
        notation.read(Board(), MOVE_ERRORS[code])
    english_and_japanese(caught.value.message)
    assert caught.value.message.code in (code, "move-illegal")


# -- moves, handicaps and times given to the library

CLOCK = Clock.new(TimeControl(60_000))
STARTED = CLOCK.start(BLACK, 0)
ARGUMENTS: dict[str, list[Callable[[], object]]] = {
    "move-usi-expected": [
        lambda: Move.from_usi("7g7z"),
        lambda: Board().push_usi("Ｇ7"),
        lambda: Board().legal_moves.index("76fu"),
    ],
    "move-value-unknown": [
        lambda: Move.from_int(0),
        lambda: Move.from_int(1 << 100),
        lambda: Move.from_psv(-1),
        lambda: Move.from_csa16(1 << 15),
    ],
    "move-same-square": [lambda: Move.normal("7g", "7g")],
    "move-drop-of": [lambda: Move.dropping(PieceType.KING, "5e")],
    "handicap-expected": [lambda: Handicap.named("eleven-piece"), lambda: Board.handicap("x")],
    "engine-unknown": [lambda: read_program("no-such-engine")],
    "book-expected": [lambda: komadai.book.detect(__file__)],
    "clock-text-expected": [lambda: TimeControl.parse("soon")],
    "clock-number-expected": [
        lambda: TimeControl(-1),
        lambda: TimeControl(60_000, 30_000, periods=0),
        lambda: TimeControl(1, "soon"),  # type: ignore[arg-type]
    ],
    "clock-moment-expected": [lambda: CLOCK.start(BLACK, 0.5)],  # type: ignore[arg-type]
    "clock-no-time": [lambda: TimeControl(0)],
    "clock-days-alone": [lambda: TimeControl(60_000, days=3)],
    "clock-running-already": [lambda: STARTED.start(BLACK, 0)],
    "clock-paused-already": [lambda: STARTED.pause(1).start(BLACK, 2)],
    "clock-paused": [lambda: STARTED.pause(1).press(2)],
    "clock-not-paused": [lambda: STARTED.resume(1)],
    "clock-not-running": [lambda: CLOCK.press(1)],
    "flag-fallen": [lambda: STARTED.press(60_000)],
}


@pytest.mark.parametrize("code", message_texts.arguments.ARGUMENTS)
def test_a_wrong_argument_raises_an_error_with_this_code(code: str) -> None:
    for call in ARGUMENTS[code]:
        with pytest.raises(KomadaiError) as caught:
            call()
        english_and_japanese(caught.value.message)
        assert caught.value.message.code == code
        assert caught.value.message in str(caught.value)
        copy = pickle.loads(pickle.dumps(caught.value))
        assert copy.message.text("ja") == caught.value.message.text("ja")


@pytest.mark.parametrize("language", [0, 1])
def test_the_handicaps_that_the_error_names_exist(language: int) -> None:
    text = TEXTS["handicap-expected"][language]
    examples = re.findall(r"（(.*)など", text) if language else re.findall("such as (.*), got", text)
    for name in re.split("、|, | or ", examples[0]):
        assert Handicap.named(name)


# -- errors of the operating system


@pytest.mark.parametrize("name", ["ENOENT", "EACCES", "ENOSPC", "EISDIR", "ENOTDIR", "EROFS", "EIO"])
def test_the_usual_errors_of_files_have_japanese(name: str) -> None:
    number = getattr(errno, name)
    message = os_error_message(OSError(number, os.strerror(number), "game.kif"))
    english_and_japanese(message)
    if sys.platform == "linux":
        assert message == os.strerror(number)


def test_a_rare_error_of_the_system_keeps_its_words() -> None:
    assert os_error_message(OSError(99_999, "Strange")).text("ja") == "Strange"
    assert os_error_message(OSError("Strange")).text("ja") == "Strange"


# -- messages as values


def test_an_error_keeps_its_code_through_pickling() -> None:
    with pytest.raises(SfenError) as caught:
        Board("4k4/9/4P4/9/4P4/9/9/9/4K4 w - 1")
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.message.code == "sfen-field-rank"
    assert error.reason.code == "sfen-two-pawns"
    assert error.reason.params == {"side": "black", "file": 5}
    assert error.text("ja") == "盤面の5段目：先手の歩が5筋に二枚あります（二歩）"


def test_the_problems_of_a_board_have_codes() -> None:
    board = Board("4k4/9/4P4/9/4P4/9/9/9/4K4 w - 1", validate=False)
    assert board.problems() == ["Black has two pawns on file 5 (nifu)"]
    assert [problem.text("ja") for problem in board.problems()] == ["先手の歩が5筋に二枚あります（二歩）"]


def test_an_error_without_a_code_keeps_its_english_text() -> None:
    assert NotationError("something new").message.text("ja") == "something new"


def test_numbers_have_their_noun() -> None:
    assert Message("line-length", {"count": 1}) == "the line has 1 move"
    assert Message("line-length", {"count": 3}) == "the line has 3 moves"


def test_what_a_format_loses_is_named_in_both_languages() -> None:
    lost = [
        loss
        for seed in range(20)
        for format in ("usi", "csa", "usen", "ki2")
        for game in [random_tree(seed)]
        for loss in kifu.losses(game, kifu.write(game, format), format)
    ]
    assert any(each.code == "loss-variation-moves" for each in lost)
    for each in lost:
        assert not re.search("[a-z]", each.text("ja")), each
