"""Going on with a match without its host, in sentences: the question, who takes over, and why it cannot be done.

Here: also what is known of another host that goes on with it (`Successor`). Not here: who hosts the game now
(`presence_words`), a game that has moved (`succession_words`), finding such a host (`net.successors`).
"""

from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.name_words import name_of, player, shown
from client.words.say import Who, say, together
from client.words.succession_words import how_to_join
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


def cannot_go_on(path: Path, *, has_ended: bool) -> str:
    """Says that nobody can go on with the match of this record."""
    return say("take_over.has_ended" if has_ended else "take_over.not_begun", path=str(path))


def no_own_seat(path: Path) -> str:
    """Says that the player cannot prove a seat in this record."""
    return say("take_over.no_own_seat", path=str(path))


def question(view: View, continues: Continued | None) -> str:
    """The question after a minute without the host, and how to agree. Who a game's first host is, no log says."""
    seat = None if continues is None else continues.seat
    asks = say("take_over.question_host") if seat is None else say("take_over.question", who=player(view, seat))
    return together(asks, say("take_over.press" if view.is_drawn else "take_over.type"))


def asked(view: View, *, everything: bool) -> str:
    """Says how a player whom the host asks can agree."""
    if everything:
        return say("asked.press_all" if view.is_drawn else "asked.type_all")
    return say("asked.press" if view.is_drawn else "asked.type")


def hand_over_label(view: View, seat: int, *, everything: bool = False) -> str:
    """The host's choice to let a player go on hosting."""
    return say("hand_over.all" if everything else "hand_over", name=name_of(view, seat))


def hand_over_question(view: View, seat: int, *, everything: bool = False) -> str:
    """The question before the host asks a player to go on hosting."""
    return say("hand_over.question_all" if everything else "hand_over.question", name=name_of(view, seat))


def came_along(unfinished: int, finished: int, *, are_all: bool) -> str:
    """Says how many other games have come from the host before, and whether there may be others."""
    games = [say("came_along.matches", n=unfinished)] if unfinished else []
    games += [say("came_along.records", n=finished)] if finished else []
    came = say("came_along", games=listed(games)) if games else say("came_along.nothing")
    return came if are_all else f"{came} {say('came_along.perhaps_others')}"


def plays_at(view: View, seat: int, there: JoinLink) -> str:
    """Says that a player has gone on with this match at another host, while this one was away."""
    return say("plays_at", who=player(view, seat), place=shown(there.endpoints[0].typed))


def plays_there_too(view: View, seat: int) -> str:
    """Says the same of one more player."""
    return say("plays_at.too", who=player(view, seat))


def way_there(view: View, seat: int) -> str:
    """Tells the host of this table how everybody goes there."""
    return say("way_there.menu") if view.is_drawn else say("way_there.type", name=name_of(view, seat))


def go_there_label(view: View, seat: int) -> str:
    """The host's choice to leave the match to the host at which a player has gone on with it."""
    return say("way_there.label", name=name_of(view, seat))


def go_there_question(view: View, seat: int) -> str:
    """The question before that."""
    return say("way_there.question", name=name_of(view, seat))


def who_goes_on(found: Successor) -> str:
    """Says that somebody goes on with this match, and what is known of that."""
    match found.proof:
        case Proof.OWN_HOST:
            goes_on = "goes_on.back"
        case Proof.PLAYER:
            goes_on = "goes_on.player_ahead" if found.ahead else "goes_on.player"
        case Proof.OTHER_HISTORY:
            goes_on = "goes_on.other_moves"
        case Proof.NOBODY:
            goes_on = "goes_on.no_player" if found.has_no_seat else "goes_on.not_proved"
    return together(say(goes_on, name=shown(found.name), place=_place(found)), _people_at(found))


def goes_on_there(found: Successor, *, is_drawn: bool) -> str:
    """Says the same while the host is gone, and how to go there."""
    return together(who_goes_on(found), say("goes_on.press" if is_drawn else "goes_on.type"))


def go_there_now(found: Successor) -> str:
    """The question about it, while this is known already."""
    if found.proof is Proof.NOBODY:
        return say("go_there.not_proved", place=_place(found))
    has_other_moves = found.proof is Proof.OTHER_HISTORY
    return say("go_there.other_moves" if has_other_moves else "go_there", name=shown(found.name), place=_place(found))


def you_go_to(found: Successor) -> str:
    """Says that the player goes there."""
    if found.proof is Proof.OWN_HOST:
        return say("go_there.back", name=shown(found.name))
    return say("go_there.place", place=_place(found))


def _place(found: Successor) -> str:
    return shown(found.link.endpoints[0].typed)


def _people_at(found: Successor) -> str:
    people = [shown(name) for name in found.people if name and name != found.name]
    if not people or found.proof is Proof.OWN_HOST:
        return ""
    named = listed(people)
    return say("goes_on.people", who=Who(Person.ONE if len(people) == 1 else Person.MANY, named, named))


def hosts_too(found: Successor, *, is_drawn: bool) -> str:
    """Tells a host that somebody else hosts the match, too, which of the two counts, and how everybody goes there."""
    if found.proof is Proof.NOBODY:
        counts = say("hosts_too.not_proved", command=_join(found))
    elif not found.is_right:
        counts = say("hosts_too.yours", name=shown(found.name))
    else:
        counts = say("hosts_too.press" if is_drawn else "hosts_too.type")
    return together(who_goes_on(found), counts)


def not_reachable() -> str:
    """Says why nobody can be led to the other host."""
    return say("take_over.not_reachable")


def lead_there_label(found: Successor) -> str:
    """The host's choice to leave the match to the other host that counts."""
    return say("hosts_too.label", name=shown(found.name))


def _join(found: Successor) -> str:
    return command_of(("fives", "join", str(found.link)))


def goes_on_here(summary: str) -> str:
    """Says which match is hosted here from now on."""
    return say("take_over.goes_on_here", match=summary)


def come_here(link: JoinLink | None) -> str:
    """Says that the match is hosted here now, and how the others find it."""
    return together(say("take_over.you_host"), "" if link is None else say("take_over.link", link=str(link)))


def how_to_host_again(command: Sequence[str]) -> str:
    """Says which command hosts the match again that was at the player's own machine."""
    return say("own_host.again", command=command_of(("fives", *command)))


def held(*, is_silent: bool) -> str:
    """Says what the match waits for at this host."""
    return say("held.silent" if is_silent else "held")


def decide(*, is_drawn: bool) -> str:
    """Says how the player whose machine holds the match goes on without the host before, and what that means."""
    return say("held.press" if is_drawn else "held.type")


def taken_back(*, is_own: bool, was_held: bool) -> str:
    """Says that the host before goes on with the match itself. `was_held`: it had not left it to this one yet."""
    why_held = "held.not_reached" if is_own else "held.not_ready"
    return say(why_held if was_held else "held.taken_back")


def is_elsewhere(summary: str, where: JoinLink, *, is_drawn: bool) -> str:
    """Says that a match that the player's own host has handed over is at another host, and what can be done."""
    there = say("take_back.elsewhere", there=shown(where.endpoints[0].typed), match=summary)
    return together(there, how_to_join(where), say("take_back.in_menu" if is_drawn else "take_back.type_first"))


def waits_at_own_table(*, is_drawn: bool) -> str:
    """Says that a match that was taken back is at another table of the player's own host."""
    return say("take_back.waits_in_menu" if is_drawn else "take_back.waits")


def take_back_label(*, anyway: bool) -> str:
    """The choice of a player whose own host has left the match to another one."""
    return say("take_back.anyway" if anyway else "take_back")


def take_back_question(*, anyway: bool) -> str:
    """The question before that."""
    return say("take_back.question_anyway" if anyway else "take_back.question")


def how_to_insist(*, is_drawn: bool, is_page: bool) -> str:
    """Says how a match is taken back although the other host does not answer. `is_page`: by a button beside this."""
    if is_page:
        return say("take_back.button")
    return say("take_back.menu" if is_drawn else "take_back.type")


def not_taken_back(why: str) -> str:
    """Says that the player's own host could not be asked; `why` is the middle of a sentence."""
    return say("take_back.not_asked", why=why)


def others(records: Sequence[tuple[Path, str]]) -> list[str]:
    """A line for each other record, with the command for it."""
    commands = [(command_of(("fives", "take-over", str(path))), summary) for path, summary in records]
    return [say("take_over.other", command=command, match=summary) for command, summary in commands]


def failed(why: str) -> str:
    """Says that the match cannot go on here; `why` is the middle of a sentence."""
    return say("take_over.failed", why=why)
