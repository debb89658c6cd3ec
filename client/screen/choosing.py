"""What keys and clicks do where one of several lines is chosen: the lobby, the form, the table's menu, the seats.

Lives here: moving among the lines, and doing what the chosen one says. Not here: what the lines say (`lobby`,
`form_sheet`, `table_menu`, `seating`), play (`wishes`).
"""

from typing import Final

from attrs import define

from client.checks import WhyNot
from client.form import Form
from client.intent import Prepared
from client.link import Link
from client.model import Model
from client.screen import seating
from client.screen.desk import Desk
from client.screen.form_sheet import FormSheet
from client.screen.menu import Choice, GoTo, NewTable, SeeTables
from client.screen.overlay import Menu
from client.screen.paper import RowHit
from client.screen.seating import Offer
from client.words import lobby as words_lobby
from protocol.bot_levels import LEVEL_NAMES
from protocol.commands import AddBot, RemoveBot
from protocol.messages import Do, OpenTable, Role
from protocol.option_kinds import RulesError

_STEPS: Final = {"up": -1, "down": 1, "tab": 1, "pageup": -8, "pagedown": 8}


@define(eq=False)
class Choosing:
    """One player's choices. `only_watches`: who came to look on sits down nowhere. `locked`: see `type_in`."""

    desk: Desk
    link: Link
    only_watches: bool = False
    locked: str = ""

    @property
    def _model(self) -> Model:
        return self.desk.model

    def press(self, key: str) -> bool:
        """Do what a key asks for; False where there is nothing to choose, or the key has nothing to do with it."""
        desk = self.desk
        if desk.over.asks is not None:
            asked, desk.over.asks = desk.over.asks, None
            if key in ("enter", "y"):
                self._do(asked)
            return True
        if desk.over.form is not None:
            return self._in_form(desk.over.form, key)
        if desk.over.menu is not None:
            return self._in_menu(key)
        return self._among_seats(key) if desk.is_choosing_seats else False

    def hit(self, hit: RowHit) -> None:
        """A click on a line points at it; one on the line that is pointed at does what Enter would do there."""
        desk = self.desk
        if desk.over.form is not None:
            was = desk.over.form.at
            desk.over.form = desk.over.form.on(hit.row)
            if hit.step:
                desk.over.form = desk.over.form.changed(hit.step)
            elif was == hit.row:
                self._type_value(desk.over.form)
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
            self._go(self.locked)
        else:
            return False
        return True

    def follow(self) -> None:
        """Go to the table that has been opened for this player, as soon as there is one."""
        opened, self._model.lobby.opened = self._model.lobby.opened, None
        if opened is not None:
            self.desk.over.put_away()
            self._go(opened)

    # The lobby, and the table's menu.

    def _in_menu(self, key: str) -> bool:
        desk = self.desk
        if key in _STEPS:
            desk.over.row = (desk.over.row + _STEPS[key]) % max(1, len(desk.over.choices))
        elif key.isdecimal():
            desk.over.row = min(max(int(key) - 1, 0), len(desk.over.choices) - 1)
        elif key in ("enter", "space"):
            self._choose()
        elif key == "w" and desk.over.menu is Menu.LOBBY:
            self._choose(watches=True)
        elif key in ("escape", "left", "j", "x") and not desk.over.is_in_lobby:
            desk.over.put_away()
        else:
            return desk.over.is_in_lobby and key in ("left", "right", "escape")
        return True

    def _choose(self, *, watches: bool = False) -> None:
        desk = self.desk
        if not desk.over.choices:
            return
        choice = desk.over.choices[desk.over.row]
        if choice.asks:
            desk.over.asks = choice
        else:
            self._do(choice, watches=watches)

    def _do(self, choice: Choice, *, watches: bool = False) -> None:
        desk, wish = self.desk, choice.wish
        match wish:
            case GoTo():
                self._go_or_ask(wish.table, watches=watches)
            case NewTable():
                desk.over.form = FormSheet(Form(self._model.new_tables))
            case SeeTables():
                self.see_tables()
            case _:
                desk.over.put_away()
                self._done(self._model.ask(wish))

    def see_tables(self) -> None:
        """Show the lobby over the table where one sits."""
        if self._done(self._model.ask_tables()):
            self.desk.over.ask_for(Menu.LOBBY)

    def see_menu(self) -> None:
        """Show what can be done with this table."""
        self.desk.over.ask_for(Menu.TABLE)

    def _go_or_ask(self, table: str, *, watches: bool) -> None:
        desk, told = self.desk, self._model.lobby.named(table)
        if desk.is_at(table):
            desk.over.put_away()
            return
        is_mine = self.link.has_kept_seat(table)
        looks_on = watches or self.only_watches or (self._model.lobby.is_full(table) and not is_mine)
        self._model.session.role = Role.SPECTATOR if looks_on else Role.PLAYER
        if told is not None and told.locked and not is_mine and self._model.session.password is None:
            self.locked, desk.over.entry = table, words_lobby.ASKS_FOR_WORD
        else:
            self._go(table)

    def _go(self, table: str) -> None:
        if self._done(self.link.move_to(table)):
            self.desk.over.put_away()

    # The form.

    def _in_form(self, sheet: FormSheet, key: str) -> bool:
        desk = self.desk
        if key in _STEPS:
            desk.over.form = sheet.stepped(_STEPS[key])
        elif key.isdecimal() and not sheet.row.is_typed:
            desk.over.form = sheet.digit(key)
        elif key in ("left", "right"):
            desk.over.form = sheet.changed(1 if key == "right" else -1)
        elif key == "backspace":
            desk.over.form = sheet.put_back()
        elif key == "space":
            self._type_value(sheet)
        elif key == "enter":
            self._open(sheet)
        elif key in ("escape", "q"):
            desk.over.form = None
        else:
            return False
        return True

    def _type_value(self, sheet: FormSheet) -> None:
        self.desk.over.entry = sheet.sign

    def _open(self, sheet: FormSheet) -> None:
        try:
            wanted: OpenTable = sheet.form.wanted()
        except RulesError:
            return  # the form says why not, as long as it is so
        self._done(self._model.open_table(wanted))

    # The seats before a match.

    def _among_seats(self, key: str) -> bool:
        desk, model = self.desk, self._model
        seats = len(model.table.seats)
        if key in _STEPS:
            desk.over.row = (desk.over.row + _STEPS[key]) % seats
        elif key.isdecimal() and 1 <= int(key) <= seats:
            desk.over.row = int(key) - 1
        elif key == "space":
            self._take_offer()
        elif key == "b" and model.is_host:
            self._seat_bot(desk.seat_at)
        elif key in ("left", "right") and model.is_host:
            self._change_level(desk.seat_at, 1 if key == "right" else -1)
        else:
            return key in ("left", "right")
        return True

    def _take_offer(self) -> None:
        model, seat = self._model, self.desk.seat_at
        match seating.offer_of(model, seat):
            case Offer.SIT:
                self._done(model.take_seat(seat))
            case Offer.STAND:
                self._done(model.leave_seat())
            case Offer.SEND_AWAY:
                self._done(model.as_host(RemoveBot(seat)))
            case None:
                pass

    def _seat_bot(self, seat: int) -> None:
        if self._model.table.seats[seat].is_free:
            self._done(self._model.as_host(AddBot(seat, self.desk.level)))

    def _change_level(self, seat: int, by: int) -> None:
        """Another level, for the bot on this seat or for the next one that is seated."""
        desk, who = self.desk, self._model.table.seats[seat]
        now = who.bot if who.bot in LEVEL_NAMES else desk.level
        desk.level = LEVEL_NAMES[(LEVEL_NAMES.index(now) + by) % len(LEVEL_NAMES)]
        if who.bot is not None and self._done(self._model.as_host(RemoveBot(seat))):
            self._done(self._model.as_host(AddBot(seat, desk.level)))

    def _done(self, outcome: Do | Prepared | WhyNot | None) -> bool:
        if isinstance(outcome, WhyNot):
            self.desk.tell(outcome.text, "class:notice.refused")
        return not isinstance(outcome, WhyNot)
