"""The examples that `-h` shows: commands as typed, and what each does.

Here: a few for each command that has many options, so that its help fits on one screen of 80 columns and 24 lines. Not
here: the options (`program.commands`), longer explanations (`actions.help_topics`).
"""

from collections.abc import Mapping
from typing import Final

from protocol.shared.command_line import Examples

PROGRAM: Final[Examples] = (("fives play", "play now, against the computer"),)
EXAMPLES: Final[Mapping[str, Examples]] = {
    "play": (
        ("fives play", "choose a match, or join a friend's"),
        ("fives play all-fives", "a game at once; `fives rules` lists them"),
        ("fives play all-fives --seats 4", "with more players"),
        ("fives play --bot-level master", "stronger bots; learner is the weakest"),
        ("fives play --set target=121", "a house rule; `fives rules NAME` lists them"),
        ("fives play --lines", "words instead of a screen"),
        ("fives play --list", "your unfinished matches"),
        ("fives play all-fives --resume", "continue the match of this game"),
        ("fives play all-fives --new", "end it, and begin another"),
    ),
    "host": (
        ("fives host", "four seats, and one of them is yours"),
        ("fives host all-fives --seats 3", "another game; `fives rules` lists them"),
        ("fives host --share", "with a link for friends in other houses"),
        ("fives host --resume", "continue your unfinished match; --new begins another"),
        ("fives host --bots 1", "a computer player from the start"),
        ("fives host --set target=121", "a house rule; `fives rules NAME` lists them"),
        ("fives host --password WORD", "friends are asked for the password"),
        ("fives host --no-spectators", "nobody else may watch"),
        ("fives host --port 5544", "another port than 5533"),
    ),
    "service": (
        ("fives service", "show what starts the daemon: a unit of systemd, an agent of launchd, a task"),
        ("fives service --install", "start it now, and whenever this machine starts"),
        ("fives service --install all-fives --share", "with any option of `fivesd`"),
        ("fives service --remove", "stop it; its games stay"),
    ),
    "take-over": (
        ("fives take-over", "the match that you played last"),
        ("fives take-over RECORD", "another one; `fives games` lists them"),
        ("fives take-over --share", "also for friends in other houses"),
        ("fives take-over --port 5544", "another port than 5533"),
    ),
    "league": (
        ("fives league", "what has been played; the first time, make a league by questions"),
        ("fives league table --csv", "the table, for a spreadsheet"),
        ("fives league check", "whether league.toml is right"),
        ("fives league sheet 3 --html 3.html", "a page to print and to sign for fixture 3"),
        ("fives league walkover 3 Oak", "fixture 3 goes to Oak without being played"),
        ("fives league postpone 3 2026-12-03", "fixture 3 on another date"),
        ("fives league award 3 4 Oak", "board 4 of fixture 3 counts for Oak"),
        ("fives league --link 192.168.1.20", "the league of a friend's host"),
    ),
    "join": (
        ("fives join", "choose a host in your network, or give the link from your host"),
        ("fives join 192.168.1.20", "the host's table"),
        ("fives join 192.168.1.20:5544", "at another port than 5533"),
        ("fives join 192.168.1.20 --table ash", "a particular table of this host"),
        ("fives join 192.168.1.20 --name Ben", "under this name"),
        ("fives join localhost --name Ben", "a second player on this machine"),
        ("fives join localhost --lines", "words instead of a screen"),
    ),
    "watch": (
        ("fives watch 192.168.1.20", "the host's table"),
        ("fives watch 192.168.1.20 --table ash", "a particular table of this host"),
    ),
    "page": (
        ("fives page", "for the host on this machine"),
        ("fives page 192.168.1.20 --port 8080", "for another host, at another port"),
        ("fives page --known-as games.example.net", "also under this name"),
    ),
    "replay": (
        ("fives replay", "choose one of the games that you played"),
        ("fives replay FILE", "a record that a friend has sent you"),
        ("fives replay FILE --at 57", "begin at play 57"),
        ("fives replay FILE --speed 2", "play it at once, two steps a second"),
        ("fives replay FILE --html game.html", "a page for a browser, to send to a friend"),
        ("fives replay FILE --svg game.svg", "a picture of the last board"),
    ),
    "games": (
        ("fives games", "choose one, to continue it or to see it again"),
        ("fives games --lines", "words instead of a screen"),
        ("fives games --json", "one JSON object, for programs"),
    ),
    "rules": (
        ("fives rules", "the games"),
        ("fives rules all-fives", "one of them, and its options"),
        ("fives rules all-fives --set target=150", "the same with a house rule"),
        ("fives rules playroom --seats 6", "with another number of players"),
    ),
    "settings": (
        ("fives settings", "all of them, and where their file is"),
        ("fives settings name", "one of them, and what it takes"),
        ("fives settings name Ana", "change it"),
        ("fives settings --unset name", "go back to the default"),
    ),
}
