"""The terminal, below both of its front ends: typed and printed lines, what it can draw, the player's look."""
