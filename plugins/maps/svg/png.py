"""SVG to PNG, by `resvg-py` (`pip install 'wargame[png]'`)."""

from __future__ import annotations

from wargame.core.engine.errors import WargameError


def to_png(svg: str, width: int | None = None) -> bytes:
    """The picture as the bytes of a PNG file, `width` pixels wide (as large as it was drawn, by default)."""
    try:
        import resvg_py
    except ImportError:
        raise WargameError("PNG files need resvg-py: pip install 'wargame[png]'; SVG files need nothing.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
