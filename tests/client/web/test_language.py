"""The page is in the language of whoever looks at it, also what several players share."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest
import trio

from client.actions.action import ChangeSetting
from client.actions.panel import key_of
from client.web.hosts import Hosts
from client.web.page_files import page_files
from client.web.places import browser_limits
from client.web.server import Server
from client.words.say import Language, cached_by_language, say, speaking
from protocol.shared.address import Address
from tests.client import three_handed as three
from tests.client.web.at_page import at_page
from tests.client.web.at_site import site
from tests.client.web.page_client import NAME, answered, request
from tests.client.web.test_http import never


class German(NullTranslations):
    """Some words of the page."""

    def pgettext(self, context: str, message: str) -> str:
        return "Talon" if context == "page.boneyard" else message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        words = {"page.points_behind": ("Punkt", "Punkte"), "page.tiles_behind": ("Stein", "Steine")}
        one, more = words.get(context, (msgid1, msgid2))
        return one if n == 1 else more


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
        return f"{number} {say('page.points_behind', n=number)}"

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


@pytest.fixture
async def connect(nursery: trio.Nursery) -> Callable[[], trio.abc.Stream]:
    """Connects to a page."""
    server = Server(Address("host", 5533), Hosts([NAME]), browser_limits(most=9))

    def connected() -> trio.abc.Stream:
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(server.serve, theirs, "192.0.2.7", never)
        return ours

    return connected


@pytest.mark.parametrize(
    ("path", "headers", "said"),
    [
        ("/", ["Accept-Language: fr-CA, en;q=0.5"], ('<html lang="fr">', "Votre nom")),
        ("/tv", ["Accept-Language: es"], ('<html lang="es">',)),
        ("/league", ["Accept-Language: es"], ('<html lang="es">',)),
        ("/", ["Accept-Language: fr", "Cookie: fives-language=es"], ('<html lang="es">', "Tu nombre")),
        ("/", ["Accept-Language: de"], ('<html lang="en">', "Your name")),
    ],
    ids=str,
)
async def test_a_document_is_in_the_language_of_its_browser(
    connect: Callable[[], trio.abc.Stream], path: str, headers: list[str], said: tuple[str, ...]
) -> None:
    answer = (await answered(connect(), request(path, *headers))).decode()

    assert all(words in answer for words in said)


async def test_the_files_of_a_document_are_those_of_its_language(connect: Callable[[], trio.abc.Stream]) -> None:
    document = (await answered(connect(), request("/", "Accept-Language: fr"))).decode()
    (address,) = re.findall(r'src="(page.js[^"]*)"', document)

    script = (await answered(connect(), request(f"/{address}"))).decode()
    manifest = (await answered(connect(), request("/manifest.webmanifest", "Accept-Language: fr"))).decode()

    assert "Cache-Control: public" in script, "the version is that of the document"
    assert "dominos à points" in manifest


async def test_two_players_at_one_table_each_have_their_language() -> None:
    async with site() as page:
        ann, bea = await page.seated("Ann", language="es"), await page.seated("Bea", language="fr")

        await ann.shows("actions", "Elige una ficha")
        await bea.shows("actions", "Choisir")
        await ann.press("chat", {"text": "Hello!"})
        await bea.until(lambda tab: "Hello!" in "".join(tab.said))


async def test_the_language_is_a_setting_which_the_browser_keeps_for_the_next_document() -> None:
    async with site() as page:
        ann = await page.seated()
        assert 'data-language=""' in ann.parts["look"]

        await ann.press("choose", f"settings {key_of(ChangeSetting('language', 'fr'))}")

        await ann.until(lambda tab: 'data-language="fr"' in tab.parts["look"])
        await ann.until(lambda tab: tab.kept["settings"] == {"language": "fr"})
