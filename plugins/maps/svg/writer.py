"""Elements of an SVG document as text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Value = str | float | int | None


def element(tag: str, *content: str, **attributes: Value) -> str:
    """One element; `class_` and `stroke_width` become `class` and `stroke-width`, None is left out.

    >>> element("circle", class_="fort", cx=3.14159, r=2)
    '<circle class="fort" cx="3.1" r="2"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_text(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def group(content: Iterable[str], **attributes: Value) -> str:
    """A `<g>`, or nothing where there is nothing to group."""
    inside = "".join(content)
    return element("g", inside, **attributes) if inside else ""


def words(text: str, x: float, y: float, class_: str, **attributes: Value) -> str:
    """A text at a place."""
    return element("text", escape(text), class_=class_, x=x, y=y, **attributes)


def tooltip(text: str) -> str:
    """What a browser shows while the pointer rests on the element around it."""
    return element("title", escape(text))


def points(places: Iterable[tuple[float, float]]) -> str:
    """Places as the `points` of a polygon or polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def number(value: float) -> str:
    """A coordinate to a tenth of a pixel."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def _text(value: Value) -> str:
    return number(value) if isinstance(value, float) else escape(str(value))
