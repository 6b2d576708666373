"""The judge's reports of small problems, which a person can check."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

import komadai
from komadai import Board, Move, kifu
from komadai.tsume import Inspector, Report, Solver, inspect
from tests.tsume.problems import problem
from tests.tsume.reference import Reference, TooMuchError, checks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.tsume import InspectProgress

GOLD_ON_THE_HEAD = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
THREE_PLIES = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"


JUDGE = Inspector(memory_mb=16)


def judged(sfen: str, nodes: int | None = None) -> Report:
    return JUDGE.inspect(Board(sfen, validate=False), nodes=nodes)


def kinds(report: Report) -> set[str]:
    return {finding.kind for finding in report.findings}


def usi(moves: Iterable[Move]) -> list[str]:
    return [move.usi() for move in moves]


# -- full works


def test_a_problem_with_one_mate_that_uses_everything_is_a_full_work() -> None:
    report = judged(THREE_PLIES)
    assert (report.verdict, report.plies, report.left, report.unique) == ("full", 3, 0, True)
    assert usi(report.moves) == ["R*1b", "1a1b", "3d2d"]
    assert report.findings == ()
    assert {attack.kind for step in report.steps for attack in step.attacks} == {"wrong"}


def test_every_wrong_attack_is_refuted_by_a_move_that_ends_the_mate() -> None:
    report = judged(THREE_PLIES)
    solver = Solver(memory_mb=16)
    for step in report.steps:
        for attack in step.attacks:
            board = Board(step.sfen)
            board.push(attack.move)
            board.push(attack.line[0])
            assert solver.solve(board).result == "no-mate"


def test_two_mates_at_the_last_move_are_not_a_fault() -> None:
    """The gold, protected by the dragon, mates on 1b and on 2b."""
    report = judged("8k/5+R3/9/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1")
    assert (report.verdict, kinds(report)) == ("full", {"last-move"})


def test_the_square_from_which_a_dropped_bishop_checks_makes_no_difference() -> None:
    report = judged("6K1k/9/9/9/9/9/9/9/9 b B2rb4g4s4n4l18p 1")
    assert (report.verdict, kinds(report)) == ("full", {"drop-square"})
    assert len(report.findings) == 6


def test_promotion_or_not_makes_no_difference() -> None:
    report = judged("3pk1l2/9/4S1S2/8R/9/9/9/9/9 b r2b4g2s4n3l17p 1")
    assert (report.verdict, kinds(report)) == ("full", {"promotion"})


def test_a_defence_of_full_length_two_plies_before_the_end_is_only_noted() -> None:
    report = judged("9/k8/9/1L7/9/9/9/9/9 b G2r2b3g4s4n3l18p 1")
    assert (report.verdict, kinds(report)) == ("full", {"equal-at-end"})
    assert [finding.weight for finding in report.findings] == ["note"]


def test_several_possible_interpositions_are_a_blemish() -> None:
    report = judged("2kg5/9/1pS6/9/9/9/9/9/9 b RNr2b3g3s3n4l17p 1")
    assert report.verdict == "full"
    assert "interposed-piece" in kinds(report)


def test_promoting_a_move_later_makes_no_difference() -> None:
    report = judged("6+N1k/2B3K2/9/9/9/9/9/9/9 b 2rb4g4s3n4l18p 1")
    assert (report.verdict, kinds(report)) == ("full", {"promotion"})


def test_other_defences_of_full_length_are_a_blemish() -> None:
    report = judged("7kp/9/5L3/6K2/9/9/9/9/9 b GN2r2b3g4s3n3l17p 1")
    assert (report.verdict, report.plies, kinds(report)) == ("full", 5, {"equal-variation"})
    assert {finding.move.usi() for finding in report.findings if finding.move} == {"2a3a", "2a3b"}


def test_two_more_plies_with_a_piece_left_were_allowed_in_old_problems() -> None:
    report = judged("3K5/k8/p8/9/9/2R6/9/9/9 b S4g3s4n4l17p 1")
    assert (report.verdict, report.plies, report.left) == ("full", 3, 0)
    longer = [finding for finding in report.findings if finding.kind == "long-variation"]
    assert [(finding.plies, finding.left, finding.weight) for finding in longer] == [(5, 1, "blemish")]


# -- deficient works


def test_cooks_and_detours_are_distinguished() -> None:
    report = judged("+L5s1k/9/5+BG2/9/9/9/9/9/9 b GS2rb2g2s4n3l18p 1")
    found = {(f.kind, f.move and f.move.usi(), f.plies) for f in report.findings}
    assert found == {
        ("cook", "4c2a", 7),
        ("cook", "S*1b", 5),
        ("cook", "G*2a", 5),
        ("equal-at-end", "1b2a", 5),
    }
    report = judged("8g/4+L2k1/6N2/6K1P/9/9/9/9/9 b G2r2b2g4s3n3l17p 1")
    found = {(f.kind, f.move and f.move.usi(), f.plies) for f in report.findings}
    assert found == {("cook", "1d1c+", 7), ("detour", "G*1c", 5)}


def test_without_a_mate_the_checks_and_their_refutations_are_shown() -> None:
    report = judged("4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1")
    assert (report.verdict, report.result, kinds(report)) == ("deficient", "no-mate", {"no-mate"})
    wrong = {
        attack.move.usi(): usi(attack.line) for attack in report.steps[0].attacks if attack.kind == "wrong"
    }
    assert wrong.keys() == {"5c5b", "5c5b+", "S*4b", "S*5b", "S*6b"}
    assert wrong["5c5b+"] == ["5a5b"]


def test_an_unnecessary_silver_is_left_and_never_used() -> None:
    report = judged("4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1")
    assert (report.verdict, report.left) == ("deficient", 1)
    assert {(finding.kind, finding.detail) for finding in report.findings} == {
        ("leftover", "S"),
        ("unused", "S"),
    }


def test_two_pawns_on_a_file_are_impossible() -> None:
    report = judged("4k4/9/4P4/9/4P4/9/9/9/9 b G2r2b3g4s4n4l16p 1")
    assert (report.verdict, report.result, kinds(report)) == ("deficient", "illegal", {"illegal"})
    assert "二歩" in report.text("ja")
    assert "nifu" in report.text("en")


def test_a_king_in_check_before_the_first_move_is_impossible() -> None:
    assert judged("4k4/4G4/4P4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1").result == "illegal"


def test_a_position_without_a_king_to_mate_is_not_a_problem() -> None:
    report = judged("9/9/9/9/9/9/9/9/4K4 b G 1")
    assert (report.result, report.verdict) == ("illegal", "deficient")


def test_missing_pieces_are_noted() -> None:
    report = judged("4k4/9/4P4/9/9/9/9/9/9 b G 1")
    assert [(finding.kind, finding.detail) for finding in report.findings] == [
        ("missing-pieces", "2R2B3G4S4N4L17P")
    ]
    assert "飛二角二金三銀四桂四香四歩十七" in report.text("ja")


# -- the composer's line


def test_a_mate_quicker_than_the_intended_one_is_reported() -> None:
    """The intended line begins with the horse; the gold mates sooner."""
    sfen = "+L5s1k/9/5+BG2/9/9/9/9/9/9 b GS2rb2g2s4n3l18p 1"
    cook = next(attack for attack in judged(sfen).steps[0].attacks if attack.move.usi() == "4c2a")
    report = inspect(Board(sfen), solution=[cook.move, *cook.line])
    assert (report.intended, report.plies, report.verdict) == (True, 7, "deficient")
    assert ("early", "G*2a", 5) in {(f.kind, f.move and f.move.usi(), f.plies) for f in report.findings}


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        (["R*1b", "1a1b"], "must end with a move of the attacker"),
        (["R*5b"], "is no check"),
        (["P*5b"], "is illegal"),
        (["R*1d"], "does not end in mate"),
    ],
)
def test_an_invalid_intended_line_is_an_error(moves: list[str], complaint: str) -> None:
    with pytest.raises(komadai.errors.TsumeError, match=complaint):
        inspect(Board(THREE_PLIES), solution=[Move.from_usi(move) for move in moves])


# -- the tree


def test_futile_interpositions_are_marked_at_the_end_of_the_line() -> None:
    """The tokin uncovers a lance: interpositions on six squares, all futile."""
    report = judged("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1")
    assert (report.plies, report.steps[-1].move) == (1, None)
    defences = report.steps[-1].defences
    assert {defence.kind for defence in defences} == {"futile"}
    shown = [defence for defence in defences if defence.same_as is None]
    assert len(shown) < len(defences)


def test_mirrored_variations_of_a_symmetric_position_are_shown_once() -> None:
    """The king is on the middle file, so variations on the left equal those on the right."""
    report = judged(GOLD_ON_THE_HEAD)
    folded = {
        attack.move.usi(): attack.mirror_of.usi() for attack in report.steps[0].attacks if attack.mirror_of
    }
    assert folded == {"G*6a": "G*4a", "G*6b": "G*4b"}


def test_all_lines_of_the_tree_can_be_played() -> None:
    for seed in range(0, 30, 2):
        for step in judged(problem(seed), nodes=20_000).steps:
            lines = [(attack.move, *attack.line) for attack in step.attacks]
            lines += [(defence.move, *defence.line) for defence in step.defences]
            for line in lines:
                board = Board(step.sfen)
                for move in line:
                    board.push(move)


# -- reports


def test_the_report_as_text_in_both_languages() -> None:
    report = judged(THREE_PLIES)
    assert report.text("ja").startswith("完全作（3手詰）\n")
    assert "▲1二飛　△同香　▲2四馬" in report.text("ja")
    assert "紛れ ▲1四飛は△同金で不詰" in report.text("ja")
    assert report.text("en").startswith("Full work: mate in 3\n")
    assert "Wrong R*1d? Gx1d!" in report.text("en")


def test_the_report_as_a_record_is_read_back_with_its_variations() -> None:
    report = judged(THREE_PLIES)
    game = kifu.read(report.kif())
    assert game.warnings == []
    assert game.moves() == list(report.moves)
    assert "完全作" in game.root.comment
    tried = [node.move.usi() for node in game.root.children if node.move]
    assert tried[0] == "R*1b"
    assert "R*1d" in tried


def test_every_report_can_be_written_and_stored_as_json() -> None:
    for seed in range(0, 40, 2):
        report = judged(problem(seed), nodes=20_000)
        data = json.loads(json.dumps(report.to_dict()))
        assert data["verdict"] == report.verdict
        assert data["moves"] == usi(report.moves)
        game = kifu.read(report.kif())
        assert game.moves() == list(report.moves)
        assert report.text("en")
        assert report.text("ja")


# -- limits


def test_findings_not_decided_within_the_nodes_are_unproved() -> None:
    zukou_1 = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"
    report = inspect(Board(zukou_1), nodes=5_000)
    assert (report.verdict, report.reason, report.unique) == ("unproved", "nodes", None)
    assert report.open
    assert report.nodes < 20_000


def test_an_inspection_reports_its_progress_and_can_be_stopped() -> None:
    inspector = Inspector(16)
    seen: list[InspectProgress] = []

    def tell(progress: InspectProgress) -> None:
        seen.append(progress)
        threading.Thread(target=inspector.stop).start()

    bare_king = "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1"
    report = inspector.inspect(Board(bare_king), progress=tell)
    assert report.reason in ("stopped", "")
    assert all(each.seconds >= 0 and each.nodes >= 0 for each in seen)
    assert inspector.inspect(Board(GOLD_ON_THE_HEAD)).verdict == "full"


def test_an_error_of_the_progress_function_is_raised() -> None:
    class Enough(Exception):
        pass

    def tell(_: InspectProgress) -> None:
        raise Enough

    microcosmos = (
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    )
    with pytest.raises(Enough):
        inspect(Board(microcosmos), progress=tell)


# -- against the slow solver


@pytest.mark.parametrize("seed", range(0, 30, 2))
def test_other_mates_are_mates_and_wrong_attacks_are_not(seed: int) -> None:
    for step in judged(problem(seed), nodes=20_000).steps:
        solver = Reference(step.sfen, positions=20_000)
        assert len(step.attacks) == (len(checks(solver.board)) - bool(step.move) if step.ply % 2 else 0)
        for attack in step.attacks:
            solver.board.push(attack.move)
            try:
                if attack.kind == "wrong":
                    assert solver.defend(solver.board, 2) is None, attack
                elif attack.plies is not None and attack.plies <= 5:
                    assert solver.defend(solver.board, attack.plies - 1) is not None, attack
            except TooMuchError:
                pass
            solver.board.pop()
