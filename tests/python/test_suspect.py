#!/usr/bin/env python3
"""Places that CPython reports and that are not where a file is wrong: class and line, as CPython 3.13 gave them.

    test_suspect.py PROGRAM
"""

import re
import subprocess
import sys

WRONG = "foo bar\n"
BLOCK = "if 1:\nx\n"
CASES = [
    ("print[1]\n" + WRONG, "SyntaxError", 1),
    ("x = print[1]\n" + WRONG, "SyntaxError", 1),
    ("exec -1\n" + WRONG, "SyntaxError", 1),
    ("lambda: print[1]\n" + WRONG, "SyntaxError", 1),
    ("print[1]\n" + BLOCK, "SyntaxError", 1),
    ("print[1]\n  x\n", "SyntaxError", 1),
    ("print[1]\n'abc\n", "SyntaxError", 2),
    ("x + print[1]\n" + WRONG, "SyntaxError", 2),
    ("print[1:2]\n" + WRONG, "SyntaxError", 2),
    ("print[1] = 3\n" + WRONG, "SyntaxError", 2),
    ("print[1]: int\n" + WRONG, "SyntaxError", 2),
    ("del print[1]\n" + WRONG, "SyntaxError", 2),
    ("printx[1]\n" + WRONG, "SyntaxError", 2),
    ("print in a\n" + WRONG, "SyntaxError", 2),
    ("type X[T = int] = list[T]\n\n" + WRONG, "SyntaxError", 1),
    ("type X[*T = int] = list[T]\n" + WRONG, "SyntaxError", 1),
    ("type X[T: int = int] = list[T]\n" + WRONG, "SyntaxError", 2),
    ("class A[T = int]: pass\n" + WRONG, "SyntaxError", 2),
    ("match (x)\n" + BLOCK, "SyntaxError", 3),
    ("match(x).y\n" + BLOCK, "SyntaxError", 3),
    ("match (x), y\n" + BLOCK, "SyntaxError", 3),
    ("match(a=1)\n\n" + WRONG, "SyntaxError", 1),
    ("match(*a)\n" + WRONG, "SyntaxError", 1),
    ("f(a=1, b\n 'x',\n c)\n", "SyntaxError", 3),
    ("f(a=1, b\n 'x'\n)\n", "SyntaxError", 3),
    ("match(x); y\n" + BLOCK, "IndentationError", 3),
    ("match[1] = 3\n" + BLOCK, "IndentationError", 3),
]


def main():
    failed = 0
    for source, error, line in CASES:
        done = subprocess.run([sys.argv[1], "ast", "--python-version", "3.13", "-"], input=source.encode(), capture_output=True)
        first = done.stderr.decode().splitlines()[:1]
        found = re.match(r"<stdin>:(\d+):\d+: (\w+)", first[0]) if first else None
        if not found or (found[2], int(found[1])) != (error, line):
            failed += 1
            print(f"{source!r}: {first} instead of {error} on line {line}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
