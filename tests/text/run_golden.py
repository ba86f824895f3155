#!/usr/bin/env python3
"""Compares what the linter prints, word for word, with what it should print.

    run_golden.py PROGRAM [--update] [FOLDER-OR-CASE ...]

NAME.case is a tree (see ../lint/cases.py); NAME.out is the exit status, standard output and standard error,
with the tree's folder written as ROOT. --update writes it anew: read the difference before you commit it.
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lint"))
from cases import Case  # noqa: E402


def output_of(program, case):
    with tempfile.TemporaryDirectory() as root:
        root = os.path.realpath(root)
        case.write(root)
        environment = {"PATH": "/usr/bin:/bin", "HOME": root, "LANG": "C.UTF-8", **case.environment}
        done = subprocess.run(
            [program, "lint", *case.arguments],
            cwd=os.path.join(root, case.working),
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
    out, err = (text.decode("utf-8", "backslashreplace").replace(root, "ROOT") for text in (done.stdout, done.stderr))
    return f"exit {done.returncode}\n--- standard output\n{out}--- standard error\n{err}"


def main():
    program, *places = sys.argv[1:]
    update = "--update" in places
    places = [place for place in places if place != "--update"] or [HERE]
    paths = []
    for place in places:
        names = sorted(os.listdir(place)) if os.path.isdir(place) else [""]
        paths += [os.path.join(place, name).rstrip("/") for name in names if (name or place).endswith(".case")]
    failed = 0
    for path in paths:
        golden = path.removesuffix(".case") + ".out"
        printed = output_of(os.path.abspath(program), Case(path))
        if update:
            with open(golden, "w", encoding="utf-8") as stream:
                stream.write(printed)
            continue
        with open(golden, encoding="utf-8") as stream:
            wanted = stream.read()
        if printed != wanted:
            failed += 1
            print(f"{path}: prints\n{printed}instead of\n{wanted}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
