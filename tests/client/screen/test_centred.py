"""The text in place of a board: what gives way where there is no room for all of it."""

from client.screen.centred import QUIET, SAID, centred_with_code
from client.screen.paper import Fragment, Line, text_of

LINK = "http://192.0.2.2:5533/oak"
TEXT: tuple[Line, ...] = (
    [Fragment("", "Table oak")],
    [],
    [Fragment("", "Seat 1: You.")],
    [],
    [Fragment(QUIET, "first note")],
    [Fragment(QUIET, "last note")],
    [],
    [Fragment(SAID, "Ben: first")],
    [Fragment(SAID, "Ben: last")],
)


def shown(width: int, height: int, text: tuple[Line, ...] = TEXT, link: str | None = None) -> list[str]:
    lines = centred_with_code(text, link, width, height)
    assert len(lines) == height
    return [words for line in lines if (words := text_of(line).strip())]


def test_all_of_it_is_shown_if_there_is_room() -> None:
    assert shown(40, 12) == [text_of(line) for line in TEXT if line]


def test_notes_give_way_before_what_was_said_and_the_oldest_first() -> None:
    assert shown(40, 8) == ["Table oak", "Seat 1: You.", "last note", "Ben: first", "Ben: last"]
    assert shown(40, 7) == ["Table oak", "Seat 1: You.", "last note", "Ben: last"]
    assert shown(40, 5) == ["Table oak", "Seat 1: You.", "Ben: last"]
    assert shown(40, 3) == ["Table oak", "Seat 1: You."]


def test_a_long_remark_takes_two_lines_at_most() -> None:
    said = "Ben: " + "so many words " * 12
    first, second = shown(30, 12, (*TEXT[:4], [Fragment(SAID, said)]))[-2:]

    assert first.startswith("Ben: so many words")
    assert second.endswith(" ...")
    assert max(len(first), len(second)) <= 30


def test_beside_a_code_what_was_said_gives_way_to_it() -> None:
    with_code = [line[:40].strip() for line in map(text_of, centred_with_code(TEXT, LINK, 80, 15))]

    assert [line for line in with_code if line] == [text_of(line) for line in TEXT if line]
