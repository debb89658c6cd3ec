"""Places at a full page: who makes room, and which places are for players who come back."""

import html

import pytest
import trio
from trio.testing import MockClock

from client.web import page_words
from client.web.page_messages import ENDED
from client.web.places import TIME_TO_COME_BACK, TIME_TO_LOOK_ON, PagePlaces, PlaceLimits, Use, reserved_places
from protocol.console.household import LOOPBACK, TUNNEL
from tests.client.web.at_site import Site, site
from tests.client.web.page_client import NAME, PageClient, answered, request, status_of

HOME, STRANGER = "192.0.2.7", "203.0.113.9"


async def places_of(*uses: Use, limits: PlaceLimits, household: str = HOME) -> PagePlaces:
    """Places that are taken like this, one second after another."""
    places = PagePlaces(limits)
    for use in uses:
        place = places.take(household, trio.CancelScope())
        assert place is not None
        place.use = use
        await trio.sleep(1)
    return places


def test_a_tenth_of_the_places_and_at_least_two_are_reserved() -> None:
    assert [reserved_places(most) for most in (5, 29, 500)] == [2, 2, 50]


async def test_the_place_that_is_needed_least_is_left_for_the_next_browser(autojump_clock: MockClock) -> None:
    uses = (Use.HAS_A_SEAT, Use.LOOKS_ON, Use.NOTHING, Use.NOTHING)
    places = await places_of(*uses, limits=PlaceLimits(most=4))
    player, spectator, first, second = places._places
    first.pressed_at = trio.current_time()

    left = []
    for _ in range(3):
        before = {place for place in places._places if place.is_needed.is_set()}
        newcomer = places.take(HOME, trio.CancelScope())
        assert newcomer is not None
        left += [place for place in places._places if place.is_needed.is_set() and place not in before]
        newcomer.use = Use.HAS_A_SEAT
        if len(left) == 2:
            await trio.sleep(TIME_TO_LOOK_ON)

    assert left == [second, first, spectator]
    assert not player.is_needed.is_set()
    assert len(places) == 4


@pytest.mark.parametrize(
    ("household", "most"), [(HOME, 3), (TUNNEL, 12), (LOOPBACK, 30)], ids=["one home", "a tunnel", "this machine"]
)
async def test_a_household_with_too_many_makes_room_itself(
    autojump_clock: MockClock, household: str, most: int
) -> None:
    places = PagePlaces(PlaceLimits(most=30, most_from_one=3))
    other = places.take("198.51.100.4", trio.CancelScope())
    assert other is not None

    for _ in range(60):
        assert places.take(household, trio.CancelScope()) is not None
        await trio.sleep(1)

    assert len(places._taken(household)) == most
    assert other.is_needed.is_set() == (household == LOOPBACK)


async def test_a_reserved_place_is_given_up_for_the_next_one_unless_its_player_has_come_back(
    autojump_clock: MockClock,
) -> None:
    places = await places_of(*[Use.HAS_A_SEAT] * 5, limits=PlaceLimits(most=5))
    first, second, third = (places.take(HOME, trio.CancelScope()) for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.is_provisional
    assert first.is_needed.is_set()
    assert len(places) == 7

    for place in (second, third):
        place.keep()
        place.use = Use.HAS_A_SEAT

    assert places.take(HOME, trio.CancelScope()) is None
    assert third.scope.deadline == float("inf")


# In a page.


async def tab(page: Site, kept: object = None, peer: str = STRANGER) -> PageClient:
    """A new tab at this address, after its hello."""
    client = PageClient(page.stream(peer=peer))
    await client.open(kept)
    return client


async def is_told(client: PageClient, sentence: str) -> None:
    """Check that the page says this, and then ends the visit so that the browser does not come back by itself."""
    await client.until(lambda page: sentence in html.unescape(page.parts["status"]))
    assert "reconnect" in client.parts["lobby"]
    assert await client.ends() == ENDED


async def test_visits_without_a_table_do_not_keep_a_player_out(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        page.server.places.limits = PlaceLimits(most=20, most_from_one=5)
        ann = await page.seated()
        await ann.leave()
        idle = [await tab(page, peer=f"203.0.113.{number // 5}") for number in range(40)]

        again = await page.tab(ann.kept)

        await again.until(lambda tab: tab.parts["waiting"])
        assert len(page.server.places) <= 20
        await is_told(idle[0], page_words.MADE_ROOM)
        assert status_of(await answered(page.stream(), request(host=NAME))) == 200


async def test_a_page_full_of_players_lets_a_player_come_back_and_nobody_else(autojump_clock: MockClock) -> None:
    async with site(seats=4) as page:
        page.server.places.limits = PlaceLimits(most=2)
        ann = await page.seated()
        await ann.leave()
        players = [await page.seated(name) for name in ("Ben", "Cho")]

        stranger = await tab(page, {"name": "Mallory", "seats": []})
        await is_told(stranger, page_words.FULL)
        seats = [["oak", "Mallory", "made up", ann.seats[0][3], False]]
        liar = await tab(page, {"name": "Mallory", "seats": seats})
        began = trio.current_time()
        await liar.ends()
        assert trio.current_time() - began <= TIME_TO_COME_BACK + 1

        again = await page.tab(ann.kept)
        await again.until(lambda tab: tab.parts["waiting"])
        async with trio.open_nursery() as nursery:
            for player in (again, *players):
                nursery.start_soon(player.reads_for, 3 * TIME_TO_COME_BACK)

        assert [player.closed for player in (again, *players)] == [None] * 3
        assert len(page.server.places) == 3
