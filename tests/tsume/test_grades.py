"""The grades of the course: by length, then by difficulty."""

from __future__ import annotations

from itertools import pairwise

from komadai.tsume.grades import SELECTION, grades
from komadai.tsume.problems import problems


def test_every_problem_is_in_exactly_one_grade() -> None:
    graded = [problem for grade in grades() for problem in grade.problems]
    assert graded == problems()


def test_grades_go_from_18_kyu_to_1_kyu_and_get_longer_then_harder() -> None:
    found = grades()
    assert [grade.kyu for grade in found] == list(range(18, 0, -1))
    for easier, harder in pairwise(found):
        assert easier.plies <= harder.plies
        if easier.plies == harder.plies:
            assert easier.problems[-1].difficulty.score <= harder.problems[0].difficulty.score


def test_a_selection_goes_from_the_easiest_problem_of_its_grade_to_the_hardest() -> None:
    for grade in grades():
        assert len({problem.sfen for problem in grade.selection}) == SELECTION
        assert (grade.selection[0], grade.selection[-1]) == (grade.problems[0], grade.problems[-1])


def test_fewer_problems_make_smaller_grades() -> None:
    assert [len(grade.problems) for grade in grades(problems(1)[:2])][:4] == [0, 1, 1, 0]
    assert [len(grade.selection) for grade in grades([])] == [0] * 18
