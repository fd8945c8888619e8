"""Which plugins are installed, and which hooks each may implement: found out without importing any of them."""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from importlib import metadata
from importlib.abc import InspectLoader
from importlib.metadata import EntryPoint

GROUP = "wargame"
# A module that mentions neither a hook's name nor any of these does not implement the hook.
IN_DISGUISE = re.compile(r"import\s*\\?\s*\*|\b(?:globals|vars|setattr|exec|eval)\s*\(|__getattr__|sys\.modules")


@lru_cache(maxsize=1)
def entry_points() -> tuple[EntryPoint, ...]:
    """All entry points, our own before those of other distributions of the same name."""
    points = metadata.entry_points(group=GROUP)
    return tuple(sorted(points, key=lambda p: (p.name, distribution(p)[0] != "wargame", distribution(p), p.value)))


def distribution(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist is not None else (point.value, "")


def plugin_names() -> list[str]:
    """The names of all installed plugins, without importing any."""
    return list(dict.fromkeys(point.name for point in entry_points()))


def may_implement(point: EntryPoint, hook: str) -> bool:
    """Whether a plugin may implement a hook, judged from its source without importing it; True if in doubt."""
    if point.attr:  # an object, which may be defined anywhere
        return True
    try:
        spec = importlib.util.find_spec(point.module)
        source = spec.loader.get_source(point.module) if spec and isinstance(spec.loader, InspectLoader) else None
    except Exception:  # importing it will show what is wrong
        return True
    return source is None or hook in source or IN_DISGUISE.search(source) is not None


def any_may_implement(hook: str) -> bool:
    """Whether any installed plugin may implement a hook."""
    return any(may_implement(point, hook) for point in entry_points())
