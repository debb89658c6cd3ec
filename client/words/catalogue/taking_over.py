"""Going on with a match without its host: the question, who goes on, where everybody goes."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "take_over.looking": "Looking in your network for somebody who hosts this match already.",
    "take_over.starting": "Starting to host this match here ...",
    "take_over.not_now": "Only a match whose host is gone, or asks you to host, can go on here.",
    "take_over.not_reachable": "No address of that host is known that others could use.",
    "take_over.nobody_found": "The host of this match is not gone, or nobody is known who goes on with it.",
    "take_over.after_this_round": "You host this match from the end of this round on.",
    "take_over.host_has_way": "The host of this table can take everybody there.",
    "take_over.cannot_host": (
        "The host asked you to go on hosting. This program cannot: it takes fives in a terminal, which you joined with."
    ),
    # Why no record can be taken over, after the word *error*.
    "take_over.no_record": "no unfinished match that you could host is saved here; give the file of its record",
    "take_over.has_ended": "{path}: its match has ended, so nobody can go on with it",
    "take_over.not_begun": "{path}: its match has not begun, so nobody can go on with it",
    "take_over.no_own_seat": (
        "{path}: none of your saved seats is in this match, so only another player of it can go on with it"
    ),
    # The question after a minute without the host. One of the last two follows it.
    "take_over.question": {
        "you": "Your machine does not answer. Continue the match here?",
        "one": "{Who}'s machine does not answer. Continue the match here?",
    },
    "take_over.question_host": "The host's machine does not answer. Continue the match here?",
    "take_over.press": "T does that.",
    "take_over.type": "Type take over.",
    # The host asks a player to go on hosting.
    "asked.press": "To host this match on your machine, press T.",
    "asked.type": "To host this match on your machine, type take over.",
    "asked.press_all": "To host this match, and all other games of this host, on your machine, press T.",
    "asked.type_all": "To host this match, and all other games of this host, on your machine, type take over.",
    "asked.press_here": "The host asks you to go on hosting this match. Host it here? T does that.",
    "hand_over": "Let {name} go on hosting the match",
    "hand_over.all": "Let {name} go on hosting the match, and all your other games",
    "hand_over.question": ("Ask {name} to go on hosting from the end of this round on? Then everybody plays there."),
    "hand_over.question_all": (
        "Ask {name} to go on hosting from the end of this round on? Then everybody plays there. The matches that wait"
        " here go to {name}'s machine, too, and the records of all that have ended."
    ),
    # What has come along from the host before. `games` lists what follows.
    "came_along": "Also on this machine now: {games}.",
    "came_along.matches": ("{n} unfinished match", "{n} unfinished matches"),
    "came_along.records": ("{n} record", "{n} records"),
    "came_along.nothing": "No other game came along.",
    "came_along.perhaps_others": "Perhaps there are others, which stay with the host before.",
    # A player has gone on with the match elsewhere.
    "plays_at": {
        "you": "You play this match at {place}: it went on there while this host was away.",
        "one": "{Who} plays this match at {place}: it went on there while this host was away.",
    },
    "plays_at.too": {"you": "You play it there, too.", "one": "{Who} plays it there, too."},
    "way_there.menu": "The menu (x) has a way there, with everybody here. Until then this table goes on, too.",
    "way_there.type": ("Type handover {name} to go there, with everybody here. Until then this table goes on, too."),
    "way_there.label": "Go on where {name} plays this match",
    "way_there.question": ("Leave this match to the host where {name} plays it? Everybody goes there, for good."),
    # Somebody goes on with this match. One of the next six, perhaps who is there, and what can be done.
    "goes_on.back": "{name} is back with this match, at {place}.",
    "goes_on.player": "{name} goes on with this match, at {place}: the key of the seat proves it.",
    "goes_on.player_ahead": (
        "{name} goes on with this match, at {place}: the key of the seat proves it. It says that more was played than"
        " you have seen."
    ),
    "goes_on.other_moves": "{name} goes on with this match, at {place}, but from other moves than you have seen.",
    "goes_on.no_player": (
        "A host at {place} says that this match goes on there. It is no player of this match; it calls itself {name}."
    ),
    "goes_on.not_proved": (
        "A host at {place} says that this match goes on there. Nothing proves it; it calls itself {name}."
    ),
    "goes_on.people": {"one": "{Who} is there, too, it says.", "many": "{Who} are there, too, it says."},
    "goes_on.press": "Y goes there.",
    "goes_on.type": "Type go there to play there.",
    "go_there.not_proved": ("A host at {place} says that it has this match; nothing proves it. Go there? Y does that."),
    "go_there": "The match goes on with {name}, at {place}. Go there? Y does that.",
    "go_there.other_moves": "The match goes on with {name}, at {place}, from other moves. Go there? Y does that.",
    "go_there.question": "Go there? y or n; n hosts the match here.",
    "go_there.back": "{name} is back with this match: you go there.",
    "go_there.place": "You go to {place}, where this match goes on.",
    # A host is told that another one has the match, too.
    "hosts_too.not_proved": "Your table goes on, too. If you know that host, `{command}` leads you there.",
    "hosts_too.yours": "Yours counts: {name} is told to come here.",
    "hosts_too.press": "T leads everybody there; until then your table goes on, too.",
    "hosts_too.type": "Type take over to lead everybody there; until then your table goes on, too.",
    "hosts_too.label": "Lead everybody to {name}, who goes on with this match",
    # The match is hosted here.
    "take_over.goes_on_here": "Going on with {match}, on this machine.",
    "take_over.you_host": "You host this match now.",
    "take_over.link": "The others come with this link: {link}",
    "take_over.other": "`{command}` goes on with {match}.",
    "take_over.failed": "The match cannot go on here: {why}.",
    # The match is at the player's own machine.
    "own_host.again": "This match is at your own machine, which does not host it now: `{command}` does.",
    "own_host.question": (
        "This match is at your own machine, which does not host it now, so everybody waits. Host it again? [Y/n]"
    ),
    # The match is here, and the host before has to leave it first.
    "held": "The match is here, and goes on once the host before has left it.",
    "held.silent": "The match is here, and goes on once the host before has left it, which does not answer.",
    "held.press": (
        "The host before does not answer: it may have ended, or play on with others. T goes on here without it."
    ),
    "held.type": (
        "The host before does not answer: it may have ended, or play on with others. Type take over to go on here"
        " without it."
    ),
    "held.host_decides": "Only the player whose machine this is can go on without the host before.",
    "held.still_waiting": "Wait for the host before: it has to leave the match first.",
    "held.not_confirmed": (
        "Your program does not tell the host before that you are here. Unless others do, it takes the match back within"
        " a minute, and you go back."
    ),
    "held.back": "You are back: the host before goes on with the match that you have seen.",
    "held.not_reached": "Nobody could reach this machine: the match goes on at the host before.",
    "held.not_ready": "The next host was not ready in time: the match goes on at the host before.",
    "held.taken_back": "The host before has taken the match back: the match goes on at the host before.",
    # A player takes the match back to their own host.
    "take_back": "Take the match back to my machine",
    "take_back.anyway": "Take the match back to my machine, although the other host does not answer",
    "take_back.question": ("Take the match back to your machine? It goes on there from the end of its last round."),
    "take_back.question_anyway": (
        "Take the match back to your machine? It goes on there from the end of its last round. If they play on there,"
        " both matches exist."
    ),
    "take_back.elsewhere": "Your host has handed a match over to {there}: {match}.",
    "take_back.in_menu": "The menu (x) takes it back, as long as nobody has played a round there.",
    "take_back.type_first": "Type takeback to go on with it here, as long as nobody has played a round there.",
    "take_back.waits": "It waits at a table of its own: type tables to see it.",
    "take_back.waits_in_menu": "It waits at a table of its own: the menu (x) lists it.",
    "take_back.button": "There is a button for that now.",
    "take_back.menu": "The menu (x) does that.",
    "take_back.type": "Type takeback anyway to do that.",
    "take_back.asks": "Your host asks the other one whether a round was played there.",
    "take_back.done": "The match is taken back. Those who are at the other host come back by themselves.",
    "take_back.not_elsewhere": "No match of your own host is at another one.",
    "take_back.not_asked": "Your own host could not be asked: {why}.",
}
