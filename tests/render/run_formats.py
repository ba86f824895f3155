#!/usr/bin/env python3
"""Reads every format of report as its readers do, over the example repository and a hostile one.

    run_formats.py PROGRAM EXAMPLE [--update] [--sarif-schema FILE]

What is printed is compared with golden/TREE.FORMAT; --update writes these anew: read the difference before you
commit it. Markdown is read with cmark where it is installed. --sarif-schema validates SARIF by its published
schema and needs the module jsonschema.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import checks  # noqa: E402
import hostile  # noqa: E402

FORMATS = ["text", "concise", "json", "github", "markdown", "html", "sarif", "junit", "gitlab"]
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


class Runner:
    def __init__(self, program, schema):
        self.program = os.path.abspath(program)
        self.schema = schema
        self.passed = 0
        self.failed = 0

    def lint(self, root, name, **environment):
        done = subprocess.run(
            [self.program, "lint", "--all", "--output-format", name],
            cwd=root,
            env={**ENVIRONMENT, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
        return done.stdout

    def check(self, title, function, *arguments):
        try:
            function(*arguments)
            self.passed += 1
        except AssertionError as error:
            self.failed += 1
            print(f"{title}: {error}")

    def formats(self, tree, root, update):
        outputs = {name: self.lint(root, name) for name in FORMATS}
        report = json.loads(outputs["json"])
        for name, output in outputs.items():
            title = f"{tree} as {name}"
            self.check(title, checks.harmless, name, output)
            self.check(title, self.golden, tree, name, output.decode("utf-8", "replace").replace(root, "ROOT"), update)
            reader = getattr(checks, f"read_{name}", None)
            if reader:
                self.check(title, reader, output.decode(), report, root)
        if self.schema:
            self.check(f"{tree} by the schema of SARIF", checks.schema, outputs["sarif"], self.schema)

    def golden(self, tree, name, output, update):
        path = os.path.join(HERE, "golden", f"{tree}.{name}")
        shown = checks.shown(name, output)
        if update:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(shown)
            return
        with open(path, encoding="utf-8", newline="") as stream:
            wanted = stream.read()
        if shown != wanted:
            pairs = zip(shown.splitlines() + [""], wanted.splitlines() + [""])
            number, pair = next((n, p) for n, p in enumerate(pairs, 1) if p[0] != p[1])
            raise AssertionError(f"line {number} is\n{pair[0]}\ninstead of\n{pair[1]}")

    def summary_of_a_job(self, root):
        path = os.path.join(root, "summary.md")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("before\n")
        output = self.lint(root, "github", GITHUB_STEP_SUMMARY=path)
        with open(path, encoding="utf-8") as stream:
            written = stream.read()
        wanted = "before\n## inspect-evals-lint\n\n" + self.lint(root, "markdown").decode()
        assert written == wanted, f"the summary of the job is\n{written}"
        os.unlink(path)
        assert self.lint(root, "github", GITHUB_STEP_SUMMARY="") == output, "an empty name is no file"

    def fingerprints_survive(self, root):
        """Lines that move keep what a finding is known by; the same finding twice is two."""

        def prints(name):
            document = json.loads(self.lint(root, name))
            if name == "gitlab":
                return sorted(issue["fingerprint"] for issue in document if issue["location"]["path"].endswith(".py"))
            return sorted(
                result["partialFingerprints"]["cordon/v1"]
                for result in document["runs"][0]["results"]
                if checks.uri_of(result).endswith(".py")
            )

        before = prints("sarif"), prints("gitlab")
        path = os.path.join(root, "src/plain/plain.py")
        with open(path, encoding="utf-8") as stream:
            source = stream.read()
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("\n\n" + source)
        assert (prints("sarif"), prints("gitlab")) == before, "moved lines change fingerprints"
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(source + source)
        twice = prints("sarif")
        assert len(set(twice)) == len(twice) > len(before[0]), "the same line twice has one fingerprint"


def main():
    program, example, *options = sys.argv[1:]
    schema = options[options.index("--sarif-schema") + 1] if "--sarif-schema" in options else None
    runner = Runner(program, schema)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        trees = {name: os.path.join(folder, name) for name in ("example", "hostile")}
        shutil.copytree(example, trees["example"])
        hostile.write(trees["hostile"])
        for tree, root in trees.items():
            runner.formats(tree, root, "--update" in options)
        runner.check("summary of a job", runner.summary_of_a_job, trees["hostile"])
        runner.check("fingerprints", runner.fingerprints_survive, trees["hostile"])
    print(f"{runner.passed} passed, {runner.failed} failed")
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
