"""The links of tables."""

import pytest

from client.actions.action import GoTo
from client.actions.panel import key_of
from client.web.page import TIME_BETWEEN_LOOKS
from client.web.page_messages import BrowserHello, NotUnderstoodError, read_message
from tests.client.web.at_site import pressed, site
from tests.client.web.page_client import NAME, PageClient


async def opens_a_table(tab: PageClient) -> str:
    """Open a table for three from the one where this player sits, and go there; returns the path of its link."""
    before = tab.path
    await tab.press("order", "open all-fives --seats 3")
    await tab.until(lambda tab: tab.path != before or "confirm" in tab.parts["window"])
    await tab.press("confirm")
    await tab.until(lambda tab: tab.path != before)
    return tab.path


async def test_a_friend_with_the_link_of_an_opened_table_sits_down_there_and_nobody_waits_elsewhere() -> None:
    async with site() as page:
        ann = await page.seated()
        assert ann.path == "/oak"

        path = await opens_a_table(ann)
        await ann.shows("waiting", f"<b>http://{NAME}{path}</b>")
        bea = await page.seated("Bea", path)

        await bea.shows("waiting", "Ann")
        assert (path, bea.path) == ("/ash", "/ash")
        ash, oak = page.host.house.tables.summaries()
        assert [seat.name for seat in ash.seats][:2] == ["Ann", "Bea"]
        assert [seat.name for seat in oak.seats] == [None, None]
        assert [seat[0] for seat in ann.seats] == ["ash"], "the seat that was given up is forgotten"


async def test_who_sits_at_an_opened_table_reads_that_friends_come_with_the_address_and_of_no_flag() -> None:
    async with site() as page:
        ann = await page.seated()
        await opens_a_table(ann)

        await ann.press("show", "who")

        await ann.shows("window", "with the address of this page, or from the list of tables")
        assert "--table" not in ann.parts["window"]


async def test_a_reload_stays_at_the_table_to_which_the_player_has_moved() -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))
        path = await opens_a_table(tab)
        await tab.until(lambda tab: len(tab.seats) == 2)
        await tab.leave()

        again = await page.tab(tab.kept, path=path)

        await again.shows("waiting", "Table ash")


async def test_a_link_to_an_unknown_table_leads_to_the_list_of_tables() -> None:
    async with site() as page:
        tab = await page.tab({"name": "Ann", "seats": []}, path="/elm")

        await tab.shows("lobby", "There is no table elm here")
        assert "no table elm: there is oak" not in tab.parts["lobby"], "it is said once"
        assert "<h3><bdi>oak</bdi></h3>" in tab.parts["lobby"]
        await tab.press("choose", f"tables {key_of(GoTo('oak'))}")
        await tab.shows("waiting", "Table oak")


async def test_the_list_follows_the_tables_and_is_said_again_only_if_it_has_changed(autojump_clock: object) -> None:
    async with site() as page:
        tab = await page.tab({"name": "Ann", "seats": []}, path="/elm")
        await tab.shows("lobby", "oak")
        assert "ash" not in tab.parts["lobby"]
        await tab.reads_for(3 * TIME_BETWEEN_LOOKS)
        assert " ".join(tab.said).count("oak: All Fives") == 1

        bea = await page.seated()
        await opens_a_table(bea)

        await tab.shows("lobby", "<bdi>ash</bdi>")
        assert " ".join(tab.said).count("ash: ") == 1


async def test_a_newcomer_types_a_name_and_then_goes_to_the_table_of_the_link() -> None:
    async with site() as page:
        ann = await page.seated()
        path = await opens_a_table(ann)
        tab = await page.tab(path=path)
        await tab.shows("lobby", 'data-press="name"')

        await tab.press("name", {"text": "Bea"})

        await tab.shows("waiting", "Table ash")


@pytest.mark.parametrize("more", ['"path": 7', '"path": "/", "invitation": 7', '"path": "/", "more": 1', '"more": 1'])
def test_a_hello_that_the_script_does_not_send_is_not_understood(more: str) -> None:
    with pytest.raises(NotUnderstoodError):
        read_message(f'{{"hello": {{"kept": null, "back": "", {more}}}}}')


async def test_a_tab_that_an_earlier_release_has_opened_says_no_path_and_plays_on() -> None:
    async with site(bots=1) as page:
        tab = PageClient(page.stream())
        await tab.open({"name": "Ann", "seats": []}, path=None)

        await tab.until(lambda tab: pressed(tab.parts["hand"], "tile"))


INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"
KEY = "vbnm5-a7z33-34ywp-emt4v"


@pytest.mark.parametrize(
    ("origin", "shown", "shared"),
    [
        (f"https://{NAME}", f"https://{NAME}/oak", f"https://{NAME}/oak"),
        (f"http://{NAME}", f"http://{NAME}/oak", f"http://{NAME}:80/oak"),  # `fives join` would take port 5533
        ("http://localhost:5533", "http://192.0.2.9:5533/oak", "http://192.0.2.9:5533/oak"),
        ("http://[::1]:5533", "http://192.0.2.9:5533/oak", "http://192.0.2.9:5533/oak"),
        ("http://[fd00::2]:5533", "http://[fd00::2]:5533/oak", "http://[fd00::2]:5533/oak"),
    ],
)
async def test_a_table_is_shared_with_the_address_that_leads_there_from_other_machines(
    origin: str, shown: str, shared: str
) -> None:
    async with site() as page:
        page.server.network, page.server.key = "http://192.0.2.9:5533", KEY
        tab = PageClient(page.stream())
        await tab.open({"name": "Ann", "seats": []}, origin=origin, invitation=INVITATION)

        await tab.shows("waiting", f"<b>{shown}</b>")
        assert f'data-share="{shared}#k={KEY},i={INVITATION}"' in tab.parts["waiting"]
        await tab.press("show", "menu")
        await tab.shows("window", f'data-share="{shared}#k={KEY},i={INVITATION}"')
        assert f'href="#k={KEY},i={INVITATION},back=' in tab.parts["window"]


async def test_an_open_page_gives_away_the_address_that_the_host_has_now() -> None:
    async with site() as page:
        page.server.network = "http://192.168.77.9:5533"
        tab = PageClient(page.stream())
        await tab.open({"name": "Ann", "seats": []}, origin="http://localhost:5533")
        await tab.shows("waiting", "<b>http://192.168.77.9:5533/oak</b>")

        page.server.network = "http://192.168.88.50:5533"
        await tab.press("show", "menu")

        await tab.shows("window", 'data-share="http://192.168.88.50:5533/oak"')


async def test_without_a_key_and_an_invitation_a_shared_link_has_neither() -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.shows("waiting", f'data-share="http://{NAME}:80/oak"')


async def test_an_invitation_stays_with_the_browser_that_has_brought_it() -> None:
    async with site(seats=3) as page:
        ann = await page.tab({"name": "Ann", "seats": []}, invitation=INVITATION)
        await ann.until(lambda tab: tab.seats)
        assert ann.kept["invitation"] == INVITATION
        ben = await page.seated("Ben")
        await ben.press("show", "menu")
        await ben.shows("window", "data-share")
        assert INVITATION not in "".join([*ben.parts.values(), *ben.said, str(ben.kept)])
        await ann.leave()

        again = await page.tab(ann.kept)

        await again.shows("waiting", f"i={INVITATION}")


@pytest.mark.parametrize("bad", ["", "short", INVITATION + "a", INVITATION[:-1] + "!", "<b>" * 9])
async def test_an_invitation_that_is_not_whole_is_ignored(bad: str) -> None:
    async with site() as page:
        tab = await page.tab({"name": "Ann", "seats": [], "invitation": bad}, invitation=bad)

        await tab.shows("waiting", "data-share")
        assert "i=" not in tab.parts["waiting"].partition("data-share")[2].partition(">")[0]
        assert "invitation" not in tab.kept


def test_what_a_link_brings_is_in_no_text_about_a_message() -> None:
    assert INVITATION not in repr(BrowserHello({"invitation": INVITATION}, INVITATION, INVITATION))
