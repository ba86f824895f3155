#!/usr/bin/env python3
"""Lints large programs of shapes that tempt an analysis into quadratic work, and checks what is found.

    sizes.py CORDON [--times]

Each must be done within LIMIT seconds, which a quadratic analysis of these sizes misses by far even on a fast
machine; --times prints how long each took.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

LIMIT = 20


def assignments(order):
    """100,000 names, each filled from the one before."""
    lines = [f"    v{i + 1} = v{i}" for i in range(100_000)]
    return "\n".join(["def go(state):", "    v0 = state.output", *order(lines), "    eval(v100000)", ""]), 1


def cycle():
    """100,000 names in cycles, each filled from two others."""
    count = 100_000
    lines = [f"    v{(i * 7919 + 1) % count} = v{i} + v{(i * 31 + 5) % count}" for i in range(count)]
    return "\n".join(["def go(state):", *lines, "    v0 = state.output", "    eval(v5)", ""]), 1


def one_value():
    """One value of 30,000 names that goes to 30,000 names."""
    names = [f"v{i}" for i in range(30_000)]
    return f"def go(state):\n    {' = '.join(names)} = {', '.join(names)}, state.output\n    eval(v3)\n", 1


def nested():
    """10,000 functions nested in one, which call each other and see its names."""
    inner = [
        f"    def f{i}(a):\n        eval(seen)\n        f{(i + 1) % 10_000}(seen)" for i in range(10_000)
    ]
    return "\n".join(["def go(state):", "    seen = state.output", *inner, ""]), 10_000


def nested_deeply():
    """Functions in functions, 90 deep, a hundred times: the innermost sees the outermost's parameter."""
    once = [f"{' ' * i}def f{i}(a{i}):" for i in range(90)] + [" " * 90 + "eval(a0)"]
    return "\n".join(once * 100) + "\n", 100


def calling_each_other():
    """5,000 functions that call each other, and one that calls them all."""
    functions = [
        f"def f{i}(a):\n    eval(a)\n    return f{(i * 7 + 1) % 5000}(f{(i * 13 + 5) % 5000}(a))" for i in range(5000)
    ]
    calls = [f"    f{i}(state.output)" for i in range(5000)]
    return "\n".join([*functions, "def go(state):", *calls, ""]), 5000


def unpacked():
    """5,000 parameters filled by 5,000 calls with unpacked arguments."""
    parameters = ", ".join(f"a{i}" for i in range(5000))
    calls = "    f(*state.messages)\n    f(**state.arguments)\n" * 2500
    return f"def f({parameters}):\n    eval(a3)\ndef go(state):\n{calls}", 1


def inherited():
    """A chain of 5,000 classes, each of which looks for a method that none has."""
    classes = [
        f"class C{i}(C{i - 1}):\n    def m(self, state):\n        self.none{i}(state.output)\n        eval(1)"
        for i in range(5000)
    ]
    return "\n".join(classes) + "\n", 5000


def blocks():
    """500 elif branches, each of which imports, with 20 uses of a name that none of them binds."""
    uses = "\n".join(["    zz.system(os.system(x))"] * 20)
    branches = [f"elif a{i}:\n    import os as o{i}\n{uses}" for i in range(500)]
    return "\n".join(["import os as zz", "if a: pass", *branches, "import os", ""]), 20_000


def long_traces():
    """20,000 sinks at growing distance from one source."""
    lines = [f"    v{i + 1} = v{i}\n    eval(v{i + 1})" for i in range(20_000)]
    return "\n".join(["def go(state):", "    v0 = state.output", *lines, ""]), 20_000


SHAPES = {
    "assignments": lambda: assignments(list),
    "assignments in reverse": lambda: assignments(reversed),
    "cycle": cycle,
    "one value": one_value,
    "nested": nested,
    "nested deeply": nested_deeply,
    "calling each other": calling_each_other,
    "unpacked": unpacked,
    "inherited": inherited,
    "blocks": blocks,
    "long traces": long_traces,
}


def lint(cordon, text):
    """How many findings, and in how many seconds."""
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "src", "large"))
        for path, content in (
            ("pyproject.toml", '[tool.inspect-evals-lint]\npreset = "multi-eval"\n'),
            ("src/large/__init__.py", ""),
            ("src/large/a.py", text),
        ):
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(content)
        begin = time.monotonic()
        done = subprocess.run(
            [cordon, "lint", "--all", "--select", "IESC002", "--output-format", "json"],
            cwd=root, capture_output=True, timeout=LIMIT, check=False,
        )
        seconds = time.monotonic() - begin
    if done.returncode not in (0, 1):
        return f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}", seconds
    return sum(len(package["diagnostics"]) for package in json.loads(done.stdout)["packages"]), seconds


def main():
    cordon, times = os.path.abspath(sys.argv[1]), "--times" in sys.argv[2:]
    failed = 0
    for name, make in SHAPES.items():
        text, expected = make()
        try:
            found, seconds = lint(cordon, text)
        except subprocess.TimeoutExpired:
            found, seconds = f"not done in {LIMIT} s", LIMIT
        if times:
            print(f"{seconds:6.2f} s  {len(text):>8} bytes  {name}")
        if found != expected:
            failed += 1
            print(f"{name}: expected {expected} findings, got {found}")
    print(f"{len(SHAPES) - failed} of {len(SHAPES)} shapes as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
