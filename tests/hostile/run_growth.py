#!/usr/bin/env python3
"""Inputs that repeat one thing very often: what is done for each must not grow with what came before.

    run_growth.py PROGRAM [--count N] [--only WORD] [--times]

Every shape below is repeated N times, and the program has SECONDS of processor time for it: many times what it needs,
and much less than N times N takes. It must end with a documented exit code. Prints 'N passed, N failed'.
"""

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile

SECONDS, MEMORY = 6, 2 << 30
CONFIG = '[project]\nname = "x"\ndependencies = [{}]\n[tool.inspect-evals-lint]\npreset = "multi-eval"\npreview = true\n'
IMPORTS = ("from inspect_ai import task, Task\nfrom inspect_ai.dataset import Sample, json_dataset, hf_dataset\n"
           "from inspect_ai.scorer import scorer, Score, metric\nfrom inspect_ai.model import get_model\nimport random\n")
RECIPE = ("schema_version: 1\nmode: probe\ntrials: 1\nmitigation_axis: [none]\ndiagnostic_axis: [none]\ncustom_patterns:\n")


def numbered(template, n, join=""):
    return join.join(template.replace("<i>", str(i)).replace("<j>", str(i + 1)) for i in range(n))


# Of the evaluation's module, behind IMPORTS: one part N times, with its number for <i> and the next for <j>.
STATEMENTS = {
    "tasks": "@task\ndef t<i>():\n    return Task(dataset=[Sample(input='x')])\n",
    "imports": "import a<i>.b<i>\n",
    "relative imports": "from .m<i> import x\n",
    "suppressed": "x = [Sample(input='a')]  # noautolint: sample_ids\n",
    "aliases": "a<j> = a<i>\n",
    "aliases of two": "a<j> = a<i> if x else a<i>\n",
    "models": "x = get_model()\n",
    "functions of one name": "def f(x): return get_model(x)\n",
    "calls onwards": "def f<i>(x):\n    f<j>(x)\n    exec(x)\n",
    "scorers": "@scorer(metrics=[])\ndef s<i>():\n    async def score(state, target):\n        try:\n            x = 1\n"
               "        except Exception:\n            return Score(value=0)\n        return Score(value=1)\n    return score\n",
    "metrics": "@metric\ndef m<i>():\n    def metric(scores):\n        return sum(s.score.as_float() for s in scores)\n    return metric\n",
    "shuffles": "d.shuffle()\nrandom.shuffle(d)\nd.shuffle_choices()\n",
    "readers": "def r<i>(r):\n    return Sample(input=r['a'])\nd<i> = hf_dataset('x', sample_fields=r<i>)\n",
    "docstrings": '"""a"""\n', "soft keywords": "match(x)\n", "types": "type X<i>[T] = T\n", "carriage returns": "x = 1\r", "form feeds": "\f",
}
# Of one expression or statement: before it, the part that is repeated, what joins them, behind it.
LINES = {
    "decorators": ("", "@d\n", "", "def f(): pass\n"), "string parts": ("x = (", '"a"', " ", ")\n"),
    "f-string parts": ('x = f"', "{a}b", "", '"\n'), "imported names": ("from a import (", "b<i>", ",", ")\n"),
    "keywords": ("f(", "a<i>=1", ",", ")\n"), "parameters": ("def f(", "a<i>=1", ",", "): pass\n"),
    "keys": ("x = {", '"a<i>": 1', ",", "}\n"), "global names": ("def f():\n  global ", "a<i>", ",", "\n"),
    "targets": ("", "a<i>", " = ", " = 1\n"), "handlers": ("try: x\n", "except A: pass\n", "", ""),
    "contexts": ("with ", "a as b", ", ", ": pass\n"), "cases": ("match x:\n", " case <i>: pass\n", "", ""),
    "alternatives": ("match x:\n case ", "<i>", " | ", ": pass\n"), "comparisons": ("x = ", "a", " < ", "\n"),
    "operands": ("x = ", "a", " and ", "\n"), "semicolons": ("", "a;", "", "\n"), "joined lines": ("x = \\\n", "\\\n", "", "1\n"),
    "brackets": ("x = ", "(", "", "\n"), "quotes": ("x = ", '"', "", "\n"), "digits": ("x = ", "7", "", "\n"),
    "hexadecimal digits": ("x = 0x", "f", "", "\n"), "named characters": ('x = "', "\\N{LATIN SMALL LETTER A}", "", '"\n'),
    "composed names": ("a", "\u0301\u0327", "", " = 1\n"), "generators": ("x = [a ", "for a in b ", "", "]\n"),
    "codes of a comment": ("# noautolint: ", "a<i>", ", ", "\n"),
}
# Of another file: its name, before, the part, behind.
FILES = {
    "services": ("compose.yaml", "services:\n", "  s<i>:\n    image: a\n    privileged: true\n    depends_on: [s<j>]\n", ""),
    "extended services": ("compose.yaml", "services:\n", "  s<i>:\n    extends: s<j>\n", ""),
    "merged mappings": ("compose.yaml", "m0: &m0 {a: b}\n", "m<j>: &m<j>\n  <<: *m<i>\n  k<i>: v\n", "services: {a: {image: b}}\n"),
    "anchors": ("compose.yaml", "", "a<i>: &a<i> x\n", "services: {a: {image: b}}\n"),
    "nested defaults": ("compose.yaml", "services: {a: {image: '", "${A:-", "'}}\n"),
    "interpolations": ("compose.yaml", "services: {a: {image: '", "${A:-b}", "'}}\n"),
    "volumes": ("compose.yaml", "services:\n  a:\n    image: b\n    volumes:\n", "    - /var/run/docker.sock:/x\n", ""),
    "keys that come again": ("eval.yaml", "", "title: a\n", ""), "flow keys": ("eval.yaml", "a: {", "k<i>: 1,", "}\n"),
    "plain scalars with colons": ("eval.yaml", "a: [", "x:y, ", "]\n"), "directives": ("eval.yaml", "", "%FOO bar\n", "---\na: b\n"),
    "quoted lines": ("eval.yaml", 'title: "', "a\n  ", '"\n'), "explicit keys": ("eval.yaml", "", "? a\n", ""),
    "runs": ("Dockerfile", "FROM a\n", "RUN pip install b\n", ""), "stages": ("Dockerfile", "", "FROM a AS b<i>\n", ""),
    "growing arguments": ("Dockerfile", "", "ARG a<j>=$a<i>$a<i>\n", "FROM a\n"),
    "growing variables": ("Dockerfile", "FROM a\n", "ENV A=${A}b\n", "RUN pip install $A\n"),
    "heredocs": ("Dockerfile", "FROM a\nRUN ", "<<A<i> ", "\nx\n"), "words": ("Dockerfile", "FROM a\nRUN [", '"a",', '"b"]\n'),
    "substitutions": ("Dockerfile", "FROM a\nRUN ", '"$(a ', "\n"), "backticks": ("Dockerfile", "FROM a\nRUN ", "`a", "\n"),
    "pipes": ("Dockerfile", "FROM a\nRUN ", "a | ", "b\n"), "conditions": ("Dockerfile", "FROM a\nRUN ", "if a; then ", "b\n"),
    "shells": ("Dockerfile", "FROM a\nRUN ", "sh -c 'pip install a'; ", "b\n"), "in shells": ("Dockerfile", "FROM a\nRUN ", "sh -c ", "b\n"),
    "inline code": ("README.md", "", "`inspect eval a -T b=c` ", "\n"), "open quotes": ("README.md", "```\n", 'a "b\n', ""),
    "continued lines": ("README.md", "```\n", "inspect eval x 'a \\\n", "```\n"), "fences": ("README.md", "", "```\n", ""),
    "arguments": ("README.md", "```\ninspect eval one/one ", "-T a=b ", "\n```\n"), "backquotes": ("README.md", "", "`", "\n"),
    "locked packages": ("../../uv.lock", "version = 1\n", '[[package]]\nname = "p<i>"\ndependencies = [{name = "p<j>"}]\n', ""),
    "locked extras": ("../../uv.lock", 'version = 1\n[[package]]\nname = "p0"\n[package.optional-dependencies]\n',
                      'e<i> = [{name = "p0", extra = ["e<j>"]}]\n', ""),
    "tables of tables": ("../../uv.lock", "", "[[a]]\n[a.b]\nc.d = 1\n", ""), "subtables": ("../../uv.lock", "", "[x.a<i>.b]\nc.d = 1\n", ""),
    "ruff's globs": ("../../ruff.toml", "[lint.per-file-ignores]\n", '"*a*a*a<i>" = ["PLW1514"]\n', ""),
    "stars of a glob": ("../../ruff.toml", '[lint.per-file-ignores]\n"', "*a", '" = ["PLW1514"]\n'),
    "ignored files": ("../../pyproject.toml", CONFIG.format("") + "[tool.inspect-evals-lint.per-file-ignores]\n", '"**/a<i>" = ["IEBP001"]\n', ""),
    "requirements": ("../../pyproject.toml", CONFIG.split("{}")[0], '"a<i>>=1; python_version > \'3\'",', CONFIG.split("{}")[1]),
    "extras": ("../../pyproject.toml", CONFIG.split("{}")[0] + '"a[', "b<i>,", ']"' + CONFIG.split("{}")[1]),
    "markers": ("../../pyproject.toml", CONFIG.split("{}")[0] + '"a; ', "(", '"' + CONFIG.split("{}")[1]),
}
# Of a recipe's one pattern: before, the part, behind.
PATTERNS = {"named groups": ("", "(?P<g<i>>a)", ""), "alternative words": ("", "a|", "b"), "parentheses": ("", "(", ""),
            "ranges": ("[", "a-z", "]"), "references": ("(a)", "\\1", ""), "words behind": ("(?<=a", "|b", ")")}
# A pattern and what of a log is repeated.
LOGS = {"repeats of repeats": ("(a+)+$", "a"), "stars": (".*.*.*x", "a"), "two words over lines": ("(?s).*foo.*bar", "a\n"),
        "references back": (r"(\w+) \1 \1", "abc "), "looks ahead": ("(?=.*a)(?=.*b)(?=.*c)d", "ab "), "zero bytes": ("x", "\0\0\0\0")}


def lints(n):
    module = "src/one/one.py"
    for name, part in STATEMENTS.items():
        yield name, {module: IMPORTS + numbered(part, n)}
    for name, (before, part, join, behind) in LINES.items():
        yield name, {module: IMPORTS + before + numbered(part, n, join) + behind}
    for name, (file, before, part, behind) in FILES.items():
        yield name, {os.path.normpath("src/one/" + file): before + numbered(part, n) + behind}


def recipe(pattern, condition=""):
    return RECIPE + f"  - id: a\n    match:\n      regex: '{pattern}'\n" + condition


def others(n):
    """Names, arguments, files and standard input."""
    scan = ["probe", "scan", "--recipe", "recipe.yaml", "--log", "log", "--exit-code", "0", "--walltime-sec", "1"]
    batch = ["condition", "eval", "--batch", "-"]
    for name, (before, part, behind) in PATTERNS.items():
        yield name, ["probe", "check", "recipe.yaml"], {"recipe.yaml": recipe(before + numbered(part, n) + behind)}, ""
    for name, (pattern, part) in LOGS.items():
        yield name, scan, {"recipe.yaml": recipe(pattern), "log": part * n + "\n"}, ""
    yield "compressed zero bytes", scan, {"recipe.yaml": recipe("x"), "log": gzip.compress(b"\0" * (1000 * n))}, ""
    yield "matches whose condition fails", scan, {
        "recipe.yaml": recipe("(?P<x>\\d+)", '      condition: int(capture["x"]) < 0\n'), "log": "12 13\n" * n}, ""
    yield "conditions", batch, {}, '{"id":1,"condition":"exit_code == 1"}\n' * n
    yield "captures", batch, {}, json.dumps({"condition": "len(capture['a1']) > 0", "capture": {f"a{i}": "x" for i in range(n)}})
    yield "digits of a capture", batch, {}, json.dumps({"condition": "int(capture['a'], 16) % 7 == 3", "capture": {"a": "f" * n}})
    yield "elements of a tree", ["ast", "a.py"], {"a.py": "x = [1, 2, 'a']\n" * n}, ""
    yield "parts of a line", ["ast", "a.py"], {"a.py": "x = 'é'; " * n}, ""
    few = n // 50  # names of packages of which there are as many others
    yield "missing packages", ["lint", "--root", ".", *(f"a{i}" for i in range(few))], {
        "pyproject.toml": CONFIG.format(""), **{f"src/b{i}/__init__.py": "" for i in range(few)}}, ""
    yield "branches", ["ast", "--mode", "eval", "a.py"], {"a.py": "a if b else " * n}, ""


class Check:
    def __init__(self, program, times):
        self.program, self.times = program, times
        self.passed = self.failed = 0

    @staticmethod
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def shape(self, name, arguments, files, source=""):
        with tempfile.TemporaryDirectory() as root:
            for file, content in files.items():
                path = os.path.join(root, file)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as stream:
                    stream.write(content if isinstance(content, bytes) else content.encode())
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            done = subprocess.run([self.program, *arguments], input=source.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  cwd=root, preexec_fn=self.limits, timeout=SECONDS * 20)
            if self.times:
                print(f"{name}: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before:.2f} s")
        if done.returncode in (0, 1, 2):
            self.passed += 1
        else:
            self.failed += 1
            print(f"{name}: exit {done.returncode} {done.stderr[-300:]!r}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    check = Check(os.path.abspath(options.program), options.times)
    plain = {"pyproject.toml": CONFIG.format('"p0[e0]"'), "src/one/__init__.py": "", "src/one/one.py": IMPORTS + "import x\n"}
    for name, files in lints(options.count):
        if options.only in name:
            check.shape(name, ["lint", "--root", ".", "--all", "--output-format", "json"], {**plain, **files})
    for name, arguments, files, source in others(options.count):
        if options.only in name:
            check.shape(name, arguments, files, source)
    print(f"{check.passed} passed, {check.failed} failed")
    return check.failed != 0


if __name__ == "__main__":
    sys.exit(main())
