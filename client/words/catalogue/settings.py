"""Settings on their panel, the start screen, titles of panels, signs on the board, releases that differ."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # The panel of settings; topics are headings of those that are on or off.
    "settings.title": "Settings",
    "settings.of_the_table": "At this table",
    "settings.topic.turn": "Your turn",
    "settings.topic.playing": "Playing",
    "settings.topic.drawing": "Drawing",
    "setting.name": "Your name at the table",
    "setting.lines": "Line mode, for screen readers",
    "setting.ascii": "Draw without box characters and arrows",
    "setting.sound": "A sound when it is your turn",
    "setting.sounds": "Short sounds for plays, points, knocks and chat",
    "setting.tones": "Short tones for your turn, points, knocks and chat",
    "setting.vibration": "Vibrate when it is your turn",
    "setting.mouse": "Choose tiles with the mouse",
    "setting.letters": "Letter keys play (c: ends, s: scores, and so on)",
    "setting.autoknock": "Knock for me when nothing else is possible",
    "setting.bell": "Ring the bell when it is your turn",
    "setting.verbosity": "How much is announced",
    "setting.style": "The colours",
    "setting.look": "The look of the table",
    "setting.language": "Language",
    "setting.records": "How many finished games are saved for replay",
    "setting.record-mb": "How many megabytes these games may use",
    "setting.assist": "What the table shows every player, at tables that you open",
    "setting.bot-level": "How well bots play, at tables that you open",
    # Values, by the setting and as they are typed; others are shown as they are typed.
    "settings.on": "on",
    "settings.off": "off",
    "settings.value.bell.yes": "always",
    "settings.value.bell.no": "never",
    "settings.value.bell.people": "if others play",
    "settings.value.verbosity.0": "little",
    "settings.value.verbosity.1": "the usual",
    "settings.value.verbosity.2": "everything",
    "settings.value.verbosity.speech": "few words, for a screen reader",
    "settings.value.language.auto": "that of the system",
    "settings.value.look.dark": "dark felt",
    "settings.value.look.light": "light",
    "settings.value.look.device": "as the device",
    # Why a setting has not its saved value, after its line.
    "settings.by_option": "(by an option on the command line; saved: {saved})",
    "settings.until_you_leave": "(until you leave; saved: {saved})",
    "settings.changed": "{setting}: {value}. Saved.",
    "settings.changed_has_option": (
        "{setting}: {value}. Saved, but the option on your command line overrides it the next time, too."
    ),
    # After `tones` are switched on; `programs` are names of programs.
    "settings.no_tones": "No tones can be heard here: this machine has no {programs}.",
    "settings.not_saved": "{setting}: {value}, until you leave. It is not saved: {fault}.",
    # The start screen: lines, and a sentence about each.
    "start.continue": "Continue: {match}",
    "start.about_match": "Goes on where you left it.",
    "start.begin": "New match: {game}",
    # `table` is a game with its target, players, house rules and bots.
    "start.as_last_time": "As last time: {table}",
    "start.about_as_last_time": "A new match with the game, house rules, players and bots of your last one.",
    "start.players": ("{n} players", "{n} player", "{n} players"),
    "start.bots": "{level} bots",
    "start.my_games": "My games: replays, analysis, totals",
    "start.about_my_games": "Your finished games, to see them again, and those with friends, to continue them.",
    "start.learn": "Learn to play: six positions, five minutes",
    "start.about_learn": ("For somebody who has never played: ends and sums, doubles, knocking, the exact target."),
    "start.practise": "Practise: exercises from your own games",
    "start.about_practise": "Your own costliest plays, which come back until you know better ones.",
    "start.about_join": "Hosts in your network, or where the link leads that your host has sent you.",
    "start.learn_command": "Never played? `fives learn` shows how, in six positions.",
    "start.ends": "A new match ends this one: {match}.",
    "start.type_end": "type {word} to end it:",
    "start.kept": "Nothing has ended: your match is still saved.",
    "start.connecting": "Connecting to {place} ...",
    # Titles of panels, which are also the lines that lead there.
    "panel.comparison": "Then and now",
    "panel.hand": "My hand in words",
    "panel.history": "History",
    "panel.keys": "Keys",
    "panel.menu": "This table",
    "panel.my_games": "My games",
    "panel.replay": "Replay",
    "panel.rules": "Rules of this table",
    "panel.scores": "Score sheet",
    "panel.who": "Who sits where",
    "panel.words": "Words and deals",
    # What is meant by signs on the full screen.
    "sign.player": "Ana has 12 points and holds 5 tiles",
    "sign.last_tile": "the last tile played; as a box it has a double outline",
    "sign.spinner": "the spinner; as a box it has a thick outline",
    "sign.points": ("under a tile: what it would score; only 1 of 5 counts near the target; a dot: it fits nowhere"),
    "sign.two_ends": "under a tile that fits two ends: its points on the 6 and on the 1",
    "sign.letters": "two ends with a 5: the board has the letters a and b beside them",
    "sign.counts": "in the bar of ends: a double counts twice; a side of the spinner does not count yet",
    # A host and a client of different releases.
    "version.host_is_older": "The host's fives is older than yours ({version}): ask your host to update it.",
    "version.yours_is_older": "Your fives ({version}) is older than the host's: {update}.",
    "version.host_is_older_than_page": (
        "The host's fives is older than the one of this page: ask your host to update it."
    ),
    "version.page_is_older": (
        "The fives of this page is older than the host's: ask the person who serves the page to update it."
    ),
}
