"""Shared by both programs: addresses and links, flags, child programs."""
