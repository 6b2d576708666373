"""The messages of processes to each other, as lines of words."""

from __future__ import annotations

import pytest

from komadai.server.cluster import messages as ms
from komadai.server.cluster.messages import decode, encode

FIELDS = {"str": "a1B_-", "int": 7, "bool": True}


def sample(kind: type[ms.Message]) -> ms.Message:
    return kind(*(FIELDS[hint] for hint in kind.__annotations__.values()))


@pytest.mark.parametrize("kind", ms.Message.__subclasses__())
def test_a_message_is_read_as_it_was_sent(kind: type[ms.Message]) -> None:
    message = sample(kind)
    assert decode(encode("origin", message)) == ("origin", message)


def test_a_line_has_the_sender_the_tag_and_the_fields() -> None:
    assert encode("one", ms.NodeShown("chapter", "person", 12, False)) == "one look chapter person 12 False"
    assert encode("one", ms.Released()) == "one released"


def test_the_line_that_a_commit_writes_in_sql_is_a_changed_game() -> None:
    assert decode("one game abc") == ("one", ms.GameChanged("abc"))


def test_a_message_of_another_version_is_passed_over() -> None:
    assert decode("one other-kind abc") == ("one", None)
