#!/usr/bin/env bash
# A dictionary with members of an enum as its keys, once written with cattrs, can be read back in some formats only.
#
# One would expect that what a ready-made converter of cattrs writes, the same converter reads, as it does with members
# as values of a dictionary, and that another format changes nothing but the bytes. A plain `Enum` of strings is a good
# key in JSON by the standard library and by msgspec; with orjson, and in TOML, the key becomes the member's name in
# Python, with its class, and is refused when it is read. Where a format has only strings as keys, a key `IntEnum.ONE`
# is written as "1", and refused, too, while a plain `int` comes back. All of them write without a word, so that it
# shows only when the file is needed. Seen on 2026-11-30 with Python 3.11.7 and cattrs 26.2.1:
#
#     keys                          json        msgspec     orjson      tomlkit     pyyaml      cbor2
#     int                           read        read        read        read        read        read
#     StrEnum                       read        read        read        read        read        read
#     Enum of strings               read        read        refused     refused     read        read
#     IntEnum, Enum of numbers      refused     refused     refused     refused     read        read
#     any of these, as values       read        read        read        read        read        read
#
# Exits with 1 if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q cattrs==26.2.1 msgspec==0.23.0 orjson==3.13.0 tomlkit==0.15.2 pyyaml==6.0.4 cbor2==6.3.0

cat > written.py <<'P'
from enum import Enum, IntEnum, StrEnum
from importlib import import_module

from cattrs import BaseValidationError

Number = IntEnum("Number", {"ONE": 1})
PlainNumber = Enum("PlainNumber", {"ONE": 1})
PlainText = Enum("PlainText", {"LEFT": "left"})
Text = StrEnum("Text", {"LEFT": "left"})


def is_read(converter, value, shape):
    written = converter.dumps(value, unstructure_as=shape)
    try:
        return "read" if converter.loads(written, shape) == value else "another value"
    except BaseValidationError:
        return "refused"


for name in ("json", "msgspec", "orjson", "tomlkit", "pyyaml", "cbor2"):
    converter = import_module(f"cattrs.preconf.{name}").make_converter()
    keys = [
        f"{type(key).__name__} {is_read(converter, {key: 1}, dict[type(key), int])}"
        for key in (1, Text.LEFT, PlainText.LEFT, Number.ONE, PlainNumber.ONE)
    ]
    values = {
        is_read(converter, {"key": value}, dict[str, type(value)])
        for value in (1, Text.LEFT, PlainText.LEFT, Number.ONE, PlainNumber.ONE)
    }
    print(f"{name}: {', '.join(keys)}; as values {', '.join(values)}")
P

expected='json: int read, Text read, PlainText read, Number refused, PlainNumber refused; as values read
msgspec: int read, Text read, PlainText read, Number refused, PlainNumber refused; as values read
orjson: int read, Text read, PlainText refused, Number refused, PlainNumber refused; as values read
tomlkit: int read, Text read, PlainText refused, Number refused, PlainNumber refused; as values read
pyyaml: int read, Text read, PlainText read, Number read, PlainNumber read; as values read
cbor2: int read, Text read, PlainText read, Number read, PlainNumber read; as values read'

venv/bin/python written.py | tee seen
[ "$(cat seen)" = "$expected" ] || { echo "this has changed" >&2; exit 1; }
