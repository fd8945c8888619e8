"""How Sphinx builds the site: `pip install '.[docs]' && sphinx-build -W docs site`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from generate import write_reference  # noqa: E402 (it stands beside this file)

write_reference(HERE / "reference")

project = "wargame"
copyright = "the wargame developers"
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "wargame"
suppress_warnings = ["misc.highlighting_failure"]  # `console` blocks show what a person types, not a shell script
