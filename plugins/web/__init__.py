"""Boards in the browser: `wargame serve`, and `wargame run TITLE --browser` for one game.

A `Room` is a game that is being served, with its file and who plays each side; `Folder` holds the rooms of a folder of
saves. A seat is an address nobody can guess (`seats`). What a seat sees is made in `views`, from what its side may know
and nothing else. `app` is the web application, `thinking` lets bots think in processes of their own, and `static/` is
what the browser loads: plain modules and one stylesheet.
"""
