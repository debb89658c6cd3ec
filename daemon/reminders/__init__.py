"""Reminders: messages outside the game that it is a player's turn, for players who are not connected."""
