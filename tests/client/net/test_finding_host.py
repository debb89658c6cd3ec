"""A link that finds its host first, and asks the player on the way, as `fives play` does."""

from pathlib import Path

from client.model.status import Ended, NeedsAnswer
from protocol.shared.address import Address
from tests.client.net.linked import Player, playing, seated
from tests.client.scripted_daemon import ScriptedDaemon


def asks(player: Player, *, is_secret: bool) -> bool:
    return player.model.status == NeedsAnswer("Which one?", is_secret)


async def test_the_link_connects_to_the_host_that_was_found(tmp_path: Path, autojump_clock: object) -> None:
    daemon, found = ScriptedDaemon(), Address("found", 1)

    async def find() -> Address:
        return found

    async with playing(daemon, tmp_path) as player:
        player.link.find_host = find
        caller = await seated(daemon)

        assert player.link.address == found
        await caller.hangs_up()


async def test_the_player_answers_a_question_before_there_is_a_connection(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon, answers = ScriptedDaemon(), list[str | None]()

    async def find() -> Address | Ended:
        answers.append(await player.link.answer.ask("Which one?"))
        return Ended("None of them.", failed=False)

    async with playing(daemon, tmp_path) as player:
        player.link.find_host = find
        await player.until(lambda: asks(player, is_secret=False))
        player.link.give_answer("2")

        await player.until(lambda: player.model.status == Ended("None of them.", failed=False))
        assert answers == ["2"]
