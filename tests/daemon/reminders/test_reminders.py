"""How many messages are sent, and what is logged of them."""

import logging
import sys
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock

from daemon.reminders.addresses import read_address
from daemon.reminders.reminders import DAY, HOUR, MOST_A_DAY, MOST_CODES, Reminders
from daemon.reminders.web import MOST_AT_ONCE, NotSentError, Request
from protocol.shared.reminder_kinds import ReminderKind
from tests.daemon.reminders.pasted import NTFY, SLACK

ADDRESS = read_address(NTFY)


@define(eq=False)
class Web:
    """Takes requests; `seconds`: how long each takes."""

    requests: list[Request] = field(factory=list)
    seconds: float = 0.0
    at_once: int = 0
    most_at_once: int = 0
    fault: Exception | None = None

    async def send(self, request: Request) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await trio.sleep(self.seconds)
        self.at_once -= 1
        if self.fault is not None:
            raise self.fault
        self.requests.append(request)


async def test_an_address_gets_twenty_messages_a_day(autojump_clock: MockClock) -> None:
    web = Web()
    reminders = Reminders([ReminderKind.NTFY], web.send)
    for _ in range(MOST_A_DAY):
        await reminders.send(ADDRESS, "Your turn.")

    with pytest.raises(NotSentError, match=r"ntfy\.sh has had 20 messages within a day"):
        await reminders.send(read_address("https://NTFY.sh/ann-7f3k"), "Your turn.")
    await reminders.send(read_address("https://ntfy.sh/ben"), "Your turn.")
    await trio.sleep(DAY)
    await reminders.send(ADDRESS, "Your turn.")

    assert len(web.requests) == MOST_A_DAY + 2


async def test_a_household_asks_for_some_codes_an_hour(autojump_clock: MockClock) -> None:
    reminders = Reminders([ReminderKind.NTFY])
    asked = [reminders.may_send_code("192.0.2.7") for _ in range(MOST_CODES + 1)]

    assert asked == [True] * MOST_CODES + [False]
    assert reminders.may_send_code("192.0.2.8")
    await trio.sleep(HOUR)
    assert reminders.may_send_code("192.0.2.7")


async def test_few_messages_are_sent_at_once(autojump_clock: MockClock) -> None:
    web = Web(seconds=5)
    reminders = Reminders([ReminderKind.NTFY], web.send)
    async with trio.open_nursery() as nursery:
        for number in range(3 * MOST_AT_ONCE):
            nursery.start_soon(reminders.send, read_address(f"https://ntfy.sh/{number}"), "Your turn.")

    assert (len(web.requests), web.most_at_once) == (3 * MOST_AT_ONCE, MOST_AT_ONCE)


async def test_a_kind_that_is_switched_off_gets_nothing() -> None:
    web = Web()
    with pytest.raises(NotSentError, match="not used by this host any more"):
        await Reminders([ReminderKind.NTFY], web.send).send(read_address(SLACK), "Your turn.")

    assert web.requests == []


@pytest.mark.parametrize("fault", [NotSentError(f"no {NTFY}"), RuntimeError(f"a bug about {NTFY}")])
async def test_a_failure_is_logged_without_the_address(fault: Exception, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await Reminders([ReminderKind.NTFY], Web(fault=fault).send).send_quietly(ADDRESS, "Your turn.")

    assert "a reminder by ntfy could not be sent" in caplog.text
    assert "7f3k" not in caplog.text


async def test_e_mail_goes_through_the_hosts_program_without_a_shell(tmp_path: Path) -> None:
    sent = tmp_path / "sent"
    program = "import sys; open(sys.argv[1], 'w').write(sys.argv[2] + '|' + sys.stdin.read())"
    reminders = Reminders(email=[sys.executable, "-c", program, str(sent), "to={address}; echo $HOME"])
    assert reminders.kinds == (ReminderKind.EMAIL,)

    await reminders.send(reminders.read("ann@example.org"), "It is your turn.")

    words, _, message = sent.read_text().partition("|")
    assert words == "to=ann@example.org; echo $HOME"
    assert message.splitlines()[:2] == ["To: ann@example.org", "Subject: fives"]
    assert message.splitlines()[-1] == "It is your turn."


@pytest.mark.parametrize("command", [["/no/such/program", "{address}"], [sys.executable, "-c", "1/0", "{address}"]])
async def test_a_program_for_e_mail_that_fails(command: list[str]) -> None:
    reminders = Reminders(email=command)
    with pytest.raises(NotSentError, match=r"example\.org was not reached: the host's program"):
        await reminders.send(read_address("ann@example.org"), "It is your turn.")
