"""Records of variants: KIF and USI."""

from __future__ import annotations

import random

import pytest

import komadai
from komadai import BLACK, WHITE, Outcome, RecordError, Termination, VariantError, kifu
from komadai.errors import UnknownStyleError
from komadai.kifu import Ending, Game, VariantGame
from komadai.messages import Message
from komadai.notation import bod
from komadai.variants import NAMES, Board, Variant
from komadai.variants.variant import Variant as VariantClass

OTHERS = [name for name in NAMES if name != "shogi"]
FORMATS = [key for key, each in kifu.FORMATS.items() if each.writes_variants]
PLIES = {"taikyoku": 12, "tai": 16, "maka-dai-dai": 20, "dai-dai": 20}
"""Plies of the games on large boards; of others 60."""


def random_game(variant: str | VariantClass, seed: int, plies: int = 60) -> VariantGame:
    """A game of random moves; moves with captures on the way, passes and promotions are preferred."""
    rng = random.Random(seed)
    board = Board(variant)
    for _ in range(plies):
        moves = board.legal_moves
        if not moves or board.is_game_over():
            break
        special = [move for move in moves if move.via or move.promotion or move.drop]
        board.push(rng.choice(special if special and rng.random() < 0.5 else moves))
    return VariantGame.from_board(board, {"black": "A", "white": "B", "event": "棋戦"})


def annotated(game: VariantGame, seed: int) -> VariantGame:
    """The game with times, comments, bookmarks and variations."""
    rng = random.Random(seed)
    for ply, node in enumerate([*game.main_line()]):
        node.time_ms = 1000 * rng.randint(0, 90)
        if rng.random() < 0.3:
            node.comment = f"comment {ply}\n二行目"
        if rng.random() < 0.1:
            node.bookmark = f"mark {ply}"
        board = game.board(node)
        moves = [move for move in board.legal_moves if move not in {each.move for each in node.children}]
        if moves and rng.random() < 0.2:
            other = node.add(rng.choice(moves), comment="a variation")
            after = game.board(other).legal_moves
            if after:
                other.add(rng.choice(after)).ending = Ending(Outcome(WHITE, Termination.RESIGNATION))
    if game.outcome is None:
        game.end.ending = Ending(Outcome(BLACK, Termination.TIME_FORFEIT), time_ms=3000)
    return game


def shape(game: Game | VariantGame) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = [(type(game), game.sfen, tuple(sorted(game.headers.items())))]
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        parts = (
            node.ply,
            node.move and node.move.usi(),
            node.time_ms,
            node.comment,
            node.bookmark,
            node.ending,
        )
        found.append(parts)
        waiting += reversed(node.children)
    return found


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", OTHERS)
def test_the_moves_of_random_games_are_read_as_they_were_written(name: str, format: str) -> None:
    for seed in range(3):
        game = random_game(name, seed, PLIES.get(name, 60))
        text = kifu.write(game, format)
        found = kifu.read(text, variants=True)
        assert isinstance(found, VariantGame)
        assert found.variant == game.variant
        assert found.moves() == game.moves()
        assert not found.warnings
        if format == "kif":
            assert found.outcome == game.outcome


@pytest.mark.parametrize("name", ["dobutsu", "minishogi", "tori", "kyoto", "chu", "tenjiku"])
def test_kif_holds_times_comments_bookmarks_variations_and_endings(name: str) -> None:
    for seed in range(4):
        game = annotated(random_game(name, seed, 40), seed)
        text = kifu.write(game, "kif")
        found = kifu.read(text, variants=True)
        assert shape(found) == shape(game)
        assert kifu.losses(game, text, "kif") == []


def test_a_start_that_is_not_the_setup_and_options_are_written() -> None:
    board = Board(Variant.named("chu", rules="jcsa"))
    for move in random_game("chu", 5, 31).moves()[:31]:
        board.push_usi(move.usi())
    game = VariantGame(board.variant, board.sfen())
    game.extend(board.legal_moves[:1])
    for format in FORMATS:
        found = kifu.read(kifu.write(game, format), variants=True)
        assert isinstance(found, VariantGame)
        assert dict(found.variant.chosen)["rules"] == "jcsa"
        assert (found.sfen, found.moves()) == (game.sfen, game.moves())


def test_the_steps_of_a_lion_have_a_line_each() -> None:
    start = "6k5/12/12/12/6p5/5n6/6N5/12/12/12/12/6K5 b - 1"
    board = Board("chu", start)
    game = VariantGame("chu", start)
    igui = next(move for move in board.legal_moves if move.via and move.to_square == move.from_square)
    node = game.root.add(igui)
    node.time_ms = 5000
    lines = kifu.write(game, "kif").splitlines()
    steps = [line for line in lines if "歩目" in line]
    assert len(steps) == 2
    assert steps[0].startswith("   1一歩目 ")
    assert steps[1].startswith("   1二歩目 ")
    assert "（居食い）" in steps[1] or "（じっと）" in steps[1]
    assert "( 0:05/00:00:05)" in steps[1]
    assert kifu.read("\n".join(lines), variants=True).moves() == [igui]


def test_lishogis_record_of_chu_shogi_is_known_by_its_moves() -> None:
    text = (
        "手合割：\n先手：A\n後手：B\n\n手数----指手---------消費時間--\n\n"
        "   1   10八歩兵 （←10九）   (00:02/00:00:02)\n"
        "   2   5五歩兵 （←5四）   (00:03/00:00:03)\n"
        "   3   8七獅子 （←7九）\n"
        "   4   投了\n"
    )
    board = Board("chu")
    assert board.piece_at("10i") is not None
    game = kifu.read(text, variants=True)
    assert isinstance(game, VariantGame)
    assert game.variant.name == "chu"
    assert [move.usi() for move in game.moves()][:2] == ["10i10h", "5d5e"]
    assert game.root.children[0].time_ms == 2000


def test_a_diagram_of_minishogi_as_lishogi_writes_it() -> None:
    text = (
        "手合割：5五将棋\n後手の持駒：歩二\n  ５ ４ ３ ２ １\n+---------------+\n"
        "|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・|三\n| ・ ・ ・ 龍 ・|四\n"
        "| 玉 金 銀 ・ ・|五\n+---------------+\n先手の持駒：角\n後手番\n"
        "手数----指手---------消費時間--\n   1 ４二銀(31)\n"
    )
    game = kifu.read(text, variants=True)
    assert game.sfen == "rbsgk/5/5/3+R1/KGS2 w B2p 1"
    assert [move.usi() for move in game.moves()] == ["3a4b"]


DIAGRAM_OF_MINISHOGI = (
    "後手の持駒：歩二\n  ５ ４ ３ ２ １\n+---------------+\n"
    "|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・|三\n| ・ ・ ・ 龍 ・|四\n"
    "| 玉 金 銀 ・ ・|五\n+---------------+\n先手の持駒：角\n"
)
MOVE_OF_WHITE = "後手番\n手数----指手---------消費時間--\n   1 ４二銀(31)\n"


@pytest.mark.parametrize("handicap", ["", "手合割：\n", "手合割：その他\n"])
def test_a_diagram_of_5_by_5_squares_without_a_name_is_minishogi(handicap: str) -> None:
    text = f"{handicap}{DIAGRAM_OF_MINISHOGI}{MOVE_OF_WHITE}"
    game = kifu.read(text, variants=True, strict=True)
    assert isinstance(game, VariantGame)
    assert game.variant.name == "minishogi"
    assert game.sfen == "rbsgk/5/5/3+R1/KGS2 w B2p 1"
    assert [move.usi() for move in game.moves()] == ["3a4b"]
    with pytest.raises(RecordError, match=r"a record of a variant \(5五将棋\)") as error:
        kifu.read(text)
    assert error.value.line == text[: text.index("|")].count("\n") + 1


@pytest.mark.parametrize(
    ("hands", "turn", "sfen"),
    [
        (True, False, "rbsgk/5/5/3+R1/KGS2 b B2p 1"),
        (False, True, "rbsgk/5/5/3+R1/KGS2 w - 1"),
        (False, False, "rbsgk/5/5/3+R1/KGS2 b - 1"),
    ],
)
def test_a_diagram_of_5_by_5_squares_may_lack_the_hands_and_the_side_to_move(
    hands: bool, turn: bool, sfen: str
) -> None:
    lines = [line for line in DIAGRAM_OF_MINISHOGI.split("\n") if hands or "持駒" not in line]
    text = "\n".join([*lines, *(["後手番"] if turn else []), "手数----指手---------消費時間--", ""])
    game = kifu.read(text, variants=True, strict=True)
    assert isinstance(game, VariantGame)
    assert (game.variant.name, game.sfen) == ("minishogi", sfen)


@pytest.mark.parametrize(
    ("diagram", "name", "sfen"),
    [
        # A tokin and a lance: kyoto has both, minishogi no lance.
        (
            "|v歩v金v玉v銀vと|一\n| ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・|三\n"
            "| ・ ・ ・ ・ 香|四\n| ・ 銀 玉 金 歩|五\n",
            "kyoto",
            "pgkst/5/5/4L/1SKGP b - 1",
        ),
        ("|vきvラvぞ|一\n| ・vひ ・|二\n| ・ ひ ・|三\n| ぞ ラ き|四\n", "dobutsu", "gle/1c1/1C1/ELG b - 1"),
    ],
)
def test_other_small_boards_without_a_name_are_known_by_their_size_and_pieces(
    diagram: str, name: str, sfen: str
) -> None:
    game = kifu.read(diagram + "手数----指手---------消費時間--\n", variants=True, strict=True)
    assert isinstance(game, VariantGame)
    assert (game.variant.name, game.sfen) == (name, sfen)


def test_a_diagram_of_shogi_with_a_short_rank_is_no_variant() -> None:
    rows = bod.write(komadai.Board()).split("\n")
    assert rows[6].startswith("|")
    rows[7] = "| ・ ・ ・ ・ ・|五"
    game = kifu.read("\n".join([*rows, "手数----指手---------消費時間--", "   1 ７六歩(77)"]), variants=True)
    assert isinstance(game, Game)
    warnings = [(warning.code, warning.line) for warning in game.warnings]
    assert warnings == [("diagram-squares", 8), ("diagram-ranks", 0), ("diagram-unreadable", 0)]


@pytest.mark.parametrize("name", ["安南将棋", "ついたて将棋"])
def test_a_record_of_a_variant_that_we_do_not_have_is_refused_by_its_name(name: str) -> None:
    text = f"手合割：{name}\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"
    for variants in (False, True):
        with pytest.raises(RecordError, match=f"does not have.*{name}") as error:
            kifu.read(text, variants=variants)
        assert (error.value.line, error.value.column) == (1, 5)


def test_without_variants_only_shogi_is_read() -> None:
    game = random_game("minishogi", 1)
    for format in FORMATS:
        with pytest.raises(RecordError, match="only records of shogi"):
            kifu.read(kifu.write(game, format))
    assert isinstance(kifu.read("startpos moves 7g7f", variants=True), Game)


def test_the_variant_may_be_given_by_the_caller() -> None:
    game = kifu.read("startpos moves 2d2c", variant="dobutsu", variants=True)
    assert isinstance(game, VariantGame)
    assert game.variant.name == "dobutsu"
    game = kifu.read("1 ２三雛(24)\n", "kif", variant="dobutsu", variants=True)
    assert isinstance(game, VariantGame)
    with pytest.raises(VariantError):
        kifu.read("startpos", variant="klingon", variants=True)


def test_other_formats_refuse_games_of_variants() -> None:
    game = random_game("tori", 2)
    for key, each in kifu.FORMATS.items():
        if each.can_write and not each.writes_variants:
            with pytest.raises(UnknownStyleError, match=r"cannot hold a game of tori; .*: KIF, Western"):
                kifu.write(game, key)


def test_illegal_and_unreadable_moves_are_reported() -> None:
    head = "手合割：どうぶつしょうぎ\n手数----指手---------消費時間--\n"
    game = kifu.read(f"{head}   1 ２二雛(23)\n   2 ２二獅(21)\n   3 ９九雛打\n", variants=True)
    assert [move.usi() for move in game.moves()] == ["2c2b", "2a2b"]
    assert len(game.warnings) == 1
    game = kifu.read(f"{head}   1 ２一雛(23)\n   2 １二麒(11)\n", variants=True)
    assert "illegal move" in str(game.warnings[0].message)
    with pytest.raises(RecordError, match="options of the variant"):
        kifu.read("variant chu rules=klingon startpos", variants=True)


def test_a_move_without_its_origin_is_read_if_only_one_fits() -> None:
    head = "手合割：どうぶつしょうぎ\n手数----指手---------消費時間--\n"
    game = kifu.read(f"{head}   1 ２二雛\n   2 同　獅\n", variants=True)
    assert [move.usi() for move in game.moves()] == ["2c2b", "2a2b"]
    assert len(game.warnings) == 2


@pytest.mark.parametrize("name", ["minishogi", "chu"])
def test_kif_holds_the_analyses_of_engines(name: str) -> None:
    game = random_game(name, 3, 12)
    for ply, node in enumerate([*game.main_line()]):
        line = tuple(game.board(node).legal_moves[:1])
        mate = 5 if ply == 3 else None
        node.analyses = [kifu.Analysis(-40 * ply, mate=mate, line=line, depth=7, nodes=100, engine="x")]  # type: ignore[arg-type]
        node.comment = "a comment" if ply % 2 else ""
    text = kifu.write(game, "kif")
    found = kifu.read(text, variants=True)
    assert [node.analyses for node in found.main_line()] == [node.analyses for node in game.main_line()]
    assert shape(found) == shape(game)
    assert kifu.write(found, "kif") == text
    assert kifu.losses(game, text, "kif") == []


def test_dobutsu_is_written_as_lishogi_writes_it() -> None:
    game = VariantGame("dobutsu")
    board = game.board()
    game.extend([board.push_usi(usi) for usi in ("2c2b", "1a2b", "2d2c")])
    text = kifu.write(game, "kif")
    assert "手合割：どうぶつしょうぎ" in text
    moves = ["２二ひよこ(23)", "同　ぞう(11)", "２三ライオン(24)"]
    assert [line.split(maxsplit=1)[1] for line in text.splitlines()[-3:]] == moves


@pytest.mark.parametrize("name", [name for name in OTHERS if name not in ("taikyoku", "tai")])
def test_the_diagram_of_a_start_is_read_without_the_sfen(name: str) -> None:
    board = Board(name)
    rng = random.Random(name)
    for _ in range(40):
        if board.is_game_over():
            break
        board.push(rng.choice(board.legal_moves))
    game = VariantGame(name, board.sfen())
    lines = kifu.write(game, "kif").splitlines()
    diagram = [line for line in lines if not line.startswith("開始局面")]
    assert diagram != lines
    assert any(line.startswith("|") for line in diagram)
    found = kifu.read("\n".join(diagram), variants=True)
    assert isinstance(found, VariantGame)
    assert not found.warnings
    assert found.sfen.split()[:2] == game.sfen.split()[:2]
    if name != "chu":  # there it is the square of a captured lion
        assert sorted(found.sfen.split()[2]) == sorted(game.sfen.split()[2])


def test_the_first_diagram_of_dobutsu_as_lishogi_writes_it() -> None:
    text = (
        "手合割：どうぶつしょうぎ\n後手の持駒：なし\n  ３ ２ １\n+---------+\n|vきvラvぞ|一\n| ・vひ ・|二\n"
        "| ・ ひ ・|三\n| ぞ ラ き|四\n+---------+\n先手の持駒：なし\n手数----指手---------消費時間--\n"
    )
    found = kifu.read(text, variants=True)
    assert found.sfen == Board("dobutsu").sfen()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("| ・ ・ ・ ・ ・ ・|一", "variant-diagram-rank"),
        ("| 象 ・ ・ ・ ・|一", "variant-diagram-rank"),
        ("| ・ ・ ・ ・ ・|一", "variant-sfen-ranks"),
        ("先手の持駒：歩十十", "diagram-hand"),
    ],
)
def test_a_diagram_that_cannot_be_read_is_reported(line: str, code: str) -> None:
    rows = "| ・ ・ ・ ・ ・|\n" * 5
    text = f"手合割：5五将棋\n{rows if '|' not in line else ''}{line}\n手数----指手----\n   1 ３四銀(35)\n"
    game = kifu.read(text, variants=True)
    assert [warning.code for warning in game.warnings] == ["start-unreadable"]
    problem = game.warnings[0].message.params["problem"]
    assert isinstance(problem, Message)
    assert problem.code == code
    assert [move.usi() for move in game.moves()] == ["3e3d"]


def test_numbers_of_ranks_that_mean_none_are_no_squares() -> None:
    head = "手合割：中将棋\n手数----指手----\n"
    for square in ("6十三", "13八", "6二十"):
        game = kifu.read(f"{head}   1 {square}歩兵 （←6九）\n", variants=True)
        assert game.moves() == []
        assert game.warnings


def test_an_sfen_that_is_not_ascii_is_reported() -> None:
    game = kifu.read("手合割：どうぶつしょうぎ\n開始局面：目1s/p3←\n手数----指手----\n", variants=True)
    assert [warning.code for warning in game.warnings] == ["start-unreadable"]


@pytest.mark.parametrize("name", ["開始局面", "規則"])
def test_a_header_with_the_name_of_one_of_ours_does_not_change_the_game(name: str) -> None:
    game = random_game("minishogi", 4, 10)
    game.headers[name] = "nothing"
    found = kifu.read(kifu.write(game, "kif"), variants=True)
    assert (found.sfen, found.moves()) == (game.sfen, game.moves())
    assert not found.warnings


@pytest.mark.parametrize("rank", ["j", "l"])
def test_a_name_that_begins_with_a_number_is_no_part_of_the_rank(rank: str) -> None:
    start = "16/15k/16/16/16/16/16/16/16/7+(CHS)8/16/16/16/16/16/15K b - 1"
    game = VariantGame("tenjiku", start)
    board = game.board()
    move = next(move for move in board.legal_moves if board.square_name(move.to_square).endswith(rank))
    game.extend([move])
    text = kifu.write(game, "kif")
    assert " 四天王" in text or "四天王" not in text.splitlines()[-1]
    assert kifu.read(text, variants=True).moves() == [move]


@pytest.mark.parametrize("format", FORMATS)
def test_a_move_that_returns_may_promote(format: str) -> None:
    board = Board("tenjiku", "15k/16/8(HF)7/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1")
    moves = [move for move in board.legal_moves if move.to_square == move.from_square]
    assert {move.promotion for move in moves} == {True, False}
    for move in moves:
        game = VariantGame("tenjiku", board.sfen())
        game.extend([move])
        assert kifu.read(kifu.write(game, format), variants=True).moves() == [move]


LISHOGI_DIAGRAM = """\
 １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １
+------------------------------------------------+
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・v王|一
|  ・  ・  ・  ・  ・  ・  ・  ・ 成角v成馬  獅  ・|二
|  ・  ・  鷹  ・  ・  ・  ・  ・  ・  ・  ・  ・|三
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|四
|  ・  ・  ・  ・  ・  ・  ・  ・  ・v成獅  ・  ・|五
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|六
|  ・  ・  ・  ・  ・  獅  ・  ・  ・  ・  ・  ・|七
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|八
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|九
|  ・  ・ 成歩  ・  ・  ・  ・  ・  ・  ・  ・  ・|十
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・ 成象  ・|十一
|  王  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|十二
+------------------------------------------------+
手数----指手---------消費時間--
1手目 ▲7六獅子 （←7七）
"""


def test_a_promoted_piece_with_the_face_of_another_is_written_with_naru_as_on_lishogi() -> None:
    """成角 is the leopard that became a bishop, 成馬 the bishop that became a horse."""
    game = kifu.read(LISHOGI_DIAGRAM, variants=True)
    assert isinstance(game, kifu.VariantGame)
    assert game.sfen == "11k/8+F+bN1/2+H9/12/9+o2/12/5N6/12/12/2+P9/10+I1/K11 b - 1"
    assert [move.usi() for move in game.moves()] == ["7g7f"]
    written = kifu.write(game, "kif")
    for name in ("成角", "v成馬", "v成獅"):
        assert name in written
