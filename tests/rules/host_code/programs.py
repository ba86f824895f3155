#!/usr/bin/env python3
"""Composes programs whose verdict is known by construction, and lints them.

    programs.py CORDON [--count N] [--seed N] [--keep FOLDER]

A program is a source, a few steps its value takes, and a sink. A source gives a value that the model controls or one
that it does not; a step hands on what the model controls or loses it; a sink says what it is when the value is the
model's and when it is not. So the status of the sink's line follows from the parts, without asking the linter.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

IMPORTS = """\
import asyncio, builtins, dill, importlib, joblib, marshal, numpy as np, os, pandas as pd, pickle, pty, runpy
import subprocess, torch, yaml
import inspect_ai.util as iu
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.tool import tool
from inspect_ai.util import SandboxEnvironment, sandbox, subprocess as isub
from journal import plain, other, disk
"""

# (parameters of the function, lines before, expression, is it the model's). The function is `go`, or in a @tool.
SOURCES = [
    ("thing", [], "thing.completion", True),
    ("thing", [], "thing.parts[0].messages", True),
    ("thing", [], "thing().tool_calls", True),
    ("call", [], "call.arguments['x']", True),
    ("state", [], "state.output", True),
    ("run", [], "run.output.message.text", True),
    ("run", [], "run.output.choices[0]", True),
    ("q", [], "(await get_model().generate(q))", True),
    ("q", ["reply = await q.generate('hi')"], "reply.anything", True),
    ("out: ModelOutput", [], "out.x", True),
    ("*, out: 'ModelOutput | None' = None", [], "out", True),
    ("q", [], "(await sandbox(q).read_file('a'))", True),
    ("q", [], "(await iu.sandbox().exec(['a'])).stdout", True),
    ("q", ["box = sandbox()"], "(await box.read_file('a'))", True),
    ("self", ["self.box = sandbox()"], "(await self.box.exec(['a']))", True),
    ("box: SandboxEnvironment", [], "(await box.read_file('a'))", True),
    ("q", ["box: SandboxEnvironment = other()"], "(await box.read_file('a'))", True),
    ("TOOL code", [], "code", True),
    ("TOOL code, *rest", [], "rest[0]", True),
    ("state", [], "state.metadata['q']", False),
    ("state", [], "state.input_text", False),
    ("output", [], "output.message", False),
    ("q", [], "(await generate(q))", False),
    ("q", [], "(await disk.read_file('a'))", False),
    ("q", [], "(await sandbox().write_file('a'))", False),
    ("out: str", [], "out", False),
    ("q", [], "plain", False),
    ("q", [], "'constant'", False),
]


def fresh(state):
    state["names"] += 1
    return f"v{state['names']}"


def step(*lines, value="{n}", kept=True):
    return lines, value, kept


# Lines with {v} the value before, {n} a new name; the expression after; whether what the model controls is handed on.
STEPS = [
    step("{n} = {v}"),
    step("{n}: object = {v}"),
    step("{n} = ''", "{n} += {v}"),
    step("{n}, {n}b = {v}, 1", value="{n}b"),
    step("[{n}, (*{n}b, _)] = {v}", value="{n}b"),
    step("{n}b = {n} = [{v}]"),
    step("{n}.field = {v}", value="{n}.field.deeper[0]"),
    step("{n}['k'] = {v}", value="{n}['other']"),
    step("{n}.field['k'] = {v}", value="{n}.field"),
    step("{n} = []", "{n}.append({v})"),
    step("{n} = {{}}", "{n}.update(k={v})"),
    step("{n}.items.setdefault('k', {v})", value="{n}.items"),
    step("for {n} in {v}:", "    pass"),
    step("for {n}, *{n}b in enumerate({v}):", "    pass", value="{n}b"),
    step("with open({v}) as {n}:", "    pass"),
    step("async with {v} as ({n}, {n}b):", "    pass"),
    step("if ({n} := {v}):", "    pass"),
    step("match {v}:", "    case {{'k': [{n}, *_]}}:", "        pass"),
    step("match other, {v}:", "    case (_, str() as {n}) | {n}:", "        pass"),
    step("{n} = [{n}b for {n}b in {v}]"),
    step("{n} = {{1: {n}b for {n}b in other if {v}}}"),
    step("[{n} for {n} in {v}]"),
    step("{n} = lambda: {v}"),
    step("lambda {n}={v}: 1"),
    step("{n} = other if {v} else 'x'"),
    step("try:", "    {n} = {v}", "finally:", "    pass"),
    step("{n} = 'safe'", "del {n}", "{n} = {v}", "{n} = 'safe'"),
    step(value="f'{{{v}}}'"),
    step(value="('a ' + {v} + ' b')"),
    step(value="'{{}}'.format({v})"),
    step(value="str({v})"),
    step(value="other({v}, k=1)"),
    step(value="other(k={v}).x[0]"),
    step(value="(other or {v})"),
    step(value="(await other.check({v}))"),
    step(value="[{v}, *other]"),
    step("def {n}(x):", "    return x", value="{n}({v})"),
    step("{n}b = {v}", "async def {n}():", "    return {n}b", value="(await {n}())"),
    step("{n}b = {v}", "def {n}(x={v}):", "    return x", value="{n}()"),
    step("if {v}:", "    {n} = 'a'", kept=False),
    step("{n} = {{}}", "{n}[0] = 'x'", "other[{v}] = {n}", kept=False),
    step("try:", "    other({v})", "except ValueError as {n}:", "    pass", kept=False),
    step("{n} = 'x'", "print({v}, file={n})", kept=False),
    step("{n}.field = {v}", value="{n}", kept=False),
    step("{n}.field = {v}", value="{n}.other", kept=False),
    step("while {v}:", "    {n} = plain", "    break", kept=False),
    step("other().x = {v}", "{n} = plain", kept=False),
    step("def {n}(x):", "    {n}b = {v}", value="{n}b", kept=False),
    step("{n} = plain", "{n}.feed({v})", kept=False),
    step("for _ in other:", "    {n} = 'x'", "    yield {v}", kept=False),
    step("def {n}(x):", "    yield {v}", value="{n}(1)", kept=False),
    step("def {n}(x):", "    def inner():", "        return {v}", "    return 1", value="{n}(1)", kept=False),
    step(value="other({n}=1)", kept=False),
]

# The call with {v}; its status when the value is the model's, and when it is not.
SINKS = [
    ("eval({v})", "error", "warning"),
    ("exec({v}, {{}})", "error", "warning"),
    ("compile(source={v}, filename='f', mode='exec')", "error", "warning"),
    ("__import__({v})", "error", "warning"),
    ("builtins.eval({v})", "error", "warning"),
    ("runpy.run_path({v})", "error", "warning"),
    ("pickle.loads({v})", "error", "warning"),
    ("marshal.load({v})", "error", "warning"),
    ("dill.loads(str={v})", "error", "warning"),
    ("joblib.load(filename={v})", "error", "warning"),
    ("pd.read_pickle({v})", "error", "warning"),
    ("np.load({v}, allow_pickle=True)", "error", "warning"),
    ("torch.load({v}, weights_only=False)", "error", "warning"),
    ("yaml.load({v}, yaml.Loader)", "error", "warning"),
    ("yaml.unsafe_load_all({v})", "error", "warning"),
    ("os.system({v})", "error", "warning"),
    ("os.popen(cmd={v})", "error", "warning"),
    ("subprocess.getoutput({v})", "error", "warning"),
    ("await asyncio.create_subprocess_shell({v})", "error", "warning"),
    ("subprocess.run({v}, shell=True)", "error", "warning"),
    ("subprocess.call(args=[{v}], shell=1)", "error", "warning"),
    ("await isub('ls ' + {v})", "error", "warning"),
    ("await iu.subprocess(f'{{{v}}}')", "error", "warning"),
    ("subprocess.run([{v}])", "error", None),
    ("subprocess.Popen(['ls'], executable={v})", "error", None),
    ("subprocess.check_output('ls ' + {v})", "error", None),
    ("pty.spawn(({v}, 'x'))", "error", None),
    ("await asyncio.create_subprocess_exec({v}, 'x')", "error", None),
    ("os.execv({v}, [])", "error", None),
    ("os.spawnl(os.P_WAIT, {v})", "error", None),
    ("os.posix_spawn(path={v}, argv=[], env={{}})", "error", None),
    ("importlib.import_module({v})", "error", None),
    ("subprocess.run([*{v}])", "warning", None),
    ("subprocess.run(list({v}))", "warning", None),
    ("await isub(other + [{v}])", "warning", None),
    ("os.execl(*{v})", "warning", None),
    ("eval('1', {{'x': {v}}})", "warning", "warning"),
    ("os.popen('ls', {v})", "warning", "warning"),
    ("subprocess.run(['ls', {v}], shell=True)", "warning", "warning"),
    ("pickle.loads(b'', encoding={v})", "warning", "warning"),
    ("subprocess.run(['ls', {v}])", None, None),
    ("np.load({v}, allow_pickle=False)", None, None),
    ("torch.load({v}, weights_only=True)", None, None),
    ("yaml.load({v}, Loader=yaml.CSafeLoader)", None, None),
    ("os.spawnv({v}, 'ls', [])", None, None),
    ("other.eval({v})", None, None),
]

# Where the sink stands: lines with {sink}, its value being {p} there; the value handed over is {v}.
PLACES = [
    (["{sink}"], "{v}"),
    (["if other:", "    return [{sink} for _ in other]"], "{v}"),
    (["async def inner():", "    {sink}"], "{v}"),
    (["class Inner:", "    {async}def method(this):", "        x = {sink}"], "{v}"),
    (["async def callee(first, second=1):", "    {sink}", "callee(1, {v})"], "second"),
    (["async def callee(*rest):", "    {sink}", "await callee(1, *{v})"], "rest"),
    (["async def callee(*, key, **rest):", "    {sink}", "callee(key=1, more={v})"], "rest"),
]


def compose(choose):
    """The text of a program, the line of its sink and the status there."""
    parameters, lines, value, models = choose.choice(SOURCES)
    lines, state = list(lines), {"names": 0}
    for _ in range(choose.randrange(5)):
        more, after, kept = choose.choice(STEPS)
        names = {"v": value, "n": fresh(state)}
        lines += [line.format(**names) for line in more]
        value = after.format(**names)
        models = models and kept
    call, tainted, otherwise = choose.choice(SINKS)
    around, given = choose.choice(PLACES)
    sink = call.format(v=given.format(v=value))
    at = next(i for i, line in enumerate(around) if "{sink}" in line)
    sink_line = len(lines) + at
    lines += [line.replace("{async}", "async ").replace("{sink}", sink).replace("{v}", value) for line in around]
    if parameters.startswith("TOOL "):
        head, indent = ["@tool", "def kit():", f"    async def execute({parameters[5:]}):"], "        "
    else:
        head, indent = [f"async def go({parameters}):"], "    "
    text = IMPORTS + "\n".join(head + [indent + line for line in lines]) + "\n"
    return text, IMPORTS.count("\n") + len(head) + sink_line + 1, tainted if models else otherwise


def lint(cordon, root):
    """Path to the list of (line, severity) found in it."""
    done = subprocess.run(
        [cordon, "lint", "--all", "--select", "IESC002", "--output-format", "json"],
        cwd=root, capture_output=True, timeout=300, check=False,
    )
    if done.returncode not in (0, 1):
        sys.exit(f"the linter ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    found = {}
    for package in json.loads(done.stdout)["packages"]:
        for finding in package["diagnostics"]:
            found.setdefault(finding["file"], []).append((finding["line"], finding["severity"]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cordon")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the programs there and keep them")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        root = options.keep or scratch
        folder = os.path.join(root, "src", "programs")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(root, "pyproject.toml"), "w", encoding="utf-8") as file:
            file.write('[tool.inspect-evals-lint]\npreset = "multi-eval"\n')
        open(os.path.join(folder, "__init__.py"), "w", encoding="utf-8").close()
        expected = {}
        for number in range(options.count):
            text, line, status = compose(choose)
            path = f"src/programs/p{number:05}.py"
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
            expected[path] = ([(line, status)] if status else [], text)
        found = lint(os.path.abspath(options.cordon), root)
    wrong = 0
    for path, (want, text) in expected.items():
        got = found.get(path, [])
        if got != want:
            wrong += 1
            if wrong <= 5:
                print(f"{path}: expected {want}, found {got}\n{text[len(IMPORTS):]}")
    statuses = [want[0][1] if want else "nothing" for want, _ in expected.values()]
    counts = ", ".join(f"{statuses.count(s)} {s}" for s in ("error", "warning", "nothing"))
    print(f"{options.count - wrong} of {options.count} programs as constructed ({counts})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
