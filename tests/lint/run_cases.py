#!/usr/bin/env python3
"""Lints the trees of cases (see cases.py) and compares the reports with what is expected.

    run_cases.py [--preview] [--only WORD] [--without CODES] PROGRAM [FOLDER-OR-CASE ...]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from cases import Case, rows  # noqa: E402
from consistency import Checker  # noqa: E402


def find(places):
    for place in places:
        if place.endswith(".case"):
            yield place
        for folder, folders, names in os.walk(place):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".case"))


def run(command, case, root):
    environment = {"PATH": "/usr/bin:/bin", "HOME": root, "LANG": "C.UTF-8", **case.environment}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    if os.path.isdir(os.path.join(root, ".venv")):
        environment["VIRTUAL_ENV"] = os.path.join(root, ".venv")
    return subprocess.run(
        [*command, *case.arguments, "--output-format", "json"],
        cwd=os.path.join(root, case.working),
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )


def problems_of(done, schema):
    """The report's rows, and what is wrong with it by itself."""
    if done.returncode in (0, 1):
        document = json.loads(done.stdout)
        return rows(document), Checker(schema).check(document)
    problems = []
    if done.returncode != 2:
        problems.append(f"ended with {done.returncode}")
    if done.stdout:
        problems.append("exit 2 with something on standard output")
    if len(done.stderr.strip()) < 10:
        problems.append("exit 2 without a reason on standard error")
    return [], problems


def keep(row, without):
    fields = row.split("\t")
    return len(fields) < 3 or fields[2] not in without


def try_case(command, path, without):
    """The lines that say how the case failed; none when it passed."""
    case = Case(path)
    with tempfile.TemporaryDirectory() as root:
        case.write(root)
        try:
            done = run(command, case, root)
            found, problems = problems_of(done, 3 if "--preview" in command else 2)
        except (ValueError, LookupError, TypeError, OSError, subprocess.SubprocessError) as error:
            return [f"{path}: {case.about}", f"  ! {error!r}"]
    found.append(f"exit\t{done.returncode}")
    wanted = Counter(row for row in case.expected() if keep(row, without))
    found = Counter(row for row in found if keep(row, without))
    lines = [f"  - {row}" for row in (wanted - found).elements()]
    lines += [f"  + {row}" for row in (found - wanted).elements()]
    lines += [f"  ! {problem}" for problem in problems]
    if lines and done.stderr:
        lines.append("  stderr: " + done.stderr.decode(errors="replace").strip()[-600:])
    return [f"{path}: {case.about}", *lines] if lines else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--preview", action="store_true", help="with the rules that are not final yet")
    parser.add_argument("--only", default="", help="cases whose path holds this word")
    parser.add_argument("--without", default="", help="codes whose rows are not compared, comma-separated")
    parser.add_argument("places", nargs="*", default=[HERE, HERE + "-doc"])
    options = parser.parse_args()
    command = [os.path.abspath(options.program), "lint", *(["--preview"] if options.preview else [])]
    paths = [path for path in find(options.places) if options.only in path]
    failed = 0
    with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        for lines in pool.map(lambda path: try_case(command, path, options.without.split(",")), paths):
            failed += bool(lines)
            if lines:
                print("\n".join(lines))
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
