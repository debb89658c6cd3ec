"""The host's options on the command line, the same for `fivesd` and for `fives play`.

Lives here: the flags, their help, and how they become the request to open a table. Bad values are told in one line by
`HostFlagError`. Not here: flags of one program alone. Importing this costs no more than argparse: `--help` is quick.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from protocol.digits import number_in
from protocol.game.levels import AGAINST_GREEDY, LEVEL_NAMES, USUAL_LEVEL

if TYPE_CHECKING:
    from protocol.wire.messages import OpenTable


class HostFlagError(Exception):
    """A value that will not do: one line, what is wrong and what would work."""


class WrongSeatsError(HostFlagError):
    """The game is not for so many players."""


class Hosting(NamedTuple):
    """What the flags ask for: the table, how long bots think in seconds, and after how many matches to end."""

    table: "OpenTable"
    think: float
    matches: int | None


class _Flag(NamedTuple):
    name: str
    metavar: str
    help: str
    action: str = "store"


_FLAGS = (
    _Flag("--rules", "NAME", "the game: see `fives rules` (default: fives-and-threes)"),
    _Flag("--set", "OPTION=VALUE", "a house rule: see `fives rules NAME`; may be given again", "append"),
    _Flag("--seats", "N", "how many play (default: the game's own number)"),
    _Flag("--bots", "N", "computer players, on the highest seats"),
    _Flag(
        "--bot-level",
        "LEVEL",
        f"how well they play: {', '.join(LEVEL_NAMES)} (default: {USUAL_LEVEL}); {AGAINST_GREEDY}",
    ),
    _Flag("--think", "SECONDS", "about how long they think; 0: as fast as they can (default: 1)"),
    _Flag("--matches", "K", "end after K matches (default: wait for rematches)"),
    _Flag("--assist", "HELP", "what every player is shown: points, legal or none (default: points)"),
    _Flag("--away", "WHAT", "when somebody is away: wait, or let a bot stand in after a while (default: bot)"),
    _Flag("--grace", "SECONDS", "how long somebody may be away before a bot stands in (default: 60)"),
    _Flag("--turn-time", "SECONDS", "how long a turn may take; 0: no limit (default: 0)"),
    _Flag("--password", "WORD", "whoever sits down or watches has to know it"),
)


def add_host_flags(parser: argparse.ArgumentParser) -> None:
    """Add the host's options to a program's own."""
    group = parser.add_argument_group("the table")
    for flag in _FLAGS:
        group.add_argument(flag.name, metavar=flag.metavar, help=flag.help, action=flag.action)
    group.add_argument("--no-spectators", action="store_true", help="nobody may watch")


def _spelled(given: argparse.Namespace, flag: _Flag) -> str | list[str] | None:
    spelled: str | list[str] | None = getattr(given, flag.name.removeprefix("--").replace("-", "_"))
    return spelled


def given_path(typed: str) -> Path:
    """A file or folder as typed, on any command line: an empty one, of a variable that is not set, is none."""
    if not typed:
        raise argparse.ArgumentTypeError("it is empty; give it a name")
    return Path(typed)


def read_host_flags(given: argparse.Namespace) -> Hosting:
    """What was asked for, checked as far as can be without a daemon. Raises `HostFlagError`, also `WrongSeatsError`."""
    from protocol.game.presets import DEFAULT_PRESET, make_rules, preset_named
    from protocol.game.rules import RulesError, house_rules_in
    from protocol.log.events import LONGEST_TIME, Assist, Away, TableOptions
    from protocol.log.sanity import FEWEST_SEATS, MOST_SEATS
    from protocol.wire.messages import OpenTable

    for each in _FLAGS:
        if _spelled(given, each) == "":
            raise HostFlagError(f"{each.name}: it is empty; write {each.name} {each.metavar}, or leave it out")
    usual = TableOptions()
    options = TableOptions(
        assist=_one_of(Assist, "--assist", given.assist, usual.assist),
        away=_one_of(Away, "--away", given.away, usual.away),
        grace=_whole("--grace", given.grace, usual.grace, LONGEST_TIME),
        turn_time=_whole("--turn-time", given.turn_time, usual.turn_time, LONGEST_TIME),
        spectators=not given.no_spectators,
        bot_level=_level(given.bot_level or USUAL_LEVEL),
    )
    try:
        house_rules = house_rules_in(given.set or [])
    except RulesError as error:
        raise HostFlagError(f"--set {error}") from None
    seats = None if given.seats is None else whole_number("--seats", given.seats, FEWEST_SEATS, MOST_SEATS)
    try:
        preset = preset_named(given.rules or DEFAULT_PRESET)
        _, resolved_seats = make_rules(preset, house_rules, seats)
    except RulesError as error:
        kind = WrongSeatsError if error.option == "seats" else HostFlagError
        flag = f"--{error.option}" if error.option in ("rules", "seats") else f"--set {error.option}"
        raise kind(f"{flag}: {str(error).partition(': ')[2]}") from None
    bots = _whole("--bots", given.bots, 0, resolved_seats)
    table = OpenTable(preset.name, dict(house_rules), seats, options, bots, given.password)
    matches = None if given.matches is None else whole_number("--matches", given.matches, 1, 1_000_000)
    return Hosting(table, _seconds("--think", given.think, 1.0), matches)


def flags_given(given: argparse.Namespace) -> list[str]:
    """The host's options that were given, spelled out again for another program's command line."""
    again: list[str] = ["--no-spectators"] if given.no_spectators else []
    for flag in _FLAGS:
        value = _spelled(given, flag)
        for each in value if isinstance(value, list) else [] if value is None else [value]:
            again += [flag.name, each]
    return again


def _will_not_do(flag: str, spelled: str, takes: str) -> HostFlagError:
    from protocol.clean import echoed

    return HostFlagError(f"{flag} {echoed(spelled)}: it takes {takes}")


def _level(spelled: str) -> str:
    if spelled not in LEVEL_NAMES:
        raise _will_not_do("--bot-level", spelled, _either(LEVEL_NAMES))
    return spelled


def whole_number(flag: str, spelled: str, low: int, high: int) -> int:
    """The number that was given with this flag. Raises `HostFlagError`."""
    number = number_in(spelled)
    if number is None or not low <= number <= high:
        raise _will_not_do(flag, spelled, f"a whole number from {low} to {high}")
    return number


def _whole(flag: str, spelled: str | None, default: int, high: int) -> int:
    return default if spelled is None else whole_number(flag, spelled, 0, high)


def _seconds(flag: str, spelled: str | None, default: float) -> float:
    if spelled is None:
        return default
    try:
        seconds = float(spelled)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 600:
        raise _will_not_do(flag, spelled, "seconds from 0 to 600, like 0.5")
    return seconds


def _one_of(words: Any, flag: str, spelled: str | None, default: Any) -> Any:
    if spelled is None:
        return default
    if spelled not in {word.value for word in words}:
        raise _will_not_do(flag, spelled, _either([word.value for word in words]))
    return words(spelled)


def _either(words: Sequence[str]) -> str:
    """`points, legal or none`."""
    return f"{', '.join(words[:-1])} or {words[-1]}"
