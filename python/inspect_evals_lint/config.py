"""What [tool.inspect-evals-lint] says, with the presets' defaults filled in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cordon import _native

DEFAULT_PRESET = "multi-eval"
SINGLE_EVAL_PRESET = "single-eval"


class ConfigError(Exception):
    """The configuration is wrong. `file`, `line` and `column` say where, when that is known."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column


def raise_config_error(error: _native.Refused) -> ConfigError:
    message, file, line, column, _ = error.args
    place = ":".join(str(part) for part in (file, line, column) if part)
    return ConfigError(f"{place}: {message}" if place else message, file, line, column)


@dataclass(frozen=True)
class LintConfig:
    """Every key of the table. Change one with `dataclasses.replace`."""

    preset: str = DEFAULT_PRESET
    source_root: str = "src"
    tests_root: str = "tests"
    tests_layout: str = "per-eval"
    readme_location: str = "eval-dir"
    eval_yaml_required: bool = True
    import_prefix: str = ""
    registry: str = "entry-points"
    registry_module: str | None = None
    helper_dirs: frozenset[str] = frozenset({"utils"})
    ignore_dirs: frozenset[str] = frozenset({"examples"})
    eval_yaml_required_fields: tuple[str, ...] = ("title", "description", "group", "contributors", "tasks")
    isolated_packages_dir: str | None = None
    per_eval_dependency_group: bool = False
    select: tuple[str, ...] = ("IE",)
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    allowlists: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The tables named after rules."""
    preview: bool = False

    def table(self) -> str:
        """The table as TOML, its keys at the top level."""
        lines = []
        for key in fields(self):
            value = getattr(self, key.name)
            if value is not None and key.name != "options" and (value or key.name != "preview"):
                lines.append(f"{key.name.replace('_', '-')} = {_toml(value)}")
        lines += [f"{_toml(rule)} = {_toml(options)}" for rule, options in self.options.items()]
        return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value as TOML: its strings are written as JSON writes them."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (frozenset, set)):
        value = sorted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _from_document(document: dict[str, Any]) -> LintConfig:
    known = {key.name for key in fields(LintConfig)}
    values: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for key, value in document.items():
        name = key.replace("-", "_")
        if name not in known:
            options[name] = value
        elif name in ("helper_dirs", "ignore_dirs"):
            values[name] = frozenset(value)
        elif name in ("registry_module", "isolated_packages_dir"):
            values[name] = value or None
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return LintConfig(**values, options=options)


def open_config(root: str | os.PathLike[str] | None, *, preset: str | None = None, table: str | None = None,
                select: list[str] | None = None) -> _native._Config:
    path = None if root is None else os.fspath(root)
    try:
        return _native.load(path, preset, select, None, False, None, os.environ.get("VIRTUAL_ENV"), 0, table)
    except _native.Refused as error:
        raise raise_config_error(error) from None


def load_config(root: str | os.PathLike[str], preset: str | None = None) -> LintConfig:
    """The configuration of the repository at root; `preset` stands for the table's."""
    return _from_document(json.loads(_native.config_json(open_config(root, preset=preset))))


def find_repo_root(start: str | os.PathLike[str] | None = None) -> Path:
    """The nearest folder, from start upwards, whose pyproject.toml has the table; else the nearest with a
    pyproject.toml; else start."""
    return Path(_native.find_root(Path(start or Path.cwd()).resolve()))


def _preset(name: str) -> LintConfig:
    config = _native.load(os.devnull, name, None, None, False, None, None, 0, "")
    return _from_document(json.loads(_native.config_json(config)))


PRESETS: Mapping[str, LintConfig] = {name: _preset(name) for name in ("multi-eval", "monorepo", "single-eval")}

REGISTER_CONFIG: LintConfig = LintConfig(**{**PRESETS[SINGLE_EVAL_PRESET].__dict__, "eval_yaml_required": False})
"""For repositories whose metadata lives in a register entry: one evaluation, eval.yaml optional."""
