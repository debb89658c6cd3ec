"""Choosing tiles and playing them, a hint, and talking.

Not here: looking something up (`looking`), the match and its seats (`match`).
"""

from typing import TYPE_CHECKING, Final

from client.actions.action import Action, AutoKnock, ChooseTile, Show, Simple, StepEnd, StepFitting, StepTile, TakeBack
from client.actions.key_row import DRAWN, LINES, KeyRow, key
from client.actions.verbs.verb import OTHERS, Typed, Verb, asks, shows
from client.model import asking, moves
from client.model.checks import WhyNot
from client.model.model import Model
from client.words import reaction_words
from client.words.premove_words import taken_back
from protocol.log.commands import DrawTile, Knock, PlayTile, React, TakeHint
from protocol.log.reactions import Reaction

if TYPE_CHECKING:
    from client.net.link import Link

_STEP_TILE: Final = {"right": StepTile(1), "left": StepTile(-1)}
_STEP_END: Final = {"down": StepEnd(1), "up": StepEnd(-1), "tab": StepEnd(1)}
_DIGITS: Final = {digit: ChooseTile(digit) for digit in "0123456789"}
_FITTING: Final = {"z": StepFitting(1), "Z": StepFitting(-1)}
_ENTER: Final = "play it, or prepare it for your turn; or draw, knock, begin"
_HINT: Final = "a hint: what each play leads to; everyone sees that you take one"
_REACT: Final = "react with a word, such as well played"
_BY_WORD: Final = "react wow: react with a word; react alone lists the six"
_AUTOKNOCK: Final = """\
autoknock on: knock for me when nothing else is possible
autoknock off: knock for me no longer"""


def _take_back(model: Model, _link: "Link", _action: TakeBack) -> str | None:
    had, model.premoves.play = model.premoves.play, None
    return None if had is None else taken_back()


def _drop(model: Model, _rest: str) -> Action | WhyNot:
    return WhyNot("No play is prepared.") if model.premoves.play is None else TakeBack()


def _autoknock(_: Model, rest: str) -> Action | WhyNot:
    return AutoKnock(rest == "on") if rest in ("on", "off") else WhyNot("Type autoknock on or autoknock off.")


def _switch_autoknock(model: Model, _link: "Link", action: AutoKnock) -> str:
    model.settings.use("autoknock", action.is_on)
    return f"Autoknock is {'on' if action.is_on else 'off'}."


def _react(_: Model, rest: str) -> Action | WhyNot:
    word = "_".join(rest.casefold().split())
    if not word:
        return Show("reactions")
    return React(word) if word in tuple(Reaction) else WhyNot(reaction_words.no_such_reaction(rest))


def _may_react(model: Model) -> bool:
    return model.seat is not None and not model.is_alone


PLAYING: Final = (
    Verb(StepTile, keys=(KeyRow("← →  1 2 3", "choose a tile", {**_STEP_TILE, **_DIGITS}, "tile", "←→", DRAWN),)),
    Verb(StepEnd, keys=(KeyRow("↑ ↓", "choose the end to play it at", _STEP_END, "end", "↑↓", DRAWN),)),
    Verb(Simple, Simple.NEXT_STEP, keys=(key("enter", Simple.NEXT_STEP, _ENTER, where=DRAWN),)),
    Verb(
        TakeBack,
        do=_take_back,
        keys=(key("escape", TakeBack(), "take back a prepared play; close a window", where=DRAWN),),
        typed=Typed("drop: take back a prepared play", _drop, lambda _: "", OTHERS),
    ),
    Verb(PlayTile, do=lambda model, _, play: moves.play(model, play.tile, play.arm)),
    Verb(
        DrawTile,
        do=lambda model, *_: moves.draw(model),
        keys=(key("space b draw", DrawTile(), "draw from the boneyard", "draw"),),
    ),
    Verb(Knock, do=lambda model, *_: moves.knock(model), keys=(key("k p knock pass", Knock(), "knock", "knock"),)),
    Verb(StepFitting, keys=(KeyRow("z Z", "the next, the previous tile that fits", _FITTING, where=DRAWN),)),
    asks("z fits", "only the tiles that fit", where=(LINES,)),
    Verb(TakeHint, do=lambda model, *_: asking.hint(model), keys=(key("i hint", TakeHint(), _HINT, "hint"),)),
    Verb(Simple, Simple.SAY, keys=(key("/", Simple.SAY, "chat with the table", "chat"),)),
    shows("reactions", reaction_words.TITLE, "R react", _REACT, when=_may_react),
    Verb(
        React,
        do=lambda model, _, react: asking.react(model, react),
        typed=Typed(_BY_WORD, _react, lambda react: react.reaction, OTHERS),
    ),
    Verb(AutoKnock, do=_switch_autoknock, typed=Typed(_AUTOKNOCK, _autoknock, group=OTHERS), needs_table=False),
)
