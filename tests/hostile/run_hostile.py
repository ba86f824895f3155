#!/usr/bin/env python3
"""Makes hostile repositories and inputs and runs the program on each, with a bound on time and memory.

    run_hostile.py PROGRAM [--full] [--only WORD]

A case is a function below: it writes a tree and says what must be in the answer. Whatever a case holds,
the program must end by itself with a documented exit code, within the bounds, and print nothing that a terminal,
an annotation or Markdown would obey. --full makes the large cases as large as they get. Prints 'N passed, N failed'.
"""

import argparse
import json
import os
import re
import resource
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

CONFIG = '[project]\nname = "x"\ndependencies = []\n[tool.inspect-evals-lint]\npreset = "multi-eval"\n'
TASK = "from inspect_ai import task\nfrom inspect_ai.scorer._metric import Score\n\n@task\ndef one():\n    return Task(dataset=[Sample(input='x')])\n"
FORMATS = ["text", "concise", "json", "github", "markdown", "html", "sarif", "junit", "gitlab"]
# Bounds of each run: seconds of processor time, bytes of address space. A machine that is busy gets longer.
SECONDS, MEMORY = 10, 512 << 20
FULL_SECONDS, FULL_MEMORY = 60, 2 << 30
PATIENCE = 10
# Control characters, C1 ones in UTF-8, direction overrides, line separators, bytes that are not UTF-8.
UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\udc80-\udcff]")
# What a GitHub job obeys on any of its output: the old form anywhere, the new one at the start of a line.
OBEYED = re.compile(r"##\[|^\s*::(?!(error|warning) file=)", re.M)
COMMAND = re.compile(r"::(error|warning|notice)( [a-zA-Z]+=[^,\s:][^,]*?(,[a-zA-Z]+=[^,]*?)*)?::")

CASES = []


def case(function):
    CASES.append(function)
    return function


class Tree:
    """A repository in the making; root and names are bytes, so that any name can be written."""

    def __init__(self, root, full, config=CONFIG):
        self.root, self.full = os.fsencode(root), full
        self.write("pyproject.toml", config)
        self.write("src/one/__init__.py", "")
        self.write("src/one/one.py", TASK)

    def path(self, name):
        path = os.path.join(self.root, os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, name, content):
        with open(self.path(name), "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode())

    def link(self, name, target):
        path = self.path(name)
        if os.path.lexists(path):
            os.unlink(path)
        os.symlink(os.fsencode(target), path)

    def fifo(self, name):
        path = self.path(name)
        if os.path.lexists(path):
            os.unlink(path)
        os.mkfifo(path)


@case
def link_loops(tree):
    tree.link("src/one/self.py", "self.py")
    tree.link("src/one/a.py", "b.py")
    tree.link("src/one/b.py", "a.py")
    tree.link("src/one/up", "..")
    tree.link("src/one/deep", "deep/deep/deep")
    tree.link("src/loop", "../src")
    tree.link("src/spin", "spin")
    tree.link("tests/one", "../tests")
    tree.link("uv.lock", "uv.lock")
    return "leads to no regular file"


@case
def links_out_of_the_root(tree):
    for name, target in [("passwd.py", "/etc/passwd"), ("zero.py", "/dev/zero"), ("stdin.py", "/dev/stdin"),
                         ("memory.py", "/proc/self/mem"), ("compose.yaml", "/dev/urandom"), ("eval.yaml", "/dev/full"),
                         ("README.md", "/dev/tty"), ("Dockerfile", "/proc/kmsg"), ("folder.py", "/"), ("etc", "/etc")]:
        tree.link(f"src/one/{name}", target)
    tree.link("src/devices", "/dev")
    tree.link("src/everything", "/")
    tree.link("tests/one", "/")
    tree.link("uv.lock", "/dev/zero")
    tree.link(".venv", "/dev")
    return "nothing in it is linted"


@case
def configuration_is_a_device(tree):
    tree.link("pyproject.toml", "/dev/zero")
    return "is not a regular file"


@case
def pipes_sockets_and_devices(tree):
    for name in ("pipe.py", "compose.yaml", "eval.yaml", "README.md", "Dockerfile", ".noautolint"):
        tree.fifo(f"src/one/{name}")
    tree.fifo("src/two/__init__.py")
    tree.fifo("uv.lock")
    tree.fifo("tests/one/test_one.py")
    tree.fifo(".venv/lib/python3.13/site-packages/a-1.dist-info/METADATA")
    tree.fifo(".venv/lib/python3.13/site-packages/a.pth")
    folder = os.getcwd()
    os.chdir(os.path.join(tree.root, b"src/one"))  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
    os.chdir(folder)
    if os.getuid() == 0:
        try:
            os.mknod(tree.path("src/one/device.py"), stat.S_IFCHR | 0o600, os.makedev(1, 5))
        except OSError:
            pass  # not allowed in this container
    return "private_api_imports"


@case
def unreadable_folders_and_files(tree):
    tree.write("src/one/closed/x.py", TASK)
    tree.write("src/one/secret.py", TASK)
    os.chmod(tree.path("src/one/closed"), 0)
    os.chmod(tree.path("src/one/secret.py"), 0)
    return "Permission denied"


@case
def unreadable_package(tree):
    tree.write("src/two/__init__.py", TASK)
    os.chmod(os.path.join(tree.root, b"src/two"), 0)
    return "Permission denied"


NAMES = [b"\xff\xfe\x80", b"line\nbreak", b"carriage\rreturn", b"\x1b[31mred\x1b[0m", b"\x1b]0;title\x07", b"\xc2\x9b31m",
         "\u202eevil".encode(), "line\u2028separator".encode(), b"::error file=x::boo", b"%0A::error::x", b"a,line=3,b",
         b"<b onclick=x>|`*_[x](y)", b"a&b\"c'd", b"tab\ttab", b"del\x7f", b"\n::error::injected", b"-rf", b"\xed\xa0\x80",
         b"##[error]x", b"a ##[group] b", b"x ::stop-commands::y", b"\xc2\xa0::debug::z", b"\xe2\x80\x8f\xef\xbb\xbf"]


@case
def names_that_are_commands(tree):
    for name in NAMES:
        tree.write(b"src/one/" + name + b".py", TASK + "x = (\n")
        tree.write(b"src/one/" + name + b"/compose.yaml", "services: {a: {image: b, privileged: true}}\n")
        tree.write(b"src/one/" + name + b"/Dockerfile", "FROM a\nRUN pip install b\n")
        tree.write(b"src/" + name + b"/__init__.py", TASK)
        tree.write(b"tests/" + name + b"/test_x.py", "x = (\n")
        tree.link(b"src/one/link" + name + b".py", b"/" + name)
        tree.write(b".venv/lib/python3.13/site-packages/" + name + b".dist-info/RECORD", '"open,,\n')
    return "private_api_imports"


@case
def contents_that_are_commands(tree):
    for number, name in enumerate(NAMES):
        tree.write(f"src/one/m{number}.py", b"x = '''" + name + b"''' + Sample(id='" + name + b"') # noautolint: " + name + b"\n" + TASK.encode())
        tree.write(f"src/one/c{number}/compose.yaml", b'services: {a: {image: "' + name.replace(b'"', b"") + b'"}}\n')
        tree.write(f"src/one/d{number}/Dockerfile", b"FROM " + name + b"\nRUN pip install " + name + b"\n")
    tree.write("uv.lock", "\x1b[31m\n::error::x = 3\n")
    return "private_api_imports"


@case
def many_packages(tree):
    for number in range(100_000 if tree.full else 5_000):
        tree.write(f"src/p{number}/__init__.py", "")


@case
def many_empty_files(tree):
    count = 1_000_000 if tree.full else 50_000
    for folder in range(count // 1000):
        os.makedirs(os.path.join(tree.root, b"src/one/f%d" % folder))
        for number in range(1000):
            os.close(os.open(os.path.join(tree.root, b"src/one/f%d/%d.py" % (folder, number)), os.O_CREAT | os.O_WRONLY))


@case
def deep_folders(tree):
    """Deeper than a path may be long: such folders are only reached step by step."""
    folder = os.open(os.path.join(tree.root, b"src/one"), os.O_RDONLY)
    for _ in range(10_000):
        os.mkdir("d", dir_fd=folder)
        below = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(folder)
    return "File name too long"


@case
def sparse_file(tree):
    for name in ("big.py", "compose.yaml", "Dockerfile", "eval.yaml"):
        tree.write(f"src/one/{name}", "")
        os.truncate(tree.path(f"src/one/{name}"), 2 << 30)
    tree.write("uv.lock", "")
    os.truncate(tree.path("uv.lock"), 2 << 30)
    return "too large"


@case
def everything_is_empty(tree):
    for name in ("pyproject.toml", "uv.lock", "src/one/one.py", "src/one/compose.yaml", "src/one/Dockerfile", "src/one/eval.yaml",
                 "src/one/README.md", "tests/one/__init__.py", "tests/one/test_one.py", "src/one/.noautolint",
                 ".venv/pyvenv.cfg", ".venv/lib/python3.13/site-packages/a-1.dist-info/METADATA",
                 ".venv/lib/python3.13/site-packages/a-1.dist-info/RECORD"):
        tree.write(name, "")


@case
def alias_bombs(tree):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    merge = ["m0: &m0 {k: v}"] + [f"m{i}: &m{i} {{<<: [{', '.join([f'*m{i - 1}'] * 9)}], k{i}: v}}" for i in range(1, 30)]
    bomb = "\n".join(lines + merge)
    tree.write("src/one/compose.yaml", bomb + "\nservices: {s: {image: *a29, environment: *m29, security_opt: *a29}}\n")
    tree.write("src/one/eval.yaml", bomb + "\ntitle: *a29\ntasks: *a29\n")
    tree.write("src/one/loop/compose.yaml", "services: &s\n  a: *s\n")


def nested(tree, opening, closing=""):
    for name in ("src/one/compose.yaml", "src/one/eval.yaml"):
        tree.write(name, opening * 1_000_000 + closing * 1_000_000)


@case
def yaml_nested_lists(tree):
    nested(tree, "[", "]")


@case
def yaml_nested_mappings(tree):
    nested(tree, "{a: ", "}")


@case
def yaml_nested_blocks(tree):
    nested(tree, "- ")


@case
def yaml_nested_keys(tree):
    nested(tree, "? ")


@case
def toml_nested(tree):
    tree.write("uv.lock", "a = " + "[" * 1_000_000 + "]" * 1_000_000 + "\n")
    tree.write("pyproject.toml", CONFIG + "x = " + "{a = " * 1_000_000 + "1" + "}" * 1_000_000 + "\n")
    return "pyproject.toml:6"


@case
def toml_dotted(tree):
    tree.write("uv.lock", "[" + "a." * 1_000_000 + "a]\n" + "b." * 1_000_000 + "b = 1\n")
    tree.write("pyproject.toml", "".join(f"[t.t{i}]\na.b.c = 1\n" for i in range(100_000)) + CONFIG)


@case
def python_nested(tree):
    for number, (opening, closing) in enumerate([("(", ")"), ("[", "]"), ("{", "}"), ("-", ""), ("not ", ""), ("lambda: ", ""),
                                                 ("f(", ")"), ("x if x else ", ""), ("x.", ""), ("f'{", "}'"), ("await ", "")]):
        tree.write(f"src/one/n{number}.py", "x = " + opening * 1_000_000 + "1" + closing * 1_000_000 + "\n")
    tree.write("src/one/blocks.py", "".join(" " * i + "if x:\n" for i in range(3000)))
    tree.write("src/one/elif.py", "if x: pass\n" + "elif x: pass\n" * 200_000)
    tree.write("src/one/chain.py", "x = a" + " + a" * 1_000_000 + "\n")
    tree.write("src/one/calls.py", "x = a" + ".b()" * 300_000 + "\n")
    return "nested"


@case
def python_long(tree):
    tree.write("src/one/line.py", "x = '" + "a" * 30_000_000 + "'\n")
    tree.write("src/one/number.py", "x = " + "9" * 5_000_000 + "\n")
    tree.write("src/one/comments.py", "# noautolint: private_api_imports\n" * 300_000)
    tree.write("src/one/imports.py", "from inspect_ai._x import y\n" * 100_000)
    tree.write("src/one/flow.py", "def f(a0):\n" + "".join(f"    a{i} = a{i - 1}\n" for i in range(1, 50_000)) + "    exec(a49999)\n")
    tree.write("src/one/functions.py", "".join(f"def f{i}(x):\n    return f{i + 1}(x)\n" for i in range(30_000)))


@case
def dockerfiles(tree):
    tree.write("src/one/Dockerfile", "FROM a\nRUN " + "echo a && \\\n" * 500_000 + "pip install b\n")
    tree.write("src/one/b/Dockerfile", "FROM a\nRUN " + "$(" * 500_000 + "\n")
    tree.write("src/one/c/Dockerfile", "".join(f"FROM a AS s{i}\nCOPY --from=s{i - 1} x y\n" for i in range(100_000)))
    tree.write("src/one/d/Dockerfile", "FROM a\nRUN <<A <<B <<C\n" + "x\n" * 500_000)
    tree.write("src/one/e/Dockerfile", "ARG a=${a:-" * 200_000)


@case
def backtracking_globs(tree):
    glob = "**/" * 30 + "*a" * 60 + "b"
    tree.write("pyproject.toml", CONFIG + f'exclude = ["{glob}", "{"**/a*" * 40}"]\n'
               f'[tool.inspect-evals-lint.per-file-ignores]\n"{glob}" = ["IEBP001"]\n"{"*" * 5000}" = ["IEBP001"]\n')
    name = "a" * 200
    tree.write(f"src/one/{'/'.join([name] * 15)}/{name}.py", TASK)
    return "private_api_imports"


@case
def source_root_is_absolute(tree):
    tree.write("pyproject.toml", CONFIG + 'source-root = "/etc"\n')


@case
def source_root_is_the_parent(tree):
    tree.write("pyproject.toml", CONFIG + 'source-root = ".."\n')


@case
def source_root_is_empty(tree):
    tree.write("pyproject.toml", CONFIG + 'source-root = ""\n')


@case
def source_root_is_a_file(tree):
    tree.write("pyproject.toml", CONFIG + 'source-root = "pyproject.toml"\n')


@case
def allowlist_with_a_million_entries(tree):
    rows = ",\n".join(f'"src/one/x{i}.py:{i}"' for i in range(1_000_000))
    tree.write("pyproject.toml", CONFIG + f"[tool.inspect-evals-lint.allowlists.sandbox_image_pinning]\none = [{rows}]\n")


@case
def many_settings(tree):
    tree.write("pyproject.toml", CONFIG + "ignore-dirs = [" + '"a", ' * 300_000 + "]\n[tool.inspect-evals-lint.per-file-ignores]\n"
               + "".join(f'"a{i}/**" = ["IEBP001"]\n' for i in range(20_000)))


@case
def large_lock_and_environment(tree):
    tree.write("src/one/one.py", "import a, b, c\n" + TASK)
    tree.write("uv.lock", "version = 1\n" + "".join(
        f'[[package]]\nname = "p{i}"\nversion = "1"\ndependencies = [{{ name = "p{(i * 7) % 50000}" }}, {{ name = "p{i + 1}" }}]\n'
        for i in range(50_000)))
    site = ".venv/lib/python3.13/site-packages"
    tree.write(f"{site}/a-1.dist-info/RECORD", "".join(f"a{i}/__init__.py,,\n" for i in range(300_000)))
    tree.write(f"{site}/a-1.dist-info/METADATA", "Name: a\n" + "Requires-Dist: b (>=1" + "," * 3_000_000 + ")\n")
    tree.write(f"{site}/more.pth", "/\n/dev\n..\n.\n" + "x\n" * 100_000)


def installed(tree, name, content):
    """A file of the environment, which a rule then asks about; in ten megabytes of it."""
    tree.write("src/one/one.py", "import a\n" + TASK)
    tree.write(f".venv/lib/python3.13/site-packages/{name}", (content * (10_000_000 // len(content) + 1))[:10_000_000])


@case
def folders_of_a_pth_file_outside(tree):
    installed(tree, "more.pth", "/\n")
    return "leads out of the environment with 10000 of its folders"


@case
def modules_of_record_that_are_nowhere(tree):
    installed(tree, "a-1.dist-info/RECORD", "b/x.py,,\nc/x.py,,\n")
    return "more than 10000 modules"


@case
def quoted_modules_of_record(tree):
    installed(tree, "a-1.dist-info/RECORD", '"b",,\n')


@case
def broken_rows_of_record(tree):
    installed(tree, "a-1.dist-info/RECORD", '"b,,\n')
    return "more of this file"


@case
def modules_of_top_level(tree):
    installed(tree, "a-1.dist-info/top_level.txt", "".join(f"b{i}\n" for i in range(1_000_000)))
    return "more than 10000 modules"


@case
def one_module_of_top_level(tree):
    installed(tree, "a-1.dist-info/top_level.txt", "b\n")


@case
def broken_lines_of_metadata(tree):
    tree.write("pyproject.toml", CONFIG.replace("[]", '["a"]'))
    installed(tree, "a-1.dist-info/METADATA", "?\n")
    return "more of this file"


@case
def requirements_of_metadata(tree):
    tree.write("pyproject.toml", CONFIG.replace("[]", '["a"]'))
    installed(tree, "a-1.dist-info/METADATA", "Requires-Dist: b\n")
    return "more than 10000 requirements"


@case
def broken_requirements(tree):
    tree.write("pyproject.toml", CONFIG.replace("[]", "[" + '"?", ' * 1_000_000 + "]"))
    tree.write("src/one/one.py", "import a\n" + TASK)
    return "more of this file"


@case
def broken_packages_of_a_lock(tree):
    tree.write("uv.lock", "version = 1\n" + "[[package]]\n" * 300_000)
    tree.write("src/one/one.py", "import a\n" + TASK)
    return "more of this file"


class Check:
    def __init__(self, program, full):
        self.program, self.full = program, full
        self.passed = self.failed = 0
        self.seconds, self.memory = (FULL_SECONDS, FULL_MEMORY) if full else (SECONDS, MEMORY)

    def limits(self):
        resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if os.getuid() == 0:  # whom no folder is closed to
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

    def run(self, arguments):
        return subprocess.run([self.program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=self.seconds * PATIENCE,
                              preexec_fn=self.limits)

    def fault_in(self, kind, done):
        if done.returncode not in (0, 1, 2):
            return f"exit {done.returncode}: {done.stderr[-300:]!r}"
        if done.returncode == 2 and not done.stderr:
            return "exit 2 without a word"
        for stream in (done.stdout, done.stderr):
            text = stream.decode("utf-8", "surrogateescape")
            found = UNSAFE.search(text) or OBEYED.search(text)
            if found:
                return f"prints {text[max(0, found.start() - 40):found.start() + 40]!r}"
        return self.format_fault(kind, done.stdout.decode()) if done.returncode < 2 else None

    @staticmethod
    def format_fault(kind, text):
        if kind in ("json", "sarif", "gitlab"):
            json.loads(text)
        elif kind == "junit":
            xml.etree.ElementTree.fromstring(text)
        elif kind == "github":
            for line in text.split("\n"):
                if line.startswith("::") and not COMMAND.match(line):
                    return f"has the line {line[:80]!r}"
                if line.startswith("::error::"):
                    return f"obeys {line[:80]!r}"
        elif kind == "markdown" and re.search(r"(?<!\\)<b ", re.sub(r"``.*?``|`[^`]*`", "", text)):
            return "holds raw HTML"
        return None

    def case(self, function):
        root = tempfile.mkdtemp(prefix="hostile-")
        os.chmod(root, 0o755)
        try:
            tree = Tree(os.path.join(root, "repository"), self.full)
            expected = function(tree)
            text = ""
            formats = FORMATS if "commands" in function.__name__ else ["json"]
            for kind in formats:
                fault, said = self.lint(tree, kind)
                text += said
                if fault:
                    return self.report(function, f"{kind}: {fault}")
            if expected and expected not in text:
                return self.report(function, f"does not say {expected!r} but {text[-400:]!r}")
            self.passed += 1
        finally:
            subprocess.run(["chmod", "-R", "u+rwx", root], stderr=subprocess.DEVNULL, check=False)
            subprocess.run(["rm", "-rf", root], check=False)
        return None

    def lint(self, tree, kind):
        try:
            done = self.run(["lint", "--root", os.fsdecode(tree.root), "--all", "--output-format", kind])
            return self.fault_in(kind, done), (done.stdout + done.stderr).decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            return f"takes more than {self.seconds * PATIENCE} seconds", ""
        except (ValueError, xml.etree.ElementTree.ParseError) as wrong:
            return f"cannot be read: {wrong}", ""

    def report(self, function, what):
        self.failed += 1
        print(f"{function.__name__}: {what}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    folder = tempfile.mkdtemp()  # a copy that any user can run
    os.chmod(folder, 0o755)
    program = shutil.copy(options.program, folder)
    check = Check(program, options.full)
    for function in CASES:
        if options.only in function.__name__:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            check.case(function)
            if options.times:
                print(f"{function.__name__}: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before:.1f} s", flush=True)
    shutil.rmtree(folder)
    print(f"{check.passed} passed, {check.failed} failed")
    return check.failed != 0


if __name__ == "__main__":
    sys.exit(main())
