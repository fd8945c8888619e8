"""The command line: the group `wargame` and its commands, each of which imports what it needs when it is called."""

from wargame.plugins.cli.commands import main

__all__ = ["main"]
