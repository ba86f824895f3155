#!/usr/bin/env python3
"""cordon lint --changed: which packages files belong to.

    run_changed.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
TABLE = "[tool.inspect-evals-lint]\n"
FILES = [
    "src/alpha/__init__.py",
    "src/beta/__init__.py",
    "src/beta/data/deep/x.json",
    "src/utils/__init__.py",
    "src/examples/__init__.py",
    "src/no_package/x.py",
    "src/loose.py",
    "tests/alpha/test_a.py",
    "tests/conftest.py",
    "README.md",
    "uv.lock",
]


class Changed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = self.folder.name
        self.write(TABLE + 'preset = "multi-eval"\n')

    def write(self, table, files=FILES):
        for name in files:
            os.makedirs(os.path.join(self.root, os.path.dirname(name)), exist_ok=True)
            open(os.path.join(self.root, name), "a", encoding="ascii").close()
        with open(os.path.join(self.root, "pyproject.toml"), "w", encoding="utf-8") as stream:
            stream.write(table)

    def run_changed(self, *files, folder=".", options=()):
        command = [PROGRAM, "lint", "--changed", *options, "--output-format", "json", *files]
        return subprocess.run(command, cwd=os.path.join(self.root, folder), capture_output=True, timeout=60)

    def packages(self, *files, **options):
        done = self.run_changed(*files, **options)
        packages = [package["name"] for package in json.loads(done.stdout)["packages"]]
        self.assertEqual(done.returncode, 1 if packages else 0)
        return packages

    def test_code_and_tests_belong_to_packages(self):
        self.assertEqual(self.packages("src/beta/data/deep/x.json"), ["beta"])
        self.assertEqual(self.packages("tests/alpha/test_a.py"), ["alpha"])
        self.assertEqual(self.packages("src/utils/__init__.py", "src/beta/gone.py", "src/beta/__init__.py"), ["beta", "utils"])

    def test_other_files_do_not_count(self):
        others = ("README.md", "tests/conftest.py", "src/loose.py", "src/no_package/x.py", "src/examples/__init__.py",
                  "src", "src/alpha", "../elsewhere/src/alpha/x.py", "/etc/passwd", "", "alpha/x.py")
        self.assertEqual(self.packages(*others), [])
        self.assertEqual(self.packages(), [])
        done = subprocess.run([PROGRAM, "lint", "--changed", "README.md"], cwd=self.root, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0)

    def test_what_all_packages_depend_on(self):
        for name in ("pyproject.toml", "uv.lock"):
            self.assertEqual(self.packages("README.md", name), ["alpha", "beta", "utils"])

    def test_paths_are_those_of_the_working_folder(self):
        self.assertEqual(self.packages("__init__.py", folder="src/alpha"), ["alpha"])
        self.assertEqual(self.packages("../beta/./data/../__init__.py", folder="src/alpha"), ["beta"])
        self.assertEqual(self.packages(os.path.join(self.root, "src/beta/__init__.py"), folder="tests"), ["beta"])
        link = self.root + "-link"
        os.symlink(self.root, link)
        self.addCleanup(os.unlink, link)
        self.assertEqual(self.packages(os.path.join(link, "src/beta/__init__.py")), ["beta"])
        self.assertEqual(self.packages("src/alpha/x.py", options=("--root", link)), ["alpha"])

    def test_one_evaluation_owns_what_is_at_the_root(self):
        os.rename(os.path.join(self.root, "src/beta"), os.path.join(self.root, "src/_beta"))
        self.write(TABLE + 'preset = "single-eval"\n', [])
        for name in ("README.md", "tests/conftest.py", "tests/deep/test_x.py"):
            self.assertEqual(self.packages(name), ["alpha", "utils"], name)

    def test_a_monorepo(self):
        self.write(TABLE + 'preset = "monorepo"\n', ["src/inspect_evals/one/__init__.py", "src/inspect_evals/two/__init__.py"])
        self.assertEqual(self.packages("packages/two/pyproject.toml"), ["two"])
        self.assertEqual(self.packages("src/inspect_evals/_registry.py"), ["one", "two"])
        self.assertEqual(self.packages("src/alpha/__init__.py"), [])

    def test_the_root_as_source_root(self):
        self.write(TABLE + 'source-root = "."\n', ["gamma/__init__.py"])
        self.assertEqual(self.packages("gamma/x.py", "setup.py"), ["gamma"])

    def test_usage(self):
        for option in (("--all",), ("--task", "src/alpha/__init__.py")):
            done = self.run_changed("src/alpha/__init__.py", options=option)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"--changed", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
