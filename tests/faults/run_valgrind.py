#!/usr/bin/env python3
"""Runs each command under Valgrind: no invalid access, no decision on undefined bytes, nothing lost.

    run_valgrind.py PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from kernel import FILTERS, LANDLOCK, hide  # noqa: E402
from run_faults import WALLTIME, commands, write_tree  # noqa: E402

FOUND = 99
VALGRIND = ["valgrind", "--quiet", f"--error-exitcode={FOUND}", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]


def without_sandbox():
    hide([LANDLOCK, FILTERS])  # Valgrind's own calls are the process's


def main():
    program = os.path.abspath(sys.argv[1])
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed", file=sys.stderr)
        return 77
    passed = failed = 0
    with tempfile.TemporaryDirectory() as root:
        write_tree(root)
        for name, arguments, _ in commands(root):
            plain = subprocess.run([program, *arguments], capture_output=True, timeout=60)
            done = subprocess.run([*VALGRIND, program, *arguments], capture_output=True, timeout=600, preexec_fn=without_sandbox)
            if (done.returncode, WALLTIME.sub(b"", done.stdout)) == (plain.returncode, WALLTIME.sub(b"", plain.stdout)):
                passed += 1
            else:
                failed += 1
                print(f"{name}: exit {done.returncode}\n{done.stderr.decode()[-3000:]}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
