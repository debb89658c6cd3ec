"""What a player can ask for, as values: each key, menu line, button and typed command stands for one of them.

Here: the values alone, for every front end. Not here: which key or word asks for which (`keys`, `typed_commands`),
carrying one out (`carry_out`).
"""

from enum import Enum, auto

from protocol.frozen import frozen
from protocol.game.options import Value
from protocol.log.commands import (
    AddBot,
    AnswerRequest,
    ChangeGame,
    DrawTile,
    EndMatch,
    HandOver,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    React,
    Readmit,
    Rematch,
    RemindAt,
    RemindCode,
    RemoveBot,
    RequestSeat,
    Resume,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.operator_commands import (
    CloseTable,
    Invite,
    MakeHostCode,
    OpenFixture,
    ReadLog,
    Revoke,
    Uninvite,
)
from protocol.wire.messages import OpenTable


@frozen
class GoTo:
    """Go to a table, to play or to watch."""

    table: str
    password: str | None = None
    watches: bool = False


@frozen
class NewTable:
    """Describe a new table, with a form or by questions."""


@frozen
class OtherGame:
    """Describe another game for this table before its match, or other rules, with a form or by questions."""


@frozen
class SeeTables:
    """See the tables of this host."""


@frozen
class SeeGames:
    """See the player's own games, on this machine."""


@frozen
class AnalyseMatch:
    """Analyse the match that has ended, and see its replay."""


@frozen
class PlayOnAs:
    """Play the match of a replay on from the step that is shown, on this seat."""

    seat: int


@frozen
class Leave:
    """Leave the program."""


@frozen
class TryNow:
    """Connect to the host again now, in place of waiting for the next attempt."""


@frozen
class TakeOver:
    """Go on with the match on this machine, whose host is gone."""


@frozen
class GoThere:
    """Go to the host that was found to go on with the match, whose own host is gone."""


@frozen
class TakeBack:
    """Drop the play that is prepared for the player's next turn."""


@frozen
class BringBack:
    """Take the match back that the player's own host has left to another one. `anyway`: as in `TakeMatchBack`."""

    anyway: bool = False


@frozen
class AutoKnock:
    """Switch autoknock: a knock is made for the player when it is the only move left."""

    is_on: bool


@frozen
class ChangeSetting:
    """Give a setting this value, or without one its next value, and store it."""

    name: str
    value: Value | None = None


@frozen
class ChangeName:
    """Play under another name from the next seat on."""

    name: str


@frozen
class CopyLink:
    """Copy the link for friends, with the invitation of this name or with the usual one."""

    name: str | None = None


@frozen
class OtherAddress:
    """Have the link for friends and its code begin with another address of the player's own machine."""


@frozen
class NewInvitation:
    """Say whom to invite."""


@frozen
class TypeReminder:
    """Say at which address to be reminded, or type in the code that has come there."""

    is_code: bool = False


@frozen
class ReadLeague:
    """Fetch the league of this host, and what has been played."""


@frozen
class Show:
    """Show a panel, by its name."""

    panel: str


@frozen
class Ask:
    """Answer a question about the table in a few sentences, by its letter (`questions`)."""

    letter: str


@frozen
class StepTile:
    """Choose the next tile of the hand (1), or the one before (-1)."""

    by: int


@frozen
class StepFitting:
    """Choose the next tile that fits (1), or the one before (-1)."""

    by: int


@frozen
class StepEnd:
    """Choose the next end for the chosen tile (1), or the one before (-1)."""

    by: int


@frozen
class ChooseTile:
    """Choose a tile by its number; digits in quick succession are one number."""

    digit: str


@frozen
class AnswerNext:
    """Answer the spectator who asks for the seat of a bot, and is the next to be answered."""

    admits: bool


class Simple(Enum):
    """Actions that have no details."""

    NEXT_STEP = auto()
    """Do the one thing that there is to do now (`next_step`)."""
    SAY = auto()
    """Type a line of chat."""
    COMMAND = auto()
    """Type a command."""
    SWITCH_END = auto()
    """After a match, the last board in place of the curve, or the other way round."""
    ZOOM = auto()
    """Draw the tiles smaller, or as large as possible again."""
    MOUSE = auto()
    """Give the mouse to the terminal, or take it back."""


class Go(Enum):
    """Where the cursor of a replay can go. The page's buttons have these names."""

    ON = "on"
    BACK = "back"
    NEXT_ROUND = "round-on"
    PREVIOUS_ROUND = "round-back"
    NEXT_SCORE = "score-on"
    PREVIOUS_SCORE = "score-back"
    START = "first"
    END = "last"


class Replaying(Enum):
    """What else can be done in a replay."""

    RUN = auto()
    """Play by itself, or pause."""
    FASTER = auto()
    SLOWER = auto()
    NEXT_VIEW = auto()
    """Show the game as the next player saw it, or with all tiles open."""
    BETTER = auto()
    """The better play in place of the one that was made, or back."""
    STOP = auto()
    """Stop the analysis that is running."""
    GO_TO_PLAY = auto()
    """Type the number of a play to go to."""


InTurn = PlayTile | DrawTile | Knock | TakeHint
OfTheTable = TakeSeat | LeaveSeat | RequestSeat | AnswerRequest | Rematch | React | RemindAt | RemindCode
OfTheHost = ChangeGame | Start | Pause | Resume | EndMatch | Kick | Readmit | HandOver | AddBot | RemoveBot
OfOwnDaemon = Invite | Uninvite | MakeHostCode | Revoke | CloseTable | OpenFixture | ReadLog
SharedAction = (
    InTurn
    | OfTheTable
    | OfTheHost
    | GoTo
    | SeeTables
    | ReadLeague
    | OpenTable
    | TryNow
    | TakeOver
    | GoThere
    | BringBack
    | TakeBack
    | AnswerNext
    | AutoKnock
    | ChangeSetting
    | ChangeName
    | CopyLink
    | OtherAddress
    | OfOwnDaemon
)
Action = (
    SharedAction
    | NewInvitation
    | TypeReminder
    | NewTable
    | OtherGame
    | Leave
    | SeeGames
    | AnalyseMatch
    | PlayOnAs
    | Show
)
"""What a menu, a button or a typed command may stand for. Each front end carries out those after `SharedAction` itself.
"""
Select = StepTile | StepFitting | StepEnd | ChooseTile
KeyAction = Action | Ask | Select | Simple
"""What a key of the table may stand for."""
ReplayAction = Go | Replaying | Show | Ask | AnalyseMatch | Leave | Simple
"""What a key of a replay may stand for."""
