"""Output in an encoding without arrows, box characters or letters of names."""

import io
import sys

import pytest

from protocol.shared.plain_signs import has_drawing_signs, replace_missing_signs

WRITTEN = "Zoë 日本 ┌─┐ ← ▶ × ¡Uy! Oui\N{NARROW NO-BREAK SPACE}; non\N{NO-BREAK SPACE}: ni"


def streams_of(encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[io.BytesIO, io.BytesIO]:
    """The eventual output on standard output and standard error, which have this encoding from now on."""
    out, errors = io.BytesIO(), io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding, write_through=True))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(errors, encoding, write_through=True))
    return out, errors


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("ascii", b"Zoe ?? +-+ < * x !Uy! Oui ; non : ni"),
        ("latin-1", b"Zo\xeb ?? +-+ < * \xd7 \xa1Uy! Oui ; non\xa0: ni"),
        ("utf-8", WRITTEN.encode()),
    ],
)
def test_a_character_that_cannot_be_encoded_has_a_plain_replacement(
    encoding: str, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = streams_of(encoding, monkeypatch)
    replace_missing_signs()

    for stream in (sys.stdout, sys.stderr):
        stream.write(WRITTEN)

    assert [stream.getvalue() for stream in streams] == [written, written]


@pytest.mark.parametrize(("encoding", "can"), [("ascii", False), ("latin-1", False), ("cp437", False), ("utf-8", True)])
def test_the_encoding_decides_whether_boxes_and_arrows_are_shown(
    encoding: str, can: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams_of(encoding, monkeypatch)

    assert has_drawing_signs() is can
