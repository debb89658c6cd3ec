"""The player's hand, and the large button that says what it does.

Here: choosing a tile and an end, and playing, preparing, drawing and knocking. Not here: which play is allowed
(`model`), the places for the chosen tile on the board (`ghosts_part`), other buttons' windows (`windows`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from client.actions.action import Action, TakeBack
from client.actions.next_step import draw, knock, next_step
from client.actions.questions import answer
from client.actions.typed_commands import command_for, read_action
from client.model import moves
from client.model.announcements import Subject
from client.model.checks import WhyNot, refusal
from client.model.lookback import is_at_an_end
from client.model.selection import Selection, arms_best_first, select_tile
from client.picture.markup import Markup, joined, tag
from client.view.view import View
from client.web import page_words
from client.web.ghosts_part import ends_to_choose
from client.web.page_controls import button, chat_button, connect_again, field, menu_button, tile_picture, unseen
from client.web.page_messages import Value
from client.web.state import State
from client.words import play_words, seat_request_words
from client.words.answer_words import must_lead
from client.words.say import cached_by_language, say
from client.words.score_words import end_name
from protocol.game.layout import Arm
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile, set_of_tiles
from protocol.log.choices import Play
from protocol.log.commands import AnswerRequest, PlayTile, Rematch, RequestSeat
from protocol.log.refusals import Reason
from protocol.log.table import Stage

NOTHING_HERE: Final = "·"
_CROWDED, _MOST_CROWDED = 7, 15
"""The size of a hand from which its tiles are drawn smaller."""
MOST_TILES: Final = 500


def hand(state: State) -> Markup:
    """The tiles of the hand, each with its points and its ends; after a round they are at the seats (`seats_part`)."""
    view = state.view_shown
    is_playing = state.is_at_table and view.table.stage is Stage.PLAYING and not is_at_an_end(view.table)
    if state.has_ended or not is_playing or not view.my_hand():
        return Markup()
    faces = state.made_once("hand", (view,), lambda: [_face(view, tile) for tile in view.my_hand()])
    premove, chosen = state.model.premoves.play, state.selection.tile
    ready = None if premove is None else premove.tile
    tiles = (_tile(face, is_ready=face.tile == ready, is_chosen=face.tile == chosen) for face in faces)
    size = " crowd" if len(faces) >= _MOST_CROWDED else " many" if len(faces) >= _CROWDED else ""
    alone = " alone" if state.is_on_tv else ""
    return tag(
        "div",
        *tiles,
        class_=f"tiles{size}{alone}",
        role="listbox",
        tabindex="-1",
        aria_label=say("document.hand"),
        aria_orientation="horizontal",
        data_taps=str(state.taps),
    )


class _Face(NamedTuple):
    """What the hand shows of a tile on this board: in words, and in the text under it."""

    tile: Tile
    is_unfit: bool
    in_words: str
    under: Markup


def _face(view: View, tile: Tile) -> _Face:
    arms = view.arms_shown(tile)
    if arms is None:
        return _Face(tile, False, "", Markup())
    if not arms:
        return _Face(tile, True, say("tile.does_not_fit"), tag("b", NOTHING_HERE, aria_hidden="true"))
    plays = [Play(tile, arm) for arm in view.distinct(arms_best_first(view, tile))]
    return _Face(tile, False, play_words.where_it_fits(view, plays), joined(_text_under(view, plays[0])))


def _text_under(view: View, play: Play) -> Iterator[Markup]:
    """The text under a tile that fits: its best score, and that end."""
    earned = view.worth_of(play)
    points = say("tile.fits") if earned is None else str(earned.awarded) if earned.awarded else "0"
    class_ = "scores" if earned is not None and earned.awarded else None
    yield tag("b", points, class_=class_, aria_hidden="true")
    if play.arm is None or play.arm is Arm.START:
        where = [say("tile.to_lead")]
    else:  # the style sheets show one of the two: under a narrow tile the brief one
        end = end_name(view.layout, play.arm)
        where = [tag("i", say("at.end", end=end)), tag("u", say("at.brief_end", end=end))]
    yield tag("span", *where, class_="on", aria_hidden="true")


@cached_by_language(MOST_TILES)
def _tile(face: _Face, *, is_ready: bool, is_chosen: bool) -> Markup:
    marks = (("unfit", face.is_unfit), ("chosen", is_chosen), ("ready", is_ready))
    named = say("tile.ready_named", tile=face.tile) if is_ready else str(face.tile)
    return button(
        "tile",
        str(face.tile),
        tile_picture(face.tile),
        unseen(say("tile.and_how", tile=named, how=face.in_words) if face.in_words else named),
        tag("b", say("tile.ready"), aria_hidden="true") if is_ready else face.under,
        class_=" ".join(["tile", *(name for name, is_marked in marks if is_marked)]),
        role="option",
        aria_selected="true" if is_chosen else "false",
    )


# The buttons.


def actions(state: State) -> Markup:
    """The large button, and the other buttons."""
    if not state.is_at_table or state.model.view.table.stage is Stage.SEATING:
        return Markup()
    if state.has_ended:
        return tag("div", *connect_again(state), class_="row")
    row = tag("div", *_main_button(state), *_other_buttons(state), class_="row")
    return joined([_ends(state), row]) if state.is_on_tv else row


def _about_seats(state: State) -> Iterator[Markup]:
    """The buttons that answer who asks for the seat of a bot, or that take back what this player has asked for.

    The sentences say who asks: on a phone there is room for no more beside the hand.
    """
    model = state.model
    asked, mine = model.request_to_answer, model.presence.seat_requests.mine
    if asked is not None:
        for admits in (True, False):
            label = say("seat_request.agree" if admits else "seat_request.do_not_agree")
            named = say("seat_request.answer", answer=label, asks=seat_request_words.asks(model.view, asked))
            yield button("order", command_for(AnswerRequest(asked.seat, asked.name, admits)), label, aria_label=named)
    elif mine is not None:
        yield button("order", command_for(RequestSeat()), say("seat_request.take_back_briefly"))


def _ends(state: State) -> Markup:
    """The ends for the chosen tile, if there are several, for a player who sees the board elsewhere."""
    view, tile, arms = state.model.view, state.selection.tile, ends_to_choose(state)
    if tile is None or len(arms) < 2:
        return tag("div", class_="ends")  # which keeps their place
    buttons = (_end(state, view, tile, arm) for arm in arms)
    return tag("div", *buttons, class_="ends", role="listbox", aria_label=page_words.which_end(tile))


def _end(state: State, view: View, tile: Tile, arm: Arm) -> Markup:
    play, where = Play(tile, arm), play_words.where_first(view, arm)
    earned, points = view.worth_of(play), play_words.scored(view, play)
    return button(
        "end",
        f"{arm} {tile}",
        where if earned is None else f"{where}{say('colon')}{earned.awarded}",
        aria_label=f"{where}{say('colon')}{points}" if points else where,
        role="option",
        aria_selected="true" if state.selection.arm is arm else "false",
    )


def _main_button(state: State) -> Iterator[Markup]:
    """The large button: the next step."""
    view, end = state.model.view, state.ends.of_round
    if end is not None:
        yield button("go-on", str(end.row.number), say("page.next_round"), class_="main", data_waits="", data_next="")
        return
    if view.is_my_turn and view.assist is Assist.NONE and not view.table.paused:  # so that the buttons give no help
        if view.table.rules.draw is not Draw.NONE:
            yield button("order", "draw", draw().label)
        yield button("order", "knock", knock().label)
    step = next_step(state.model, state.selection)
    if step is not None:
        waits = "" if isinstance(step.action, Rematch) else None
        press, value = _press_for(step.action)
        yield button(press, value, step.label, class_="main" if step.brief else "main idle", data_waits=waits)


def _press_for(action: Action | None) -> tuple[str, str]:
    """The press that carries out this action, and not what may be next when it arrives."""
    match action:
        case None:
            return "advise", ""
        case PlayTile(tile, arm):
            return "play", str(tile) if arm is None else f"{tile} {arm}"
        case _:
            return "order", command_for(action)


def _other_buttons(state: State) -> Iterator[Markup]:
    view = state.model.view
    yield from _about_seats(state)
    if state.model.request_to_answer is None:  # else the answers have the room of these two
        has_a_choice = view.is_my_turn and len(view.choices().plays) > 1 and state.ends.of_round is None
        if has_a_choice and view.assist is Assist.POINTS and not view.table.paused:
            has_hint = state.model.hint_request.given is not None
            yield button("order", "hint", say("page.all_plays" if has_hint else "page.hint"))
        yield chat_button(state)
    yield menu_button()


# Choosing.


def drop_impossible_choice(state: State) -> None:
    """Drop a chosen tile or end that can no longer be chosen."""
    view, chosen = state.model.view, state.selection
    state.selection = chosen.settled(view) if chosen.tile in view.my_hand() else Selection()


def choose(state: State, tile: Tile) -> None:
    """Choose a tile of the hand, and its best end."""
    view = state.model.view
    state.selection = select_tile(view, tile)


def choose_hinted(state: State) -> None:
    """Choose the best play of the hint, so that the hand and the board show what it is about."""
    hint = state.model.hint_request.given
    if hint is not None:
        state.selection = select_tile(state.model.view, hint.plays[0].tile, hint.plays[0].arm)


def play_chosen(state: State) -> None:
    """Play the chosen tile at the chosen end, or prepare that for the next turn."""
    chosen = state.selection
    if chosen.tile is None:
        state.sentences.notify(play_words.choose())
        return
    view = state.model.view
    arm = None if view.layout.lead is None else chosen.arm
    outcome = moves.play(state.model, chosen.tile, arm)
    if not isinstance(outcome, WhyNot):
        state.selection = Selection()
    state.done(outcome)


def _tap(state: State, value: Value) -> None:
    state.taps += 1
    tile = _tile_named(state, field(value))
    premove = state.model.premoves.play
    if tile is None:
        return
    if premove is not None and premove.tile == tile:
        state.wish(TakeBack())
    elif state.selection.tile == tile:
        play_chosen(state)
    else:
        choose(state, tile)


def _lift(state: State, value: Value) -> None:
    """Choose a tile that begins to be dragged. It is never played by this, and a prepared play stays."""
    state.taps += 1
    tile, premove = _tile_named(state, field(value)), state.model.premoves.play
    if tile is not None and tile != state.selection.tile and (premove is None or premove.tile != tile):
        choose(state, tile)


def _tap_end(state: State, value: Value) -> None:
    """Choose this end, or play there if it is chosen. The value also names the tile of a ghost that was pressed.

    If another tile has been chosen meanwhile, that of the ghost is chosen again.
    """
    named, _, of_tile = field(value).partition(" ")
    view, chosen = state.model.view, state.selection
    if named not in tuple(Arm) or view.seat is None:
        return
    arm, tile = Arm(named), _tile_named(state, of_tile) if of_tile else chosen.tile
    if tile is None:
        state.sentences.notify(play_words.choose())
    elif tile not in view.my_hand():
        state.sentences.notify(refusal(view, Reason.TILE_NOT_HELD, PlayTile(tile, arm)).text, Subject.REFUSED)
    elif arm not in view.arms_to_choose(tile):
        state.sentences.notify(refusal(view, Reason.DOES_NOT_FIT, PlayTile(tile, arm)).text, Subject.REFUSED)
    elif chosen == Selection(tile, arm):
        play_chosen(state)
    else:
        state.selection = Selection(tile, arm)


def _play(state: State, value: Value) -> None:
    named, _, arm = field(value).partition(" ")
    tile = _tile_named(state, named)
    if tile is not None and arm in ("", *Arm):
        state.selection = Selection(tile, Arm(arm) if arm else None)
        play_chosen(state)


def _advise(state: State, _: Value) -> None:
    state.sentences.notify(must_lead(state.model.view) or play_words.choose())


def do_next(state: State) -> None:
    """Do what the large button says; without one, say what is being waited for."""
    step = next_step(state.model, state.selection)
    if state.ends.of_round is not None:
        state.ends.go_on()
    elif step is None:
        state.sentences.say(*answer(state.model, "t", state.services.now()))
    elif step.action is None:
        _advise(state, "")
    elif isinstance(step.action, PlayTile):
        play_chosen(state)
    else:
        state.wish(step.action)


def _order(state: State, value: Value) -> None:
    word, _, rest = field(value).partition(" ")
    wish = read_action(state.model, word.casefold(), rest.strip())
    if state.front is None or not state.front.is_unread or isinstance(wish, Rematch):
        state.show("")
    if isinstance(wish, WhyNot):
        state.done(wish)
    elif isinstance(wish, Action):
        state.wish(wish)


def _go_on(state: State, value: Value) -> None:
    """Have the table show the next round. The value is the number of the one before, in case another has ended."""
    end = state.ends.of_round
    if end is not None and field(value) == str(end.row.number):
        state.ends.go_on()


def _tile_named(state: State, named: str) -> Tile | None:
    return next((tile for tile in set_of_tiles(state.model.table.rules.max_pip) if str(tile) == named), None)


PRESSES: Final = {
    "tile": _tap,
    "lift": _lift,
    "end": _tap_end,
    "play": _play,
    "advise": _advise,
    "order": _order,
    "go-on": _go_on,
}
