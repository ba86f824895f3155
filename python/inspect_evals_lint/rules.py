"""The rules the linter knows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from cordon import _native

PackageKind = Literal["eval", "helper"]

CATEGORIES: tuple[str, ...] = ("file_structure", "code_quality", "tests", "best_practices", "security")


_LINK = re.compile(r"^- \[(.+?)\]\((https?://.+?)\)", re.MULTILINE)


@dataclass(frozen=True)
class Reference:
    """A page that tells more about what a rule checks."""

    title: str
    url: str


@dataclass(frozen=True)
class Rule:
    code: str
    """Such as "IEBP002"."""
    name: str
    """Such as "model_role_resolution"."""
    category: str
    """One of CATEGORIES."""
    summary: str
    scopes: frozenset[PackageKind]
    """The kinds of package it runs on."""
    allowlist: bool
    """Whether it has a table [tool.inspect-evals-lint.allowlists.<name>]."""
    preview: bool
    """Whether it is in force only with `preview`."""
    doc: str = field(repr=False)
    """Its page, in Markdown."""

    @property
    def references(self) -> tuple[Reference, ...]:
        """The links of its page's last part."""
        return tuple(Reference(*link) for link in _LINK.findall(self.doc.partition("## See also")[2]))

    @property
    def sort_key(self) -> str:
        """Orders rules as reports do."""
        return f"{CATEGORIES.index(self.category)}:{self.code}"

    def applies_to(self, kind: PackageKind) -> bool:
        return kind in self.scopes


def _make(row: tuple[str, str, str, str, bool, bool, bool, bool, str]) -> Rule:
    code, name, category, summary, evals, helpers, allowlist, preview, page = row
    kinds: list[PackageKind] = []
    if evals:
        kinds.append("eval")
    if helpers:
        kinds.append("helper")
    return Rule(code, name, category, summary, frozenset(kinds), allowlist, preview, page)


@lru_cache(maxsize=None)
def _all() -> tuple[Rule, ...]:
    return tuple(map(_make, _native.rules()))


@lru_cache(maxsize=None)
def _by_word() -> dict[str, Rule]:
    return {word: rule for rule in _all() for word in (rule.code, rule.name)}


def rules() -> list[Rule]:
    """Every rule, in the order of reports."""
    return list(_all())


def rule_names() -> list[str]:
    """Every rule's name, sorted."""
    return sorted(rule.name for rule in _all())


def get_rule(name_or_code: str) -> Rule | None:
    """The rule of that name or code; None when there is none."""
    return _by_word().get(name_or_code)
