"""Objects of JSON to messages and back; `type` says which class an object is of.

Lives here: cattrs, set up to read strictly what a stranger sends and leniently what a daemon sends; what is said of an
object that is no message. Not here: lines, and who may send what (`codec`); how a single value is read (`exact`).
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import NoneType
from typing import Any, Final, NoReturn, TypeVar, get_args

import cattrs
from attrs import NOTHING, fields, has
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from protocol.clean import brief, clean
from protocol.game.options import Spelling
from protocol.game.rules import Rules
from protocol.game.tiles import Hand, Tile
from protocol.log import commands, events
from protocol.wire import exact
from protocol.wire.messages import Welcome

T = TypeVar("T")
Json = dict[str, Any]
LONGEST_FAULT: Final = 300
"""Characters of what is said about a malformed line."""


class MalformedError(Exception):
    """The bytes are no message: whose fault it is, is clear. The text says what is wrong, in one line."""


class UnknownTypeError(Exception):
    """A `type` that stands for nothing here."""

    def __init__(self, tag: str) -> None:
        super().__init__(f"there is no type {brief(tag)}")


class Reader:
    """Reads the messages of a union; what is wrong is found out again in detail, only when something is."""

    def __init__(self, names: Mapping[Any, str], *, strict: bool) -> None:
        self._quick = _Tagged(_make_converter(strict=strict, detailed=False), names)
        self._detailed = _Tagged(_make_converter(strict=strict, detailed=True), names)

    def make_ready(self) -> None:
        """Make now what is otherwise made when the first message of its type is read."""
        self._quick.make_ready()

    def read(self, value: object) -> Any:
        """The message. Raises `MalformedError`, and `UnknownTypeError` if it is of a type that is not among these."""
        try:
            return self._quick.structure(value)
        except UnknownTypeError:
            raise
        except Exception as error:  # noqa: BLE001 - cattrs lets any error of a hook through: all mean malformed
            self._explain(value, error)

    def _explain(self, value: object, error: Exception) -> NoReturn:
        try:
            self._detailed.structure(value)
        except cattrs.BaseValidationError as detailed:
            unknown = _find(detailed, UnknownTypeError)
            if unknown is not None:
                raise unknown from None
            faults = cattrs.transform_error(detailed, format_exception=_what_is_wrong)
            raise MalformedError("; ".join(map(_with_its_place_first, faults[:3]))) from None
        except UnknownTypeError:
            raise
        except Exception:  # noqa: BLE001, S110 - as in `read`; the first error is told
            pass
        raise MalformedError(_plain(str(error))) from None


def make_writer(names: Mapping[Any, str]) -> Callable[[Any], Json]:
    """What makes the object of a message: its fields, and the name of its class as `type`."""
    return _Tagged(_make_converter(strict=True, detailed=False), names).unstructure


def _structure_object(converter: cattrs.Converter, of: Any) -> Callable[[object, object], Any]:
    """A class from an object. Fields that are null may be left out of it (WIRE.md)."""
    hook = make_dict_structure_fn(
        of, converter, _cattrs_forbid_extra_keys=converter.forbid_extra_keys, from_=override(rename="from")
    )
    nulls = {each.name: None for each in fields(of) if each.default is NOTHING and NoneType in get_args(each.type)}

    def structure(value: object, _: object) -> Any:
        if type(value) is not dict:
            raise TypeError(f"{brief(value)} is not an object")
        return hook({**nulls, **value} if nulls else value, of)

    return structure


def _structure_tuple(converter: cattrs.Converter, of: Any) -> Callable[[object, object], tuple[Any, ...]]:
    (inner, _) = of.__args__
    hook = converter.get_structure_hook(inner)

    def structure(value: object, _: object) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError(f"{brief(value)} is not a list")
        return tuple([hook(each, inner) for each in value])

    return structure


_EXACTLY: Final[tuple[tuple[type, Callable[[Any, Any], object]], ...]] = (
    (int, exact.whole_number),
    (str, exact.text),
    (bool, exact.yes_or_no),
    (float, exact.seconds),
    (StrEnum, exact.word),
    (Tile, exact.tile),
)
"""In place of cattrs' own hooks, which make a 7 of "7" and a 1 of true.

They are registered by class: cattrs asks its classes before its predicates.
"""


def _hand_as_json(hand: Hand) -> list[str | None]:
    return [None if each is None else f"{each[0]}-{each[1]}" for each in hand]


def _is(wanted: Any) -> Callable[[Any], bool]:
    return lambda of: bool(of == wanted)


def _make_converter(*, strict: bool, detailed: bool) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=strict, detailed_validation=detailed)
    converter.register_unstructure_hook(Tile, str)
    converter.register_unstructure_hook_func(_is(Hand), _hand_as_json)
    for type_, hook in _EXACTLY:
        converter.register_structure_hook(type_, hook)
    converter.register_structure_hook_func(_is(Spelling), exact.spelling)
    converter.register_structure_hook_func(_is(dict[str, Spelling]), exact.settings)
    converter.register_structure_hook_factory(
        lambda of: getattr(of, "__origin__", None) is tuple and of.__args__[-1:] == (Ellipsis,),
        lambda of: _structure_tuple(converter, of),
    )
    converter.register_structure_hook_factory(has, lambda of: _structure_object(converter, of))
    converter.register_unstructure_hook(
        Welcome, make_dict_unstructure_fn(Welcome, converter, from_=override(rename="from"))
    )
    converter.register_unstructure_hook_factory(
        lambda of: isinstance(of, type) and issubclass(of, Rules),
        lambda of: make_dict_unstructure_fn(of, converter, _cattrs_omit_if_default=True),
    )
    for union, names in (
        (commands.Command, commands.WIRE_NAMES),
        (events.Event, events.WIRE_NAMES),
    ):
        tagged = _Tagged(converter, names)
        converter.register_structure_hook_func(_is(union), tagged.structure)
        converter.register_unstructure_hook_func(_is(union), tagged.unstructure)
    return converter


class _Tagged:
    """A union of classes told apart by `type`: each class's hook is bound once and found by its tag."""

    def __init__(self, converter: cattrs.Converter, names: Mapping[Any, str]) -> None:
        self._converter = converter
        self._class_of = {name: cls for cls, name in names.items()}
        self._name_of = dict(names)
        self._readers: dict[str, Callable[[Json, Any], Any]] = {}
        self._writers: dict[type, Callable[[Any], Json]] = {}

    def structure(self, value: object, _: object = None) -> Any:
        if type(value) is not dict:
            raise TypeError(f"{brief(value)} is not an object")
        content = dict(value)
        tag = content.pop("type", None)
        if type(tag) is not str:
            raise TypeError("there is no type" if tag is None else f"{brief(tag)} is no type")
        cls = self._class_of.get(tag)
        if cls is None:
            raise UnknownTypeError(tag)
        reader = self._readers.get(tag) or self._reader(tag, cls)
        return reader(content, cls)

    def make_ready(self) -> None:
        for tag, cls in self._class_of.items():
            self._reader(tag, cls)

    def _reader(self, tag: str, cls: Any) -> Callable[[Json, Any], Any]:
        reader = self._readers[tag] = self._converter.get_structure_hook(cls)
        return reader

    def unstructure(self, value: Any) -> Json:
        cls = type(value)
        writer = self._writers.get(cls)
        if writer is None:
            writer = self._writers[cls] = self._converter.get_unstructure_hook(cls)
        return {"type": self._name_of[cls], **writer(value)}


def _find(group: BaseExceptionGroup[Any], kind: type[T]) -> T | None:
    for error in group.exceptions:
        if isinstance(error, kind):
            return error
        if isinstance(error, BaseExceptionGroup):
            found = _find(error, kind)
            if found is not None:
                return found
    return None


def _what_is_wrong(error: BaseException, _: object) -> str:
    match error:
        case KeyError():
            return "is missing"
        case cattrs.ForbiddenExtraKeysError():
            return f"there is no field {', '.join(sorted(error.extra_fields))}"
        case _:
            return str(error)


def _with_its_place_first(fault: str) -> str:
    """`n: '7' is not a whole number`, of cattrs' `'7' is not a whole number @ $.n`."""
    text, _, place = fault.rpartition(" @ $")
    return _plain(f"{place.removeprefix('.')}: {text}" if place else text)


def _plain(text: str) -> str:
    """One line that can be sent and shown, whatever the bytes were that it speaks of."""
    return clean(text)[:LONGEST_FAULT]
