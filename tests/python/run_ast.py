#!/usr/bin/env python3
"""Trees of tests/python/ast/valid byte for byte; invalid refused with CPython's class and line.

Usage: run_ast.py CORDON [NAME...]
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "ast"


def run(program, path):
    command = [program, "ast", "--python-version", "3.13", str(path)]
    return subprocess.run(command, capture_output=True, timeout=60)


def valid_failure(program, path):
    done = run(program, path)
    expected = (HERE / "expected" / "valid" / (path.stem + ".ast")).read_bytes()
    if done.returncode != 0:
        return f"refused: {done.stderr.decode(errors='replace').splitlines()[0]}"
    if done.stdout == expected:
        return None
    ours, theirs = done.stdout.split(b"\n"), expected.split(b"\n")
    for number, (a, b) in enumerate(zip(ours, theirs), 1):
        if a != b:
            return f"line {number} of the tree: {a.strip()!r}, expected {b.strip()!r}"
    return "the tree ends early or late"


def invalid_failure(program, path, name, line):
    done = run(program, path)
    if done.returncode != 1:
        return f"exit status {done.returncode}, expected {name}"
    first = done.stderr.decode(errors="replace").splitlines()[0]
    found = re.match(r"(?:.*?\.py)(?::(\d+))?(?::\d+)?: (\w+): ", first)
    if not found:
        return f"no diagnostic: {first!r}"
    if (found[2], found[1] or "") != (name, "" if line == "0" else line):
        return f"{found[2]} on line {found[1]}, expected {name} on line {line or 'none'}: {first}"
    return None


def main():
    program, names = sys.argv[1], set(sys.argv[2:])
    failures = count = 0
    rows = (HERE / "expected" / "invalid.tsv").read_text("utf-8").splitlines()
    invalid = {row.split("\t")[0]: row.split("\t")[1:3] for row in rows}
    cases = sorted((HERE / "valid").glob("*.py")) + sorted((HERE / "invalid").glob("*.py"))
    for path in cases:
        if names and path.stem not in names:
            continue
        count += 1
        if path.parent.name == "valid":
            failure = valid_failure(program, path)
        else:
            failure = invalid_failure(program, path, *invalid[path.stem])
        if failure:
            failures += 1
            print(f"{path.parent.name}/{path.stem}: {failure}")
    print(f"{count - failures} of {count} cases as expected")
    sys.exit(1 if failures or not count else 0)


if __name__ == "__main__":
    main()
