"""What [tool.inspect-evals-lint] says, with the presets' defaults filled in."""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from cordon import _native

DEFAULT_PRESET = "multi-eval"
SINGLE_EVAL_PRESET = "single-eval"


class ConfigError(ValueError):
    """The configuration is wrong. `file`, `line` and `column` say where, when that is known."""

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column


def error_text(error: _native.Refused) -> str:
    """On one line: "file:line:column: message", with the parts that are known."""
    message, *place, _ = error.args
    return ": ".join(part for part in (":".join(str(part) for part in place if part), message) if part)


def config_error(error: _native.Refused) -> ConfigError:
    _, file, line, column, _ = error.args
    return ConfigError(error_text(error), file, line, column)


Allowlist = frozenset[tuple[str, str]]
"""Pairs of a package and a key that a rule tolerates there."""


@dataclass(frozen=True)
class LintConfig:
    """Every key of the table. Change one with `dataclasses.replace`."""

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
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Pairs of a glob and selectors."""
    allowlists: Mapping[str, Allowlist] = field(default_factory=dict)
    """By the name of a rule."""
    rule_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By the name of a rule, the table that is named after it."""
    preview: bool = False
    preset: str = DEFAULT_PRESET
    """Where defaults of rules' options come from."""

    def source_dir(self, root: Path) -> Path:
        return root / self.source_root

    def tests_dir(self, root: Path) -> Path:
        return root / self.tests_root

    def package_dir(self, root: Path, name: str) -> Path:
        return self.source_dir(root) / name

    def module_name(self, name: str) -> str:
        """What a package is imported as."""
        return f"{self.import_prefix}.{name}" if self.import_prefix else name

    def table(self) -> str:
        """The table as TOML, its keys at the top level."""
        values: dict[str, Any] = {key.name.replace("_", "-"): getattr(self, key.name) for key in fields(self)}
        values["registry-module"] = self.registry_module or ""
        values["isolated-packages-dir"] = self.isolated_packages_dir or ""
        values["per-file-ignores"] = dict(self.per_file_ignores)
        values["allowlists"] = {rule: _by_package(pairs) for rule, pairs in self.allowlists.items()}
        values |= values.pop("rule-options")
        if not self.preview:
            del values["preview"]
        return to_toml(values)


def _by_package(pairs: Allowlist) -> dict[str, list[str]]:
    packages: dict[str, list[str]] = {}
    for package, key in sorted(pairs):
        packages.setdefault(package, []).append(key)
    return packages


def to_toml(table: Mapping[str, Any]) -> str:
    return "".join(f"{_toml(key)} = {_toml(value)}\n" for key, value in table.items())


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
        if name in known:
            values[name] = _field(name, value)
        else:
            options[name] = {option.replace("-", "_"): setting for option, setting in value.items()}
    return LintConfig(**values, rule_options=options)


def _field(name: str, value: Any) -> Any:
    if name in ("helper_dirs", "ignore_dirs"):
        return frozenset(value)
    if name in ("registry_module", "isolated_packages_dir"):
        return value or None
    if name == "per_file_ignores":
        return tuple((glob, tuple(selectors)) for glob, selectors in value.items())
    if name == "allowlists":
        return {
            rule: frozenset((package, key) for package, keys in packages.items() for key in keys)
            for rule, packages in value.items()
        }
    return tuple(value) if isinstance(value, list) else value


def _environment() -> str | None:
    """The installed packages that tell what an import belongs to: those beside this module, where they are kept as
    the library expects it."""
    return sys.prefix if Path(sysconfig.get_path("purelib")).name == "site-packages" else None


def open_config(
    root: str | os.PathLike[str] | None,
    *,
    preset: str | None = None,
    table: str | None = None,
    check: str | None = None,
) -> _native._Config:
    path = None if root is None else os.fspath(root)
    select = None if check is None else [check]
    try:
        return _native.load(path, preset, select, None, False, _environment(), None, 0, table)
    except _native.Refused as error:
        raise config_error(error) from None


def _load(root: str | os.PathLike[str], preset: str | None = None, table: str | None = None) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_native.config_json(open_config(root, preset=preset, table=table)))
    return document


def load_config(root: str | os.PathLike[str], preset: str | None = None) -> LintConfig:
    """The configuration of the repository at root; `preset` stands for the table's."""
    return _from_document(_load(root, preset))


def infer_preset(root: str | os.PathLike[str], table: Mapping[str, Any]) -> tuple[str, str]:
    """The preset of a repository whose table names none, and why."""
    config = open_config(root, table=to_toml({key: value for key, value in table.items() if key != "preset"}))
    preset: str = json.loads(_native.config_json(config))["preset"]
    return preset, _native.config_notices(config)[0]


def find_repo_root(start: str | os.PathLike[str] | None = None) -> Path:
    """The nearest folder, from start upwards, whose pyproject.toml has the table; else the nearest with a
    pyproject.toml; else start."""
    return Path(_native.find_root(Path(start or Path.cwd()).resolve()))


class _Presets(dict[str, LintConfig]):
    """A former name is found too, with a warning, but not listed."""

    def __missing__(self, name: str) -> LintConfig:
        preset, changes = PRESET_ALIASES[name]
        warnings.warn(f"preset {name!r} is a former name; use {preset!r}", DeprecationWarning, stacklevel=2)
        return replace(self[preset], **changes)


PRESETS: Mapping[str, LintConfig] = _Presets(
    (name, _from_document(_load(os.devnull, name, ""))) for name in ("multi-eval", "monorepo", "single-eval")
)

PRESET_ALIASES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "template": ("multi-eval", {}),
    "register": ("single-eval", {"eval_yaml_required": False}),
}
"""Former names of presets: the present one, and what else the name stood for."""

REGISTER_CONFIG: LintConfig = replace(PRESETS[SINGLE_EVAL_PRESET], eval_yaml_required=False)
"""For repositories whose metadata lives in a register entry: one evaluation, eval.yaml optional."""
