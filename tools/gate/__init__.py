"""What the programs send, store, draw and print, recorded, and compared after a change of layout.

`wire` plays the matches of the simulator, `rows` reads journals, `views` draws the front ends, `programs` runs
commands, `kept` opens what an earlier tree has left; `recording` writes and compares texts. Everything goes through
what such a change must leave alone: lines, files, screens and command lines. So the tree after it can be compared with
a recording of the tree before it. Not here: whether what is recorded is right, which the tests say.
"""
