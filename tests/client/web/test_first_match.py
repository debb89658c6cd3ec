"""The first match after the lessons, begun on the page: its offer, its table, its tutor, and what comes of a reload."""

import pytest

from client.model.announcements import Announcement, Subject
from client.words.say import say
from protocol.game.levels import FIRST_LEVEL
from protocol.log.commands import DrawTile, PlayTile
from protocol.log.events import SeatTaken
from tests.client.practice.played_lessons import RIGHT_MOVES
from tests.client.states import before, is_my_turn
from tests.client.web.at_page import at_page
from tests.client.web.at_site import Site, plays_until, site
from tests.client.web.page_client import PageClient
from tests.client.web.test_course_windows import read, tap

OFFER = say("lesson.what_first_match")


async def to_the_end(tab: PageClient) -> None:
    """Open the lessons, and go through them."""
    await tab.press("learn")
    await tab.shows("window", "Lesson 1 of 6")
    for move in RIGHT_MOVES:
        await tab.press("course-on")
        await tab.press("course-on")
        if isinstance(move, PlayTile):
            await tab.press("course-tile", str(move.tile))
            await tab.press("course-end", str(move.arm))
            await tab.press("course-play")
        else:
            await tab.press("course-move", "draw" if isinstance(move, DrawTile) else "knock")
    await tab.press("course-on")
    await tab.shows("window", "These were the six lessons.")


def seats_of(page: Site) -> dict[str, list[tuple[str | None, str | None]]]:
    """The tables of the host: for each seat its player, and the level of a bot."""
    tables = page.host.house.tables.summaries()
    return {table.table: [(seat.name, seat.bot) for seat in table.seats] for table in tables}


FREE = (None, None)


def has_played(tab: PageClient) -> bool:
    """Whether the player of the first seat has played a tile."""
    return any('data-by="0" data-tile=' in said for said in tab.said)


def comments(tab: PageClient) -> list[str]:
    words = "was the best play", "was the only play", "was a good play", "was better"
    return [said for said in tab.said if any(text in said for text in words)]


async def test_a_visitor_without_a_name_goes_from_the_lessons_to_a_first_match_and_not_to_the_friends_table() -> None:
    async with site() as page:
        (home,) = seats_of(page)
        tab = await page.tab({}, path=f"/{home}")
        await tab.until(lambda tab: tab.title)
        await to_the_end(tab)
        assert OFFER in tab.parts["window"]

        await tab.press("first-match", {"text": ""})
        await tab.shows("window", 'class="fault"')
        await tab.press("first-match", {"text": "Ann"})
        await tab.shows("hand", "tile")

        seats = seats_of(page)
        assert seats.pop(home) == [FREE, FREE]
        ((own, (ann, *bots)),) = seats.items()
        assert tab.path == f"/{own}"
        assert ann == ("Ann", None)
        assert {level for _, level in bots} == {FIRST_LEVEL}


async def test_who_waits_at_a_table_leaves_it_for_the_first_match() -> None:
    async with site() as page:
        (home,) = seats_of(page)
        tab = await page.seated()
        await to_the_end(tab)
        await tab.press("key", "Enter")
        await tab.shows("hand", "tile")

        assert tab.path != f"/{home}"
        assert seats_of(page)[home] == [FREE, FREE]


async def test_a_table_that_is_opened_by_the_form_after_a_refused_first_match_has_no_tutor() -> None:
    ann = at_page(*before("all-fives", is_my_turn)[:2])
    ann.press("learn")
    for move in RIGHT_MOVES:
        read(ann)
        tap(ann, move)
    read(ann)
    ann.press("first-match")
    assert ann.page.model.pending.outbox
    ann.page.receive([Announcement(Subject.REFUSED, "There are too many tables.")])

    ann.page.model.lobby.opened = "ash"
    ann.page.receive([])

    assert ann.page.store.tutored is None


def test_in_a_match_the_lessons_end_as_before() -> None:
    ann = at_page(*before("all-fives", is_my_turn))
    ann.press("learn")
    for move in RIGHT_MOVES:
        read(ann)
        tap(ann, move)
    read(ann)

    assert "These were the six lessons." in ann.sees("window")
    assert OFFER not in ann.sees("window")
    ann.press("first-match")
    assert not ann.page.model.pending.outbox


def test_a_second_tap_opens_no_second_table() -> None:
    ann = at_page(*before("all-fives", is_my_turn)[:2])
    ann.press("learn")
    for move in RIGHT_MOVES:
        read(ann)
        tap(ann, move)
    read(ann)

    ann.press("first-match")
    ann.press("first-match")

    assert len(ann.page.model.pending.outbox) == 1


@pytest.mark.slow("starts `fivesd analyse` for each comment")
async def test_the_tutor_comments_on_plays_also_after_a_reload() -> None:
    async with site() as page:
        tab = await page.seated()
        await to_the_end(tab)
        await tab.press("first-match")
        await plays_until(tab, has_played)
        await tab.until(comments)
        await tab.leave()

        again = await page.tab(tab.kept)
        await plays_until(again, has_played)
        await again.until(comments)
        table, _ = again.kept["tutor"]
        assert again.path == f"/{table}"


def test_the_comment_is_beside_what_there_is_to_do_until_the_next_press() -> None:
    ann = at_page(*before("all-fives", is_my_turn))
    ann.page.receive([Announcement(Subject.COMMENT, "6-4 was the best play: 10 points.", 0, seq=3)])
    ann.page.receive([Announcement(Subject.TURN, "Your turn.", 0)])
    assert "6-4 was the best play" in ann.sees("sum")

    ann.press("tile", str(ann.page.model.view.my_hand()[0]))
    assert "6-4 was the best play" not in ann.sees("sum")
    assert "6-4 was the best play" in ann.said


def test_the_comment_takes_the_place_of_no_hint() -> None:
    ann = at_page(*before("all-fives", is_my_turn))
    ann.page.receive([Announcement(Subject.HINT, "Play 6-4: 10 points.", 0)])
    ann.page.receive([Announcement(Subject.COMMENT, "5-5 was the best play.", 0, seq=3)])

    assert "Play 6-4: 10 points." in ann.sees("sum")
    assert "5-5 was the best play." in ann.said


def test_only_the_match_that_was_opened_for_it_has_a_tutor_and_only_while_the_others_are_bots() -> None:
    history = before("all-fives", is_my_turn)
    with_people = [SeatTaken(event.seat, event.name) if isinstance(event, SeatTaken) else event for event in history]
    alone, in_another, with_ben = at_page(*history), at_page(*history), at_page(*with_people)
    session = alone.page.model.session
    place = session.table_name or "", session.game or ""
    assert not alone.page.has_tutor

    alone.page.store.tutored = with_ben.page.store.tutored = place
    in_another.page.store.tutored = place[0], "another game"

    assert [player.page.has_tutor for player in (alone, in_another, with_ben)] == [True, False, False]
