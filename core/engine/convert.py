"""One converter: attrs values to plain JSON-able data and back.

`cattrs` is imported when it is first needed: starting a command that plays no game costs nothing.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from wargame.core.engine.state import State

if TYPE_CHECKING:
    from cattrs import Converter


@lru_cache(maxsize=1)
def make_converter() -> Converter:
    """The converter for states and data: unknown keys refused, frozensets sorted, integer keys as text."""
    import cattrs

    converter = cattrs.Converter(forbid_extra_keys=True, unstruct_collection_overrides={frozenset: sorted})
    converter.register_structure_hook(bool | int | str, lambda value, _: value)
    converter.register_structure_hook(float | int | str, lambda value, _: value)
    return converter


@lru_cache(maxsize=64)
def _state_functions(cls: type[State]) -> tuple[Any, Any]:
    """How a state class is written and read: all but its transient fields."""
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

    converter = make_converter()
    attrs.resolve_types(cls, _module_names(cls))
    omit: dict[str, Any] = {
        f.name: override(omit=True) for f in attrs.fields(cls) if f.metadata.get("transient") or not f.init
    }
    return (
        make_dict_unstructure_fn(cls, converter, **omit),
        make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=False, **omit),
    )


def _module_names(cls: type[Any]) -> dict[str, Any]:
    """The names that annotations of a class and its bases may use."""
    names: dict[str, Any] = {"Title": Any, "Rules": Any}  # transient, and imported for typing only
    for base in reversed(cls.__mro__):
        names.update(vars(sys.modules[base.__module__]))
    return names


def state_to_data(state: State) -> dict[str, Any]:
    """The whole state as JSON-able data."""
    kind: Any = type(state)
    write, _ = _state_functions(kind)
    return json.loads(json.dumps(write(state), default=sorted))  # type: ignore[no-any-return]  # frozensets


def state_from_data(cls: type[State], data: Mapping[str, Any]) -> State:
    """The state again; its indexes are made anew."""
    kind: Any = cls
    _, read = _state_functions(kind)
    state: State = read(cls.upgrade(dict(data)), cls)
    state.reindex()
    return state


def digest(data: Any) -> str:
    """A short hash of JSON-able data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
