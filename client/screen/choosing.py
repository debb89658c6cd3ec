"""What keys and clicks do where one of several lines is chosen: the lobby, the form, the table's menu, the seats.

Lives here: moving among the lines, and doing what the chosen one says. Not here: what the lines say (`lobby`,
`form_sheet`, `table_menu`, `seating`), play (`controls`).
"""

from collections.abc import Callable
from typing import Final

from attrs import define, evolve

from client.actions.actions import Action, GoTo, Leave, NewTable, SeeTables, SharedAction, carry_out
from client.actions.confirmations import to_confirm
from client.actions.form import Form
from client.model.model import Model
from client.net.link import Link
from client.screen import footer_words as footer
from client.screen import seating
from client.screen.desk import Desk
from client.screen.form_sheet import FormSheet
from client.screen.menu import Question
from client.screen.overlay import Menu
from client.screen.paper import RowHit
from client.screen.seating import Offer
from client.screen.sheet_keys import STEPS, Act, act_of, seat_keys, sheet_keys
from client.words import lobby_words as words_lobby
from protocol.game.levels import LEVEL_NAMES
from protocol.log.commands import AddBot, LeaveSeat, RemoveBot, TakeSeat
from protocol.wire.messages import OpenTable, Role


@define(eq=False)
class Choosing:
    """One player's choices. `only_watches`: somebody who came to watch sits down nowhere. `locked`: see `type_in`."""

    desk: Desk
    link: Link
    only_watches: bool = False
    locked: str = ""
    _tried: str = ""

    @property
    def _model(self) -> Model:
        return self.desk.model

    def press(self, key: str) -> bool:
        """Do what a key asks for; False where the key has nothing to do with what is chosen from."""
        over = self.desk.over
        rows = (
            sheet_keys(over) if over.has_sheet else tuple(seat_keys(self.desk)) if self.desk.is_choosing_seats else ()
        )
        act = act_of(rows, key)
        if over.asks is not None and act is not Act.YES:
            act = Act.NO
        if act is not None:
            _DOES[act](self, key)
        return act is not None

    def hit(self, hit: RowHit) -> None:
        """A click on a line points at it; one on the line that is pointed at does what Enter would do there."""
        desk = self.desk
        if desk.over.form is not None:
            was = desk.over.form.at
            desk.over.form = desk.over.form.on(hit.row)
            if hit.step:
                desk.over.form = desk.over.form.changed(hit.step)
            elif was == hit.row:
                self._type_value()
        elif desk.over.row != hit.row:
            desk.over.row = hit.row
        elif desk.over.menu is not None:
            self._choose()
        elif desk.is_choosing_seats:
            self._take_offer()

    def type_in(self, sign: str, text: str) -> bool:
        """A line has been typed after this sign; False where it is not one of those asked for here.

        It may be the password of the table `locked`.
        """
        desk = self.desk
        if desk.over.form is not None and sign == desk.over.form.sign:
            desk.over.form = desk.over.form.typed(text)
        elif sign == words_lobby.ASKS_FOR_WORD:
            self._model.session.password = text.strip()
            self._tried = self.locked
            self._go(self.locked)
        else:
            return False
        return True

    def follow(self) -> None:
        """Go to the table that has been opened for this player, or point at the one whose password was not right."""
        names = self._model.lobby.names
        if self._tried in names and self.desk.over.is_in_lobby:
            self.desk.over.row, self._tried = names.index(self._tried), ""
        opened, self._model.lobby.opened = self._model.lobby.opened, None
        if opened is not None:
            self.desk.over.put_away()
            self._go(opened)

    # The lobby, and the table's menu.

    def _yes(self, _: str) -> None:
        over = self.desk.over
        asked, over.asks = over.asks, None
        if asked is not None:
            self._do(asked.wish)

    def _no(self, _: str) -> None:
        self.desk.over.asks = None

    def _back(self, _: str) -> None:
        over = self.desk.over
        if over.form is not None:
            over.form = None
        else:
            over.put_away()

    def _step(self, key: str) -> None:
        over, by = self.desk.over, STEPS[key]
        if over.form is not None:
            over.form = over.form.stepped(by)
        else:
            over.row = (self.desk.pointed_at + by) % max(1, self.desk.rows)

    def _number(self, key: str) -> None:
        over = self.desk.over
        if over.form is not None:
            over.form = over.form.digit(key)
        elif 1 <= int(key) <= self.desk.rows:
            over.row = int(key) - 1

    def _choose(self, _: str = "", *, watches: bool = False) -> None:
        choice = self.desk.over.choice
        if choice is not None:
            wish = choice.wish
            self.wish(evolve(wish, watches=watches) if isinstance(wish, GoTo) else wish)

    def _watch(self, _: str) -> None:
        self._choose(watches=True)

    def wish(self, wish: Action) -> None:
        """Do what is wished for; where there is a doubt about it, once that has been said yes to."""
        doubted = to_confirm(self._model, wish)
        if doubted is None:
            self._do(wish)
        else:
            key = "q or Enter" if isinstance(wish, Leave) else footer.ENTER
            self.desk.over.asks = Question(wish, f"{doubted} {key}: yes, other keys: no.")

    def _do(self, wish: Action) -> None:
        over = self.desk.over
        match wish:
            case Leave():
                self.desk.is_leaving = True
            case GoTo():
                self._go_or_ask(wish)
            case NewTable():
                over.form = FormSheet(Form(self._model.new_tables))
            case SeeTables():
                self.see_tables()
            case OpenTable():
                self.order(wish)
            case _:
                over.put_away()
                self.order(wish)

    def order(self, order: SharedAction) -> bool:
        """Carry this out, and say why not where it is not done; whether it is, or on its way."""
        return self.desk.answer(carry_out(order, self._model, self.link))

    def see_tables(self) -> None:
        """Show the lobby over the table where one sits."""
        if self.desk.answer(self._model.ask_tables()):
            self.desk.over.ask_for(Menu.LOBBY)

    def see_menu(self) -> None:
        """Show what can be done with this table."""
        self.desk.over.ask_for(Menu.TABLE)

    def _go_or_ask(self, wish: GoTo) -> None:
        over, model, table = self.desk.over, self._model, wish.table
        told = model.lobby.named(table)
        if over.is_at(table):
            over.put_away()
            return
        model.session.password = wish.password or model.session.password
        is_mine = self.link.has_saved_seat(table)
        looks_on = wish.watches or self.only_watches or (model.lobby.is_full(table) and not is_mine)
        model.session.role = Role.SPECTATOR if looks_on else Role.PLAYER
        if told is not None and told.locked and not is_mine and model.session.password is None:
            self.locked = table
            over.begin_line(words_lobby.ASKS_FOR_WORD)
        else:
            self._go(table)

    def _go(self, table: str) -> None:
        if self.desk.answer(self.link.move_to(table)):
            self.desk.over.put_away()

    # The form.

    @property
    def _sheet(self) -> FormSheet:
        assert self.desk.over.form is not None
        return self.desk.over.form

    def _change(self, key: str) -> None:
        self.desk.over.form = self._sheet.changed(1 if key == "right" else -1)

    def _put_back(self, _: str) -> None:
        self.desk.over.form = self._sheet.put_back()

    def _type_value(self, _: str = "") -> None:
        self.desk.over.begin_line(self._sheet.sign)

    def _begin_typing(self, letter: str) -> None:
        self.desk.over.begin_line(self._sheet.sign, letter)

    def _open(self, _: str) -> None:
        self._do(self._sheet.form.wanted())  # what there was to doubt has been said before the form

    # The seats before a match.

    def _take_offer(self, _: str = "") -> None:
        model, seat = self._model, self.desk.pointed_at
        match seating.offer_of(model, seat):
            case Offer.SIT:
                self.order(TakeSeat(seat))
            case Offer.STAND:
                self.order(LeaveSeat())
            case Offer.SEND_AWAY:
                self.order(RemoveBot(seat))
            case None:
                pass

    def _seat_bot(self, _: str) -> None:
        seat = self.desk.pointed_at
        if self._model.table.seats[seat].is_free:
            self.order(AddBot(seat, self.desk.level))

    def _change_level(self, key: str) -> None:
        """Another level, for the bot on this seat or for the next one that is seated."""
        desk, seat, by = self.desk, self.desk.pointed_at, 1 if key == "right" else -1
        who = self._model.table.seats[seat]
        now = who.bot if who.bot in LEVEL_NAMES else desk.level
        desk.level = LEVEL_NAMES[(LEVEL_NAMES.index(now) + by) % len(LEVEL_NAMES)]
        if who.bot is not None and self.order(RemoveBot(seat)):
            self.order(AddBot(seat, desk.level))


_DOES: Final[dict[Act, Callable[[Choosing, str], None]]] = {
    Act.YES: Choosing._yes,
    Act.NO: Choosing._no,
    Act.STEP: Choosing._step,
    Act.NUMBER: Choosing._number,
    Act.CHOOSE: Choosing._choose,
    Act.WATCH: Choosing._watch,
    Act.BACK: Choosing._back,
    Act.OPEN: Choosing._open,
    Act.CHANGE: Choosing._change,
    Act.PUT_BACK: Choosing._put_back,
    Act.TYPE: Choosing._type_value,
    Act.BEGIN_TYPING: Choosing._begin_typing,
    Act.OFFER: Choosing._take_offer,
    Act.SEAT_BOT: Choosing._seat_bot,
    Act.LEVEL: Choosing._change_level,
}
