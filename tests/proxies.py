"""Web servers as proxies in front of a host, with the settings of docs/operating.md: nginx, Caddy, haproxy and Apache.

Here: what a server needs around those settings to run in a folder of the tests, and running it. Names under
`.localhost` lead to this machine without DNS, and the certificates are of an authority that only the tests trust
(`fake_tunnel` has the same). Without the server, the test is skipped and says so.
"""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import trio
from attrs import define, field

from tests.client.net.web_server import Identity
from tests.ports import free_port

ROOT: Final = Path(__file__).parent.parent
NAME: Final = "play.localhost"
TIME_TO_START: Final = 30.0
_DOCUMENT: Final = ROOT / "docs" / "operating.md"
_APACHE_MODULES: Final = ("mpm_event", "authz_core", "ssl", "proxy", "proxy_http")


class Server(NamedTuple):
    """A web server: its program, what runs a file of settings in the foreground, and the whole of that file."""

    program: str
    words: tuple[str, ...]
    around: str


SERVERS: Final = {
    "nginx": Server(
        "nginx",
        ("-p", "{folder}", "-c", "{file}", "-e", "{folder}/errors", "-g", "daemon off;"),
        "pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n"
        + "".join(
            f"{kind}_temp_path {{folder}}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        + "{settings}\n}}\n",
    ),
    "caddy": Server(
        "caddy", ("run", "--adapter", "caddyfile", "--config", "{file}"), "{{\nadmin off\n}}\n{settings}\n"
    ),
    "haproxy": Server("haproxy", ("-db", "-f", "{file}"), "{settings}\n"),
    "apache": Server(
        "apache2",
        ("-DFOREGROUND", "-d", "{folder}", "-f", "{file}"),
        "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in _APACHE_MODULES)
        + "ServerName localhost\nUser nobody\nGroup nogroup\nMutex file:{folder}\nPidFile {folder}/pid\n"
        "ErrorLog {folder}/errors\nListen {port}\n{settings}\n",
    ),
}
"""By the word that marks its settings in docs/operating.md."""


def documented(server: str) -> str:
    """The settings for this server, as docs/operating.md has them."""
    found = re.search(rf"^```{server}\n(.*?)^```$", _DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


@define
class Proxies:
    """Runs web servers in a folder. `authority`: the only one that the tests' clients trust."""

    folder: Path
    authority: Identity = field(init=False)
    certificate: Identity = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self.authority = Identity(self.folder / "authority", "the tests' authority")
        self.certificate = Identity(self.folder / "certificate", NAME, by=self.authority)

    @property
    def environment(self) -> dict[str, str]:
        """What every client needs in its environment to trust them and to find their name."""
        paths = f"{ROOT}:{ROOT / 'tests' / 'in_programs'}"
        return {"SSL_CERT_FILE": str(self.authority.file), "PYTHONPATH": paths}

    @contextmanager
    def running(
        self, server: str, outside_port: int, changed: Callable[[str], str] = lambda settings: settings
    ) -> Iterator[str]:
        """What a link through this server begins with. `changed`: what becomes of the documented settings."""
        program, words, around = SERVERS[server]
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program} on this machine")
        port, file = free_port(), self.folder / server
        settings = self._here(server, changed(documented(server)), port, outside_port)
        places = {"folder": str(self.folder), "file": str(file), "port": str(port)}
        file.write_text(around.format(settings=settings, **places))
        log = self.folder / f"{server}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [program, *(word.format(**places) for word in words)], stdout=output, stderr=output
            )
        try:
            _wait_until_open(port, process, log)
            yield f"https://{NAME}:{port}"
        finally:
            process.terminate()
            process.wait(TIME_TO_START)

    async def get(self, link: str, header: str) -> bytes:
        """What comes back for a request with this header."""
        context = ssl.create_default_context(cafile=str(self.authority.file))
        name, _, port = link.removeprefix("https://").partition(":")
        transport = await trio.open_tcp_stream("127.0.0.1", int(port))
        async with trio.SSLStream(transport, context, server_hostname=name, https_compatible=True) as stream:
            lines = ("GET / HTTP/1.1", f"Host: {name}:{port}", header, "Connection: close", "", "")
            await stream.send_all("\r\n".join(lines).encode())
            return bytes(await stream.receive_some(4096))

    def _here(self, server: str, settings: str, port: int, outside_port: int) -> str:
        """The settings with the ports, the name and the certificate of the tests."""
        own = {"127.0.0.1:5534": f"127.0.0.1:{outside_port}", "443": str(port), "play.example.net": NAME}
        own |= {f"/etc/ssl/play.{end}": str(self.certificate.file) for end in ("pem", "key")}
        # In one pass: a port that has just been put in may contain another one's digits.
        settings = re.sub("|".join(map(re.escape, own)), lambda found: own[found[0]], settings)
        if server == "caddy":  # it would ask an authority of the internet
            settings = settings.replace(NAME, f"https://{NAME}:{port}")
            settings = settings.replace("{\n", f"{{\ntls {self.certificate.file} {self.certificate.file}\n", 1)
        return settings


def _wait_until_open(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + TIME_TO_START
    while not _is_open(port):
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
