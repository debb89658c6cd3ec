"""Choosing tiles and playing them, a hint, and talking.

Not here: looking something up (`looking`), the match and its seats (`match`).
"""

from typing import TYPE_CHECKING, Final

from client.actions.action import Action, AutoKnock, ChooseTile, Show, Simple, StepEnd, StepFitting, StepTile, TakeBack
from client.actions.key_row import DRAWN, LINES, KeyRow, key
from client.actions.verbs.verb import OTHERS, Example, Typed, Verb, asks, shows
from client.model import asking, moves
from client.model.checks import WhyNot
from client.model.model import Model
from client.words import reaction_words
from client.words.premove_words import taken_back
from client.words.say import Phrase, say
from protocol.game.rules import Draw, Rules
from protocol.log.commands import DrawTile, Knock, PlayTile, React, TakeHint

if TYPE_CHECKING:
    from client.net.link import Link

_STEP_TILE: Final = {"right": StepTile(1), "left": StepTile(-1)}
_STEP_END: Final = {"down": StepEnd(1), "up": StepEnd(-1), "tab": StepEnd(1)}
_DIGITS: Final = {digit: ChooseTile(digit) for digit in "0123456789"}
_FITTING: Final = {"z": StepFitting(1), "Z": StepFitting(-1)}
_AUTOKNOCK: Final = (
    Example("autoknock on", Phrase("typed.autoknock_on")),
    Example("autoknock off", Phrase("typed.autoknock_off")),
)


def _take_back(model: Model, _link: "Link", _action: TakeBack) -> str | None:
    had, model.premoves.play = model.premoves.play, None
    return None if had is None else taken_back()


def _drop(model: Model, _rest: str) -> Action | WhyNot:
    return WhyNot(say("typed.nothing_prepared")) if model.premoves.play is None else TakeBack()


def _autoknock(_: Model, rest: str) -> Action | WhyNot:
    return AutoKnock(rest == "on") if rest in ("on", "off") else WhyNot(say("typed.how_to_autoknock"))


def _switch_autoknock(model: Model, _link: "Link", action: AutoKnock) -> str:
    model.settings.use("autoknock", action.is_on)
    return say("done.autoknock_on" if action.is_on else "done.autoknock_off")


def _react(_: Model, rest: str) -> Action | WhyNot:
    if not rest.strip():
        return Show("reactions")
    reaction = reaction_words.reaction_named(rest)
    return WhyNot(reaction_words.no_such_reaction(rest)) if reaction is None else React(reaction)


def _draws(rules: Rules) -> bool:
    return rules.draw is not Draw.NONE


def _may_react(model: Model) -> bool:
    return model.seat is not None and not model.is_alone


PLAYING: Final = (
    Verb(
        StepTile,
        keys=(
            KeyRow(
                "← →  1 2 3", Phrase("key.tile"), {**_STEP_TILE, **_DIGITS}, Phrase("key.tile_briefly"), "←→", DRAWN
            ),
        ),
    ),
    Verb(StepEnd, keys=(KeyRow("↑ ↓", Phrase("key.end"), _STEP_END, Phrase("key.end_briefly"), "↑↓", DRAWN),)),
    Verb(Simple, Simple.NEXT_STEP, keys=(key("enter", Simple.NEXT_STEP, Phrase("key.do"), where=DRAWN),)),
    Verb(
        TakeBack,
        do=_take_back,
        keys=(key("escape", TakeBack(), Phrase("key.take_back"), where=DRAWN),),
        typed=Typed("drop", _drop, lambda _: "", OTHERS, (Example("drop", Phrase("typed.drop")),)),
    ),
    Verb(PlayTile, do=lambda model, _, play: moves.play(model, play.tile, play.arm)),
    Verb(
        DrawTile,
        do=lambda model, *_: moves.draw(model),
        keys=(key("space b draw", DrawTile(), Phrase("key.draw"), Phrase("key.draw_briefly"), in_game=_draws),),
    ),
    Verb(
        Knock,
        do=lambda model, *_: moves.knock(model),
        keys=(key("k p knock pass", Knock(), Phrase("key.knock"), Phrase("key.knock")),),
    ),
    Verb(StepFitting, keys=(KeyRow("z Z", Phrase("key.fitting"), _FITTING, where=DRAWN),)),
    asks("z fits", Phrase("key.which_fit"), where=(LINES,)),
    Verb(
        TakeHint,
        do=lambda model, *_: asking.hint(model),
        keys=(key("i hint", TakeHint(), Phrase("key.hint"), Phrase("key.hint_briefly")),),
    ),
    Verb(Simple, Simple.SAY, keys=(key("/", Simple.SAY, Phrase("key.chat"), Phrase("key.chat_briefly")),)),
    shows("reactions", Phrase("react.title"), "R react", Phrase("key.react"), when=_may_react),
    Verb(
        React,
        do=lambda model, _, react: asking.react(model, react),
        typed=Typed(
            "react", _react, lambda react: react.reaction, OTHERS, (Example("react wow", Phrase("typed.react")),)
        ),
    ),
    Verb(
        AutoKnock,
        do=_switch_autoknock,
        typed=Typed("autoknock", _autoknock, None, OTHERS, _AUTOKNOCK),
        needs_table=False,
    ),
)
