"""What is not allowed arrives with its code and its facts, and as a sentence for those who do not know the code."""

from daemon.table.accepted_commands import refusal_of
from protocol.log.commands import Kick, Say
from protocol.log.not_allowed import NotAllowed
from protocol.log.operator_commands import Uninvite
from protocol.wire.limits import LONGEST_TEXT
from protocol.wire.messages import LONGEST_SAYING, Do, NotAccepted
from tests.daemon.harness import KeptInvitations, hosting
from tests.daemon.wire_client import WireClient


async def refusal(client: WireClient, do: Do) -> NotAccepted:
    """The answer to this."""
    await client.send(do)
    answer = await client.expect(NotAccepted)
    assert answer.reason == "not_allowed"
    return answer


async def test_a_table_says_what_is_not_allowed_and_with_which_facts() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        await host.seated("Ann")
        ben = await host.seated("Ben")
        kick = await refusal(ben, Do("b-1", ben.session.head, Kick(0)))
        long = await refusal(ben, Do("b-2", ben.session.head, Say((LONGEST_SAYING + 1) * "x")))

    assert (kick.code, kick.facts) == ("host_only", {})
    assert kick.detail == "only the host of the table may do that"
    assert (long.code, long.facts) == ("too_long", {"length": LONGEST_SAYING + 1, "most": LONGEST_SAYING})
    assert str(LONGEST_SAYING + 1) in long.detail


async def test_the_house_says_so_too() -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        unknown = await refusal(await host.operator(), Do("a-1", 0, Uninvite("Zoe")))

    assert (unknown.code, unknown.facts) == ("not_invited", {"name": "'Zoe'"})


def test_a_fact_is_no_longer_than_clients_take_it() -> None:
    refused = NotAllowed("no_hints", assist=500 * "x")

    assert len(str(refusal_of("a", refused).facts["assist"])) <= LONGEST_TEXT
