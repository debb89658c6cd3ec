"""The player's settings: one row for each, with where it lives and all that is said about it.

Here: the table, the kinds of values that only settings have, and the sentences. Not here: reading and writing the
player's file (`store.settings`), the values of one session (`store.file_settings`, `store.browser_settings`), the
options (`program.setting_flags`), the panel (`panels.settings`). Imports nothing slow, because every command reads the
settings.
"""

from collections.abc import Mapping
from enum import Flag
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from client.words.english import listed
from protocol.clean import brief
from protocol.game.options import Kind, Number, RulesError, Spelling, Value, Words, next_value
from protocol.game.table_options import ASSIST, BOT_LEVEL
from protocol.names import checked_name

STYLES: Final = ("default", "dark-table", "high-contrast", "monochrome")
WITH_PEOPLE: Final = "people"
"""The value of the setting `bell` with which it rings only if other people play."""
LOOKS: Final = ("dark", "light", "device")
"""The felt of the page: dark, light, or as the device is set."""
MOST_RECORDS: Final = 500
MOST_MEGABYTES: Final = 200

TITLE: Final = "Settings"
OF_THE_TABLE: Final = "At this table"


# The kinds of values.


class Switch(NamedTuple):
    """Yes or no, or a word if there is one. The file has `true` or `false`; a player may also type `on` or `off`."""

    word: str | None = None

    @property
    def values(self) -> str:
        """`yes or no`, or `yes, no or people`."""
        return self._listed("yes", "no")

    @property
    def values_in_file(self) -> str:
        """`true or false`, or `true, false or people`."""
        return self._listed("true", "false")

    @property
    def choices(self) -> tuple[Value, ...]:
        """The two values, and the word."""
        return (True, False) if self.word is None else (True, False, self.word)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """True, False, or the word."""
        if isinstance(spelled, bool) or (isinstance(spelled, str) and spelled == self.word):
            return spelled
        value = _SWITCHED.get(spelled.casefold()) if isinstance(spelled, str) else None
        if value is None:
            raise _not_valid(name, spelled, self.values)
        return value

    def spell(self, value: Value) -> str:
        """`yes`, `no`, or the word."""
        return str(value) if value == self.word else "yes" if value else "no"

    def step(self, value: Value, by: int) -> Value:
        """The next of yes, no and the word."""
        return next_value(self.choices, value, by)

    def _listed(self, *words: str) -> str:
        return listed([*words, *([] if self.word is None else [self.word])], "or")


_SWITCHED: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class PlayersName:
    """A player's name that tables accept."""

    values: Final = "1 to 24 visible characters of one alphabet, and no word of the game such as You"
    choices: Final = ()

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The name, cleaned as a daemon cleans it."""
        cleaned, fault = checked_name(spelled if isinstance(spelled, str) else "")
        if fault is not None:
            raise _not_valid(name, spelled, self.values)
        return cleaned

    def spell(self, value: Value) -> str:
        """The name."""
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        """The same name: a name can only be typed."""
        return value


def _not_valid(name: str, spelled: object, takes: str) -> RulesError:
    return RulesError(name, f"{brief(spelled)} is not valid: it takes {takes}")


# The table.


class Place(Flag):
    """Where a setting lives: in the player's file, in the options of commands that play, and of those that only show.

    It can be changed while playing on the full screen, in line mode, and on the page, whose browser stores it.
    """

    FILE, FLAG, LOOK, SCREEN, LINES, PAGE = (1 << nth for nth in range(6))


class Setting(NamedTuple):
    """A setting, a row of the table. `default`: None if it is only known when the setting is used.

    `on_page`: its default there, if that is another one. `meaning`: the help of its option. `label`: on the panel,
    under the heading `topic` if it is on or off. `shown`: its values there, if they are not shown as they are typed.
    """

    name: str
    places: Place
    kind: Kind
    default: Value | None = None
    topic: str = ""
    on_page: Value | None = None
    meaning: str = ""
    label: str = ""
    shown: Mapping[Value, str] = {}

    def said(self, meaning: str = "", label: str = "", shown: Mapping[Value, str] = MappingProxyType({})) -> "Setting":
        """The same setting with what is said about it."""
        return self._replace(meaning=meaning, label=label, shown=shown)

    @property
    def attribute(self) -> str:
        """Its name in the parsed options."""
        return self.name.replace("-", "_")

    @property
    def page_default(self) -> Value | None:
        """Its default on the page."""
        return self.default if self.on_page is None else self.on_page

    def parse(self, typed: str) -> Value:
        """The value that the player has typed. Raises `RulesError`."""
        return self.kind.parse(self.name, typed)

    def accepts(self, value: Any) -> bool:
        """Whether this value is valid as it is stored: parsing it changes nothing, as it would a number in quotes."""
        try:
            return bool(self.kind.parse(self.name, value) == value)
        except RulesError:
            return False

    def shown_as(self, value: Value) -> str:
        """A value on the panel: `on`, `if others play`, `dark-table`."""
        return self.shown.get(value) or (str(value) if not isinstance(value, bool) else "on" if value else "off")

    def not_as_saved(self, saved: Value, *, by_option: bool) -> str:
        """Says why it has not its saved value, after a line."""
        why = "by an option on the command line" if by_option else "until you leave"
        return f"({why}; saved: {self.shown_as(saved)})"

    def changed(self, value: Value, fault: str = "", *, has_option: bool = False) -> str:
        """Says that it has changed. `fault`: why it is not saved. `has_option`: the command line has it, too."""
        text = f"{self.label}: {self.shown_as(value)}"
        if fault:
            return f"{text}, until you leave. It is not saved: {fault}."
        if has_option:
            return f"{text}. Saved, but the option on your command line overrides it the next time, too."
        return f"{text}. Saved."


_TURN, _PLAYING, _DRAWING = TOPICS = "Your turn", "Playing", "Drawing"
"""The headings on the panel."""
_GIVEN: Final = Place.FILE | Place.FLAG
_LOOK: Final = _GIVEN | Place.LOOK
_SCREEN, _LINES, _PAGE = Place.SCREEN, Place.LINES, Place.PAGE

SETTINGS: Final = {
    row.name: row
    for row in (
        Setting("name", _GIVEN, PlayersName()).said("your name at the table"),
        Setting("lines", _LOOK, Switch(), False).said("line mode, for screen readers; always on without a terminal"),
        Setting("ascii", _LOOK | _SCREEN, Switch(), False, _DRAWING).said(
            "draw without box characters and arrows; always on if the terminal cannot show them",
            "Draw without box characters and arrows",
        ),
        Setting("sound", _PAGE, Switch(), True, _TURN).said(label="A sound when it is your turn"),
        Setting("sounds", _GIVEN | _LINES | _PAGE, Switch(), False, _PLAYING, on_page=True).said(
            "in line mode, ring the bell once for a play, a knock or chat, twice for points, three times for an end",
            "Short sounds for plays, points, knocks and chat",
        ),
        Setting("vibration", _PAGE, Switch(), True, _TURN).said(label="Vibrate when it is your turn"),
        Setting("mouse", _LOOK | _SCREEN, Switch(), True, _PLAYING).said(
            "choose tiles with the mouse; otherwise it selects text in the terminal", "Choose tiles with the mouse"
        ),
        Setting("letters", _PAGE, Switch(), True, _PLAYING).said(
            label="Letter keys play (c: ends, s: scores, and so on)"
        ),
        Setting("autoknock", _GIVEN | _SCREEN | _LINES | _PAGE, Switch(), False, _PLAYING).said(
            "knock for you when no other move is legal", "Knock for me when nothing else is possible"
        ),
        Setting("bell", _GIVEN | _SCREEN | _LINES, Switch(WITH_PEOPLE), WITH_PEOPLE).said(
            "ring the bell, and notify you where the terminal can, when it is your turn; people: if others play",
            "Ring the bell when it is your turn",
            {True: "always", False: "never", WITH_PEOPLE: "if others play"},
        ),
        Setting("verbosity", _GIVEN | _LINES | _PAGE, Number(0, 1, 2), 1).said(
            "how much line mode reports without being asked",
            "How much is announced",
            {0: "little", 1: "the usual", 2: "everything"},
        ),
        Setting("style", _LOOK | _SCREEN, Words(*STYLES), STYLES[0]).said("the colours", "The colours"),
        Setting("look", _PAGE, Words(*LOOKS), LOOKS[0]).said(
            label="The look of the table", shown=dict(zip(LOOKS, ("dark felt", "light", "as the device"), strict=True))
        ),
        Setting("records", _GIVEN, Number.between(0, 100_000), MOST_RECORDS).said(
            "how many finished games are saved for replay; older ones are deleted, but not their results"
        ),
        Setting("record-mb", _GIVEN, Number.between(0, 1_000_000), MOST_MEGABYTES).said(
            "how many megabytes these games may use"
        ),
        *(
            Setting(option.flag.removeprefix("--"), Place.FILE, option.kind, option.kind.spell(option.default)).said(
                f"{option.meaning}, at tables that you open"
            )
            for option in (ASSIST, BOT_LEVEL)
        ),
    )
}


def settings_in(place: Place) -> dict[str, Setting]:
    """The settings that live there, by name."""
    return {name: row for name, row in SETTINGS.items() if place in row.places}
