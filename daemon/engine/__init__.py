"""Engines: players of other people's that read lines on standard input and answer on standard output."""
