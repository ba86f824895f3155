"""What a run found. A report is finished: nothing in it changes any more."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from cordon import _native
from inspect_evals_lint.rules import PackageKind, Rule, get_rule, rules

Status = Literal["pass", "fail", "warn", "skip", "suppressed"]
Severity = Literal["error", "warning"]

RULE_STATUS_ORDER: tuple[Status, ...] = ("fail", "warn", "suppressed", "pass", "skip")
"""From worst to best."""

_SUMMARY_ORDER: tuple[Status, ...] = ("pass", "fail", "warn", "skip", "suppressed")


class Location(str):
    """A place in the repository: the text "file:line:column" with the parts that are known."""

    file: Path
    line: int | None
    column: int | None

    def __new__(cls, file: Path, line: int | None = None, column: int | None = None) -> Location:
        place = super().__new__(cls, ":".join(str(part) for part in (file, line, column) if part is not None))
        place.file = file
        place.line = line
        place.column = column
        return place

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.file, self.line, self.column


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
    message: str
    location: Location
    end_line: int | None = None
    """The last line of code that has several, on each of which a comment suppresses the finding."""
    hint: str | None = None
    """What to do about it."""
    key: str | None = None
    """What an entry of the rule's allowlist would name."""
    trace: tuple[TraceStep, ...] = ()

    @property
    def file(self) -> Path:
        """In the root that the run was given. What is missing has the path where it was looked for."""
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


@dataclass(frozen=True)
class Score:
    """Every rule counted once, at the worst status it reported."""

    pass_: int = 0
    fail: int = 0
    warn: int = 0
    skip: int = 0
    suppressed: int = 0
    passing: int = 0
    """Those that passed or warned; in preview also those that nothing but a suppression keeps from passing."""
    applicable: int = 0
    """All but those that were skipped."""
    score: float | None = None
    """passing / applicable to four digits; None when nothing applied."""
    by_category: dict[str, Score] = field(default_factory=dict)

    def to_dict(self, by_category: bool = True) -> dict[str, Any]:
        counts: dict[str, Any] = {
            "pass": self.pass_,
            "fail": self.fail,
            "warn": self.warn,
            "skip": self.skip,
            "suppressed": self.suppressed,
            "applicable": self.applicable,
            "passing": self.passing,
            "score": self.score,
        }
        if by_category:
            counts["by_category"] = {
                name: score.to_dict(by_category=False) for name, score in sorted(self.by_category.items())
            }
        return counts


@dataclass(frozen=True)
class PackageReport:
    """What was found in one package."""

    name: str
    kind: PackageKind
    outcomes: list[Outcome]
    diagnostics: list[Diagnostic]
    skipped: str | None
    """Why it was not linted at all; None when it was."""
    _score: Score = field(repr=False)

    def passed(self) -> bool:
        return not any(finding.status == "fail" for finding in self.diagnostics)

    def items(self) -> list[Outcome | Diagnostic]:
        """Outcomes and findings rule by rule, in the order of rules(); a rule's outcome comes first."""
        order = {rule.code: place for place, rule in enumerate(rules())}
        both: list[Outcome | Diagnostic] = [*self.outcomes, *self.diagnostics]
        return sorted(both, key=lambda item: order[item.rule.code])

    def statuses(self) -> dict[str, list[Status]]:
        """By the name of a rule the statuses it reported."""
        found: dict[str, list[Status]] = {}
        for item in self.items():
            found.setdefault(item.rule.name, []).append(item.status)
        return found

    def rules_run(self) -> list[str]:
        return list(self.statuses())

    def summary(self) -> dict[Status, int]:
        """How many outcomes and findings have each status."""
        counts = dict.fromkeys(_SUMMARY_ORDER, 0)
        for item in self.items():
            counts[item.status] += 1
        return counts

    def rule_statuses(self) -> list[RuleStatus]:
        """One entry per rule that ran, in the order of rules()."""
        return [self._rule_status(rule) for rule in {item.rule.code: item.rule for item in self.items()}.values()]

    def _rule_status(self, rule: Rule) -> RuleStatus:
        outcomes = [item for item in self.outcomes if item.rule is rule]
        diagnostics = [item for item in self.diagnostics if item.rule is rule]
        statuses: list[Status] = [*(item.status for item in outcomes), *(item.status for item in diagnostics)]
        worst = min(statuses, key=RULE_STATUS_ORDER.index)
        return RuleStatus(rule, worst, outcomes, diagnostics)

    def score(self) -> Score:
        return self._score


@dataclass(frozen=True)
class RunReport:
    """What was found in all packages of a run."""

    root: Path
    """As the run was given it."""
    packages: list[PackageReport]
    warnings: list[str]
    """What could not be read, for people; these are not findings."""
    _score: Score = field(repr=False)
    _native: _native._Report = field(repr=False, compare=False)

    def passed(self) -> bool:
        return all(package.passed() for package in self.packages)

    def summary(self) -> dict[Status, int]:
        counts = dict.fromkeys(_SUMMARY_ORDER, 0)
        for package in self.packages:
            for status, count in package.summary().items():
                counts[status] += count
        return counts

    def of_kind(self, kind: PackageKind) -> list[PackageReport]:
        return [package for package in self.packages if package.kind == kind]

    def score(self) -> Score:
        return self._score

    def to_dict(self) -> dict[str, Any]:
        """The document that `--output-format json` prints; `root` is as the run was given it."""
        document: dict[str, Any] = json.loads(self.render("json"))
        document["root"] = str(self.root)
        return document

    def render(self, format: str) -> str:
        """The report in any format that `--output-format` takes; raises ValueError for another one."""
        try:
            return _native.render(self._native, format, None, None, 0, True)
        except _native.Refused as error:
            raise ValueError(error.args[0]) from None


def make_report(root: Path, native: _native._Report) -> RunReport:
    packages, warnings, score = _native.report_data(native)
    return RunReport(root, [_package(root, *row) for row in packages], warnings, _score(*score), native)


def _score(counts: _native._Counts, categories: list[tuple[str, _native._Counts]] = []) -> Score:
    fail, warn, suppressed, passed, skip, passing, applicable, score = counts
    return Score(
        pass_=passed,
        fail=fail,
        warn=warn,
        skip=skip,
        suppressed=suppressed,
        passing=passing,
        applicable=applicable,
        score=score,
        by_category={name: _score(category) for name, category in categories},
    )


def _rule(code: str) -> Rule:
    return cast(Rule, get_rule(code))


def _package(
    root: Path, name: str, helper: bool, skipped: str | None, outcomes: list[Any], findings: list[Any], score: Any
) -> PackageReport:
    return PackageReport(
        name,
        "helper" if helper else "eval",
        [Outcome(_rule(code), status, message) for code, status, message in outcomes],
        [_diagnostic(root, *row) for row in findings],
        skipped,
        _score(*score),
    )


def _location(root: Path, row: tuple[str, int | None, int | None]) -> Location:
    return Location(root / row[0], row[1], row[2])


def _diagnostic(
    root: Path,
    code: str,
    status: Status,
    error: bool,
    location: Any,
    end_line: int | None,
    message: str,
    hint: str | None,
    key: str | None,
    trace: list[Any],
) -> Diagnostic:
    return Diagnostic(
        _rule(code),
        status,
        "error" if error else "warning",
        message,
        _location(root, location),
        end_line,
        hint,
        key,
        tuple(TraceStep(_location(root, place), text) for place, text in trace),
    )
