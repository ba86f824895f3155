#!/usr/bin/env python3
"""What `cordon ast` prints and how it exits.

    run_command.py PROGRAM
"""

import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


def run(*words, stdin=b"", cwd=None):
    return subprocess.run([PROGRAM, "ast", *words], input=stdin, capture_output=True, cwd=cwd)


class Ast(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def put(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(data)

    def test_the_other_files_are_printed(self):
        self.put("a.py", b"")
        self.put("b.py", b"x = (1\n")
        self.put("c.py", b"pass\n")
        done = run("a.py", "b.py", "c.py", cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.decode().split("\n")[0], "Module()")
        self.assertIn(b"Pass(", done.stdout)
        first, line, caret = done.stderr.decode().splitlines()
        self.assertTrue(first.startswith("b.py:1:5: SyntaxError: "), first)
        self.assertEqual((line, caret), ("    x = (1", "        ^"))

    def test_a_file_that_cannot_be_read(self):
        self.put("bad.py", b")")
        self.put("good.py", b"")
        done = run("missing.py", ".", "bad.py", "good.py", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, b"Module()\n"))
        for name in (b"missing.py: ", b".: ", b"bad.py:1:1: "):
            self.assertIn(name, done.stderr)

    def test_modes(self):
        self.assertTrue(run("--mode", "eval", "-", stdin=b"1").stdout.startswith(b"Expression(\n body=Constant("))
        self.assertTrue(run("--mode", "single", "-", stdin=b"1\n").stdout.startswith(b"Interactive(\n body=["))
        done = run("--mode", "eval", "-", stdin=b"x = 1")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith(b"<stdin>:1:"))

    def test_versions(self):
        source = b"try:\n pass\nexcept A, B:\n pass\n"
        self.assertEqual(run("-", stdin=source).returncode, 0)
        self.assertEqual(run("--python-version", "3.14", "-", stdin=source).returncode, 0)
        self.assertEqual(run("--python-version", "3.13", "-", stdin=source).returncode, 1)

    def test_what_other_languages_write(self):
        for source, advice in [
            ("x =! 3", "'!='"), ("y = a ? b : c", "'b if a else c'"), ("if x === 3: pass", "'=='"),
            ("if x !== 3: pass", "'!='"), ("if x =< 3: pass", "'<='"), ("x++", "'+= 1'"), ("// a", "'#'"),
            ("if a AND b: pass", "'and'"), ("if a then: pass", "':'"), ("x = \u201chi\u201d", "typographic quote"),
        ]:
            self.assertIn(advice, run("-", stdin=source.encode()).stderr.decode().splitlines()[0])
        self.assertIn("not a function call", run("-", stdin=b"with open(x) as f(): pass").stderr.decode())
        self.assertNotIn("Python writes", run("-", stdin=b"x = a ORDER b").stderr.decode())

    def test_long_words_are_cut_between_characters(self):
        for source in ("f(a x" + "\u00e9" * 40 + ")\n", "a x" + "\u00e9" * 40 + "\n"):
            message = run("-", stdin=source.encode()).stderr.decode().splitlines()[0]
            self.assertIn("x" + "\u00e9" * 19 + "...", message)

    def test_caret_stands_below_wide_and_tabbed_text(self):
        done = run("-", stdin="if x:\n\ty = '日本' $\n".encode())
        line, caret = done.stderr.decode().splitlines()[1:]
        self.assertEqual(line, "    \ty = '日本' $")
        self.assertEqual(caret, "    \t           ^")

    def test_long_lines_are_cut(self):
        done = run("-", stdin=b"x = [" + b"1, " * 100000 + b"$]\n")
        self.assertLess(max(map(len, done.stderr.splitlines())), 250)

    def test_deep_trees_do_not_need_the_stack(self):
        done = run("-", stdin=b"x" + b".a" * 3000 + b"\n")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.count(b"Attribute("), 3000)

    def test_huge_integers_are_decimal(self):
        done = run("--mode", "eval", "-", stdin=b"0x1" + b"0" * 25000)
        self.assertEqual(done.returncode, 0)
        digits = done.stdout.decode().split("value=")[1].split(",")[0]
        self.assertEqual((len(digits), digits[:5], digits[-3:]), (30103, "99900", "376"))


if __name__ == "__main__":
    unittest.main()
