"""Every page of the documentation is followed from top to bottom; no block of code is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .guide import DOCS, FENCE, Reader, blocks, needs, why_unchecked

PAGES = sorted(
    str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md") if path.relative_to(DOCS).parts[0] != "reference"
)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page) and page != "kernel.md"])
def test_what_a_page_tells_its_reader_to_do_works(page: str, tmp_path: Path) -> None:
    Reader(tmp_path).follow(page)


@pytest.mark.parametrize("page", PAGES)
def test_no_code_of_a_page_is_unchecked(page: str) -> None:
    assert [why for block in blocks(page) if (why := why_unchecked(block))] == []
    text = FENCE.sub("", (DOCS / page).read_text(encoding="utf-8"))
    assert "```" not in re.sub(r"^```{(?:toctree|include|figure|image)}.*?^```$", "", text, flags=re.M | re.S)
    assert not re.findall(r"\n\n    \S.*", text), "code belongs in a block that says what it is"
    checks = Path(__file__).with_name("test_docs.py").read_text(encoding="utf-8")
    for block in blocks(page):
        name = block.note.removeprefix("checked by ")
        assert name == block.note or re.search(rf"^def {name}\(", checks, re.M), block.note
    assert all((DOCS / other).exists() for other in needs(page))
