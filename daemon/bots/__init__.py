"""Bots. They see only what their seat sees."""
