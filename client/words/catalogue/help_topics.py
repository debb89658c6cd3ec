"""Explanations of `fives help TOPIC`, and of `?` with a topic.

An empty line ends a paragraph. Lines indented by four spaces are commands, which are not wrapped, and what each does;
lines indented by two are a list.
"""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "topic.playing": "a first game",
    "topic.hosting": "a game for friends: the link, tunnels, the router",
    "topic.reach": "other ways to your table: a port, a VPN, a tunnel of your own",
    "topic.learning": "lessons for a beginner, and exercises from your own games",
    "topic.league": "club nights: teams, fixtures and the table",
    "topic.keys": "the keys of the full screen",
    "topic.lines": "line mode, and its commands",
    "topic.rules": "the games, and house rules",
    "topic.replay": "replaying games, and sending them to friends",
    "topic.settings": "your name, the colours and other preferences",
    "topic.accessibility": "playing by ear, with few colours, with keys or mouse alone",
    "help.playing": """\
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
""",
    "help.learning": """\
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
""",
    "help.hosting": """\
    fives host                               four seats, one of them yours
    fives host --share                       friends in other houses, too
    fives host all-fives --seats 3 --bots 1  another game, with one bot

The waiting room shows a link; `L` copies it, `a` changes its address. It opens in a browser, on a phone too, with
nothing installed; a friend who has fives types `fives join` and pastes it. All sit at the same table.

`--share` makes a link that works from everywhere, through a tunnel that fives starts. The invitation in it keeps
strangers out; `I` makes and ends others.

Without it the link is for your own house. If nobody can connect, allow incoming connections to TCP port 5533 in your
machine's firewall.

You start the match, or it starts when every seat is taken. Who comes later watches, and asks for a bot's seat: `y`
agrees. `:phone` lets a phone do the host's part. Ctrl-C stops hosting; the same command continues the game, with
everybody's seat. A machine that sleeps stops the game.

Friends in terminals are encrypted, with your host's key. Browsers in your house are not; through the tunnel they are,
as far as the tunnel's owner. Your machine knows every hand.

`fives help reach` has other ways: a port, a VPN, a tunnel of your own, a machine that hosts without you; and what
helps if the host is gone.
""",
    "help.reach": """\
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
""",
    "help.league": """\
Teams, or persons, meet on club nights, for a season of fixtures. The first time, this makes a league by questions; then
it shows what has been played:

    fives league
    fives league table --csv                 also fixtures or players
    fives league sheet 3                     a sheet to fill in and to sign

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
""",
    "help.keys": """\
On the full screen no key needs Ctrl or Alt held down, and the mouse does everything as well: click a tile, then an end,
or a key in the last line. `fives settings mouse no` leaves the mouse to the terminal.
""",
    "help.lines": """\
Line mode is for screen readers, for pipes, and for anyone who prefers words to pictures. It only ever adds lines.

    fives play --lines
    fives settings lines yes    always

Type a command or a question and press Enter. Your tiles are numbered: `w` lists them with their numbers, the ends they
fit and what they would score. `3` plays the third one; if it fits both ends, `3 r` plays it on the right. Enter alone
draws or knocks if that is all you can do, and otherwise says whose turn it is.

Answers come before announcements, and the moves of several computer players are announced together. `verbosity 0`
announces less, `verbosity 2` more, and `verbosity speech` is for a screen reader. `again` says what happened since
your last move.

`? all` lists everything that you can type. First of all:
""",
    "help.rules": """\
    fives rules                                    the games
    fives rules all-fives                          one of them in plain English, and its options
    fives rules all-fives --set target=150         the same with a house rule

A house rule is an option of the game with another value. Give it when you open a table; several can be given:

    fives play all-fives --set target=150 --set partners=yes --seats 4
    fives host --set knock_bonus=1 --set chip_bonus=1

While you are connected, `open all-fives --set target=150` opens a table at that host, and the full screen has a form
for it. Options that make no game are refused, with a line that says what is possible. At a table, `r` shows its rules,
with house rules marked, and which sums score. A table keeps its rules, also for a rematch.
""",
    "help.replay": """\
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
""",
    "help.settings": """\
    fives settings                    all settings with their values, and where the file is
    fives settings name Ana           change a setting
    fives settings --unset name       go back to the default

While playing, `,` shows the settings that can be changed there, and so does typing `settings` in line mode. A change
takes effect at once and is saved.

Each setting is an option too, and the option overrides the setting: `fives play --no-bell`.
""",
    "help.accessibility": """\
By ear: line mode is made for screen readers. It never repaints: see `fives help lines`.

    fives settings lines yes
    fives settings verbosity speech   each play in a few words, the ends once, in your turn
    fives settings bell yes           ring when it is your turn, also without other people
    fives settings tones yes          short tones for your turn, points, knocks and chat
    fives settings sounds yes         ring for every move, twice for points, three times for an end

`again` says what happened since your last move. For braille, the cursor stands on the line of your turn. The page *By
ear and by braille* of the documentation has all about it.

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
""",
    "help.topics": "`fives help TOPIC` explains:",
    "help.commands": "`fives COMMAND -h` shows how a command is used, `fives COMMAND --help` lists its options.",
    "help.no_such_topic": "there is no help about {name}; there is about {topics}",
    "help.no_such_topic_but": "there is no help about {name}: did you mean {meant}?",
    "help.to_play": "To play",
    "help.to_look": "To look something up",
    "help.more": "Everything else",
    "help.in_replay": "In a replay",
    # After the keys of a replay that do the same there.
    "help.as_at_a_table": "as at a table",
    # The same as an answer.
    "help.no_such_topic_here": "There is no help about {name}; there is about {topics}.",
    "help.no_such_topic_here_but": "There is no help about {name}: did you mean {meant}?",
}
