"""The log of a trial, classified by a recipe.

    >>> recipe = read_recipe("recipe.yaml")
    >>> result = recipe.scan("trial.log", exit_code=0, walltime_sec=812.5)
    >>> result.verdict, result.failures
    ('fail', ('oom',))

A recipe is checked when it is read and never run as code. One recipe may scan in many threads at once; other threads
run while it does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cordon import _native

__all__ = ["BUILTIN_PATTERNS", "BuiltinPattern", "LogError", "Recipe", "RecipeError", "ScanResult", "read_recipe"]


class RecipeError(ValueError):
    """The recipe is refused. `line` and `column` (1-based) say where, when that is known."""

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        place = ":".join(str(part) for part in (file, line, column) if part)
        super().__init__(f"{place}: {message}" if place else message)
        self.file = file
        self.line = line
        self.column = column


class LogError(OSError):
    """The log cannot be read to its end: a folder, or a compressed stream that is damaged."""


class BuiltinPattern(NamedTuple):
    """A pattern that every log is searched for. One that is found makes the verdict fail."""

    id: str
    detects: str
    regex: str
    flags: str
    """Letters of Python's inline flags."""
    sample: str
    """A line it finds."""


BUILTIN_PATTERNS: tuple[BuiltinPattern, ...] = tuple(BuiltinPattern(*row) for row in _native.builtin_patterns())


@dataclass(frozen=True)
class ScanResult:
    """What a scan found."""

    verdict: Literal["pass", "fail"]
    failures: tuple[str, ...]
    """The detectors that make the verdict: ids of built-in patterns, "custom:" and the id of one of the recipe's."""
    warnings: tuple[str, ...]
    custom_fired: tuple[str, ...]
    """The recipe's patterns that fired, of every level."""
    given_up: tuple[str, ...]
    """Patterns that took too much work somewhere in the log and may have missed a match."""
    unmet: tuple[str, ...]
    """The recipe's patterns that matched, but whose condition was false or raised an exception."""
    captures: Mapping[str, str]
    """Named groups of what fired."""
    _json: str = field(repr=False)

    @property
    def failed(self) -> bool:
        return self.verdict == "fail"

    def to_dict(self) -> dict[str, Any]:
        """The document that `cordon probe scan --output-format json` prints."""
        document: dict[str, Any] = json.loads(self._json)
        return document


class Recipe:
    """A recipe that was read and checked."""

    __slots__ = ("_native", "detectors", "warnings")

    detectors: tuple[str, ...]
    """Its own patterns, in order: "custom:" and the id."""
    warnings: tuple[str, ...]
    """What it can only get wrong, such as a condition that names a group its regex does not have."""

    def __init__(self, source: str | bytes, name: str = "recipe") -> None:
        """source is YAML; name is what errors call it."""
        data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
        try:
            self._native = _native.read_recipe(name, data)
        except _native.Refused as error:
            raise RecipeError(*error.args[:4]) from None
        self.detectors = tuple(_native.recipe_detectors(self._native))
        self.warnings = tuple(_native.recipe_warnings(self._native))

    def scan(
        self,
        log: str | os.PathLike[str] | int,
        *,
        exit_code: int,
        walltime_sec: float = 0.0,
        peak_vram_mib: int | None = None,
        timed_out: bool = False,
    ) -> ScanResult:
        """Reads a log to its end: a file, or an open descriptor, which stays open. Plain, gzip or zstd, told by its
        first bytes. Memory does not depend on its length."""
        if isinstance(log, int):
            return self._scan(log, f"descriptor {log}", exit_code, walltime_sec, peak_vram_mib, timed_out)
        with open(log, "rb", buffering=0) as stream:
            name = os.fspath(log)
            return self._scan(stream.fileno(), name, exit_code, walltime_sec, peak_vram_mib, timed_out)

    def scan_text(
        self,
        log: str | bytes,
        *,
        exit_code: int,
        walltime_sec: float = 0.0,
        peak_vram_mib: int | None = None,
        timed_out: bool = False,
    ) -> ScanResult:
        """The same for a log in memory, which is never taken to be compressed."""
        data = log.encode("utf-8", "surrogatepass") if isinstance(log, str) else log
        return self._scan(data, "log", exit_code, walltime_sec, peak_vram_mib, timed_out)

    def _scan(self, log: bytes | int, name: str, *trial: Any) -> ScanResult:
        try:
            row = _native.scan(self._native, log, name, *trial)
        except _native.Refused as error:
            raise LogError(f"{error.args[1] or name}: {error.args[0]}") from None
        failed, failures, warnings, custom, given_up, unmet, captures, document = row
        return ScanResult(
            "fail" if failed else "pass",
            tuple(failures),
            tuple(warnings),
            tuple(custom),
            tuple(given_up),
            tuple(unmet),
            captures,
            document,
        )


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Reads and checks a recipe's file; raises RecipeError when it is refused."""
    return Recipe(Path(path).read_bytes(), os.fspath(path))
