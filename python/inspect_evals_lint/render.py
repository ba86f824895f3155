"""A report as Markdown."""

from __future__ import annotations

from collections.abc import Callable

from cordon import _native
from inspect_evals_lint.report import RunReport

SourceLink = Callable[[str, "int | None"], "str | None"]
"""Given a path relative to the root and a line, the address of that place, or None for no link."""


def render_markdown(
    run: RunReport,
    *,
    source_link: SourceLink | None = None,
    docs_base: str | None = None,
    heading_level: int = 3,
    footer: bool = True,
) -> str:
    """The summary for a pull request or a job: per package a headline and the rules not met, then a line on how
    counts work. `docs_base` is where the pages of rules are."""
    return _native.render(run._native, "markdown", docs_base, source_link, heading_level, footer)
