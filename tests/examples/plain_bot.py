"""A player that knows no rules: it tries its tiles, heaviest first, and lets the host say no. plain_bot.py HOST PORT"""

import json
import secrets
import socket
import sys
import time

wire = socket.create_connection((sys.argv[1], int(sys.argv[2])))
# Two files: a single one would discard its read buffer on every write.
said, lines = wire.makefile("w", encoding="utf-8"), wire.makefile("r", encoding="utf-8", newline="\n")
ids = (f"{secrets.token_hex(4)}-{n}" for n in range(10**9))
asked, seat, seq, head, hand, ideas, waits = "", 0, 0, 0, [], [], False
print(json.dumps({"type": "hello", "protocol": 2, "client": "plain bot 1", "name": "Plain"}), file=said, flush=True)
for line in lines:
    message = json.loads(line)
    if message.get("id", asked) != asked:
        continue  # the reply to a request from before this match
    kind, why, event = message["type"], message.get("reason"), message.get("event", {})
    if kind == "welcome":
        asked, seat, head, waits = "", message["seat"], message["head"], False
    if event.get("type") == "round_dealt":
        hand = event["hands"][seat]
    elif event.get("seat") == seat and "tile" in event:
        hand = [*hand, event["tile"]] if event["type"] == "tile_drawn" else [t for t in hand if t != event["tile"]]
    if kind == "entry":
        seq = message["seq"]
    if kind == "accepted" or why == "stale" or (kind == "entry" and seq >= head and not waits):
        tiles = sorted(hand, key=lambda tile: -sum(map(int, tile.split("-"))))
        ideas = [{"type": "play_tile", "tile": tile} for tile in tiles] + [{"type": "draw_tile"}, {"type": "knock"}]
    elif why == "ambiguous_arm":
        ideas[:1] = [{**ideas[0], "arm": arm} for arm in ("left", "right", "up", "down")]
    elif why in ("does_not_fit", "must_lead", "can_play", "can_draw", "nothing_to_draw"):
        ideas = ideas[1:]
    elif why in ("too_fast", "store_failed"):
        time.sleep(0.2)
    else:
        waits = waits and kind != "refused"  # not its turn, or a pause: an entry will end either
        continue
    waits = bool(ideas)
    if ideas:
        asked = next(ids)
        command = {"type": "do", "id": asked, "seq": seq, "command": ideas[0]}
        print(json.dumps(command), file=said, flush=True)
