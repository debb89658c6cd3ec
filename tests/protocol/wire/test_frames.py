"""Lines from bytes that arrive in pieces of any size."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.messages import LONGEST_LINE


def fed(lines: LineBuffer, *pieces: bytes) -> list[bytes]:
    return [line for piece in pieces for line in lines.feed(piece)]


def test_a_line_ends_at_its_newline_and_does_not_include_it() -> None:
    assert fed(LineBuffer(100), b"one\ntwo\n") == [b"one", b"two"]


def test_an_incomplete_line_waits_for_its_end() -> None:
    lines = LineBuffer(100)

    assert fed(lines, b"on") == []
    assert fed(lines, b"e\n") == [b"one"]


def test_an_empty_line_is_a_line() -> None:
    assert fed(LineBuffer(100), b"\n\n") == [b"", b""]


def test_only_a_newline_ends_a_line() -> None:
    assert fed(LineBuffer(100), "a\rb\u2028c\x00\n".encode()) == ["a\rb\u2028c\x00".encode()]


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"")), max_size=8), st.data())
def test_the_same_lines_come_out_however_the_bytes_are_split(whole: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\n" for line in whole)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    pieces = [stream[start:end] for start, end in pairwise([0, *cuts, len(stream)])]

    assert fed(LineBuffer(100), *pieces) == whole
    assert fed(LineBuffer(100), *(bytes([byte]) for byte in stream)) == whole


def test_a_line_may_reach_the_limit_including_its_newline() -> None:
    longest = b"x" * (LONGEST_LINE - 1)

    assert fed(LineBuffer(LONGEST_LINE), longest + b"\n") == [longest]
    assert fed(LineBuffer(LONGEST_LINE), longest, b"\n") == [longest]


@pytest.mark.parametrize("pieces", [(b"x" * 10 + b"\n",), (b"x" * 10,), (b"x" * 9, b"x"), (b"ok\n" + b"x" * 10,)])
def test_a_longer_line_is_an_error_as_soon_as_it_exceeds_the_limit(pieces: tuple[bytes, ...]) -> None:
    with pytest.raises(LineTooLongError, match="longer than 10 bytes"):
        fed(LineBuffer(10), *pieces)


def test_several_lines_together_may_exceed_the_limit() -> None:
    assert fed(LineBuffer(10), b"12345678\n" * 50) == [b"12345678"] * 50


def test_lines_before_one_that_is_too_long_are_returned_first() -> None:
    lines = LineBuffer(10).feed(b"one\n" + b"x" * 20)

    assert next(lines) == b"one"
    with pytest.raises(LineTooLongError):
        next(lines)
