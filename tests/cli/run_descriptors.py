#!/usr/bin/env python3
"""Few file descriptors: an error that says so, or the report as ever.

    run_descriptors.py PROGRAM EXAMPLE
"""

import os
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM, EXAMPLE = map(os.path.abspath, sys.argv[1:3])
HARD = resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def lint(soft, hard, *arguments):
    return subprocess.run([PROGRAM, "lint", "--root", EXAMPLE, "--all", *arguments], capture_output=True, timeout=60,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))


class Descriptors(unittest.TestCase):
    def setUp(self):
        self.plain = lint(HARD, HARD)
        self.assertEqual(self.plain.returncode, 1, self.plain.stderr)

    def test_too_few_are_said(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report")
            for hard in (6, 7, 8, 20, 39):
                done = lint(hard, hard, "--jobs", "8", "--output", path)
                self.assertEqual((done.returncode, done.stdout), (2, b""), hard)
                self.assertIn(b"ulimit -n", done.stderr)
                self.assertEqual(os.listdir(folder), [])

    def test_the_limit_is_raised_where_it_may_be(self):
        for soft, hard in ((4, HARD), (5, HARD), (7, HARD), (8, HARD), (40, 40), (10, 64), (100, 100)):
            for jobs in ("1", "8", "256"):
                done = lint(soft, hard, "--jobs", jobs)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (self.plain.returncode, self.plain.stdout, self.plain.stderr), (soft, hard, jobs))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
