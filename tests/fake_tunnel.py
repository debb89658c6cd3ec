"""A program that behaves like a tunnel: it ends TLS under a public name, and forwards to a port of this machine.

    python -P tests/fake_tunnel.py FOLDER PORT

`FOLDER` says what it does: `Tunnel` writes it, and changes it while the program runs. Its names end in `.localhost`, so
that they lead to this machine without DNS (`in_programs`), and its certificates are of an authority that only the
tests trust. First it prints links to documentation, as tunnels do.
"""

import json
import ssl
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import trio
from attrs import define, field

from tests.client.net.web_server import Identity

ROOT: Final = Path(__file__).parents[1]
DOCUMENTATION: Final = ("https://tunnels.localhost/docs", "https://www.tunnels.localhost/terms?of=service")
FOX, OWL, EEL = "quick-fox.localhost", "grey-owl.localhost", "wise-eel.localhost"
_SCRIPT, _RUNS, _STOP, _AUTHORITY = "script.json", "runs", "stop", "authority.pem"
_CHUNK: Final = 64 * 1024


@define
class Tunnel:
    """A tunnel of a test. Each run has the next of the `names`, the last one again and again.

    `port`: where it listens, 0 for any free one. `garbage`: it prints that, too. `is_silent`: it prints nothing.
    `dead`: names that it prints first, though they do not answer.
    """

    folder: Path
    names: Sequence[str] = (FOX,)
    port: int = 0
    garbage: bool = False
    is_silent: bool = False
    dead: Sequence[str] = ()
    authority: Identity = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.authority = Identity(self.folder / "authority", "the tests' authority")
        (self.folder / _AUTHORITY).write_bytes(self.authority.file.read_bytes())
        self._write()

    def _write(self) -> None:
        files = {name: str(Identity(self.folder / name, name, by=self.authority).file) for name in set(self.names)}
        script = {
            "names": list(self.names),
            "files": files,
            "port": self.port,
            "garbage": self.garbage,
            "is_silent": self.is_silent,
            "dead": list(self.dead),
        }
        (self.folder / _SCRIPT).write_text(json.dumps(script))

    @property
    def command(self) -> str:
        """What follows `--share`."""
        return f"{sys.executable} -P {Path(__file__)} {self.folder} {{port}}"  # beside it stands tests.protocol

    @property
    def environment(self) -> dict[str, str]:
        """What the daemon and every client need in their environment to trust it and to find its names."""
        paths = f"{ROOT}:{ROOT / 'tests' / 'in_programs'}"
        return {"SSL_CERT_FILE": str(self.folder / _AUTHORITY), "PYTHONPATH": paths}

    @property
    def runs(self) -> int:
        """How often it has been started."""
        file = self.folder / _RUNS
        return file.stat().st_size if file.exists() else 0

    def stop(self) -> None:
        """End the program, as if its connection was lost."""
        (self.folder / _STOP).touch()


async def main(folder: Path, port: int) -> None:
    """Run the tunnel that leads to this port until it is told to stop."""
    script = json.loads((folder / _SCRIPT).read_text())
    with (folder / _RUNS).open("ab") as runs:
        runs.write(b"x")
        run = runs.tell() - 1
    name = script["names"][min(run, len(script["names"]) - 1)]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(script["files"][name])
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(
            partial(trio.serve_ssl_over_tcp, partial(_forward, port), script["port"], context, host="127.0.0.1")
        )
        if not script["is_silent"]:
            own_port = listeners[0].transport_listener.socket.getsockname()[1]
            for line in _lines(script, f"https://{name}:{own_port}"):
                sys.stdout.buffer.write(line + b"\n")
                sys.stdout.flush()
        stop = folder / _STOP
        while not stop.exists():  # noqa: ASYNC110 - another process makes the file
            await trio.sleep(0.05)
        stop.unlink()
        nursery.cancel_scope.cancel()


def _lines(script: dict[str, object], link: str) -> Iterator[bytes]:
    """What it prints at its start."""
    yield b"Thank you for trying this tunnel. Read " + DOCUMENTATION[0].encode() + b"."
    yield b"By using it you accept " + DOCUMENTATION[1].encode()
    if script["garbage"]:
        yield bytes(range(1, 10)) + bytes(range(11, 256)) * 40
        yield b"https:// https://.. https://\xff\xfe.localhost https://1.2.3.4 https://user@host.localhost"
        yield b"x" * 300_000
    dead = script["dead"]
    assert isinstance(dead, list)
    for name in dead:
        yield f"INF https://{name}:9".encode()
    yield f"INF |  \x1b[1m{link}\x1b[0m  |".encode()


async def _forward(port: int, outside: trio.SSLStream[trio.SocketStream]) -> None:
    """Forward one connection to the port, and back."""
    try:
        inside = await trio.open_tcp_stream("127.0.0.1", port)
        async with inside, trio.open_nursery() as nursery:
            nursery.start_soon(_copy, outside, inside, nursery.cancel_scope)
            await _copy(inside, outside, nursery.cancel_scope)
    except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    await trio.aclose_forcefully(outside)


async def _copy(source: trio.abc.ReceiveStream, sink: trio.abc.SendStream, both: trio.CancelScope) -> None:
    while received := await source.receive_some(_CHUNK):
        await sink.send_all(received)
    both.cancel()


if __name__ == "__main__":
    trio.run(main, Path(sys.argv[1]), int(sys.argv[2]))
