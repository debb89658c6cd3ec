"""Who reaches the machine of the next host, before the match goes there."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "reach.tried_again": "The others' programs try again to reach your machine.",
    "reach.yours_is_tried": "Your machine is ready. The others' programs try to reach it.",
    "reach.link": "The next host",
    "reach.is_tried": {
        "you": "Your machine is ready, at {place}. Your program tries to reach it.",
        "one": "{Who}'s machine is ready, at {place}. Your program tries to reach it.",
    },
    "reach.try": {
        "you": (
            "Your machine is ready. Whether your browser reaches it cannot be known. Open {link} in another tab to see;"
            " *Who sits where* has its QR code."
        ),
        "one": (
            "{Who}'s machine is ready. Whether your browser reaches it cannot be known. Open {link} in another tab to"
            " see; *Who sits where* has its QR code."
        ),
    },
    # `machine` in what follows.
    "reach.machine": {"you": "your machine", "one": "{who}'s machine"},
    "reach.cannot": {
        "you": "You do not reach {machine}.",
        "one": "{Who} does not reach {machine}.",
        "many": "{Who} do not reach {machine}.",
    },
    "reach.can": {
        "you": "You reach {machine}.",
        "one": "{Who} reaches {machine}.",
        "many": "{Who} reach {machine}.",
    },
    "reach.unknown": {
        "you": "Whether you reach {machine} cannot be known.",
        "one": "Whether {who} reaches {machine} cannot be known.",
        "many": "Whether {who} reach {machine} cannot be known.",
    },
    # After `reach.cannot`.
    "reach.do": {"you": "You do.", "one": "{Who} does.", "many": "{Who} do."},
    "reach.do_unknown": {
        "you": "Whether you do cannot be known.",
        "one": "Whether {who} does cannot be known.",
        "many": "Whether {who} do cannot be known.",
    },
    # In place of whose turn it is.
    "reach.about_to_go": {
        "you": "The match is to go to your machine.",
        "one": "The match is to go to {who}'s machine.",
    },
    "reach.being_tried": {
        "you": "The others try to reach your machine.",
        "one": "Everybody tries to reach {who}'s machine.",
    },
    "reach.goes_now": {
        "you": "The match goes to your machine now.",
        "one": "The match goes to {who}'s machine now.",
    },
    # `fault` is the first of these.
    "reach.fault": {
        "you": "you do not reach {machine}.",
        "one": "{who} does not reach {machine}.",
        "many": "{who} do not reach {machine}.",
    },
    "reach.try_again_press": "T tries again: {fault}",
    "reach.try_again_type": "Take over tries again: {fault}",
    "reach.decide_press": "X decides: {fault}",
    "reach.you_decide": "You decide: {fault}",
    "reach.host_decides_about": "The host decides: {fault}",
    "reach.goes_anyway": {
        "you": "The match goes to {machine} all the same. You stay behind for now.",
        "one": "The match goes to {machine} all the same. {Who} stays behind for now.",
        "many": "The match goes to {machine} all the same. {Who} stay behind for now.",
    },
    # Where some do not reach it, the host decides.
    "reach.host_decides": "The host decides.",
    "reach.decide_menu": "You decide: the menu (x) has both ways.",
    "reach.decide_type": "You decide: type handover {name} anyway, or decline.",
    "reach.anyway": "Let {name} go on hosting all the same, without {players}",
    "reach.anyway_question": "Go on there all the same?",
    # What the owner of the machine can do. One of the last two follows.
    "reach.windows": ("If Windows asks whether Python may use the network, allow it: private networks are enough."),
    "reach.macos": "If macOS asks whether Python may accept incoming connections, allow it.",
    "reach.firewall": "Your firewall keeps them out. This lets them in: {command}",
    "reach.no_firewall": (
        "If this machine has a firewall, let it allow TCP port {port}; or their network is another one."
    ),
    "reach.press": "T tries again.",
    "reach.type": "Type take over to try again.",
}
