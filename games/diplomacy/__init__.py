"""Diplomacy: seven powers, simultaneous orders, no dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .adjudicator import adjudicate

__all__ = ["adjudicate"]


def __getattr__(name: str) -> Any:
    if name == "adjudicate":
        from .adjudicator import adjudicate

        return adjudicate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
