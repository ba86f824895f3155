#!/usr/bin/env python3
"""Checks that every source and every sink of IESC002 has a case that shows it.

    coverage.py REPOSITORY

coverage.tsv names each source and sink as its page does, a case of tests/, and the code of a line there at which the
case expects an error. The table, the page and the sinks of src/rules/host_code/sinks.c must name the same.
"""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "lint"))
from cases import Case  # noqa: E402


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def page_names(page, heading):
    """What the first two columns of the table below a heading name in backticks; a source has one name a row."""
    section = page.split(f"### {heading}\n", 1)[1].split("\n### ", 1)[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| ")][2:]
    column = 1 if heading == "Sources" else 2
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row[column])]


def expects_error(root, case_path, code):
    """Whether the case expects an error at a line with that code."""
    case = Case(os.path.join(root, "tests", case_path))
    expected = read(root, "tests", case_path[: -len(".case")] + ".expect")
    for path, _, lines in case.files:
        for number, line in enumerate(lines, 1):
            if line.split("  #")[0].strip() == code:
                if re.search(rf"\tIESC002\tfail\terror\t{re.escape(path)}\t{number}\t", expected):
                    return True
    return False


def main():
    root = sys.argv[1]
    table = [line.split("\t") for line in read(HERE, "coverage.tsv").splitlines() if not line.startswith("#")]
    page = read(root, "docs", "rules", "IESC002.md")
    code = read(root, "src", "rules", "host_code", "sinks.c")
    problems = []
    for kind, name, case, line in table:
        if not expects_error(root, case, line):
            problems.append(f"{kind} {name}: {case} expects no error at {line!r}")
    covered = {kind: [row[1] for row in table if row[0] == kind] for kind in ("source", "sink")}
    for what, names, others in (
        ("sinks of the page", page_names(page, "Sinks"), covered["sink"]),
        ("sinks of sinks.c", re.findall(r'^    \{"([\w.]+)", SINK_', code, re.MULTILINE), covered["sink"]),
        ("sources of the page", page_names(page, "Sources"), covered["source"]),
    ):
        if not names or len(names) != len(set(names)):
            problems.append(f"{what}: {names}")
        problems += [f"{what}: {name} has no case" for name in sorted(set(names) - set(others))]
        problems += [f"{what}: {name} is not among them" for name in sorted(set(others) - set(names))]
    print("\n".join(problems) or f"{len(table)} sources and sinks, each with its case")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
