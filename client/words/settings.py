"""The player's settings: one row for each, with where it lives and all that is said about it.

Here: the table, the kinds of values that only settings have, and which sentences are said. Not here: reading and
writing the player's file (`store.settings`), the values of one session (`store.file_settings`,
`store.browser_settings`), the options (`program.setting_flags`), the panel (`panels.settings`). Imports nothing slow,
because every command reads the settings.
"""

import re
from enum import Flag
from typing import Any, Final, NamedTuple

from client.words.say import is_message, say
from protocol.game.options import Kind, Number, RulesError, Spelling, Value, Words, next_value, not_valid
from protocol.game.table_options import ASSIST, BOT_LEVEL
from protocol.names import checked_name
from protocol.sentences import Said, in_line, one_of
from protocol.shared.offered_languages import OWN_NAMES

STYLES: Final = ("default", "dark-table", "high-contrast", "monochrome")
WITH_PEOPLE: Final = "people"
"""The value of the setting `bell` with which it rings only if other people play."""
TONES: Final = "tones"
VERBOSITY: Final = "verbosity"
SPEECH: Final = "speech"
"""Its value for ears."""
LANGUAGE: Final = "language"
AUTO: Final = "auto"
"""Its value for what the system or the browser asks for."""
LOOKS: Final = ("dark", "light", "device")
"""The felt of the page: dark, light, or as the device is set."""
MOST_RECORDS: Final = 500
MOST_MEGABYTES: Final = 200


# The kinds of values.


class Switch(NamedTuple):
    """Yes or no, or a word if there is one. The file has `true` or `false`; a player may also type `on` or `off`."""

    word: str | None = None

    @property
    def values(self) -> Said:
        """`yes or no`, or `yes, no or people`."""
        return self._listed("yes", "no")

    @property
    def values_in_file(self) -> Said:
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
            raise not_valid(name, spelled, self.values)
        return value

    def spell(self, value: Value) -> str:
        """`yes`, `no`, or the word."""
        return str(value) if value == self.word else "yes" if value else "no"

    def step(self, value: Value, by: int) -> Value:
        """The next of yes, no and the word."""
        return next_value(self.choices, value, by)

    def _listed(self, *words: str) -> Said:
        return one_of([*words, *([] if self.word is None else [self.word])])


_SWITCHED: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class NumberOrWord(Number):
    """A whole number of a few, or a word."""

    def __init__(self, word: str, *allowed: int) -> None:
        super().__init__(*allowed)
        self._word = word

    @property
    def choices(self) -> tuple[Value, ...]:
        """The numbers, and the word."""
        return (*super().choices, self._word)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The number, or the word."""
        return self._word if spelled == self._word else super().parse(name, spelled)

    def step(self, value: Value, by: int) -> Value:
        """The next of the numbers and the word, or the previous one."""
        return next_value(self.choices, value, by)


class LanguageName(Words):
    """A language that is offered, or a word."""


class PlayersName:
    """A player's name that tables accept."""

    values: Final[Said] = "1 to 24 visible characters of one alphabet, and no word of the game such as You"
    choices: Final = ()

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The name, cleaned as a daemon cleans it."""
        cleaned, fault = checked_name(spelled if isinstance(spelled, str) else "")
        if fault is not None:
            raise not_valid(name, spelled, self.values)
        return cleaned

    def spell(self, value: Value) -> str:
        """The name."""
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        """The same name: a name can only be typed."""
        return value


# The table.


class Place(Flag):
    """Where a setting lives: in the player's file, in the options of commands that play, and of those that only show.

    It can be changed while playing on the full screen, in line mode, and on the page, whose browser stores it.
    """

    FILE, FLAG, LOOK, SCREEN, LINES, PAGE = (1 << nth for nth in range(6))


class Setting(NamedTuple):
    """A setting, a row of the table. `default`: None if it is only known when the setting is used.

    `topic`: where the panel has it, if it is on or off. `on_page`: its default there, if that is another one.
    `meaning`: the help of its option, whose first words say what it is, up to a semicolon or a colon.
    """

    name: str
    places: Place
    kind: Kind
    default: Value | None = None
    topic: str = ""
    on_page: Value | None = None
    meaning: str = ""

    @property
    def attribute(self) -> str:
        """Its name in the parsed options."""
        return self.name.replace("-", "_")

    @property
    def brief(self) -> str:
        """Its meaning up to the first semicolon or colon, a few words for a list."""
        return re.split("[;:]", self.meaning)[0]

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

    @property
    def label(self) -> str:
        """Its name on the panel."""
        return say(f"setting.{self.name}")

    def shown_as(self, value: Value) -> str:
        """A value on the panel: `on`, `if others play`, `dark-table`; a language in that language."""
        spelled = self.kind.spell(value)
        if self.name == LANGUAGE and spelled in OWN_NAMES:
            return OWN_NAMES[spelled]
        if is_message(f"settings.value.{self.name}.{spelled}"):
            return say(f"settings.value.{self.name}.{spelled}")
        return spelled if not isinstance(value, bool) else say("settings.on" if value else "settings.off")

    def not_as_saved(self, saved: Value, *, by_option: bool) -> str:
        """Says why it has not its saved value, after a line."""
        return say("settings.by_option" if by_option else "settings.until_you_leave", saved=self.shown_as(saved))

    def changed(self, value: Value, fault: str = "", *, has_option: bool = False) -> str:
        """Says that it has changed. `fault`: why it is not saved. `has_option`: the command line has it, too."""
        if fault:
            return say("settings.not_saved", setting=self.label, value=self.shown_as(value), fault=fault)
        changed = "settings.changed_has_option" if has_option else "settings.changed"
        return say(changed, setting=self.label, value=self.shown_as(value))


TOPICS: Final = "turn", "playing", "drawing"
"""Groups of settings that are on or off."""
_GIVEN: Final = Place.FILE | Place.FLAG
_LOOK: Final = _GIVEN | Place.LOOK
_SCREEN, _LINES, _PAGE = Place.SCREEN, Place.LINES, Place.PAGE

SETTINGS: Final = {
    row.name: row
    for row in (
        Setting("name", _GIVEN, PlayersName(), meaning="your name at the table"),
        Setting("lines", _LOOK, Switch(), False, meaning="line mode, for screen readers; always on without a terminal"),
        Setting(
            "ascii", _LOOK | _SCREEN, Switch(), False, "drawing",
            meaning="draw without box characters and arrows; always on if the terminal cannot show them",
        ),
        Setting("sound", _PAGE, Switch(), True, "turn"),
        Setting(
            "sounds", _GIVEN | _LINES | _PAGE, Switch(), False, "playing", on_page=True,
            meaning="in line mode, ring the bell for events; once for a play, a knock or chat, twice for points, three"
            " times for an end",
        ),
        Setting("vibration", _PAGE, Switch(), True, "turn"),
        Setting(
            "mouse", _LOOK | _SCREEN, Switch(), True, "playing",
            meaning="choose tiles with the mouse; otherwise it selects text in the terminal",
        ),
        Setting("letters", _PAGE, Switch(), True, "playing"),
        Setting(
            "autoknock", _GIVEN | _SCREEN | _LINES | _PAGE, Switch(), False, "playing",
            meaning="knock for you when no other move is legal",
        ),
        Setting(
            TONES, _GIVEN | _SCREEN | _LINES, Switch(), False, "playing",
            meaning="short tones for your turn, points, knocks and chat; a program of your system plays them",
        ),
        Setting(
            "bell", _GIVEN | _SCREEN | _LINES, Switch(WITH_PEOPLE), WITH_PEOPLE,
            meaning="ring the bell when it is your turn; notify you, too, where the terminal can; people: if others"
            " play",
        ),
        Setting(
            VERBOSITY, _GIVEN | _LINES | _PAGE, NumberOrWord(SPEECH, 0, 1, 2), 1,
            meaning="how much line mode reports by itself; speech: few words, for a screen reader",
        ),
        Setting("style", _LOOK | _SCREEN, Words(*STYLES), STYLES[0], meaning="the colours"),
        Setting("look", _PAGE, Words(*LOOKS), LOOKS[0]),
        Setting(
            LANGUAGE, _LOOK | _SCREEN | _LINES | _PAGE, LanguageName(AUTO, *OWN_NAMES), AUTO,
            meaning=f"your language; auto: your system's; or {in_line(OWN_NAMES)}",
        ),
        Setting(
            "records", _GIVEN, Number.between(0, 100_000), MOST_RECORDS,
            meaning="how many finished games are saved for replay; older ones are deleted, but not their results",
        ),
        Setting(
            "record-mb", _GIVEN, Number.between(0, 1_000_000), MOST_MEGABYTES,
            meaning="how many megabytes these games may use",
        ),
        *(
            Setting(
                option.flag.removeprefix("--"), Place.FILE, option.kind, option.kind.spell(option.default),
                meaning=f"{option.meaning}, at tables that you open",
            )
            for option in (ASSIST, BOT_LEVEL)
        ),
    )
}  # fmt: skip


def settings_in(place: Place) -> dict[str, Setting]:
    """The settings that live there, by name."""
    return {name: row for name, row in SETTINGS.items() if place in row.places}
