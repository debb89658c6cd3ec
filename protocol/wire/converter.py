"""JSON objects to messages, events and commands, and back: cattrs, set up once for the whole wire.

The code for a class is generated when the class is first read or written: all of it would take a program a tenth of a
second at every start.

Here: reading objects and lists, choosing a class of a union by its tag, and the error texts for an object that is not a
message. Not here: reading single values (`exact`), lines and bytes (`codec`), and the classes with their names
(`messages`, `notices`, `events`, `commands`).
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import NoneType
from typing import Any, Final, get_args, get_origin

import cattrs
from attrs import NOTHING, fields, has
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from protocol.clean import brief, clean
from protocol.frozen import IF_ANY
from protocol.game.options import Spelling
from protocol.game.rules import Rules
from protocol.game.tiles import Hand, Tile
from protocol.log import commands, events
from protocol.sentences import Fact, Facts, Sentence
from protocol.wire import exact, messages, notices
from protocol.wire.limits import LONGEST_TEXT, MOST_FACTS, MOST_IN_A_LIST, limits_of

Json = dict[str, Any]
LONGEST_FAULT: Final = 300
"""The most characters of an error text about a malformed line."""
MOST_FAULTS: Final = 3
_FIELD_NAMES: Final[Mapping[str, Any]] = {"from_": override(rename="from")}
"""Fields with another name on the wire."""


class MalformedError(Exception):
    """The bytes are not a message. The text says why, in one line that is safe to send and show."""

    def __init__(self, text: str) -> None:
        super().__init__(clean(text)[:LONGEST_FAULT])


class OverLimitError(MalformedError):
    """A text or a list from a daemon is too long. The error names the field and quotes nothing."""


class UnknownTypeError(MalformedError):
    """A `type` or `kind` that this release does not know."""


class UnknownEventError(Exception):
    """An event that this release does not know: the user should update."""


def read(converter: cattrs.Converter, class_: Any, value: object) -> Any:
    """The JSON value as an object of the class or union `class_`.

    Raises `UnknownEventError`, and for everything else `MalformedError` or its subclass `OverLimitError`.
    """
    try:
        return converter.structure(value, class_)
    except cattrs.BaseValidationError as error:
        for cause in _single_errors(error):
            if isinstance(cause, UnknownEventError | OverLimitError):
                raise cause from None
        faults = cattrs.transform_error(error, format_exception=_what_is_wrong)
        raise MalformedError("; ".join(map(_with_its_place_first, faults[:MOST_FAULTS]))) from None
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None


def _single_errors(group: BaseExceptionGroup[Any]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _single_errors(error)
        else:
            yield error


def _what_is_wrong(error: BaseException, _: object) -> str:
    match error:
        case KeyError():
            return "is missing"
        case cattrs.ForbiddenExtraKeysError():
            return f"there is no field {', '.join(sorted(error.extra_fields))}"
        case _:
            return str(error)


def _with_its_place_first(fault: str) -> str:
    """`n: '7' is not a whole number`, from cattrs' `'7' is not a whole number @ $.n`."""
    text, _, place = fault.rpartition(" @ $")
    return f"{place.removeprefix('.')}: {text}" if place else text


_VALUES: Final[tuple[tuple[type, Callable[[Any, Any], object]], ...]] = (
    (int, exact.whole_number),
    (str, exact.text),
    (bool, exact.yes_or_no),
    (float, exact.seconds),
    (StrEnum, exact.word),
    (Tile, exact.tile),
)
"""These replace cattrs' own hooks, which would turn "7" into 7 and true into 1."""


def _object_reader(
    class_: Any, converter: cattrs.Converter, limits: Mapping[str, int]
) -> Callable[[object, object], Any]:
    """A hook that reads an attrs class from a JSON object, in which fields that are null may be missing (WIRE.md).

    `limits`: how long the texts and lists in its fields may be. Lengths are checked before any field is read.
    """
    structure = make_dict_structure_fn(
        class_, converter, _cattrs_forbid_extra_keys=converter.forbid_extra_keys, **_FIELD_NAMES
    )
    nulls = {
        field.name: None for field in fields(class_) if field.default is NOTHING and NoneType in get_args(field.type)
    }

    def hook(value: object, _: object) -> Any:
        if type(value) is not dict:
            raise MalformedError(f"{brief(value)} is not an object")
        for name, most in limits.items():
            field_value = value.get(name)
            if isinstance(field_value, str | list | dict) and len(field_value) > most:
                what = "characters" if isinstance(field_value, str) else "values"
                raise OverLimitError(f"`{name}` has more than {most} {what}")
        return structure({**nulls, **value} if nulls else value, class_)

    return hook


def _object_writer(class_: Any, converter: cattrs.Converter) -> Callable[[Any], Json]:
    """A hook that writes an attrs class with every field, except those with `IF_ANY` that have their default.

    Of rules, values that old logs do not have are left out.
    """
    if_any: dict[str, Any] = {
        field.name: override(omit_if_default=True)
        for field in fields(class_)
        if IF_ANY.items() <= field.metadata.items()
    }
    return make_dict_unstructure_fn(
        class_, converter, _cattrs_omit_if_default=issubclass(class_, Rules), **_FIELD_NAMES, **if_any
    )


def _tuple_reader(class_: Any, converter: cattrs.Converter, most: int | None) -> Callable[[object, object], Any]:
    structure = homogenous_tuple_structure_factory(class_, converter)

    def hook(value: object, _: object) -> Any:
        if type(value) is not list:
            raise MalformedError(f"{brief(value)} is not a list")
        if most is not None and len(value) > most:
            raise OverLimitError(f"a list has more than {most} values")
        return structure(value, class_)

    return hook


def _facts_within_limits(value: object, _: object) -> Facts:
    facts = exact.facts(value, _)
    _check_facts(facts)
    return facts


def _check_facts(facts: Mapping[str, Fact]) -> None:
    if len(facts) > MOST_FACTS:
        raise OverLimitError(f"a sentence has more than {MOST_FACTS} facts")
    for name, fact in facts.items():
        if isinstance(fact, Sentence):
            _check_facts(fact.facts)
        shown = fact.key if isinstance(fact, Sentence) else fact
        if any(len(text) > LONGEST_TEXT for text in (name, shown) if isinstance(text, str)):
            raise OverLimitError(f"a fact has more than {LONGEST_TEXT} characters")


def _write_facts(facts: Facts) -> Json:
    return {name: _write_fact(fact) for name, fact in facts.items()}


def _write_fact(fact: Fact) -> Json | str | int:
    return {"code": fact.key, "facts": _write_facts(dict(fact.facts))} if isinstance(fact, Sentence) else fact


def _write_hand(hand: Hand) -> list[str | None]:
    """The tiles as text. cattrs' own writer takes twice as long, and each viewer gets every hand of a deal."""
    return [None if tile is None else str(tile) for tile in hand]


def _is_tuple(class_: Any) -> bool:
    return get_origin(class_) is tuple


def _register_union(
    converter: cattrs.Converter,
    union: Any,
    names: Mapping[Any, str],
    *,
    tag: str = "type",
    fields_of_all: tuple[str, ...] = (),
    unknown: type[Exception] = UnknownTypeError,
    inner: Any = None,
) -> None:
    """Have the converter read and write the classes of a union by a tag.

    The tag is written first. `fields_of_all` are always written, as null if a class does not have them. `unknown` is
    raised for a tag that is not in `names`. `inner`: a union within this one, whose classes share a tag here.
    """
    types = {class_: class_ for class_ in get_args(union)} | dict.fromkeys(get_args(inner), inner)
    tagged = {names[class_]: type_ for class_, type_ in types.items()}
    blank = dict.fromkeys(fields_of_all)
    readers: dict[str, Callable[[Json, Any], Any]] = {}
    writers: dict[Any, Callable[[Any], Json]] = {}
    """The hooks that have been used, by tag and by class: cattrs would look them up again for each object."""

    def reader(value: object, _: object) -> Any:
        if type(value) is not dict:
            raise MalformedError(f"{brief(value)} is not an object")
        name = value.get(tag)
        if type(name) is not str:
            raise MalformedError(f"there is no {tag}" if name is None else f"{brief(name)} is no {tag}")
        if name not in tagged:
            raise unknown(f"there is no {tag} {brief(name)}")
        if name not in readers:
            readers[name] = converter.get_structure_hook(tagged[name])
        untagged = value.copy()
        del untagged[tag]
        return readers[name](untagged, tagged[name])

    def writer(value: Any) -> Json:
        class_ = type(value)
        if class_ not in writers:
            writers[class_] = converter.get_unstructure_hook(types[class_])
        return {tag: names[class_], **blank, **writers[class_](value)}

    converter.register_structure_hook(union, reader)
    converter.register_unstructure_hook(union, writer)


def _make_converter(*, strict: bool, limited: bool = False) -> cattrs.Converter:
    """A converter that reads values exactly. If `strict`, it also refuses unknown fields.

    If `limited`, it refuses texts and lists that are longer than a daemon may send.
    """

    def object_reader(class_: Any, converter: cattrs.Converter) -> Callable[[object, object], Any]:
        return _object_reader(class_, converter, limits_of(class_) if limited else {})

    def tuple_reader(class_: Any, converter: cattrs.Converter) -> Callable[[object, object], Any]:
        return _tuple_reader(class_, converter, MOST_IN_A_LIST if limited else None)

    converter = cattrs.Converter(forbid_extra_keys=strict)
    for type_, hook in _VALUES:  # by class, because cattrs tries its own hooks by class before any predicate
        converter.register_structure_hook(type_, hook)
    converter.register_unstructure_hook(Tile, str)
    converter.register_unstructure_hook_func(lambda class_: bool(class_ == Hand), _write_hand)
    converter.register_structure_hook_func(lambda class_: bool(class_ == Spelling), exact.spelling)
    converter.register_structure_hook_func(lambda class_: bool(class_ == dict[str, Spelling]), exact.settings)
    facts = _facts_within_limits if limited else exact.facts
    converter.register_structure_hook_func(lambda class_: bool(class_ == Facts), facts)
    converter.register_unstructure_hook_func(lambda class_: bool(class_ == Facts), _write_facts)
    converter.register_structure_hook_factory(_is_tuple, tuple_reader)
    converter.register_structure_hook_factory(has, object_reader)
    converter.register_unstructure_hook_factory(has, _object_writer)
    _register_union(converter, events.Event, events.WIRE_NAMES, unknown=UnknownEventError)
    return converter


def _strict_converter() -> cattrs.Converter:
    converter = _make_converter(strict=True)
    _register_union(converter, commands.Command, commands.WIRE_NAMES)
    _register_union(converter, messages.FromClient, messages.FROM_CLIENT)
    return converter


def _lenient_converter() -> cattrs.Converter:
    converter = _make_converter(strict=False, limited=True)
    _register_union(converter, notices.Notice, notices.KINDS, tag="kind", fields_of_all=notices.FIELDS)
    _register_union(converter, messages.FromDaemon, messages.FROM_DAEMON, inner=notices.Notice)
    _register_union(converter, messages.BesideEntries, messages.FROM_DAEMON, inner=notices.Notice)
    return converter


STRICT: Final = _strict_converter()
"""For messages from clients, and for everything stored."""
LENIENT: Final = _lenient_converter()
"""For messages from daemons: unknown fields are ignored, and texts and lists have limits."""
FROM_FILE: Final = _make_converter(strict=False)
"""For files that a player names: unknown fields are ignored, and lists may have any length."""
