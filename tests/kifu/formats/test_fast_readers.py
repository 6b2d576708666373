"""The fast readers give the same games and warnings as reading line by line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from komadai.errors import RecordError
from komadai.kifu import Counter, Game, GameBuilder, Headers, Visitor, write
from komadai.kifu.diagnostics import Deviation, Report
from komadai.kifu.formats import usi
from komadai.kifu.formats.csa import reader as csa_reader
from komadai.kifu.formats.kif import endings
from komadai.kifu.formats.kif import reader as kif_reader
from komadai.kifu.reading.encoding import decode
from komadai.kifu.reading.visitor import MainLines
from komadai.kifu.tree.ending_words import WORDS
from tests.kifu.samples import GAMES, needs_games, tree
from tests.kifu.trees import random_tree, shape

Parse = Callable[..., Iterator[Any]]


def parse_csa(text: str, visitor: Visitor[Any], report: Report, line_by_line: bool) -> Iterator[Any]:
    return csa_reader.parse_pieces([(text, True)], visitor, report, line_by_line=line_by_line)


def parse_kif(text: str, visitor: Visitor[Any], report: Report, line_by_line: bool) -> Iterator[Any]:
    return kif_reader.parse_pieces([(text, True)], visitor, report, line_by_line=line_by_line)


def parse_usi(text: str, visitor: Visitor[Any], report: Report, line_by_line: bool) -> Iterator[Any]:
    return usi.parse_pieces([(text, True)], visitor, report, line_by_line=line_by_line)


def found(parse: Parse, text: str, visitor: Visitor[Any], line_by_line: bool) -> list[object]:
    """The complete result of reading: games, warnings, and the error at the end if there is one."""
    report = Report()
    results: list[object] = []
    try:
        for game in parse(text, visitor, report, line_by_line):
            if isinstance(game, Game):
                results.append((shape(game), game.warnings))
            else:
                results.append(game)
    except RecordError as error:
        results.append(str(error))
    results.append(report.deviations)
    return results


def assert_same(parse: Parse, text: str) -> list[object]:
    slow = found(parse, text, GameBuilder(), True)
    assert found(parse, text, GameBuilder(), False) == slow
    assert found(parse, text, Counter(), False) == found(parse, text, Counter(), True)
    assert found(parse, text, Headers(), False) == found(parse, text, Headers(), True)
    return slow


def lines_of_games(seed: int, format: str = "csa") -> list[str]:
    """The lines of a few games, mostly as programs write them."""
    chance = random.Random(seed)
    texts = []
    for number in range(chance.choice((1, 1, 3))):
        plain = chance.random() < 0.7
        game = tree(
            seed * 7 + number,
            variations=format != "csa",
            comments=not plain,
            analyses=not plain,
            unit_ms=1000,
        )
        if plain:
            game = Game(headers=game.headers)
            game.extend(random_line(chance))
            for node in game.main_line():
                node.time_ms = chance.choice((None, 0, 3000, 125_000))
            game.outcome = chance.choice((tree(seed).outcome, None))
            for node in game.main_line():
                node.comment = chance.choice(("", "", *COMMENTS)) if seed % 2 else ""
        texts.append(write(game, format))
    return ("/\n" if format == "csa" else "").join(texts).split("\n")


COMMENTS = (
    "ここで長考。", "A good move?", "二行\nの注釈", "\n", "\nあと", "まえ\n\n", "12 ７六歩(77)", "34手目",
    "'mark", "$END_TIME:1", "#評価値=58\n#読み筋=▲２六歩△３四歩", "* 123 +7776FU", "* -5", "5 ▲７六歩",
    "**解析 0 評価値 5 読み筋 ▲７六歩(77)", "読み筋", "まで3手で中断", "*x", "&x", "#x", " x ",
)  # fmt: skip
"""Comments on moves: plain ones, engine analyses, similar texts, and texts that look like other lines."""


def random_line(chance: random.Random) -> list[Any]:
    board = Game().board()
    for _ in range(chance.randrange(40)):
        board.push(chance.choice(board.legal_moves))
    return board.history


KIF_LINES = (
    "*comment",
    " *comment",
    "*",
    "*12 ７六歩(77)",
    "*#評価値=5",
    "*#読み筋=▲２六歩",
    "変化：3",
    "変化の多い所",
    "  12 abc",
    "  12 7 六",
    "&here",
    "#remark",
    "",
    "変化：3手",
    "まで7手で先手の勝ち",
    "まで3手で中断",
    "   1 ７六歩(77)",
    "   3 投了",
    "   2 ３四歩(33)   ( 0:16/00:00:16)",
    "  12 同　銀(31)",
    "手数----指手---------消費時間--",
    "手合割：平手",
    "手合割：二枚落ち",
    "先手：あ",
    "後手：",
    "棋戦：x",
    "開始日時：2020",
    "|v香v桂v銀v金v玉v金v銀v桂v香|一",
    "後手の持駒：飛",
    "▲７六歩 △３四歩",
    "   5 ７六歩打 (0:00/0:00:00)",
    "   9 中断 ( 1:05/ 0:02:03)",
    "上手番",
    "#KIF",
)
KI2_LINES = (
    "▲７六歩    △３四歩",
    "▲同　銀",
    "△同歩 ▲",
    "▲４八銀引△４二金寄▲５八金右",
    "☗７六歩　☖３四歩",
    "▼２六歩 ▽８四歩",
    "▲2六歩 △84歩",
    "▲２二角不成",
    "▲２二角成らず",
    "▲２二馬",
    "▲３三歩不",
    "▲５五角打",
    "▲５五銀右打",
    "△４二王 ▲７七角(88)",
    "▲７六歩 まで1手で中断",
    "▲投了",
    "1.▲７六歩 2.△３四歩",
    "まで7手で先手の勝ち",
    "まで7手",
    "まで先手の勝ち",
    "まで3手で千日手",
    "まで3手で反則勝ち",
    "*comment",
    " *comment",
    "*#評価値=5",
    "*▲７六歩",
    "&here",
    "#remark",
    "変化：3手",
    "変化の多い所",
    "",
    "手数----指手---------消費時間--",
    "   3 ２六歩(27)",
    "手合割：平手",
    "手合割：二枚落ち",
    "先手：あ",
    "棋戦：x",
    "後手番",
)
CSA_LINES = (
    "'a comment", "'*a comment", "'** 30 +7776FU", "'*", "'",
    "'*#評価値=5", "'** 7", " '*a", "'$X", "'*$END_TIME:1", "T5",
    "T7.25", "%TORYO", "%CHUDAN", "%TORYO,T8", "/", "",
    "PI", "+", "-", "+7776FU", "-3334FU", "+0055FU", "+7776FU,T3", "N+x", "$EVENT:y", "$NOTE:a\\nb", "V2.2",
    " ", "+1111OU", "%+ILLEGAL_ACTION", "%NOTHING", "'$END_TIME:2020", "P1 * ", "x", "T", "T1.",
)  # fmt: skip


def mutated(lines: list[str], others: tuple[str, ...], chance: random.Random) -> str:
    lines = lines.copy()
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                lines.insert(at, chance.choice(others))
            case 1:
                lines[at] = chance.choice(others)
            case 2:
                del lines[at : at + chance.choice((1, 1, 2))]
                lines = lines or [""]
            case 3:
                lines.insert(at, lines[at])
            case 4 if at:
                lines[at - 1 : at + 1] = [chance.choice((",", "", " ")).join(lines[at - 1 : at + 1])]
            case 5 if lines[at]:
                place = chance.randrange(len(lines[at]))
                letter = chance.choice(" 0195+-'T,.FUKIaあ１同成打歩金七(:/)　\U0001f600")
                lines[at] = lines[at][:place] + letter + lines[at][place + chance.choice((0, 1)) :]
            case 6:
                lines[at] = chance.choice((" ", "")) + lines[at] + chance.choice((" ", ",", "　"))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(25))
def test_csa_files_and_damaged_ones_are_read_as_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    lines = lines_of_games(seed)
    assert_same(parse_csa, "\n".join(lines))
    for _ in range(12):
        assert_same(parse_csa, mutated(lines, CSA_LINES, chance))


USI_LINES = (
    "startpos moves 7g7f 3c3d",
    "position startpos moves 7g7f 3c3d resign",
    "startpos moves 7g7f  3c3d",
    "startpos moves 7g7f 3c3d ",
    "startpos moves",
    "startpos moves ",
    "startpos",
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 7g7f",
    "startpos moves 7g7f 7g7f 3c3d",
    "startpos moves 7g7f # a comment",
    "# a comment",
    "7g7f 3c3d",
    "moves 7g7f",
    "",
    "x",
)


@pytest.mark.parametrize("seed", range(25))
def test_usi_lines_and_damaged_ones_are_read_as_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    lines = [write(tree(seed * 3 + number), "usi").strip() for number in range(3)]
    lines += chance.sample(USI_LINES, 8)
    for _ in range(12):
        assert_same(parse_usi, mutated(lines, USI_LINES, chance))
        assert_same(parse_usi, mutated(lines, USI_LINES, chance) + "\n")


@pytest.mark.parametrize("seed", range(25))
def test_kif_files_and_damaged_ones_are_read_as_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    lines = lines_of_games(seed, "kif")
    assert_same(parse_kif, "\n".join(lines))
    for _ in range(8):
        assert_same(parse_kif, mutated(lines, KIF_LINES, chance))


@pytest.mark.parametrize("seed", range(25))
def test_ki2_files_and_damaged_ones_are_read_as_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    lines = lines_of_games(seed, "ki2")
    assert_same(parse_kif, "\n".join(lines))
    for _ in range(8):
        assert_same(parse_kif, mutated(lines, KI2_LINES, chance))


@pytest.mark.parametrize("word", [*WORDS.values(), "反則負け", "反則勝ち", "入玉勝ち", *endings.OTHER_WORDS])
@pytest.mark.parametrize("moves", [0, 1, 2])
def test_every_ending_of_a_kif_file(word: str, moves: int) -> None:
    head = "先手：甲\n手数----指手--\n" + "".join(
        ("1 ７六歩(77)\n", "2 ３四歩(33) ( 1:05/00:01:05)\n")[:moves]
    )
    for winner in ("先手", "後手"):
        for clock in ("", "( 0:03/00:00:03)", "( 0:03/00:01:08)", "(0:03)"):
            for rest in (
                "",
                f"まで{moves}手で{word}\n",
                f"まで{moves}手で{winner}の勝ち\n",
                "まで5手で中断\n",
            ):
                assert_same(parse_kif, f"{head}{moves + 1} {word} {clock}\n{rest}")


@pytest.mark.parametrize("word", [*WORDS.values(), "先手の勝ち", "反則勝ち", *endings.OTHER_WORDS])
@pytest.mark.parametrize("moves", [1, 2])
def test_every_ending_of_a_ki2_file(word: str, moves: int) -> None:
    rows = ("▲７六歩\n", "▲７六歩    △３四歩\n")[moves - 1]
    for line in (
        f"まで{moves}手で{word}",
        f"まで{moves}手{word}",
        f"まで{word}",
        f"まで{moves + 1}手で{word}",
    ):
        for rest in ("\n", "", "\n*comment\n", "\n\n先手：乙\n"):
            assert_same(parse_kif, f"先手：甲\n\n{rows}{line}{rest}")


@needs_games
def test_the_collected_files() -> None:
    for parse, kinds in ((parse_csa, ("csa",)), (parse_kif, ("kif", "kifu", "ki2", "ki2u"))):
        for kind in kinds:
            for path in sorted(GAMES.rglob(f"*.{kind}")):
                assert_same(parse, decode(path.read_bytes(), Report()).text)


def test_a_csa_text_in_pieces_has_the_games_of_the_text() -> None:
    lines = [*lines_of_games(2), "/", *lines_of_games(5)]
    text = "\n".join(lines)
    whole = found(parse_csa, text, GameBuilder(), False)

    def parse(text: str, visitor: Visitor[Any], report: Report, line_by_line: bool) -> Iterator[Any]:
        pieces = [(line + "\n", False) for line in text.split("\n")]
        return csa_reader.parse_pieces([*pieces, ("", True)], visitor, report)

    assert found(parse, text, GameBuilder(), False) == whole


def test_main_lines_are_those_of_the_games() -> None:
    text = "/\n".join(write(tree(seed, comments=seed % 2 == 0), "csa") for seed in range(6))
    games = list(csa_reader.parse(text, GameBuilder(), Report()))
    lines = list(csa_reader.parse(text, MainLines(), Report()))
    assert len(lines) == 6
    for game, line in zip(games, lines, strict=True):
        assert (line.sfen, line.moves, line.headers) == (game.sfen, game.moves(), game.headers)
        assert line.times_ms == [node.time_ms for node in game.main_line()]
        assert line.outcome == game.outcome
        assert len(line) == len(game.moves())
        assert line.warnings == [] or not game.warnings


def test_a_visitor_without_methods_for_runs_and_main_lines_receives_every_part() -> None:
    class Recorder(Visitor[list[Deviation]]):
        def begin_game(self) -> None:
            self.parts: list[Any] = [*getattr(self, "parts", []), "a game begins"]

        def header(self, name: str, value: str) -> None:
            self.parts.append((name, value))

        def move(self, move: Any, **about: Any) -> None:
            self.parts.append((move, about))

        def ending(self, ending: Any) -> None:
            self.parts.append(ending)

        def end_game(self) -> Any:
            return self.parts

    text = write(random_tree(3), "csa") + "/\n" + write(tree(4, comments=False), "csa")
    assert found(parse_csa, text, Recorder(), False) == found(parse_csa, text, Recorder(), True)
    text = write(random_tree(3), "kif") + write(tree(4, comments=False, variations=False), "kif")
    assert found(parse_kif, text, Recorder(), False) == found(parse_kif, text, Recorder(), True)


@pytest.mark.parametrize("kind", [GameBuilder, Counter, Headers, MainLines])
def test_a_subclass_of_a_visitor_receives_every_part(kind: Any) -> None:
    received: list[object] = []

    class Derived(kind):  # type: ignore[misc]
        def header(self, name: str, value: str) -> None:
            received.append(name)
            super().header(name, value)

        def move(self, move: Any, **about: Any) -> None:
            received.append(move)
            super().move(move, **about)

    game = Game(headers={"black": "A"})
    game.extend(random_line(random.Random(1)))
    result: Any = next(csa_reader.parse(write(game, "csa"), Derived(), Report()))
    usual: Any = next(csa_reader.parse(write(game, "csa"), kind(), Report()))
    assert received == ["black", *([] if kind is Headers else game.moves())]
    if kind is GameBuilder:
        assert shape(result) == shape(usual) == shape(game)
