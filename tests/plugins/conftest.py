"""Fixtures of all plugin tests."""

from .shell import shell

__all__ = ["shell"]
