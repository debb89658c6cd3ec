"""This machine's network cards, its addresses, and the way out to the internet, now and when they change."""
