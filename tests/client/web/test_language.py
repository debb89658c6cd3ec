"""The page is in the language of whoever looks at it, also what several players share."""

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from client.web.page_files import page_files
from client.words.say import Language, cached_by_language, say, speaking
from tests.client import three_handed as three
from tests.client.web.at_page import at_page


class German(NullTranslations):
    """Some words of the page."""

    def pgettext(self, context: str, message: str) -> str:
        words = {"page.points_behind": "Punkte", "page.boneyard": "Talon", "page.tiles_behind": "Steine"}
        return words.get(context, message)


@contextmanager
def in_german() -> Iterator[None]:
    with speaking(Language(German(), {}, "de")):
        yield


def seats() -> str:
    return at_page(*three.game()).parts()["seats"]


def test_what_players_share_is_said_to_each_in_their_language() -> None:
    before = seats()
    with in_german():
        in_between = seats()

    assert ("points" in before, "Punkte" in before) == (True, False)
    assert ("points" in in_between, "Punkte" in in_between) == (False, True)
    assert seats() == before


def test_what_is_said_again_in_a_language_is_made_once() -> None:
    made: list[int] = []

    @cached_by_language(10)
    def points(number: int) -> str:
        made.append(number)
        return f"{number} {say('page.points_behind')}"

    german = Language(German(), {}, "de")
    assert [points(3), points(3)] == ["3 points", "3 points"]
    for _ in range(2):
        with speaking(german):
            assert points(3) == "3 Punkte"
    assert (points(3), made) == ("3 points", [3, 3])


def test_a_document_names_its_language() -> None:
    english = page_files()
    with in_german():
        german = page_files()

    for path in ("/", "/tv", "/league"):
        assert b'<html lang="en">' in english[path].content
        assert b'<html lang="de">' in german[path].content
    assert english["/"].version != german["/"].version, "a browser that has the one fetches the other"
