"""`fives help TOPIC`: explanations too long for a footer or a card.

Here: the texts, and their layout for a width. In a text an empty line ends a paragraph. Lines indented by four spaces
are commands, which are not wrapped; lines indented by two are a list. Not here: the tables that two topics end with,
of keys (`keys`) and of line mode's commands (`typed_help`).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from client.actions import keys, typed_help
from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.words.board_signs import SIGNS
from client.words.english import listed
from client.words.settings import Place, settings_in
from client.words.wrapping import wrap
from protocol.clean import brief

KEYS: Final = "keys"
LINES: Final = "lines"


class Topic(NamedTuple):
    """A topic of the help. `about`: the topic in a few words. `text`: see the module."""

    about: str
    text: str


_PLAYING: Final = """\
    fives play              choose: continue a match, begin one, join a friend
    fives play all-fives    a game at once: `fives rules` lists them

Your tiles are at the bottom of the screen. Under each one are the ends that it fits and what it would score there.
Choose a tile with the left and right arrows or by its number, and an end with up and down; Enter plays it. The last
line shows what else you can do now, and `?` shows all keys.

The sum of the open ends after each play is what scores. The line of ends shows the sum and what it is worth at this
table; `r` shows the rules and which sums score.

A match that you leave is saved, one for each game. The next `fives play` offers to continue it, and ends nothing
without asking.

    fives play --list               your unfinished matches, and how to continue each
    fives play all-fives --resume   continue the match of this game without asking
    fives play all-fives --new      end the match of this game and start another
"""

_LEARNING: Final = """\
    fives learn             six positions, five minutes
    fives practise          exercises from your own games

`fives learn` is for somebody who has never played: ends and sums, doubles, knocking, the exact target, the spinner and
the boneyard, and when not to score. Each position is played with the keys of the table, and a wrong choice gets its
reason.

`fives practise` makes exercises of your own costliest plays, if it is certain that they lost. It analyses your saved
games first, the newest one before the others, until it has ten; Enter begins with those that were found. You see the
position as you saw it then, choose a play, and read what each play was worth and why the best one is better.

An exercise that you have answered well comes back after 1, 3, 7 and 21 days; after a wrong answer it begins again. The
exercises stay on this machine, in `practice.json` in the data folder.
"""

_HOSTING: Final = """\
    fives host                               four seats, and one of them is yours
    fives host --share                       friends in other houses can come, too
    fives host all-fives --seats 3 --bots 1  another game, with a computer player

The waiting room shows a link; `L` copies it, `a` changes its address. It opens in a browser, on a phone too, with
nothing installed; a friend who has fives types `fives join` and pastes it. All sit at the same table.

`--share` makes a link that works from everywhere, through a tunnel that fives starts. The invitation in it keeps
strangers out; `I` makes one for each friend, and ends them.

Without it the link is for your own house. If nobody can connect, allow incoming connections to TCP port 5533 in your
machine's firewall.

You start the match, or it starts when every seat is taken. `:phone` lets a phone do the host's part. Ctrl-C stops
hosting; the same command continues the game, and all have their seats again. A machine that sleeps stops the game.

Friends in terminals are encrypted, with your host's key. Browsers in your house are not; through the tunnel they are,
as far as the tunnel's owner. Your machine knows every hand.

`fives help reach` has other ways: a port, a VPN, a tunnel of your own, a machine that hosts without you; and what
helps if the host is gone.
"""

_REACH: Final = """\
`fives host --share` is the easiest way for friends in other houses. These are the others. People from outside your own
network always need an invitation, which is in the link; `fivesd invite NAME` prints one with a name.

A tunnel of your own: `--share` takes cloudflared, or Tailscale if that is what you have. Any other program that prints
an https link and leads it to a port of this machine will do; `{port}` stands for the port:

    fives host --share nokey@localhost.run                  ssh, and a provider of tunnels
    fives host --share "my-tunnel http://localhost:{port}"  any other program

A forwarded port: friends reach your router, which must know your machine. On its page about port forwarding (or
virtual servers), forward TCP port 5533 to your machine's address in your own network. Register the address that your
house has on the internet, which the router's first page shows; then the links that you give have it:

    fives host --known-as 203.0.113.7
    fivesd invite Ben                        prints a link for Ben

From inside your own house that address often does not work, which proves nothing: let a friend try. If it begins with
10, with 100.64 to 100.127, with 172.16 to 172.31 or with 192.168, your provider has another router in front of yours,
and forwarding cannot work.

A VPN (WireGuard, ZeroTier and others) works like one house: friends join the address that it gives your machine.
Tailscale's addresses count as outside; register yours with `--known-as`.

A machine that stays on: `fivesd` hosts without a seat for you, and `fives join localhost` there makes you the host, and
so does `fivesd host-code` for a phone. It takes `--share`, too. `fives host --help` lists everything that a host can
set, and `fivesd --help` what can be done about a running table. For a match over days, `--away wait --remind-by ntfy`
tells players who are away that it is their turn. On your own machine a second player joins with:

    fives join localhost --name Ben

A host who is gone: after a minute fives asks each player in a terminal whether to continue the match there. `fives
take-over` does the same later, with the same score, rounds and seats. Its host's flags are those of `fives host`.
"""

_LEAGUE: Final = """\
Teams, or persons, meet on club nights, for a season of fixtures. The first time, this makes a league by questions; then
it shows what has been played:

    fives league
    fives league table --csv                 also fixtures or players

The league is in the file `league.toml` in the host's data folder, and can be changed there. On the night, host as
always, and open a fixture:

    fivesd fixture 3                         or type fixture 3 in `fives host`
    fivesd fixture 3 Ben=Zoe                 Zoe plays for Ben

Players join under the names that the league has. Each is led to their board, and from there to the next one. What is
not played is said in the file:

    fives league walkover 3 Oak
    fives league postpone 3 2026-12-03
    fives league award 3 4 Oak               board 4 of fixture 3

Everybody can see the table: *League* in the list of tables, and in a browser at the host's address with /league.
"""

_KEYS: Final = """\
On the full screen no key needs Ctrl or Alt held down, and the mouse does everything as well: click a tile, then an end,
or a key in the last line. `fives settings mouse no` leaves the mouse to the terminal.
"""

_LINES: Final = """\
Line mode is for screen readers, for pipes, and for anyone who prefers words to pictures. It only ever adds lines.

    fives play --lines
    fives settings lines yes    always

Type a command or a question and press Enter. Your tiles are numbered: `w` lists them with their numbers, the ends they
fit and what they would score. `3` plays the third one; if it fits both ends, `3 r` plays it on the right. Enter alone
draws or knocks if that is all you can do, and otherwise says whose turn it is.

Answers come before announcements, and the moves of several computer players are announced together. `verbosity 0`
announces less, `verbosity 2` more.

`? all` lists everything that you can type. First of all:
"""

_RULES: Final = """\
    fives rules                                    the games
    fives rules all-fives                          one of them in plain English, and its options
    fives rules all-fives --set target=150         the same with a house rule

A house rule is an option of the game with another value. Give it when you open a table; several can be given:

    fives play all-fives --set target=150 --set partners=yes --seats 4
    fives host --set knock_bonus=1 --set chip_bonus=1

While you are connected, `open all-fives --set target=150` opens a table at that host, and the full screen has a form
for it. Options that make no game are refused, with a line that says what is possible. At a table, `r` shows its rules,
with house rules marked, and which sums score. A table keeps its rules, also for a rematch.
"""

_REPLAY: Final = """\
    fives replay                          choose one of the games that you played
    fives replay FILE                     or one that a friend has sent you
    fives replay FILE --at 57             start at play 57
    fives games                           your games, finished or not, and how you did

The left and right arrows step, [ and ] go from round to round, { and } from one scoring play to the next, Space plays
and pauses, `f` shows the game as one of the players saw it, `a` shows what else could have been played and for how
much. `A` analyses the game: which plays cost the most, what was better, and who was lucky. In line mode the
same letters do the same, each with Enter.

`P` plays on from the step that is shown, against bots, on the seat that you choose; it counts in no totals. After a
match, `D` asks for the same deals again, and `C` compares the two.

    fives replay FILE --html game.html    a page for a browser, to send to a friend
    fives replay FILE --svg game.svg      a picture of the last board, or after play N with `--at N`

The page needs neither network nor fives. It shows each step with its picture, hands, scores and words. Arrow keys, a
slider and buttons step through it, a screen reader reads each step, and a printout shows each round as it ended. What
the players said is left out of both files; `--chat` adds it to the page.

Games that you play or watch to the end are saved automatically.
"""

_SETTINGS: Final = """\
    fives settings                    all settings with their values, and where the file is
    fives settings name Ana           change a setting
    fives settings --unset name       go back to the default

While playing, `,` shows the settings that can be changed there, and so does typing `settings` in line mode. A change
takes effect at once and is saved.

Each setting is an option too, and the option overrides the setting: `fives play --no-bell`.
"""

_ACCESSIBILITY: Final = """\
By ear: line mode is made for screen readers. It never repaints: see `fives help lines`.

    fives settings lines yes
    fives settings bell yes           ring when it is your turn, also without other people
    fives settings sounds yes         ring for every move, twice for points, three times for an end

By eye: nothing is shown by colour alone. The selected tile has markers at its sides, the last tile played and the
spinner have their own outlines, points are numbers.

    fives settings style high-contrast
    fives settings style monochrome   without colours: weight, underlining and reverse alone
    fives settings ascii yes          if box characters or arrows look wrong

`o` draws the tiles smaller or as a list of arms. The size of the letters is a setting of your terminal; 40 columns by
20 lines are enough.

By hand: no key needs Ctrl or Alt, everything works with the keys alone and with the mouse alone, and nothing has to be
done quickly unless the table was opened with a turn time. You can prepare a play while others think.

`fives settings autoknock yes` knocks for you when nothing else is possible.
"""

TOPICS: Final = {
    "playing": Topic("a first game", _PLAYING),
    "hosting": Topic("a game for friends: the link, tunnels, the router", _HOSTING),
    "reach": Topic("other ways to your table: a port, a VPN, a tunnel of your own", _REACH),
    "learning": Topic("lessons for a beginner, and exercises from your own games", _LEARNING),
    "league": Topic("club nights: teams, fixtures and the table", _LEAGUE),
    KEYS: Topic("the keys of the full screen", _KEYS),
    LINES: Topic("line mode, and its commands", _LINES),
    "rules": Topic("the games, and house rules", _RULES),
    "replay": Topic("replaying games, and sending them to friends", _REPLAY),
    "settings": Topic("your name, the colours and other preferences", _SETTINGS),
    "accessibility": Topic("playing by ear, with few colours, with keys or mouse alone", _ACCESSIBILITY),
}


def list_of_topics() -> list[str]:
    """All topics, a line each."""
    width = max(map(len, TOPICS))
    listing = [f"  {name:{width}}  {topic.about}" for name, topic in TOPICS.items()]
    return [
        "`fives help TOPIC` explains:",
        *listing,
        "`fives COMMAND -h` shows how a command is used, `fives COMMAND --help` lists its options.",
    ]


def no_such_topic(name: str) -> str:
    """The error for a topic that does not exist."""
    return f"there is no help about {brief(name)}; there is about {listed(TOPICS)}"


def help_on(name: str, width: int | None = None) -> list[str]:
    """A topic's text and table in lines, wrapped to `width` cells; without a width, each paragraph is one line."""
    lines = [*_laid_out(TOPICS[name].text, width), *_in_columns(_table(name), width)]
    return lines if lines[-1] else lines[:-1]


def _laid_out(text: str, width: int | None) -> Iterator[str]:
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.splitlines()
        if lines[0].startswith("    "):
            yield from lines
        elif lines[0].startswith("  "):
            for line in lines:
                yield from [line.strip()] if width is None else wrap(line, width)
        elif width is None:
            yield " ".join(lines)
        else:
            yield from wrap(" ".join(lines), width)
        yield ""


def _table(name: str) -> Iterable[tuple[str, str]]:
    """The table that ends a topic: a key or command and its meaning, a row each."""
    if name == KEYS:
        places = (("To play", keys.TO_PLAY), ("To look something up", keys.TO_LOOK), ("Everything else", keys.MORE))
        groups = [row for heading, rows in places for row in ((heading, ""), *_help(rows), ("", ""))]
        return [*groups, *SIGNS, ("", ""), ("In a replay", ""), *_help(keys.REPLAY)]
    if name == LINES:
        return typed_help.FIRST
    return [(row.name, row.meaning) for row in settings_in(Place.FILE).values()] if name == "settings" else ()


def _help(rows: Iterable[KeyRow[Any]]) -> list[tuple[str, str]]:
    return [(row.label, row.meaning) for row in rows_of(rows, SCREEN)]


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
