"""What the comparisons share: the release build, peers from PyPI, paired runs, the table that is printed."""

import os
import statistics
import subprocess
import sys
import tarfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-bench"  # the release build, and all that is fetched or generated
INSPECT_EVALS = "0.26.0"
sys.path.insert(0, str(ROOT / "tools"))


def build(target):
    """A release build's file, up to date."""
    if not (BUILD / "build.ninja").exists():
        setup = ["meson", "setup", str(BUILD), "--buildtype", "release"]
        subprocess.run(setup, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", str(BUILD), "--quiet", target], check=True, stdout=subprocess.DEVNULL)
    return BUILD / target


def cordon():
    return build("src/cli/cordon")


def peers(*packages):
    """The programs of an environment that has the packages, or None; needs a network once."""
    programs = BUILD / "venv" / "bin"
    if not (programs / "python").exists():
        venv.create(programs.parent, with_pip=True)
    if not packages:
        return programs
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", *packages]
    return programs if subprocess.run(install, stderr=subprocess.DEVNULL).returncode == 0 else None


def inspect_evals():
    """The sources of inspect-evals, the repository that the linters were written for."""
    folder = BUILD / "peers" / f"inspect_evals-{INSPECT_EVALS}"
    if not folder.exists():
        programs = peers()
        if not programs:
            sys.exit("the sources of inspect-evals cannot be fetched: there is no pip")
        fetch = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d", str(folder.parent)]
        subprocess.run([programs / "python", *fetch, f"inspect-evals=={INSPECT_EVALS}"], check=True)
        with tarfile.open(f"{folder}.tar.gz") as archive:
            archive.extractall(folder.parent)
    return folder


class Use:
    """What one run took: seconds of the processor and elapsed, and peak memory in bytes. None: not measured."""

    def __init__(self, processor, elapsed=None, memory=None):
        self.processor, self.elapsed, self.memory = processor, elapsed, memory


def run(command, folder=None, reads=None):
    """Runs to the end, output thrown away. A status from 2 on is an error. Memory below that of this Python, some
    15 MB, is not seen."""
    begin = time.perf_counter()
    child = subprocess.Popen([str(word) for word in command], cwd=folder, stdin=reads or subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    elapsed = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return Use(used.ru_utime + used.ru_stime, elapsed, used.ru_maxrss * 1024)


def call(prepare):
    """As run(), of the function that prepare() gives; both in a process of their own, so that their memory is not seen
    elsewhere."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        work = prepare()
        begin, elapsed = time.process_time(), time.perf_counter()
        work()
        os.write(write, f"{time.process_time() - begin} {time.perf_counter() - elapsed}".encode())
        os._exit(0)
    os.close(write)
    with open(read) as told:
        times = [float(word) for word in told.read().split()]
    _, _, used = os.wait4(child, 0)
    return Use(*times, used.ru_maxrss * 1024)


def paired(works, rounds):
    """Runs each of the works (name: function that gives a Use) once a round, one after the other, so that what else
    the machine does falls on all of them. The first round only warms up."""
    uses = {name: [] for name in works}
    for i in range(rounds + (rounds > 1)):
        for name, work in works.items():
            use = work()
            if i or rounds == 1:
                uses[name].append(use)
    return uses


def of(uses, field):
    return [getattr(use, field) for use in uses]


def seconds(value):
    """Four digits of a time, in the unit that suits it."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.4g} {unit}"
    return f"{value * 1e9:.4g} ns"


def ratio(values, bases):
    """How many times the base, pair by pair: median, minimum and maximum."""
    pairs = sorted(value / base for value, base in zip(values, bases))
    return f"{statistics.median(pairs):.3g} ({pairs[0]:.3g} to {pairs[-1]:.3g})"


HEAD = f"{'':34} {'processor':>10} {'x the first':>24} {'elapsed':>10} {'x the first':>24} {'memory':>9}"


def table(title, uses, size=0, notes=None, head=True):
    """One line a name: medians, and the ratios to the first name's. size: bytes, for a speed by processor time."""
    first = next(iter(uses.values()))
    print(f"\n{title}" + f"\n{HEAD}" * head)
    for name, runs in uses.items():
        cells = [f"{name:34}"]
        for field in ("processor", "elapsed"):
            values, bases = of(runs, field), of(first, field)
            if None in values + bases:
                cells.append(f"{'-':>10} {'':24}")
                continue
            if len(values) != len(bases):  # not paired: too slow for as many rounds
                values = [statistics.median(values)] * len(bases)
            cells.append(f"{seconds(statistics.median(values)):>10} {ratio(values, bases):>24}")
        memory = max(use.memory or 0 for use in runs)
        cells.append(f"{memory / 2**20:>5.0f} MiB" if memory else f"{'-':>9}")
        if size:
            cells.append(f"{size / statistics.median(of(runs, 'processor')) / 1e6:8.1f} MB/s")
        if notes and name in notes:
            cells.append(notes[name])
        print(" ".join(cells).rstrip(), flush=True)
