"""The settings file of a host, `fivesd.toml` in the data folder: what no flag and no player may set.

    email = ["/usr/sbin/sendmail", "-i", "{address}"]

Here: reading it. Not here: running the program that it names (`daemon.reminders.email`).
"""

import tomllib
from pathlib import Path
from typing import Final

from daemon.reminders.email import ADDRESS
from protocol.frozen import frozen
from protocol.shared.exit_status import MisusedError

SETTINGS: Final = "fivesd.toml"
_EMAIL: Final = "email"


@frozen
class HostSettings:
    """`email`: the words of the program that sends e-mail; none if players get none."""

    email: tuple[str, ...] = ()


def settings_in(data: Path) -> HostSettings:
    """The settings in this data folder; the defaults without a file. Raises `MisusedError`."""
    path = data / SETTINGS
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return HostSettings()
    except OSError as error:
        raise MisusedError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise MisusedError(f"{path}: {error}") from error
    unknown = sorted(found.keys() - {_EMAIL})
    if unknown:
        raise MisusedError(f"{path}: there is no setting {unknown[0]}; the only one is {_EMAIL}")
    return HostSettings(_words(path, found.get(_EMAIL, [])))


def _words(path: Path, value: object) -> tuple[str, ...]:
    """The words of a command, one of which takes the address."""
    words = value if isinstance(value, list) else None
    if words is None or not all(isinstance(word, str) and word for word in words):
        raise MisusedError(f'{path}: {_EMAIL} has to be a list of words, such as ["sendmail", "-i", "{ADDRESS}"]')
    if words and not any(ADDRESS in word for word in words[1:]):
        raise MisusedError(f"{path}: one word of {_EMAIL}, after the program, has to hold {ADDRESS}")
    return tuple(words)
