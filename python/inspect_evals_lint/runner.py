"""Linting a repository, one package, or the packages of task files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from cordon import _native
from inspect_evals_lint.config import REGISTER_CONFIG, LintConfig, open_config, raise_config_error
from inspect_evals_lint.report import PackageReport, RunReport, make_report


class UnsupportedLayoutError(ValueError):
    """A task file that is in no package: missing, outside the repository, or a bare module."""


class TaskLayout(NamedTuple):
    """Where the package of a task file lies."""

    eval_name: str
    source_root: str
    """Relative to the repository's root."""
    import_prefix: str


def _open(root: str | os.PathLike[str], config: LintConfig | None, check: str | None) -> _native._Config:
    table = None if config is None else config.table()
    return open_config(root, table=table, select=None if check is None else [check])


def _run(config: _native._Config, words: Sequence[str] | None, tasks: bool = False) -> RunReport:
    try:
        return make_report(config, _native.lint(config, words, tasks))
    except _native.Refused as error:
        if tasks:
            raise UnsupportedLayoutError(error.args[0]) from None
        raise raise_config_error(error) from None


def lint_repository(
    repo_root: str | os.PathLike[str],
    config: LintConfig | None = None,
    names: Sequence[str] | None = None,
    check: str | None = None,
) -> RunReport:
    """Lints every evaluation and helper package, or those of these names. `check` runs one rule alone."""
    return _run(_open(repo_root, config, check), names)


def lint_package(
    repo_root: str | os.PathLike[str], name: str, config: LintConfig | None = None, check: str | None = None
) -> PackageReport:
    """Lints one package."""
    return _run(_open(repo_root, config, check), [name]).packages[0]


def task_layout(repo_root: str | os.PathLike[str], task_path: str | os.PathLike[str]) -> TaskLayout:
    """Where the package of a task file lies; the path is relative to the root. Raises UnsupportedLayoutError when
    it is in none."""
    try:
        return TaskLayout(*_native.task_layout(_open(repo_root, REGISTER_CONFIG, None), task_path))
    except _native.Refused as error:
        raise UnsupportedLayoutError(error.args[0]) from None


def task_layouts(repo_root: str | os.PathLike[str], task_paths: Iterable[str | os.PathLike[str]]) -> list[TaskLayout]:
    """The distinct layouts of these task files, in order."""
    return list(dict.fromkeys(task_layout(repo_root, path) for path in task_paths))


def lint_task_files(
    repo_root: str | os.PathLike[str],
    task_paths: Sequence[str | os.PathLike[str]],
    config: LintConfig | None = None,
    check: str | None = None,
) -> RunReport:
    """Lints the packages that hold these task files, one for each distinct layout. Without a configuration the
    layout is one evaluation whose eval.yaml may be missing, as a register entry has it."""
    task_layouts(repo_root, task_paths)  # a bare module is an error of its own
    return _run(_open(Path(repo_root), config or REGISTER_CONFIG, check), [os.fspath(path) for path in task_paths], True)
