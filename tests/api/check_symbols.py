#!/usr/bin/env python3
"""The shared library exports exactly the functions that symbols.txt lists: its binary interface.

    check_symbols.py LIBRARY [--write]
"""

import os
import subprocess
import sys

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "symbols.txt")


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return sorted(line.split()[2] for line in lines.splitlines() if len(line.split()) == 3)


def main():
    found = exported(sys.argv[1])
    if "--write" in sys.argv:
        with open(LIST, "w", encoding="utf-8") as f:
            f.write("".join(name + "\n" for name in found))
        return 0
    with open(LIST, encoding="utf-8") as f:
        listed = f.read().split()
    for name in sorted(set(found) - set(listed)):
        print(f"exported but not listed: {name}; add it to tests/api/symbols.txt, or hide it")
    for name in sorted(set(listed) - set(found)):
        print(f"listed but not exported: {name}; programs that use it break")
    return found != listed


if __name__ == "__main__":
    sys.exit(main())
