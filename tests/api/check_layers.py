#!/usr/bin/env python3
"""Each folder of src/ includes headers only of the folders it is built on. The command line and the documentation are
built on the public headers, as any other program is.

    check_layers.py SOURCE
"""

import pathlib
import re
import sys

LIBRARY = ["base", "python", "formats", "repo", "lint", "rules", "render", "condition", "probe"]
MAY_USE = {
    "base": [],
    "python": ["base"],
    "formats": ["base", "python"],
    "repo": ["base", "python", "formats"],
    "lint": ["base", "python", "formats", "repo"],
    "rules": ["base", "python", "formats", "repo", "lint"],
    "render": ["base", "lint"],
    "condition": ["base", "python"],
    "probe": ["base", "formats", "condition"],
    "api": LIBRARY,
    "cli": ["base", "docs"],
    "docs": ["base", "cli"],
}
PUBLIC = ["api", "cli", "docs"]
EXCEPTIONS = {("src/lint/registry.c", "rules/rules.h")}  # the one place that lists the rules
INCLUDE = re.compile(r'^#include (?:"([a-z]+)/|<(cordon)/)(.*)[">]', re.MULTILINE)


def wrong_includes(source):
    for path in sorted(source.glob("src/**/*.[ch]")):
        name = str(path.relative_to(source))
        folder = path.relative_to(source).parts[1]
        for own, public, rest in INCLUDE.findall(path.read_text("utf-8")):
            fine = folder in PUBLIC if public else own == folder or own in MAY_USE[folder]
            if not fine and (name, f"{own}/{rest}") not in EXCEPTIONS:
                yield f"{name} includes {own or public}/{rest}, which {folder}/ is not built on"
    for path in sorted(source.glob("include/cordon/*.h")):
        if re.search(r'#include "', path.read_text("utf-8")):
            yield f"{path.name} is public and includes what is not installed"


def main():
    wrong = list(wrong_includes(pathlib.Path(sys.argv[1])))
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
