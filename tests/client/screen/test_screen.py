"""The full screen on a terminal, from the first frame to the last: a scripted daemon, real keys and clicks."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import define, field

from client.actions.excursion import Excursions
from client.model.status import Ended
from client.net.link import Link
from client.net.pauses import Pauses
from client.net.remedies.common import remedies
from client.screen import bridge
from client.screen.full_screen import FullScreen
from client.terminal.look import Look
from client.words.settings import STYLES
from client.words.version_words import mismatch_of_page
from protocol.game.layout import Arm
from protocol.game.tiles import tile
from protocol.log.commands import Command, PlayTile, Rematch, Say
from protocol.log.events import Event, Said
from protocol.shared.address import Address
from protocol.wire.messages import Accepted, Do, Goodbye
from tests.client.at_table import autosave_in, new_model, welcome
from tests.client.drawn_terminal import Terminal, terminal
from tests.client.scripted_daemon import Caller, ScriptedDaemon
from tests.client.three_handed import OPENING, game, one_round, played
from tests.played import played_match

on_the_bridge = pytest.mark.trio(run=bridge.run)
MY_TURN = game(*played("6-6", "6-1", "6-5"))
_YELLOW_ON_BLACK = re.compile(r"38;(?:5;226|2;255;255;0);48;(?:5;16|2;0;0;0)")
"""Colours that only the style high-contrast has, on a terminal of many colours."""


@define(eq=False)
class SeatedPlayer:
    """A player at a terminal, with the daemon's end of the connection."""

    screen: Terminal
    daemon: ScriptedDaemon
    front: FullScreen
    caller: Caller = field(init=False)
    is_over: trio.Event = field(factory=trio.Event)
    ended: Ended | None = None

    async def sit(self, link: Link) -> None:
        self.ended = await self.front.run(link)
        self.is_over.set()

    async def welcomed(self, *, start: int = 1, head: int, host: bool = False) -> None:
        """Accept the client's connection, and welcome it."""
        self.caller = await self.daemon.call()
        await self.caller.receives()
        await self.caller.sends(welcome(start=start, head=head, host=host))

    async def command(self) -> Command:
        """The player's next command."""
        message = await self.caller.receives()
        assert isinstance(message, Do)
        return message.command

    async def follows(self, history: Sequence[Event], *more: Event) -> None:
        """Send more events after the history."""
        await self.caller.sends_events(more, first=len(history) + 1)


@asynccontextmanager
async def sitting(
    tmp_path: Path,
    history: Sequence[Event],
    columns: int = 80,
    rows: int = 24,
    *,
    host: bool = False,
    look: Look | None = None,
    excursions: Excursions | None = None,
) -> AsyncIterator[SeatedPlayer]:
    """A player in seat 0 of a table with this history, until the end of the test."""
    daemon = ScriptedDaemon()
    with terminal(columns, rows) as screen:
        front = FullScreen(new_model(), look, excursions)
        link = Link(
            front.model,
            Address("host", 5533),
            autosave_in(tmp_path),
            front.receive,
            remedies(mismatch_of_page),
            daemon.dial,
            Pauses(lambda: 0.0),
        )

        async with trio.open_nursery() as nursery:
            at = SeatedPlayer(screen, daemon, front)
            nursery.start_soon(at.sit, link)
            await screen.shows("Connecting to host:5533")
            await at.welcomed(head=len(history), host=host)
            await at.caller.sends_events(history)
            await screen.shows("oak")
            yield at
            nursery.cancel_scope.cancel()
        assert screen.is_restored


@on_the_bridge
async def test_seating(tmp_path: Path) -> None:
    async with sitting(tmp_path, OPENING[:3], host=True) as at:
        await at.screen.shows("Table oak: All Fives to 200, 3 seats", "Seat 2: Ben.", "Seat 3: free.", "Enter begin")


@on_the_bridge
async def test_the_title_of_the_terminal_follows_the_turn_and_is_restored(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.until(lambda: "\x1b]2;● your turn\x07" in at.screen.everything_written)
        await at.follows(MY_TURN, *played("6-4", game=MY_TURN))
        await at.screen.until(lambda: at.screen.everything_written.endswith("\x1b]2;All Fives - oak\x07"))

    assert at.screen.everything_written.endswith(f"\x1b]2;{Path.cwd().name}\x07\x1b[23;2t")


@on_the_bridge
async def test_a_call_is_written_to_the_terminal_while_the_screen_is_shown(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        at.front.call_player()
        assert at.screen.everything_written.endswith("\x07")
        before = at.screen.everything_written.count("\x07")

    at.front.call_player()
    assert at.screen.everything_written.count("\x07") == before + 1, "the title is cleared, and nothing rings"


@on_the_bridge
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (40, 20)])
async def test_my_turn_at_every_size(tmp_path: Path, columns: int, rows: int) -> None:
    async with sitting(tmp_path, MY_TURN, columns, rows) as at:
        await at.screen.shows("▶you 0", "sum 6: no points", "Your turn: 6-4  [on 6a +10]", "Enter play")


@on_the_bridge
async def test_a_tile_is_selected_and_played_with_keys(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.press("\x1b[B\r")

        assert await at.command() == PlayTile(tile(6, 4), Arm.DOWN)
        await at.caller.sends_events(
            played("6-4", game=MY_TURN), first=len(MY_TURN) + 1, then=Accepted("r-1", len(MY_TURN) + 1)
        )
        await at.screen.shows("▶Ben")


@on_the_bridge
async def test_a_tile_is_selected_and_played_with_clicks(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.click("│ 2 │ 1 │")
        await at.screen.shows(">┃ 2 ┃ 1 ┃<")
        at.screen.click("Enter play")

        assert await at.command() == PlayTile(tile(2, 1), Arm.LEFT)


@on_the_bridge
async def test_clicking_the_mark_of_an_end_plays_there(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        above = at.screen.lines[: next(y for y, line in enumerate(at.screen.lines) if line.strip() == "b")]
        before_the_mark = "".join(above).count("b")
        at.screen.click("b", nth=before_the_mark)
        await at.screen.shows("[on 6b +10]")
        at.screen.click("b", nth=before_the_mark)

        assert await at.command() == PlayTile(tile(6, 4), Arm.DOWN)


@on_the_bridge
async def test_typing_chat_does_not_move_the_board(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        board = at.screen.lines[3:18]
        at.screen.press("/")
        await at.screen.until(lambda: at.screen.lines[-1].startswith("/"))
        at.screen.press("q is no key here")
        await at.screen.shows("/ q is no key here")
        assert at.screen.lines[3:18] == board
        at.screen.press("\r")

        assert await at.command() == Say("q is no key here")
        at.screen.press("/never mind\x1b")
        await at.screen.shows("Enter play")


@on_the_bridge
async def test_chat_that_is_too_long_can_be_shortened(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.press(f"/{'a' * 401}\r")
        await at.screen.shows("That has 401 characters; a message can have at most 400.", "aaaa")
        at.screen.press("\x7f\r")

        assert await at.command() == Say("a" * 400)


@on_the_bridge
async def test_pasted_lines_become_one(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.press("/so: \x1b[200~one\r\ntwo\nthree\x1b[201~\r")

        assert await at.command() == Say("so: one two three")


@on_the_bridge
async def test_a_typed_password_is_shown_in_stars(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.press(":")
        await at.screen.until(lambda: at.screen.lines[-1].startswith(":"))
        at.screen.press("join elm plum")
        await at.screen.shows(": join elm ****")
        assert "plum" not in at.screen.text


@on_the_bridge
async def test_the_turn_of_another_player(tmp_path: Path) -> None:
    async with sitting(tmp_path, game(*played("6-6"))) as at:
        await at.screen.shows("▶Ben 0, 3 tiles", "Ben's turn.", "Enter prepare")


@on_the_bridge
async def test_a_lost_connection_is_shown_and_restored(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        await at.caller.hangs_up()
        await at.screen.shows("NO CONNECTION", "No connection (the host closed the connection)")

        await at.welcomed(start=len(MY_TURN) + 1, head=len(MY_TURN))
        await at.screen.shows("Your turn: 6-4")
        assert "NO CONNECTION" not in at.screen.text


@on_the_bridge
async def test_the_end_of_a_round_stays_until_a_key(tmp_path: Path) -> None:
    history = one_round()
    async with sitting(tmp_path, history[:-3]) as at:
        await at.follows(history[:-3], *history[-3:])
        await at.screen.shows("round  total  pips  left over", "Space continue")

        at.screen.press(" ")
        await at.screen.shows("round 2")


@on_the_bridge
async def test_the_wheel_does_not_count_as_a_key(tmp_path: Path) -> None:
    history = one_round()
    down = "\x1b[<65;10;10M"
    async with sitting(tmp_path, history[:-3]) as at:
        await at.follows(history[:-3], *history[-3:])
        await at.screen.shows("Space continue")
        at.screen.press(f"{down}q")
        await at.screen.shows("y/n")
        at.screen.press(f"{down}q")
        await at.screen.until(lambda: at.screen.is_restored)


@on_the_bridge
async def test_the_wheel_scrolls_a_card(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn")
        at.screen.press("rr")
        await at.screen.shows("open ends are added up")
        at.screen.press("\x1b[<65;10;10M\x1b[<65;10;10M")
        await at.screen.until(lambda: "┌─ Rules" in at.screen.text and "open ends are added up" not in at.screen.text)


@on_the_bridge
async def test_after_a_resize_a_card_scrolls_to_its_new_end(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN, 40, 20) as at:
        await at.screen.shows("Your turn")
        at.screen.press("rr\x1b[F")
        await at.screen.shows("any other sum")
        at.screen.resize(30, 16)
        at.screen.press("\x0c")
        at.screen.press("\x1b[H\x1b[F")
        await at.screen.shows("any other sum")


@on_the_bridge
async def test_enter_starts_another_match(tmp_path: Path) -> None:
    match = played_match("all-fives", {"target": "30"}, seats=3, chance=2)
    async with sitting(tmp_path, match[:-2]) as at:
        await at.follows(match[:-2], *match[-2:])
        await at.screen.shows(" wins", "left over", "Enter play again")

        at.screen.press("\r")
        assert await at.command() == Rematch()


@on_the_bridge
async def test_after_a_goodbye_any_key_leaves(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.caller.sends(Goodbye("kicked", ""))
        await at.screen.shows("The host has sent you away from the table. Any key leaves.")
        at.screen.press("x")
        with trio.fail_after(60):
            await at.is_over.wait()

        assert at.ended is not None
        assert at.ended.failed


@on_the_bridge
async def test_an_address_that_does_not_answer_ends_the_screen(tmp_path: Path) -> None:
    daemon = ScriptedDaemon(refuses=1)
    with terminal() as screen:
        front = FullScreen(new_model())
        link = Link(
            front.model,
            Address("host", 5533),
            autosave_in(tmp_path),
            front.receive,
            remedies(mismatch_of_page),
            daemon.dial,
            Pauses(lambda: 0.0),
        )
        ended = await front.run(link)

        assert ended.failed
        assert "nobody answers at host:5533" in ended.text
        assert screen.is_restored


@on_the_bridge
async def test_q_asks_once_and_then_restores_the_terminal(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        at.screen.press("q")
        await at.screen.shows("y/n")
        at.screen.press("q")
        await at.screen.until(lambda: at.screen.is_restored)


@on_the_bridge
async def test_ctrl_c_leaves_at_once_even_from_a_card(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        at.screen.press("?")
        await at.screen.shows("choose a tile")
        at.screen.press("\x03")
        await at.screen.until(lambda: at.screen.is_restored)


@on_the_bridge
async def test_a_resized_terminal_is_filled(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN, 120, 40) as at:
        await at.screen.shows("│ Plays ─", "Your turn: 6-4")
        at.screen.resize(40, 20)
        at.screen.press("\x0c")
        await at.screen.until(lambda: "│ Plays ─" not in at.screen.text and "Your turn: 6-4" in at.screen.text)
        assert at.screen.lines[-1].startswith("←→ tile")


@on_the_bridge
async def test_the_ascii_look_draws_only_ascii(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN, look=Look(is_ascii=True)) as at:
        await at.screen.shows("*you 0", "sum 6: no points", "#===#")
        assert at.screen.text.isascii()


@on_the_bridge
@pytest.mark.parametrize("style", STYLES)
async def test_every_style_can_be_drawn(tmp_path: Path, style: str) -> None:
    async with sitting(tmp_path, MY_TURN, look=Look(style)) as at:
        await at.screen.shows("Your turn: 6-4")


@on_the_bridge
async def test_another_style_is_drawn_with_the_next_frame(tmp_path: Path) -> None:
    look = Look()
    async with sitting(tmp_path, MY_TURN, look=look) as at:
        await at.screen.shows("Your turn: 6-4")
        before = len(at.screen.everything_written)
        look.style = "high-contrast"
        at.screen.press("?")
        await at.screen.until(
            lambda: "Keys" in at.screen.text and _YELLOW_ON_BLACK.search(at.screen.everything_written, before)
        )


@on_the_bridge
async def test_the_mouse_can_be_returned_to_the_terminal(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN) as at:
        await at.screen.shows("Your turn: 6-4")
        assert at.screen.everything_written.rfind("\x1b[?1000h") >= 0
        at.screen.press("M")
        await at.screen.until(lambda: "\x1b[?1000l" in at.screen.everything_written)


@on_the_bridge
async def test_chat_of_others_is_shown_at_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, MY_TURN, 40, 20) as at:
        await at.follows(MY_TURN, Said(1, "Ben", "good luck"))
        await at.screen.shows("Ben: good luck")


@on_the_bridge
async def test_after_a_burst_of_plays_the_last_one_is_drawn(tmp_path: Path) -> None:
    match = played_match("all-fives", {"target": "120"}, seats=3, chance=4)
    async with sitting(tmp_path, match[:8], 120, 40) as at:
        await at.follows(match[:8], *match[8:])
        await at.screen.shows(" wins")
