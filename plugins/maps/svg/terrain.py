"""How terrain looks: a colour and a pattern for each kind, so that neither colour nor grey print is needed to tell."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.plugins.maps.svg.writer import element

KINDS = {
    "clear": "clear", "plain": "clear", "inland": "land", "coastal": "coast", "sea": "sea", "lake": "sea",
    "forest": "forest", "wood": "forest", "swamp": "swamp", "marsh": "swamp", "mountain": "mountain", "hill": "rough",
    "rough": "rough", "desert": "desert", "city": "clear", "": "clear",
}  # fmt: skip

# A few strokes in the lower half of a space, 40 wide: trees, reeds, peaks, waves.
PATTERNS = {
    "forest": ("pattern solid", "M-14 14l4-8l4 8zM-4 20l4-8l4 8zM6 14l4-8l4 8z"),
    "swamp": ("pattern water", "M-15 12h8M-13 9v3M-11 7v5M-9 9v3M3 18h9M5 15v3M7 13v5M9 15v3"),
    "mountain": ("pattern relief", "M-16 17l7-12l7 12M-2 20l6-10l6 10M-9 5l2 4M4 10l2 3"),
    "rough": ("pattern relief", "M-14 14q4-6 8 0M-3 19q4-6 8 0M7 13q4-6 8 0"),
    "desert": ("pattern relief", "M-13 12h2M-5 17h2M4 11h2M10 17h2M-9 20h2"),
    "sea": ("pattern water", "M-14 12q3.5-4 7 0t7 0M-2 19q3.5-4 7 0t7 0"),
    "odd-1": ("pattern relief", "M-12 16l6-6M-4 18l6-6M4 16l6-6"),
    "odd-2": ("pattern relief", "M-12 10l6 6M-4 12l6 6M4 10l6 6M-12 16l6-6M-4 18l6-6M4 16l6-6"),
    "odd-3": ("pattern relief", "M-12 12h6M-2 17h6M6 12h6"),
}


def styles(terrains: Iterable[str]) -> dict[str, str]:
    """The look of each terrain of a title: by its name, else one of three that are left for what has no known name."""
    found: dict[str, str] = {}
    odd = 0
    for terrain in dict.fromkeys(terrains):
        known = next((look for word, look in KINDS.items() if word and word in terrain.casefold()), None)
        if terrain == "" or known:
            found[terrain] = known or "clear"
        else:
            odd += 1
            found[terrain] = f"odd-{min(odd, 3)}"
    return found


def definitions(used: Iterable[str]) -> str:
    """The patterns of the looks that are used."""
    return "".join(
        element("path", id=f"terrain-{look}", class_=PATTERNS[look][0], d=PATTERNS[look][1])
        for look in sorted(set(used))
        if look in PATTERNS
    )
