"""An engine for `fivesd engine` that always chooses the play that scores most."""

import sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "fives":
        print("id name Greedy")
        print("ready", flush=True)
    elif word == "go":
        plays = [word.split(":") for word in rest]
        tile, arm, _ = max(plays, key=lambda play: int(play[2]))
        print("play", tile, arm, flush=True)
    elif word == "quit":
        break
