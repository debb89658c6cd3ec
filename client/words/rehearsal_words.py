"""Who reaches the machine of the next host before the match goes there, in sentences, and what its owner can do.

Not here: who finds that out (`net.rehearsal`), the hand-over itself (`take_over_words`, `presence_words`).
"""

from collections.abc import Sequence
from typing import Final

from client.view.view import View
from client.words.english import capital, listed
from client.words.name_words import name_of, shown, whose
from protocol.shared.firewall import Firewall
from protocol.shared.join_link import JoinLink
from protocol.wire.notices import ReachableNotice

TRYING_AGAIN: Final = "The others' programs try again to reach your machine."
YOURS_IS_TRIED: Final = "Your machine is ready. The others' programs try to reach it."
LINK_OF_NEXT: Final = "The next host"


def is_tried(view: View, seat: int, there: JoinLink) -> str:
    """Says that a player's machine is ready, and that this program tries it."""
    where = shown(there.endpoints[0].typed)
    return f"{_machine_of(view, seat)} is ready, at {where}. Your program tries to reach it."


def try_yourself(view: View, seat: int, there: JoinLink) -> str:
    """Says the same in a browser, whose player alone can find that out."""
    machine = _machine_of(view, seat)
    return (
        f"{machine} is ready. Whether your browser reaches it cannot be known. Open {browser_link(there)} in another"
        " tab to see; *Who sits where* has its QR code."
    )


def browser_link(there: JoinLink) -> str:
    """The link to the page of the next host, short enough for a QR code."""
    return f"{there.endpoints[0].link}/"


def who_reaches(view: View, found: ReachableNotice) -> str:
    """`Dai does not reach Cho's machine. You and Ben do. Whether Eve does cannot be known.`"""
    machine = _machine_of(view, found.seat, is_first=False)
    sentences = []
    if found.cannot:
        sentences.append(f"{_names(view, found.cannot)} {_verb(view, found.cannot, 'do')} not reach {machine}.")
    if found.can:
        reach = f"{_verb(view, found.can, 'do')}" if sentences else f"{_verb(view, found.can, 'reach')} {machine}"
        sentences.append(f"{_names(view, found.can)} {reach}.")
    if found.unknown:
        verb = "do" if sentences else "reach"
        they = f"{listed(_plain_names(view, found.unknown))} {_verb(view, found.unknown, verb)}"
        sentences.append(f"Whether {they}{'' if sentences else f' {machine}'} cannot be known.")
    return " ".join(sentences)


def about_to_go(view: View, seat: int) -> str:
    """Says, in place of whose turn it is, that the match waits for the next host."""
    return f"The match is to go to {_machine_of(view, seat, is_first=False)}."


def being_tried(view: View, seat: int) -> str:
    """Says the same while the players' programs try that machine."""
    if view.is_you(seat):
        return "The others try to reach your machine."
    return f"Everybody tries to reach {_machine_of(view, seat, is_first=False)}."


def goes_now(view: View, seat: int) -> str:
    """Says the same once everybody is about to go there."""
    return f"The match goes to {_machine_of(view, seat, is_first=False)} now."


def not_reached(view: View, found: ReachableNotice, *, may_control: bool) -> str:
    """Says the same while the host has to decide; what I can do about it is first, for little room."""
    machine = _machine_of(view, found.seat, is_first=False)
    fault = f"{listed(_plain_names(view, found.cannot))} {_verb(view, found.cannot, 'do')} not reach {machine}."
    if view.is_you(found.seat):
        return f"{'T tries again' if view.is_drawn else 'Take over tries again'}: {fault}"
    decides = ("X decides" if view.is_drawn else "You decide") if may_control else "The host decides"
    return f"{decides}: {fault}"


def goes_anyway(view: View, found: ReachableNotice) -> str:
    """Says that the match goes there although some do not reach that machine."""
    left = _names(view, found.cannot)
    verb = "stay" if len(found.cannot) > 1 or view.is_you(found.cannot[0]) else "stays"
    machine = _machine_of(view, found.seat, is_first=False)
    return f"The match goes to {machine} all the same. {left} {verb} behind for now."


def host_decides(view: View, found: ReachableNotice) -> str:
    """Tells the host how to decide."""
    if view.is_drawn:
        return "You decide: the menu (x) has both ways."
    return f"You decide: type handover {name_of(view, found.seat)} anyway, or decline."


HOST_WILL_DECIDE: Final = "The host decides."


def go_anyway_label(view: View, found: ReachableNotice) -> str:
    """The host's choice to go on there all the same."""
    return f"Let {name_of(view, found.seat)} go on hosting all the same, without {_left_behind(view, found)}"


def go_anyway_question(view: View, found: ReachableNotice) -> str:
    """The question before that."""
    names, verb = _names(view, found.cannot), _verb(view, found.cannot, "do")
    return f"{names} {verb} not reach {_machine_of(view, found.seat, is_first=False)}. Go on there all the same?"


def how_to_let_in(view: View, firewall: Firewall, port: int) -> str:
    """Tells the owner of the machine that some do not reach what probably keeps them out, and how to try again."""
    return f"{_let_in(firewall, port)} {_again(view)}"


def _again(view: View) -> str:
    return "T tries again." if view.is_drawn else "Type take over to try again."


def _let_in(firewall: Firewall, port: int) -> str:
    command = firewall.command(port)
    match firewall:
        case Firewall.WINDOWS:
            return "If Windows asks whether Python may use the network, allow it: private networks are enough."
        case Firewall.MACOS:
            return "If macOS asks whether Python may accept incoming connections, allow it."
        case Firewall.UFW | Firewall.FIREWALLD:
            return f"Your firewall keeps them out. This lets them in: {command}"
        case Firewall.OFF | Firewall.UNKNOWN:
            return f"If this machine has a firewall, let it allow TCP port {port}; or their network is another one."


def _machine_of(view: View, seat: int, *, is_first: bool = True) -> str:
    owner = whose(view, seat)
    return f"{owner if is_first else owner.replace('Your', 'your')} machine"


def _left_behind(view: View, found: ReachableNotice) -> str:
    return listed(_plain_names(view, found.cannot))


def _plain_names(view: View, seats: Sequence[int]) -> list[str]:
    """The viewer first."""
    return [name_of(view, seat) for seat in sorted(seats, key=lambda seat: not view.is_you(seat))]


def _names(view: View, seats: Sequence[int]) -> str:
    names = listed(_plain_names(view, seats))
    return capital(names) if any(map(view.is_you, seats)) else names


def _verb(view: View, seats: Sequence[int], verb: str) -> str:
    if len(seats) > 1 or view.is_you(seats[0]):
        return verb
    return {"do": "does"}.get(verb, f"{verb}es")
