"""Static checks for repositories of Inspect AI evaluations.

    >>> from pathlib import Path
    >>> run = lint_repository(Path("."), load_config(Path(".")))
    >>> run.passed()

Nothing that is read from a repository is imported or run.
"""

from inspect_evals_lint.config import (
    DEFAULT_PRESET,
    PRESET_ALIASES,
    PRESETS,
    REGISTER_CONFIG,
    SINGLE_EVAL_PRESET,
    ConfigError,
    LintConfig,
    find_repo_root,
    infer_preset,
    load_config,
)
from inspect_evals_lint.render import render_markdown
from inspect_evals_lint.report import (
    RULE_STATUS_ORDER,
    Diagnostic,
    Location,
    Outcome,
    PackageReport,
    RuleStatus,
    RunReport,
    Score,
    TraceStep,
)
from inspect_evals_lint.rules import CATEGORIES, PackageKind, Reference, Rule, get_rule, rule_names, rules
from inspect_evals_lint.runner import (
    TaskLayout,
    UnsupportedLayoutError,
    evaluation_names,
    helper_names,
    lint_package,
    lint_repository,
    lint_task_files,
    task_layout,
    task_layouts,
)

from cordon import __version__

__all__ = [
    "CATEGORIES",
    "DEFAULT_PRESET",
    "PRESETS",
    "PRESET_ALIASES",
    "REGISTER_CONFIG",
    "RULE_STATUS_ORDER",
    "SINGLE_EVAL_PRESET",
    "ConfigError",
    "Diagnostic",
    "LintConfig",
    "Location",
    "Outcome",
    "PackageKind",
    "PackageReport",
    "Reference",
    "Rule",
    "RuleStatus",
    "RunReport",
    "Score",
    "TaskLayout",
    "TraceStep",
    "UnsupportedLayoutError",
    "__version__",
    "evaluation_names",
    "find_repo_root",
    "get_rule",
    "helper_names",
    "infer_preset",
    "lint_package",
    "lint_repository",
    "lint_task_files",
    "load_config",
    "render_markdown",
    "rule_names",
    "rules",
    "task_layout",
    "task_layouts",
]
