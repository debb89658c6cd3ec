"""Programs for developers: nothing that a player runs.

Here: what measures (`bench`, `reliability`), what looks for faults (`simulator`, `fuzz`), what compares two trees
(`gate`), and what builds need. They play with the helpers of `tests`, such as its hosts and players. Not here: the
tests of these programs, which are in `tests`.
"""
