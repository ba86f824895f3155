"""Builds the wheel and makes virtual environments that have it, for the scripts that test it."""

import glob
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "wheel"
OLDEST = (3, 10)


def clean_environment():
    """Without what could lend a library, a module or an option."""
    unwanted = ("LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in unwanted}


def run(*words, **options):
    words = [os.fspath(word) for word in words]
    done = subprocess.run(words, capture_output=True, text=True, env=clean_environment(), **options)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def version_of(python):
    """(3, N), or None for what is no CPython that works: a name on PATH may be a shim that fails."""
    question = "import sys, venv; print(sys.implementation.name, *sys.version_info[:2])"
    try:
        answer = subprocess.run([python, "-c", question], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = answer.stdout.split()
    return (int(words[1]), int(words[2])) if answer.returncode == 0 and words[0] == "cpython" else None


def pythons():
    """One interpreter of every version that the wheel is for, the oldest first."""
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    places = [sys.executable, *sorted(glob.glob(os.path.join(pyenv, "versions", "*", "bin", "python3")))]
    places += [f"python3.{minor}" for minor in range(10, 30)]
    found = {}
    for place in places:
        version = version_of(place)
        if version and version >= OLDEST:
            found.setdefault(version, place)
    if not found:
        sys.exit("no CPython 3.10 or newer was found")
    return [found[version] for version in sorted(found)]


def environment(name, python):
    """The interpreter of a fresh virtual environment."""
    folder = CACHE / name
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


def install(python, *packages):
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def build(python, source, name):
    """The wheel of a source tree or sdist."""
    folder = CACHE / name
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source)
    return next(folder.glob("*.whl"))


def built():
    """The wheel that tools/test-wheel built, or a new one."""
    wheel = next((CACHE / "tree").glob("*.whl"), None)
    return wheel or build(environment("builder", pythons()[0]), ROOT, "tree")
