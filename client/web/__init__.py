"""The page: a front end for a browser."""
