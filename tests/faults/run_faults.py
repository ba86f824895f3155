#!/usr/bin/env python3
"""Makes the system fail under every command, one call at a time, and checks that the command says so.

    run_faults.py --program build/src/cli/cordon --library build/tests/faults/libinterpose.so [--every]

For each command and each kind of call the first, second, ... call fails, up to the last one (a growing
stride unless --every). Whatever fails, the command must end with a documented exit code, never by a signal
or a hang; when its answer differs from the undisturbed one it must say why on standard error; a result file is whole
or absent, and no temporary file is left. Prints 'N passed, N failed'.
"""

import argparse
import errno
import os
import subprocess
import sys
import tempfile

TREE = {
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["inspect_ai"]\n[tool.inspect-evals-lint]\npreset = "multi-eval"\n',
    "src/one/__init__.py": "from .one import one\n",
    "src/one/one.py": "from inspect_ai import task\n\n@task\ndef one():\n    return Sample(input='x')\n",
    "src/one/eval.yaml": "title: One\ntasks: [{name: one}]\n",
    "src/one/compose.yaml": "services:\n  default:\n    image: a/b\n    privileged: true\n",
    "src/one/Dockerfile": "FROM python:3.12\nRUN pip install x\n",
    "src/one/README.md": "# One\nTODO: more\n",
    "src/two/__init__.py": "",
    "tests/one/__init__.py": "",
    "tests/one/test_one.py": "def test_one():\n    assert True\n",
    "uv.lock": 'version = 1\n[[package]]\nname = "inspect-ai"\nversion = "1"\n',
    "recipe.yaml": "schema_version: 1\nmode: probe\ntrials: 1\nmitigation_axis: [none]\ndiagnostic_axis: [none]\ncustom_patterns:\n"
                   "  - id: memory\n    match:\n      regex: 'out of memory (?P<n>\\d+)'\n      condition: int(capture['n']) > 3\n"
                   "  - id: step\n    match:\n      regex: '(?i)STEP [12]'\n    on_match: warn\n",
    "batch.jsonl": '{"id": 1, "condition": "exit_code * 10000000000000000000000 > 3 and capture[\'a\'].split()", "capture": {"a": "x y"}}\n'
                   '{"id": 2, "condition": "1 +", "exit_code": 3}\n' * 20,
    "env/lib/python3.13/site-packages/inspect_ai-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: inspect-ai\nVersion: 1\n",
    "env/lib/python3.13/site-packages/inspect_ai-1.dist-info/top_level.txt": "inspect_ai\n",
    "trial.log": "step 1\nout of memory 12\nstep 2\n" * 50,
}

KINDS = [
    ("memory", 0, errno.ENOMEM),
    ("memory", None, errno.ENOMEM),
    ("open", None, errno.EMFILE),
    ("open", None, errno.EACCES),
    ("read", None, errno.EIO),
    ("read", None, errno.EINTR),
    ("read", None, 0),
    ("write", None, errno.ENOSPC),
    ("write", None, errno.EINTR),
    ("write", None, 0),
    ("stat", None, errno.EIO),
    ("folder", None, errno.EIO),
    ("rename", None, errno.EIO),
    ("thread", 0, errno.EAGAIN),
]
TRANSPARENT = {errno.EINTR, 0}  # what a program must not even notice
DOCUMENTED = {0, 1, 2}


def commands(root):
    lint = ["lint", "--root", root, "--all", "--jobs", "2", "--python", os.path.join(root, "env")]
    yield "ast", ["ast", os.path.join(root, "src/one/one.py")], None
    yield "lint", lint + ["--output-format", "json"], None
    yield "lint to a file", lint + ["--output-format", "json", "--output", os.path.join(root, "out.json")], "out.json"
    yield "condition", ["condition", "eval", "int(capture['a']) > 3", "--capture", "a=5", "--exit-code", "0",
                        "--walltime-sec", "1", "--peak-vram-mib", "0"], None
    yield "condition batch", ["condition", "eval", "--batch", os.path.join(root, "batch.jsonl")], None
    yield "probe check", ["probe", "check", os.path.join(root, "recipe.yaml")], None
    yield "probe", ["probe", "scan", "--recipe", os.path.join(root, "recipe.yaml"), "--log", os.path.join(root, "trial.log"),
                    "--exit-code", "1", "--walltime-sec", "2"], None


def write_tree(root):
    for name, text in TREE.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def run(program, arguments, library, fault):
    receive, send = os.pipe()
    env = dict(os.environ, LC_ALL="C")
    if fault:
        env.update(LD_PRELOAD=library, CORDON_FAULT=fault, CORDON_FAULT_FD=str(send))
    try:
        done = subprocess.run([program, *arguments], env=env, pass_fds=[send], capture_output=True, timeout=20)
    finally:
        os.close(send)
    struck = bool(os.read(receive, 1))
    os.close(receive)
    return done, struck


class Check:
    def __init__(self, program, library, every):
        self.program, self.library, self.every = program, library, every
        self.passed = self.failed = self.injected = 0

    def fault(self, name, arguments, result, root, plain, fault, reason):
        path = result and os.path.join(root, result)
        if path and os.path.exists(path):
            os.unlink(path)
        before = set(os.listdir(root))
        try:
            done, struck = run(self.program, arguments, self.library, fault)
        except subprocess.TimeoutExpired:
            return self.report(name, fault, "hangs"), True
        if not struck:
            return None, False
        self.injected += 1
        left = set(os.listdir(root)) - before - {result}
        same = (done.returncode, done.stdout) == (plain.returncode, plain.stdout)
        if done.returncode not in DOCUMENTED:
            self.report(name, fault, f"exit {done.returncode}: {done.stderr[-300:]!r}")
        elif reason in TRANSPARENT and not same:
            self.report(name, fault, f"is noticed: exit {done.returncode} {done.stderr[-300:]!r}")
        elif not same and not done.stderr and reason not in (errno.ENOSPC,) and b"cannot be" not in done.stdout:
            self.report(name, fault, f"gives another answer and says nothing: exit {done.returncode}")
        elif left:
            self.report(name, fault, f"leaves {sorted(left)}")
        elif path and done.returncode == 2 and os.path.exists(path):
            self.report(name, fault, "leaves a result beside exit 2")
        else:
            self.passed += 1
        return None, True

    def report(self, name, fault, what):
        self.failed += 1
        print(f"{name}, {fault}: {what}")

    def command(self, name, arguments, result, root):
        plain, _ = run(self.program, arguments, self.library, None)
        if plain.returncode not in DOCUMENTED or (plain.returncode == 2 and not plain.stdout):
            self.report(name, "none", f"exit {plain.returncode}: {plain.stderr[-300:]!r}")
            return
        for call, last, reason in KINDS:
            number, stride, struck = 1, 1, True
            while struck and self.failed < 40:
                end = last if last is not None else number
                _, struck = self.fault(name, arguments, result, root, plain, f"{call}:{number}:{end}:{reason}", reason)
                number += stride
                if not self.every and number > 60:
                    stride = stride * 5 // 4 + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    check = Check(os.path.abspath(options.program), os.path.abspath(options.library), options.every)
    with tempfile.TemporaryDirectory() as root:
        write_tree(root)
        for name, arguments, result in commands(root):
            if options.only in name:
                check.command(name, arguments, result, root)
    print(f"{check.injected} faults injected")
    print(f"{check.passed} passed, {check.failed} failed")
    return check.failed != 0


if __name__ == "__main__":
    sys.exit(main())
