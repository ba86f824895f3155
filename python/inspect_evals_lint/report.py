"""What a run found. A report is finished: nothing in it changes any more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from cordon import _native
from inspect_evals_lint.rules import PackageKind, Rule, get_rule

Status = Literal["fail", "warn", "suppressed", "pass", "skip"]
Severity = Literal["error", "warning"]

RULE_STATUS_ORDER: tuple[Status, ...] = ("fail", "warn", "suppressed", "pass", "skip")
"""From worst to best."""

_SUMMARY_ORDER = ("pass", "fail", "warn", "skip", "suppressed")


@dataclass(frozen=True)
class Location:
    """A place in the repository; `str()` gives "file:line:column" with the parts that are known."""

    file: Path
    """Relative to the repository's root."""
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True)
class TraceStep:
    """A step from what a model controls to the call that runs it."""

    location: Location
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """A finding."""

    rule: Rule
    status: Status
    severity: Severity
    location: Location
    message: str
    hint: str | None = None
    """What to do about it."""
    key: str | None = None
    """What an entry of the rule's allowlist would name."""
    trace: tuple[TraceStep, ...] = ()

    @property
    def file(self) -> Path:
        return self.location.file

    @property
    def line(self) -> int | None:
        return self.location.line

    @property
    def column(self) -> int | None:
        return self.location.column

    @property
    def suppressed(self) -> bool:
        return self.status == "suppressed"


@dataclass(frozen=True)
class Outcome:
    """What a rule says when it has nothing to point at."""

    rule: Rule
    status: Literal["pass", "skip"]
    message: str


@dataclass(frozen=True)
class RuleStatus:
    """A rule that ran, at the worst status it reported."""

    rule: Rule
    status: Status
    outcomes: list[Outcome]
    diagnostics: list[Diagnostic]


@dataclass
class Score:
    """Every rule counted once, at the worst status it reported."""

    pass_: int = 0
    fail: int = 0
    warn: int = 0
    skip: int = 0
    suppressed: int = 0
    by_category: dict[str, Score] = field(default_factory=dict)

    @property
    def passing(self) -> int:
        return self.pass_ + self.warn

    @property
    def applicable(self) -> int:
        return self.pass_ + self.warn + self.fail + self.suppressed

    @property
    def score(self) -> float | None:
        return round(self.passing / self.applicable, 4) if self.applicable else None

    def _count(self, status: str) -> None:
        name = "pass_" if status == "pass" else status
        setattr(self, name, getattr(self, name) + 1)

    def _add(self, statuses: list[RuleStatus]) -> None:
        for entry in statuses:
            self._count(entry.status)
            self.by_category.setdefault(entry.rule.category, Score())._count(entry.status)

    def to_dict(self) -> dict[str, Any]:
        counts: dict[str, Any] = {"pass": self.pass_, "fail": self.fail, "warn": self.warn, "skip": self.skip,
                                  "suppressed": self.suppressed, "applicable": self.applicable,
                                  "passing": self.passing, "score": self.score}
        if self.by_category:
            counts["by_category"] = {name: score.to_dict() for name, score in sorted(self.by_category.items())}
        return counts


@dataclass(frozen=True)
class PackageReport:
    """What was found in one package."""

    name: str
    kind: PackageKind
    outcomes: list[Outcome]
    diagnostics: list[Diagnostic]
    skipped: str | None = None
    """Why it was not linted at all."""

    def statuses(self) -> Iterator[Status]:
        for item in (*self.outcomes, *self.diagnostics):
            yield item.status

    def passed(self) -> bool:
        return "fail" not in self.statuses()

    def summary(self) -> dict[str, int]:
        """How many outcomes and findings have each status."""
        counts = dict.fromkeys(_SUMMARY_ORDER, 0)
        for status in self.statuses():
            counts[status] += 1
        return counts

    def rule_statuses(self) -> list[RuleStatus]:
        """One entry per rule that ran, in order of execution."""
        found: dict[str, RuleStatus] = {}
        for item in (*self.outcomes, *self.diagnostics):
            entry = found.setdefault(item.rule.code, RuleStatus(item.rule, "skip", [], []))
            (entry.outcomes if isinstance(item, Outcome) else entry.diagnostics).append(item)  # type: ignore[arg-type]
        order = {rule.code: place for place, rule in enumerate(_rules_in_order())}
        return [_at_worst(found[code]) for code in sorted(found, key=order.__getitem__)]

    def score(self) -> Score:
        score = Score()
        score._add(self.rule_statuses())
        return score


def _rules_in_order() -> list[Rule]:
    from inspect_evals_lint.rules import rules

    return rules()


def _at_worst(entry: RuleStatus) -> RuleStatus:
    statuses = [item.status for item in (*entry.outcomes, *entry.diagnostics)]
    return RuleStatus(entry.rule, min(statuses, key=RULE_STATUS_ORDER.index), entry.outcomes, entry.diagnostics)


@dataclass(frozen=True)
class RunReport:
    """What was found in all packages of a run."""

    root: Path
    packages: list[PackageReport]
    warnings: list[str]
    """What could not be read, for people; these are not findings."""
    _native: _native._Report = field(repr=False, compare=False)

    def passed(self) -> bool:
        return all(package.passed() for package in self.packages)

    def summary(self) -> dict[str, int]:
        counts = dict.fromkeys(_SUMMARY_ORDER, 0)
        for package in self.packages:
            for status, count in package.summary().items():
                counts[status] += count
        return counts

    def of_kind(self, kind: PackageKind) -> list[PackageReport]:
        return [package for package in self.packages if package.kind == kind]

    def score(self) -> Score:
        score = Score()
        for package in self.packages:
            score._add(package.rule_statuses())
        return score

    def to_dict(self) -> dict[str, Any]:
        """The JSON document, as `--output-format json` writes it."""
        document: dict[str, Any] = json.loads(self.render("json"))
        return document

    def render(self, format: str) -> str:
        """The report in any format that `--output-format` takes."""
        return _native.render(self._native, format, None, None, 0, True)


def make_report(config: _native._Config, native: _native._Report) -> RunReport:
    packages, warnings = _native.report_data(native)
    return RunReport(Path(_native.config_root(config)), [_package(*row) for row in packages], warnings, native)


def _package(name: str, helper: bool, skipped: str | None, outcomes: list[Any], findings: list[Any]) -> PackageReport:
    return PackageReport(name, "helper" if helper else "eval",
                         [Outcome(get_rule(code), status, message) for code, status, message in outcomes],
                         [_diagnostic(*row) for row in findings], skipped)


def _location(row: tuple[str, int | None, int | None]) -> Location:
    return Location(Path(row[0]), row[1], row[2])


def _diagnostic(code: str, status: Status, error: bool, location: Any, message: str, hint: str | None,
                key: str | None, trace: list[Any]) -> Diagnostic:
    return Diagnostic(get_rule(code), status, "error" if error else "warning", _location(location), message, hint, key,
                      tuple(TraceStep(_location(place), text) for place, text in trace))
