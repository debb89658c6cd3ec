"""Computer players. They see what their seat sees, and know nothing else of the daemon."""
