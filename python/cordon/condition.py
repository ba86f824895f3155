"""A recipe author's boolean expression, decided with Python's meaning and without running Python.

    >>> condition = compile("int(capture['code']) == 137 and walltime_sec > 60")
    >>> condition.evaluate({"code": "137"}, exit_code=1, walltime_sec=61.5)
    True

What is not on the short list of allowed things is refused when the expression is compiled. A compiled condition
may be evaluated from many threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cordon import _native

__all__ = ["Condition", "ConditionError", "Verdict", "compile"]


class ConditionError(ValueError):
    """The expression is refused.

    `reason` is one word for why ("syntax", "name", "call", ...), `line` and `column` (1-based) say where.
    """

    def __init__(self, message: str, reason: str | None = None, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.line = line
        self.column = column


class Verdict(NamedTuple):
    """The result of an evaluation: whether the condition holds, and what was raised if that is why it does not."""

    fired: bool
    exception: str | None
    """The class of the exception Python would raise, such as "KeyError"."""
    detail: str | None


class Condition:
    """A compiled condition."""

    __slots__ = ("_evaluate", "_native")

    def __init__(self, text: str) -> None:
        try:
            self._native = _native.Condition(text)
        except _native.Refused as error:
            message, _, line, column, reason = error.args
            raise ConditionError(message, reason, line, column) from None
        self._evaluate = self._native.evaluate

    def __repr__(self) -> str:
        return f"Condition({self.text!r})"

    @property
    def text(self) -> str:
        """The expression, without blanks around it."""
        return self._native.text

    def evaluate(
        self,
        capture: Mapping[str, str] | None = None,
        *,
        exit_code: int = 0,
        walltime_sec: float = 0.0,
        peak_vram_mib: int | None = None,
    ) -> bool:
        """Whether the condition holds; an exception while it is evaluated counts as no."""
        captures = capture if type(capture) is dict else dict(capture or {})
        fired: bool = self._evaluate(captures, exit_code, walltime_sec, peak_vram_mib, False)
        return fired

    def explain(
        self,
        capture: Mapping[str, str] | None = None,
        *,
        exit_code: int = 0,
        walltime_sec: float = 0.0,
        peak_vram_mib: int | None = None,
    ) -> Verdict:
        """Like `evaluate`, with the exception that was raised, if any."""
        return Verdict(*self._evaluate(dict(capture or {}), exit_code, walltime_sec, peak_vram_mib, True))


def compile(text: str) -> Condition:
    """Checks and compiles an expression; raises ConditionError when it is refused."""
    return Condition(text)
