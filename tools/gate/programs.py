"""What the programs print: their help, and the commands of a host to a daemon that runs, with the lines between them.

Here: both, through the programs' own command lines. Not here: folders of an earlier tree (`kept`).
"""

import contextlib
import io
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import trio

from client.program import command as fives_command
from daemon.program import command as fivesd_command
from protocol.log.table import Stage
from protocol.shared.operator_key import KEY
from tests.end_to_end.program import Running, running
from tools.gate.recording import Texts, masked
from tools.gate.wire import Conversation
from tools.simulator.streams import FROM_CLIENT, FROM_DAEMON

_PROGRAMS: Final = {"fives": fives_command.main, "fivesd": fivesd_command.main}
_BEFORE: Final = ("invitations", "invite Ben", "invite Ben", "invitations", "uninvite Zoe", "uninvite Ben", "host-code")
_IN_PLAY: Final = (
    *("pause", "pause", "resume", "kick 9", "stand-in 2 --level casual", "hand-over 1", "hand-over 9 --everything"),
    *(
        "readmit Ben",
        "readmit 1",
        "readmit Zoe",
        "fixture 1",
        "fixture 1 Ben=club",
        "known-as example.org",
        "known-as .",
    ),
    *("pause --table nowhere", "kick 2", "end", "end", "invite Ben", "uninvite --all", "invitations"),
)


def helps() -> Texts:
    """Both help texts of each command."""
    for program in _PROGRAMS:
        for command in (None, *_commands_of(program)):
            words = [] if command is None else [command]
            texts = [_help(program, *words, flag) for flag in ("-h", "--help")]
            yield f"help/{program}, {command or 'itself'}", "\n".join(texts)


def _commands_of(program: str) -> list[str]:
    """The commands in a program's help: `fivesd pause | resume` on one line, or one line each."""
    _, _, listed = _help(program, "--help").partition("commands:\n")
    named = [re.split(r" {2,}| [A-Z\[]", line.strip())[0] for line in listed.splitlines()]
    words = [word for names in named for word in names.removeprefix(f"{program} ").split(" | ")]
    return [word for word in words if re.fullmatch(r"[a-z-]+", word)]


def _help(program: str, *words: str) -> str:
    return run(program, *words).removesuffix("status 0")


def run(program: str, *words: str | Path) -> str:
    """Run a program in this process, and return all that it prints, and its status."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            status: object = _PROGRAMS[program]([*map(str, words)])
        except SystemExit as error:
            status = error.code or 0
    return f"{printed.getvalue()}status {status}"


def host_commands() -> Texts:
    """What each command to a running daemon prints, and the lines of its connections."""
    with tempfile.TemporaryDirectory() as folder:
        texts = trio.run(_host_commands, Path(folder) / "data")
    yield from ((f"host/{name}", masked(text)) for name, text in texts)


async def _host_commands(data: Path) -> list[tuple[str, str]]:
    texts: list[tuple[str, str]] = []
    async with running(data, "--rules", "cinq-et-trois", has_page=True) as daemon, trio.open_nursery() as nursery:
        relay = await _Relay.to(daemon, nursery)

        async def give(stage: str, lines: Sequence[str]) -> None:
            for nth, line in enumerate(lines):
                relay.conversations.clear()
                printed = await trio.to_thread.run_sync(partial(run, "fivesd", *line.split(), "--data", data))
                lines_of = [conversation.text() for conversation in relay.conversations]
                texts.append((f"{stage} {nth:02}, {line}", "\n".join([printed, *lines_of])))

        await give("before", _BEFORE)
        ann, ben = await daemon.client("Ann"), await daemon.client("Ben")
        await ann.enter(), await ben.enter()
        await ann.until(lambda: ann.is_at(Stage.PLAYING))
        await ben.leave()
        await give("in play", _IN_PLAY)
        nursery.cancel_scope.cancel()
    return texts


class _Relay:
    """Between the host's commands and the daemon: it notes their lines."""

    def __init__(self, port: int) -> None:
        self.conversations: list[Conversation] = []
        self._port = port

    @classmethod
    async def to(cls, daemon: Running, nursery: trio.Nursery) -> "_Relay":
        """A relay to this daemon, named in the operator's key instead of it."""
        relay = cls(daemon.port)
        listeners = await nursery.start(partial(trio.serve_tcp, relay._serve, 0, host="127.0.0.1"))
        path = daemon.data / KEY
        key = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**key, "port": listeners[0].socket.getsockname()[1]}), encoding="utf-8")
        return relay

    async def _serve(self, client: trio.SocketStream) -> None:
        conversation = Conversation("connection")
        self.conversations.append(conversation)
        daemon = await trio.open_tcp_stream("127.0.0.1", self._port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_copy, client, daemon, partial(conversation.note, FROM_CLIENT))
            nursery.start_soon(_copy, daemon, client, partial(conversation.note, FROM_DAEMON))


async def _copy(source: trio.SocketStream, target: trio.SocketStream, note: Callable[[bytes], None]) -> None:
    """Pass on what comes, until either end is closed."""
    with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        async for received in source:
            note(bytes(received))
            await target.send_all(received)
    await target.aclose()
