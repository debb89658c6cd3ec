"""The menu, a typed command, the next step and the host agree about what a player may do now.

Each player at each stage of a real table, in a house in memory, tries every command. What a front end offers, the host
has to accept, and so does the command that is typed for it; and what the host would accept, no front end refuses.
"""

from collections.abc import Awaitable, Callable, Sequence

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock, wait_all_tasks_blocked

from client.actions.action import OtherGame
from client.actions.carry_out import carry_out
from client.actions.next_step import next_step
from client.actions.typed_commands import command_for, read_action
from client.actions.verbs.all_verbs import VERBS
from client.model.checks import WhyNot, why_no_change
from client.model.model import Model
from client.model.pending import Pending
from client.model.status import Joined
from client.words.say import say
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    React,
    Readmit,
    Rematch,
    RemoveBot,
    RequestSeat,
    Resume,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.events import Board
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import Accepted, Role
from protocol.wire.session import Session
from tests.client.at_table import idle_link, seated_model
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.wire_client import WireClient
from tests.protocol.table_notation import round_of

HERE = ("the host of the table or its first player", "another player", "a spectator")
BOT = 2
"""The seat of a bot."""
CHANGE = ChangeGame("all-fives", {"target": 250})
People = tuple[WireClient, WireClient, WireClient]
OfTable = AddBot | ChangeGame | EndMatch | Kick | LeaveSeat | Pause | Readmit | RemoveBot | Resume | Start | TakeSeat
Typed = OfTable | RequestSeat | DrawTile | Knock | React | Rematch | TakeHint


async def before_a_match(host: Host) -> People:
    await host.open_table("all-fives", seats=4)
    return await sat_down(host)


async def before_a_match_without_a_host(host: Host) -> People:
    await host.open_home("all-fives", seats=4)
    return await sat_down(host)


async def sat_down(host: Host) -> People:
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    await ann.accepted(AddBot(BOT, "club"))
    return ann, ben, await host.watching("Eve")


async def in_a_match(host: Host) -> People:
    people = await before_a_match(host)
    await people[0].accepted(Start())
    return people


async def in_a_pause(host: Host) -> People:
    people = await in_a_match(host)
    await people[0].accepted(Pause())
    return people


async def while_a_player_is_away(host: Host) -> People:
    await host.open_table("all-fives", seats=4)
    ann, ben, cho = [await host.seated(name) for name in ("Ann", "Ben", "Cho")]
    await ann.accepted(Start())
    eve = await host.watching("Eve")
    await ben.leave()
    await host.deserted_by(ben)
    return ann, cho, eve


async def after_a_match(host: Host) -> People:
    people = await in_a_match(host)
    await people[0].accepted(EndMatch())
    return people


async def after_a_match_without_a_host(host: Host) -> People:
    people = await before_a_match_without_a_host(host)
    await people[0].accepted(Start())
    operator = await host.operator("Op", role=Role.SPECTATOR)
    await operator.enter()
    await operator.accepted(EndMatch())
    await operator.leave()
    await wait_all_tasks_blocked()
    return people


async def between_two_matches(host: Host) -> People:
    people = await after_a_match(host)
    await people[0].accepted(RemoveBot(BOT))
    return people


STAGES: Sequence[Callable[[Host], Awaitable[People]]] = (
    before_a_match,
    before_a_match_without_a_host,
    in_a_match,
    in_a_pause,
    while_a_player_is_away,
    after_a_match,
    after_a_match_without_a_host,
    between_two_matches,
)


def all_commands() -> list[Typed]:
    """Every command of a table that a player gives, about each seat."""
    found: list[Typed] = [Pause(), Resume(), CHANGE, EndMatch(), Rematch(), Rematch(same_deals=True), Start()]
    found += [TakeSeat(None), LeaveSeat(), TakeHint(), React("wow"), DrawTile(), Knock()]
    found += [RequestSeat(None), RequestSeat(2), RequestSeat(0)]
    for seat in range(4):
        found += [AddBot(seat, "club"), RemoveBot(seat), Readmit(seat), Kick(seat), TakeSeat(seat)]
    return found


def model_of(client: WireClient) -> Model:
    """The model of a front end that has received what this client has."""
    model = Model(Session("fives test", client.session.name, client.session.role), Pending("r"))
    model.status = Joined()
    for message in client.received:
        model.receive(message)
        model.settle()
    model.pending = Pending("r")
    return model


def offered(model: Model) -> list[object]:
    """What the menu and the next step offer."""
    lines = (line for verb in VERBS if verb.who.may(model) for line in verb.offered(model))
    step = next_step(model)
    return [*(offer.action for line in lines for offer in line.offers), *([] if step is None else [step.action])]


def refused_when_typed(model: Model, command: Typed) -> WhyNot | None:
    """Why a front end refuses the command when it is typed; None if it sends it."""
    typed = "change all-fives target=250" if command == CHANGE else command_for(command)
    word, _, rest = typed.partition(" ")
    action = read_action(model, word, rest)
    if isinstance(action, WhyNot):
        return action
    if isinstance(action, RequestSeat) and isinstance(command, TakeSeat):
        return WhyNot("in a match the word asks for the seat of a bot")
    assert isinstance(action, type(command))
    outcome = carry_out(action, model, idle_link(model))
    return outcome if isinstance(outcome, WhyNot) else None


async def is_accepted(client: WireClient, command: Command) -> bool:
    """Whether the host accepts the command. An agreement to a rematch is answered only when that begins."""
    await trio.sleep(2)  # or it would come too fast after the last one
    answer = None
    with trio.move_on_after(1):
        answer = await client.do(command)
    return answer is None or isinstance(answer, Accepted)


@pytest.mark.parametrize("who", range(3), ids=HERE)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__.replace("_", " "))
async def test_what_may_be_done_is_one_answer(
    stage: Callable[[Host], Awaitable[People]], who: int, autojump_clock: MockClock
) -> None:
    commands, wrong = all_commands(), list[str]()
    while commands:
        async with hosting(patience=MONTHS) as host:
            people = await stage(host)
            for client in people:
                await client.settle()
            is_unchanged = True
            while commands and is_unchanged:
                command, model = commands.pop(0), model_of(people[who])
                is_offered = (OtherGame() if command == CHANGE else command) in offered(model)
                refusal = refused_when_typed(model, command)
                is_unchanged = not await is_accepted(people[who], command)
                if is_offered and is_unchanged:
                    wrong.append(f"{command} is offered, and the host refuses it")
                if refusal is not None and (is_offered or not is_unchanged):
                    wrong.append(f"{command} may be done, and is refused when it is typed: {refusal.text}")

    assert wrong == []


def test_the_game_of_a_board_is_not_changed() -> None:
    board = Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann", "Ben"))
    seating = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")
    model = seated_model(evolve(seating, stage=Stage.SEATING, board=board), is_host=True)

    assert why_no_change(model.view, is_host=True) == WhyNot(say("board.no_change"), Reason.NOT_ALLOWED)
    assert OtherGame() not in offered(model)
