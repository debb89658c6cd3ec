"""What `fives help TOPIC` tells: what does not fit in a footer or on a card.

Lives here: the texts, and laying them out for a width. In a text an empty line ends a paragraph, and what is set in by
four blanks is to be typed and stays as it is. Not here: keys one by one (`words.key_help`) and what line mode takes
(`words.line_help`), which two of the topics go on with. Imports next to nothing, so that help is quick.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from client.words.english import listed
from client.words.setting_words import MEANINGS
from client.words.wrapping import wrap

PLAY_NOW: Final = "To play now, against the computer: fives play"
KEYS: Final = "keys"
LINES: Final = "lines"


class Topic(NamedTuple):
    """What it is about, in a few words, and the text."""

    about: str
    text: str


_PLAYING: Final = """\
    fives play                      against three computer players
    fives play --rules all-fives    another game: `fives rules` lists them

The tiles in your hand lie at the bottom, and under each one stand the ends that it fits and what it would score there.
Choose a tile with the arrows left and right or by its number, an end with up and down, and play with Enter. What else
can be done now stands in the last line, and all keys on `?`.

What counts is the sum of the open ends after each play. The line of ends tells it, and what it is worth at this table;
`r` shows the rules and which sums score.

A match that you leave is kept, one of each game. The next `fives play` asks whether to continue it, and ends nothing
unless you say so.

    fives play --list                       your unfinished matches, and what continues each
    fives play --rules all-fives --resume   continue the match of this game without being asked
    fives play --rules all-fives --new      end the match of this game, and begin another
"""

_HOSTING: Final = """\
You need no server and no account: the game runs on your machine, and your friends connect to it.

    fives host                                       four seats, and one of them is yours
    fives host --rules all-fives --seats 3 --bots 1  another game, with a computer player

Your friends type what it shows, such as `fives join 192.168.1.20`. On the same machine it is:

    fives join localhost --name Ben                  a second player

The match begins when every seat is taken and nobody who has one is away, or when you begin it. Ctrl-C stops hosting,
after asking. The game is kept: the same command goes on with it, and everybody has their seat again.

`fivesd` hosts without a seat for you, on a machine that stays on; `fives join localhost` there makes you the host.

In the same house the addresses that are shown will do. If nobody gets through, it is the firewall of your machine: it
has to allow incoming connections to TCP port 5533.

Friends in other houses reach your router first, and it has to know which machine they want. On its page about port
forwarding (or virtual servers), forward TCP port 5533 to your machine's address in your own network. Then give your
friends the address that your house has on the internet, which the router's first page shows. From inside your own house
that address often does not work, which proves nothing: let a friend try.

If the router's own address begins with 10, with 100.64 to 100.127, with 172.16 to 172.31 or with 192.168, your provider
has another router in front of it, and forwarding cannot work. Then somebody else hosts, or all of you use IPv6, or all
of you join a VPN and use the addresses that it gives.

Nothing is encrypted, and whoever hosts could read every hand: play with friends. `--password WORD` keeps strangers out.

`fives host --help` tells of all that a host can set, `fivesd --help` what can be done about a table that is on. The
page docs/hosting.md, in the project's sources, says all this at length.
"""

_KEYS: Final = """\
On the full screen no key needs Ctrl or Alt held down, and everything can be clicked as well: a tile, then an end, or a
hint in the last line. `fives settings mouse no` leaves the mouse to the terminal.
"""

_LINES: Final = """\
Line mode is for screen readers, for pipes, and for anyone who prefers words to pictures. It only ever adds lines.

    fives play --lines
    fives settings lines yes    always

A line is an order or a question, and Enter sends it. Your tiles are numbered: `w` tells them with their numbers, the
ends they fit and what they would score. `3` plays the third one; where it fits both ends, `3 r` plays it on the right.
Enter alone tells whose turn it is.

An answer comes before news that waits, and what computer players do in a row is told in one go. `verbosity 0` tells
less, `verbosity 2` more.

What can be typed:
"""

_RULES: Final = """\
    fives rules                                    the games
    fives rules all-fives                          one of them in plain English, and its options
    fives rules all-fives --set target=250         as it would be with a house rule

A house rule is an option of the game with another value. It is given where a table is opened, and may be given again:

    fives play --rules all-fives --set target=250 --set partners=yes --seats 4
    fives host --set knock_bonus=1 --set chip_bonus=1

In a client, `open all-fives --set target=250` opens a table at the host where you are, and the full screen has a form
for it. What makes no game is refused in a line that says what would. At a table `r` tells its rules, house rules marked
as such, and which sums score. A table keeps its rules, also for a rematch.
"""

_REPLAY: Final = """\
    fives replay                          choose one of the games that you played
    fives replay FILE                     or one that a friend has sent you
    fives replay FILE --at 57             from entry 57 on
    fives replay FILE --analysis OUT      with what `fivesd analyse FILE --json` found

The arrows left and right step, [ and ] go from round to round, { and } from play to play that scored, Space plays and
pauses, `f` shows it as one of the players saw it, `a` tells what else could have been played and for how much. The same
letters with Enter lead a replay in line mode.

    fives replay FILE --html game.html    as a page for a browser, to send to a friend
    fives replay FILE --svg game.svg      one picture of the table, at the end or `--at` an entry

The page needs neither network nor fives. It shows each step with its picture, hands, scores and words; arrow keys, a
slider and buttons lead through it, a screen reader is told each step, and printed it shows each round as it ended.

Games that you play or watch to their end are kept without your doing anything.
"""

_SETTINGS: Final = """\
    fives settings                    what can be set, what holds, and where the file is
    fives settings name Ana           set something
    fives settings --unset name       take it back

Each setting is an option too, and the option overrides what is set: `fives play --no-bell`.
"""

_ACCESSIBILITY: Final = """\
By ear: line mode is made for screen readers. It never repaints: see `fives help lines`.

    fives settings lines yes
    fives settings bell yes           ring when it is your turn

By eye: nothing is said by colour alone. The tile that is chosen has markers at its sides, the tile laid last and the
spinner have outlines of their own, points are numbers.

    fives settings style high-contrast
    fives settings style monochrome   without colours: weight, underlining and reverse alone
    fives settings ascii yes          where box characters or arrows look wrong

`o` draws the tiles smaller or as a list of arms; larger letters are the terminal's affair, and 40 columns by 20 lines
are enough.

By hand: no key needs Ctrl or Alt, each thing can be done by keys alone and by mouse alone, and nothing has to be done
quickly unless the table was opened with a turn time. A play can be prepared while others think.

`fives settings autoknock yes` knocks for you where nothing else can be done.
"""

TOPICS: Final = {
    "playing": Topic("a first game", _PLAYING),
    "hosting": Topic("a game for friends: addresses, firewall, router", _HOSTING),
    KEYS: Topic("every key of the full screen", _KEYS),
    LINES: Topic("line mode, and what can be typed there", _LINES),
    "rules": Topic("the games, and house rules", _RULES),
    "replay": Topic("looking at games again, and sending them to friends", _REPLAY),
    "settings": Topic("your name, the colours and what else you like, remembered", _SETTINGS),
    "accessibility": Topic("playing by ear, with few colours, with keys or mouse alone", _ACCESSIBILITY),
}


def list_of_topics() -> list[str]:
    """Every topic and what it is about."""
    width = max(map(len, TOPICS))
    listing = [f"  {name:{width}}  {topic.about}" for name, topic in TOPICS.items()]
    return ["`fives help TOPIC` tells more about:", *listing, "`fives COMMAND --help` tells what a command takes."]


def no_such_topic(name: str) -> str:
    """Nothing is told about that."""
    from protocol.clean import brief

    return f"there is no help about {brief(name)}; there is about {listed(TOPICS)}"


def told(name: str, width: int | None = None) -> list[str]:
    """The text of a topic with what goes with it; wrapped where a width is given, else a paragraph a line."""
    lines = [*_laid_out(TOPICS[name].text, width), *_in_columns(_table(name), width)]
    return lines if lines[-1] else lines[:-1]


def _laid_out(text: str, width: int | None) -> Iterator[str]:
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.splitlines()
        if lines[0].startswith("    "):
            yield from lines
        elif width is None:
            yield " ".join(lines)
        else:
            yield from wrap(" ".join(lines), width)
        yield ""


def _table(name: str) -> Iterable[tuple[str, str]]:
    """What a topic goes on with, a row a key or a word."""
    if name == KEYS:
        from client.words import key_help as keys

        return [*keys.KEYS, ("", ""), ("In a replay", ""), *keys.REPLAY_KEYS]
    if name == LINES:
        from client.words import line_help as typed

        return [*typed.PLAYING, *typed.ASKING, *typed.SETTING, *typed.TABLE, *typed.HOST]
    return MEANINGS.items() if name == "settings" else ()


def _in_columns(rows: Iterable[tuple[str, str]], width: int | None) -> Iterator[str]:
    rows = list(rows)
    first = max((len(row[0]) for row in rows), default=0)
    for key, meaning in rows:
        if width is None:
            yield f"{key}: {meaning}." if meaning else key
            continue
        parts = wrap(meaning, max(20, width - first - 2))
        yield f"{key:{first}}  {parts[0]}".rstrip()
        yield from (f"{'':{first}}  {part}" for part in parts[1:])
