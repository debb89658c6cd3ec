"""Connections to clients."""
