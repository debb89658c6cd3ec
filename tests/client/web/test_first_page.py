"""The first page of a visitor without a name."""

from attrs import evolve
from trio.testing import MockClock

from client.web.first_look import TIME_BETWEEN_LOOKS
from client.web.page_files import page_files
from protocol.log.commands import Readmit
from protocol.wire.messages import Do
from tests.client.web.at_site import QUICK_BOTS, site


async def test_a_visitor_without_a_name_sees_whose_table_the_link_leads_to_and_its_free_seats() -> None:
    async with site(seats=4) as page:
        await page.seated()

        tab = await page.tab()
        await tab.reads_one()

        assert "<h2>Ann&#x27;s table</h2><p><strong>All Fives</strong>, 3 of 4 seats free</p>" in tab.parts["lobby"]
        assert page.host.house.tables.summaries()[0].spectators == 0


async def test_a_visitor_of_a_full_match_reads_before_giving_a_name_that_bots_have_seats() -> None:
    async with site(bots=1) as page:
        await page.seated()

        tab = await page.tab(path="/oak")

        await tab.shows("lobby", "but bots have some: watch, and ask for a bot&#x27;s.")


async def test_the_button_of_a_full_match_says_that_one_watches_and_a_press_does() -> None:
    for path in ("/oak", "/"):
        async with site(bots=1) as page:
            await page.seated()
            tab = await page.tab(path=path)
            await tab.shows("lobby", ">Watch</button>")

            await tab.press("name", {"text": "Cho"})

            await tab.shows("actions", "Ask for")
            assert tab.kept.get("watched")
            assert page.host.house.tables.summaries()[0].spectators == 1


async def test_where_nobody_may_watch_a_press_leads_to_the_tables_of_the_host() -> None:
    for path in ("/oak", "/"):
        async with site(bots=1, options=evolve(QUICK_BOTS, spectators=False)) as page:
            await page.seated()
            tab = await page.tab(path=path)
            await tab.shows("lobby", ">Watch</button>")

            await tab.press("name", {"text": "Cho"})

            await tab.shows("lobby", "This table does not allow spectators.")
            assert "Open a table" in tab.parts["lobby"]


async def test_the_button_of_a_full_match_leads_a_player_who_is_away_to_their_seat_if_the_host_allows_it() -> None:
    async with site(bots=1) as page:
        ann = await page.seated()
        await ann.leave()
        tab = await page.tab(path="/oak")
        await tab.shows("lobby", ">Watch</button>")
        operator = await page.host.operator()
        await operator.send(Do("op-1", 0, Readmit(0), page.host.house.tables.home.name))
        await operator.answer_to("op-1")

        await tab.press("name", {"text": "Ann"})

        await tab.until(lambda tab: tab.seats)


async def test_the_document_has_the_form_that_a_visitor_gets_from_the_server(autojump_clock: MockClock) -> None:
    """So that its field stays the same element, with what has been typed in it."""
    async with site() as page:
        page.is_reachable = False
        tab = await page.tab()
        await tab.shows("lobby", 'data-press="name"')

        document = page_files()["/"].content.decode()
        form = tab.parts["lobby"][tab.parts["lobby"].index("<form") :].partition("</form>")[0]
        assert form in document


async def test_a_visitor_without_a_name_sees_who_comes_meanwhile(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        tab = await page.tab()
        await tab.shows("lobby", "4 of 4 seats free")

        await page.host.seated("Bea")

        await tab.shows("lobby", "Bea&#x27;s table")
        await tab.shows("lobby", "3 of 4 seats free")


async def test_a_visitor_sees_nothing_more_of_the_tables_once_there_is_a_name(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.tab()
        await tab.press("name", {"text": "Ann"})
        await tab.until(lambda tab: tab.seats)
        dials = page.dials

        await tab.reads_for(5 * TIME_BETWEEN_LOOKS)

        assert page.dials == dials


async def test_a_visitor_is_told_that_the_host_does_not_answer_and_when_it_does(autojump_clock: MockClock) -> None:
    async with site() as page:
        page.is_reachable = False
        tab = await page.tab()
        await tab.shows("lobby", "The host does not answer now.")
        assert 'data-press="name"' in tab.parts["lobby"]

        page.is_reachable = True

        await tab.shows("lobby", "2 of 2 seats free")


async def test_a_visitor_with_a_link_to_an_unknown_table_sees_the_others_before_there_is_a_name() -> None:
    async with site() as page:
        tab = await page.tab(path="/elm")

        await tab.shows("lobby", "There is no table elm here")
        assert "<strong>Table oak</strong>: All Fives, 2 of 2 seats free" in tab.parts["lobby"]
