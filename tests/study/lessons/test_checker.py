"""A chapter that says something wrong is told where and why."""

from __future__ import annotations

import pytest

from komadai.study.lessons import LessonError, check_chapter, read_chapter

HEAD = """
id = "test"
title = { en = "Test", ja = "試験" }
about = { en = "Test", ja = "試験" }
[[lessons]]
id = "one"
title = { en = "One", ja = "一" }
"""
TEXT = 'text = { en = "Do it.", ja = "やろう。" }\n'
MATE = 'sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1"\n'


def troubles(*steps: str) -> list[str]:
    return check_chapter(read_chapter(HEAD + "".join(f"[[lessons.steps]]\n{TEXT}{step}\n" for step in steps)))


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ('kind = "move"\ngoal = "mate"\nonly = true', ""),
        ('kind = "move"\nmoves = ["G*5a"]', "G*5a is not legal"),
        ('kind = "move"\nmoves = ["G*4b"]\ngoal = "mate"', "G*4b does not reach the goal mate"),
        ('kind = "move"\ngoal = "check"\nonly = true', "not the only move: "),
        ('kind = "move"\ngoal = "promote"\nreply = "5a5c"', "the reply 5a5c is not legal"),
        ('kind = "move"\ngoal = "capture"', "no move reaches the goal capture"),
        ('kind = "move"', "needs moves, a goal, or both"),
        ('kind = "move"\ngoal = "castle"\ncastle = "palace"', "no castle has the id 'palace'"),
        ('kind = "move"\ngoal = "mate"\nwrong = { "G*5b" = { en = "No", ja = "違う" } }', "G*5b is right"),
        ('kind = "write"\nmove = "5c5a"', "5c5a is not legal"),
        ('kind = "read"\nfacts = { mate_in_1 = false }', "mate_in_1 is True"),
        ('kind = "read"\nfacts = { check = true }', "check is False"),
        ('kind = "read"\nfacts = { points = 3 }', "points are 2, not 3"),
        ('kind = "read"\nfacts = { can_declare = true }', "can_declare is False"),
        ('kind = "read"\nfacts = { handicap = "lance" }', "not the start of the handicap lance"),
        ('kind = "read"\nfacts = { legal = { "P*5d" = "legal" } }', "P*5d is not_in_hand, not legal"),
        ('kind = "read"\nfacts = { line = ["G*5b"], ends = "sennichite" }', "by checkmate, not sennichite"),
    ],
)  # fmt: skip
def test_each_wrong_statement_is_found(step: str, why: str) -> None:
    found = troubles(MATE + step)
    if why == "":
        assert found == []
    else:
        (only,) = found
        assert only.startswith("lesson one, step 1: ")
        assert why in only


def test_the_position_after_a_move_is_that_of_the_next_step() -> None:
    first = 'kind = "move"\nmoves = ["G*4c"]\n'
    assert troubles(MATE + first, 'kind = "move"\nmoves = ["4c5b"]\ngoal = "mate"') == []


def test_the_first_step_needs_a_position() -> None:
    assert troubles('kind = "read"') == ["lesson one, step 1: the first step needs an sfen"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("id = ", "test.toml: "),
        (HEAD + '[[lessons.steps]]\nkind = "sing"\n' + TEXT, "lesson one: Invalid value 'sing'"),
        (HEAD + '[[lessons.steps]]\nkind = "read"\ntext = { en = "Only" }\n', "missing required field `ja`"),
        (HEAD + '[[lessons.steps]]\nkind = "read"\ncolour = 1\n' + TEXT, "unknown field `colour`"),
    ],
)
def test_a_file_of_the_wrong_form_names_the_lesson_and_the_field(text: str, why: str) -> None:
    with pytest.raises(LessonError, match=why):
        read_chapter(text, "test.toml")


def test_an_empty_text_is_missing() -> None:
    chapter = read_chapter(HEAD.replace("一", "") + "[[lessons.steps]]\nkind = 'read'\n" + TEXT + MATE)
    assert check_chapter(chapter) == ["lesson one.title: the text in ja is missing"]
