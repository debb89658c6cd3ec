"""What happened at a table, what may be requested, and who may see it."""
