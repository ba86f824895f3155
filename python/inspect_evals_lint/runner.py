"""Linting a repository, one package, or the packages of task files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Union

from cordon import _native
from inspect_evals_lint.config import REGISTER_CONFIG, LintConfig, config_error, error_text, open_config
from inspect_evals_lint.report import PackageReport, RunReport, make_report
from inspect_evals_lint.rules import PackageKind


class UnsupportedLayoutError(ValueError):
    """A task file that is in no package: missing, outside the repository, or a bare module."""


class TaskLayout(NamedTuple):
    """Where the package of a task file lies."""

    eval_name: str
    source_root: str
    """Relative to the repository's root."""
    import_prefix: str

    def config(self, base: LintConfig) -> LintConfig:
        """base for this place."""
        return replace(base, source_root=self.source_root, import_prefix=self.import_prefix)


Root = Union[str, "os.PathLike[str]"]


def _listed(words: Iterable[Root], parameter: str) -> list[Root]:
    """A text is a sequence of texts, too, but never one that is meant."""
    if isinstance(words, (str, bytes, os.PathLike)):
        raise TypeError(f"{parameter} must be a list, not {words!r}; write [{words!r}]")
    return list(words)


def _open(root: Root, config: LintConfig | None, check: str | None = None) -> _native._Config:
    return open_config(root, table=None if config is None else config.table(), check=check)


def _run(
    root: Root, config: LintConfig | None, check: str | None, words: list[Root] | None, tasks: bool = False
) -> RunReport:
    try:
        return make_report(Path(root), _native.lint(_open(root, config, check), words, tasks))
    except _native.Refused as error:
        if tasks:
            raise UnsupportedLayoutError(error_text(error)) from None
        raise config_error(error) from None


def lint_repository(
    repo_root: Root,
    config: LintConfig | None = None,
    names: Sequence[str] | None = None,
    check: str | None = None,
) -> RunReport:
    """Lints every evaluation and helper package, or those of these names. `check` runs one rule alone."""
    return _run(repo_root, config, check, None if names is None else _listed(names, "names"))


def lint_package(repo_root: Root, name: str, config: LintConfig | None = None, check: str | None = None) -> PackageReport:
    """Lints one package."""
    return _run(repo_root, config, check, [name]).packages[0]


def _names(repo_root: Root, config: LintConfig | None, kind: PackageKind) -> list[str]:
    return [package.name for package in lint_repository(repo_root, config, check="package_location").of_kind(kind)]


def evaluation_names(repo_root: Root, config: LintConfig | None = None) -> list[str]:
    """The evaluations that `lint_repository` would lint."""
    return _names(repo_root, config, "eval")


def helper_names(repo_root: Root, config: LintConfig | None = None) -> list[str]:
    """The helper packages that `lint_repository` would lint."""
    return _names(repo_root, config, "helper")


def task_layout(repo_root: Root, task_path: Root) -> TaskLayout:
    """Where the package of a task file lies; the path is relative to the root. Raises UnsupportedLayoutError when
    it is in none."""
    try:
        return TaskLayout(*_native.task_layout(_open(repo_root, REGISTER_CONFIG), task_path))
    except _native.Refused as error:
        raise UnsupportedLayoutError(error_text(error)) from None


def task_layouts(repo_root: Root, task_paths: Iterable[Root]) -> list[TaskLayout]:
    """The distinct layouts of these task files, in order."""
    return list(dict.fromkeys(task_layout(repo_root, path) for path in _listed(task_paths, "task_paths")))


def lint_task_files(
    repo_root: Root, task_paths: Sequence[Root], config: LintConfig | None = None, check: str | None = None
) -> RunReport:
    """Lints the packages that hold these task files, one for each distinct layout. Without a configuration the
    layout is one evaluation whose eval.yaml may be missing, as a register entry has it."""
    paths = _listed(task_paths, "task_paths")
    task_layouts(repo_root, paths)  # a bare module is an error of its own
    return _run(repo_root, config or REGISTER_CONFIG, check, paths, True)
