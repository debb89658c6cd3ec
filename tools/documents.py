"""The tables of `docs/` that the program itself has: keys, flags, commands, settings, refusals and limits.

    python -m tools.documents write     # put the program's tables into the pages
    python -m tools.documents check     # say which pages differ; status 1 if any does

In a page a table stands between `<!-- from the program: NAME -->` and `<!-- end -->`. Here: the tables, and writing
them. Not here: what else of the pages is compared with the program (`tests.test_docs`).
"""

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from client.actions import key_row, keys
from client.actions.key_row import KeyRow
from client.program import command as fives
from client.program.commands import COMMANDS
from client.words.settings import SETTINGS, Place, Setting
from daemon import guest, outbox
from daemon.house import host_browsers, house_rules, invitations, password_guesses, sleeping
from daemon.net import connection, sockets
from daemon.program import command as fivesd
from daemon.reminders import addresses, reminders
from daemon.table import accepted_commands, held_remarks, next_host, turn_reminders
from protocol.game.options import VALUES, Number, Words
from protocol.game.rule_faults import FAULTS as RULES_FAULTS
from protocol.game.rules import IGNORED
from protocol.game.table_options import MOST_SEATS
from protocol.league.league_faults import FAULTS as LEAGUE_FAULTS
from protocol.log.not_allowed import NOT_OPENED, SENTENCES
from protocol.names import FAULTS as NAME_FAULTS
from protocol.names import LONGEST_NAME
from protocol.sentences import LISTS, English
from protocol.shared.address import FAULTS as ADDRESS_FAULTS
from protocol.shared.household import HOUSEHOLDS_BEHIND_A_TUNNEL
from protocol.shared.places import TIME_TO_WATCH, PlaceLimits
from protocol.wire import exact, limits, messages

DOCS: Final = Path(__file__).parents[1] / "docs"
Row = tuple[str, ...]
_MADE: Final = re.compile(r"(<!-- from the program: ([\w ]+) -->\n\n).*?(?=\n<!-- end -->)", re.DOTALL)


def table(head: Row, rows: Iterable[Row]) -> str:
    """A table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in lines)


# Keys.

_NAMES: Final = {key_row.SCREEN: "terminal", key_row.LINES: "line mode", key_row.PAGE: "page"}


def _keys(rows: Iterable[KeyRow[Any]]) -> str:
    def where(row: KeyRow[Any]) -> str:
        return "everywhere" if row.where == key_row.EVERYWHERE else ", ".join(_NAMES[name] for name in row.where)

    def label(row: KeyRow[Any]) -> str:
        return row.typed or row.label if row.where == (key_row.LINES,) else row.label

    return table(("key", "where", "what it does"), ((f"`{label(row)}`", where(row), row.meaning) for row in rows))


# Flags and commands: as `--help` has them.


def help_of(program: str, command: str | None = None) -> str:
    """What `--help` says, with each paragraph on one line."""
    told, main = io.StringIO(), {"fives": fives.main, "fivesd": fivesd.main}[program]
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "10000"
    try:
        with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
            main([*([command] if command else []), "--help"])
    finally:
        os.environ.pop("COLUMNS")
        if columns is not None:
            os.environ["COLUMNS"] = columns
    return told.getvalue()


def _groups(told: str) -> Iterator[tuple[str, list[Row]]]:
    """The groups of flags in a help: a title, and the flags with their meanings."""
    for block in told.split("\n\n"):
        title, _, listed = block.partition(":\n")
        rows = re.findall(r"^  (-\S.*?)(?:  +|\n {10,})(\S.*)$", listed, re.MULTILINE)
        if rows:
            yield title, [(flag, meaning) for flag, meaning in rows]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _flags(row: str) -> str:
    return ", ".join(f"`{_cell(flag)}`" for flag in row.split(", "))


def _flags_of_fivesd(wanted: str) -> str:
    groups = [rows for title, rows in _groups(help_of("fivesd")) if title.startswith(wanted)]
    return table(("flag", "meaning"), ((_flags(flag), _cell(meaning)) for rows in groups for flag, meaning in rows))


_OF_EVERY_COMMAND: Final = r" \[(?:-h|--debug|--data DIR|--journal URL)\]"


def _commands_of_fivesd() -> str:
    rows = []
    for name in fivesd.COMMANDS:
        usage, does, *_ = help_of("fivesd", name).split("\n\n")
        words = re.sub(_OF_EVERY_COMMAND, "", usage).removeprefix("usage: fivesd ").strip()
        rows.append((f"`{_cell(words)}`", _cell(does.strip())))
    return table(("command", "what it does"), rows)


_HOSTING: Final = ("the table", "the host")
"""The groups of flags that `fives host` shares with `fivesd`."""


def _flags_of_fives() -> str:
    with_: dict[Row, list[str]] = {}
    for name in COMMANDS:
        for title, rows in _groups(help_of("fives", name)):
            for row in rows:
                if not title.startswith(_HOSTING) and row[0] != "-h, --help":
                    with_.setdefault(row, []).append(name)
    every = len(COMMANDS)
    return table(
        ("flag", "with", "meaning"),
        (
            (_flags(flag), "all" if len(names) == every else ", ".join(f"`{name}`" for name in names), _cell(meaning))
            for (flag, meaning), names in with_.items()
        ),
    )


# Settings.


def _settings() -> str:
    """The file with every setting at its default."""

    def value(of: object) -> str:
        return str(of).lower() if isinstance(of, bool) else f'"{of}"' if isinstance(of, str) else str(of)

    def comment(row: Setting) -> str:
        values = f": {row.kind.values}" if isinstance(row.kind, Words | Number) else ""
        return fill(row.meaning + values, 118, initial_indent="# ", subsequent_indent="# ")

    lines = [
        f"{comment(row)}\n{row.name} = {value(row.default if row.default is not None else 'Ana')}\n"
        for row in SETTINGS.values()
        if Place.FILE in row.places
    ]
    return f"```toml\n{''.join(lines)}```\n"


# Limits.


def _seconds(limit: float) -> str:
    return f"{limit:g} seconds"


def _defaults() -> Mapping[str, str]:
    """The defaults that the help of `fivesd` says."""
    return dict(re.findall(r"(--[a-z-]+) [A-Z]+ [^()\n]*\(default: (\w+)\)", help_of("fivesd")))


def _what_is_not_allowed() -> str:
    return _sentences(SENTENCES.english.items())


def _parts_of_sentences() -> str:
    """Those that are facts of others, by their whole keys."""
    tables = (RULES_FAULTS, VALUES, IGNORED, NAME_FAULTS, NOT_OPENED, ADDRESS_FAULTS, LEAGUE_FAULTS, LISTS)
    return _sentences(row for table in tables for row in table.by_key)


def _sentences(by_code: Iterable[tuple[str, English]]) -> str:
    def row(code: str, sentence: English) -> Row:
        text = sentence if isinstance(sentence, str) else sentence[1]
        return f"`{code}`", ", ".join(f"`{fact}`" for fact in dict.fromkeys(re.findall(r"{(\w+)}", text))), text

    return table(("code", "facts", "in English"), (row(code, text) for code, text in by_code))


def _limits_of_clients() -> str:
    host = _defaults()
    return table(
        ("what", "limit", "past it"),
        [
            ("a line from a client, its end included", f"{messages.LONGEST_LINE} bytes", "goodbye `malformed`"),
            ("a name", f"{LONGEST_NAME} characters", "goodbye `bad_name`"),
            ("something said", f"{messages.LONGEST_SAYING} characters", "refused, `not_allowed`"),
            ("things that spectators say in one round", str(held_remarks.MOST_HELD), "refused, `not_allowed`"),
            (
                "an id",
                f"{accepted_commands.LONGEST_ID} characters",
                "refused, `id_reused`; the answer has the first 64 of them",
            ),
            ("a whole number", f"2^{exact.LARGEST_NUMBER.bit_length() - 1} either way", "goodbye `malformed`"),
            (
                "from connecting to the first `hello`, `tables` or `open_table`",
                _seconds(connection.TIME_TO_SAY_HELLO),
                "goodbye `silent`",
            ),
            (
                "in the lobby, since the last line asked there",
                _seconds(connection.TIME_IN_THE_LOBBY),
                "goodbye `silent`",
            ),
            (
                "once welcomed: after a ping, without a byte",
                _seconds(connection.TIME_BETWEEN_PINGS),
                "goodbye `silent`",
            ),
            (
                "commands that were not accepted before, over time",
                f"{guest.COMMANDS_A_SECOND} a second",
                "refused, `too_fast`",
            ),
            ("the same, at once", f"{guest.COMMANDS_AT_ONCE}", "refused, `too_fast`"),
            (
                "`say`, `react`, `request_seat` and `change_game` among them, over time",
                f"{guest.REMARKS_A_SECOND} a second",
                "refused, `too_fast`",
            ),
            ("the same, at once", f"{guest.REMARKS_AT_ONCE}", "refused, `too_fast`"),
            ("refusals, over time", f"{guest.REFUSALS_A_SECOND} a second", "goodbye `too_many`"),
            ("the same, at once", f"{guest.REFUSALS_AT_ONCE}", "goodbye `too_many`"),
            (
                "all messages but `do` and `ping`, over time",
                f"{connection.LOBBY_LINES_A_SECOND} a second",
                "the daemon reads on more slowly",
            ),
            ("the same, at once", f"{connection.LOBBY_LINES_AT_ONCE}", "the daemon reads on more slowly"),
            ("`ping`, over time", f"{guest.COMMANDS_A_SECOND} a second", "the daemon reads on more slowly"),
            (
                "answers that wait to be read by the client",
                f"{outbox.MOST_ANSWERS}",
                "the daemon stops reading until some are taken",
            ),
            ("bytes of those answers", f"{outbox.MOST_BYTES}", "the same"),
            ("bytes the daemon sends in one piece, about", f"{outbox.CHUNK}", ""),
            ("to take such a piece", _seconds(sockets.TIME_TO_TAKE_A_CHUNK), "the connection is cut; come back"),
            (
                "the pause of an address after a wrong password",
                _seconds(password_guesses.FIRST_PAUSE),
                "its next password is looked at later; each further wrong one doubles the pause",
            ),
            ("the longest such pause", _seconds(password_guesses.LONGEST_PAUSE), ""),
            ("without a wrong password, until they are forgotten", _seconds(password_guesses.TIME_TO_FORGET), ""),
            ("for a password to wait for its turn", _seconds(password_guesses.LONGEST_WAIT), "goodbye `too_many`"),
            (
                "connections in all (`--most-connections`)",
                host["--most-connections"],
                "an idle one makes room; else goodbye `too_many`",
            ),
            (
                "connections of players who come back, beyond those: a tenth, and at least 2",
                f"{PlaceLimits(int(host['--most-connections'])).reserved}",
                "goodbye `too_many`",
            ),
            (
                "from a spectator, nothing but pings, when a newcomer needs a place",
                _seconds(TIME_TO_WATCH),
                "goodbye `too_many`",
            ),
            (
                "connections from one address (`--most-from-one`)",
                host["--most-from-one"],
                "goodbye `too_many`; the addresses of one IPv6 network /64 count as one",
            ),
            (
                "seats at one table held by people from one address (`--most-seats-from-one`)",
                "no limit",
                "goodbye `too_many_seats`; `take_seat` is refused, `not_allowed`",
            ),
            ("invitations", f"{invitations.MOST}", "refused, `not_allowed`"),
            ("seconds that a host's code is valid", f"{host_browsers.TIME_TO_USE_A_CODE:g}", "refused, `not_allowed`"),
            ("wrong codes from one address until it is void there", f"{host_browsers.MOST_TRIES}", "the same"),
            ("wrong codes in all until it is void", f"{host_browsers.MOST_TRIES_OF_ALL}", "the same"),
            ("browsers with the operator's rights", f"{host_browsers.MOST}", "the same"),
            (
                "until who has named a host with `plays_at` can name another, while somebody is connected",
                _seconds(next_host.TIME_AT_ONE_HOST),
                "goodbye `noted`; the one before stays",
            ),
            (
                "connections of those who came with one invitation",
                f"{HOUSEHOLDS_BEHIND_A_TUNNEL * int(host['--most-from-one'])}",
                "goodbye `too_many`",
            ),
            ("an address for reminders", f"{addresses.LONGEST_ADDRESS} characters", "refused, `not_allowed`"),
            (
                "messages to one address in 24 hours, codes included",
                f"{reminders.MOST_A_DAY}",
                "reminders are left out; of a code, `reminders` says so",
            ),
            ("codes asked for from one address in an hour", f"{reminders.MOST_CODES}", "refused, `not_allowed`"),
            ("seconds that such a code is valid", f"{turn_reminders.TIME_TO_TYPE:g}", "the same"),
            ("wrong ones until it is void", f"{turn_reminders.MOST_TRIES}", "the same"),
            (
                "tables open at once",
                f"{house_rules.MOST_TABLES}",
                "a table that everybody has left makes room; else notice `refused`",
            ),
            ("tables that go on, opened from one address", f"{house_rules.MOST_TABLES_FROM_ONE}", "the same"),
            (
                "sleeping games of guests, opened from one address",
                f"{sleeping.MOST_ASLEEP_FROM_ONE}",
                "one is forgotten",
            ),
            (
                "the same, opened through a tunnel by all with the same invitation, or by all without one",
                f"{sleeping.MOST_ASLEEP_FROM_TUNNEL}",
                "one of these is forgotten",
            ),
            ("sleeping games of guests, opened anywhere else", f"{sleeping.MOST_ASLEEP}", "one is forgotten"),
        ],
    )


def _limits_of_daemons() -> str:
    return table(
        ("what", "limit"),
        [
            ("a line from the daemon, its end included", f"{messages.LONGEST_FROM_DAEMON} bytes"),
            ("a `name`", f"{LONGEST_NAME} characters"),
            ("the `text` of `said`", f"{messages.LONGEST_SAYING} characters"),
            ("a `detail`, and the `text` of a notice", f"{limits.LONGEST_SENTENCE} characters"),
            ("an `address`", f"{limits.LONGEST_ADDRESS} characters"),
            ("any other text", f"{limits.LONGEST_TEXT} characters"),
            ("the `seats` of a table in `tables`, and `hands`", f"{MOST_SEATS}"),
            ("the `facts` of `refused`", f"{limits.MOST_FACTS}"),
            ("any other list", f"{limits.MOST_IN_A_LIST} values"),
            ("entries in a game", f"{limits.MOST_ENTRIES}"),
        ],
    )


MADE: Final[Mapping[str, Callable[[], str]]] = {
    "keys to play": lambda: _keys(keys.TO_PLAY),
    "keys to look": lambda: _keys(keys.TO_LOOK),
    "more keys": lambda: _keys(keys.MORE),
    "keys of a replay": lambda: _keys(row for row in keys.REPLAY if not keys.is_as_at_a_table(row)),
    "flags for a table": lambda: _flags_of_fivesd("the table"),
    "flags for a host": lambda: _flags_of_fivesd("the host"),
    "commands of fivesd": _commands_of_fivesd,
    "flags of fives": _flags_of_fives,
    "settings": _settings,
    "what is not allowed": _what_is_not_allowed,
    "sentences within sentences": _parts_of_sentences,
    "limits of clients": _limits_of_clients,
    "limits of daemons": _limits_of_daemons,
}


def written(text: str) -> str:
    """A page with the tables of the program. Raises `KeyError` for a name that is not in `MADE`."""
    return _MADE.sub(lambda found: found[1] + MADE[found[2]](), text)


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(prog="python -m tools.documents", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("write", "check"))
    writes = parser.parse_args(argv).what == "write"
    status = 0
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        made = written(text)
        if made != text and writes:
            path.write_text(made, encoding="utf-8", newline="\n")
            print(f"{path.name}: written")
        elif made != text:
            print(f"{path.name}: differs from the program; run python -m tools.documents write")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
