#!/usr/bin/env python3
"""Small stacks: an error that says so, or none at all.

    run_stack.py PROGRAM
"""

import os
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
KIBIBYTE = 1024


class Stack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp()
        cls.addClassCleanup(subprocess.run, ["rm", "-rf", cls.root], check=False)
        for name, content in (("pyproject.toml", '[tool.inspect-evals-lint]\npreset = "multi-eval"\n'),
                              ("src/one/__init__.py", "x = " + "(" * 190 + "1" + ")" * 190 + "\n")):
            os.makedirs(os.path.dirname(os.path.join(cls.root, name)), exist_ok=True)
            with open(os.path.join(cls.root, name), "w", encoding="ascii") as stream:
                stream.write(content)
        path = os.path.join(cls.root, "src", "one")
        for _ in range(1000):
            path += "/d"
            os.mkdir(path)

    def run_with(self, soft, hard, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=30,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (soft, hard)))

    def test_too_little_is_said(self):
        for size in (24, 48, 64, 256, 1000):  # with less the loader itself may fail
            for arguments in (["--version"], ["lint", "--root", self.root, "--all"], ["condition", "check", "x"]):
                done = self.run_with(size * KIBIBYTE, size * KIBIBYTE, *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, b""), size)
                self.assertIn(b"the stack is limited", done.stderr)

    def test_the_limit_is_raised_where_it_may_be(self):
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        plain = self.run_with(hard, hard, "lint", "--root", self.root, "--all")
        self.assertLess(plain.returncode, 2, plain.stderr)
        for soft, most in ((24, hard), (64, hard), (1024, 1024 * KIBIBYTE), (2048, 2048 * KIBIBYTE)):
            for jobs in ("1", "4"):
                done = self.run_with(soft * KIBIBYTE, most, "lint", "--root", self.root, "--all", "--jobs", jobs)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (plain.returncode, plain.stdout, plain.stderr), soft)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
