"""Mate problems over HTTP: solving, refutations, hints, ratings, timed runs, and users' positions."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from komadai import Move
from komadai.engine.levels import level
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume.problem_selection import first_rating
from komadai.tsume.difficulty import Difficulty
from komadai.tsume.move_checker import MoveChecker
from komadai.tsume.problems import Problem, problems
from tests.server.conftest import Guest, Server, code
from tests.server.tsume.problems import deal, known, other_move, play, solve

LANCE = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
"""Mate in 3: 1二飛 同玉 3二馬."""
RESTORING = "7k1/5+Bp2/7Ss/4n4/9/9/9/9/9 b 2p 1"
"""Mate in 33, or in 21 if restoring interpositions (復元型無駄合) are futile."""
NO_MATE = "4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1"


def standing(guest: Guest) -> dict[str, Any]:
    answer: dict[str, Any] = guest.get("/api/tsume").json()
    return answer


def wrong_check(problem: Problem) -> str:
    """A check that does not mate."""
    board, checker = problem.board, MoveChecker()
    return next(
        move.usi()
        for move in board.legal_moves
        if move is not problem.moves[0]
        and board.gives_check(move)
        and checker.judge(board, move, problem.moves, 0).verdict == "wrong"
    )


class TestSolving:
    def test_a_beginner_gets_an_easy_problem_and_solves_it(self, guest: Guest) -> None:
        before = standing(guest)
        assert (before["rating"], before["tried"], before["history"]) == (900, 0, [])
        assert [each["plies"] for each in before["lengths"]][:3] == [1, 3, 5]
        dealt = deal(guest)
        assert (dealt["plies"], dealt["counts"]) == (3, True)
        assert dealt["position"]["turn"] == "black"
        assert dealt["position"]["legal"]
        answer = solve(guest, dealt)
        assert answer["verdict"] == "solved"
        after = answer["standing"]
        assert answer["change"] == after["rating"] - before["rating"] > 0
        assert (after["solved"], after["streak"], after["history"]) == (1, 1, [after["rating"]])
        assert standing(guest) == after

    def test_a_first_visitor_gets_mates_in_one_until_one_is_solved(self, guest: Guest) -> None:
        first = deal(guest, None)
        assert (first["plies"], first["rating"] < 700) == (1, True)
        guest.post("/api/tsume/give-up", {"problem": first["id"], "line": []})
        second = deal(guest, None)
        assert (second["plies"], second["id"] != first["id"]) == (1, True)
        assert solve(guest, second)["standing"]["solved"] == 1

    def test_a_first_visitor_may_choose_a_length(self, guest: Guest) -> None:
        assert deal(guest, 5)["plies"] == 5

    def test_an_unsettled_problem_is_given_again(self, guest: Guest) -> None:
        first = deal(guest)
        assert deal(guest)["id"] == first["id"]
        assert deal(guest, None)["id"] == first["id"]
        assert deal(guest, 1)["id"] != first["id"]
        second = deal(guest, 1)
        solve(guest, second)
        assert deal(guest, 1)["id"] != second["id"]

    def test_a_wrong_check_is_answered_with_its_refutation(self, guest: Guest) -> None:
        dealt = deal(guest)
        problem = known(dealt["id"])
        answer = play(guest, dealt["id"], [], wrong_check(problem))
        assert answer["verdict"] == "wrong"
        assert len(answer["moves"]) == 2
        board = problem.board
        for move in answer["moves"]:
            board.push(Move.from_usi(move["usi"]))
        assert answer["position"]["sfen"] == dealt["sfen"]
        assert answer["change"] < 0
        assert answer["standing"]["streak"] == 0
        # The problem can still be solved, but it has been counted.
        again = solve(guest, dealt)
        assert (again["verdict"], again["standing"], again["change"]) == ("solved", None, None)

    def test_a_move_that_is_no_check_is_wrong(self, guest: Guest) -> None:
        dealt = deal(guest)
        answer = play(guest, dealt["id"], [], other_move(known(dealt["id"])))
        assert answer["verdict"] == "no_check"
        assert answer["standing"]["tried"] == 1

    def test_a_move_may_be_typed(self, guest: Guest) -> None:
        dealt = deal(guest, 1)
        usi = known(dealt["id"]).moves[0].usi()
        answer = guest.post("/api/tsume/answer", {"problem": dealt["id"], "typed": usi}).json()
        assert answer["verdict"] == "solved"

    def test_a_hint_names_the_piece_then_the_move_and_costs_no_rating(self, guest: Guest) -> None:
        dealt = deal(guest)
        move = known(dealt["id"]).moves[0]
        answer = guest.post("/api/tsume/hint", {"problem": dealt["id"]}).json()
        assert (answer["square"] or f"{answer['drop']}*") == move.usi()[:2]
        assert answer["move"] is None
        whole = guest.post("/api/tsume/hint", {"problem": dealt["id"], "whole": True}).json()
        assert whole["move"]["usi"] == move.usi()
        after = solve(guest, dealt)
        assert after["change"] == 0
        assert (after["standing"]["solved"], after["standing"]["streak"]) == (1, 0)

    def test_giving_up_shows_the_solution(self, guest: Guest) -> None:
        dealt = deal(guest)
        answer = guest.post("/api/tsume/give-up", {"problem": dealt["id"]}).json()
        assert [move["usi"] for move in answer["moves"]] == [m.usi() for m in known(dealt["id"]).moves]
        assert answer["standing"]["tried"] == 1
        assert answer["standing"]["rating"] < 900

    def test_a_whole_line_solved_in_the_head_counts_as_solved_without_a_rating(self, guest: Guest) -> None:
        dealt = deal(guest)
        line = [move.usi() for move in known(dealt["id"]).moves]
        answer = guest.post("/api/tsume/head", {"problem": dealt["id"], "line": line}).json()
        assert (answer["verdict"], answer["right"], answer["better"]) == ("solved", 3, None)
        assert [move["usi"] for move in answer["moves"]] == line
        after = answer["standing"]
        assert (after["rating"], after["tried"], after["solved"], after["history"]) == (900, 1, 1, [])
        assert deal(guest)["id"] != dealt["id"]

    def test_the_first_wrong_move_of_a_line_is_shown_with_its_refutation(self, guest: Guest) -> None:
        dealt = deal(guest)
        problem = known(dealt["id"])
        line, board = [wrong_check(problem)], problem.board
        board.push(Move.from_usi(line[0]))
        while len(line) < 3:
            line.append(board.legal_moves[0].usi())
            board.push(Move.from_usi(line[-1]))
        answer = guest.post("/api/tsume/head", {"problem": dealt["id"], "line": line}).json()
        assert (answer["verdict"], answer["right"], len(answer["moves"])) == ("wrong", 0, 2)
        assert answer["moves"][0]["usi"] == line[0]
        assert answer["standing"]["tried"] == 1
        assert answer["standing"]["rating"] == 900

    @pytest.mark.parametrize("length", [1, 2])
    def test_a_line_that_is_not_whole_is_refused(self, guest: Guest, length: int) -> None:
        dealt = deal(guest)
        line = [move.usi() for move in known(dealt["id"]).moves][:length]
        answer = guest.post("/api/tsume/head", {"problem": dealt["id"], "line": line})
        assert code(answer) == "invalid"
        assert standing(guest)["tried"] == 0

    def test_a_linked_problem_does_not_count(self, guest: Guest) -> None:
        problem = problems(3)[0]
        dealt = guest.get(f"/api/tsume/problems/{problem.id}").json()
        assert dealt["counts"] is False
        assert solve(guest, dealt)["standing"] is None
        assert standing(guest)["tried"] == 0

    def test_the_problem_of_the_day_does_not_count_and_stays_the_same(self, guest: Guest) -> None:
        today = guest.get("/api/tsume/today").json()
        assert (today["plies"], today["counts"]) == (3, False)
        assert guest.get("/api/tsume/today").json()["id"] == today["id"]

    @pytest.mark.parametrize(
        ("path", "body", "expected"),
        [
            ("next", {"plies": 98}, "invalid"),
            ("next", {"run": True}, "run_over"),
            ("answer", {"problem": "none", "usi": "7g7f"}, "not_found"),
            ("answer", {"problem": "PROBLEM", "usi": "9a9a+"}, "not_a_move"),
            ("answer", {"problem": "PROBLEM", "usi": "K*1a"}, "not_a_move"),
            ("answer", {"problem": "PROBLEM", "usi": "7g7f"}, "illegal"),
            ("answer", {"problem": "PROBLEM"}, "invalid"),
            ("answer", {"problem": "PROBLEM", "line": ["7g7f"], "usi": "7g7f"}, "invalid"),
            ("answer", {"problem": "PROBLEM", "typed": "♞"}, "not_a_move"),
            ("give-up", {"problem": "PROBLEM", "line": ["x"]}, "not_a_move"),
            ("jobs", {"kind": "solve", "sfen": "x"}, "invalid"),
            ("jobs", {"kind": "solve", "sfen": LANCE, "seconds": 61}, "invalid"),
            ("jobs/none/stop", {}, "not_found"),
        ],
    )
    def test_an_invalid_request_is_refused(
        self, guest: Guest, path: str, body: dict[str, Any], expected: str
    ) -> None:
        if body.get("problem") == "PROBLEM":
            body = {**body, "problem": problems(1)[0].id}
        assert code(guest.post(f"/api/tsume/{path}", body)) == expected

    @pytest.mark.parametrize("signature", ["", "0" * 32])
    @pytest.mark.parametrize("call", ["answer", "hint", "give-up"])
    def test_an_invented_defence_is_refused(self, guest: Guest, call: str, signature: str) -> None:
        for problem in problems(3):
            board = problem.board
            board.push(problem.moves[0])
            others = [move for move in board.legal_moves if move is not problem.moves[1]]
            if others:
                line = [problem.moves[0].usi(), others[0].usi()]
                more = {"usi": problem.moves[2].usi()} if call == "answer" else {}
                body = {"problem": problem.id, "line": line, "signature": signature, **more}
                assert code(guest.post(f"/api/tsume/{call}", body)) == "invalid"
                return

    def test_signed_lines_off_the_solution_are_accepted(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A cooked problem: the intended move is a gold drop, a silver drop mates as fast."""
        problem = Problem(
            "+L5s1k/9/5+BG2/9/9/9/9/9/9 b GS2rb2g2s4n3l18p 1",
            tuple(Move.from_usi(usi) for usi in ("G*2a", "1a1b", "4c3d", "1b2a", "S*1b")),
            Difficulty(nodes=400, checks=20, tempting=2, score=12.0),
        )
        monkeypatch.setattr("komadai.server.tsume.service.problems", lambda: (problem,))
        with server() as client:
            guest = Guest(client)
            deal(guest, 5)
            body: dict[str, Any] = {"problem": problem.id, "line": [], "usi": "S*1b"}
            answer = guest.post("/api/tsume/answer", body).json()
            assert (answer["verdict"], answer["equal"]) == ("goes_on", True)
            board = problem.board
            while answer["verdict"] == "goes_on":
                for move in answer["moves"]:
                    board.push_usi(move["usi"])
                    body["line"] = [*body["line"], move["usi"]]
                body["usi"] = MoveChecker().best(board.copy())[0].usi()
                assert code(guest.post("/api/tsume/answer", body | {"signature": "x"})) == "invalid"
                answer = guest.post("/api/tsume/answer", body | {"signature": answer["signature"]}).json()
            assert answer["verdict"] == "solved"
            assert answer["change"] > 0
            assert len(body["line"]) == 4


class TestProblemRating:
    def test_longer_problems_have_higher_ratings(self) -> None:
        middle = [
            median(first_rating(each).rating for each in problems(plies)) for plies in (1, 3, 5, 7, 9, 11)
        ]
        assert middle == sorted(middle)
        assert level(2).rating < middle[0] < level(4).rating, "mate in 1: 13 to 11 kyu"
        assert level(15).rating < middle[-1] < 2000, "mate in 11: above 1 dan"


class TestTimedRun:
    def test_problems_get_harder_and_solved_ones_are_counted(self, guest: Guest) -> None:
        assert guest.post("/api/tsume/runs", {}).json()["run"]["solved"] == 0
        levels = []
        for _ in range(8):
            dealt = deal(guest, None, run=True)
            levels.append(dealt["rating"])
            answer = solve(guest, dealt)
        run = answer["standing"]["run"]
        assert (run["solved"], run["missed"], run["over"]) == (8, 0, False)
        assert 0 < run["left_ms"] <= tsume_progress.RUN_MS
        assert max(levels[-3:]) > max(levels[:3])
        assert (answer["standing"]["rating"], answer["standing"]["best_run"]) == (900, 8)

    def test_the_third_mistake_ends_the_run(self, guest: Guest) -> None:
        guest.post("/api/tsume/runs", {})
        for _ in range(tsume_progress.RUN_MISSES):
            dealt = deal(guest, None, run=True)
            answer = play(guest, dealt["id"], [], other_move(known(dealt["id"])))
        assert answer["standing"]["run"]["over"] is True
        assert code(guest.post("/api/tsume/next", {"run": True})) == "run_over"
        assert deal(guest)["counts"] is True
        assert standing(guest)["run"] is None


class TestOwnPositions:
    def ask(self, guest: Guest, kind: str, sfen: str, seconds: int = 20, **options: bool) -> dict[str, Any]:
        body = {"kind": kind, "sfen": sfen, "seconds": seconds, **options}
        answer = guest.post("/api/tsume/jobs", body)
        assert answer.status_code == 201, answer.text
        job = answer.json()
        for _ in range(1200):
            job = guest.get(f"/api/tsume/jobs/{job['id']}").json()
            if job["state"] == "done":
                break
            time.sleep(0.05)
        done: dict[str, Any] = job
        return done

    def test_a_mate_is_found(self, guest: Guest) -> None:
        solution = self.ask(guest, "solve", LANCE)["solution"]
        assert (solution["result"], solution["plies"], solution["exact"]) == ("mate", 3, True)
        assert solution["moves"][0]["usi"] == "R*1b"
        assert "１二飛打" in solution["kif"]

    def test_both_lengths_are_given_where_restoring_interpositions_matter(self, guest: Guest) -> None:
        counted = self.ask(guest, "solve", RESTORING)
        assert (counted["restoring_is_futile"], counted["solution"]["plies"]) == (False, 33)
        assert counted["solution"]["other_plies"] == 21
        futile = self.ask(guest, "solve", RESTORING, restoring_is_futile=True)
        assert (futile["restoring_is_futile"], futile["solution"]["plies"]) == (True, 21)
        assert futile["solution"]["other_plies"] == 33
        report = self.ask(guest, "judge", RESTORING, restoring_is_futile=True)["report"]
        assert len(report["moves"]) == 21

    def test_no_mate_is_proved(self, guest: Guest) -> None:
        solution = self.ask(guest, "solve", NO_MATE)["solution"]
        assert (solution["result"], solution["moves"], solution["kif"]) == ("no-mate", [], None)

    def test_a_problem_is_judged(self, guest: Guest) -> None:
        report = self.ask(guest, "judge", problems(3)[0].sfen)["report"]
        assert report["verdict"] == "full"
        assert len(report["moves"]) == 3
        assert report["headline"]["ja"].startswith("完全作")

    def test_a_cooked_problem_is_reported_with_its_faults(self, guest: Guest) -> None:
        """Two golds in hand where one is enough."""
        report = self.ask(guest, "judge", "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1")["report"]
        assert report["verdict"] == "deficient"
        found = {each["kind"]: each for each in report["findings"]}
        assert (found["leftover"]["weight"], found["leftover"]["text"]["ja"]) == (
            "fault",
            "欠陥：駒余り（金）",
        )

    def test_a_position_without_a_defending_king_is_an_error(self, guest: Guest) -> None:
        job = self.ask(guest, "solve", "9/9/9/9/9/9/9/9/9 b P 1")
        assert (job["solution"], job["state"]) == (None, "done")
        assert "king" in job["error"]["en"]
        assert "玉" in job["error"]["ja"]

    def test_a_job_can_be_stopped_and_is_visible_to_its_guest_only(self, guest: Guest) -> None:
        # Microcosmos takes minutes.
        sfen = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
        job = guest.post("/api/tsume/jobs", {"kind": "solve", "sfen": sfen, "seconds": 60}).json()
        assert code(Guest(guest.client).get(f"/api/tsume/jobs/{job['id']}")) == "not_found"
        guest.post(f"/api/tsume/jobs/{job['id']}/stop", {})
        for _ in range(1200):
            job = guest.get(f"/api/tsume/jobs/{job['id']}").json()
            if job["state"] == "done":
                break
            time.sleep(0.05)
        assert job["state"] == "done"


def test_a_job_is_pushed_to_the_page_that_subscribes(guest: Guest) -> None:
    job = guest.post("/api/tsume/jobs", {"kind": "judge", "sfen": LANCE, "seconds": 20}).json()
    with guest.connect() as page:
        page.send("subscribe", topic={"type": "job", "id": job["id"]})
        states = []
        while "done" not in states:
            message = page.receive()
            if message["type"] == "job":
                assert message["job"]["id"] == job["id"]
                states.append(message["job"]["state"])
        assert message["job"]["report"]["verdict"] == "full"
        assert message["job"] == guest.get(f"/api/tsume/jobs/{job['id']}").json()


def test_progress_is_kept_after_a_restart(server: Server) -> None:
    with server() as client:
        guest = Guest(client)
        kept = solve(guest, deal(guest))["standing"]
    with server() as client:
        guest.client = client
        assert standing(guest) == kept
