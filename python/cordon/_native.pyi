from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, final

version: str

class Refused(Exception): ...

# fail, warn, suppressed, pass, skip, passing, applicable, score
_Counts = tuple[int, int, int, int, int, int, int, float | None]
_Score = tuple[_Counts, list[tuple[str, _Counts]]]

class _Config: ...
class _Report: ...

@final
class Condition:
    def __new__(cls, text: str) -> Condition: ...
    @property
    def text(self) -> str: ...
    def evaluate(
        self,
        captures: dict[str, str],
        exit_code: int,
        walltime_sec: float,
        peak_vram_mib: int | None,
        explain: bool,
        /,
    ) -> Any: ...

class _Recipe: ...

def read_recipe(name: str, source: bytes, /) -> _Recipe: ...
def recipe_detectors(recipe: _Recipe, /) -> list[str]: ...
def recipe_warnings(recipe: _Recipe, /) -> list[str]: ...
def scan(
    recipe: _Recipe,
    log: bytes | int,
    name: str,
    exit_code: int,
    walltime_sec: float,
    peak_vram_mib: int | None,
    timed_out: bool,
    /,
) -> tuple[bool, list[str], list[str], list[str], list[str], list[str], dict[str, str], str]: ...
def builtin_patterns() -> list[tuple[str, str, str, str, str]]: ...
def load(
    root: str | None,
    preset: str | None,
    select: Sequence[str] | None,
    ignore: Sequence[str] | None,
    preview: bool,
    python: str | None,
    virtual_env: str | None,
    threads: int,
    table: str | None,
    /,
) -> _Config: ...
def find_root(start: str | PathLike[str], /) -> str: ...
def config_notices(config: _Config, /) -> list[str]: ...
def config_root(config: _Config, /) -> str: ...
def config_json(config: _Config, /) -> str: ...
def lint(config: _Config, words: Sequence[str | PathLike[str]] | None, tasks: bool, /) -> _Report: ...
def task_layout(config: _Config, path: str | PathLike[str], /) -> tuple[str, str, str]: ...
def report_data(report: _Report, /) -> tuple[list[tuple[Any, ...]], list[str], _Score]: ...
def render(
    report: _Report,
    format: str,
    docs_base: str | None,
    source_link: Callable[[str, int | None], str | None] | None,
    heading_level: int,
    footer: bool,
    /,
) -> str: ...
def rules() -> list[tuple[str, str, str, str, bool, bool, bool, bool, str]]: ...
