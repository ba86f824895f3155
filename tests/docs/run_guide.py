#!/usr/bin/env python3
"""Runs what the guide shows.

    run_guide.py CORDON SOURCE_ROOT [PYTHON]

Each page has a copy of examples/evaluations of its own. In a block ```console every "$ command" is run there by bash and
must end with 0; with `exit=N` those of the block may end with N instead, and the last one must. What is shown below a
command must be its output; "..." in a line stands for any text, a line "..." for any lines. A block with the word
`file` is written to the path that the comment in its first line names, before anything is run. Python must compile and
import what the packages offer, and with the word `run` it is run by PYTHON, one that has the wheel. C must compile (with the word `part` inside a function), TOML must be readable.
"""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

FENCE = re.compile(r"^```(\w+)((?: \S+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pattern_of(shown):
    """A regular expression for the output that a block shows."""
    parts = []
    for line in shown.splitlines():
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(piece) for piece in line.split("...")) + r"\n")
    return re.compile("".join(parts) or r"(?:.*\n)*")


def commands_of(block):
    """Pairs of a command and the output below it."""
    commands = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            commands.append([line[2:].strip(), ""])
        elif commands:
            commands[-1][1] += line
        else:
            raise ValueError(f"output before the first command: {line!r}")
    return commands


def run_console(block, words, folder, environment):
    """What is wrong with a console block."""
    wanted = 0
    for word in words:
        if word.startswith("exit="):
            wanted = int(word.removeprefix("exit="))
    commands = commands_of(block)
    for i, (command, shown) in enumerate(commands):
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        last = i + 1 == len(commands)
        if done.returncode != wanted and (last or done.returncode != 0):
            yield f"$ {command}: ends with {done.returncode}, not {wanted}: {done.stdout[-400:]}"
        if not pattern_of(shown.rstrip("\n")).fullmatch(done.stdout.rstrip("\n") + "\n" * bool(done.stdout)):
            yield f"$ {command}: prints\n{done.stdout}\nwhile the page shows\n{shown}"


def offered(source, package):
    """The names of a Python package or module in python/."""
    path = source / "python" / package.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    raise ValueError(f"{path} has no __all__")


def check_python(words, text, source, folder, python):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in ("cordon", "inspect_evals_lint"):
            names = offered(source, node.module)
            yield from (f"{node.module} has no {each.name}" for each in node.names if each.name not in names)
    if python and "run" in words:
        done = subprocess.run([python, "-c", text], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            yield done.stderr


def check_c(words, text, source):
    if "part" in words:  # of a function, behind its includes
        lines = text.splitlines(keepends=True)
        count = sum(line.startswith("#include") for line in lines)
        text = "".join(["#include <stdio.h>\n", *lines[:count], "int main(void) {\n", *lines[count:], "return 0;\n}\n"])
    done = subprocess.run(["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c", "-I",
                           source / "include", "-"], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        yield done.stderr


def check_block(language, words, text, source, folder, environment, python):
    if language == "console":
        yield from run_console(text, words, folder, environment)
    elif language == "python":
        yield from check_python(words, text, source, folder, python)
    elif language == "c":
        yield from check_c(words, text, source)
    elif language == "toml":
        tomllib.loads(text)
    elif language not in ("sh", "yaml", "dockerfile", "text"):
        yield f"a block of the language {language!r}, which nothing checks"


def check_page(page, cordon, source, python):
    """Everything that is wrong with a page."""
    blocks = [(language, words.split(), text) for language, words, text in FENCE.findall(page.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch, "evaluations")
        shutil.copytree(source / "examples" / "evaluations", folder)
        tools = pathlib.Path(scratch, "bin")
        tools.mkdir()
        (tools / "cordon").symlink_to(cordon)
        environment = {"HOME": scratch, "LANG": "C.UTF-8", "PATH": f"{tools}:{os.environ['PATH']}", "TMPDIR": scratch}
        for language, words, text in blocks:
            if "file" in words:
                path = folder / text.splitlines()[0].removeprefix("# ")
                path.write_text(text, encoding="utf-8")
        for language, words, text in blocks:
            try:
                yield from check_block(language, words, text, source, folder, environment, python)
            except (SyntaxError, ValueError) as error:
                yield f"{language}: {error}"


def main():
    cordon, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    python = sys.argv[3] if len(sys.argv) > 3 else None
    pages = [source / "README.md", source / "docs" / "index.md", *sorted((source / "docs" / "guide").glob("*.md"))]
    passed = failed = 0
    for page in pages:
        problems = list(check_page(page, cordon, source, python))
        for problem in problems:
            print(f"{page.relative_to(source)}: {problem}")
        failed += bool(problems)
        passed += not problems
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
