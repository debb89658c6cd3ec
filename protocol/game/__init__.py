"""The game without players: tiles, the layout, the rules and their options, points."""
