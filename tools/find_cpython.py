"""Finds a working CPython 3.13 for the scripts that compare with it."""

import glob
import os
import subprocess
import sys

SKIPPED = 77


def works(place):
    """A name on PATH may be a shim that fails, so that only an answer counts."""
    question = "import ast, sys; print(sys.implementation.name, *sys.version_info[:2])"
    try:
        answer = subprocess.run([place, "-c", question], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.split() == ["cpython", "3", "13"]


def find():
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    places = [os.environ.get("CPYTHON"), sys.executable, "python3.13", "python3"]
    places += sorted(glob.glob(os.path.join(pyenv, "versions", "3.13*", "bin", "python3")), reverse=True)
    return next(filter(works, filter(None, places)), None)


def run_under_it():
    """Starts the script again under CPython 3.13, unless it runs there already."""
    if sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 13):
        return
    python = find()
    if not python:
        print(f"{os.path.basename(sys.argv[0])}: skipped, no working CPython 3.13 was found; name one in $CPYTHON")
        sys.exit(SKIPPED)
    os.execvp(python, [python, os.path.abspath(sys.argv[0]), *sys.argv[1:]])
