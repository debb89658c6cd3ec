"""How this fives was installed: what each way leaves behind, and the command that updates it."""

import shutil
import socket
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from client.program import installation
from client.program.installation import how_to_update
from client.words.version_words import OlderSide, mismatch
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye
from tests.client.program.programs import fives

MODULE = Path("fives", "inside", "client", "program", "installation.py")


def installed(environment: Path, *, from_file: bool) -> Path:
    """The module of a fives that is installed in this environment; returns its path."""
    packages = environment / "lib" / "site-packages"
    info = packages / "fives-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fives\nVersion: 0.1.0\n")
    if from_file:
        (info / "direct_url.json").write_text('{"url": "file:///tmp/fives-0.1.0-py3-none-any.whl", "archive_info": {}}')
    module = packages / MODULE
    module.parent.mkdir(parents=True)
    shutil.copy(installation.__file__, module)
    return module


@pytest.mark.parametrize(
    ("folder", "trace", "newest", "from_file"),
    [
        ("uv/tools/fives", "uv-receipt.toml", "uv tool upgrade fives", "uv tool install --force FILE"),
        ("uv/archive-v0/x1", "pyvenv.cfg", "uvx fives@latest", "uvx --from FILE fives"),
        ("pipx/venvs/fives", "pipx_metadata.json", "pipx upgrade fives", "pipx install --force FILE"),
        ("venv", "pyvenv.cfg", "{} -m pip install --upgrade fives", "{} -m pip install --upgrade FILE"),
    ],
    ids=["uv tool", "uvx", "pipx", "pip"],
)
def test_each_installer_is_known_by_what_it_leaves_behind(
    tmp_path: Path, folder: str, trace: str, newest: str, from_file: str
) -> None:
    for name, is_from_file in (("by name", False), ("file", True)):
        environment = tmp_path / name / folder
        module = installed(environment, from_file=is_from_file)
        (environment / trace).touch()

        command = (from_file if is_from_file else newest).format(sys.executable)
        assert how_to_update(module, environment) == (
            f"get the new file from your host, then type `{command}`" if is_from_file else f"`{command}` updates it"
        )


def test_the_one_file_is_replaced(tmp_path: Path) -> None:
    pyz = tmp_path / "fives.pyz"
    with zipfile.ZipFile(pyz, "w") as archive:
        archive.write(installation.__file__, MODULE)

    assert how_to_update(pyz / MODULE, tmp_path) == "get the new fives.pyz from your host"


def test_a_checkout_is_pulled(tmp_path: Path) -> None:
    module = tmp_path / "client" / "program" / "installation.py"
    (tmp_path / "pyproject.toml").touch()
    assert how_to_update(module, tmp_path) == "get the new sources"

    (tmp_path / ".git").mkdir()
    assert how_to_update(module, tmp_path) == f"`git -C {tmp_path} pull` updates it"


def test_a_player_with_an_older_release_is_told_how_to_update_it(tmp_path: Path) -> None:
    goodbye = encode_from_daemon(Goodbye(Farewell.WRONG_PROTOCOL.value, "this daemon speaks protocol 3, not 2"))
    with socket.create_server(("127.0.0.1", 0)) as newer, ThreadPoolExecutor() as other:

        def answer() -> None:
            connection, _ = newer.accept()
            with connection:
                connection.sendall(goodbye)
                connection.recv(4096)

        answered = other.submit(answer)
        ran = fives(tmp_path, "join", f"127.0.0.1:{newer.getsockname()[1]}", "--name", "Ann")
        answered.result()

    assert ran.returncode == 1
    assert ran.stderr == f"fives: {mismatch(OlderSide.CLIENT, how_to_update())}\n"
