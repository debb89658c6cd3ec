"""`fives service`: a daemon that starts together with the machine, with the options that `fivesd` takes.

Here: checking the options, and printing, installing or removing the file that this system wants. Not here: that file
(`service_files`), the daemon.
"""

import argparse
import getpass
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.program.hosting import hosting_of
from client.program.service_files import NAME, SERVICES, Daemon, Starter
from client.store.files import write_whole
from client.terminal.printed_lines import print_error, print_line
from protocol.clean import one_line
from protocol.game.table_options import ASSIST, BOT_LEVEL
from protocol.shared.exit_status import DONE, FAILED, MisusedError
from protocol.shared.flags import host_flags_given, read_flag
from protocol.shared.host_options import house_flags_given
from protocol.shared.operator_key import host_folder

_START: Final = "from fives.entry_points import fivesd; fivesd()"
_UVX: Final = (
    "uvx keeps this fives only for a while, so nothing can start it later: type `uv tool install FILE` and then"
    " `fives service` again"
)


def service_command(given: argparse.Namespace) -> int:
    """Print, install or remove the service; the exit status. Raises `MisusedError`."""
    hosting_of(given)
    for option in (ASSIST, BOT_LEVEL):  # from the player's settings; the daemon has the same defaults
        if read_flag(given, option) == option.default:
            setattr(given, option.name, None)
    flags = [*host_flags_given(given), *house_flags_given(given)]
    service = SERVICES[_kind_here()]
    if given.remove:
        return _remove(service)
    data = (given.data or host_folder()).absolute()
    daemon = Daemon((*_fivesd(), *_data_flag(given.data), *flags), data, _user())
    if given.install:
        return _install(service, daemon)
    print(service.text(daemon), end="")
    # Beside the file, which may be redirected.
    print(f"fives: with --install this becomes {_file(service)}, and the daemon starts", file=sys.stderr)
    return DONE


def _kind_here() -> str:
    return {"darwin": "launchd", "win32": "windows"}.get(sys.platform, "systemd")


def _user() -> str:
    domain = os.environ.get("USERDOMAIN")  # Windows'
    return f"{domain}\\{getpass.getuser()}" if domain else getpass.getuser()


def _data_flag(data: Path | None) -> Sequence[str]:
    return () if data is None else (f"--data={data.absolute()}",)


def _fivesd() -> Sequence[str]:
    """The command that starts the daemon of this installation. Raises `MisusedError` if it will not stay."""
    if any(folder.name.startswith("archive-v") for folder in Path(sys.prefix).resolve().parents):
        raise MisusedError(_UVX)
    script = Path(sys.executable).parent / NAME
    if sys.platform != "win32" and script.is_file():
        return (str(script),)
    # Without a console on Windows; from `fives.pyz`, the file itself is where Python looks.
    python = Path(sys.executable)
    quiet = python.with_name("pythonw.exe")
    program = quiet if quiet.is_file() else python
    archive = next((folder for folder in Path(__file__).absolute().parents if folder.is_file()), None)
    start = _START if archive is None else f"import sys; sys.path.insert(0, {str(archive)!r}); {_START}"
    return str(program), "-P", "-c", start


def _file(service: Starter) -> Path:
    return Path.home() / service.place


def _install(service: Starter, daemon: Daemon) -> int:
    if shutil.which(service.program) is None:
        print_error(
            f"{service.program} is not on this machine, so {service.title} does not start its programs; without"
            " --install the file is printed"
        )
        return FAILED
    path = _file(service)
    try:
        daemon.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, service.text(daemon).encode(service.encoding))
    except OSError as error:
        print_error(f"{error.filename or path}: {error.strerror or error}")
        return FAILED
    if not _run(service.on, path):
        print_error(f"{path} is made; `fives service --remove` removes it")
        return FAILED
    print_line(f"The daemon runs, and starts together with this machine ({path}).")
    print_line(f"Its log: {service.log}. `fivesd invite NAME` shows a link, `fives service --remove` ends it.")
    if service.after:
        print_line(service.after)
    return DONE


def _remove(service: Starter) -> int:
    path = _file(service)
    if not path.is_file():
        print_error(f"there is no service of fives: {path} does not exist")
        return FAILED
    is_off = _run(service.off, path)
    path.unlink()
    print_line(f"The daemon starts no more by itself; {path} is gone, and its games are where they were.")
    return DONE if is_off else FAILED


def _run(commands: Sequence[Sequence[str]], path: Path) -> bool:
    """Run these commands up to the first that fails; says which that is, for the user may be able to do it."""
    for command in commands:
        words = [str(path) if word == "FILE" else word for word in command]
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - ours
        except OSError as error:
            print_error(f"{words[0]}: {error.strerror or error}")
            return False
        if done.returncode:
            said = one_line((done.stderr or done.stdout).strip()) or f"status {done.returncode}"
            print_error(f"`{' '.join(words)}` failed: {said}; type it yourself, with `sudo` if it asks for rights")
            return False
    return True
