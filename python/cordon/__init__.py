"""Keeps what an AI model produces off the machine that evaluates it.

`cordon.condition` decides a recipe's conditions, `cordon.probe` classifies the log of a trial. The linter's
interface is the package `inspect_evals_lint`.
"""

from cordon._native import version as __version__

__all__ = ["__version__"]
