"""Converts attrs values to JSON-able data and back.

`cattrs` is imported when it is first needed, so that commands that play no game start quickly.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from wargame.core.engine.state import State, Unit

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
def _reader(cls: type[State]) -> Any:
    """How a state class is read: all but its transient fields."""
    from cattrs.gen import make_dict_structure_fn, override

    attrs.resolve_types(cls, _module_names(cls))
    kind: Any = cls
    saved = _fields(kind)
    omit: dict[str, Any] = {f.name: override(omit=True) for f in attrs.fields(cls) if f.name not in saved}
    return make_dict_structure_fn(cls, make_converter(), _cattrs_forbid_extra_keys=False, **omit)


def _module_names(cls: type[Any]) -> dict[str, Any]:
    """The names that annotations of a class and its bases may use."""
    names: dict[str, Any] = {"Title": Any, "Rules": Any, "Board": Any}  # transient, and imported for typing only
    for base in reversed(cls.__mro__):
        names.update(vars(sys.modules[base.__module__]))
    return names


@cache
def _fields(cls: type[State]) -> tuple[str, ...]:
    """The fields of a state that are saved: all but its transient ones."""
    return tuple(f.name for f in attrs.fields(cls) if f.init and not f.metadata.get("transient"))


@cache
def _values_of(cls: Any) -> Callable[[State], tuple[Any, ...]]:
    """What reads the saved fields of a state, all at once."""
    return attrgetter(*_fields(cls))


def state_to_data(state: State, *, shared: bool = False) -> dict[str, Any]:
    """The whole state as JSON-able data, for the caller to change.

    `shared`: much faster; what stands for a single value (the entry of a unit) is shared with other calls. Such an
    entry may be replaced, but never changed itself.
    """
    kind: Any = type(state)
    if not shared:
        return {name: _own(getattr(state, name)) for name in _fields(kind)}
    values = dict(zip(_fields(kind), _values_of(kind)(state), strict=True))
    for name, as_data in _converted(kind):
        value = values[name]
        empty = None if value else _EMPTY.get(type(value))
        values[name] = as_data(value) if empty is None else empty()
    values["units"] = state.by_unit(shared_data)
    return values


@cache
def _converted(cls: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The saved fields that may hold something else than a number, a text or a bool, and how each is converted."""
    plain: set[object] = {*_SCALARS, *(kind.__name__ for kind in _SCALARS)}
    fields = [f for f in attrs.fields(cls) if f.name in _fields(cls) and f.type not in plain and f.name != "units"]
    return tuple((f.name, _converter(str(f.type))) for f in fields)


def _converter(annotation: str) -> Callable[[Any], Any]:
    """How to convert a field of this type, without a look at its values where the type says enough."""
    if annotation in ("dict[str, str]", "dict[str, int]", "dict[str, bool]"):
        return dict.copy
    return _shared_entries if annotation.startswith("dict[str, tuple[") else shared_data


_SCALARS: frozenset[type] = frozenset({str, int, float, bool, type(None)})
_TEXT = frozenset({str})
_NESTED = frozenset({dict, list})
_EMPTY: dict[type, type] = {dict: dict, tuple: list, frozenset: list}  # what an empty value is as data
_KEPT = 50_000  # values whose data are kept
_known: dict[int, Any] = {}  # the data of a value, by its id
_alive: list[Any] = []  # those values: none of their ids can belong to another one


def shared_data(value: Any) -> Any:
    """A field of a state as data, for views. The values of a state never change, so each is converted once.

    A dictionary is a new one at every call; its entries are shared with other calls and must not be changed.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is dict:
        found = _shared_entries(value)
        return found if {*map(type, found)} <= _TEXT else {_key(key): one for key, one in found.items()}
    data = _known.get(id(value))
    if data is None:
        if len(_alive) > _KEPT:
            _known.clear()
            _alive.clear()
        data = _known[id(value)] = _as_data(value)
        _alive.append(value)
    return data


def _as_data(value: Any) -> Any:
    """A value as `cattrs` converts it; units, which change all the time, and simple collections without its detours."""
    kind = type(value)
    if kind is Unit:
        return {"id": value.id, "at": value.at, "steps": value.steps, "marks": sorted(value.marks)}
    if kind is tuple:
        return [shared_data(one) for one in value]
    if kind is frozenset and {*map(type, value)} <= _TEXT:
        return sorted(value)
    return _plain(make_converter().unstructure(value))


def _shared_entries(entries: dict[Any, Any]) -> dict[Any, Any]:
    """The entries of a dictionary as data. A call for each of many units would take most of the time of a view."""
    if {*map(type, entries.values())} <= _SCALARS:
        return entries.copy()
    found = dict(zip(entries, map(_known.get, map(id, entries.values())), strict=True))
    if not all(found.values()):  # some are new, or empty
        for key, data in found.items():
            if not data:
                found[key] = shared_data(entries[key])
    return found


def _own(value: Any) -> Any:
    return _copied(shared_data(value))


def _copied(data: Any) -> Any:
    if type(data) is dict:
        return {key: _copied(one) if type(one) in _NESTED else one for key, one in data.items()}
    if type(data) is list:
        return [_copied(one) if type(one) in _NESTED else one for one in data]
    return data


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data, default=sorted))  # frozensets


def _key(key: Any) -> str:
    """A key of a dictionary as JSON writes it."""
    return str(next(iter(_plain({key: 0}))))


def state_from_data(cls: type[State], data: Mapping[str, Any]) -> State:
    """The state from its data, with its indexes rebuilt."""
    kind: Any = cls
    state: State = _reader(kind)(cls.upgrade(dict(data)), cls)
    state.reindex()
    return state


def digest(data: Any) -> str:
    """A short hash of JSON-able data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
