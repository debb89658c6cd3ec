"""Connections to players."""
