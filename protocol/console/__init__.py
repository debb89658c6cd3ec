"""Shared by both command lines."""
