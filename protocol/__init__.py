"""Shared by daemon and client: dominoes, their rules, events, messages. Pure: no I/O, no clock, no randomness."""
