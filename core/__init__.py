"""The kernel: knows no title, no terminal, no file of any title.

`engine` is how a game runs. Read `offers`, `questions` and `actions` first (what a procedure asks and gets), then
`state` (what changes), `sequence` (who is next), `runner` (what runs the procedures), `game` (what a front end
holds), `past` (what undo goes back to) and `journal` (what is kept); `events`, `errors`, `result`, `chance`,
`positions` and `convert` serve them all. `mechanics` is what wargames share: `board`, `search`, `movement`, `zones`,
`stacking`, `supply`, `rail`, `control`; `attack`, `odds`, `losses`, `retreat`, `advance`, `ways`; `arrivals`,
`replacements`, `cards`; `choosing` for questions asked only where there is a choice, or until done. `title` is what a
title is made of: `title`, `data`, `rulebook`, `picture`, `rules`, `sight`, `targets`.

This file stays empty of imports so that starting the command line costs nothing.
"""
