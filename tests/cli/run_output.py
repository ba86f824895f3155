#!/usr/bin/env python3
"""Where --output writes: files, links to them, devices, pipes and standard output.

    run_output.py PROGRAM
"""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
CONFIG = '[project]\nname = "x"\n[tool.inspect-evals-lint]\npreset = "multi-eval"\n'


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.root = self.path("root")
        os.makedirs(os.path.join(self.root, "src", "one"))
        self.write(os.path.join(self.root, "pyproject.toml"), CONFIG)
        self.write(os.path.join(self.root, "src", "one", "__init__.py"), "from inspect_ai.scorer._metric import Score\n")
        self.report = self.lint().stdout
        self.before = {*os.listdir(self.folder), *os.listdir(self.root)}

    def tearDown(self):
        patience = time.monotonic() + 60
        while self.temporary() and time.monotonic() < patience:
            time.sleep(0.01)
        self.assertFalse(self.temporary())

    def temporary(self):
        return [name for name in {*os.listdir(self.folder), *os.listdir(self.root)} if ".cordon" in name]

    def path(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def write(path, content):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(content)

    @staticmethod
    def read(path):
        with open(path, "rb") as stream:
            return stream.read()

    def command(self, *arguments):
        return [PROGRAM, "lint", "--root", self.root, "--all", "--output-format", "json", *arguments]

    def lint(self, *arguments, **options):
        return subprocess.run(self.command(*arguments), timeout=30, cwd=self.folder,
                              **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})

    def check_written(self, name, leads_to=None):
        """With the sandbox and without."""
        for arguments in ([], ["--no-sandbox"]):
            done = self.lint("--output", name, *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, b"", b""))
            self.assertEqual(self.read(self.path(leads_to or name)), self.report)

    def test_a_file_is_made_as_any_other(self):
        self.check_written("report")
        self.write(self.path("other"), "")
        self.assertEqual(os.stat(self.path("report")).st_mode, os.stat(self.path("other")).st_mode)

    def test_a_file_that_is_replaced_keeps_its_mode(self):
        for mode in (0o600, 0o640, 0o666, 0o755):
            self.write(self.path("report"), "old")
            os.chmod(self.path("report"), mode)
            self.check_written("report")
            self.assertEqual(stat.S_IMODE(os.stat(self.path("report")).st_mode), mode)

    def test_links_are_followed(self):
        self.write(self.path("report"), "old")
        os.mkdir(self.path("below"))
        os.symlink("report", self.path("near"))
        os.symlink(self.path("near"), self.path("far"))
        os.symlink("../made", self.path("below/dangling"))
        for name, leads_to in (("near", "report"), ("far", "report"), ("below/dangling", "made")):
            self.check_written(name, leads_to)
            self.assertTrue(os.path.islink(self.path(name)))
            self.assertFalse(os.path.islink(self.path(leads_to)))
        os.symlink("loop", self.path("loop"))
        done = self.lint("--output", "loop")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"loop: cannot be written: Too many levels of symbolic links", done.stderr)

    def test_links_of_the_repository_are_not_followed_out_of_it(self):
        self.write(self.path("victim"), "old")
        os.mkdir(os.path.join(self.root, "reports"))
        for name, target in (("file", "../victim"), ("new", self.path("made")), ("device", "/dev/null")):
            os.symlink(target, os.path.join(self.root, name))
        os.symlink("..", os.path.join(self.root, "folder"))
        for name in ("root/file", "root/new", "root/device", "root/folder/victim"):
            done = self.lint("--output", name)
            self.assertEqual((done.returncode, done.stdout), (2, b""), name)
            self.assertIn(b"leads out of the repository", done.stderr)
        os.symlink("root", self.path("alias"))
        os.symlink("root/file", self.path("latest"))
        for name in ("alias/file", self.path("alias/file"), "alias/folder/victim", "latest"):
            done = self.lint("--output", name)
            self.assertEqual((done.returncode, done.stdout), (2, b""), name)
            self.assertIn(b"leads out of the repository", done.stderr)
        self.assertEqual(self.read(self.path("victim")), b"old")
        self.assertFalse(os.path.exists(self.path("made")))
        os.symlink("reports/report", os.path.join(self.root, "inside"))
        self.check_written("root/inside", "root/reports/report")

    def test_children_may_be_ignored(self):
        ignore = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        done = self.lint("--output", "report", preexec_fn=ignore)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertEqual(self.read(self.path("report")), self.report)

    def test_a_name_may_be_as_long_as_names_are(self):
        self.check_written("a" * 255)

    def test_a_file_that_may_not_be_written_stays(self):
        if os.getuid() == 0:
            self.skipTest("nothing is closed to root")
        self.write(self.path("report"), "old")
        os.chmod(self.path("report"), 0o444)
        self.assertEqual(self.lint("--output", "report").returncode, 2)
        self.assertEqual(self.read(self.path("report")), b"old")

    def test_what_cannot_be_made_is_said(self):
        for name, reason in (("nowhere/report", b"No such file"), ("root", b"Is a directory"), ("root/pyproject.toml/x", b"Not a directory"),
                             ("a" * 256, b"File name too long")):
            done = self.lint("--output", name)
            self.assertEqual((done.returncode, done.stdout), (2, b""), name)
            self.assertIn(b"cannot be written: " + reason, done.stderr)

    def test_standard_output(self):
        for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            done = self.lint("--output", name)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, self.report, b""), name)
            self.write(self.path("log"), "before\n")
            with open(self.path("log"), "ab") as stream:
                self.lint("--output", name, stdout=stream)
            self.assertEqual(self.read(self.path("log")), b"before\n" + self.report)

    def test_devices_and_pipes(self):
        self.assertEqual(self.lint("--output", "/dev/null").returncode, 1)
        os.mkfifo(self.path("pipe"))
        for name in ("pipe", self.path("pipe")):
            with subprocess.Popen(["cat", self.path("pipe")], stdout=subprocess.PIPE) as reader:
                self.assertEqual(self.lint("--output", name).returncode, 1)
                self.assertEqual(reader.communicate(timeout=30)[0], self.report)
        receive, send = os.pipe()
        done = self.lint("--output", f"/dev/fd/{send}", pass_fds=[send])
        os.close(send)
        with os.fdopen(receive, "rb") as stream:
            self.assertEqual((done.returncode, stream.read()), (1, self.report))

    def test_a_run_that_is_killed_leaves_what_was_there(self):
        self.write(self.path("report"), "old")
        for number in range(20):
            with subprocess.Popen(self.command("--output", "report"), cwd=self.folder) as process:
                time.sleep(number * 0.0005)
                process.send_signal(signal.SIGKILL)
            patience = time.monotonic() + 60  # the second process may be at it, or about to begin
            made = None
            while made != {"report"} and time.monotonic() < patience:
                time.sleep(0.01)
                made = {*os.listdir(self.folder), *os.listdir(self.root)} - self.before
            self.assertEqual(made, {"report"})
            self.assertIn(self.read(self.path("report")), (b"old", self.report))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
