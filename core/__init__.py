"""The kernel: knows no title, no terminal, no file of any title.

Read the modules in this order: `questions` and `actions` (what a procedure asks and what it gets), `state` (what
changes), `sequence` (who is next), `game` (what runs it all), `journal` (what is kept). The rest are tools for rules:
`board`, `search`, `zoc`, `stacking`, `tables`, `piles`; for a title's data: `title`, `data`, `rulebook`, `picture`; and
what all of them use: `events`, `errors`, `chance`, `convert`.

This file stays empty of imports so that starting the command line costs nothing.
"""
