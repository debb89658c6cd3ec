"""Going on with a match without its host, in sentences: the question, who takes over, and why it cannot be done.

Here: also what is known of another host that goes on with it (`Successor`). Not here: who hosts the game now
(`presence_words`), a game that has moved (`succession_words`), finding such a host (`net.successors`).
"""

from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final, NamedTuple

from client.view.view import View
from client.words.english import capital, count, listed
from client.words.name_words import does, name_of, shown, whose
from protocol.log.succession import Continued
from protocol.shared.join_link import JoinLink
from protocol.shared.quoting import command_of


class Proof(Enum):
    """Who a host that goes on with a match is, as far as it proves that."""

    OWN_HOST = auto()
    """The match's own host, at this address now."""
    PLAYER = auto()
    """A player of the match, by the key of the seat; as far as I have its entries, they are the same."""
    OTHER_HISTORY = auto()
    """A player of the match, who goes on from other entries than mine."""
    NOBODY = auto()
    """Nothing is proved."""


class Successor(NamedTuple):
    """A host that says it goes on with the match: what is known of it, and what it says itself.

    `name`: the player's, if one is proved, otherwise the one that the host gives itself. `people`: who is there, as
    it says. `game`: the id of the match there. `ahead`: how many entries it had when it went on that I do not have.
    `has_no_seat`: it says itself that it is no player's. `is_right`: of two hosts that go on with the match, this
    one counts, and not the present one.
    """

    name: str
    link: JoinLink
    people: tuple[str, ...] = ()
    proof: Proof = Proof.NOBODY
    game: str = ""
    ahead: int = 0
    has_no_seat: bool = False
    is_right: bool = True


NO_RECORD: Final = "no unfinished match that you could host is saved here; give the file of its record"
LOOKING: Final = "Looking in your network for somebody who hosts this match already."
ASKING_THERE: Final = "Your host asks the other one whether a round was played there."
TAKEN_BACK: Final = "The match is taken back. Those who are at the other host come back by themselves."
NOT_ELSEWHERE: Final = "No match of your own host is at another one."
STARTING: Final = "Starting to host this match here ..."
HOST_AGAIN: Final = (
    "This match is at your own machine, which does not host it now, so everybody waits. Host it again? [Y/n]"
)
NOT_CONFIRMED: Final = (
    "Your program does not tell the host before that you are here. Unless others do, it takes the match back within a"
    " minute, and you go back."
)
NOT_THE_MATCH: Final = "You are back: the host before goes on with the match that you have seen."
NOT_NOW: Final = "Only a match whose host is gone, or asks you to host, can go on here."
NOT_REACHABLE: Final = "No address of that host is known that others could use."
GO_THERE: Final = "Go there? y or n; n hosts the match here."
NOBODY_FOUND: Final = "The host of this match is not gone, or nobody is known who goes on with it."
HOST_DECIDES: Final = "Only the player whose machine this is can go on without the host before."
STILL_WAITING: Final = "Wait for the host before: it has to leave the match first."
AFTER_THIS_ROUND: Final = "You host this match from the end of this round on."
ASKS_YOU: Final = "The host asks you to go on hosting this match. Host it here? T does that."
HOST_HAS_WAY: Final = "The host of this table can take everybody there."
CANNOT_HOST: Final = (
    "The host asked you to go on hosting. This program cannot: it takes fives in a terminal, which you joined with."
)


def cannot_go_on(path: Path, *, has_ended: bool) -> str:
    """Says that nobody can go on with the match of this record."""
    return f"{path}: its match has {'ended' if has_ended else 'not begun'}, so nobody can go on with it"


def no_own_seat(path: Path) -> str:
    """Says that the player cannot prove a seat in this record."""
    return f"{path}: none of your saved seats is in this match, so only another player of it can go on with it"


def question(view: View, continues: Continued | None) -> str:
    """The question after a minute without the host, and how to agree. Who a game's first host is, no log says."""
    seat = None if continues is None else continues.seat
    owner = "the host's" if seat is None else whose(view, seat)
    how = "T does that." if view.is_drawn else "Type take over."
    return f"{capital(owner)} machine does not answer. Continue the match here? {how}"


def asked(view: View, *, everything: bool) -> str:
    """Says how a player whom the host asks can agree."""
    what = "this match, and all other games of this host," if everything else "this match"
    return f"To host {what} on your machine, {'press T' if view.is_drawn else 'type take over'}."


def hand_over_label(view: View, seat: int, *, everything: bool = False) -> str:
    """The host's choice to let a player go on hosting."""
    what = "the match, and all your other games" if everything else "the match"
    return f"Let {name_of(view, seat)} go on hosting {what}"


def hand_over_question(view: View, seat: int, *, everything: bool = False) -> str:
    """The question before the host asks a player to go on hosting."""
    name = name_of(view, seat)
    question = f"Ask {name} to go on hosting from the end of this round on? Then everybody plays there."
    others = f" The matches that wait here go to {name}'s machine, too, and the records of all that have ended."
    return question + (others if everything else "")


def came_along(unfinished: int, finished: int) -> str:
    """Says how many other games have come from the host before."""
    matches = [f"{unfinished} unfinished {'match' if unfinished == 1 else 'matches'}"] * bool(unfinished)
    came = [*matches, *[count(finished, "record")] * bool(finished)]
    return f"Also on this machine now: {listed(came)}." if came else "No other game came along."


def plays_at(view: View, seat: int, there: JoinLink) -> str:
    """Says that a player has gone on with this match at another host, while this one was away."""
    plays = does(view, seat, "play")
    return f"{plays} this match at {shown(there.endpoints[0].typed)}: it went on there while this host was away."


def plays_there_too(view: View, seat: int) -> str:
    """Says the same of one more player."""
    return f"{does(view, seat, 'play')} it there, too."


def way_there(view: View, seat: int) -> str:
    """Tells the host of this table how everybody goes there."""
    how = "The menu (x) has a way there" if view.is_drawn else f"Type handover {name_of(view, seat)} to go there"
    return f"{how}, with everybody here. Until then this table goes on, too."


def go_there_label(view: View, seat: int) -> str:
    """The host's choice to leave the match to the host at which a player has gone on with it."""
    return f"Go on where {name_of(view, seat)} plays this match"


def go_there_question(view: View, seat: int) -> str:
    """The question before that."""
    return f"Leave this match to the host where {name_of(view, seat)} plays it? Everybody goes there, for good."


def who_goes_on(found: Successor) -> str:
    """Says that somebody goes on with this match, and what is known of that."""
    return _who_goes_on(found) + _people_at(found)


def goes_on_there(found: Successor, *, is_drawn: bool) -> str:
    """Says the same while the host is gone, and how to go there."""
    return f"{who_goes_on(found)} {'Y goes there.' if is_drawn else 'Type go there to play there.'}"


def go_there_now(found: Successor) -> str:
    """The question about it, while this is known already."""
    if found.proof is Proof.NOBODY:
        return f"A host at {_place(found)} says that it has this match; nothing proves it. Go there? Y does that."
    moves = ", from other moves" if found.proof is Proof.OTHER_HISTORY else ""
    return f"The match goes on with {shown(found.name)}, at {_place(found)}{moves}. Go there? Y does that."


def you_go_to(found: Successor) -> str:
    """Says that the player goes there."""
    if found.proof is Proof.OWN_HOST:
        return f"{shown(found.name)} is back with this match: you go there."
    return f"You go to {_place(found)}, where this match goes on."


def _place(found: Successor) -> str:
    return shown(found.link.endpoints[0].typed)


def _who_goes_on(found: Successor) -> str:
    name, place = shown(found.name), _place(found)
    match found.proof:
        case Proof.OWN_HOST:
            return f"{name} is back with this match, at {place}."
        case Proof.PLAYER:
            later = " It says that more was played than you have seen." if found.ahead else ""
            return f"{name} goes on with this match, at {place}: the key of the seat proves it.{later}"
        case Proof.OTHER_HISTORY:
            return f"{name} goes on with this match, at {place}, but from other moves than you have seen."
        case Proof.NOBODY:
            who = "It is no player of this match" if found.has_no_seat else "Nothing proves it"
            return f"A host at {place} says that this match goes on there. {who}; it calls itself {name}."


def _people_at(found: Successor) -> str:
    people = [shown(name) for name in found.people if name and name != found.name]
    if not people or found.proof is Proof.OWN_HOST:
        return ""
    return f" {listed(people)} {'is' if len(people) == 1 else 'are'} there, too, it says."


def hosts_too(found: Successor, *, is_drawn: bool) -> str:
    """Tells a host that somebody else hosts the match, too, which of the two counts, and how everybody goes there."""
    who = who_goes_on(found)
    if found.proof is Proof.NOBODY:
        return f"{who} Your table goes on, too. If you know that host, `{_join(found)}` leads you there."
    if not found.is_right:
        return f"{who} Yours counts: {shown(found.name)} is told to come here."
    how = "T leads everybody there" if is_drawn else "Type take over to lead everybody there"
    return f"{who} {how}; until then your table goes on, too."


def lead_there_label(found: Successor) -> str:
    """The host's choice to leave the match to the other host that counts."""
    return f"Lead everybody to {shown(found.name)}, who goes on with this match"


def _join(found: Successor) -> str:
    return command_of(("fives", "join", str(found.link)))


def goes_on_here(summary: str) -> str:
    """Says which match is hosted here from now on."""
    return f"Going on with {summary}, on this machine."


def come_here(link: JoinLink | None) -> str:
    """Says that the match is hosted here now, and how the others find it."""
    how = "" if link is None else f" The others come with this link: {link}"
    return f"You host this match now.{how}"


def how_to_host_again(command: Sequence[str]) -> str:
    """Says which command hosts the match again that was at the player's own machine."""
    return f"This match is at your own machine, which does not host it now: `{command_of(('fives', *command))}` does."


def held(*, is_silent: bool) -> str:
    """Says what the match waits for at this host."""
    silent = ", which does not answer" if is_silent else ""
    return f"The match is here, and goes on once the host before has left it{silent}."


def decide(*, is_drawn: bool) -> str:
    """Says how the player whose machine holds the match goes on without the host before, and what that means."""
    how = "T goes" if is_drawn else "Type take over to go"
    return f"The host before does not answer: it may have ended, or play on with others. {how} on here without it."


def taken_back(*, is_own: bool, was_held: bool) -> str:
    """Says that the host before goes on with the match itself. `was_held`: it had not left it to this one yet."""
    why = "Nobody could reach this machine" if is_own else "The next host was not ready in time"
    why = why if was_held else "The host before has taken the match back"
    return f"{why}: the match goes on at the host before."


def take_back_label(*, anyway: bool) -> str:
    """The choice of a player whose own host has left the match to another one."""
    label = "Take the match back to my machine"
    return f"{label}, although the other host does not answer" if anyway else label


def take_back_question(*, anyway: bool) -> str:
    """The question before that."""
    both = " If they play on there, both matches exist." if anyway else ""
    return f"Take the match back to your machine? It goes on there from the end of its last round.{both}"


def how_to_insist(*, is_drawn: bool, is_page: bool) -> str:
    """Says how a match is taken back although the other host does not answer. `is_page`: by a button beside this."""
    if is_page:
        return "There is a button for that now."
    return "The menu (x) does that." if is_drawn else "Type takeback anyway to do that."


def not_taken_back(why: str) -> str:
    """Says that the player's own host could not be asked; `why` is the middle of a sentence."""
    return f"Your own host could not be asked: {why}."


def others(records: Sequence[tuple[Path, str]]) -> list[str]:
    """A line for each other record, with the command for it."""
    return [f"`{command_of(('fives', 'take-over', str(path)))}` goes on with {summary}." for path, summary in records]


def failed(why: str) -> str:
    """Says that the match cannot go on here; `why` is the middle of a sentence."""
    return f"The match cannot go on here: {why}."
