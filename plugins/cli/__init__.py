"""The command line: `wargame list`, `info`, `run`, `resume`, `replay`, `map`, `rules`, `protocol`, `simulate`, `serve`, `new`,
`sketch`, `check`."""

from wargame.plugins.cli.commands import main

__all__ = ["main"]
