"""The tables of one host, and who is led to which."""
