"""Mixed deals and the history once more, written from WIRE.md alone: it shares no code with the program.

A client in another language would do it like this. Plain lists and texts; nothing is fast.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any


def h(tag: str, *parts: object) -> str:
    data = b""
    for part in (tag, *parts):
        text = str(part).encode("utf-8")
        data += bytes([len(text) >> 24 & 255, len(text) >> 16 & 255, len(text) >> 8 & 255, len(text) & 255]) + text
    return hashlib.sha256(data).hexdigest()


def chain(secret: str, length: int) -> list[str]:
    """The links, the seal first: the number for round r is at place r."""
    links = [h("chain", secret)]
    while len(links) <= length:
        links.append(h("link", links[-1]))
    return links[::-1]


def stream(seed: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(bytes.fromhex(seed), counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(n: int, numbers: Iterator[int]) -> int:
    greatest = 2**32 // n * n
    return next(number for number in numbers if number < greatest) % n


def shuffled(max_pip: int, numbers: Iterator[int]) -> list[str]:
    tiles = [f"{high}-{low}" for high in range(max_pip + 1) for low in range(high + 1)]
    for place in range(len(tiles), 1, -1):
        other = below(place, numbers)
        tiles[place - 1], tiles[other] = tiles[other], tiles[place - 1]
    return tiles


def seed(round_: int, host_number: str, numbers: Sequence[str | None]) -> str:
    """`numbers`: by seat, None for none."""
    parts: list[object] = []
    for seat, number in enumerate(numbers):
        if number is not None:
            parts += [seat, number]
    return h("deal", round_, host_number, *parts)


def history_after(before: str, entry: dict[str, Any]) -> str:
    entry = json.loads(json.dumps(entry))
    entry.pop("type", None)
    event = entry["event"]
    if event["type"] == "round_dealt":
        event["boneyard"] = [None for _ in event["boneyard"]]
        event["hands"] = [[None for _ in hand] for hand in event["hands"]]
    if event["type"] == "tile_drawn":
        event["tile"] = None
    return h("entry", before, json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def words(word_list: Sequence[str], history: str, host_number: str, numbers: Sequence[str | None]) -> list[str]:
    parts: list[object] = []
    for seat, number in enumerate(numbers):
        if number is not None:
            parts += [seat, number]
    bits = f"{int(h('words', history, host_number, *parts), 16):0256b}"
    return [word_list[int(bits[at : at + 11], 2)] for at in range(0, 44, 11)]
