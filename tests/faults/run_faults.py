#!/usr/bin/env python3
"""Makes the system fail under every command, one call at a time, and checks that the command says so.

    run_faults.py --program build/src/cli/cordon --library build/tests/faults/libinterpose.so [--every] [--only WORD]

For each command and each kind of call the first, second, ... call fails, up to the last one (a growing
stride unless --every). Whatever fails, the command must end with a documented exit code, never by a signal
or a hang; when its answer differs from the undisturbed one it must say why on standard error; all memory is freed and
all files are closed; a result file is whole or absent, and no temporary file is left. Prints 'N passed, N failed'.
"""

import argparse
import errno
import gzip
import os
import re
import shutil
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
    "summary.md": "",
    "trial.log": "step 1\nout of memory 12\nstep 2\n" * 50,
}

# The call, the last one that fails (0: all that follow, None: this one only) and its error.
KINDS = [
    ("memory", 0, errno.ENOMEM),
    ("memory", None, errno.ENOMEM),
    ("open", None, errno.EMFILE),
    ("open", None, errno.EACCES),
    ("open", None, errno.ENOENT),
    ("open", None, errno.EINTR),
    ("read", None, errno.EIO),
    ("read", None, errno.EINTR),
    ("read", None, 0),
    ("end", 0, 0),
    ("size", 0, 0),
    ("size", 0, 1),
    ("write", None, errno.ENOSPC),
    ("write", None, errno.EINTR),
    ("write", None, 0),
    ("close", None, errno.EIO),
    ("close", None, errno.EINTR),
    ("stat", None, errno.EIO),
    ("folder", None, errno.EIO),
    ("make", None, errno.EACCES),
    ("rename", None, errno.EIO),
    ("process", None, errno.EAGAIN),
    ("thread", 0, errno.EAGAIN),
]
TRANSPARENT = {("open", errno.EINTR), ("read", errno.EINTR), ("read", 0), ("write", errno.EINTR), ("write", 0),
               ("size", 0), ("size", 1)}  # what a program must not even notice
UNSEEN = {("open", errno.ENOENT), ("end", 0)}  # a file that vanishes or shrinks could have been so from the beginning
DOCUMENTED = {0, 1, 2}
DENSE = 12  # so many calls are tried one by one in any case
WALLTIME = re.compile(rb"wall ?time.*|\d+(\.\d+)? s\b", re.I)
FORMATS = ("text", "concise", "json", "github", "markdown", "html", "sarif", "junit", "gitlab")


def commands(root):
    """Names, arguments and what they write: a file or a folder in the root."""
    def path(name):
        return os.path.join(root, name)

    lint = ["lint", "--root", root, "--all", "--python", path("env"), "--output-format"]
    trial = ["--recipe", path("recipe.yaml")]
    yield "ast", ["ast", path("src/one/one.py"), path("src/one/__init__.py")], None
    yield "ast of no Python", ["ast", "--mode", "eval", path("src/one/one.py")], None
    for name in FORMATS:
        # Why a rule was skipped is in the JSON report only.
        silent = ["--jobs", "2"] if name == "json" else ["--jobs", "1", "--ignore", "ruff_rules_enabled"]
        yield f"lint as {name}", [*lint, name, "--preview", "--statistics", *silent], None
    yield "lint to a file", [*lint, "json", "--output", path("out.json")], "out.json"
    yield "lint what changed", [*lint, "json", "--changed", path("src/one/one.py"), path("README.md")], None
    yield "lint without configuration", ["lint", "--root", path("src"), "--all"], None
    yield "lint --list-rules", ["lint", "--list-rules", "--output-format", "json"], None
    yield "lint --explain", ["lint", "--explain", "IESC002", "--explain", "readme"], None
    yield "condition --explain", ["condition", "--explain"], None
    yield "condition check", ["condition", "check", "exit_code == 1", "1 +", "open('x')"], None
    yield "condition eval", ["condition", "eval", "int(capture['a']) > 3", "--capture", "a=5", "--exit-code", "0",
                             "--walltime-sec", "1", "--peak-vram-mib", "0"], None
    yield "condition batch", ["condition", "eval", "--batch", path("batch.jsonl")], None
    yield "probe check", ["probe", "check", path("recipe.yaml")], None
    yield "probe scan", ["probe", "scan", *trial, "--log", path("trial.log"), "--exit-code", "1", "--walltime-sec", "2"], None
    yield "probe scan of a compressed log", ["probe", "scan", *trial, "--log", path("trial.log.gz"), "--output-format", "json"], None
    yield "probe run", ["probe", "run", *trial, "--log-folder", path("kept"), "--", "cat", path("trial.log")], None
    yield "docs --output", ["docs", "--output", path("site")], "site"
    yield "docs --man", ["docs", "--man", path("man")], "man"
    yield "docs --completions", ["docs", "--completions", "bash"], None


def write_tree(root):
    files = {name: text.encode() for name, text in TREE.items()}
    files["trial.log.gz"] = gzip.compress(files["trial.log"])
    for name, content in files.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(content)


def take(root, result):
    """The content of what a command wrote, by name; it is removed."""
    content = {}
    for name in (result, "kept"):
        path = os.path.join(root, name or "none")
        files = [path] if os.path.isfile(path) else [os.path.join(folder, file) for folder, _, names in os.walk(path) for file in names]
        for file in files if name == result else []:
            with open(file, "rb") as stream:
                content[os.path.relpath(file, root)] = stream.read()
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif files:
            os.unlink(path)
    return content


class Run:
    """One run: exit code, both outputs, what it wrote, whether the fault struck, and what it kept at its end."""

    def __init__(self, program, arguments, library, fault, root, result):
        receive, send = os.pipe()
        env = dict(os.environ, LC_ALL="C", LD_PRELOAD=library, CORDON_FAULT=fault, CORDON_FAULT_FD=str(send),
                   GITHUB_STEP_SUMMARY=os.path.join(root, "summary.md"))
        try:
            done = subprocess.run([program, *arguments], env=env, pass_fds=[send], capture_output=True, timeout=20, cwd=root)
        finally:
            os.close(send)
            with os.fdopen(receive, "rb") as stream:
                report = stream.read()
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.wrote = take(root, result)
        self.struck = b"!" in report
        kept = report.replace(b"!", b"").split()
        self.kept = [int(number) for number in kept] if len(kept) == 2 else None

    def answer(self):
        return self.code, WALLTIME.sub(b"", self.out), self.wrote


class Check:
    def __init__(self, program, library, every):
        self.program, self.library, self.every = program, library, every
        self.passed = self.failed = self.injected = 0

    def run(self, arguments, fault, root, result):
        return Run(self.program, arguments, self.library, fault, root, result)

    def fault(self, name, arguments, result, root, plain, fault, kind):
        """Whether the fault struck."""
        before = set(os.listdir(root))
        try:
            done = self.run(arguments, fault, root, result)
        except subprocess.TimeoutExpired:
            self.report(name, fault, "hangs")
            return True
        if done.struck:
            self.injected += 1
            wrong = self.wrong(done, plain, kind) or (set(os.listdir(root)) - before and "leaves a temporary file")
            if wrong:
                self.report(name, fault, wrong)
            else:
                self.passed += 1
        return done.struck

    @staticmethod
    def wrong(done, plain, kind):
        said = done.err[-300:]
        same = done.answer() == plain.answer()
        if done.code not in DOCUMENTED:
            return f"exit {done.code}: {said!r}"
        if kind in TRANSPARENT and not same:
            return f"is noticed: exit {done.code} {said!r}"
        reported = b"cannot be" in done.out + b"".join(done.wrote.values())
        if not same and not done.err and kind not in UNSEEN and not reported:
            return f"gives another answer and says nothing: exit {done.code}"
        if kind[0] == "memory" and not same and (done.code != 2 or b"memory" not in done.err):
            return f"does not name memory: exit {done.code}: {said!r}"
        if any(content != plain.wrote[name] for name, content in done.wrote.items()) and kind not in UNSEEN and done.code == 2:
            return "leaves a part of a result"
        if not done.kept or done.kept[0] > plain.kept[0] or done.kept[1] > plain.kept[1]:
            return f"keeps {done.kept} blocks and files, without a fault {plain.kept}"
        return None

    def report(self, name, fault, what):
        self.failed += 1
        print(f"{name}, {fault}: {what}", flush=True)

    def command(self, name, arguments, result, root):
        plain = self.run(arguments, "none:0:0:0", root, result)
        if plain.code not in DOCUMENTED or not plain.kept:
            self.report(name, "none", f"exit {plain.code}: {plain.err[-300:]!r}")
            return
        if plain.kept[1]:
            self.report(name, "none", f"leaves {plain.kept[1]} files open")
        for call, last, reason in KINDS:
            number, stride, struck = 1, 1, True
            while struck and self.failed < 40:
                end = last if last is not None else number
                struck = self.fault(name, arguments, result, root, plain, f"{call}:{number}:{end}:{reason}", (call, reason))
                number += stride
                if not self.every and number > DENSE:
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
