"""How Sphinx builds the site: `pip install '.[docs]' && sphinx-build -W docs site`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from generate import write_reference  # noqa: E402 (it stands beside this file)

write_reference(HERE / "reference")

project = "wargame"
copyright = "the wargame developers"
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "reference/parts"]
html_theme = "furo"
html_title = "wargame"
html_static_path = ["static"]
html_css_files = ["site.css"]
suppress_warnings = ["misc.highlighting_failure"]  # `console` blocks show what a person types, not a shell script

BLOCK_OF_A_FILE = re.compile(r"^```(\w+) ((?:in )?\S*[./]\S*)\n", re.MULTILINE)


def name_files(app: Any, page: str, source: list[str]) -> None:
    """Show above a block of code which file it is (```python ford/model.py), is part of, or changes."""

    def with_caption(found: re.Match[str]) -> str:
        language, about = found[1], found[2]
        caption = f"A part of {about[3:]}" if about.startswith("in ") else about
        return f"```{{code-block}} {language}\n:caption: {caption}\n\n"

    source[0] = BLOCK_OF_A_FILE.sub(with_caption, source[0])


def setup(app: Any) -> None:
    app.connect("source-read", name_files)
