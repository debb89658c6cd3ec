"""What `fives play` says of matches that were left unfinished, and what it asks about them.

Lives here: sentences before there is a table to look at. Not here: starting and connecting (`words.connection_words`).
"""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from client.view.view import View
from client.words.english import count, listed
from client.words.name_words import game_title, name_of, side_name
from client.words.rule_words import house_rules

NONE: Final = "No unfinished match."
YES: Final = ("", "y", "yes")
NO: Final = ("n", "no")
END: Final = "end"
QUIT: Final = "q"
NOT_ENDED: Final = "the unfinished match could not be ended"


def told(view: View) -> str:
    """`All Fives with Ana and Ben, round 3, scores you 45, Ana 30, Ben 20`."""
    table = view.table
    changed = len(house_rules(table.rules, len(table.seats), table.preset))
    others = [name_of(view, seat) for seat in range(len(table.seats)) if seat != view.seat]
    parts = [f"{game_title(table.preset)} with {listed(others)}"]
    parts += [count(changed, "house rule")] if changed else []
    parts += [f"round {view.round.number}"] if view.round is not None else []
    if any(table.scores):
        parts.append(f"scores {', '.join(f'{side_name(view, side)} {each}' for side, each in enumerate(table.scores))}")
    return ", ".join(parts)


def command(game: str, folder: Path | None) -> str:
    """What continues a match; `folder` where one was chosen."""
    return f"fives play --rules {game}{_in_folder(folder)}"


def _in_folder(folder: Path | None) -> str:
    return "" if folder is None else f" --data {shlex.quote(str(folder))}"


def listing(views: Iterable[View], lost: int, damaged: Iterable[str], folder: Path | None, data: Path) -> list[str]:
    """The unfinished matches, a line each: what continues it, which no terminal is to break, and then what it is."""
    lines = [f"{command(view.table.preset, folder)}: {told(view)}" for view in views]
    if lost:
        matches = "1 unfinished match" if lost == 1 else f"{lost} unfinished matches"
        lines.append(f"{matches} cannot be continued: the key to your seat is lost.")
    lines += [is_damaged(game, data) for game in damaged]
    return lines or [NONE]


def is_damaged(game: str, data: Path) -> str:
    """A match that the daemon cannot read, and what can be done."""
    command = f"fivesd resume {shlex.quote(game)} --data {shlex.quote(str(data))}"
    return f"A match is damaged: `{command}` lets it go on from its last finished round."


def continued(game: str) -> str:
    """The match is continued."""
    return f"Continuing your match of {game_title(game)}."


def kept(games: Sequence[str], folder: Path | None) -> str:
    """Matches that stay unfinished, and how to continue them."""
    titles = listed(map(game_title, games))
    if len(games) == 1:
        return f"Your match of {titles} is kept: `{command(games[0], folder)}` continues it."
    return f"Your matches of {titles} are kept: `fives play --list{_in_folder(folder)}` tells how to continue them."


def nothing_to_continue(game: str) -> str:
    """A match was to be continued, and there is none."""
    return f"No match of {game_title(game)} is unfinished: this is a new one."


def question(view: View, *, has_other_rules: bool) -> str:
    """Whether to continue this match; Enter means yes."""
    unfinished = "Unfinished, and not by the rules you ask for" if has_other_rules else "Unfinished"
    return f"{unfinished}: {told(view)}. Continue it? [Y/n]"


def end_question(view: View) -> str:
    """Whether to end this match for good."""
    return f"A new match ends this one: {told(view)}. Type {END} to end it; anything else keeps it:"


def choices(views: Sequence[View], new: str) -> str:
    """The unfinished matches, numbered, and a new one of this game; Enter means the first."""
    lines = [f"{number}: {told(view)}" for number, view in enumerate(views, start=1)]
    last = len(views) + 1
    lines.append(f"{last}: a new match of {game_title(new)}")
    return "\n".join(["Unfinished matches:", *lines, f"1 to {last}, Enter for 1, {QUIT} to leave:"])


def say_which_game(games: Sequence[str]) -> str:
    """Several can be continued, and nobody can be asked."""
    flags = listed([f"--rules {game}" for game in games], "or")
    return f"matches of {listed(map(game_title, games))} are unfinished: {flags} continues one of them"


def say_which_rules(game: str) -> str:
    """The unfinished match of the game has other rules, and nobody can be asked."""
    return (
        f"a match of {game_title(game)} is unfinished, and not by the rules you ask for:"
        " --resume continues it, --new ends it and begins another"
    )
