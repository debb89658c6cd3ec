"""The tables of one host, and which guest goes to which table."""
