"""The language both sides speak: dominoes, their rules, events, messages. Pure: no I/O, no clock, no chance."""
