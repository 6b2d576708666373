"""Every kind of finding, each in a problem with few others; the slow judge confirms the small ones."""

from __future__ import annotations

import pytest

import komadai
from komadai import Board, Move
from komadai.tsume import Inspector, Report, Solver, inspect
from tests.tsume.slow_judge import SlowJudge, disagreements

JUDGE = Inspector(memory_mb=32)

# For each: the problem, its length, the verdict, and all findings: kind, ply, move, total length.
FOUND: dict[str, tuple[str, int, str, set[tuple[str, int, str | None, int | None]]]] = {
    "a quicker and a slower mate by another bishop": (
        "9/9/9/4pkp2/5N3/5S3/9/9/9 b BG2rb3g3s3n4l16p 1",
        3,
        "deficient",
        {("cook", 1, "B*1a", 9), ("cook", 1, "B*5c", 3), ("cook", 1, "B*7a", 9)},
    ),
    "a silver first, the horse comes back in time": (
        "l2+L5/1k7/1pg1+B4/P8/9/9/9/9/9 b S2rb3g3s4n2l16p 1",
        3,
        "full",
        {
            ("detour", 1, "S*7a", 9),
            ("last-move", 3, "9d9c+", 3),
            ("last-move", 3, "9d9c", 3),
            ("last-move", 3, "7a9c", 5),
            ("last-move", 3, "S*9c", 3),
        },
    ),
    "a pawn, a silver or a gold to begin with": (
        "5+B2k/9/9/9/9/9/9/9/9 b GSP2rb3g3s4n4l17p 1",
        7,
        "deficient",
        {("cook", 1, "P*1b", 7), ("cook", 1, "S*2b", 7), ("cook", 1, "G*1b", 11)},
    ),
    "a lance from anywhere": (
        "9/k1B6/9/9/9/9/9/9/9 b GL2rb3g4s4n3l18p 1",
        3,
        "full",
        {("drop-square", 3, f"L*9{rank}", 3) for rank in "cdefghi"},
    ),
    "a silver that may promote": (
        "1k2S4/9/1N+B6/9/9/9/9/9/9 b 2rb4g3s3n4l18p 1",
        3,
        "full",
        {("promotion", 3, "5a6b", 3)},
    ),
    "another mate at the only move": (
        "3k5/1GR6/9/9/9/9/9/9/9 b Sr2b3g3s4n4l18p 1",
        1,
        "full",
        {("last-move", 1, "8b7a", 3)},
    ),
    "the king need not take": (
        "5s1nk/5s3/9/6S2/9/9/9/9/9 b BGP2rb3gs3n4l17p 1",
        5,
        "full",
        {("equal-variation", 2, "1a2b", 5)},
    ),
    "the king may go either way just before the end": (
        "4r4/5k3/7+R1/9/9/9/9/9/9 b G2b3g4s4n4l18p 1",
        3,
        "full",
        {
            ("equal-at-end", 2, "4b4a", 3),
            ("last-move", 3, "2c3b", 3),
            ("last-move", 3, "2c3c", 7),
        },
    ),
    "a lance or a knight in between": (
        "2kg5/9/1pS6/9/9/9/9/9/9 b RNr2b3g3s3n4l17p 1",
        3,
        "full",
        {("interposed-piece", 2, "N*8a", 3)},
    ),
    "two plies more with a piece left": (
        "9/8k/8n/8+R/9/9/9/9/9 b GNr2b3g4s2n4l18p 1",
        3,
        "full",
        {
            ("long-variation", 2, "1b2a", 5),
            ("long-variation", 2, "1b2b", 5),
            ("last-move", 3, "1d1c", 5),
            ("last-move", 3, "G*2a", 9),
        },
    ),
    "a captured piece left over": (
        "+pk1sS4/2+p6/1N+B6/9/9/9/9/9/9 b 2rb4g2s3n4l16p 1",
        1,
        "deficient",
        {("leftover", 1, None, 1)},
    ),
    "a rook that is not needed": (
        "3k1p3/9/9/5+B3/9/9/9/9/9 b RGrb3g4s4n4l17p 1",
        1,
        "deficient",
        {
            ("leftover", 1, None, 1),
            ("unused", 0, None, None),
            ("last-move", 1, "R*6b", 3),
            ("last-move", 1, "R*6c", 7),
            ("last-move", 1, "R*7a", 3),
        },
    ),
    "a silver first, and the horse goes on as before": (
        "9/k1+B6/9/S8/9/9/9/9/9 b 2rb4g3s4n4l18p 1",
        3,
        "full",
        {("detour", 1, "9d8c", 7), ("last-move", 3, "7b7c", 5), ("last-move", 3, "7b8b", 3)},
    ),
    "a dragon that comes back a move later": (
        "9/9/4G1k2/9/4s2+R1/9/9/9/9 b Sr2b3g2s4n4l18p 1",
        5,
        "full",
        {("detour", 3, "3d4c", 9), ("equal-at-end", 4, "3b4a", 5), ("last-move", 5, "5c4b", 5)},
    ),
    "the gold first or the horse first": (
        "9/5+B1k1/9/6+P2/9/9/9/9/9 b G2rb3g4s4n4l17p 1",
        5,
        "deficient",
        {
            ("move-order", 1, "4b3c", 5),
            ("equal-variation", 2, "2b2a", 5),
            ("last-move", 5, "2c3b", 7),
            ("last-move", 5, "3c2b", 5),
            ("last-move", 5, "3c3b", 7),
            ("last-move", 5, "3c4c", 9),
        },
    ),
    "a gold that comes to its square by either of two": (
        "9/9/8k/6+R2/8G/9/9/9/9 b r2b3g4s4n4l18p 1",
        7,
        "full",
        {
            ("other-route", 1, "1e2d", 7),
            ("equal-variation", 2, "1c2b", 7),
            ("equal-variation", 4, "1b1a", 7),
            ("last-move", 7, "2c2b", 7),
            ("last-move", 7, "3b1b", 7),
            ("last-move", 7, "3b2b", 7),
            ("last-move", 7, "3b3a", 9),
        },
    ),
    "a cook inside a variation that is as long": (
        "5+N3/9/7k1/9/7+B1/9/9/9/9 b GL2rb3g4s3n3l18p 1",
        5,
        "full",
        {("equal-variation", 2, "2c1b", 5), ("side-line-cook", 0, None, None)},
    ),
    "a cook inside a variation only": (
        "ll7/1krG5/ppp1+B4/1+p7/9/9/9/9/9 b Srb3g3s4n2l14p 1",
        5,
        "full",
        {("side-line-cook", 0, None, None)},
    ),
}

ILLEGAL = {
    "two pawns of the attacker on a file": ("4k4/9/4P4/9/4P4/9/9/9/9 b G2r2b3g4s4n4l16p 1", "二歩"),
    "two pawns of the defender on a file": ("4k4/4p4/4P4/4p4/9/9/9/9/9 b G2r2b3g4s4n4l15p 1", "二歩"),
    "a pawn on the last rank": ("3Pk4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1", "行き所がありません"),
    "a lance on the last rank": ("3Lk4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n3l17p 1", "行き所がありません"),
    "a knight on the last rank but one": ("4k4/3N5/4P4/9/9/9/9/9/9 b G2r2b3g4s3n4l17p 1", "行き所が"),
    "the defender's pawn on his last rank": ("4k4/9/4P4/9/9/9/9/9/4p4 b G2r2b3g4s4n4l16p 1", "行き所が"),
    "a fifth gold": ("4k4/9/9/GG2G4/9/9/9/9/9 b G2r2bg4s4n4l18p 1", "金が合わせて5枚"),
    "a nineteenth pawn": ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1", "歩が合わせて19枚"),
    "a king in check already": ("4k4/4G4/4P4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1", "王手がかかって"),
    "both kings in check": ("4k4/4G4/9/9/9/9/9/4g4/4K4 b 2r2b2g4s4n4l18p 1", "王手がかかって"),
    "two kings face to face": ("4k4/4K4/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1", "王手がかかって"),
    "no king to mate": ("9/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "玉方に玉がない"),
    "an empty board": ("9/9/9/9/9/9/9/9/9 b - 1", "玉方に玉がない"),
    "two kings to mate": ("k7k/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "玉が2枚"),
    "two kings of the attacker": ("4k4/9/4P4/9/9/9/9/9/K7K b G2r2b3g4s4n4l17p 1", "玉が2枚"),
    "three pieces that give check at once": (
        "4k4/9/4P4/9/9/9/3n5/3gg4/4K4 b Gr2bg4s3n4l17p 1",
        "三枚以上の駒が同時に王手",
    ),
}


def found(report: Report) -> set[tuple[str, int, str | None, int | None]]:
    return {
        (each.kind, each.ply, each.move.usi() if each.move else None, each.plies) for each in report.findings
    }


@pytest.mark.parametrize("name", FOUND)
def test_the_findings_of_a_problem(name: str) -> None:
    sfen, plies, verdict, expected = FOUND[name]
    report = JUDGE.inspect(Board(sfen))
    assert (report.plies, report.verdict, found(report)) == (plies, verdict, expected)
    assert disagreements(report, longest=7, positions=500) == []


DISTINGUISHED = {"cook", "detour", "move-order", "other-route", "drop-square", "promotion"}


def test_the_slow_judge_finds_every_kind_of_other_mate() -> None:
    """So its agreement is not only a lack of opinions."""
    seen: set[str] = set()
    for sfen, _, _, expected in FOUND.values():
        kinds = {kind for kind, *_ in expected}
        if not kinds & (DISTINGUISHED | {"side-line-cook"}) <= seen:
            report = JUDGE.inspect(Board(sfen))
            judge = SlowJudge(sfen, report.moves, positions=5_000)
            for each in report.findings:
                if each.kind in DISTINGUISHED and each.move:
                    opinion = judge.attack(each.ply - 1, each.move).kind
                    assert opinion in (each.kind, None)
                    seen |= {opinion} if opinion else set()
            for step in report.steps:
                for defence in step.defences:
                    if defence.other and defence.plies:
                        assert judge.side_cook(step.ply - 1, defence.move, defence.line, defence.plies)
                        seen.add("side-line-cook")
    assert seen == DISTINGUISHED | {"side-line-cook"}


@pytest.mark.parametrize("name", ILLEGAL)
def test_impossible_positions(name: str) -> None:
    sfen, complaint = ILLEGAL[name]
    report = JUDGE.inspect(Board(sfen, validate=False))
    assert (report.result, report.verdict, report.moves) == ("illegal", "deficient", ())
    assert complaint in report.text("ja")
    assert report.text("en").startswith("Deficient work: no possible position\n")
    assert komadai.kifu.read(report.kif()).moves() == []


def test_an_attacker_in_check_is_possible() -> None:
    report = JUDGE.inspect(Board("4k4/9/4P4/9/9/9/9/4g4/4K4 b G2r2b2g4s4n4l17p 1"))
    assert (report.result, found(report)) == ("no-mate", {("no-mate", 0, None, None)})


def test_two_orders_of_moves_lead_to_the_same_position() -> None:
    """Shogi Zukō no. 22: the pawn or the knight may capture first on 5b."""
    sfen = "3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1"
    report = JUDGE.inspect(Board(sfen))
    assert (report.plies, report.left, report.unique) == (51, 0, False)
    (other,) = (attack for attack in report.steps[28].attacks if attack.kind == "move-order")
    assert [report.moves[at].usi() for at in (28, 30)] == ["6d5b+", "5c5b+"]
    assert other.move.usi() == "5c5b+"
    meant, turned = Board(report.steps[28].sfen), Board(report.steps[28].sfen)
    for move in report.moves[28:32]:
        meant.push(move)
    for usi in ("5c5b+", "6a5b", "6d5b+", "4b5b"):
        turned.push_usi(usi)
    assert meant == turned


def test_among_equally_long_lines_the_one_without_a_cook_is_the_main_line() -> None:
    """Shogi Zukō no. 46: after one of the captures at move 32 several checks mate, after another one only
    one."""
    report = JUDGE.inspect(Board("6+P2/5B2s/4g+P1lp/5Grs1/5p2n/5+pn1k/8N/9/4+B2+pN b RG2Sg3l12p 1"))
    assert (report.verdict, report.plies, report.left, report.unique) == ("full", 43, 0, True)
    assert "equal-variation" in {finding.kind for finding in report.findings}


def test_a_rook_dropped_on_another_square_may_mate_by_another_last_move() -> None:
    """Shogi Zukō no. 12, a full work."""
    report = JUDGE.inspect(Board("5+rl1s/7k1/8n/6p1+B/9/9/9/9/9 b R2NPb4g3sn3l16p 1"))
    assert (report.verdict, report.plies, report.unique) == ("full", 27, True)
    drops = [finding for finding in report.findings if finding.kind == "drop-square"]
    assert {(finding.ply, finding.plies) for finding in drops} == {(25, 27)}


def test_each_defence_of_the_main_line_is_one_of_the_longest() -> None:
    """Shogi Zukō no. 52, in which a gold interposed at move 4 is captured with a quick mate."""
    sfen = "9/9/4p4/6nl1/2+p1S+r3/3LS2Gs/6kpB/2G4+p+B/4N+R3 b 2N2gs2l14p 1"
    report = JUDGE.inspect(Board(sfen))
    assert (report.plies, report.shortest) == (25, True)
    assert "early" not in {finding.kind for finding in report.findings}
    solver = Solver(memory_mb=32)
    for step in report.steps[:-1:2]:
        assert solver.solve(Board(step.sfen), exact=True).plies == 25 - step.ply + 1


def test_cooks_that_are_excused_by_old_custom_are_marked() -> None:
    """The longest line has cooks and leaves a gold; the line two plies shorter has no fault."""
    report = JUDGE.inspect(Board("4B4/7k1/6P2/5P3/9/9/9/9/9 b 2G2rb2g4s4n4l16p 1"))
    assert (report.verdict, report.plies, report.left) == ("deficient", 7, 0)
    (note,) = (each for each in report.findings if each.kind == "old-custom")
    assert (note.ply, note.move and note.move.usi(), note.plies, note.left) == (2, "2b3b", 5, 1)
    assert note.weight == "note"
    assert "旧作の慣習では許容" in report.text("ja")
    assert "by old custom" in report.text("en")
    shorter = Board(report.sfen)
    for move in (report.moves[0], note.move):
        assert move
        shorter.push(move)
    line = (report.moves[0], note.move, *Solver(memory_mb=8).solve(shorter, exact=True).moves)
    judged = JUDGE.inspect(Board(report.sfen), solution=[move for move in line if move])
    assert (judged.verdict, judged.left) == ("full", 0)
    assert {each.kind for each in judged.findings} >= {"long-variation"}


def test_shogi_zukou_15_is_excused_by_old_custom() -> None:
    """Its cooks are at move 29, which only the defence that is two plies longer reaches."""
    sfen = "2g+Rp4/k+r1BlB3/NN1g5/n1pP+p4/9/1L7/9/9/9 b NP2g4s2l13p 1"
    report = JUDGE.inspect(Board(sfen))
    assert (report.verdict, report.plies) == ("deficient", 31)
    (note,) = (each for each in report.findings if each.kind == "old-custom")
    assert (note.ply, note.move and note.move.usi(), note.plies, note.left) == (28, "8b7c", 29, 1)


@pytest.mark.slow
def test_after_a_cook_the_hardest_checks_are_not_solved_by_default() -> None:
    """Shogi Zukō no. 36: the verdict is known long before every check is solved."""
    board = Board("9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1")
    report = inspect(board, nodes=2_500_000)
    assert (report.verdict, report.reason) == ("deficient", "")
    assert report.open
    assert report.nodes < 2_500_000
    assert inspect(board, nodes=2_500_000, thorough=True).nodes >= 2_500_000


def test_a_defence_longer_than_the_intended_line_is_a_fault() -> None:
    sfen = "9/rk7/2s+R5/p8/9/9/9/9/9 b G2b3g3s4n4l17p 1"
    line = [Move.from_usi(usi) for usi in ("G*7b", "8b9a", "6c6a")]
    report = JUDGE.inspect(Board(sfen), solution=line)
    assert (report.verdict, found(report)) == ("deficient", {("longer-defence", 2, "8b9c", 5)})
    assert "変化長手数（2手目△9三玉・全5手）" in report.text("ja")


def test_an_intended_line_against_which_a_defence_holds_is_no_mate() -> None:
    """The intended line overlooks that the king may capture."""
    sfen = "4k4/9/9/4P4/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"
    line = [Move.from_usi(usi) for usi in ("G*5b", "5a4a", "G*4b")]
    report = JUDGE.inspect(Board(sfen), solution=line)
    assert (report.result, report.verdict) == ("no-mate", "deficient")
