"""What is played: tiles, the layout, the rules and their options, points."""
