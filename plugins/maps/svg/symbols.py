"""The symbols of counters, drawn by us in the manner of NATO's: a frame of 20 x 13 with a sign for the branch."""

from __future__ import annotations

from wargame.plugins.maps.svg.writer import element

WIDE, HIGH = 20.0, 13.0
SCALE = 1.1  # how large a symbol is drawn

# What is drawn inside the frame, from -10,-6.5 to 10,6.5.
BRANCHES = {
    "infantry": "M-10-6.5L10 6.5M-10 6.5L10-6.5",
    "cavalry": "M-10 6.5L10-6.5",
    "armour": "M-4-3H4A3 3 0 0 1 4 3H-4A3 3 0 0 1-4-3Z",
    "mechanised": "M-10-6.5L10 6.5M-10 6.5L10-6.5M-4-3H4A3 3 0 0 1 4 3H-4A3 3 0 0 1-4-3Z",
    "artillery": "M-2 0A2 2 0 1 0 2 0A2 2 0 1 0-2 0Z",
    "headquarters": "M-10-2.5H10M-10 6.5V10",
    "fortress": "M-6 4V-1H-4V-3H-2V-1H2V-3H4V-1H6V4Z",
    "mountain": "M-10-6.5L10 6.5M-10 6.5L10-6.5M-3.5 6.5L0 1L3.5 6.5Z",
    "engineer": "M-5 3V-3H5V3M0-3V3",
    "airborne": "M-10-6.5L10 6.5M-10 6.5L10-6.5M-4 5A2 2 0 0 1 0 5A2 2 0 0 1 4 5",
    "air": "M0 0C3-4 8-4 8 0S3 4 0 0S-8-4-8 0S-3 4 0 0",
    "fleet": "M-8 1H8L5.5 4.5H-5.5ZM0 1V-5M0-5L5-1H0",
    "army": "M-8 4.5H8M-4.5 4.5A4.5 4.5 0 1 1 4.5 4.5M3-2L10-5.5",
    "militia": "M-10-6.5L10 6.5M-10 6.5L10-6.5M-3-6.5V6.5",
}
FILLED = {"artillery", "fortress", "fleet", "army"}
BARE = {"fleet": 1.5, "army": 1.3}  # drawn without a frame, and larger


def definitions() -> str:
    """The frame and every branch, defined once and placed with `<use>`."""
    frame = element("rect", x=-WIDE / 2, y=-HIGH / 2, width=WIDE, height=HIGH, class_="frame")
    made = [element("g", frame, id="sign-other", transform=f"scale({SCALE})")]
    for name, path in BRANCHES.items():
        sign = element("path", d=path, class_=_style(name))
        shown = sign if name in BARE else frame + sign
        made.append(element("g", shown, id=f"sign-{name}", transform=f"scale({BARE.get(name, SCALE)})"))
    return "".join(made)


def _style(name: str) -> str:
    if name in BARE:
        return "bare"
    return "sign filled" if name in FILLED else "sign"


def sign_id(kind: str) -> str:
    """The id of the symbol for a kind of unit; a bare frame for what is not known."""
    return f"sign-{kind}" if kind in BRANCHES else "sign-other"
