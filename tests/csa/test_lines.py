"""Bytes of a socket as lines of the protocol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai.csa import CsaProtocolError
from komadai.csa.lines import MAX_LINE_BYTES, LineBuffer, encode_lines


def test_a_line_may_come_in_pieces_and_end_with_crlf() -> None:
    buffer = LineBuffer()
    assert buffer.feed(b"+7776F") == []
    assert buffer.feed(b"U\r") == []
    assert buffer.feed(b"\n\n%TORYO\n-") == ["+7776FU", "", "%TORYO"]


def test_a_line_of_one_kibibyte_is_read_and_a_longer_one_refused() -> None:
    longest = b"x" * MAX_LINE_BYTES
    assert LineBuffer().feed(longest + b"\r\n") == [longest.decode()]
    for too_long in (longest + b"x\n", longest + b"x"):
        with pytest.raises(CsaProtocolError):
            LineBuffer().feed(too_long)


def test_bytes_of_other_encodings_do_no_harm() -> None:
    assert LineBuffer().feed("+7776FU,'* 読み筋\n".encode("euc_jp"))[0].startswith("+7776FU,'* ")


@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line)), st.integers(1, 20))
def test_lines_do_not_depend_on_the_pieces_in_which_they_arrive(lines: list[bytes], size: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    buffer = LineBuffer()
    pieces = [line for at in range(0, len(data), size) for line in buffer.feed(data[at : at + size])]
    assert pieces == LineBuffer().feed(data)
    assert len(pieces) == len(lines)


def test_a_line_cannot_contain_another() -> None:
    assert encode_lines(["##[CHAT][bob] a\nb\x1b[2J"]) == b"##[CHAT][bob] a b [2J\n"
