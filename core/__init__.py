"""The kernel: what every wargame needs, and nothing of any particular one.

Where to find what:

    maps, hexes                 `board` and `search`, in mechanics
    units, steps, markers       `state`, in engine
    stacking                    `stacking`
    control of spaces           `control`
    zones of control            `zones`
    movement                    `movement`; `rail` for strategic movement
    supply                      `supply`
    combat                      `attack`, `odds`, `losses`, `retreat`, `advance`; `ways` lists the paths of the last two
    reinforcements              `arrivals`, `replacements`
    cards and chits             `cards`
    sequence of play            `sequence`, in engine
    asking a player             `offers`, `questions`, `actions`, in engine; `answers`, `choosing`
    dice                        `questions` asks for them, `chance` rolls them
    hidden information          `sight`, in title
    pictures of the map         `picture`, in title
    bots and learning agents    `plans` and `observation`, in title

`engine` is how a game runs. Read `offers`, `questions` and `actions` first, then `state`, `sequence`, `runner` (which
runs the procedures of a title), `game` (which front ends use), `past` (for undo), `journal` (the save file) and
`replay` (playing recorded answers again). The others serve them: `events`, `errors`, `result`, `chance`, `positions`,
`convert`, `words`, `mistakes` (what is wrong in the code of a title, and where) and `restricted` (questions of which a
variant forbids some answers). `mechanics` is what wargames share. `title` is what a title consists of: `title`, `data`,
`rulebook`, `picture`, `rules`, `sight`, `targets`, `plans`, `observation`.

`docs/kernel.md` has the signatures and an example of each mechanism. This file imports nothing, so that the command
line starts quickly.
"""
